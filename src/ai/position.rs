//! What it is worth to be somewhere, in some state: what could be done from there next, and what could be done to one.

use super::foes::way_to;
pub use super::weights::SLIGHT;
pub use super::weights::STEP;
use crate::ai::prelude::*;
use crate::rules::condition::Forbids;

/// What the unit's place and state in the altered facts are worth, leaving aside what it does this turn.
pub fn standing(planner: &mut Planner<'_>) -> f64 {
    let next = planner.best(|_, _| true).map_or(0.0, |(gain, ..)| gain);
    let mut value = weights::NEXT * next;
    if next <= SLIGHT {
        value += weights::COMING * coming(planner)
            - weights::IDLE
            - way_left(planner, planner.goal.left(&planner.what.units[planner.at].place.area));
    }
    let own = &planner.what.units[planner.at];
    value += planner.objective.place(&own.place.area) + planner.objective.won(&planner.what, own);
    let exposed = exposure(planner);
    let bearer = planner.what.bearer(&planner.what.units[planner.at]);
    value
        - planner.caution * exposed
        - stuck(planner, next > SLIGHT)
        // To have become so much faster or slower when the round ends.
        - planner.limits.of_loss(collision::sudden_change(&planner.what, bearer).1)
        - fire(planner)
        - falling(planner)
}

/// What it costs to be in the air where silencing brings one down (D-113).
fn falling(planner: &Planner<'_>) -> f64 {
    let place = &planner.what.units[planner.at].place;
    let down = planner.silence.as_ref().is_some_and(|silence| silence.brings_down(&planner.what, place));
    if down { weights::COMES_DOWN } else { 0.0 }
}

/// What it costs to end the turn on burning ground (D-101).
fn fire(planner: &Planner<'_>) -> f64 {
    let own = &planner.what.units[planner.at];
    let burns = planner.what.book.settings.blazes.is_some() && blaze::in_fire(&planner.what, own);
    if burns { weights::FIRE } else { 0.0 }
}

/// What the way still to go costs: most of it until the unit is near enough to strike in one turn.
pub fn way_left(planner: &Planner<'_>, left: i32) -> f64 {
    let near = left.min(planner.strike);
    STEP * (f64::from((left - near).min(60)) + weights::STEP_NEAR * f64::from(near))
}

/// The best attack of the next turn by those who have to go there first.
fn coming(planner: &Planner<'_>) -> f64 {
    let own = &planner.what.units[planner.at];
    let flies = planner.what.can_fly(planner.what.moving(own));
    let mut best: f64 = 0.0;
    for (way, rough) in planner.ways.iter().zip(&planner.rough) {
        for (foe, worth) in planner.foes.iter().zip(rough) {
            if way_to(&planner.what, flies, own, &planner.what.units[foe.at]) <= way.range.1 + planner.strike
            {
                best = best.max(*worth);
            }
        }
    }
    best
}

/// What foes could do to the unit there: at once, after a move, or with more trouble.
fn exposure(planner: &mut Planner<'_>) -> f64 {
    let mut sum = 0.0;
    for foe in 0..planner.foes.len() {
        let mut worst = seized(planner, foe);
        let ways = if planner.foes[foe].able { planner.foes[foe].ways.len() } else { 0 };
        for way in 0..ways {
            let danger = planner.danger(foe, way).unwrap_or_else(|| {
                let (what, known) = (&planner.what, &planner.foes[foe]);
                let far = way_to(what, known.flies, &what.units[known.at], &what.units[planner.at]);
                let choice = &known.ways[way];
                known.base[way] * afar(choice.melee, far, choice.range.1, known.strike)
            });
            worst = worst.max(danger);
        }
        sum += worst;
    }
    // Others may be struck instead.
    sum / f64::from(u32::try_from(planner.friends.len() + 1).unwrap_or(1)).sqrt()
}

/// What a foe could do to the unit there by points, where that hangs on the place (D-114).
fn seized(planner: &Planner<'_>, foe: usize) -> f64 {
    let Some(silence) = &planner.silence else { return 0.0 };
    let (what, at) = (&planner.what, planner.foes[foe].at);
    let own = &what.units[planner.at];
    silence.feared(what, (at, what.distance(&what.units[at], own)), &own.place.area)
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
fn stuck(planner: &Planner<'_>, shot: bool) -> f64 {
    let unit = &planner.what.units[planner.at];
    let mut cost = 0.0;
    let held = [Forbids::Movement, Forbids::Walking];
    if held.into_iter().any(|what| planner.what.forbidden(unit, what).is_some()) {
        cost += if shot { weights::HELD_SHOOTER } else { weights::HELD };
    }
    for (_, zone) in planner.what.zones().filter(|(active, _)| active.lies_under(unit)) {
        cost += if zone.inside.is_empty() { weights::ZONE } else { weights::ZONE_HARMS };
    }
    for (def, _) in planner.what.conditions(unit) {
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
