//! Rows of bits round an eye, and what is seen of them where only squares block; `visible` has the edges.
//!
//! A bearing is a fixed-point number here: n / m times 2^32, rounded up. `m` is odd and at most 1023, |n / m| is
//! at most 1, and depths stay below 512. That is exact enough: two different bearings differ by more than 2^-20, and a
//! place in a row that is not the border of two columns lies more than 2^-11 (2^-12 for corners) away from it.

use super::set::{MAX_SIDE, SquareSet};

/// A row of 64·W squares; the eye's column is the one in the middle, 32·W.
pub(super) type Row<const W: usize> = [u64; W];

pub(super) const fn centre<const W: usize>() -> i32 {
    32 * W as i32
}

pub(super) fn window<const W: usize>(set: &SquareSet, x: i32, y: i32) -> Row<W> {
    let mut row = [0; W];
    for (k, word) in row.iter_mut().enumerate() {
        *word = set.window(x - centre::<W>() + 64 * k as i32, y);
    }
    row
}

/// The bits below each bit.
const BELOW: [u64; 128] = {
    let mut below = [!0; 128];
    let mut k = 0;
    while k < 64 {
        below[k] = (1 << k) - 1;
        k += 1;
    }
    below
};

/// The bits of columns `from` to `to`, both counted from the eye's column, where `from <= to + 1`.
#[inline]
pub(super) fn span<const W: usize>(from: i32, to: i32) -> Row<W> {
    bits(from + centre::<W>(), to + 1 + centre::<W>())
}

/// The bits from `first` to before `end` of a row, where `first <= end`.
#[inline(always)]
pub(super) fn bits<const W: usize>(first: i32, end: i32) -> Row<W> {
    if W == 1 {
        return [BELOW[end as usize & 127] ^ BELOW[first as usize & 127]; W];
    }
    let mut row = [0; W];
    for (k, word) in row.iter_mut().enumerate() {
        let (low, high) = ((first - 64 * k as i32).max(0), (end - 64 * k as i32).min(64));
        if low < high {
            *word = (!0u64 >> (64 - (high - low))) << low;
        }
    }
    row
}

/// 2^53 / m, rounded up, for every odd m that a bearing has.
const PARTS: [i64; MAX_SIDE as usize] = {
    let mut parts = [0; MAX_SIDE as usize];
    let mut k = 0;
    while k < parts.len() {
        parts[k] = (1u64 << 53).div_ceil(2 * k as u64 + 1) as i64;
        k += 1;
    }
    parts
};

/// The bearing n / m from n and the part that belongs to m, wrong by less than 2^-11 in the last place that is kept.
#[inline(always)]
fn bearing(n: i32, part: i64) -> i64 {
    (i64::from(n) * part + (1 << 21) - (1 << 10)) >> 21
}

/// Free bearings from `low` to `high`, both included, from a row outward.
#[derive(Clone, Copy)]
pub(super) struct Wedge {
    depth: i32,
    low: i64,
    high: i64,
}

const ONE: i64 = 1 << 32;
/// Less than the distance of anything from a border on which it does not lie, and more than all errors of rounding.
const LITTLE: i64 = 1 << 21;

/// One quadrant in which only squares block, as rows away from the eye.
pub(super) struct Squares {
    /// The bit of the eye's column in each row.
    pub centre: i32,
    pub radius: i32,
}

impl Squares {
    /// Walks the quadrant: `squares` says what blocks at a depth; `mark` hears depth, first bit and bit after the last.
    #[inline(always)]
    pub fn walk<const W: usize>(
        &self,
        wedges: &mut Stack,
        squares: impl Fn(i32) -> Row<W>,
        mut mark: impl FnMut(i32, i32, i32),
    ) {
        let centre = i64::from(self.centre) << 32;
        wedges.push_unless_empty(Wedge { depth: 1, low: -ONE, high: ONE });
        while let Some(wedge) = wedges.pop() {
            let Wedge { depth, low, high } = wedge;
            // A square's near corner bounds its inside on one side of the axis, its far one on the other.
            let inside_low = ((ONE - low.abs()) >> 1) + centre;
            let inside_high = ((ONE - LITTLE + high.abs()) >> 1) + centre + ONE;
            let (mut lowest, mut highest) = (i64::from(depth) * low, i64::from(depth) * high);
            for depth in depth..=self.radius {
                // squares whose centre has a free bearing
                let (first, end) = ((lowest + centre + ONE - LITTLE) >> 32, (highest + centre + ONE) >> 32);
                mark(depth, first as i32, end as i32);
                // blocking squares whose inside has a free bearing
                let (first, end) = ((lowest + inside_low) >> 32, (highest + inside_high) >> 32);
                let range = bits::<W>(first as i32, end as i32);
                let mut blocking = squares(depth);
                for (word, keep) in blocking.iter_mut().zip(range) {
                    *word &= keep;
                }
                if blocking != [0; W] {
                    if depth < self.radius {
                        self.split(&Wedge { depth, low, high }, &blocking, wedges);
                    }
                    break;
                }
                lowest += low;
                highest += high;
            }
        }
    }

    /// Takes blocking squares of the wedge's row out of it and hands on what is left behind them, run by run.
    #[inline(always)]
    fn split<const W: usize>(&self, wedge: &Wedge, squares: &Row<W>, left: &mut Stack) {
        let depth = wedge.depth + 1;
        // what a corner of the near or the far side of the row adds to its bearing for each half column
        let part = |depth: i32| PARTS[depth as usize % PARTS.len()];
        let (near, far) = (part(wedge.depth - 1), part(wedge.depth));
        let mut low = wedge.low;
        left.reserve(32 * W + 1);
        runs(squares, |first, last| {
            let (first, last) = (first - self.centre, last - self.centre);
            let high = bearing(2 * first - 1, if first > 0 { far } else { near });
            left.push_unless_empty(Wedge { depth, low, high });
            low = bearing(2 * last + 1, if last < 0 { far } else { near });
        });
        left.push_unless_empty(Wedge { depth, low, high: wedge.high });
    }
}

/// Wedges still to be walked; each is written and only the count depends on whether one is empty: no branch to guess.
pub(super) struct Stack {
    wedges: Vec<Wedge>,
    count: usize,
}

impl Stack {
    pub fn new() -> Self {
        Self { wedges: vec![Wedge { depth: 0, low: 0, high: 0 }; 64], count: 0 }
    }

    #[inline(always)]
    fn reserve(&mut self, more: usize) {
        if self.count + more > self.wedges.len() {
            self.wedges.resize(2 * (self.count + more), Wedge { depth: 0, low: 0, high: 0 });
        }
    }

    #[inline(always)]
    fn push_unless_empty(&mut self, wedge: Wedge) {
        self.wedges[self.count] = wedge;
        self.count += usize::from(wedge.low <= wedge.high);
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Wedge> {
        self.count = self.count.checked_sub(1)?;
        self.wedges.get(self.count).copied()
    }
}

/// Calls with the first and last bit of each run of bits, from low to high.
#[inline(always)]
pub(super) fn runs<const W: usize>(row: &Row<W>, mut f: impl FnMut(i32, i32)) {
    let mut open: Option<i32> = None;
    for (k, &word) in row.iter().enumerate() {
        let base = 64 * k as i32;
        let mut left = word;
        if W > 1
            && word & 1 == 0
            && let Some(first) = open.take()
        {
            f(first, base - 1);
        }
        if W > 1
            && let Some(first) = open
        {
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
            if W > 1 && start + ones >= 64 {
                open = Some(base + start as i32);
                break;
            }
            f(base + start as i32, base + (start + ones) as i32 - 1);
            left &= left.wrapping_add(1 << start);
        }
    }
    if let Some(first) = open {
        f(first, 64 * W as i32 - 1);
    }
}

pub(super) fn transpose<const W: usize>(rows: &mut [Row<W>]) {
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
pub(super) fn transpose64(block: &mut [u64; 64]) {
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
mod tests {
    use super::*;

    /// All bearings of corners of squares, `m` odd.
    fn bearings() -> impl Iterator<Item = (i32, i32)> {
        (1..=1023).step_by(2).flat_map(|m| (-m..=m).step_by(2).map(move |n| (n, m)))
    }

    #[test]
    fn bearings_are_rounded_up() {
        for (n, m) in bearings() {
            let exact = -(-i64::from(n) * ONE).div_euclid(i64::from(m));
            assert_eq!(bearing(n, PARTS[m as usize / 2]), exact, "{n} / {m}");
        }
    }

    #[test]
    fn columns_are_rounded_exactly() {
        for (n, m) in bearings().filter(|(n, m)| (n * 7 + m) % 5 == 0 || *m < 65) {
            for depth in [1, 2, 3, 7, 19, 20, 31, 100, 129, 255, 256, 397, 510, 511] {
                let (at, n, m, deep) =
                    (bearing(n, PARTS[m as usize / 2]), i64::from(n), i64::from(m), i64::from(depth));
                let near = 2 * deep + if n > 0 { -1 } else { 1 };
                let far = 2 * deep + if n > 0 { 1 } else { -1 };
                let up = |value: i64, by: i64| -(-value).div_euclid(by);
                assert_eq!((deep * at + ONE - LITTLE) >> 32, up(deep * n, m));
                assert_eq!((deep * at) >> 32, (deep * n).div_euclid(m));
                assert_eq!((near * at + ONE) >> 33, (n * near + m).div_euclid(2 * m));
                assert_eq!((far * at + ONE - LITTLE) >> 33, up(n * far - m, 2 * m));
            }
        }
    }

    #[test]
    fn spans_are_bits_of_columns() {
        assert_eq!(span::<1>(-31, 31), [!1]);
        assert_eq!(span::<1>(0, -1), [0]);
        assert_eq!(span::<1>(-32, -32), [1]);
        assert_eq!(span::<8>(-256, -255)[0], 3);
    }
}
