//! How large a unit of the screen is, how much room the panels of a battle take, and which of them fold when there is
//! little. A unit is a pixel at scale 1: everything on the screen but the map is measured in units.

use crate::window::prelude::*;

/// The window from which on things grow with it; a smaller one shows less. 1920×1080 has 1.2 pixels to a unit.
const FULL: Vec2 = Vec2::new(1536.0, 864.0);
/// They grow less than the window, as this power of it, so that a larger one shows more of the board as well.
const GROWS: f32 = 0.75;
/// The least units that pages and panels need.
const LEAST: Vec2 = Vec2::new(853.0, 480.0);
/// Below so many units the panels fold.
const UNFOLDED: Vec2 = Vec2::new(1060.0, 620.0);
/// The panels are larger from so many units on.
const AMPLE: Vec2 = Vec2::new(1600.0, 900.0);

/// Height of the hint with the small choices above it, which lie over the lower end of the map.
pub const HINT: f32 = 76.0;

/// Height of the line that own card and tray fold to.
pub(super) const LINE: f32 = 34.0;

/// How much room there is, and how much of it the panels of a battle take, all in units.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// The window.
    pub window: Vec2,
    /// How many pixels a unit would have at 100 per cent: how large the window is, whatever the player wants.
    pub base: f32,
    /// The player wants larger units than there is room for; the most that fits, in per cent.
    pub most: Option<u32>,
    /// The most per cent that fit into the window, whatever the player wants.
    pub limit: u32,
    /// Few units are left: panels show what is needed now, pages set their buttons side by side.
    pub folded: bool,
    /// There is ample room: panels are larger and cards whole.
    pub ample: bool,
    /// Height of the ribbon, with the gap beneath it.
    pub top: f32,
    /// Height of what lies at the bottom: own card, hand and tray.
    pub bottom: f32,
    /// Width of the column at the right.
    pub column: f32,
    /// Width of the log.
    pub log: f32,
    /// Width of the own card.
    pub wing: f32,
    /// Width of the tray.
    pub tray: f32,
}

impl Default for Room {
    fn default() -> Self {
        Self::of(Vec2::new(1280.0, 720.0), 1.0, None)
    }
}

impl Room {
    fn of(window: Vec2, base: f32, most: Option<u32>) -> Self {
        let folded = window.cmplt(UNFOLDED).any();
        // However it is rounded.
        let ample = (window + 0.5).cmpge(AMPLE).all();
        let pick = |small: f32, usual: f32, large: f32| match (folded, ample) {
            (true, _) => small,
            (_, true) => large,
            _ => usual,
        };
        Self {
            window,
            base,
            most,
            limit: limit(window, base),
            folded,
            ample,
            top: pick(60.0, 76.0, 76.0),
            bottom: pick(118.0, 140.0, 148.0),
            column: pick(280.0, 300.0, 340.0),
            log: pick(320.0, 360.0, 400.0),
            wing: pick(0.0, 260.0, 280.0),
            tray: pick(0.0, 190.0, 220.0),
        }
    }
}

/// How many pixels a unit has in a window at 100 per cent.
fn base(window: Vec2) -> f32 {
    (window / FULL).min_element().max(1.0).powf(GROWS)
}

/// The most per cent that fit into a window of so many pixels: a page always has the room that it is laid out for.
fn limit(window: Vec2, base: f32) -> u32 {
    (100.0 * (window / LEAST).min_element().max(0.1) / base).floor() as u32
}

/// How many pixels a unit has in a window, and the most per cent that fit where more are wanted.
fn unit(window: Vec2, per_cent: u32) -> (f32, Option<u32>) {
    let base = base(window);
    let wanted = base * per_cent as f32 / 100.0;
    let room = (window / LEAST).min_element().max(0.1);
    if wanted <= room {
        return (((wanted * 20.0).round().max(1.0) / 20.0).min(room), None);
    }
    ((room * 100.0).floor() / 100.0, Some(limit(window, base)))
}

/// Takes up the size of the window and what the player wants.
pub(super) fn measure(
    window: Single<&Window, With<PrimaryWindow>>,
    settings: Res<Settings>,
    mut ui: ResMut<UiScale>,
    mut room: ResMut<Room>,
) {
    let (wanted, most) = unit(window.size(), settings.ui_scale);
    if (ui.0 - wanted).abs() > 0.001 {
        ui.0 = wanted;
    }
    let base = base(window.size());
    let limit = limit(window.size(), base);
    room.set_if_neq(Room { limit, ..Room::of(window.size() / wanted, base, most) });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(width: f32, height: f32, per_cent: u32) -> (u32, u32) {
        let (unit, _) = unit(Vec2::new(width, height), per_cent);
        ((width / unit).round() as u32, (height / unit).round() as u32)
    }

    #[test]
    fn a_larger_window_shows_more_and_grows_less() {
        assert_eq!(units(1280.0, 720.0, 100), (1280, 720));
        assert_eq!(units(1536.0, 864.0, 100), (1536, 864));
        assert_eq!(units(1920.0, 1080.0, 100), (1600, 900));
        assert_eq!(units(3840.0, 2160.0, 100), (1920, 1080));
        assert_eq!(units(3840.0, 2160.0, 160), (1200, 675));
        assert_eq!(units(1280.0, 720.0, 75), (1707, 960));
    }

    #[test]
    fn the_row_takes_no_more_than_a_fifth_of_a_usual_window() {
        for size in [Vec2::new(1280.0, 720.0), FULL, Vec2::new(1920.0, 1080.0)] {
            let room = Room::of(size, 1.0, None);
            assert!(!room.folded && room.bottom <= size.y / 5.0, "{room:?}");
        }
    }

    #[test]
    fn there_is_always_room_for_a_page() {
        assert_eq!(unit(Vec2::new(1280.0, 720.0), 200), (1.5, Some(150)));
        assert_eq!(unit(Vec2::new(1280.0, 720.0), 150), (1.5, None));
        assert_eq!(unit(Vec2::new(640.0, 400.0), 100).1, Some(75));
        for (width, height) in [(640.0, 400.0), (1024.0, 768.0), (1366.0, 768.0), (2560.0, 1080.0)] {
            for per_cent in (75..=200).step_by(5) {
                let (x, y) = units(width, height, per_cent);
                assert!(x >= 853 && y >= 480, "{width}×{height} at {per_cent}: {x}×{y}");
            }
        }
    }
}
