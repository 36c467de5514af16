//! The small map with its buttons, at the upper left. Where it would cover a counter it folds to its buttons, and unfolds
//! again at the start of a turn.

use super::concerned::{Concerned, cost};
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
    /// It is folded to its buttons.
    pub bare: bool,
    /// Where it lies, in units.
    pub place: Rect,
}

impl CornerPiece {
    /// Where it lies, folded or not, in units.
    fn lies(&self, room: &Room, bare: bool) -> Rect {
        let from = Vec2::new(theme::GAP_2, room.top);
        Rect::from_corners(from, from + if bare { self.buttons } else { self.whole })
    }

    /// Where the log begins beneath it, in units from the window's upper end: while that is open, it lies above.
    pub(super) fn under(&self, room: &Room) -> f32 {
        room.top + theme::GAP_2.max(self.place.height() + theme::GAP)
    }
}

/// It stays as it is while the view moves and while it is pointed at; else it folds off whom it would cover, for as long
/// as the same unit has the turn.
fn choose(
    concerned: Concerned,
    (room, glide): (Res<Room>, Res<Glide>),
    mut corner: ResMut<CornerPiece>,
    (mut seen, mut turn): (Local<Option<Rect>>, Local<Option<u32>>),
) {
    let map = concerned.map();
    let moves = glide.on() || *seen != map;
    *seen = map;
    let own = *corner;
    let pointed = concerned.under_pointer().is_some_and(|at| cost(own.place, &[at]) > 0);
    let mut bare = own.bare;
    if !moves && !pointed {
        let now = concerned.turn();
        let keep: Vec<(Rect, u32)> = concerned.all().into_iter().chain(concerned.lesson()).collect();
        bare = cost(own.lies(&room, false), &keep) > 0 || (bare && *turn == now);
        *turn = now;
    }
    corner.set_if_neq(CornerPiece { bare, place: own.lies(&room, bare), ..own });
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
        let [unfolded, bare] = [false, true].map(|bare| corner.lies(&room, bare));
        assert!(free.contains(unfolded.min) && free.contains(unfolded.max), "{unfolded:?}");
        assert_eq!(
            (unfolded.min, unfolded.size(), bare.size()),
            (bare.min, whole, buttons),
            "it does not hop"
        );
    }
}
