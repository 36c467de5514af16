//! Exact odds: every outcome of a finite experiment with its weight.
//!
//! The outcomes may be anything that has an order; what one means is known to the caller. Sums of numbers and dice
//! are in [`super::sums`].

use super::{
    chance::Chance,
    convolve::{bits, bring_to, common_divisor, lcm, narrow},
};

/// A finite probability distribution: outcomes in ascending order, each with a whole weight above 0, over one
/// total.
///
/// Never empty. Weights have no common divisor, so two distributions of the same odds are equal.
///
/// Weights are 128-bit numbers. A step that would outgrow them makes weights narrower first: each probability
/// is then off by at most about (number of outcomes) in 2 to the 63rd, outcomes rarer than that may vanish,
/// and [`Dist::exact`] is false from there on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dist<T> {
    outcomes: Vec<(T, u128)>,
    total: u128,
    exact: bool,
}

impl<T: Ord + Clone> Dist<T> {
    /// What is certain.
    pub fn one(outcome: T) -> Self {
        Self { outcomes: vec![(outcome, 1)], total: 1, exact: true }
    }

    /// Outcomes of equal chance (one that comes twice has twice the chance); none when there are none.
    pub fn uniform(outcomes: impl IntoIterator<Item = T>) -> Option<Self> {
        Self::weighted(outcomes.into_iter().map(|outcome| (outcome, 1)))
    }

    /// Outcomes with their weights, in any order; none when no weight is above 0.
    pub fn weighted(outcomes: impl IntoIterator<Item = (T, u128)>) -> Option<Self> {
        let outcomes: Vec<_> = outcomes.into_iter().filter(|(_, weight)| *weight > 0).collect();
        (!outcomes.is_empty()).then(|| Self::gather(outcomes, true))
    }

    /// Sorts, merges, sums and reduces. The outcomes must not be empty, nor all of weight 0.
    pub(super) fn gather(mut outcomes: Vec<(T, u128)>, mut exact: bool) -> Self {
        let sum = outcomes.iter().try_fold(0u128, |sum, (_, weight)| sum.checked_add(*weight));
        let total = sum.unwrap_or_else(|| {
            exact = false;
            narrow_outcomes(&mut outcomes, u128::BITS - 1)
        });
        if !outcomes.is_sorted_by(|a, b| a.0 < b.0) {
            outcomes.sort_by(|a, b| a.0.cmp(&b.0));
            outcomes.dedup_by(|later, kept| {
                let same = later.0 == kept.0;
                if same {
                    kept.1 += later.1;
                }
                same
            });
        }
        outcomes.retain(|(_, weight)| *weight > 0);
        let weights = outcomes.iter().map(|(_, weight)| *weight);
        let common = common_divisor(total, weights);
        if common > 1 {
            outcomes.iter_mut().for_each(|(_, weight)| *weight /= common);
        }
        Self { outcomes, total: total / common.max(1), exact }
    }

    /// From outcomes that are ascending, merged, above 0 and without a common divisor already.
    pub(super) fn ready(outcomes: Vec<(T, u128)>, total: u128, exact: bool) -> Self {
        Self { outcomes, total, exact }
    }

    pub(super) fn outcomes(&self) -> &[(T, u128)] {
        &self.outcomes
    }

    /// The same odds with a total of at most `width` bits.
    pub(super) fn narrowed(&self, width: u32) -> Self {
        if bits(self.total) <= width {
            return self.clone();
        }
        let mut outcomes = self.outcomes.clone();
        narrow_outcomes(&mut outcomes, width);
        Self::gather(outcomes, false)
    }

    /// The odds of a function of the outcome.
    pub fn map<U: Ord + Clone>(&self, mut to: impl FnMut(&T) -> U) -> Dist<U> {
        Dist::gather(
            self.outcomes.iter().map(|(outcome, weight)| (to(outcome), *weight)).collect(),
            self.exact,
        )
    }

    /// The odds of a second experiment that depends on the outcome of this one.
    pub fn bind<U: Ord + Clone>(&self, mut next: impl FnMut(&T) -> Dist<U>) -> Dist<U> {
        let parts = self.outcomes.iter().map(|(outcome, weight)| (*weight, next(outcome))).collect();
        mixture(parts, self.total, self.exact)
    }

    /// The odds of a function of this outcome and that of another, independent experiment.
    pub fn with<U: Ord + Clone, V: Ord + Clone>(
        &self,
        other: &Dist<U>,
        mut to: impl FnMut(&T, &U) -> V,
    ) -> Dist<V> {
        self.bind(|outcome| other.map(|second| to(outcome, second)))
    }

    /// The chance that the outcome is one of those.
    pub fn probability(&self, mut of: impl FnMut(&T) -> bool) -> Chance {
        let hits = self.outcomes.iter().filter(|(outcome, _)| of(outcome));
        Chance::new(hits.map(|(_, weight)| weight).sum(), self.total)
    }

    /// The lowest outcome.
    pub fn min(&self) -> Option<&T> {
        self.outcomes.first().map(|(outcome, _)| outcome)
    }

    /// The highest outcome.
    pub fn max(&self) -> Option<&T> {
        self.outcomes.last().map(|(outcome, _)| outcome)
    }

    /// Every outcome in ascending order, with its probability as a fraction over the common total.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&T, u128, u128)> {
        self.outcomes.iter().map(|(outcome, weight)| (outcome, *weight, self.total))
    }

    /// The sum of all weights.
    pub const fn total(&self) -> u128 {
        self.total
    }

    /// False once a step had to make weights narrower (see [`Dist`]).
    pub const fn exact(&self) -> bool {
        self.exact
    }
}

fn narrow_outcomes<T>(outcomes: &mut [(T, u128)], width: u32) -> u128 {
    let mut weights: Vec<_> = outcomes.iter().map(|(_, weight)| *weight).collect();
    let total = narrow(&mut weights, width);
    for ((_, weight), narrower) in outcomes.iter_mut().zip(weights) {
        *weight = narrower;
    }
    total
}

/// Distributions, each with its weight in `total`, as one.
fn mixture<U: Ord + Clone>(mut parts: Vec<(u128, Dist<U>)>, total: u128, exact: bool) -> Dist<U> {
    let exact = exact && parts.iter().all(|(_, part)| part.exact);
    let common = parts.iter().try_fold(1u128, |common, (_, part)| match part.total {
        1 => Some(common),
        total if total == common => Some(common),
        total => lcm(common, total),
    });
    let mut mixed = Vec::with_capacity(parts.iter().map(|(_, part)| part.outcomes.len()).sum());
    if let Some(common) = common.filter(|common| common.checked_mul(total).is_some()) {
        for (weight, part) in parts {
            let scale = if part.total == common { weight } else { weight * (common / part.total) };
            mixed.extend(part.outcomes.into_iter().map(|(outcome, weight)| (outcome, weight * scale)));
        }
        return Dist::gather(mixed, exact);
    }
    // Too wide: the choice between the parts takes at most 64 bits, each part all the bits that are left.
    let mut choice: Vec<_> = parts.iter().map(|(weight, _)| *weight).collect();
    let total = narrow(&mut choice, 64);
    let width = u128::MAX / total.max(1);
    for ((_, part), scale) in parts.iter_mut().zip(choice) {
        let mut weights: Vec<_> = part.outcomes.iter().map(|(_, weight)| *weight).collect();
        bring_to(&mut weights, part.total, width);
        let outcomes = part.outcomes.drain(..).zip(weights);
        mixed.extend(outcomes.map(|((outcome, _), weight)| (outcome, weight * scale)));
    }
    Dist::gather(mixed, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_odds_are_equal_distributions() {
        let a = Dist::weighted([(2, 6), (1, 4), (2, 2)]).unwrap();
        let b = Dist::weighted([(1, 1), (2, 2), (3, 0)]).unwrap();
        assert_eq!(a, b);
        assert_eq!(a.iter().collect::<Vec<_>>(), [(&1, 1, 3), (&2, 2, 3)]);
        assert_eq!(Dist::uniform([1, 2, 2]), Some(a));
    }

    #[test]
    fn out_of_nothing_there_are_no_odds() {
        assert_eq!(Dist::<i32>::uniform([]), None);
        assert_eq!(Dist::weighted([(1, 0)]), None);
    }

    #[test]
    fn map_merges_what_becomes_the_same() {
        let even = Dist::die(6).map(|face| face % 2 == 0);
        assert_eq!(even, Dist::uniform([false, true]).unwrap());
    }

    #[test]
    fn bind_weighs_each_branch_by_its_own_total() {
        // On a 1 of a d2 a d3 is rolled, on a 2 a d4.
        let odds = Dist::die(2).bind(|face| Dist::die(if *face == 1 { 3 } else { 4 }));
        assert_eq!(odds.probability(|face| *face == 4), Chance::new(1, 8));
        assert_eq!(odds.probability(|face| *face == 1), Chance::new(7, 24));
        assert_eq!((odds.total(), odds.exact()), (24, true));
    }

    #[test]
    fn an_opposed_roll_is_won_by_the_higher() {
        let order = Dist::die(20).with(&Dist::die(20), |a, b| a.cmp(b));
        assert_eq!(order.probability(|order| order.is_gt()), Chance::new(19, 40));
        assert_eq!(order.probability(|order| order.is_eq()), Chance::new(1, 20));
    }

    /// Chains of dice whose common total outgrows 128 bits: the first step is exact, the last is not, and the
    /// chance that every die showed a 1 stays right.
    #[test]
    fn too_wide_a_bind_goes_on_and_says_so() {
        let mut odds = Dist::one(true);
        let mut expected = 1.0;
        for sides in [997, 991, 983, 977, 971, 967, 953, 947, 941, 937, 929, 919, 911, 907, 887] {
            // Heads with a chance of (sides - 1) in sides, so that none of the totals cancel.
            let die = Dist::weighted([(true, sides - 1), (false, 1)]).unwrap();
            odds = odds.bind(|so_far| if *so_far { die.clone() } else { Dist::one(false) });
            expected *= (sides - 1) as f64 / sides as f64;
        }
        assert!(!odds.exact());
        let chance = odds.probability(|all| *all).as_f64();
        assert!((chance - expected).abs() < 1e-15, "{chance} {expected}");
    }

    #[test]
    fn narrow_weights_of_both_sides_stay_within_the_stated_error() {
        let wide = Dist::weighted((0..50u128).map(|n| (n, (1 << 100) + n * n * 12_345_678_901))).unwrap();
        assert!(wide.exact() && bits(wide.total()) > 100);
        let both = wide.with(&wide, |a, b| a.max(b).to_owned());
        assert!(!both.exact());
        let chance = both.probability(|max| *max < 25).as_f64();
        let single = wide.probability(|n| *n < 25).as_f64();
        assert!((chance - single * single).abs() < 1e-15);
    }

    #[test]
    fn weights_beyond_the_widest_are_narrowed() {
        let odds = Dist::weighted([(1, u128::MAX), (2, u128::MAX)]).unwrap();
        assert_eq!((odds.probability(|n| *n == 1), odds.exact()), (Chance::new(1, 2), false));
    }
}
