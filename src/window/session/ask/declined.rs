//! Questions about reactions that a person has declined. What is asked anew in the course of the same action, and has
//! not got worse since, is declined again without asking.

use crate::battle::frames::{FrameId, Stack};
use crate::window::session::prelude::*;

/// A question about a reaction: who is asked about whose doing, with what, and what the card says of it in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Who is asked.
    pub unit: UnitId,
    /// Whose doing it is.
    pub by: UnitId,
    /// The action of theirs that is going on.
    pub doing: FrameId,
    /// What of it may be answered.
    pub action: Key,
    pub spell: Option<Key>,
    pub moment: Moment,
    /// Which of the watches of the one who is asked it has set off.
    pub watch: Option<usize>,
    /// Whom it hits, if anyone, and what that one has on each track.
    pub whom: Option<UnitId>,
    pub tracks: Vec<i32>,
    /// The reactions that are of use.
    pub ways: Vec<Way>,
    /// The chance that it hits, while that is open.
    pub chance: f64,
    /// What is lost on average without a reaction.
    pub loss: f64,
}

/// A reaction as its card offers it.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    pub text: String,
    pub cost: Cost,
    /// The harm that it deals, as it is written there.
    pub deals: String,
    /// The chance that it helps, if that is known.
    pub chance: Option<f64>,
    /// Its square, if it has one.
    pub at: Option<At>,
}

/// Chances and losses that differ by less than this are told by the same number.
const SAME: (f64, f64) = (0.005, 0.05);

impl Way {
    /// Whether it is the same as it was, and promises no more.
    fn is_as(&self, before: &Self) -> bool {
        let (now, then) = (self.chance.unwrap_or(0.0), before.chance.unwrap_or(0.0));
        let same = self.text == before.text && self.cost == before.cost && self.deals == before.deals;
        same && self.at == before.at && now < then + SAME.0
    }
}

impl Question {
    /// Whether it asks what was asked before, about the same action, in the same state.
    fn is_same(&self, before: &Self) -> bool {
        let who = (self.unit, self.by, self.whom) == (before.unit, before.by, before.whom);
        let what = (self.doing, self.action, self.spell) == (before.doing, before.action, before.spell);
        let when = (self.moment, self.watch) == (before.moment, before.watch);
        who && what && when && self.tracks == before.tracks
    }

    /// Whether there is more reason to react than there was: more is at stake, or a reaction is new or promises more.
    fn is_worse(&self, before: &Self) -> bool {
        let stake = self.chance >= before.chance + SAME.0 || self.loss >= before.loss + SAME.1;
        stake || self.ways.iter().any(|now| !before.ways.iter().any(|then| now.is_as(then)))
    }
}

/// What has been declined in the actions that are going on.
#[derive(Clone, Debug, Default)]
pub struct Declined(Vec<Question>);

impl Declined {
    /// Whether nothing has been.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Remembers what is declined now.
    pub fn add(&mut self, question: Option<Question>) {
        self.0.extend(question);
    }

    /// Whether the same has been declined already, when there was no less reason to react.
    pub fn covers(&self, now: &Question) -> bool {
        self.0.iter().any(|before| now.is_same(before) && !now.is_worse(before))
    }

    /// Forgets what was asked about actions that are over, by the frames there are still; all of it once a turn has begun
    /// among what has just happened.
    pub fn heed(&mut self, news: &[Event], stack: &Stack) {
        if news.iter().any(|event| matches!(event.outcome, Outcome::TurnStarted { .. })) {
            self.forget();
        }
        self.keep(|frame| stack.get(frame).is_some());
    }

    fn keep(&mut self, goes_on: impl Fn(FrameId) -> bool) {
        self.0.retain(|question| goes_on(question.doing));
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strike_first() -> Question {
        let way = Way {
            text: "Attack".to_owned(),
            cost: Cost::default(),
            deals: "−7.1".to_owned(),
            chance: Some(0.65),
            at: None,
        };
        Question {
            unit: UnitId::new("rona"),
            by: UnitId::new("dirk"),
            doing: FrameId(7),
            action: Key::new("charge"),
            spell: None,
            moment: Moment::Provoked,
            watch: None,
            whom: Some(UnitId::new("rona")),
            tracks: vec![40],
            ways: vec![way],
            chance: 0.0,
            loss: 6.9,
        }
    }

    fn declined() -> Declined {
        let mut declined = Declined::default();
        declined.add(Some(strike_first()));
        declined
    }

    #[test]
    fn what_was_declined_is_not_asked_again_while_nothing_has_got_worse() {
        let declined = declined();
        assert!(declined.covers(&strike_first()));
        let less = Question { loss: 5.0, ..strike_first() };
        assert!(declined.covers(&less), "less is at stake");
        let mut worse = strike_first();
        worse.ways[0].chance = Some(0.5);
        assert!(declined.covers(&worse), "it would help less");
        let more = [
            Question { loss: 8.0, ..strike_first() },
            Question { chance: 0.5, ..strike_first() },
            Question { tracks: vec![31], ..strike_first() },
            Question { whom: None, ..strike_first() },
            Question { unit: UnitId::new("jem"), ..strike_first() },
            Question { by: UnitId::new("sly"), ..strike_first() },
            Question { moment: Moment::Attacked, ..strike_first() },
            Question { doing: FrameId(9), ..strike_first() },
        ];
        for question in more {
            assert!(!declined.covers(&question), "{question:?}");
        }
    }

    #[test]
    fn another_reaction_or_a_better_one_is_asked_about() {
        let declined = declined();
        let with = |change: fn(&mut Way)| {
            let mut question = strike_first();
            question.ways.iter_mut().for_each(change);
            question
        };
        assert!(!declined.covers(&with(|way| way.chance = Some(0.8))));
        assert!(!declined.covers(&with(|way| way.text = "Trip".to_owned())));
        assert!(!declined.covers(&with(|way| way.deals = "−9".to_owned())));
        assert!(!declined.covers(&with(|way| way.cost.price = "1 Vit".to_owned())));
        let fewer = Question { ways: Vec::new(), ..strike_first() };
        assert!(declined.covers(&fewer), "nothing is new");
    }

    #[test]
    fn it_is_forgotten_once_the_action_is_over() {
        let mut declined = declined();
        declined.keep(|frame| frame == FrameId(7));
        assert!(declined.covers(&strike_first()));
        declined.keep(|frame| frame == FrameId(8));
        assert!(declined.is_empty() && !declined.covers(&strike_first()));
    }
}
