//! Where cases lie: files, folders, and mods with their folder `cases`, be they folders or zip files.

use std::{collections::BTreeSet, fs, io};

use crate::{
    cli::prelude::*,
    content::{
        diagnostics::Diagnostic,
        mod_path::{ModPath, ModRoot},
        source::{BASE, SourceFile},
    },
};

pub(super) const PLACE: &str = "cases/<rulebook>/*.ron";

/// The files of cases that these paths lead to, also all those in the folders named; what is a mod, or holds mods, is
/// left to [`mods_of`].
///
/// # Errors
/// One sentence: something is not there.
pub(super) fn files_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let (mut files, mut seen) = (Vec::new(), BTreeSet::new());
    for path in paths.iter().filter(|path| mods_at(path).is_empty()) {
        collect(path, &mut seen, &mut files)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    }
    Ok(files)
}

/// The mods that a path leads to: itself, or those that lie in the folder, in the order of their names.
fn mods_at(path: &Path) -> Vec<PathBuf> {
    let is_mod = |path: &PathBuf| path.join("mod.ron").is_file() || ModRoot::is_zip(path);
    let own = path.to_path_buf();
    if is_mod(&own) {
        return vec![own];
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_mod).collect();
    found.sort();
    found
}

/// The mods that these paths lead to, each once.
pub(super) fn mods_of<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Vec<PathBuf> {
    let mut seen = BTreeSet::new();
    let mut found: Vec<PathBuf> = paths.into_iter().flat_map(|path| mods_at(path)).collect();
    found.retain(|one| seen.insert(fs::canonicalize(one).unwrap_or_else(|_| one.clone())));
    found
}

pub(super) fn has_cases(path: &Path) -> bool {
    let root = ModRoot::open(path, path, Key::new(BASE));
    root.is_ok_and(|root| ModPath::new("cases").is_ok_and(|cases| root.exists(&cases)))
}

/// A mod of the library by its folder or zip file.
pub(super) fn root_of<'l>(library: &'l Library, path: &Path) -> Option<&'l ModRoot> {
    let real = fs::canonicalize(path).ok()?;
    library.roots.iter().find(|root| root.folder() == real)
}

/// The files with the cases of a mod, and what is wrong with them.
pub(super) fn of_mod(root: &ModRoot) -> (Vec<SourceFile>, Vec<Diagnostic>) {
    let (mut files, mut mistakes) = (Vec::new(), Vec::new());
    if let Ok(folder) = ModPath::new("cases") {
        for path in root.list(&folder, "ron", &mut mistakes) {
            match root.read_text(&path) {
                Ok(file) => files.push(file),
                Err(mistake) => mistakes.push(mistake),
            }
        }
    }
    (files, mistakes)
}

/// Case files of a path, in the order of their names. A folder that has been seen has no further ones.
fn collect(path: &Path, seen: &mut BTreeSet<PathBuf>, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        fs::metadata(path)?;
        files.push(path.to_path_buf());
        return Ok(());
    }
    // A link may lead back.
    if !seen.insert(fs::canonicalize(path)?) {
        return Ok(());
    }
    let mut entries: Vec<PathBuf> =
        fs::read_dir(path)?.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() || entry.extension().is_some_and(|ending| ending == "ron") {
            collect(&entry, seen, files)?;
        }
    }
    Ok(())
}
