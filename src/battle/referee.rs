//! What comes from outside a fight: for cases and scenarios.

use super::command::Referee;
use crate::battle::prelude::*;

/// A year: what may go by at once.
const MOST_HOURS: u32 = 24 * 365;

impl Battle {
    pub(super) fn check_referee(&self, referee: &Referee) -> Result<(), Refusal> {
        let unit = match referee {
            Referee::Damage { unit, .. }
            | Referee::Lose { unit, .. }
            | Referee::Condition { unit, .. }
            | Referee::Place { unit, .. }
            | Referee::Collide { unit, .. }
            | Referee::Shift { unit, .. }
            | Referee::Leave { unit }
            | Referee::Return { unit, .. }
            | Referee::Check { unit, .. }
            | Referee::Save { unit, .. }
            | Referee::Spell { unit, .. } => *unit,
            Referee::Enter { unit, .. } => return self.may_enter(unit),
            Referee::Time { rounds, hours } => {
                return match rounds.div_ceil(self.book().hour()).saturating_add(*hours) {
                    0..=MOST_HOURS => Ok(()),
                    _ => {
                        let text = message!("core-at-most-x-hours-at-once", hours = MOST_HOURS);
                        Err(Refusal::new("too_long", text, None))
                    }
                };
            }
            Referee::Pause(id) => return self.pause_of(*id).map(|_| ()),
            Referee::Each(pauses) => return self.check_pauses(pauses),
            Referee::EndRound | Referee::Surroundings(_) => return Ok(()),
        };
        let no = |code: &str, message: Message| Err(Refusal::new(code, message, None));
        let facts = self.facts_ref();
        let Some(own) = facts.unit(unit) else {
            return no("no_such_unit", message!("core-there-is-no-unit", unit));
        };
        match referee {
            Referee::Condition { condition, .. } if facts.book.condition(*condition).is_none() => {
                no("no_such_condition", message!("core-the-book-has-no-condition", condition))
            }
            Referee::Lose { track, .. } if own.tracks.get(*track).is_none() => {
                no("no_track", message!("core-x-has-no-x", unit, part = track))
            }
            Referee::Check { check, .. } | Referee::Save { check, .. }
                if facts.book.check(*check).is_none() =>
            {
                no("no_check", message!("core-the-book-has-no-check", check))
            }
            Referee::Save { check, .. } if !self.is_save(*check) => {
                no("no_save", message!("core-x-is-no-save", check))
            }
            Referee::Spell { spell, targets, square, .. } => self.may_lie(*spell, targets, *square),
            Referee::Leave { .. } if own.place.gone => {
                no("not_present", message!("core-x-is-not-there", unit))
            }
            Referee::Return { .. } if !own.place.gone => no("present", message!("core-x-has-not-left", unit)),
            Referee::Place { square, .. } | Referee::Return { square, .. }
                if !facts.map.holds(&own.place.area.at(*square)) =>
            {
                no("off_map", message!("core-x-is-not-on-the-map", square))
            }
            Referee::Collide { into: Some(other), .. } if facts.unit(*other).is_none() => {
                no("no_such_unit", message!("core-there-is-no-unit", unit = other))
            }
            _ => Ok(()),
        }
    }

    /// Whether a spell can be in effect on those units or at that square.
    fn may_lie(&self, spell: Key, targets: &[UnitId], square: Option<Square>) -> Result<(), Refusal> {
        let no = |code: &str, message: Message| Err(Refusal::new(code, message, None));
        let facts = self.facts_ref();
        let Some(def) = facts.book.spell(spell) else {
            return no("no_such_spell", message!("core-the-book-has-no-spell", spell));
        };
        if spell_checks::lasts(facts, def).is_none() {
            return no("instant", message!("core-x-is-over-at-once", spell));
        }
        if let Some(other) = targets.iter().find(|id| facts.unit(**id).is_none()) {
            return no("no_such_unit", message!("core-there-is-no-unit", unit = other));
        }
        match (def.at_square(), square) {
            (true, Some(at)) if facts.map.contains(at) => Ok(()),
            (true, Some(at)) => no("off_map", message!("core-x-is-not-on-the-map", square = at)),
            (true, None) => no("missing", message!("core-x-is-cast-at-a-square", spell)),
            (false, _) if targets.is_empty() => no("missing", message!("core-x-lies-on-units", spell)),
            (false, _) => Ok(()),
        }
    }

    fn pause_of(&self, id: Key) -> Result<u32, Refusal> {
        let unknown = || Refusal::new("no_pause", message!("core-the-book-has-no-pause", pause = id), None);
        self.book().pause(id).map(|pause| pause.rounds).ok_or_else(unknown)
    }

    /// Pauses that units spend at the same time are equally long, one for each unit (C-68).
    fn check_pauses(&self, pauses: &[(UnitId, Key)]) -> Result<(), Refusal> {
        let no = |code: &str, message: Message| Err(Refusal::new(code, message, None));
        let mut long = None;
        for (at, (unit, pause)) in pauses.iter().enumerate() {
            let rounds = self.pause_of(*pause)?;
            if self.facts_ref().unit(*unit).is_none() {
                return no("no_such_unit", message!("core-there-is-no-unit", unit));
            }
            if *long.get_or_insert(rounds) != rounds {
                return no("other_length", message!("core-x-is-not-as-long-as-the-others", pause));
            }
            if pauses[..at].iter().any(|(other, _)| other == unit) {
                return no("named_twice", message!("core-x-spends-one-time-in-two-ways", unit));
            }
        }
        Ok(())
    }

    fn may_enter(&self, unit: &UnitState) -> Result<(), Refusal> {
        let no = |code: &str, message: Message| Err(Refusal::new(code, message, None));
        let facts = self.facts_ref();
        let id = unit.id();
        if facts.unit(id).is_some() {
            return no("present", message!("core-there-is-a-unit-x-already", unit = id));
        }
        if entry::free_near(facts, unit.place.area, unit.place.band).is_none() {
            return no("nowhere", message!("core-there-is-no-free-square-for-x", unit = id));
        }
        Ok(())
    }

    pub(super) fn referee(&mut self, referee: Referee) -> OrFault {
        let cause = Key::new("referee");
        match referee {
            Referee::Damage { unit, amount, types, after_armour, critical } => self.damage(Damage {
                by: unit,
                cause,
                after_armour,
                critical,
                ..Damage::plain(unit, amount, &types)
            }),
            Referee::Lose { unit, track, amount } => {
                self.apply(Effect::Track { unit, track, amount: amount.saturating_neg(), cause })
            }
            Referee::Condition { unit, condition, count, until } => {
                if count > 0 {
                    self.apply(Effect::Gain { unit, condition, count, until, from: None })
                } else {
                    self.apply(Effect::Lift { unit, condition, count: None })
                }
            }
            Referee::Place { unit, square } => self.apply(Effect::Step { unit, to: square, own: false }),
            Referee::Collide { unit, into } => {
                let hit = into.map_or(Hit::Clutter, Hit::Unit);
                self.collide(unit, hit)
            }
            Referee::Shift { unit, event, n } => {
                if matches!(self.book().settings.timing.shift, Shift::AtOnce) {
                    return self.apply(Effect::Shift { unit, amount: n, cause: event });
                }
                self.write_ledger(unit, event.as_str(), n, None, None)
            }
            Referee::Check { unit, check, dc } => {
                let roll = PlainRoll { unit, check, dc, purpose: check, action: None, against: None };
                self.roll_plain(roll).map(|_| ())
            }
            Referee::Save { unit, check, dc, purposes } => {
                let roll = PlainRoll { unit, check, dc, purpose: check, action: None, against: None };
                match self.roll_plain(roll)? {
                    Some((_, reading)) if !reading.success => self.failed_save(unit, &purposes),
                    _ => Ok(()),
                }
            }
            Referee::Spell { unit, spell, targets, square, left, sv } => {
                self.lay_spell(unit, spell, (targets, square), left, sv)
            }
            Referee::Enter { unit, entry } => self.apply(Effect::Enter { unit, entry }),
            Referee::Leave { unit } => self.apply(Effect::Leave { unit }),
            Referee::Return { unit, square } => self.apply(Effect::Return { unit, to: square }),
            Referee::Surroundings(around) => self.apply(Effect::Surroundings(around)),
            Referee::Time { rounds, hours } => {
                let hour = self.book().hour();
                self.let_pass(rounds.saturating_add(hours.saturating_mul(hour)), Vec::new());
                Ok(())
            }
            Referee::Pause(id) => {
                let rounds = self.book().pause(id).map_or(0, |def| def.rounds);
                let pauses = self.living().into_iter().map(|unit| (unit, id)).collect();
                self.let_pass(rounds, pauses);
                Ok(())
            }
            Referee::Each(pauses) => {
                let book = self.book();
                let rounds = pauses.iter().filter_map(|(_, pause)| book.pause(*pause)).map(|def| def.rounds);
                self.let_pass(rounds.max().unwrap_or(0), pauses);
                Ok(())
            }
            Referee::EndRound => {
                self.world_mut().resource_mut::<Clock>().round_cut = true;
                let mut stack = self.world_mut().resource_mut::<Stack>();
                stack.value = None;
                Ok(())
            }
        }
    }
}
