//! What a battle uses of the library, and what of it has changed since.
//!
//! The entries that a battle uses are the settings and all actions of the rulebook, map and scenario, and whatever
//! these name, what that names, and so on. A name is taken for an entry wherever it stands as a word: rather one
//! too many than one too few.

use std::{fmt::Debug, sync::OnceLock};

use threat_range_rules::in_catalogue;

use crate::content::prelude::*;
use crate::{
    battle::{
        terms::Terms,
        used::{FieldChange, Used, UsedEntry, differences},
    },
    rules::facts::Thing,
};

/// How an entry that a battle used is another now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryChange {
    /// Of which kind it is: `weapon`.
    pub kind: String,
    /// Its id.
    pub id: String,
    /// What became of it.
    pub how: EntryChangeKind,
}

/// What became of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryChangeKind {
    /// It is no more.
    Missing,
    /// These of its values are others; none: its values then are not known.
    Changed(Vec<FieldChange>),
}

/// The settings of a book, and which actions there are.
#[derive(Debug, Serialize)]
struct Settings<'a> {
    #[serde(flatten)]
    settings: &'a BookDef,
    actions: Vec<Key>,
}

#[derive(Debug, Serialize)]
struct Field<'a> {
    map: &'a Map,
    starts: &'a BTreeMap<Key, Vec<Square>>,
    things: &'a [Thing],
}

#[derive(Clone, Debug)]
struct Entries {
    /// By kind and id.
    all: BTreeMap<String, Arc<UsedEntry>>,
    named: BTreeMap<String, Vec<String>>,
    /// The names of those of an id.
    of_id: BTreeMap<String, Vec<String>>,
}

/// Entries as they are written down, of each book and map once it is asked for, and what battles use of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    books: BTreeMap<Key, OnceLock<Arc<Entries>>>,
    maps: BTreeMap<Key, OnceLock<Arc<UsedEntry>>>,
    /// What a battle uses, by scenario and rulebook.
    battles: BTreeMap<(Key, Key), OnceLock<Arc<Used>>>,
}

impl Written {
    pub(super) fn of(library: &Library) -> Self {
        let battles = library.scenarios.iter().flat_map(|(id, def)| {
            let books = std::iter::once(def.rulebook).chain(def.also.iter().copied());
            books.map(move |book| ((*id, book), OnceLock::new()))
        });
        Self {
            battles: battles.collect(),
            books: library.books.keys().map(|id| (*id, OnceLock::new())).collect(),
            maps: library.maps.keys().map(|id| (*id, OnceLock::new())).collect(),
        }
    }
}

fn called(kind: &str, id: impl std::fmt::Display) -> String {
    format!("{kind} {id}")
}

/// The words of an entry that may be names, those aside that it is called by.
fn words(entry: &UsedEntry) -> impl Iterator<Item = &str> {
    let lines = entry.text.as_deref().unwrap_or_default().lines();
    let lines = lines.filter(|line| {
        let path = line.split_once('\t').map_or("", |(path, _)| path);
        path != "name" && !path.ends_with(".name")
    });
    lines.flat_map(|line| {
        let whole = line.split(|letter: char| !(letter.is_alphanumeric() || "_:-".contains(letter)));
        whole.flat_map(|word| std::iter::once(word).chain(word.split('-').filter(move |part| *part != word)))
    })
}

impl Entries {
    fn of(book: &Rulebook) -> Self {
        fn add<'a, T: Serialize + Debug + 'a>(
            all: &mut BTreeMap<String, Arc<UsedEntry>>,
            kind: &str,
            defs: impl Iterator<Item = (Key, &'a T)>,
        ) {
            let entry = |def: &T| Arc::new(UsedEntry::of(def, &["text", "brief"]));
            all.extend(defs.map(|(id, def)| (called(kind, id), entry(def))));
        }
        let mut all = BTreeMap::new();
        for kind in KINDS.into_iter().filter(|kind| *kind != "rules") {
            let one = kind.trim_end_matches('s');
            in_catalogue!(kind, (&book), |list| add(&mut all, one, list.iter().map(|def| (def.id, &**def))), else {});
        }
        let actions = book.actions.iter().map(|def| def.id).collect();
        let settings = Settings { settings: &book.settings, actions };
        let entry = UsedEntry::of(&settings, &["text", "refers", "choices", "guide"]);
        all.insert(called("rulebook", book.id), Arc::new(entry));

        let mut of_id: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for name in all.keys() {
            let id = name.split_once(' ').map_or("", |(_, id)| id);
            of_id.entry(id.to_owned()).or_default().push(name.clone());
        }
        let mut entries = Self { all, named: BTreeMap::new(), of_id };
        let named = entries.all.iter().map(|(name, entry)| (name.clone(), entries.names(entry)));
        entries.named = named.collect();
        entries
    }

    fn names(&self, entry: &UsedEntry) -> Vec<String> {
        let ids: BTreeSet<&str> = words(entry).collect();
        ids.into_iter().filter_map(|id| self.of_id.get(id)).flatten().cloned().collect()
    }

    fn reached(&self, mut waiting: Vec<String>) -> BTreeMap<String, Arc<UsedEntry>> {
        let mut found = BTreeMap::new();
        while let Some(name) = waiting.pop() {
            if let (false, Some(entry)) = (found.contains_key(&name), self.all.get(&name)) {
                waiting.extend(self.named.get(&name).into_iter().flatten().cloned());
                found.insert(name, entry.clone());
            }
        }
        found
    }
}

fn field(placed: &PlacedMap) -> Arc<UsedEntry> {
    let field = Field { map: &placed.map, starts: &placed.starts, things: &placed.things };
    Arc::new(UsedEntry::of(&field, &[]))
}

fn scene(def: &ScenarioDef) -> Arc<UsedEntry> {
    Arc::new(UsedEntry::of(def, &["text", "goal", "hints", "teaches", "order", "also"]))
}

impl Library {
    fn entries(&self, book: &Rulebook) -> Arc<Entries> {
        let written = || Arc::new(Entries::of(book));
        self.written.books.get(&book.id).map_or_else(written, |own| own.get_or_init(written).clone())
    }

    fn map_entry(&self, placed: &PlacedMap) -> Arc<UsedEntry> {
        let written = || field(placed);
        self.written.maps.get(&placed.id).map_or_else(written, |own| own.get_or_init(written).clone())
    }

    /// What a battle on these terms uses; found once for each scenario and book, anew for one made for the match.
    pub(super) fn used(
        &self,
        terms: &Terms,
        def: &ScenarioDef,
        book: &Rulebook,
        placed: &PlacedMap,
    ) -> Arc<Used> {
        let made = terms.made.is_some();
        let found = || Arc::new(self.reached(made, def, book, placed));
        let kept = self.written.battles.get(&(def.id, book.id)).filter(|_| !made);
        kept.map_or_else(found, |kept| kept.get_or_init(found).clone())
    }

    fn reached(&self, made: bool, def: &ScenarioDef, book: &Rulebook, placed: &PlacedMap) -> Used {
        let entries = self.entries(book);
        let (map, scenario) = (self.map_entry(placed), scene(def));
        let actions = book.actions.iter().map(|def| called("action", def.id));
        let mut roots: Vec<String> = actions.chain([called("rulebook", book.id)]).collect();
        roots.extend(entries.names(&map));
        roots.extend(entries.names(&scenario));
        let mut found = entries.reached(roots);
        found.insert(called("map", placed.id), map);
        // One that was put together for the match goes with it as it is.
        if !made {
            found.insert(called("scenario", def.id), scenario);
        }
        Used::of(found)
    }

    fn entry(&self, book: Key, name: &str) -> Option<Arc<UsedEntry>> {
        let (kind, id) = name.split_once(' ')?;
        let id = Key::new(id);
        match kind {
            "map" => self.maps.get(&id).map(|placed| self.map_entry(placed)),
            "scenario" => self.scenarios.get(&id).map(|def| scene(def)),
            _ => self.entries(self.books.get(&book)?).all.get(name).cloned(),
        }
    }

    /// What has changed of that which a battle by a book used: of each entry its name and hash, and its values as far
    /// as they are known.
    pub fn changes<'a>(
        &self,
        book: Key,
        then: impl IntoIterator<Item = (&'a str, &'a str, Option<&'a str>)>,
    ) -> Vec<EntryChange> {
        let mut changes = Vec::new();
        for (name, hash, values) in then {
            let how = match self.entry(book, name) {
                None => EntryChangeKind::Missing,
                Some(now) if now.hash == hash => continue,
                Some(now) => {
                    let both = values.zip(now.text.as_deref());
                    EntryChangeKind::Changed(
                        both.map(|(then, now)| differences(then, now)).unwrap_or_default(),
                    )
                }
            };
            let (kind, id) = name.split_once(' ').unwrap_or(("", name));
            changes.push(EntryChange { kind: kind.to_owned(), id: id.to_owned(), how });
        }
        changes
    }

    /// The same of all that a save or replay says its battle used.
    pub fn changes_since(&self, book: Key, used: &Used) -> Vec<EntryChange> {
        self.changes(book, used.iter().map(|(name, entry)| (name, &*entry.hash, entry.text.as_deref())))
    }
}
