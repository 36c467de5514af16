//! All squares in sight at once, equal square by square to the exact line test of `sight` (A-167, T-05).
//!
//! Owns the sweep: each of four quadrants is walked row by row away from the eye on rows of bits, as wedges of free
//! bearings. Bearings are exact fractions (sideways over outward); a blocking square takes away the open range
//! between the bearings of its outermost corners, an edge that between its ends, so a bearing that only touches a
//! corner stays free. Where walls meet at a corner that one bearing is taken away as well.

use super::{
    band::{Band, Screen},
    blockers::{Blockers, Rows},
    map::Map,
    set::SquareSet,
    sight::{clear, clear_beside},
    square::{Area, Square},
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
    let radius = i32::from(radius.min(255));
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
    match (radius <= 31, rows.edges) {
        (true, false) => sweep_wide::<1, false>(rows, from, radius, seen),
        (true, true) => sweep_wide::<1, true>(rows, from, radius, seen),
        (false, false) => sweep_wide::<8, false>(rows, from, radius, seen),
        (false, true) => sweep_wide::<8, true>(rows, from, radius, seen),
    }
}

/// A row of 64·W squares; the eye's column is the one in the middle, 32·W.
type Row<const W: usize> = [u64; W];

const fn centre<const W: usize>() -> i32 {
    32 * W as i32
}

fn window<const W: usize>(set: &SquareSet, x: i32, y: i32) -> Row<W> {
    let mut row = [0; W];
    for (k, word) in row.iter_mut().enumerate() {
        *word = set.window(x - centre::<W>() + 64 * k as i32, y);
    }
    row
}

/// The bits of columns `from` to `to`, both counted from the eye's column, where `from <= to`.
#[inline]
fn span<const W: usize>(from: i32, to: i32) -> Row<W> {
    let (from, to) = (from + centre::<W>(), to + centre::<W>());
    let mut row = [0; W];
    for (k, word) in row.iter_mut().enumerate() {
        let (low, high) = ((from - 64 * k as i32).max(0), (to - 64 * k as i32).min(63));
        if low <= high {
            *word = (!0u64 >> (63 - (high - low))) << low;
        }
    }
    row
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

/// 2^40 / m, rounded up, for every odd m that a bearing has.
const PARTS: [u64; 257] = {
    let mut parts = [0; 257];
    let mut k = 0;
    while k < 257 {
        parts[k] = (1u64 << 40).div_ceil(2 * k as u64 + 1);
        k += 1;
    }
    parts
};

/// `value / m` rounded down, by multiplication: exact for odd `m` up to 513 and values within 512·m of 0, as the
/// rounding of 2^40 / m adds less than m · 2^20 / 2^40 to the quotient.
#[inline(always)]
fn floor(value: i32, m: i32) -> i32 {
    let above_zero = (value + 512 * m) as u64;
    ((above_zero * PARTS[(m >> 1) as usize]) >> 40) as i32 - 512
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

fn sweep_wide<const W: usize, const EDGES: bool>(
    rows: &Rows,
    from: Square,
    radius: i32,
    seen: &mut SquareSet,
) {
    let (x, y, middle) = (i32::from(from.x), i32::from(from.y), centre::<W>() as usize);
    let mut upright = vec![[0u64; W]; 64 * W];
    let mut turned = vec![[0u64; W]; 64 * W];
    let mut wedges = Vec::with_capacity(64);
    for sign in [-1, 1] {
        let (squares, within, beyond) = (&rows.squares, &rows.east, &rows.south);
        let quadrant = Quadrant { squares, within, beyond, column: x, row: y, sign };
        walk::<W, EDGES>(&quadrant, radius, &mut wedges, &mut upright);
        let (squares, within, beyond) = (&rows.squares_turned, &rows.south_turned, &rows.east_turned);
        let quadrant = Quadrant { squares, within, beyond, column: y, row: x, sign };
        walk::<W, EDGES>(&quadrant, radius, &mut wedges, &mut turned);
    }
    transpose(&mut turned);
    upright[middle][middle / 64] |= 1 << (middle % 64);
    for depth in -radius..=radius {
        let at = (middle as i32 + depth) as usize;
        for k in 0..W {
            seen.add_window(x - centre::<W>() + 64 * k as i32, y + depth, upright[at][k] | turned[at][k]);
        }
    }
}

/// Walks one quadrant and marks what is seen in `out`, whose middle row is the eye's.
fn walk<const W: usize, const EDGES: bool>(
    quadrant: &Quadrant<'_>,
    radius: i32,
    wedges: &mut Vec<Wedge>,
    out: &mut [Row<W>],
) {
    let mut parts = Vec::new();
    wedges.push(Wedge { depth: i32::from(!EDGES), low: Bound::new(-1, 1), high: Bound::new(1, 1) });
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
            if EDGES {
                let whole = Wedge { depth: depth + 1, low, high };
                if cut(quadrant, &whole, &squares, (first, last), &mut parts) {
                    wedges.append(&mut parts);
                    break;
                }
            } else if squares != [0; W] {
                split(&Wedge { depth: depth + 1, low, high }, depth, &squares, wedges);
                break;
            }
        }
    }
}

/// Bearing of the lower side of the square in a column of a row.
fn lower(column: i32, depth: i32) -> Bound {
    Bound::new(2 * column - 1, 2 * depth + if column > 0 { 1 } else { -1 })
}

/// Bearing of the upper side of the square in a column of a row.
fn upper(column: i32, depth: i32) -> Bound {
    Bound::new(2 * column + 1, 2 * depth + if column < 0 { 1 } else { -1 })
}

/// Takes blocking squares out of a wedge and hands on what is left, run by run.
fn split<const W: usize>(wedge: &Wedge, depth: i32, squares: &Row<W>, left: &mut Vec<Wedge>) {
    let mut low = wedge.low;
    runs(squares, |first, last| {
        let part = Wedge { depth: wedge.depth, low, high: lower(first, depth) };
        if !wedge.high.is_below(part.high) && !part.is_empty() {
            left.push(part);
        }
        let after = upper(last, depth);
        if low.is_below(after) {
            low = after;
        }
    });
    let part = Wedge { depth: wedge.depth, low, high: wedge.high };
    if !part.is_empty() {
        left.push(part);
    }
}

/// Calls with the first and last column of each run of bits, from low to high.
fn runs<const W: usize>(row: &Row<W>, mut f: impl FnMut(i32, i32)) {
    let mut open: Option<i32> = None;
    for (k, &word) in row.iter().enumerate() {
        let base = 64 * k as i32 - centre::<W>();
        let mut left = word;
        if word & 1 == 0
            && let Some(first) = open.take()
        {
            f(first, base - 1);
        }
        if let Some(first) = open {
            let ones = (!word).trailing_zeros() as i32;
            if ones == 64 {
                continue;
            }
            f(first, base + ones - 1);
            open = None;
            left &= left.wrapping_add(1);
        }
        while left != 0 {
            let start = left.trailing_zeros();
            let ones = (!(left >> start)).trailing_zeros();
            if start + ones >= 64 {
                open = Some(base + start as i32);
                break;
            }
            f(base + start as i32, base + (start + ones) as i32 - 1);
            left &= left.wrapping_add(1 << start);
        }
    }
    if let Some(first) = open {
        f(first, centre::<W>() - 1);
    }
}

/// Takes squares and edges of a row, and the edges behind it, out of a wedge. False if nothing changed; otherwise
/// `parts` holds what is left.
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
    runs(squares, |a, b| changed |= take(parts, lower(a, depth), upper(b, depth)));
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

fn transpose<const W: usize>(rows: &mut [Row<W>]) {
    for down in 0..W {
        for across in 0..=down {
            let mut here = block(rows, down, across);
            transpose64(&mut here);
            if across != down {
                let mut there = block(rows, across, down);
                transpose64(&mut there);
                for (i, word) in there.into_iter().enumerate() {
                    rows[64 * down + i][across] = word;
                }
            }
            for (i, word) in here.into_iter().enumerate() {
                rows[64 * across + i][down] = word;
            }
        }
    }
}

fn block<const W: usize>(rows: &[Row<W>], down: usize, across: usize) -> [u64; 64] {
    let mut block = [0; 64];
    for (i, word) in block.iter_mut().enumerate() {
        *word = rows[64 * down + i][across];
    }
    block
}

/// Turns a block of 64 by 64 bits over its diagonal by swapping ever smaller halves.
fn transpose64(block: &mut [u64; 64]) {
    swap_halves::<32>(block, 0x0000_0000_FFFF_FFFF);
    swap_halves::<16>(block, 0x0000_FFFF_0000_FFFF);
    swap_halves::<8>(block, 0x00FF_00FF_00FF_00FF);
    swap_halves::<4>(block, 0x0F0F_0F0F_0F0F_0F0F);
    swap_halves::<2>(block, 0x3333_3333_3333_3333);
    swap_halves::<1>(block, 0x5555_5555_5555_5555);
}

#[inline(always)]
fn swap_halves<const SIZE: usize>(block: &mut [u64; 64], mask: u64) {
    for pair in block.chunks_exact_mut(2 * SIZE) {
        let (upper, lower) = pair.split_at_mut(SIZE);
        for (a, b) in upper.iter_mut().zip(lower) {
            let swap = ((*a >> SIZE) ^ *b) & mask;
            *a ^= swap << SIZE;
            *b ^= swap;
        }
    }
}

#[cfg(test)]
#[path = "visible_tests.rs"]
mod tests;
