//! Conditions that end by what their bearer does or where it and others stand: stealth, a guarded post, cover, fire in
//! deep water (D-11, D-17, D-18, D-75).

use crate::battle::prelude::*;

/// Where an effect may end conditions by who stands where, and who has moved by it.
pub(super) fn moves(effect: &Effect) -> Option<Option<UnitId>> {
    match effect {
        Effect::Step { unit, .. } | Effect::Band { unit, .. } => Some(Some(*unit)),
        Effect::Gain { .. } | Effect::Track { .. } | Effect::Leave { .. } => Some(None),
        _ => None,
    }
}

impl Battle {
    /// A unit has carried an action of these tags through.
    pub(super) fn ends_with(&mut self, unit: UnitId, tags: &[Key]) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let mut ends =
            facts.conditions(own).filter(|(def, _)| def.ends_with.iter().any(|tag| tags.contains(tag)));
        ends.try_for_each(|(def, _)| self.apply(Effect::Lift { unit, condition: def.id, count: None }))
    }

    /// Who stands where has changed, perhaps by one who has moved.
    pub(super) fn settle_posts(&mut self, moved: Option<UnitId>) -> OrFault {
        // Every step comes here, and few books have such conditions.
        if !self.facts.book.has_posts {
            return Ok(());
        }
        let facts = self.facts();
        for own in &facts.units {
            for (def, _) in facts.conditions(own) {
                let left = def.on_the_spot && moved == Some(own.id())
                    || blaze::stands_in(&facts, own, &def.quenched_by);
                if left || def.as_long_as.as_ref().is_some_and(|test| facts.value(test, own) == 0) {
                    self.apply(Effect::Lift { unit: own.id(), condition: def.id, count: None })?;
                }
            }
        }
        Ok(())
    }
}
