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
    /// of round, sleepers wake.
    pub(super) fn pass(&mut self, rounds: u32) -> Result<(), Fault> {
        self.record(Outcome::TimePassed { rounds });
        let mut left = rounds;
        while left > 0 {
            let calm = self.calm(left);
            self.skip(calm - 1);
            phases::end_of_round(self)?;
            left -= calm;
        }
        let mut clock = self.world_mut().resource_mut::<Clock>();
        clock.passed = clock.passed.saturating_add(rounds);
        Ok(())
    }

    /// A pause by its id: its time goes by, then every living unit has what it brings.
    pub(super) fn pause(&mut self, id: Key) -> Result<(), Fault> {
        let book = self.book();
        let Some(def) = book.pause(id) else { return Ok(()) };
        self.pass(def.rounds)?;
        let units: Vec<UnitId> = self.facts().units.iter().map(|unit| unit.id()).collect();
        for unit in units {
            let facts = self.facts();
            if facts.unit(unit).is_some_and(|own| facts.present(own)) {
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

    /// How many rounds, the last one of which is to be played out, may be taken in one: to the next at which anything
    /// comes to an end or is tested.
    fn calm(&mut self, most: u32) -> u32 {
        let facts = self.facts();
        let hour = facts.book.hour();
        let mut calm = most;
        for unit in facts.units.iter().filter(|unit| facts.present(unit)) {
            for own in &unit.conditions.0 {
                let Some(def) = facts.book.condition(own.id) else { continue };
                if def.on.iter().any(|trigger| trigger.at == Hook::EndOfRound) {
                    return 1;
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
