//! Entries that are changed inside, or made of others; and what was done to each.

use super::{Verbs, put};
use crate::content::prelude::*;
use crate::content::{
    history::Touch,
    patch::{Change, Edit},
    source::{MAX_FIELDS, check_id},
};

/// What was done is kept for so many fields: several times what the base game has in a kind.
const MOST_KEPT: usize = 50_000;

impl Layered {
    /// What was done to an entry, from its first writing on.
    pub fn touches(&self, id: Key) -> Vec<Touch> {
        if let Some(all) = self.history.get(&id) {
            return all.clone();
        }
        match (self.get(id), &self.above) {
            (Some(entry), _) => vec![Touch::first(entry)],
            (None, Some(above)) => above.touches(id),
            (None, None) => Vec::new(),
        }
    }

    /// The ids of entries to which something was done here after they were first written.
    pub fn touched(&self) -> impl Iterator<Item = Key> + '_ {
        self.history.keys().copied()
    }

    pub(super) fn touch(&mut self, id: Key, touch: Touch) {
        self.kept = self.kept.saturating_add(touch.fields.len() + 1);
        if self.kept > MOST_KEPT {
            return;
        }
        if !self.history.contains_key(&id) {
            let before = self.touches(id);
            self.history.insert(id, before);
        }
        if let Some(all) = self.history.get_mut(&id) {
            all.push(touch);
        }
    }

    /// Adds an entry that is another one but for the fields given.
    pub(super) fn copy(
        &mut self,
        given: RawEntry,
        verbs: &Verbs<'_>,
        mistakes: &mut Vec<Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let Some(from) = given.field("from").map(RawField::place) else {
            let help = "write `(from: \"club\", id: \"great_club\", ..)`";
            return Err(given.place().error("it is not said what is copied").help(help));
        };
        let name = text_content(from.text());
        check_id(name).map_err(|why| from.error(why))?;
        let source = self.target(name, &from, verbs)?;
        let Some(mut entry) = self.found(source).cloned() else { return Ok(()) };
        (entry.id, entry.origin, entry.fault) = (given.id, given.origin, given.fault);
        entry.patched = true;
        for field in given.fields.into_iter().filter(|field| field.name != "from") {
            put(&mut entry, field)?;
        }
        self.add(entry, mistakes);
        Ok(())
    }

    /// Changes one thing inside an entry for each of the paths behind a verb.
    pub(super) fn by_paths(&mut self, written: &RawField, verbs: &Verbs<'_>, mistakes: &mut Vec<Diagnostic>) {
        let helps = verbs.helps && mistakes.len() < REPORTED;
        let mut edit = Edit::new(verbs.file, verbs.budget, helps);
        for (path, change) in edit.changes(written) {
            if let Err(mistake) = self.by_path(&mut edit, (written.name, &path), &change, verbs) {
                edit.mistakes.push(mistake);
            }
        }
        edit.check_full(written);
        mistakes.append(&mut edit.mistakes);
    }

    fn by_path(
        &mut self,
        edit: &mut Edit<'_>,
        (verb, path): (Key, &SourcePlace),
        change: &Change,
        verbs: &Verbs<'_>,
    ) -> Result<(), Diagnostic> {
        let Some((text, at)) = edit.path(path) else { return Ok(()) };
        // An id may have dots of its own: the longest that is known is meant.
        let dots: Vec<usize> = text.match_indices('.').map(|(dot, _)| dot).collect();
        let owner = verbs.file.owner;
        let known = dots.iter().rev().find(|dot| self.resolve(owner, &text[..**dot]).is_some());
        let Some(dot) = known.or(dots.first()).copied() else {
            let help = "a path goes on behind the entry: \"club.base\"";
            return Err(path.error("the path leads to no part of an entry").help(help));
        };
        let place = SourcePlace { file: path.file.clone(), span: at..at + dot };
        let id = self.target(&text[..dot], &place, verbs)?;
        let Some(entry) = self.found(id) else { return Ok(()) };
        if entry.fields.len() >= MAX_FIELDS {
            return Err(path.error(format!("one entry takes at most {MAX_FIELDS} fields and changes")));
        }
        let mut tree = Node::of_entry(entry);
        let (wrong, rest) = (edit.mistakes.len(), &text[dot + 1..]);
        edit.fields.clear();
        edit.inside(&mut tree, (rest, at + dot + 1), change);
        if edit.mistakes.len() > wrong {
            return Ok(());
        }
        let fields = std::mem::take(&mut edit.fields);
        self.touch(id, Touch { verb, place: path.clone(), path: rest.to_owned(), fields: fields.clone() });
        if let Some(entry) = self.own(id) {
            entry.patched = true;
            entry.tree = Some(tree);
            let before = std::mem::replace(&mut entry.fields, fields);
            entry.fields.extend(before);
        }
        Ok(())
    }
}
