//! What ends by itself: modifiers and conditions whose time is up.
//!
//! Owns the counting. When each kind of end comes is decided by frames and phases.

use super::{Battle, Fault, effect::Effect};
use crate::{
    key::Key,
    rules::{facts::UnitId, modifier::Until},
};

impl Battle {
    /// Ends a unit's modifiers and conditions whose duration fits.
    pub(super) fn end(&mut self, unit: UnitId, fits: impl Fn(&Until) -> bool) -> Result<(), Fault> {
        self.end_modifiers(unit, &fits);
        self.end_conditions(unit, fits)
    }

    /// Ends a unit's modifiers whose duration fits.
    pub(super) fn end_modifiers(&mut self, unit: UnitId, fits: impl Fn(&Until) -> bool) {
        let any =
            self.facts().unit(unit).is_some_and(|own| own.modifiers.0.iter().any(|one| fits(&one.until)));
        if any {
            self.drop_modifiers(unit, fits);
        }
    }

    /// Lifts a unit's conditions whose duration fits.
    pub(super) fn end_conditions(
        &mut self,
        unit: UnitId,
        fits: impl Fn(&Until) -> bool,
    ) -> Result<(), Fault> {
        let ending: Vec<Key> = self
            .facts()
            .unit(unit)
            .map(|own| own.conditions.0.iter().filter(|one| fits(&one.until)).map(|one| one.id).collect())
            .unwrap_or_default();
        for condition in ending {
            self.apply(Effect::Expire { unit, condition })?;
        }
        Ok(())
    }

    /// Durations by another unit's turns count down as that one's turn ends (D-09).
    pub(super) fn count_turns_of(&mut self, bearer: UnitId, whose: UnitId) -> Result<(), Fault> {
        let counts = |until: &Until| matches!(until, Until::EndOfTurnOf(unit, _) if *unit == whose);
        let any = self.facts().unit(bearer).is_some_and(|own| {
            own.conditions.0.iter().any(|one| counts(&one.until))
                || own.modifiers.0.iter().any(|one| counts(&one.until))
        });
        if !any {
            return Ok(());
        }
        let lower = |until: &mut Until| {
            if let Until::EndOfTurnOf(unit, left) = until
                && *unit == whose
            {
                *left = left.saturating_sub(1);
            }
        };
        self.lower_durations(bearer, lower);
        let over = |until: &Until| *until == Until::EndOfTurnOf(whose, 0);
        self.drop_modifiers(bearer, over);
        self.end_conditions(bearer, over)
    }
}
