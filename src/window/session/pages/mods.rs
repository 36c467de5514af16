//! The page of mods: which are on, in which order, what is wrong with each; and reading all content anew.

use std::process::{Command, Stdio};

use super::super::{mistakes, seats};
use crate::window::session::prelude::*;
use crate::{
    cli::check_all,
    content::{
        diagnostics::Report,
        manifest::{ModFolder, discover},
        mod_choice::ModChoice,
        source::BASE,
    },
    saves,
    window::{art::Art, language::Language},
};

impl Session {
    /// Lists the mods of all folders: those loaded in their order, then those that are off or cannot be loaded.
    pub(in super::super) fn show_mods(&self, shelf: &mut Shelf) {
        let choice = saves::mods::read(&self.folders.config).unwrap_or_default();
        let mut found: Vec<ModFolder> = Vec::new();
        let mut unread = Report::new();
        for folder in &self.folders.mods {
            let (own, report) = discover(folder);
            found.extend(own);
            unread.join(report);
        }
        let mut rows: Vec<ModEntry> = Vec::new();
        for (id, name, version) in &self.library.mods {
            let loaded = |own: &&ModFolder| {
                own.id() == *id && self.library.folders.iter().any(|folder| folder == own.root.folder())
            };
            let folder = found.iter().find(loaded).map(|own| own.root.folder().to_path_buf());
            let base = id.as_str() == BASE;
            let folder = folder.unwrap_or_else(|| self.folders.assets.clone());
            rows.push(ModEntry {
                id: id.to_string(),
                name: name.clone(),
                version: version.clone(),
                on: (!base).then_some(true),
                mistakes: wrong_in(&shelf.mistakes, if base { "assets" } else { last(&folder) }),
                folder: folder.display().to_string(),
                ..ModEntry::default()
            });
        }
        let mut left: Vec<usize> = (0..found.len()).collect();
        left.retain(|n| !rows.iter().any(|row| row.id == found[*n].id().as_str()));
        left.sort_by_key(|n| (choice.rank(found[*n].id().as_str()), found[*n].id()));
        left.dedup_by_key(|n| found[*n].id());
        for n in left {
            let (one, folder) = (&found[n], found[n].root.folder());
            rows.push(ModEntry {
                id: one.id().to_string(),
                name: one.manifest.name.clone(),
                version: one.manifest.version.to_string(),
                on: Some(choice.is_on(one.id().as_str())),
                mistakes: wrong_in(&shelf.mistakes, last(folder)),
                folder: folder.display().to_string(),
                ..ModEntry::default()
            });
        }
        for mistake in mistakes(&unread) {
            let name = mistake.place.split(['/', ':']).next().unwrap_or_default().to_owned();
            match rows.iter_mut().find(|row| row.id == name && row.on.is_none()) {
                Some(row) => row.mistakes.push(mistake),
                None => rows.push(ModEntry {
                    id: name.clone(),
                    name,
                    version: say!("mods-unreadable"),
                    mistakes: vec![mistake],
                    ..ModEntry::default()
                }),
            }
        }
        self.show_clashes(&mut rows);
        shelf.mods = Mods { rows, folder: self.folders.data.join("mods").display().to_string() };
        let movable = movable(shelf);
        for (at, n) in movable.iter().enumerate() {
            shelf.mods.rows[*n].moves = (at > 0, at + 1 < movable.len());
        }
    }

    /// Tells each mod what another one changes as well.
    fn show_clashes(&self, rows: &mut [ModEntry]) {
        for conflict in self.conflicts() {
            let Some(winner) = conflict.layers.last().map(|layer| layer.owner) else { continue };
            let owners: BTreeSet<Key> = conflict.layers.iter().map(|layer| layer.owner).collect();
            for owner in &owners {
                let Some(row) = rows.iter_mut().find(|row| row.id == owner.as_str()) else { continue };
                let others: Vec<&str> =
                    owners.iter().filter(|own| *own != owner).map(|own| own.as_str()).collect();
                let (what, others) = (&conflict.path, others.join(", "));
                row.clashes.push(match *owner == winner {
                    _ if conflict.both_count() => say!("mods-both", what = what, mods = others),
                    true => say!("mods-overrides", what = what, mods = others),
                    false => say!("mods-overridden", what = what, winner = winner),
                });
            }
        }
        for row in rows {
            let more = row.clashes.len().saturating_sub(CLASHES);
            if more > 0 {
                row.clashes.truncate(CLASHES);
                row.clashes.push(say!("mods-more-clashes", count = more));
            }
        }
    }

    /// Switches or moves a mod; what follows from it is read anew at once.
    pub(super) fn change_mods(&mut self, intent: &ModIntent, shelf: &mut Shelf) {
        let mut choice = saves::mods::read(&self.folders.config).unwrap_or_default();
        match intent {
            ModIntent::Reload => {}
            ModIntent::Switch(n) => {
                let Some(row) = shelf.mods.rows.get(*n) else { return };
                if !choice.off.remove(&row.id) {
                    choice.off.insert(row.id.clone());
                }
            }
            ModIntent::Earlier(n) => place(&mut choice, shelf, *n, |at| at.checked_sub(1)),
            ModIntent::Later(n) => place(&mut choice, shelf, *n, |at| Some(at + 1)),
            ModIntent::Place(n, other) => {
                let wanted = movable(shelf).iter().position(|row| row == other);
                place(&mut choice, shelf, *n, |_| wanted);
            }
            ModIntent::Folder => {
                let folder = self.folders.data.join("mods");
                if let Err(why) = show_folder(FILES, &folder) {
                    let folder = folder.display().to_string();
                    shelf.note = say!("mods-folder-not-shown", folder = folder, why = why.to_string());
                }
                return;
            }
        }
        if *intent != ModIntent::Reload
            && let Err(why) = saves::mods::write(&self.folders.config, &choice)
        {
            shelf.note = say!("mods-not-kept", why = why.to_string());
            return;
        }
        self.anew = true;
    }
}

/// How many lines of what else changes the same a mod has at most.
const CLASHES: usize = 5;

/// The rows that have an order, by their places in the list.
fn movable(shelf: &Shelf) -> Vec<usize> {
    (0..shelf.mods.rows.len()).filter(|n| shelf.mods.rows[*n].on.is_some()).collect()
}

/// Moves the n-th row among those that have an order to another place there; without such a row or place all stays.
fn place(choice: &mut ModChoice, shelf: &Shelf, n: usize, to: impl FnOnce(usize) -> Option<usize>) {
    let mut order = movable(shelf);
    let from = order.iter().position(|row| *row == n);
    let to = from.and_then(to).filter(|to| *to < order.len());
    if let (Some(from), Some(to)) = (from, to) {
        let row = order.remove(from);
        order.insert(to, row);
    }
    choice.order = order.into_iter().map(|row| shelf.mods.rows[row].id.clone()).collect();
}

/// The program of the system that shows a folder.
#[cfg(target_os = "windows")]
const FILES: &str = "explorer";
/// The program of the system that shows a folder.
#[cfg(target_os = "macos")]
const FILES: &str = "open";
/// The program of the system that shows a folder.
#[cfg(not(any(target_os = "windows", target_os = "macos")))]
const FILES: &str = "xdg-open";

/// Makes a folder, if it is not there, and has a program show it.
fn show_folder(program: &str, folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut shown = Command::new(program)
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    // It is waited for elsewhere, so that nothing of it is left when it has ended.
    std::thread::spawn(move || shown.wait());
    Ok(())
}

/// The last part of a folder.
fn last(folder: &Path) -> &str {
    folder.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// The mistakes whose file lies in a folder, by the name that messages give it.
fn wrong_in(all: &[Mistake], folder: &str) -> Vec<Mistake> {
    let own = |one: &&Mistake| one.place.split(['/', '\\', ':']).next() == Some(folder);
    all.iter().filter(own).cloned().collect()
}

/// Reads all content anew, while no battle is on the table.
pub fn anew(
    mut session: ResMut<Session>,
    mut shelf: ResMut<Shelf>,
    mut art: ResMut<Art>,
    mut language: ResMut<Language>,
) {
    if !session.anew {
        return;
    }
    session.anew = false;
    if session.controller.is_some() {
        return;
    }
    let (library, mut report) = session.folders.load_chosen();
    let (locales, wrong) = check_all(&library, &session.folders.sources(), &session.folders.mods);
    report.join(wrong);
    let spoken = language.id().to_owned();
    *art = Art::new(library.folders.clone());
    *language = Language::new(locales, &spoken);
    session.take(library);
    session.speak(&language);
    (session.fresh, session.wrong) = (None, report.has_errors());
    shelf.mistakes = mistakes(&report);
    session.fill(&mut shelf);
    session.show_mods(&mut shelf);
}

impl Session {
    /// Another library takes the place of the one there was.
    pub(in super::super) fn take(&mut self, library: Library) {
        self.library = library;
        self.origins = Default::default();
        self.scenarios = super::battles(&self.library)
            .into_iter()
            .filter_map(|id| Some((id, seats(self.library.scenarios.get(&id)?, &self.controllers))))
            .collect();
        // Its map and units may be gone.
        self.wish = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf() -> Shelf {
        let row = |id: &str, on| ModEntry { id: id.to_owned(), on, ..ModEntry::default() };
        let on = Some(true);
        let rows = vec![row("base", None), row("a", on), row("b", on), row("c", Some(false))];
        Shelf { mods: Mods { rows, ..Mods::default() }, ..Shelf::default() }
    }

    fn ordered(n: usize, to: impl FnOnce(usize) -> Option<usize>) -> String {
        let mut choice = ModChoice::default();
        place(&mut choice, &shelf(), n, to);
        choice.order.concat()
    }

    #[test]
    fn a_mod_is_moved_among_those_that_have_an_order() {
        assert_eq!(ordered(3, |at| at.checked_sub(1)), "acb");
        assert_eq!(ordered(1, |at| Some(at + 1)), "bac");
        assert_eq!(ordered(3, |_| Some(0)), "cab");
        assert_eq!(ordered(1, |_| Some(2)), "bca");
        assert_eq!(ordered(1, |at| at.checked_sub(1)), "abc", "the first stays where it is");
        assert_eq!(ordered(3, |at| Some(at + 1)), "abc", "so does the last");
        assert_eq!(ordered(0, |_| Some(1)), "abc", "the base game has no place of its own");
    }

    #[test]
    fn the_folder_of_mods_is_made_and_why_it_cannot_be_shown_is_said() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("data/mods");
        assert!(show_folder("no program of this name", &folder).is_err());
        assert!(folder.is_dir());
        std::fs::write(home.path().join("file"), "").unwrap();
        assert!(show_folder(FILES, &home.path().join("file/mods")).is_err());
    }
}
