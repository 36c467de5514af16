//! What it is worth to be somewhere, in some state: what could be done from there next, and what could be done to one.
//!
//! Owns the weighing of the altered facts of a [`Mind`]. Where to try standing is `moves`' business.

use super::mind::Mind;
use crate::rules::condition::Forbids;

/// What a square nearer to the goal is worth.
pub const STEP: f64 = 0.02;

/// What the unit's place and state in the altered facts are worth, leaving aside what it does this turn.
pub fn standing(mind: &mut Mind<'_>) -> f64 {
    let next = mind.best(|_, _| true).map_or(0.0, |(gain, ..)| gain);
    let mut value = 0.5 * next;
    if next <= 0.0 {
        value -= 0.06 + STEP * f64::from(mind.goal.left(&mind.what.units[mind.at].place.area).min(60));
    }
    value - mind.caution * exposure(mind) - stuck(mind, next > 0.0)
}

/// What foes could do to the unit there: at once, after a move, or with more trouble.
fn exposure(mind: &mut Mind<'_>) -> f64 {
    let mut sum = 0.0;
    for foe in 0..mind.foes.len() {
        if !mind.foes[foe].able {
            continue;
        }
        let mut worst: f64 = 0.0;
        for way in 0..mind.foes[foe].ways.len() {
            let danger = match mind.danger(foe, way) {
                Some(danger) => danger,
                None => {
                    let known = &mind.foes[foe];
                    let own = &mind.what.units[mind.at];
                    let distance = mind.what.distance(own, &mind.what.units[known.at]);
                    let near = distance <= known.ways[way].range.1 + known.mobility;
                    known.base[way] * if near && known.ways[way].melee { 0.75 } else { 0.35 }
                }
            };
            worst = worst.max(danger);
        }
        sum += worst;
    }
    // Others may be struck instead.
    sum / f64::from(u32::try_from(mind.friends.len() + 1).unwrap_or(1)).sqrt()
}

/// What it costs to be held in place, or down.
fn stuck(mind: &Mind<'_>, shot: bool) -> f64 {
    let unit = &mind.what.units[mind.at];
    let mut cost = 0.0;
    if mind.what.forbidden(unit, Forbids::Movement).is_some() || mind.what.forbidden(unit, Forbids::Walking).is_some() {
        cost += if shot { 0.08 } else { 0.3 };
    }
    for (def, _) in mind.what.conditions(unit) {
        if def.slow.is_some() {
            cost += if shot { 0.01 } else { 0.06 };
        }
        // An action that a tag refuses (prone: no mêlée, no dodging) is one less to choose from.
        if !def.forbids_tags.is_empty() {
            cost += 0.03;
        }
    }
    cost
}
