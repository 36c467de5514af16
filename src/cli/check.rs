//! `check`: every file of the base game and of mods, all mistakes in one pass.

use super::{case, explain};
use crate::cli::prelude::*;
use crate::{
    content::{library::Sources, media, mod_path::ModRoot, unread},
    locale::Locales,
};

/// Arguments of `check`.
#[derive(clap::Args, Debug, Default)]
pub struct CheckArguments {
    /// Folders of single mods to check besides the base game and the mods in use.
    folders: Vec<PathBuf>,
    /// List also what two mods both change, and who wins.
    #[arg(long)]
    conflicts: bool,
}

pub(super) struct Checked {
    pub(super) library: Library,
    sources: Sources,
    locales: Locales,
    report: Report,
}

pub(super) fn run(folders: &Folders, arguments: &CheckArguments) -> Result<u8, String> {
    Ok(Checked::load(folders, &arguments.folders)?.tell(arguments.conflicts))
}

impl Checked {
    /// Loads and checks the base game, the mods in use, and single mods besides.
    ///
    /// # Errors
    /// One sentence: something of this is not there.
    pub(super) fn load(folders: &Folders, own: &[PathBuf]) -> Result<Self, String> {
        if !folders.assets.join("mod.ron").is_file() {
            return Err(format!("there is no base game in {}", folders.assets.display()));
        }
        all_there(own)?;
        let (library, mut report) = folders.load_with(own);
        let sources = folders.sources_with(own);
        let (locales, mistakes) = check_all(&library, &sources, &folders.mods);
        report.join(mistakes);
        Ok(Self { library, sources, locales, report })
    }

    /// Tells what is wrong, and what two mods both change if that is wanted. Gives the status.
    pub(super) fn tell(&self, conflicts: bool) -> u8 {
        let Self { library, sources, locales, report } = self;
        print_report(report);
        if conflicts {
            print_conflicts(sources, library);
        }
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
}

/// The languages of content that was loaded, and all that is wrong with it besides what its loading has told: languages,
/// pictures, sounds, cases, words, and files that nothing reads, also beside the mods in the folders `mods`.
pub fn check_all(library: &Library, sources: &Sources, mods: &[PathBuf]) -> (Locales, Report) {
    let (locales, mut report) = Locales::load(library);
    media::check(&library.roots, &mut report);
    unread::check(library, &mut report);
    unread::check_mods(mods, &mut report);
    case::check_mods(library, &mut report);
    sources.check_words(library, &mut report);
    sources.check_pictures(library, &mut report);
    sources.check_needs(library, &mut report);
    (locales, report)
}

/// Whether some folders of mods are all there; else the first that is not, in a sentence.
pub(super) fn all_there(folders: &[PathBuf]) -> Result<(), String> {
    let missing = folders.iter().find(|folder| !is_mod(folder));
    missing.map_or(Ok(()), |missing| Err(format!("there is no folder {}", missing.display())))
}

fn is_mod(path: &Path) -> bool {
    path.is_dir() || ModRoot::is_zip(path)
}

fn print_conflicts(sources: &Sources, library: &Library) {
    for conflict in sources.conflicts().into_iter().chain(library.file_conflicts()) {
        let winner = conflict.layers.last().map_or_else(String::new, |layer| layer.owner.to_string());
        match conflict.both_count() {
            true => tell!("{}: all count", conflict.path),
            false => tell!("{}: {winner} wins", conflict.path),
        }
        explain::print(&conflict.layers);
    }
}
