//! `replay`: plays a replay again and verifies every hash.

use std::path::{Path, PathBuf};

use super::{Folders, library, sorry};
use crate::{
    battle::{
        Battle,
        replay::{self, FORMAT, Replay},
    },
    content::library::Library,
    saves::file,
};

/// Arguments of `replay`.
#[derive(clap::Args, Debug)]
pub struct ReplayArguments {
    /// The replay.
    file: PathBuf,
}

/// The largest replay that is read, in bytes.
const LIMIT: u64 = 64 * 1024 * 1024;

/// Reads a replay's file.
pub(super) fn load(path: &Path) -> Result<Replay, String> {
    let shown = path.display();
    let bytes = file::read(path, LIMIT).map_err(|why| why.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{shown} is no replay: it is no text"))?;
    let replay: Replay = ron::from_str(&text).map_err(|error| format!("{shown} is no replay: {error}"))?;
    if replay.format > FORMAT {
        return Err(format!(
            "{shown} has form {}, this program reads up to {FORMAT}: use the newer program",
            replay.format
        ));
    }
    Ok(replay)
}

/// Plays a replay and compares every hash; says which version differs when it goes another way.
pub(super) fn verified(library: &Library, replay: &Replay) -> Result<Battle, String> {
    let setup = library.setup(replay.scenario, replay.seed, Some(replay.book))?;
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
    let replay = match load(&arguments.file) {
        Ok(replay) => replay,
        Err(text) => return sorry(text),
    };
    let Some(library) = library(folders) else { return 2 };
    match verified(&library, &replay) {
        Ok(battle) => {
            println!("{} commands, every hash agrees; the last is {}", replay.commands.len(), battle.hash());
            0
        }
        Err(text) => {
            println!("the replay does not hold: {text}");
            1
        }
    }
}
