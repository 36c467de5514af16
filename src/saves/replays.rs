//! The replays of battles fought: kept after each, the oldest let go, those that a player has named kept for good.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::file::{self, FileError, Keep};
use crate::{
    battle::replay::{FORMAT, Replay},
    dice::Luck,
    key::Key,
    locale::say,
    rules::facts::Side,
};

/// How many replays the game keeps by itself.
pub const KEPT: usize = 50;

/// The largest replay that is read, in bytes.
pub const LIMIT: u64 = 64 * 1024 * 1024;

/// How the name of a replay begins that the game kept by itself. Another name is the player's and is never deleted.
const OWN: &str = "battle-";

/// What a replay's file ends with.
const ENDING: &str = "ron";

/// How the note at the top of a kept replay begins: a comment of RON.
const NOTE: &str = "// Threat Range replay: ";

/// The longest note, in bytes.
const LONGEST_NOTE: u64 = 16 * 1024;

/// What a list of replays tells of one, without reading all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The scenario.
    pub scenario: Key,
    /// What the battle is called, where its scenario is none of the library's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The rulebook.
    pub book: Key,
    /// How luck was dealt.
    pub luck: Luck,
    /// Rounds.
    pub rounds: u32,
    /// Commands.
    pub commands: usize,
    /// The side that won.
    pub winner: Option<Side>,
    /// What that side is called, where the scenario is none of the library's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won: Option<String>,
    /// When it ended, in seconds since 1970.
    pub date: u64,
    /// The version of the program.
    pub engine: String,
    /// Hash of the library.
    pub library: String,
}

impl Note {
    /// What is told of a replay.
    pub fn of(replay: &Replay, rounds: u32, winner: Option<Side>, date: u64) -> Self {
        Self {
            scenario: replay.scenario,
            title: replay.made.as_ref().map(|made| made.name.clone()),
            book: replay.book,
            luck: replay.luck,
            rounds,
            commands: replay.commands.len(),
            winner,
            won: None,
            date,
            engine: replay.engine.clone(),
            library: replay.library.clone(),
        }
    }
}

/// A replay in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its file.
    pub path: PathBuf,
    /// What it is of; none: it was not kept by the game, and only reading it tells.
    pub note: Option<Note>,
    /// Whether the player named it, so that it is never deleted by itself.
    pub named: bool,
}

/// The folder of replays.
#[derive(Clone, Debug)]
pub struct Replays {
    folder: PathBuf,
}

impl Replays {
    /// The replays below the user's own folder.
    pub fn new(data: &Path) -> Self {
        Self { folder: data.join("replays") }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Keeps a replay, and lets go of the oldest that no player has named, beyond the newest [`KEPT`].
    ///
    /// # Errors
    /// One sentence, when it cannot be written.
    pub fn keep(&self, replay: &Replay, note: &Note) -> Result<PathBuf, String> {
        let plain = |key: Key| key.as_str().replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
        let stem = format!("{OWN}{}-{}-{}", note.date, plain(replay.scenario), replay.seed);
        let path = self.free(&stem);
        let line = serde_json::to_string(note).map_err(|why| why.to_string())?;
        write(&path, replay, &format!("{NOTE}{line}\n"))?;
        let own = self.list().into_iter().filter(|kept| !kept.named);
        for old in own.skip(KEPT) {
            // What cannot be deleted now is tried again after the next battle.
            let _ = file::remove(&old.path);
        }
        Ok(path)
    }

    /// A file of this name that is not there yet.
    fn free(&self, stem: &str) -> PathBuf {
        let mut path = self.folder.join(format!("{stem}.{ENDING}"));
        let mut n = 1;
        while path.exists() {
            n += 1;
            path = self.folder.join(format!("{stem}-{n}.{ENDING}"));
        }
        path
    }

    /// All replays, the newest first, those without a note last.
    pub fn list(&self) -> Vec<Kept> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok);
        let mut all: Vec<Kept> = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
            .map(|path| {
                let named = path.file_name().is_none_or(|name| !name.to_string_lossy().starts_with(OWN));
                Kept { note: note(&path), path, named }
            })
            .collect();
        let date = |kept: &Kept| kept.note.as_ref().map_or(0, |note| note.date);
        all.sort_by(|one, two| date(two).cmp(&date(one)).then_with(|| two.path.cmp(&one.path)));
        all
    }

    /// Gives a replay a name of the player's, so that it is kept for good. Gives where it lies then.
    ///
    /// # Errors
    /// One sentence: no letter in the name, or the file cannot be renamed.
    pub fn name(&self, path: &Path, name: &str) -> Result<PathBuf, String> {
        let safe = |letter: char| letter.is_alphanumeric() || letter == ' ' || letter == '-';
        let plain: String = name.trim().chars().map(|l| if safe(l) { l } else { '_' }).take(60).collect();
        if !plain.contains(char::is_alphanumeric) {
            return Err(say!("replay-name-none"));
        }
        let to = self.free(&if plain.starts_with(OWN) { format!("my {plain}") } else { plain });
        file::rename(path, &to)
            .map_err(|why| say!("replay-not-renamed", path = shown(path), why = why.to_string()))?;
        Ok(to)
    }

    /// Deletes a replay.
    ///
    /// # Errors
    /// It is none of this folder, or cannot be deleted.
    pub fn delete(&self, path: &Path) -> Result<(), String> {
        if path.parent() != Some(&self.folder) || path.extension().is_none_or(|ending| ending != ENDING) {
            return Err(say!("replay-foreign", path = shown(path), folder = shown(&self.folder)));
        }
        file::remove(path).map_err(|why| why.to_string())
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// The note at the top of a replay, if the game wrote one.
fn note(path: &Path) -> Option<Note> {
    let (top, _) = file::read_top(path, LONGEST_NOTE).ok()?;
    let line = top.split(|byte| *byte == b'\n').next()?;
    serde_json::from_slice(line.strip_prefix(NOTE.as_bytes())?).ok()
}

/// Writes a replay as RON, over whatever lay there. `note` comes first and is a comment or nothing.
///
/// # Errors
/// One sentence, when the folder or file cannot be written.
pub fn write(path: &Path, replay: &Replay, note: &str) -> Result<(), String> {
    let text = ron::ser::to_string_pretty(replay, ron::ser::PrettyConfig::default());
    let text = text.map_err(|why| say!("replay-not-written", why = why.to_string()))?;
    file::write(path, format!("{note}{text}").as_bytes(), Keep::Nothing).map_err(|why| why.to_string())
}

/// Reads a replay.
///
/// # Errors
/// One sentence: it cannot be read, is no replay, or of a newer form.
pub fn read(path: &Path) -> Result<Replay, String> {
    let bytes = file::read(path, LIMIT).map_err(|why: FileError| why.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| say!("replay-no-text", path = shown(path)))?;
    let replay: Replay = ron::from_str(&text)
        .map_err(|error| say!("replay-no-replay", path = shown(path), why = error.to_string()))?;
    if replay.format > FORMAT {
        return Err(say!("replay-newer", path = shown(path), form = replay.format, newest = FORMAT));
    }
    Ok(replay)
}
