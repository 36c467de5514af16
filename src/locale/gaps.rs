//! What content has no word for in a language: each name and text that stays English, with the file it belongs into.
//!
//! A mod that has no file of names in a language is not asked for any: its things are called as it calls them.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    kinds::{self, KINDS, Said},
    names::{Inner, Names},
    wording::{called, sources},
};
use crate::{
    content::{
        diagnostics::{Diagnostic, Report, Severity},
        library::Library,
        mod_path::{ModPath, ModRoot},
        scenario::UnitEntry,
        source::BASE,
    },
    key::Key,
    rules::book::Rulebook,
};

/// How many things a warning names.
const NAMED: usize = 8;

/// What is missing: by the file that it belongs into, below the folder of the language.
type Gaps = BTreeMap<(Key, String), BTreeSet<String>>;

/// One warning for each file that lacks something.
pub(super) fn report(
    roots: &[ModRoot],
    library: &Library,
    languages: &BTreeMap<String, Names>,
    report: &mut Report,
) {
    for (language, names) in languages {
        for ((owner, file), lost) in find(library, names) {
            let Ok(path) = ModPath::new(&format!("{}/{language}/{file}", super::read::FOLDER)) else {
                continue;
            };
            // The base game lacks nothing by itself: these are things that a mod has added to its books.
            if owner == BASE && library.mods.len() > 1 {
                continue;
            }
            let Some(root) = roots.iter().find(|root| root.owner() == owner) else { continue };
            // What is wrong in the file may be a name that is misspelt.
            let wrong = |one: &Diagnostic| one.severity == Severity::Error && *one.file == *root.shown(&path);
            if report.iter().any(wrong) {
                continue;
            }
            let list: Vec<&str> = lost.iter().take(NAMED).map(String::as_str).collect();
            let more = match lost.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let text = format!("the language \"{language}\" lacks {}{more}", list.join(", "));
            report.push(Diagnostic::whole_file(&root.shown(&path), text).warning());
        }
    }
}

/// Everything that has no word in a language. Only what belongs to mods that name things in it is asked for.
pub(super) fn find(library: &Library, names: &Names) -> Gaps {
    let makers = library.books.keys().map(|book| (*book, maker(&library.roots, *book))).collect();
    let mut gaps = Finder { names, makers, gaps: Gaps::new() };
    // What is wrong with a book is told before what it lacks.
    for book in library.books.values().filter(|book| !library.broken_books.contains(&book.id)) {
        gaps.book(library, book);
    }
    for def in library.scenarios.values() {
        let books = std::iter::once(&def.rulebook).chain(&def.also);
        let kinds: BTreeSet<&str> = books
            .filter_map(|id| library.books.get(id))
            .flat_map(|book| book.units.iter().map(|unit| unit.name.as_str()))
            .collect();
        let inner = names.scenarios.get(&def.id);
        gaps.said(def.id, "scenarios.ron", &def.name, &def.text, inner);
        let goal = inner.is_some_and(|inner| inner.goal.is_some());
        gaps.ask(owner(def.id), "scenarios.ron", !def.goal.is_empty() && !goal, || {
            format!("the goal of {}", def.id)
        });
        let hints = inner.map_or(0, |inner| inner.hints.len());
        gaps.ask(owner(def.id), "scenarios.ron", hints < def.hints.len(), || {
            format!("the hints of {}", def.id)
        });
        for side in &def.sides {
            let known = inner.is_some_and(|inner| inner.sides.contains_key(side.id.as_str()));
            gaps.ask(owner(def.id), "scenarios.ron", side.name.is_some() && !known, || {
                format!("the side {} of {}", side.id, def.id)
            });
        }
        for unit in def.units() {
            gaps.unit(def.id, unit, &kinds, inner);
        }
    }
    for map in library.maps.values() {
        let inner = names.maps.get(&map.id);
        gaps.said(map.id, "maps.ron", &map.name, "", inner);
        let doors = map.map.doors().filter(|door| !door.name.is_empty());
        let doors = doors.map(|door| (door.name.as_str(), door.name.as_str()));
        let things = map.things.iter().map(|thing| (thing.id.as_str(), thing.name.as_str()));
        for (id, _) in things.chain(doors).filter(|(_, name)| !name.is_empty()) {
            let known = inner.is_some_and(|inner| inner.things.contains_key(id));
            gaps.ask(owner(map.id), "maps.ron", !known, || format!("{id} of {}", map.id));
        }
    }
    for id in library.terrains.keys() {
        gaps.ask(owner(*id), "terrains.ron", !names.terrains.contains_key(id), || id.to_string());
    }
    for id in library.edges.keys() {
        gaps.ask(owner(*id), "edges.ron", !names.edges.contains_key(id), || id.to_string());
    }
    gaps.gaps
}

fn owner(id: Key) -> Key {
    id.as_str().split_once(':').map_or_else(|| Key::new(BASE), |(owner, _)| Key::new(owner))
}

/// The mod that a rulebook belongs to: the first that has its settings.
fn maker(roots: &[ModRoot], book: Key) -> Key {
    let settings = ModPath::new(&format!("rulebooks/{book}/book.ron"));
    let made = |root: &&ModRoot| settings.as_ref().is_ok_and(|settings| root.is_there(settings));
    roots.iter().find(made).map_or(Key::new(BASE), ModRoot::owner)
}

struct Finder<'a> {
    names: &'a Names,
    makers: BTreeMap<Key, Key>,
    gaps: Gaps,
}

impl Finder<'_> {
    fn ask(&mut self, owner: Key, file: &str, lacks: bool, what: impl FnOnce() -> String) {
        if lacks && self.names.owners.contains(&owner) {
            self.gaps.entry((owner, file.to_owned())).or_default().insert(what());
        }
    }

    fn said(&mut self, id: Key, file: &str, name: &str, text: &str, inner: Option<&Inner>) {
        let named = inner.is_some_and(|inner| inner.name.is_some());
        let told = inner.is_some_and(|inner| inner.text.is_some());
        self.ask(owner(id), file, !name.is_empty() && !named, || format!("the name of {id}"));
        self.ask(owner(id), file, !text.is_empty() && !told, || format!("the text of {id}"));
    }

    fn unit(&mut self, scenario: Key, unit: &UnitEntry, kinds: &BTreeSet<&str>, inner: Option<&Inner>) {
        let own = unit.name.as_deref().is_some_and(|name| !kinds.contains(name));
        let known = inner.is_some_and(|inner| inner.units.contains_key(unit.id.as_str()));
        self.ask(owner(scenario), "scenarios.ron", own && !known, || {
            format!("the unit {} of {scenario}", unit.id)
        });
    }

    /// What a book has is named by its own files, or by those of a book that it has it from.
    fn book(&mut self, library: &Library, book: &Rulebook) {
        let sources = sources(library, book);
        for kind in KINDS {
            for id in kinds::ids(book, kind) {
                let Some(own) = kinds::said(book, kind, id) else { continue };
                let name = home(&sources, kind, id, |said| said.name.as_ref() == own.name.as_ref());
                let text = home(&sources, kind, id, |said| said.text.as_ref() == own.text.as_ref());
                let brief = home(&sources, kind, id, |said| said.brief.as_ref() == own.brief.as_ref());
                let needs = home(&sources, kind, id, |said| said.needs == own.needs);
                let found = called(&sources, self.names, (kind, id), &own);
                let untold = found.text.is_none() && own.text.is_some_and(|text| !text.is_empty());
                let unsaid = found.brief.is_none() && own.brief.is_some_and(|brief| !brief.is_empty());
                let unneeded = found.needs.is_empty() && !own.needs.is_empty();
                let lost = [
                    (name, found.name.is_none(), "name"),
                    (text, untold, "text"),
                    (brief, unsaid, "brief"),
                    (needs, unneeded, "needs"),
                ];
                for (home, lacks, what) in lost {
                    // Of a mod's entry in another's book, the entry says whose it is.
                    let whose = match owner(id) {
                        base if base == BASE => self.makers.get(&home).copied().unwrap_or(base),
                        own => own,
                    };
                    let file = format!("rulebooks/{home}/{kind}.ron");
                    self.ask(whose, &file, lacks, || format!("the {what} of {id}"));
                }
            }
        }
    }
}

/// The book whose files should say something of a thing: the farthest from which it comes as it is.
fn home(sources: &[&Rulebook], kind: &str, id: Key, same: impl Fn(&Said) -> bool) -> Key {
    let has = |book: &&&Rulebook| kinds::said(book, kind, id).is_some_and(|said| same(&said));
    sources.iter().rev().find(has).or(sources.first()).map_or(Key::new(BASE), |book| book.id)
}
