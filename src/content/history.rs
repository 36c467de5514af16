//! What was done to an entry, layer by layer: for `explain`, and to say whose change breaks another.

use crate::content::prelude::*;

/// One thing that was done to an entry.
#[derive(Clone, Debug)]
pub struct Touch {
    /// The verb.
    pub verb: Key,
    /// Where it is written: the id, or the path.
    pub place: SourcePlace,
    /// What the path says behind the entry's id; empty: all of the entry, or the fields given.
    pub path: String,
    /// What is written, by the fields.
    pub(super) fields: Vec<RawField>,
}

impl Touch {
    pub(super) fn first(entry: &RawEntry) -> Self {
        let fields = entry.fields.clone();
        Self { verb: Key::new("new"), place: entry.place(), path: String::new(), fields }
    }

    /// The mod that did it.
    pub fn owner(&self) -> Key {
        self.place.file.owner
    }

    /// What it says of a part of the entry: where that stands, and as it is written. An empty part is all of it.
    /// `None`: nothing.
    pub fn says(&self, part: &str) -> Option<(SourcePlace, String)> {
        if self.path.is_empty() {
            return self.of_fields(part);
        }
        let shown =
            |field: Option<&RawField>| field.map_or_else(String::new, |field| field.text().to_owned());
        match below(part, &self.path) {
            Some("") => Some((self.place.clone(), shown(self.fields.first()))),
            // It changes something inside of what is asked for.
            None if part.is_empty() || below(&self.path, part).is_some() => {
                Some((self.place.clone(), format!("{}: {}", self.path, shown(self.fields.first()))))
            }
            Some(rest) => {
                let Some(field) = self.fields.first() else {
                    return Some((self.place.clone(), String::new()));
                };
                let found = Node::Written(field.place()).at(rest)?;
                Some((found.place().clone(), found.text()))
            }
            None => None,
        }
    }

    fn of_fields(&self, part: &str) -> Option<(SourcePlace, String)> {
        let deleted = self.fields.is_empty();
        if part.is_empty() || deleted {
            let written = self.fields.iter().filter(|field| field.name != "id");
            let all: Vec<String> = written.map(|field| format!("{}: {}", field.name, field.text())).collect();
            return Some((self.place.clone(), all.join(", ")));
        }
        self.fields.iter().filter(|field| field.name != "id").find_map(|field| {
            let rest = below(part, field.name.as_str())?;
            let found = Node::Written(field.place()).at(rest)?;
            Some((found.place().clone(), found.text()))
        })
    }

    /// The parts of the entry that it changes: paths; an empty one is all of it.
    pub fn parts(&self) -> Vec<String> {
        if !self.path.is_empty() {
            return vec![self.path.clone()];
        }
        if self.verb != "update" {
            return vec![String::new()];
        }
        let names = self.fields.iter().map(|field| field.name.to_string());
        names.filter(|name| name != "id").collect()
    }
}

/// What is left of a path behind another that it begins with; `None`: it does not.
pub fn below<'p>(path: &'p str, start: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(start)?;
    match rest.chars().next() {
        None | Some('[') => Some(rest),
        Some('.') => rest.get(1..),
        _ => None,
    }
}
