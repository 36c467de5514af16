//! What mods name of other mods without saying that they need them: it is there only as long as the other is.

use super::explain::Sources;
use crate::content::prelude::*;
use crate::content::source::check_id;

impl Sources {
    /// Tells of names of other mods in entries of a mod that does not say that it needs these.
    pub fn check_needs(&self, library: &Library, report: &mut Report) {
        if library.mods.len() < 3 {
            return;
        }
        for book in library.books.keys() {
            self.layers(*book).into_iter().flatten().for_each(|layered| check(layered, library, report));
        }
        let common =
            ["terrains", "edges", "maps", "scenarios"].into_iter().filter_map(|kind| self.common(kind));
        common.for_each(|layered| check(layered, library, report));
    }
}

fn check(layered: &Layered, library: &Library, report: &mut Report) {
    let fields = layered.iter().flat_map(|entry| &entry.fields);
    fields.filter(|field| field.file.owner != BASE).for_each(|field| check_field(field, library, report));
}

fn check_field(field: &RawField, library: &Library, report: &mut Report) {
    let (text, owner) = (field.text(), field.file.owner);
    // Most fields name nothing with a prefix.
    if !text.contains(':') {
        return;
    }
    for token in Outline::of_fragment(text).tokens() {
        let word = &text[token.span()];
        if !word.starts_with('"') {
            continue;
        }
        let name = text_content(word);
        let Some((other, _)) = name.split_once(':').filter(|_| check_id(name).is_ok()) else { continue };
        if other == BASE || owner == other || library.needs(owner, other) {
            continue;
        }
        let Some((id, ..)) = library.mods.iter().find(|(id, ..)| *id == other) else { continue };
        let start = field.span.start + token.span().start;
        let message = format!("\"{owner}\" names something of \"{id}\" and does not say that it needs it");
        let mistake = Diagnostic::at(&field.file, start..start + word.len(), message);
        let help = format!("add (\"{id}\", \"*\") to the dependencies in mod.ron");
        report.push(mistake.help(help).warning());
    }
}

impl Library {
    fn needs(&self, owner: Key, other: &str) -> bool {
        self.needs.get(&owner).is_some_and(|needs| needs.iter().any(|need| *need == other))
    }
}
