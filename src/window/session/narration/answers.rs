//! Lines for chances to answer: who took one, who let it pass, and who could not, with the reason.

use crate::window::session::{asks_about::usual_damage, prelude::*};

impl Narrator<'_> {
    pub(super) fn answerable(
        &mut self,
        unit: UnitId,
        by: UnitId,
        moment: Moment,
        with: &[Key],
        how: &Answered,
    ) {
        let unasked = self.play.unasked(self.at).filter(|_| *how == Answered::Declined);
        let unasked =
            unasked.map(|(action, saved)| (self.facts.book.name_of(action), preview::decimal(saved)));
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
            Answered::Declined if unasked.is_some() => {
                let (with, saved) = unasked.unwrap_or_default();
                say!("log-unasked", unit = name, about = about, with = with, saved = saved)
            }
            Answered::Declined if names.is_empty() => say!("log-declined", unit = name, about = about),
            Answered::Declined => say!("log-declined-could", unit = name, about = about, with = names),
            Answered::Stood => say!("log-stood", unit = name, about = about, with = names),
            Answered::Taken => say!("log-answers", unit = name, about = about, with = names),
            Answered::Not(why) if names.is_empty() => {
                say!("log-cannot-answer", unit = name, about = about, why = words::why(why))
            }
            Answered::Not(why) => {
                let why = words::why(why);
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
        unasked: Option<&(String, String)>,
    ) {
        let facts = self.facts;
        let Some(own) = facts.unit(unit).filter(|own| Some(own.side()) == self.sight) else { return };
        if !matches!(moment, Moment::Attacked | Moment::Hit) {
            return;
        }
        // Only what takes much needs a reason.
        let hard = usual_damage(&facts.book, facts.units.iter(), own.side());
        let why = match how {
            Answered::Not(_) if self.is_news_that_spent(unit, moment) => Some((say!("tell-spent"), 0)),
            Answered::Not(_) if show::no_reaction_left(facts, own) => return,
            Answered::Not(why) => Some((words::why(why), hard)),
            _ => unasked.map(|(with, saved)| (say!("tell-unasked", with = with, saved = saved), hard)),
        };
        self.unable = why.map(|(why, least)| (unit, why, least));
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
