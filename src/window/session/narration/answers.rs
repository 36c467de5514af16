//! Lines for chances to answer: who took one, who let it pass, and who could not, with the reason.

use crate::window::session::prelude::*;

impl Narrator<'_> {
    pub(super) fn answerable(
        &mut self,
        unit: UnitId,
        by: UnitId,
        moment: Moment,
        with: &[Key],
        how: &Answered,
    ) {
        if matches!(how, Answered::Not(_)) && self.is_news_that_spent(unit, moment) {
            self.unable = Some(unit);
        }
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
