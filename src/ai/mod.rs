//! The computer player: it chooses a command for an open prompt.
//!
//! It reads facts that hold no more than its side knows, asks the same queries of legality as the window, throws no dice
//! and keeps nothing between two questions: the same facts and prompt always give the same command. It reads what actions
//! do from their steps, never from a book's name.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `weights` | the numbers of its judgement, in one table |
//! | [`value`] | what losses, conditions and effects are worth |
//! | [`blows`] | what an attack may be expected to take |
//! | [`ways`] | how a unit can attack |
//! | `areas` | where to aim what covers an area |
//! | `blind` | fire at those whom nobody sees |
//! | [`foes`] | what foes can take and do |
//! | [`mind`], `exchange` | one unit's view, and what if it stood elsewhere; an attack from there |
//! | `paying` | what actions cost, and what that is worth |
//! | `position` | what a place is worth |
//! | `lines` | sight and cover between squares and foes, each once |
//! | `goal` | where to go when nobody is in reach |
//! | `turn`, `moves`, `deeds`, `hands` | candidates on one's own turn |
//! | `aiming`, `tending` | aiming; what is done for others |
//! | `driving` | vehicles: courses, ramming, seats |
//! | `guns` | what a vehicle's places, looks and altitudes are worth |
//! | `stunts` | stunts at the wheel |
//! | `magic` | creatures, zones, spells in effect |
//! | `feats` | attacks in place of damage, again, help, reach |
//! | `rams` | running into foes on purpose |
//! | `contests` | grapples, and what their winners do |
//! | `react`, `pick` | answers to everything else |
//! | [`testing`] | for tests only: a player without sense |

mod aiming;
mod areas;
mod blind;
pub mod blows;
mod contests;
mod deeds;
mod driving;
mod exchange;
mod feats;
pub mod foes;
mod goal;
mod guns;
mod hands;
mod lines;
mod magic;
pub mod mind;
mod moves;
mod paying;
mod pick;
mod position;
mod rams;
mod react;
mod stunts;
mod tending;
pub mod testing;
mod turn;
pub mod value;
pub mod ways;
mod weights;

#[cfg(test)]
mod flight_tests;
#[cfg(test)]
mod test_battle;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod wheel_tests;

use crate::{
    battle::{
        command::Command,
        knowledge::Knowledge,
        prompt::{Ask, Prompt},
    },
    key::Key,
};

/// A command for a prompt, from what its side knows.
///
/// The command is one that the battle takes, as far as that knowledge can tell: someone hidden in fog may stand where a
/// path ends. A turn always comes to an end: each action costs points or has to improve something.
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
