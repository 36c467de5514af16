//! A set of squares as rows of bits, with windows of 64 by 64 squares on which sight and reach work.

use serde::{Deserialize, Serialize};

use super::square::Square;

/// The widest and tallest map in squares (C-37): a power of two as `sweep`, `visible` and `search` need it.
pub const MAX_SIDE: u16 = 512;

/// A set of squares of a board of up to [`MAX_SIDE`] squares either way, north-west square (0, 0).
///
/// The default set has no room and is empty. Squares outside are never contained, and inserting one does nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct SquareSet {
    width: u16,
    height: u16,
    /// Words of 64 squares in each row.
    stride: usize,
    words: Vec<u64>,
}

/// A set cut into strips of 64 columns that overlap, for those who read many rows round one square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Strips {
    /// Rows of a strip, the margins above and below included.
    height: usize,
    /// All rows of the first strip, then all of the next, which begins 16 columns further.
    rows: Vec<u64>,
}

impl Strips {
    /// Every square has at least so many columns and rows on each side in its strip, some of them off the map.
    pub const MARGIN: i32 = 24;

    pub fn new(set: &SquareSet) -> Self {
        let height = usize::from(set.height) + 2 * Self::MARGIN as usize;
        let mut rows = Vec::with_capacity(height * usize::from(set.width).div_ceil(16));
        for x in (0..i32::from(set.width)).step_by(16) {
            let inside = -Self::MARGIN..i32::from(set.height) + Self::MARGIN;
            rows.extend(inside.map(|y| set.window(x - Self::MARGIN, y)));
        }
        Self { height, rows }
    }

    /// The strip round a column of the map, and that column's bit in its rows; row `y` of the set is at `y + MARGIN`.
    #[inline]
    pub fn around(&self, x: i32) -> (&[u64], i32) {
        let first = (x >> 4).max(0) as usize * self.height;
        (self.rows.get(first..first + self.height).unwrap_or_default(), Self::MARGIN + (x & 15))
    }
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename = "SquareSet", deny_unknown_fields)]
struct Stored {
    width: u16,
    height: u16,
    words: Vec<u64>,
}

impl From<SquareSet> for Stored {
    fn from(set: SquareSet) -> Self {
        Self { width: set.width, height: set.height, words: set.words }
    }
}

impl TryFrom<Stored> for SquareSet {
    type Error = String;

    fn try_from(stored: Stored) -> Result<Self, String> {
        if stored.width > MAX_SIDE || stored.height > MAX_SIDE {
            return Err(format!(
                "a set of squares of {} by {} is larger than {MAX_SIDE} by {MAX_SIDE}",
                stored.width, stored.height
            ));
        }
        let mut set = Self::new(stored.width, stored.height);
        if set.words.len() != stored.words.len() {
            return Err(format!(
                "a set of squares needs {} words, has {}",
                set.words.len(),
                stored.words.len()
            ));
        }
        set.words = stored.words;
        let mut clean = set.clone();
        clean.trim();
        if clean == set { Ok(set) } else { Err("a set of squares holds squares outside itself".to_owned()) }
    }
}

impl SquareSet {
    /// An empty set for a board of this many squares; more than [`MAX_SIDE`] either way are cut to that.
    pub fn new(width: u16, height: u16) -> Self {
        let (width, height) = (width.min(MAX_SIDE), height.min(MAX_SIDE));
        let stride = usize::from(width).div_ceil(64);
        Self { width, height, stride, words: vec![0; stride * usize::from(height)] }
    }

    /// The set of these squares.
    pub fn of(width: u16, height: u16, squares: impl IntoIterator<Item = Square>) -> Self {
        let mut set = Self::new(width, height);
        for square in squares {
            set.insert(square);
        }
        set
    }

    /// Columns of the board it is for.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Rows of the board it is for.
    pub fn height(&self) -> u16 {
        self.height
    }

    fn place(&self, square: Square) -> Option<(usize, u64)> {
        let (x, y) = (square.x as u16, square.y as u16); // negative numbers become too large
        (x < self.width && y < self.height)
            .then(|| (usize::from(y) * self.stride + usize::from(x / 64), 1u64 << (x % 64)))
    }

    /// Adds a square; false if it was there or lies outside.
    pub fn insert(&mut self, square: Square) -> bool {
        let Some((word, bit)) = self.place(square) else { return false };
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Takes a square out; false if it was not there.
    pub fn remove(&mut self, square: Square) -> bool {
        let Some((word, bit)) = self.place(square) else { return false };
        let had = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        had
    }

    /// Whether the square is in the set.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.place(square).is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Number of squares.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no square in it.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Its squares, row by row from the north-west.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        let stride = self.stride.max(1);
        self.words.iter().enumerate().flat_map(move |(at, &word)| {
            let (x, y) = ((at % stride * 64) as i16, (at / stride) as i16);
            let mut left = word;
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let bit = left.trailing_zeros() as i16;
                    left &= left - 1;
                    Square::new(x + bit, y)
                })
            })
        })
    }

    /// Adds all squares of another set (those that fit).
    pub fn union(&mut self, other: &Self) {
        self.combine(other, |own, more| own | more);
    }

    /// Keeps only the squares that are in both.
    pub fn intersect(&mut self, other: &Self) {
        self.combine(other, |own, more| own & more);
    }

    /// Takes out all squares of another set.
    pub fn difference(&mut self, other: &Self) {
        self.combine(other, |own, more| own & !more);
    }

    /// Whether the two have a square in common.
    pub fn meets(&self, other: &Self) -> bool {
        if self.stride == other.stride {
            return self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0);
        }
        self.iter().any(|square| other.contains(square))
    }

    /// This set and all neighbours of its squares.
    #[must_use]
    pub fn grown(&self) -> Self {
        let mut wide = self.clone();
        for y in 0..i32::from(self.height) {
            for x in (0..i32::from(self.width)).step_by(64) {
                let row = self.window(x - 1, y) | self.window(x, y) | self.window(x + 1, y);
                wide.add_window(x, y - 1, row);
                wide.add_window(x, y, row);
                wide.add_window(x, y + 1, row);
            }
        }
        wide
    }

    /// Its parts that hang together by the sides of squares, each from its first square on; the parts are in the order of
    /// their first squares.
    pub fn parts(&self) -> Vec<Vec<Square>> {
        let mut left = self.clone();
        let mut parts = Vec::new();
        for first in self.iter() {
            if !left.remove(first) {
                continue;
            }
            let mut part = vec![first];
            let mut n = 0;
            while let Some(at) = part.get(n).copied() {
                part.extend(at.beside().filter(|near| left.remove(*near)));
                n += 1;
            }
            parts.push(part);
        }
        parts
    }

    fn combine(&mut self, other: &Self, f: impl Fn(u64, u64) -> u64) {
        if (self.width, self.height) == (other.width, other.height) {
            for (own, more) in self.words.iter_mut().zip(&other.words) {
                *own = f(*own, *more);
            }
            return;
        }
        for y in 0..usize::from(self.height) {
            for k in 0..self.stride {
                let own = &mut self.words[y * self.stride + k];
                *own = f(*own, other.window(64 * k as i32, y as i32));
            }
        }
        self.trim();
    }

    fn trim(&mut self) {
        let used = self.width % 64;
        if used != 0 {
            for row in self.words.chunks_mut(self.stride) {
                if let Some(last) = row.last_mut() {
                    *last &= (1 << used) - 1;
                }
            }
        }
    }

    /// 64 squares of row `y` from column `x` on, the westernmost in bit 0; nothing lies outside.
    #[inline]
    pub(super) fn window(&self, x: i32, y: i32) -> u64 {
        if y < 0 || y >= i32::from(self.height) {
            return 0;
        }
        let row = y as usize * self.stride;
        let (k, shift) = (x >> 6, x & 63);
        let word =
            |k: i32| if k >= 0 && (k as usize) < self.stride { self.words[row + k as usize] } else { 0 };
        let low = word(k) >> shift;
        if shift == 0 { low } else { low | word(k + 1) << (64 - shift) }
    }

    #[inline]
    pub(super) fn add_window(&mut self, x: i32, y: i32, bits: u64) {
        if bits != 0 {
            self.add_columns(x, y, std::iter::once(bits));
        }
    }

    /// Adds 64 columns from `x` on of rows from `y` on; what lies outside is dropped.
    #[inline]
    pub(super) fn add_columns(&mut self, x: i32, y: i32, rows: impl Iterator<Item = u64>) {
        let (k, shift) = (x >> 6, (x & 63) as u32);
        let keep = |k: i32| match i32::from(self.width) - 64 * k {
            _ if k < 0 || k as usize >= self.stride => 0,
            64.. => !0,
            used => (1u64 << used) - 1,
        };
        let (low, high) = (keep(k), keep(k + 1));
        if low == 0 && high == 0 {
            return;
        }
        let first = (y.max(0) as usize * self.stride).min(self.words.len());
        let rows = rows.skip((-y).max(0) as usize);
        let lines = self.words[first..].chunks_exact_mut(self.stride);
        for (line, bits) in lines.zip(rows) {
            if low != 0 {
                line[k as usize] |= bits << shift & low;
            }
            if high != 0 {
                line[(k + 1) as usize] |= bits >> 1 >> (63 - shift) & high;
            }
        }
    }

    /// The set mirrored on the north-west to south-east diagonal: columns become rows.
    pub(super) fn transposed(&self) -> Self {
        Self::of(self.height, self.width, self.iter().map(|square| Square::new(square.y, square.x)))
    }

    /// The whole board.
    pub fn full(width: u16, height: u16) -> Self {
        let mut set = Self::new(width, height);
        set.words.fill(!0);
        set.trim();
        set
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::grid::square::sq;

    #[test]
    fn squares_outside_are_never_in_it() {
        let mut set = SquareSet::new(70, 3);
        assert!(!set.insert(sq(70, 0)) && !set.insert(sq(-1, 0)) && !set.insert(sq(0, 3)));
        assert!(set.is_empty() && !SquareSet::default().contains(sq(0, 0)));
        assert_eq!(SquareSet::full(70, 3).count(), 210);
    }

    #[test]
    fn it_is_walked_in_order() {
        let squares = [sq(69, 0), sq(0, 1), sq(64, 1), sq(3, 2)];
        let set = SquareSet::of(70, 3, [squares[2], squares[0], squares[3], squares[1]]);
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
    }

    #[test]
    fn growing_adds_the_neighbours_across_words() {
        let set = SquareSet::of(130, 3, [sq(64, 1)]).grown();
        assert_eq!(set.count(), 9);
        assert!(set.contains(sq(63, 0)) && set.contains(sq(65, 2)));
    }

    #[test]
    fn stored_sets_are_checked() {
        let set = SquareSet::of(5, 2, [sq(4, 1)]);
        let text = ron::to_string(&set).unwrap();
        assert_eq!(ron::from_str::<SquareSet>(&text).unwrap(), set);
        assert!(ron::from_str::<SquareSet>("(width:5,height:2,words:[0,32])").is_err());
        assert!(ron::from_str::<SquareSet>("(width:5,height:2,words:[0])").is_err());
        assert!(ron::from_str::<SquareSet>("(width:513,height:2,words:[0])").is_err());
    }

    proptest! {
        #[test]
        fn windows_read_and_write_the_same_squares(bits: u64, x in -80i32..300, y in -2i32..5) {
            let mut set = SquareSet::new(200, 4);
            set.add_window(x, y, bits);
            for bit in 0..64 {
                let inside = (0..4).contains(&y) && (0..200).contains(&(x + bit));
                let there = inside && bits >> bit & 1 == 1;
                prop_assert_eq!(set.contains(sq((x + bit) as i16, y as i16)), there);
                prop_assert_eq!(set.window(x, y) >> bit & 1 == 1, there);
            }
        }

        #[test]
        fn columns_are_added_like_windows(rows in prop::collection::vec(any::<u64>(), 0..9), x in -80i32..300, y in -5i32..5) {
            let (mut whole, mut single) = (SquareSet::new(200, 4), SquareSet::new(200, 4));
            whole.add_columns(x, y, rows.iter().copied());
            for (y, bits) in (y..).zip(rows) {
                single.add_window(x, y, bits);
            }
            prop_assert_eq!(whole, single);
        }

        #[test]
        fn strips_hold_the_same_squares(bits: u64, at in 0i32..150, x in 0i32..150, y in -24i32..28) {
            let mut set = SquareSet::new(150, 4);
            set.add_window(at, y, bits);
            let strips = Strips::new(&set);
            let (rows, own) = strips.around(x);
            prop_assert_eq!(rows[(y + Strips::MARGIN) as usize], set.window(x - own, y));
            prop_assert!(own >= Strips::MARGIN && own + Strips::MARGIN < 64);
        }

        #[test]
        fn arithmetic_matches_a_plain_set(a in prop::collection::btree_set((0i16..80, 0i16..3), 0..40),
                                          b in prop::collection::btree_set((0i16..90, 0i16..4), 0..40)) {
            let make = |w, h, s: &std::collections::BTreeSet<(i16, i16)>| SquareSet::of(w, h, s.iter().map(|&p| p.into()));
            let (own, more) = (make(80, 3, &a), make(90, 4, &b));
            let plain = |s: &SquareSet| s.iter().map(|s| (s.x, s.y)).collect::<std::collections::BTreeSet<_>>();
            let (mut union, mut both, mut less) = (own.clone(), own.clone(), own.clone());
            union.union(&more);
            both.intersect(&more);
            less.difference(&more);
            let fits: std::collections::BTreeSet<_> = b.iter().copied().filter(|p| p.0 < 80 && p.1 < 3).collect();
            prop_assert_eq!(plain(&union), &a | &fits);
            prop_assert_eq!(plain(&both), &a & &fits);
            prop_assert_eq!(plain(&less), &a - &fits);
            prop_assert_eq!(own.meets(&more), !(&a & &fits).is_empty());
            prop_assert_eq!(union.count(), (&a | &fits).len());
        }
    }
}
