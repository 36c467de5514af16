//! Mods over mods: the entries of one kind, after every mod has had its say.
//!
//! The verbs (new, override, update, delete), ids with and without a mod's prefix, and which files belong to a
//! kind. The order of the mods is in `manifest`.
//!
//! A file is a list, `[ (id: "a", ..), .. ]`, of new entries, or says what it does:
//! `(new: [..], override: [..], update: [..], delete: ["a"])`. What it says is done in the order written.
//!
//! * new: the id must be free; it gets the prefix of the mod (the base game has none).
//! * override: the entry must exist; all of it is replaced.
//! * update: the entry must exist; the top-level fields given are replaced or added, the others stay.
//! * delete: the entry must exist.
//!
//! An id without a prefix is looked for in the own mod first, then in the base game.

use std::collections::BTreeMap;

use super::{
    budget::Budget,
    diagnostics::{Diagnostic, REPORTED, Report},
    manifest::ModFolder,
    mod_path::ModPath,
    scan::{Outline, TokenKind, text_content},
    source::{
        BASE, Faults, MAX_FIELDS, Place, RawEntry, SourceFile, after_end, check_id, entries_of, fields_of,
        list_of,
    },
};
use crate::key::Key;

/// What a file does to what there is.
pub(super) const VERBS: [&str; 4] = ["new", "override", "update", "delete"];

/// All entries of one kind, by canonical id.
#[derive(Clone, Debug, Default)]
pub struct Layered {
    /// What was deleted leaves its place empty.
    order: Vec<Option<Key>>,
    /// Each with its place in the order.
    entries: BTreeMap<Key, (usize, RawEntry)>,
    /// Whether something could not be read, so that an unknown id may be the fault of another mistake.
    pub incomplete: bool,
}

impl Layered {
    /// The entry of a canonical id.
    pub fn get(&self, id: Key) -> Option<&RawEntry> {
        self.entries.get(&id).map(|(_, entry)| entry)
    }

    /// The entries in the order in which they were first written.
    pub fn iter(&self) -> impl Iterator<Item = &RawEntry> {
        self.ids().filter_map(move |id| self.get(id))
    }

    /// The canonical ids in the order in which they were first written.
    pub fn ids(&self) -> impl Iterator<Item = Key> + '_ {
        self.order.iter().copied().flatten()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The canonical id that a reference in a file of a mod means: with a prefix that very entry, without one the
    /// mod's own, else the base game's. `None` if there is no such entry.
    pub fn resolve(&self, owner: Key, reference: &str) -> Option<Key> {
        self.candidates(owner, reference).into_iter().flatten().find(|id| self.entries.contains_key(id))
    }

    /// What a reference that stands in an entry means (see [`Self::resolve`]); its mod is that of the field that
    /// it stands in, which need not be the mod of the entry.
    pub fn resolve_in(&self, entry: &RawEntry, reference: &str) -> Option<Key> {
        self.resolve(entry.owner_of(reference), reference)
    }

    fn candidates(&self, owner: Key, reference: &str) -> [Option<Key>; 2] {
        match reference.split_once(':') {
            Some((BASE, name)) => [Some(Key::new(name)), None],
            Some(_) => [Some(Key::new(reference)), None],
            None if owner == BASE => [Some(Key::new(reference)), None],
            None => [Some(own_id(owner, reference)), Some(Key::new(reference))],
        }
    }

    /// Applies one file. `needs` are the mods that the file's mod says it needs.
    pub fn apply(&mut self, file: &SourceFile, needs: &[Key], report: &mut Report) {
        self.apply_within(file, needs, &Budget::default(), report);
    }

    /// The same, as far as the mod may have entries.
    fn apply_within(&mut self, file: &SourceFile, needs: &[Key], budget: &Budget, report: &mut Report) {
        let before = report.len();
        let (outline, mut mistakes) = Outline::read(file);
        if outline.tokens().first().map(|t| t.kind) == Some(TokenKind::Open(b'(')) {
            after_end(file, &outline, &mut mistakes);
            let verbs = Verbs { file, outline: &outline, needs, budget, helps: report.takes(&file.path) };
            self.apply_verbs(&verbs, &mut mistakes);
        } else {
            let entries = list_of(file, &outline, budget, &mut mistakes);
            after_end(file, &outline, &mut mistakes);
            for entry in entries {
                self.add(entry, &mut mistakes);
            }
        }
        report.extend(mistakes);
        self.incomplete |= report.len() > before;
    }

    fn apply_verbs(&mut self, verbs: &Verbs<'_>, mistakes: &mut Vec<Diagnostic>) {
        let Verbs { file, outline, budget, .. } = *verbs;
        let found = mistakes.clone();
        let found = Faults::of(&found);
        let fields = match fields_of(file, outline, 0) {
            Ok(fields) => fields,
            Err(mistake) => return mistakes.push(mistake),
        };
        for field in fields {
            let verb = field.name.as_str();
            if !VERBS.contains(&verb) {
                let at = field.name_span.clone();
                let mistake = Diagnostic::at(file, at, format!("a file of entries cannot \"{verb}\""));
                let help = format!("possible: {}; or the whole file is one list, `[ .. ]`", VERBS.join(", "));
                mistakes.push(mistake.help(help).did_you_mean(verb, VERBS));
                continue;
            }
            let open = outline.tokens().iter().position(|token| token.start == field.span.start);
            let Some(open) = open.filter(|at| outline.tokens()[*at].kind == TokenKind::Open(b'[')) else {
                mistakes.push(field.place().error(format!("\"{verb}\" takes a list, `[ .. ]`")));
                continue;
            };
            if verb == "delete" {
                for item in outline.items(open) {
                    let place = Place { file: file.clone(), span: outline.span(&item.value) };
                    // A word that is near is only looked for while it will be shown.
                    let helps = verbs.helps && mistakes.len() < REPORTED;
                    if let Err(mistake) = self.delete(&place, &Verbs { helps, ..*verbs }) {
                        mistakes.push(mistake);
                    }
                }
                continue;
            }
            for entry in entries_of(file, outline, open, &found, budget, mistakes) {
                let verbs = Verbs { helps: verbs.helps && mistakes.len() < REPORTED, ..*verbs };
                let result = match verb {
                    "new" => {
                        self.add(entry, mistakes);
                        Ok(())
                    }
                    "override" => self.replace(entry, &verbs),
                    _ => self.update(entry, &verbs),
                };
                mistakes.extend(result.err());
            }
        }
    }

    fn add(&mut self, mut entry: RawEntry, mistakes: &mut Vec<Diagnostic>) {
        let owner = entry.origin.file.owner;
        let id = match entry.id.as_str().split_once(':') {
            None => own_id(owner, entry.id.as_str()),
            Some((prefix, name)) if owner == prefix => own_id(owner, name),
            Some((prefix, _)) => {
                let message =
                    format!("the mod \"{owner}\" cannot add an entry under the name of \"{prefix}\"");
                let help =
                    "leave the prefix out, or use `override` or `update` to change an entry that exists";
                return mistakes.push(entry.place().error(message).help(help));
            }
        };
        if let Some(first) = self.get(id) {
            let first = first.place().error("");
            let message = format!("\"{id}\" exists already ({} line {})", first.file.display(), first.line);
            let help = "to change it, use `(override: [..])` or `(update: [..])`";
            return mistakes.push(entry.place().error(message).help(help));
        }
        entry.id = id;
        self.entries.insert(id, (self.order.len(), entry));
        self.order.push(Some(id));
    }

    fn replace(&mut self, mut entry: RawEntry, verbs: &Verbs<'_>) -> Result<(), Diagnostic> {
        let id = self.target(entry.id.as_str(), &entry.place(), verbs)?;
        entry.id = id;
        if let Some((_, old)) = self.entries.get_mut(&id) {
            *old = entry;
        }
        Ok(())
    }

    fn update(&mut self, patch: RawEntry, verbs: &Verbs<'_>) -> Result<(), Diagnostic> {
        let id = self.target(patch.id.as_str(), &patch.place(), verbs)?;
        let Some((_, entry)) = self.entries.get_mut(&id) else { return Ok(()) };
        if patch.fault.is_some() {
            entry.fault = patch.fault;
            return Ok(());
        }
        entry.patched = true;
        for field in patch.fields.into_iter().filter(|field| field.name != "id") {
            match entry.fields.iter().position(|old| old.name == field.name) {
                Some(at) => entry.fields[at] = field,
                None if entry.fields.len() < MAX_FIELDS => entry.fields.push(field),
                None => {
                    let message = format!("there are more than {MAX_FIELDS} fields here");
                    return Err(field.place().error(message));
                }
            }
        }
        Ok(())
    }

    /// Takes an entry out.
    fn delete(&mut self, place: &Place, verbs: &Verbs<'_>) -> Result<(), Diagnostic> {
        let written = place.text();
        let name = text_content(written);
        if !written.starts_with('"') {
            return Err(place.error("`delete` takes ids in quotes, `[\"..\"]`"));
        }
        check_id(name).map_err(|why| place.error(why))?;
        let id = self.target(name, place, verbs)?;
        if let Some((at, _)) = self.entries.remove(&id)
            && let Some(place) = self.order.get_mut(at)
        {
            *place = None;
        }
        Ok(())
    }

    /// The entry that a verb is about. It must exist, and its mod must be one that the file's mod needs, since
    /// otherwise the order of the two would be chance.
    fn target(&self, id: &str, place: &Place, verbs: &Verbs<'_>) -> Result<Key, Diagnostic> {
        let owner = place.file.owner;
        if let Some((prefix, _)) = id.split_once(':')
            && prefix != BASE
            && owner != prefix
            && !verbs.needs.iter().any(|need| *need == prefix)
        {
            let message =
                format!("\"{owner}\" changes an entry of \"{prefix}\" but does not say that it needs it");
            return Err(place
                .error(message)
                .help(format!("add (\"{prefix}\", \"*\") to the dependencies in mod.ron")));
        }
        self.resolve(owner, id).ok_or_else(|| {
            let mistake = place.error(format!("there is no entry \"{id}\" to change"));
            if !verbs.helps {
                return mistake;
            }
            let known = || self.ids().map(Key::as_str);
            // Own entries are known without their prefix too.
            let own = known().filter_map(|id| id.strip_prefix(owner.as_str())?.strip_prefix(':'));
            mistake.did_you_mean(id, known().chain(own))
        })
    }
}

/// A file that says what it does, and whose it is.
#[derive(Clone, Copy)]
struct Verbs<'a> {
    file: &'a SourceFile,
    outline: &'a Outline,
    /// The mods that its mod needs.
    needs: &'a [Key],
    budget: &'a Budget,
    /// Whether a mistake will be shown, so that it is worth looking for advice.
    helps: bool,
}

/// What a mod's own entry of this name is called everywhere else.
pub(super) fn own_id(owner: Key, name: &str) -> Key {
    if owner == BASE { Key::new(name) } else { Key::new(&format!("{owner}:{name}")) }
}

/// The entries of one kind from all mods, in their order: of each mod the file `<folder>/<kind>.ron` and every
/// `.ron` file below `<folder>/<kind>/`, in the order of their paths. An empty `folder` is the mod's own. The mapping
/// files of Tiled maps (`*.mapping.ron`) hold no entries and are passed over.
pub fn layer_kind(mods: &[ModFolder], folder: &str, kind: &str) -> (Layered, Report) {
    let mut report = Report::new();
    let layered = layer_kind_into(mods, folder, kind, &mut report);
    (layered, report)
}

/// The same with the mistakes added to those of other kinds.
pub fn layer_kind_into(mods: &[ModFolder], folder: &str, kind: &str, report: &mut Report) -> Layered {
    let mut layered = Layered::default();
    for one in mods {
        let base = if folder.is_empty() { kind.to_owned() } else { format!("{folder}/{kind}") };
        let (Ok(file), Ok(below)) = (ModPath::new(&format!("{base}.ron")), ModPath::new(&base)) else {
            continue;
        };
        let mut mistakes = Vec::new();
        let mut files = one.root.list(&below, "ron", &mut mistakes);
        files.retain(|path| !path.as_str().ends_with(".mapping.ron"));
        if one.root.folder().join(file.as_str()).symlink_metadata().is_ok() {
            files.insert(0, file);
        }
        let needs: Vec<Key> = one.manifest.dependencies.iter().map(|(need, _)| *need).collect();
        for path in files {
            match one.root.read_text(&path) {
                Ok(source) => layered.apply_within(&source, &needs, one.root.budget(), report),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        layered.incomplete |= !mistakes.is_empty();
        report.extend(mistakes);
    }
    layered
}

#[cfg(test)]
#[path = "layer_tests.rs"]
mod tests;
