//! Carrying effects out: the one place where components of units change.
//!
//! This file owns the list of effects and holding them back; longer changes have a file each beside it, and those that
//! nobody is told of are in `state`. It does not decide what should happen.

mod bonds;
mod conditions;
mod content;
mod flight;
mod heal;
mod items;
mod ledger;
mod magic;
mod repair;
mod rolls;
mod spiral;
mod state;
mod things;
mod vehicles;

use std::sync::Arc;

pub(super) use spiral::Spiral;

use super::{
    Battle, Fault,
    chronicle::Outcome,
    effect::Effect,
    resources::{Answers, Around, Board, Holds},
    standing::Policy,
};
use crate::{
    grid::Dir8,
    key::Key,
    message::Message,
    rules::{
        facts::{
            Awareness, Condition, Entry, Facts, Grant, Initiative, Modifiers, Motion, Place, Pools, Slots,
            UnitId, Usage, Wards, Watches,
        },
        modifier::{ActiveModifier, Until},
    },
};

/// What the effects of content know of the moment.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Who acts, or bears the condition.
    pub own: UnitId,
    /// The target.
    pub target: Option<UnitId>,
    /// Names with values: `margin`, `sv`, `count`, `level`, `amount`.
    pub names: Vec<(&'static str, i64)>,
    /// The item chosen.
    pub item: Option<Key>,
    /// The door chosen.
    pub door: Option<u16>,
    /// The thing that something is done with.
    pub thing: Option<Key>,
    /// The system of the target that was chosen.
    pub system: Option<Key>,
    /// The spell in effect that does it.
    pub spell: Option<Key>,
    /// The square chosen.
    pub square: Option<crate::grid::Square>,
    /// The arc chosen.
    pub arc: Option<crate::grid::Arc>,
    /// What causes it: an action or condition.
    pub cause: Key,
    /// The unit's own action does it: points used before it.
    pub action: Option<i32>,
}

/// A check of a unit against a number.
#[derive(Clone, Copy, Debug)]
pub struct PlainRoll {
    /// Who.
    pub unit: UnitId,
    /// Which.
    pub check: Key,
    /// Against what.
    pub dc: i32,
    /// What for, in the log and for named dice.
    pub purpose: Key,
    /// A part of the unit's own action: the points used before it; none: forced on the unit.
    pub action: Option<i32>,
    /// The unit that it is aimed at.
    pub against: Option<UnitId>,
}

impl Scope {
    /// A scope without numbers.
    pub fn new(own: UnitId, cause: Key) -> Self {
        Self {
            own,
            target: None,
            names: Vec::new(),
            item: None,
            door: None,
            thing: None,
            system: None,
            square: None,
            arc: None,
            spell: None,
            cause,
            action: None,
        }
    }

    /// How long something lasts that is to last as long as the spell that does it; an instant one holds
    /// nothing past the round. Turns of `own` and `target` are those of the two (D-09).
    pub fn until(&self, until: &Until) -> Until {
        match (until, self.spell) {
            (Until::WithSpell, Some(spell)) => Until::OfSpell(spell),
            (Until::WithSpell, None) => Until::EndOfRound,
            (Until::EndOfTurnOf(whose, turns), _) if whose.0 == "own" => Until::EndOfTurnOf(self.own, *turns),
            (Until::EndOfTurnOf(whose, turns), _) if whose.0 == "target" => {
                Until::EndOfTurnOf(self.target.unwrap_or(self.own), *turns)
            }
            (other, _) => other.clone(),
        }
    }

    /// The same with one more number.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: i64) -> Self {
        self.names.push((name, value));
        self
    }
}

impl Battle {
    /// Makes one change, or holds it back while a simultaneous slot or an answered blow is open.
    pub(super) fn apply(&mut self, effect: Effect) -> Result<(), Fault> {
        self.note(&effect);
        if effect.is_held()
            && let Some(unit) = effect.unit()
        {
            let mut holds = self.world.resource_mut::<Holds>();
            if let Some(hold) =
                holds.0.iter_mut().rev().find(|hold| hold.members.contains(&unit) && hold.actor != Some(unit))
            {
                hold.effects.push(effect);
                return Ok(());
            }
        }
        self.carry_out(effect)?;
        self.settle_flight()
    }

    fn carry_out(&mut self, effect: Effect) -> Result<(), Fault> {
        match effect {
            Effect::Track { unit, track, amount, cause } => self.change_track(unit, track, amount, cause),
            Effect::Gain { unit, condition, count, until, from } => {
                let until = self.after_running_turn(until, unit);
                self.gain(unit, Condition::new(condition, count, until, from))
            }
            Effect::Lift { unit, condition, count } => self.lift(unit, condition, count),
            Effect::Modify { unit, modifier } => {
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
                let outcome =
                    Outcome::Modified { unit, source: modifier.source, until: modifier.until.clone() };
                self.change::<Modifiers>(unit, |own| own.0.push(modifier));
                self.record(outcome);
                Ok(())
            }
            Effect::Spend { unit, pool, amount } => {
                self.change::<Pools>(unit, |own| {
                    if let Some(own) = own.0.iter_mut().find(|own| own.id == pool) {
                        own.spent += amount;
                    }
                });
                Ok(())
            }
            Effect::Points { unit, pool, amount } => {
                self.change::<Pools>(unit, |own| {
                    if let Some(own) = own.0.iter_mut().find(|own| own.id == pool) {
                        own.extra += amount;
                    }
                });
                self.record(Outcome::Points { unit, pool, amount });
                Ok(())
            }
            Effect::Grant { unit, grant } => {
                let (pool, amount) = (grant.pool, grant.amount);
                self.change::<Usage>(unit, |own| {
                    let like = |old: &&mut Grant| {
                        (old.pool, &old.barred, old.source) == (grant.pool, &grant.barred, grant.source)
                    };
                    match own.grants.iter_mut().find(like) {
                        Some(old) => old.amount += grant.amount,
                        None => own.grants.push(grant),
                    }
                    own.grants.retain(|grant| grant.amount > 0);
                });
                if amount > 0 {
                    self.record(Outcome::Points { unit, pool, amount });
                }
                Ok(())
            }
            Effect::Pending { unit, pending } => {
                if let Some(begun) = &pending {
                    self.record(Outcome::Begun { unit, action: begun.action });
                }
                self.change::<Usage>(unit, |own| own.pending = pending);
                Ok(())
            }
            Effect::Done { unit, action, points, own_turn, free, reaction, riders } => {
                let tags: Vec<Key> = match self.book().action(action) {
                    Some(def) if own_turn => {
                        let once = &self.book().settings.economy.once_a_turn;
                        def.tags.iter().filter(|tag| once.contains(tag)).copied().collect()
                    }
                    _ => Vec::new(),
                };
                self.change::<Usage>(unit, |own| {
                    own.points += points;
                    own.riders += riders;
                    own.this_round.push(action);
                    own.actions += i32::from(!free);
                    own.reactions += i32::from(reaction);
                    if own_turn {
                        own.this_turn.push(action);
                        own.tags.extend(tags);
                        own.surprise_done = true;
                    }
                });
                Ok(())
            }
            Effect::Step { unit, to, own } => self.move_step(unit, to, own),
            Effect::Band { unit, to, own } => self.change_band(unit, to, own),
            Effect::Fall { unit, from } => self.change_fall(unit, from),
            Effect::Face { unit, facing } => {
                self.turn_to(unit, facing);
                self.record(Outcome::Faced { unit, facing });
                Ok(())
            }
            Effect::Motion { unit, motion } => {
                self.change::<Motion>(unit, |own| *own = motion);
                Ok(())
            }
            Effect::Ledger { unit, event, amount, weapon, injury } => {
                self.change::<Initiative>(unit, |own| {
                    own.ledger.push(Entry { event, amount, weapon, injury })
                });
                self.record(Outcome::Ledger { unit, event, amount });
                Ok(())
            }
            Effect::Shift { unit, amount, cause } => {
                let Some(before) = self.facts().unit(unit).map(|own| own.initiative.clone()) else {
                    return Ok(());
                };
                self.change::<Initiative>(unit, |own| {
                    if own.acted { own.next += amount } else { own.now += amount }
                });
                let from = before.total();
                let to = if before.acted { from } else { from + amount };
                self.record(Outcome::Count { unit, from, to, cause });
                Ok(())
            }
            Effect::Count { unit, to, cause, swallow } => {
                let from = self.facts().unit(unit).map_or(0, |own| own.initiative.total());
                self.change::<Initiative>(unit, |own| {
                    own.count = to - own.tactics_now();
                    if swallow {
                        own.now = 0;
                    }
                });
                let to = self.facts().unit(unit).map_or(to, |own| own.initiative.total());
                self.record(Outcome::Count { unit, from, to, cause });
                Ok(())
            }
            Effect::Pressed { unit } => {
                self.change::<Initiative>(unit, |own| {
                    own.pressed = true;
                    own.must_press = false;
                });
                Ok(())
            }
            Effect::Item { unit, item, change } => {
                self.change_item(unit, item, change)?;
                self.end_device_auras(unit)
            }
            Effect::Expire { unit, condition } => self.expire(unit, condition),
            Effect::System { unit, part, hits } => self.change_system(unit, part, hits),
            Effect::Rigged { unit, part, rounds } => self.rig(unit, part, rounds),
            Effect::Magic { spell } => self.begin_spell(*spell),
            Effect::Spell { id, change } => self.change_spell(id, change),
            Effect::Slot { unit, spell } => {
                self.change::<Slots>(unit, |own| {
                    if let Some(slot) = own.0.iter_mut().find(|slot| slot.spell == spell && !slot.spent) {
                        slot.spent = true;
                    }
                });
                self.record(Outcome::Slot { unit, spell });
                Ok(())
            }
            Effect::Watch { unit, watch } => {
                let by = watch.by;
                self.change::<Watches>(unit, |own| own.0.push(watch));
                self.record(Outcome::Watching { unit, by, began: true });
                Ok(())
            }
            Effect::Unwatch { unit, index } => {
                let mut by = None;
                self.change::<Watches>(unit, |own| {
                    if index < own.0.len() {
                        by = Some(own.0.remove(index).by);
                    }
                });
                if let Some(by) = by {
                    self.record(Outcome::Watching { unit, by, began: false });
                }
                Ok(())
            }
            Effect::Ward { unit, ward, amount } => {
                let mut change = None;
                self.change::<Wards>(unit, |own| {
                    if let Some(shield) = own.shields.iter_mut().find(|shield| shield.id == ward) {
                        let from = shield.points;
                        shield.points = (shield.points + amount).max(0);
                        change = Some((from, shield.points));
                    } else if let Some(aura) = own.auras.iter_mut().find(|aura| aura.id == ward) {
                        let from = aura.stored;
                        aura.stored = (aura.stored + amount).max(0);
                        change = Some((from, aura.stored));
                    }
                });
                match change {
                    Some((from, to)) if from != to => {
                        self.record(Outcome::Ward { unit, ward, from, to });
                        // What it shows by comes and goes with what is stored (D-106).
                        self.follow_condition(unit)
                    }
                    Some((from, to)) => {
                        self.record(Outcome::Ward { unit, ward, from, to });
                        Ok(())
                    }
                    None => Ok(()),
                }
            }
            Effect::Door { door, open } => {
                let mut board = self.world.resource_mut::<Board>();
                let map = std::sync::Arc::make_mut(&mut board.0);
                map.set_door(door, open)
                    .map_err(|error| Fault::Rule(Message::written(&error.to_string())))?;
                self.record(Outcome::Door { door, open });
                Ok(())
            }
            Effect::Object { at, amount } => self.strike_object(at, amount),
            Effect::Reach { unit, shift } => {
                self.shift_reach(unit, shift);
                Ok(())
            }
            Effect::Work { unit, task, news } => {
                let before = self.facts().unit(unit).and_then(|own| own.usage.task.clone());
                if let Some(known) = task.as_deref().or(before.as_ref()) {
                    let (action, done, needed) = (known.act.action, known.done, known.needed);
                    self.record(Outcome::Work { unit, action, done, needed, news });
                }
                self.change::<Usage>(unit, |own| own.task = task.map(|task| *task));
                Ok(())
            }
            Effect::Busy { unit, busy } => {
                self.change::<Usage>(unit, |own| own.busy = busy);
                Ok(())
            }
            Effect::Aware { unit } => {
                self.change::<Awareness>(unit, |own| own.aware = true);
                Ok(())
            }
            Effect::Enter { unit, entry } => self.enter(*unit, entry),
            Effect::Return { unit, to } => self.come_back(unit, to),
            Effect::Leave { unit } => self.leave(unit),
            Effect::Refresh { unit } => {
                self.change::<Slots>(unit, |own| own.0.iter_mut().for_each(|slot| slot.spent = false));
                self.record(Outcome::Refreshed { unit });
                Ok(())
            }
            Effect::Thing { thing, change } => self.change_thing(thing, change),
            Effect::Bind(bond) => self.bind(bond),
            Effect::Drive { vehicle, speed, controlled } => {
                self.sets_out(vehicle, speed, controlled);
                Ok(())
            }
            Effect::Course { vehicle, change } => {
                self.changes_course(vehicle, change);
                Ok(())
            }
            Effect::Fire { unit, takes } => {
                self.take_up(unit, takes);
                Ok(())
            }
            Effect::Unbind { bond, square } => self.unbind(&bond, square),
            Effect::Surroundings(around) => {
                self.world_mut().insert_resource(Around(Arc::new(*around)));
                self.record(Outcome::Surroundings);
                self.relink();
                Ok(())
            }
        }
    }

    /// Turns of a unit are counted after the one now running (D-09).
    fn after_running_turn(&self, until: Until, bearer: UnitId) -> Until {
        match until {
            Until::EndOfNextTurn => self.after_running_turn(Until::EndOfTurnOf(bearer, 1), bearer),
            Until::EndOfTurnOf(unit, n) if self.clock().turn == Some(unit) => {
                Until::EndOfTurnOf(unit, n.saturating_add(1))
            }
            other => other,
        }
    }

    fn move_step(&mut self, unit: UnitId, to: crate::grid::Square, own: bool) -> Result<(), Fault> {
        if !own && self.facts().carrier(unit).is_some() {
            // Who is moved by others comes off what carries it.
            self.break_bonds(unit, |bond| bond.unit == unit)?;
        }
        let Some(from) = self.facts().unit(unit).map(|own| own.place.area) else { return Ok(()) };
        let facing = Dir8::towards(from.origin, to).filter(|_| own);
        let area = from.at(to);
        if let Some(facing) = facing {
            self.turn_to(unit, facing);
        }
        if own {
            self.change::<Usage>(unit, |usage| {
                usage.squares += 1;
                usage.squares_last_turn += 1;
            });
        }
        for (who, by_itself) in
            std::iter::once((unit, own)).chain(self.facts().carried(unit).into_iter().map(|one| (one, false)))
        {
            self.change::<Place>(who, |place| {
                place.area = area;
                place.facing = facing.unwrap_or(place.facing);
            });
            self.record(Outcome::Stepped { unit: who, from: from.origin, to, own: by_itself });
        }
        self.spoil_aims();
        Ok(())
    }

    /// Turns a unit and those it carries. While its turns are limited it remembers when it turned.
    fn turn_to(&mut self, unit: UnitId, facing: Dir8) {
        let facts = self.facts();
        let Some(own) = facts.unit(unit).filter(|own| own.place.facing != facing) else { return };
        if facts.manoeuvrability(own, own.usage.category).is_some() {
            let round = i32::try_from(facts.round).unwrap_or(i32::MAX);
            self.change::<Motion>(unit, |motion| motion.turned = Some(round));
        }
        // A vehicle's length lies along its facing.
        let area = if own.vehicle().is_some() { own.place.area.turned(facing) } else { own.place.area };
        for who in std::iter::once(unit).chain(facts.carried(unit)) {
            let from = own.place.area.origin;
            self.change::<Place>(who, |place| {
                place.facing = facing;
                place.area = area;
            });
            if from != area.origin {
                self.record(Outcome::Stepped { unit: who, from, to: area.origin, own: false });
            }
        }
    }

    fn end_aims(&mut self, unit: UnitId, ends: impl Fn(&ActiveModifier) -> bool) {
        let aims = |one: &ActiveModifier| one.until == Until::Aim && ends(one);
        if self.facts().unit(unit).is_some_and(|own| own.modifiers.0.iter().any(&aims)) {
            self.change::<Modifiers>(unit, |own| own.0.retain(|one| !aims(one)));
        }
    }

    /// An aim is lost when its target has moved more than one square or is out of sight (F-73).
    fn spoil_aims(&mut self) {
        let facts = self.facts();
        let spoiled = |own: &crate::rules::facts::UnitState, aim: &ActiveModifier| {
            let Some(target) = aim.versus.and_then(|id| facts.unit(id)) else { return false };
            let far = aim.from.is_some_and(|from| crate::grid::distance(from, target.place.area.origin) > 1);
            far || !facts.sees(own, target)
        };
        for own in &facts.units {
            let lost: Vec<Option<UnitId>> = own
                .modifiers
                .0
                .iter()
                .filter(|one| one.until == Until::Aim && spoiled(own, one))
                .map(|one| one.versus)
                .collect();
            if !lost.is_empty() {
                self.end_aims(own.id(), |one| lost.contains(&one.versus));
            }
        }
    }

    /// The policy of a side's standing answers for a unit and moment.
    pub(super) fn policy(&self, unit: UnitId, moment: crate::rules::action::Moment) -> Policy {
        let Some(side) = self.facts_ref().unit(unit).map(|own| own.identity.side) else { return Policy::Ask };
        self.world.resource::<Answers>().policy(side, unit, moment)
    }

    /// Facts as they are, for reading.
    pub(super) fn facts_ref(&self) -> &Facts {
        &self.facts
    }
}
