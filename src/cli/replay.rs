//! `replay`: plays a replay again and verifies every hash.

use std::path::PathBuf;

use super::{Folders, library, sorry};
use crate::{
    battle::{
        Battle,
        replay::{self, Replay},
    },
    content::library::Library,
    saves::replays,
};

/// Arguments of `replay`.
#[derive(clap::Args, Debug)]
pub struct ReplayArguments {
    /// The replay.
    file: PathBuf,
}

/// Plays a replay and compares every hash; says which version differs when it goes another way.
pub(super) fn verified(library: &Library, replay: &Replay) -> Result<Battle, String> {
    let setup = library.lay_out(&replay.terms())?;
    replay::verify(replay, setup).map_err(|error| {
        let mut why = Vec::new();
        if replay.library != library.hash {
            why.push("the library differs from the one it was played with".to_owned());
        }
        if replay.engine != env!("CARGO_PKG_VERSION") {
            why.push(format!(
                "it was played with version {}, this is {}",
                replay.engine,
                env!("CARGO_PKG_VERSION")
            ));
        }
        if why.is_empty() { error.to_string() } else { format!("{error} ({})", why.join("; ")) }
    })
}

pub(super) fn run(folders: &Folders, arguments: &ReplayArguments) -> u8 {
    let replay = match replays::read(&arguments.file) {
        Ok(replay) => replay,
        Err(text) => return sorry(text),
    };
    let Some(library) = library(folders) else { return 2 };
    match verified(&library, &replay) {
        Ok(battle) => {
            tell!("{} commands, every hash agrees; the last is {}", replay.commands.len(), battle.hash());
            0
        }
        Err(text) => {
            tell!("the replay does not hold: {text}");
            1
        }
    }
}
