//! The side on which the column with the card of what is pointed at lies: away from the pointer. On the left it keeps
//! off the small map in its corner: the log begins below that, the column stands to the right of it.
//!
//! A card that is kept stays where it is, so that one can point at its lines.

use bevy::{ecs::system::SystemParam, prelude::*};

use super::{CornerPiece, LogPanel, Room, SidePanel};
use crate::window::{
    board::{SQUARE, centre_of, middle},
    input::Pointer,
    theme,
    view::{At, Counter, Table},
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Docked>().add_systems(Update, (choose, lay, lay_log).chain());
}

/// Whether the column lies at the left.
#[derive(Resource, Default, PartialEq)]
pub struct Docked {
    /// It does.
    pub left: bool,
}

impl Docked {
    /// From where to where across the window the column lies, in units, while something at this place is pointed at;
    /// beside the log if it is open, else beside the small map, which is so wide.
    pub fn place(&self, across: f32, room: &Room, log: bool, corner: f32) -> (f32, f32) {
        if at_left(across, room.window.x, room.column, self.left) {
            let from = begins(room, log, corner);
            (from, from + room.column)
        } else {
            (room.window.x - room.column - theme::GAP_2, room.window.x)
        }
    }
}

/// How much it matters that a panel covers nobody: who acts, who is asked or pointed at.
pub(super) const CONCERNED: u32 = 100;
/// The same of those who may be chosen.
const CHOOSABLE: u32 = 1;
/// How much it matters that a panel lies on no other.
pub(super) const HINDERED: u32 = 50;

/// What of the map the panels had better not cover.
#[derive(SystemParam)]
pub(super) struct Concerned<'w, 's> {
    table: Res<'w, Table>,
    pointer: Res<'w, Pointer>,
    ui: Res<'w, UiScale>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform), With<Camera2d>>,
}

impl Concerned<'_, '_> {
    /// Where those stand whom it concerns, in units of the window, each with how much it matters.
    pub(super) fn all(&self) -> Vec<(Rect, u32)> {
        let asked = self.table.prompt.iter().flat_map(|prompt| &prompt.beside);
        let squares: Vec<At> = asked.copied().chain(self.pointer.square).collect();
        let covers = |own: &Counter, at: &At| {
            let off = *at - own.at;
            off.cmpge(IVec2::ZERO).all() && off.cmplt(own.size.max(UVec2::ONE).as_ivec2()).all()
        };
        let weight = |own: &Counter| match () {
            () if own.active || squares.iter().any(|at| covers(own, at)) => CONCERNED,
            () if own.choosable => CHOOSABLE,
            () => 0,
        };
        let counters = self.table.counters.iter().map(|own| (own, weight(own)));
        counters.filter(|(_, n)| *n > 0).filter_map(|(own, n)| Some((self.place(own)?, n))).collect()
    }

    /// Where a counter is seen.
    fn place(&self, own: &Counter) -> Option<Rect> {
        let (camera, transform) = *self.camera;
        let half = own.size.max(UVec2::ONE).as_vec2() * SQUARE * 0.45;
        let corner = |at: Vec2| camera.world_to_viewport(transform, at.extend(0.0)).ok();
        let (one, other) = (corner(centre_of(own) - half)?, corner(centre_of(own) + half)?);
        Some(Rect::from_corners(one / self.ui.0, other / self.ui.0))
    }
}

/// How much it matters what a panel covers that lies there.
pub(super) fn cost(own: Rect, keep: &[(Rect, u32)]) -> u32 {
    keep.iter().filter(|(other, _)| !own.intersect(*other).is_empty()).map(|(_, n)| n).sum()
}

/// How near to the column the pointer comes before it makes way, in units.
const NEAR: f32 = 16.0;

/// How far from its place at the right the pointer must be before the column comes back, in units: it is not to leap to
/// and fro.
const BACK: f32 = 120.0;

/// Whether the column belongs at the left, while something at this place across the window is pointed at and it lies
/// there or not. Its place is at the right; it makes way where the pointer is beneath it.
fn at_left(across: f32, window: f32, column: f32, now: bool) -> bool {
    let edge = window - column - NEAR;
    across > edge || (now && across > edge - BACK)
}

fn choose(
    table: Res<Table>,
    pointer: Res<Pointer>,
    (room, ui): (Res<Room>, Res<UiScale>),
    camera: Single<(&Camera, &GlobalTransform), With<Camera2d>>,
    mut docked: ResMut<Docked>,
) {
    if table.side.is_none() || table.pinned {
        return;
    }
    // Only what is pointed at on the map can be hidden.
    let Some(square) = pointer.square else { return };
    let (camera, transform) = *camera;
    let by_keys = || camera.world_to_viewport(transform, middle(square).extend(0.0)).ok();
    let at = if pointer.by_keys { by_keys() } else { pointer.screen };
    let Some(at) = at else { return };
    let left = at_left(at.x / ui.0, room.window.x, room.column, docked.left);
    docked.set_if_neq(Docked { left });
}

/// Where the column begins that lies at the left: to the right of the log if it is open, else of the small map. Where
/// there is little room it lies over the small map's buttons.
fn begins(room: &Room, log: bool, corner: f32) -> f32 {
    let beside = match (log, room.folded) {
        (true, _) => room.log,
        (false, true) => 0.0,
        (false, false) => corner,
    };
    if beside > 0.0 { beside + 2.0 * theme::GAP_2 } else { theme::GAP_2 }
}

fn lay(
    table: Res<Table>,
    (docked, room, corner): (Res<Docked>, Res<Room>, Res<CornerPiece>),
    panel: Single<&mut Node, With<SidePanel>>,
) {
    let left = px(begins(&room, table.log_open, corner.0.x));
    let (left, right) = if docked.left { (left, auto()) } else { (auto(), px(0)) };
    let mut node = panel.into_inner();
    if (node.left, node.right) != (left, right) {
        (node.left, node.right) = (left, right);
    }
}

/// The log begins under the small map.
fn lay_log(
    room: Res<Room>,
    corner: Res<CornerPiece>,
    panel: Single<&mut Node, (With<LogPanel>, Without<SidePanel>)>,
) {
    let top = px(corner.under(&room));
    let mut node = panel.into_inner();
    if node.top != top {
        node.top = top;
    }
}

#[cfg(test)]
mod tests {
    use super::{Room, at_left, begins};
    use crate::window::theme;

    #[test]
    fn a_column_at_the_left_leaves_the_small_map_its_corner() {
        let room = Room::default();
        assert!(!room.folded);
        let beside = |log: bool, corner: f32| begins(&room, log, corner);
        assert!(beside(false, 158.0) >= theme::GAP_2 + 158.0);
        assert!(beside(true, 158.0) >= theme::GAP_2 + room.log);
        assert!((beside(false, 0.0) - theme::GAP_2).abs() < 0.01, "before anything is laid out");
        let folded = Room { folded: true, ..room };
        assert!((begins(&folded, false, 158.0) - theme::GAP_2).abs() < 0.01);
    }

    #[test]
    fn the_column_makes_way_and_comes_back_once_the_pointer_is_well_away() {
        let left = |across: f32, now: bool| at_left(across, 1280.0, 300.0, now);
        assert!(!left(600.0, false) && left(1100.0, false), "it goes where the pointer is beneath it");
        assert!(left(900.0, true) && !left(900.0, false), "and does not leap to and fro");
        assert!(!left(600.0, true), "until the pointer is well away");
    }
}
