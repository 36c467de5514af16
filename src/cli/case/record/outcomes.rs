//! What came of a command, as expectations of a case.
//!
//! Only those are written down by which a reader follows the battle.

use crate::{
    cli::{case::expect::ask_name, prelude::*},
    rules::{
        check::Reading,
        facts::{Phase, each_once},
    },
};

/// What happened, in order, each once; what it left behind is looked up in the battle as it is now.
pub(super) fn of(battle: &Battle, events: &[Event]) -> Vec<String> {
    each_once(events.iter().filter_map(|event| line(battle, &event.outcome)))
}

fn line(battle: &Battle, outcome: &Outcome) -> Option<String> {
    let facts = &*battle.referees_knowledge();
    Some(match outcome {
        Outcome::Rolled { check, reading, purpose, .. } => rolled(check, reading, *purpose),
        Outcome::Struck { by, target, landed, trace, .. } => {
            let total = trace.total;
            format!("Struck(by: {by:?}, target: {target:?}, landed: {landed}, total: {total})")
        }
        Outcome::Track { unit, track, from, to, cause } => {
            let by = to - from;
            format!("Changed(unit: {unit:?}, track: {track:?}, by: {by}, cause: {cause:?})")
        }
        Outcome::Opposed { unit, against, winner, margin, .. } => {
            format!("Opposed(by: {unit:?}, against: {against:?}, winner: {winner:?}, margin: {margin})")
        }
        Outcome::Wasted { unit, action, why } => format!("Wasted({unit:?}, {action:?}, {:?})", why.code),
        Outcome::Skipped { unit, .. } => format!("Skipped({unit:?})"),
        Outcome::Condition { unit, condition, .. } => {
            let count = facts.unit(*unit)?.conditions.count(*condition);
            format!("Condition({unit:?}, {condition:?}, {count})")
        }
        Outcome::Stepped { unit, .. } => {
            let at = facts.unit(*unit)?.place.area.origin;
            format!("At({unit:?}, ({}, {}))", at.x, at.y)
        }
        Outcome::Door { door, .. } => format!("DoorOpen({door}, {})", facts.map.door(*door)?.open),
        _ => return None,
    })
}

fn rolled(check: &Check, reading: &Reading, purpose: Key) -> String {
    let (by, id) = (check.by, check.id);
    let Reading { natural, total, number, success, .. } = reading;
    format!(
        "Rolled(by: {by:?}, check: {id:?}, purpose: {purpose:?}, natural: {natural}, total: {total}, number: {number}, \
         success: {success})"
    )
}

/// What is asked now, or how the battle has ended.
pub(super) fn asked(battle: &Battle) -> String {
    match battle.prompt() {
        Some(prompt) => match &prompt.ask {
            Ask::Turn { .. } => format!("Turn({:?})", prompt.unit),
            ask => format!("Prompt(unit: {:?}, ask: {:?})", prompt.unit, ask_name(ask)),
        },
        None => format!("Over({:?})", battle.winner()),
    }
}

/// Whether a unit is asked for its turn, and nothing is under way besides.
pub(super) fn is_turn(battle: &Battle) -> bool {
    let turns = battle.clock().phase == Phase::Turns;
    turns && battle.prompt().is_some_and(|prompt| matches!(prompt.ask, Ask::Turn { granted: None }))
}

pub(super) fn standing(battle: &Battle) -> Vec<Vec<String>> {
    let facts = battle.referees_knowledge();
    let there = facts.units.iter().filter(|unit| !unit.place.gone);
    there
        .map(|unit| {
            let (id, at) = (unit.id(), unit.place.area.origin);
            let tracks = unit.tracks.0.iter().map(|own| format!("Track({id:?}, {:?}, {})", own.id, own.now));
            let conditions = unit.conditions.0.iter().map(|own| own.id);
            let conditions =
                conditions.map(|own| format!("Condition({id:?}, {own:?}, {})", unit.conditions.count(own)));
            let place = format!("At({id:?}, ({}, {}))", at.x, at.y);
            std::iter::once(place).chain(tracks).chain(conditions).collect()
        })
        .collect()
}
