//! Lines for chances to answer: who took one, who let it pass, and who could not, with the reason.

use super::perceived;
use crate::{
    message::Arg,
    window::session::{asks_about::usual_damage, prelude::*},
};

/// What saves less on average is told to be no help: it would read as nothing.
const LEAST_SAVED: f64 = 0.05;

impl Narrator<'_> {
    pub(super) fn answerable(
        &mut self,
        unit: UnitId,
        by: UnitId,
        moment: Moment,
        with: &[Key],
        how: &Answered,
    ) {
        let unasked = self.play.unasked(self.now.at).filter(|_| *how == Answered::Declined);
        let saves = |saved: f64| (saved >= LEAST_SAVED).then(|| preview::decimal(saved));
        let unasked = unasked.map(|(action, saved)| (self.facts.book.name_of(action), saves(saved)));
        if matches!(how, Answered::Not(why) if self.is_told_unable((unit, by), moment, why)) {
            return;
        }
        self.note_silence(unit, moment, how, unasked.as_ref());
        let name = self.name(unit);
        let names: Vec<String> = with.iter().map(|action| self.facts.book.name_of(*action)).collect();
        let names = words::list(&names);
        let about = self.chance(by, moment);
        let text = match how {
            // What follows from one's own action is chosen.
            Answered::Declined | Answered::Stood if moment == Moment::Won && !names.is_empty() => {
                say!("log-chooses-nothing", unit = name, with = names)
            }
            Answered::Taken if moment == Moment::Won => say!("log-chooses", unit = name, with = names),
            Answered::Declined if unasked.is_some() => match unasked.unwrap_or_default() {
                (with, Some(saved)) => {
                    say!("log-unasked", unit = name, about = about, with = with, saved = saved)
                }
                (_, None) => say!("log-unasked-no-help", unit = name, about = about),
            },
            Answered::Declined if names.is_empty() => say!("log-declined", unit = name, about = about),
            Answered::Declined => say!("log-declined-could", unit = name, about = about, with = names),
            Answered::Stood => say!("log-stood", unit = name, about = about, with = names),
            Answered::Taken => say!("log-answers", unit = name, about = about, with = names),
            Answered::Not(why) if names.is_empty() => {
                say!("log-cannot-answer", unit = name, about = about, why = why_unable(why))
            }
            Answered::Not(why) => {
                let why = why_unable(why);
                say!("log-cannot-answer-with", unit = name, about = about, with = names, why = why)
            }
        };
        self.say(1, text);
    }

    /// Notes why one of those at the screen doesn't react to an attack, for the result of that.
    fn note_silence(
        &mut self,
        unit: UnitId,
        moment: Moment,
        how: &Answered,
        unasked: Option<&(String, Option<String>)>,
    ) {
        let facts = self.facts;
        let Some(own) = facts.unit(unit).filter(|own| Some(own.side()) == self.sight) else { return };
        if !is_of_attack(moment) {
            return;
        }
        // Only what takes much needs a reason.
        let hard = usual_damage(&facts.book, facts.units.iter(), own.side());
        let name = self.name(unit);
        let why = match how {
            Answered::Not(_) if show::no_reaction_left(facts, own) => {
                if !self.is_news_that_spent(unit) {
                    return;
                }
                Some((say!("tell-spent", unit = name), 0))
            }
            Answered::Not(why) => Some((say!("tell-unable", unit = name, why = why_unable(why)), hard)),
            _ => unasked.map(|(with, saved)| match saved {
                Some(saved) => (say!("tell-unasked", unit = name, with = with, saved = saved), hard),
                None => (say!("tell-no-help", unit = name), hard),
            }),
        };
        self.over_map.unable = why.map(|(why, least)| (unit, why, least));
    }

    /// Whether it has not been told since a unit's last turn that it has no reaction left; now it is.
    fn is_news_that_spent(&mut self, unit: UnitId) -> bool {
        if self.over_map.spent.contains(&unit) {
            return false;
        }
        self.over_map.spent.push(unit);
        let turn =
            |event: &&Event| !matches!(event.outcome, Outcome::TurnStarted { unit: own, .. } if own == unit);
        let refused = |event: &Event| match &event.outcome {
            Outcome::Answerable { unit: own, how: Answered::Not(_), .. } => *own == unit,
            _ => false,
        };
        !self.earlier.iter().rev().take_while(turn).any(refused)
    }

    /// Whether it was told before, of the same attack, that a unit can't react to it for this reason.
    fn is_told_unable(&self, (unit, by): (UnitId, UnitId), moment: Moment, why: &Refusal) -> bool {
        let before = self.play.events().get(..self.now.at).unwrap_or_default();
        let same_attack =
            |event: &&Event| !matches!(event.outcome, Outcome::Declared { unit: own, .. } if own == by);
        let told = |event: &&Event| match &event.outcome {
            Outcome::Answerable { unit: own, by: whose, moment, how: Answered::Not(other), .. } => {
                (own, whose) == (&unit, &by) && is_of_attack(*moment) && other == why
            }
            _ => false,
        };
        is_of_attack(moment)
            && before
                .iter()
                .rev()
                .take_while(same_attack)
                .filter(|event| perceived(self.sight, event))
                .any(|event| told(&event))
    }

    /// What there was to answer.
    fn chance(&self, by: UnitId, moment: Moment) -> String {
        let whose = self.name(by);
        match moment {
            Moment::Attacked => say!("chance-attacked", unit = whose),
            Moment::Hit => say!("chance-hit", unit = whose),
            Moment::Casting => say!("chance-casting", unit = whose),
            Moment::Provoked => say!("chance-provoked", unit = whose),
            Moment::Watched => say!("chance-watched", unit = whose),
            Moment::CutIn => say!("chance-cut-in", unit = whose),
            Moment::Caught => say!("chance-caught"),
            Moment::Won => say!("chance-won", unit = whose),
        }
    }
}

/// Whether something can be answered because of an attack.
fn is_of_attack(moment: Moment) -> bool {
    matches!(moment, Moment::Attacked | Moment::Hit)
}

/// Why somebody can't react, in a few words: of a condition that forbids it the name is enough.
fn why_unable(why: &Refusal) -> String {
    match why.message.args.as_slice() {
        [(_, Arg::Text(condition))] if why.message.id == "core-x-forbids-it" => {
            words::low(&locale::now().name(condition))
        }
        _ => words::why(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_that_forbids_to_react_is_named_and_no_more() {
        let forbidden =
            Refusal::new("forbidden", message!("core-x-forbids-it", condition = "Flat-footed"), None);
        assert_eq!(why_unable(&forbidden), "flat-footed");
        let other = Refusal::new("code", message!("core-x-does-not-answer-this", action = "Parry"), None);
        assert_eq!(why_unable(&other), words::why(&other));
    }
}
