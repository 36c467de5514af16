//! `check`: every file of the base game and of mods, all mistakes in one pass.

use std::path::PathBuf;

use super::{Folders, print_report, sorry};
use crate::{
    content::{library::Library, media},
    locale::{Locales, say},
};

/// Arguments of `check`.
#[derive(clap::Args, Debug)]
pub struct CheckArguments {
    /// Folders of single mods to check together with the base game; nothing: the base game and the mods in use.
    folders: Vec<PathBuf>,
}

pub(super) fn run(folders: &Folders, arguments: &CheckArguments) -> u8 {
    if !folders.assets.join("mod.ron").is_file() {
        return sorry(format!("there is no base game in {}", folders.assets.display()));
    }
    if let Some(missing) = arguments.folders.iter().find(|folder| !folder.is_dir()) {
        return sorry(format!("there is no folder {}", missing.display()));
    }
    let (library, mut report) = if arguments.folders.is_empty() {
        folders.load()
    } else {
        Library::load_with(&folders.assets, &arguments.folders)
    };
    let (locales, mistakes) = Locales::load(&library);
    report.join(mistakes);
    media::check(&library.roots, &mut report);
    print_report(&report);
    let said = say!(
        "check-done",
        books = library.books.len(),
        maps = library.maps.len(),
        scenarios = library.scenarios.len(),
        languages = locales.languages().len(),
        mods = library.mods.len(),
        mistakes = report.errors(),
    );
    tell!("{said}");
    u8::from(report.has_errors())
}
