//! What silencing makes of a place (D-103 to D-116): what foes can still do by points to whoever is there, and whether a
//! flyer can pay for its flight. The rules are asked with the unit there, once for each degree of silencing on the board.

use std::collections::BTreeSet;

use super::{changes::flies, utility::effects};
use crate::ai::prelude::*;

/// What silencing makes of the places of one unit.
pub struct Silence(Vec<Degree>);

/// Places where it is alike.
struct Degree {
    /// By what points are divided there, in quarters.
    quarters: i32,
    /// What foes of the unit could do there: by whom (its place in the facts), from how far, and how bad it would be.
    deeds: Vec<(usize, i32, f64)>,
    /// What carries the unit through the air takes more points there than it has.
    grounds: bool,
}

impl Silence {
    /// What one unit knows of another's places, or of its own; none: nothing is silenced, or its side senses none (D-105).
    pub fn of(facts: &Facts, own: &UnitState, other: &UnitState) -> Option<Self> {
        let senses = |unit: &UnitState| {
            !facts.hostile(unit, own) && facts.present(unit) && facts.has_tag(unit, "senses_silencing")
        };
        if facts.surroundings.silencing.is_empty() || !facts.units.iter().any(senses) {
            return None;
        }
        let (mut then, mut found) = (facts.clone(), Vec::<Degree>::new());
        for area in footprints(facts, &other.place.area) {
            let quarters = silenced(facts, &area);
            if found.iter().any(|known| known.quarters == quarters) {
                continue;
            }
            then.unit_mut(other.id())?.place.area = area;
            let there = then.unit(other.id())?;
            found.push(Degree { quarters, deeds: deeds(&then, there), grounds: grounds(&then, there) });
        }
        Some(Self(found))
    }

    fn at(&self, facts: &Facts, area: &Area) -> Option<&Degree> {
        let quarters = silenced(facts, area);
        self.0.iter().find(|known| known.quarters == quarters)
    }

    /// The worst that a foe, by its place in the facts, could do to the unit on a footprint that is so far away.
    pub fn feared(&self, facts: &Facts, (foe, distance): (usize, i32), area: &Area) -> f64 {
        let deeds = self.at(facts, area).into_iter().flat_map(|degree| &degree.deeds);
        let near = |range: i32| if distance <= range { 1.0 } else { weights::FEAR_SHOT };
        let worths = deeds.filter(|(by, ..)| *by == foe).map(|(_, range, worth)| near(*range) * worth);
        worths.fold(0.0, f64::max)
    }

    /// Whether the unit would come down there: in the air, where it could not pay for its flight (D-19).
    pub fn brings_down(&self, facts: &Facts, place: &Place) -> bool {
        place.band != Band::Ground && self.at(facts, &place.area).is_some_and(|degree| degree.grounds)
    }

    /// How bad it is for the unit to be brought there.
    pub fn harm(&self, facts: &Facts, place: &Place) -> f64 {
        let feared: f64 = (0..facts.units.len()).map(|foe| self.feared(facts, (foe, 0), &place.area)).sum();
        let down = if self.brings_down(facts, place) { weights::COMES_DOWN } else { 0.0 };
        weights::SEIZED * feared + down
    }
}

/// A footprint wherever on the map it touches other silenced patches than a step farther north or west: among these are
/// all the patches that it can touch at once.
fn footprints(facts: &Facts, body: &Area) -> Vec<Area> {
    let (wide, tall) = (body.last().x - body.origin.x, body.last().y - body.origin.y);
    let patches = || facts.surroundings.silencing.iter().map(|(patch, _)| patch);
    let columns: BTreeSet<i16> = patches().flat_map(|patch| [0, patch.0.x - wide, patch.1.x + 1]).collect();
    let rows: BTreeSet<i16> = patches().flat_map(|patch| [0, patch.0.y - tall, patch.1.y + 1]).collect();
    let corners = rows.iter().flat_map(|y| columns.iter().map(move |x| Square::new(*x, *y)));
    corners.filter(|at| facts.map.contains(*at)).map(|at| body.at(at)).collect()
}

/// By what points are divided on a footprint, in quarters.
fn silenced(facts: &Facts, area: &Area) -> i32 {
    facts.surroundings.silencing_at(area, facts.book.settings.silencing_others)
}

/// The most that a unit could give of the amount that an action asks for; none: it asks for none.
fn most(facts: &Facts, by: &UnitState, def: &ActionDef) -> Option<i32> {
    def.asks.iter().find_map(|asked| match asked {
        Parameter::Amount { most, .. } => Some(facts.value(most, by)),
        _ => None,
    })
}

/// What foes with all their points could do to a unit where it is, without any attack.
fn deeds(facts: &Facts, unit: &UnitState) -> Vec<(usize, i32, f64)> {
    let mut found = Vec::new();
    for (at, by) in facts.units.iter().enumerate() {
        if !facts.hostile(by, unit) || !facts.can_act(by) {
            continue;
        }
        for def in facts.book.actions.iter().filter(|def| !def.attacks() && !def.is_reaction()) {
            let (Some((whom, Within::Squares(range))), Some(most)) = (def.target(), most(facts, by, def))
            else {
                continue;
            };
            let args = Args { target: Some(unit.id()), amount: Some(most), ..Args::default() };
            let does = whom.means(facts, by, unit)
                && facts.has_action(by, def)
                && amounts::too_little(facts, by, def, &args).is_none();
            let known = Effects { facts, by, target: Some(unit), sv: most };
            let worth = if does { known.value(&effects(def)) } else { 0.0 };
            if worth > 0.0 {
                found.push((at, facts.value(range, by), worth));
            }
        }
    }
    found
}

/// Whether a unit flies only by what it pays for, and all that it has is too little where it is.
fn grounds(facts: &Facts, unit: &UnitState) -> bool {
    let winged = facts.movements(unit).any(|way| facts.flies_by(way.category));
    if !winged || facts.carrier(unit.id()).is_some() {
        return false;
    }
    let met = |need: &Need| !matches!(need, Need::Test(test, _) if facts.value(test, unit) == 0);
    let open = |def: &&Arc<ActionDef>| {
        let own = def.target().is_none() && !def.is_reaction() && facts.has_action(unit, def);
        own && def.needs.iter().all(met)
    };
    let carries = |def: &&Arc<ActionDef>| {
        let list = effects(def);
        flies(facts, unit, &list, true) && !flies(facts, unit, &list, false)
    };
    let short = |def: &Arc<ActionDef>| {
        let args = Args { amount: most(facts, unit, def), ..Args::default() };
        amounts::too_little(facts, unit, def, &args).is_some()
    };
    let actions = facts.book.actions.iter().filter(open);
    let (paid, free): (Vec<_>, Vec<_>) = actions.partition(|def| most(facts, unit, def).is_some());
    let mut ways = paid.into_iter().filter(carries).peekable();
    ways.peek().is_some() && ways.all(short) && !free.iter().any(carries)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{footprints, silenced};
    use crate::ai::test_battle::*;
    use crate::grid::Area;
    use crate::rules::surroundings::Patch;

    /// What it is worth to one who pays for its flight in points to be in silence, and not as far from its foe elsewhere.
    fn silence(band: Band) -> f64 {
        let two = Field::new(&book("drive"), 24, 12)
            .unit("weigher", "weigher", "red", (3, 5))
            .under("flight_paid")
            .with(|unit| unit.place.band = band)
            .unit("rifleman", "rifleman", "blue", (15, 5));
        let mut setup = two.in_order();
        setup.surroundings.silencing = vec![(Patch((0, 6).into(), (23, 6).into()), 6)];
        let facts = known(setup);
        let mut planner = Planner::new(&facts, UnitId::new("weigher"), None).unwrap();
        let mut at = |y: i16| {
            planner.stand(Square::new(3, y), band, 0, 0);
            standing(&mut planner)
        };
        at(6) - at(4)
    }

    #[test]
    fn few_footprints_tell_all_degrees_of_silencing_d113() {
        let one = Field::new(&book("drive"), 24, 12).unit("weigher", "weigher", "red", (3, 5));
        let mut setup = one.unit("rifleman", "rifleman", "blue", (15, 5)).in_order();
        let patches = [((0, 0), (5, 11), 6), ((4, 3), (9, 7), 10), ((9, 9), (23, 11), 3)];
        let patch = |(from, to, n): ((i16, i16), (i16, i16), i32)| (Patch(from.into(), to.into()), n);
        setup.surroundings.silencing = patches.map(patch).to_vec();
        let facts = known(setup);
        let body = Area::rect((0, 0).into(), 3, 2);
        let degrees =
            |areas: Vec<Area>| -> BTreeSet<i32> { areas.iter().map(|area| silenced(&facts, area)).collect() };
        let few = footprints(&facts, &body);
        assert!(few.len() < 50);
        assert_eq!(degrees(few), degrees(facts.map.squares().map(|square| body.at(square)).collect()));
    }

    #[test]
    fn who_flies_by_points_keeps_out_of_silence_d113_d19() {
        assert!(silence(Band::Low) < -0.1);
        assert!(silence(Band::Ground).abs() < 1e-9, "nobody there could lift it");
    }
}
