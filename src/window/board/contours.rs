//! Where the labels of a move's increments lie: on the dashed line behind which each begins, as heights are written on the
//! contours of a map.

use super::{marks::index, prelude::*};

/// How far from where it begins a label may lie, in squares: about as far as is seen.
const AWAY: i32 = 20;

/// The places on the line behind which the increment of a square begins, in pixels of the map, for a label that is so wide
/// there: those on which it lies across no other line first, then the nearest. None: there is no such line.
pub(super) fn on_line(table: &Table, begins: At, wide: f32) -> Vec<Vec2> {
    let of = |at: At| table.overlay.increments.get(index(table.board.size, at)?).copied();
    let Some(own) = of(begins).filter(|own| *own > 1) else { return Vec::new() };
    let before = |at: At| of(at).is_some_and(|near| (1..own).contains(&near));
    let around = (-AWAY..=AWAY).flat_map(|y| (-AWAY..=AWAY).map(move |x| begins + IVec2::new(x, y)));
    let behind = around.filter(|at| of(*at) == Some(own));
    // From a square behind it to the one before it.
    let pieces = behind.flat_map(|at| [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y].map(|to| (at, to)));
    let mut pieces: Vec<(At, At)> = pieces.filter(|(at, to)| before(*at + *to)).collect();
    let crosses = |(at, to): (At, At)| {
        // On how many squares more it lies to each side of those where its middle is.
        let aside = ((wide / SQUARE - 1.0 - to.x.abs() as f32) / 2.0).ceil().max(0.0) as i32;
        let lies =
            |at: At, way: i32, value: u8| (0..=aside).all(|n| of(at + IVec2::X * (way * n)) == Some(value));
        match of(at + to) {
            Some(near) if to.x == 0 => {
                ![1, -1].into_iter().all(|way| lies(at, way, own) && lies(at + to, way, near))
            }
            Some(near) => !lies(at + to, to.x, near) || !lies(at, -to.x, own),
            None => true,
        }
    };
    pieces.sort_by_cached_key(|piece| (crosses(*piece), (2 * (piece.0 - begins) + piece.1).length_squared()));
    pieces.into_iter().map(|(at, to)| (middle(at) + middle(at + to)) / 2.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of this size with these increments.
    fn table(columns: u32, rows: u32, increments: &[u8]) -> Table {
        let mut table = Table::default();
        (table.board.size, table.overlay.increments) = (UVec2::new(columns, rows), increments.to_vec());
        table
    }

    /// The middle between two squares beside each other.
    fn between(one: (i32, i32), other: (i32, i32)) -> Vec2 {
        (middle(one.into()) + middle(other.into())) / 2.0
    }

    #[test]
    fn a_label_lies_on_the_line_behind_which_it_holds() {
        let row = table(6, 1, &[1, 1, 2, 2, 2, 2]);
        for begins in [2, 5] {
            assert_eq!(on_line(&row, IVec2::new(begins, 0), 0.5 * SQUARE), [between((1, 0), (2, 0))]);
        }
        assert!(on_line(&row, IVec2::ZERO, SQUARE).is_empty(), "nothing begins with the first one");
        assert!(
            on_line(&table(2, 1, &[0, 2]), IVec2::X, SQUARE).is_empty(),
            "what can't be reached has no line"
        );
        assert!(on_line(&table(2, 1, &[]), IVec2::X, SQUARE).is_empty());
    }

    #[test]
    fn it_rather_lies_across_no_other_line() {
        // The second increment is narrow at the right and wide below.
        let around = table(
            5,
            4,
            &[
                1, 1, 1, 2, 3, //
                1, 1, 1, 2, 3, //
                1, 1, 1, 2, 3, //
                2, 2, 2, 2, 3, //
            ],
        );
        let begins = IVec2::new(3, 0);
        let places = |wide: f32| on_line(&around, begins, wide * SQUARE);
        assert_eq!(places(0.5)[0], between((2, 0), (3, 0)), "the nearest");
        assert_eq!(places(2.8)[0], between((1, 2), (1, 3)), "where there is room");
        assert_eq!(places(2.8).len(), 6);
    }
}
