//! What each stage between a blow and its victim makes of an amount.
//!
//! Owns the arithmetic of the stages (A-86 to A-90, S-46, C-60, C-61, C-177, D-39, D-61). The trace of a blow and the
//! losses by many amounts are both made of it.

use super::{
    facts::{Facts, Shield, UnitState},
    gear::PerCent,
    harm::{Portion, Stage},
    unit::Precision,
};
use crate::key::Key;

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

/// What a stage makes of a portion, whatever its amount. None: nothing, or it takes from all portions together (a rolled
/// defence, a shield). `known` are the target's resistances.
pub(super) fn cut(
    facts: &Facts,
    target: &UnitState,
    known: &[(i32, Key, Key)],
    stage: &Stage,
    portion: &Portion,
) -> Option<Cut> {
    let (stage, by, how) = match stage {
        Stage::Reduced | Stage::HighShield => return None,
        Stage::KineticShield | Stage::Combine | Stage::PerCent => return None,
        Stage::Resistance => {
            let matching = known.iter().filter(|(_, kind, _)| *kind == "all" || portion.types.contains(kind));
            let (n, _, by) = matching.max_by_key(|(n, _, _)| *n)?;
            ("resistance", Some(*by), How::Matched(*n))
        }
        Stage::Vulnerability => {
            let vulnerable = &target.sheet.0.vulnerabilities;
            let kind = portion.types.iter().find(|kind| vulnerable.contains(kind))?;
            let (by, over) = facts.book.settings.harm.vulnerable;
            ("vulnerability", Some(*kind), How::Times(by, over))
        }
        Stage::Soak(bonus) => {
            let armour = facts.armour_against(target, portion.primitive);
            let soak = facts.value(bonus, target) + (armour - portion.penetration).max(0);
            ("soak", None, How::Less(soak))
        }
        Stage::Scale(divisor) => ("scale", None, How::Over(scales(target, portion).then_some(*divisor)?)),
        Stage::Armour => match facts.armour(target) {
            0 => return None,
            armour => ("armour", None, How::Less(armour)),
        },
        Stage::AtLeast { effect, amount } => {
            let scaled = scales(target, portion)
                && facts.book.settings.harm.stages.iter().any(|stage| matches!(stage, Stage::Scale(_)));
            if scaled {
                return None;
            }
            ("exceptional", None, How::AtLeast(*amount, *effect))
        }
        Stage::Impact => {
            let rule = facts.book.settings.attack.burst.as_ref().filter(|_| portion.impact)?;
            ("impact", None, How::Times(rule.impact, 100))
        }
        Stage::ArmourRange => {
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

/// What percentages of a target make of a portion, one after the other: its nature's first, then those of what it wears
/// (D-51 to D-54).
pub(super) fn per_cent(facts: &Facts, target: &UnitState, portion: &Portion) -> Vec<Cut> {
    let worn = target.gear.items.iter().filter(|item| item.worn && !item.destroyed());
    let worn = worn.filter_map(|item| facts.book.item(item.def)).flat_map(|def| def.per_cent.iter());
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
    /// What a target loses by a portion like this one, all shields still up; `reduced`: what a rolled defence takes off.
    pub fn new(facts: &Facts, target: &UnitState, portion: &Portion, reduced: i32) -> Self {
        let rule = &facts.book.settings.harm;
        let known = facts.resistances(target);
        let taken =
            |stage, points: i32| (points > 0).then_some(Cut { stage, by: None, how: How::Matched(points) });
        let mut cuts = Vec::new();
        for stage in &rule.stages {
            match stage {
                Stage::Reduced => cuts.extend(taken("defence", reduced)),
                Stage::KineticShield if portion.is_projectile() => {
                    let own = target.wards.shields.iter();
                    let points = own.filter(|shield| shield.precision == Precision::Kinetic);
                    cuts.extend(points.map(|shield| shield.points).max().map(|most| Cut {
                        stage: "kinetic_shield",
                        by: None,
                        how: How::UpTo(most),
                    }));
                }
                Stage::HighShield if portion.is_energy() => {
                    let own = target.wards.shields.iter();
                    let high = own.filter(|shield| shield.precision == Precision::High);
                    let each = |shield: &Shield| {
                        shield.points.max(0).saturating_mul(portion.per_point(shield.device))
                    };
                    cuts.extend(taken("high_shield", high.map(each).sum()));
                }
                Stage::PerCent => cuts.extend(per_cent(facts, target, portion)),
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
