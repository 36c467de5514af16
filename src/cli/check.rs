//! `check`: every file of the base game and of mods, all mistakes in one pass.

use std::path::PathBuf;

use super::{Folders, print_report, sorry};
use crate::content::library::Library;

/// Arguments of `check`.
#[derive(clap::Args, Debug)]
pub struct CheckArguments {
    /// Folders of single mods to check together with the base game; nothing: the base game and the mods in use.
    folders: Vec<PathBuf>,
}

pub(super) fn run(folders: &Folders, arguments: &CheckArguments) -> u8 {
    if let Some(missing) = arguments.folders.iter().find(|folder| !folder.is_dir()) {
        return sorry(format!("there is no folder {}", missing.display()));
    }
    let (library, report) = if arguments.folders.is_empty() {
        folders.load()
    } else {
        Library::load_with(&folders.assets, &arguments.folders)
    };
    print_report(&report);
    println!(
        "{} rulebooks, {} maps, {} scenarios of {} mods: {}",
        library.books.len(),
        library.maps.len(),
        library.scenarios.len(),
        library.mods.len(),
        match report.errors().count() {
            0 => "no mistakes".to_owned(),
            1 => "1 mistake".to_owned(),
            n => format!("{n} mistakes"),
        }
    );
    u8::from(report.has_errors())
}
