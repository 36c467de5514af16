//! Where a mover can get that goes where it heads and may turn only so far. A diagonal heading is half a turn.

use std::{cmp::Reverse, collections::BinaryHeap};

use serde::{Deserialize, Serialize};

use super::{
    map::Map,
    reach::Mover,
    square::{Area, Dir8, Square},
};

/// How far a mover may turn in one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turning {
    /// Where it heads.
    pub heading: Dir8,
    /// Eighths of a circle that it may turn in all; 255: as many as it likes.
    pub eighths: u8,
}

impl Turning {
    /// As far as it likes.
    pub const fn unlimited(heading: Dir8) -> Self {
        Self { heading, eighths: u8::MAX }
    }

    const fn limited(&self) -> bool {
        self.eighths < u8::MAX
    }

    /// Eighths that a path takes from a square, with the heading in the end; none where a step is no step.
    pub fn along(&self, from: Square, path: &[Square], last: Option<Dir8>) -> Option<u32> {
        let (mut heading, mut here, mut sum) = (self.heading, from, 0);
        for square in path {
            let dir = Dir8::from_step(here, *square)?;
            sum += u32::from(heading.turns_to(dir));
            (heading, here) = (dir, *square);
        }
        Some(sum + last.map_or(0, |dir| u32::from(heading.turns_to(dir))))
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    square: Square,
    heading: Dir8,
    cost: i32,
    provoked: u32,
    eighths: u8,
    before: Option<u32>,
    /// It is a last step into something.
    last: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Courses {
    width: usize,
    nodes: Vec<Node>,
    /// The best node on each square, and one more than its place in the list; 0: out of reach.
    best: Vec<u32>,
}

impl Courses {
    fn index(&self, square: Square) -> Option<usize> {
        let (x, y) = (usize::try_from(square.x).ok()?, usize::try_from(square.y).ok()?);
        (x < self.width).then_some(y * self.width + x)
    }

    fn node(&self, square: Square) -> Option<&Node> {
        let at = *self.best.get(self.index(square)?)?;
        self.nodes.get(usize::try_from(at).ok()?.checked_sub(1)?)
    }

    pub fn cost(&self, square: Square) -> Option<i32> {
        self.node(square).map(|node| node.cost)
    }

    pub fn path_to(&self, square: Square) -> Option<Vec<Square>> {
        let (mut way, mut node) = (Vec::new(), self.node(square)?);
        while let Some(before) = node.before {
            way.push(node.square);
            node = self.nodes.get(usize::try_from(before).ok()?)?;
        }
        way.reverse();
        Some(way)
    }

    /// All squares that were reached, in the order found.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let first = self.best.iter().filter(|at| **at > 0);
        first.filter_map(|at| Some(self.nodes.get(usize::try_from(*at).ok()? - 1)?.square))
    }
}

/// Whether a step from an area in a direction runs into what is looked for.
pub(super) type RunsInto<'a> = dyn Fn(&Area, Dir8) -> bool + 'a;

#[derive(Clone, Copy, Debug, Default)]
struct Step {
    hits: bool,
    price: Option<i32>,
}

/// The steps from each square, worked out once whatever the heading with which it is reached.
struct Steps<'a> {
    map: &'a Map,
    mover: &'a Mover,
    hits: Option<&'a RunsInto<'a>>,
    /// One more than the place in `known`; 0: not worked out yet.
    places: Vec<u32>,
    known: Vec<[Step; 8]>,
}

impl<'a> Steps<'a> {
    fn new(map: &'a Map, mover: &'a Mover, hits: Option<&'a RunsInto<'a>>) -> Self {
        let squares = usize::from(map.width()) * usize::from(map.height());
        Self { map, mover, hits, places: vec![0; squares], known: Vec::new() }
    }

    fn from(&mut self, index: usize, area: &Area) -> &[Step; 8] {
        if self.places[index] == 0 {
            self.known.push(Dir8::ALL.map(|dir| {
                Step {
                    hits: self.hits.is_some_and(|hits| hits(area, dir)),
                    price: self
                        .mover
                        .may_step(self.map, area, dir)
                        .then(|| self.mover.cost_at(self.map, &area.moved(dir))),
                }
            }));
            self.places[index] = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
        }
        &self.known[self.places[index] as usize - 1]
    }
}

/// Whether what waits is no worse in any of the three than what comes; what comes is noted where it is no worse in any.
#[inline]
fn outdone(waiting: &mut (i32, u32, u8), (cost, provoked, eighths): (i32, u32, u8)) -> bool {
    let (least, fewest, straightest) = waiting;
    if *least <= cost && *fewest <= provoked && *straightest <= eighths {
        return true;
    }
    if cost <= *least && provoked <= *fewest && eighths <= *straightest {
        (*least, *fewest, *straightest) = (cost, provoked, eighths);
    }
    false
}

/// Searches all squares within the allowance and the turns. Of equally cheap ways to a square it keeps the one that
/// leaves the fewest provoking squares, and of these the one that turns least.
///
/// With `hits` it looks for what it can run into instead: places are those of a last step that the test is true of;
/// `wanted` are places of which one has to be run into; none: whatever it meets.
pub(super) fn courses(
    map: &Map,
    mover: &Mover,
    turning: &Turning,
    hits: Option<&RunsInto<'_>>,
    wanted: &[Area],
) -> Courses {
    // Each step takes at least the price of plain ground, the last one too.
    let least = mover.rule.cost(0);
    let left = |square: Square| {
        let here = mover.area.at(square);
        wanted.iter().map(|place| here.distance(place)).min().map_or(0, |steps| steps * least)
    };
    let (width, height) = (usize::from(map.width()), usize::from(map.height()));
    let mut found = Courses { width, nodes: Vec::new(), best: vec![0; width * height] };
    let start = mover.area.origin;
    // The least turned way known to each square and heading; where turns are not limited, the cheapest is enough.
    let headings = if turning.limited() { 8 } else { 1 };
    let place = |index: usize, heading: Dir8| match headings {
        1 => index,
        _ => index * 8 + heading.eighths(),
    };
    let mut turned = vec![u8::MAX; width * height * headings];
    // What waits for each of them: what is in all three no better need not wait as well.
    let mut waiting = vec![(i32::MAX, u32::MAX, u8::MAX); width * height * headings];
    let mut queue: BinaryHeap<Reverse<(i32, u32, u8, u32)>> = BinaryHeap::new();
    let first = Node {
        square: start,
        heading: turning.heading,
        cost: 0,
        provoked: 0,
        eighths: 0,
        before: None,
        last: false,
    };
    let mut open = vec![first];
    let mut steps = Steps::new(map, mover, hits);
    queue.push(Reverse((0, 0, 0, 0)));
    while let Some(Reverse((.., at))) = queue.pop() {
        let Some(node) = usize::try_from(at).ok().and_then(|at| open.get(at)).copied() else { continue };
        let Some(index) = found.index(node.square) else { continue };
        let Ok(own) = u32::try_from(found.nodes.len()) else { break };
        let first = found.best[index] == 0;
        if node.last {
            if first {
                found.best[index] = own + 1;
                found.nodes.push(node);
            }
            continue;
        }
        let Some(known) = turned.get_mut(place(index, node.heading)) else { continue };
        if *known <= node.eighths {
            continue;
        }
        *known = if headings == 1 { 0 } else { node.eighths };
        found.nodes.push(node);
        if first && hits.is_none() {
            found.best[index] = own + 1;
        }
        let area = mover.area.at(node.square);
        let provoked = node.provoked + u32::from(mover.provokes(node.square));
        let free = node.before.is_none() && mover.rule.first_step_free;
        let mut go = |dir: Dir8, eighths: u8, price: i32, last: bool| {
            let cost = node.cost + price;
            let Ok(at) = u32::try_from(open.len()) else { return };
            if cost <= mover.budget || free {
                let square = node.square.moved(dir, 1);
                let known = found.index(square).is_some_and(|to| match last {
                    true => found.best[to] > 0,
                    false => turned[place(to, dir)] <= eighths,
                });
                if known || !last && cost + left(square) > mover.budget {
                    return;
                }
                if let (Some(to), false) = (found.index(square), last)
                    && outdone(&mut waiting[place(to, dir)], (cost, provoked, eighths))
                {
                    return;
                }
                open.push(Node { square, heading: dir, cost, provoked, eighths, before: Some(own), last });
                queue.push(Reverse((cost, provoked, eighths, at)));
            }
        };
        for (dir, step) in Dir8::ALL.into_iter().zip(*steps.from(index, &area)) {
            let eighths = node.eighths.saturating_add(node.heading.turns_to(dir));
            if turning.limited() && eighths > turning.eighths {
                continue;
            }
            if step.hits {
                go(dir, eighths, mover.rule.cost(0), true);
            }
            if let Some(price) = step.price {
                go(dir, eighths, price, false);
            }
        }
    }
    found
}
