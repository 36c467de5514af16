//! Where sides win besides by defeating the others (S-19): the places for which their goals ask.

use crate::rules::prelude::*;

/// So many rounds on, what has to be held to some round has been held.
pub const LATER: u32 = 100;

/// What wins the fight for a side besides defeating the others (S-19).
#[derive(Clone, Debug)]
pub struct Goal {
    /// Whose it is.
    pub side: Side,
    /// What has to hold of one of its units.
    pub wins: Expr,
    /// The kinds of place that count for it: those that it names, and where something is done that brings a condition which
    /// it names.
    pub places: Vec<Key>,
    /// The conditions that it names by which a unit is out of the fight: by them a unit counts that is.
    pub lost: Vec<Key>,
}

impl Goal {
    /// A goal of a side, by the actions of a book.
    pub fn new(book: &Rulebook, side: Side, wins: Expr) -> Self {
        let names = wins.names();
        let mut places: Vec<Key> = places_named(names.iter().copied()).collect();
        for def in book.actions.iter() {
            let brought = gained(def);
            if names.iter().filter_map(|name| name.parts()).any(|(_, of)| brought.contains(&of)) {
                let tests = def.needs.iter().filter_map(|need| match need {
                    Need::Test(test, _) => Some(test.names()),
                    _ => None,
                });
                places.extend(places_named(tests.flatten()));
            }
        }
        let borne =
            names.iter().filter_map(|name| name.parts()).filter(|(head, _)| Word::of(*head) == Word::Has);
        let lost =
            borne.map(|(_, id)| id).filter(|id| book.condition(*id).is_some_and(|def| def.out)).collect();
        Self { side, wins, places, lost }
    }
}

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
        let counts = move |kind: &Key| self.goals.iter().any(|goal| goal.places.contains(kind));
        self.surroundings.facilities.iter().filter(move |(_, kind)| counts(kind))
    }

    /// Whether a unit attains a goal of its side: as one who is still in the fight, or by how it was put out of it.
    pub fn attains(&self, unit: &UnitState, goal: &Goal) -> bool {
        let counts = || !self.out(unit) || goal.lost.iter().any(|id| unit.conditions.has(*id));
        unit.identity.side == goal.side && counts() && self.value(&goal.wins, unit) != 0
    }

    /// The sides for whose goal a kind of place counts, each with the round from which a unit there suffices, if so.
    pub fn wins_at(&self, kind: Key) -> Vec<(Side, Option<u32>)> {
        let counting = self.goals.iter().filter(|goal| goal.places.contains(&kind));
        counting.map(|goal| (goal.side, self.won_from(&goal.wins, kind))).collect()
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
