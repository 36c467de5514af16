//! The check of every reference that an entry makes to a name.
//!
//! Where references stand in content is in [`crate::content::references`], which names there are in `known`, the references
//! of settings in `settings`.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::expressions::{about_other, entries_of, located, make_meant, near_name, place_of, too_large};
use crate::{
    content::{
        prelude::*,
        references::{NameKind, Visit},
    },
    rules::facts::Word,
};

pub(super) struct Names {
    /// What there is of each kind.
    pub(super) lists: BTreeMap<NameKind, Vec<Key>>,
    /// Pools alone: what is paid with has other names besides.
    pub(super) pools: Vec<Key>,
    pub(super) derived: Vec<Key>,
    /// What the other of a relation is called.
    pub(super) partners: Vec<Key>,
    pub(super) facilities: Vec<Key>,
    /// The entries of the book as they are written, by the kind of name that they have.
    pub(super) layers: BTreeMap<NameKind, Arc<Layered>>,
    /// What has been asked for, by its kind.
    pub(super) known: RefCell<BTreeMap<NameKind, BTreeSet<Key>>>,
    /// Changes of the settings are wrong and left out, which is said already: what they would have declared is unknown.
    pub(super) broken: bool,
}

impl Names {
    /// Whether there is something of a kind and name.
    pub(super) fn knows(&self, kind: NameKind, name: Key) -> bool {
        let mut known = self.known.borrow_mut();
        known.entry(kind).or_insert_with(|| self.of(kind).iter().copied().collect()).contains(&name)
    }

    /// The mistake of deleting what something else still names.
    pub(super) fn deleted(&self, kind: NameKind, names: &[Key], by: &RawEntry) -> Option<Diagnostic> {
        let kinds = if kind == NameKind::Gear { vec![NameKind::Weapon, NameKind::Item] } else { vec![kind] };
        let all = kinds.iter().filter_map(|kind| self.layers.get(kind));
        let mut found = all.flat_map(|layer| names.iter().map(move |name| (layer.deleted(*name), *name)));
        let (gone, name) = found.find_map(|(place, name)| Some((place?, name)))?;
        let here = by.error_at(name.as_str(), "");
        let (word, by) = (Self::word(kind), by.id);
        let message = format!("this deletes the {word} \"{name}\", which \"{by}\" still names");
        let help = format!("it is named in {} line {}", here.file.display(), here.line);
        Some(gone.error(message).help(help))
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

    pub(super) fn word(kind: NameKind) -> &'static str {
        match kind {
            NameKind::Check | NameKind::Checks => "check",
            NameKind::Condition => "condition",
            NameKind::Pool => "pool",
            NameKind::Price => "pool or track",
            NameKind::Track => "track",
            NameKind::Weapon => "weapon",
            NameKind::Item => "item",
            NameKind::Spell => "spell",
            NameKind::Unit => "unit",
            NameKind::School => "school",
            NameKind::RangeType => "range type",
            NameKind::Size => "size",
            NameKind::Stat => "stat",
            NameKind::Option => "option",
            NameKind::Bond => "relation",
            NameKind::Action => "action",
            NameKind::Interaction => "interaction",
            NameKind::Increment => "increment of time",
            NameKind::Band => "band of ranges",
            NameKind::Role => "role",
            NameKind::System => "system",
            NameKind::Column => "column of locations",
            NameKind::SystemsKind => "kind of unit with systems",
            NameKind::Tag => "action with the tag",
            NameKind::Winning => "action for the winner with the tag",
            NameKind::Trigger => "trigger",
            NameKind::Gear => "weapon or item",
            NameKind::Phase => "phase",
            NameKind::Stage => "stage of harm",
            NameKind::Location => "part of the body",
        }
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
            Some(("option", id)) => of(NameKind::Option, id),
            Some(("has" | "count" | "rounds", id)) => self.knows(NameKind::Condition, Key::new(id)),
            Some(("at", id)) => is(&self.facilities, id),
            Some(("best", id)) => of(NameKind::Stat, id),
            Some(("pool", id)) => is(&self.pools, id),
            Some(("size", id)) => of(NameKind::Size, id),
            Some(("act", tag)) => self.knows(NameKind::Tag, Key::new(tag)),
            Some(("role", id)) => of(NameKind::Role, id),
            Some(("system", id)) => self.knows(NameKind::System, Key::new(id)),
            Some(("systems", id)) => of(NameKind::SystemsKind, id),
            Some(("shield" | "source", id)) => ["low", "medium", "high", "kinetic"].contains(&id),
            Some(("tag" | "active" | "aimed" | "done" | "holds" | "weapon", _)) => true,
            Some((id, "max")) if of(NameKind::Track, id) => true,
            Some((word, rest)) if of(NameKind::Role, word) || is(&self.partners, word) => {
                self.knows_name(rest)
            }
            _ => false,
        }
    }

    /// The names that may stand behind a word and a dot.
    fn behind(&self, word: &str) -> &[Key] {
        match word {
            "has" | "count" | "rounds" => self.of(NameKind::Condition),
            "option" => self.of(NameKind::Option),
            "at" => &self.facilities,
            "best" => self.of(NameKind::Stat),
            "pool" => &self.pools,
            "size" => self.of(NameKind::Size),
            "act" => self.of(NameKind::Tag),
            "role" => self.of(NameKind::Role),
            "system" => self.of(NameKind::System),
            "systems" => self.of(NameKind::SystemsKind),
            _ => &[],
        }
    }

    /// What a name with a dot was probably meant to be: `has.prone` for `has.pron`.
    fn near_dotted(&self, name: &str) -> Option<String> {
        let whose = ["target.", "self."].into_iter().find(|whose| name.starts_with(whose)).unwrap_or("");
        let (word, id) = name[whose.len()..].split_once('.')?;
        let near = suggest(id, self.behind(word).iter().map(|key| key.as_str()))?;
        Some(format!("{whose}{word}.{near}"))
    }

    /// A mistake with the name that was probably meant.
    pub(super) fn meant(&self, mistake: Diagnostic, name: &str) -> Diagnostic {
        match self.near_dotted(name) {
            Some(near) => mistake.help(format!("did you mean \"{near}\"?")),
            None => near_name(mistake, name, &self.known_names()),
        }
    }

    fn known_names(&self) -> Vec<String> {
        let lists = [self.of(NameKind::Stat), self.of(NameKind::Track), &self.derived];
        let own = lists.into_iter().flatten().map(ToString::to_string);
        own.chain(Word::ALONE.iter().map(|name| (*name).to_owned())).collect()
    }
}

pub(super) struct Checker<'a> {
    pub(super) names: &'a Names,
    pub(super) entry: &'a RawEntry,
    pub(super) report: &'a mut Report,
    /// Kinds of which not all names are known.
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
            if let Some(mistake) = self.names.deleted(kind, &[own, *name], self.entry) {
                return self.report.push(mistake);
            }
            self.report.push_with(self.entry.file(), || {
                let (word, known) = (Names::word(kind), self.names.of(kind));
                self.entry
                    .error_at(name.as_str(), format!("there is no {word} \"{name}\""))
                    .did_you_mean(name.as_str(), known.iter().map(|key| key.as_str()))
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
