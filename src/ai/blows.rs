//! What an attack may be expected to take: the exact chances of the check's dice, and what each result would cost.
//!
//! Owns the enumeration. Damage dice are taken at the mean margin of a hit. What a loss is worth is
//! [`super::value`]'s.

use crate::{
    dice::{Dice, Dist},
    rules::{
        action::Step,
        attack::{self, AttackSpec, AttackStep, Means},
        blow,
        check::{self, Check, Request, SuccessRule, Versus},
        facts::{Facts, UnitState},
        harm::{self, Blow as Struck, Portion},
        unit::Precision,
    },
};

/// The chances of each total of some dice.
#[derive(Clone, Debug, Default)]
pub struct Faces(Vec<(i32, f64)>);

impl Faces {
    /// Those of the book's checks.
    pub fn of(facts: &Facts) -> Self {
        Self::dice(facts.book.settings.check.dice)
    }

    /// Those of any dice.
    pub fn dice(dice: Dice) -> Self {
        let dist = Dist::dice(&dice);
        Self(dist.iter().map(|(total, weight, all)| (*total, weight as f64 / all as f64)).collect())
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
    /// The mean success value, or margin, when it lands.
    pub value: i32,
}

impl Expected {
    /// What is expected of an attack where the two stand; none if it cannot be made at all.
    pub fn of(facts: &Facts, faces: &Faces, spec: &AttackSpec<'_>) -> Option<Self> {
        let (by, target) = (facts.unit(spec.by)?, facts.unit(spec.target)?);
        let means = spec.means(facts)?;
        let check = attack::check(facts, spec)?;
        let instead = spec.action.steps.iter().any(|step| {
            matches!(step, Step::Attack { instead, .. } if !instead.is_empty())
        });
        let mut found = Self::default();
        match means {
            Means::Weapon(weapon) if !instead && !weapon.portions.is_empty() => {
                found.count(faces, &check);
                let ranged = weapon.is_ranged();
                let (missed, critical) = defended(facts, faces, by, target, ranged);
                found.hit *= 1.0 - missed;
                found.critical = found.hit * critical;
                let mut portions = blow::fixed_portions(facts, by, weapon, 0);
                let mut paid = Vec::new();
                if ranged && portions.iter().all(Portion::is_energy) {
                    if facts.distance(by, target) >= 2 {
                        harm::shield(target, Precision::Low, &mut portions, &mut paid, true);
                    }
                    harm::shield(target, Precision::Medium, &mut portions, &mut paid, true);
                }
                let total = harm::pass(facts, target, portions, Struck::default(), paid).total;
                found.losses.push((total, found.hit));
            }
            Means::Weapon(weapon) if !instead && weapon.damage.is_some() => {
                found.count(faces, &check);
                if let (Some(dice), true) = (weapon.damage, found.hit > 0.0) {
                    let effect = found.value;
                    let struck = Struck { reduced: 0, effect, critical: false };
                    for (total, chance) in Faces::dice(dice).0 {
                        let portion = blow::dice_portion(facts, by, weapon, total, effect.max(0));
                        let loss = harm::pass(facts, target, vec![portion], struck, Vec::new()).total;
                        found.lose(loss, chance * found.hit);
                    }
                }
            }
            means => {
                let types = match &means {
                    Means::Weapon(weapon) => &weapon.types,
                    Means::Spell(spell) => &spell.types,
                };
                let harmless = instead || (types.is_empty() && matches!(means, Means::Spell(_)));
                found.count(faces, &check);
                if !harmless {
                    found.by_value(facts, faces, target, &check, types);
                }
            }
        }
        Some(found)
    }

    /// Chances by the attack's own dice.
    fn count(&mut self, faces: &Faces, check: &Check) {
        let by_value = check.value.is_some();
        let mut sum = 0.0;
        for (face, chance) in &faces.0 {
            let reading = check.read(*face);
            let landed = match check.success {
                SuccessRule::Value if by_value => reading.value > 0,
                _ => reading.success,
            };
            if landed {
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
    }

    /// Damage by the success value, the chain of a critical at its mean.
    fn by_value(
        &mut self,
        facts: &Facts,
        faces: &Faces,
        target: &UnitState,
        check: &Check,
        types: &[crate::key::Key],
    ) {
        let link = check.link();
        let again = faces.chance(|face| link.goes_on(&link.read(face)));
        let mean = faces.mean(|face| f64::from(link.read(face).value));
        let chain = (mean / (1.0 - again).max(0.1)) as i32;
        for (face, chance) in &faces.0 {
            let reading = check.read(*face);
            let more = if check.goes_on(&reading) { chain } else { 0 };
            let value = reading.value + more;
            if value > 0 && (reading.success || check.success == SuccessRule::Value) {
                let portion = blow::value_portion(types, value);
                let loss = harm::pass(facts, target, vec![portion], Struck::default(), Vec::new()).total;
                self.lose(loss, *chance);
            }
        }
    }

    fn lose(&mut self, loss: i32, chance: f64) {
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

/// The chance that the target's own roll turns a hit away, and that it lets a critical one in (D-31, D-32).
fn defended(facts: &Facts, faces: &Faces, by: &UnitState, target: &UnitState, ranged: bool) -> (f64, f64) {
    let rule = &facts.book.settings.attack;
    if !rule.steps.contains(&AttackStep::DefenceRoll) || !facts.can_act(target) {
        return (0.0, 0.0);
    }
    let Some((melee, shots)) = rule.defence_roll else { return (0.0, 0.0) };
    let mut request = Request::rolled(if ranged { shots } else { melee }, target.id(), Versus::Nothing);
    request.against = Some(by.id());
    request.reaction = true;
    let Some(check) = check::build(facts, request) else { return (0.0, 0.0) };
    let critical = rule.critical_by.unwrap_or(i32::MAX);
    (
        faces.chance(|face| check.read(face).success),
        faces.chance(|face| {
            let reading = check.read(face);
            !reading.success && -reading.margin >= critical
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::Faces;

    #[test]
    fn faces_are_all_there_is() {
        let faces = Faces::dice("2d6".parse().unwrap());
        assert!((faces.chance(|_| true) - 1.0).abs() < 1e-12);
        assert!((faces.mean(f64::from) - 7.0).abs() < 1e-12);
    }
}
