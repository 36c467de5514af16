//! Paths of mods, which cannot leave the mod's folder.
//!
//! [`ModPath`] is the shape of such a path; [`ModRoot`] reads files through it within the limits of a mod. Which
//! files there are is found by `walk`.

use std::{
    fs::{self, File},
    io::Read,
};

use super::{
    archive::{self, Archive},
    walk,
};
use crate::content::prelude::*;

/// The largest text file of a mod, in bytes.
pub const MAX_TEXT_BYTES: u64 = 4 * 1024 * 1024;

/// A relative path inside a mod's folder, with `/` between its parts. It has no `..`, no `.`, no drive, no root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModPath(Box<str>);

impl ModPath {
    /// Checks a text. The error is a sentence.
    pub fn new(text: &str) -> Result<Self, String> {
        let refuse = |why: &str| Err(format!("\"{text}\" cannot be a path of a mod: {why}"));
        if text.is_empty() || text.len() > 512 {
            return refuse("it must have 1 to 512 bytes");
        }
        if text.contains('\\') {
            return refuse("folders are separated by `/`");
        }
        if text.starts_with('/') || text.contains(':') {
            return refuse("it must start from the mod's own folder");
        }
        if text.chars().any(char::is_control) {
            return refuse("it has control characters");
        }
        for part in text.split('/') {
            match part {
                "" => return refuse("a part of it is empty"),
                "." | ".." => return refuse("`.` and `..` are not allowed"),
                _ if part.ends_with('.') || part.ends_with(' ') => {
                    return refuse("no part may end with a dot or a space");
                }
                _ => {}
            }
        }
        Ok(Self(text.into()))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path of something in this folder.
    pub fn join(&self, name: &str) -> Result<Self, String> {
        Self::new(&format!("{}/{name}", self.0))
    }

    /// The path of a file that is named relative to this file, as editors write it: `..` is followed as long as it
    /// stays inside.
    pub fn beside(&self, relative: &str) -> Result<Self, String> {
        let folder = self.0.rsplit_once('/').map_or("", |(folder, _)| folder);
        Self::folded(&format!("{folder}/{relative}"), relative)
    }

    /// A relative path with its `.` and `..` folded away, as long as it stays inside.
    pub fn normal(path: &str) -> Result<Self, String> {
        Self::folded(path, path)
    }

    fn folded(path: &str, said: &str) -> Result<Self, String> {
        if said.starts_with('/') {
            return Err(format!("\"{said}\" must start from the folder it stands in"));
        }
        let mut parts: Vec<&str> = Vec::new();
        for part in path.trim_start_matches('/').split('/') {
            match part {
                "." => {}
                ".." => {
                    if parts.pop().is_none() {
                        return Err(format!("\"{said}\" leads out of the folder"));
                    }
                }
                part => parts.push(part),
            }
        }
        Self::new(&parts.join("/"))
    }
}

impl fmt::Display for ModPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A folder that files are read from and never outside of, links included; or a zip file in its place.
#[derive(Clone, Debug)]
pub struct ModRoot {
    real: PathBuf,
    shown: PathBuf,
    owner: Key,
    budget: Arc<ReadBudget>,
    packed: Option<Arc<Archive>>,
}

impl ModRoot {
    /// Whether a path is one of a mod in a zip file.
    pub fn is_zip(path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip")) && path.is_file()
    }

    /// Opens a folder or a zip file. `shown` is its name in messages, `owner` the mod that its files belong to.
    pub fn open(folder: &Path, shown: &Path, owner: Key) -> Result<Self, Diagnostic> {
        let fault =
            |error: std::io::Error| Diagnostic::whole_file(shown, format!("cannot open the folder: {error}"));
        let real = fs::canonicalize(folder).map_err(fault)?;
        let packed = if Self::is_zip(&real) {
            let bytes = limited(&real, archive::MAX_BYTES).map_err(fault)?;
            let bytes = bytes.ok_or_else(|| too_large(shown, archive::MAX_BYTES))?;
            Some(Arc::new(Archive::read(bytes).map_err(|why| Diagnostic::whole_file(shown, why))?))
        } else if real.is_dir() {
            None
        } else {
            return Err(Diagnostic::whole_file(shown, "this is not a folder"));
        };
        Ok(Self { real, shown: shown.to_owned(), owner, budget: Arc::default(), packed })
    }

    /// The same folder as the property of another mod.
    #[must_use]
    pub fn owned_by(mut self, owner: Key) -> Self {
        self.owner = owner;
        self
    }

    /// The mod that its files belong to.
    pub fn owner(&self) -> Key {
        self.owner
    }

    /// What the mod may still take. Copies of this share it.
    pub fn budget(&self) -> &ReadBudget {
        &self.budget
    }

    /// The real path of the folder.
    pub fn folder(&self) -> &Path {
        &self.real
    }

    /// A path as messages show it.
    pub fn shown(&self, path: &ModPath) -> PathBuf {
        self.shown.join(path.as_str())
    }

    /// Whether a file or folder is there, inside the mod.
    pub fn exists(&self, path: &ModPath) -> bool {
        match &self.packed {
            Some(archive) => archive.has(path.as_str()) || archive.below(path.as_str()).next().is_some(),
            None => self.resolve(path).is_ok(),
        }
    }

    /// Whether a file is there, be it a link that leads out.
    pub fn is_there(&self, path: &ModPath) -> bool {
        match &self.packed {
            Some(archive) => archive.has(path.as_str()),
            None => fs::symlink_metadata(self.real.join(path.as_str())).is_ok(),
        }
    }

    /// What stands directly in the mod, by name, and whether it is a folder.
    ///
    /// # Errors
    /// It is more than a mod may have looked through.
    pub fn top(&self) -> Result<Vec<(String, bool)>, Diagnostic> {
        let mut names: Vec<(String, bool)> = match &self.packed {
            Some(archive) => {
                let parts = archive.below("").map(|path| path.split_once('/'));
                let names = parts.zip(archive.below(""));
                names
                    .map(|(part, path)| {
                        part.map_or((path.to_owned(), false), |(name, _)| (name.to_owned(), true))
                    })
                    .collect()
            }
            None => {
                let most = usize::try_from(BudgetItem::Looks.most()).unwrap_or(usize::MAX);
                let entries = fs::read_dir(&self.real).into_iter().flatten().flatten();
                let entries: Vec<fs::DirEntry> = entries.take(most.saturating_add(1)).collect();
                let paid = self.budget.spend_once(BudgetItem::Looks, &self.real, entries.len() as u64);
                paid.map_err(|why| Diagnostic::whole_file(&self.shown, why))?;
                let named = |entry: &fs::DirEntry| {
                    Some((entry.file_name().into_string().ok()?, entry.path().is_dir()))
                };
                entries.iter().filter_map(named).collect()
            }
        };
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// The real path of something that exists in a folder, with links followed and checked.
    pub fn resolve(&self, path: &ModPath) -> Result<PathBuf, Diagnostic> {
        let shown = self.shown(path);
        if self.packed.is_some() {
            return Err(Diagnostic::whole_file(&shown, "this stands in a zip file"));
        }
        let real = fs::canonicalize(self.real.join(path.as_str())).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Diagnostic::whole_file(&shown, "this file is missing"),
            _ => Diagnostic::whole_file(&shown, format!("cannot open the file: {error}")),
        })?;
        if real.starts_with(&self.real) {
            Ok(real)
        } else {
            Err(Diagnostic::whole_file(&shown, "this is a link that leads out of the mod's folder"))
        }
    }

    /// The bytes of a file, at most `limit`, as far as the mod may have them.
    pub fn read_bytes(&self, path: &ModPath, limit: u64) -> Result<Vec<u8>, Diagnostic> {
        let shown = self.shown(path);
        if let Some(archive) = &self.packed {
            return self.unpack(archive, path, limit);
        }
        let real = self.resolve(path)?;
        let fault =
            |error: std::io::Error| Diagnostic::whole_file(&shown, format!("cannot read the file: {error}"));
        let about = fs::metadata(&real).map_err(fault)?;
        // Pipes and devices would block or never end.
        if !about.is_file() {
            return Err(Diagnostic::whole_file(&shown, "this is not a file"));
        }
        if about.len() > limit {
            return Err(too_large(&shown, limit));
        }
        // By the path asked for: what is read again through a link is another file to read.
        let paid = self.budget.spend_file(&self.real.join(path.as_str()), about.len());
        paid.map_err(|why| Diagnostic::whole_file(&shown, why))?;
        // It may have grown since it was measured.
        limited(&real, limit).map_err(fault)?.ok_or_else(|| too_large(&shown, limit))
    }

    fn unpack(&self, archive: &Archive, path: &ModPath, limit: u64) -> Result<Vec<u8>, Diagnostic> {
        let shown = self.shown(path);
        let size = archive.size(path.as_str());
        let size = size.ok_or_else(|| Diagnostic::whole_file(&shown, "this file is missing"))?;
        if size > limit {
            return Err(too_large(&shown, limit));
        }
        let paid = self.budget.spend_file(&self.real.join(path.as_str()), size);
        paid.and_then(|()| archive.file(path.as_str())).map_err(|why| Diagnostic::whole_file(&shown, why))
    }

    /// The same of a file that need not be there.
    pub fn read_if_there(&self, path: &ModPath, limit: u64) -> Result<Option<Vec<u8>>, Diagnostic> {
        if self.is_there(path) { self.read_bytes(path, limit).map(Some) } else { Ok(None) }
    }

    /// The text of a file, at most [`MAX_TEXT_BYTES`].
    pub fn read_text(&self, path: &ModPath) -> Result<SourceFile, Diagnostic> {
        self.read_text_within(path, MAX_TEXT_BYTES)
    }

    /// The text of a file, at most `limit` bytes.
    pub fn read_text_within(&self, path: &ModPath, limit: u64) -> Result<SourceFile, Diagnostic> {
        let bytes = self.read_bytes(path, limit)?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(SourceFile::new(self.shown(path), &text).owned_by(self.owner)),
            Err(error) => {
                let sound = error.as_bytes().iter().take(error.utf8_error().valid_up_to());
                let line = 1 + sound.filter(|b| **b == b'\n').count();
                let message = format!("the file is not UTF-8 text (line {line})");
                Err(Diagnostic::whole_file(&self.shown(path), message).help("save it as UTF-8"))
            }
        }
    }

    /// The files below a folder whose name ends with `.ending`, in the order of their paths. A folder that is not
    /// there has none. Names that begin with a dot are passed over. Links that lead out are mistakes, and so is
    /// whatever is left out.
    pub fn list(&self, folder: &ModPath, ending: &str, mistakes: &mut Vec<Diagnostic>) -> Vec<ModPath> {
        let mut found = self.list_all(folder, mistakes);
        found.retain(|path| Path::new(path.as_str()).extension().is_some_and(|own| own == ending));
        found
    }

    /// The same of files of all endings.
    pub fn list_all(&self, folder: &ModPath, mistakes: &mut Vec<Diagnostic>) -> Vec<ModPath> {
        match &self.packed {
            Some(archive) => self.packed_below(archive, folder, mistakes),
            None => walk::files(self, folder, mistakes),
        }
    }

    fn packed_below(
        &self,
        archive: &Archive,
        folder: &ModPath,
        mistakes: &mut Vec<Diagnostic>,
    ) -> Vec<ModPath> {
        let hidden = |path: &&str| path.split('/').any(|part| part.starts_with('.'));
        let found = archive.below(folder.as_str()).filter(|path| !hidden(path));
        let found: Vec<ModPath> = found.filter_map(|path| ModPath::new(path).ok()).collect();
        let way = self.real.join(folder.as_str());
        if let Err(why) = self.budget.spend_once(BudgetItem::Looks, &way, found.len() as u64) {
            mistakes.push(Diagnostic::whole_file(&self.shown(folder), why));
            return Vec::new();
        }
        found
    }
}

fn too_large(shown: &Path, limit: u64) -> Diagnostic {
    Diagnostic::whole_file(shown, format!("the file is too large: at most {} KiB are read", limit / 1024))
}

/// The bytes of a file; `None`: they are more than that.
fn limited(real: &Path, limit: u64) -> std::io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    File::open(real)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

#[cfg(test)]
#[path = "mod_path_tests.rs"]
mod tests;
