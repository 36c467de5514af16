//! `replay`: plays a replay again and verifies every hash.

use crate::cli::prelude::*;
use crate::{
    battle::replay::{self, Replay, ReplayError},
    saves::refused,
};

/// Arguments of `replay`.
#[derive(clap::Args, Debug)]
pub struct ReplayArguments {
    /// The replay.
    file: PathBuf,
    /// Play it with the current rules if they have changed, as far as its commands are legal.
    #[arg(long)]
    new_rules: bool,
}

/// What of the program, the library and what the battle uses of it is not as the replay says that it was.
fn differences(library: &Library, replay: &Replay) -> Vec<String> {
    let mut found = Vec::new();
    let now = env!("CARGO_PKG_VERSION");
    if replay.engine != now {
        found.push(format!("it was played with version {:?}, this is {now}", replay.engine));
    }
    if replay.library != library.hash {
        let changes = library.changes_since(replay.book, &replay.used);
        found.push(if changes.is_empty() {
            "it was played with another library; what the battle uses of it is the same".to_owned()
        } else {
            format!("the library differs from the one it was played with: {}", refused::told(&changes))
        });
    }
    found
}

/// Why a replay goes another way, as a sentence.
fn told(error: &ReplayError) -> String {
    match error {
        ReplayError::Refused(at, why) => format!("command {at} is refused now: {}", locale::refusal(why)),
        other => other.to_string(),
    }
}

/// Plays a replay and compares every hash; says what differs when it goes another way.
pub(super) fn verified(library: &Library, replay: &Replay) -> Result<Battle, String> {
    let setup = library.lay_out(&replay.terms());
    let played = setup.and_then(|setup| replay::verify(replay, setup).map_err(|error| told(&error)));
    played.map_err(|error| {
        let why = differences(library, replay);
        if why.is_empty() { error } else { format!("{error} ({})", why.join("; ")) }
    })
}

/// Plays the commands of a replay under the rules of now, as far as they are taken.
fn follow(library: &Library, replay: &Replay) -> Result<u8, String> {
    let setup = library.lay_out(&replay.terms())?;
    let (battle, taken, why) = replay::follow(replay, setup).map_err(|error| error.to_string())?;
    let all = replay.commands.len();
    match why {
        None => {
            tell!("under the rules of now all {all} commands are taken; the last hash is {}", battle.hash())
        }
        Some(why) => {
            tell!(
                "under the rules of now {taken} of {all} commands are taken; the next is refused: {}",
                locale::refusal_in(&battle.book(), &why)
            );
            return Ok(1);
        }
    }
    Ok(0)
}

pub(super) fn run(folders: &Folders, arguments: &ReplayArguments) -> Result<u8, String> {
    let replay = replays::read(&arguments.file)?;
    let library = library(folders)?;
    if arguments.new_rules {
        differences(&library, &replay).iter().for_each(|text| tell!("{text}"));
        return follow(&library, &replay);
    }
    match verified(&library, &replay) {
        Ok(battle) => {
            differences(&library, &replay).iter().for_each(|text| tell!("{text}"));
            tell!("{} commands, every hash agrees; the last is {}", replay.commands.len(), battle.hash());
            Ok(0)
        }
        Err(text) => {
            tell!("the replay does not hold: {text}");
            if replay.library != library.hash {
                tell!(
                    "with --new-rules it is played under the rules of now, as far as they take its commands"
                );
            }
            Ok(1)
        }
    }
}
