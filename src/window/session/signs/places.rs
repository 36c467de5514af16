//! Where on the map it is written what foes threaten.

use crate::{grid, window::session::prelude::*};

/// How many squares a large part has at least, and for how many places it is looked at most.
const LARGE: usize = 9;
const PLACES: usize = 8;
/// How far from a unit something is written at most, in squares.
const WRITTEN: i32 = 24;

/// Some places for a label on each of the largest parts of some squares near a unit; where small and narrow ones are
/// labelled, too, also on each of the largest small ones: of both so many at most.
pub(super) fn labelled(
    facts: &Facts,
    drawn: &SquareSet,
    marks: &[u32],
    (unit, most): (&UnitState, usize),
    small_too: bool,
) -> Vec<Vec<At>> {
    let marked = |at: Square| marks.get(facts.map.index(at)?).copied();
    let from = unit.place.area.origin;
    let close = drawn.iter().filter(|at| grid::distance(*at, from) <= WRITTEN);
    let near = SquareSet::of(drawn.width(), drawn.height(), close);
    let taken = |at: Square| facts.units_on(at).next().is_some();
    let [large, small] = label_places(&near, from, marked, taken, small_too);
    let places = large.into_iter().take(most).chain(small.into_iter().take(most));
    places.map(|part| part.into_iter().map(show::at).collect()).collect()
}

/// For each large part of some squares, and for each small one where those are labelled, too, the places for a label, the
/// best first: it lies on them and off counters; rather with room around it, beside their border, away from the end of
/// what can be reached, near a place; then just near it. On one that is too narrow only its middle lies.
fn label_places(
    written_on: &SquareSet,
    from: Square,
    marked: impl Fn(Square) -> Option<u32>,
    taken: impl Fn(Square) -> bool,
    small_too: bool,
) -> [Vec<Vec<Square>>; 2] {
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
    let mut parts = written_on.parts();
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    let places = |part: &Vec<Square>| {
        let mut places: Vec<Square> = part.iter().copied().filter(fits).collect();
        if places.is_empty() && small_too {
            places = part.iter().copied().filter(|at| !taken(*at)).collect();
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
        Some(kept).filter(|places| !places.is_empty())
    };
    let (large, mut small): (Vec<Vec<Square>>, Vec<Vec<Square>>) =
        parts.into_iter().partition(|part| part.len() >= LARGE);
    if !small_too {
        small.clear();
    }
    [large, small].map(|parts| parts.iter().filter_map(places).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places on the large parts of some squares.
    fn large(
        on: &SquareSet,
        from: Square,
        marked: impl Fn(Square) -> Option<u32>,
        taken: impl Fn(Square) -> bool,
    ) -> Vec<Vec<Square>> {
        let [large, small] = label_places(on, from, marked, taken, false);
        assert!(small.is_empty(), "{small:?}");
        large
    }

    #[test]
    fn a_small_or_narrow_part_is_labelled_off_counters() {
        let from = Square::new(0, 0);
        let places = |width: u8, rows: u8| {
            let part = SquareSet::of(20, 12, Area::rect(Square::new(8, 0), width, rows).squares());
            let taken = |at: Square| at == Square::new(8, 0);
            let [large, small] = label_places(&part, from, |_| Some(0), taken, true);
            assert!(large.len() + small.len() <= 1, "it is one part");
            [large, small].map(|own| own.into_iter().flatten().next())
        };
        assert_eq!(places(2, 1), [None, Some(Square::new(9, 0))]);
        assert_eq!(places(1, 1), [None, None], "somebody stands there");
        assert_eq!(places(1, 12), [Some(Square::new(8, 2)), None]);
    }

    #[test]
    fn what_danger_means_is_written_within_each_part_of_it_beside_its_border_and_off_counters() {
        let danger = SquareSet::of(20, 9, Area::rect(Square::new(8, 0), 12, 9).squares());
        let on_map = |at: Square| Area::rect(Square::new(0, 0), 20, 9).contains(at);
        let plain = |at: Square| on_map(at).then_some(0_u32);
        let from = Square::new(0, 4);
        let first = |places: Vec<Vec<Square>>| places.first().and_then(|part| part.first().copied());
        assert_eq!(first(large(&danger, from, plain, |_| false)), Some(Square::new(10, 4)));
        assert_eq!(first(large(&danger, from, plain, |at| at.y < 7)), Some(Square::new(10, 8)));
        let line = |at: Square| plain(at).map(|_| if at.y < 5 { mark::REACH } else { 0 });
        assert_eq!(first(large(&danger, from, line, |_| false)), Some(Square::new(10, 3)));
        assert_eq!(first(large(&SquareSet::new(20, 9), from, plain, |_| false)), None);
        let mut apart = danger.clone();
        (8..20).for_each(|x| {
            apart.remove(Square::new(x, 4));
        });
        let places = large(&apart, from, plain, |_| false);
        let within = |at: &Square| (-1..=1).all(|x| apart.contains(Square::new(at.x + x, at.y)));
        assert!(places.len() == 2 && places.iter().flatten().all(within), "{places:?}");
    }
}
