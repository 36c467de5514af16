//! The computer answers the open prompt from what its side knows, with a fallback where its answer is refused.

use crate::window::session::prelude::*;

/// Answers the open prompt. The error is the last refusal, when not even the plainest answer was taken.
pub fn answer(play: &mut Play) -> Result<(), Refusal> {
    let Some(prompt) = play.prompt().cloned() else { return Ok(()) };
    let chosen = crate::ai::choose(&play.knowledge(prompt.side), &prompt);
    let mut refused = match play.submit(chosen) {
        Ok(()) => return Ok(()),
        Err(refusal) => refusal,
    };
    for command in plain(&prompt) {
        match play.submit(command) {
            Ok(()) => return Ok(()),
            Err(refusal) => refused = refusal,
        }
    }
    Err(refused)
}

/// What can always be said: nothing, the first option, the end of the turn.
fn plain(prompt: &Prompt) -> Vec<Command> {
    let unit = prompt.unit;
    match &prompt.ask {
        Ask::Turn { .. } => vec![Command::End { unit }],
        Ask::React(_) | Ask::CutIn { .. } => vec![Command::Decline { unit }],
        Ask::Choice { options, .. } => {
            options.iter().map(|option| Command::Choose { unit, option: option.id }).collect()
        }
        Ask::Allot { total, tracks, .. } => {
            let mut left = *total;
            let parts = tracks
                .iter()
                .map(|(track, most)| {
                    let amount = left.min(*most);
                    left -= amount;
                    (*track, amount)
                })
                .filter(|(_, amount)| *amount > 0)
                .collect();
            vec![Command::Allot { unit, parts }]
        }
    }
}
