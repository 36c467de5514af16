//! What it is worth to be somewhere, in some state: what could be done from there next, and what could be done to one.
//!
//! It weighs the altered facts of a [`Mind`]. Where to try standing is chosen in `moves`.

use super::weights;
pub use super::weights::SLIGHT;
pub use super::weights::STEP;
use super::{foes::way_to, mind::Mind};
use crate::rules::{collision, condition::Forbids};

/// What the unit's place and state in the altered facts are worth, leaving aside what it does this turn.
pub fn standing(mind: &mut Mind<'_>) -> f64 {
    let next = mind.best(|_, _| true).map_or(0.0, |(gain, ..)| gain);
    let mut value = weights::NEXT * next;
    if next <= SLIGHT {
        value += weights::COMING * coming(mind)
            - weights::IDLE
            - way_left(mind, mind.goal.left(&mind.what.units[mind.at].place.area));
    }
    value - mind.caution * exposure(mind) - stuck(mind, next > SLIGHT) - jolt(mind)
}

/// What it costs to have become so much faster or slower when the round ends.
fn jolt(mind: &Mind<'_>) -> f64 {
    let bearer = mind.what.bearer(&mind.what.units[mind.at]);
    mind.toll.of_loss(collision::sudden_change(&mind.what, bearer).1)
}

/// What the way still to go costs: most of it until the unit is near enough to strike in one turn.
pub fn way_left(mind: &Mind<'_>, left: i32) -> f64 {
    let near = left.min(mind.strike);
    STEP * (f64::from((left - near).min(60)) + weights::STEP_NEAR * f64::from(near))
}

/// The best attack of the next turn by those who have to go there first.
fn coming(mind: &Mind<'_>) -> f64 {
    let own = &mind.what.units[mind.at];
    let flies = mind.what.can_fly(mind.what.moving(own));
    let mut best: f64 = 0.0;
    for (way, rough) in mind.ways.iter().zip(&mind.rough) {
        for (foe, worth) in mind.foes.iter().zip(rough) {
            if way_to(&mind.what, flies, own, &mind.what.units[foe.at]) <= way.range.1 + mind.strike {
                best = best.max(*worth);
            }
        }
    }
    best
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
                    let distance = way_to(&mind.what, known.flies, &mind.what.units[known.at], own);
                    known.base[way]
                        * afar(known.ways[way].melee, distance, known.ways[way].range.1, known.strike)
                }
            };
            worst = worst.max(danger);
        }
        sum += worst;
    }
    // Others may be struck instead.
    sum / f64::from(u32::try_from(mind.friends.len() + 1).unwrap_or(1)).sqrt()
}

/// How much of an attack that cannot be made from where the foe stands is to be feared.
pub fn afar(melee: bool, distance: i32, range: i32, strike: i32) -> f64 {
    match melee {
        true if distance <= range + strike => weights::FEAR_SOON,
        true => weights::FEAR_MELEE,
        false => weights::FEAR_SHOT,
    }
}

/// What it costs to be held in place, or down.
fn stuck(mind: &Mind<'_>, shot: bool) -> f64 {
    let unit = &mind.what.units[mind.at];
    let mut cost = 0.0;
    if mind.what.forbidden(unit, Forbids::Movement).is_some()
        || mind.what.forbidden(unit, Forbids::Walking).is_some()
    {
        cost += if shot { weights::HELD_SHOOTER } else { weights::HELD };
    }
    for (_, zone) in mind.what.zones().filter(|(active, _)| active.lies_under(unit)) {
        cost += if zone.inside.is_empty() { weights::ZONE } else { weights::ZONE_HARMS };
    }
    for (def, _) in mind.what.conditions(unit) {
        if def.slow.is_some() {
            cost += if shot { weights::SLOWED_SHOOTER } else { weights::SLOWED };
        }
        // An action that a tag refuses (prone: no mêlée, no dodging) is one less to choose from.
        if !def.forbids_tags.is_empty() {
            cost += weights::REFUSED;
        }
    }
    cost
}
