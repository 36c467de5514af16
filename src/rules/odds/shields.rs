//! What shields of low and medium precision leave of what meets them (D-58 to D-60).

use crate::rules::check_prelude::*;

/// Whether shields of low and medium precision meet a weapon: ranged, energy alone, no explosive (D-58, D-60, D-94).
pub(super) fn meets_shields(weapon: &WeaponDef, portions: &[Portion]) -> bool {
    weapon.is_ranged() && weapon.burst.is_empty() && portions.iter().all(Portion::is_energy)
}

/// The portions of a weapon with fixed damage past the shields that stand far out.
pub fn past_far_shields(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    by: &UnitState,
    target: &UnitState,
    weapon: &WeaponDef,
) -> Vec<Portion> {
    let mut portions = blow::held_portions(facts, by, weapon, 0, spec.action.share());
    if meets_shields(weapon, &portions) {
        far_shields(facts, (by, target), &mut portions, &mut Vec::new());
    }
    portions
}

/// What shields of low precision leave of energy that meets them; `covered` holds what they have paid, by bearer.
pub(super) fn far_shields(
    facts: &Facts,
    (by, target): (&UnitState, &UnitState),
    portions: &mut [Portion],
    covered: &mut Vec<(UnitId, Key, i32)>,
) {
    let rule = &facts.book.settings.attack;
    let far = facts.distance(by, target) >= rule.low_shield_from;
    if far && rule.steps.contains(&AttackStep::LowShield) {
        harm::cover(facts, by, target, portions, covered);
    }
}

/// What the target's shields of medium precision leave of energy that meets them; `paid` holds what its own have paid.
pub(super) fn near_shields(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    target: &UnitState,
    portions: &mut [Portion],
    paid: &mut Vec<(Key, i32)>,
) {
    let apart = !facts.linked_by_bond(spec.by, spec.target);
    if apart && facts.book.settings.attack.steps.contains(&AttackStep::MediumShield) {
        harm::shield(facts, target, Precision::Medium, (portions, paid), true);
    }
}

/// What the target itself has paid of what covers have.
pub(super) fn own_part(target: &UnitState, covered: &[(UnitId, Key, i32)]) -> Vec<(Key, i32)> {
    let own = covered.iter().filter(|(unit, ..)| *unit == target.id());
    own.map(|(_, id, points)| (*id, *points)).collect()
}

/// The weapons of an attack with their places in it: the first, and those named besides (D-26).
pub(super) fn weapons<'w>(
    facts: &'w Facts,
    spec: &AttackSpec<'_>,
    by: &'w UnitState,
    first: &'w WeaponDef,
    more: &[Key],
) -> Vec<(u8, &'w WeaponDef)> {
    let further = |id: &Key| facts.weapon_in(by, *id, spec.action).map(|(_, weapon)| &**weapon);
    let all = std::iter::once(Some(first)).chain(more.iter().map(further));
    (0..=u8::MAX).zip(all).filter_map(|(place, weapon)| Some((place, weapon?))).collect()
}

/// The portions of fixed damage as they come up to the target, each past what the one before left of shields (D-26).
pub(super) fn all_past_shields(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    (by, target): (&UnitState, &UnitState),
    weapons: &[(u8, &WeaponDef)],
) -> (Vec<Portion>, Vec<(Key, i32)>) {
    let share = spec.action.share();
    let each = weapons.iter().map(|(place, weapon)| blow::held_portions(facts, by, weapon, *place, share));
    let mut each: Vec<Vec<Portion>> = each.collect();
    let meets: Vec<bool> =
        weapons.iter().zip(&each).map(|((_, weapon), portions)| meets_shields(weapon, portions)).collect();
    let mut covered = Vec::new();
    for (portions, _) in each.iter_mut().zip(&meets).filter(|(_, meets)| **meets) {
        far_shields(facts, (by, target), portions, &mut covered);
    }
    let mut paid = own_part(target, &covered);
    for (portions, _) in each.iter_mut().zip(&meets).filter(|(_, meets)| **meets) {
        near_shields(facts, spec, target, portions, &mut paid);
    }
    (each.concat(), paid)
}

/// The same of one weapon and of those named besides.
pub fn past_shields(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    (by, target): (&UnitState, &UnitState),
    (weapon, more): (&WeaponDef, &[Key]),
) -> (Vec<Portion>, Vec<(Key, i32)>) {
    all_past_shields(facts, spec, (by, target), &weapons(facts, spec, by, weapon, more))
}
