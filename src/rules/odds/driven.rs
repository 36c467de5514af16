//! Attacks whose success value is their damage, and what kinds and drive make of it (T-09).
//!
//! After a critical the attacker is taken to inflict what a critical inflicts, not to drive deeper.

use super::{
    Landing,
    shields::{far_shields, meets_shields, near_shields, own_part},
    throws::AttackThrow,
};
use crate::rules::check_prelude::*;

/// The portions of an attack of that value and margin, for each of so many hits, as they come up to the target, past the
/// shields that stand far out and near, and what its own of these have paid. Only where [`blow::drive_matters`].
pub fn driven(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    (by, target): (&UnitState, &UnitState),
    damage: &AttackDamage<'_>,
    (dealt, hits): ((i32, i32), i32),
) -> (Vec<Portion>, Vec<(Key, i32)>) {
    let mut portions = blow::for_each_hit(blow::driven_portions(facts, (by, target), damage, dealt), hits);
    let meets = match damage.armament {
        Armament::Weapon(weapon) => meets_shields(weapon, &portions),
        Armament::Spell(_) => portions.iter().all(Portion::is_energy),
    };
    if !meets {
        return (portions, Vec::new());
    }
    let mut covered = Vec::new();
    far_shields(facts, (by, target), &mut portions, &mut covered);
    let mut paid = own_part(target, &covered);
    near_shields(facts, spec, target, &mut portions, &mut paid);
    (portions, paid)
}

/// What the dice come to where the success value is the damage.
pub(super) fn by_value(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    (by, target): (&UnitState, &UnitState),
    damage: &AttackDamage<'_>,
    thrown: &Dist<AttackThrow>,
) -> Dist<Landing> {
    let matters = blow::drive_matters(facts, target, damage);
    let losses = Losses::new(facts, target, &blow::value_portion(damage.armament.types(), 0), 0);
    thrown.map(|throw| {
        if !throw.success {
            return Landing::MISSED;
        }
        let hits = throw.scored(spec);
        // Of several none is critical but by a confirmation of its own.
        let critical = throw.critical && hits < 2;
        if matters {
            let dealt = (throw.value, throw.effect);
            let (portions, paid) = driven(facts, spec, (by, target), damage, (dealt, hits));
            let blow = Blow { effect: throw.effect, critical, ..Blow::default() };
            let each = (portions.as_slice(), usize::try_from(hits).unwrap_or(1));
            let trace = harm::pass_hits(facts, target, each, |_| blow, paid);
            let landed = trace.total > 0;
            return Landing::of(landed, throw.critical && landed, &trace);
        }
        let loss = losses.of(throw.value, throw.effect, critical);
        let landed = loss.total > 0;
        let through = loss.through > 0;
        Landing { landed, critical: throw.critical && landed, loss: loss.total.saturating_mul(hits), through }
    })
}
