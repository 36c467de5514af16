//! Sight, effect and cover between the squares that a unit may stand on and its foes, each worked out once.

use std::{collections::HashMap, hash::BuildHasherDefault};

use crate::{ai::prelude::*, grid::Map, key::KeyHasher};

/// What lies between a square and a foe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Sight and effect both ways.
    pub free: bool,
    /// The foe's cover against the unit.
    pub theirs: Cover,
    /// The unit's cover against the foe.
    pub ours: Cover,
}

/// Lines looked at so far, by square and the foe's number.
#[derive(Clone, Debug, Default)]
pub struct Lines(HashMap<(Square, Band, usize), Line, BuildHasherDefault<KeyHasher>>);

impl Lines {
    /// The line from an area to a foe's.
    pub fn get(&mut self, map: &Map, own: (Area, Band), foe: usize, other: (Area, Band)) -> Line {
        *self.0.entry((own.0.origin, own.1, foe)).or_insert_with(|| {
            let free = grid::line_of_sight_between(map, &own.0, own.1, &other.0, other.1)
                && grid::line_of_effect_between(map, &own.0, own.1, &other.0, other.1);
            if !free {
                let full = Cover { level: CoverLevel::Full, hard: CoverLevel::Full, ..Cover::default() };
                return Line { free, theirs: full, ours: full };
            }
            Line {
                free,
                theirs: grid::cover_between(map, &own.0, own.1, &other.0, other.1),
                ours: grid::cover_between(map, &other.0, other.1, &own.0, own.1),
            }
        })
    }
}

/// Whether an attack is possible over a line, and its range: `cover` is the target's, `back` the attacker's.
pub fn possible(
    facts: &Facts,
    by: &UnitState,
    target: &UnitState,
    (armament, weapon): (&Armament<'_>, Option<Key>),
    line: Line,
    cover: CoverLevel,
    back: CoverLevel,
) -> Option<AttackRange> {
    if !line.free || attack::from_vehicle(facts, by, weapon, &target.place.area, Some(target)).is_err() {
        return None;
    }
    let of_body = |to: &UnitState, from: &UnitState| {
        facts.body_cover(to, from).map_or(CoverLevel::None, |own| own.level)
    };
    let (cover, back) = (cover.max(of_body(target, by)), back.max(of_body(by, target)));
    let low = |unit: &UnitState| facts.conditions(unit).any(|(def, _)| def.low);
    let hides = |level: CoverLevel, unit: &UnitState| level == CoverLevel::Full && low(unit);
    if facts.option("full_cover_hides") != 0 && (hides(cover, target) || hides(back, by)) {
        return None;
    }
    attack::range(facts, by, target, armament).ok()
}
