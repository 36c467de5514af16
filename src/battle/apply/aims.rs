//! Modifiers put on, and aims, of which there is one at a time (C-79, F-73).

use crate::battle::prelude::*;

impl Battle {
    pub(super) fn modify(&mut self, unit: UnitId, modifier: ActiveModifier) -> OrFault {
        if modifier.until == Until::NextAction && modifier.versus.is_some() {
            // Whoever aims at another aims no longer at the first (C-79).
            let versus = modifier.versus;
            let other = |one: &ActiveModifier| {
                one.until == Until::NextAction && one.versus.is_some() && one.versus != versus
            };
            if self.facts().unit(unit).is_some_and(|own| own.modifiers.0.iter().any(&other)) {
                self.change::<Modifiers>(unit, |own| own.0.retain(|one| !other(one)));
                self.end_conditions(unit, |until| *until == Until::NextAction)?;
            }
        }
        if modifier.until == Until::Aim {
            // One aim at a time (F-73).
            self.end_aims(unit, |old| old.source == modifier.source);
        }
        let outcome = Outcome::Modified { unit, source: modifier.source, until: modifier.until.clone() };
        self.change::<Modifiers>(unit, |own| own.0.push(modifier));
        self.record(outcome);
        Ok(())
    }

    pub(super) fn end_aims(&mut self, unit: UnitId, ends: impl Fn(&ActiveModifier) -> bool) {
        let aims = |one: &ActiveModifier| one.until == Until::Aim && ends(one);
        if self.facts().unit(unit).is_some_and(|own| own.modifiers.0.iter().any(&aims)) {
            self.change::<Modifiers>(unit, |own| own.0.retain(|one| !aims(one)));
        }
    }

    /// An aim is lost when its target has moved more than one square or is out of sight (F-73).
    pub(super) fn spoil_aims(&mut self) {
        let facts = self.facts();
        let spoiled = |own: &UnitState, aim: &ActiveModifier| {
            let Some(target) = aim.versus.and_then(|id| facts.unit(id)) else { return false };
            let far = aim.from.is_some_and(|from| grid::distance(from, target.place.area.origin) > 1);
            far || !facts.sees(own, target)
        };
        for own in &facts.units {
            let lost = own.modifiers.0.iter().filter(|one| one.until == Until::Aim && spoiled(own, one));
            let lost: Vec<Option<UnitId>> = lost.map(|one| one.versus).collect();
            if !lost.is_empty() {
                self.end_aims(own.id(), |one| lost.contains(&one.versus));
            }
        }
    }
}
