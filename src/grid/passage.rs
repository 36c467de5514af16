//! Where each category of movement may go, as rows of bits (A-66 to A-69, C-35); what a step costs is in `step`.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    edge::{Edge, EdgeSide},
    map::Map,
    map_data::DoorPlace,
    set::SquareSet,
    square::{Dir8, Square},
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
    /// For each place of the plan the steps that lead out of it, one bit for each direction.
    pub steps: Vec<u8>,
    /// For each place of the plan its difficulty.
    pub ground: Vec<u8>,
}

/// Where tables of all squares keep each of them: row by row, the rows a power of two apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PassagePlan {
    width: u16,
    height: u16,
    shift: u32,
}

impl PassagePlan {
    pub fn new(width: u16, height: u16) -> Self {
        Self { width, height, shift: width.next_power_of_two().trailing_zeros() }
    }

    /// Places in a table.
    pub fn size(self) -> usize {
        usize::from(self.height) << self.shift
    }

    pub fn index(self, square: Square) -> Option<usize> {
        let (x, y) = (square.x as u16, square.y as u16); // negative numbers become too large
        (x < self.width && y < self.height).then(|| usize::from(y) << self.shift | usize::from(x))
    }

    pub fn square(self, index: usize) -> Square {
        Square::new((index & ((1 << self.shift) - 1)) as i16, (index >> self.shift) as i16)
    }

    /// The place of a neighbour that lies on the map.
    pub fn beside(self, index: usize, dir: Dir8) -> usize {
        let (dx, dy) = dir.delta();
        index.wrapping_add_signed(((dy as isize) << self.shift) + dx as isize)
    }
}

impl Passage {
    fn new(map: &Map, category: Option<Key>) -> Self {
        let (width, height) = (map.width(), map.height());
        let mut open = SquareSet::new(width, height);
        let mut slow: BTreeMap<u8, SquareSet> = BTreeMap::new();
        let plan = PassagePlan::new(width, height);
        let mut ground = vec![0; plan.size()];
        for square in map.squares() {
            let (mut free, mut difficult) = (!map.is_closed(DoorPlace::Square(square)), 0u8);
            for terrain in map.contents(square) {
                free &= !category.map_or(terrain.impassable, |category| terrain.is_closed_to(category));
                if !category.is_some_and(|category| terrain.is_ignored_by(category)) {
                    difficult = difficult.saturating_add(terrain.difficult);
                }
            }
            if free {
                open.insert(square);
            }
            if difficult > 0 {
                slow.entry(difficult).or_insert_with(|| SquareSet::new(width, height)).insert(square);
            }
            if let Some(index) = plan.index(square) {
                ground[index] = difficult;
            }
        }
        let (mut east, mut south) = (SquareSet::new(width, height), SquareSet::new(width, height));
        let walls = map.edges().filter(|(_, kind)| {
            category.map_or(kind.blocks_movement, |category| kind.is_closed_to(category))
        });
        for edge in walls.map(|(edge, _)| edge).chain(map.closed_edges()) {
            match edge.side {
                EdgeSide::East => east.insert(edge.square),
                EdgeSide::South => south.insert(edge.square),
            };
        }
        let walls = !(east.is_empty() && south.is_empty());
        let slow = slow.into_iter().collect();
        let mut passage = Self { open, slow, east, south, walls, steps: vec![0; plan.size()], ground };
        for y in 0..i32::from(height) {
            for x in (0..i32::from(width)).step_by(64) {
                let words = Dir8::ALL.map(|dir| passage.leaving(x, y, dir));
                let begin = plan.index(Square::new(x as i16, y as i16)).unwrap_or(0);
                let end = begin + usize::from(width).saturating_sub(x as usize).min(64);
                for (k, eight) in passage.steps[begin..end].chunks_mut(8).enumerate() {
                    let square = u64::from_le_bytes(words.map(|word| (word >> (8 * k)) as u8));
                    eight.iter_mut().zip(turned(square).to_le_bytes()).for_each(|(own, bits)| *own = bits);
                }
            }
        }
        passage
    }

    /// Of 64 squares of a row, those that a single square may leave in a direction.
    fn leaving(&self, x: i32, y: i32, dir: Dir8) -> u64 {
        let (dx, dy) = (i32::from(dir.delta().0), i32::from(dir.delta().1));
        let (to_x, to_y) = (x + dx, y + dy);
        // the edges crossed between columns and between rows
        let across = |row| self.east.window(if dx > 0 { x } else { to_x }, row);
        let down = |column| self.south.window(column, if dy > 0 { y } else { to_y });
        let shut = match (dx, dy) {
            (0, _) => down(x),
            (_, 0) => across(y),
            _ => {
                let by_column = !self.open.window(to_x, y) | across(y) | down(to_x);
                let by_row = !self.open.window(x, to_y) | down(x) | across(to_y);
                by_column & by_row
            }
        };
        self.open.window(to_x, to_y) & !shut
    }

    /// Whether an edge may not be crossed.
    pub fn wall(&self, edge: Edge) -> bool {
        self.walls
            && match edge.side {
                EdgeSide::East => self.east.contains(edge.square),
                EdgeSide::South => self.south.contains(edge.square),
            }
    }

    /// The n of Difficult Terrain \[n\] of a square.
    pub fn difficulty(&self, square: Square) -> u8 {
        self.slow.iter().find(|(_, set)| set.contains(square)).map_or(0, |(difficult, _)| *difficult)
    }
}

/// Turns a block of eight by eight bits over its diagonal.
fn turned(block: u64) -> u64 {
    [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)].into_iter().fold(
        block,
        |block, (shift, mask)| {
            let swap = (block ^ (block >> shift)) & mask;
            block ^ swap ^ (swap << shift)
        },
    )
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Passages {
    /// For every category that nothing on the map makes an exception for.
    common: Passage,
    special: BTreeMap<Key, Passage>,
}

impl Passages {
    pub fn new(map: &Map) -> Self {
        let ground = map.terrains().iter().flat_map(|kind| kind.ignored_by.iter().chain(&kind.stops));
        let edges = map.edge_kinds().iter().flat_map(|kind| kind.ignored_by.iter().chain(&kind.stops));
        let named: BTreeSet<Key> = ground.chain(edges).copied().collect();
        let special =
            named.into_iter().map(|category| (category, Passage::new(map, Some(category)))).collect();
        Self { common: Passage::new(map, None), special }
    }

    pub fn of(&self, category: Key) -> &Passage {
        self.special.get(&category).unwrap_or(&self.common)
    }
}
