//! What the camera may see: how near and how far, and where a battle opens.

use super::{
    large::{LITTLE, is_large},
    place::{BEYOND, SIDE},
};
use crate::window::prelude::*;

/// A battle never opens below squares of so many pixels, where a unit has one.
const LEAST: f32 = 48.0;
/// At an aim and at a question they may be so small.
pub const DRAWN_BACK: f32 = 36.0;
/// And so while others attack somebody far off.
pub const WATCHED: f32 = 28.0;
/// Nor does it open above squares of such a share of the window's height: 96 pixels of 720.
const LARGEST: f32 = 2.0 / 15.0;

/// The zoom at which a battle opens: the map with its frame fills what is free along one axis, and as much of it as is too
/// much along the other is scrolled to; but all who fight, who stand on so much of it, are seen together if they can be.
/// Its squares stay between the least size, in units of so many pixels, and the largest. A larger window than the usual one
/// shows no less of it than that does.
pub fn opens_with(map: Vec2, stand: Vec2, windows: [Vec2; 2], base: f32) -> f32 {
    let [_, free] = windows;
    let usual = fills_with(map, stand, usual(), 1.0) * grown(free).max(1.0);
    fills_with(map, stand, windows, base).min(usual)
}

/// The zoom at which a battle opens by its own window alone.
fn fills_with(map: Vec2, stand: Vec2, [window, free]: [Vec2; 2], base: f32) -> f32 {
    let fills = (free.max(Vec2::ONE) / (map + 2.0 * BEYOND)).max_element();
    // However it is rounded.
    let shows = (free.max(Vec2::ONE) / (stand + 2.0 * SIDE + 1.0)).min_element();
    let least = LEAST * base / SQUARE;
    let fills = fills.clamp(least, (LARGEST * window.y / SQUARE).max(least));
    // For all who fight squares of a larger window may be smaller, though not below an aim's.
    let together = LEAST.max(DRAWN_BACK * base) / SQUARE;
    if shows < together { fills } else { fills.min(shows) }
}

/// A usual window, and what no panel covers of it, in pixels.
fn usual() -> [Vec2; 2] {
    let Room { window, top, bottom, .. } = Room::default();
    [window, window - Vec2::new(0.0, top + bottom)]
}

/// How many times as large as in a usual window is what no panel covers, along the axis along which it has grown less.
fn grown(free: Vec2) -> f32 {
    let [_, usual] = usual();
    (free.max(Vec2::ONE) / usual).min_element()
}

/// The zoom once what no panel covers is larger or smaller: with this a window that grows shows no less of the map along
/// either axis, and one that comes back shows the same again. Who saw the whole map, by the zoom at which that is so, still
/// does.
pub fn resized(zoom: f32, [before, now]: [Vec2; 2], [whole, then]: [f32; 2]) -> f32 {
    let resized = zoom * grown(now) / grown(before);
    if zoom <= whole { resized.min(then) } else { resized }
}

/// From how far all of these are seen, in pixels of the map to one of the screen: from as far as usual if they have room there in
/// what panels leave `open` of the screen, in its pixels; else from as far as it takes above the line that lies on the row.
/// Where squares would be smaller than `least` pixels for that, what is large is seen in part, if there is room for a part.
pub fn drawn_back(usual: f32, parts: &[Rect], [open, above]: [Vec2; 2], least: f32) -> f32 {
    let Some(whole) = parts.iter().copied().reduce(|all, part| all.union(part)) else { return usual };
    let needs = |size: Vec2, room: Vec2| ((size + 2.0 * SIDE) / room.max(Vec2::ONE)).max_element();
    if needs(whole.size(), open) <= usual {
        return usual;
    }
    let most = SQUARE / least;
    let some = parts.iter().filter(|part| is_large(**part)).map(|part| part.size() * (1.0 - LITTLE));
    let in_part = some.map(|less| whole.size() - less).fold(whole.size(), Vec2::min);
    if needs(in_part, open) <= most { needs(whole.size(), above).min(most).max(usual) } else { usual }
}

/// The least and the most zoom: the whole map, and one counter over half the height and width (a quarter of the
/// screen). Above 0 and never crossed over, however small the map or the window.
pub fn limits(map: Vec2, window: Vec2, free: Vec2) -> (f32, f32) {
    let most = window.y.max(1.0) / 2.0 / SQUARE;
    let margin = 1.0 + 0.5 * SQUARE / map.max_element().max(SQUARE);
    let whole = (free.max(Vec2::ONE) / (map.max(Vec2::splat(SQUARE)) * margin)).min_element();
    (whole.min(most), most)
}

/// Where a battle opens: on who has the turn, else in the middle of those who can be seen.
pub fn opens_at(counters: &[Counter]) -> Option<Vec2> {
    if let Some(active) = counters.iter().find(|counter| counter.active) {
        return Some(centre_of(active));
    }
    let seen: Vec<Vec2> = counters.iter().filter(|counter| !counter.ghost).map(centre_of).collect();
    (!seen.is_empty()).then(|| seen.iter().sum::<Vec2>() / seen.len() as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_battle_opens_on_who_has_the_turn() {
        let at = |x, active| Counter { at: IVec2::new(x, 0), active, ..default() };
        let middle = |counters: &[Counter]| opens_at(counters).map(|at| at.x / SQUARE);
        assert_eq!(middle(&[at(2, false), at(8, true)]), Some(8.5));
        assert_eq!(middle(&[at(2, false), at(8, false)]), Some(5.5));
        assert_eq!(middle(&[]), None);
    }

    #[test]
    fn a_map_fills_the_window_along_one_axis_as_it_opens() {
        let (window, free) = (Vec2::new(1280.0, 720.0), Vec2::new(1280.0, 504.0));
        let opens = |columns: f32, rows: f32| {
            let map = Vec2::new(columns, rows) * SQUARE;
            (opens_with(map, Vec2::ZERO, [window, free], 1.0), map + 2.0 * BEYOND)
        };
        let near = |one: f32, other: f32| (one - other).abs() < 0.1;
        // Across, and more rows than are seen.
        let (zoom, whole) = opens(17.0, 10.0);
        assert!(near(whole.x * zoom, free.x) && whole.y * zoom > free.y, "{zoom}");
        // From top to bottom, and more columns.
        let (zoom, whole) = opens(30.0, 8.0);
        assert!(near(whole.y * zoom, free.y) && whole.x * zoom > free.x, "{zoom}");
        // What is large keeps its squares legible, what is small does not fill the window with a few.
        assert_eq!(opens(72.0, 40.0).0 * SQUARE, 48.0);
        assert!(near(opens(5.0, 5.0).0 * SQUARE, 96.0));
        // A larger window shows the same, however large its units are, and a tiny one has the least.
        let large = opens_with(Vec2::new(17.0, 10.0) * SQUARE, Vec2::ZERO, [window * 3.0, free * 3.0], 2.0);
        assert!(near(large, opens(17.0, 10.0).0 * 3.0), "{large}");
        let tiny = [Vec2::new(300.0, 200.0), Vec2::ONE];
        assert_eq!(opens_with(Vec2::splat(SQUARE), Vec2::ZERO, tiny, 1.0) * SQUARE, 48.0);
    }

    #[test]
    fn a_larger_window_shows_no_less_of_the_map_as_a_battle_opens_and_as_it_grows() {
        // The panels take less of the height of larger windows.
        let larger = [(Vec2::new(1920.0, 1080.0), 811.0, 1.2), (Vec2::new(3840.0, 2160.0), 1712.0, 2.0)];
        for (columns, rows) in [(22.0, 12.0), (17.0, 10.0), (30.0, 8.0), (72.0, 40.0)] {
            let map = Vec2::new(columns, rows) * SQUARE;
            for stand in [Vec2::ZERO, Vec2::new(20.0, 6.0) * SQUARE] {
                let first = opens_with(map, stand, usual(), 1.0);
                let [_, free] = usual();
                for (window, high, base) in larger {
                    let then = Vec2::new(window.x, high);
                    let zoom = opens_with(map, stand, [window, then], base);
                    let (seen, before) = (then / zoom, free / first);
                    assert!(seen.cmpge(before - 0.1).all(), "{map} in {window}: {seen} {before}");
                    assert!(zoom * SQUARE >= LEAST, "{map} in {window}: {zoom}");
                    let grows = resized(first, [free, then], [0.1, 0.3]);
                    assert!((then / grows).cmpge(before - 0.1).all(), "{map} in {window}: {grows}");
                    let back = resized(grows, [then, free], [0.3, 0.1]);
                    assert!((back - first).abs() < 0.001, "{back} {first}");
                }
            }
        }
        let [_, free] = usual();
        assert_eq!(resized(0.5, [free * 2.0, free], [0.6, 0.2]), 0.2, "the whole map");
    }

    #[test]
    fn for_all_who_fight_squares_of_a_larger_window_may_be_smaller() {
        let (map, stand) = (Vec2::new(72.0, 40.0) * SQUARE, Vec2::new(36.0, 5.0) * SQUARE);
        let opens = |stand: Vec2| {
            opens_with(map, stand, [Vec2::new(1920.0, 1080.0), Vec2::new(1920.0, 811.0)], 1.2) * SQUARE
        };
        let seen = opens(stand);
        assert!((48.0..57.0).contains(&seen) && 36.0 * seen <= 1920.0, "{seen}");
        assert!(opens(stand + 4.0 * SQUARE) > 57.0, "they would be too small");
    }

    #[test]
    fn all_who_fight_are_seen_as_a_battle_opens_if_they_can_be() {
        let windows = [Vec2::new(1280.0, 720.0), Vec2::new(1280.0, 504.0)];
        let opens = |rows: f32| {
            let stand = Vec2::new(14.0, rows) * SQUARE;
            opens_with(Vec2::new(17.0, 12.0) * SQUARE, stand, windows, 1.0)
        };
        let usual = opens(3.0);
        assert!(17.0 * SQUARE * usual < 1280.0 && 18.0 * SQUARE * usual > 1280.0, "it fills the window");
        let seen = opens(8.0);
        assert!(seen < usual && seen * SQUARE >= 48.0 && 8.0 * SQUARE * seen <= 504.0, "{seen}");
        assert_eq!(opens(12.0), usual, "squares would be too small");
    }

    #[test]
    fn an_aim_draws_back_as_far_as_it_takes_and_not_for_what_is_too_far() {
        let rooms = [Vec2::new(1280.0, 504.0), Vec2::new(1280.0, 466.0)];
        let usual = SQUARE / 48.0;
        let square = |y: f32| Rect::from_center_size(Vec2::new(0.0, y * SQUARE), Vec2::splat(SQUARE));
        let back = |parts: &[Rect]| drawn_back(usual, parts, rooms, DRAWN_BACK);
        assert_eq!(back(&[]), usual);
        assert_eq!(back(&[square(8.0), square(0.0)]), usual, "there is room");
        let far = back(&[square(10.0), square(0.0)]);
        assert!(far > usual && far <= SQUARE / DRAWN_BACK, "{far}");
        assert!(11.0 * SQUARE / far <= rooms[1].y, "above the line");
        assert_eq!(back(&[square(13.0), square(0.0)]), usual, "it would not help");
        let ship = |y: f32| square(y).union(square(y + 4.0));
        assert_eq!(back(&[ship(8.0), square(0.0)]), SQUARE / DRAWN_BACK, "a part of it");
        assert_eq!(back(&[ship(14.0), square(0.0)]), usual);
        // From farther away already.
        assert_eq!(drawn_back(2.0, &[square(13.0), square(0.0)], rooms, DRAWN_BACK), 2.0);
    }

    #[test]
    fn zoom_goes_from_the_whole_map_to_a_counter_of_half_the_height() {
        let window = Vec2::new(1280.0, 720.0);
        let (least, most) = limits(Vec2::new(512.0, 512.0) * SQUARE, window, Vec2::new(1280.0, 480.0));
        assert!(least * 512.0 * SQUARE <= 480.0);
        assert!((most * SQUARE - 360.0).abs() < 0.01);
    }

    #[test]
    fn limits_of_a_tiny_map_and_of_a_tiny_window_are_in_order() {
        let (least, most) = limits(Vec2::splat(SQUARE), Vec2::new(1280.0, 720.0), Vec2::new(1280.0, 480.0));
        assert!(least <= most);
        // In such a one the panels leave less than nothing.
        for window in [Vec2::ZERO, Vec2::ONE, Vec2::new(1.0, 900.0), Vec2::new(900.0, 1.0)] {
            for free in [window - Vec2::new(400.0, 64.0), Vec2::new(window.x - 32.0, 57.6), Vec2::ZERO] {
                let (least, most) = limits(Vec2::new(40.0, 30.0) * SQUARE, window, free);
                assert!(0.0 < least && least <= most && most.is_finite(), "{window} {free}: {least} {most}");
                assert!(1.0_f32.clamp(1.0 / most, 1.0 / least).is_finite());
            }
        }
    }
}
