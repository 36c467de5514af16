//! Save slots: a folder of saves, each under a name; the ring of those that the game makes by itself.
//!
//! `autosave` keeps a ring of three, each round and before quitting; `load` says why a backup was loaded instead. In
//! the window the session does all this on the intents `Save`, `Load` and so on; screens only list and delete.

use std::{
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use super::{
    file::{self, Keep},
    header::{Header, SaveKind},
    refused::Refused,
    save::{LIMIT, Save},
};
use crate::locale::say;

const ENDING: &str = "save";

/// How many saves of its own the game keeps.
const RING: u32 = 3;

const LONGEST_NAME: usize = 60;

/// The folder of saves.
#[derive(Clone, Debug)]
pub struct SaveSlots {
    folder: PathBuf,
}

/// A save in the list.
#[derive(Debug)]
pub struct SaveSlot {
    /// Its file.
    pub path: PathBuf,
    /// Its name as the player wrote it; that of the file where it cannot be read.
    pub name: String,
    /// When it was written, in seconds since 1970.
    pub date: u64,
    /// Its size in bytes.
    pub bytes: u64,
    /// What stands at its top, or what is wrong with it. The battle itself is only read on loading.
    pub state: Result<Header, Refused>,
    /// Whether the one that it was written over is kept, and whole as far as its top tells.
    pub backup: bool,
}

impl SaveSlot {
    /// What tells the newer of two: whether its top can be read, its number, and its date where it has no number yet.
    fn newness(&self) -> (bool, u32, u64) {
        match &self.state {
            Ok(header) => (false, header.number, self.date),
            Err(_) => (true, 0, self.date),
        }
    }

    /// The same with all of its file read: its state then also says whether the battle in it is whole. The first of
    /// the list that is whole is what "continue" loads; if what it uses has changed, that is asked about.
    pub fn examined(self) -> Self {
        let state = self.state.and_then(|header| {
            Save::examine(&file::read(&self.path, LIMIT)?)?;
            Ok(header)
        });
        Self { state, ..self }
    }
}

/// A save that was loaded.
#[derive(Debug)]
pub struct Loaded {
    /// The save.
    pub save: Save,
    /// Where the backup was loaded in its place: why, in a sentence for the player.
    pub instead: Option<String>,
}

impl SaveSlots {
    /// The saves below the user's own folder. Nothing is made before something is saved.
    pub fn new(data: &Path) -> Self {
        Self { folder: data.join("saves") }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// All saves, the newest first: by the number that each was written under, as clocks are set back. How new those
    /// are whose top cannot be read nobody knows: they come before all others. A folder that cannot be read holds none.
    pub fn list(&self) -> Vec<SaveSlot> {
        let mut slots: Vec<SaveSlot> = file::listed(&self.folder, ENDING).map(slot).collect();
        slots.sort_by(|one, two| two.newness().cmp(&one.newness()).then_with(|| one.path.cmp(&two.path)));
        slots
    }

    fn next_number(&self) -> u32 {
        let numbers = self.list().into_iter().filter_map(|slot| Some(slot.state.ok()?.number));
        numbers.max().unwrap_or(0).saturating_add(1)
    }

    /// Where a save of this name lies, or will. Upper and lower case and spaces around it make no difference to
    /// whether it is the same.
    ///
    /// # Errors
    /// The name is empty or too long.
    pub fn path_of(&self, name: &str) -> Result<PathBuf, String> {
        let name = tidy(name)?;
        let small = name.to_lowercase();
        let plain = small.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' });
        let plain: String = plain.take(32).collect();
        // Names that differ only in letters that files cannot have are told apart by their hash.
        let print = blake3::hash(small.as_bytes()).to_hex();
        Ok(self.folder.join(format!("{plain}-{}.{ENDING}", print.get(..8).unwrap_or_default())))
    }

    /// Saves under a name; one that is there already is written over, and kept as the backup.
    ///
    /// # Errors
    /// The name is none, or the file cannot be written: one sentence, and what was there is kept.
    pub fn save(&self, name: &str, save: &Save) -> Result<PathBuf, String> {
        let path = self.path_of(name)?;
        write(&path, save, (tidy(name)?, SaveKind::Named, self.next_number()), Keep::Old)?;
        Ok(path)
    }

    /// Gives a save another name, by which it is a player's from now on. Gives where it lies then.
    ///
    /// # Errors
    /// It is no save of this folder or cannot be read, the name is none or taken, or the file cannot be written: then
    /// it is as it was.
    pub fn rename(&self, path: &Path, name: &str) -> Result<PathBuf, String> {
        self.owns(path)?;
        let to = self.path_of(name)?;
        if to != path && to.exists() {
            return Err(say!("save-name-taken", name = tidy(name)?));
        }
        let save = load(path).map_err(|why| why.to_string())?;
        // It is no newer by it.
        write(&to, &save, (tidy(name)?, SaveKind::Named, save.header.number), Keep::Nothing)?;
        if to != path {
            self.delete(path)?;
        }
        Ok(to)
    }

    /// The quick save: always the same file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn quicksave(&self, save: &Save) -> Result<PathBuf, String> {
        let path = self.quick();
        write(&path, save, (String::new(), SaveKind::Quick, self.next_number()), Keep::Old)?;
        Ok(path)
    }

    /// Where the quick save lies.
    pub fn quick(&self) -> PathBuf {
        self.folder.join(format!("quicksave.{ENDING}"))
    }

    /// The game saves by itself, over the oldest of a ring of three.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn autosave(&self, save: &Save) -> Result<PathBuf, String> {
        let ring = (0..RING).map(|n| self.ring(n));
        // By the number of each and not by its date: clocks are set back.
        let numbers = ring.filter_map(|path| match Header::of_file(&path).ok()?.kind {
            SaveKind::Auto(number) => Some(number),
            SaveKind::Named | SaveKind::Quick => None,
        });
        let number = numbers.max().map_or(0, |newest| newest.wrapping_add(1));
        let path = self.ring(number % RING);
        write(&path, save, (String::new(), SaveKind::Auto(number), self.next_number()), Keep::Nothing)?;
        Ok(path)
    }

    fn ring(&self, n: u32) -> PathBuf {
        self.folder.join(format!("autosave-{}.{ENDING}", n + 1))
    }

    /// Loads a save. Where it is damaged and its backup is not, the backup is loaded in its place.
    ///
    /// # Errors
    /// Why neither of the two can be loaded; what is said is about the save itself.
    pub fn load(&self, path: &Path) -> Result<Loaded, Refused> {
        let refused = match load(path) {
            Ok(save) => return Ok(Loaded { save, instead: None }),
            Err(refused) => refused,
        };
        let missing = !path.exists();
        match load(&file::backup(path)) {
            Ok(save) if missing || refused.is_damage() => {
                let why = if missing { say!("save-missing") } else { refused.to_string() };
                let instead = say!("save-instead", why = why);
                Ok(Loaded { save, instead: Some(instead) })
            }
            _ => Err(refused),
        }
    }

    /// Deletes a save and its backup.
    ///
    /// # Errors
    /// It is no save of this folder, or cannot be deleted.
    pub fn delete(&self, path: &Path) -> Result<(), String> {
        self.owns(path)?;
        file::remove(path).map_err(|why| why.to_string())
    }

    /// Clears away what a crash in the middle of saving left behind.
    pub fn sweep(&self, now: SystemTime) {
        file::sweep(&self.folder, now);
    }

    fn owns(&self, path: &Path) -> Result<(), String> {
        let own = path.parent() == Some(&self.folder) && path.extension().is_some_and(|end| end == ENDING);
        let shown = |path: &Path| path.display().to_string();
        if own { Ok(()) } else { Err(say!("save-foreign", path = shown(path), folder = shown(&self.folder))) }
    }
}

/// Writes a save under a name, as of a kind and with a number.
fn write(path: &Path, save: &Save, top: (String, SaveKind, u32), keep: Keep) -> Result<(), String> {
    let (name, kind, number) = top;
    let header = Header { name, kind, number, ..save.header.clone() };
    let bytes = Save { header, ..save.clone() }.encode()?;
    file::write(path, &bytes, keep).map_err(|why| why.to_string())
}

fn load(path: &Path) -> Result<Save, Refused> {
    Save::decode(&file::read(path, LIMIT)?)
}

fn slot(path: PathBuf) -> SaveSlot {
    let state = Header::of_file(&path);
    let about = std::fs::metadata(&path).ok();
    let written = about.as_ref().and_then(|about| about.modified().ok());
    let written =
        written.and_then(|then| then.duration_since(UNIX_EPOCH).ok()).map_or(0, |age| age.as_secs());
    let file_name = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    SaveSlot {
        name: state.as_ref().map_or_else(|_| file_name(), called),
        date: state.as_ref().map_or(written, |header| header.date),
        bytes: about.map_or(0, |about| about.len()),
        backup: Header::of_file(&file::backup(&path)).is_ok(),
        state,
        path,
    }
}

/// How a save is called: those the game makes by itself in the language that is read now, whichever it was then.
fn called(header: &Header) -> String {
    match header.kind {
        SaveKind::Named => header.name.clone(),
        SaveKind::Quick => say!("save-quick"),
        SaveKind::Auto(_) => say!("save-auto"),
    }
}

/// A name as it is kept: without what no eye sees.
fn tidy(name: &str) -> Result<String, String> {
    let seen: String = name.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let words: Vec<&str> = seen.split_whitespace().collect();
    let name = words.join(" ");
    match name.chars().count() {
        0 => Err(say!("save-name-none")),
        long if long > LONGEST_NAME => Err(say!("save-name-long", letters = long, most = LONGEST_NAME)),
        _ => Ok(name),
    }
}
