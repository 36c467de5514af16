//! What the log calls groups, lines of the ledger, ends of effects, and what became of a thing.

use super::Narrator;
use crate::{
    key::Key,
    locale::{self, say},
    rules::{facts::Side, modifier::Until, timing::Shift},
};

impl Narrator<'_> {
    /// What a group is called: as the side whose name it has, else by its own.
    pub(super) fn group(&self, group: Key) -> String {
        self.play.side_name(Side(group))
    }

    /// What became of a thing.
    pub(super) fn became(&self, what: Key) -> String {
        match what.as_str() {
            "moved" => say!("thing-moved"),
            "gone" => say!("thing-taken"),
            "free" => say!("thing-free"),
            other => match self.facts.book.interactions.get(what) {
                Some(done) => done.name.clone(),
                None => locale::now().term(what).unwrap_or_else(|| other.to_owned()),
            },
        }
    }

    pub(super) fn line_name(&self, event: Key) -> String {
        if let Shift::Ledger(rule) = &self.facts.book.settings.timing.shift
            && let Some(line) = rule.events.iter().find(|line| line.id == event)
        {
            return line.name.clone();
        }
        self.facts.book.name_of(event)
    }

    pub(super) fn until(&self, until: &Until) -> String {
        match until {
            Until::Battle => String::new(),
            Until::EndOfRound | Until::RoundStart => say!("log-until-round"),
            Until::Rounds(n) => say!("log-until-rounds", n = n),
            Until::StartOfTurn => say!("log-until-turn"),
            Until::EndOfTurn => say!("log-until-turn-end"),
            Until::EndOfNextTurn => say!("log-until-next-turn-end"),
            Until::EndOfTurnOf(unit, _) => say!("log-until-turn-of", unit = self.name(*unit)),
            Until::NextCheck(check) | Until::NextCheckEver(check) => {
                say!("log-until-check", check = self.facts.book.name_of(*check))
            }
            Until::WithSpell | Until::OfSpell(_) => say!("log-until-spell"),
            Until::NextAction | Until::Aim => say!("log-until-action"),
            Until::Phase(phase) => say!("log-until-phase", phase = self.facts.book.name_of(*phase)),
        }
    }
}
