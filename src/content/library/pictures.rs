//! Pictures that units and terrains name, and those of which is said how they end, held against those that there are.

use super::{explain::Sources, names::or_help};
use crate::content::media::is_name;
use crate::content::prelude::*;

/// How kinds of ground may end where another begins.
pub const GROUND_ENDS: [&str; 7] = ["Soft", "Laid", "Shore", "Cliff", "Flush", "Sky", "Moon"];

/// What edges look like; anything else is drawn as a wall.
pub const EDGE_LOOKS: [&str; 16] = [
    "wall", "low_wall", "window", "fence", "crate", "barrel", "machine", "table", "tree", "brush", "hedge",
    "rock", "boulder", "door", "hull", "console",
];

/// How names of pictures end that are a part of another, or one of several of it.
const PARTS: [&str; 6] = ["_lip_over", "_over", "_top", "_ns", "_line", "_turret"];

const WEAPONS: [&str; 8] =
    ["unarmed", "natural_melee", "natural_ranged", "natural_thrown", "melee", "ranged", "thrown", "bows"];

impl Sources {
    /// Tells which pictures mods name that there are not, and which they have that nothing is called.
    pub fn check_pictures(&self, library: &Library, report: &mut Report) {
        unused(library, report);
        let figures = names(library, &["units", "vehicles"]);
        for book in library.books.keys() {
            let Some(layers) = self.layers(*book) else { continue };
            let units = KINDS.iter().zip(layers).filter(|(kind, _)| **kind == "units");
            units.for_each(|(_, layer)| check(layer, &figures, report));
        }
        let grounds = names(library, &["terrain"]);
        if let Some(terrains) = self.common("terrains") {
            check(terrains, &grounds, report);
        }
        if let Some(edges) = self.common("edges") {
            check_edges(edges, report);
        }
        let Ok(path) = ModPath::new("art/terrain/edges.ron") else { return };
        for root in library.roots.iter().filter(|root| root.is_there(&path)) {
            match root.read_text(&path) {
                Ok(file) => check_ends(&file, &grounds, report),
                Err(mistake) => report.push(mistake),
            }
        }
    }
}

fn check_edges(layered: &Layered, report: &mut Report) {
    for entry in layered.iter() {
        let Some(field) = entry.field("look").filter(|field| field.file.owner != BASE) else { continue };
        let look = text_content(field.text());
        if EDGE_LOOKS.contains(&look) || !field.text().starts_with('"') {
            continue;
        }
        let mistake = field.place().error(format!("no edge looks like \"{look}\": it is drawn as a wall"));
        let near = mistake.did_you_mean(look, EDGE_LOOKS);
        report.push(or_help(near, || format!("write one of {}", EDGE_LOOKS.join(", "))).warning());
    }
}

/// Tells what a file says of the ends of grounds that there are not, or that cannot be.
fn check_ends(file: &SourceFile, known: &BTreeSet<String>, report: &mut Report) {
    let (outline, mistakes) = Outline::read(file);
    let sound = mistakes.is_empty();
    report.extend(mistakes);
    if outline.tokens().first().map(|token| token.kind) != Some(TokenKind::Open(b'{')) {
        if sound {
            report.push(Diagnostic::at(file, 0..1, "expected a map, `{ \"grass\": Soft, .. }`"));
        }
        return;
    }
    for item in outline.items(0) {
        let (key, value) = (item.key.map(|key| outline.span(&key)), outline.span(&item.value));
        let Some(key) = key.filter(|_| !value.is_empty()) else {
            report.push(Diagnostic::at(file, value, "expected a name and how it ends, `\"grass\": Soft`"));
            continue;
        };
        let (name, end) = (text_content(&file.text[key.clone()]), &file.text[value.clone()]);
        if !known.contains(name) {
            let mistake = Diagnostic::at(file, key, format!("there is no picture \"{name}\""));
            report.push(mistake.did_you_mean(name, known.iter().map(String::as_str)).warning());
        }
        if !GROUND_ENDS.contains(&end) {
            let mistake = Diagnostic::at(file, value, format!("no ground ends \"{end}\""));
            let near = mistake.did_you_mean(end, GROUND_ENDS);
            report.push(or_help(near, || format!("write one of {}", GROUND_ENDS.join(", "))));
        }
    }
}

/// The names of the pictures in some folders of art, of all mods.
fn names(library: &Library, folders: &[&str]) -> BTreeSet<String> {
    let all = library
        .roots
        .iter()
        .flat_map(move |root| folders.iter().flat_map(move |folder| pictures(root, folder)));
    all.map(|(name, _)| name).collect()
}

fn pictures(root: &ModRoot, folder: &str) -> Vec<(String, ModPath)> {
    let Ok(path) = ModPath::new(&format!("art/{folder}")) else { return Vec::new() };
    let all = root.list_all(&path, &mut Vec::new()).into_iter();
    let named = all.filter_map(|file| {
        let name = file.as_str().strip_prefix(path.as_str())?.trim_start_matches('/');
        let stem = name.strip_suffix(".svg").or_else(|| name.strip_suffix(".png"))?;
        Some((stem.to_owned(), file))
    });
    named.collect()
}

/// Tells of the pictures of mods that nothing is called.
fn unused(library: &Library, report: &mut Report) {
    // What could not be read may have them.
    if !library.unread.is_empty() || !library.broken_books.is_empty() || !library.broken.is_empty() {
        return;
    }
    let base = library.roots.iter().find(|root| root.owner() == BASE);
    for folder in ["units", "vehicles", "terrain", "conditions", "icons", "counters", "ui"] {
        let (mut known, called) = called(library, folder);
        known.extend(base.iter().flat_map(|root| pictures(root, folder)).map(|(name, _)| name));
        for root in library.roots.iter().filter(|root| root.owner() != BASE) {
            for (name, file) in pictures(root, folder) {
                let shown = root.shown(&file);
                let told = || report.iter().any(|one| *one.file == *shown);
                if known.contains(&name) || known.contains(whole(&name)) || !is_name(&name) || told() {
                    continue;
                }
                let mistake = Diagnostic::whole_file(&shown, "nothing shows this picture");
                let near = mistake.did_you_mean(&name, known.iter().map(String::as_str));
                report.push(or_help(near, || called.to_owned()).warning());
            }
        }
    }
}

/// The name of the picture of which another is a part, or one of several.
fn whole(name: &str) -> &str {
    let name = PARTS.iter().find_map(|part| name.strip_suffix(part)).unwrap_or(name);
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    bare.strip_suffix('_').filter(|_| bare.len() < name.len()).unwrap_or(name)
}

/// The names that the pictures of a folder may have, and how that is said.
fn called(library: &Library, folder: &str) -> (BTreeSet<String>, &'static str) {
    let file = |id: Key| id.as_str().rsplit(':').next().unwrap_or_default().to_owned();
    let books = || library.books.values();
    let look = |look: Key, id: Key| file(if look.as_str().is_empty() { id } else { look });
    match folder {
        "units" | "vehicles" => {
            let units = books().flat_map(|book| book.units.iter());
            let names = units.map(|def| file(def.look.unwrap_or(def.id))).collect();
            (names, "the picture of a unit is called as its `look`, or else its id")
        }
        "terrain" => {
            let grounds = library.terrains.values().map(|def| look(def.look, def.id));
            let edges = library.edges.values().map(|def| look(def.look, def.id));
            let names = grounds.chain(edges).collect();
            (names, "the picture of a terrain is called as its `look`, or else its id")
        }
        "conditions" => {
            let ids = books().flat_map(|book| book.conditions.iter()).map(|def| file(def.id));
            (ids.collect(), "the picture of a condition is called as its id")
        }
        "icons" => {
            let actions = books().flat_map(|book| book.actions.iter()).map(|def| file(def.id));
            let weapons = || books().flat_map(|book| book.weapons.iter());
            let kinds = weapons().filter_map(|def| def.proficiency).map(file);
            let of_weapons = weapons().map(|def| file(def.id)).chain(kinds);
            let of_weapons = of_weapons.chain(WEAPONS.map(str::to_owned));
            let names = actions.chain(of_weapons.map(|name| format!("weapons/{name}")));
            (
                names.collect(),
                "the icon of an action is called as its id, that of a weapon weapons/ and its id",
            )
        }
        _ => (BTreeSet::new(), "here only pictures of the game are shown otherwise, by the same names"),
    }
}

fn check(layered: &Layered, known: &BTreeSet<String>, report: &mut Report) {
    for entry in layered.iter() {
        let Some(field) = entry.field("look").filter(|field| field.file.owner != BASE) else { continue };
        let name = text_content(field.text());
        if known.contains(name) || !field.text().starts_with('"') {
            continue;
        }
        let place = field.place();
        if !is_name(name) {
            let why = "this names no picture: use letters a to z, digits, _ and -, with / between folders";
            report.push(place.error(why).warning());
            continue;
        }
        let mistake = place.error(format!("there is no picture \"{name}\""));
        let near = mistake.did_you_mean(name, known.iter().map(String::as_str));
        report.push(or_help(near, || format!("put it at art/.../{name}.svg, or {name}.png")).warning());
    }
}
