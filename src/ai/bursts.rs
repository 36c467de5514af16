//! Bursts of energy (D-83 to D-93): what they do to those round their target.

use crate::ai::prelude::*;
use crate::rules::{attack::BurstRule, unit::Precision};

/// Whether an attack with a weapon depends on the square one stands in, distance aside: bursts, energy and far shields.
pub fn placed(facts: &Facts, by: &UnitState, weapon: &WeaponDef) -> bool {
    let rule = &facts.book.settings.attack;
    let shields = rule.steps.contains(&AttackStep::LowShield);
    let energy = || blow::fixed_portions(facts, by, weapon, 0).iter().all(Portion::is_energy);
    !weapon.burst.is_empty()
        || weapon.is_ranged() && !weapon.portions.is_empty() && (shields || rule.burst.is_some()) && energy()
}

/// What the burst of an attack, which hits by the chance `hit`, does to those round its target: foes less one's own.
pub fn worth(facts: &Facts, faces: &CheckFaces, way: &AttackWay, (own, target): Pair<'_>, hit: f64) -> f64 {
    let Some(rule) = &facts.book.settings.attack.burst else { return 0.0 };
    let known = way.weapon.and_then(|id| facts.weapon_in(own, id, &way.def));
    let Some((_, weapon)) = known.filter(|_| !way.def.harmless()) else { return 0.0 };
    let spec = way.spec(own.id(), target.id());
    let Some(portions) = portions(facts, rule, &spec, (own, target), weapon) else { return 0.0 };
    let Some(check) = attack::check(facts, &spec) else { return 0.0 };
    let goes_off = faces.succeeds(&check);
    let harm = |unit: &UnitState| {
        let loss = LossLimits::of_target(facts, unit, own).of_loss(reaches(facts, own, unit, &portions));
        if facts.hostile(own, unit) { loss } else { -weights::OWN_SIDE * loss }
    };
    let share = f64::from(rule.strikes) / f64::from(rule.die.max(1));
    let near = facts.units.iter().filter(|unit| {
        unit.id() != target.id()
            && !facts.out(unit)
            && unit.place.band == target.place.band
            && unit.place.area.distance(&target.place.area) <= 1
    });
    goes_off * share * near.map(harm).sum::<f64>() + (goes_off - hit).max(0.0) * harm(target)
}

/// What reaches each of those round the target; none: it does not burst.
fn portions(
    facts: &Facts,
    rule: &BurstRule,
    spec: &AttackSpec<'_>,
    (own, target): Pair<'_>,
    weapon: &WeaponDef,
) -> Option<Vec<Portion>> {
    if !weapon.burst.is_empty() {
        return Some(blow::burst_portions(facts, own, weapon, spec.action.share()));
    }
    if !weapon.is_ranged() {
        return None;
    }
    let whole = odds::past_far_shields(facts, spec, own, target, weapon);
    let from = if rule.deliberate(spec.action) { rule.from } else { rule.over };
    if !whole.iter().all(Portion::is_energy) {
        return None;
    }
    // A portion of each kind bursts for itself (D-84).
    let reaching = whole.iter().filter(|portion| portion.amount >= from).map(|portion| {
        let mut part = Portion::new(portion.kind, &[portion.kind], rule.on_others(portion.amount));
        part.drive = part.amount;
        part
    });
    let parts: Vec<Portion> = reaching.collect();
    (!parts.is_empty()).then_some(parts)
}

/// What one of them loses, its own shields and armour counted (D-92).
fn reaches(facts: &Facts, own: &UnitState, unit: &UnitState, portions: &[Portion]) -> i32 {
    let mut portions = portions.to_vec();
    let mut paid: Vec<(Key, i32)> = Vec::new();
    if !facts.linked_by_bond(own.id(), unit.id()) {
        harm::shield(facts, unit, Precision::Medium, (&mut portions, &mut paid), true);
    }
    harm::pass(facts, unit, portions, Blow::default(), paid).total
}
