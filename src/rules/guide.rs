//! How a turn goes, step by step: the first page of the rules.

use super::data_prelude::*;

/// How many steps there is room for on the page.
pub const MOST_STEPS: usize = 8;

/// How long the text of a step may be, in letters, for the page to hold them all.
pub const LONGEST_STEP: usize = 240;

/// A step of the first page of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuideStep {
    /// Its id: `order`.
    pub id: Key,
    /// A word or a few, which lead it.
    pub title: String,
    /// One or two short sentences, with the book's own numbers.
    pub text: String,
    /// The rules that it is about, for whoever points at it.
    #[serde(default)]
    pub rules: Vec<Key>,
}
