//! What tells counters apart: a number for each of several of a kind, no badge for a condition that everybody has, and
//! room for those who share their squares.

use bevy::prelude::UVec2;

use crate::window::view::{At, Counter, Pose};

/// Letters of a tag at most.
const LETTERS: usize = 3;
/// So many counters are a field: what all of them have is written on none.
const FIELD: usize = 3;

/// Conditions that put one in danger: they stand before the others.
const DANGER: [&str; 8] =
    ["no_reaction", "flat_footed", "helpless", "vulnerable", "exhausted", "fatigued", "fatigue", "bleeding"];

/// What each counter says of itself, seen beside the others.
pub fn beside_each_other(counters: &mut [Counter]) {
    leave_out_shared(counters);
    for counter in counters.iter_mut() {
        let rank = |id: &String| DANGER.iter().position(|own| own == id).unwrap_or(DANGER.len());
        counter.conditions.sort_by_key(rank);
    }
    let all: &[Counter] = counters;
    let tags: Vec<String> = all.iter().map(|own| tag_of(own, all)).collect();
    for (counter, tag) in counters.iter_mut().zip(tags) {
        counter.tag = tag;
    }
    step_aside(counters);
}

/// Those who share their squares, as in a grapple, stand aside from each other.
fn step_aside(counters: &mut [Counter]) {
    let stands = |own: &Counter| !own.ghost && !own.carried && own.hull.is_none() && own.pose != Pose::Dead;
    let places: Vec<_> = counters.iter().map(|own| stands(own).then_some((own.at, own.size))).collect();
    for (n, counter) in counters.iter_mut().enumerate().filter(|(n, _)| places[*n].is_some()) {
        let same = |others: &[Option<(At, UVec2)>]| others.iter().filter(|own| **own == places[n]).count();
        let (behind, before) = (same(&places[n + 1..]), same(&places[..n]));
        counter.aside = i8::try_from(behind).unwrap_or(i8::MAX) - i8::try_from(before).unwrap_or(i8::MAX);
    }
}

/// Takes away the conditions that everybody on the field has.
fn leave_out_shared(counters: &mut [Counter]) {
    let fights = |own: &&Counter| own.pose != Pose::Dead && !own.ghost && own.hull.is_none();
    let field: Vec<&Counter> = counters.iter().filter(fights).collect();
    let Some((first, others)) = field.split_first().filter(|_| field.len() >= FIELD) else { return };
    let all_have = |id: &&String| others.iter().all(|other| other.conditions.contains(id));
    let shared: Vec<String> = first.conditions.iter().filter(all_have).cloned().collect();
    if shared.is_empty() {
        return;
    }
    for counter in counters {
        counter.conditions.retain(|id| !shared.contains(id));
    }
}

/// What tells a counter from those of its kind and side; nothing, if there are none.
fn tag_of(own: &Counter, all: &[Counter]) -> String {
    let alike = |other: &&Counter| {
        other.unit != own.unit && other.side == own.side && other.art == own.art && other.hull.is_none()
    };
    let peers: Vec<&str> = all.iter().filter(alike).map(|other| other.name.as_str()).collect();
    if peers.is_empty() || own.hull.is_some() {
        return String::new();
    }
    tag(&own.name, &peers)
}

/// The least letters of a name in which no other begins so, after the words with which all of them begin.
fn tag(name: &str, peers: &[&str]) -> String {
    let from = shared_words(name, peers);
    for letters in 1..=LETTERS {
        let own = letters_of(name, from, letters);
        if peers.iter().all(|peer| letters_of(peer, from, letters) != own) {
            return own;
        }
    }
    // Names too much alike are counted.
    (1 + peers.iter().filter(|peer| **peer < name).count()).to_string()
}

/// So many letters of a name, from a place on.
fn letters_of(name: &str, from: usize, letters: usize) -> String {
    name.get(from..).unwrap_or_default().chars().take(letters).collect()
}

/// How long the words are with which a name and all others begin.
fn shared_words(name: &str, peers: &[&str]) -> usize {
    let mut length = 0;
    for (n, _) in name.match_indices(' ') {
        if !peers.iter().all(|peer| peer.get(..=n) == name.get(..=n)) {
            break;
        }
        length = n + 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archer(unit: u32, name: &str, conditions: &[&str]) -> Counter {
        let conditions = conditions.iter().map(|id| (*id).to_owned()).collect();
        Counter { unit, name: name.into(), art: "archer".into(), conditions, ..Counter::default() }
    }

    #[test]
    fn two_of_a_kind_are_told_apart_by_their_names() {
        assert_eq!(tag("Gorse Tully", &["Gorse Hale"]), "T");
        assert_eq!(tag("Wolf 2", &["Wolf 1", "Wolf 3"]), "2");
        assert_eq!(tag("Anna", &["Anton", "Berta"]), "Ann");
        assert_eq!(tag("Rustlers", &["Rustler", "Rustling"]), "2");
        let mut all = [archer(1, "Osk", &[]), archer(2, "Wick", &[])];
        beside_each_other(&mut all);
        assert_eq!(all.map(|own| own.tag), ["O", "W"]);
        let mut alone = [archer(1, "Osk", &[]), Counter { side: 1, ..archer(2, "Wick", &[]) }];
        beside_each_other(&mut alone);
        assert!(alone.iter().all(|own| own.tag.is_empty()), "on the other side nobody is taken for it");
    }

    #[test]
    fn who_shares_a_square_stands_aside() {
        let dead = Counter { pose: Pose::Dead, ..archer(4, "d", &[]) };
        let away = Counter { at: At::new(1, 0), ..archer(3, "c", &[]) };
        let mut all = [archer(1, "a", &[]), away, dead, archer(2, "b", &[])];
        beside_each_other(&mut all);
        assert_eq!(all.map(|own| own.aside), [1, 0, 0, -1]);
    }

    #[test]
    fn what_the_whole_field_has_is_written_on_none_and_danger_stands_first() {
        let mut all = [
            archer(1, "a", &["aiming", "flat_footed", "no_reaction"]),
            archer(2, "b", &["flat_footed"]),
            archer(3, "c", &["flat_footed"]),
        ];
        beside_each_other(&mut all);
        assert_eq!(all[0].conditions, ["no_reaction", "aiming"]);
        assert!(all[1].conditions.is_empty());
        let mut two = [archer(1, "a", &["prone", "flat_footed"]), archer(2, "b", &["flat_footed"])];
        beside_each_other(&mut two);
        assert_eq!(two[0].conditions, ["flat_footed", "prone"], "two are no field");
    }
}
