//! What tells counters apart: a number for each of several of a kind, no badge for a condition that everybody has, and
//! room for those who share their squares.

use std::cmp::Ordering;

use crate::window::session::prelude::*;

/// So many counters are a field: what all of them have is written on none.
const FIELD: usize = 3;

/// What each counter says of itself, seen beside the others; with the conditions with which all begin.
pub fn beside_each_other(counters: &mut [Counter], at_start: &[&str]) {
    leave_out_shared(counters, at_start);
    let all: &[Counter] = counters;
    let tags: Vec<String> = all.iter().map(|own| tag_of(own, all)).collect();
    for (counter, tag) in counters.iter_mut().zip(tags) {
        counter.tag = tag;
    }
    step_aside(counters);
}

/// Those who share squares, as in a grapple or under a flyer, stand aside from each other: who is smaller before who is
/// larger, who flies before who stands below. Beside a larger one only the smaller one moves; but if that one flies over it,
/// they move apart, who flies twice as far: up, or down from who stands in its upper right corner.
fn step_aside(counters: &mut [Counter]) {
    let stands = |own: &&Counter| !own.ghost && !own.carried && own.hull.is_none() && own.pose != Pose::Dead;
    let size = |own: &Counter| own.size.max(UVec2::ONE).as_ivec2();
    let meet = |own: &Counter, other: &Counter| {
        own.at.cmplt(other.at + size(other)).all() && other.at.cmplt(own.at + size(own)).all()
    };
    let rank = |own: &Counter| (own.flies(), own.unit);
    let squares = |own: &Counter| size(own).element_product();
    let band = |own: &Counter| own.band.filter(|band| *band > Band::Ground);
    let over = |own: &Counter, other: &Counter| {
        band(own) > band(other) && squares(own) > squares(other) && meet(own, other)
    };
    let standing: Vec<&Counter> = counters.iter().filter(stands).collect();
    // Which way who flies moves from all who are below: 1 up and right, −1 down and left; 0: nobody is.
    let way = |own: &Counter| -> i8 {
        let off = |other: &Counter| 2 * other.at + size(other) - 2 * own.at - size(own);
        let below: Vec<IVec2> =
            standing.iter().filter(|other| over(own, other)).map(|other| off(other)).collect();
        let upper_right = below.iter().any(|off| off.x > 0 && off.y < 0);
        let lower_left = below.iter().any(|off| off.x < 0 && off.y > 0);
        match below.as_slice() {
            [] => 0,
            _ if upper_right && !lower_left => -1,
            _ => 1,
        }
    };
    let aside = |own: &Counter, other: &Counter| -> i8 {
        match squares(own).cmp(&squares(other)) {
            Ordering::Less if over(other, own) => -way(other),
            Ordering::Less => -1,
            Ordering::Equal => rank(other).cmp(&rank(own)) as i8,
            Ordering::Greater => 0,
        }
    };
    let beside = |own: &Counter| {
        let others = standing.iter().filter(|other| meet(own, other));
        2 * way(own) + others.map(|other| aside(own, other)).sum::<i8>()
    };
    let asides: Vec<i8> = counters.iter().map(|own| if stands(&own) { beside(own) } else { 0 }).collect();
    for (counter, aside) in counters.iter_mut().zip(asides) {
        counter.aside = aside;
    }
}

/// Takes away the conditions that everybody on the field has, and those with which all begin while most still have
/// them.
fn leave_out_shared(counters: &mut [Counter], at_start: &[&str]) {
    let fights = |own: &&Counter| own.pose != Pose::Dead && !own.ghost && own.hull.is_none();
    let field: Vec<&Counter> = counters.iter().filter(fights).collect();
    let mut have: BTreeMap<&str, usize> = BTreeMap::new();
    for id in field.iter().flat_map(|own| &own.conditions) {
        *have.entry(id.as_str()).or_default() += 1;
    }
    let all = field.len();
    have.retain(|id, n| all >= FIELD && (*n == all || (2 * *n > all && at_start.contains(id))));
    let shared: Vec<String> = have.into_keys().map(str::to_owned).collect();
    for counter in counters.iter_mut().filter(|_| !shared.is_empty()) {
        counter.conditions.retain(|id| !shared.contains(id));
    }
}

/// What tells a counter from its twins: the number of its name where each has one, else its place among them.
fn tag_of(own: &Counter, all: &[Counter]) -> String {
    let alike = |other: &&Counter| {
        other.unit != own.unit && other.side == own.side && other.art == own.art && other.hull.is_none()
    };
    let peers: Vec<&Counter> = all.iter().filter(alike).collect();
    if peers.is_empty() || own.hull.is_some() {
        return String::new();
    }
    let numbered = |own: &Counter| own.name.rsplit(' ').next().and_then(|end| end.parse::<u32>().ok());
    let named =
        numbered(own).filter(|n| peers.iter().all(|peer| numbered(peer).is_some_and(|other| other != *n)));
    let place = || peers.iter().filter(|peer| peer.unit < own.unit).count() + 1;
    named.map_or_else(|| place().to_string(), |n| n.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archer(unit: u32, name: &str, conditions: &[&str]) -> Counter {
        let conditions = conditions.iter().map(|id| (*id).to_owned()).collect();
        Counter { unit, name: name.into(), art: "archer".into(), conditions, ..Counter::default() }
    }

    #[test]
    fn two_of_a_kind_are_told_apart_by_a_number() {
        let tags = |names: &[&str]| {
            let mut all: Vec<Counter> =
                (1..).zip(names).map(|(unit, name)| archer(unit, name, &[])).collect();
            beside_each_other(&mut all, &[]);
            all.into_iter().map(|own| own.tag).collect::<Vec<_>>()
        };
        assert_eq!(tags(&["Osk", "Wick"]), ["1", "2"]);
        assert_eq!(tags(&["Wolf 3", "Wolf 1"]), ["3", "1"], "by the numbers that they are called by");
        assert_eq!(tags(&["Wolf 3", "Grey", "Wolf 3"]), ["1", "2", "3"]);
        let mut alone = [archer(1, "Osk", &[]), Counter { side: 1, ..archer(2, "Wick", &[]) }];
        beside_each_other(&mut alone, &[]);
        assert!(alone.iter().all(|own| own.tag.is_empty()), "on the other side nobody is taken for it");
    }

    #[test]
    fn who_shares_a_square_stands_aside() {
        let dead = Counter { pose: Pose::Dead, ..archer(4, "d", &[]) };
        let away = Counter { at: At::new(1, 0), ..archer(3, "c", &[]) };
        let mut all = [archer(1, "a", &[]), away, dead, archer(2, "b", &[])];
        beside_each_other(&mut all, &[]);
        assert_eq!(all.map(|own| own.aside), [1, 0, 0, -1]);
        let mut flown = [Counter { band: Some(Band::Low), ..archer(1, "a", &[]) }, archer(2, "b", &[])];
        beside_each_other(&mut flown, &[]);
        assert_eq!(flown.map(|own| own.aside), [-1, 1], "who flies stands before who is below");
        let giant = Counter { size: UVec2::splat(2), band: Some(Band::High), ..archer(1, "a", &[]) };
        let mut below = [giant, Counter { at: At::new(1, 1), ..archer(2, "b", &[]) }];
        beside_each_other(&mut below, &[]);
        assert_eq!(below.map(|own| own.aside), [2, -1], "who stands under a large one, and that on its peg");
        let giant = || Counter { size: UVec2::splat(2), band: Some(Band::High), ..archer(1, "a", &[]) };
        let mut corner = [giant(), Counter { at: At::new(1, 0), ..archer(2, "b", &[]) }];
        beside_each_other(&mut corner, &[]);
        assert_eq!(corner.map(|own| own.aside), [-2, 1], "in its upper right corner the other way");
        let mut walks = [Counter { band: None, ..giant() }, archer(2, "b", &[])];
        beside_each_other(&mut walks, &[]);
        assert_eq!(walks.map(|own| own.aside), [0, -1], "on the ground only the smaller one moves");
    }

    #[test]
    fn what_the_whole_field_has_is_written_on_none() {
        let mut all = [
            archer(1, "a", &["no_reaction", "flat_footed", "aiming"]),
            archer(2, "b", &["flat_footed"]),
            archer(3, "c", &["flat_footed"]),
        ];
        beside_each_other(&mut all, &[]);
        assert_eq!(all[0].conditions, ["no_reaction", "aiming"]);
        assert!(all[1].conditions.is_empty());
        let mut two = [archer(1, "a", &["flat_footed", "prone"]), archer(2, "b", &["flat_footed"])];
        beside_each_other(&mut two, &[]);
        assert_eq!(two[0].conditions, ["flat_footed", "prone"], "two are no field");
        let most = || [archer(1, "a", &["prone"]), archer(2, "b", &["prone"]), archer(3, "c", &[])];
        let (mut begun, mut later) = (most(), most());
        beside_each_other(&mut begun, &["prone"]);
        beside_each_other(&mut later, &[]);
        assert!(begun[0].conditions.is_empty() && later[0].conditions == ["prone"]);
    }
}
