//! What labels keep off: counters, panels, the edges of the window and of the map, and what lies and is drawn there.

use super::{lying, pips::with_strip, prelude::*, seats::with_number};

/// How much of its square a counter takes with all that is written on it.
const COUNTER: f32 = 0.98;
/// How much of its square a stretch of the way or the cross of an opening takes.
const WAY: f32 = 0.5;
/// How wide the wood around the map is kept free, in units.
const WOOD: f32 = 4000.0;

/// What no label lies on or across, in units of the screen: counters, panels, the edges of the window and of the map.
pub(super) fn kept_free(
    table: &Table,
    covers: impl Iterator<Item = Rect>,
    window: Rect,
    unit: f32,
) -> Vec<Rect> {
    let map = table.board.size.as_vec2() * SQUARE / unit;
    let map = Rect { min: Vec2::new(0.0, -map.y), max: Vec2::new(map.x, 0.0) };
    let edges = beyond(window, 1.0).into_iter().chain(beyond(map, WOOD));
    counters(&table.counters, unit).into_iter().chain(covers).chain(edges).collect()
}

/// What lies around a place, so wide: no label lies across its edge.
fn beyond(place: Rect, wide: f32) -> [Rect; 4] {
    let Rect { min, max } = place;
    [
        Rect { min: min - wide, max: Vec2::new(min.x, max.y + wide) },
        Rect { min: Vec2::new(max.x, min.y - wide), max: max + wide },
        Rect { min: min - wide, max: Vec2::new(max.x + wide, min.y) },
        Rect { min: Vec2::new(min.x - wide, max.y), max: max + wide },
    ]
}

/// What counters take of the screen, in units.
pub(super) fn counters(counters: &[Counter], unit: f32) -> Vec<Rect> {
    let stand = counters.iter().filter(|own| own.pose != Pose::Dead);
    let place = |own: &Counter| {
        let area = with_number(own, with_strip(own, counters, unit), unit);
        let share = if own.seat.is_some() { 1.0 } else { COUNTER };
        Rect::from_center_size(area.center() / unit, area.size() * share / unit)
    };
    stand.map(place).collect()
}

/// What stands, lies and is drawn on the map and takes of the screen, in units: crates, rocks, walls, dropped weapons, the
/// way and its openings. A label lies there only where there is no room beside them.
pub(super) fn things(table: &Table, unit: f32) -> Vec<Rect> {
    // A crown hangs over its square, stones fill theirs.
    let share = |kind: BarrierKind| match kind {
        BarrierKind::Tree => 1.25,
        BarrierKind::Brush | BarrierKind::Rock | BarrierKind::Asteroid => 1.0,
        _ => 0.8,
    };
    let place = |barrier: &DrawnBarrier| {
        let half = SQUARE / 2.0;
        let (at, half) = match barrier.place {
            BarrierPlace::Square(at) => (middle(at), Vec2::splat(share(barrier.kind) * half)),
            BarrierPlace::Right(at) => (middle(at) + Vec2::new(half, 0.0), Vec2::new(0.15 * half, half)),
            BarrierPlace::Below(at) => (middle(at) - Vec2::new(0.0, half), Vec2::new(half, 0.15 * half)),
        };
        Rect::from_center_half_size(at / unit, half / unit)
    };
    let slip = Vec2::splat(lying::SLIP * SQUARE / unit);
    let lie = table.lying.iter().map(|thing| Rect::from_center_size(middle(thing.at) / unit, slip));
    let wide = table.board.size.x.max(1);
    let crosses = (0_u32..).zip(&table.overlay.marks).filter(|(_, own)| **own & mark::PROVOKES != 0);
    let crosses = crosses.map(|(n, _)| UVec2::new(n % wide, n / wide).as_ivec2());
    let way = table.overlay.path.iter().copied().chain(crosses);
    let way = way.map(|at| Rect::from_center_size(middle(at) / unit, Vec2::splat(WAY * SQUARE / unit)));
    table.board.barriers.iter().map(place).chain(lie).chain(way).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_for_the_strip_of_a_vehicle_is_kept_where_the_strip_lies() {
        let size = UVec2::new(3, 2);
        let car = Counter { unit: 1, at: IVec2::new(2, 2), size, hull: Some(Hull::default()), ..default() };
        let over = |unit, x| Counter { unit, at: IVec2::new(x, 1), active: true, ..default() };
        let alone = counters(std::slice::from_ref(&car), 1.0)[0];
        let crowded = counters(&[car, over(2, 4), over(3, 2)], 1.0)[0];
        assert!(crowded.min.y < alone.min.y && crowded.max.y < alone.max.y, "{alone:?}, {crowded:?}");
    }
}
