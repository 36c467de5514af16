//! Where a value comes from: what each mod writes of an entry or a setting, and what two mods both change.

use super::{
    Places,
    books::{Built, setting_path},
    fields::{left_out, no_field, value_left_out},
    in_order,
    load::{Layers, Loader},
    maps::drawn_maps,
};
use crate::content::{
    history::{Touch, below},
    mod_choice::ModChoice,
    patch::SettingChange,
    prelude::*,
    tree::{Opened, Shape},
};

/// Kinds of entries that belong to no rulebook.
const COMMON: [&str; 4] = ["terrains", "edges", "maps", "scenarios"];

/// What one mod writes of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The mod.
    pub owner: Key,
    /// What it does: a verb, or `writes` for a setting of a rulebook.
    pub verb: Key,
    /// The file, relative to the folder that holds the mods.
    pub file: Arc<Path>,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// What is written there.
    pub value: String,
}

impl Layer {
    fn new(verb: Key, place: &SourcePlace, value: &str) -> Self {
        let (line, column) = place.file.line_and_column(place.span.start);
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        Self { owner: place.file.owner, verb, file: place.file.path.clone(), line, column, value }
    }
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Who writes it, the first first.
    pub layers: Vec<Layer>,
    /// What comes of it; `None`: it is deleted or left out.
    pub now: Option<String>,
    /// Fields that nobody writes, with what they are then: those of an entry, or the one that was asked for.
    pub left_out: Vec<(String, String)>,
}

impl Explained {
    fn new(layers: Vec<Layer>, now: Option<String>) -> Self {
        Self { layers, now, left_out: Vec::new() }
    }

    /// Of a field that nobody writes: what it is then, or what is wrong with the path to it.
    fn unsaid(of: (&str, &str), entry: Option<Node>, part: &str) -> Result<Self, String> {
        let left =
            || format!("nothing says what \"{part}\" of \"{}\" is: it is what it is if left out", of.1);
        let entry = entry.ok_or_else(left)?;
        if let Some(wrong) = no_field(of, entry.clone(), part) {
            return Err(wrong);
        }
        let value = value_left_out(of.0, &entry, part).ok_or_else(left)?;
        Ok(Self { left_out: vec![(part.to_owned(), value)], ..Self::new(Vec::new(), None) })
    }
}

/// Something that two mods both change. The last of them wins, unless both count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// What: `threat_range/weapons/club.base`.
    pub path: String,
    /// Who changes it, the first first.
    pub layers: Vec<Layer>,
}

impl Conflict {
    /// Whether the last change goes on from the others and does not take their place.
    pub fn both_count(&self) -> bool {
        self.layers.last().is_some_and(|layer| ["add", "mul", "extend"].contains(&layer.verb.as_str()))
    }
}

/// All entries and settings as they are written.
pub struct Sources {
    /// Which mods are left out, and why.
    pub left_out: Report,
    books: BTreeMap<Key, Built>,
    common: BTreeMap<&'static str, Layered>,
    /// Maps from editors, which are no entries: their files.
    drawn: BTreeMap<Key, Vec<Layer>>,
}

/// A change of more parts than this is looked at as a whole.
const MOST_PARTS: usize = 200;

const PATHS: &str = "a path looks like `threat_range/weapons/club.base`, `threat_range/book.movement.speed` or \
                     `terrains/mud.cost`";

impl Sources {
    /// Of the base game and the mods that lie in some folders.
    pub fn load(base: &Path, mods: &[PathBuf]) -> Self {
        Self::load_chosen(base, mods, &ModChoice::default())
    }

    /// The same with those mods only that are on, in the order wanted: what a library is made of.
    pub fn load_chosen(base: &Path, mods: &[PathBuf], choice: &ModChoice) -> Self {
        Self::of((base, mods, &[]), choice)
    }

    /// Of the base game and single mods by their own folders.
    pub fn load_with(base: &Path, own: &[PathBuf]) -> Self {
        Self::load_besides(base, &[], own)
    }

    /// Of the base game, the mods that lie in the folders `mods`, and single mods by their own folders besides.
    pub fn load_besides(base: &Path, mods: &[PathBuf], own: &[PathBuf]) -> Self {
        Self::of((base, mods, own), &ModChoice::default())
    }

    fn of(places: Places<'_>, choice: &ModChoice) -> Self {
        let (mods, left_out) = in_order(places, choice);
        let mut loader = Loader::new(&mods, Report::new());
        let common = COMMON.map(|kind| (kind, loader.layer("", kind)));
        let books = Library::default().load_books(&mut loader);
        Self { left_out, books, common: BTreeMap::from(common), drawn: drawn(&mods) }
    }

    /// Where a value comes from: `threat_range/weapons/club`, `threat_range/weapons/club.base`,
    /// `threat_range/book.attack.area.number`, `terrains/mud.cost`.
    ///
    /// # Errors
    /// One sentence: there is no such thing.
    pub fn explain(&self, path: &str) -> Result<Explained, String> {
        let (first, rest) = path.split_once('/').unwrap_or((path, ""));
        if let Some(layered) = self.common.get(first) {
            if let Some(layers) = self.drawn.get(&Key::new(rest)).filter(|_| first == "maps") {
                return Ok(Explained::new(layers.clone(), Some("as drawn there".to_owned())));
            }
            let drawn: Vec<Key> = self.drawn.keys().copied().filter(|_| first == "maps").collect();
            return of_entry(layered, first, rest, &drawn);
        }
        let Some(book) = self.books.get(&Key::new(first)) else {
            return Err(self.no_book(first, rest));
        };
        if let Some(setting) = below(rest, "book") {
            return of_setting(book, setting);
        }
        let (kind, rest) = rest.split_once('/').unwrap_or((rest, ""));
        let layers = book.layers.iter().flatten();
        match KINDS.iter().zip(layers).find(|(known, _)| **known == kind) {
            Some((_, layered)) => of_entry(layered, kind, rest, &[]),
            None => Err(unknown("kind of entry", kind, KINDS.into_iter().chain(["book"]))),
        }
    }

    /// What is wrong with a path that begins with no rulebook: it has left it out, or the name is another.
    fn no_book(&self, first: &str, rest: &str) -> String {
        let Some(kind) = KINDS.iter().position(|kind| *kind == first) else {
            let known = self.books.keys().map(|key| key.as_str()).chain(COMMON);
            let said = unknown("rulebook", first, known);
            return if said.ends_with('?') { said } else { format!("{said}: {PATHS}") };
        };
        let id = Key::new(rest.split('.').next().unwrap_or_default());
        let has = |book: &Built| {
            let layer = book.layers.as_ref().and_then(|layers| layers.get(kind));
            layer.is_some_and(|layer| layer.found(id).is_some())
        };
        let books = self.books.iter().filter(|(_, book)| has(book));
        let books: Vec<String> = books.map(|(book, _)| format!("`{book}/{first}/{rest}`")).collect();
        match books.as_slice() {
            [] => format!("the {first} are those of a rulebook, and none has \"{id}\": {PATHS}"),
            books => format!("the {first} are those of a rulebook: {}", books.join(", ")),
        }
    }

    /// Who writes a thing, where one of them is no part of the base game; none: it is as the base game has it, or
    /// there is no such thing.
    pub fn changes(&self, path: &str) -> Vec<Layer> {
        let layers = self.explain(path).map(|explained| explained.layers).unwrap_or_default();
        if layers.iter().all(|layer| layer.owner == BASE) { Vec::new() } else { layers }
    }

    pub(super) fn layers(&self, book: Key) -> Option<&Layers> {
        self.books.get(&book)?.layers.as_ref()
    }

    pub(super) fn settings(&self, book: Key) -> Option<&RawEntry> {
        Some(&self.books.get(&book)?.written)
    }

    pub(super) fn maker(&self, book: Key) -> Option<Key> {
        Some(self.books.get(&book)?.written.origin.file.owner)
    }

    pub(super) fn common(&self, kind: &str) -> Option<&Layered> {
        self.common.get(kind)
    }

    /// What two mods both change, with each of their changes.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut found = Vec::new();
        self.common.iter().for_each(|(kind, layered)| clashes(layered, kind, &mut found));
        for (id, book) in &self.books {
            for (kind, layered) in KINDS.iter().zip(book.layers.iter().flatten()) {
                clashes(layered, &format!("{id}/{kind}"), &mut found);
            }
            let changes = book.changes.iter().filter(|(_, path, _)| path.file.owner != BASE);
            let all: Vec<(String, Layer)> = changes.flat_map(setting_parts).collect();
            clash(&all, &format!("{id}/book"), &mut found);
        }
        found
    }
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    format!("there is no {what} \"{name}\"{}", crate::suggest::hint(name, known))
}

/// The maps of mods that were drawn with other programs, by their ids, with the files that say what they are.
fn drawn(mods: &[ModFolder]) -> BTreeMap<Key, Vec<Layer>> {
    let mut found = BTreeMap::new();
    let Ok(folder) = ModPath::new("maps") else { return found };
    for one in mods {
        // What is wrong with the folder is said where maps are read.
        for path in drawn_maps(&one.root, &folder, &mut Vec::new()) {
            let stem = path.as_str().rsplit_once('.').map_or(path.as_str(), |(stem, _)| stem);
            let layer = |verb: &str, path: &ModPath, value: &str| {
                let (owner, file) = (one.id(), Arc::from(one.root.shown(path)));
                Layer { owner, verb: Key::new(verb), file, line: 1, column: 1, value: value.to_owned() }
            };
            let mut layers = vec![layer("draws", &path, "a map from an editor")];
            let mapping = ModPath::new(&format!("{stem}.mapping.ron")).ok();
            let mapping = mapping.filter(|mapping| one.root.is_there(mapping));
            layers.extend(mapping.map(|mapping| layer("means", &mapping, "what is on the map")));
            let name = stem.rsplit_once('/').map_or(stem, |(_, name)| name);
            found.entry(own_id(one.id(), name)).or_insert(layers);
        }
    }
    found
}

/// Where an entry comes from, or a part of one. `others` are further ids that there are.
fn of_entry(layered: &Layered, kind: &str, path: &str, others: &[Key]) -> Result<Explained, String> {
    let mut ends: Vec<usize> = path.match_indices(['.', '[']).map(|(at, _)| at).collect();
    ends.push(path.len());
    let touches = |end: usize| layered.touches(Key::new(&path[..end]));
    let Some(end) = ends.into_iter().rev().find(|end| !touches(*end).is_empty()) else {
        let known = || layered.all_ids().into_iter().chain(others.iter().copied()).map(Key::as_str);
        // An id may have dots of its own.
        let mut parts = path.match_indices(['.', '[']).map(|(at, _)| &path[..at]).chain([path]);
        let near = parts.clone().find(|part| suggest(part, known()).is_some());
        let id = near.or_else(|| parts.next()).unwrap_or(path);
        return Err(unknown(&format!("entry of the {kind}"), id, known()));
    };
    let (id, part) = (Key::new(&path[..end]), path[end..].trim_start_matches('.'));
    let said = |touch: &Touch| touch.says(part).map(|(place, text)| Layer::new(touch.verb, &place, &text));
    let layers: Vec<Layer> = touches(end).iter().filter_map(said).collect();
    let entry = layered.found(id).map(Node::of_entry);
    let now = entry.as_ref().and_then(|entry| entry.at(part)).map(|node| plain(&node));
    if layers.is_empty() && now.is_none() {
        return Explained::unsaid((kind, id.as_str()), entry, part);
    }
    let left_out = entry.filter(|_| part.is_empty()).map(|entry| left_out(kind, &entry)).unwrap_or_default();
    Ok(Explained { left_out, ..Explained::new(layers, now) })
}

fn of_setting(book: &Built, path: &str) -> Result<Explained, String> {
    if path.is_empty() {
        return Err("say which setting: `threat_range/book.movement.speed`".to_owned());
    }
    let layers = book.written.fields.iter().rev().filter_map(|field| {
        let said = said(field);
        match below(path, said) {
            Some(rest) => {
                let node = Node::Written(field.place()).at(rest)?;
                Some(Layer::new(Key::new("writes"), node.place(), &node.text()))
            }
            None => {
                let value = format!("{said}: {}", field.text());
                below(said, path).map(|_| Layer::new(Key::new("writes"), &field.place(), &value))
            }
        }
    });
    let layers: Vec<Layer> = layers.collect();
    let now = book.root.at(path).map(|node| plain(&node));
    if layers.is_empty() && now.is_none() {
        return Explained::unsaid(("book", "book"), Some(book.root.clone()), path);
    }
    Ok(Explained::new(layers, now))
}

fn plain(node: &Node) -> String {
    node.text().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn said(field: &RawField) -> &str {
    setting_path(field.file.text.get(field.name_span.clone()).unwrap_or_default())
}

fn setting_parts((verb, path, value): &SettingChange) -> Vec<(String, Layer)> {
    let name = setting_path(path.text());
    let mut parts = Vec::new();
    // What takes the place of something is one part.
    if let Some(value) = value.as_ref().filter(|_| !["set", "override"].contains(&verb.as_str())) {
        merged(name.to_owned(), "", Node::Written(value.clone()), &mut parts);
    }
    if parts.is_empty() || parts.len() > MOST_PARTS {
        let text = value.as_ref().map_or("", SourcePlace::text);
        return vec![(name.to_owned(), Layer::new(*verb, value.as_ref().unwrap_or(path), text))];
    }
    parts.into_iter().map(|(path, node)| (path, Layer::new(*verb, node.place(), &node.text()))).collect()
}

/// The parts of a value that are merged into what there is, by their paths; but for what an entry is called.
fn merged(path: String, name: &str, mut value: Node, found: &mut Vec<(String, Node)>) {
    if found.len() > MOST_PARTS {
        return;
    }
    let merges = |opened: &&mut Opened| {
        matches!(opened.shape(), Shape::Fields | Shape::Map | Shape::Entries) && !opened.is_empty()
    };
    let Some(opened) = value.opened().filter(merges) else { return found.push((path, value)) };
    for member in opened.members() {
        if name.is_empty() || text_content(&member.value.text()) != name {
            let inside = if member.is_entry() { member.name.as_str() } else { "" };
            merged(format!("{path}.{}", member.name), inside, member.value.clone(), found);
        }
    }
}

fn clashes(layered: &Layered, folder: &str, found: &mut Vec<Conflict>) {
    for id in layered.touched() {
        let mut all = Vec::new();
        for touch in layered.touches(id).iter().filter(|touch| touch.owner() != BASE) {
            for part in touch.parts() {
                let (place, value) = touch.says(&part).unwrap_or((touch.place.clone(), String::new()));
                all.push((part, Layer::new(touch.verb, &place, &value)));
            }
        }
        clash(&all, &format!("{folder}/{id}"), found);
    }
}

/// Finds parts of one thing that two mods write.
fn clash(all: &[(String, Layer)], path: &str, found: &mut Vec<Conflict>) {
    let over = |one: &str, two: &str| {
        one.is_empty() || two.is_empty() || below(one, two).is_some() || below(two, one).is_some()
    };
    for (at, (part, layer)) in all.iter().enumerate() {
        let before = all[..at].iter().filter(|(other, one)| one.owner != layer.owner && over(other, part));
        let layers: Vec<Layer> = before.map(|(_, one)| one).chain([layer]).cloned().collect();
        // What a book inherits is said once.
        if layers.len() > 1 && !found.iter().any(|known| known.layers == layers) {
            let dot = if part.is_empty() { "" } else { "." };
            found.push(Conflict { path: format!("{path}{dot}{part}"), layers });
        }
    }
}
