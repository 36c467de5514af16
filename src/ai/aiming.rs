//! Aiming: modifiers of one's own that help the attacks to come.

use super::{moves::after, tending::extra};
use crate::ai::prelude::*;
use crate::rules::modifier::ModifierDef;

/// Modifiers for the next attack.
pub fn aim(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let mut modifiers = Vec::new();
    for effect in &utility.effects {
        if let EffectDef::Modify { modifier, until, to: To::Own, versus_target } = effect {
            let amount = |name: Key| (name == "amount").then_some(i64::from(utility.amount.unwrap_or(1)));
            let value = planner.facts.evaluate(&modifier.value, planner.own(), None, &amount);
            let modifier = ModifierDef { value: Expr::number(value), ..modifier.clone() };
            modifiers.push((modifier, until.clone(), *versus_target));
        }
    }
    if modifiers.is_empty() {
        return;
    }
    let targeted = utility.def.target().is_some();
    let lasts = modifiers.iter().all(|(_, until, _)| !matches!(until, Until::EndOfTurn | Until::EndOfRound));
    let count = extra(planner, utility);
    // The likeliest target is enough: aiming at another is seldom worth more.
    let mut likeliest: Option<(f64, usize)> = None;
    for foe in 0..planner.foes.len() {
        let best = (0..planner.ways.len()).filter_map(|way| planner.gain(way, foe)).fold(0.0, f64::max);
        if best > likeliest.map_or(0.0, |(known, _)| known) {
            likeliest = Some((best, foe));
        }
    }
    let Some((_, foe)) = likeliest else { return };
    let id = planner.foes[foe].id;
    let plain: Vec<Option<f64>> = (0..planner.ways.len()).map(|way| planner.gain(way, foe)).collect();
    let aimed = aimed(planner, utility, foe, &modifiers);
    let mut best: f64 = 0.0;
    for (way, plain) in plain.iter().enumerate() {
        let (Some(plain), Some(aimed)) = (*plain, aimed[way]) else { continue };
        if aimed <= plain + weights::AIM_LEAST {
            continue;
        }
        let own = &planner.ways[way];
        let cost = planner.price(&own.price) + planner.strain(&own.cost, &utility.cost);
        let times = planner.times(way, &utility.cost, &utility.def.tags);
        let score = if times > 0 {
            aimed + weights::LATER * plain * f64::from(times - 1) - cost
        } else if planner.times(way, &[], &[]) > 0 {
            weights::AIM_LATER * aimed - cost
        } else if lasts {
            weights::AIM_LASTS * (aimed - plain)
        } else {
            0.0
        };
        best = best.max(score);
    }
    if best > 0.0 {
        utility.offer(best + count, Args { target: targeted.then_some(id), ..Args::default() }, found);
    }
}

/// Tries out what an action that is no attack ends: what was to serve the next action (S-87).
pub fn begun(planner: &mut Planner<'_>, utility: &UtilityAction<'_>) {
    if !utility.def.tagged("steady") {
        planner.tried().modifiers.0.retain(|own| own.until != Until::NextAction);
    }
}

/// What each way is worth against a foe with some modifiers more.
fn aimed(
    planner: &mut Planner<'_>,
    utility: &UtilityAction<'_>,
    foe: usize,
    modifiers: &[(ModifierDef, Until, bool)],
) -> Vec<Option<f64>> {
    let kind = (utility.def.id, utility.amount, foe);
    if let Some((_, known)) = planner.aims.iter().find(|(own, _)| *own == kind) {
        return known.clone();
    }
    let id = planner.foes[foe].id;
    begun(planner, utility);
    for (def, until, versus) in modifiers {
        let active = ActiveModifier::new(utility.def.id, def.clone(), until.clone());
        let active = ActiveModifier { versus: versus.then_some(id), ..active };
        planner.tried().modifiers.0.push(active);
    }
    planner.altered();
    let aimed: Vec<Option<f64>> = (0..planner.ways.len()).map(|way| planner.gain(way, foe)).collect();
    planner.restore();
    planner.aims.push((kind, aimed.clone()));
    aimed
}

/// What can be gained in the rest of the turn after an action that is no attack, less what that action ends.
pub fn rest(planner: &mut Planner<'_>, utility: &UtilityAction<'_>) -> f64 {
    let serves = planner.own().modifiers.0.iter().any(|own| own.until == Until::NextAction);
    if !serves || utility.def.tagged("steady") {
        return after(planner, &utility.cost, &utility.def.tags);
    }
    begun(planner, utility);
    planner.altered();
    let rest = after(planner, &utility.cost, &utility.def.tags);
    planner.restore();
    rest
}
