//! What a side remembers of a battle in fog: the squares it has seen, where it last saw others, how the map looked.

use crate::rules::prelude::*;

/// How a unit stands or lies, for all who see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Posture {
    /// It stands.
    #[default]
    Standing,
    /// It lies, and may get up.
    Prone,
    /// It is out of the fight, or unconscious.
    Down,
    /// It is dead.
    Dead,
}

/// How a unit was last seen: all that a side knows of it that does not see it now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sighting {
    /// Who.
    pub unit: UnitId,
    /// Where, on which squares, and which way it looked.
    pub place: Place,
    /// How it stood or lay.
    #[serde(default)]
    pub posture: Posture,
    /// In which round.
    pub round: u32,
    /// It was not found there any more: nobody knows where it is, only how it looked.
    #[serde(default)]
    pub lost: bool,
}

/// What a side remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Whose.
    pub side: Side,
    /// Squares that it has seen.
    pub explored: SquareSet,
    /// Units of others, each as it was last seen, in the order of their ids.
    #[serde(default)]
    pub sightings: Vec<Sighting>,
    /// The map as it last saw it, where that is not how it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<Arc<Map>>,
    /// Things on the map as it last saw them.
    #[serde(default)]
    pub things: Vec<Thing>,
    /// Items on the ground as it last saw them.
    #[serde(default)]
    pub ground: Vec<GroundItem>,
    /// Smoke as it last saw it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub smoke: Vec<Smoke>,
    /// Squares that burned when it last saw them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fires: Vec<Square>,
}

impl Sighting {
    /// How a unit looks now.
    pub fn new(facts: &Facts, unit: &UnitState) -> Self {
        let (posture, round) = (facts.posture(unit), facts.round);
        Self { unit: unit.id(), place: unit.place, posture, round, lost: false }
    }
}

impl Memory {
    /// Nothing seen yet. What stands on the map from the start is known as one knows a country.
    pub fn new(side: Side, facts: &Facts) -> Self {
        Self {
            side,
            explored: SquareSet::new(facts.map.width(), facts.map.height()),
            sightings: Vec::new(),
            map: None,
            things: facts.things.to_vec(),
            ground: Vec::new(),
            smoke: facts.surroundings.smoke.clone(),
            fires: facts.surroundings.fires.clone(),
        }
    }

    /// Takes down how a unit looks.
    pub fn note(&mut self, seen: Sighting) {
        match self.sightings.binary_search_by_key(&seen.unit, |own| own.unit) {
            Ok(at) => self.sightings[at] = seen,
            Err(at) => self.sightings.insert(at, seen),
        }
    }
}

impl Facts {
    /// Whether the battle is fought in fog: each side knows only what its own see.
    pub fn fogged(&self) -> bool {
        self.option("fog") != 0
    }

    /// What a side remembers; nothing without fog.
    pub fn memory(&self, side: Side) -> Option<&Memory> {
        self.memories.iter().find(|memory| memory.side == side)
    }

    /// How a side last saw units that it does not see now, in the order of their ids.
    pub fn last_seen(&self, side: Side) -> impl Iterator<Item = &Sighting> {
        let sightings = self.memory(side).map(|memory| memory.sightings.as_slice()).unwrap_or_default();
        let known = move |seen: &&Sighting| self.unit(seen.unit).is_some_and(|unit| self.knows(side, unit));
        sightings.iter().filter(move |seen| !seen.lost && !known(seen))
    }

    /// How a side last saw a unit, wherever that may be by now; nothing of one that it has never seen.
    pub fn sighting(&self, side: Side, unit: UnitId) -> Option<&Sighting> {
        self.memory(side)?.sightings.iter().find(|seen| seen.unit == unit)
    }

    /// How a unit stands or lies.
    pub fn posture(&self, unit: &UnitState) -> Posture {
        if self.dead(unit) {
            Posture::Dead
        } else if self.conditions(unit).any(|(def, _)| def.out || def.id == "unconscious") {
            Posture::Down
        } else if unit.conditions.0.iter().any(|own| own.id == "prone") {
            Posture::Prone
        } else {
            Posture::Standing
        }
    }

    /// The squares that a unit sees; none if it sees nothing.
    pub fn sight_of(&self, unit: &UnitState) -> Option<SquareSet> {
        let radius = self.map.width().max(self.map.height());
        let eyes = !self.blind(unit) && self.conscious(unit);
        eyes.then(|| grid::visible(&self.map, &unit.place.area, radius, unit.place.band))
    }

    /// The squares that a side sees.
    pub fn in_sight(&self, side: Side) -> SquareSet {
        let mut seen = SquareSet::new(self.map.width(), self.map.height());
        for unit in self.units.iter().filter(|unit| unit.side() == side) {
            if let Some(own) = self.sight_of(unit) {
                seen.union(&own);
            }
        }
        seen
    }

    /// Whether one of a side sees a square.
    pub fn sees_square(&self, side: Side, square: Square) -> bool {
        let place = Area::one(square);
        let mut eyes = self.units.iter().filter(|unit| unit.side() == side && self.conscious(unit));
        eyes.any(|eye| {
            let (area, band) = (&eye.place.area, eye.place.band);
            !self.blind(eye)
                && (area.distance(&place) <= 1
                    || grid::line_of_sight_between(&self.map, area, band, &place, grid::Band::Ground))
        })
    }

    /// Whether a side knows of a unit: its own; with fog, others only if seen or found with a sensor.
    pub fn knows(&self, side: Side, unit: &UnitState) -> bool {
        unit.identity.side == side
            || !self.fogged()
            || self
                .units
                .iter()
                .any(|eye| eye.identity.side == side && self.conscious(eye) && self.sees(eye, unit))
            || !self.contacts_of(side, unit).is_empty()
    }

    /// What a side knows: its own units, and others it sees when the scenario has fog; the map, its things, what
    /// lies on the ground, smoke and fires as it last saw them. Without fog, everything.
    pub fn known_to(&self, side: Side) -> Self {
        let mut known = self.clone();
        if !self.fogged() {
            return known;
        }
        known.units.retain(|unit| self.knows(side, unit));
        let is_known = |id: UnitId| known.units.iter().any(|unit| unit.id() == id);
        known.bonds.retain(|bond| is_known(bond.unit) || is_known(bond.to));
        let sight = self.in_sight(side);
        known.spells.retain(|spell| {
            is_known(spell.controller)
                || spell.targets.iter().any(|id| is_known(*id))
                || spell.places().iter().any(|square| sight.contains(*square))
        });
        if !self.decks.fair() {
            known.decks = Arc::new(self.decks.of_side(side));
        }
        known.memories = Arc::default();
        if let Some(memory) = self.memory(side) {
            if let Some(map) = &memory.map {
                known.map = map.clone();
            }
            known.things = memory.things.clone().into();
            known.ground = memory.ground.clone().into();
            let around = &self.surroundings;
            if (&around.smoke, &around.fires) != (&memory.smoke, &memory.fires) {
                let (smoke, fires) = (memory.smoke.clone(), memory.fires.clone());
                known.surroundings = Arc::new(Surroundings { smoke, fires, ..(**around).clone() });
            }
            known.memories = Arc::new(vec![memory.clone()]);
        }
        known
    }
}

/// The squares of a thing of the map.
pub fn squares_of(map: &Map, at: ObjectAt) -> Vec<Square> {
    match at {
        ObjectAt::Square(square) => vec![square],
        ObjectAt::Edge(edge) => edge.squares().to_vec(),
        ObjectAt::Door(id) => map.door(id).map(|door| door.squares()).unwrap_or_default(),
    }
}

/// The map as one remembers it who sees these squares: there as it is, elsewhere as it was; none: just as it is.
pub fn remembered(was: &Map, is: &Map, sight: &SquareSet) -> Option<Map> {
    let (old, mut data) = (was.data(), is.data());
    let seen = |squares: &[Square]| squares.iter().any(|square| sight.contains(*square));
    let old_objects = old.objects.iter().filter(|(at, _)| !sight.contains(*at)).copied();
    data.objects.retain(|(at, _)| sight.contains(*at));
    data.objects.extend(old_objects);
    data.objects.sort_unstable();
    let old_edges = old.edges.iter().filter(|(edge, _)| !seen(&edge.squares())).copied();
    data.edges.retain(|(edge, _)| seen(&edge.squares()));
    data.edges.extend(old_edges);
    data.edges.sort_unstable();
    let old_doors = old.doors.iter().filter(|door| !seen(&door.squares())).cloned();
    data.doors.retain(|door| seen(&door.squares()));
    data.doors.extend(old_doors);
    data.doors.sort_by_key(|door| door.id);
    for (square, (ground, before)) in is.squares().zip(data.squares.iter_mut().zip(&old.squares)) {
        if !sight.contains(square) {
            *ground = *before;
        }
    }
    let unseen = |at: &ObjectAt| !seen(&squares_of(is, *at));
    data.damaged.retain(|(at, _)| !unseen(at));
    data.damaged.extend(old.damaged.iter().filter(|(at, _)| unseen(at)).copied());
    data.damaged.sort_unstable();
    let own = Map::new(data).ok()?;
    (own != *is).then_some(own)
}
