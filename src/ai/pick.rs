//! Choices among options, and damage to share out. It picks the first of options that it does not know.

use super::{auras, manoeuvres};
use crate::ai::prelude::*;
use crate::battle::choice::{ChoiceKind, Pick};
use crate::battle::frames::fortune::AGAIN;
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

/// After a critical: drive where armour would stop the blow, else the worst injury (D-35, D-36), or the mildest (D-30).
fn critical(facts: &Facts, own: &UnitState, target: &UnitState, options: &[ChoiceOption]) -> Option<Key> {
    let left = |option: &&ChoiceOption| steps_left(facts, target, option.id);
    let types = options.iter().filter(|option| option.value == 0);
    if LossLimits::of_target(facts, target, own).spoils_at.is_some() {
        return types.max_by_key(left).map(|option| option.id);
    }
    let drive = own
        .gear
        .items
        .iter()
        .filter(|item| item.held)
        .filter_map(|item| facts.book.weapon(item.def))
        .flat_map(|def| {
            let by_value = facts.book.settings.attack.drive_margin.is_some();
            let stated = by_value.then(|| def.drive.as_ref().unwrap_or(&def.base));
            stated.into_iter().chain(def.portions.iter().filter_map(|portion| portion.drive.as_ref()))
        })
        .map(|drive| facts.value(drive, own))
        .max();
    let stopped = facts.armour_range(target).zip(drive).is_some_and(|((_, high), drive)| drive <= high);
    if stopped && options.iter().any(|option| option.id == "drive") {
        return Some(Key::new("drive"));
    }
    types.min_by_key(left).map(|option| option.id)
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
