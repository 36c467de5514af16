//! The odds of dice and of sums of numbers.
//!
//! A sum is a product of short tables, never a walk over faces.

use super::{
    chance::Chance,
    convolve::{add_die, bits, gcd, product},
    dist::Dist,
    notation::Dice,
};

/// A table is used when it is at most this many times longer than the pairs of outcomes to sum.
const SPARSE: u64 = 8;

impl Dist<i32> {
    /// One die of 1 to `sides` (a die without sides counts as having one).
    pub fn die(sides: u16) -> Self {
        let outcomes: Vec<_> = (1..=i32::from(sides.max(1))).map(|face| (face, 1)).collect();
        Self::ready(outcomes, sides.max(1).into(), true)
    }

    /// The total of a notation, dropped dice and bonus included (C-01, C-89).
    ///
    /// Exact while sides to the power of count fits 128 bits, so always where dice are dropped.
    pub fn dice(dice: &Dice) -> Self {
        let start = i32::from(dice.kept()) + dice.bonus();
        if dice.drop_highest() > 0 {
            let outcomes = (start..).zip(lowest(dice.count(), dice.sides(), dice.kept()));
            return Self::gather(outcomes.collect(), true);
        }
        let sides = u128::from(dice.sides());
        let mut exact = true;
        let (mut table, mut total) = (vec![1], 1u128);
        for _ in 0..dice.count() {
            if total.checked_mul(sides).is_none() {
                exact = false;
                total = super::convolve::narrow(&mut table, u128::BITS - bits(sides));
            }
            table = add_die(&table, dice.sides().into());
            total *= sides;
        }
        let outcomes = (start..).zip(table).collect();
        if exact { Self::ready(outcomes, total, true) } else { Self::gather(outcomes, false) }
    }

    /// The sum of this and an independent number. Sums beyond 32 bits count as the last number that fits.
    pub fn add(&self, other: &Self) -> Self {
        if self.total().checked_mul(other.total()).is_none() {
            let (a, b) = (bits(self.total()), bits(other.total()));
            // The narrower of the two keeps its width up to 64 bits, the other takes what is left.
            let (a, b) = if a <= b { (a.min(64), 128 - a.min(64)) } else { (128 - b.min(64), b.min(64)) };
            return self.narrowed(a).sum(&other.narrowed(b));
        }
        self.sum(other)
    }

    /// As [`Dist::add`], once the totals are known to fit.
    fn sum(&self, other: &Self) -> Self {
        let (a, b) = (self.outcomes(), other.outcomes());
        let exact = self.exact() && other.exact();
        let total = self.total() * other.total();
        let (low, high) = (self.low() + other.low(), self.high() + other.high());
        let fits = i32::try_from(low).is_ok() && i32::try_from(high).is_ok();
        let pairs = (a.len() as u64).saturating_mul(b.len() as u64);
        if !fits || low.abs_diff(high) / SPARSE > pairs {
            let both = a.iter().flat_map(|(x, u)| b.iter().map(move |(y, v)| (x.saturating_add(*y), u * v)));
            return Self::gather(both.collect(), exact);
        }
        let sums = product(&self.table(), self.total(), &other.table(), other.total());
        let outcomes = (low as i32..=i32::MAX).zip(sums).filter(|(_, weight)| *weight > 0).collect();
        // Weights without a common divisor have products without one.
        Self::ready(outcomes, total, exact)
    }

    /// The same odds, every number larger by `bonus`.
    pub fn plus(&self, bonus: i32) -> Self {
        if self.low() + i64::from(bonus) < i32::MIN.into() || self.high() + i64::from(bonus) > i32::MAX.into()
        {
            return self.map(|number| number.saturating_add(bonus));
        }
        let moved = self.outcomes().iter().map(|(number, weight)| (number + bonus, *weight));
        Self::ready(moved.collect(), self.total(), self.exact())
    }

    /// The chance of that number or more.
    pub fn at_least(&self, number: i32) -> Chance {
        let from = self.outcomes().partition_point(|(outcome, _)| *outcome < number);
        let hits = self.outcomes().iter().skip(from).map(|(_, weight)| weight).sum();
        Chance::new(hits, self.total())
    }

    /// The mean as a fraction in lowest terms (the lower part above 0). Exact unless the sum of all outcomes
    /// times their weights outgrows 127 bits; then weights are brought to 90 bits first.
    pub fn mean(&self) -> (i128, u128) {
        let sum = self.outcomes().iter().try_fold(0i128, |sum, (outcome, weight)| {
            let term = i128::try_from(*weight).ok()?.checked_mul((*outcome).into())?;
            sum.checked_add(term)
        });
        let Some(sum) = sum.filter(|_| bits(self.total()) < u128::BITS) else {
            // 32 bits of outcome and 90 of weight always fit.
            return self.narrowed(90).mean();
        };
        let common = gcd(sum.unsigned_abs(), self.total()).max(1);
        (sum / common.cast_signed(), self.total() / common)
    }

    /// The mean as a floating number, for scoring and drawing.
    pub fn mean_f64(&self) -> f64 {
        let (sum, total) = self.mean();
        sum as f64 / total as f64
    }

    fn low(&self) -> i64 {
        self.min().copied().unwrap_or(0).into()
    }

    fn high(&self) -> i64 {
        self.max().copied().unwrap_or(0).into()
    }

    /// The weights by number, from the lowest on, 0 where a number is none of the outcomes.
    fn table(&self) -> Vec<u128> {
        let low = self.low();
        let mut table = vec![0; usize::try_from(self.high() - low).unwrap_or(0) + 1];
        for (outcome, weight) in self.outcomes() {
            let place = usize::try_from(i64::from(*outcome) - low).ok();
            if let Some(place) = place.and_then(|place| table.get_mut(place)) {
                *place = *weight;
            }
        }
        table
    }
}

/// In how many ways the lowest `kept` of `count` dice sum to `kept`, `kept + 1`, and so on to `kept * sides`.
///
/// For each face that the highest die kept can show, and each number of dice below it: where those stand,
/// what they sum to, and what all the others show (that face or more, enough of them that face). `sides` to
/// the power of `count` must fit 128 bits.
fn lowest(count: u16, sides: u16, kept: u16) -> Vec<u128> {
    let (count, kept, sides) = (usize::from(count), usize::from(kept), usize::from(sides));
    let choose = binomials(count);
    let mut ways = vec![0; kept * (sides - 1) + 1];
    for below in 0..sides {
        // The highest die kept shows `below + 1`; `above` faces are higher.
        let above = (sides - 1 - below) as u128;
        let mut sums = vec![1];
        for lower in 0..kept {
            let others = count - lower;
            let mut rest = 0;
            for same in kept - lower..=others {
                rest += choose.of(others, same) * above.pow((others - same) as u32);
            }
            let weight = rest * choose.of(count, lower);
            // Counted from the lowest sum: each of the dice at `below + 1` adds `below`.
            let start = (kept - lower) * below;
            for (way, sum) in ways.iter_mut().skip(start).zip(&sums) {
                *way += weight * sum;
            }
            if below == 0 {
                break;
            }
            sums = add_die(&sums, below);
        }
    }
    ways
}

struct Binomials(Vec<Vec<u128>>);

impl Binomials {
    fn of(&self, from: usize, taken: usize) -> u128 {
        self.0.get(from).and_then(|row| row.get(taken)).copied().unwrap_or(0)
    }
}

fn binomials(rows: usize) -> Binomials {
    let mut table = Binomials(vec![vec![1]]);
    for row in 1..=rows {
        let next = (0..=row).map(|place| {
            let left = place.checked_sub(1).map_or(0, |left| table.of(row - 1, left));
            left + table.of(row - 1, place)
        });
        let next = next.collect();
        table.0.push(next);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odds(text: &str) -> Dist<i32> {
        Dist::dice(&text.parse().unwrap())
    }

    fn sum_of(one: &Dist<i32>, count: u32) -> Dist<i32> {
        (1..count).fold(one.clone(), |sum, _| sum.add(one))
    }

    fn weights(dist: &Dist<i32>) -> Vec<u128> {
        dist.iter().map(|(_, weight, _)| weight).collect()
    }

    #[test]
    fn two_dice_are_a_triangle() {
        let dice = odds("2d6+1");
        assert_eq!((dice.min(), dice.max(), dice.total()), (Some(&3), Some(&13), 36));
        assert_eq!(weights(&dice), [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
        assert_eq!(dice.at_least(9), Chance::new(15, 36));
        assert_eq!((dice.at_least(3), dice.at_least(14)), (Chance::ALWAYS, Chance::NEVER));
        assert_eq!(dice.mean(), (8, 1));
    }

    #[test]
    fn the_widest_dropping_dice_are_exact() {
        let widest = odds("19d100dh9");
        assert!(widest.exact());
        assert_eq!(widest.total() % 2, 0);
        assert_eq!(odds("19d100dh18").probability(|n| *n == 100), Chance::new(1, 100u128.pow(19)));
    }

    #[test]
    fn no_dice_are_their_bonus() {
        assert_eq!(odds("0d6+3"), Dist::one(3));
        assert_eq!(Dist::die(0), Dist::one(1));
    }

    #[test]
    fn sums_agree_however_they_are_made() {
        let die = Dist::die(6);
        let thrice = die.add(&die).add(&die);
        assert_eq!(thrice, odds("3d6"));
        assert_eq!(thrice, sum_of(&die, 3));
        assert_eq!(thrice, die.bind(|a| odds("2d6").plus(*a)));
        assert_eq!(sum_of(&die, 40), odds("40d6"));
        assert!(sum_of(&die, 49).exact());
    }

    /// The job of the speed table: d20+7 against 15, 1d8+3, a natural 20 adds 1d8+3 again; ten of them.
    #[test]
    fn ten_attacks_are_exact() {
        let hit = odds("1d8+3");
        let twice = hit.add(&hit);
        let attack = Dist::die(20).bind(|face| match face {
            20 => twice.clone(),
            face if face + 7 >= 15 => hit.clone(),
            _ => Dist::one(0),
        });
        assert_eq!(attack.total(), 1280);
        let ten = sum_of(&attack, 10);
        assert_eq!((ten.total(), ten.exact()), (1280u128.pow(10), true));
        // Twelve faces (8 to 19) hit for 7.5 in the mean, the 20 for 15: 105 in 20 for one attack.
        assert_eq!((attack.mean(), ten.mean()), ((21, 4), (105, 2)));
        assert_eq!(ten.iter().map(|(_, weight, _)| weight).sum::<u128>(), ten.total());
    }

    #[test]
    fn a_hundred_dice_are_nearly_exact() {
        for text in ["100d6", "100d1000"] {
            let many = odds(text);
            assert!(!many.exact());
            let half = many.at_least(many.mean_f64().ceil() as i32).as_f64();
            assert!((0.5..0.53).contains(&half), "{text} {half}");
        }
        assert!((odds("100d6").mean_f64() - 350.0).abs() < 1e-9);
        let summed = sum_of(&Dist::die(6), 100);
        assert!(!summed.exact());
        for (number, weight, total) in odds("100d6").iter() {
            let other = summed.probability(|n| n == number).as_f64();
            assert!((weight as f64 / total as f64 - other).abs() < 1e-15, "{number}");
        }
    }

    #[test]
    fn far_apart_and_huge_numbers_sum_without_long_tables() {
        let far = Dist::uniform([-1_000_000_000, 1_000_000_000]).unwrap();
        assert_eq!(far.add(&far), Dist::weighted([(-2_000_000_000, 1), (0, 2), (2_000_000_000, 1)]).unwrap());
        let last = sum_of(&far, 3);
        assert_eq!((last.min(), last.max()), (Some(&i32::MIN), Some(&i32::MAX)));
        assert_eq!(Dist::uniform([i32::MIN, i32::MAX]).unwrap().mean(), (-1, 2));
    }
}
