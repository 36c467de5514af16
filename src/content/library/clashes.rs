//! Files of mods that take one another's place: pictures, sounds, sentences and names in other languages.

use super::{Conflict, Layer};
use crate::content::prelude::*;

/// What is said of each thing: by whom, and where.
type Said = BTreeMap<String, Vec<Layer>>;

impl Library {
    /// What of these two mods both have. The last of them wins.
    pub fn file_conflicts(&self) -> Vec<Conflict> {
        let mut said = Said::new();
        for root in self.roots.iter().filter(|root| root.owner() != BASE) {
            for folder in ["art", "sounds"] {
                for path in files(root, folder) {
                    let stem = path.as_str().rsplit_once('.').map_or(path.as_str(), |(stem, _)| stem);
                    if !path.as_str().ends_with(".ron") {
                        add(&mut said, stem.to_owned(), whole(root, &path));
                    }
                }
            }
            for path in files(root, "locales") {
                let Ok(file) = root.read_text(&path) else { continue };
                match path.as_str().rsplit_once('.') {
                    Some((_, "ftl")) => sentences(&file, path.as_str(), &mut said),
                    Some((stem, "ron")) => names(&file, stem, &mut said),
                    _ => {}
                }
            }
        }
        let two = |layers: &Vec<Layer>| layers.iter().any(|layer| layer.owner != layers[0].owner);
        let found = said.into_iter().filter(|(_, layers)| two(layers));
        found.map(|(path, layers)| Conflict { path, layers }).collect()
    }
}

fn files(root: &ModRoot, folder: &str) -> Vec<ModPath> {
    // What is wrong with a folder is said by those who read it.
    ModPath::new(folder).map_or_else(|_| Vec::new(), |folder| root.list_all(&folder, &mut Vec::new()))
}

fn add(said: &mut Said, path: String, layer: Layer) {
    said.entry(path).or_default().push(layer);
}

/// A file that is one thing.
fn whole(root: &ModRoot, path: &ModPath) -> Layer {
    let (verb, file) = (Key::new("has"), Arc::from(root.shown(path)));
    Layer { owner: root.owner(), verb, file, line: 1, column: 1, value: path.as_str().to_owned() }
}

fn sentences(file: &SourceFile, path: &str, said: &mut Said) {
    let language = path.split('/').nth(1).unwrap_or_default();
    for (line, text) in (1..).zip(file.text.lines()) {
        let Some((id, value)) = text.split_once('=') else { continue };
        let id = id.trim_end();
        if !id.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let (verb, value) = (Key::new("says"), value.trim().to_owned());
        let layer = Layer { owner: file.owner, verb, file: file.path.clone(), line, column: 1, value };
        add(said, format!("locales/{language}/{id}"), layer);
    }
}

fn names(file: &SourceFile, stem: &str, said: &mut Said) {
    for entry in read_entries(file).0 {
        let (line, column) = file.line_and_column(entry.place().span.start);
        let fields = entry.fields.iter().filter(|field| field.name != "id");
        let value: Vec<String> = fields.map(|field| format!("{}: {}", field.name, field.text())).collect();
        let (owner, verb, value) = (file.owner, Key::new("names"), value.join(", "));
        let layer = Layer { owner, verb, file: file.path.clone(), line, column, value };
        // Without its prefix a name is the mod's own.
        let own = owner.as_str().to_owned() + ":";
        let id = entry.id.as_str();
        let id = id.strip_prefix(&own).or_else(|| id.strip_prefix("base:")).unwrap_or(id);
        add(said, format!("{stem}/{id}"), layer);
    }
}
