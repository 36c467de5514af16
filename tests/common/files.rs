//! The files of the project as tests read them.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Every file with this ending in a folder and all below it, with its text, in the order of their paths.
pub fn texts_under(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.extend(texts_under(&path, ending));
        } else if path.extension().is_some_and(|own| own == ending) {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}
