//! What odds are told in: what an attack may come to, and how likely that is.

use crate::rules::check_prelude::*;

/// What an attack may come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Landing {
    /// It landed.
    pub landed: bool,
    /// It was a critical hit.
    pub critical: bool,
    /// What was lost in all.
    pub loss: i32,
    /// Some of it got past armour: what a critical takes at least has not (S-45).
    pub through: bool,
}

impl Landing {
    /// A blow that came to nothing.
    pub const MISSED: Self = Self { landed: false, critical: false, loss: 0, through: false };

    /// What a blow has come to.
    pub fn of(landed: bool, critical: bool, trace: &HarmTrace) -> Self {
        let through = trace.portions.iter().any(|portion| portion.amount > 0);
        Self { landed, critical, loss: trace.total, through }
    }
}

/// The odds of an attack.
#[derive(Clone, Debug)]
pub struct AttackOdds {
    /// Its check, with every part.
    pub check: Check,
    /// Chance that it lands.
    pub lands: Chance,
    /// Chance that it hits. Where the value of its check is its damage, what hits lands only if something gets through.
    pub hits: Chance,
    /// Chance of a critical hit.
    pub critical: Chance,
    /// Everything it may come to.
    pub results: Dist<Landing>,
    /// What is lost, 0 included.
    pub loss: Dist<i32>,
    /// Chance that an area attack strikes the square that it is aimed at.
    pub square: Option<Chance>,
    /// What an item that is struck at suffers.
    pub item: Option<ItemOdds>,
}

/// What an attack may do to an item.
#[derive(Clone, Debug)]
pub struct ItemOdds {
    /// The item.
    pub item: Key,
    /// Damage to it, after its own resistances.
    pub damage: Dist<i32>,
    /// Chance that half of its durability is gone afterwards, or all.
    pub broken: Chance,
    /// Chance that all of its durability is gone afterwards.
    pub destroyed: Chance,
}

impl AttackOdds {
    /// The odds of an attack on one target that may come to this.
    pub fn of(check: Check, results: Dist<Landing>) -> Self {
        let lands = results.probability(|result| result.landed);
        Self {
            hits: if check.value.is_some() { lands.max(check.chance()) } else { lands },
            lands,
            critical: results.probability(|result| result.critical),
            loss: results.map(|result| result.loss),
            check,
            results,
            square: None,
            item: None,
        }
    }

    /// The mean loss in thousandths, rounded down.
    pub fn mean_thousandths(&self) -> i64 {
        let (num, den) = self.loss.mean();
        let den = i128::try_from(den).unwrap_or(i128::MAX).max(1);
        i64::try_from((num * 1000).div_euclid(den)).unwrap_or(i64::MAX)
    }

    /// The greatest loss.
    pub fn worst(&self) -> i32 {
        self.loss.max().copied().unwrap_or(0)
    }
}
