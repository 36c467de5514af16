//! What comparisons begin with: units and prompts by name, and the sentence when two things differ.

use crate::{
    battle::prompt::Ask,
    rules::facts::{Facts, UnitId, UnitState},
};

/// The name of an open question.
pub fn ask_name(ask: &Ask) -> String {
    match ask {
        Ask::Turn { .. } => "turn".to_owned(),
        Ask::React(reaction) => format!("{:?}", reaction.moment).to_lowercase(),
        Ask::CutIn { .. } => "cut_in".to_owned(),
        Ask::Choice { about, .. } => about.to_string(),
        Ask::Allot { .. } => "allot".to_owned(),
    }
}

/// A unit by its name.
pub(super) fn unit(facts: &Facts, id: UnitId) -> Result<&UnitState, String> {
    facts.unit(id).ok_or_else(|| format!("there is no unit {id}"))
}

/// Whether what was found is what was expected.
pub(super) fn same<T: PartialEq + std::fmt::Debug>(
    what: impl std::fmt::Display,
    found: T,
    expected: &T,
) -> Result<(), String> {
    if found == *expected { Ok(()) } else { Err(format!("{what} is {found:?}, expected {expected:?}")) }
}
