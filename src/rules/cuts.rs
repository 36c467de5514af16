//! What each stage between a blow and its victim makes of an amount.
//!
//! Owns the arithmetic of the stages (A-86 to A-90, S-46, C-60, C-61, C-177, D-39, D-61). The trace of a blow and the
//! losses by many amounts are both made of it.

use super::{
    facts::{Facts, UnitState},
    harm::{Blow, Portion, Stage},
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
    /// Times 3, over 2, rounded down, where there is anything.
    HalfAgain,
    /// So much less, 0 at least.
    Less(i32),
    /// Divided, rounded towards 0.
    Over(i32),
    /// So much at least.
    AtLeast(i32),
    /// All of it.
    Whole,
    /// Half, rounded towards 0.
    Half,
    /// Nothing.
    Nothing,
}

impl Cut {
    /// The amount after the stage; none: it does not touch such an amount.
    pub(super) fn after(self, amount: i32) -> Option<i32> {
        match self.how {
            How::Matched(n) => (amount > 0).then(|| (amount - n).max(0)),
            How::HalfAgain => (amount > 0).then(|| amount * 3 / 2),
            How::Less(n) => Some((amount - n).max(0)),
            How::Over(divisor) => Some(amount / divisor.max(1)),
            How::AtLeast(least) => (amount < least).then_some(least),
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
    blow: Blow,
) -> Option<Cut> {
    let (stage, by, how) = match stage {
        Stage::Reduced | Stage::HighShield => return None,
        Stage::Resistance => {
            let matching = known.iter().filter(|(_, kind, _)| *kind == "all" || portion.types.contains(kind));
            let (n, _, by) = matching.max_by_key(|(n, _, _)| *n)?;
            ("resistance", Some(*by), How::Matched(*n))
        }
        Stage::Vulnerability => {
            let vulnerable = &target.sheet.0.vulnerabilities;
            let kind = portion.types.iter().find(|kind| vulnerable.contains(kind))?;
            ("vulnerability", Some(*kind), How::HalfAgain)
        }
        Stage::Soak(bonus) => {
            let soak = facts.value(bonus, target) + (facts.armour(target) - portion.penetration).max(0);
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
            let raised = blow.effect >= *effect && !scaled;
            ("exceptional", None, How::AtLeast(raised.then_some(*amount)?))
        }
        Stage::ArmourRange => {
            let (low, high) = facts.armour_range(target)?;
            let how = match portion.drive {
                drive if drive < low => How::Nothing,
                drive if drive <= high => How::Half,
                _ => How::Whole,
            };
            ("armour_range", None, how)
        }
    };
    Some(Cut { stage, by, how })
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

impl Losses {
    /// What a target loses by a portion like this one and a blow, all shields still up.
    pub fn new(facts: &Facts, target: &UnitState, portion: &Portion, blow: Blow) -> Self {
        let rule = &facts.book.settings.harm;
        let known = facts.resistances(target);
        let taken =
            |stage, points: i32| (points > 0).then_some(Cut { stage, by: None, how: How::Matched(points) });
        let cuts = rule.stages.iter().filter_map(|stage| match stage {
            Stage::Reduced => taken("defence", blow.reduced),
            Stage::HighShield if portion.is_energy() => {
                let high = target.wards.shields.iter().filter(|shield| shield.precision == Precision::High);
                taken("high_shield", high.map(|shield| shield.points.max(0)).sum())
            }
            stage => cut(facts, target, &known, stage, portion, blow),
        });
        Self { cuts: cuts.collect(), least: rule.critical_least.filter(|_| blow.critical) }
    }

    /// What is lost of an amount.
    pub fn of(&self, amount: i32) -> i32 {
        let left = self.cuts.iter().fold(amount, |left, cut| cut.after(left).unwrap_or(left)).max(0);
        self.least.filter(|_| left == 0).unwrap_or(left)
    }
}
