//! The few lines that matter most of what happened while others decided.

use std::ops::Range;

use crate::window::session::prelude::*;

/// Lines shown at most of what happened meanwhile: with more of them their card would hide the map.
const MEANWHILE: usize = 5;

impl BattleController {
    /// A turn of one's own begins: what others did since the last one, if anybody was harmed; before the first one also
    /// what only missed.
    pub(super) fn sum_up(&mut self, table: &mut Table) {
        table.telling = None;
        let Some((from, log_from)) = self.narrated.waiting_since.take() else { return };
        self.narrated.meanwhile = from..self.narrated.events;
        let told = self.lines(self.narrated.meanwhile.clone());
        let start = self.is_start(from);
        if told.1.iter().any(|line| start || line.harm) {
            table.since = self.since(told, start, log_from);
        }
    }

    /// What happened meanwhile, anew in another language.
    pub(super) fn sum_up_anew(&self, table: &mut Table) {
        let Some(old) = &table.since else { return };
        table.since = self.since(self.lines(self.narrated.meanwhile.clone()), old.start, old.log_from);
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

    /// The card at the left: who acts, where others do, still has in hand what was used last.
    pub(super) fn left_card(
        &self,
        facts: &Facts,
        whose: Option<UnitId>,
        before: Option<UnitCard>,
    ) -> Option<UnitCard> {
        let unit = facts.unit(whose?)?;
        let number = self.play.number(unit.id());
        let weapon = before.filter(|own| own.unit == number).and_then(|own| own.weapon);
        Some(show::card_with(&self.play, facts, unit, weapon))
    }

    /// The colour of the side at the screen, if it is one.
    fn colour(&self) -> Option<usize> {
        self.play.seat.map(|side| self.play.colour(side))
    }

    /// The lines of some events, as the one who sits there now perceived them; and those that say what came of
    /// the blows of others.
    pub(super) fn lines(&self, of: Range<usize>) -> (Vec<LogLine>, Vec<LogLine>) {
        let Some(facts) = self.play.eyes() else { return Default::default() };
        let events = self.play.events().get(of).unwrap_or_default();
        self.both(narration::narrate(&self.play, &facts, events, show::counters(&self.play, &facts)))
    }

    /// The lines of the log among beats, and what came of the blows of others.
    pub(super) fn both(&self, beats: Vec<Beat>) -> (Vec<LogLine>, Vec<LogLine>) {
        let results = narration::results(&beats, self.colour());
        (narration::lines(beats), results)
    }

    /// What matters most of what is about to be told: who fell, what came of blows, else harm first, then what was done.
    /// None if nothing was done. `log_from` lines are in the log already.
    pub(super) fn since(
        &self,
        (mut all, results): (Vec<LogLine>, Vec<LogLine>),
        start: bool,
        log_from: usize,
    ) -> Option<SinceSummary> {
        let facts = self.play.eyes()?;
        let own: Vec<&UnitState> =
            facts.units.iter().filter(|unit| Some(unit.side()) == self.play.seat).collect();
        if results.is_empty() {
            let is_own = |number: &u32| own.iter().any(|unit| self.play.number(unit.id()) == *number);
            for line in all.iter_mut().filter(|line| line.harm && !own.is_empty()) {
                let harmed = line.units.first().is_some_and(is_own);
                line.tone = if harmed { Tone::Bad } else { Tone::Good };
            }
        } else {
            all = results;
        }
        all.retain(|line| line.roll.is_none());
        let is_action = |line: &LogLine| line.indent == 0 && line.side.is_some();
        if !all.iter().any(|line| line.harm || is_action(line)) {
            return None;
        }
        let more = all.len().saturating_sub(MEANWHILE);
        let mut chosen: Vec<(usize, LogLine)> = all.into_iter().enumerate().collect();
        chosen.sort_by_key(|(n, line)| (line.tone, !is_action(line), *n));
        chosen.truncate(MEANWHILE);
        chosen.sort_by_key(|(n, line)| (line.tone, *n));
        let lines = chosen.into_iter().map(|(_, line)| LogLine { indent: 0, ..line }).collect();
        let names = own.iter().map(|unit| unit.identity.name.clone()).collect();
        Some(SinceSummary { start, lines, more, log_from, own: (self.colour().unwrap_or(0), names) })
    }
}
