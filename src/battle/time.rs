//! Time that passes outside the rounds of a fight: rounds by the hundred, and what hours bring.
//!
//! Owns counting on from one moment at which something happens to the next. What happens at the end of a round is
//! `phases`', what hours and pauses do is content.

use super::{
    Battle, Fault,
    apply::Scope,
    chronicle::Outcome,
    phases,
    resources::{Clock, InEffect},
};
use crate::{
    key::Key,
    rules::{
        condition::Hook,
        facts::{Conditions, Lasts, Modifiers, UnitId},
        modifier::Until,
    },
};

impl Battle {
    /// Lets rounds go by in which nobody does anything: durations run out, conditions have their checks at each end
    /// of round, sleepers wake, some rest.
    pub(super) fn pass(&mut self, rounds: u32, rests: impl Fn(UnitId) -> bool) -> Result<(), Fault> {
        self.record(Outcome::TimePassed { rounds });
        let hour = self.book().hour();
        let mut gone = 0;
        self.rest(0, &rests)?;
        while gone < rounds {
            let calm = self.calm(rounds - gone, gone);
            self.skip(calm - 1);
            phases::end_of_round(self)?;
            gone += calm;
            if gone.is_multiple_of(hour) {
                self.rest(gone / hour, &rests)?;
            }
        }
        let mut clock = self.world_mut().resource_mut::<Clock>();
        clock.passed = clock.passed.saturating_add(rounds);
        Ok(())
    }

    /// What so many full hours of rest bring to those who rest (C-67).
    fn rest(&mut self, hours: u32, rests: &impl Fn(UnitId) -> bool) -> Result<(), Fault> {
        for unit in self.living() {
            if rests(unit) {
                self.hook_of_hours(unit, Hook::Rest, None, Some(hours))?;
            }
        }
        Ok(())
    }

    fn living(&mut self) -> Vec<UnitId> {
        let facts = self.facts();
        facts.units.iter().filter(|unit| facts.present(unit)).map(|unit| unit.id()).collect()
    }

    /// A pause by its id: its time goes by, then every living unit has what it brings.
    pub(super) fn pause(&mut self, id: Key) -> Result<(), Fault> {
        let all: Vec<(UnitId, Key)> = self.living().into_iter().map(|unit| (unit, id)).collect();
        self.pauses(&all)
    }

    /// Time that units spend each in its own way: it goes by, then each that lives has what its pause brings (C-68).
    pub(super) fn pauses(&mut self, pauses: &[(UnitId, Key)]) -> Result<(), Fault> {
        let book = self.book();
        let def_of = |unit: UnitId| {
            let own = pauses.iter().find(|(known, _)| *known == unit);
            own.and_then(|(_, pause)| book.pause(*pause))
        };
        let rounds = pauses.iter().filter_map(|(_, pause)| book.pause(*pause)).map(|def| def.rounds).max();
        self.pass(rounds.unwrap_or(0), |unit| def_of(unit).is_none_or(|def| !def.active))?;
        for unit in self.living() {
            if let Some(def) = def_of(unit) {
                self.run(&def.effects, &Scope::new(unit, def.id))?;
            }
        }
        Ok(())
    }

    /// What happens to units hour by hour: conditions that have lasted whole hours.
    pub(super) fn hours(&mut self) -> Result<(), Fault> {
        let facts = self.facts();
        let hour = facts.book.hour();
        let mut due = Vec::new();
        for unit in facts.units.iter().filter(|unit| facts.present(unit)) {
            for own in &unit.conditions.0 {
                if own.rounds > 0 && own.rounds % hour == 0 {
                    due.push((unit.id(), own.id));
                }
            }
        }
        for (unit, condition) in due {
            self.hook(unit, Hook::Hour, Some(condition))?;
        }
        Ok(())
    }

    /// How many rounds, the last one of which is to be played out, may be taken in one after those already gone: to
    /// the next at which anything comes to an end or is tested.
    fn calm(&mut self, most: u32, gone: u32) -> u32 {
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
            for own in &unit.modifiers.0 {
                calm = calm.min(rounds_of(&own.until));
            }
        }
        for spell in &facts.spells {
            calm = calm.min(match spell.lasts {
                Lasts::Rounds(left) => left,
                Lasts::Concentration => 1,
                Lasts::Battle => u32::MAX,
            });
        }
        calm.max(1)
    }

    /// Counts rounds in which nothing ends.
    fn skip(&mut self, rounds: u32) {
        if rounds == 0 {
            return;
        }
        let units: Vec<UnitId> = self.facts().units.iter().map(|unit| unit.id()).collect();
        let fewer = u16::try_from(rounds).unwrap_or(u16::MAX);
        let lower = |until: &mut Until| {
            if let Until::Rounds(left) = until {
                *left = left.saturating_sub(fewer).max(1);
            }
        };
        for unit in units {
            self.change::<Conditions>(unit, |own| {
                for one in &mut own.0 {
                    one.rounds = one.rounds.saturating_add(rounds);
                    lower(&mut one.until);
                }
            });
            self.change::<Modifiers>(unit, |own| own.0.iter_mut().for_each(|one| lower(&mut one.until)));
        }
        for spell in &mut self.world_mut().resource_mut::<InEffect>().0 {
            if let Lasts::Rounds(left) = &mut spell.lasts {
                *left = left.saturating_sub(rounds).max(1);
            }
        }
        self.stale_spells();
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
