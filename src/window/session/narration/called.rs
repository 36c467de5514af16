//! What the log calls ends of effects, and what became of a thing.

use crate::window::session::prelude::*;

impl Narrator<'_> {
    /// What became of a thing.
    pub(super) fn became(&self, what: ThingNews) -> String {
        let term = |word: Key| locale::now().term(word).unwrap_or_else(|| word.to_string());
        match what {
            ThingNews::Moved => say!("thing-moved"),
            ThingNews::Gone => say!("thing-taken"),
            ThingNews::Freed => say!("thing-free"),
            ThingNews::Barred(word) => term(word),
            ThingNews::Done(id) => match self.facts.book.interactions.get(id) {
                Some(done) => done.name.clone(),
                None => term(id),
            },
        }
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
