//! What is at stake in a question, for the map.

use super::{threat, worth::lost};
use crate::window::session::prelude::*;
use crate::{
    battle::prompt::Reaction,
    rules::{action::Moment, economy::Mode},
};

/// Who does something to whom, and what that takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stake {
    /// Who does it.
    pub by: UnitId,
    /// To whom.
    pub to: UnitId,
    /// What it takes; empty where nobody knows yet.
    pub text: String,
}

/// What an attack that is about to be rolled takes on average, in thousandths.
pub fn mean(facts: &Facts, unit: &UnitState, reaction: &Reaction) -> Option<i64> {
    if reaction.moment != Moment::Attacked {
        return None;
    }
    let mut chosen = Chosen::new(reaction.action, Mode::Standard);
    chosen.args.target = Some(reaction.target.unwrap_or(unit.id()));
    (chosen.args.spell, chosen.args.weapon) = (reaction.spell, reaction.used.last().copied());
    threat::mean(facts, facts.unit(reaction.by)?, &chosen).map(|(_, mean)| mean)
}

/// Who does what a reaction answers to whom, and what that takes.
pub fn of(unit: &UnitState, reaction: &Reaction, mean: Option<i64>) -> Option<Stake> {
    let to = reaction.target.unwrap_or(unit.id());
    let lost = lost(reaction).filter(|lost| *lost > 0 && reaction.moment == Moment::Hit);
    let text = match (lost, mean) {
        (Some(lost), _) => words::signed(-lost),
        (_, Some(mean)) => format!("−{}", preview::thousandths(mean)),
        _ => String::new(),
    };
    (reaction.by != to).then_some(Stake { by: reaction.by, to, text })
}
