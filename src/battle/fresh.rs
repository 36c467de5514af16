//! The facts of a battle as it is now, and changes of units' components.
//!
//! Which changes are made is decided in `apply` and the frames; how facts follow them is `store`'s.

use std::sync::Arc;

use super::Battle;
use crate::rules::facts::{Facts, UnitComponent, UnitId, UnitState};

impl Battle {
    /// The facts, fresh. They stay as they are however long they are held, and hold up nothing.
    pub(super) fn facts(&mut self) -> Arc<Facts> {
        self.refresh();
        self.facts.clone()
    }

    pub(super) fn refresh(&mut self) {
        self.world.extract(&mut self.facts);
    }

    /// Changes one component of a unit.
    pub(super) fn change<C: UnitComponent>(&mut self, unit: UnitId, change: impl FnOnce(&mut C)) {
        if let Some(mut component) = self.world.component_mut::<C>(unit) {
            change(&mut component);
        }
    }

    /// Spawns a unit's components.
    pub(super) fn spawn(&mut self, state: UnitState) {
        let state = state.bounded();
        self.world.spawn_unit(state.clone());
        Arc::make_mut(&mut self.facts).units.push(state);
    }
}
