//! Changes of vehicles: what attacks out of them take up, how they go.
//!
//! Owns no rule about who may do so; that is decided before.

use crate::{
    battle::Battle,
    rules::{
        attack::Takes,
        facts::{Driven, UnitId},
    },
};

impl Battle {
    /// An attack takes up a mounted weapon or a place to shoot out, for the round (C-110, C-117).
    pub(super) fn take_up(&mut self, unit: UnitId, takes: Takes) {
        match takes {
            Takes::Mount(vehicle, weapon) => self.change::<Driven>(vehicle, |own| {
                if !own.fired.contains(&(unit, weapon)) {
                    own.fired.push((unit, weapon));
                }
            }),
            Takes::Port(vehicle, side) => self.change::<Driven>(vehicle, |own| {
                if !own.shots.contains(&(unit, side)) {
                    own.shots.push((unit, side));
                }
            }),
        }
    }
}
