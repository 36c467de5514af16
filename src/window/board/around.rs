//! What a counter is drawn by besides its unit: what lies around it, and who it is among all.

use super::{pips::corner_of_strip, prelude::*, tags::takes_points, turn::lies_below};

/// What a counter is drawn by besides its unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Around {
    /// The corner that the strip lies in, where somebody stands where it always lies.
    pub strip: Option<Vec2>,
    /// Whether it is that of who acts, not only of who bears that one.
    pub acts: bool,
    /// Whether it is aimed at; told of those in vehicles alone.
    pub aimed: bool,
    /// Whether the arrow of who acts lies below it.
    pub below: bool,
    /// Whether its tag lies in place of its points.
    pub tagged: bool,
    /// Pixels of the screen in a unit.
    pub unit: f32,
}

impl Around {
    pub(super) fn of(counter: &Counter, all: &[Counter], unit: f32) -> Self {
        let borne =
            |own: &Counter| own.active && own.unit != counter.unit && (own.carried || own.seat.is_some());
        let acts = counter.active && !all.iter().any(borne);
        let (strip, below) = (corner_of_strip(counter, all), lies_below(counter, all));
        Self { strip, acts, aimed: false, below, tagged: false, unit }
    }

    pub(super) fn on(counter: &Counter, table: &Table, unit: f32) -> Self {
        let aimed = counter.seat.is_some() && table.overlay.target == Some(counter.unit);
        let tagged = takes_points(counter, table, unit);
        Self { aimed, tagged, ..Self::of(counter, &table.counters, unit) }
    }
}
