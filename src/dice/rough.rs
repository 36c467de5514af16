//! Sums of numbers in floating odds, where speed is worth more than the last digit: scoring many futures,
//! graphs.
//!
//! Owns short tables of floats. Nothing that a rule decides, and nothing shown as an exact chance, comes from
//! here: that is [`super::dist`].

use super::{dist::Dist, repeated};

/// The odds of neighbouring whole numbers as floats: the chance of `start`, of `start + 1`, and so on.
///
/// Only additions and multiplications in a stated order, so equal on every machine. Made from a [`Dist`] and
/// summed ten times, no chance is off by more than about 1e-16.
#[derive(Clone, PartialEq, Debug)]
pub struct RoughOdds {
    start: i32,
    chances: Vec<f64>,
}

/// The longest table: numbers further apart are not for tables.
const LONGEST: usize = 1 << 20;

impl RoughOdds {
    /// The odds of a distribution; none when its outcomes span more than a million numbers.
    pub fn of(dist: &Dist<i32>) -> Option<Self> {
        let (start, end) = (*dist.min()?, *dist.max()?);
        let span = usize::try_from(i64::from(end) - i64::from(start)).ok()?;
        if span >= LONGEST {
            return None;
        }
        let mut chances = vec![0.0; span + 1];
        for (number, weight, total) in dist.iter() {
            let place = usize::try_from(i64::from(*number) - i64::from(start)).ok()?;
            *chances.get_mut(place)? = weight as f64 / total as f64;
        }
        Some(Self { start, chances })
    }

    /// The number that the first chance is of.
    pub const fn start(&self) -> i32 {
        self.start
    }

    /// The chance of each number from [`RoughOdds::start`] on.
    pub fn chances(&self) -> &[f64] {
        &self.chances
    }

    /// The sum of this and an independent number.
    pub fn add(&self, other: &Self) -> Self {
        let (outer, inner) = if self.chances.len() <= other.chances.len() {
            (&self.chances, &other.chances)
        } else {
            (&other.chances, &self.chances)
        };
        let mut chances = vec![0.0; outer.len() + inner.len() - 1];
        for (first, x) in outer.iter().enumerate() {
            for (sum, y) in chances.iter_mut().skip(first).zip(inner) {
                *sum += x * y;
            }
        }
        Self { start: self.start.saturating_add(other.start), chances }
    }

    /// The sum of that many independent numbers of these odds; of none it is 0.
    pub fn sum_of(&self, count: u32) -> Self {
        repeated(self, count, Self::add).unwrap_or_else(|| Self { start: 0, chances: vec![1.0] })
    }

    /// The chance of that number or more, from 0 to 1.
    pub fn at_least(&self, number: i32) -> f64 {
        let from = usize::try_from(i64::from(number) - i64::from(self.start)).unwrap_or(0);
        self.chances.iter().skip(from).sum::<f64>().min(1.0)
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        let places = self.chances.iter().enumerate();
        f64::from(self.start) + places.map(|(place, chance)| place as f64 * chance).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rough(dist: &Dist<i32>) -> RoughOdds {
        RoughOdds::of(dist).unwrap()
    }

    #[test]
    fn rough_sums_stay_beside_the_exact_ones() {
        let attack = Dist::die(20).bind(|face| match face {
            20 => Dist::die(8).sum_of(2).plus(6),
            8.. => Dist::die(8).plus(3),
            _ => Dist::one(0),
        });
        let (exact, floats) = (attack.sum_of(10), rough(&attack).sum_of(10));
        assert_eq!((floats.start(), floats.chances().len()), (0, 221));
        for (chance, number) in floats.chances().iter().zip(0..) {
            let expected = exact.probability(|outcome| *outcome == number).as_f64();
            assert!((chance - expected).abs() < 1e-15, "{number}");
        }
        assert!((floats.at_least(60) - exact.at_least(60).as_f64()).abs() < 1e-14);
        assert!((floats.mean() - 52.5).abs() < 1e-12);
    }

    #[test]
    fn the_ends_are_certain_and_impossible() {
        let dice = rough(&Dist::die(6).plus(-10)).sum_of(2);
        assert_eq!((dice.start(), dice.at_least(i32::MIN), dice.at_least(-7)), (-18, 1.0, 0.0));
        assert_eq!(rough(&Dist::die(6)).sum_of(0).chances(), [1.0]);
    }

    #[test]
    fn numbers_too_far_apart_have_no_table() {
        assert_eq!(RoughOdds::of(&Dist::uniform([i32::MIN, i32::MAX]).unwrap()), None);
    }
}
