//! The references of a rulebook's settings, where they are written in `book.ron`.
//!
//! Those of entries are checked in `names`.

use super::{
    blame::Blame,
    expressions::{located, place_of, too_large},
    fits::landing,
    load::Loader,
    names::Names,
};
use crate::{
    content::{
        prelude::*,
        references::{costs, effects, modifier},
    },
    rules::{
        book::MindRule,
        check::Direction,
        harm::HarmStage,
        movement::Pace,
        sequence::RoundStep,
        timing::{Shift, TieBreak, Timing},
        unit_systems::Then,
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
    let mut whole = Whole { names, written, report: &mut loader.report, blame: &mut loader.blame };
    walk(settings, &mut whole);
    let mut need = |kind: NameKind, mut key: Key| whole.name(kind, &mut key);
    if let Some(rule) = &settings.altitude {
        rule.option.into_iter().for_each(|option| need(NameKind::Option, option));
        let named = rule.falling.into_iter().chain(rule.saved);
        named.for_each(|condition| need(NameKind::Condition, condition));
    }
    settings.choices.iter().for_each(|choice| need(NameKind::Option, choice.id));
    check_attack(settings, &mut need);
    if let Some(rule) = &settings.action_dice {
        need(NameKind::Pool, rule.pool);
        rule.checks.iter().for_each(|check| need(NameKind::Checks, *check));
    }
    settings.states.iter().for_each(|state| need(NameKind::Condition, state.condition));
    check_timing(&settings.timing, &mut need);
    check_economy(settings, &mut need);
    check_stats(settings, &mut need);
    check_systems(settings, &mut need);
    check_bonds(settings, &mut need);
    check_harm(settings, &mut need);
    check_circles(settings, &mut whole);
}

/// The references of what settings do and reckon.
pub(super) fn walk(settings: &BookDef, visit: &mut dyn Visit) {
    walk_effects(settings, visit);
    walk_phases(&settings.timing, visit);
    settings.modifiers.iter().for_each(|def| modifier(&mut def.clone(), visit));
    costs(&mut settings.economy.price.clone(), visit);
    exprs(settings).into_iter().for_each(|expr| visit.expr(&mut expr.clone()));
}

fn walk_effects(settings: &BookDef, visit: &mut dyn Visit) {
    settings.pauses.iter().for_each(|pause| effects(&mut pause.effects.clone(), visit));
    for rule in &settings.harm.kinds {
        effects(&mut rule.reached.clone(), visit);
        rule.degrees.iter().for_each(|(_, list)| effects(&mut list.clone(), visit));
    }
    if let Some(rule) = &settings.altitude {
        effects(&mut rule.crash.clone(), visit);
    }
    if let Some(rule) = &settings.blazes {
        effects(&mut rule.inside.clone(), visit);
    }
}

fn check_timing(timing: &Timing, need: &mut dyn FnMut(NameKind, Key)) {
    let surprise = &timing.surprise;
    let bands = surprise.distances.iter().filter_map(|line| line.band);
    bands.chain(surprise.dim.iter().map(|(_, band)| *band)).for_each(|band| need(NameKind::Band, band));
    surprise.team_skills.iter().for_each(|skill| need(NameKind::Stat, *skill));
    let begun = timing.start_conditions.iter().chain(&surprise.condition);
    begun.for_each(|condition| need(NameKind::Condition, *condition));
    timing.tactics.into_iter().for_each(|check| need(NameKind::Check, check));
    timing.press.iter().for_each(|press| need(NameKind::Pool, press.grant.0));
    if let Shift::Ledger(ledger) = &timing.shift {
        ledger.low_conditions.iter().for_each(|condition| need(NameKind::Condition, *condition));
    }
}

fn check_economy(settings: &BookDef, need: &mut dyn FnMut(NameKind, Key)) {
    let economy = &settings.economy;
    economy.modes.iter().for_each(|mode| need(NameKind::Pool, mode.points));
    economy.once_a_turn.iter().for_each(|tag| need(NameKind::Tag, *tag));
    economy.pools.iter().filter_map(|pool| pool.option).for_each(|option| need(NameKind::Option, option));
    settings.aftermath.iter().flat_map(|rule| &rule.tags).for_each(|tag| need(NameKind::Tag, *tag));
}

fn check_stats(settings: &BookDef, need: &mut dyn FnMut(NameKind, Key)) {
    settings.check.size_signs.iter().for_each(|(stat, _)| need(NameKind::Stat, *stat));
    let of_schools = settings.attack.schools.values().flat_map(|(ability, skill)| [*ability, *skill]);
    of_schools.for_each(|stat| need(NameKind::Stat, stat));
    // Those of a book that says nothing of minds are of several books.
    let minds = &settings.minds.stats;
    if *minds != MindRule::default().stats {
        let tracks = |stat: &&Key| settings.tracks.iter().any(|track| track.id == **stat);
        minds.iter().filter(|stat| !tracks(stat)).for_each(|stat| need(NameKind::Stat, *stat));
    }
    if settings.check.direction == Direction::Under {
        let bare = settings.checks.iter().filter(|def| def.ability.is_none() && def.parts.is_empty());
        bare.for_each(|def| need(NameKind::Stat, def.id));
    }
}

fn check_systems(settings: &BookDef, need: &mut dyn FnMut(NameKind, Key)) {
    let Some(rule) = &settings.systems else { return };
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

fn check_bonds(settings: &BookDef, need: &mut dyn FnMut(NameKind, Key)) {
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
}

fn check_attack(settings: &BookDef, need: &mut dyn FnMut(NameKind, Key)) {
    let attack = &settings.attack;
    let defences = attack.defence_roll.into_iter().flat_map(|(melee, ranged)| [melee, ranged]);
    let checks = [attack.melee, attack.ranged].into_iter().chain(attack.spell).chain(defences);
    checks.for_each(|check| need(NameKind::Check, check));
    attack.area.giants.into_iter().for_each(|size| need(NameKind::Size, size));
    attack.critical_table.iter().for_each(|(_, condition, _)| need(NameKind::Condition, *condition));
    let (melee, ranged) = &attack.injuries;
    let tracks =
        |injury: Key| settings.harm.limbs.as_ref().map_or_else(|| vec![injury], |rule| rule.both(injury));
    let injuries = melee.iter().chain(ranged).flat_map(|(_, injury)| tracks(*injury));
    injuries.for_each(|track| need(NameKind::Track, track));
    attack.burst.iter().for_each(|rule| need(NameKind::Tag, rule.tag));
}

fn check_harm(settings: &BookDef, need: &mut dyn FnMut(NameKind, Key)) {
    let harm = &settings.harm;
    let named = harm.critical_condition.iter().chain(&harm.hurt).chain(&harm.subdual);
    named.for_each(|condition| need(NameKind::Condition, *condition));
    landing(&harm.land).into_iter().for_each(|track| need(NameKind::Track, track));
    harm.past.iter().for_each(|rule| need(NameKind::Track, rule.track));
    harm.stage_rules.keys().for_each(|stage| need(NameKind::Stage, *stage));
    for (limb, condition) in harm.limbs.iter().flat_map(|rule| &rule.severed) {
        need(NameKind::Track, *limb);
        need(NameKind::Condition, *condition);
    }
    settings.blazes.iter().filter_map(|rule| rule.spreads).for_each(|id| need(NameKind::Option, id));
}

fn exprs(settings: &BookDef) -> Vec<&Expr> {
    let attack = &settings.attack;
    let mut exprs: Vec<&Expr> =
        vec![&settings.timing.bonus, &settings.movement.speed, &attack.melee_adds, &attack.crit_range];
    exprs.extend(attack.fire.beyond.iter().map(|beyond| &beyond.limit));
    exprs.extend(settings.derived.values());
    exprs.extend(settings.tracks.iter().map(|track| &track.max));
    exprs.extend(settings.economy.pools.iter().map(|pool| &pool.base));
    exprs.extend(settings.states.iter().map(|state| &state.when));
    exprs.extend(settings.harm.past.iter().map(|rule| &rule.when));
    exprs.extend(settings.systems.iter().flat_map(|rule| &rule.speed));
    exprs.extend(settings.aftermath.iter().map(|rule| &rule.hurt));
    for check in &settings.checks {
        exprs.extend(check.parts.iter().map(|part| &part.1).chain(&check.score));
        exprs.extend(check.skill_cap.iter().map(|(when, _)| when));
    }
    exprs.extend(settings.timing.ties.iter().filter_map(|tie| match tie {
        TieBreak::Higher(value) => Some(value),
        _ => None,
    }));
    exprs.extend(settings.harm.stages.iter().filter_map(|stage| match stage {
        HarmStage::Soak(bonus) => Some(bonus),
        _ => None,
    }));
    if let Pace::Squares(squares) = &settings.movement.pace {
        exprs.push(squares);
    }
    if let Shift::Ledger(ledger) = &settings.timing.shift {
        exprs.extend(ledger.events.iter().map(|event| &event.amount));
    }
    exprs
}

/// Tells a derived value that comes of itself, by way of others or at once.
fn check_circles(settings: &BookDef, whole: &mut Whole<'_>) {
    let Some(ring) = circle(settings) else { return };
    let [first, second, ..] = ring.as_slice() else { return };
    let Some(expr) = settings.derived.get(first) else { return };
    whole.report.push_with(whole.written.file(), || {
        let names: Vec<String> = ring.iter().map(|name| format!("\"{name}\"")).collect();
        let message = format!("derived values come of each other in a circle: {}", names.join(" > "));
        located(whole.written, expr, second.as_str()).error(message)
    });
}

/// Derived values each reckoned from the next, the last being the first. A track's name is that track.
fn circle(settings: &BookDef) -> Option<Vec<Key>> {
    let derived = &settings.derived;
    let is_track = |name: &Key| settings.tracks.iter().any(|track| track.id == *name);
    let leads = |name: &Key| -> Vec<Key> {
        let names = derived.get(name).map(Expr::names).unwrap_or_default();
        names.into_iter().filter(|next| derived.contains_key(next) && !is_track(next)).collect()
    };
    let mut done: BTreeSet<Key> = BTreeSet::new();
    for start in derived.keys() {
        let mut path: Vec<(Key, Vec<Key>)> = vec![(*start, leads(start))];
        let mut open = BTreeSet::from([*start]);
        while let Some((name, rest)) = path.last_mut() {
            let name = *name;
            let Some(next) = rest.pop() else {
                open.remove(&name);
                done.insert(name);
                path.pop();
                continue;
            };
            if open.contains(&next) {
                let ring = path.iter().map(|(name, _)| *name).skip_while(|name| *name != next);
                return Some(ring.chain([next]).collect());
            }
            if !done.contains(&next) {
                open.insert(next);
                path.push((next, leads(&next)));
            }
        }
    }
    None
}

/// The phases of the book's own, and where they stand in its sequence.
fn walk_phases(timing: &Timing, visit: &mut dyn Visit) {
    for phase in &timing.phases {
        effects(&mut phase.effects.clone(), visit);
        phase.when.iter().for_each(|when| visit.expr(&mut when.clone()));
    }
    for step in &timing.sequence {
        if let RoundStep::Phase(mut phase) = *step {
            visit.name(NameKind::Phase, &mut phase);
        }
    }
}

/// Checks references of the settings: those of a book mean just what they say.
struct Whole<'a> {
    names: &'a Names,
    written: &'a RawEntry,
    report: &'a mut Report,
    blame: &'a mut Blame,
}

impl Visit for Whole<'_> {
    fn name(&mut self, kind: NameKind, name: &mut Key) {
        if !self.names.knows(kind, *name) {
            if let Some(list) = self.blame.deleted(kind, &[*name]) {
                let here = self.written.error_at(name.as_str(), "");
                self.blame.names_deleted(list, &[*name], self.written.id, &here);
                return;
            }
            self.report.push_with(self.written.file(), || {
                self.names.unknown(&self.written.locate(name.as_str()), kind, *name)
            });
        }
    }

    fn wrong(&mut self, word: &str, what: String) {
        self.report.push_with(self.written.file(), || self.written.error_at(word, format!("{word}: {what}")));
    }

    fn odd(&mut self, word: &str, what: String) {
        self.report.push(self.written.error_at(word, what).warning());
    }

    fn expr(&mut self, expr: &mut Expr) {
        if let Some(what) = too_large(expr) {
            self.report.push_with(self.written.file(), || place_of(self.written, expr).error(what));
        }
        for word in expr.names() {
            if !self.names.knows_name(word.as_str()) {
                if let Some((list, names)) = self.blame.deleted_in(Key::new(BASE), word.as_str()) {
                    let here = located(self.written, expr, word.as_str()).error("");
                    self.blame.names_deleted(list, &names, self.written.id, &here);
                    continue;
                }
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
