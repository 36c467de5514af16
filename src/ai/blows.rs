//! What an attack may take: the exact chances of its dice, at the mean margin of a hit, and what each result costs.

use crate::ai::prelude::*;
use crate::dice::{Dice, Dist};
use crate::rules::check::{Request, SuccessRule};
use crate::rules::damage::{AttackDamage, DamageSource};
use crate::rules::{blast::BlastDef, harm::Blow as Struck};

/// One who does something, and to whom it is done.
pub type Pair<'a> = (&'a UnitState, &'a UnitState);

/// The check of an attack, and what each of its results reads with its chance.
pub(super) type CheckRead<'a> = (&'a Check, &'a [(Reading, f64)]);

/// The chances of each total of some dice.
#[derive(Clone, Debug, Default)]
pub struct CheckFaces(Vec<(i32, f64)>);

impl CheckFaces {
    /// Those of the book's checks.
    pub fn of(facts: &Facts) -> Self {
        Self::dice(facts.book.settings.check.dice)
    }

    /// Those of any dice.
    pub fn dice(dice: Dice) -> Self {
        let dist = Dist::dice(&dice);
        Self(dist.iter().map(|(total, weight, all)| (*total, weight as f64 / all as f64)).collect())
    }

    /// Those of a check that is drawn from a deck; none where its dice are thrown.
    fn drawn(check: &Check) -> Option<Self> {
        let dist = check.hand.as_ref()?.deck.totals();
        Some(Self(dist.iter().map(|(total, weight, all)| (*total, weight as f64 / all as f64)).collect()))
    }

    /// The chance that a check shows what fits: by these faces, or by the deck that it is drawn from.
    pub fn chance_of(&self, check: &Check, fits: impl Fn(i32) -> bool) -> f64 {
        Self::drawn(check).map_or_else(|| self.chance(&fits), |own| own.chance(&fits))
    }

    /// The chance that a check succeeds.
    pub fn succeeds(&self, check: &Check) -> f64 {
        self.chance_of(check, |face| check.read(face).success)
    }

    /// Each total with its chance.
    pub(super) fn all(&self) -> &[(i32, f64)] {
        &self.0
    }

    /// The chance of the totals that fit.
    pub fn chance(&self, fits: impl Fn(i32) -> bool) -> f64 {
        self.0.iter().filter(|(total, _)| fits(*total)).map(|(_, chance)| chance).sum()
    }

    /// The mean of a function of the total.
    pub fn mean(&self, of: impl Fn(i32) -> f64) -> f64 {
        self.0.iter().map(|(total, chance)| chance * of(*total)).sum()
    }
}

/// What an attack may do.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// The chance that it lands.
    pub hit: f64,
    /// The chance of a critical hit, as far as the attack's own dice say.
    pub critical: f64,
    /// Losses with their chances.
    pub losses: Vec<(i32, f64)>,
    /// The mean success value, or margin, when it lands; of dice at an item, what they show.
    pub value: i32,
    /// Points of shields that a hit uses up.
    pub worn: i32,
}

impl Expected {
    /// The same of an explosive thrown or launched at the target: the middle of it, where a miss goes left aside.
    fn of_blast(
        facts: &Facts,
        faces: &CheckFaces,
        spec: &AttackSpec<'_>,
        weapon: &WeaponDef,
        blast: &BlastDef,
    ) -> Option<Self> {
        let check = attack::check(facts, spec)?;
        let target = facts.unit(spec.target)?;
        let mut found = Self { hit: faces.succeeds(&check), ..Self::default() };
        let middle = blast.ring(facts.book.settings.measure, 0).and_then(|ring| blast.rings.get(ring));
        if let Some((_, dice)) = middle {
            let losses = Losses::new(facts, target, &blow::value_portion(&weapon.types, 0), 0);
            for (total, chance) in CheckFaces::dice(*dice).0 {
                found.lose(losses.of(total, 0, false).total, chance * found.hit);
            }
        }
        Some(found)
    }

    /// What is expected of an attack where the two stand; none if it cannot be made at all.
    pub fn of(facts: &Facts, faces: &CheckFaces, spec: &AttackSpec<'_>) -> Option<Self> {
        Self::with(facts, faces, spec, &[])
    }

    /// The same with further weapons in the one attack (D-26).
    pub fn with(facts: &Facts, faces: &CheckFaces, spec: &AttackSpec<'_>, more: &[Key]) -> Option<Self> {
        let (by, target) = (facts.unit(spec.by)?, facts.unit(spec.target)?);
        let armament = spec.armament(facts)?;
        let args = Args { target: Some(spec.target), ..Args::default() };
        let damage = AttackDamage::of(facts, spec.action, &armament);
        if let DamageSource::Blast(weapon, blast) = damage.source {
            return Self::of_blast(facts, faces, spec, weapon, blast);
        }
        // An area attack strikes those inside only if it strikes its square; where it goes astray is left aside.
        let (check, square) = match area::aim(facts, by, &by.place.area, spec.action, &armament, &args) {
            Some(aim) => {
                let aim = aim.ok()?;
                let range =
                    area::possible(facts, by, &by.place.area, &armament, &aim).unwrap_or(AttackRange {
                        distance: facts.distance(by, target),
                        increment: 1,
                        ..AttackRange::default()
                    });
                let square = area::square_check(facts, spec, &aim, range)?;
                (area::inside_check(facts, spec, range)?, Some(square))
            }
            None => (attack::check(facts, spec)?, None),
        };
        let replaces = |step: &Step| matches!(step, Step::Attack { instead, .. } if !instead.is_empty());
        let instead = spec.action.steps.iter().any(replaces);
        let mut found = Self::default();
        match damage.source {
            DamageSource::Portions(weapon) if !instead => {
                found.count(faces, &check, square.as_ref());
                found.by_portions(facts, faces, spec, (by, target), (weapon, more));
            }
            DamageSource::Dice(weapon) if !instead => {
                let readings = found.count(faces, &check, square.as_ref());
                found.by_dice(facts, spec, (by, target), weapon, (&check, readings.as_slice()));
            }
            _ if FireDef::of(spec.action).sure => found.hit = 1.0,
            _ => {
                let typed = !armament.types().is_empty();
                let harmless = instead || (!typed && matches!(armament, Armament::Spell(_)));
                let readings = found.count(faces, &check, square.as_ref());
                if let (Armament::Weapon(weapon), true) = (&armament, instead) {
                    found.hit *= 1.0 - defended(facts, faces, (by, target), weapon.is_ranged()).0;
                }
                let swept = FireDef::of(spec.action).sweep;
                if let (false, Some(degrees), Armament::Weapon(weapon)) = (harmless, swept, &armament) {
                    let among = sweep::crowd(facts, by, target, degrees);
                    let shared = (&check, sweep::capacity(weapon), among);
                    found.by_sweep(facts, faces, spec, (by, target), &damage, shared);
                } else if !harmless {
                    found.by_value(facts, spec, (by, target), &damage, (&check, readings.as_slice()));
                }
            }
        }
        Some(found)
    }

    /// What a weapon of stated portions does, which may be dodged and pass shields (D-36).
    fn by_portions(
        &mut self,
        facts: &Facts,
        faces: &CheckFaces,
        spec: &AttackSpec<'_>,
        (by, target): Pair<'_>,
        (weapon, more): (&WeaponDef, &[Key]),
    ) {
        let ranged = weapon.is_ranged();
        let (missed, critical) = defended(facts, faces, (by, target), ranged);
        self.hit *= 1.0 - missed;
        self.critical = self.hit * critical;
        let (mut portions, paid) = odds::past_shields(facts, spec, (by, target), (weapon, more));
        blow::as_impact(facts, spec.action, &mut portions);
        // A critical hit may drive deeper (D-36).
        let mut deeper = portions.clone();
        let (plain, precise) = facts.book.settings.attack.critical_drive;
        for portion in &mut deeper {
            portion.drive += if weapon.tagged("precise") && !ranged { precise } else { plain };
        }
        let near = attack::crit_range(facts, by, Some(weapon));
        let far = ranged && facts.distance(by, target) > near;
        let critical = if far { 0.0 } else { self.critical };
        self.critical = critical;
        let trace = harm::pass(facts, target, portions, Struck::default(), paid.clone());
        self.worn = trace.paid.iter().map(|(_, points)| *points).sum();
        let total = trace.total;
        self.losses.push((total, self.hit - critical));
        let total = harm::pass(facts, target, deeper, Struck::default(), paid).total;
        self.losses.push((total, critical));
    }

    /// Chances by the attack's own dice. Gives every reading with its chance.
    fn count(&mut self, faces: &CheckFaces, check: &Check, square: Option<&Check>) -> Vec<(Reading, f64)> {
        let by_value = check.value.is_some();
        let (own, square) = (check.reader(), square.map(Check::reader));
        let strikes = |face: i32| square.as_ref().is_none_or(|square| square(face).success);
        let read = |face: i32| match own(face) {
            reading if strikes(face) => reading,
            missed => Reading { value: 0, success: false, critical: false, ..missed },
        };
        let own = CheckFaces::drawn(check);
        let faces = own.as_ref().unwrap_or(faces);
        let readings: Vec<(Reading, f64)> =
            faces.0.iter().map(|(face, chance)| (read(*face), *chance)).collect();
        let mut sum = 0.0;
        for (reading, chance) in &readings {
            if landed(check, reading) {
                self.hit += chance;
                sum += chance * f64::from(if by_value { reading.value } else { reading.margin.max(0) });
                if reading.critical {
                    self.critical += chance;
                }
            }
        }
        if self.hit > 0.0 {
            self.value = (sum / self.hit) as i32;
        }
        readings
    }

    /// Damage by the success value, the chain of a critical at its mean.
    fn by_value(
        &mut self,
        facts: &Facts,
        spec: &AttackSpec<'_>,
        (by, target): Pair<'_>,
        damage: &AttackDamage<'_>,
        (check, readings): CheckRead<'_>,
    ) {
        // Without a base difficulty each further link reads as the first.
        let (mut again, mut mean) = (0.0, 0.0);
        let link = check.least.map(|_| check.link());
        for (reading, chance) in readings {
            let value = link.as_ref().map_or(reading.value, |link| link.read(reading.natural).value);
            mean += chance * f64::from(value);
            if check.chains && reading.critical {
                again += chance;
            }
        }
        let chain = (mean / (1.0 - again).max(0.1)) as i32;
        let losses = Losses::new(facts, target, &blow::value_portion(damage.armament.types(), 0), 0);
        let driven = |dealt: (i32, i32), hits: i32| {
            let (portions, paid) = odds::driven(facts, spec, (by, target), damage, (dealt, hits));
            let each = (portions.as_slice(), usize::try_from(hits).unwrap_or(1));
            harm::pass_hits(facts, target, each, |_| Struck::default(), paid)
        };
        let matters = blow::drive_matters(facts, target, damage);
        for (reading, chance) in readings {
            let value = reading.value + if check.goes_on(reading) { chain } else { 0 };
            if value > 0 && (reading.success || check.success == SuccessRule::Value) {
                let hits = fire::hits(spec.action, spec.rounds, reading.degrees);
                let total = match matters {
                    true => driven((value, reading.margin), hits).total,
                    false => losses.of(value, 0, false).total.saturating_mul(hits),
                };
                self.lose(total, *chance);
            }
        }
    }

    /// Damage of fire that sweeps an arc: the same dice say how many hits there are and how hard they are (T-07).
    fn by_sweep(
        &mut self,
        facts: &Facts,
        faces: &CheckFaces,
        spec: &AttackSpec<'_>,
        (by, target): Pair<'_>,
        damage: &AttackDamage<'_>,
        (test, most, among): (&Check, i32, i32),
    ) {
        let range = attack::range(facts, by, target, &damage.armament).unwrap_or_default();
        let Some(own) = attack::check_swept(facts, spec, range) else { return };
        let losses = Losses::new(facts, target, &blow::value_portion(damage.armament.types(), 0), 0);
        let matters = blow::drive_matters(facts, target, damage);
        let drawn = CheckFaces::drawn(test);
        let per = facts.book.settings.attack.fire.sweep_degrees;
        for (face, chance) in &drawn.as_ref().unwrap_or(faces).0 {
            let (test, hit) = (test.read(*face), own.read(*face));
            if !test.success || hit.value <= 0 {
                continue;
            }
            let one = if matters {
                let dealt = ((hit.value, hit.margin), 1);
                let (portions, paid) = odds::driven(facts, spec, (by, target), damage, dealt);
                harm::pass(facts, target, portions, Struck::default(), paid).total
            } else {
                losses.of(hit.value, 0, false).total
            };
            let (sure, more) = sweep::shares(sweep::hits(test.degrees, most, per), among);
            let one_more = f64::from(more) / f64::from(among.max(1));
            self.lose(one.saturating_mul(sure + 1), chance * one_more);
            if sure > 0 {
                self.lose(one.saturating_mul(sure), chance * (1.0 - one_more));
            }
        }
    }

    /// One more loss that may come, with its chance.
    pub(super) fn lose(&mut self, loss: i32, chance: f64) {
        match self.losses.iter_mut().find(|(known, _)| *known == loss) {
            Some((_, sum)) => *sum += chance,
            None => self.losses.push((loss, chance)),
        }
    }

    /// The mean loss.
    pub fn mean(&self) -> f64 {
        self.losses.iter().map(|(loss, chance)| f64::from((*loss).max(0)) * chance).sum()
    }

    /// The chance that anything is lost.
    pub fn harms(&self) -> f64 {
        self.losses.iter().filter(|(loss, _)| *loss > 0).map(|(_, chance)| chance).sum()
    }
}

/// Whether a reading of an attack's check lands.
pub(super) fn landed(check: &Check, reading: &Reading) -> bool {
    match check.success {
        SuccessRule::Value if check.value.is_some() => reading.value > 0,
        _ => reading.success,
    }
}

/// The chance that the target's own roll turns a hit away, and that it lets a critical one in (D-31, D-32).
fn defended(facts: &Facts, faces: &CheckFaces, (by, target): Pair<'_>, ranged: bool) -> (f64, f64) {
    let rule = &facts.book.settings.attack;
    let defends = facts.can_defend(target) && !facts.unseen(by);
    if !rule.steps.contains(&AttackStep::DefenceRoll) || !defends {
        return (0.0, 0.0);
    }
    let Some((melee, shots)) = rule.defence_roll else { return (0.0, 0.0) };
    let mut request = Request::rolled(if ranged { shots } else { melee }, target.id(), Versus::Nothing);
    request.against = Some(by.id());
    request.reaction = true;
    let Some(check) = check::build(facts, request) else { return (0.0, 0.0) };
    let critical = rule.critical_by.unwrap_or(i32::MAX);
    (
        faces.succeeds(&check),
        faces.chance_of(&check, |face| {
            let reading = check.read(face);
            !reading.success && -reading.margin >= critical
        }),
    )
}
