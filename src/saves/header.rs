//! The first lines of a save: what it is, told without reading the battle.
//!
//! A save is text at its top and packed bytes below:
//!
//! ```text
//! Threat Range save, form 2
//! {"name": …}                    the header, one line of JSON
//! 0123…                          blake3 of the two lines above, as 64 digits
//! …                              the battle: as many bytes, with that blake3, as the header says
//! ```
//!
//! The first line is read before all else, so that a program can say of a save from the future what it is.

use std::{collections::BTreeMap, path::Path};

use serde::{Deserialize, Serialize};

use super::{
    file,
    forms::TOPS,
    refused::{FileDamage, Refused, changes},
};
use crate::{
    content::library::{EntryChange, Library, Stamp},
    key::Key,
    rules::facts::Side,
};

/// The newest form that is written and read.
pub const FORM: u32 = TOPS.newest();

/// How every save begins.
const FIRST: &str = "Threat Range save, form ";

/// The longest header, in bytes: several hundred mods, or twenty thousand entries of content.
const LONGEST: usize = 1024 * 1024;

const DIGITS: usize = 64;

/// What a save was made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SaveKind {
    /// A player, under a name.
    Named,
    /// The quick save.
    Quick,
    /// The game by itself: how many it had made before.
    Auto(u32),
}

/// What stands at the top of a save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The form in which it was read.
    #[serde(skip)]
    pub form: u32,
    /// Its name, as the player wrote it; none if the game made it by itself.
    pub name: String,
    /// What made it.
    pub kind: SaveKind,
    /// How many saves had been written into its folder when it was: the newest has the highest. Filled in on writing.
    #[serde(default)]
    pub number: u32,
    /// The version of the program.
    pub engine: String,
    /// Hash of the library.
    pub library: String,
    /// The mods, in their order.
    pub mods: Vec<Stamp>,
    /// What the battle uses of the library: the hash of each entry.
    pub used: BTreeMap<String, String>,
    /// The scenario.
    pub scenario: Key,
    /// What the battle is called, where its scenario is none of the library's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The rulebook.
    pub book: Key,
    /// The round; 0 before the first.
    pub round: u32,
    /// The side that is asked; none: the battle is over.
    pub side: Option<Side>,
    /// What that side is called, where the scenario is none of the library's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// When it was written, in seconds since 1970.
    pub date: u64,
    /// Bytes of the battle.
    pub length: u64,
    /// Their blake3.
    pub digest: String,
}

impl Header {
    /// Whether what the battle uses is in this library as it was.
    ///
    /// # Errors
    /// Which entries differ, without their values, and which mods.
    pub fn fits(&self, library: &Library) -> Result<(), Refused> {
        let used = self.used.iter().map(|(name, hash)| (name.as_str(), hash.as_str(), None));
        self.judge(library, || library.changes(self.book, used))
    }

    /// Refuses what has changed in another library, if anything has.
    pub(super) fn judge(
        &self,
        library: &Library,
        changed: impl FnOnce() -> Vec<EntryChange>,
    ) -> Result<(), Refused> {
        let changed = if self.library == library.hash { Vec::new() } else { changed() };
        if changed.is_empty() {
            return Ok(());
        }
        Err(Refused::Content(changed, changes(&self.mods, &library.stamps)))
    }

    pub(super) fn lines(&self) -> Result<Vec<u8>, String> {
        let mut lines = format!("{FIRST}{FORM}\n").into_bytes();
        serde_json::to_writer(&mut lines, self).map_err(|why| why.to_string())?;
        if lines.len() > LONGEST - 2 * DIGITS {
            return Err(format!("its top has {} bytes", lines.len()));
        }
        lines.push(b'\n');
        let digest = blake3::hash(&lines);
        lines.extend_from_slice(digest.to_hex().as_bytes());
        lines.push(b'\n');
        Ok(lines)
    }

    /// Reads the lines at the top of a file. Gives the header, and where the battle begins.
    ///
    /// # Errors
    /// They are not as they were written, or of a form that this program does not know.
    pub(super) fn read(bytes: &[u8]) -> Result<(Self, usize), Refused> {
        let damaged = |damage| Err(Refused::Damaged(damage));
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let Some(form) = first.strip_prefix(FIRST.as_bytes()) else { return damaged(FileDamage::Start) };
        let form = form.strip_suffix(b"\n").and_then(|form| std::str::from_utf8(form).ok());
        let form = match form.and_then(|form| form.parse::<u32>().ok()) {
            None => return damaged(FileDamage::Top),
            Some(0) => return Err(Refused::Unknown(0)),
            Some(form) if form > FORM => return Err(Refused::Newer(form)),
            Some(form) if form < TOPS.oldest => return Err(Refused::Older(form)),
            Some(form) => form,
        };
        let second = lines.next().unwrap_or_default();
        let third = lines.next().unwrap_or_default();
        let top = first.len() + second.len();
        let written = third.strip_suffix(b"\n").unwrap_or_default();
        let is = bytes.get(..top).map(blake3::hash);
        if written.len() != DIGITS || is.is_none_or(|is| is.to_hex().as_bytes() != written) {
            return damaged(FileDamage::Top);
        }
        let unreadable = |why: String| Refused::Damaged(FileDamage::Unreadable(why));
        let text = String::from_utf8(second.to_vec()).map_err(|why| unreadable(why.to_string()))?;
        let text = TOPS.forward(form, text).map_err(unreadable)?;
        let header: Self = serde_json::from_str(&text).map_err(|why| unreadable(why.to_string()))?;
        Ok((Self { form, ..header }, top + third.len()))
    }

    /// Reads only the top of a file, and measures it: what a list of saves needs.
    ///
    /// # Errors
    /// The file cannot be read, its top has changed, or its length.
    pub fn of_file(path: &Path) -> Result<Self, Refused> {
        let (top, bytes) = file::read_top(path, LONGEST as u64)?;
        let (header, start) = Self::read(&top)?;
        header.measure(bytes, start)?;
        Ok(header)
    }

    /// Whether a file has as many bytes as its header says.
    pub(super) fn measure(&self, bytes: u64, start: usize) -> Result<(), Refused> {
        let should = (start as u64).saturating_add(self.length);
        if bytes == should { Ok(()) } else { Err(Refused::Damaged(FileDamage::Length(bytes, should))) }
    }
}
