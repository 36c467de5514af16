//! Chooses a command.
use crate::{battle::{command::Command, prompt::{Ask, Prompt}}, rules::facts::Facts};
/// Ends or declines.
pub fn choose(_facts: &Facts, prompt: &Prompt) -> Command {
    match &prompt.ask {
        Ask::Turn { .. } => Command::End { unit: prompt.unit },
        Ask::Choice { options, .. } => Command::Choose { unit: prompt.unit, option: options[0].id },
        _ => Command::Decline { unit: prompt.unit },
    }
}
