//! The sequence of a round and phases of a book's own; what is done in each of the engine's steps is the battle's.

use super::data_prelude::*;

/// One step of a round, as a rulebook places it; each is a `battle::phases::BattleStep`. Those that close a round stand
/// together, from `Expire` to `Awareness`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RoundStep {
    /// The round is counted, marks are wiped, points filled, and those who come arrive. Always the first.
    Start,
    /// Ties are settled.
    Order,
    /// Haste is declared (C-26).
    Haste,
    /// Turns.
    Turns,
    /// Tasks whose time is up have their checks (C-100).
    Tasks,
    /// End of round: what lasts a round ends.
    Expire,
    /// End of round: areas of spells do to those inside what they do.
    Zones,
    /// End of round: durations in rounds are counted.
    Durations,
    /// End of round: sudden changes of speed do harm.
    SuddenChanges,
    /// End of round: movement is forgotten.
    Movement,
    /// End of round: conditions have their checks.
    Conditions,
    /// End of round: who falls drops by a band (S-26).
    Falls,
    /// End of round: what conditions do at each full hour.
    Hours,
    /// End of round: of the surprise round, surprise is over.
    Awareness,
    /// Who still waits may open the next round (C-28).
    Jump,
    /// Fluid initiative (F-18).
    Settle,
    /// A phase of the book's own.
    Phase(Key),
}

impl RoundStep {
    /// Whether it belongs to the end of a round.
    pub fn closes(self) -> bool {
        (Self::Expire..=Self::Awareness).contains(&self)
    }
}

/// The steps in the order of a book that says nothing else.
const USUAL: [RoundStep; 16] = [
    RoundStep::Start,
    RoundStep::Order,
    RoundStep::Haste,
    RoundStep::Turns,
    RoundStep::Tasks,
    RoundStep::Expire,
    RoundStep::Zones,
    RoundStep::Durations,
    RoundStep::SuddenChanges,
    RoundStep::Movement,
    RoundStep::Conditions,
    RoundStep::Falls,
    RoundStep::Hours,
    RoundStep::Awareness,
    RoundStep::Jump,
    RoundStep::Settle,
];

/// Steps that must come before others: what they decide is needed there.
const BEFORE: [(RoundStep, RoundStep); 4] = [
    (RoundStep::Order, RoundStep::Turns),
    (RoundStep::Haste, RoundStep::Turns),
    (RoundStep::Turns, RoundStep::Jump),
    (RoundStep::Expire, RoundStep::Jump),
];

/// A phase of a book's own: once a round of the fight each living unit, in initiative order, has its effects, and then
/// its conditions have this moment. It is not played in the surprise round and while time passes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnPhaseDef {
    /// Its id: what the sequence and triggers of conditions name.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// The rule.
    pub rule: Key,
    /// Only for units of which this is not 0.
    pub when: Option<Expr>,
    /// What happens to each.
    #[serde(default, rename = "do")]
    pub effects: Vec<EffectDef>,
}

/// The usual sequence.
pub fn usual() -> Vec<RoundStep> {
    USUAL.to_vec()
}

/// Whether a sequence is the usual one.
pub fn is_usual(sequence: &[RoundStep]) -> bool {
    sequence == USUAL.as_slice()
}

/// What keeps a sequence from being played, in sentences: each step of the engine's own once, in a playable order.
pub fn faults(sequence: &[RoundStep]) -> Vec<String> {
    let place = |step: RoundStep| sequence.iter().position(|own| *own == step);
    let missing = USUAL.iter().filter(|step| place(**step).is_none());
    let mut found: Vec<String> =
        missing.map(|step| format!("the sequence of a round has no step {step:?}")).collect();
    for (at, step) in sequence.iter().enumerate() {
        if sequence.iter().take(at).any(|other| other == step) {
            found.push(format!("{} stands twice in the sequence of a round", told(*step)));
        }
    }
    if sequence.first().is_some_and(|step| *step != RoundStep::Start) {
        found.push("the sequence of a round begins with Start".to_owned());
    }
    for (first, then) in BEFORE {
        if let (Some(one), Some(other)) = (place(first), place(then))
            && one > other
        {
            found.push(format!("in the sequence of a round {first:?} comes before {then:?}"));
        }
    }
    found
}

fn told(step: RoundStep) -> String {
    match step {
        RoundStep::Phase(id) => format!("the phase \"{id}\""),
        own => format!("{own:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_may_stand_anywhere_after_the_start() {
        for at in 1..=USUAL.len() {
            let mut sequence = usual();
            sequence.insert(at, RoundStep::Phase(Key::new("morale")));
            assert!(faults(&sequence).is_empty(), "at {at}");
        }
    }
}
