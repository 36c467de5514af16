//! What wins a fight for a side besides defeating the others: a task that is done (S-19).

use crate::{battle::prelude::*, rules::facts::Goal};

impl Battle {
    /// The side whose goal one of its units has reached; of several the first of the scenario.
    pub(super) fn goal_reached(&self) -> Option<Side> {
        let facts = &self.facts;
        let met = |goal: &&Goal| facts.units.iter().any(|unit| facts.attains(unit, goal));
        self.clock().reached.or_else(|| facts.goals.iter().find(met).map(|goal| goal.side))
    }

    /// A goal that has ended the fight stays reached, whatever ends with it.
    pub(super) fn keep_goal(&mut self) {
        let reached = self.goal_reached();
        if reached.is_some() {
            self.world_mut().resource_mut::<Clock>().reached = reached;
        }
    }
}
