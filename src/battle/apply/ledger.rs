//! The ledger of initiative: lines written for what happens, and pressing.
//!
//! Owns what an entry counts. When the ledger is settled is in the phases.

use crate::{
    battle::{Battle, Fault, effect::Effect, resources::Clock},
    key::Key,
    rules::{
        facts::{Initiative, UnitId},
        timing::{Counted, Shift},
    },
};

impl Battle {
    /// Writes a line of a unit's ledger where the book has one of that name, or shifts its count where the book does
    /// so at once and a plain number is given. Closed in the surprise round where the book says so (F-62).
    pub(in crate::battle) fn write_ledger(
        &mut self,
        unit: UnitId,
        event: &str,
        n: i32,
        weapon: Option<Key>,
        injury: Option<u32>,
    ) -> Result<(), Fault> {
        let book = self.book();
        let Shift::Ledger(rule) = &book.settings.timing.shift else { return Ok(()) };
        let event = Key::new(event);
        let Some(line) = rule.event(event) else { return Ok(()) };
        let phase = self.world.resource::<Clock>().phase;
        if book.settings.timing.surprise.ledger_closed && phase == crate::rules::facts::Phase::Surprise {
            return Ok(());
        }
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let again = own.initiative.ledger.iter().any(|entry| {
            entry.event == event
                && match line.counted {
                    Counted::Each => false,
                    Counted::OncePerRound => true,
                    Counted::OncePerWeapon => entry.weapon == weapon,
                }
        });
        if again {
            return Ok(());
        }
        let amount = facts.evaluate(&line.amount, own, None, &|name| (name == "n").then(|| i64::from(n)));
        let amount = i32::try_from(amount).unwrap_or(0);
        if let (Some(group), Some(injury)) = (line.group, injury) {
            let rival = own.initiative.ledger.iter().position(|entry| {
                entry.injury == Some(injury)
                    && rule.event(entry.event).is_some_and(|line| line.group == Some(group))
            });
            if let Some(at) = rival {
                let old = own.initiative.ledger[at].amount;
                if old.abs() >= amount.abs() {
                    return Ok(());
                }
                self.change::<Initiative>(unit, |own| {
                    own.ledger.remove(at);
                });
            }
        }
        if amount == 0 {
            return Ok(());
        }
        self.note(line);
        self.apply(Effect::Ledger { unit, event, amount, weapon, injury })
    }

    /// Press: the grant now, the count falls at once, outside ledger and cap (F-76).
    pub(super) fn press(&mut self, unit: UnitId) -> Result<(), Fault> {
        let book = self.book();
        let Some(rule) = &book.settings.timing.press else { return Ok(()) };
        let (pool, amount) = rule.grant;
        let count = self.facts().unit(unit).map_or(0, |own| own.initiative.count);
        self.apply(Effect::Points { unit, pool, amount })?;
        self.change::<Initiative>(unit, |own| own.granted = amount);
        self.apply(Effect::Count { unit, to: count - rule.cost, cause: Key::new("press"), swallow: false })?;
        self.apply(Effect::Pressed { unit })?;
        crate::battle::ties::settle_tie_of(self, unit)
    }
}
