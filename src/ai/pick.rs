//! Choices among options, and damage to share out. It picks the first of options that it does not know.

use super::{auras, manoeuvres};
use crate::ai::prelude::*;
use crate::ai::value::burden;
use crate::battle::choice::{ChoiceKind, Pick};
use crate::battle::frames::fortune::AGAIN;
use crate::rules::condition::ConditionDef;
use crate::rules::harm::Land;
use crate::rules::heal::{self, Sharing};

/// An option of a choice.
pub fn choice(
    facts: &Facts,
    unit: UnitId,
    about: ChoiceKind,
    target: Option<UnitId>,
    options: &[ChoiceOption],
) -> Command {
    let pick = match about.pick() {
        Pick::First => None,
        Pick::Most => options.iter().rev().max_by_key(|option| option.value).map(|option| option.id),
        Pick::Weighed => weighed(facts, unit, about, target.and_then(|id| facts.unit(id)), options),
    };
    match pick.or_else(|| options.first().map(|option| option.id)) {
        Some(option) => Command::Choose { unit, option },
        None => Command::Decline { unit },
    }
}

fn weighed(
    facts: &Facts,
    unit: UnitId,
    about: ChoiceKind,
    target: Option<&UnitState>,
    options: &[ChoiceOption],
) -> Option<Key> {
    let own = facts.unit(unit)?;
    match about {
        ChoiceKind::Again => manoeuvres::again(facts, own, target?, options),
        ChoiceKind::Disarm => manoeuvres::flight(facts, own, target?, options),
        ChoiceKind::Push => manoeuvres::push(facts, own, target?, options),
        ChoiceKind::Reach => manoeuvres::shift(facts, own, options),
        ChoiceKind::Critical => critical(facts, own, target?, options),
        ChoiceKind::InitiativeDice => initiative_dice(facts, own, options),
        ChoiceKind::Fortune(check) => fortune(facts, own, check, target, options),
        ChoiceKind::Named(bond) if facts.book.bond(bond).is_some() => {
            winners::keep(facts, own, target?, options)
        }
        ChoiceKind::Named(line) => {
            // A die that moves a count is well spent; one is kept for later where there are several.
            let rule = facts.book.settings.action_dice.as_ref();
            rule.filter(|rule| rule.miss == line || rule.triumph == line)?;
            options.get(options.len().saturating_sub(2).max(1)).map(|option| option.id)
        }
        ChoiceKind::Aura => auras::answer(facts, own, target?, options),
        ChoiceKind::ReplaceDie
        | ChoiceKind::Haste
        | ChoiceKind::Avoid
        | ChoiceKind::Aftermath
        | ChoiceKind::Jump
        | ChoiceKind::ShareHits
        | ChoiceKind::Yield
        | ChoiceKind::BurnFate => None,
    }
}

/// Fortune is spent on attacks, deeds on foes and defences, where a new die is likely to avert the failure.
fn fortune(
    facts: &Facts,
    own: &UnitState,
    check: Key,
    target: Option<&UnitState>,
    options: &[ChoiceOption],
) -> Option<Key> {
    let again = options.iter().find(|option| option.id == AGAIN)?;
    let tags = &facts.book.check(check)?.tags;
    let matters = target.is_some_and(|target| facts.hostile(own, target))
        || tags.iter().any(|tag| *tag == "attack" || *tag == "defence");
    (matters && again.value >= weights::FORTUNE_LIKELY).then_some(again.id)
}

/// A die on the initiative check of a unit that has rolled badly, as long as others are left for Triumphs.
fn initiative_dice(facts: &Facts, own: &UnitState, options: &[ChoiceOption]) -> Option<Key> {
    let rule = facts.book.settings.action_dice.as_ref()?;
    let timing = &facts.book.settings.timing;
    let middle = (timing.dice.min() + timing.dice.max()) / 2 + facts.value(&timing.bonus, own);
    let spare = facts.points(own, rule.pool) > 2;
    let die = options.iter().find(|option| option.id == "die")?;
    (spare && own.initiative.count < middle - 3).then_some(die.id)
}

/// After a critical: what comes to most for a foe, and to least for a friend (D-30, D-35, D-36).
fn critical(facts: &Facts, own: &UnitState, target: &UnitState, options: &[ChoiceOption]) -> Option<Key> {
    let sign = if facts.hostile(own, target) { 1.0 } else { -1.0 };
    let worth = |option: &ChoiceOption| sign * outcome(facts, (own, target), option);
    let all = options.iter().rev().map(|option| (worth(option), option.id));
    all.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, id)| id)
}

/// What an option of a critical does to its target: the loss or the injury, what kinds of damage do besides by the
/// degrees owed to them, and what its shields spend.
fn outcome(facts: &Facts, (own, target): Pair<'_>, option: &ChoiceOption) -> f64 {
    let (harm, attack) = (&facts.book.settings.harm, &facts.book.settings.attack);
    let victim = Effects { facts, by: target, target: Some(own), sv: 0 };
    let mut worth = 0.0;
    for (kind, degrees) in &option.owed {
        let rules = harm.kinds.iter().filter(|rule| rule.kind == *kind).flat_map(|rule| &rule.degrees);
        worth -= rules.filter(|(least, _)| degrees >= least).map(|(_, all)| victim.value(all)).sum::<f64>();
    }
    worth += option.spent.iter().map(|(_, points)| weights::SHIELD_WORN * f64::from(*points)).sum::<f64>();
    let takes = option.takes.unwrap_or(0);
    if !matches!(harm.land, Land::Degrees { .. }) {
        let inflicted = facts.book.condition(option.id).filter(|_| option.takes != Some(0));
        worth += inflicted.map_or(0.0, |def| burden(facts, target, def));
        return worth + LossLimits::of_target(facts, target, own).of_loss(takes);
    }
    if option.value == 0 {
        return worth + injury(facts, (own, target), takes, option.id);
    }
    // More drive leaves the injury to the die.
    let ranged = facts.distance(own, target) > 1;
    let faces = (1..=attack.injury_die).filter_map(|face| harm::injury_by(facts, ranged, face));
    let each = faces.map(|kind| injury(facts, (own, target), takes, kind));
    worth + each.sum::<f64>() / f64::from(attack.injury_die.max(1))
}

/// What it does that so much damage comes as one type of injury: how far that brings the target towards being out, and
/// the states that follow; less than nothing where its own side wins by it.
fn injury(facts: &Facts, (own, target): Pair<'_>, takes: i32, kind: Key) -> f64 {
    let (changes, _) = harm::lands(facts, target, takes, true, Some(harm::injured(facts, target, kind)));
    let mut then = target.clone();
    let mut worn = 0.0;
    for (track, amount) in changes {
        let Some(hurt) = then.tracks.0.iter_mut().find(|hurt| hurt.id == track) else { continue };
        hurt.now += amount;
        worn += weights::WEAR * f64::from(amount) / f64::from(steps_left(facts, target, track));
    }
    let states = facts.book.settings.states.iter();
    let come = states.filter(|state| facts.state_holds(state, &then) && !facts.state_holds(state, target));
    let come: Vec<&ConditionDef> = come.filter_map(|state| facts.book.condition(state.condition)).collect();
    let fresh = come.iter().map(|def| Condition::new(def.id, 1, Until::Battle, None));
    then.conditions.0.extend(fresh);
    if facts.hostile(own, target) && facts.goals.iter().any(|goal| facts.attains(&then, goal)) {
        return -weights::SPOILT;
    }
    if come.iter().any(|def| def.out || def.dead) {
        return weights::OUT;
    }
    worn + come.iter().map(|def| burden(facts, target, def)).sum::<f64>()
}

/// How many degrees of an injury a unit can take before it is out.
fn steps_left(facts: &Facts, target: &UnitState, track: Key) -> i32 {
    let mut hurt = target.clone();
    for more in 1..12 {
        let Some(own) = hurt.tracks.0.iter_mut().find(|own| own.id == track) else { break };
        own.now += 1;
        let out = facts.book.settings.states.iter().any(|state| {
            facts.book.condition(state.condition).is_some_and(|def| def.out || def.dead)
                && facts.value(&state.when, &hurt) != 0
        });
        if out {
            return more;
        }
    }
    99
}

/// Damage and losses shared out as by the rules (C-62, C-63); healing to the most damaged (C-70).
pub fn allot(facts: &Facts, unit: UnitId, total: i32, tracks: &[(Key, i32)], sharing: Sharing) -> Command {
    if sharing == Sharing::Healing {
        return Command::Allot { unit, parts: heal::returned(tracks, total) };
    }
    if let Land::Characteristics { first, others } = &facts.book.settings.harm.land {
        let most = |id: Key| tracks.iter().find(|(known, _)| *known == id).map_or(0, |(_, most)| *most);
        let order = std::iter::once(*first).chain(others.iter().copied());
        let tracks: Vec<(Key, i32)> = order.map(|id| (id, most(id))).collect();
        return Command::Allot { unit, parts: harm::spread_over(&tracks, total) };
    }
    Command::Allot { unit, parts: harm::spread_in(tracks, total) }
}
