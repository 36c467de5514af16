//! Where on the map it is written what foes threaten.

use crate::{grid, window::session::prelude::*};

/// For how many places it is looked at most, beside a border and near the unit.
const PLACES: usize = 8;
/// How far from a unit something is written at most, in squares.
const WRITTEN: i32 = 24;

/// Some places near a unit for a label on a part of the map, the best first; none where there are none.
pub(super) fn labelled(facts: &Facts, part: &SquareSet, marks: &[u32], unit: &UnitState) -> Option<Vec<At>> {
    let marked = |at: Square| marks.get(facts.map.index(at)?).copied();
    let from = unit.place.area.origin;
    let close = part.iter().filter(|at| grid::distance(*at, from) <= WRITTEN);
    let near = SquareSet::of(part.width(), part.height(), close);
    let taken = |at: Square| facts.units_on(at).next().is_some();
    let places = label_places(&near, from, marked, taken);
    Some(places.into_iter().map(show::at).collect::<Vec<At>>()).filter(|places| !places.is_empty())
}

/// The places for a label on some squares, the best first: it lies on them and off counters; rather with room around it,
/// beside their border, away from the end of what can be reached, near a place; then just near it. Where they are too narrow
/// only its middle lies on them.
fn label_places(
    written_on: &SquareSet,
    from: Square,
    marked: impl Fn(Square) -> Option<u32>,
    taken: impl Fn(Square) -> bool,
) -> Vec<Square> {
    let row = |at: Square, far: i16| (-far..=far).map(move |x| Square::new(at.x + x, at.y));
    let fits = |at: &Square| row(*at, 1).all(|near| written_on.contains(near) && !taken(near));
    let beyond =
        |near: Square| !written_on.contains(near) && marked(near).is_some_and(|own| own & mark::CLOSED == 0);
    let reached = |near: Square| marked(near).is_some_and(|own| own & (mark::REACH | mark::FAR) != 0);
    let rank = |at: Square| {
        let around = || Area::rect(Square::new(at.x - 2, at.y - 1), 5, 3).squares();
        let beside = [(-3, 0), (3, 0), (-2, 0), (2, 0), (0, -1), (0, 1), (0, -2), (0, 2)];
        (
            around().any(&taken),
            !row(at, 2).all(|near| written_on.contains(near)),
            !beside.into_iter().any(|(x, y)| beyond(Square::new(at.x + x, at.y + y))),
            !around().all(|near| reached(near) == reached(at)),
            grid::distance(at, from),
            at.x.abs_diff(from.x) + at.y.abs_diff(from.y),
        )
    };
    let mut places: Vec<Square> = written_on.iter().filter(fits).collect();
    if places.is_empty() {
        places = written_on.iter().filter(|at| !taken(*at)).collect();
    }
    places.sort_by_cached_key(|at| rank(*at));
    let mut kept: Vec<Square> = Vec::new();
    let mut keep = |places: &[Square], most: usize| {
        for at in places {
            if kept.len() < most && kept.iter().all(|other| grid::distance(*other, *at) > 2) {
                kept.push(*at);
            }
        }
    };
    keep(&places, PLACES);
    // The border of a large part may be out of sight.
    places.sort_by_key(|at| grid::distance(*at, from));
    keep(&places, 2 * PLACES);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_or_narrow_part_is_labelled_off_counters() {
        let from = Square::new(0, 0);
        let place = |width: u8, rows: u8| {
            let part = SquareSet::of(20, 12, Area::rect(Square::new(8, 0), width, rows).squares());
            let taken = |at: Square| at == Square::new(8, 0);
            label_places(&part, from, |_| Some(0), taken).first().copied()
        };
        assert_eq!(place(2, 1), Some(Square::new(9, 0)));
        assert_eq!(place(1, 1), None, "somebody stands there");
        assert_eq!(place(1, 12), Some(Square::new(8, 2)));
    }

    #[test]
    fn what_danger_means_is_written_within_it_beside_its_border_and_off_counters() {
        let danger = SquareSet::of(20, 9, Area::rect(Square::new(8, 0), 12, 9).squares());
        let on_map = |at: Square| Area::rect(Square::new(0, 0), 20, 9).contains(at);
        let plain = |at: Square| on_map(at).then_some(0_u32);
        let from = Square::new(0, 4);
        let first = |places: Vec<Square>| places.first().copied();
        assert_eq!(first(label_places(&danger, from, plain, |_| false)), Some(Square::new(10, 4)));
        assert_eq!(first(label_places(&danger, from, plain, |at| at.y < 7)), Some(Square::new(10, 8)));
        let line = |at: Square| plain(at).map(|_| if at.y < 5 { mark::REACH } else { 0 });
        assert_eq!(first(label_places(&danger, from, line, |_| false)), Some(Square::new(10, 3)));
        assert_eq!(first(label_places(&SquareSet::new(20, 9), from, plain, |_| false)), None);
        let within = |at: &Square| (-1..=1).all(|x| danger.contains(Square::new(at.x + x, at.y)));
        assert!(label_places(&danger, from, plain, |_| false).iter().all(within));
    }
}
