//! What damage dice may take: the dice, the hits that one check scores, and the parts of the body that it strikes.

use std::{borrow::Cow, collections::BTreeMap};

use super::blows::{CheckRead, landed};
use crate::ai::prelude::*;

/// Results of an attack's check, each with its chance.
type Readings<'a> = Cow<'a, [(Reading, f64)]>;

/// A part of the body, and the results that strike it.
type StruckPart = (Option<Key>, Vec<(Reading, f64)>);

impl Expected {
    /// What a weapon with damage dice does, by what covers the part of the body that it strikes (S-32).
    pub(super) fn by_dice(
        &mut self,
        facts: &Facts,
        spec: &AttackSpec<'_>,
        (by, target): Pair<'_>,
        weapon: &WeaponDef,
        (check, readings): CheckRead<'_>,
    ) {
        let Some(load) = blow::load(facts, spec, weapon).filter(|_| self.hit > 0.0) else { return };
        let effect = self.value;
        let flat = blow::flat_damage(facts, by, weapon, effect.max(0));
        let whole = blow::dice_portion(facts, by, weapon, load, 0, effect.max(0));
        let dice = CheckFaces::dice(load.dice.with_bonus(0));
        let fire = FireDef::of(spec.action);
        for (location, readings) in by_part(facts, target, whole.primitive, check, readings) {
            let portion = Portion { location, ..whole.clone() };
            let losses = Losses::new(facts, target, &portion, 0);
            let loss = |total: i32| losses.of(blow::dice_amount(load, flat, total), effect, false).total;
            let single: Vec<(i32, f64)> =
                dice.all().iter().map(|(total, chance)| (loss(*total), *chance)).collect();
            let successes = readings.iter().filter(|(reading, _)| reading.success);
            let mut chances: BTreeMap<i32, f64> = BTreeMap::new();
            if let Some(degrees) = fire.sweep {
                // At most so many hits, one for so many degrees, shared among so many foes (S-72).
                let among = sweep::crowd(facts, by, target, degrees);
                let (most, per) = (sweep::capacity(weapon), facts.book.settings.attack.fire.sweep_degrees);
                for (reading, chance) in successes {
                    let (sure, more) = sweep::shares(sweep::hits(reading.degrees, most, per), among);
                    let one_more = f64::from(more) / f64::from(among.max(1));
                    *chances.entry(sure + 1).or_default() += chance * one_more;
                    *chances.entry(sure).or_default() += chance * (1.0 - one_more);
                }
            } else if fire.hits {
                // As many hits as the degrees of each reading score, each of them like a single one (S-59).
                for (reading, chance) in successes {
                    let hits = fire::hits(spec.action, spec.rounds, reading.degrees);
                    *chances.entry(hits).or_default() += *chance;
                }
            } else {
                let hits = readings.iter().filter(|(reading, _)| landed(check, reading));
                let hit: f64 = hits.map(|(_, chance)| chance).sum();
                for (loss, chance) in &single {
                    self.lose(*loss, chance * hit);
                }
            }
            self.lose_each(chances, &single);
        }
        // An item is struck with what the dice show (S-62).
        if spec.action.manoeuvre == Some(Manoeuvre::Sunder) {
            self.value = dice.mean(|total| f64::from(blow::dice_amount(load, flat, total))) as i32;
        }
    }

    /// The losses of some hits, each number with its chance.
    fn lose_each(&mut self, chances: BTreeMap<i32, f64>, single: &[(i32, f64)]) {
        let mut sums = BTreeMap::from([(0, 1.0)]);
        let mut hits = 0;
        for (count, chance) in chances {
            while hits < count {
                let mut more: BTreeMap<i32, f64> = BTreeMap::new();
                for (sum, before) in &sums {
                    for (loss, own) in single {
                        *more.entry(sum + loss).or_default() += before * own;
                    }
                }
                sums = more;
                hits += 1;
            }
            for (loss, own) in &sums {
                self.lose(*loss, own * chance);
            }
        }
    }
}

/// An attack's readings by what covers the part that each strikes: one of these parts, and its readings (S-32).
fn by_part<'a>(
    facts: &Facts,
    target: &UnitState,
    primitive: bool,
    check: &Check,
    readings: &'a [(Reading, f64)],
) -> Vec<(Option<Key>, Readings<'a>)> {
    if check.locations.is_empty() {
        return vec![(None, Cow::Borrowed(readings))];
    }
    let covered = |part: Key| facts.armour_against(target, primitive, Some(part));
    let armour: Vec<(Key, i32)> = check.locations.iter().map(|(_, part)| (*part, covered(*part))).collect();
    let mut parts: BTreeMap<i32, StruckPart> = BTreeMap::new();
    for one in readings {
        let part = check.location(one.0.natural);
        let points = armour.iter().find(|(own, _)| Some(*own) == part).map_or(0, |(_, points)| *points);
        parts.entry(points).or_insert_with(|| (part, Vec::new())).1.push(one.clone());
    }
    parts.into_values().map(|(part, readings)| (part, Cow::Owned(readings))).collect()
}
