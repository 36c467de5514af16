//! The odds of several who fire at one target at once (C-178). Who fires is [`legal::companions`]'s.

use super::{
    AttackOdds, Landing, links,
    throws::{AttackThrow, throws},
};
use crate::rules::{check_prelude::*, legal};

/// What is pooled so far: whose weapon hit first, the sum, the first hit's effect. None while nobody has hit.
type Pool = Option<(usize, i32, i32)>;

/// One of those who fire, with its throws.
struct Gun<'a> {
    spec: AttackSpec<'a>,
    weapon: Arc<WeaponDef>,
    thrown: Dist<AttackThrow>,
}

/// The odds of a joint attack, of all that may join if none are named; none: no check, or checks drawn from decks.
pub fn joint(facts: &Facts, spec: &AttackSpec<'_>, args: &Args) -> Option<AttackOdds> {
    let (lead, target) = (facts.unit(spec.by)?, facts.unit(spec.target)?);
    // All checks of a battle are drawn from decks, or none (T-13).
    let check = attack::check(facts, spec).filter(|check| check.hand.is_none())?;
    let with = match args.with.is_empty() {
        true => legal::companions(facts, lead, spec.action, spec.target),
        false => args.with.clone(),
    };
    let joined = with.iter().filter_map(|one: &Companion| {
        let weapon = legal::joins(facts, lead, spec.action, spec.target, one).ok()?;
        let own = AttackSpec::new(one.unit, spec.target, spec.action).armed(Some(weapon), None).firing(1);
        let check = attack::check(facts, &own)?;
        Some((own, check))
    });
    let mut guns = Vec::new();
    for (own, check) in std::iter::once((spec.clone(), check.clone())).chain(joined) {
        guns.extend(gun(facts, own, &check));
    }
    let mut pool: Dist<Pool> = Dist::one(None);
    for (n, gun) in guns.iter().enumerate() {
        let full = gun.weapon.damage.map(|dice| Dist::dice(&dice));
        let half = gun.weapon.damage.map(|dice| Dist::dice(&dice.half()));
        let hits = gun.thrown.map(|throw| (throw.success, throw.effect));
        let by = facts.unit(gun.spec.by)?;
        pool = pool.bind(|so_far| {
            hits.bind(|(success, effect)| match (success, so_far, &full, &half) {
                (true, None, Some(full), _) => {
                    let flat = blow::flat_damage(facts, by, &gun.weapon, (*effect).max(0));
                    full.map(|sum| Some((n, (sum + flat).max(0), *effect)))
                }
                (true, Some((first, amount, effect)), _, Some(half)) => {
                    half.map(|sum| Some((*first, amount + sum, *effect)))
                }
                _ => Dist::one(*so_far),
            })
        });
    }
    let results = pool.map(|pool| {
        let Some((first, amount, effect)) = *pool else { return Landing::MISSED };
        let types: &[Key] = guns.get(first).map_or(&[], |gun| &gun.weapon.types);
        let portion = Portion::new(Key::new("damage"), types, amount);
        let blow = Blow { effect, ..Blow::default() };
        Landing::of(true, false, &harm::pass(facts, target, vec![portion], blow, Vec::new()))
    });
    Some(AttackOdds::of(check, results))
}

/// A gun with its throws; none where no such weapon is held.
fn gun<'a>(facts: &Facts, spec: AttackSpec<'a>, check: &Check) -> Option<Gun<'a>> {
    let (_, weapon) = facts.unit(spec.by).and_then(|by| facts.weapon(by, spec.weapon?))?;
    let weapon = weapon.clone();
    Some(Gun { spec, weapon, thrown: throws(check, &facts.book.settings.check.dice, links(facts)) })
}
