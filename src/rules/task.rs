//! Tasks: actions that take longer than a turn, their time thrown for as they begin (C-09, C-100, C-101).
//!
//! Owns the settings and what counts as a task. What a worker has done of one is in [`crate::rules::facts::Task`];
//! counting and finishing is `battle`'s.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    action::{ActionDef, EffectDef, Hole, Step},
    facts::{Facts, Task, UnitState},
    legal::{self, Args},
};
use crate::{dice::Dice, key::Key};

/// The slot of a book for tasks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskRule {
    /// Thrown as a task begins: so many times its increment (C-09).
    pub dice: Dice,
    /// Rounds in each increment of time; 0: done at once, within the action's own cost, and nothing is thrown.
    pub increments: BTreeMap<Key, u32>,
    /// What a hit does to who is at a task; none: nothing.
    #[serde(default)]
    pub hit: Option<HitRule>,
    /// The rule.
    pub rule: Key,
}

/// A hit on who is at a task (C-101): a check with the task's skill, less the damage taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitRule {
    /// The number against the check; failed, the round is lost for the task.
    pub number: i32,
    /// With this margin or a worse one the task is ruined and starts anew.
    pub ruined: i32,
    /// The rule.
    pub rule: Key,
}

impl TaskRule {
    /// Rounds in an increment; none: it is done at once.
    pub fn rounds(&self, increment: Key) -> Option<u32> {
        self.increments.get(&increment).copied().filter(|rounds| *rounds > 0)
    }
}

/// Rounds for each pip of the time that an action takes as it is ordered; none: it is no task.
pub fn increment(facts: &Facts, unit: &UnitState, def: &ActionDef, args: &Args) -> Option<u32> {
    let rule = facts.book.settings.tasks.as_ref()?;
    let own = def.increment.or_else(|| {
        let interacts = def.asks.contains(&Hole::Interaction);
        interacts.then(|| legal::interaction(facts, unit, args).ok()?.def.increment).flatten()
    })?;
    rule.rounds(own)
}

/// The check by which a task is done, and with which a hit is withstood (C-101).
pub fn skill(facts: &Facts, unit: &UnitState, task: &Task) -> Option<Key> {
    let def = facts.book.action(task.act.action)?;
    let own = def.steps.iter().find_map(|step| match step {
        Step::Check { check, .. } => Some(*check),
        _ => None,
    });
    let target = || task.act.args.target.and_then(|id| facts.unit(id)).zip(task.act.args.system);
    let repairs = def.steps.iter().any(|step| matches!(step, Step::Repair { .. }));
    let repair = || target().and_then(|(target, part)| facts.repair_check(target, part));
    own.or_else(|| repairs.then(repair).flatten())
        .or_else(|| legal::interaction(facts, unit, &task.act.args).ok()?.def.check)
}

/// Whether an action is giving up what one is at.
pub fn gives_up(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| matches!(step, Step::Do(list) if list.contains(&EffectDef::GiveUp)))
}
