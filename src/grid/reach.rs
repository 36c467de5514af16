//! Where a mover can get within its allowance, what it costs, and by which path.
//!
//! `flood` finds this on rows of bits for an allowance of up to some thirty squares; `search` finds it for a larger
//! one, and it finds single paths.

use super::{
    flood::Flood,
    line::{near_line, off_line},
    map::Map,
    search::{Found, search},
    set::SquareSet,
    square::{Area, Dir8, Square, distance},
    step::{CostRule, fits, step_allowed},
    turning::{Courses, Turning, courses},
};
use crate::key::Key;

/// Someone about to move. Squares of a path are those of the footprint's north-west square.
#[derive(Clone, Debug)]
pub struct Mover {
    /// Where it stands.
    pub area: Area,
    /// Its category of movement.
    pub category: Key,
    /// Its allowance in squares.
    pub budget: i32,
    /// What its steps cost.
    pub rule: CostRule,
    /// Squares that no square of it may enter, since someone holds them whom it may not pass. They shut no diagonals.
    pub closed: SquareSet,
    /// Squares that no square of it may end on, since someone holds them whom it may pass.
    pub stop_forbidden: SquareSet,
    /// Squares that provoke when any square of it leaves them.
    pub provoking: SquareSet,
    /// Difficulty added to squares by bodies on the ground. It also slows those who ignore terrain.
    pub hindrances: Vec<(Square, u8)>,
    /// How far it may turn, if it can only go where it heads; none: it can go in every direction.
    pub turning: Option<Turning>,
}

impl Mover {
    /// A mover whom nobody hinders, with the cost rule of A-66.
    pub fn new(area: Area, category: Key, budget: i32) -> Self {
        Self {
            area,
            category,
            budget,
            rule: CostRule::default(),
            closed: SquareSet::default(),
            stop_forbidden: SquareSet::default(),
            provoking: SquareSet::default(),
            hindrances: Vec::new(),
            turning: None,
        }
    }

    /// The cost of a step that brings it to this place, with what hindrances add.
    pub fn cost_at(&self, map: &Map, area: &Area) -> i32 {
        let passage = map.passages().of(self.category);
        let difficulty = |square: Square| {
            let more =
                self.hindrances.iter().filter(|(on, _)| *on == square).map(|(_, more)| u32::from(*more));
            u32::from(passage.difficulty(square)) + more.sum::<u32>()
        };
        self.rule.cost(area.squares().map(difficulty).max().unwrap_or(0))
    }

    /// Whether it may make a step from a place: the map allows it ([`step_allowed`]), and it enters no closed square.
    pub fn may_step(&self, map: &Map, area: &Area, dir: Dir8) -> bool {
        step_allowed(map, area, dir, self.category).is_ok() && !self.is_closed(&area.moved(dir))
    }

    /// Whether the others let it end its move with its north-west square here.
    pub fn may_stop(&self, origin: Square) -> bool {
        !self.touches(&self.stop_forbidden, origin)
    }

    /// Whether leaving this place provokes.
    pub fn provokes(&self, origin: Square) -> bool {
        self.touches(&self.provoking, origin)
    }

    fn is_closed(&self, area: &Area) -> bool {
        self.touches(&self.closed, area.origin)
    }

    fn touches(&self, set: &SquareSet, origin: Square) -> bool {
        set.width() > 0 && self.area.at(origin).squares().any(|square| set.contains(square))
    }
}

/// Everywhere a mover can get. Squares are those of the footprint's north-west square.
#[derive(Clone, Debug)]
pub struct Reach {
    start: Square,
    /// Where the move may end; the start is not among them.
    pub squares: SquareSet,
    costs: Costs,
}

#[derive(Clone, Debug)]
enum Costs {
    Flood(Box<Flood>),
    Search(Found),
    Courses(Courses),
}

impl Reach {
    /// Where the mover stands.
    pub fn start(&self) -> Square {
        self.start
    }

    /// The lowest cost of getting to a square, be it to end there or to pass over it. It is 0 for the start, and never
    /// more than the allowance.
    pub fn cost(&self, square: Square) -> Option<i32> {
        match &self.costs {
            Costs::Flood(flood) => flood.cost(square),
            Costs::Search(found) => found.cost(square),
            Costs::Courses(found) => found.cost(square),
        }
    }

    /// The squares on which the move may end, with their costs, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Square, i32)> + '_ {
        self.squares.iter().filter_map(|square| Some((square, self.cost(square)?)))
    }

    /// The best path to a square, without the start: the cheapest; of several, the one that leaves the fewest provoking
    /// squares; of these, the straightest.
    pub fn path_to(&self, square: Square) -> Option<Vec<Square>> {
        match &self.costs {
            Costs::Flood(flood) => flood.path_to(square),
            Costs::Search(found) => found.path_to(square),
            Costs::Courses(found) => found.path_to(square),
        }
    }
}

/// Everywhere a mover can get within its allowance.
pub fn reach(map: &Map, mover: &Mover) -> Reach {
    let start = mover.area.origin;
    let stops = |found: &mut dyn Iterator<Item = Square>| {
        let stops = found.filter(|&square| square != start && mover.may_stop(square));
        SquareSet::of(map.width(), map.height(), stops)
    };
    if let Some(turning) = &mover.turning {
        let found = courses(map, mover, turning, None, &[]);
        let squares = stops(&mut found.squares());
        return Reach { start, squares, costs: Costs::Courses(found) };
    }
    match Flood::new(map, mover) {
        Some(flood) => Reach { start, squares: flood.stops(map), costs: Costs::Flood(Box::new(flood)) },
        None => {
            let found = search(map, mover, None);
            let squares = stops(&mut found.squares());
            Reach { start, squares, costs: Costs::Search(found) }
        }
    }
}

/// Every place where a mover can run into something. `hits` says, by the place before it and the direction, whether
/// something stands there. Where `wanted` places are given, only the places within them are sure to be found.
pub fn reach_into(
    map: &Map,
    mover: &Mover,
    turning: &Turning,
    hits: &dyn Fn(&Area, Dir8) -> bool,
    wanted: &[Area],
) -> Reach {
    let found = courses(map, mover, turning, Some(hits), wanted);
    let squares = SquareSet::of(map.width(), map.height(), found.squares());
    Reach { start: mover.area.origin, squares, costs: Costs::Courses(found) }
}

/// The best path to a square whatever it costs, in the order of [`Reach::path_to`]; none if it may not end there.
pub fn path(map: &Map, mover: &Mover, goal: Square) -> Option<Vec<Square>> {
    if !mover.may_stop(goal) {
        return None;
    }
    search(map, mover, Some(goal)).path_to(goal)
}

/// A path in a straight line, as a charge needs it, with its cost, which may exceed the allowance. There is
/// none if all such paths are blocked.
pub fn straight_path(map: &Map, mover: &Mover, goal: Square) -> Option<(Vec<Square>, i32)> {
    let start = mover.area.origin;
    if goal == start || fits(map, map.passages().of(mover.category), &mover.area.at(goal)).is_err() {
        return None;
    }
    // Where the line runs half-way between two squares there is a choice of two: keep the best way to each.
    let mut ways: Vec<(i64, Vec<Square>)> = vec![(0, vec![start])];
    for left in (0..distance(start, goal)).rev() {
        let mut next: Vec<(i64, Vec<Square>)> = Vec::new();
        for (off, way) in &ways {
            let &at = way.last()?;
            for dir in Dir8::ALL {
                let to = at.moved(dir, 1);
                let on_line = distance(to, goal) == left && near_line(start, goal, to);
                if !on_line || !mover.may_step(map, &mover.area.at(at), dir) {
                    continue;
                }
                let off = off + off_line(start, goal, to);
                let longer = || way.iter().copied().chain([to]).collect();
                match next.iter_mut().find(|(_, known)| known.last() == Some(&to)) {
                    Some(known) if off < known.0 => *known = (off, longer()),
                    Some(_) => {}
                    None => next.push((off, longer())),
                }
            }
        }
        ways = next;
    }
    let (_, mut way) = ways.into_iter().find(|(_, way)| way.last() == Some(&goal))?;
    way.remove(0);
    let cost = way.iter().map(|&square| mover.cost_at(map, &mover.area.at(square))).sum();
    Some((way, cost))
}

#[cfg(test)]
#[path = "reach_tests.rs"]
mod tests;
