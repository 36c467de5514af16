//! Cheapest paths square by square, too long for `flood` or single: of equals the fewest provoking squares.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
    mem,
};

use super::{
    map::Map,
    passage::{Passage, PassagePlan},
    reach::Mover,
    square::{Dir8, Square},
};

/// What a search has found, in tables of all squares. Tables of zeros come from the system without being written.
#[derive(Clone, Debug)]
pub(super) struct Found {
    start: Square,
    plan: PassagePlan,
    /// The lowest cost, every bit of it turned over; 0: out of reach.
    best: Vec<u32>,
    /// How many provoking squares are left on the way; empty where no square provokes.
    provoked: Vec<u16>,
    /// Direction of the last step of the best path to each square.
    last: Vec<u8>,
}

impl Found {
    fn new(map: &Map, mover: &Mover) -> Self {
        let plan = PassagePlan::new(map.width(), map.height());
        let size = plan.size();
        let provoked = if mover.provoking.is_empty() { Vec::new() } else { vec![0; size] };
        Self { start: mover.area.origin, plan, best: vec![0; size], provoked, last: vec![0; size] }
    }

    /// Cost and provoking squares of the best way found to a place.
    fn at(&self, index: usize) -> (u32, u16) {
        (!self.best[index], self.provoked.get(index).copied().unwrap_or(0))
    }

    /// Takes down a way to a place; false if it is no better than the one that is known.
    fn improve(&mut self, index: usize, way: (u32, u16), dir: usize) -> bool {
        if way >= self.at(index) {
            return false;
        }
        self.best[index] = !way.0;
        if let Some(provoked) = self.provoked.get_mut(index) {
            *provoked = way.1;
        }
        self.last[index] = dir as u8;
        true
    }

    pub fn cost(&self, square: Square) -> Option<i32> {
        let best = self.best[self.plan.index(square)?];
        if best == 0 { None } else { i32::try_from(!best).ok() }
    }

    pub fn path_to(&self, square: Square) -> Option<Vec<Square>> {
        self.cost(square)?;
        let (mut way, mut here) = (Vec::new(), square);
        while here != self.start {
            way.push(here);
            let dir = *Dir8::ALL.get(usize::from(self.last[self.plan.index(here)?]))?;
            here = here.moved(dir, -1);
        }
        way.reverse();
        Some(way)
    }

    /// All squares that were reached, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let seen = self.best.iter().enumerate().filter(|(_, best)| **best != 0);
        seen.map(|(index, _)| self.plan.square(index))
    }
}

/// Searches all squares within the allowance, or the best path to a goal whatever it costs.
pub(super) fn search(map: &Map, mover: &Mover, goal: Option<Square>) -> Found {
    let mut found = Found::new(map, mover);
    let plan = found.plan;
    let Some(origin) = plan.index(mover.area.origin) else { return found };
    let end = goal.and_then(|goal| plan.index(goal));
    if goal.is_some() && end.is_none() {
        return found;
    }
    let steps = Steps::new(map, mover);
    let order = Order { start: mover.area.origin, goal };
    let budget = if goal.is_some() { u32::MAX } else { u32::try_from(mover.budget).unwrap_or(0) };
    let plain = u32::from(mover.rule.cost(0).unsigned_abs() as u16);
    let mut queue = Queue::default();
    found.improve(origin, (0, 0), 0);
    let rank = order.rank(0, mover.area.origin, origin);
    queue.push(rank.left() * plain, rank);
    while let Some((total, rank)) = queue.pop() {
        let from = rank.index();
        if end == Some(from) {
            break;
        }
        let (cost, provoked) = found.at(from);
        let outdated = (total, rank.provoked()) != (cost.saturating_add(rank.left() * plain), provoked);
        if outdated || cost > budget {
            continue;
        }
        let square = plan.square(from);
        let provoked = provoked.saturating_add(u16::from(mover.provokes(square)));
        let free = mover.rule.first_step_free && from == origin;
        let mut left = steps.leading_on(from, (from != origin).then(|| found.last[from]));
        while left != 0 {
            let dir = Dir8::ALL[left.trailing_zeros() as usize];
            left &= left - 1;
            let index = plan.beside(from, dir);
            let known = found.at(index);
            if (cost.saturating_add(plain), provoked) >= known || !steps.allowed(square, dir) {
                continue;
            }
            let to = square.moved(dir, 1);
            let price = cost.saturating_add(steps.cost(to, index));
            if (price <= budget || free) && found.improve(index, (price, provoked), dir.eighths()) {
                let rank = order.rank(provoked, to, index);
                queue.push(price.saturating_add(rank.left() * plain), rank);
            }
        }
    }
    found
}

/// The order of places of one price at the goal. From the lowest: 18 bits for the place, 19 for what it lies off the
/// line, 9 for the squares left, 16 for the provoking ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(u64);

impl Rank {
    fn index(self) -> usize {
        (self.0 & 0x3_FFFF) as usize
    }

    fn left(self) -> u32 {
        (self.0 >> 37) as u32 & 0x1FF
    }

    fn provoked(self) -> u16 {
        (self.0 >> 46) as u16
    }
}

struct Order {
    start: Square,
    goal: Option<Square>,
}

impl Order {
    fn rank(&self, provoked: u16, square: Square, index: usize) -> Rank {
        let (mut left, mut off) = (0, 0);
        if let Some(goal) = self.goal {
            // all three squares lie on the map: no difference is larger than 511
            let far =
                |a: Square, b: Square| (i32::from(a.x) - i32::from(b.x), i32::from(a.y) - i32::from(b.y));
            let ((x, y), (dx, dy), (a, b)) =
                (far(square, self.start), far(goal, self.start), far(square, goal));
            (left, off) = (a.abs().max(b.abs()) as u64, (x * dy - y * dx).unsigned_abs().into());
        }
        Rank(u64::from(provoked) << 46 | left << 37 | off << 18 | index as u64)
    }
}

/// Places still to be looked at, the lowest price at the goal first, then by rank; dearer ones wait unordered.
#[derive(Debug, Default)]
struct Queue {
    total: u32,
    now: BinaryHeap<Reverse<Rank>>,
    later: BTreeMap<u32, Vec<Reverse<Rank>>>,
}

impl Queue {
    fn push(&mut self, total: u32, rank: Rank) {
        if total > self.total {
            self.later.entry(total).or_default().push(Reverse(rank));
            return;
        }
        if total < self.total {
            let dearer = mem::take(&mut self.now).into_vec();
            self.later.insert(self.total, dearer);
            self.total = total;
        }
        self.now.push(Reverse(rank));
    }

    fn pop(&mut self) -> Option<(u32, Rank)> {
        loop {
            if let Some(Reverse(rank)) = self.now.pop() {
                return Some((self.total, rank));
            }
            let (total, ranks) = self.later.pop_first()?;
            self.total = total;
            self.now = BinaryHeap::from(ranks);
        }
    }
}

/// For the direction of a step and the steps out of where it began: the steps from its end to the same places, or back.
static ROUND: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut last = 0;
    while last < 64 {
        let (step, next) = (Dir8::ALL[last / 8].delta(), Dir8::ALL[last % 8].delta());
        let (x, y) = (step.0 + next.0, step.1 + next.1);
        let mut direct = 0;
        while direct < 8 {
            let (dx, dy) = Dir8::ALL[direct].delta();
            let mut steps = 0;
            while steps < 256 {
                if (x == 0 && y == 0) || (x == dx && y == dy && steps >> direct & 1 == 1) {
                    table[last / 8][steps] |= 1 << (last % 8);
                }
                steps += 1;
            }
            direct += 1;
        }
        last += 1;
    }
    table
};

struct Steps<'a> {
    map: &'a Map,
    mover: &'a Mover,
    passage: &'a Passage,
    plan: PassagePlan,
    /// A footprint of one square: its steps are in the passage.
    single: bool,
    /// What a step into a square of each difficulty costs, unless something else counts as well.
    costs: Option<Vec<u32>>,
}

impl<'a> Steps<'a> {
    fn new(map: &'a Map, mover: &'a Mover) -> Self {
        let passage = map.passages().of(mover.category);
        let single = mover.area.side() == 1;
        let plain = single && mover.hindrances.is_empty();
        let most = passage.slow.last().map_or(0, |(difficulty, _)| u32::from(*difficulty));
        let cost = |difficulty| mover.rule.cost(difficulty).unsigned_abs();
        let costs = plain.then(|| (0..=most).map(cost).collect());
        Self { map, mover, passage, plan: PassagePlan::new(map.width(), map.height()), single, costs }
    }

    /// The steps out of a place that may be worth making, one bit for each direction: all on the map, none of them
    /// leading where the place before, from which the step `last` came, leads as well.
    fn leading_on(&self, from: usize, last: Option<u8>) -> u8 {
        if !self.single {
            let inside = |dir: &Dir8| self.plan.index(self.plan.square(from).moved(*dir, 1)).is_some();
            return Dir8::ALL.into_iter().filter(inside).fold(0, |bits, dir| bits | 1 << dir.eighths());
        }
        let steps = &self.passage.steps;
        match last.and_then(|last| Dir8::ALL.get(usize::from(last))) {
            None => steps[from],
            Some(&dir) => {
                let before = self.plan.beside(from, dir.opposite());
                steps[from] & !ROUND[dir.eighths()][usize::from(steps[before])]
            }
        }
    }

    /// Whether a step that may lead somewhere may be made.
    fn allowed(&self, from: Square, dir: Dir8) -> bool {
        if self.single {
            !self.mover.closed.contains(from.moved(dir, 1))
        } else {
            self.mover.may_step(self.map, &self.mover.area.at(from), dir)
        }
    }

    fn cost(&self, to: Square, index: usize) -> u32 {
        match &self.costs {
            Some(costs) => costs[usize::from(self.passage.ground[index])],
            None => self.mover.cost_at(self.map, &self.mover.area.at(to)).unsigned_abs(),
        }
    }
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
