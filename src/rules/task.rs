//! Tasks: actions longer than a turn (C-09, C-100, C-101). Work done is in [`crate::rules::facts::Task`].

use super::handling::interaction;
pub use super::task_rule::{HitRule, TaskRule};
use crate::rules::prelude::*;

/// Rounds for each pip of the time that an action takes as it is ordered; none: it is no task.
pub fn increment(facts: &Facts, unit: &UnitState, def: &ActionDef, args: &Args) -> Option<u32> {
    let rule = facts.book.settings.tasks.as_ref()?;
    let own = def.increment.or_else(|| {
        let interacts = def.asks.contains(&Parameter::Interaction);
        interacts.then(|| interaction(facts, unit, args).ok()?.def.increment).flatten()
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
        .or_else(|| interaction(facts, unit, &task.act.args).ok()?.def.check)
}

/// Whether an action is giving up what one is at.
pub fn gives_up(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| matches!(step, Step::Do(list) if list.contains(&EffectDef::GiveUp)))
}
