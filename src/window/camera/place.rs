//! From where the camera sees what must be seen: the rule, as a function of rectangles. It holds wherever the camera goes
//! by itself, as a turn begins, at an aim and at a question, so that aiming moves nothing that is seen.
//!
//! What must be seen, in this order: whom one looks at (who acts, a target, those whom a question concerns); those who may
//! be chosen; all who fight, if there is room for all of them; the nearest enemies; where who acts can go and who of its
//! side stands there, the nearest first; then all others. As much of it as fits lies between ribbon and row, and all who
//! stand there beside the column, where a card lies as soon as somebody is aimed at. For that the end of what can be
//! reached may be out of sight, but nobody; while nobody can be aimed at, none of what can be reached either; nor does who
//! acts leave the middle for it.
//!
//! Of what is large and has no room beside who acts, a part is seen: its middle, too, if who acts may lie on the edge of what
//! is free for that.
//!
//! - Along an axis along which all of the map fits between the panels, but for the column, it lies in their middle; one
//!   that would reach under the column there, but fits beside it, in the middle of that.
//! - Along any other no more than a rim of the table is seen at one end while the map is cut off at the other: across not
//!   even for whom one looks at, since the column lies at the left, too.
//! - From there the camera moves only as far as it takes to see what must be seen.
//! - Nobody lies half under a panel or half beyond the window's edge, if a step of less than their size is enough for that
//!   and covers nobody else.

use super::large::{LITTLE, in_part};
use crate::window::prelude::*;

/// How much of the table is seen beyond the map's end, in pixels of the map, if as much of the map is out of sight.
pub const BEYOND: f32 = 26.0;

/// How far what must be seen stays from the edges of what is free, in pixels of the map.
pub const SIDE: f32 = SQUARE / 3.0;

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
    /// Those of them that are seen before anybody lies beside the column for being seen: where who acts can go, as long as
    /// nobody can be aimed at.
    pub reach: &'a [Rect],
    /// All who stand there: who is seen lies beside the column, too, if nobody is cut off for that.
    pub stand: &'a [Rect],
    /// Where the line lies on the row that says what to do.
    pub line: Rect,
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
    let fitting = |parts: &[Rect]| parts.iter().filter(fits).copied().collect::<Vec<Rect>>();
    let (others, reach) = (fitting(wanted.others), fitting(wanted.reach));
    let uncut = uncut(map, open);
    let across = Rect { min: Vec2::new(uncut.min.x, f32::MIN), max: Vec2::new(uncut.max.x, f32::MAX) };
    let first = in_part(across, first, &free[from..], open);
    let rest = at_rest(wished, map, between(map, open, beside));
    let to = |places: Rect| rest.clamp(places.min, places.max);
    let at = to(narrowed(first, &others, &[least]));
    let seen = |part: &&Rect| fits(part) && sees(**part, least).inflate(1.0).contains(at);
    let seen: Vec<Rect> = wanted.stand.iter().filter(seen).copied().collect();
    // Only who must be seen is worth more of the table below while the map is cut off above.
    let kept = narrowed(both(first, uncut).unwrap_or(first), &seen, &[least]);
    let kept = narrowed(kept, &reach, &[least]);
    // Nor does whom one looks at leave the middle half of the width for that on a map that is wider, or go farther from it.
    let wider = map.x > open.width();
    let calm = wanted.first.first().filter(|_| wider).and_then(|part| {
        let (at, half) = (open.center().x, open.width() / 4.0);
        let lies = part.center().x - to(kept).x;
        let (from, until) = (lies - part.width() / 2.0, lies + part.width() / 2.0);
        let min = Vec2::new((at - half).min(from), f32::MIN);
        let max = Vec2::new((at + half).max(until), f32::MAX);
        both(kept, sees(*part, Rect { min, max }))
    });
    let kept = narrowed(calm.unwrap_or(kept), &seen, &[beside]);
    uncovered(to(narrowed(kept, &others, &[least])), uncut, open, (free, wanted))
}

/// The place near to this one from which fewer lie half under a panel or half beyond the window's edge: for each the camera
/// moves by less than its size, if that covers no more of anybody else of whom much is seen, none of those who must be seen
/// comes under a panel, the line on the row or where the column comes, and no more of the table is seen while the map is
/// cut off. How far they stay from the edges does not count as long as all of it is a small step.
fn uncovered(at: Vec2, uncut: Rect, open: Rect, (free, wanted): (&Free, Wanted<'_>)) -> Vec2 {
    let ([_, apart @ ..], [.., beside, least], from) = (*free, *free, at);
    let areas = [beside.inflate(SIDE).intersect(open), open];
    let under = |part: &Rect, at: Vec2| {
        let line = Rect { min: wanted.line.min + at, max: wanted.line.max + at };
        !part.intersect(line).is_empty()
    };
    let beyond = |at: Vec2| at.distance(at.clamp(uncut.min, uncut.max));
    let keeps = |at: Vec2, to: Vec2| {
        let first = |part: &Rect| {
            let stays = |area: &Rect| !lies_in(*area, *part, at) || lies_in(*area, *part, to);
            let apart = if from.distance(to) > SMALL_STEP { apart.as_slice() } else { &[] };
            areas.iter().chain(apart).all(stays) && (under(part, at) || !under(part, to))
        };
        let stands = |part: &Rect| {
            let before = share(*part, open, at);
            before < LITTLE || share(*part, open, to) > before - 0.01
        };
        let step = beyond(to) <= beyond(at) + 0.5;
        step && wanted.first.iter().all(first) && wanted.stand.iter().all(stands)
    };
    wanted.stand.iter().fold(at, |at, part| {
        if lies_in(open, *part, at) || share(*part, open, at) <= 0.0 {
            return at;
        }
        let ways = [least, open].map(|area| {
            let places = sees(*part, area);
            at.clamp(places.min, places.max)
        });
        let uncovers = |to: &Vec2| {
            let near = (*to - at).abs().cmplt(part.size()).all();
            near && lies_in(open, *part, *to) && keeps(at, *to)
        };
        ways.into_iter().find(uncovers).unwrap_or(at)
    })
}

/// A step of the camera that is small, in pixels of the map.
const SMALL_STEP: f32 = SQUARE * 0.75;

/// Whether a part of the map lies whole in an area that the camera sees from there.
fn lies_in(area: Rect, part: Rect, at: Vec2) -> bool {
    // However it is rounded.
    let area = area.inflate(0.5);
    area.contains(part.min - at) && area.contains(part.max - at)
}

/// How much of a part of the map lies in an area that the camera sees from there, of 1.
pub fn share(part: Rect, area: Rect, at: Vec2) -> f32 {
    let seen = part.intersect(Rect { min: area.min + at, max: area.max + at }).size();
    seen.x * seen.y / (part.width() * part.height()).max(1.0)
}

/// Those of some places of the camera from which these parts are seen, each in the first of the areas in which it can be
/// together with those before it.
pub(super) fn narrowed(places: Rect, parts: &[Rect], areas: &[Rect]) -> Rect {
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
/// other; nothing of it along an axis along which all of it fits.
fn uncut(map: Vec2, open: Rect) -> Rect {
    let ends = [Vec2::new(0.0, -map.y) - open.min, Vec2::new(map.x, 0.0) - open.max];
    let rim = Vec2::select(map.cmpgt(open.size()), Vec2::splat(BEYOND), Vec2::ZERO);
    Rect { min: ends[0].min(ends[1]) - rim, max: ends[0].max(ends[1]) + rim }
}

/// The places of the camera from which a part of the map lies in an area; the middle of one that is too large.
pub(super) fn sees(part: Rect, area: Rect) -> Rect {
    let (least, most) = (part.max - area.max, part.min - area.min);
    let (fits, middle) = (least.cmple(most), (least + most) / 2.0);
    Rect { min: Vec2::select(fits, least, middle), max: Vec2::select(fits, most, middle) }
}

/// What two areas share, if only a point.
pub(super) fn both(one: Rect, other: Rect) -> Option<Rect> {
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
        goes_for(wished, map, column, Wanted { first, others, ..Wanted::default() })
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
        let (map, actor, foe) = (map(18.0, 7.0), square(1, 3), square(14, 3));
        let middle = map * Vec2::new(0.5, -0.5) - OPEN.center();
        for wished in [Vec2::ZERO, Vec2::new(900.0, -300.0)] {
            assert_eq!(goes(wished, map, false, &[actor], &[foe]), middle, "from {wished}");
            assert_eq!(goes(wished, map, true, &[actor], &[foe]), middle, "the column may lie on no target");
        }
        let aside = goes(Vec2::ZERO, map, true, &[actor, foe], &[]);
        assert_eq!(aside, Vec2::new(foe.max.x - BESIDE.max.x, middle.y), "the target touches the column");
        assert_eq!(goes(aside, map, true, &[foe, actor], &[]), aside, "and aiming moves nothing");
        // Nor is the map cut off at the left for that: the column finds a place elsewhere.
        assert_eq!(goes(Vec2::ZERO, map, true, &[square(3, 3), square(17, 3)], &[]), middle);
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
            let wanted = Wanted { first: &[actor], others: &[reach], stand: &stand, ..Wanted::default() };
            let to = goes_for(wished, large, true, wanted);
            assert!(inside(OPEN, to, actor) && inside(OPEN, to, ally) && inside(OPEN, to, foe), "{to}");
            (inside(BESIDE, to, foe), inside(OPEN, to, reach))
        };
        assert_eq!(seen_with(18), (true, false), "the end of the reach is cut off for that");
        assert_eq!(seen_with(11), (false, true), "an ally is not");
    }

    #[test]
    fn who_acts_stays_in_the_middle_half_though_somebody_lies_where_the_column_comes() {
        let (map, actor, ally) = (map(60.0, 7.0), square(20, 3), square(32, 3));
        let wished = actor.center() - OPEN.center() + Vec2::new(200.0, 0.0);
        let wanted = Wanted { first: &[actor], stand: &[actor, ally], ..Wanted::default() };
        let to = goes_for(wished, map, true, wanted);
        assert!(inside(OPEN, to, ally) && !inside(BESIDE, to, ally), "{to}");
        assert!(actor.min.x - to.x >= -320.0, "{to}");
        let near = square(28, 3);
        let to = goes_for(wished, map, true, Wanted { stand: &[actor, near], ..wanted });
        assert!(inside(BESIDE, to, near), "{to}");
    }

    #[test]
    fn while_nobody_can_be_aimed_at_nobody_lies_beside_the_column_at_the_cost_of_the_reach() {
        let (large, actor) = (map(40.0, 7.0), square(20, 3));
        let (ally, foe, reach) = (square(18, 2), square(27, 4), square(12, 5));
        let (parts, stand) = ([reach, ally], [actor, ally, foe]);
        let wished = actor.center() - OPEN.center();
        let wanted =
            Wanted { first: &[actor], others: &parts, reach: &parts, stand: &stand, ..Wanted::default() };
        let to = goes_for(wished, large, true, wanted);
        assert!(inside(OPEN, to, reach) && inside(OPEN, to, foe) && !inside(BESIDE, to, foe), "{to}");
        // Without a cost for that they do.
        let parts = [square(17, 5), ally];
        let to = goes_for(wished, large, true, Wanted { others: &parts, reach: &parts, ..wanted });
        assert!(inside(OPEN, to, parts[0]) && inside(BESIDE, to, foe), "{to}");
    }

    #[test]
    fn nobody_lies_half_under_a_panel_if_a_small_step_uncovers_them_and_covers_nobody() {
        let (map, actor) = (map(40.0, 30.0), square(20, 15));
        let wished = actor.center() - OPEN.center();
        let goes = |stand: &[Rect]| {
            goes_for(wished, map, false, Wanted { first: &[actor], stand, ..Wanted::default() })
        };
        // Half under the row.
        let foe = square(20, 19);
        assert!(!inside(OPEN, wished, foe) && share(foe, OPEN, wished) > 0.3);
        let to = goes(&[actor, foe]);
        assert_eq!((to.x, to.y), (wished.x, foe.min.y - OPEN.min.y));
        // Under ribbon and window's edge at once.
        let corner = square(10, 11);
        let to = goes(&[actor, corner]);
        assert!(inside(OPEN, to, corner) && inside(OPEN, to, actor), "{to}");
        // Somebody else would be covered for that, or already lies out of sight.
        let ally = square(20, 12);
        assert!(inside(OPEN, wished, ally));
        assert_eq!(goes(&[actor, ally, foe]), wished);
        assert_eq!(goes(&[actor, square(20, 21)]), wished);
        // What is large moves the view farther, and who must be seen is never covered.
        let ship = Rect { min: foe.min - Vec2::new(0.0, 2.0 * SQUARE), max: foe.max };
        let to = goes(&[actor, ship]);
        assert!(inside(OPEN, to, ship) && inside(OPEN, to, actor), "{to}");
        let first = [actor, square(20, 12)];
        let wanted = Wanted { first: &first, stand: &[foe], ..Wanted::default() };
        assert_eq!(goes_for(wished, map, false, wanted), wished);
    }

    #[test]
    fn for_who_lies_half_under_the_ribbon_somebody_may_come_beside_the_line_on_the_row_but_not_under_it() {
        let actor = square(20, 15);
        // The actor lies just above the line.
        let wished = Vec2::new(actor.center().x, actor.min.y + 176.0);
        let high = Rect { min: OPEN.min + Vec2::new(0.0, 40.0), ..OPEN };
        let ally = square(20, 9);
        let ally = Rect { min: ally.min + Vec2::Y * 30.0, max: ally.max + Vec2::Y * 30.0 };
        let goes = |left: f32| {
            let line = Rect::new(left, OPEN.min.y, left + 440.0, high.min.y);
            let (first, stand) = ([actor], [actor, ally]);
            let wanted = Wanted { first: &first, stand: &stand, line, ..Wanted::default() };
            choose((wished, map(40.0, 30.0)), OPEN, &[high, high, OPEN, OPEN], wanted)
        };
        assert_eq!(goes(-220.0), wished);
        let to = goes(100.0);
        assert!(inside(OPEN, to, actor) && inside(OPEN.inflate(0.1), to, ally), "{to}");
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
        // Nor for a target at the end that would lie under the column at the right.
        let foe = square(39, 5);
        let to = goes(foe.center(), map, true, &[square(30, 5), foe], &[]);
        assert!(inside(OPEN, to, foe) && seen(to).max.x <= map.x + BEYOND, "{to}");
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
