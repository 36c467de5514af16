//! From where the camera sees what must be seen: the rule, as a function of rectangles. It holds wherever the camera goes
//! by itself, as a turn begins, at an aim and at a question, so that aiming moves nothing that is seen.
//!
//! What must be seen, in this order: whom one looks at (who acts, a target, those whom a question concerns); those who may
//! be chosen; where who acts can go and who of its side stands there, the nearest first; then all others. As much of it as
//! fits lies between ribbon and row, and all who stand there beside the column, where a card lies as soon as somebody is
//! aimed at. For that the end of what can be reached may be out of sight, but nobody.
//!
//! - Along an axis along which all of the map fits between the panels, but for the column, it lies in their middle; one
//!   that would reach under the column there, but fits beside it, in the middle of that.
//! - Along any other no more than a rim of the table is seen at one end while the map is cut off at the other.
//! - From there the camera moves only as far as it takes to see what must be seen.

use crate::window::prelude::*;

/// How much of the table is seen beyond the map's end, in pixels of the map, if as much of the map is out of sight.
pub const BEYOND: f32 = 26.0;

/// What panels leave free, as the camera sees it in pixels of the map: the best place for what must be seen, then others
/// that leave less free around it. The last is beside all panels but the column.
pub type Free = [Rect; 4];

/// What must be seen of the map.
#[derive(Clone, Copy, Default)]
pub struct Wanted<'a> {
    /// Before all.
    pub first: &'a [Rect],
    /// As many of these as fit, in their order.
    pub others: &'a [Rect],
    /// All who stand there: who is seen lies beside the column, too, if nobody is cut off for that.
    pub stand: &'a [Rect],
}

/// Where the camera goes, as near as may be to a wished place, so that it sees what must be seen. `open` is what all
/// panels but the column leave of the window.
pub fn choose((wished, map): (Vec2, Vec2), open: Rect, free: &Free, wanted: Wanted<'_>) -> Vec2 {
    let first = wanted.first;
    let all = first.iter().copied().reduce(|all, part| all.union(part)).map_or(Vec2::ZERO, |all| all.size());
    // All of the first lie in the best area that has room for all of them, else each in the best where there is room for
    // it beside those before it.
    let from = free.iter().position(|area| all.cmple(area.size()).all()).unwrap_or(0);
    let [.., beside, least] = *free;
    let fits = |part: &&Rect| part.size().cmple(least.size()).all();
    let others: Vec<Rect> = wanted.others.iter().filter(fits).copied().collect();
    let everywhere = Rect { min: Vec2::splat(f32::MIN), max: Vec2::splat(f32::MAX) };
    let first = narrowed(everywhere, first, &free[from..]);
    let rest = at_rest(wished, map, between(map, open, beside));
    let to = |places: Rect| rest.clamp(places.min, places.max);
    let at = to(narrowed(first, &others, &[least]));
    let seen = |part: &&Rect| fits(part) && sees(**part, least).inflate(1.0).contains(at);
    let seen: Vec<Rect> = wanted.stand.iter().filter(seen).copied().collect();
    // Only who must be seen is worth more of the table at one end while the map is cut off at the other.
    let within = both(first, uncut(map, open)).unwrap_or(first);
    let kept = narrowed(narrowed(within, &seen, &[least]), &seen, &[beside]);
    to(narrowed(kept, &others, &[least]))
}

/// Those of some places of the camera from which these parts are seen, each in the first of the areas in which it can be
/// together with those before it.
fn narrowed(places: Rect, parts: &[Rect], areas: &[Rect]) -> Rect {
    parts.iter().fold(places, |places, part| {
        areas.iter().find_map(|area| both(places, sees(*part, *area))).unwrap_or(places)
    })
}

/// Between which panels a map lies in the middle: also beside the column, if it fits there and would lie under it else.
fn between(map: Vec2, open: Rect, beside: Rect) -> Rect {
    let under = open.center().x + map.x / 2.0 > beside.max.x;
    if !under || map.x > beside.width() {
        return open;
    }
    Rect { min: Vec2::new(beside.min.x, open.min.y), max: Vec2::new(beside.max.x, open.max.y) }
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

/// The places of the camera from which no more than a rim of the map is cut off at one end while the table is seen at the
/// other.
fn uncut(map: Vec2, open: Rect) -> Rect {
    let ends = [Vec2::new(0.0, -map.y) - open.min, Vec2::new(map.x, 0.0) - open.max];
    Rect { min: ends[0].min(ends[1]) - BEYOND, max: ends[0].max(ends[1]) + BEYOND }
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

    /// Where the camera goes if there is a column or none.
    fn goes(wished: Vec2, map: Vec2, column: bool, first: &[Rect], others: &[Rect]) -> Vec2 {
        goes_for(wished, map, column, Wanted { first, others, stand: &[] })
    }

    fn goes_for(wished: Vec2, map: Vec2, column: bool, wanted: Wanted<'_>) -> Vec2 {
        let free = if column { [BESIDE, BESIDE, BESIDE, OPEN] } else { [OPEN; 4] };
        choose((wished, map), OPEN, &free, wanted)
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
    fn a_map_that_fits_beside_the_column_lies_there_whoever_is_aimed_at() {
        let actor = square(1, 3);
        for (columns, area) in [(14, BESIDE), (10, OPEN)] {
            let (map, foe) = (map(columns as f32, 7.0), square(columns - 1, 3));
            let middle = map * Vec2::new(0.5, -0.5) - Vec2::new(area.center().x, OPEN.center().y);
            let turn = Wanted { first: &[actor], stand: &[actor, foe], ..Wanted::default() };
            assert_eq!(goes_for(Vec2::ZERO, map, true, turn), middle, "{columns} columns");
            assert_eq!(goes(middle, map, true, &[foe, actor], &[]), middle, "aiming moves nothing");
        }
    }

    #[test]
    fn who_is_seen_lies_beside_the_column_unless_somebody_would_be_cut_off() {
        let (large, actor) = (map(40.0, 7.0), square(20, 3));
        let wished = actor.center() - OPEN.center();
        let seen_with = |left: i32| {
            let (ally, foe, reach) = (square(left, 2), square(27, 4), square(12, 5));
            let stand = [actor, ally, foe, square(36, 1)];
            let to =
                goes_for(wished, large, true, Wanted { first: &[actor], others: &[reach], stand: &stand });
            assert!(inside(OPEN, to, actor) && inside(OPEN, to, ally) && inside(OPEN, to, foe), "{to}");
            (inside(BESIDE, to, foe), inside(OPEN, to, reach))
        };
        assert_eq!(seen_with(18), (true, false), "the end of the reach is cut off for that");
        assert_eq!(seen_with(11), (false, true), "an ally is not");
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
