//! Standing answers: what a side does about a reaction without being asked each time.
//!
//! They are commands stored in the battle, so that the window, the AI and the tests share them.

use crate::battle::prelude::*;

/// What to do when a chance to answer comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Policy {
    /// Ask.
    #[default]
    Ask,
    /// Never, without asking.
    Decline,
    /// Always, with the first possible option.
    Take,
    /// Ask only if at least so much is at stake (the value of the attack, in damage before armour). Below that an
    /// evasion that costs nothing is made unasked, and nothing else is done. What is at stake may not be known yet, as
    /// the damage is thrown after the answers: then ask, unless whatever is possible costs nothing.
    AskFrom(i32),
    /// Take it only if it costs at most so many points.
    TakeIfCost(i32),
}

/// How long a standing answer stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum AnswerDuration {
    /// Until lifted.
    #[default]
    Battle,
    /// Until the end of the turn now running.
    Turn,
    /// Until the end of the round.
    Round,
}

/// One standing answer. The latest that fits counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Whose.
    pub side: Side,
    /// Only for this unit.
    pub unit: Option<UnitId>,
    /// Only at this moment; none: at all.
    pub moment: Option<Moment>,
    /// Only for this choice, or with a moment only for answers to actions with this tag (`ranged`: to shots); none: for
    /// all.
    pub action: Option<Key>,
    /// What to do.
    pub policy: Policy,
    /// How long.
    #[serde(default)]
    pub lasts: AnswerDuration,
}

/// The standing answers of all sides.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Answers(pub Vec<Standing>);

impl Answers {
    /// The policy for a chance to answer an action with these tags.
    pub fn policy(&self, side: Side, unit: UnitId, moment: Moment, tags: &[Key]) -> Policy {
        let applies = |own: &Standing| match own.action {
            None => own.moment.is_none_or(|meant| meant == moment),
            Some(tag) => own.moment == Some(moment) && tags.contains(&tag),
        };
        self.last(side, unit, applies).unwrap_or(Policy::Ask)
    }

    /// The policy for a choice of that kind.
    pub fn choice(&self, side: Side, unit: UnitId, about: ChoiceKind) -> Policy {
        let name = about.name();
        self.last(side, unit, |own| own.action == Some(name)).unwrap_or(about.policy())
    }

    /// Whether a unit's player shares out damage, losses and healing; where nobody said so, the book does it.
    pub(crate) fn shares_out(&self, side: Side, unit: UnitId) -> bool {
        let name = Key::new("allot");
        self.last(side, unit, |own| own.action == Some(name)) == Some(Policy::Ask)
    }

    /// The policy that was laid down last for that unit, of those that apply.
    fn last(&self, side: Side, unit: UnitId, applies: impl Fn(&Standing) -> bool) -> Option<Policy> {
        let meant =
            |own: &&Standing| own.side == side && own.unit.is_none_or(|meant| meant == unit) && applies(own);
        self.0.iter().rev().find(meant).map(|own| own.policy)
    }

    /// Lays one down; one for the same thing is replaced.
    pub fn lay(&mut self, standing: Standing) {
        self.0.retain(|old| {
            (old.side, old.unit, old.moment, old.action)
                != (standing.side, standing.unit, standing.moment, standing.action)
        });
        self.0.push(standing);
    }

    /// Lifts those that last no longer.
    pub(crate) fn expire(&mut self, lasts: AnswerDuration) {
        self.0.retain(|answer| answer.lasts != lasts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shots_may_have_a_standing_answer_of_their_own() {
        let (side, unit) = (Side::new("own"), UnitId::new("a"));
        let mut answers = Answers::default();
        let mut lay = |action: Option<&str>, policy: Policy| {
            let action = action.map(Key::new);
            let (moment, lasts) = (Some(Moment::Hit), AnswerDuration::Battle);
            answers.lay(Standing { side, unit: None, moment, action, policy, lasts });
        };
        lay(None, Policy::AskFrom(5));
        lay(Some("ranged"), Policy::Decline);
        let [melee, ranged] = ["melee", "ranged"].map(|tag| [Key::new("attack"), Key::new(tag)]);
        assert_eq!(answers.policy(side, unit, Moment::Hit, &melee), Policy::AskFrom(5));
        assert_eq!(answers.policy(side, unit, Moment::Hit, &ranged), Policy::Decline);
        assert_eq!(answers.policy(side, unit, Moment::Provoked, &ranged), Policy::Ask, "at that moment only");
    }
}
