//! Time that passes outside the rounds of a fight: rounds by the hundred, and what hours bring.
//!
//! It counts on from one moment at which something happens to the next. The order in which time goes by is that of the
//! frame `frames::pass`; what happens at the end of a round is in `phases`, what hours and pauses do is content.

use crate::battle::prelude::*;

impl Battle {
    /// What full hours of rest bring to all but those who spend the time on their feet (C-67).
    pub(super) fn rest(&mut self, hours: u32, pauses: &[(UnitId, Key)]) -> OrFault {
        let book = self.book();
        for unit in self.living() {
            let own = pauses.iter().find(|(known, _)| *known == unit);
            let active = own.and_then(|(_, pause)| book.pause(*pause)).is_some_and(|def| def.active);
            if !active {
                self.hook_of_hours(unit, Hook::Rest, None, Some(hours))?;
            }
        }
        Ok(())
    }

    /// Those on the map who live.
    pub(super) fn living(&mut self) -> Vec<UnitId> {
        let facts = self.facts();
        facts.units.iter().filter(|unit| facts.present(unit)).map(|unit| unit.id()).collect()
    }

    /// What pauses bring to those who live, once they are over (A-114, C-68).
    pub(super) fn bring(&mut self, pauses: &[(UnitId, Key)]) -> OrFault {
        let book = self.book();
        for unit in self.living() {
            let own = pauses.iter().find(|(known, _)| *known == unit);
            if let Some(def) = own.and_then(|(_, pause)| book.pause(*pause)) {
                self.run(&def.effects, &Scope::new(unit, def.id))?;
            }
        }
        Ok(())
    }

    /// What comes by itself to those who live as a fight ends, by their ids (D-10).
    pub(super) fn after_fight(&mut self) -> OrFault {
        let book = self.book();
        for def in book.settings.pauses.iter().filter(|def| def.after_fight) {
            let mut living = self.living();
            living.sort_unstable();
            living.into_iter().try_for_each(|unit| self.run(&def.effects, &Scope::new(unit, def.id)))?;
        }
        Ok(())
    }

    /// How many rounds may be taken in one: to the next at which anything comes to an end or is tested.
    pub(super) fn calm(&mut self, most: u32, gone: u32) -> u32 {
        let facts = self.facts();
        let hour = facts.book.hour();
        let mut calm = most;
        for unit in facts.units.iter().filter(|unit| facts.present(unit)) {
            for own in &unit.conditions.0 {
                let Some(def) = facts.book.condition(own.id) else { continue };
                for trigger in &def.on {
                    calm = calm.min(match (trigger.at, trigger.every) {
                        (Hook::EndOfRound, None) => 1,
                        // The first end of round is that of the round in which it was gained (C-66).
                        (Hook::EndOfRound, Some(every)) => {
                            let every = every.max(1);
                            every - own.rounds.saturating_add(every - 1) % every
                        }
                        (Hook::Rest, _) => hour - gone % hour,
                        _ => u32::MAX,
                    });
                }
                calm = calm.min(rounds_of(&own.until));
                if def.on.iter().any(|trigger| trigger.at == Hook::Hour) {
                    calm = calm.min(hour - own.rounds % hour);
                }
            }
            unit.systems.1.iter().for_each(|(_, left)| calm = calm.min(*left));
            unit.modifiers.0.iter().for_each(|own| calm = calm.min(rounds_of(&own.until)));
        }
        calm = calm.min(self.soonest_task().unwrap_or(u32::MAX));
        let facts = self.facts();
        for spell in &facts.spells {
            calm = calm.min(match spell.lasts {
                SpellDuration::Rounds(left) => left,
                SpellDuration::Concentration => 1,
                SpellDuration::Battle => u32::MAX,
            });
        }
        calm.max(1)
    }
}

/// In how many ends of round a duration is over.
fn rounds_of(until: &Until) -> u32 {
    match until {
        Until::Rounds(left) => u32::from(*left),
        Until::EndOfRound | Until::NextCheck(_) => 1,
        _ => u32::MAX,
    }
}
