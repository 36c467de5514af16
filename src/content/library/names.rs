//! The names that a rulebook knows, and the check of every reference to one.
//!
//! Where references stand in content is in [`crate::content::references`].

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use super::load::Loader;
use crate::{
    content::{
        diagnostics::Report,
        references::{Kind, Visit, effects},
        source::{Place, RawEntry},
    },
    key::Key,
    rules::{
        book::BookDef,
        check::Direction,
        expr::Expr,
        facts::{WatchFor, Word},
        sequence::RoundStep,
        systems::Then,
        timing::Timing,
    },
};

pub(super) struct Names {
    pub(super) checks: Vec<Key>,
    pub(super) check_tags: Vec<Key>,
    pub(super) action_tags: Vec<Key>,
    /// Tags of the actions that are open to the winner of a contest.
    pub(super) winning_tags: Vec<Key>,
    pub(super) conditions: Vec<Key>,
    pub(super) pools: Vec<Key>,
    pub(super) tracks: Vec<Key>,
    pub(super) weapons: Vec<Key>,
    pub(super) items: Vec<Key>,
    pub(super) spells: Vec<Key>,
    pub(super) units: Vec<Key>,
    pub(super) schools: Vec<Key>,
    pub(super) range_types: Vec<Key>,
    pub(super) sizes: Vec<Key>,
    pub(super) stats: Vec<Key>,
    pub(super) options: Vec<Key>,
    pub(super) derived: Vec<Key>,
    pub(super) actions: Vec<Key>,
    pub(super) interactions: Vec<Key>,
    pub(super) systems: Vec<Key>,
    pub(super) columns: Vec<Key>,
    pub(super) system_kinds: Vec<Key>,
    pub(super) bonds: Vec<Key>,
    pub(super) roles: Vec<Key>,
    /// What the other of a relation is called.
    pub(super) partners: Vec<Key>,
    pub(super) facilities: Vec<Key>,
    pub(super) increments: Vec<Key>,
    pub(super) bands: Vec<Key>,
    /// Phases of the book's own.
    pub(super) phases: Vec<Key>,
    /// What has been asked for, by its kind.
    pub(super) known: RefCell<BTreeMap<Kind, BTreeSet<Key>>>,
}

impl Names {
    /// Whether there is something of a kind and name.
    fn knows(&self, kind: Kind, name: Key) -> bool {
        let mut known = self.known.borrow_mut();
        known.entry(kind).or_insert_with(|| self.of(kind).into_iter().collect()).contains(&name)
    }

    fn of(&self, kind: Kind) -> Vec<Key> {
        match kind {
            Kind::Check => self.checks.clone(),
            Kind::Checks => {
                [self.checks.as_slice(), &self.check_tags, &[Key::new("all"), Key::new("skills")]].concat()
            }
            Kind::Condition => self.conditions.clone(),
            Kind::Pool => [self.pools.as_slice(), &[Key::new("points")]].concat(),
            Kind::Price => {
                [self.pools.as_slice(), &self.tracks, &[Key::new("points"), Key::new("initiative")]].concat()
            }
            Kind::Track => self.tracks.clone(),
            Kind::Weapon => self.weapons.clone(),
            Kind::Item => self.items.clone(),
            Kind::Spell => self.spells.clone(),
            Kind::Unit => self.units.clone(),
            Kind::School => self.schools.clone(),
            Kind::RangeType => self.range_types.clone(),
            Kind::Size => self.sizes.clone(),
            Kind::Stat => self.stats.clone(),
            Kind::Option => self.options.clone(),
            Kind::Bond => self.bonds.clone(),
            Kind::Action => self.actions.clone(),
            Kind::Interaction => self.interactions.clone(),
            Kind::Increment => self.increments.clone(),
            Kind::Band => self.bands.clone(),
            Kind::Role => self.roles.clone(),
            Kind::System => self.systems.clone(),
            Kind::Column => self.columns.clone(),
            Kind::SystemsKind => self.system_kinds.clone(),
            Kind::Tag => self.action_tags.clone(),
            Kind::Winning => self.winning_tags.clone(),
            Kind::Trigger => WatchFor::KINDS.iter().map(|kind| Key::new(kind)).collect(),
            Kind::Gear => [self.weapons.as_slice(), &self.items].concat(),
            Kind::Phase => self.phases.clone(),
        }
    }

    pub(super) fn word(kind: Kind) -> &'static str {
        match kind {
            Kind::Check | Kind::Checks => "check",
            Kind::Condition => "condition",
            Kind::Pool => "pool",
            Kind::Price => "pool or track",
            Kind::Track => "track",
            Kind::Weapon => "weapon",
            Kind::Item => "item",
            Kind::Spell => "spell",
            Kind::Unit => "unit",
            Kind::School => "school",
            Kind::RangeType => "range type",
            Kind::Size => "size",
            Kind::Stat => "stat",
            Kind::Option => "option",
            Kind::Bond => "relation",
            Kind::Action => "action",
            Kind::Interaction => "interaction",
            Kind::Increment => "increment of time",
            Kind::Band => "band of ranges",
            Kind::Role => "role",
            Kind::System => "system",
            Kind::Column => "column of locations",
            Kind::SystemsKind => "kind of unit with systems",
            Kind::Tag => "action with the tag",
            Kind::Winning => "action for the winner with the tag",
            Kind::Trigger => "trigger",
            Kind::Gear => "weapon or item",
            Kind::Phase => "phase",
        }
    }

    fn knows_name(&self, name: &str) -> bool {
        let name = name.strip_prefix("target.").unwrap_or(name);
        let name = name.strip_prefix("self.").unwrap_or(name);
        let is = |list: &[Key], name: &str| list.iter().any(|key| *key == name);
        if Word::ALONE.contains(&name)
            || is(&self.stats, name)
            || is(&self.tracks, name)
            || is(&self.derived, name)
        {
            return true;
        }
        match name.split_once('.') {
            Some(("option", id)) => is(&self.options, id),
            Some(("has" | "count" | "rounds", id)) => self.knows(Kind::Condition, Key::new(id)),
            Some(("at", id)) => is(&self.facilities, id),
            Some(("best", id)) => is(&self.stats, id),
            Some(("pool", id)) => is(&self.pools, id),
            Some(("size", id)) => is(&self.sizes, id),
            Some(("act", tag)) => self.knows(Kind::Tag, Key::new(tag)),
            Some(("role", id)) => is(&self.roles, id),
            Some(("system", id)) => self.knows(Kind::System, Key::new(id)),
            Some(("systems", id)) => is(&self.system_kinds, id),
            Some(("shield", id)) => ["low", "medium", "high", "kinetic"].contains(&id),
            Some(("tag" | "active" | "done" | "holds" | "weapon", _)) => true,
            Some((id, "max")) if is(&self.tracks, id) => true,
            Some((word, rest)) if is(&self.roles, word) || is(&self.partners, word) => self.knows_name(rest),
            _ => false,
        }
    }

    fn known_names(&self) -> Vec<String> {
        let lists = [&self.stats, &self.tracks, &self.derived];
        let own = lists.into_iter().flatten().map(ToString::to_string);
        own.chain(Word::ALONE.iter().map(|name| (*name).to_owned())).collect()
    }
}

pub(super) struct Checker<'a> {
    pub(super) names: &'a Names,
    pub(super) entry: &'a RawEntry,
    pub(super) report: &'a mut Report,
    /// Kinds of which not all names are known.
    pub(super) unsure: &'a [Kind],
    /// Something is wrong with the entry.
    pub(super) spoilt: bool,
}

impl Visit for Checker<'_> {
    fn name(&mut self, kind: Kind, name: &mut Key) {
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
            self.report.push_with(self.entry.file(), || {
                let (word, known) = (Names::word(kind), self.names.of(kind));
                self.entry
                    .error_at(name.as_str(), format!("there is no {word} \"{name}\""))
                    .did_you_mean(name.as_str(), known.iter().map(|key| key.as_str()))
            });
            self.spoilt = true;
        }
    }

    fn wrong(&mut self, word: &str, what: String) {
        self.report.push_with(self.entry.file(), || self.entry.error_at(word, what));
        self.spoilt = true;
    }

    fn expr(&mut self, expr: &Expr) {
        for name in expr.names() {
            let unsure = name.as_str().contains('.') && self.unsure.contains(&Kind::Condition);
            if !unsure && !self.names.knows_name(name.as_str()) {
                self.report.push_with(self.entry.file(), || {
                    let known = self.names.known_names();
                    let message = format!("the expression names \"{name}\", which nothing here is called");
                    let mistake = located(self.entry, expr).error(message);
                    mistake.did_you_mean(name.as_str(), known.iter().map(String::as_str))
                });
                self.spoilt = true;
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
    check_phases(&settings.timing, &mut whole);
    let mut need = |kind: Kind, mut key: Key| whole.name(kind, &mut key);
    if let Some(rule) = &settings.altitude {
        rule.option.into_iter().for_each(|option| need(Kind::Option, option));
        rule.falling.into_iter().for_each(|condition| need(Kind::Condition, condition));
    }
    settings.choices.iter().for_each(|choice| need(Kind::Option, choice.id));
    let attack = &settings.attack;
    need(Kind::Check, attack.melee);
    need(Kind::Check, attack.ranged);
    if let Some(spell) = attack.spell {
        need(Kind::Check, spell);
    }
    if let Some((melee, ranged)) = attack.defence_roll {
        need(Kind::Check, melee);
        need(Kind::Check, ranged);
    }
    if let Some(size) = attack.area.giants {
        need(Kind::Size, size);
    }
    if let Some(rule) = &settings.action_dice {
        need(Kind::Pool, rule.pool);
        for check in &rule.checks {
            need(Kind::Checks, *check);
        }
    }
    for state in &settings.states {
        need(Kind::Condition, state.condition);
    }
    let surprise = &settings.timing.surprise;
    let bands = surprise.distances.iter().filter_map(|line| line.band);
    bands.chain(surprise.dim.iter().map(|(_, band)| *band)).for_each(|band| need(Kind::Band, band));
    if let Some(rule) = &settings.systems {
        rule.rows.iter().flat_map(|(_, row)| row).for_each(|system| need(Kind::System, *system));
        rule.tracks.iter().for_each(|track| need(Kind::Track, *track));
        for kind in &rule.kinds {
            need(Kind::Column, kind.column);
            for (system, then) in &kind.then {
                need(Kind::System, *system);
                match then {
                    Then::System(id) => need(Kind::System, *id),
                    Then::Column(id) => need(Kind::Column, *id),
                }
            }
        }
    }
    for bond in &settings.bonds {
        let given = bond.roles.iter().filter_map(|role| role.condition);
        given.chain(bond.to_condition).for_each(|condition| need(Kind::Condition, condition));
        bond.broken_by.iter().for_each(|condition| need(Kind::Condition, *condition));
        for steering in bond.roles.iter().filter_map(|role| role.steers.as_ref()) {
            need(Kind::Check, steering.check);
            steering.actions.iter().for_each(|action| need(Kind::Action, *action));
        }
    }
    if let Some(rule) = &settings.vehicles {
        need(Kind::Bond, rule.crew);
        need(Kind::Check, rule.control);
    }
    for condition in settings.timing.start_conditions.iter().chain(settings.timing.surprise.condition.iter())
    {
        need(Kind::Condition, *condition);
    }
    let harm = &settings.harm;
    for condition in harm.critical_condition.iter().chain(&harm.hurt).chain(&harm.subdual) {
        need(Kind::Condition, *condition);
    }
    if settings.check.direction == Direction::Under {
        for def in &settings.checks {
            if def.ability.is_none() && def.parts.is_empty() {
                need(Kind::Stat, def.id);
            }
        }
    }
    exprs(settings).into_iter().for_each(|expr| whole.expr(expr));
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
        phase.when.iter().for_each(|when| whole.expr(when));
    }
    for step in &timing.sequence {
        if let RoundStep::Phase(mut phase) = *step {
            whole.name(Kind::Phase, &mut phase);
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
    fn name(&mut self, kind: Kind, name: &mut Key) {
        if !self.names.knows(kind, *name) {
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

    fn expr(&mut self, expr: &Expr) {
        for word in expr.names() {
            if !self.names.knows_name(word.as_str()) {
                self.report.push_with(self.written.file(), || {
                    let known = self.names.known_names();
                    let message =
                        format!("the expression \"{expr}\" names \"{word}\", which nothing here is called");
                    let mistake = located(self.written, expr).error(message);
                    mistake.did_you_mean(word.as_str(), known.iter().map(String::as_str))
                });
            }
        }
    }
}

/// Where an expression stands, however it is spaced and bracketed there.
fn located(entry: &RawEntry, expr: &Expr) -> Place {
    entry.locate_where(|text| Expr::parse(text).is_ok_and(|own| own == *expr))
}
