//! Runs the effects that content writes: on actions, conditions and hooks.
//!
//! Turns each into changes for [`Battle::apply`]; owns no change of its own.

use super::{PlainRoll, Scope};
use crate::{
    battle::{
        Battle, Fault,
        chronicle::WorkNews,
        effect::{Effect, ItemChange},
        land::Damage,
    },
    key::Key,
    rules::{
        action::{EffectDef, To},
        condition::Hook,
        expr::Expr,
        facts::{Bond, Grant, UnitId},
        legal::landings,
        modifier::{ActiveModifier, Until},
        timing::Shift,
    },
};

/// A unit that is summoned counts as so many effects.
const SUMMONED: u32 = 20;

impl Battle {
    /// Carries out effects of content.
    pub(in crate::battle) fn run(&mut self, effects: &[EffectDef], scope: &Scope) -> Result<(), Fault> {
        self.set_off(scope.cause, |battle| {
            effects.iter().try_for_each(|effect| {
                battle.count_effects(scope.cause, 1)?;
                battle.run_one(effect, scope)
            })
        })
    }

    pub(super) fn amount(&mut self, expr: &Expr, scope: &Scope) -> i32 {
        let facts = self.facts();
        let Some(own) = facts.unit(scope.own) else { return 0 };
        let other = scope.target.and_then(|id| facts.unit(id));
        let value = facts.evaluate(expr, own, other, &|name| {
            scope.names.iter().rev().find(|(known, _)| name == *known).map(|(_, value)| *value)
        });
        i32::try_from(value.clamp(-1_000_000, 1_000_000)).unwrap_or(0)
    }

    fn whom(scope: &Scope, to: To) -> Option<UnitId> {
        match to {
            To::Own => Some(scope.own),
            To::Target => scope.target,
        }
    }

    fn run_one(&mut self, effect: &EffectDef, scope: &Scope) -> Result<(), Fault> {
        self.note(effect);
        match effect {
            EffectDef::Lose { track, amount, to } => {
                let amount = self.amount(amount, scope);
                match Self::whom(scope, *to) {
                    Some(unit) if amount > 0 => {
                        self.apply(Effect::Track { unit, track: *track, amount: -amount, cause: scope.cause })
                    }
                    _ => Ok(()),
                }
            }
            EffectDef::Restore { track, amount, to } => {
                let amount = self.amount(amount, scope);
                match Self::whom(scope, *to) {
                    Some(unit) if amount > 0 => {
                        self.apply(Effect::Track { unit, track: *track, amount, cause: scope.cause })
                    }
                    _ => Ok(()),
                }
            }
            EffectDef::Damage { dice, amount, divisor, types, after_armour, to } => {
                let mut amount = self.amount(amount, scope);
                let Some(unit) = Self::whom(scope, *to) else { return Ok(()) };
                if let Some(dice) = dice {
                    amount += self.throw(scope.own, dice, Key::new("damage"))?.total;
                }
                let amount = amount.max(0) / (*divisor).max(1);
                self.damage(Damage {
                    by: scope.own,
                    cause: scope.cause,
                    after_armour: *after_armour,
                    ..Damage::plain(unit, amount, types)
                })
            }
            EffectDef::Heal { dice, amount, evenly, to } => {
                let mut points = self.amount(amount, scope);
                let Some(unit) = Self::whom(scope, *to) else { return Ok(()) };
                if let Some(dice) = dice {
                    points += self.throw(unit, dice, Key::new("healing"))?.total;
                }
                self.heal(unit, points, *evenly, scope.cause)
            }
            EffectDef::Gain { condition, count, until, to } => {
                let count = self.amount(count, scope);
                match Self::whom(scope, *to) {
                    Some(unit) => self.apply(Effect::Gain {
                        unit,
                        condition: *condition,
                        count,
                        until: scope.until(until),
                        from: Some(scope.own),
                    }),
                    None => Ok(()),
                }
            }
            EffectDef::Lift { condition, count, to } => {
                let count = count.as_ref().map(|count| self.amount(count, scope));
                match Self::whom(scope, *to) {
                    Some(unit) => self.apply(Effect::Lift { unit, condition: *condition, count }),
                    None => Ok(()),
                }
            }
            EffectDef::Modify { modifier, until, to, versus_target } => {
                let Some(unit) = Self::whom(scope, *to) else { return Ok(()) };
                let mut def = modifier.clone();
                let value = self.amount(&def.value, scope);
                if scope.names.iter().any(|(name, _)| def.value.names().iter().any(|own| own == name)) {
                    def.value = Expr::number(i64::from(value));
                }
                let versus = if *versus_target { scope.target } else { None };
                let from = versus.and_then(|id| self.facts().unit(id).map(|unit| unit.place.area.origin));
                self.apply(Effect::Modify {
                    unit,
                    modifier: ActiveModifier {
                        source: scope.cause,
                        def,
                        until: scope.until(until),
                        versus,
                        from,
                    },
                })
            }
            EffectDef::Points { pool, amount, to, barred } => {
                let amount = self.amount(amount, scope);
                match Self::whom(scope, *to) {
                    Some(unit) if !barred.is_empty() => {
                        let (pool, barred, source) = (*pool, barred.clone(), scope.cause);
                        self.apply(Effect::Grant { unit, grant: Grant { pool, amount, barred, source } })
                    }
                    Some(unit) => self.apply(Effect::Points { unit, pool: *pool, amount }),
                    None => Ok(()),
                }
            }
            EffectDef::Shield { precision, amount, to } => {
                let amount = self.amount(amount, scope);
                let Some(unit) = Self::whom(scope, *to) else { return Ok(()) };
                let facts = self.facts();
                let own = facts.unit(unit).map(|own| own.wards.shields.as_slice()).unwrap_or_default();
                match own.iter().find(|shield| shield.precision == *precision) {
                    Some(shield) => self.apply(Effect::Ward { unit, ward: shield.id, amount }),
                    None => Ok(()),
                }
            }
            EffectDef::Swap { from, into, amount } => {
                let amount = self.amount(amount, scope);
                self.apply(Effect::Points { unit: scope.own, pool: *from, amount: -amount })?;
                self.apply(Effect::Points { unit: scope.own, pool: *into, amount })
            }
            EffectDef::Count { event, n, to } => {
                let n = n.as_ref().map_or(1, |n| self.amount(n, scope));
                let Some(unit) = Self::whom(scope, *to) else { return Ok(()) };
                if matches!(self.book().settings.timing.shift, Shift::AtOnce) {
                    return self.apply(Effect::Shift { unit, amount: n, cause: *event });
                }
                self.write_ledger(unit, event.as_str(), n, None, None)
            }
            EffectDef::Check { check, dc, pass, fail, to, purposes } => {
                let Some(unit) = Self::whom(scope, *to) else { return Ok(()) };
                if self.puts_off(effect, scope, unit, *check) {
                    return Ok(());
                }
                let dc = self.amount(dc, scope);
                let action = scope.action.filter(|_| unit == scope.own);
                let roll = PlainRoll {
                    unit,
                    check: *check,
                    dc,
                    purpose: *check,
                    action,
                    against: action.and(scope.target).filter(|target| *target != unit),
                };
                let Some((_, reading)) = self.roll_plain(roll)? else { return Ok(()) };
                if action.is_some() && reading.natural == 1 {
                    self.write_ledger(unit, "natural_1", 1, None, None)?;
                }
                let mut inner = scope.clone().with("margin", i64::from(reading.margin));
                inner.names.push(("degrees", i64::from(reading.degrees)));
                if unit != scope.own {
                    inner.target = Some(unit);
                }
                if !reading.success && self.is_save(*check) {
                    self.failed_save(unit, purposes)?;
                }
                self.run(if reading.success { pass } else { fail }, &inner)
            }
            EffectDef::When { test, then, otherwise } => {
                let holds = self.amount(test, scope) != 0;
                self.run(if holds { then } else { otherwise }, scope)
            }
            EffectDef::Summon { unit, count } => {
                let count = self.amount(count, scope);
                (0..count).try_for_each(|_| {
                    self.count_effects(scope.cause, SUMMONED)?;
                    self.summon(*unit, scope)
                })
            }
            EffectDef::Draw
            | EffectDef::Drop
            | EffectDef::PickUp
            | EffectDef::Wear
            | EffectDef::TakeOff
            | EffectDef::TakeOut => {
                let change = match effect {
                    EffectDef::Draw => ItemChange::Draw,
                    EffectDef::Drop => ItemChange::Drop,
                    EffectDef::Wear => ItemChange::Wear,
                    EffectDef::TakeOff => ItemChange::TakeOff,
                    EffectDef::TakeOut => ItemChange::TakeOut,
                    _ => ItemChange::PickUp,
                };
                match scope.item {
                    Some(item) => self.apply(Effect::Item { unit: scope.own, item, change }),
                    None => Ok(()),
                }
            }
            EffectDef::Distract { to } => match Self::whom(scope, *to) {
                Some(unit) => self.end(unit, |until| *until == Until::NextAction),
                None => Ok(()),
            },
            EffectDef::DropAll => self.drop_all(scope.own),
            EffectDef::Door => {
                let Some(door) = scope.door else { return Ok(()) };
                let open = self.facts().map.door(door).is_some_and(|door| door.open);
                self.apply(Effect::Door { door, open: !open })
            }
            EffectDef::Mend { .. } | EffectDef::Rig { .. } | EffectDef::Strip | EffectDef::Bill { .. } => {
                self.run_on_system(effect, scope)
            }
            EffectDef::Press => self.press(scope.own),
            EffectDef::GiveUp => {
                let news = WorkNews::GivenUp;
                self.apply(Effect::Work { unit: scope.own, task: None, news })
            }
            EffectDef::Leave => self.apply(Effect::Leave { unit: scope.own }),
            EffectDef::Bar(_)
            | EffectDef::Unbar(_)
            | EffectDef::Open { .. }
            | EffectDef::Push { .. }
            | EffectDef::TakeAway => self.run_on_thing(effect, scope),
            EffectDef::Refresh { to } => match Self::whom(scope, *to) {
                Some(unit) => self.apply(Effect::Refresh { unit }),
                None => Ok(()),
            },
            EffectDef::Bind { kind, role } => {
                let role = role.or_else(|| Some(self.book().bond(*kind)?.role(None)?.id));
                match (role, scope.target) {
                    (Some(role), Some(to)) => {
                        self.apply(Effect::Bind(Bond { kind: *kind, unit: scope.own, role, to }))
                    }
                    _ => Ok(()),
                }
            }
            EffectDef::Evade(_) | EffectDef::Bear | EffectDef::Shake(_) => self.run_on_vehicle(effect, scope),
            EffectDef::Wrest { take } => {
                let take = self.amount(take, scope) != 0;
                self.wrest(scope, take)
            }
            EffectDef::Unbind { kind } => {
                let facts = self.facts();
                let of_kind = |bond: &&Bond| bond.kind == *kind;
                let held = facts.bonds_of(scope.own).find(of_kind);
                let Some(bond) = held.or_else(|| facts.bonds_to(scope.own).find(of_kind)) else {
                    return Ok(());
                };
                let first = || facts.unit(scope.own).and_then(|own| landings(&facts, own).first().copied());
                self.apply(Effect::Unbind { bond: *bond, square: scope.square.or_else(first) })
            }
        }
    }

    /// Runs what a unit's conditions do at a moment; with `only`, of one condition.
    pub(in crate::battle) fn hook(&mut self, unit: UnitId, at: Hook, only: Option<Key>) -> Result<(), Fault> {
        self.hook_of_hours(unit, at, only, None)
    }

    /// The same with a number of hours other than that for which the condition has lasted.
    pub(in crate::battle) fn hook_of_hours(
        &mut self,
        unit: UnitId,
        at: Hook,
        only: Option<Key>,
        hours: Option<u32>,
    ) -> Result<(), Fault> {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        // In the order of the book, so that Dying is tested before Staggered.
        let mut due = Vec::new();
        for def in facts.book.conditions.iter() {
            if own.conditions.has(def.id) && only.is_none_or(|only| only == def.id) {
                due.push((def.clone(), def.id));
            }
        }
        for (def, id) in due {
            for (index, trigger) in def.on.iter().enumerate().filter(|(_, trigger)| trigger.at == at) {
                let facts = self.facts();
                let Some(own) = facts.unit(unit) else { return Ok(()) };
                let count = own.conditions.count(id);
                if count == 0 || (facts.dead(own) && !def.dead) {
                    break;
                }
                let rounds = own.conditions.rounds(id);
                if trigger.every.is_some_and(|every| !full(rounds, every)) {
                    continue;
                }
                let hours = hours.unwrap_or(rounds / facts.book.hour());
                let scope =
                    Scope::new(unit, id).with("count", i64::from(count)).with("hours", i64::from(hours));
                if let Some(when) = &trigger.when
                    && self.amount(when, &scope) == 0
                {
                    continue;
                }
                self.note(&at);
                self.note_trigger(id, index);
                self.run(&trigger.effects, &scope)?;
            }
        }
        Ok(())
    }
}

/// Whether so many ends of round, the first of which was that of the round in which a condition was gained, are a
/// multiple of so many full rounds after it (C-66).
fn full(rounds: u32, every: u32) -> bool {
    rounds.checked_sub(1).is_some_and(|after| after > 0 && after.is_multiple_of(every.max(1)))
}
