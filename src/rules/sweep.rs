//! Hits on several: by fire over an arc ([`area`](super::area), S-71, S-72), and bursts shared out (S-61).

use crate::grid::within_angle;
use crate::rules::check_prelude::*;

/// The arc that a weapon sweeps: so many degrees, as far as it carries (S-71).
pub fn shape(facts: &Facts, weapon: &WeaponDef, degrees: u8) -> Template {
    let far = match &facts.book.settings.attack.range {
        RangeRule::Increments => weapon.increment * weapon.max_increments,
        RangeRule::Multiple(times) => weapon.increment * times,
        RangeRule::Bands { bands, .. } => bands.last().map_or(0, |(_, last)| *last),
    };
    Template::Arc(u8::try_from(far.max(0)).unwrap_or(u8::MAX), degrees)
}

/// The most hits that a weapon scores in one attack: the last of its bursts (S-71).
pub fn capacity(weapon: &WeaponDef) -> i32 {
    weapon.bursts.last().copied().unwrap_or(1)
}

/// The hits of a success with so many degrees: one, and one more for `per` of them each, at most `most` (S-72).
pub fn hits(degrees: i32, most: i32, per: i32) -> i32 {
    (1 + degrees.max(0) / per.max(1)).min(most.max(1))
}

/// What each of so many surely has of some hits, and how many of them have one more.
pub fn shares(hits: i32, among: i32) -> (i32, i32) {
    let among = among.max(1);
    (hits / among, hits % among)
}

/// How many foes stand in an arc towards a target, walls left aside; the target at least.
pub fn crowd(facts: &Facts, by: &UnitState, target: &UnitState, degrees: u8) -> i32 {
    let from = by.place.area.origin;
    let bearing = |unit: &UnitState| {
        let to = unit.place.area.origin;
        (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y))
    };
    let axis = bearing(target);
    let swept = |unit: &&UnitState| {
        let there = facts.hostile(by, unit) && facts.present(unit);
        there && within_angle(axis, bearing(unit), u16::from(degrees))
    };
    i32::try_from(facts.units.iter().filter(swept).count()).unwrap_or(i32::MAX).max(1)
}

/// Whom else an attack's hits may be given to: foes near by, open to it, no harder to hit, in roster order (S-61).
pub fn beside(facts: &Facts, spec: &AttackSpec<'_>) -> Vec<UnitId> {
    let within = FireDef::of(spec.action).shared;
    let known = facts.unit(spec.by).zip(facts.unit(spec.target)).zip(within);
    let Some(((by, target), within)) = known else { return Vec::new() };
    let sum = |id: UnitId| {
        let spec = AttackSpec { target: id, precomputed: Precomputed::default(), ..spec.clone() };
        attack::possible(facts, &spec).ok()?;
        attack::check(facts, &spec).map(|check| ease(&check))
    };
    let near = facts.units.iter().filter(|unit| {
        let other = unit.id() != target.id() && facts.hostile(by, unit) && facts.present(unit);
        other && facts.distance(target, unit) <= within
    });
    let near: Vec<UnitId> = near.map(|unit| unit.id()).collect();
    if near.is_empty() {
        return near;
    }
    let Some(least) = attack::check(facts, spec).map(|check| ease(&check)) else { return Vec::new() };
    near.into_iter().filter(|id| sum(*id).is_some_and(|own| own >= least)).collect()
}

/// How easy an attack's check makes its target to hit: by what counts for it, and by the target's defence.
fn ease(check: &Check) -> i32 {
    match &check.versus {
        Versus::Passive(defence) => check.modifier().saturating_sub(defence.passive()),
        Versus::Number(..) | Versus::Nothing => check.modifier(),
    }
}

/// Takes every bonus out of a check; penalties stay (S-71).
pub fn without_bonuses(check: &mut Check) {
    for part in &mut check.parts {
        let own = matches!(part.kind, ModKind::Ability | ModKind::Skill);
        if part.counted && part.value > 0 && !own {
            part.counted = false;
            part.why_not = Some(message!("core-this-test-takes-no-bonuses"));
        }
    }
}
