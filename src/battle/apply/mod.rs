//! Carrying effects out: the one place where components of units change.
//!
//! This file owns the list of effects and holding them back; longer changes have a file each beside it. The flow's own
//! marks of units, which are no effects, are in `state`. It does not decide what should happen.

mod aims;
mod bonds;
mod changes;
mod conditions;
mod content;
mod durations;
mod flight;
mod heal;
mod items;
mod ledger;
mod repair;
mod rolls;
mod several;
mod spells;
mod spiral;
mod state;
mod steps;
mod things;
mod vehicles;

pub(super) use spiral::Spiral;

use super::lapses;
use crate::battle::prelude::*;

/// What the effects of content know of the moment.
#[derive(Clone, Debug, Default)]
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
    pub square: Option<Square>,
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
        Self { own, cause, ..Self::default() }
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
    pub(super) fn apply(&mut self, effect: Effect) -> OrFault {
        self.note(&effect);
        if let Some(unit) = effect.held_for() {
            let mut holds = self.world.resource_mut::<HeldBack>();
            if let Some(hold) =
                holds.0.iter_mut().rev().find(|hold| hold.members.contains(&unit) && hold.actor != Some(unit))
            {
                hold.effects.push(effect);
                return Ok(());
            }
        }
        let moves = lapses::moves(&effect);
        self.carry_out(effect)?;
        if let Some(moved) = moves {
            self.settle_posts(moved)?;
        }
        self.settle_flight()
    }

    fn carry_out(&mut self, effect: Effect) -> OrFault {
        match effect {
            Effect::Track { unit, track, amount, cause } => self.change_track(unit, track, amount, cause)?,
            Effect::Gain { unit, condition, count, until, from } => {
                let until = self.after_running_turn(until, unit);
                self.gain(unit, Condition::new(condition, count, until, from))?;
            }
            Effect::Lift { unit, condition, count } => self.lift(unit, condition, count)?,
            Effect::Modify { unit, modifier } => self.modify(unit, modifier)?,
            Effect::Spend { unit, pool, amount } => self.change_pool(unit, pool, |own| own.spent += amount),
            Effect::Points { unit, pool, amount } => {
                self.change_pool(unit, pool, |own| own.extra += amount);
                self.record(Outcome::Points { unit, pool, amount });
            }
            Effect::Grant { unit, grant } => self.grant(unit, grant),
            Effect::Pending { unit, pending } => {
                if let Some(begun) = &pending {
                    self.record(Outcome::Begun { unit, action: begun.action });
                }
                self.change::<Usage>(unit, |own| own.pending = pending);
            }
            Effect::Done { unit, .. } => self.count_done(unit, &effect),
            Effect::Step { unit, to, own } => self.move_step(unit, to, own)?,
            Effect::Band { unit, to, own } => self.change_band(unit, to, own)?,
            Effect::Fall { unit, from } => self.change_fall(unit, from)?,
            Effect::Face { unit, facing } => {
                self.turn_to(unit, facing);
                self.record(Outcome::Faced { unit, facing });
            }
            Effect::Motion { unit, motion } => self.change::<Motion>(unit, |own| *own = motion),
            Effect::Ledger { unit, event, amount, weapon, injury, over } => {
                let entry = LedgerEntry { event, amount, weapon, injury };
                self.write_line(unit, entry, over);
            }
            Effect::Shift { unit, amount, cause } => self.shift_count(unit, amount, cause),
            Effect::Count { unit, change, cause } => self.change_count(unit, change, cause),
            Effect::Pressed { unit, granted } => self.change::<Initiative>(unit, |own| {
                own.granted = granted;
                own.pressed = true;
                own.must_press = false;
            }),
            Effect::Item { unit, item, change } => {
                self.change_item(unit, item, change)?;
                self.end_device_auras(unit)?;
            }
            Effect::Expire { unit, condition } => self.expire(unit, condition)?,
            Effect::System { unit, part, hits } => self.change_system(unit, part, hits)?,
            Effect::Rigged { unit, part, rounds } => self.rig(unit, part, rounds)?,
            Effect::Magic { spell } => self.begin_spell(*spell)?,
            Effect::Spell { id, change } => self.change_spell(id, change)?,
            Effect::Slot { unit, spell } => self.use_slot(unit, spell),
            Effect::Watch { unit, watch } => self.watch(unit, watch),
            Effect::Unwatch { unit, index } => self.unwatch(unit, index),
            Effect::Ward { unit, ward, amount } => self.change_ward(unit, ward, amount)?,
            Effect::Door { door, open } => self.change_door(door, open)?,
            Effect::Object { at, amount } => self.strike_object(at, amount)?,
            Effect::Reach { unit, shift } => self.shift_reach(unit, shift),
            Effect::Work { unit, task, news } => self.change_task(unit, task.map(|task| *task), news),
            Effect::Busy { unit, busy } => self.change::<Usage>(unit, |own| own.busy = busy),
            Effect::Aware { unit, aware } => self.change::<Awareness>(unit, |own| own.aware = aware),
            Effect::Enter { unit, entry } => self.enter(*unit, entry)?,
            Effect::Return { unit, to } => self.come_back(unit, to)?,
            Effect::Leave { unit } => self.leave(unit)?,
            Effect::Refresh { unit } => {
                self.change::<SpellSlots>(unit, |own| own.0.iter_mut().for_each(|slot| slot.spent = false));
                self.record(Outcome::Refreshed { unit });
            }
            Effect::Thing { thing, change } => self.change_thing(thing, change)?,
            Effect::Bind(bond) => self.bind(bond)?,
            Effect::Drive { vehicle, speed, controlled } => self.sets_out(vehicle, speed, controlled),
            Effect::Course { vehicle, change } => self.changes_course(vehicle, change),
            Effect::TakeUp { unit, takes } => self.take_up(unit, takes),
            Effect::Unbind { bond, square } => self.unbind(&bond, square)?,
            Effect::Distract { unit } => self.end(unit, |until| *until == Until::NextAction)?,
            Effect::Kindle { squares } => self.kindle(squares),
            Effect::Surroundings(around) => {
                self.world_mut().insert_resource(CurrentSurroundings(Arc::new(*around)));
                self.record(Outcome::Surroundings);
                self.relink()?;
            }
            Effect::Renew { unit, condition } => self.change::<Conditions>(unit, |own| {
                own.0.iter_mut().filter(|one| one.id == condition).for_each(|one| one.rounds = 0);
            }),
            Effect::End { unit, ending } => self.over(unit, &ending)?,
            Effect::Elapse(time) => self.elapse(time)?,
            Effect::Put { unit, at } => self.change::<Place>(unit, |own| own.area.origin = at),
            Effect::Category { unit, category } => self.change::<Usage>(unit, |own| own.category = category),
            Effect::Reserve { side, dice } => self.spend_reserve(side, dice),
            Effect::Fortune { unit, check, natural } => self.spend_fortune(unit, check, natural),
            Effect::Shield { unit, ward, change } => self.change_shield(unit, ward, change)?,
        }
        Ok(())
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

    /// The policy of a side's standing answers for a unit and moment, to this action.
    pub(super) fn policy(&self, unit: UnitId, moment: Moment, action: Key) -> Policy {
        let Some(side) = self.facts_ref().unit(unit).map(|own| own.identity.side) else { return Policy::Ask };
        let tags = self.facts_ref().book.action(action).map_or(&[][..], |def| def.tags.as_slice());
        self.world.resource::<Answers>().policy(side, unit, moment, tags)
    }

    /// Facts as they are, for reading.
    pub(super) fn facts_ref(&self) -> &Facts {
        &self.facts
    }
}
