//! By which category a unit moves, and what of other units keeps it from a square.

use crate::rules::prelude::*;

/// The way of moving that an order names, or else the first that the unit has; in the air one that flies.
pub fn category(facts: &Facts, unit: &UnitState, args: &Args) -> Key {
    way(facts, unit, args)
        .unwrap_or(args.category)
        .or_else(|| facts.move_def(unit, None).map(|def| def.category))
        .unwrap_or_else(|| plain_category(&facts.book, unit))
}

/// The category by which a unit moves that has none of its own: vehicles drive (C-119), others walk.
pub fn plain_category(book: &Rulebook, unit: &UnitState) -> Key {
    let drives = book.settings.vehicles.as_ref().filter(|_| unit.vehicle().is_some());
    drives.map_or_else(|| Key::new("walking"), |rule| rule.category)
}

/// The category by which a unit moves for an order: the one named, in the air one that flies; none: the default.
pub fn way(facts: &Facts, body: &UnitState, args: &Args) -> OrRefusal<Option<Key>> {
    let Some(rule) = facts.altitude() else { return Ok(args.category) };
    let flight = facts.flight(body).map(|def| def.category);
    let known = |category: Key| facts.movements(body).any(|def| def.category == category);
    let down =
        || refuse("cannot_fly", message!("core-x-cannot-fly", unit = body.identity.name), rule.rule.as_str());
    if body.place.band != Band::Ground || !args.climbs.is_empty() {
        return match (flight, args.category) {
            (None, _) => down(),
            (Some(_), Some(named)) if known(named) && !facts.flies_by(named) => refuse(
                "cannot_fly",
                message!("core-x-is-no-way-of-flying", category = named),
                rule.rule.as_str(),
            ),
            (Some(first), named) => Ok(Some(named.unwrap_or(first))),
        };
    }
    if flight.is_some() {
        return Ok(args.category);
    }
    // Who cannot fly now has to go some other way, if it has one.
    match args.category {
        Some(named) if facts.flies_by(named) && known(named) => down(),
        Some(named) => Ok(Some(named)),
        None if facts.move_def(body, None).is_none_or(|def| !facts.flies_by(def.category)) => Ok(None),
        None => match facts.movements(body).find(|def| !facts.flies_by(def.category)) {
            Some(def) => Ok(Some(def.category)),
            None => down(),
        },
    }
}

/// The difficulty of a body that does not hold its square.
pub fn body(facts: &Facts, unit: &UnitState) -> Option<u8> {
    facts.conditions(unit).filter_map(|(def, _)| def.body).max()
}

/// Whether a square of the ground can be stood on by somebody of one square who walks, and nobody holds it.
pub fn is_free(facts: &Facts, square: Square) -> bool {
    let closed =
        facts.map.contents(square).any(|here| here.impassable && !here.is_ignored_by(Key::new("walking")));
    let holds = |unit: &UnitState| !unit.place.gone && unit.place.band == Band::Ground;
    let held =
        |unit: &UnitState| holds(unit) && body(facts, unit).is_none() && unit.place.area.contains(square);
    facts.map.contains(square) && !closed && !facts.units.iter().any(held)
}
