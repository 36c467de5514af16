//! What a mod changes of a rulebook's settings: the four verbs of entries, by path.
//!
//! `update: { "attack.area.number": 12 }` and `update: (attack: (area: (number: 12)))` say the same. Named fields are
//! merged, maps by key, lists of entries by id; anything else is replaced.

use std::{ops::Range, sync::Arc};

use super::{
    budget::{Budget, Ware},
    diagnostics::{Diagnostic, REPORTED},
    scan::{Outline, TokenKind, text_content},
    source::{Place, RawField, SourceFile},
    tree::{Member, Node, Opened, Shape, within},
};
use crate::key::Key;

/// The longest path, in bytes.
const LONGEST_PATH: usize = 256;

/// Settings that cannot be changed: other things hang on them.
const FIXED: [&str; 2] = ["id", "extends"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verb {
    New,
    Override,
    Update,
    Delete,
}

impl Verb {
    fn named(name: &str) -> Option<Self> {
        match name {
            "new" => Some(Self::New),
            "override" => Some(Self::Override),
            "update" => Some(Self::Update),
            "delete" => Some(Self::Delete),
            _ => None,
        }
    }
}

/// One thing to be changed.
struct Change {
    verb: Verb,
    /// What is written there; none: it is deleted.
    value: Option<Place>,
}

/// The part of a path that is still to be gone, and where it begins in the file.
#[derive(Clone, Copy)]
struct Way<'p> {
    rest: &'p str,
    at: usize,
}

/// The changes of one file.
pub(super) struct Edit<'a> {
    file: &'a SourceFile,
    budget: &'a Budget,
    /// Whether a mistake will be shown, so that it is worth looking for advice.
    helps: bool,
    /// The mod has no more entries left.
    full: bool,
    /// What is wrong with them.
    pub mistakes: Vec<Diagnostic>,
    /// What they write, under the names of the settings that it belongs to.
    pub fields: Vec<RawField>,
}

impl<'a> Edit<'a> {
    /// None yet.
    pub fn new(file: &'a SourceFile, budget: &'a Budget, helps: bool) -> Self {
        Self { file, budget, helps, full: false, mistakes: Vec::new(), fields: Vec::new() }
    }

    /// Changes the settings by all that stands behind one verb.
    pub fn carry_out(&mut self, root: &mut Node, written: &RawField) {
        let Some(verb) = Verb::named(written.name.as_str()) else { return };
        let (text, value) = (written.text(), written.place());
        let outline = Outline::of_fragment(text);
        let first = outline.tokens().first().map(|token| token.kind);
        let wanted = match (verb, first) {
            (Verb::Delete, Some(TokenKind::Open(b'['))) | (_, Some(TokenKind::Open(b'{'))) => TokenKind::Text,
            (_, Some(TokenKind::Open(b'('))) => TokenKind::Name,
            _ => TokenKind::Other,
        };
        let list = first == Some(TokenKind::Open(b'['));
        if wanted == TokenKind::Other || list != (verb == Verb::Delete) {
            let message = match verb {
                Verb::Delete => "`delete` takes a list of paths, `[\"stats.luck\"]`".to_owned(),
                _ => format!("`{}` takes `{{ \"path\": value }}` or `( setting: value )`", written.name),
            };
            return self.mistakes.push(value.error(message));
        }
        let items = outline.items(0);
        self.full |= self.budget.spend(Ware::Entries, items.len() as u64).is_err();
        for item in items {
            if self.full {
                break;
            }
            let (path, new) =
                if list { (Some(&item.value), None) } else { (item.key.as_ref(), Some(&item.value)) };
            let is_path =
                |path: &&Range<usize>| path.len() == 1 && outline.tokens()[path.start].kind == wanted;
            let Some(path) = path.filter(is_path) else {
                let place = within(&value, &outline.span(&item.value));
                self.mistakes.push(place.error("expected the path of what is changed, then its value"));
                continue;
            };
            let path = within(&value, &outline.span(path));
            if new.is_some_and(|new| new.is_empty()) {
                self.mistakes.push(path.error("a path needs a value"));
                continue;
            }
            let new = new.map(|new| within(&value, &outline.span(new)));
            self.one(root, &path, Change { verb, value: new });
        }
        if self.full {
            let place = Place { file: self.file.clone(), span: written.name_span.clone() };
            self.mistakes = vec![place.error(Ware::Entries.beyond())];
        }
    }

    /// Changes one thing by its path.
    fn one(&mut self, root: &mut Node, path: &Place, change: Change) {
        let written = path.text();
        let text = if written.contains('"') {
            text_content(written)
        } else {
            written.strip_prefix("r#").unwrap_or(written)
        };
        let sign = |c: char| c.is_ascii_alphanumeric() || "_-./:[] ".contains(c);
        let steps_are_there = text.split('.').all(|step| !step.is_empty());
        if text.len() > LONGEST_PATH || !steps_are_there || !text.chars().all(sign) {
            let help = "a path is made of names and numbers: `attack.area.number`, `vehicles.squares[0]`";
            return self.mistakes.push(path.error("this is no path").help(help));
        }
        let first = text.split(['.', '[']).next().unwrap_or_default();
        if FIXED.contains(&first) {
            let message = format!("the \"{first}\" of a rulebook cannot be changed");
            return self.mistakes.push(path.error(message));
        }
        if let Some(value) = &change.value {
            self.fields.push(RawField::new(Key::new(first), path.span.clone(), value.clone()));
        }
        let before = written.find(text).unwrap_or(0);
        self.change(root, Way { rest: text, at: path.span.start + before }, &change);
    }

    fn change(&mut self, node: &mut Node, way: Way<'_>, change: &Change) {
        let Some(opened) = self.open(node) else {
            let mistake = self.place(way, way.rest).error("the path goes on where there is nothing inside");
            return self.mistakes.push(mistake);
        };
        let (step, after) = first_step(opened, way.rest);
        let here = self.place(way, step);
        let after = Way { rest: after, at: way.at + way.rest.len() - after.len() };
        let found = match opened.find(step) {
            Ok(Some(found)) => found,
            Ok(None) => return self.absent(opened, step, here, after, change),
            Err(()) => return self.mistakes.push(ambiguous(step, &here)),
        };
        if !after.rest.is_empty() {
            if let Some(member) = opened.member(found) {
                self.change(&mut member.value, after, change);
            }
            return;
        }
        let Some(value) = &change.value else { return opened.remove(found) };
        let Some(member) = opened.member(found) else { return };
        if change.verb == Verb::Override {
            member.value = Node::Written(value.clone());
        } else {
            self.merge(&mut member.value, Node::Written(value.clone()), change.verb, &here);
        }
    }

    /// A step of a path leads to nothing that is written. A field may have been left out, so it is added; whether there
    /// is such a field shows when the settings are read.
    fn absent(&mut self, opened: &mut Opened, step: &str, here: Place, after: Way<'_>, change: &Change) {
        let is_name = step.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let shape = opened.shape();
        let Some(value) = &change.value else { return self.unknown(opened, step, &here, change.verb) };
        if shape == Shape::Fields && is_name {
            let mut new = Node::Written(value.clone());
            if !after.rest.is_empty() {
                new = Node::Open(Arc::new(Opened::empty(here.clone())));
                self.change(&mut new, after, change);
            }
            opened.push(Member::new(step, here, false, new));
        } else if shape == Shape::Map && after.rest.is_empty() && change.verb == Verb::New {
            opened.push(Member::new(step, here, true, Node::Written(value.clone())));
        } else {
            self.unknown(opened, step, &here, change.verb);
        }
    }

    fn merge(&mut self, old: &mut Node, mut new: Node, verb: Verb, here: &Place) {
        if let (Some(into), Some(from)) = (self.open(old), self.open(&mut new))
            && alike(into, from, verb)
        {
            return self.join(into, from, verb);
        }
        if verb == Verb::New {
            let help = "to change it, use `update` or `override`";
            self.mistakes.push(here.error("this is there already").help(help));
        } else {
            *old = new;
        }
    }

    fn join(&mut self, into: &mut Opened, from: &mut Opened, verb: Verb) {
        let shape = into.shape();
        let list = matches!(shape, Shape::Entries | Shape::List);
        for member in from.take() {
            if self.full {
                return;
            }
            let place = member.place().clone();
            let found = match into.find(&member.name) {
                Ok(found) => found.filter(|_| !list || member.is_entry()),
                Err(()) => {
                    self.mistakes.push(ambiguous(&member.name, &place));
                    continue;
                }
            };
            let Some(at) = found else {
                if verb == Verb::New || shape == Shape::Fields {
                    into.push(member);
                } else {
                    self.unknown(into, &member.name, &place, verb);
                }
                continue;
            };
            if list && verb == Verb::New {
                let mistake = place.error(format!("\"{}\" is there already", member.name));
                self.mistakes.push(mistake.help("to change it, use `update` or `override`"));
            } else if let Some(own) = into.member(at) {
                self.merge(&mut own.value, member.value, verb, &place);
            }
        }
    }

    fn open<'n>(&mut self, node: &'n mut Node) -> Option<&'n mut Opened> {
        let fresh = !node.is_open();
        let opened = node.opened()?;
        if fresh && self.budget.spend(Ware::Entries, opened.len() as u64).is_err() {
            self.full = true;
            return None;
        }
        Some(opened)
    }

    fn unknown(&mut self, opened: &Opened, step: &str, here: &Place, verb: Verb) {
        let mut mistake = here.error(format!("there is no \"{step}\" here"));
        if verb == Verb::Update {
            mistake = mistake.help("`update` changes what there is; to add something, use `new`");
        }
        if self.helps && self.mistakes.len() < REPORTED {
            mistake = mistake.did_you_mean(step, opened.names());
        }
        self.mistakes.push(mistake);
    }

    /// Where the first letters of a way stand.
    fn place(&self, way: Way<'_>, letters: &str) -> Place {
        Place { file: self.file.clone(), span: way.at..way.at + letters.len() }
    }
}

fn ambiguous(step: &str, here: &Place) -> Diagnostic {
    let help = "say which by its number, counted from 0, in the path: `modifiers[2]`";
    here.error(format!("several are called \"{step}\" here")).help(help)
}

/// Whether a value is merged into one that is there, and does not take its place. An empty one takes its place.
fn alike(into: &Opened, from: &Opened, verb: Verb) -> bool {
    match (into.shape(), from.shape()) {
        _ if from.is_empty() => false,
        (Shape::Fields, Shape::Fields) => into.same_head(from),
        (Shape::Map, Shape::Map) | (Shape::Entries, Shape::Entries) => true,
        (Shape::Entries | Shape::List, Shape::Entries | Shape::List) => verb == Verb::New,
        _ => false,
    }
}

/// The first step of a path, the longest that is known, since a name may have dots of its own; and what comes after it.
fn first_step<'p>(opened: &Opened, path: &'p str) -> (&'p str, &'p str) {
    let end = if path.starts_with('[') {
        path.find(']').map_or(path.len(), |at| at + 1)
    } else {
        let mut ends: Vec<usize> = path.match_indices(['.', '[']).map(|(at, _)| at).collect();
        ends.push(path.len());
        let known = ends.iter().rev().find(|end| opened.knows(&path[..**end]));
        known.or(ends.first()).copied().unwrap_or(path.len())
    };
    let after = &path[end..];
    (&path[..end], after.strip_prefix('.').unwrap_or(after))
}
