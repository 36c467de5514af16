//! What stops a line (of `sight` and `visible`), as levels and as rows of bits, derived from a map.

use std::collections::BTreeMap;

use super::{
    edge::{Edge, EdgeSide},
    map::Map,
    set::{SquareSet, Strips},
    square::Square,
    terrain::Ray,
};

/// Blocking squares and edges as bits, along the rows and along the columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rows {
    pub squares: SquareSet,
    pub east: SquareSet,
    pub south: SquareSet,
    pub squares_turned: SquareSet,
    pub east_turned: SquareSet,
    pub south_turned: SquareSet,
    /// `squares` and `squares_turned` for those who read many pieces.
    pub strips: [Strips; 2],
    /// Whether any edge blocks.
    pub edges: bool,
}

impl Rows {
    fn new(blockers: &Blockers, map: &Map, over: i32) -> Self {
        let (width, height) = (map.width(), map.height());
        let squares =
            SquareSet::of(width, height, map.squares().filter(|&square| blockers.top(map, square) > over));
        let side = |side: EdgeSide| {
            let on = blockers.edges.iter().filter(|(edge, top)| edge.side == side && **top > over);
            SquareSet::of(width, height, on.map(|(edge, _)| edge.square))
        };
        let (east, south) = (side(EdgeSide::East), side(EdgeSide::South));
        let squares_turned = squares.transposed();
        Self {
            strips: [Strips::new(&squares), Strips::new(&squares_turned)],
            squares_turned,
            east_turned: east.transposed(),
            south_turned: south.transposed(),
            edges: !(east.is_empty() && south.is_empty()),
            squares,
            east,
            south,
        }
    }

    pub fn edge(&self, edge: Edge) -> bool {
        match edge.side {
            EdgeSide::East => self.east.contains(edge.square),
            EdgeSide::South => self.south.contains(edge.square),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Blockers {
    tops: Vec<i32>,
    edges: BTreeMap<Edge, i32>,
    /// What stops every line that crosses it, whatever the levels of its ends.
    pub sure: Rows,
    /// What stops at least some lines, `sure` included; none if all ground is level and so they are the same.
    pub maybe: Option<Rows>,
}

impl Blockers {
    pub fn new(map: &Map, ray: Ray) -> Self {
        let edges = map.edges().map(|(edge, _)| edge).chain(map.closed_edges());
        let edges = edges.filter_map(|edge| Some((edge, map.edge_top(ray, edge)?))).collect();
        let tops = map.squares().map(|square| map.square_top(ray, square)).collect();
        let mut blockers = Self { tops, edges, ..Self::default() };
        // A line between two eyes never rises above the highest, and never falls below the lowest.
        let eyes = map.squares().map(|square| map.ground(square) + 1);
        let (lowest, highest) =
            eyes.fold((i32::MAX, i32::MIN), |(low, high), eye| (low.min(eye), high.max(eye)));
        blockers.sure = Rows::new(&blockers, map, highest);
        blockers.maybe = (lowest < highest).then(|| Rows::new(&blockers, map, lowest));
        blockers
    }

    /// The level up to which a square stops lines; nothing does outside the map.
    pub fn top(&self, map: &Map, square: Square) -> i32 {
        map.index(square).map_or(i32::MIN, |at| self.tops[at])
    }

    /// The level up to which an edge stops lines, if it does.
    pub fn edge_top(&self, edge: Edge) -> Option<i32> {
        self.edges.get(&edge).copied()
    }

    /// Whether anything on edges stops lines at any level.
    pub fn has_edges(&self) -> bool {
        !self.edges.is_empty()
    }

    /// The rows that decide every line, if all ground is level.
    pub fn level(&self) -> Option<&Rows> {
        if self.maybe.is_none() { Some(&self.sure) } else { None }
    }
}
