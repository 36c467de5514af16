//! What ends by itself, and time that goes by: modifiers and conditions whose time is up, rounds and turns counted.
//!
//! When each kind of end comes is decided by frames and phases.

use crate::battle::prelude::*;

impl Battle {
    /// Something of a unit is over ([`Effect::End`]).
    pub(super) fn over(&mut self, unit: UnitId, ending: &Ending) -> OrFault {
        match ending {
            Ending::Lasting(until) => return self.end(unit, |own| own == until),
            Ending::Modifiers(until) => self.end_modifiers(unit, |own| own == until),
            Ending::Check(check) => {
                let book = self.book();
                let tags = book.check(*check).map(|def| def.tags.clone()).unwrap_or_default();
                let fits = |name: &Key| name == check || *name == "all" || tags.contains(name);
                return self.end(unit, |until| match until {
                    Until::NextCheck(name) | Until::NextCheckEver(name) => fits(name),
                    _ => false,
                });
            }
            Ending::Readiness => self.change::<Watches>(unit, |own| own.0.retain(|watch| watch.overwatch)),
            Ending::Auras => self.change::<Wards>(unit, |own| {
                own.auras.retain(|aura| aura.stored > 0 || aura.decay > 0);
            }),
        }
        Ok(())
    }

    /// Ends a unit's modifiers and conditions whose duration fits.
    pub(super) fn end(&mut self, unit: UnitId, fits: impl Fn(&Until) -> bool) -> OrFault {
        self.end_modifiers(unit, &fits);
        self.end_conditions(unit, fits)
    }

    /// Ends a unit's modifiers whose duration fits.
    pub(super) fn end_modifiers(&mut self, unit: UnitId, fits: impl Fn(&Until) -> bool) {
        if self.facts().unit(unit).is_some_and(|own| own.modifiers.0.iter().any(|one| fits(&one.until))) {
            self.change::<Modifiers>(unit, |own| own.0.retain(|one| !fits(&one.until)));
        }
    }

    /// Lifts a unit's conditions whose duration fits.
    pub(super) fn end_conditions(&mut self, unit: UnitId, fits: impl Fn(&Until) -> bool) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let mut ending = own.conditions.0.iter().filter(|one| fits(&one.until)).map(|one| one.id);
        ending.try_for_each(|condition| self.apply(Effect::Expire { unit, condition }))
    }

    /// Time goes by for everybody ([`Effect::Elapse`]).
    pub(super) fn elapse(&mut self, time: Elapsed) -> OrFault {
        let units: Vec<UnitId> = self.facts().units.iter().map(|unit| unit.id()).collect();
        match time {
            Elapsed::Round => units.into_iter().for_each(|unit| self.pass_rounds(unit, 1, 0)),
            Elapsed::Rounds(rounds) => {
                units.into_iter().for_each(|unit| self.pass_rounds(unit, rounds, 1));
                for spell in &mut self.world.resource_mut::<InEffect>().0 {
                    if let SpellDuration::Rounds(left) = &mut spell.lasts {
                        *left = left.saturating_sub(rounds).max(1);
                    }
                }
            }
            Elapsed::TurnOf(whose) => {
                return units.into_iter().try_for_each(|bearer| self.count_turns_of(bearer, whose));
            }
        }
        Ok(())
    }

    /// Rounds go by for what a unit has with so many left at least, and for systems that work for some rounds.
    fn pass_rounds(&mut self, unit: UnitId, rounds: u32, least: u16) {
        let fewer = u16::try_from(rounds).unwrap_or(u16::MAX);
        self.lower_durations(unit, |until| {
            if let Until::Rounds(left) = until {
                *left = left.saturating_sub(fewer).max(least);
            }
        });
        self.change::<Conditions>(unit, |own| {
            own.0.iter_mut().for_each(|one| one.rounds = one.rounds.saturating_add(rounds));
        });
        self.end_modifiers(unit, |until| *until == Until::Rounds(0));
        if self.facts().unit(unit).is_some_and(|own| !own.systems.1.is_empty()) {
            self.change::<Systems>(unit, |own| drop(own.pass(rounds)));
        }
    }

    /// Durations by another unit's turns count down as that one's turn ends (D-09).
    fn count_turns_of(&mut self, bearer: UnitId, whose: UnitId) -> OrFault {
        let counts = |until: &Until| matches!(until, Until::EndOfTurnOf(unit, _) if *unit == whose);
        let any = self.facts().unit(bearer).is_some_and(|own| {
            own.conditions.0.iter().any(|one| counts(&one.until))
                || own.modifiers.0.iter().any(|one| counts(&one.until))
        });
        if !any {
            return Ok(());
        }
        self.lower_durations(bearer, |until| {
            if let Until::EndOfTurnOf(unit, left) = until
                && *unit == whose
            {
                *left = left.saturating_sub(1);
            }
        });
        self.end(bearer, |until| *until == Until::EndOfTurnOf(whose, 0))
    }

    fn lower_durations(&mut self, unit: UnitId, lower: impl Fn(&mut Until)) {
        self.change::<Modifiers>(unit, |own| own.0.iter_mut().for_each(|one| lower(&mut one.until)));
        self.change::<Conditions>(unit, |own| own.0.iter_mut().for_each(|one| lower(&mut one.until)));
    }
}
