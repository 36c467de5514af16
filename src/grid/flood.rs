//! Reach by flooding on rows of bits: one layer of squares for each cost.
//!
//! For allowances that stay within a window of 64 by 64 squares round the mover; `search` does the others. Row and bit
//! 32 of the window are the mover's north-west square. A layer is a step away from the one that is as much cheaper.

use super::{
    line::off_line,
    map::Map,
    passage::Passage,
    reach::Mover,
    set::SquareSet,
    square::{Dir8, Square},
};

type Bits = [u64; 64];

const MIDDLE: i32 = 32;

#[derive(Clone, Debug)]
pub(super) struct Flood {
    start: Square,
    /// Squares first reached at each cost, from 0.
    layers: Vec<Bits>,
    /// Squares that only the free first step reaches.
    first: Bits,
    /// Squares by what a step into them costs, cheapest first.
    classes: Vec<(i32, Bits)>,
    /// Squares that may be entered by a step in each direction.
    enter: Box<[Bits; 8]>,
    /// Squares that may not be the last, and squares that provoke when left.
    forbidden: Bits,
    provoking: Option<Box<Bits>>,
}

#[derive(Clone, Copy)]
struct Span(usize, usize);

fn at(bits: &Bits, x: i32, y: i32) -> bool {
    (0..64).contains(&x) && (0..64).contains(&y) && bits[y as usize] >> x & 1 == 1
}

/// `bits` moved by one column: to the east for 1, to the west for -1.
#[inline(always)]
fn aside(bits: u64, dx: i16) -> u64 {
    match dx {
        1 => bits << 1,
        -1 => bits >> 1,
        _ => bits,
    }
}

#[inline(always)]
fn row_from(row: usize, dy: i16) -> usize {
    row.wrapping_add_signed(-(dy as isize))
}

impl Flood {
    /// Floods, or none if the allowance leads out of the window.
    pub fn new(map: &Map, mover: &Mover) -> Option<Self> {
        let side = i32::from(mover.area.side());
        let plain = mover.rule.cost(0);
        let steps = (mover.budget.max(0) / plain).max(1);
        if steps > MIDDLE - 1 - side || mover.budget > 255 {
            return None;
        }
        let span = Span((MIDDLE - steps) as usize, (MIDDLE + steps) as usize);
        let passage = map.passages().of(mover.category);
        let window = RowReader {
            mover,
            passage,
            columns: usize::from(mover.area.columns.max(1)),
            rows: usize::from(mover.area.rows.max(1)),
            span,
        };
        let mut flood = Self {
            start: mover.area.origin,
            layers: Vec::new(),
            first: [0; 64],
            classes: window.classes(),
            enter: window.enter(),
            forbidden: window.touching(&mover.stop_forbidden),
            provoking: (!mover.provoking.is_empty()).then(|| Box::new(window.touching(&mover.provoking))),
        };
        flood.spread(mover.budget.max(0), plain, steps as usize);
        if mover.rule.first_step_free {
            flood.step_free(mover.budget.max(0));
        }
        Some(flood)
    }

    fn spread(&mut self, budget: i32, plain: i32, steps: usize) {
        let (middle, costs) = (MIDDLE as usize, budget as usize + 1);
        self.layers = vec![[0; 64]; costs];
        // squares a step away from each layer
        let mut around = vec![[0u64; 64]; costs];
        let mut fresh: Bits = [!0; 64];
        self.layers[0][middle] = 1 << MIDDLE;
        fresh[middle] &= !(1 << MIDDLE);
        self.neighbours(0, 0, &mut around);
        for cost in 1..costs {
            let far = (cost / plain as usize).min(steps);
            let mut any = 0;
            let layer = &mut self.layers[cost];
            for (price, class) in &self.classes {
                let Some(before) = cost.checked_sub(*price as usize) else { break };
                let source = &around[before];
                for row in middle - far..=middle + far {
                    let new = source[row] & class[row] & fresh[row];
                    layer[row] |= new;
                    any |= new;
                }
            }
            if any != 0 {
                for row in middle - far..=middle + far {
                    fresh[row] &= !layer[row];
                }
                if cost + (plain as usize) < costs {
                    self.neighbours(cost, far, &mut around);
                }
            }
        }
    }

    /// Marks the squares that one step from a layer enters; the layer lies within `far` rows of the middle.
    fn neighbours(&self, cost: usize, far: usize, around: &mut [Bits]) {
        let (layer, out, middle) = (&self.layers[cost], &mut around[cost], MIDDLE as usize);
        let [n, ne, e, se, s, sw, w, nw] = &*self.enter;
        for row in middle - far - 1..=middle + far + 1 {
            let (above, here, below) = (layer[row - 1], layer[row], layer[row + 1]);
            out[row] = (below & n[row])
                | ((below << 1) & ne[row])
                | ((here << 1) & e[row])
                | ((above << 1) & se[row])
                | (above & s[row])
                | ((above >> 1) & sw[row])
                | ((here >> 1) & w[row])
                | ((below >> 1) & nw[row]);
        }
    }

    fn step_free(&mut self, budget: i32) {
        for dir in Dir8::ALL {
            let to = self.start.moved(dir, 1);
            let (x, y) = self.place(to);
            if at(&self.enter[dir.eighths()], x, y) && self.price(to).is_some_and(|price| price > budget) {
                self.first[y as usize] |= 1 << x;
            }
        }
    }

    fn place(&self, square: Square) -> (i32, i32) {
        let offset = |a: i16, b: i16| i32::from(a) - i32::from(b) + MIDDLE;
        (offset(square.x, self.start.x), offset(square.y, self.start.y))
    }

    fn price(&self, square: Square) -> Option<i32> {
        let (x, y) = self.place(square);
        self.classes.iter().find(|(_, class)| at(class, x, y)).map(|(price, _)| *price)
    }

    pub fn cost(&self, square: Square) -> Option<i32> {
        let (x, y) = self.place(square);
        let cheap = self.layers.iter().position(|layer| at(layer, x, y)).map(|cost| cost as i32);
        cheap.or_else(|| if at(&self.first, x, y) { self.price(square) } else { None })
    }

    /// The squares on which the move may end.
    pub fn stops(&self, map: &Map) -> SquareSet {
        let mut set = SquareSet::new(map.width(), map.height());
        let mut rows = self.first;
        for layer in &self.layers[1..] {
            for (row, more) in rows.iter_mut().zip(layer) {
                *row |= more;
            }
        }
        let (x, y) = (i32::from(self.start.x) - MIDDLE, i32::from(self.start.y) - MIDDLE);
        for (row, bits) in rows.iter().enumerate() {
            set.add_window(x, y + row as i32, bits & !self.forbidden[row]);
        }
        set
    }

    fn leaving_provokes(&self, square: Square) -> u32 {
        let (x, y) = self.place(square);
        self.provoking.as_ref().map_or(0, |bits| u32::from(at(bits, x, y)))
    }

    /// The squares from which the best ways lead to this one by their last step.
    fn before(&self, square: Square) -> impl Iterator<Item = Square> {
        let (x, y) = self.place(square);
        let layer = match (self.cost(square), self.price(square)) {
            (Some(_), _) if at(&self.first, x, y) => Some(0),
            (Some(cost), Some(price)) if cost >= price => Some((cost - price) as usize),
            _ => None,
        };
        Dir8::ALL.into_iter().filter_map(move |dir| {
            let from = square.moved(dir, -1);
            let (a, b) = self.place(from);
            (at(&self.enter[dir.eighths()], x, y) && at(self.layers.get(layer?)?, a, b)).then_some(from)
        })
    }

    pub fn path_to(&self, square: Square) -> Option<Vec<Square>> {
        self.cost(square)?;
        let provoked = self.provoking.as_ref().map(|_| self.provoked(square));
        let mut way = vec![square];
        let mut here = square;
        while here != self.start {
            let count = |from: Square| match &provoked {
                None => 0,
                Some(known) => known.iter().find(|(s, _)| *s == from).map_or(u32::MAX, |(_, n)| *n),
            };
            let leave = |from: Square| count(from).saturating_add(self.leaving_provokes(from));
            here = self.before(here).min_by_key(|&from| (leave(from), off_line(self.start, square, from)))?;
            way.push(here);
        }
        way.pop();
        way.reverse();
        Some(way)
    }

    /// For every square on a cheapest way to this one, the fewest provoking squares left on the way there.
    fn provoked(&self, goal: Square) -> Vec<(Square, u32)> {
        let mut on_way = SquareSet::new(64, 64);
        let local = |square: Square| {
            let (x, y) = self.place(square);
            Square::new(x as i16, y as i16)
        };
        let mut squares = vec![goal];
        on_way.insert(local(goal));
        let mut next = 0;
        while let Some(&square) = squares.get(next) {
            next += 1;
            for from in self.before(square) {
                if on_way.insert(local(from)) {
                    squares.push(from);
                }
            }
        }
        squares.sort_by_key(|&square| (self.cost(square), square));
        let mut known: Vec<(Square, u32)> = Vec::with_capacity(squares.len());
        let mut counts = vec![u32::MAX; 64 * 64];
        let slot = |square: Square| {
            let (x, y) = self.place(square);
            (64 * y + x) as usize
        };
        for square in squares {
            let best = self
                .before(square)
                .map(|from| counts[slot(from)].saturating_add(self.leaving_provokes(from)));
            let best = if square == self.start { 0 } else { best.min().unwrap_or(u32::MAX) };
            counts[slot(square)] = best;
            known.push((square, best));
        }
        known
    }
}

struct RowReader<'a> {
    mover: &'a Mover,
    passage: &'a Passage,
    columns: usize,
    rows: usize,
    span: Span,
}

impl RowReader<'_> {
    /// The rows of a set, and as many more on both sides as footprints and corners need.
    fn read(&self, set: &SquareSet) -> Bits {
        let (x, y) =
            (i32::from(self.mover.area.origin.x) - MIDDLE, i32::from(self.mover.area.origin.y) - MIDDLE);
        let mut bits = [0; 64];
        let rows = self.span.0 - 1..=(self.span.1 + self.rows).min(63);
        for (row, bits) in bits.iter_mut().enumerate().filter(|(row, _)| rows.contains(row)) {
            *bits = set.window(x, y + row as i32);
        }
        bits
    }

    /// The places whose footprint touches any of these squares.
    fn any(&self, bits: &Bits) -> Bits {
        self.over(bits, |a, b| a | b)
    }

    /// The places whose whole footprint lies on these squares.
    fn all(&self, bits: &Bits) -> Bits {
        self.over(bits, |a, b| a & b)
    }

    fn over(&self, bits: &Bits, join: impl Fn(u64, u64) -> u64) -> Bits {
        self.over_part(bits, self.columns, self.rows, join)
    }

    fn over_part(&self, bits: &Bits, wide: usize, tall: usize, join: impl Fn(u64, u64) -> u64) -> Bits {
        if (wide, tall) == (1, 1) {
            return *bits;
        }
        let flat = bits.map(|row| (1..wide).fold(row, |all, i| join(all, row >> i)));
        let mut out = [0; 64];
        for row in self.span.0 - 1..=self.span.1 + 1 {
            out[row] = (1..tall).fold(flat[row], |all, j| join(all, flat.get(row + j).copied().unwrap_or(0)));
        }
        out
    }

    /// The places with a wall inside the footprint, of those walls of which it has `wide` by `tall`.
    fn inner_walls(&self, walls: &Bits, wide: usize, tall: usize) -> Bits {
        if wide == 0 || tall == 0 { [0; 64] } else { self.over_part(walls, wide, tall, |a, b| a | b) }
    }

    fn touching(&self, set: &SquareSet) -> Bits {
        if set.width() == 0 {
            return [0; 64];
        }
        self.any(&self.read(set))
    }

    fn classes(&self) -> Vec<(i32, Bits)> {
        let mut slow: Vec<(u32, Bits)> =
            self.passage.slow.iter().map(|(n, set)| (u32::from(*n), self.read(set))).collect();
        self.add_hindrances(&mut slow);
        // most difficult first: a footprint costs what its worst square costs
        slow.sort_by_key(|(difficulty, _)| std::cmp::Reverse(*difficulty));
        let mut rest: Bits = [!0; 64];
        let mut classes: Vec<(i32, Bits)> = Vec::new();
        for (difficulty, bits) in
            slow.into_iter().map(|(d, bits)| (d, self.any(&bits))).chain([(0, [!0; 64])])
        {
            let cost = self.mover.rule.cost(difficulty);
            let mut own = bits;
            for (own, rest) in own.iter_mut().zip(&mut rest) {
                *own &= *rest;
                *rest &= !*own;
            }
            match classes.iter_mut().find(|(known, _)| *known == cost) {
                Some((_, known)) => known.iter_mut().zip(own).for_each(|(known, own)| *known |= own),
                None => classes.push((cost, own)),
            }
        }
        classes.sort_by_key(|(cost, _)| *cost);
        classes
    }

    fn add_hindrances(&self, slow: &mut Vec<(u32, Bits)>) {
        let mut squares: Vec<Square> = self.mover.hindrances.iter().map(|(square, _)| *square).collect();
        squares.sort();
        squares.dedup();
        for square in squares {
            let offset = |a: i16, b: i16| i32::from(a) - i32::from(b) + MIDDLE;
            let (x, y) =
                (offset(square.x, self.mover.area.origin.x), offset(square.y, self.mover.area.origin.y));
            if !(0..64).contains(&x) || !(0..64).contains(&y) {
                continue;
            }
            let more =
                self.mover.hindrances.iter().filter(|(on, _)| *on == square).map(|(_, n)| u32::from(*n));
            let total = u32::from(self.passage.difficulty(square)) + more.sum::<u32>();
            match slow.iter_mut().find(|(difficulty, _)| *difficulty == total) {
                Some((_, bits)) => bits[y as usize] |= 1 << x,
                None if total > 0 => {
                    let mut bits = [0; 64];
                    bits[y as usize] |= 1 << x;
                    slow.push((total, bits));
                }
                None => {}
            }
        }
    }

    /// Places that may be entered by a step in each direction.
    fn enter(&self) -> Box<[Bits; 8]> {
        let open = self.read(&self.passage.open);
        let mut free = open;
        if self.mover.closed.width() > 0 {
            let closed = self.read(&self.mover.closed);
            free.iter_mut().zip(closed).for_each(|(free, closed)| *free &= !closed);
        }
        let mut room = self.all(&free);
        let (east, south) = if self.passage.walls {
            (self.read(&self.passage.east), self.read(&self.passage.south))
        } else {
            ([0; 64], [0; 64])
        };
        if self.passage.walls && (self.columns, self.rows) != (1, 1) {
            let across = self.inner_walls(&east, self.columns - 1, self.rows);
            let down = self.inner_walls(&south, self.columns, self.rows - 1);
            for (row, room) in room.iter_mut().enumerate() {
                *room &= !(across[row] | down[row]);
            }
        }
        let mut enter = Box::new([[0; 64]; 8]);
        for dir in Dir8::ALL {
            let mut own = [0u64; 64];
            let rows = self.span.0..=(self.span.1 + self.rows - 1).min(62);
            for (row, own) in own.iter_mut().enumerate().filter(|(row, _)| rows.contains(row)) {
                *own = self.single(dir, row, &open, &east, &south);
            }
            let step = self.all(&own);
            for row in self.span.0..=self.span.1 {
                enter[dir.eighths()][row] = room[row] & step[row];
            }
        }
        enter
    }

    /// Squares of a row into which a single square may step in a direction, whether or not they are open.
    fn single(&self, dir: Dir8, row: usize, open: &Bits, east: &Bits, south: &Bits) -> u64 {
        let (dx, dy) = dir.delta();
        let from = row_from(row, dy);
        // the edge crossed between two squares of one row, seen from the square entered; likewise between two rows
        let across = |row: usize| if dx > 0 { east[row] << 1 } else { east[row] };
        let down = if dy > 0 { south[from] } else { south[row] };
        match (dx, dy) {
            (0, _) => !down,
            (_, 0) => !across(row),
            _ => {
                let by_column = !open[from] | across(from) | down;
                let by_row = aside(!open[row] | down, dx) | across(row);
                !(by_column & by_row)
            }
        }
    }
}
