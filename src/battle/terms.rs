//! The terms of a match: all that is agreed before it begins, from which it can be laid out again.
//!
//! Who sits where is no part of them: it changes nothing in the battle.

use crate::battle::prelude::*;

/// A scenario that is none of the library's: it was put together for one match, and stays with its saves and replays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// What it is called.
    pub name: String,
    /// All of it, as a file in the folder of scenarios would have it.
    pub text: String,
}

/// What is agreed before a match begins. With the library and the commands it gives the whole battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The scenario.
    pub scenario: Key,
    /// The rulebook; none: the scenario's own.
    pub book: Option<Key>,
    /// The seed of the dice.
    pub seed: u64,
    /// How luck is dealt (T-13).
    #[serde(default)]
    pub luck: Luck,
    /// Options of the rulebook, over those of the scenario.
    #[serde(default)]
    pub options: BTreeMap<Key, i32>,
    /// The scenario itself, where it is none of the library's.
    pub made: Option<Made>,
}

impl Terms {
    /// The usual terms of a scenario.
    pub fn new(scenario: Key, seed: u64) -> Self {
        Self { scenario, book: None, seed, luck: Luck::Fair, options: BTreeMap::new(), made: None }
    }
}
