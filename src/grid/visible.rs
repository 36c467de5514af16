//! All squares in sight at once, equal square by square to the exact line test of `sight` (A-167, T-05).
//!
//! Each of four quadrants is walked row by row away from the eye on rows of bits, as wedges of free bearings.
//! Bearings are exact fractions (sideways over outward); a blocking square takes away the open range between the
//! bearings of its outermost corners, an edge that between its ends, so a bearing that only touches a corner stays
//! free. Where walls meet at a corner that one bearing is taken away as well. `sweep` walks where only squares
//! block.

use super::{
    band::{Band, Screen},
    blockers::{Blockers, Rows},
    map::Map,
    set::{MAX_SIDE, SquareSet, Strips},
    sight::{clear, clear_beside},
    square::{Area, Square},
    sweep::{Row, Squares, Stack, bits, centre, runs, span, transpose, window},
    terrain::Ray,
};

/// All squares within `radius` of a footprint, in a band, whose ground is in its sight. Its own squares included.
pub fn visible(map: &Map, area: &Area, radius: u16, band: Band) -> SquareSet {
    visible_between(map, area, radius, band, Band::Ground)
}

/// All squares within `radius` of a footprint in `band` at which something in `target` is in its sight: exactly
/// those with a line by `line_of_sight_between`. Radius counts squares, bands not added.
pub fn visible_between(map: &Map, area: &Area, radius: u16, band: Band, target: Band) -> SquareSet {
    let screen = band.screen(target);
    if screen == Screen::All {
        return swept(map, Ray::Sight, area, radius);
    }
    let mut seen = within(map, area, radius);
    if screen == Screen::BesideGround {
        let free = |own: Square, other: Square| match band {
            Band::Ground => clear_beside(map, Ray::Sight, own, other),
            _ => clear_beside(map, Ray::Sight, other, own),
        };
        for square in seen.clone().iter() {
            if !area.squares().any(|own| free(own, square)) {
                seen.remove(square);
            }
        }
    }
    seen
}

/// All squares within `radius` of a footprint on the ground that have Line of Effect to it.
pub fn effect_reaches(map: &Map, area: &Area, radius: u16) -> SquareSet {
    swept(map, Ray::Effect, area, radius)
}

fn within(map: &Map, area: &Area, radius: u16) -> SquareSet {
    let mut set = SquareSet::new(map.width(), map.height());
    let (radius, last) = (i32::from(radius), area.last());
    let cut = |value: i32, size: u16| value.clamp(0, i32::from(size));
    let (x0, x1) = (i32::from(area.origin.x) - radius, i32::from(last.x) + radius + 1);
    let (y0, y1) = (i32::from(area.origin.y) - radius, i32::from(last.y) + radius + 1);
    for y in cut(y0, map.height())..cut(y1, map.height()) {
        for x in cut(x0, map.width())..cut(x1, map.width()) {
            set.insert(Square::new(x as i16, y as i16));
        }
    }
    set
}

fn swept(map: &Map, ray: Ray, area: &Area, radius: u16) -> SquareSet {
    let mut seen = SquareSet::new(map.width(), map.height());
    let blockers = map.blockers(ray);
    // the radius counts from the nearest square, the line may come from the farthest
    let farther = radius.saturating_add(area.side().unsigned_abs() - 1);
    for from in area.squares().filter(|&from| map.contains(from)) {
        sweep_from(map, blockers, ray, from, farther, &mut seen);
    }
    if area.side() > 1 {
        seen.intersect(&within(map, area, radius));
    }
    seen
}

fn sweep_from(map: &Map, blockers: &Blockers, ray: Ray, from: Square, radius: u16, seen: &mut SquareSet) {
    let radius = i32::from(radius.min(MAX_SIDE - 1));
    match &blockers.maybe {
        None => sweep(&blockers.sure, from, radius, seen),
        Some(maybe) => {
            // What no possible blocker hides is seen; what a sure one hides is not; the rest is drawn line by line.
            let mut doubtful = SquareSet::new(map.width(), map.height());
            sweep(&blockers.sure, from, radius, &mut doubtful);
            sweep(maybe, from, radius, seen);
            doubtful.difference(seen);
            for square in doubtful.iter().filter(|&square| clear(map, ray, from, square)) {
                seen.insert(square);
            }
        }
    }
}

fn sweep(rows: &Rows, from: Square, radius: i32, seen: &mut SquareSet) {
    // nothing is farther away than the ends of the board
    let far = |at: i16, size: u16| i32::from(at).max(i32::from(size) - 1 - i32::from(at));
    let radius = radius.min(far(from.x, seen.width()).max(far(from.y, seen.height())));
    if radius <= Strips::MARGIN && !rows.edges {
        sweep_near(rows, from, radius, seen);
    } else {
        match radius {
            ..32 => sweep_wide::<1>(rows, from, radius, [&mut [[0; 1]; 64], &mut [[0; 1]; 64]], seen),
            32..64 => sweep_wide::<2>(rows, from, radius, [&mut [[0; 2]; 128], &mut [[0; 2]; 128]], seen),
            64..128 => sweep_wide::<4>(rows, from, radius, [&mut [[0; 4]; 256], &mut [[0; 4]; 256]], seen),
            128..256 => {
                sweep_wide::<8>(rows, from, radius, [&mut vec![[0; 8]; 512], &mut vec![[0; 8]; 512]], seen);
            }
            _ => sweep_wide::<16>(
                rows,
                from,
                radius,
                [&mut vec![[0; 16]; 1024], &mut vec![[0; 16]; 1024]],
                seen,
            ),
        }
    }
}

/// Sweeps all four quadrants where only squares block and all lies within one strip.
fn sweep_near(rows: &Rows, from: Square, radius: i32, seen: &mut SquareSet) {
    let (mut upright, mut ends) = ([0u64; 64], [0u64; 64]);
    let (x, y) = (i32::from(from.x), i32::from(from.y));
    let ((columns, own_x), (lines, own_y)) = (rows.strips[0].around(x), rows.strips[1].around(y));
    let mut wedges = Stack::new();
    let read = |strip: &[u64], at: i32| -> Row<1> {
        [strip.get((at + Strips::MARGIN) as usize).copied().unwrap_or(0)]
    };
    let mut mark = |row: i32, first, end| upright[row as usize & 63] |= bits::<1>(first, end)[0];
    let quadrant = Squares { centre: own_x, radius };
    quadrant.walk(&mut wedges, |depth| read(columns, y - depth), |depth, a, b| mark(own_y - depth, a, b));
    quadrant.walk(&mut wedges, |depth| read(columns, y + depth), |depth, a, b| mark(own_y + depth, a, b));
    // In a column only the ends of what is seen are marked: no square is seen twice, so what is between follows below.
    let mut mark = |column: i32, first: i32, end: i32| {
        ends[first as usize & 63] ^= 1 << (column & 63);
        ends[end as usize & 63] ^= 1 << (column & 63);
    };
    let quadrant = Squares { centre: own_y, radius };
    quadrant.walk(&mut wedges, |depth| read(lines, x - depth), |depth, a, b| mark(own_x - depth, a, b));
    quadrant.walk(&mut wedges, |depth| read(lines, x + depth), |depth, a, b| mark(own_x + depth, a, b));
    upright[own_y as usize & 63] |= 1 << own_x;
    let used = (own_y - radius) as usize..=(own_y + radius) as usize;
    let mut inside = 0;
    let all = upright[used.clone()].iter().zip(&ends[used]).map(|(row, ends)| {
        inside ^= ends;
        row | inside
    });
    seen.add_columns(x - own_x, y - radius, all);
}

/// Sweeps all four quadrants. The two tables are empty and have 64·W rows: one goes row by row, one column by column.
#[inline(never)] // its tables would lie on the stack of near sweeps as well
fn sweep_wide<const W: usize>(
    rows: &Rows,
    from: Square,
    radius: i32,
    [upright, turned]: [&mut [Row<W>]; 2],
    seen: &mut SquareSet,
) {
    let (x, y, middle) = (i32::from(from.x), i32::from(from.y), centre::<W>() as usize);
    let (mut wedges, mut free) = (Vec::with_capacity(64), Stack::new());
    for sign in [-1, 1] {
        if rows.edges {
            let (squares, within, beyond) = (&rows.squares, &rows.east, &rows.south);
            let quadrant = Quadrant { squares, within, beyond, column: x, row: y, sign };
            walk(&quadrant, radius, &mut wedges, upright);
            let (squares, within, beyond) = (&rows.squares_turned, &rows.south_turned, &rows.east_turned);
            let quadrant = Quadrant { squares, within, beyond, column: y, row: x, sign };
            walk(&quadrant, radius, &mut wedges, turned);
        } else {
            let quadrant = Squares { centre: centre::<W>(), radius };
            let add = |row: &mut Row<W>, first, end| {
                row.iter_mut().zip(bits::<W>(first, end)).for_each(|(word, more)| *word |= more);
            };
            let squares = |depth| window::<W>(&rows.squares, x, y + sign * depth);
            quadrant.walk(&mut free, squares, |depth, first, end| {
                add(&mut upright[(centre::<W>() + sign * depth) as usize], first, end);
            });
            let squares = |depth| window::<W>(&rows.squares_turned, y, x + sign * depth);
            quadrant.walk(&mut free, squares, |depth, first, end| {
                add(&mut turned[(centre::<W>() + sign * depth) as usize], first, end);
            });
        }
    }
    transpose(turned);
    upright[middle][middle / 64] |= 1 << (middle % 64);
    let used = middle - radius as usize..=middle + radius as usize;
    for k in 0..W {
        let both = upright[used.clone()].iter().zip(&turned[used.clone()]).map(|(a, b)| a[k] | b[k]);
        seen.add_columns(x - centre::<W>() + 64 * k as i32, y - radius, both);
    }
}

fn bit<const W: usize>(row: &Row<W>, column: i32) -> bool {
    let at = column + centre::<W>();
    row.get((at >> 6) as usize).is_some_and(|word| word >> (at & 63) & 1 == 1)
}

/// A bearing n / m at the end of a wedge. `m` is odd and positive. If open, the bearing itself is not free.
#[derive(Clone, Copy)]
struct Bound {
    n: i32,
    m: i32,
    open: bool,
}

impl Bound {
    const fn new(n: i32, m: i32) -> Self {
        Self { n, m, open: false }
    }

    const fn is_below(self, other: Self) -> bool {
        self.n * other.m < other.n * self.m
    }
}

/// The largest m that a bearing has is one more than this: the far side of the square behind the last row.
const MOST: i32 = 2 * MAX_SIDE as i32;

/// 2^40 / m, rounded up, for every odd m that a bearing has.
const PARTS: [u64; MOST as usize / 2 + 1] = {
    let mut parts = [0; MOST as usize / 2 + 1];
    let mut k = 0;
    while k < parts.len() {
        parts[k] = (1u64 << 40).div_ceil(2 * k as u64 + 1);
        k += 1;
    }
    parts
};

/// `value / m` rounded down, by multiplication: exact for odd `m` up to 1025 and values within 1024·m of 0, as
/// the rounding of 2^40 / m adds less than m · 2^11 / 2^40 to the quotient, which is less than 1 / m.
#[inline(always)]
fn floor(value: i32, m: i32) -> i32 {
    let above_zero = (value + MOST * m) as u64;
    ((above_zero * PARTS[(m >> 1) as usize]) >> 40) as i32 - MOST
}

/// Free bearings between two bounds, from a row outward.
#[derive(Clone, Copy)]
struct Wedge {
    depth: i32,
    low: Bound,
    high: Bound,
}

impl Wedge {
    fn is_empty(&self) -> bool {
        let (low, high) = (self.low, self.high);
        high.is_below(low) || (!low.is_below(high) && (low.open || high.open))
    }
}

/// One quadrant as rows away from the eye: which sets hold its squares and edges, and which row is at depth `d`.
struct Quadrant<'a> {
    squares: &'a SquareSet,
    /// Edges between two squares of one row.
    within: &'a SquareSet,
    /// Edges between a row and the next one outward.
    beyond: &'a SquareSet,
    column: i32,
    row: i32,
    sign: i32,
}

impl Quadrant<'_> {
    fn squares<const W: usize>(&self, depth: i32) -> Row<W> {
        window(self.squares, self.column, self.row + self.sign * depth)
    }

    fn within<const W: usize>(&self, depth: i32) -> Row<W> {
        window(self.within, self.column, self.row + self.sign * depth)
    }

    fn beyond<const W: usize>(&self, depth: i32) -> Row<W> {
        // an edge belongs to the northern or western of its squares: on the way back, to the outer one
        window(self.beyond, self.column, self.row + self.sign * depth - i32::from(self.sign < 0))
    }
}

/// Walks one quadrant, edges included, and marks what is seen in `out`, whose middle row is the eye's.
fn walk<const W: usize>(quadrant: &Quadrant<'_>, radius: i32, wedges: &mut Vec<Wedge>, out: &mut [Row<W>]) {
    let mut parts = Vec::new();
    wedges.push(Wedge { depth: 0, low: Bound::new(-1, 1), high: Bound::new(1, 1) });
    while let Some(wedge) = wedges.pop() {
        let (low, high) = (wedge.low, wedge.high);
        for depth in wedge.depth..=radius {
            if depth > 0 {
                // squares whose centre has a free bearing: ceil(depth · low) to floor(depth · high)
                let first = floor(depth * low.n + low.m - i32::from(!low.open), low.m);
                let last = floor(depth * high.n - i32::from(high.open), high.m);
                if first <= last {
                    let row = &mut out[(centre::<W>() + quadrant.sign * depth) as usize];
                    for (word, more) in row.iter_mut().zip(span::<W>(first, last)) {
                        *word |= more;
                    }
                }
            }
            if depth == radius {
                break;
            }
            // squares whose inside has a free bearing
            let near = |n: i32| 2 * depth + if n > 0 { -1 } else { 1 };
            let first = floor((low.n * near(low.n) + low.m) >> 1, low.m);
            let last = floor((high.n * near(-high.n) + high.m - 1) >> 1, high.m);
            let mut squares = quadrant.squares::<W>(depth);
            let range = if depth == 0 || first > last { [0; W] } else { span::<W>(first, last) };
            for (word, keep) in squares.iter_mut().zip(range) {
                *word &= keep;
            }
            let whole = Wedge { depth: depth + 1, low, high };
            if cut(quadrant, &whole, &squares, (first, last), &mut parts) {
                wedges.append(&mut parts);
                break;
            }
        }
    }
}

fn lower(column: i32, depth: i32) -> Bound {
    Bound::new(2 * column - 1, 2 * depth + if column > 0 { 1 } else { -1 })
}

fn upper(column: i32, depth: i32) -> Bound {
    Bound::new(2 * column + 1, 2 * depth + if column < 0 { 1 } else { -1 })
}

/// Takes squares and edges of a row, and the edges behind it, out of a wedge, into `parts`; false: nothing changed.
fn cut<const W: usize>(
    quadrant: &Quadrant<'_>,
    wedge: &Wedge,
    squares: &Row<W>,
    (first, last): (i32, i32),
    parts: &mut Vec<Wedge>,
) -> bool {
    let depth = wedge.depth - 1;
    let (first, last) = (first - 1, last + 1);
    parts.clear();
    parts.push(*wedge);
    let mut changed = false;
    runs(squares, |a, b| {
        let (a, b) = (a - centre::<W>(), b - centre::<W>());
        changed |= take(parts, lower(a, depth), upper(b, depth));
    });
    if depth > 0 {
        let within = quadrant.within::<W>(depth);
        for column in (first..=last).filter(|&column| bit(&within, column)) {
            let (near, far) =
                (Bound::new(2 * column + 1, 2 * depth - 1), Bound::new(2 * column + 1, 2 * depth + 1));
            changed |= if column >= 0 { take(parts, far, near) } else { take(parts, near, far) };
        }
    }
    let beyond = quadrant.beyond::<W>(depth);
    let slope = 2 * depth + 1;
    for column in (first..=last).filter(|&column| bit(&beyond, column)) {
        changed |= take(parts, Bound::new(2 * column - 1, slope), Bound::new(2 * column + 1, slope));
    }
    for part in parts.iter_mut() {
        for bound in [&mut part.low, &mut part.high] {
            if !bound.open && shut(quadrant, depth, &beyond, bound) {
                bound.open = true;
                changed = true;
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    changed
}

/// Whether a bearing passes, right behind a row, a corner that walls shut.
fn shut<const W: usize>(quadrant: &Quadrant<'_>, depth: i32, beyond: &Row<W>, bound: &Bound) -> bool {
    let across = bound.n * (2 * depth + 1);
    if across % bound.m != 0 {
        return false;
    }
    let across = across / bound.m;
    if across % 2 == 0 {
        return false;
    }
    // the corner lies between the columns `left` and `left + 1`; the bearing goes from `from` to `to`
    let left = (across - 1).div_euclid(2);
    let (from, to) = if bound.n > 0 { (left, left + 1) } else { (left + 1, left) };
    let (here, next) = (quadrant.within::<W>(depth), quadrant.within::<W>(depth + 1));
    let beside = bit(&here, left) || bit(beyond, to);
    let ahead = bit(&next, left) || bit(beyond, from);
    let square = |depth: i32, column: i32| bit(&quadrant.squares::<W>(depth), column);
    (beside && (ahead || square(depth + 1, from))) || (ahead && square(depth, to))
}

/// Takes the open range between two bearings out of all parts; false if that changed nothing.
fn take(parts: &mut Vec<Wedge>, low: Bound, high: Bound) -> bool {
    let mut changed = false;
    let mut at = 0;
    while at < parts.len() {
        let part = parts[at];
        if !(low.is_below(part.high) && part.low.is_below(high)) {
            at += 1;
            continue;
        }
        changed = true;
        parts.swap_remove(at);
        let below = Wedge { high: low, ..part };
        let above = Wedge { low: high, ..part };
        for rest in [below, above] {
            if !rest.is_empty() {
                parts.push(rest);
            }
        }
    }
    changed
}

#[cfg(test)]
#[path = "visible_tests.rs"]
mod tests;
