//! The computer player: it chooses a command for an open prompt.
//!
//! It reads facts that hold no more than its side knows, asks the same queries of legality as the window, throws no
//! dice and keeps nothing between two questions: the same facts and prompt always give the same command. It reads what
//! actions do from their steps, never from a book's name.

mod aiming;
mod answers;
mod areas;
mod auras;
mod blind;
pub mod blows;
mod bursts;
mod changes;
mod climbing;
mod contests;
mod damage_dice;
mod driving;
mod exchange;
pub mod foes;
mod goal;
mod guns;
mod hauls;
mod holds;
mod item_handling;
mod lines;
mod manoeuvres;
mod moves;
mod objective;
mod paying;
mod pick;
pub mod planner;
mod position;
mod prelude;
mod rams;
mod react;
mod silence;
mod spellcasting;
mod stunts;
mod tending;
mod turn;
mod utility;
pub mod value;
mod watching;
pub mod ways;
mod weights;
mod winners;
mod worth;
mod zones;

#[cfg(test)]
mod burst_tests;
#[cfg(test)]
mod drive_tests;
#[cfg(test)]
mod engaged_tests;
#[cfg(test)]
mod flight_tests;
#[cfg(test)]
mod manoeuvre_tests;
#[cfg(test)]
mod relation_tests;
#[cfg(test)]
mod test_battle;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod wheel_tests;

use crate::battle::prompt::{Ask, Prompt};
use crate::battle::{command::Command, knowledge::Knowledge};
use crate::key::Key;

/// A command for a prompt, from what its side knows; each action costs points or improves something, so turns end.
pub fn choose(facts: &Knowledge, prompt: &Prompt) -> Command {
    let unit = prompt.unit;
    match &prompt.ask {
        Ask::Turn { granted } => turn::choose(facts, unit, *granted),
        Ask::React(reaction) => react::choose(facts, unit, reaction),
        Ask::CutIn { .. } => Command::Choose { unit, option: Key::new("act") },
        Ask::Choice { about, target, options } => pick::choice(facts, unit, *about, *target, options),
        Ask::Allot { total, tracks, sharing } => pick::allot(facts, unit, *total, tracks, *sharing),
    }
}
