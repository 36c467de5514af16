//! A map as it is written, and its doors.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{
    edge::{Edge, EdgeKind},
    error::MapError,
    object::ObjectAt,
    square::Square,
    terrain::Terrain,
};
use crate::key::Key;

/// Where a door stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DoorPlace {
    /// On the edge between two squares.
    Edge(Edge),
    /// Filling a square.
    Square(Square),
}

impl DoorPlace {
    /// The squares on either side of it, or the one it fills.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Self::Edge(edge) => edge.squares().to_vec(),
            Self::Square(square) => vec![*square],
        }
    }
}

/// A door. Closed it stops movement of every category, sight and effect; open it is not there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Door {
    /// Its number, unique on the map.
    pub id: u16,
    /// Where it stands.
    pub place: DoorPlace,
    /// Whether it is open.
    #[serde(default)]
    pub open: bool,
    /// Name shown to players.
    #[serde(default)]
    pub name: String,
    /// Damage that it takes before it is gone; none: nothing damages it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub durability: Option<u16>,
    /// Name of its picture.
    #[serde(default = "super::terrain::no_look")]
    pub look: Key,
}

impl Door {
    /// The squares on either side of it, or the one it fills.
    pub fn squares(&self) -> Vec<Square> {
        self.place.squares()
    }
}

/// A map as it is written: what [`super::Map::new`] checks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapData {
    /// Columns, 1 to [`super::MAX_SIDE`].
    pub width: u16,
    /// Rows, 1 to [`super::MAX_SIDE`].
    pub height: u16,
    /// Palette of ground and objects, 1 to 256 entries with different ids.
    pub terrains: Vec<Terrain>,
    /// Index into `terrains` for each square, row by row from the north-west.
    pub squares: Vec<u8>,
    /// Level of the ground of each square, in squares; an empty list means 0 everywhere.
    #[serde(default)]
    pub heights: Vec<i8>,
    /// Objects standing on squares, as indices into `terrains`; at most one a square, adding to its terrain.
    #[serde(default)]
    pub objects: Vec<(Square, u8)>,
    /// Palette of what stands on edges, at most 256 entries with different ids.
    #[serde(default)]
    pub edge_kinds: Vec<EdgeKind>,
    /// Things on edges, as indices into `edge_kinds`; at most one an edge.
    #[serde(default)]
    pub edges: Vec<(Edge, u8)>,
    /// Doors.
    #[serde(default)]
    pub doors: Vec<Door>,
    /// Damage that things of the map have taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<(ObjectAt, i32)>,
}

impl MapData {
    /// A level board of one terrain.
    pub fn plain(width: u16, height: u16, terrain: Terrain) -> Self {
        Self {
            width,
            height,
            terrains: vec![terrain],
            squares: vec![0; usize::from(width) * usize::from(height)],
            ..Self::default()
        }
    }
}

/// Whether a palette has neither too few nor too many entries, and none twice.
pub(super) fn palette(list: &'static str, ids: &[Key], least: usize) -> Result<(), MapError> {
    if ids.len() < least || ids.len() > 256 {
        return Err(MapError::Palette(list, ids.len()));
    }
    let mut seen = BTreeSet::new();
    match ids.iter().find(|id| !seen.insert(**id)) {
        Some(id) => Err(MapError::Twice(list, *id)),
        None => Ok(()),
    }
}
