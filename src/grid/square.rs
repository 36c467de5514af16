//! Squares, the eight directions and square footprints, on a board without end (A-57, C-34, S-14).

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::message::{Arg, ToArg};

/// One square of the board. Ordered by row (`y`), then by column (`x`). Written as a pair `(x, y)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(i16, i16)", into = "(i16, i16)")]
pub struct Square {
    /// Column, growing to the east.
    pub x: i16,
    /// Row, growing to the south.
    pub y: i16,
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl ToArg for Square {
    fn to_arg(&self) -> Arg {
        Arg::Text(self.to_string())
    }
}

impl Square {
    /// The square in column `x` and row `y`.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The square `steps` steps away in one direction. Coordinates stop at the ends of `i16`.
    pub const fn moved(self, dir: Dir8, steps: i16) -> Self {
        let (dx, dy) = dir.delta();
        Self {
            x: self.x.saturating_add(dx.saturating_mul(steps)),
            y: self.y.saturating_add(dy.saturating_mul(steps)),
        }
    }

    /// The eight neighbours, clockwise from north.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        Dir8::ALL.into_iter().map(move |dir| self.moved(dir, 1))
    }

    /// The four that share a side with it, clockwise from north.
    pub fn beside(self) -> impl Iterator<Item = Self> {
        self.neighbours().step_by(2)
    }
}

impl From<(i16, i16)> for Square {
    fn from((x, y): (i16, i16)) -> Self {
        Self { x, y }
    }
}

impl From<Square> for (i16, i16) {
    fn from(square: Square) -> Self {
        (square.x, square.y)
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

/// Squares from `a` to `b`: the larger of the two coordinate differences (A-57, C-34, S-14).
pub fn distance(a: Square, b: Square) -> i32 {
    let (dx, dy) = (i32::from(a.x) - i32::from(b.x), i32::from(a.y) - i32::from(b.y));
    dx.abs().max(dy.abs())
}

/// The eight compass points, clockwise from north (A-159 table A-T10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Dir8 {
    /// North: up on the screen.
    #[default]
    N,
    /// North-east.
    NE,
    /// East: right on the screen.
    E,
    /// South-east.
    SE,
    /// South.
    S,
    /// South-west.
    SW,
    /// West.
    W,
    /// North-west.
    NW,
}

impl ToArg for Dir8 {
    fn to_arg(&self) -> Arg {
        Arg::Message(Box::new(match self {
            Self::N => message!("core-way-north"),
            Self::NE => message!("core-way-north-east"),
            Self::E => message!("core-way-east"),
            Self::SE => message!("core-way-south-east"),
            Self::S => message!("core-way-south"),
            Self::SW => message!("core-way-south-west"),
            Self::W => message!("core-way-west"),
            Self::NW => message!("core-way-north-west"),
        }))
    }
}

impl Dir8 {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [Self::N, Self::NE, Self::E, Self::SE, Self::S, Self::SW, Self::W, Self::NW];

    /// Eighths clockwise from north, 0 to 7.
    pub const fn eighths(self) -> usize {
        self as usize
    }

    /// Turned by eighths of a circle, clockwise; negative numbers turn the other way.
    pub const fn rotate(self, eighths: i32) -> Self {
        Self::ALL[(self as i32 + eighths.rem_euclid(8)).rem_euclid(8) as usize]
    }

    /// The opposite direction.
    pub const fn opposite(self) -> Self {
        self.rotate(4)
    }

    /// Eighths between two directions by the shorter way, 0 to 4.
    pub const fn turns_to(self, other: Self) -> u8 {
        let clockwise = (other as u8 + 8 - self as u8) % 8;
        if clockwise > 4 { 8 - clockwise } else { clockwise }
    }

    /// One step as (dx, dy), each -1, 0 or 1.
    pub const fn delta(self) -> (i16, i16) {
        match self {
            Self::N => (0, -1),
            Self::NE => (1, -1),
            Self::E => (1, 0),
            Self::SE => (1, 1),
            Self::S => (0, 1),
            Self::SW => (-1, 1),
            Self::W => (-1, 0),
            Self::NW => (-1, -1),
        }
    }

    /// The direction of one step; none unless the squares are neighbours.
    pub fn from_step(from: Square, to: Square) -> Option<Self> {
        let step = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
        Self::ALL.into_iter().find(|dir| {
            let (dx, dy) = dir.delta();
            (i32::from(dx), i32::from(dy)) == step
        })
    }

    /// The compass point nearest to the bearing from `a` to `b`; none if they are the same square.
    pub fn towards(a: Square, b: Square) -> Option<Self> {
        let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
        let (wide, tall) = (dx.abs(), dy.abs());
        // tan 22.5° = √2 − 1: the shorter side s belongs to the diagonal if (s + l)² > 2 l².
        let diagonal = |short: i64, long: i64| (short + long) * (short + long) > 2 * long * long;
        let (sx, sy) = if wide >= tall {
            (dx.signum(), if diagonal(tall, wide) { dy.signum() } else { 0 })
        } else {
            (if diagonal(wide, tall) { dx.signum() } else { 0 }, dy.signum())
        };
        Self::ALL.into_iter().find(|dir| {
            let (x, y) = dir.delta();
            (i64::from(x), i64::from(y)) == (sx, sy)
        })
    }
}

/// The squares a unit stands on: a rectangle, named by its north-west square. Creatures stand on as many columns as
/// rows (table A-T3), vehicles may be longer than wide and turn with their facing ([`Area::turned`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// The north-west square.
    pub origin: Square,
    /// Squares from west to east; 0 is read as 1.
    pub columns: u8,
    /// Squares from north to south; 0 is read as 1.
    pub rows: u8,
}

impl Area {
    /// All squares at a distance of 0 to `most` from it, row by row; some may lie off the map.
    pub fn around(&self, most: i32) -> impl Iterator<Item = Square> + use<> {
        let most = i16::try_from(most.clamp(0, 1024)).unwrap_or(0);
        let (first, last) = (self.origin, self.last());
        (first.y.saturating_sub(most)..=last.y.saturating_add(most)).flat_map(move |y| {
            (first.x.saturating_sub(most)..=last.x.saturating_add(most)).map(move |x| Square { x, y })
        })
    }

    /// All squares at just that distance from it, row by row; some may lie off the map. At 0 its own.
    pub fn ring(&self, at: i32) -> impl Iterator<Item = Square> + use<> {
        let at = i16::try_from(at.clamp(0, 1024)).unwrap_or(0);
        let (first, last) = (self.origin, self.last());
        let (north, south) = (first.y.saturating_sub(at), last.y.saturating_add(at));
        let (west, east) = (first.x.saturating_sub(at), last.x.saturating_add(at));
        (north..=south).flat_map(move |y| {
            let whole = at == 0 || y == north || y == south;
            let step = if whole { 1 } else { usize::from(west.abs_diff(east)) };
            (west..=east).step_by(step.max(1)).map(move |x| Square { x, y })
        })
    }

    /// A footprint of `size` by `size` squares whose north-west square is `origin`.
    pub const fn new(origin: Square, size: u8) -> Self {
        Self::rect(origin, size, size)
    }

    /// A footprint of `columns` by `rows` squares whose north-west square is `origin`.
    pub const fn rect(origin: Square, columns: u8, rows: u8) -> Self {
        Self {
            origin,
            columns: if columns == 0 { 1 } else { columns },
            rows: if rows == 0 { 1 } else { rows },
        }
    }

    /// A single square.
    pub const fn one(square: Square) -> Self {
        Self::new(square, 1)
    }

    /// Squares along its longer side, at least 1.
    pub const fn side(&self) -> i16 {
        let longer = if self.columns > self.rows { self.columns } else { self.rows };
        if longer == 0 { 1 } else { longer as i16 }
    }

    /// The south-east square.
    pub const fn last(&self) -> Square {
        Square::new(
            self.origin.x.saturating_add(self.columns.saturating_sub(1) as i16),
            self.origin.y.saturating_add(self.rows.saturating_sub(1) as i16),
        )
    }

    /// The same footprint with its length along a facing, about the same middle; a diagonal facing keeps the way it
    /// lies. Half squares go to the south-east when it comes to lie north to south, else to the north-west, so that
    /// turning there and back ends where it began.
    #[must_use]
    pub const fn turned(&self, facing: Dir8) -> Self {
        let (short, long) =
            if self.columns < self.rows { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let (columns, rows, up) = match facing {
            Dir8::N | Dir8::S => (short, long, 1),
            Dir8::E | Dir8::W => (long, short, 0),
            _ => return *self,
        };
        Self::rect(
            Square::new(
                self.origin.x.saturating_add((self.columns as i16 - columns as i16 + up).div_euclid(2)),
                self.origin.y.saturating_add((self.rows as i16 - rows as i16 + up).div_euclid(2)),
            ),
            columns,
            rows,
        )
    }

    /// Its squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (first, last) = (self.origin, self.last());
        (first.y..=last.y).flat_map(move |y| (first.x..=last.x).map(move |x| Square::new(x, y)))
    }

    /// Whether a square belongs to it.
    pub const fn contains(&self, square: Square) -> bool {
        let last = self.last();
        square.x >= self.origin.x && square.x <= last.x && square.y >= self.origin.y && square.y <= last.y
    }

    /// Whether two footprints share a square.
    pub fn overlaps(&self, other: &Self) -> bool {
        let (a, b) = (self.last(), other.last());
        self.origin.x <= b.x && other.origin.x <= a.x && self.origin.y <= b.y && other.origin.y <= a.y
    }

    /// Squares between the nearest squares of two footprints; 0 if they overlap.
    pub fn distance(&self, other: &Self) -> i32 {
        let gap = |a0: i16, a1: i16, b0: i16, b1: i16| {
            (i32::from(b0) - i32::from(a1)).max(i32::from(a0) - i32::from(b1)).max(0)
        };
        let (a, b) = (self.last(), other.last());
        gap(self.origin.x, a.x, other.origin.x, b.x).max(gap(self.origin.y, a.y, other.origin.y, b.y))
    }

    /// The same footprint one step further.
    #[must_use]
    pub const fn moved(&self, dir: Dir8) -> Self {
        self.at(self.origin.moved(dir, 1))
    }

    /// The same footprint elsewhere.
    #[must_use]
    pub const fn at(&self, origin: Square) -> Self {
        Self::rect(origin, self.columns, self.rows)
    }

    /// The first of its squares (row by row) that is nearest to another square.
    pub fn nearest_to(&self, square: Square) -> Square {
        self.squares().min_by_key(|&own| (distance(own, square), own)).unwrap_or(self.origin)
    }
}

impl From<Square> for Area {
    fn from(square: Square) -> Self {
        Self::one(square)
    }
}

/// A square, said shortly.
#[cfg(test)]
pub(super) fn sq(x: i16, y: i16) -> Square {
    Square::new(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagonal_step_is_one_square_a57_c34_s14() {
        assert_eq!(distance(sq(0, 0), sq(3, 2)), 3);
        assert_eq!(distance(sq(0, 0), sq(6, 4)), 6);
        assert_eq!(distance(sq(-30000, 0), sq(30000, 0)), 60000);
    }

    #[test]
    fn rings_are_what_lies_around_by_distance() {
        let area = Area::rect(sq(3, 4), 2, 3);
        let mut near: Vec<Square> = area.around(5).collect();
        near.sort_by_key(|square| area.distance(&Area::one(*square)));
        assert_eq!((0..=5).flat_map(|at| area.ring(at)).collect::<Vec<_>>(), near);
    }

    #[test]
    fn order_is_by_row_then_column() {
        let mut squares = vec![sq(1, 1), sq(0, 1), sq(5, 0)];
        squares.sort();
        assert_eq!(squares, [sq(5, 0), sq(0, 1), sq(1, 1)]);
    }

    #[test]
    fn directions_turn_clockwise() {
        assert_eq!(Dir8::N.rotate(1), Dir8::NE);
        assert_eq!(Dir8::N.rotate(-1), Dir8::NW);
        assert_eq!(Dir8::SW.rotate(i32::MAX), Dir8::SW.rotate(7));
        assert_eq!(Dir8::E.opposite(), Dir8::W);
        assert_eq!(Dir8::NW.turns_to(Dir8::NE), 2);
        for dir in Dir8::ALL {
            assert_eq!(Dir8::from_step(sq(4, 4), sq(4, 4).moved(dir, 1)), Some(dir));
            assert_eq!(Dir8::towards(sq(4, 4), sq(4, 4).moved(dir, 9)), Some(dir));
        }
        assert_eq!(Dir8::from_step(sq(0, 0), sq(2, 0)), None);
    }

    #[test]
    fn towards_is_the_nearest_of_eight() {
        // atan(5/12) = 22.6°, atan(12/29) = 22.48°
        assert_eq!(Dir8::towards(sq(0, 0), sq(12, 5)), Some(Dir8::SE));
        assert_eq!(Dir8::towards(sq(0, 0), sq(29, 12)), Some(Dir8::E));
        assert_eq!(Dir8::towards(sq(0, 0), sq(-5, -12)), Some(Dir8::NW));
        assert_eq!(Dir8::towards(sq(0, 0), sq(0, 0)), None);
    }

    #[test]
    fn a_long_footprint_turns_about_its_middle_and_back() {
        let car = Area::rect(sq(4, 4), 2, 3);
        assert_eq!(car.last(), sq(5, 6));
        assert_eq!(car.side(), 3);
        let east = car.turned(Dir8::E);
        assert_eq!((east.columns, east.rows), (3, 2));
        assert!(car.overlaps(&east));
        assert_eq!(car.turned(Dir8::NE), car, "a diagonal facing keeps the way it lies");
        for facing in [Dir8::E, Dir8::W] {
            assert_eq!(car.turned(facing).turned(Dir8::S), car);
            assert_eq!(east.turned(Dir8::N).turned(facing), east);
        }
        assert_eq!(Area::new(sq(1, 1), 3).turned(Dir8::W), Area::new(sq(1, 1), 3));
        assert_eq!(car.squares().count(), 6);
        assert_eq!(car.distance(&Area::one(sq(4, 9))), 3);
    }
}
