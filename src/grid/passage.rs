//! Where each category of movement may go, as rows of bits, derived from a map (A-66 to A-69, C-35).
//!
//! Owns the derived layers. What a step costs under a rulebook is `step`'s.

use std::collections::BTreeMap;

use super::{
    edge::{Edge, Side},
    map::{DoorPlace, Map},
    set::SquareSet,
    square::Square,
};
use crate::key::Key;

/// The map as one category of movement meets it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Passage {
    /// Squares that are not impassable.
    pub open: SquareSet,
    /// Squares by their difficulty, from 1 up.
    pub slow: Vec<(u8, SquareSet)>,
    /// Squares whose eastern edge may not be crossed.
    pub east: SquareSet,
    /// Squares whose southern edge may not be crossed.
    pub south: SquareSet,
    /// Whether any edge may not be crossed.
    pub walls: bool,
}

impl Passage {
    fn new(map: &Map, category: Option<Key>) -> Self {
        let (width, height) = (map.width(), map.height());
        let ignores = |list: &[Key]| category.is_some_and(|category| list.contains(&category));
        let mut open = SquareSet::new(width, height);
        let mut slow: BTreeMap<u8, SquareSet> = BTreeMap::new();
        for square in map.squares() {
            let (mut free, mut difficult) = (!map.is_closed(DoorPlace::Square(square)), 0u8);
            for terrain in map.contents(square).filter(|terrain| !ignores(&terrain.ignored_by)) {
                free &= !terrain.impassable;
                difficult = difficult.saturating_add(terrain.difficult);
            }
            if free {
                open.insert(square);
            }
            if difficult > 0 {
                slow.entry(difficult).or_insert_with(|| SquareSet::new(width, height)).insert(square);
            }
        }
        let (mut east, mut south) = (SquareSet::new(width, height), SquareSet::new(width, height));
        let doors = map.closed_doors().filter_map(|place| match place {
            DoorPlace::Edge(edge) => Some(edge),
            DoorPlace::Square(_) => None,
        });
        let walls = map.edges().filter(|(_, kind)| kind.blocks_movement && !ignores(&kind.ignored_by));
        for edge in walls.map(|(edge, _)| edge).chain(doors) {
            match edge.side {
                Side::East => east.insert(edge.square),
                Side::South => south.insert(edge.square),
            };
        }
        let walls = !(east.is_empty() && south.is_empty());
        Self { open, slow: slow.into_iter().collect(), east, south, walls }
    }

    /// Whether an edge may not be crossed.
    pub fn wall(&self, edge: Edge) -> bool {
        self.walls
            && match edge.side {
                Side::East => self.east.contains(edge.square),
                Side::South => self.south.contains(edge.square),
            }
    }

    /// The n of Difficult Terrain \[n\] of a square.
    pub fn difficulty(&self, square: Square) -> u8 {
        self.slow.iter().find(|(_, set)| set.contains(square)).map_or(0, |(difficult, _)| *difficult)
    }
}

/// The passages of all categories.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Passages {
    /// For every category that nothing on the map makes an exception for.
    common: Passage,
    special: BTreeMap<Key, Passage>,
}

impl Passages {
    pub fn new(map: &Map) -> Self {
        let lists = map.terrains().iter().map(|terrain| &terrain.ignored_by);
        let lists = lists.chain(map.edge_kinds().iter().map(|kind| &kind.ignored_by));
        let special =
            lists.flatten().map(|&category| (category, Passage::new(map, Some(category)))).collect();
        Self { common: Passage::new(map, None), special }
    }

    pub fn of(&self, category: Key) -> &Passage {
        self.special.get(&category).unwrap_or(&self.common)
    }
}
