//! What of the map the panels had better not cover, and how much that matters: whom a panel covers, whom a card tells of,
//! what is pointed at.

use super::{lesson::LessonCard, place_of};
use crate::window::prelude::*;

/// How much it matters that a panel covers nobody: who acts, who is asked or pointed at.
pub(super) const FOREMOST: u32 = 10 * CONCERNED;
/// The same of who is named, or may be chosen.
pub(super) const CONCERNED: u32 = 100;
/// The same of all others who stand there.
pub(super) const OTHER: u32 = 1;
/// How much it matters that a panel lies on no other.
pub(super) const HINDERED: u32 = 50;

/// How much it matters that the column does not lie under the pointer: before all else.
pub(super) const POINTED: u32 = 100_000;

/// What of the map the panels had better not cover.
#[derive(SystemParam)]
pub(super) struct Concerned<'w, 's> {
    pub(super) table: Res<'w, Table>,
    pub(super) pointer: Res<'w, Pointer>,
    pub(super) ui: Res<'w, UiScale>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform), With<MainCamera>>,
    lessons: Query<'w, 's, (&'static ComputedNode, &'static UiGlobalTransform), With<LessonCard>>,
}

impl Concerned<'_, '_> {
    /// Who has the turn.
    pub(super) fn turn(&self) -> Option<u32> {
        self.table.counters.iter().find(|own| own.active).map(|own| own.unit)
    }

    /// Where everybody stands, in units of the window, each with how much it matters: those whom it concerns or who may be
    /// chosen most, the dead not at all.
    pub(super) fn all(&self) -> Vec<(Rect, u32)> {
        self.weighed(|_, n| n)
    }

    /// The same with other weights, each from the one that it has.
    pub(super) fn weighed(&self, change: impl Fn(&Counter, u32) -> u32) -> Vec<(Rect, u32)> {
        let asked = self.table.prompt.iter().flat_map(|prompt| &prompt.beside);
        let squares: Vec<At> = asked.copied().chain(self.pointer.square).collect();
        let named = |own: &Counter| {
            self.table.side.as_ref().is_some_and(|card| !own.name.is_empty() && card.title == own.name)
        };
        let weight = |own: &Counter| match () {
            () if own.active || squares.iter().any(|at| own.covers(*at)) => FOREMOST,
            () if own.pose != Pose::Dead && (own.choosable() || named(own)) => CONCERNED,
            () if own.pose != Pose::Dead => OTHER,
            () => 0,
        };
        let counters = self.table.counters.iter().map(|own| (own, weight(own)));
        let counters = counters.filter(|(_, n)| *n > 0).map(|(own, n)| (own, change(own, n)));
        counters.filter(|(_, n)| *n > 0).filter_map(|(own, n)| Some((self.place(own)?, n))).collect()
    }

    /// Where all who stand there are seen, and the map under them, for a panel that had better lie beside it: who acts
    /// matters most, and the table beyond the map not at all.
    pub(super) fn all_beside(&self) -> Vec<(Rect, u32)> {
        let weight = |own: &Counter| CONCERNED * if own.active { CONCERNED } else { OTHER };
        let counters = self.table.counters.iter().filter(|own| own.pose != Pose::Dead);
        let counters = counters.filter_map(|own| Some((self.place(own)?, weight(own))));
        counters.chain(self.map().map(|map| (map, 1))).collect()
    }

    /// Where the map is seen.
    pub(super) fn map(&self) -> Option<Rect> {
        let end = self.table.board.size.as_vec2() * Vec2::new(SQUARE, -SQUARE);
        self.seen(Rect::from_corners(Vec2::ZERO, end))
    }

    /// Where the slip of a lesson lies, if there is one.
    pub(super) fn lesson(&self) -> Option<(Rect, u32)> {
        let (node, at) = self.lessons.iter().next()?;
        Some((place_of(node, at), HINDERED))
    }

    /// What is around the pointer.
    pub(super) fn under_pointer(&self) -> Option<(Rect, u32)> {
        Some((Rect::from_center_size(self.pointer.screen? / self.ui.0, Vec2::splat(2.0 * NEAR)), POINTED))
    }

    /// Where a counter is seen, with what stands out around it.
    fn place(&self, own: &Counter) -> Option<Rect> {
        self.seen(stands(own))
    }

    /// How many pixels of the map a unit of the window is.
    pub(super) fn unit(&self) -> f32 {
        let square = self.seen(Rect::from_corners(Vec2::ZERO, Vec2::splat(SQUARE)));
        SQUARE / square.map_or(SQUARE, |own| own.width()).max(1.0)
    }

    /// Where a part of the map is seen.
    pub(super) fn seen(&self, area: Rect) -> Option<Rect> {
        Some(Rect::from_corners(self.on_screen(area.min)?, self.on_screen(area.max)?))
    }

    /// Where a place of the map is seen.
    pub(super) fn on_screen(&self, at: Vec2) -> Option<Vec2> {
        let (camera, transform) = *self.camera;
        Some(camera.world_to_viewport(transform, at.extend(0.0)).ok()? / self.ui.0)
    }
}

/// What a counter takes of the map, in its pixels, with what is written on it and the ring of whom it is aimed at: they
/// stand out by so much.
pub(super) fn stands(own: &Counter) -> Rect {
    area_of(own).inflate(5.0)
}

/// How much it matters what a panel covers that lies there.
pub(super) fn cost(own: Rect, keep: &[(Rect, u32)]) -> u32 {
    keep.iter().filter(|(other, _)| !own.intersect(*other).is_empty()).map(|(_, n)| n).sum()
}

/// How much is kept free around the pointer, in units.
pub(super) const NEAR: f32 = 16.0;
