//! The facts of a battle as it is now, and units that come to it.
//!
//! How facts follow the world is `store`'s.

use crate::battle::prelude::*;

impl Battle {
    /// The facts, fresh. They stay as they are however long they are held, and hold up nothing.
    pub(super) fn facts(&mut self) -> Arc<Facts> {
        self.refresh();
        self.facts.clone()
    }

    pub(super) fn refresh(&mut self) {
        self.world.extract(&mut self.facts);
    }

    /// Spawns a unit's components.
    pub(super) fn spawn(&mut self, state: UnitState) {
        let state = state.bounded();
        self.world.spawn_unit(state.clone());
        Arc::make_mut(&mut self.facts).units.push(state);
    }
}
