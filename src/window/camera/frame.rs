//! What the camera may see: how near and how far, where a battle opens, how much of the table is seen beyond the map.

use crate::window::prelude::*;

/// How much of the table is seen beyond the map's end, in pixels of the map, if as much of the map is out of sight.
const BEYOND: f32 = 26.0;

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

/// The place nearest to a wished one from which no more than a rim of the table is seen beyond the map, if the map is
/// larger than what is seen; else so near to its middle that it can lie beside the column. `seen` in pixels of the map; as
/// much as `column` of it may lie under the column at the right, but of a place that is to be seen no more than it takes
/// for it to lie beside the column.
pub fn on_map((wished, is_place): (Vec2, bool), map: Vec2, seen: Vec2, column: f32) -> Vec2 {
    let axis = |at: f32, map: f32, seen: f32, more: f32| {
        let rim = BEYOND.min(map - seen);
        let (least, most) = (seen / 2.0 - rim, map - seen / 2.0 + rim);
        if least < most {
            let under = if is_place { at + SQUARE - (most + seen / 2.0 - more) } else { more };
            return at.clamp(least, most + under.clamp(0.0, more));
        }
        at.clamp(map / 2.0 - more, map / 2.0 + more)
    };
    Vec2::new(axis(wished.x, map.x, seen.x, column), -axis(-wished.y, map.y, seen.y, 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_map_is_seen_up_to_its_edge_and_a_small_one_in_the_middle() {
        let (map, seen) = (Vec2::new(2000.0, 1500.0), Vec2::new(1280.0, 500.0));
        let of = |at: Vec2, map: Vec2, column: f32| on_map((at, true), map, seen, column);
        assert_eq!(of(Vec2::ZERO, map, 0.0), Vec2::new(640.0 - BEYOND, BEYOND - 250.0));
        assert_eq!(of(Vec2::new(900.0, -700.0), map, 0.0), Vec2::new(900.0, -700.0));
        assert_eq!(of(Vec2::new(9.0, -9.0), Vec2::splat(300.0), 0.0), Vec2::new(150.0, -150.0));
        let beside = |x, column| of(Vec2::new(x, 0.0), Vec2::splat(700.0), column).x;
        assert_eq!((beside(350.0, 300.0), beside(390.0, 300.0)), (350.0, 390.0), "it stays where it is");
        assert_eq!((beside(900.0, 300.0), beside(900.0, 0.0)), (650.0, 350.0), "and lies beside the column");
        // A map that almost fits is not pushed out of sight at one end to show the table at the other.
        let almost = of(Vec2::new(0.0, -900.0), Vec2::new(2000.0, 506.0), 0.0);
        assert_eq!(almost.y, -(253.0 + 3.0 + 6.0));
        let right = |x, column| of(Vec2::new(x, -700.0), map, column).x;
        assert_eq!(
            right(1990.0, 300.0),
            right(1990.0, 0.0) + 300.0,
            "nobody at the edge stands under the column"
        );
        assert_eq!(
            right(1700.0, 300.0),
            right(1990.0, 0.0) + 38.0,
            "and no more wood is seen than that takes"
        );
        let kept = on_map((Vec2::new(1600.0, -700.0), false), map, seen, 300.0).x;
        assert_eq!(kept, 1600.0, "where it is it stays");
    }

    #[test]
    fn a_battle_opens_on_who_has_the_turn() {
        let at = |x, active| Counter { at: IVec2::new(x, 0), active, ..default() };
        let middle = |counters: &[Counter]| opens_at(counters).map(|at| at.x / SQUARE);
        assert_eq!(middle(&[at(2, false), at(8, true)]), Some(8.5));
        assert_eq!(middle(&[at(2, false), at(8, false)]), Some(5.5));
        assert_eq!(middle(&[]), None);
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
