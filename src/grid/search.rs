//! Cheapest paths square by square: for allowances too large for `flood`, and for single paths of any length.
//!
//! Owns the ordered search. Of equally cheap paths it finds one that leaves the fewest provoking squares.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{
    line::{Crossing, corner_shut, off_line},
    map::Map,
    passage::Passage,
    reach::Mover,
    square::{Dir8, Square, distance},
};

/// Cost and provoking squares left, in one number that is larger the better they are; 0 is out of reach. (Tables of
/// zeros come from the system without being written.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Merit(u64);

impl Merit {
    fn new(cost: u32, provoked: u32) -> Self {
        Self(!(u64::from(cost) << 32 | u64::from(provoked)))
    }

    fn cost(self) -> u32 {
        (!self.0 >> 32) as u32
    }

    fn provoked(self) -> u32 {
        !self.0 as u32
    }
}

/// What a search has found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    start: Square,
    width: usize,
    height: usize,
    best: Vec<u64>,
    /// Direction of the last step of the best path to each square.
    last: Vec<u8>,
}

impl Found {
    fn index(&self, square: Square) -> Option<usize> {
        let (x, y) = (usize::try_from(square.x).ok()?, usize::try_from(square.y).ok()?);
        (x < self.width && y < self.height).then_some(y * self.width + x)
    }

    pub fn cost(&self, square: Square) -> Option<i32> {
        let best = Merit(self.best[self.index(square)?]);
        if best.0 == 0 { None } else { i32::try_from(best.cost()).ok() }
    }

    pub fn path_to(&self, square: Square) -> Option<Vec<Square>> {
        self.cost(square)?;
        let (mut way, mut here) = (Vec::new(), square);
        while here != self.start {
            way.push(here);
            let dir = *Dir8::ALL.get(usize::from(self.last[self.index(here)?]))?;
            here = here.moved(dir, -1);
        }
        way.reverse();
        Some(way)
    }

    /// All squares that were reached, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let width = self.width;
        let seen = self.best.iter().enumerate().filter(|(_, best)| **best != 0);
        seen.map(move |(at, _)| Square::new((at % width) as i16, (at / width) as i16))
    }
}

/// Searches all squares within the allowance, or the best path to a goal whatever it costs.
pub(super) fn search(map: &Map, mover: &Mover, goal: Option<Square>) -> Found {
    let (width, height) = (usize::from(map.width()), usize::from(map.height()));
    let start = mover.area.origin;
    let mut found =
        Found { start, width, height, best: vec![0; width * height], last: vec![0; width * height] };
    let Some(origin) = found.index(start) else { return found };
    let steps =
        Steps { map, mover, passage: map.passages().of(mover.category), simple: mover.area.side() == 1 };
    let budget = if goal.is_some() { u32::MAX } else { u32::try_from(mover.budget).unwrap_or(0) };
    let plain = u32::from(mover.rule.cost(0).unsigned_abs() as u16);
    let ahead = |square: Square| goal.map_or(0, |goal| distance(square, goal).unsigned_abs() * plain);
    // Ordered by the price at the goal, then nearest to the goal, then nearest to the straight line.
    let entry = |merit: Merit, square: Square, index: usize| {
        let off = goal.map_or(0, |goal| off_line(start, goal, square)).unsigned_abs();
        let (ahead, left) = (ahead(square), goal.map_or(0, |goal| distance(square, goal)).unsigned_abs());
        let total = u64::from(merit.cost().saturating_add(ahead)) << 32 | u64::from(merit.provoked());
        Reverse((total, u64::from(left) << 48 | off.min(0xFFFF_FFFF) << 16 | index as u64))
    };
    let mut queue = BinaryHeap::new();
    let nothing = Merit::new(0, 0);
    found.best[origin] = nothing.0;
    queue.push(entry(nothing, start, origin));
    while let Some(Reverse((total, more))) = queue.pop() {
        let from = (more & 0xFFFF) as usize;
        let square = Square::new((from % width) as i16, (from / width) as i16);
        if goal == Some(square) {
            break;
        }
        let (cost, provoked) = (Merit(found.best[from]).cost(), Merit(found.best[from]).provoked());
        let outdated = total != u64::from(cost.saturating_add(ahead(square))) << 32 | u64::from(provoked);
        if outdated || cost > budget {
            continue;
        }
        let provoked = provoked + u32::from(steps.mover.provokes(square));
        for dir in Dir8::ALL {
            let to = square.moved(dir, 1);
            let Some(index) = found.index(to) else { continue };
            let most = Merit::new(cost.saturating_add(plain), provoked);
            if most.0 <= found.best[index] || !steps.allowed(square, dir) {
                continue;
            }
            let merit = Merit::new(cost.saturating_add(steps.cost(to)), provoked);
            let free = mover.rule.first_step_free && square == start;
            if merit.0 > found.best[index] && (merit.cost() <= budget || free) {
                found.best[index] = merit.0;
                found.last[index] = dir.eighths() as u8;
                queue.push(entry(merit, to, index));
            }
        }
    }
    found
}

/// The steps of one mover.
struct Steps<'a> {
    map: &'a Map,
    mover: &'a Mover,
    passage: &'a Passage,
    /// A footprint of one square: tested on the bits alone.
    simple: bool,
}

impl Steps<'_> {
    fn allowed(&self, from: Square, dir: Dir8) -> bool {
        if !self.simple {
            return self.mover.may_step(self.map, &self.mover.area.at(from), dir);
        }
        let to = from.moved(dir, 1);
        let open = |square: Square| self.passage.open.contains(square);
        if !open(to) || self.mover.closed.contains(to) {
            return false;
        }
        let crossing = Crossing { from, to, num: 1, den: 2 };
        match crossing.touched() {
            None => !self.passage.walls || crossing.edge().is_none_or(|edge| !self.passage.wall(edge)),
            Some([a, b]) if !self.passage.walls => open(a) || open(b),
            Some(_) => !corner_shut(&crossing, true, |s| !open(s), |edge| self.passage.wall(edge)),
        }
    }

    fn cost(&self, to: Square) -> u32 {
        let cost = if self.simple && self.mover.hindrances.is_empty() {
            self.mover.rule.cost(u32::from(self.passage.difficulty(to)))
        } else {
            self.mover.cost_at(self.map, &self.mover.area.at(to))
        };
        cost.unsigned_abs()
    }
}
