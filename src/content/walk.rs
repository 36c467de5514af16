//! Which files lie below a folder of a mod.
//!
//! It goes through folders and links: each folder once, by whatever way it is reached, so deep and no deeper. The
//! files are read by `mod_path`.

use std::{
    collections::VecDeque,
    fs::{self, DirEntry, FileType},
};

use crate::content::prelude::*;

const MAX_DEPTH: usize = 8;

/// All files below a folder by their paths, but for names with a dot first; what is left out is told.
pub(super) fn files(root: &ModRoot, folder: &ModPath, mistakes: &mut Vec<Diagnostic>) -> Vec<ModPath> {
    if fs::symlink_metadata(root.folder().join(folder.as_str())).is_err() {
        return Vec::new();
    }
    let (seen, links, found) = (BTreeSet::new(), VecDeque::new(), Vec::new());
    let mut walk = Walk { root, seen, links, found, full: false, mistakes };
    match root.resolve(folder) {
        Ok(real) => walk.all(folder, real),
        Err(mistake) => walk.mistakes.push(mistake),
    }
    walk.found.sort();
    walk.found
}

struct Walk<'a> {
    root: &'a ModRoot,
    seen: BTreeSet<PathBuf>,
    /// Links that were met, and how deep: they come after all that is no link.
    links: VecDeque<(ModPath, usize)>,
    found: Vec<ModPath>,
    /// The mod has more than is looked through.
    full: bool,
    mistakes: &'a mut Vec<Diagnostic>,
}

impl Walk<'_> {
    fn all(&mut self, folder: &ModPath, real: PathBuf) {
        if !real.is_dir() {
            return;
        }
        self.folder(folder, real, 0);
        while let Some((path, depth)) = self.links.pop_front() {
            match self.root.resolve(&path) {
                Ok(real) if real.is_dir() => self.folder(&path, real, depth + 1),
                Ok(_) => self.found.push(path),
                Err(mistake) => self.mistakes.push(mistake),
            }
        }
    }

    /// Visits a folder whose real path is known, and those in it.
    fn folder(&mut self, folder: &ModPath, real: PathBuf, depth: usize) {
        if self.full || self.seen.contains(&real) {
            return;
        }
        // By the way that leads there, not by its real path: whoever looks at it through links looks at it anew.
        let way = self.root.folder().join(folder.as_str());
        if !self.root.budget().is_open(BudgetItem::Looks, &way) {
            self.full = true;
            return self.say(folder, BudgetItem::Looks.beyond());
        }
        if depth > MAX_DEPTH {
            return self.say(folder, format!("folders are searched {MAX_DEPTH} deep: this one is left out"));
        }
        let entries = match fs::read_dir(&real) {
            Ok(entries) => entries,
            Err(error) => return self.say(folder, format!("cannot read the folder: {error}")),
        };
        let most = usize::try_from(BudgetItem::Looks.most()).unwrap_or(usize::MAX);
        let entries: Vec<DirEntry> = entries.flatten().take(most.saturating_add(1)).collect();
        if let Err(why) = self.root.budget().spend_once(BudgetItem::Looks, &way, entries.len() as u64) {
            self.full = true;
            return self.say(folder, why);
        }
        let mut members: Vec<(String, FileType)> = Vec::new();
        for entry in entries {
            match (entry.file_name().into_string(), entry.file_type()) {
                (Ok(name), Ok(kind)) => members.push((name, kind)),
                (Err(name), _) => {
                    let name = name.to_string_lossy();
                    self.pass_over(folder, format!("a name in it is no text, and is passed over: {name}"));
                }
                // It has gone since.
                (_, Err(_)) => {}
            }
        }
        self.seen.insert(real.clone());
        members.sort_by(|(one, _), (two, _)| one.cmp(two));
        for (name, kind) in members.into_iter().filter(|(name, _)| !name.starts_with('.')) {
            let path = folder.join(&name).map_err(|why| self.pass_over(folder, why));
            let Ok(path) = path else { continue };
            if kind.is_symlink() {
                self.links.push_back((path, depth));
            } else if kind.is_dir() {
                self.folder(&path, real.join(name), depth + 1);
            } else {
                self.found.push(path);
            }
        }
    }

    fn say(&mut self, folder: &ModPath, what: String) {
        self.mistakes.push(Diagnostic::whole_file(&self.root.shown(folder), what));
    }

    /// Says what does no harm.
    fn pass_over(&mut self, folder: &ModPath, what: String) {
        self.mistakes.push(Diagnostic::whole_file(&self.root.shown(folder), what).warning());
    }
}
