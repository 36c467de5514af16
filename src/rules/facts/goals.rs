//! Where sides win besides by defeating the others (S-19): the places for which their goals ask.

use crate::rules::{
    action::{Need, To},
    facts::Side,
    prelude::*,
    surroundings::Patch,
};

/// So many rounds on, what has to be held to some round has been held.
const LATER: u32 = 100;

/// The kinds of place for which names of an expression ask.
pub fn places_named(names: impl Iterator<Item = Key>) -> impl Iterator<Item = Key> {
    names
        .filter_map(|name| name.parts())
        .filter(|(head, _)| Word::of(*head) == Word::At)
        .map(|(_, kind)| kind)
}

/// The conditions that an action brings to whoever does it, at once or in the end.
pub fn gained(def: &ActionDef) -> Vec<Key> {
    let mut left: Vec<&EffectDef> = Vec::new();
    for step in &def.steps {
        match step {
            Step::Do(effects) | Step::Afterwards(effects) => left.extend(effects),
            Step::Check { pass, .. } => left.extend(pass),
            _ => {}
        }
    }
    let mut found = Vec::new();
    while let Some(effect) = left.pop() {
        match effect {
            EffectDef::Gain { condition, to: To::Own, .. } => found.push(*condition),
            EffectDef::When { then, .. } => left.extend(then),
            _ => {}
        }
    }
    found
}

impl Facts {
    /// The places that count for the goal of a side, with their kinds.
    pub fn goal_places(&self) -> impl Iterator<Item = &(Patch, Key)> {
        let counts = move |kind: Key| self.goals.iter().any(|(_, goal)| self.asks_for(goal, kind));
        self.surroundings.facilities.iter().filter(move |(_, kind)| counts(*kind))
    }

    /// The sides for whose goal a kind of place counts, each with the round from which it is enough that one of its
    /// units is there; none: it takes more than that.
    pub fn wins_at(&self, kind: Key) -> Vec<(Side, Option<u32>)> {
        let counting = self.goals.iter().filter(|(_, goal)| self.asks_for(goal, kind));
        counting.map(|(side, goal)| (*side, self.won_from(goal, kind))).collect()
    }

    /// Whether a goal names a kind of place, or a condition that an action brings which is done there.
    fn asks_for(&self, goal: &Expr, kind: Key) -> bool {
        let names = goal.names();
        let asks = |names: Vec<Key>| places_named(names.into_iter()).any(|own| own == kind);
        let leads = |def: &ActionDef| {
            let brought = gained(def);
            let named = names.iter().filter_map(|name| name.parts()).any(|(_, of)| brought.contains(&of));
            let done_there = |need: &Need| matches!(need, Need::Test(test, _) if asks(test.names()));
            named && def.needs.iter().any(done_there)
        };
        asks(names.clone()) || self.book.actions.iter().any(|def| leads(def))
    }

    fn won_from(&self, goal: &Expr, kind: Key) -> Option<u32> {
        let now = self.round.max(1);
        let there = (Key::new("at"), kind);
        (now..=now.saturating_add(LATER)).find(|round| {
            let known = |name: Key| match Word::of(name) {
                Word::Round => Some(i64::from(*round)),
                _ => name.parts().filter(|parts| *parts == there).map(|_| 1),
            };
            goal.certain(&known).is_some_and(|value| value != 0)
        })
    }
}
