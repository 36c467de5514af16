//! What the end of the round will make of a unit's count, as far as it is earned (F-25); `timing` reckons it.

use crate::rules::prelude::*;

impl Facts {
    /// How a unit's count would be settled by its ledger if the round ended now; none: counts have no ledger.
    pub fn forecast(&self, unit: &UnitState) -> Option<SettledCount> {
        let Shift::Ledger(rule) = &self.book.settings.timing.shift else { return None };
        let sum = unit.initiative.ledger.iter().map(|entry| entry.amount).sum();
        Some(rule.settle(unit.initiative.count, sum))
    }
}
