//! What wins a fight for a side besides defeating the others: a task that is done (S-19).

use crate::battle::prelude::*;

impl Battle {
    /// The side whose goal somebody of it has reached who is still in the fight; of several the first of the scenario.
    pub(super) fn goal_reached(&self) -> Option<Side> {
        let clock = self.clock();
        let met = || clock.goals.iter().find(|(side, goal)| self.meets(*side, goal)).map(|(side, _)| *side);
        clock.reached.or_else(met)
    }

    fn meets(&self, side: Side, goal: &Expr) -> bool {
        let facts = &self.facts;
        let mut own = facts.units.iter().filter(|unit| unit.identity.side == side && !facts.out(unit));
        own.any(|unit| facts.value(goal, unit) != 0)
    }

    /// A goal that has ended the fight stays reached, whatever ends with it.
    pub(super) fn keep_goal(&mut self) {
        let reached = self.goal_reached();
        if reached.is_some() {
            self.world_mut().resource_mut::<Clock>().reached = reached;
        }
    }
}
