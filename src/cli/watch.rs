//! `watch`: checks the content and runs the cases of mods each time that a file is saved.

use std::path::PathBuf;

use super::{
    Folders,
    case_files::{has_cases, mods_of},
    check, test,
};
use crate::{locale::say, saves::watched::Watched};

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
        let status = look(folders, &arguments.cases);
        left = left.map(|times| times.saturating_sub(1));
        if left == Some(0) {
            return status;
        }
        tell!("{}", say!("watch-waiting"));
        let Some(changed) = watched.wait(|| true) else { return status };
        tell!("");
        for path in changed.iter().take(NAMED) {
            tell!("{}", say!("watch-changed", file = path.display().to_string()));
        }
        if changed.len() > NAMED {
            tell!("{}", say!("watch-more", count = changed.len() - NAMED));
        }
    }
}

/// Checks everything, and if nothing is wrong runs the cases. Gives the status.
fn look(folders: &Folders, more: &[PathBuf]) -> u8 {
    let status = check::run(folders, &check::CheckArguments::of(checked(folders, more)));
    if status != 0 {
        return status;
    }
    let cases = cases(&folders.mods, more);
    if cases.is_empty() { status } else { test::run(folders, &test::TestArguments::of(cases)) }
}

/// The mods to check, where some are named that lie in none of the folders of mods; else none, which is all of these.
fn checked(folders: &Folders, more: &[PathBuf]) -> Vec<PathBuf> {
    let (usual, all) = (mods_of(&folders.mods), mods_of(folders.mods.iter().chain(more)));
    if usual.len() == all.len() { Vec::new() } else { all }
}

/// The mods in these folders that have cases, in the order of their names, and what is named besides.
fn cases(mods: &[PathBuf], more: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = mods_of(mods);
    found.retain(|path| has_cases(path));
    found.extend(more.iter().cloned());
    found
}
