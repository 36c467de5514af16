//! What is so large that a part of it tells who stands there: how much of it is seen where there is no room for all.

use super::place::{both, narrowed, sees, share};
use crate::window::prelude::*;

/// Of whom less than this is seen, more may be covered.
pub const LITTLE: f32 = 1.0 / 3.0;

/// Whether a part of the map is so large that some of it tells who stands there.
pub fn is_large(part: Rect) -> bool {
    part.size().max_element() > 1.5 * SQUARE
}

/// Whom one points at and who acts, as they must be seen: of a large one that has no room beside who acts, but for a part,
/// that part comes last.
pub fn in_order(parts: &[Rect], room: Vec2) -> Vec<Rect> {
    let [target, actor] = *parts else { return parts.to_vec() };
    let whole = target.union(actor).size();
    let part = whole - target.size() * (1.0 - LITTLE);
    let last = is_large(target) && whole.cmpgt(room).any() && part.cmple(room - SQUARE).all();
    if last { vec![actor, target] } else { vec![target, actor] }
}

/// Those of some places of the camera from which these are seen, each in the first of the areas in which it can be, and of
/// what is too large for that a part: one with its middle, if that takes no more than that those before it lie on the edge of
/// all that is free.
pub fn in_part(places: Rect, first: &[Rect], areas: &[Rect], open: Rect) -> Rect {
    let parts = |areas: &[Rect]| {
        let least = areas.last().copied().unwrap_or(open);
        let whole = narrowed(places, first, areas);
        first.iter().fold(whole, |places, part| partly(places, *part, least).unwrap_or(places))
    };
    // However it is rounded.
    let area = open.inflate(1.0);
    let middles = |places: Rect| {
        let large = first.iter().filter(|part| is_large(**part)).map(|part| part.center());
        large.filter(|at| both(places, sees(Rect::from_corners(*at, *at), area)).is_some()).count()
    };
    let wholes =
        |places: Rect| first.iter().filter(|part| both(places, sees(**part, area)).is_some()).count();
    // Nobody comes under the line on the row for that.
    let floor = areas.first().map_or(open.min.y, |area| area.min.y);
    let edge = Rect { min: Vec2::new(open.min.x, floor), ..open };
    let (usual, near) = (parts(areas), parts(&[edge]));
    if middles(near) > middles(usual) && wholes(near) >= wholes(usual) { near } else { usual }
}

/// Those of some places of the camera from which as much as may be is seen of a part that is seen whole from none of them: at
/// least a square of it, and no small share.
fn partly(places: Rect, part: Rect, area: Rect) -> Option<Rect> {
    let wanted = sees(part, area);
    let nearest = |at: Vec2| at.clamp(places.min, places.max);
    let (min, max) = (nearest(wanted.min), nearest(wanted.max));
    let seen = part.intersect(Rect { min: area.min + min, max: area.max + min }).size();
    let much = seen.cmpge(Vec2::splat(SQUARE)).all() && share(part, area, min) >= LITTLE;
    (both(places, wanted).is_none() && much).then_some(Rect { min, max })
}

#[cfg(test)]
mod tests {
    use super::super::place::{Wanted, choose};
    use super::*;

    /// What ribbon and row leave of a window of 1280×720.
    const OPEN: Rect = Rect { min: Vec2::new(-640.0, -220.0), max: Vec2::new(640.0, 284.0) };

    fn square(x: i32, y: i32) -> Rect {
        Rect::from_center_size(middle(IVec2::new(x, y)), Vec2::splat(SQUARE))
    }

    #[test]
    fn of_a_ship_that_has_no_room_beside_who_acts_a_part_is_seen() {
        let (map, actor) = (Vec2::splat(40.0 * SQUARE), square(20, 15));
        let wished = actor.center() - OPEN.center();
        let ship = |row: i32| square(18, row).union(square(20, row + 4));
        let goes =
            |first: &[Rect]| choose((wished, map), OPEN, &[OPEN; 4], Wanted { first, ..Wanted::default() });
        let to = goes(&[actor, ship(21)]);
        assert_eq!(to, Vec2::new(wished.x, actor.max.y - OPEN.max.y));
        assert!(share(ship(21), OPEN, to) > LITTLE);
        // Where nearly nothing of it would be seen nothing moves.
        assert_eq!(goes(&[actor, ship(23)]), wished);
        assert_eq!(goes(&[actor, square(20, 22)]), wished);
    }

    #[test]
    fn of_a_ship_the_middle_is_seen_if_who_acts_may_lie_on_the_edge_for_that() {
        let (map, actor) = (Vec2::splat(40.0 * SQUARE), square(20, 15));
        let free = [OPEN.inflate(-30.0); 4];
        let goes = |top: i32, rows: i32| {
            let ship = square(18, top).union(square(20, top + rows - 1));
            let first = [actor, ship];
            let wanted = Wanted { first: &first, ..Wanted::default() };
            let to = choose((actor.center() - OPEN.center(), map), OPEN, &free, wanted);
            (to.y - (actor.max.y - OPEN.max.y), share(ship, OPEN, to))
        };
        // Seven squares and a half lie from the actor's upper end to its middle.
        let (rim, seen) = goes(20, 5);
        assert!(rim.abs() < 0.1 && seen > 0.5, "{rim} {seen}");
        let (rim, seen) = goes(19, 8);
        assert!((rim - 30.0).abs() < 0.1 && seen > LITTLE, "out of reach: {rim} {seen}");
    }

    #[test]
    fn of_a_large_target_a_part_beside_who_acts_is_enough_if_there_is_room_for_it() {
        let (actor, room) = (square(20, 10), OPEN.size());
        let ship = |row: i32| square(18, row).union(square(20, row + 4));
        assert_eq!(in_order(&[ship(14), actor], room), [actor, ship(14)]);
        for parts in [[ship(11), actor], [ship(30), actor], [square(20, 17), actor]] {
            assert_eq!(in_order(&parts, room), parts);
        }
    }
}
