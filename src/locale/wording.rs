//! The library as a language calls its things, and facts of a battle with those names.
//!
//! Names are laid over values that are shown: a battle, its hashes and its saves know only those that content gives.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use threat_range_base::replace_if_some;

use super::{
    kinds::{self, KINDS, Said},
    names::{Inner, Names},
};
use crate::{
    content::library::Library,
    grid::Map,
    key::Key,
    rules::{
        book::Rulebook,
        facts::{Facts, Identity},
    },
};

pub(super) fn library(library: &Library, names: &Names) -> Library {
    let mut told = library.clone();
    if !names.books().is_empty() {
        for book in told.books.values_mut() {
            *book = Arc::new(book_in(library, book, names));
        }
    }
    for (id, inner) in &names.scenarios {
        let Some(def) = told.scenarios.get_mut(id).map(Arc::make_mut) else { continue };
        replace_if_some(&mut def.name, inner.name.as_ref());
        replace_if_some(&mut def.text, inner.text.as_ref());
        replace_if_some(&mut def.goal, inner.goal.as_ref());
        for (hint, told) in def.hints.iter_mut().zip(&inner.hints) {
            hint.clone_from(told);
        }
        for side in &mut def.sides {
            side.name = inner.sides.get(side.id.as_str()).cloned().or_else(|| side.name.take());
        }
    }
    for map in told.maps.values_mut() {
        let map = Arc::make_mut(map);
        let inner = names.maps.get(&map.id);
        replace_if_some(&mut map.name, inner.and_then(|inner| inner.name.as_ref()));
        rename(&mut map.map, names, inner);
    }
    for (id, name) in &names.terrains {
        put_in(told.terrains.get_mut(id).map(|terrain| &mut terrain.name), name);
    }
    for (id, name) in &names.edges {
        put_in(told.edges.get_mut(id).map(|edge| &mut edge.name), name);
    }
    told
}

/// What things are called in English and in the language, and what actions need: of battles first, then of books.
pub(super) fn glossary(
    library: &Library,
    told: &Library,
    language: Option<&Arc<Names>>,
) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    if let Some(language) = language {
        of_battles(library, language, &mut names);
    }
    for (old, new) in library.books.values().filter_map(|old| Some((old, told.books.get(&old.id)?))) {
        for kind in KINDS {
            for id in kinds::ids(old, kind) {
                let said = (kinds::said(old, kind, id), kinds::said(new, kind, id));
                let (Some(old), Some(new)) = said else { continue };
                let pairs = old.name.into_iter().zip(new.name).chain(old.needs.into_iter().zip(new.needs));
                for (old, new) in pairs.filter(|(old, new)| old != new) {
                    names.entry(old).or_insert(new);
                }
            }
        }
    }
    names
}

/// The names of units, things, grounds and edges.
fn of_battles(library: &Library, language: &Names, names: &mut BTreeMap<String, String>) {
    let mut put = |old: &str, new: Option<&String>| {
        if let Some(new) = new.filter(|new| !old.is_empty() && **new != old) {
            names.entry(old.to_owned()).or_insert_with(|| new.clone());
        }
    };
    for def in library.scenarios.values() {
        let Some(inner) = language.scenarios.get(&def.id) else { continue };
        for unit in def.units() {
            put(unit.name.as_deref().unwrap_or_default(), inner.units.get(unit.id.as_str()));
        }
    }
    for map in library.maps.values() {
        let Some(inner) = language.maps.get(&map.id) else { continue };
        for thing in &map.things {
            put(&thing.name, inner.things.get(thing.id.as_str()));
        }
        for door in map.map.doors() {
            put(&door.name, inner.things.get(&door.name));
        }
    }
    for (id, terrain) in &library.terrains {
        put(&terrain.name, language.terrains.get(id));
    }
    for (id, edge) in &library.edges {
        put(&edge.name, language.edges.get(id));
    }
}

fn put_in(place: Option<&mut String>, new: &String) {
    if let Some(place) = place {
        place.clone_from(new);
    }
}

fn rename(map: &mut Map, names: &Names, inner: Option<&Inner>) {
    map.rename(
        |id| names.terrains.get(&id).cloned(),
        |id| names.edges.get(&id).cloned(),
        |door| inner.and_then(|inner| inner.things.get(door).cloned()),
    );
}

/// A book with the names of a language: its own files' first, then those of the books that it inherits from or names.
fn book_in(library: &Library, book: &Rulebook, names: &Names) -> Rulebook {
    let sources = sources(library, book);
    let mut told = book.clone();
    for kind in KINDS {
        let mut ids = kinds::ids(book, kind);
        if kind == "words" {
            // What has no name in the book at all.
            let words = sources.iter().flat_map(|source| names.words(source.id));
            ids.extend(words.filter(|id| !book.settings.names.contains_key(id)).collect::<Vec<_>>());
        }
        for id in ids {
            let Some(own) = kinds::said(book, kind, id) else { continue };
            let said = called(&sources, names, (kind, id), &own);
            if said != Said::default() {
                kinds::say(&mut told, kind, id, said);
            }
        }
    }
    told
}

/// What a thing of the first of these books is called in a language: by the first that has a name and the same English.
pub(super) fn called(
    sources: &[&Rulebook],
    names: &Names,
    (kind, id): (&'static str, Key),
    own: &Said,
) -> Said {
    let mut said = Said::default();
    for source in sources {
        let Some(found) = names.said(source.id, kind, id) else { continue };
        let theirs = kinds::said(source, kind, id).unwrap_or_default();
        if said.name.is_none() && theirs.name == own.name {
            said.name.clone_from(&found.name);
        }
        if said.text.is_none() && theirs.text == own.text {
            said.text.clone_from(&found.text);
        }
        if said.brief.is_none() && theirs.brief == own.brief {
            said.brief.clone_from(&found.brief);
        }
        if said.needs.is_empty() && theirs.needs == own.needs {
            said.needs.clone_from(&found.needs);
        }
    }
    said
}

/// A book, then those it inherits from and refers to, each once.
pub(super) fn sources<'a>(library: &'a Library, book: &'a Rulebook) -> Vec<&'a Rulebook> {
    let mut found = vec![book];
    let mut at = 0;
    while let Some(next) = found.get(at).copied() {
        at += 1;
        for id in next.settings.extends.iter().chain(&next.settings.refers) {
            if let Some(other) = library.books.get(id)
                && !found.iter().any(|known| known.id == other.id)
            {
                found.push(other);
            }
        }
    }
    found
}

/// The names of one battle in one language.
#[derive(Debug)]
pub struct Wording {
    book: Arc<Rulebook>,
    names: Arc<Names>,
    map: Key,
    units: BTreeMap<String, String>,
    kinds: BTreeMap<String, String>,
    /// The battle's map as it was last met, and the same with the names of the language.
    last: Mutex<Option<(Arc<Map>, Arc<Map>)>>,
}

impl Wording {
    /// The names of a battle of a scenario by a book. None if the language has no names, or the library not that book.
    pub(super) fn new(
        library: &Library,
        told: &Library,
        names: &Arc<Names>,
        scenario: Key,
        book: Key,
    ) -> Option<Self> {
        let (old, new) = (library.books.get(&book)?, told.books.get(&book)?);
        let pairs = old.units.iter().filter_map(|def| Some((def, new.units.get(def.id)?)));
        Some(Self {
            book: new.clone(),
            names: names.clone(),
            map: told.scenarios.get(&scenario).map_or(Key::new(""), |def| def.map),
            units: names.scenarios.get(&scenario).map(|inner| inner.units.clone()).unwrap_or_default(),
            kinds: pairs.map(|(old, new)| (old.name.clone(), new.name.clone())).collect(),
            last: Mutex::new(None),
        })
    }

    /// What a unit is called.
    pub fn name<'a>(&'a self, who: &'a Identity) -> &'a str {
        let own = self.units.get(who.id.0.as_str());
        own.or_else(|| self.kinds.get(&who.name)).unwrap_or(&who.name)
    }

    /// Lays the names over facts that are shown.
    pub fn lay_over(&self, facts: &mut Facts) {
        facts.book = self.book.clone();
        for unit in &mut facts.units {
            unit.identity.name = self.name(&unit.identity).to_owned();
        }
        if let Some(inner) = self.names.maps.get(&self.map) {
            for thing in &mut facts.things {
                replace_if_some(&mut thing.name, inner.things.get(thing.id.as_str()));
            }
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let same = last.as_ref().filter(|(old, _)| Arc::ptr_eq(old, &facts.map));
        let map = match same {
            Some((_, map)) => map.clone(),
            None => {
                let mut map = (*facts.map).clone();
                rename(&mut map, &self.names, self.names.maps.get(&self.map));
                let map = Arc::new(map);
                *last = Some((facts.map.clone(), map.clone()));
                map
            }
        };
        facts.map = map;
    }
}
