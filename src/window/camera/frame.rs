//! What the camera may see: how near and how far, and where a battle opens.

use crate::window::prelude::*;

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
