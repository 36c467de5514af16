//! Standing answers: what a side does about a reaction without being asked each time.
//!
//! They are commands stored in the battle, so that the window, the AI and the tests share them.

use bevy_ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use super::choice::ChoiceKind;
use crate::{
    key::Key,
    rules::{
        action::Moment,
        facts::{Side, UnitId},
    },
};

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
    /// Ask only if at least so much is at stake (the value of the attack, in damage before armour).
    AskFrom(i32),
    /// Take it only if it costs at most so many points.
    TakeIfCost(i32),
}

/// How long a standing answer stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Lasts {
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
    #[serde(default)]
    pub unit: Option<UnitId>,
    /// Only at this moment; none: at all.
    #[serde(default)]
    pub moment: Option<Moment>,
    /// Only for this action or choice; none: for all.
    #[serde(default)]
    pub action: Option<Key>,
    /// What to do.
    pub policy: Policy,
    /// How long.
    #[serde(default)]
    pub lasts: Lasts,
}

/// The standing answers of all sides.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Answers(pub Vec<Standing>);

impl Answers {
    /// The policy for a chance to answer.
    pub fn policy(&self, side: Side, unit: UnitId, moment: Moment) -> Policy {
        let applies = |own: &Standing| own.action.is_none() && own.moment.is_none_or(|meant| meant == moment);
        self.last(side, unit, applies).unwrap_or(Policy::Ask)
    }

    /// The policy for a choice of that kind.
    pub fn choice(&self, side: Side, unit: UnitId, about: ChoiceKind) -> Policy {
        let name = about.name();
        self.last(side, unit, |own| own.action == Some(name)).unwrap_or(about.policy())
    }

    /// Whether a unit's player shares out damage, losses and healing; where nobody said so, the book does it.
    pub fn shares_out(&self, side: Side, unit: UnitId) -> bool {
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
    pub fn expire(&mut self, lasts: Lasts) {
        self.0.retain(|answer| answer.lasts != lasts);
    }
}
