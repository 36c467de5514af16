//! What shields of low and medium precision leave of what meets them (D-58 to D-60).

use crate::{
    key::Key,
    rules::{
        attack::{AttackSpec, AttackStep},
        blow,
        facts::{Facts, UnitState},
        gear::WeaponDef,
        harm::{self, Portion},
        unit::Precision,
    },
};

/// Whether shields of low and medium precision meet a weapon: a ranged one of energy alone that is no explosive (D-58,
/// D-60, D-94).
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
        far_shields(facts, (by, target), &mut portions);
    }
    portions
}

/// What shields of low precision leave of energy that meets them.
pub(super) fn far_shields(facts: &Facts, (by, target): (&UnitState, &UnitState), portions: &mut [Portion]) {
    let rule = &facts.book.settings.attack;
    let far = facts.distance(by, target) >= rule.low_shield_from;
    if far && rule.steps.contains(&AttackStep::LowShield) {
        harm::cover(facts, by, target, portions, &mut Vec::new());
    }
}

/// What the target's shields of medium precision leave of energy that meets them, and what they pay.
pub(super) fn near_shields(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    target: &UnitState,
    portions: &mut [Portion],
) -> Vec<(Key, i32)> {
    let mut paid = Vec::new();
    let apart = !facts.linked_by_bond(spec.by, spec.target);
    if apart && facts.book.settings.attack.steps.contains(&AttackStep::MediumShield) {
        harm::shield(target, Precision::Medium, portions, &mut paid, true);
    }
    paid
}

/// The same as they come up to the target, past the shields that stand near, too, and what its own of these have paid.
pub fn past_shields(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    by: &UnitState,
    target: &UnitState,
    weapon: &WeaponDef,
) -> (Vec<Portion>, Vec<(Key, i32)>) {
    let mut portions = past_far_shields(facts, spec, by, target, weapon);
    let paid = match meets_shields(weapon, &portions) {
        true => near_shields(facts, spec, target, &mut portions),
        false => Vec::new(),
    };
    (portions, paid)
}
