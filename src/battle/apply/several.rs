//! Effects of content on several units, one after the other.
//!
//! Whom they reach is decided in [`several`] before the first of them is struck.

use crate::{battle::prelude::*, rules::several};

impl Battle {
    /// Carries out effects on everybody whom an effect on several reaches.
    pub(super) fn run_on_each(
        &mut self,
        several: &EffectDef,
        effects: &[EffectDef],
        scope: &Scope,
    ) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(scope.own) else { return Ok(()) };
        let target = scope.target.and_then(|id| facts.unit(id));
        let at = scope.square.or(target.map(|unit| unit.place.area.origin));
        let reached = several::reached(&facts, own, several, at, |most| self.amount(most, scope));
        drop(facts);
        for unit in reached {
            self.count_effects(scope.cause, 1)?;
            self.run(effects, &Scope { target: Some(unit), ..scope.clone() })?;
        }
        Ok(())
    }
}
