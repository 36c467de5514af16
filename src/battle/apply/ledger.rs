//! The ledger of initiative: lines written for what happens, and pressing.
//!
//! The ledger is settled in the phases.

use crate::{battle::prelude::*, rules::timing::Counted};

impl Battle {
    /// Whether lines are written at all now: not in the surprise round where the book says so (F-62).
    pub(crate) fn ledger_open(&self) -> bool {
        let surprise = self.world.resource::<Clock>().phase == Phase::Surprise;
        !(surprise && self.book().settings.timing.surprise.ledger_closed)
    }

    /// What a line would be worth to a unit; 0 where the book has no such line.
    pub(crate) fn line_amount(&self, unit: UnitId, event: Key, n: i32) -> i32 {
        let facts = self.facts_ref();
        let (Shift::Ledger(rule), Some(own)) = (&facts.book.settings.timing.shift, facts.unit(unit)) else {
            return 0;
        };
        let Some(line) = rule.event(event) else { return 0 };
        let amount = facts.evaluate(&line.amount, own, None, &|name| (name == "n").then(|| i64::from(n)));
        i32::try_from(amount).unwrap_or(0)
    }

    /// Whether failing a check is failing a save: it is one of those that defend (F-42).
    pub(crate) fn is_save(&self, check: Key) -> bool {
        self.book().check(check).is_some_and(|def| def.tags.iter().any(|tag| *tag == "defence"))
    }

    /// Writes the lines of a failed save: the general one and those of its purposes (F-42 to F-44, F-48).
    pub(crate) fn failed_save(&mut self, unit: UnitId, purposes: &[Key]) -> OrFault {
        let general = Key::new("failed_save");
        let special = purposes.iter().map(|purpose| Key::new(&format!("failed_{purpose}_save")));
        let known = |line: &Key| match &self.book().settings.timing.shift {
            Shift::Ledger(rule) => rule.event(*line).is_some(),
            _ => false,
        };
        let lines: Vec<Key> = std::iter::once(general).chain(special).filter(known).collect();
        let replaces = self.world.resource::<Beginning>().0.replaces.clone();
        let replaced = |line: &Key| {
            lines.iter().any(|other| replaces.get(other).is_some_and(|lines| lines.contains(line)))
        };
        let mut written = lines.iter().filter(|line| !replaced(line));
        written.try_for_each(|line| self.write_ledger(unit, line.as_str(), 1, None, None))
    }

    /// A natural 1 on a check that a unit set out to make is a line of its ledger (T-03).
    pub(crate) fn write_natural_1(&mut self, unit: UnitId, natural: i32) -> OrFault {
        if natural == 1 {
            self.write_ledger(unit, "natural_1", 1, None, None)?;
        }
        Ok(())
    }

    /// Writes a line of a unit's ledger, or shifts its count by a plain number; closed in the surprise round (F-62).
    pub(crate) fn write_ledger(
        &mut self,
        unit: UnitId,
        event: &str,
        n: i32,
        weapon: Option<Key>,
        injury: Option<u32>,
    ) -> OrFault {
        let book = self.book();
        let Shift::Ledger(rule) = &book.settings.timing.shift else { return Ok(()) };
        let event = Key::new(event);
        let Some(line) = rule.event(event) else { return Ok(()) };
        if !self.ledger_open() {
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
        let mut over = None;
        if let (Some(group), Some(injury)) = (line.group, injury) {
            over = own.initiative.ledger.iter().position(|entry| {
                entry.injury == Some(injury)
                    && rule.event(entry.event).is_some_and(|line| line.group == Some(group))
            });
            if let Some(at) = over {
                let old = own.initiative.ledger[at].amount;
                if old.abs() >= amount.abs() {
                    return Ok(());
                }
            }
        }
        if amount == 0 {
            return Ok(());
        }
        self.note(line);
        self.apply(Effect::Ledger { unit, event, amount, weapon, injury, over })
    }

    /// Press: the grant now, the count falls at once, outside ledger and cap (F-76).
    pub(super) fn press(&mut self, unit: UnitId) -> OrFault {
        let book = self.book();
        let Some(rule) = &book.settings.timing.press else { return Ok(()) };
        let (pool, amount) = rule.grant;
        let count = self.facts().unit(unit).map_or(0, |own| own.initiative.count);
        self.apply(Effect::Points { unit, pool, amount })?;
        let change = CountChange::To { count: count - rule.cost, swallow: false };
        self.apply(Effect::Count { unit, change, cause: Key::new("press") })?;
        self.apply(Effect::Pressed { unit, granted: amount })?;
        crate::battle::ties::settle_tie_of(self, unit)
    }
}
