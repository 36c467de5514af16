//! The references of a rulebook's settings, where they are written in `book.ron`.
//!
//! Those of entries are checked in `names`.

use super::{
    expressions::{located, place_of, too_large},
    fits::landing,
    load::Loader,
    names::Names,
};
use crate::{
    content::{
        diagnostics::Report,
        references::{NameKind, Visit, effects},
        source::RawEntry,
    },
    key::Key,
    rules::{
        book::BookDef, check::Direction, expr::Expr, sequence::RoundStep, timing::Timing, unit_systems::Then,
    },
};

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
    exprs(settings).into_iter().for_each(|expr| whole.expr(expr));
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
        phase.when.iter().for_each(|when| whole.expr(when));
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

    fn expr(&mut self, expr: &Expr) {
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
