//! Action dice: who has them, and what they are spent on (F-04, F-05, F-66).

use super::data_prelude::*;

/// The action dice of a book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionDice {
    /// The pool of a character (never filled again). A side named in the opening's `opposition` has one in common, of
    /// as many dice as the option `opposition_dice` says.
    pub pool: Key,
    /// Sides of one die, thrown when it is spent on an initiative check.
    pub die: u16,
    /// Tags of checks that know errors and Triumphs.
    pub checks: Vec<Key>,
    /// A failure with a natural roll up to this is an error.
    pub error_to: i32,
    /// A success with a natural roll from this on may become a Triumph.
    pub triumph_from: i32,
    /// The line of the ledger for an error made critical; `n` is how many dice were spent on it.
    pub miss: Key,
    /// The line of the ledger for a Triumph.
    pub triumph: Key,
    /// The rule.
    pub rule: Key,
}
