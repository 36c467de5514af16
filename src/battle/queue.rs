//! What the systems of the phases want done, and doing it.
//!
//! A system reads components and resources and puts into the [`Queue`] what follows. Once its schedule has run, the
//! engine does it in that order, dice and all: so it stands in the chronicle, the hash and the replay.

use super::{frames::aftermath, phases::Meeting};
use crate::battle::prelude::*;

/// What is to be done as soon as the running schedule has ended; empty between two steps.
#[derive(Resource, Clone, Debug, Default)]
pub struct Queue(Vec<QueuedWork>);

/// One thing to be done.
#[derive(Clone, Debug)]
pub(super) enum QueuedWork {
    /// One change.
    Effect(Box<Effect>),
    /// Effects as content writes them.
    Run { unit: UnitId, cause: Key, effects: Vec<EffectDef> },
    /// A unit's conditions have their moment; with `only`, just one of them.
    Hook { unit: UnitId, at: Hook, only: Option<Key> },
    /// The conditions of all who live have their moment, in initiative order; in a phase of the book's own, each after
    /// what the phase does to its bearer.
    Everybody(Hook),
    /// Pools of the turn are filled, marks of the last turn are wiped (S-17).
    BeginTurn(UnitId),
    /// Its driver's turn begins or passes: what lasted until then is over (C-122).
    VehiclesSettle(UnitId),
    /// Who has not woven has broken off (C-127).
    PursuitsEnd(UnitId),
    /// A turn spent on a task (C-100).
    Work(UnitId),
    /// A line of the ledger, if the book has it.
    Line { unit: UnitId, event: String },
    /// Who is surprised (F-13).
    Surprise,
    /// Those come who come this round (F-15).
    Arrivals,
    /// Equal counts are rolled off, in books that do so each round (F-17).
    Ties,
    /// Foes of the side that holds the field leave it, if they can walk.
    ClearField,
    /// What so many full hours of rest bring; units that have a pause meanwhile.
    Rest { hours: u32, pauses: Vec<(UnitId, Key)> },
    /// Work for so many rounds outside the turns of a fight.
    WorkOn(u32),
    /// What pauses bring, once they are over.
    Bring(Vec<(UnitId, Key)>),
    /// Areas of spells do to those inside what they do.
    Zones,
    /// Fires spread, in fights in which they do.
    Fires,
    /// What fire does to a unit that ends its turn in it (D-101).
    FireUnderfoot(UnitId),
    /// Sudden changes of speed do harm.
    SuddenChanges,
    /// Who falls drops by a band (S-26).
    Falls,
}

impl Queue {
    /// One change.
    pub fn effect(&mut self, effect: Effect) {
        self.0.push(QueuedWork::Effect(Box::new(effect)));
    }

    /// Effects as content writes them, with their dice and checks; `cause` is what the log names. The unit is both who
    /// does it and to whom it happens.
    pub fn run(&mut self, unit: UnitId, cause: Key, effects: Vec<EffectDef>) {
        self.0.push(QueuedWork::Run { unit, cause, effects });
    }

    /// What a unit's conditions do at a moment.
    pub fn hook(&mut self, unit: UnitId, at: Hook) {
        self.0.push(QueuedWork::Hook { unit, at, only: None });
    }

    /// What lasts so long on a unit ends.
    pub(super) fn end(&mut self, unit: UnitId, until: Until) {
        self.effect(Effect::End { unit, ending: Ending::Lasting(until) });
    }

    pub(super) fn due(&mut self, due: QueuedWork) {
        self.0.push(due);
    }
}

impl Battle {
    /// Does what the schedule that has just run wants done.
    pub(super) fn work_off_queue(&mut self) -> OrFault {
        let queued = std::mem::take(&mut self.world_mut().resource_mut::<Queue>().0);
        queued.into_iter().try_for_each(|due| self.do_due(due))
    }

    fn do_due(&mut self, due: QueuedWork) -> OrFault {
        match due {
            QueuedWork::Effect(effect) => self.apply(*effect),
            QueuedWork::Run { unit, cause, effects } => self.run(&effects, &Scope::new(unit, cause)),
            QueuedWork::Hook { unit, at, only } => self.hook(unit, at, only),
            QueuedWork::Everybody(at) => self.everybody(at),
            QueuedWork::BeginTurn(unit) => {
                self.begin_turn(unit);
                Ok(())
            }
            QueuedWork::VehiclesSettle(unit) => self.vehicles_settle(unit),
            QueuedWork::PursuitsEnd(unit) => self.pursuits_end(unit),
            QueuedWork::Work(unit) => self.work(unit),
            QueuedWork::Line { unit, event } => self.write_ledger(unit, &event, 1, None, None),
            QueuedWork::Surprise => {
                let Some(mut met) = self.world().get_resource::<Meeting>().copied() else { return Ok(()) };
                met.surprise_round = muster::surprise(self, met.distance)?;
                self.world_mut().insert_resource(met);
                Ok(())
            }
            QueuedWork::Arrivals => entry::arrive(self),
            QueuedWork::Ties => ties::settle_ties(self),
            QueuedWork::ClearField => aftermath::clear_field(self),
            QueuedWork::Rest { hours, pauses } => self.rest(hours, &pauses),
            QueuedWork::WorkOn(rounds) => self.work_on(rounds),
            QueuedWork::Bring(pauses) => self.bring(&pauses),
            QueuedWork::Zones => self.zones_act(),
            QueuedWork::Fires => self.spread_fires(),
            QueuedWork::FireUnderfoot(unit) => self.ends_turn_in_fire(unit),
            QueuedWork::SuddenChanges => self.sudden_changes(),
            QueuedWork::Falls => self.falls(),
        }
    }

    fn everybody(&mut self, at: Hook) -> OrFault {
        let order = order::by_initiative(&self.facts());
        for unit in order {
            let facts = self.facts();
            if facts.unit(unit).is_none_or(|own| facts.dead(own)) {
                continue;
            }
            if let Hook::Phase(phase) = at {
                self.play_phase(unit, phase)?;
            }
            self.hook(unit, at, None)?;
        }
        Ok(())
    }

    /// What lasts until a phase of the book's own ends, then comes what the phase does to a unit on the map.
    fn play_phase(&mut self, unit: UnitId, phase: Key) -> OrFault {
        self.apply(Effect::End { unit, ending: Ending::Lasting(Until::Phase(phase)) })?;
        let book = self.book();
        let Some(def) = book.settings.timing.phase(phase) else { return Ok(()) };
        let facts = self.facts();
        let meant = facts.unit(unit).is_some_and(|own| {
            facts.present(own) && def.when.as_ref().is_none_or(|when| facts.value(when, own) != 0)
        });
        if meant { self.run(&def.effects, &Scope::new(unit, phase)) } else { Ok(()) }
    }
}
