//! The hit that is to be expected of an attack, stage by stage: plain, not answered, as hard as the mean of its dice. If
//! that is stopped, as hard as the mean of the dice that get through.

use super::{cast, deepen, driven, faces, shields, throws::AttackThrow};
use crate::rules::check_prelude::*;

/// The way of a plain hit's damage to what is lost, as the resolver has it; none: it does no damage at one target.
pub fn expected_hit(facts: &Facts, spec: &AttackSpec<'_>, args: &Args) -> Option<ExpectedHit> {
    let target = facts.unit(spec.target)?;
    let (_, thrown, _) = cast(facts, spec, &spec.armament(facts)?, args, None)?;
    let hit = |within: Within| {
        let (portions, paid, effect) = reaching(facts, spec, args, &thrown, within)?;
        let blow = Blow { effect, ..Blow::default() };
        Some(harm::pass(facts, target, portions, blow, paid))
    };
    let mean = hit(ALL)?;
    if mean.total > 0 {
        return Some(ExpectedHit { trace: mean, stopped: false });
    }
    let least = (1..=HARDEST).find(|n| hit((*n, *n)).is_some_and(|own| own.total > 0));
    let trace = least.and_then(|least| hit((least, i32::MAX))).unwrap_or(mean);
    Some(ExpectedHit { trace, stopped: true })
}

/// A plain hit, stage by stage.
#[derive(Clone, Debug)]
pub struct ExpectedHit {
    /// Its way.
    pub trace: HarmTrace,
    /// Nothing gets through of one that is as hard as the mean: this one is as hard as the mean of those of which
    /// something does, if there are any.
    pub stopped: bool,
}

/// What the dice of the hits come to that are looked at: least and most.
type Within = (i32, i32);
/// Every hit.
const ALL: Within = (i32::MIN, i32::MAX);
/// The hardest hit that is looked for among those that get through.
const HARDEST: i32 = 60;

/// What is lost by a critical hit of fixed damage whose maker chooses more drive (D-36); none of other damage.
pub fn expected_critical(facts: &Facts, spec: &AttackSpec<'_>, args: &Args) -> Option<i32> {
    let (by, target) = (facts.unit(spec.by)?, facts.unit(spec.target)?);
    let armament = spec.armament(facts)?;
    let DamageSource::Portions(weapon) = AttackDamage::of(facts, spec.action, &armament).source else {
        return None;
    };
    let (_, thrown, _) = cast(facts, spec, &armament, args, None)?;
    let (mut portions, paid, effect) = reaching(facts, spec, args, &thrown, ALL)?;
    deepen(facts, &shields::weapons(facts, spec, by, weapon, &args.more), &mut portions);
    let blow = Blow { effect, critical: true, ..Blow::default() };
    Some(harm::pass(facts, target, portions, blow, paid).total)
}

/// What reaches the target, what its shields have paid for that, and by how much a mean hit hits.
type Reaching = (Vec<Portion>, Vec<(Key, i32)>, i32);

fn reaching(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    args: &Args,
    thrown: &Dist<AttackThrow>,
    (least, most): Within,
) -> Option<Reaching> {
    if spec.action.harmless() || spec.action.asks.contains(&Parameter::Company) {
        return None;
    }
    let (by, target) = (facts.unit(spec.by)?, facts.unit(spec.target)?);
    let armament = spec.armament(facts)?;
    let damage = AttackDamage::of(facts, spec.action, &armament);
    if matches!(damage.source, DamageSource::Blast(..) | DamageSource::Nothing) {
        return None;
    }
    let load = match damage.source {
        DamageSource::Dice(weapon) => blow::load(facts, spec, weapon).map(|load| (weapon, load)),
        _ => None,
    };
    let inside = |number: i32| (least..=most).contains(&number);
    let counts = |throw: &AttackThrow| throw.success && (load.is_some() || inside(throw.value));
    let value = mean(thrown, |throw| counts(throw).then_some(throw.value))?;
    let effect = mean(thrown, |throw| counts(throw).then_some(throw.effect))?;
    let by_value = || (vec![blow::value_portion(armament.types(), value)], Vec::new());
    let (portions, paid) = match (damage.source, load) {
        (DamageSource::Portions(weapon), _) => {
            let weapons = shields::weapons(facts, spec, by, weapon, &args.more);
            let (mut portions, paid) = shields::all_past_shields(facts, spec, (by, target), &weapons);
            blow::as_impact(facts, spec.action, &mut portions);
            (portions, paid)
        }
        (_, Some((weapon, load))) => {
            let degrees = degrees(facts, spec, thrown);
            let all = faces(&load.dice);
            let shown = mean(&all, |faces| Some(faces.lifted(degrees)).filter(|shown| inside(*shown)))?;
            let whole = blow::dice_portion(facts, by, weapon, load, shown, effect);
            (vec![Portion { location: likeliest(thrown), ..whole }], Vec::new())
        }
        (DamageSource::Dice(_), None) => by_value(),
        _ if blow::drive_matters(facts, target, &damage) => {
            driven(facts, spec, (by, target), &damage, ((value, effect), 1))
        }
        _ => by_value(),
    };
    Some((portions, paid, effect))
}

/// The mean degrees that stand in for a die showing less (S-43); none for several hits, of which one has them.
fn degrees(facts: &Facts, spec: &AttackSpec<'_>, thrown: &Dist<AttackThrow>) -> i32 {
    let replaces = facts.book.settings.attack.steps.contains(&AttackStep::ReplaceDie) && spec.rounds <= 1;
    let own = mean(thrown, |throw| throw.success.then_some(throw.degrees));
    own.filter(|_| replaces).unwrap_or(0)
}

/// The part of the body that most hits strike, where that makes a difference (S-32).
fn likeliest(thrown: &Dist<AttackThrow>) -> Option<Key> {
    let places = thrown.map(|throw| throw.success.then_some(throw.location));
    let struck = places.iter().filter_map(|(place, weight, _)| place.map(|place| (place, weight)));
    struck.max_by_key(|(_, weight)| *weight).and_then(|(place, _)| place)
}

/// The mean of a number over the outcomes that have one, rounded down; none where none has.
fn mean<T: Ord + Clone>(dist: &Dist<T>, of: impl Fn(&T) -> Option<i32>) -> Option<i32> {
    let (mut sum, mut whole) = (0_i128, 0_i128);
    for (outcome, weight, _) in dist.iter() {
        let (Some(number), Ok(weight)) = (of(outcome), i128::try_from(weight)) else { continue };
        sum = sum.saturating_add(i128::from(number).saturating_mul(weight));
        whole = whole.saturating_add(weight);
    }
    (whole > 0).then(|| i32::try_from(sum.div_euclid(whole)).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::mean;
    use crate::dice::Dist;

    #[test]
    fn the_mean_is_of_those_that_count() {
        let die = Dist::die(6);
        assert_eq!(mean(&die, |face| Some(*face)), Some(3));
        assert_eq!(mean(&die, |face| (*face > 4).then_some(*face * 2)), Some(11));
        assert_eq!(mean(&die, |_| None), None);
    }
}
