//! The mods: which are on, in which order, what is wrong with each; and reading all content anew.
//!
//! Owns the page's list and what its buttons do. The choice itself is `content`'s, its file `saves`'.

use bevy::prelude::*;

use super::super::{Session, mistakes, seats};
use crate::{
    content::{
        diagnostics::Report,
        library::Library,
        manifest::{ModFolder, discover},
        mod_choice::ModChoice,
        source::BASE,
    },
    locale::{Locales, say},
    saves,
    window::{
        art::Art,
        language::Language,
        view::{Mistake, ModEntry, ModIntent, Mods, Shelf},
    },
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
                moves: (false, false),
            });
        }
        let order: Vec<usize> = {
            let mut left: Vec<usize> = (0..found.len()).collect();
            left.retain(|n| !rows.iter().any(|row| row.id == found[*n].id().as_str()));
            left.sort_by_key(|n| (choice.rank(found[*n].id().as_str()), found[*n].id()));
            left.dedup_by_key(|n| found[*n].id());
            left
        };
        for n in order {
            let (one, folder) = (&found[n], found[n].root.folder());
            rows.push(ModEntry {
                id: one.id().to_string(),
                name: one.manifest.name.clone(),
                version: one.manifest.version.to_string(),
                on: Some(choice.is_on(one.id().as_str())),
                mistakes: wrong_in(&shelf.mistakes, last(folder)),
                folder: folder.display().to_string(),
                moves: (false, false),
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
        let movable: Vec<usize> = (0..rows.len()).filter(|n| rows[*n].on.is_some()).collect();
        for (at, n) in movable.iter().enumerate() {
            rows[*n].moves = (at > 0, at + 1 < movable.len());
        }
        let folder = self.folders.data.join("mods").display().to_string();
        shelf.mods = Mods { rows, folder };
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
            ModIntent::Earlier(n) => shift(&mut choice, shelf, n.checked_sub(1), *n),
            ModIntent::Later(n) => shift(&mut choice, shelf, Some(*n), *n + 1),
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

/// The n-th and the one after it change places in the order wanted.
fn shift(choice: &mut ModChoice, shelf: &Shelf, first: Option<usize>, second: usize) {
    let rows = &shelf.mods.rows;
    let mut order: Vec<String> =
        rows.iter().filter(|row| row.on.is_some()).map(|row| row.id.clone()).collect();
    let place = |n: usize| {
        let row = rows.get(n)?;
        order.iter().position(|id| *id == row.id)
    };
    if let (Some(a), Some(b)) = (first.and_then(place), place(second)) {
        order.swap(a, b);
    }
    choice.order = order;
}

/// The last part of a folder.
fn last(folder: &std::path::Path) -> &str {
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
    let (locales, wrong) = Locales::load(&library);
    report.join(wrong);
    let spoken = language.id().to_owned();
    *art = Art::new(library.folders.clone());
    *language = Language::new(locales, &spoken);
    session.take(library);
    session.speak(&language);
    (session.fresh, session.wrong) = (None, !report.is_empty());
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
