//! Edges between two squares, and what may stand on them (walls, windows); which a map has is in `map`.

use serde::{Deserialize, Serialize};

use super::{
    square::Square,
    terrain::{CoverLevel, no_look},
};
use crate::key::Key;

/// Which side of its square an edge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EdgeSide {
    /// Between the square and its eastern neighbour.
    East,
    /// Between the square and its southern neighbour.
    South,
}

/// The edge between two neighbouring squares, named by the northern or western one. Written `((x, y), East)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "(Square, EdgeSide)", into = "(Square, EdgeSide)")]
pub struct Edge {
    /// The northern or western of the two squares.
    pub square: Square,
    /// Where the other one lies.
    pub side: EdgeSide,
}

impl From<(Square, EdgeSide)> for Edge {
    fn from((square, side): (Square, EdgeSide)) -> Self {
        Self { square, side }
    }
}

impl From<Edge> for (Square, EdgeSide) {
    fn from(edge: Edge) -> Self {
        (edge.square, edge.side)
    }
}

impl Edge {
    /// The edge on the eastern side of a square.
    pub const fn east(square: Square) -> Self {
        Self { square, side: EdgeSide::East }
    }

    /// The edge on the southern side of a square.
    pub const fn south(square: Square) -> Self {
        Self { square, side: EdgeSide::South }
    }

    /// The edge between two squares; none unless they share a side.
    pub fn between(a: Square, b: Square) -> Option<Self> {
        let (first, second) = if a <= b { (a, b) } else { (b, a) };
        let edge = match (i32::from(second.x) - i32::from(first.x), i32::from(second.y) - i32::from(first.y))
        {
            (1, 0) => Self::east(first),
            (0, 1) => Self::south(first),
            _ => return None,
        };
        Some(edge)
    }

    /// The two squares it lies between.
    pub const fn squares(self) -> [Square; 2] {
        let Square { x, y } = self.square;
        let other = match self.side {
            EdgeSide::East => Square::new(x.saturating_add(1), y),
            EdgeSide::South => Square::new(x, y.saturating_add(1)),
        };
        [self.square, other]
    }
}

/// A kind of thing that stands on edges.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeKind {
    /// Name in content.
    pub id: Key,
    /// Name shown to players.
    #[serde(default)]
    pub name: String,
    /// Stops Line of Sight, up to `height`.
    #[serde(default)]
    pub blocks_sight: bool,
    /// Stops Line of Effect, up to `height`.
    #[serde(default)]
    pub blocks_effect: bool,
    /// May not be crossed.
    #[serde(default)]
    pub blocks_movement: bool,
    /// Categories of movement that cross it all the same (as A-68).
    #[serde(default)]
    pub ignored_by: Vec<Key>,
    /// Categories of movement that cannot cross it though others can (C-119).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stops: Vec<Key>,
    /// The cover it gives (C-55).
    #[serde(default)]
    pub cover: CoverLevel,
    /// Its cover is soft (C-58).
    #[serde(default)]
    pub soft: bool,
    /// Squares that it rises above the higher of its two squares; read like `Terrain::height`.
    #[serde(default)]
    pub height: u8,
    /// A weapon can be rested on it, from the squares on both sides (C-174).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rest: bool,
    /// Damage that it takes before it is gone; none: nothing damages it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub durability: Option<u16>,
    /// Name of its picture.
    #[serde(default = "no_look")]
    pub look: Key,
}

impl EdgeKind {
    /// Something that stands there and does nothing: a base for others.
    pub fn plain(id: Key) -> Self {
        Self { id, ..Self::default() }
    }

    /// A full wall: blocks movement, sight and effect without a limit of height.
    pub fn wall(id: Key) -> Self {
        Self { blocks_sight: true, blocks_effect: true, blocks_movement: true, ..Self::plain(id) }
    }

    /// Whether a category of movement cannot cross it (A-69, C-119).
    pub fn is_closed_to(&self, category: Key) -> bool {
        self.blocks_movement && !self.ignored_by.contains(&category) || self.stops.contains(&category)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_has_one_name() {
        let (a, b) = (Square::new(3, 3), Square::new(4, 3));
        assert_eq!(Edge::between(a, b), Edge::between(b, a));
        assert_eq!(Edge::between(a, b), Some(Edge::east(a)));
        assert_eq!(Edge::between(a, Square::new(3, 2)), Some(Edge::south(Square::new(3, 2))));
        assert_eq!(Edge::between(a, Square::new(4, 4)), None);
        assert_eq!(Edge::east(a).squares(), [a, b]);
    }
}
