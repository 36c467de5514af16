//! The attacks that one action makes one after the other, until their maker stops.

use super::{AttackOdds, Landing, attack_at};
use crate::rules::check_prelude::*;

/// The odds of each attack that an action may make, in their order; of one, where it makes one. What ends with an attack
/// helps only the first, and each further one is burdened more.
pub fn each_attack(facts: &Facts, spec: &AttackSpec<'_>, args: &Args) -> Vec<AttackOdds> {
    let Some(repeat) = &spec.action.repeat else {
        return attack_at(facts, spec, args).into_iter().collect();
    };
    let mut later = facts.clone();
    if let Some(own) = later.unit_mut(spec.by) {
        own.modifiers.0.retain(|own| own.until != Until::NextAction);
    }
    let attack = |n: i32| {
        let facts = if n == 0 { facts } else { &later };
        attack_at(facts, &AttackSpec { hinder: spec.hinder + n * repeat.burden, ..spec.clone() }, args)
    };
    (0..most(facts, spec, repeat)).map_while(attack).collect()
}

/// What attacks made one after the other come to together.
pub fn together(each: &[AttackOdds]) -> Option<AttackOdds> {
    let (first, more) = each.split_first()?;
    if more.is_empty() {
        return Some(first.clone());
    }
    let both = |one: &Landing, other: &Landing| Landing {
        landed: one.landed || other.landed,
        critical: one.critical || other.critical,
        loss: one.loss.saturating_add(other.loss),
        through: one.through || other.through,
    };
    let results = more.iter().fold(first.results.clone(), |sum, next| sum.with(&next.results, both));
    let hit = |own: &AttackOdds| {
        let (hit, all) = (own.hits.num(), own.hits.den());
        Dist::weighted([(true, hit), (false, all - hit)])
    };
    let any = each.iter().filter_map(hit).reduce(|any, next| any.with(&next, |one, other| *one || *other));
    let hits = any.map_or(Chance::NEVER, |any| any.probability(|hit| *hit));
    Some(AttackOdds { hits, ..AttackOdds::of(first.check.clone(), results) })
}

/// How many attacks an action may make: as many as there are shots or spells for, one at least.
fn most(facts: &Facts, spec: &AttackSpec<'_>, repeat: &Repeat) -> i32 {
    let Some(own) = facts.unit(spec.by) else { return 0 };
    let spells = spec.spell.map(|spell| {
        let ready = own.slots.0.iter().filter(|slot| slot.spell == spell && !slot.spent).count();
        i32::try_from(ready).unwrap_or(i32::MAX)
    });
    let armed = spec.weapon.and_then(|id| facts.weapon_in(own, id, spec.action));
    let shots = armed.and_then(|(item, weapon)| match (item.shots(weapon), weapon.uses) {
        (Some(left), _) => Some(left / (spec.rounds * FireDef::of(spec.action).times).max(1)),
        (None, WeaponUse::Thrown) if !weapon.natural => Some(1),
        (None, _) => None,
    });
    let most = facts.value(&repeat.most, own);
    spells.into_iter().chain(shots).fold(most, i32::min).max(1)
}
