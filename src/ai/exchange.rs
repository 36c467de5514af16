//! An attack between a unit and a foe where they stand: whether it can be made, and what changes its worth.

use std::{collections::HashMap, hash::BuildHasherDefault};

use super::lines;
use crate::ai::prelude::*;
use crate::key::KeyHasher;

/// What a place, the distance and the state of a unit make of an attack; nothing else does.
pub type Moment = (usize, usize, i32, i32, i32, u8, (i16, i16), i32, i32, u32);

/// Results of defences, by what makes a difference to them.
pub type Guards = HashMap<(usize, usize, i32, i32, u32), Option<i32>, BuildHasherDefault<KeyHasher>>;

/// The result of the target's defence in a moment; neither range nor cover makes a difference to it.
pub fn guard(known: &mut Guards, facts: &Facts, spec: &AttackSpec<'_>, moment: Moment) -> Option<i32> {
    let (way, foe, .., increments, used, version) = moment;
    let kind = (way, foe, increments, used, version);
    *known.entry(kind).or_insert_with(|| attack::defence(facts, spec))
}

/// An attack between the unit (`ours`) and a foe where they stand: its moment and the target's cover; none: impossible.
pub fn exchange(
    facts: &Facts,
    lines: &mut Lines,
    choice: &AttackWay,
    (own, foe): (&UnitState, &Foe),
    who: (usize, usize),
    ours: bool,
    version: u32,
) -> Option<(Moment, Cover)> {
    let other = &facts.units[foe.at];
    let distance = facts.distance(own, other);
    if distance < choice.range.0 || distance > choice.range.1 {
        return None;
    }
    let places = ((own.place.area, own.place.band), (other.place.area, other.place.band));
    let line = lines.get(&facts.map, places.0, who.1, places.1);
    let (by, target, cover, back) = match ours {
        true => (own, other, line.theirs, line.ours),
        false => (other, own, line.ours, line.theirs),
    };
    let armament = choice.spec(by.id(), target.id()).armament(facts)?;
    let range =
        lines::possible(facts, by, target, (&armament, choice.weapon), line, cover.level, back.level)?;
    let origin = own.place.area.origin;
    let place = if choice.placed { (origin.x, origin.y) } else { (0, 0) };
    let height = facts.map.ground(by.place.area.origin) - facts.map.ground(target.place.area.origin);
    let height = match (by.place.band, target.place.band) {
        (Band::Ground, Band::Ground) => height.signum(),
        (own, other) => 2 + i32::from(own.steps_to(other)),
    };
    let increments = facts.increment(by) * 100 + facts.increment(target);
    // Points that are free make no difference.
    let free = i32::from(facts.book.settings.economy.free_points);
    let used = |unit: &UnitState| (unit.usage.points - free).max(0);
    let used = used(by) * 100 + used(target);
    let (near, far) = (range.distance.min(7), range.increment * 64 + range.modifier);
    let moment = (who.0, who.1, far, near, height, cover.level as u8, place, increments, used, version);
    Some((moment, cover))
}
