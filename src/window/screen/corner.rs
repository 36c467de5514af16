//! Where the small map with its buttons lies, so that it covers no counter: at the left, under the ribbon or above the
//! row of actions; where it would cover one in either place, folded to its buttons.

use super::{
    LogPlace,
    dock::{Concerned, cost},
};
use crate::window::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CornerPiece>().add_systems(Update, choose);
}

/// The small map with its buttons.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct CornerPiece {
    /// How large it is with the map, in units.
    pub whole: Vec2,
    /// How large it is with its buttons alone, in units.
    pub buttons: Vec2,
    /// It lies above the row of actions, not under the ribbon.
    pub low: bool,
    /// It is folded to its buttons.
    pub bare: bool,
    /// Where it lies, in units.
    pub place: Rect,
}

impl CornerPiece {
    /// Where it may lie, the best first: low or not, folded or not, and from where to where, in units.
    pub fn places(&self, room: &Room, rise: f32) -> [(bool, bool, Rect); 4] {
        [(false, false), (true, false), (false, true), (true, true)].map(|(low, bare)| {
            let size = if bare { self.buttons } else { self.whole };
            let above = room.window.y - room.bottom - rise - theme::GAP_2 - size.y;
            let from = Vec2::new(theme::GAP_2, if low { above.max(room.top) } else { room.top });
            (low, bare, Rect::from_corners(from, from + size))
        })
    }

    /// Where the log begins beneath it, in units from the window's upper end: while that is open, it lies above.
    pub(super) fn under(&self, room: &Room) -> f32 {
        room.top + theme::GAP_2.max(self.place.height() + theme::GAP)
    }
}

/// It stays where it is, unless it covers somebody there or could lie there whole; also while the view moves and while
/// it is pointed at. It leaves the log the room above the row.
fn choose(
    concerned: Concerned,
    (room, rise, log, glide): (Res<Room>, Res<Rise>, Res<LogPlace>, Res<Glide>),
    mut corner: ResMut<CornerPiece>,
    mut seen: Local<Option<Rect>>,
) {
    let map = concerned.map();
    let moves = glide.on() || *seen != map;
    *seen = map;
    let own = *corner;
    let pointed = concerned.under_pointer().is_some_and(|at| cost(own.place, &[at]) > 0);
    let logged = log.left > 0.0;
    let stays = (moves || pointed) && !(own.low && logged);
    let mut keep = if stays { Vec::new() } else { concerned.all() };
    keep.extend(concerned.lesson());
    let now = |low: bool, bare: bool| (low, bare) == (own.low, own.bare);
    let places = own.places(&room, rise.0).into_iter();
    let may = places.filter(|(low, bare, _)| if stays { now(*low, *bare) } else { !(*low && logged) });
    let best = may.min_by_key(|(low, bare, place)| (cost(*place, &keep), *bare, !now(*low, *bare)));
    if let Some((low, bare, place)) = best {
        corner.set_if_neq(CornerPiece { low, bare, place, ..own });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_small_map_lies_at_the_left_between_ribbon_and_row() {
        let (whole, buttons) = (Vec2::new(158.0, 126.0), Vec2::new(158.0, 32.0));
        let corner = CornerPiece { whole, buttons, ..default() };
        let room = Room::default();
        let free = Rect::new(0.0, room.top, room.window.x, room.window.y - room.bottom);
        let places = corner.places(&room, 0.0).map(|(.., place)| place);
        for place in places {
            assert!(free.contains(place.min) && free.contains(place.max), "{place:?}");
        }
        let [upper, lower, ..] = places;
        assert!(
            upper.intersect(lower).is_empty() && upper.size() == whole,
            "one keeps off what the other covers"
        );
    }
}
