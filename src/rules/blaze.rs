//! What can burn and collapse where an area of energy bursts (D-100, D-101); see [`blaze_rule`](super::blaze_rule).

use crate::rules::prelude::*;

/// Whether a square can catch fire, by what it is made of, what stands on it, or what the scenario says.
pub fn flammable(facts: &Facts, square: Square) -> bool {
    facts.map.contents(square).any(|here| here.flammable)
        || facts.map.contains(square)
            && facts.surroundings.flammable.iter().any(|patch| patch.contains(square))
}

/// Those of some squares that can catch fire and do not burn yet, by row and column, each once.
pub fn tinder(facts: &Facts, squares: impl Iterator<Item = Square>) -> Vec<Square> {
    let mut found: Vec<Square> =
        squares.filter(|square| flammable(facts, *square) && !facts.surroundings.burns(*square)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a unit stands on burning ground.
pub fn in_fire(facts: &Facts, unit: &UnitState) -> bool {
    burns(facts, &unit.place.area, unit.place.band)
}

/// Whether any square of a footprint burns.
pub fn burns(facts: &Facts, area: &Area, band: Band) -> bool {
    !facts.surroundings.fires.is_empty()
        && band == Band::Ground
        && area.squares().any(|square| facts.surroundings.burns(square))
}

/// Whether a unit stands by itself and wholly on ground of some terrains.
pub fn stands_in(facts: &Facts, unit: &UnitState, terrains: &[Key]) -> bool {
    let there =
        |square: Square| facts.map.terrain(square).is_some_and(|ground| terrains.contains(&ground.id));
    !terrains.is_empty()
        && unit.place.band == Band::Ground
        && unit.place.area.squares().all(there)
        && facts.carrier(unit.id()).is_none()
}

/// What can be damaged on some squares and on their edges, doors last.
pub fn structures(map: &Map, squares: &[Square]) -> Vec<ObjectAt> {
    let on_squares = squares.iter().map(|square| ObjectAt::Square(*square));
    let touches = |all: &[Square]| all.iter().any(|square| squares.contains(square));
    let on_edges =
        map.edges().map(|(edge, _)| edge).filter(|edge| touches(&edge.squares())).map(ObjectAt::Edge);
    let doors = map.doors().filter(|door| touches(&door.squares())).map(|door| ObjectAt::Door(door.id));
    on_squares.chain(on_edges).chain(doors).filter(|at| map.durability(*at).is_some()).collect()
}
