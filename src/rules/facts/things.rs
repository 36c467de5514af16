//! Things on the map that can be used ([`crate::rules::interaction`]), and how they stand now.

use crate::rules::prelude::*;

/// Where a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThingPlace {
    /// It is this door.
    Door(u16),
    /// It stands on a square: the object there, or something that the map does not show.
    Square(Square),
    /// It is no longer there.
    Gone,
}

/// An interaction that a thing offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offered {
    /// Which.
    pub id: Key,
    /// The number against its check; none: the book's.
    pub dc: Option<i32>,
}

/// A thing on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thing {
    /// Its id, unique on the map.
    pub id: Key,
    /// What players read.
    #[serde(default)]
    pub name: String,
    /// Where it is.
    pub place: ThingPlace,
    /// What can be done with it.
    #[serde(default)]
    pub offers: Vec<Offered>,
    /// What keeps a door from being opened just so: `stuck`, `locked`.
    #[serde(default)]
    pub barred: Vec<Key>,
    /// The things that it works on, like a lever on a gate; none: itself.
    #[serde(default)]
    pub works: Vec<Key>,
    /// Interactions that have succeeded.
    #[serde(default)]
    pub done: Vec<Key>,
}

impl Facts {
    /// Where something loose is, and its pounds: an item on the ground, or a thing that does not stand fast (D-108).
    pub fn loose(&self, unit: &UnitState, id: Key) -> Option<(Square, i32)> {
        if let Some(lying) = self.lying(unit, id) {
            return Some((lying.square, self.book.gear(lying.item.def).map_or(0, |def| def.weight())));
        }
        let ThingPlace::Square(square) = self.thing(id)?.place else { return None };
        let weight = self.map.object(square)?.weight;
        (weight > 0).then_some((square, weight))
    }

    /// A thing.
    pub fn thing(&self, id: Key) -> Option<&Thing> {
        self.things.iter().find(|thing| thing.id == id)
    }

    /// The squares at which a thing is.
    pub fn thing_squares(&self, thing: &Thing) -> Vec<Square> {
        match thing.place {
            ThingPlace::Door(id) => self.map.door(id).map(|door| door.squares()).unwrap_or_default(),
            ThingPlace::Square(square) => vec![square],
            ThingPlace::Gone => Vec::new(),
        }
    }

    /// Squares between a footprint and a thing; none if it is not there.
    pub fn thing_distance(&self, area: &Area, thing: &Thing) -> Option<i32> {
        self.thing_squares(thing).into_iter().map(|square| area.distance(&Area::one(square))).min()
    }

    /// What bars a door.
    pub fn barred(&self, door: u16) -> Option<Key> {
        self.things
            .iter()
            .find(|thing| thing.place == ThingPlace::Door(door))
            .and_then(|thing| thing.barred.first().copied())
    }
}
