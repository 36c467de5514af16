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
//! * copy_from: a new entry that is another one, but for the fields given.
//! * set, add, mul, extend, remove: one thing inside an entry, by its path (see `patch`).
//!
//! An id without a prefix is looked for in the own mod first, then in the base game.

mod changes;

use super::{
    history::Touch,
    patch::PATH_VERBS,
    source::{Faults, MAX_FIELDS, after_end, check_id, entries_of, fields_of, list_of},
};
use crate::content::prelude::*;

pub(super) const VERBS: [&str; 4] = ["new", "override", "update", "delete"];

/// The verb for an entry that is another one with some fields changed.
const COPY: &str = "copy_from";

/// How the mistake of changing an entry begins that there is not.
pub(super) const NO_ENTRY: &str = "there is no entry \"";

/// All entries of one kind, by canonical id.
#[derive(Clone, Debug, Default)]
pub struct Layered {
    /// What was deleted leaves its place empty.
    order: Vec<Option<Key>>,
    /// Each with its place in the order.
    entries: BTreeMap<Key, (usize, RawEntry)>,
    /// Whether something could not be read, so that an unknown id may be the fault of another mistake.
    pub incomplete: bool,
    /// Those of the book that this one inherits from. One that is changed here is copied first.
    above: Option<Arc<Layered>>,
    /// Where entries were deleted.
    deleted: BTreeMap<Key, SourcePlace>,
    /// What was done to entries that did not stay as they were first written.
    history: BTreeMap<Key, Vec<Touch>>,
    /// How many fields are kept of that.
    kept: usize,
}

impl Layered {
    /// None yet, over those of the book that is inherited from.
    pub(super) fn over(above: Option<Arc<Self>>) -> Self {
        // What could not be read there is lacking here as well.
        let incomplete = above.as_ref().is_some_and(|above| above.incomplete);
        Self { above, incomplete, ..Self::default() }
    }

    /// The entry of a canonical id, inherited or not.
    pub fn found(&self, id: Key) -> Option<&RawEntry> {
        let inherited = || self.above.as_ref().filter(|_| !self.deleted.contains_key(&id))?.found(id);
        self.get(id).or_else(inherited)
    }

    /// The canonical ids, the inherited ones first. Some may come twice.
    pub fn all_ids(&self) -> Vec<Key> {
        let above = self.above.as_ref().map(|above| above.all_ids()).unwrap_or_default();
        above.into_iter().filter(|id| !self.deleted.contains_key(id)).chain(self.ids()).collect()
    }

    /// Where an entry was deleted that there is no more.
    pub fn deleted(&self, id: Key) -> Option<&SourcePlace> {
        if self.found(id).is_some() {
            return None;
        }
        self.deleted.get(&id).or_else(|| self.above.as_ref()?.deleted(id))
    }

    /// The entries that were deleted and did not come again.
    pub fn gone(&self) -> impl Iterator<Item = Key> + '_ {
        self.deleted.keys().copied().filter(|id| self.found(*id).is_none())
    }

    pub(super) fn lost(&self) -> impl Iterator<Item = Key> + '_ {
        self.deleted.keys().copied().filter(|id| !self.entries.contains_key(id))
    }

    /// An entry to be changed; an inherited one is copied.
    fn own(&mut self, id: Key) -> Option<&mut RawEntry> {
        if !self.entries.contains_key(&id) {
            let copy = self.found(id)?.clone();
            self.entries.insert(id, (self.order.len(), copy));
            self.order.push(Some(id));
        }
        self.entries.get_mut(&id).map(|(_, entry)| entry)
    }

    /// The entry of a canonical id that is written here.
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
        self.candidates(owner, reference).into_iter().flatten().find(|id| self.found(*id).is_some())
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
        self.apply_within(file, needs, &ReadBudget::default(), report);
    }

    /// The same, as far as the mod may have entries.
    fn apply_within(&mut self, file: &SourceFile, needs: &[Key], budget: &ReadBudget, report: &mut Report) {
        let before = report.len();
        let (outline, mut mistakes) = Outline::read(file);
        if outline.tokens().first().map(|t| t.kind) == Some(TokenKind::Open(b'(')) {
            after_end(file, &outline, &mut mistakes);
            let verbs = Verbs { file, outline: &outline, needs, budget, helps: report.takes(&file.path) };
            self.apply_verbs(&verbs, &mut mistakes);
        } else {
            let entries = list_of(file, &outline, budget, &mut mistakes);
            after_end(file, &outline, &mut mistakes);
            entries.into_iter().for_each(|entry| self.add(entry, &mut mistakes));
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
            if PATH_VERBS.contains(&verb) {
                self.by_paths(&field, verbs, mistakes);
                continue;
            }
            let known = VERBS.into_iter().chain([COPY]).chain(PATH_VERBS);
            if verb != COPY && !VERBS.contains(&verb) {
                let at = field.name_span.clone();
                let mistake = Diagnostic::at(file, at, format!("\"{verb}\" is no verb of a file of entries"));
                let all: Vec<&str> = known.clone().collect();
                let help = format!("possible: {}; or the whole file is one list, `[ .. ]`", all.join(", "));
                mistakes.push(mistake.help(help).did_you_mean(verb, known));
                continue;
            }
            let open = outline.tokens().iter().position(|token| token.start == field.span.start);
            let Some(open) = open.filter(|at| outline.tokens()[*at].kind == TokenKind::Open(b'[')) else {
                mistakes.push(field.place().error(format!("\"{verb}\" takes a list, `[ .. ]`")));
                continue;
            };
            if verb == "delete" {
                for item in outline.items(open) {
                    let place = SourcePlace { file: file.clone(), span: outline.span(&item.value) };
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
                    COPY => self.copy(entry, &verbs, mistakes),
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
        if entry.tree.is_some() {
            entry.tree = Some(Node::of_entry(&entry));
        }
        // What was deleted and comes again has its past as well.
        if self.history.contains_key(&id) {
            self.touch(id, Touch::first(&entry));
        }
        self.entries.insert(id, (self.order.len(), entry));
        self.order.push(Some(id));
    }

    fn replace(&mut self, mut entry: RawEntry, verbs: &Verbs<'_>) -> Result<(), Diagnostic> {
        let id = self.target(entry.id.as_str(), &entry.place(), verbs)?;
        entry.id = id;
        self.touch(id, Touch { verb: Key::new("override"), ..Touch::first(&entry) });
        if let Some(old) = self.own(id) {
            *old = entry;
        }
        Ok(())
    }

    fn update(&mut self, patch: RawEntry, verbs: &Verbs<'_>) -> Result<(), Diagnostic> {
        let id = self.target(patch.id.as_str(), &patch.place(), verbs)?;
        self.touch(id, Touch { verb: Key::new("update"), ..Touch::first(&patch) });
        let Some(entry) = self.own(id) else { return Ok(()) };
        if patch.fault.is_some() {
            entry.fault = patch.fault;
            return Ok(());
        }
        entry.patched = true;
        patch.fields.into_iter().filter(|field| field.name != "id").try_for_each(|field| put(entry, field))
    }

    fn delete(&mut self, place: &SourcePlace, verbs: &Verbs<'_>) -> Result<(), Diagnostic> {
        let written = place.text();
        let name = text_content(written);
        if !written.starts_with('"') {
            return Err(place.error("`delete` takes ids in quotes, `[\"..\"]`"));
        }
        check_id(name).map_err(|why| place.error(why))?;
        let id = self.target(name, place, verbs)?;
        let (verb, fields) = (Key::new("delete"), Vec::new());
        self.touch(id, Touch { verb, place: place.clone(), path: String::new(), fields });
        self.deleted.insert(id, place.clone());
        if let Some((at, _)) = self.entries.remove(&id)
            && let Some(place) = self.order.get_mut(at)
        {
            *place = None;
        }
        Ok(())
    }

    /// The entry that a verb is about: it exists, in a mod that the file's mod needs, or the order is chance.
    fn target(&self, id: &str, place: &SourcePlace, verbs: &Verbs<'_>) -> Result<Key, Diagnostic> {
        let owner = place.file.owner;
        if let Some((prefix, _)) = id.split_once(':')
            && prefix != BASE
            && owner != prefix
            && !verbs.needs.iter().any(|need| *need == prefix)
        {
            let message =
                format!("\"{owner}\" changes an entry of \"{prefix}\" but does not say that it needs it");
            let help = format!("add (\"{prefix}\", \"*\") to the dependencies in mod.ron");
            return Err(place.error(message).help(help));
        }
        self.resolve(owner, id).ok_or_else(|| {
            let gone = self.candidates(owner, id).into_iter().flatten().find_map(|id| self.deleted(id));
            // Whoever took it away is the one who broke this.
            if let Some(gone) = gone.filter(|gone| gone.file.owner != owner) {
                let here = place.error("");
                let message = format!("this deletes \"{id}\", which the mod \"{owner}\" changes");
                let at = format!("{} line {}", here.file.display(), here.line);
                return gone.error(message).help(format!("it is changed in {at}"));
            }
            let mistake = place.error(format!("{NO_ENTRY}{id}\" to change"));
            if !verbs.helps {
                return mistake;
            }
            let known = self.all_ids();
            let known = || known.iter().map(|key| key.as_str());
            // Own entries are known without their prefix too.
            let own = known().filter_map(|id| id.strip_prefix(owner.as_str())?.strip_prefix(':'));
            mistake.did_you_mean(id, known().chain(own))
        })
    }
}

/// Puts a field in the place of the one of its name, or adds it.
fn put(entry: &mut RawEntry, field: RawField) -> Result<(), Diagnostic> {
    if let Some(tree) = &mut entry.tree {
        tree.put(&field);
    }
    match entry.fields.iter().position(|old| old.name == field.name) {
        Some(at) => entry.fields[at] = field,
        None if entry.fields.len() < MAX_FIELDS => entry.fields.push(field),
        None => {
            let message = format!("there are more than {MAX_FIELDS} fields here");
            return Err(field.place().error(message));
        }
    }
    Ok(())
}

/// A file that says what it does, and whose it is.
#[derive(Clone, Copy)]
struct Verbs<'a> {
    file: &'a SourceFile,
    outline: &'a Outline,
    /// The mods that its mod needs.
    needs: &'a [Key],
    budget: &'a ReadBudget,
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
pub fn layer_kind_into(mods: &[ModFolder], folder: &str, kind: &str, report: &mut Report) -> Layered {
    layer_over(mods, (folder, kind), None, report)
}

/// The same over the entries of the book that is inherited from.
pub(super) fn layer_over(
    mods: &[ModFolder],
    (folder, kind): (&str, &str),
    above: Option<Arc<Layered>>,
    report: &mut Report,
) -> Layered {
    let mut layered = Layered::over(above);
    for one in mods {
        let base = if folder.is_empty() { kind.to_owned() } else { format!("{folder}/{kind}") };
        let (Ok(file), Ok(below)) = (ModPath::new(&format!("{base}.ron")), ModPath::new(&base)) else {
            continue;
        };
        let mut mistakes = Vec::new();
        let mut files = one.root.list(&below, "ron", &mut mistakes);
        files.retain(|path| !path.as_str().ends_with(".mapping.ron"));
        if one.root.is_there(&file) {
            files.insert(0, file);
        }
        let needs = one.needs();
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
