//! The few lines that matter most of what happened while others decided.

use std::ops::Range;

use crate::window::session::prelude::*;

impl BattleController {
    /// A turn of one's own begins: what others did since the last one, if anybody was harmed; before the first one also
    /// what only missed.
    pub(super) fn sum_up(&mut self, table: &mut Table) {
        table.telling = None;
        let Some(from) = self.narrated.waiting_since.take() else { return };
        self.narrated.meanwhile = from..self.narrated.events;
        let (lines, results) = self.lines(self.narrated.meanwhile.clone());
        let start = self.is_start(from);
        if results.iter().any(|line| start || line.harm) {
            table.since = since(lines, results, start);
        }
    }

    /// Whether no unit of the one at the screen has had a turn before this event.
    pub(super) fn is_start(&self, at: usize) -> bool {
        let own = |unit: UnitId| self.play.who(unit).is_some_and(|who| Some(who.side) == self.play.seat);
        let before = self.play.events().get(..at).unwrap_or_default();
        !before.iter().any(|event| matches!(event.outcome, Outcome::TurnStarted { unit, .. } if own(unit)))
    }

    /// Whether a unit of the one at the screen has the turn.
    pub(super) fn own_turn(&self) -> bool {
        let facts = self.facts.as_ref();
        let unit = facts.and_then(|facts| facts.unit(facts.turn?));
        unit.is_some_and(|unit| Some(unit.side()) == self.play.seat)
    }

    /// The lines of some events, as the one who sits there now perceived them; and those that say what came of
    /// the blows of others.
    pub(super) fn lines(&self, of: Range<usize>) -> (Vec<LogLine>, Vec<LogLine>) {
        let Some(facts) = self.play.eyes() else { return Default::default() };
        let events = self.play.events().get(of).unwrap_or_default();
        let beats = narration::narrate(&self.play, &facts, events, show::counters(&self.play, &facts));
        let results = narration::results(&beats);
        (narration::lines(beats), results)
    }
}

/// Lines shown at most of what happened meanwhile.
const MEANWHILE: usize = 8;

/// What matters most of what is about to be told: what came of blows, else harm first, then what was done. None if
/// nothing was done.
pub(super) fn since(mut all: Vec<LogLine>, results: Vec<LogLine>, start: bool) -> Option<SinceSummary> {
    if !results.is_empty() {
        all = results;
    }
    all.retain(|line| line.roll.is_none());
    let is_action = |line: &LogLine| line.indent == 0 && line.side.is_some();
    if !all.iter().any(|line| line.harm || is_action(line)) {
        return None;
    }
    let mut chosen: Vec<usize> = (0..all.len()).collect();
    chosen.sort_by_key(|n| match &all[*n] {
        line if line.harm => 0,
        line if is_action(line) => 1,
        _ => 2,
    });
    chosen.truncate(MEANWHILE);
    chosen.sort_unstable();
    let lines: Vec<LogLine> = chosen.iter().map(|n| LogLine { indent: 0, ..all[*n].clone() }).collect();
    Some(SinceSummary { start, more: all.len() - lines.len(), lines })
}
