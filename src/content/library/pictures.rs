//! Pictures that units and terrains name, and those of which is said how they end, held against those that there are.

use std::collections::BTreeSet;

use super::{Library, explain::Sources, load::KINDS};
use crate::{
    content::{
        diagnostics::{Diagnostic, Report},
        layer::Layered,
        media::is_name,
        mod_path::ModPath,
        scan::{Outline, TokenKind, text_content},
        source::{BASE, SourceFile},
    },
    suggest::suggest,
};

/// How kinds of ground may end where another begins.
pub const GROUND_ENDS: [&str; 5] = ["Soft", "Laid", "Shore", "Cliff", "Flush"];

/// What edges look like; anything else is drawn as a wall.
pub const EDGE_LOOKS: [&str; 14] = [
    "wall", "low_wall", "window", "fence", "crate", "barrel", "machine", "table", "tree", "brush", "hedge",
    "rock", "boulder", "door",
];

impl Sources {
    /// Tells which pictures mods name that there are not.
    pub fn check_pictures(&self, library: &Library, report: &mut Report) {
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

/// Tells what edges look like that cannot be drawn.
fn check_edges(layered: &Layered, report: &mut Report) {
    for entry in layered.iter() {
        let Some(field) = entry.field("look").filter(|field| field.file.owner != BASE) else { continue };
        let look = text_content(field.text());
        if EDGE_LOOKS.contains(&look) || !field.text().starts_with('"') {
            continue;
        }
        let mistake = field.place().error(format!("no edge looks like \"{look}\": it is drawn as a wall"));
        let near = mistake.clone().did_you_mean(look, EDGE_LOOKS);
        let help = format!("write one of {}", EDGE_LOOKS.join(", "));
        let told = if near.help.is_some() { near } else { mistake.help(help) };
        report.push(told.warning());
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
            let help = format!("write one of {}", GROUND_ENDS.join(", "));
            let near = mistake.clone().did_you_mean(end, GROUND_ENDS);
            report.push(if near.help.is_some() { near } else { mistake.help(help) });
        }
    }
}

/// The names of the pictures in some folders of art, of all mods.
fn names(library: &Library, folders: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for root in &library.roots {
        for folder in folders {
            let Ok(path) = ModPath::new(&format!("art/{folder}")) else { continue };
            for file in root.list_all(&path, &mut Vec::new()) {
                let name = file.as_str().strip_prefix(path.as_str()).map(|rest| rest.trim_start_matches('/'));
                let stem =
                    name.and_then(|name| name.strip_suffix(".svg").or_else(|| name.strip_suffix(".png")));
                found.extend(stem.map(str::to_owned));
            }
        }
    }
    found
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
        let near = suggest(name, known.iter().map(String::as_str));
        let help = match near {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("put it at art/.../{name}.svg, or {name}.png"),
        };
        report.push(place.error(format!("there is no picture \"{name}\"")).help(help).warning());
    }
}
