//! A probability as an exact fraction, and its ways of being shown.

use std::{cmp::Ordering, fmt};

use super::convolve::{gcd, proportion};

/// A probability from 0 to 1: `num` in `den`, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chance {
    num: u128,
    den: u128,
}

impl Chance {
    /// What never happens.
    pub const NEVER: Self = Self { num: 0, den: 1 };
    /// What always happens.
    pub const ALWAYS: Self = Self { num: 1, den: 1 };

    /// `num` in `den`, reduced. Out of nothing (`den` 0) nothing happens; more than all counts as always.
    pub fn new(num: u128, den: u128) -> Self {
        if num == 0 || den == 0 {
            return Self::NEVER;
        }
        if num >= den {
            return Self::ALWAYS;
        }
        let common = gcd(num, den);
        Self { num: num / common, den: den / common }
    }

    /// The upper part of the fraction.
    pub const fn num(self) -> u128 {
        self.num
    }

    /// The lower part of the fraction, at least 1.
    pub const fn den(self) -> u128 {
        self.den
    }

    /// In thousandths, 0 to 1000, rounded to the nearest (half upwards).
    pub fn per_mille(self) -> u16 {
        // Twice the thousandths, rounded down, plus one, halved: half upwards. At most 2000, so it fits.
        (proportion(self.num, self.den, 2000) as u16).div_ceil(2)
    }

    /// In per cent with at most one decimal: `62.5%`, `5%`. Only what never happens is `0%` and only what
    /// always happens is `100%`; what comes close is `<0.1%` or `>99.9%`.
    pub fn percent_text(self) -> String {
        match self.per_mille() {
            0 if self.num > 0 => "<0.1%".to_owned(),
            1000 if self.num < self.den => ">99.9%".to_owned(),
            thousandths if thousandths % 10 == 0 => format!("{}%", thousandths / 10),
            thousandths => format!("{}.{}%", thousandths / 10, thousandths % 10),
        }
    }

    /// As a floating number, for drawing and scoring; right to about 15 digits.
    pub fn as_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }
}

impl PartialOrd for Chance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Chance {
    /// By size, exactly: whole parts first, then the remainders turned over, as continued fractions.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = ((self.num, self.den), (other.num, other.den));
        loop {
            let order = (a.0 / a.1).cmp(&(b.0 / b.1));
            if order.is_ne() {
                return order;
            }
            let rest = (a.0 % a.1, b.0 % b.1);
            if rest.0 == 0 || rest.1 == 0 {
                return rest.0.cmp(&rest.1);
            }
            (a, b) = ((b.1, rest.1), (a.1, rest.0));
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.percent_text())
    }
}

impl fmt::Debug for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.num, self.den)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms() {
        assert_eq!(Chance::new(10, 16), Chance::new(5, 8));
        assert_eq!((Chance::new(10, 16).num(), Chance::new(10, 16).den()), (5, 8));
        assert_eq!(Chance::new(3, 0), Chance::NEVER);
        assert_eq!(Chance::new(3, 2), Chance::ALWAYS);
    }

    #[test]
    fn per_mille_rounds_half_upwards() {
        assert_eq!(Chance::new(1, 2000).per_mille(), 1);
        assert_eq!(Chance::new(1, 2001).per_mille(), 0);
        assert_eq!(Chance::new(1, 3).per_mille(), 333);
        assert_eq!(Chance::new(2, 3).per_mille(), 667);
        assert_eq!(Chance::new(u128::MAX / 2, u128::MAX).per_mille(), 500);
    }

    #[test]
    fn the_text_never_rounds_to_certainty() {
        let text = |num, den| Chance::new(num, den).percent_text();
        assert_eq!(text(5, 8), "62.5%");
        assert_eq!(text(1, 20), "5%");
        assert_eq!((text(0, 7), text(7, 7)), ("0%".into(), "100%".into()));
        assert_eq!((text(1, 10_000), text(9999, 10_000)), ("<0.1%".into(), ">99.9%".into()));
        assert_eq!(text(1, 36), "2.8%");
    }

    proptest! {
        #[test]
        fn chances_are_ordered_by_size(a in 0u64..1000, b in 1u64..1000, c in 0u64..1000, d in 1u64..1000) {
            let (a, c) = (a.min(b), c.min(d));
            let order = Chance::new(a.into(), b.into()).cmp(&Chance::new(c.into(), d.into()));
            prop_assert_eq!(order, (a * d).cmp(&(c * b)));
        }
    }

    #[test]
    fn even_the_longest_fractions_are_ordered() {
        let almost = Chance::new(u128::MAX - 1, u128::MAX);
        assert!(Chance::new(u128::MAX - 2, u128::MAX) < almost && almost < Chance::ALWAYS);
        assert!(Chance::new(1, u128::MAX) > Chance::NEVER);
    }
}
