//! The check of every reference that an entry makes to a name.
//!
//! Where references stand in content is in [`crate::content::references`], which names there are in `known`, the references
//! of settings in `settings`.

use std::cell::RefCell;

use super::{
    blame::Blame,
    expressions::{about_other, entries_of, located, make_meant, near_name, place_of, too_large},
};
use crate::{content::prelude::*, rules::facts::Word};

impl RawEntry {
    /// The mistake of a name in the entry that nothing of a kind has, with the one that was probably meant.
    pub(super) fn unknown<'a>(
        &self,
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'a Key>,
    ) -> Diagnostic {
        let mistake = self.error_at(name, format!("there is no {what} \"{name}\""));
        mistake.did_you_mean(name, known.into_iter().map(|key| key.as_str()))
    }
}

impl NameKind {
    /// What a thing of the kind is called in messages, and the kinds of entries and lists of settings that it is of.
    pub fn about(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Check | Self::Checks => ("check", &["checks"]),
            Self::Condition => ("condition", &["conditions"]),
            Self::Pool => ("pool", &["pools"]),
            Self::Price => ("pool or track", &["pools", "tracks"]),
            Self::Track => ("track", &["tracks"]),
            Self::Weapon => ("weapon", &["weapons"]),
            Self::Item => ("item", &["items"]),
            Self::Spell => ("spell", &["spells"]),
            Self::Unit => ("unit", &["units"]),
            Self::School => ("school", &[]),
            Self::RangeType => ("range type", &[]),
            Self::Size => ("size", &["sizes"]),
            Self::Stat => ("stat", &["stats"]),
            Self::Option => ("option", &["options"]),
            Self::Bond => ("relation", &[]),
            Self::Action => ("action", &["actions"]),
            Self::Interaction => ("interaction", &["interactions"]),
            Self::Increment => ("increment of time", &[]),
            Self::Band => ("band of ranges", &[]),
            Self::Role => ("role", &[]),
            Self::System => ("system", &["systems"]),
            Self::Column => ("column of locations", &[]),
            Self::SystemsKind => ("kind of unit with systems", &[]),
            Self::Tag => ("action with the tag", &[]),
            Self::Winning => ("action for the winner with the tag", &[]),
            Self::Trigger => ("trigger", &[]),
            Self::Gear => ("weapon or item", &["weapons", "items"]),
            Self::Phase => ("phase", &[]),
            Self::Stage => ("stage of harm", &[]),
            Self::Location => ("part of the body", &[]),
        }
    }
}

/// So many names are told where none is near.
const FEW: usize = 8;

/// Words that stand before the dot of a name in an expression, in any book.
const HEADS: [&str; 22] = [
    "target", "self", "has", "count", "rounds", "option", "at", "best", "pool", "size", "act", "role",
    "system", "systems", "shield", "source", "tag", "active", "aimed", "done", "holds", "weapon",
];

pub(super) struct Names {
    pub(super) lists: BTreeMap<NameKind, Vec<Key>>,
    /// Pools alone: what is paid with has other names besides.
    pub(super) pools: Vec<Key>,
    pub(super) derived: Vec<Key>,
    /// What the other of a relation is called.
    pub(super) partners: Vec<Key>,
    pub(super) facilities: Vec<Key>,
    /// The entries of the book as they are written, by the kind of name that they have.
    pub(super) layers: BTreeMap<NameKind, Arc<Layered>>,
    pub(super) known: RefCell<BTreeMap<NameKind, BTreeSet<Key>>>,
    /// Changes of the settings are wrong and left out, which is said already: what they would have declared is unknown.
    pub(super) broken: bool,
}

impl Names {
    pub(super) fn knows(&self, kind: NameKind, name: Key) -> bool {
        let mut known = self.known.borrow_mut();
        known.entry(kind).or_insert_with(|| self.of(kind).iter().copied().collect()).contains(&name)
    }

    /// Whether a name of a kind may be unknown by the fault of wrong settings.
    fn may_be_lost(&self, kind: NameKind) -> bool {
        let of_entries =
            matches!(kind, NameKind::Gear | NameKind::Tag | NameKind::Winning | NameKind::Trigger);
        self.broken && !of_entries && !self.layers.contains_key(&kind)
    }

    pub(super) fn of(&self, kind: NameKind) -> &[Key] {
        self.lists.get(&kind).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn knows_name(&self, name: &str) -> bool {
        if about_other(name).is_some() {
            return false;
        }
        let name = name.strip_prefix("target.").unwrap_or(name);
        let name = name.strip_prefix("self.").unwrap_or(name);
        let is = |list: &[Key], name: &str| list.iter().any(|key| *key == name);
        let of = |kind: NameKind, name: &str| is(self.of(kind), name);
        if Word::ALONE.contains(&name)
            || of(NameKind::Stat, name)
            || of(NameKind::Track, name)
            || is(&self.derived, name)
        {
            return true;
        }
        match name.split_once('.') {
            Some((word, id)) if kind_behind(word).is_some_and(|kind| self.knows(kind, Key::new(id))) => true,
            Some(("at", id)) => is(&self.facilities, id),
            Some(("pool", id)) => is(&self.pools, id),
            Some(("shield" | "source" | "price" | "bought" | "lasts" | "charged", id)) => {
                ["low", "medium", "high", "kinetic"].contains(&id)
            }
            Some(("tag" | "active" | "aimed" | "done" | "holds" | "weapon", _)) => true,
            Some((word, _)) if kind_behind(word).is_some() => false,
            Some((id, "max")) if of(NameKind::Track, id) => true,
            Some((word, rest)) if of(NameKind::Role, word) || is(&self.partners, word) => {
                self.knows_name(rest)
            }
            _ => false,
        }
    }

    fn behind(&self, word: &str) -> &[Key] {
        match word {
            "at" => &self.facilities,
            "pool" => &self.pools,
            _ => kind_behind(word).map(|kind| self.of(kind)).unwrap_or_default(),
        }
    }

    fn heads(&self) -> impl Iterator<Item = &'static str> {
        let of_book = self.of(NameKind::Role).iter().chain(&self.partners);
        HEADS.into_iter().chain(of_book.map(|key| key.as_str()))
    }

    /// What a name with a dot was probably meant to be: `has.prone` for `has.pron` and for `hass.prone`.
    fn near_dotted(&self, name: &str) -> Option<String> {
        let whose = whose(name);
        let (word, id) = name[whose.len()..].split_once('.')?;
        if let Some(near) = suggest(id, self.behind(word).iter().map(|key| key.as_str())) {
            return Some(format!("{whose}{word}.{near}"));
        }
        if self.of(NameKind::Track).iter().any(|track| *track == word) {
            return Some(format!("{whose}{word}.max"));
        }
        let meant = format!("{whose}{}.{id}", suggest(word, self.heads())?);
        self.knows_name(&meant).then_some(meant)
    }

    /// A mistake with the name that was probably meant, or with those that may stand behind its dot.
    pub(super) fn meant(&self, mistake: Diagnostic, name: &str) -> Diagnostic {
        if let Some(near) = self.near_dotted(name) {
            return mistake.help(format!("did you mean \"{near}\"?"));
        }
        let mistake = near_name(mistake, name, &self.known_names());
        let whose = whose(name);
        match name[whose.len()..].split_once('.') {
            Some((word, _)) if HEADS.contains(&word) => or_possible(mistake, self.behind(word)),
            _ => mistake,
        }
    }

    pub(super) fn unknown(&self, place: &SourcePlace, kind: NameKind, name: Key) -> Diagnostic {
        let known = self.of(kind);
        let mistake = place.error(format!("there is no {} \"{name}\"", kind.about().0));
        or_possible(mistake.did_you_mean(name.as_str(), known.iter().map(|key| key.as_str())), known)
    }

    fn known_names(&self) -> Vec<String> {
        let lists = [self.of(NameKind::Stat), self.of(NameKind::Track), &self.derived];
        let own = lists.into_iter().flatten().map(ToString::to_string);
        own.chain(Word::ALONE.iter().map(|name| (*name).to_owned())).collect()
    }
}

fn kind_behind(word: &str) -> Option<NameKind> {
    match word {
        "option" => Some(NameKind::Option),
        "best" => Some(NameKind::Stat),
        "size" => Some(NameKind::Size),
        "role" => Some(NameKind::Role),
        "systems" => Some(NameKind::SystemsKind),
        _ => entries_of(word),
    }
}

/// The beginning of a name in an expression that says of whom it is.
fn whose(name: &str) -> &'static str {
    ["target.", "self."].into_iter().find(|whose| name.starts_with(whose)).unwrap_or("")
}

/// A mistake without advice with this one.
pub(super) fn or_help(mistake: Diagnostic, help: impl FnOnce() -> String) -> Diagnostic {
    if mistake.help.is_some() { mistake } else { mistake.help(help()) }
}

/// A mistake without advice, with all that could stand there if it is little.
fn or_possible(mistake: Diagnostic, known: &[Key]) -> Diagnostic {
    if mistake.help.is_some() || known.is_empty() || known.len() > FEW {
        return mistake;
    }
    let all: Vec<&str> = known.iter().map(|key| key.as_str()).collect();
    mistake.help(format!("possible: {}", all.join(", ")))
}

pub(super) struct Checker<'a> {
    pub(super) names: &'a Names,
    pub(super) entry: &'a RawEntry,
    pub(super) report: &'a mut Report,
    /// Who has deleted what the entry names.
    pub(super) blame: &'a mut Blame,
    pub(super) unsure: &'a [NameKind],
    /// Something is wrong with the entry.
    pub(super) spoilt: bool,
}

impl Visit for Checker<'_> {
    fn name(&mut self, kind: NameKind, name: &mut Key) {
        let owner = self.entry.owner_of(name.as_str());
        let own = Key::new(&format!("{owner}:{name}"));
        if self.names.knows(kind, own) {
            *name = own;
        } else if let Some(bare) = name.as_str().strip_prefix("base:") {
            let bare = Key::new(bare);
            if self.names.knows(kind, bare) {
                *name = bare;
            }
        }
        if !self.names.knows(kind, *name) && !self.unsure.contains(&kind) {
            self.spoilt = true;
            if self.names.may_be_lost(kind) {
                return;
            }
            if let Some(list) = self.blame.deleted(kind, &[own, *name]) {
                let here = self.entry.error_at(name.as_str(), "");
                self.blame.names_deleted(list, &[own, *name], self.entry.id, &here);
                return;
            }
            self.report.push_with(self.entry.file(), || {
                self.names.unknown(&self.entry.locate(name.as_str()), kind, *name)
            });
        }
    }

    fn wrong(&mut self, word: &str, what: String) {
        self.report.push_with(self.entry.file(), || {
            let place = self.entry.field(word).map(RawField::place);
            place.unwrap_or_else(|| self.entry.locate(word)).error(what)
        });
        self.spoilt = true;
    }

    fn odd(&mut self, word: &str, what: String) {
        let place = self.entry.field(word).map(RawField::place);
        self.report.push(place.unwrap_or_else(|| self.entry.locate(word)).error(what).warning());
    }

    fn expr(&mut self, expr: &mut Expr) {
        if let Some(what) = too_large(expr) {
            self.report.push_with(self.entry.file(), || place_of(self.entry, expr).error(what));
            self.spoilt = true;
        }
        let written = make_meant(self.entry, expr, |kind, id| self.names.knows(kind, id));
        for name in expr.names() {
            let unsure =
                name.as_str().split('.').filter_map(entries_of).any(|kind| self.unsure.contains(&kind));
            if unsure || self.names.knows_name(name.as_str()) {
                continue;
            }
            self.spoilt = true;
            let owner = self.entry.origin.file.owner;
            if let Some((list, names)) = self.blame.deleted_in(owner, name.as_str()) {
                let here = located(self.entry, &written, name.as_str()).error("");
                self.blame.names_deleted(list, &names, self.entry.id, &here);
                continue;
            }
            if !self.names.broken {
                self.report.push_with(self.entry.file(), || {
                    let message = format!("the expression names \"{name}\", which nothing here is called");
                    let mistake = located(self.entry, &written, name.as_str()).error(message);
                    self.names.meant(mistake, name.as_str())
                });
            }
        }
    }
}
