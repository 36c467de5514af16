//! What a spell gives back to its target.

use super::{cast, throws::AttackThrow};
use crate::rules::check_prelude::*;

/// What a spell gives back to its target, by the track, 0 where it fails; further checks left out. Empty: nothing.
pub fn restored(facts: &Facts, spec: &AttackSpec<'_>, args: &Args) -> Vec<(Key, Dist<i32>)> {
    let Some(armament) = spec.armament(facts) else { return Vec::new() };
    let (Some(by), Some(target), Armament::Spell(spell)) =
        (facts.unit(spec.by), facts.unit(spec.target), &armament)
    else {
        return Vec::new();
    };
    let given = spell.effects.iter().filter_map(|effect| match effect {
        EffectDef::Restore { track, amount, to: To::Target } => Some((*track, amount)),
        _ => None,
    });
    let given: Vec<(Key, &Expr)> = given.collect();
    let thrown = if given.is_empty() { None } else { cast(facts, spec, &armament, args, None) };
    let Some((_, thrown, _)) = thrown else { return Vec::new() };
    let comes_to = |amount: &Expr, throw: &AttackThrow| {
        if !throw.success {
            return 0;
        }
        let number = facts.evaluate(amount, by, Some(target), &|name| match name.as_str() {
            "sv" => Some(i64::from(throw.value)),
            "margin" => Some(i64::from(throw.effect)),
            "level" => Some(i64::from(spell.level)),
            _ => None,
        });
        i32::try_from(number.max(0)).unwrap_or(i32::MAX)
    };
    given.into_iter().map(|(track, amount)| (track, thrown.map(|throw| comes_to(amount, throw)))).collect()
}
