//! What may be wrong with a map, in plain sentences.

use std::fmt;

use super::{edge::Edge, set::MAX_SIDE, square::Square};
use crate::key::Key;

/// A mistake in the data of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapError {
    /// Width and height must lie between 1 and [`MAX_SIDE`].
    Size(u16, u16),
    /// A list (its name) has the second number of entries where the third is needed.
    Length(&'static str, usize, usize),
    /// A palette (its name) has no entry, or more than 256.
    Palette(&'static str, usize),
    /// A palette holds the same id twice.
    Twice(&'static str, Key),
    /// A square names an entry beyond the end of the palette of terrains.
    NoTerrain(Square, u8),
    /// An edge names an entry beyond the end of the palette of edge kinds.
    NoEdgeKind(Edge, u8),
    /// A square lies outside the map.
    SquareOutside(Square),
    /// An edge does not lie between two squares of the map.
    EdgeOutside(Edge),
    /// The same square holds two objects.
    TwoObjects(Square),
    /// The same edge holds two things.
    TwoOnEdge(Edge),
    /// Two doors have one number.
    TwoDoors(u16),
    /// Two doors, by their numbers, stand in the same place.
    DoorsInOnePlace(u16, u16),
    /// There is no door with that number.
    NoDoor(u16),
    /// There is no terrain or edge kind of that name in the palettes.
    NoSuchKind(Key),
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edge = |e: &Edge| {
            let [a, b] = e.squares();
            format!("between {a} and {b}")
        };
        match self {
            Self::Size(w, h) => {
                write!(f, "a map is 1 to {MAX_SIDE} squares wide and tall, this one is {w} by {h}")
            }
            Self::Length(list, has, needs) => {
                write!(f, "the map's list of {list} has {has} entries and needs {needs}, one for each square")
            }
            Self::Palette(list, count) => {
                write!(f, "the map's palette of {list} has {count} entries; it may have 1 to 256")
            }
            Self::Twice(list, id) => write!(f, "the map's palette of {list} names \"{id}\" twice"),
            Self::NoTerrain(s, index) => {
                write!(f, "the square {s} asks for terrain {index}, which the palette does not have")
            }
            Self::NoEdgeKind(e, index) => {
                write!(f, "the edge {} asks for edge kind {index}, which the palette does not have", edge(e))
            }
            Self::SquareOutside(s) => write!(f, "the square {s} lies outside the map"),
            Self::EdgeOutside(e) => {
                write!(f, "the edge {} does not lie between two squares of the map", edge(e))
            }
            Self::TwoObjects(s) => write!(f, "two objects are put on the square {s}"),
            Self::TwoOnEdge(e) => write!(f, "two things are put on the edge {}", edge(e)),
            Self::TwoDoors(id) => write!(f, "two doors have the number {id}"),
            Self::DoorsInOnePlace(a, b) => write!(f, "the doors {a} and {b} stand in the same place"),
            Self::NoDoor(id) => write!(f, "there is no door number {id}"),
            Self::NoSuchKind(id) => write!(f, "\"{id}\" is in neither palette of the map"),
        }
    }
}

impl std::error::Error for MapError {}
