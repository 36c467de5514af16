//! The exact distribution of what an explosive does to one unit, every answer declined.

use super::{blast, odds::Landing};
use crate::rules::check_prelude::*;

/// What an explosive comes to for `target`, aimed so; none where the weapon is no explosive.
pub(super) fn landings(
    facts: &Facts,
    (by, target): (&UnitState, &UnitState),
    weapon: &WeaponDef,
    (aim, range): (&Aim, AttackRange),
    check: &Check,
) -> Option<Dist<Landing>> {
    let payload = weapon.blast.as_ref()?;
    let from = by.place.area;
    let damage = |ring: usize, effect: i32| {
        let Some((_, dice)) = payload.rings.get(ring) else { return Dist::one(Landing::MISSED) };
        Dist::dice(dice).map(|total| {
            let portion = Portion::new(Key::new("damage"), &weapon.types, total + effect);
            let blow = Blow { effect, ..Blow::default() };
            Landing::of(true, false, &harm::pass(facts, target, vec![portion], blow, Vec::new()))
        })
    };
    let there = |aim: &Aim, effect: i32| {
        let covered = aim.squares(facts, &from);
        match blast::caught(facts, payload, aim, &covered, target) {
            Some(ring) => damage(ring, effect),
            None => Dist::one(Landing::MISSED),
        }
    };
    let direct = aim.target == Some(target.id()) && blast::adds_effect(weapon);
    let readings = check.naturals(&facts.book.settings.check.dice).map(|natural| {
        let reading = check.read(*natural);
        (reading.success, reading.margin)
    });
    Some(readings.bind(|(success, margin)| {
        if *success {
            return there(aim, if direct { *margin } else { 0 });
        }
        match area::scatter(facts, &Armament::Weapon(weapon), aim, range, *margin) {
            Some(places) => places.bind(|square| there(&aim.at(*square), 0)),
            None => Dist::one(Landing::MISSED),
        }
    }))
}
