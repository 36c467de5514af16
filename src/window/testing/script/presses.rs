//! How many clicks and keys each turn takes, and how many of them answer questions.

use std::fmt::Write as _;

use crate::{saves::file, window::prelude::*};

/// The clicks and keys of each turn so far, in order.
#[derive(Default)]
pub struct Presses(Vec<TurnPresses>);

/// Those of one turn, a person's or somebody else's.
struct TurnPresses {
    round: u32,
    unit: u32,
    name: String,
    presses: u32,
    answers: u32,
}

impl Presses {
    /// A click or a key, pressed while this was on the screen. Before and between turns none counts.
    pub fn count(&mut self, table: &Table) {
        let round = table.ribbon.round;
        let Some(slot) = table.ribbon.slots.iter().find(|slot| slot.active) else { return };
        let same = |turn: &TurnPresses| (turn.round, turn.unit) == (round, slot.unit);
        if !self.0.last().is_some_and(same) {
            let name = slot.name.clone();
            self.0.push(TurnPresses { round, unit: slot.unit, name, presses: 0, answers: 0 });
        }
        let Some(turn) = self.0.last_mut() else { return };
        turn.presses += 1;
        turn.answers += u32::from(table.prompt.is_some());
    }

    /// Writes a line for each turn: the round, whose it was, clicks and keys, how many of them were answers.
    pub fn write(&self, path: &Path) {
        let told = self.0.iter().fold(String::new(), |mut told, turn| {
            let TurnPresses { round, name, presses, answers, .. } = turn;
            // Writing into a text never fails.
            let _ = writeln!(told, "{round}\t{name}\t{presses}\t{answers}");
            told
        });
        if let Err(error) = file::write(path, told.as_bytes(), file::Keep::Nothing) {
            error!("{error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presses_are_counted_by_turn() {
        let mut table = Table::default();
        let mut presses = Presses::default();
        presses.count(&table);
        assert!(presses.0.is_empty(), "nobody has the turn");
        let slot = |unit: u32, active: bool| RibbonSlot { unit, active, ..RibbonSlot::default() };
        table.ribbon.slots = vec![slot(1, true), slot(2, false)];
        presses.count(&table);
        presses.count(&table);
        table.ribbon.slots = vec![slot(1, false), slot(2, true)];
        table.prompt = Some(PromptCard::default());
        presses.count(&table);
        let told: Vec<_> = presses.0.iter().map(|turn| (turn.unit, turn.presses, turn.answers)).collect();
        assert_eq!(told, [(1, 2, 0), (2, 1, 1)]);
    }
}
