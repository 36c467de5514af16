//! One change of a unit with the facts after it: for the bench of how they follow the world.

use crate::{
    battle::prelude::*,
    rules::facts::{Condition, Tracks},
};

/// A change of one component of a unit, past the rules.
#[derive(Clone, Copy, Debug)]
pub enum OneChange {
    /// It stands elsewhere.
    Moved(Square),
    /// Its first track stands at so much.
    Track(i32),
    /// It has one more condition.
    Gained(Key),
    /// It has the last of its conditions no longer.
    Lifted,
}

impl Battle {
    /// Changes a unit, and lets the facts follow. Nothing is told, and nothing follows from it.
    pub fn change_once(&mut self, unit: UnitId, change: OneChange) {
        let store = self.world_mut();
        match change {
            OneChange::Moved(at) => {
                if let Some(mut place) = store.component_mut::<Place>(unit) {
                    place.area.origin = at;
                }
            }
            OneChange::Track(now) => {
                if let Some(mut tracks) = store.component_mut::<Tracks>(unit) {
                    tracks.0.iter_mut().take(1).for_each(|track| track.now = now);
                }
            }
            OneChange::Gained(id) => {
                if let Some(mut conditions) = store.component_mut::<Conditions>(unit) {
                    conditions.0.push(Condition::new(id, 1, Until::Battle, None));
                }
            }
            OneChange::Lifted => {
                if let Some(mut conditions) = store.component_mut::<Conditions>(unit) {
                    conditions.0.pop();
                }
            }
        }
        self.refresh();
    }
}
