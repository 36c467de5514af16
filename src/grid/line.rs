//! Straight lines from centre to centre of squares, exactly: what they cross, and when a path is straight.

use super::{edge::Edge, square::Square};

/// One passage of a line from a square to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The square that is left.
    pub from: Square,
    /// The square that is entered: a neighbour, diagonal if the line runs exactly through a corner.
    pub to: Square,
    /// Where along the line: `num / den` of its length, `den` above 0.
    pub num: i32,
    /// See `num`.
    pub den: i32,
}

impl Crossing {
    /// The edge that is cut; none if the line runs through a corner, which cuts nothing (C-34).
    pub fn edge(&self) -> Option<Edge> {
        Edge::between(self.from, self.to)
    }

    /// At a corner: the two squares whose corners the line touches in passing.
    pub fn touched(&self) -> Option<[Square; 2]> {
        (self.from.x != self.to.x && self.from.y != self.to.y)
            .then(|| [Square::new(self.to.x, self.from.y), Square::new(self.from.x, self.to.y)])
    }
}

/// All passages of the line from one square's centre to another's, in order. The squares entered are those whose
/// inside the line enters (A-167, C-34), the last being `to`; none if the two are the same.
pub fn crossings(from: Square, to: Square) -> impl Iterator<Item = Crossing> {
    let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    let (wide, tall) = (dx.abs(), dy.abs());
    let (mut i, mut j) = (0, 0);
    let mut at = from;
    std::iter::from_fn(move || {
        if i == wide && j == tall {
            return None;
        }
        // the next vertical grid line is met at (2i + 1) / 2·wide, the next horizontal one at (2j + 1) / 2·tall
        let (a, b) = (i64::from(2 * i + 1) * i64::from(tall), i64::from(2 * j + 1) * i64::from(wide));
        let (across, down) = (i < wide && (a <= b || j == tall), j < tall && (b <= a || i == wide));
        let (num, den) = if across { (2 * i + 1, 2 * wide) } else { (2 * j + 1, 2 * tall) };
        let here = at;
        if across {
            i += 1;
            at.x = at.x.wrapping_add(dx.signum() as i16);
        }
        if down {
            j += 1;
            at.y = at.y.wrapping_add(dy.signum() as i16);
        }
        Some(Crossing { from: here, to: at, num, den })
    })
}

/// Whether what stands round a corner shuts the diagonal way through it.
///
/// There are two ways round, by either touched square; a way is shut by one of its two edges or by its square. The
/// diagonal is shut if both ways are, two squares alone counting only where `squares_suffice` (movement, A-57); a
/// line passes between two squares that touch at a corner (A-167), but not through the joint of two walls.
pub(super) fn corner_shut(
    crossing: &Crossing,
    squares_suffice: bool,
    square: impl Fn(Square) -> bool,
    edge: impl Fn(Edge) -> bool,
) -> bool {
    let Some(ways) = crossing.touched() else { return false };
    let edges = ways.map(|by| {
        [Edge::between(crossing.from, by), Edge::between(by, crossing.to)].into_iter().flatten().any(&edge)
    });
    let shut = [0, 1].map(|way| edges[way] || square(ways[way]));
    shut[0] && shut[1] && (squares_suffice || edges[0] || edges[1])
}

/// Whether a path of squares, its start included, is a straight line as a charge needs it: neighbours all
/// along, as many steps as the distance from first to last, and no centre more than half a square, along the
/// shorter axis, off the line between those two. At least two squares.
pub fn is_straight(path: &[Square]) -> bool {
    let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return false };
    let steps = super::square::distance(first, last);
    if steps == 0 || path.len() != steps as usize + 1 {
        return false;
    }
    path.iter().all(|&square| near_line(first, last, square))
        && path.windows(2).all(|pair| super::square::distance(pair[0], pair[1]) == 1)
}

/// Whether a square's centre is at most half a square, along the shorter axis, off the line from `first` to `last`.
pub(super) fn near_line(first: Square, last: Square, square: Square) -> bool {
    2 * off_line(first, last, square) <= i64::from(super::square::distance(first, last))
}

/// How far a square lies off the line from `first` to `last`: along the shorter axis, times the distance of the two.
pub(super) fn off_line(first: Square, last: Square, square: Square) -> i64 {
    let (dx, dy) = (i64::from(last.x) - i64::from(first.x), i64::from(last.y) - i64::from(first.y));
    let (x, y) = (i64::from(square.x) - i64::from(first.x), i64::from(square.y) - i64::from(first.y));
    (x * dy - y * dx).abs()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::grid::square::sq;

    #[test]
    fn a_line_enters_squares_and_passes_corners_c34() {
        let entered: Vec<_> = crossings(sq(0, 0), sq(3, 1)).map(|c| c.to).collect();
        assert_eq!(entered, [sq(1, 0), sq(2, 1), sq(3, 1)]);
        let diagonal: Vec<_> = crossings(sq(2, 2), sq(0, 0)).collect();
        assert_eq!(diagonal.iter().map(|c| c.to).collect::<Vec<_>>(), [sq(1, 1), sq(0, 0)]);
        assert!(diagonal.iter().all(|c| c.edge().is_none()));
        assert_eq!(crossings(sq(1, 1), sq(1, 1)).count(), 0);
    }

    proptest! {
        #[test]
        fn a_line_back_crosses_the_same(ax in -20i16..20, ay in -20i16..20, bx in -20i16..20, by in -20i16..20) {
            let there: Vec<_> = crossings(sq(ax, ay), sq(bx, by)).map(|c| (c.from, c.to)).collect();
            let mut back: Vec<_> = crossings(sq(bx, by), sq(ax, ay)).map(|c| (c.to, c.from)).collect();
            back.reverse();
            prop_assert_eq!(&there, &back);
            if let Some(last) = there.last() {
                prop_assert_eq!(last.1, sq(bx, by));
            }
        }

        #[test]
        fn squares_entered_are_those_the_line_cuts(dx in -12i32..12, dy in -12i32..12) {
            let entered: Vec<_> = crossings(sq(0, 0), sq(dx as i16, dy as i16)).map(|c| c.to).collect();
            for y in -13..13i32 {
                for x in -13..13i32 {
                    // the open square is cut if its corners (doubled) lie strictly on both sides of the line
                    let sides = [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(a, b)| (2 * x + a) * dy - (2 * y + b) * dx);
                    let cut = sides.iter().any(|s| *s > 0) && sides.iter().any(|s| *s < 0);
                    let within = x.min(dx).min(0) == dx.min(0) && x.max(dx).max(0) == dx.max(0)
                        && y.min(dy).min(0) == dy.min(0) && y.max(dy).max(0) == dy.max(0);
                    let inside = cut && within && (x, y) != (0, 0);
                    prop_assert_eq!(entered.contains(&sq(x as i16, y as i16)), inside, "{} {}", x, y);
                }
            }
        }
    }
}
