//! `watch`: checks the content and runs the cases of mods each time that a file is saved.

use std::collections::BTreeSet;

use super::{
    case_files::{has_cases, mods_of},
    check::Checked,
    test,
};
use crate::{cli::prelude::*, saves::watched::Watched};

/// Arguments of `watch`.
#[derive(clap::Args, Debug)]
pub struct WatchArguments {
    /// Case files, folders of them, mods or folders of mods to run besides the cases of each mod.
    cases: Vec<PathBuf>,
    /// End after so many looks; default: go on until stopped.
    #[arg(long, value_name = "TIMES")]
    times: Option<u32>,
}

/// Changed files that are named, at most.
const NAMED: usize = 5;

pub(super) fn run(folders: &Folders, arguments: &WatchArguments) -> u8 {
    let all = std::iter::once(&folders.assets).chain(&folders.mods).chain(&arguments.cases);
    let mut watched = Watched::new(all.cloned().collect());
    let mut left = arguments.times;
    loop {
        let status = look(folders, &arguments.cases).unwrap_or_else(sorry);
        left = left.map(|times| times.saturating_sub(1));
        if left == Some(0) {
            return status;
        }
        tell!("{}", say!("watch-waiting"));
        let Some(changed) = changed(&mut watched, folders, &arguments.cases) else { return status };
        tell!("");
        for path in changed.iter().take(NAMED) {
            tell!("{}", say!("watch-changed", file = path.display().to_string()));
        }
        if changed.len() > NAMED {
            tell!("{}", say!("watch-more", count = changed.len() - NAMED));
        }
    }
}

/// Waits until a file has changed that may be content.
fn changed(watched: &mut Watched, folders: &Folders, more: &[PathBuf]) -> Option<BTreeSet<PathBuf>> {
    loop {
        let mut changed = watched.wait(|| true)?;
        changed.retain(|path| may_be_content(path, folders, more));
        if !changed.is_empty() {
            return Some(changed);
        }
    }
}

/// Whether a file may be content: right among mods a zip, right among cases a zip or a `.ron` file.
fn may_be_content(path: &Path, folders: &Folders, more: &[PathBuf]) -> bool {
    let ends = |ending: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    let lies_in = |all: &[PathBuf]| all.iter().any(|folder| path.parent() == Some(folder.as_path()));
    let is_mod = more.iter().any(|one| one.join("mod.ron") == path);
    if lies_in(more) && !is_mod {
        return ends("ron") || ends("zip");
    }
    is_mod || !lies_in(&folders.mods) || ends("zip")
}

/// Checks everything, and if nothing is wrong runs the cases. Gives the status.
fn look(folders: &Folders, more: &[PathBuf]) -> Result<u8, String> {
    let checked = Checked::load(folders, &mods_of(more))?;
    let status = checked.tell(false);
    let cases = cases(&folders.mods, more);
    if status != 0 || cases.is_empty() {
        return Ok(status);
    }
    test::run_in(&checked.library, &cases, &test::TestArguments::default())
}

/// The mods in these folders that have cases, in the order of their names, and what is named besides.
fn cases(mods: &[PathBuf], more: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = mods_of(mods);
    found.retain(|path| has_cases(path));
    found.extend(more.iter().cloned());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_beside_the_mods_is_passed_over() {
        let folders = Folders { mods: vec![PathBuf::from(".")], ..Folders::default() };
        let more = [PathBuf::from("cases"), PathBuf::from("fen")];
        let is = |path: &str| may_be_content(Path::new(path), &folders, &more);
        for path in ["./fen/weapons.ron", "./fen.zip", "cases/one.ron", "fen/mod.ron", "fen/art/units/a.svg"]
        {
            assert!(is(path), "{path}");
        }
        for path in ["./log", "./log.ron", "cases/log.txt"] {
            assert!(!is(path), "{path}");
        }
    }
}
