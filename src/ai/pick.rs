//! Choices among options, and damage to share out.
//!
//! Owns nothing but the picking; an option that it does not know of is the first.

use super::{contests, feats};
use crate::{
    battle::{command::Command, prompt::ChoiceOption},
    key::Key,
    rules::{
        facts::{Facts, UnitId, UnitState},
        harm::{self, Land},
        heal::{self, Sharing},
    },
};

/// An option of a choice.
pub fn choice(
    facts: &Facts,
    unit: UnitId,
    about: Key,
    target: Option<UnitId>,
    options: &[ChoiceOption],
) -> Command {
    let target = target.and_then(|id| facts.unit(id));
    let pick = match (about.as_str(), facts.unit(unit), target) {
        ("again", Some(own), Some(target)) => feats::again(facts, own, target, options),
        ("disarm", Some(own), Some(target)) => feats::flight(facts, own, target, options),
        ("push", Some(own), Some(target)) => feats::push(facts, own, target, options),
        (_, Some(own), Some(target)) if facts.book.bond(about).is_some() => {
            contests::keep(facts, own, target, options)
        }
        ("reach", Some(own), _) => feats::shift(facts, own, options),
        (about, ..) => by_name(facts, unit, about, target, options),
    };
    match pick.or_else(|| options.first().map(|option| option.id)) {
        Some(option) => Command::Choose { unit, option },
        None => Command::Decline { unit },
    }
}

fn by_name(
    facts: &Facts,
    unit: UnitId,
    about: &str,
    target: Option<&UnitState>,
    options: &[ChoiceOption],
) -> Option<Key> {
    match about {
        "critical" => critical(facts, unit, target, options),
        // All that is stored, and whatever makes the most of a die: the greatest number.
        "aura" | "replace_die" | "jump" => {
            options.iter().rev().max_by_key(|option| option.value).map(|option| option.id)
        }
        "initiative_dice" => initiative_dice(facts, unit, options),
        // A die that moves a count is well spent; one is kept for later where there are several.
        _ if facts
            .book
            .settings
            .action_dice
            .as_ref()
            .is_some_and(|rule| rule.miss == about || rule.triumph == about) =>
        {
            let most = options.len().saturating_sub(2).max(1);
            options.get(most).map(|option| option.id)
        }
        _ => None,
    }
}

/// A die on the initiative check of a unit that has rolled badly, as long as others are left for Triumphs.
fn initiative_dice(facts: &Facts, unit: UnitId, options: &[ChoiceOption]) -> Option<Key> {
    let own = facts.unit(unit)?;
    let rule = facts.book.settings.action_dice.as_ref()?;
    let timing = &facts.book.settings.timing;
    let middle = (timing.dice.min() + timing.dice.max()) / 2 + facts.value(&timing.bonus, own);
    let spare = facts.points(own, rule.pool) > 2;
    let die = options.iter().find(|option| option.id == "die")?;
    (spare && own.initiative.count < middle - 3).then_some(die.id)
}

/// After a critical: more drive where armour would stop the blow, else the injury that fells soonest (D-35, D-36).
fn critical(
    facts: &Facts,
    unit: UnitId,
    target: Option<&UnitState>,
    options: &[ChoiceOption],
) -> Option<Key> {
    let (own, target) = (facts.unit(unit)?, target?);
    let drive = own
        .gear
        .items
        .iter()
        .filter(|item| item.held)
        .filter_map(|item| facts.book.weapon(item.def))
        .flat_map(|def| &def.portions)
        .filter_map(|portion| Some(facts.value(portion.drive.as_ref()?, own)))
        .max();
    let stopped = facts.armour_range(target).zip(drive).is_some_and(|((_, high), drive)| drive <= high);
    if stopped && options.iter().any(|option| option.id == "drive") {
        return Some(Key::new("drive"));
    }
    let left = |option: &&ChoiceOption| steps_left(facts, target, option.id);
    options.iter().filter(|option| option.value == 0).min_by_key(left).map(|option| option.id)
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

/// Damage and losses shared out as the rules would when nobody chooses (C-62, C-63); healing to the most damaged
/// (C-70).
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
    let mut left = total;
    let mut parts = Vec::new();
    for (track, most) in tracks {
        let amount = left.min(*most).max(0);
        if amount > 0 {
            parts.push((*track, amount));
            left -= amount;
        }
    }
    Command::Allot { unit, parts }
}
