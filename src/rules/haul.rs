//! Being dragged and thrown by another, a few squares at most, without a path of one's own (C-95, C-99).

use super::moving::{body, category};
use crate::rules::prelude::*;

/// Where somebody may be brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Haul {
    /// Squares at most.
    pub most: i32,
    /// In one of the eight directions.
    pub straight: bool,
    /// Whoever does it goes along.
    pub along: bool,
    /// Only to where nobody loses what lasts as long as a test holds (D-111).
    pub gently: bool,
}

/// What an action says of bringing its target somewhere.
pub fn of(facts: &Facts, by: &UnitState, def: &ActionDef) -> Option<Haul> {
    def.asks.iter().find_map(|parameter| match parameter {
        Parameter::Haul { most, straight, along, gently } => {
            Some(Haul { most: facts.value(most, by), straight: *straight, along: *along, gently: *gently })
        }
        _ => None,
    })
}

/// Where a unit comes that goes along while the target is brought to a square: as far, in the same direction.
pub fn beside(target: &UnitState, unit: &UnitState, to: Square) -> Square {
    let (from, own) = (target.place.area.origin, unit.place.area.origin);
    let at = |to: i16, from: i16, own: i16| own.saturating_add(to.saturating_sub(from));
    Square::new(at(to.x, from.x, own.x), at(to.y, from.y, own.y))
}

/// The squares that a unit takes up where others bring it: whoever is carried comes off its carrier, which takes up more.
pub fn area_at(facts: &Facts, unit: &UnitState, to: Square) -> Area {
    let carried = facts.carrier(unit.id()).is_some();
    if carried { Area::new(to, facts.footprint(unit)) } else { unit.place.area.at(to) }
}

/// The squares to which a unit may be brought, with the way: what is blocked, or the edge of a fall, ends it (S-27).
pub fn ways(facts: &Facts, by: &UnitState, target: &UnitState, haul: Haul) -> BTreeMap<Square, Vec<Square>> {
    let movers: Vec<&UnitState> = if haul.along { vec![target, by] } else { vec![target] };
    let carrier = facts.carrier(target.id()).and_then(|id| facts.unit(id));
    let shift = |unit: &UnitState, to: Square| area_at(facts, unit, beside(target, unit, to));
    let falls = |to: Square| !haul.along && facts.drop_at(target, &area_at(facts, target, to)) > 0;
    let passes = |from: Square, dir: Dir8| {
        // Over an edge one is brought as if one flew.
        let over = facts.altitude().filter(|_| falls(from.moved(dir, 1)));
        let flying = over.and_then(|rule| rule.flying.first()).copied();
        movers.iter().all(|unit| {
            let category = flying.unwrap_or_else(|| category(facts, unit, &Args::default()));
            grid::step_allowed(facts.map_in(unit.place.band), &shift(unit, from), dir, category).is_ok()
        })
    };
    let shared = facts.book.settings.movement.crossing == Crossing::Share;
    let held = |to: Square| {
        let held = |other: &UnitState, area: &Area| {
            !movers.iter().any(|unit| unit.id() == other.id())
                && carrier.is_none_or(|below| below.id() != other.id())
                && !other.place.gone
                && other.place.band == target.place.band
                && body(facts, other).is_none()
                && other.place.area.distance(area) == 0
        };
        !shared
            && movers.iter().any(|unit| {
                let area = shift(unit, to);
                facts.units.iter().any(|other| held(other, &area))
            })
    };
    let start = target.place.area.origin;
    let mut found: BTreeMap<Square, Vec<Square>> = BTreeMap::new();
    let mut front: Vec<(Square, Vec<Square>, Option<Dir8>)> = vec![(start, Vec::new(), None)];
    for _ in 0..haul.most.max(0) {
        let mut next = Vec::new();
        for (at, way, last) in front {
            for dir in Dir8::ALL {
                let turned = haul.straight && last.is_some_and(|last| last != dir);
                if turned || !passes(at, dir) {
                    continue;
                }
                let to = at.moved(dir, 1);
                if to == start || found.contains_key(&to) || held(to) {
                    continue;
                }
                let way: Vec<Square> = way.iter().copied().chain([to]).collect();
                found.insert(to, way.clone());
                if !falls(to) {
                    next.push((to, way, Some(dir)));
                }
            }
        }
        front = next;
    }
    if let Some(below) = carrier {
        found.retain(|to, _| below.place.area.distance(&area_at(facts, target, *to)) > 0);
    }
    if haul.gently {
        found.retain(|square, _| keeps_posts(facts, target, *square));
    }
    found
}

/// The squares to which something loose may be brought, things over free squares alone; none to the guarded (D-111).
pub fn squares_for(facts: &Facts, by: &UnitState, id: Key, haul: Haul) -> BTreeSet<Square> {
    let Some((start, _)) = facts.loose(by, id) else { return BTreeSet::new() };
    let item = facts.lying(by, id).is_some();
    let walking = Key::new("walking");
    let passes = |from: Square, dir: Dir8| {
        let to = from.moved(dir, 1);
        let room = item || (facts.map.object(to).is_none() && facts.units_on(to).next().is_none());
        room && grid::step_allowed(&facts.map, &Area::one(from), dir, walking).is_ok()
    };
    let mut found = BTreeSet::new();
    let mut front = vec![start];
    for _ in 0..haul.most.max(0) {
        let mut next = Vec::new();
        for at in front {
            for dir in Dir8::ALL.into_iter().filter(|dir| passes(at, *dir)) {
                let to = at.moved(dir, 1);
                if to != start && found.insert(to) {
                    next.push(to);
                }
            }
        }
        front = next;
    }
    let guarded = |unit: &UnitState| facts.conditions(unit).any(|(def, _)| def.guarded);
    found.retain(|square| !facts.units_on(*square).any(guarded));
    found
}

/// Whether everybody would keep all conditions that last as long as a test holds, were a unit brought to a square.
fn keeps_posts(facts: &Facts, target: &UnitState, square: Square) -> bool {
    let mut moved = facts.clone();
    if let Some(own) = moved.unit_mut(target.id()) {
        own.place.area = target.place.area.at(square);
    }
    moved.units.iter().all(|unit| {
        let mut tests = moved.conditions(unit).filter_map(|(def, _)| def.as_long_as.as_ref());
        tests.all(|test| moved.value(test, unit) != 0)
    })
}
