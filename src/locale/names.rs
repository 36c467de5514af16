//! Names and texts of content in another language: `locales/<language>/rulebooks/<book>/<kind>.ron` and
//! `locales/<language>/{scenarios,maps,terrains,edges}.ron`, each entry held against the library; `wording` uses them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{
    kinds::{self, KINDS, Said},
    read::language_of,
};
use crate::{
    content::{
        decode::decode,
        diagnostics::{Diagnostic, REPORTED, Report},
        library::Library,
        mod_path::{ModPath, ModRoot},
        source::{BASE, RawEntry, read_entries_within},
    },
    key::Key,
    suggest::suggest,
};

/// What the entry of a translation says.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Inner {
    #[expect(dead_code, reason = "it is read from the entry, which every mod may write short")]
    id: Key,
    pub(super) name: Option<String>,
    title: Option<String>,
    pub(super) text: Option<String>,
    /// Of an action: what it does in a few words.
    brief: Option<String>,
    /// Of an action: the sentences in its `needs`, in their order.
    #[serde(default)]
    needs: Vec<String>,
    /// Of a scenario: what to do to win.
    pub(super) goal: Option<String>,
    /// Of a scenario: what to keep in mind, in their order.
    #[serde(default)]
    pub(super) hints: Vec<String>,
    /// Of a scenario: what its sides are called, by their ids.
    #[serde(default)]
    pub(super) sides: BTreeMap<String, String>,
    /// Of a scenario: what its units are called, by their ids.
    #[serde(default)]
    pub(super) units: BTreeMap<String, String>,
    /// Of a map: what its things are called by their ids, and its doors by their names.
    #[serde(default)]
    pub(super) things: BTreeMap<String, String>,
}

impl Inner {
    /// What another mod says of a scenario or map over it; the rest stays.
    fn over(&mut self, other: Self) {
        self.name = other.name.or_else(|| self.name.take());
        self.text = other.text.or_else(|| self.text.take());
        self.goal = other.goal.or_else(|| self.goal.take());
        if !other.hints.is_empty() {
            self.hints = other.hints;
        }
        self.sides.extend(other.sides);
        self.units.extend(other.units);
        self.things.extend(other.things);
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// The mods that have files of names in this language.
    pub(super) owners: BTreeSet<Key>,
    books: BTreeMap<(Key, &'static str, Key), Said>,
    pub(super) scenarios: BTreeMap<Key, Inner>,
    pub(super) maps: BTreeMap<Key, Inner>,
    pub(super) terrains: BTreeMap<Key, String>,
    pub(super) edges: BTreeMap<Key, String>,
}

impl Names {
    /// What a thing of a book is called by the files of just this book.
    pub(super) fn said(&self, book: Key, kind: &'static str, id: Key) -> Option<&Said> {
        self.books.get(&(book, kind, id))
    }

    /// The words that the files of a book have names for.
    pub(super) fn words(&self, book: Key) -> impl Iterator<Item = Key> {
        self.books.keys().filter(move |(own, kind, _)| *own == book && *kind == "words").map(|(_, _, id)| *id)
    }

    pub(super) fn books(&self) -> BTreeSet<Key> {
        self.books.keys().map(|(book, _, _)| *book).collect()
    }
}

/// What the entries of a language file are about: a rulebook, the empty id where it is none, and their kind.
type About = (Key, &'static str);

/// The kinds that belong to no rulebook.
const COMMON: [&str; 4] = ["scenarios", "maps", "terrains", "edges"];

/// The names of content of all languages, by language.
pub(super) fn read(roots: &[ModRoot], library: &Library, report: &mut Report) -> BTreeMap<String, Names> {
    let mut all: BTreeMap<String, Names> = BTreeMap::new();
    let Ok(folder) = ModPath::new(super::read::FOLDER) else { return all };
    for root in roots {
        let mut mistakes = Vec::new();
        let mut seen = BTreeSet::new();
        for path in root.list(&folder, "ron", &mut mistakes) {
            let Some(language) = language_of(root, &path, &mut mistakes) else { continue };
            if is_of_lost_book(path.as_str(), library) {
                continue;
            }
            let wrong =
                |(why, help): (String, String)| Diagnostic::whole_file(&root.shown(&path), why).help(help);
            let about = about(path.as_str(), library).map_err(wrong);
            let read = about.and_then(|about| Ok((about, root.read_text(&path)?)));
            let read = read.map_err(|mistake| mistakes.push(mistake));
            let Ok((about, source)) = read else { continue };
            let (entries, wrong) = read_entries_within(&source, root.budget());
            mistakes.extend(wrong);
            let names = all.entry(language.to_owned()).or_default();
            names.owners.insert(root.owner());
            for entry in entries {
                let id = own_id(&entry, root.owner());
                if !seen.insert((language.to_owned(), about, entry.id)) {
                    let message = format!("\"{}\" is named already: this one counts", entry.id);
                    mistakes.push(entry.place().error(message).help("keep one of the two").warning());
                }
                match decode::<Inner>(&entry) {
                    Ok(said) => names.take(about, library, &entry, id, said, &mut mistakes),
                    Err(mistake) => mistakes.push(mistake),
                }
            }
        }
        report.extend(mistakes);
    }
    all
}

/// The ids that an entry's may stand for: the own mod's first.
fn own_id(entry: &RawEntry, owner: Key) -> [Key; 2] {
    let plain = entry.id.as_str();
    let plain = plain.strip_prefix("base:").unwrap_or(plain);
    let own = if owner == BASE { plain.to_owned() } else { format!("{owner}:{plain}") };
    [Key::new(&own), Key::new(plain)]
}

/// Whether a file is about a rulebook that could not be loaded, which is said already.
fn is_of_lost_book(path: &str, library: &Library) -> bool {
    let mut parts = path.split('/').skip(2);
    parts.next() == Some("rulebooks") && parts.next().is_some_and(|book| library.is_lost(Key::new(book)))
}

/// What a file is about, by its path; else what is wrong and what would be right.
fn about(path: &str, library: &Library) -> Result<About, (String, String)> {
    let path = path.strip_suffix(".ron").unwrap_or(path);
    let parts: Vec<&str> = path.split('/').skip(2).collect();
    match parts.as_slice() {
        ["rulebooks", book, kind, ..] => {
            let Some(id) = library.books.keys().find(|id| id.as_str() == *book) else {
                let known: Vec<&str> = library.books.keys().map(|id| id.as_str()).collect();
                return Err((format!("there is no rulebook \"{book}\""), one_of(&known)));
            };
            let kind = KINDS.iter().find(|known| *known == kind);
            let kind =
                kind.ok_or_else(|| (format!("no kind of thing is called \"{}\"", parts[2]), near(parts[2])))?;
            Ok((*id, *kind))
        }
        _ => {
            let known = COMMON.into_iter().find(|known| parts.first() == Some(known));
            known.map(|kind| (Key::new(""), kind)).ok_or_else(|| {
                let files = COMMON.map(|kind| format!("{kind}.ron"));
                let help = format!("there are: rulebooks/<book>/<kind>.ron, {}", files.join(", "));
                ("no names are read from here".to_owned(), help)
            })
        }
    }
}

/// The kind that was probably meant, or all that there are.
fn near(kind: &str) -> String {
    let found = suggest(kind, KINDS);
    found.map_or_else(|| one_of(&KINDS), |near| format!("did you mean \"{near}\"?"))
}

fn one_of(words: &[&str]) -> String {
    format!("there are: {}", words.join(", "))
}

impl Names {
    fn take(
        &mut self,
        (book, kind): About,
        library: &Library,
        entry: &RawEntry,
        ids: [Key; 2],
        mut inner: Inner,
        mistakes: &mut Vec<Diagnostic>,
    ) {
        inner.name = inner.name.take().or_else(|| inner.title.take());
        // Whoever deletes or breaks a thing has not named it wrong in other languages.
        // What the base game names is there without mods: one of them has taken it away.
        let taken = entry.origin.file.owner == BASE && library.mods.len() > 1;
        let gone = taken || library.may_lack(book, kind) || ids.iter().any(|id| library.missing.contains(id));
        // What there is none of, and all that there are.
        let unknown: Option<(String, Vec<Key>)> = match kind {
            "scenarios" => match ids.iter().find_map(|id| library.scenarios.get(id)) {
                Some(def) => {
                    let (given, most) = (inner.hints.len(), def.hints.len());
                    if given > 0 && given != most {
                        let text = format!("\"{}\" has {most} hints, not {given}", def.id);
                        mistakes.push(entry.locate_field("hints").error(text));
                    }
                    let sides = def.sides.iter().map(|side| side.id.as_str());
                    inside(entry, "side", inner.sides.keys(), sides.collect(), mistakes);
                    let units = def.units().map(|unit| unit.id.as_str());
                    inside(entry, "unit", inner.units.keys(), units.collect(), mistakes);
                    self.scenarios.entry(def.id).or_default().over(inner);
                    None
                }
                None => Some(("scenario".to_owned(), library.scenarios.keys().copied().collect())),
            },
            "maps" => match ids.iter().find_map(|id| library.maps.get(id)) {
                Some(map) => {
                    let doors = map.map.doors().map(|door| door.name.as_str());
                    let things = map.things.iter().map(|thing| thing.id.as_str()).chain(doors);
                    inside(entry, "thing or door", inner.things.keys(), things.collect(), mistakes);
                    self.maps.entry(map.id).or_default().over(inner);
                    None
                }
                None => Some(("map".to_owned(), library.maps.keys().copied().collect())),
            },
            "terrains" => match ids.iter().find(|id| library.terrains.contains_key(id)) {
                Some(id) => {
                    self.terrains.extend(inner.name.map(|name| (*id, name)));
                    None
                }
                None => Some(("terrain".to_owned(), library.terrains.keys().copied().collect())),
            },
            "edges" => match ids.iter().find(|id| library.edges.contains_key(id)) {
                Some(id) => {
                    self.edges.extend(inner.name.map(|name| (*id, name)));
                    None
                }
                None => Some(("kind of edge".to_owned(), library.edges.keys().copied().collect())),
            },
            kind => {
                let Some(book) = library.books.get(&book) else { return };
                let found = ids.into_iter().find_map(|id| Some((id, kinds::said(book, kind, id)?)));
                match found {
                    Some((id, own)) => {
                        let (given, most) = (inner.needs.len(), own.needs.len());
                        if given > 0 && given != most {
                            let text = format!("\"{id}\" has {most} sentences in its needs, not {given}");
                            mistakes.push(entry.locate_field("needs").error(text));
                        }
                        let Inner { name, text, brief, needs, .. } = inner;
                        let said = Said { name, text, brief, needs };
                        self.books.entry((book.id, kind, id)).or_default().over(said);
                        None
                    }
                    None => {
                        let what = format!("entry of the {kind} of {}", book.settings.name);
                        Some((what, kinds::ids(book, kind)))
                    }
                }
            }
        };
        if let Some((what, known)) = unknown.filter(|_| !gone) {
            let mistake = entry.place().error(format!("there is no {what} \"{}\"", entry.id));
            let known = known.iter().map(|key| key.as_str()).take(looked_through(mistakes));
            mistakes.push(mistake.did_you_mean(entry.id.as_str(), known));
        }
    }
}

/// Whatever an entry names inside a scenario or map must be there.
fn inside<'a>(
    entry: &RawEntry,
    what: &str,
    named: impl Iterator<Item = &'a String>,
    known: Vec<&str>,
    mistakes: &mut Vec<Diagnostic>,
) {
    for name in named.filter(|name| !known.contains(&name.as_str())) {
        let mistake = entry.error_at(name, format!("\"{}\" has no {what} \"{name}\"", entry.id));
        let known = known.iter().copied().take(looked_through(mistakes));
        mistakes.push(mistake.did_you_mean(name, known));
    }
}

/// How many names are looked through for one that is near: none for mistakes that will not be shown.
fn looked_through(mistakes: &[Diagnostic]) -> usize {
    if mistakes.len() < REPORTED { usize::MAX } else { 0 }
}
