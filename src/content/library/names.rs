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
        diagnostics::{Diagnostic, Report},
        layer::Layered,
        references::{NameKind, Visit},
        source::{RawEntry, RawField},
    },
    key::Key,
    rules::{expr::Expr, facts::Word},
    suggest::suggest,
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

/// References of `book.ron` itself, where they are written.
pub(super) fn check_settings(
    loader: &mut Loader<'_>,
    written: &RawEntry,
    settings: &BookDef,
    names: &Names,
    complete: bool,
) {
    if !complete {
        return;
    }
    let mut whole = Whole { names, written, report: &mut loader.report };
    for pause in &settings.pauses {
        effects(&mut pause.effects.clone(), &mut whole);
    }
    for rule in &settings.harm.kinds {
        effects(&mut rule.reached.clone(), &mut whole);
        rule.degrees.iter().for_each(|(_, list)| effects(&mut list.clone(), &mut whole));
    }
    if let Some(rule) = &settings.altitude {
        effects(&mut rule.crash.clone(), &mut whole);
    }
    if let Some(rule) = &settings.blazes {
        effects(&mut rule.inside.clone(), &mut whole);
    }
    check_phases(&settings.timing, &mut whole);
    let mut need = |kind: NameKind, mut key: Key| whole.name(kind, &mut key);
    if let Some(rule) = &settings.altitude {
        rule.option.into_iter().for_each(|option| need(NameKind::Option, option));
        let named = rule.falling.into_iter().chain(rule.saved);
        named.for_each(|condition| need(NameKind::Condition, condition));
    }
    settings.choices.iter().for_each(|choice| need(NameKind::Option, choice.id));
    landing(&settings.harm.land).into_iter().for_each(|track| need(NameKind::Track, track));
    check_attack(settings, &mut need);
    if let Some(rule) = &settings.action_dice {
        need(NameKind::Pool, rule.pool);
        for check in &rule.checks {
            need(NameKind::Checks, *check);
        }
    }
    for state in &settings.states {
        need(NameKind::Condition, state.condition);
    }
    let surprise = &settings.timing.surprise;
    let bands = surprise.distances.iter().filter_map(|line| line.band);
    bands.chain(surprise.dim.iter().map(|(_, band)| *band)).for_each(|band| need(NameKind::Band, band));
    if let Some(rule) = &settings.systems {
        rule.rows.iter().flat_map(|(_, row)| row).for_each(|system| need(NameKind::System, *system));
        rule.tracks.iter().for_each(|track| need(NameKind::Track, *track));
        for kind in &rule.kinds {
            need(NameKind::Column, kind.column);
            for (system, then) in &kind.then {
                need(NameKind::System, *system);
                match then {
                    Then::System(id) => need(NameKind::System, *id),
                    Then::Column(id) => need(NameKind::Column, *id),
                }
            }
        }
    }
    for bond in &settings.bonds {
        let given = bond.roles.iter().filter_map(|role| role.condition);
        given.chain(bond.to_condition).for_each(|condition| need(NameKind::Condition, condition));
        bond.broken_by.iter().for_each(|condition| need(NameKind::Condition, *condition));
        for steering in bond.roles.iter().filter_map(|role| role.steers.as_ref()) {
            need(NameKind::Check, steering.check);
            steering.actions.iter().for_each(|action| need(NameKind::Action, *action));
        }
    }
    if let Some(rule) = &settings.vehicles {
        need(NameKind::Bond, rule.crew);
        need(NameKind::Check, rule.control);
    }
    for condition in settings.timing.start_conditions.iter().chain(settings.timing.surprise.condition.iter())
    {
        need(NameKind::Condition, *condition);
    }
    check_harm(settings, &mut need);
    settings.harm.past.iter().for_each(|rule| need(NameKind::Track, rule.track));
    if settings.check.direction == Direction::Under {
        for def in &settings.checks {
            if def.ability.is_none() && def.parts.is_empty() {
                need(NameKind::Stat, def.id);
            }
        }
    }
    exprs(settings).into_iter().for_each(|expr| whole.expr(&mut expr.clone()));
}

/// What attacks name.
fn check_attack(settings: &BookDef, need: &mut dyn FnMut(NameKind, Key)) {
    let attack = &settings.attack;
    need(NameKind::Check, attack.melee);
    need(NameKind::Check, attack.ranged);
    if let Some(spell) = attack.spell {
        need(NameKind::Check, spell);
    }
    if let Some((melee, ranged)) = attack.defence_roll {
        need(NameKind::Check, melee);
        need(NameKind::Check, ranged);
    }
    if let Some(size) = attack.area.giants {
        need(NameKind::Size, size);
    }
}

/// What harm and fires name.
fn check_harm(settings: &BookDef, need: &mut dyn FnMut(NameKind, Key)) {
    let harm = &settings.harm;
    for condition in harm.critical_condition.iter().chain(&harm.hurt).chain(&harm.subdual) {
        need(NameKind::Condition, *condition);
    }
    for (limb, condition) in harm.limbs.iter().flat_map(|rule| &rule.severed) {
        need(NameKind::Track, *limb);
        need(NameKind::Condition, *condition);
    }
    settings.blazes.iter().filter_map(|rule| rule.spreads).for_each(|id| need(NameKind::Option, id));
}

/// The expressions of the settings.
fn exprs(settings: &BookDef) -> Vec<&Expr> {
    let attack = &settings.attack;
    let mut exprs: Vec<&Expr> = vec![&settings.timing.bonus, &settings.movement.speed, &attack.melee_adds];
    exprs.extend(attack.fire.beyond.iter().map(|beyond| &beyond.limit));
    exprs.extend(settings.derived.values());
    exprs.extend(settings.tracks.iter().map(|track| &track.max));
    exprs.extend(settings.economy.pools.iter().map(|pool| &pool.base));
    exprs.extend(settings.states.iter().map(|state| &state.when));
    exprs.extend(settings.harm.past.iter().map(|rule| &rule.when));
    exprs.extend(settings.systems.iter().flat_map(|rule| &rule.speed));
    exprs.extend(settings.aftermath.iter().map(|rule| &rule.hurt));
    exprs
        .extend(settings.modifiers.iter().flat_map(|def| std::iter::once(&def.value).chain(def.when.iter())));
    exprs
}

/// The phases of the book's own, and where they stand in its sequence.
fn check_phases(timing: &Timing, whole: &mut Whole<'_>) {
    for phase in &timing.phases {
        effects(&mut phase.effects.clone(), whole);
        phase.when.iter().for_each(|when| whole.expr(&mut when.clone()));
    }
    for step in &timing.sequence {
        if let RoundStep::Phase(mut phase) = *step {
            whole.name(NameKind::Phase, &mut phase);
        }
    }
}

/// Checks references of the settings: those of a book mean just what they say.
struct Whole<'a> {
    names: &'a Names,
    written: &'a RawEntry,
    report: &'a mut Report,
}

impl Visit for Whole<'_> {
    fn name(&mut self, kind: NameKind, name: &mut Key) {
        if !self.names.knows(kind, *name) {
            if let Some(mistake) = self.names.deleted(kind, &[*name], self.written) {
                return self.report.push(mistake);
            }
            self.report.push_with(self.written.file(), || {
                let message = format!("there is no {} \"{name}\"", Names::word(kind));
                let known = self.names.of(kind);
                let mistake = self.written.error_at(name.as_str(), message);
                mistake.did_you_mean(name.as_str(), known.iter().map(|key| key.as_str()))
            });
        }
    }

    fn wrong(&mut self, word: &str, what: String) {
        self.report.push_with(self.written.file(), || self.written.error_at(word, format!("{word}: {what}")));
    }

    fn expr(&mut self, expr: &mut Expr) {
        if let Some(what) = too_large(expr) {
            self.report.push_with(self.written.file(), || place_of(self.written, expr).error(what));
        }
        for word in expr.names() {
            if !self.names.knows_name(word.as_str()) {
                self.report.push_with(self.written.file(), || {
                    let message =
                        format!("the expression \"{expr}\" names \"{word}\", which nothing here is called");
                    let mistake = located(self.written, expr, word.as_str()).error(message);
                    self.names.meant(mistake, word.as_str())
                });
            }
        }
    }
}
