//! What each stage between a blow and its victim makes of an amount: a blow's trace and its losses are made of it.

use crate::rules::check_prelude::*;

/// What a stage makes of the amount of one portion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// The stage, as the trace names it.
    pub stage: &'static str,
    /// What it was: a type, an item.
    pub by: Option<Key>,
    how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// So much less, 0 at least, where there is anything.
    Matched(i32),
    /// Times the first, over the second, rounded down, where there is anything.
    Times(i32, i32),
    /// So much less, 0 at least.
    Less(i32),
    /// Divided, rounded towards 0.
    Over(i32),
    /// So much at least, where the attack's effect is at least so much.
    AtLeast(i32, i32),
    /// All of it, if there is no more than so much.
    UpTo(i32),
    /// All of it.
    Whole,
    /// Half, rounded towards 0.
    Half,
    /// Nothing.
    Nothing,
}

impl Cut {
    /// The amount after the stage, for an attack of that effect (C-04); none: it does not touch such an amount.
    pub(super) fn after(self, amount: i32, effect: i32) -> Option<i32> {
        match self.how {
            How::Matched(n) => (amount > 0).then(|| (amount - n).max(0)),
            How::Times(by, over) => (amount > 0).then(|| amount.saturating_mul(by) / over.max(1)),
            How::Less(n) => Some((amount - n).max(0)),
            How::Over(divisor) => Some(amount / divisor.max(1)),
            How::AtLeast(least, from) => (effect >= from && amount < least).then_some(least),
            How::UpTo(most) => (amount > 0 && amount <= most).then_some(0),
            How::Whole => Some(amount),
            How::Half => Some(amount / 2),
            How::Nothing => Some(0),
        }
    }
}

/// What a stage makes of a portion; none: nothing, or it takes from all together. `known` are the target's resistances.
pub(super) fn cut(
    facts: &Facts,
    target: &UnitState,
    known: &[(i32, Key, Key)],
    stage: &HarmStage,
    portion: &Portion,
) -> Option<Cut> {
    let (stage, by, how) = match stage {
        HarmStage::Reduced | HarmStage::HighShield => return None,
        HarmStage::KineticShield | HarmStage::Combine | HarmStage::PerCent => return None,
        HarmStage::Resistance => {
            let matching = known.iter().filter(|(_, kind, _)| *kind == "all" || portion.types.contains(kind));
            let (n, _, by) = matching.max_by_key(|(n, _, _)| *n)?;
            ("resistance", Some(*by), How::Matched(*n))
        }
        HarmStage::Vulnerability => {
            let vulnerable = &target.sheet.0.vulnerabilities;
            let kind = portion.types.iter().find(|kind| vulnerable.contains(kind))?;
            let (by, over) = facts.book.settings.harm.vulnerable;
            ("vulnerability", Some(*kind), How::Times(by, over))
        }
        HarmStage::Soak(_) if portion.past_soak => return None,
        HarmStage::Soak(bonus) => {
            let armour = facts.armour_against(target, portion.primitive, portion.location);
            let soak = facts.value(bonus, target) + (armour - portion.penetration).max(0);
            ("soak", None, How::Less(soak))
        }
        HarmStage::Scale(divisor) => ("scale", None, How::Over(scales(target, portion).then_some(*divisor)?)),
        HarmStage::Armour => match facts.armour(target) {
            0 => return None,
            armour => ("armour", None, How::Less(armour)),
        },
        HarmStage::AtLeast { effect, amount } => {
            let scaled = scales(target, portion)
                && facts.book.settings.harm.stages.iter().any(|stage| matches!(stage, HarmStage::Scale(_)));
            if scaled {
                return None;
            }
            ("exceptional", None, How::AtLeast(*amount, *effect))
        }
        HarmStage::Impact => {
            let rule = facts.book.settings.attack.burst.as_ref().filter(|_| portion.impact)?;
            ("impact", None, How::Times(rule.impact, 100))
        }
        HarmStage::ArmourRange => {
            let (low, high) = facts.armour_range(target)?;
            let how = match portion.drive {
                drive if drive < low => How::Nothing,
                drive if drive <= high && !conducted(facts, target, portion) => How::Half,
                _ => How::Whole,
            };
            ("armour_range", None, how)
        }
    };
    Some(Cut { stage, by, how })
}

/// What a target's percentages make of a portion: first its nature's, then those of what it wears (D-51 to D-54).
pub(super) fn per_cent(facts: &Facts, target: &UnitState, portion: &Portion) -> Vec<Cut> {
    let worn = facts.worn(target).flat_map(|def| &def.per_cent);
    let covers = |own: &&PerCent| own.types.iter().all(|kind| portion.types.contains(kind));
    let all = target.sheet.0.per_cent.iter().chain(worn).filter(covers);
    all.map(|own| {
        let how = How::Times(own.per_cent.max(0), 100);
        Cut { stage: "per_cent", by: own.types.first().copied(), how }
    })
    .collect()
}

/// Whether the target's armour conducts damage of that kind (D-47).
fn conducted(facts: &Facts, target: &UnitState, portion: &Portion) -> bool {
    let pairs = &facts.book.settings.harm.conducts;
    let mut known = pairs.iter().filter(|(_, kind)| portion.kind == *kind);
    known.any(|(tag, _)| facts.armour_tagged(target, tag.as_str()))
}

/// A weapon of the ground against a starship (C-177).
fn scales(target: &UnitState, portion: &Portion) -> bool {
    target.is_starship() && !portion.large
}

/// What is lost of a single portion by its amount: the same as the total of [`pass`](super::harm::pass), for those who
/// try many.
#[derive(Clone, Debug)]
pub struct Losses {
    cuts: Vec<Cut>,
    least: Option<i32>,
}

/// What is lost of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// What all stages have left of it.
    pub through: i32,
    /// What is lost: that, or what a critical hit takes at least (S-45).
    pub total: i32,
}

impl Losses {
    /// What a target loses by a portion, all shields still up; `reduced`: what a rolled defence takes off.
    pub fn new(facts: &Facts, target: &UnitState, portion: &Portion, reduced: i32) -> Self {
        let rule = &facts.book.settings.harm;
        let known = facts.resistances(target);
        let taken =
            |stage, points: i32| (points > 0).then_some(Cut { stage, by: None, how: How::Matched(points) });
        let mut cuts = Vec::new();
        // What is taken off energy lessens its drive (D-43).
        let lessened = (reduced > 0 && portion.is_energy())
            .then(|| Portion { drive: portion.drive - reduced, ..portion.clone() });
        let mut portion = portion;
        for stage in &rule.stages {
            match stage {
                HarmStage::Reduced => {
                    cuts.extend(taken("defence", reduced));
                    portion = lessened.as_ref().unwrap_or(portion);
                }
                HarmStage::KineticShield if portion.is_projectile() => {
                    let own = target.wards.shields.iter();
                    let points = own.filter(|shield| shield.precision == Precision::Kinetic);
                    cuts.extend(points.map(|shield| shield.points).max().map(|most| Cut {
                        stage: "kinetic_shield",
                        by: None,
                        how: How::UpTo(most),
                    }));
                }
                HarmStage::HighShield if portion.is_energy() => {
                    let own = target.wards.shields.iter();
                    let high = own.filter(|shield| shield.precision == Precision::High);
                    let each = |shield: &Shield| {
                        let each = rule.per_point(shield.device, portion.kind);
                        shield.points.max(0).saturating_mul(each)
                    };
                    cuts.extend(taken("high_shield", high.map(each).sum()));
                }
                HarmStage::PerCent => cuts.extend(per_cent(facts, target, portion)),
                stage => cuts.extend(cut(facts, target, &known, stage, portion)),
            }
        }
        Self { cuts, least: rule.critical_least }
    }

    /// What is lost of an amount by an attack of that effect (C-04), critical or not.
    pub fn of(&self, amount: i32, effect: i32, critical: bool) -> Loss {
        let after = |left: i32, cut: &Cut| cut.after(left, effect).unwrap_or(left);
        let through = self.cuts.iter().fold(amount, after).max(0);
        let least = self.least.filter(|_| critical && through == 0);
        Loss { through, total: least.unwrap_or(through) }
    }
}
