//! The replays of battles fought: kept after each, the oldest let go, those that a player has named kept for good.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{
    file::{self, FileError, Keep},
    forms::REPLAYS,
};
use crate::{
    battle::replay::{Replay, ReplayError},
    content::library::Library,
    dice::Luck,
    key::Key,
    locale::say,
    rules::facts::Side,
};

/// How many replays the game keeps by itself.
pub const KEPT: usize = 50;

/// The largest replay that is read, in bytes.
pub const LIMIT: u64 = 8 * 1024 * 1024;

/// How the name of a replay begins that the game kept by itself. Another name is the player's and is never deleted.
const OWN: &str = "battle-";

const ENDING: &str = "ron";

/// How the note at the top of a kept replay begins: a comment of RON.
const NOTE: &str = "// Threat Range replay: ";

const LONGEST_NOTE: u64 = 1024 * 1024;

/// How the last line of a replay begins that was written to a file: the hash of all above it follows.
const SEAL: &str = "// Threat Range seal: ";

/// What a list of replays tells of one, without reading all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayNote {
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
    /// What the battle uses of it: the hash of each entry.
    #[serde(default)]
    pub used: BTreeMap<String, String>,
}

impl ReplayNote {
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
            used: replay.used.iter().map(|(name, entry)| (name.to_owned(), entry.hash.clone())).collect(),
        }
    }

    /// Whether what the battle uses is in this library as it was.
    pub fn fits(&self, library: &Library) -> bool {
        let used = self.used.iter().map(|(name, hash)| (name.as_str(), hash.as_str(), None));
        self.library == library.hash || library.changes(self.book, used).is_empty()
    }
}

/// A replay in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptReplay {
    /// Its file.
    pub path: PathBuf,
    /// What it is of; none: it was not kept by the game, and only reading it tells.
    pub note: Option<ReplayNote>,
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
    pub fn keep(&self, replay: &Replay, note: &ReplayNote) -> Result<PathBuf, String> {
        let stem = format!("{OWN}{}-{}-{}", note.date, replay.scenario.plain(), replay.seed);
        let path = file::free(&self.folder, &stem, ENDING);
        let line = serde_json::to_string(note).map_err(|why| why.to_string())?;
        write(&path, replay, &format!("{NOTE}{line}\n"))?;
        let own = self.list().into_iter().filter(|kept| !kept.named);
        for old in own.skip(KEPT) {
            // What cannot be deleted now is tried again after the next battle.
            let _ = file::remove(&old.path);
        }
        Ok(path)
    }

    /// All replays, the newest first, those without a note last.
    pub fn list(&self) -> Vec<KeptReplay> {
        let kept = |path: PathBuf| {
            let named = path.file_name().is_none_or(|name| !name.to_string_lossy().starts_with(OWN));
            KeptReplay { note: note(&path), path, named }
        };
        let mut all: Vec<KeptReplay> = file::listed(&self.folder, ENDING).map(kept).collect();
        let date = |kept: &KeptReplay| kept.note.as_ref().map_or(0, |note| note.date);
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
        let stem = if plain.starts_with(OWN) { format!("my {plain}") } else { plain };
        let to = file::free(&self.folder, &stem, ENDING);
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

fn note(path: &Path) -> Option<ReplayNote> {
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
    let text = format!("{note}{text}\n");
    let seal = blake3::hash(text.as_bytes()).to_hex();
    let text = format!("{text}{SEAL}{seal}\n");
    file::write(path, text.as_bytes(), Keep::Nothing).map_err(|why| why.to_string())
}

/// Reads a replay.
///
/// # Errors
/// One sentence: it cannot be read, is no replay or of an unknown form, has been changed or cut short.
pub fn read(path: &Path) -> Result<Replay, String> {
    let bytes = file::read(path, LIMIT).map_err(|why: FileError| why.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| say!("replay-no-text", path = shown(path)))?;
    if !sealed(&text) {
        return Err(say!("replay-changed", path = shown(path)));
    }
    let newest = REPLAYS.newest();
    let newer = |form: u32| say!("replay-newer", path = shown(path), form = form, newest = newest);
    let unreadable = |why: String| say!("replay-no-replay", path = shown(path), why = why);
    let text = match form_of(&text) {
        Some(form) if form > newest => return Err(newer(form)),
        Some(form) if form < REPLAYS.oldest => {
            return Err(say!("replay-older", path = shown(path), form = form, oldest = REPLAYS.oldest));
        }
        form => REPLAYS.forward(form.unwrap_or(newest), text).map_err(unreadable)?,
    };
    let replay: Replay = ron::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
    if replay.format != newest {
        return Err(newer(replay.format));
    }
    match replay.whole() {
        Err(ReplayError::Endless) => Err(say!("replay-endless", path = shown(path))),
        Err(ReplayError::Cut(is, should)) => {
            Err(say!("replay-cut", path = shown(path), is = is, should = should))
        }
        _ => Ok(replay),
    }
}

/// Whether the seal at the end of a text, if it has one, is that of the text above it.
fn sealed(text: &str) -> bool {
    let last = text.trim_end().rsplit_once('\n').map_or("", |(_, last)| last);
    let Some(seal) = last.strip_prefix(SEAL) else { return true };
    let above = text.rfind(SEAL).and_then(|at| text.get(..at)).unwrap_or_default();
    blake3::hash(above.as_bytes()).to_hex().as_str() == seal
}

fn form_of(text: &str) -> Option<u32> {
    let mut rest = text.trim_start();
    while rest.starts_with("//") {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    }
    for part in ["(", "format", ":"] {
        rest = rest.strip_prefix(part)?.trim_start();
    }
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    rest.get(..end)?.parse().ok()
}
