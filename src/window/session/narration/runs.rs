//! Dice thrown one by one for the same thing, square by square: together they have one line.

use super::Now;
use crate::window::session::prelude::*;

/// What such dice are thrown for.
const RUNS: [&str; 3] = ["fire", "cluster", "burst"];

/// Whether dice of a purpose have one line together.
pub(super) fn are(purpose: Key) -> bool {
    RUNS.contains(&purpose.as_str())
}

/// Dice that have no line yet.
pub(super) struct DiceRun {
    /// Whose they are and what for, in words.
    what: String,
    purpose: Key,
    /// Sides, face shown, whether it counts.
    dice: Vec<(u32, u32, bool)>,
    /// The first of them.
    first: Now,
}

impl Narrator<'_> {
    /// Keeps dice for the line that they have with those before and after them.
    pub(super) fn keep_dice(&mut self, what: String, purpose: Key, mut dice: Vec<(u32, u32, bool)>) {
        match &mut self.log.run {
            Some(run) if run.what == what => run.dice.append(&mut dice),
            _ => {
                self.flush_run(None);
                self.log.run = Some(DiceRun { what, purpose, dice, first: self.now.clone() });
            }
        }
    }

    /// Tells the dice that were kept, unless what comes next is another of them. Gives whether what comes next is told
    /// with them.
    pub(super) fn flush_run(&mut self, next: Option<&Outcome>) -> bool {
        if matches!(next, Some(Outcome::Dice { purpose, .. }) if are(*purpose)) {
            return false;
        }
        let Some(run) = self.log.run.take() else { return false };
        let burns = match next {
            Some(Outcome::Fire { squares }) if run.purpose == "fire" => Some(squares.len()),
            _ => None,
        };
        let result = match burns {
            Some(n) => say!("log-fire", n = n),
            None if run.purpose == "fire" => say!("log-fire-none"),
            None => String::new(),
        };
        let roll = ShownRoll { what: run.what, dice: run.dice, result, ..ShownRoll::default() };
        self.beats.push(Beat::Roll(roll.clone()));
        let now = std::mem::replace(&mut self.now, run.first);
        self.line(LogLine { text: roll.what.clone(), indent: 1, roll: Some(roll), ..LogLine::default() });
        self.now = now;
        burns.is_some()
    }
}
