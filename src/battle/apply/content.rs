//! Runs the effects that content writes: on actions, conditions and hooks.
//!
//! Turns each into changes for [`Battle::apply`]; owns no change of its own.

use crate::{battle::prelude::*, rules::legal::landings};

/// A unit that is summoned counts as so many effects.
const SUMMONED: u32 = 20;

impl Battle {
    /// Carries out effects of content.
    pub(crate) fn run(&mut self, effects: &[EffectDef], scope: &Scope) -> OrFault {
        self.set_off(scope.cause, |battle| {
            effects.iter().try_for_each(|effect| {
                battle.count_effects(scope.cause, 1)?;
                battle.note(effect);
                let whom = match effect.to() {
                    To::Own => Some(scope.own),
                    To::Target => scope.target,
                };
                whom.map_or(Ok(()), |unit| battle.run_one(effect, unit, scope))
            })
        })
    }

    pub(super) fn amount(&mut self, expr: &Expr, scope: &Scope) -> i32 {
        let facts = self.facts();
        let Some(own) = facts.unit(scope.own) else { return 0 };
        let other = scope.target.and_then(|id| facts.unit(id));
        let value = facts.evaluate(expr, own, other, &|name| {
            let given = scope.names.iter().rev().find(|(known, _)| name == *known).map(|(_, value)| *value);
            given.or_else(|| own.buying(scope.item, name))
        });
        i32::try_from(value.clamp(-1_000_000, 1_000_000)).unwrap_or(0)
    }

    fn run_damage(&mut self, effect: &EffectDef, unit: UnitId, scope: &Scope) -> OrFault {
        let EffectDef::Damage { dice, amount, divisor, penetration, types, drive, after_armour, .. } = effect
        else {
            return Ok(());
        };
        let mut amount = self.amount(amount, scope);
        let penetration = penetration.as_ref().map_or(0, |own| self.amount(own, scope));
        let drive = drive.as_ref().map(|own| self.amount(own, scope));
        if let Some(dice) = dice {
            amount += self.throw(scope.own, dice, Key::new("damage"))?.total;
        }
        let amount = amount.max(0) / (*divisor).max(1);
        self.damage(Damage {
            by: scope.own,
            cause: scope.cause,
            after_armour: *after_armour,
            penetration,
            drive,
            ..Damage::plain(unit, amount, types)
        })
    }

    /// The damage of a weapon of a tag, and what follows on that if some of it got through (S-76).
    fn run_weapon_damage(&mut self, tag: Key, unit: UnitId, scope: &Scope) -> OrFault {
        let facts = self.facts();
        let (Some(own), Some(target)) = (facts.unit(scope.own), facts.unit(unit)) else { return Ok(()) };
        let Some((item, weapon)) = blow::lone_weapon(&facts, own, tag) else { return Ok(()) };
        let shown = match &weapon.damage {
            Some(dice) => self.throw(scope.own, dice, Key::new("damage"))?.total - dice.bonus(),
            None => 0,
        };
        let portions = blow::lone_portions(&facts, own, weapon, shown);
        let trace = harm::pass(&facts, target, portions, Blow::default(), Vec::new());
        if trace.total > 0 {
            self.subdue((scope.own, unit), weapon, trace.total)?;
        }
        let through = self.suffer(unit, (scope.own, item.id), trace, false, &weapon.types)?;
        if through > 0 {
            let mut inner = Scope::new(scope.own, item.id).with("amount", i64::from(through));
            inner.target = Some(unit);
            self.run(&weapon.past, &inner)?;
        }
        Ok(())
    }

    /// Carries out one effect on a unit: in a way of its own, or as the one change that it comes to.
    fn run_one(&mut self, effect: &EffectDef, unit: UnitId, scope: &Scope) -> OrFault {
        let cause = scope.cause;
        let item = |change| scope.item.map(|item| Effect::Item { unit, item, change });
        let change = match effect {
            EffectDef::Damage { .. } => return self.run_damage(effect, unit, scope),
            EffectDef::WeaponDamage { tag, .. } => return self.run_weapon_damage(*tag, unit, scope),
            EffectDef::Heal { dice, amount, evenly, .. } => {
                let mut points = self.amount(amount, scope);
                if let Some(dice) = dice {
                    points += self.throw(unit, dice, Key::new("healing"))?.total;
                }
                return self.heal(unit, points, *evenly, cause);
            }
            EffectDef::Swap { from, into, amount } => {
                let amount = self.amount(amount, scope);
                self.apply(Effect::Points { unit, pool: *from, amount: -amount })?;
                Some(Effect::Points { unit, pool: *into, amount })
            }
            EffectDef::Shift { event, n, .. } => {
                let n = n.as_ref().map_or(1, |n| self.amount(n, scope));
                if !matches!(self.book().settings.timing.shift, Shift::AtOnce) {
                    return self.write_ledger(unit, event.as_str(), n, None, None);
                }
                Some(Effect::Shift { unit, amount: n, cause: *event })
            }
            EffectDef::Check { .. } => return self.run_check(effect, unit, scope),
            EffectDef::When { test, then, otherwise } => {
                let holds = self.amount(test, scope) != 0;
                return self.run(if holds { then } else { otherwise }, scope);
            }
            EffectDef::Summon { unit, count } => {
                return (0..self.amount(count, scope)).try_for_each(|_| {
                    self.count_effects(cause, SUMMONED)?;
                    self.summon(*unit, scope)
                });
            }
            EffectDef::Each { effects, .. } => return self.run_on_each(effect, effects, scope),
            EffectDef::Touch { .. } if unit == scope.own => None,
            EffectDef::Touch { .. } => {
                self.soon(Frame::Touched(Touched::new(unit, scope.own)));
                None
            }
            EffectDef::DropAll => return self.drop_all(unit),
            EffectDef::Press => return self.press(unit),
            EffectDef::Mend { .. } | EffectDef::Rig { .. } | EffectDef::Strip | EffectDef::Bill { .. } => {
                return self.run_on_system(effect, scope);
            }
            EffectDef::Bar(_)
            | EffectDef::Unbar(_)
            | EffectDef::Open { .. }
            | EffectDef::Push { .. }
            | EffectDef::TakeAway => return self.run_on_thing(effect, scope),
            EffectDef::Evade(_) | EffectDef::Bear | EffectDef::Shake(_) => {
                return self.run_on_vehicle(effect, scope);
            }
            EffectDef::Wrest { take } => {
                let take = self.amount(take, scope) != 0;
                return self.wrest(scope, take);
            }
            EffectDef::Lose { track, amount, .. } => self.track_change(unit, (*track, amount), -1, scope),
            EffectDef::Restore { track, amount, .. } => self.track_change(unit, (*track, amount), 1, scope),
            EffectDef::Gain { condition, count, until, .. } => {
                let (condition, count, until) = (*condition, self.amount(count, scope), scope.until(until));
                Some(Effect::Gain { unit, condition, count, until, from: Some(scope.own) })
            }
            EffectDef::Lift { condition, count, .. } => {
                let count = count.as_ref().map(|count| self.amount(count, scope));
                Some(Effect::Lift { unit, condition: *condition, count })
            }
            EffectDef::Modify { modifier, until, versus_target, .. } => {
                let versus = if *versus_target { scope.target } else { None };
                Some(self.modifier_change(unit, modifier, until, versus, scope))
            }
            EffectDef::Points { pool, amount, barred, .. } => {
                let (pool, amount, barred) = (*pool, self.amount(amount, scope), barred.clone());
                Some(match barred.is_empty() {
                    true => Effect::Points { unit, pool, amount },
                    false => Effect::Grant { unit, grant: Grant { pool, amount, barred, source: cause } },
                })
            }
            EffectDef::Shield { .. } | EffectDef::ShieldFirst | EffectDef::Aura { .. } => {
                self.ward_change(effect, unit, scope)
            }
            EffectDef::Draw => item(ItemChange::Draw),
            EffectDef::Drop => item(ItemChange::Drop),
            EffectDef::PickUp => item(ItemChange::PickUp),
            EffectDef::Fetch => item(ItemChange::Fetch),
            EffectDef::Wear => item(ItemChange::Wear),
            EffectDef::TakeOff => item(ItemChange::TakeOff),
            EffectDef::TakeOut => item(ItemChange::TakeOut),
            EffectDef::Clear => item(ItemChange::Jam(false)),
            EffectDef::Door => scope.door.map(|door| self.door_change(door)),
            EffectDef::Distract { .. } => Some(Effect::Distract { unit }),
            EffectDef::GiveUp => Some(Effect::Work { unit, task: None, news: Some(WorkNews::GivenUp) }),
            EffectDef::Leave => Some(Effect::Leave { unit }),
            EffectDef::Refresh { .. } => Some(Effect::Refresh { unit }),
            EffectDef::Bind { .. } | EffectDef::Unbind { .. } => self.bond_change(effect, unit, scope),
        };
        change.map_or(Ok(()), |change| self.apply(change))
    }

    fn track_change(
        &mut self,
        unit: UnitId,
        (track, amount): (Key, &Expr),
        sign: i32,
        scope: &Scope,
    ) -> Option<Effect> {
        let amount = Some(self.amount(amount, scope)).filter(|amount| *amount > 0)?;
        Some(Effect::Track { unit, track, amount: sign * amount, cause: scope.cause })
    }

    fn door_change(&mut self, door: u16) -> Effect {
        let open = self.facts().map.door(door).is_some_and(|door| door.open);
        Effect::Door { door, open: !open }
    }

    fn modifier_change(
        &mut self,
        unit: UnitId,
        def: &ModifierDef,
        until: &Until,
        versus: Option<UnitId>,
        scope: &Scope,
    ) -> Effect {
        let mut def = def.clone();
        let value = self.amount(&def.value, scope);
        if scope.names.iter().any(|(name, _)| def.value.names().iter().any(|own| own == name)) {
            def.value = Expr::number(i64::from(value));
        }
        let from = versus.and_then(|id| self.facts().unit(id).map(|unit| unit.place.area.origin));
        let (source, until) = (scope.cause, scope.until(until));
        Effect::Modify { unit, modifier: ActiveModifier { source, def, until, versus, from } }
    }

    fn ward_change(&mut self, effect: &EffectDef, unit: UnitId, scope: &Scope) -> Option<Effect> {
        let chosen = scope.item.filter(|_| unit == scope.own);
        match effect {
            EffectDef::Shield { precision, amount, turns, .. } => {
                let points = self.amount(amount, scope);
                let change = match turns {
                    Some(turns) => ShieldChange::Lent { points, turns: self.amount(turns, scope).max(1) },
                    None => ShieldChange::Bought(points),
                };
                let ward = self.facts().unit(unit)?.wards.shield(*precision, chosen)?.id;
                Some(Effect::Shield { unit, ward, change })
            }
            EffectDef::ShieldFirst => {
                chosen.map(|ward| Effect::Shield { unit, ward, change: ShieldChange::First })
            }
            EffectDef::Aura { amount, most, .. } => {
                let amount = self.amount(amount, scope);
                let most = most.as_ref().map(|most| self.amount(most, scope));
                let facts = self.facts();
                let own = facts.unit(unit)?;
                let aura = own.wards.aura(chosen)?;
                let most = own.aura_def(aura.id).and_then(|def| def.most).into_iter().chain(most).min();
                let amount = most.map_or(amount, |most| amount.min((most - aura.stored).max(0)));
                Some(Effect::Ward { unit, ward: aura.id, amount })
            }
            _ => None,
        }
    }

    fn bond_change(&mut self, effect: &EffectDef, unit: UnitId, scope: &Scope) -> Option<Effect> {
        match effect {
            EffectDef::Bind { kind, role } => {
                let role = role.or_else(|| Some(self.book().bond(*kind)?.role(None)?.id))?;
                Some(Effect::Bind(Bond { kind: *kind, unit, role, to: scope.target? }))
            }
            EffectDef::Unbind { kind, .. } => {
                let facts = self.facts();
                let of_kind = |bond: &&Bond| bond.kind == *kind;
                let held = facts.bonds_of(unit).find(of_kind);
                let bond = *held.or_else(|| facts.bonds_to(unit).find(of_kind))?;
                let first = || facts.unit(unit).and_then(|own| landings(&facts, own).first().copied());
                let square = scope.square.or_else(first);
                let carried =
                    bond.unit == unit && facts.bond_def(&bond).is_some_and(|(_, role)| role.carried);
                if carried && square.is_none() {
                    return None;
                }
                Some(Effect::Unbind { bond, square })
            }
            _ => None,
        }
    }

    fn run_check(&mut self, effect: &EffectDef, unit: UnitId, scope: &Scope) -> OrFault {
        let EffectDef::Check { check, dc, pass, fail, purposes, .. } = effect else { return Ok(()) };
        if self.puts_off(effect, scope, unit, *check) {
            return Ok(());
        }
        let dc = self.amount(dc, scope);
        let action = scope.action.filter(|_| unit == scope.own);
        let against = action.and(scope.target).filter(|target| *target != unit);
        let roll = PlainRoll { unit, check: *check, dc, purpose: *check, action, against };
        let Some((_, reading)) = self.roll_plain(roll)? else { return Ok(()) };
        if action.is_some() {
            self.write_natural_1(unit, reading.natural)?;
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

    /// Runs what a unit's conditions do at a moment; with `only`, of one condition.
    pub(crate) fn hook(&mut self, unit: UnitId, at: Hook, only: Option<Key>) -> OrFault {
        self.hook_of_hours(unit, at, only, None)
    }

    /// The same with a number of hours other than that for which the condition has lasted.
    pub(crate) fn hook_of_hours(
        &mut self,
        unit: UnitId,
        at: Hook,
        only: Option<Key>,
        hours: Option<u32>,
    ) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        // In the order of the book, so that Dying is tested before Staggered.
        let due = |id: Key| own.conditions.has(id) && only.is_none_or(|only| only == id);
        for def in facts.book.conditions.iter().filter(|def| due(def.id)) {
            let id = def.id;
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

/// Whether so many ends of round since a condition was gained are a multiple of full rounds (C-66).
fn full(rounds: u32, every: u32) -> bool {
    rounds.checked_sub(1).is_some_and(|after| after > 0 && after.is_multiple_of(every.max(1)))
}
