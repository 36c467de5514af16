//! From where the camera sees what must be seen: the rule, as a function of rectangles. It holds wherever the camera goes
//! by itself, as a turn begins, at an aim and at a question, so that aiming moves nothing that is seen.
//!
//! What must be seen, in this order: whom one looks at (who acts, a target, those whom a question concerns); those who may
//! be chosen; where who acts can go and who of its side stands there, the nearest first; then all others. As much of it as
//! fits lies between ribbon and row, and the first two beside the column if a card lies there, or will once somebody is
//! aimed at.
//!
//! - Along an axis along which all of the map fits between the panels, but for the column, it lies in their middle.
//! - Along any other no more than a rim of the table is seen at one end while the map is cut off at the other.
//! - From there the camera moves only as far as it takes to see what must be seen.

use crate::window::prelude::*;

/// How much of the table is seen beyond the map's end, in pixels of the map, if as much of the map is out of sight.
pub const BEYOND: f32 = 26.0;

/// What panels leave free, as the camera sees it in pixels of the map: the best place for what must be seen, then others
/// that leave less free around it. The last is beside all panels but the column.
pub type Free = [Rect; 4];

/// Where the camera goes, as near as may be to a wished place, so that it sees the `first` and as many `others` as fit, in
/// their order. `open` is what all panels but the column leave of the window.
pub fn choose((wished, map): (Vec2, Vec2), open: Rect, free: &Free, first: &[Rect], others: &[Rect]) -> Vec2 {
    let all = first.iter().copied().reduce(|all, part| all.union(part)).map_or(Vec2::ZERO, |all| all.size());
    // All of the first lie in the best area that has room for all of them, else each in the best where there is room for
    // it beside those before it.
    let from = free.iter().position(|area| all.cmple(area.size()).all()).unwrap_or(0);
    let last = free.len() - 1;
    let others = others.iter().filter(|part| part.size().cmple(free[last].size()).all());
    let wanted =
        first.iter().map(|part| (part, &free[from..])).chain(others.map(|part| (part, &free[last..])));
    let mut places = Rect { min: Vec2::splat(f32::MIN), max: Vec2::splat(f32::MAX) };
    for (part, areas) in wanted {
        places = areas.iter().find_map(|area| both(places, sees(*part, *area))).unwrap_or(places);
    }
    at_rest(wished, map, open).clamp(places.min, places.max)
}

/// The place nearest to a wished one from which the map lies as it should between the panels.
fn at_rest(wished: Vec2, map: Vec2, open: Rect) -> Vec2 {
    let axis = |at: f32, (from, until): (f32, f32), (least, most): (f32, f32)| {
        let hidden = (until - from) - (most - least);
        if hidden <= 0.0 {
            return f32::midpoint(from - least, until - most);
        }
        let rim = BEYOND.min(hidden);
        at.clamp(from - rim - least, until + rim - most)
    };
    Vec2::new(
        axis(wished.x, (0.0, map.x), (open.min.x, open.max.x)),
        axis(wished.y, (-map.y, 0.0), (open.min.y, open.max.y)),
    )
}

/// The places of the camera from which a part of the map lies in an area; the middle of one that is too large.
fn sees(part: Rect, area: Rect) -> Rect {
    let (least, most) = (part.max - area.max, part.min - area.min);
    let (fits, middle) = (least.cmple(most), (least + most) / 2.0);
    Rect { min: Vec2::select(fits, least, middle), max: Vec2::select(fits, most, middle) }
}

/// What two areas share, if only a point.
fn both(one: Rect, other: Rect) -> Option<Rect> {
    let (min, max) = (one.min.max(other.min), one.max.min(other.max));
    min.cmple(max).all().then_some(Rect { min, max })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What ribbon and row leave of a window of 1280×720, and that beside a column of 300.
    const OPEN: Rect = Rect { min: Vec2::new(-640.0, -220.0), max: Vec2::new(640.0, 284.0) };
    const BESIDE: Rect = Rect { min: OPEN.min, max: Vec2::new(340.0, 284.0) };

    fn square(x: i32, y: i32) -> Rect {
        Rect::from_center_size(middle(IVec2::new(x, y)), Vec2::splat(SQUARE))
    }

    fn map(columns: f32, rows: f32) -> Vec2 {
        Vec2::new(columns, rows) * SQUARE
    }

    /// Where the camera goes if nobody who may be chosen wants the column, or if somebody does.
    fn goes(wished: Vec2, map: Vec2, column: bool, first: &[Rect], others: &[Rect]) -> Vec2 {
        let free = if column { [BESIDE, BESIDE, BESIDE, OPEN] } else { [OPEN; 4] };
        choose((wished, map), OPEN, &free, first, others)
    }

    /// What is seen of the map between ribbon and row.
    fn seen(camera: Vec2) -> Rect {
        Rect { min: camera + OPEN.min, max: camera + OPEN.max }
    }

    fn inside(area: Rect, camera: Vec2, part: Rect) -> bool {
        area.contains(part.min - camera) && area.contains(part.max - camera)
    }

    #[test]
    fn a_small_map_lies_in_the_middle_and_moves_by_no_more_than_the_column_takes() {
        let (map, actor, foe) = (map(18.0, 7.0), square(1, 3), square(15, 3));
        let middle = map * Vec2::new(0.5, -0.5) - OPEN.center();
        for wished in [Vec2::ZERO, Vec2::new(900.0, -300.0)] {
            assert_eq!(goes(wished, map, false, &[actor], &[foe]), middle, "from {wished}");
            assert_eq!(goes(wished, map, true, &[actor], &[foe]), middle, "the column may lie on no target");
        }
        let aside = goes(Vec2::ZERO, map, true, &[actor, foe], &[]);
        assert_eq!(aside, Vec2::new(foe.max.x - BESIDE.max.x, middle.y), "the target touches the column");
        assert_eq!(goes(aside, map, true, &[foe, actor], &[]), aside, "and aiming moves nothing");
    }

    #[test]
    fn a_large_map_is_cut_off_at_no_end_while_the_table_is_seen_at_the_other() {
        let map = map(40.0, 30.0);
        for (x, y) in [(0, 0), (39, 0), (0, 29), (39, 29), (20, 3)] {
            let actor = square(x, y);
            let to = goes(actor.center() - OPEN.center(), map, false, &[actor], &[]);
            let seen = seen(to);
            assert!(inside(OPEN, to, actor), "({x}, {y})");
            assert!(seen.min.x >= -BEYOND && seen.max.x <= map.x + BEYOND, "({x}, {y}): {seen:?}");
            assert!(seen.max.y <= BEYOND && seen.min.y >= -map.y - BEYOND, "({x}, {y}): {seen:?}");
        }
        // One that almost fits is not pushed out of sight at one end to show the table at the other.
        let low = Vec2::new(map.x, 507.0);
        assert_eq!(seen(goes(Vec2::new(900.0, -900.0), low, false, &[], &[])).min.y, -510.0);
        // For a target at the end that would lie under the column as much of the table is seen as that takes.
        let foe = square(39, 5);
        let to = goes(foe.center(), map, true, &[square(30, 5), foe], &[]);
        assert_eq!(to.x, foe.max.x - BESIDE.max.x);
    }

    #[test]
    fn what_comes_first_is_seen_before_what_comes_later() {
        let (map, actor) = (map(60.0, 40.0), square(20, 20));
        let (near, far, ally) = (square(32, 20), square(45, 20), square(20, 26));
        let to = goes(actor.center(), map, true, &[actor, far, near], &[ally, square(1, 1)]);
        assert!(inside(BESIDE, to, actor) && inside(BESIDE, to, near), "{to}");
        assert!(inside(OPEN, to, ally) && !inside(OPEN, to, far), "{to}");
        // Who does not fit beside the column may lie where that comes.
        let to = goes(actor.center(), map, true, &[actor, square(37, 20)], &[]);
        assert!(inside(OPEN, to, actor) && inside(OPEN, to, square(37, 20)), "{to}");
        // Nobody of the others moves the camera for the sake of the column.
        let to = goes(actor.center() - OPEN.center(), map, true, &[actor], &[square(28, 20)]);
        assert_eq!(to, actor.center() - OPEN.center());
    }

    #[test]
    fn of_what_is_too_large_the_middle_is_seen() {
        let ship = Rect::new(640.0, -2560.0, 2560.0, -640.0);
        assert_eq!(goes(Vec2::ZERO, map(60.0, 60.0), false, &[ship], &[]), ship.center() - OPEN.center());
    }
}
