//! The whole-number work under distributions: common divisors, weights made narrower, products of tables.
//!
//! Bare weights only; which outcome a weight belongs to is known to the caller.

pub(super) fn gcd(mut a: u128, mut b: u128) -> u128 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        if a > b {
            (a, b) = (b, a);
        }
        b -= a;
    }
    a << twos
}

/// The greatest number that divides a total and the weights that add up to it.
pub(super) fn common_divisor(total: u128, weights: impl Iterator<Item = u128>) -> u128 {
    let Ok(mut short) = u64::try_from(total) else {
        let mut common = total;
        for weight in weights {
            // Once the divisor is small one remainder tells.
            if common == 1 {
                break;
            }
            if weight % common != 0 {
                common = gcd(common, weight);
            }
        }
        return common;
    };
    for weight in weights {
        if short == 1 {
            break;
        }
        // No weight is above the total.
        let (mut a, mut b) = (short, weight as u64);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        short = a;
    }
    short.into()
}

/// The least common multiple of two numbers above 0; none when it outgrows 128 bits.
pub(super) fn lcm(a: u128, b: u128) -> Option<u128> {
    if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
        let common = common_divisor(a.into(), std::iter::once(b.into())) as u64;
        return u128::from(a / common).checked_mul(b.into());
    }
    (a / gcd(a, b)).checked_mul(b)
}

/// `part * to / whole`, rounded down, for `part <= whole`. When `whole` has more than 64 bits its lowest ones
/// (and those of `part`) are left out first, so that nothing outgrows 128 bits.
pub(super) fn proportion(part: u128, whole: u128, to: u128) -> u128 {
    let shift = 64u32.saturating_sub(whole.leading_zeros());
    let (part, whole) = (part >> shift, (whole >> shift).max(1));
    // `part` and the remainder are both at most `whole`, which has at most 64 bits.
    part * (to / whole) + part * (to % whole) / whole
}

pub(super) const fn bits(number: u128) -> u32 {
    u128::BITS - number.leading_zeros()
}

/// Halves all weights until their sum takes at most `width` bits, each rounded to the nearest; gives the new
/// sum.
///
/// Every probability is then off by less than the number of weights in 2 to the power of `width`; a weight
/// that rounds to 0 is left as 0.
pub(super) fn narrow(weights: &mut [u128], width: u32) -> u128 {
    let total = weights.iter().fold(0u128, |sum, weight| sum.saturating_add(*weight));
    if bits(total) <= width && total < u128::MAX {
        return total;
    }
    let mut shift = bits(total).saturating_sub(width).max(1);
    loop {
        let rounded = |weight: u128| (weight >> shift) + (weight >> (shift - 1) & 1);
        let sum = weights.iter().try_fold(0u128, |sum, weight| sum.checked_add(rounded(*weight)));
        if let Some(sum) = sum.filter(|sum| bits(*sum) <= width) {
            weights.iter_mut().for_each(|weight| *weight = rounded(*weight));
            return sum;
        }
        shift += 1;
    }
}

/// Brings weights of sum `total` to the sum `to` (from 2 to the 64th up), each within one of its exact share:
/// what rounding down leaves over goes one each to the largest remainders, the earlier ones first.
pub(super) fn bring_to(weights: &mut [u128], total: u128, to: u128) {
    let total = if bits(total) > 64 { narrow(weights, 64) } else { total };
    if total == 0 {
        return;
    }
    let (whole, rest) = (to / total, to % total);
    let mut remainders: Vec<(u128, usize)> = Vec::with_capacity(weights.len());
    let mut sum = 0;
    for (place, weight) in weights.iter_mut().enumerate() {
        // Both factors have at most 64 bits.
        let share = *weight * rest;
        remainders.push((share % total, place));
        *weight = *weight * whole + share / total;
        sum += *weight;
    }
    remainders.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let missing = usize::try_from(to - sum).unwrap_or(0);
    for (_, place) in remainders.into_iter().take(missing) {
        if let Some(weight) = weights.get_mut(place) {
            *weight += 1;
        }
    }
}

/// The table of the sum of two independent values, from the tables of their weights (place = value).
///
/// The product of the two sums must fit 128 bits. The narrowest numbers that hold it are used.
pub(super) fn product(a: &[u128], a_total: u128, b: &[u128], b_total: u128) -> Vec<u128> {
    let word = u128::from(u64::MAX);
    if a_total > word || b_total > word {
        return multiply(a, b, |x, y| x * y);
    }
    // Nothing is cut off: no weight is above its sum.
    let short = |weights: &[u128]| weights.iter().map(|weight| *weight as u64).collect::<Vec<_>>();
    let (a, b) = (short(a), short(b));
    if a_total * b_total <= word {
        multiply(&a, &b, |x, y| x * y).into_iter().map(u128::from).collect()
    } else {
        multiply(&a, &b, |x, y| u128::from(x) * u128::from(y))
    }
}

fn multiply<W, S>(a: &[W], b: &[W], times: impl Fn(W, W) -> S) -> Vec<S>
where
    W: Copy + Default + PartialEq,
    S: Copy + Default + std::ops::AddAssign,
{
    // The longer table goes inside, where the loop is tight.
    let (outer, inner) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let mut sums = vec![S::default(); (outer.len() + inner.len()).saturating_sub(1)];
    for (start, x) in outer.iter().enumerate() {
        if *x == W::default() {
            continue;
        }
        for (sum, y) in sums.iter_mut().skip(start).zip(inner) {
            *sum += times(*x, *y);
        }
    }
    sums
}

/// Adds one die of `sides` sides to a table: every place becomes the sum of the `sides` places up to it. In
/// one pass, whatever the sides; the place 0 of the new table is one above that of the old.
pub(super) fn add_die(table: &[u128], sides: usize) -> Vec<u128> {
    let length = table.len() + sides.saturating_sub(1);
    let mut window = 0;
    (0..length)
        .map(|place| {
            window += table.get(place).copied().unwrap_or(0);
            if let Some(left) = place.checked_sub(sides) {
                window -= table.get(left).copied().unwrap_or(0);
            }
            window
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn all_widths_multiply_alike() {
        for wide in [1u128 << 20, 1 << 40, 1 << 60, 1 << 62] {
            let (a, b) = ([wide, 2 * wide, 1], [3, 0, wide]);
            let expected = [3 * wide, 6 * wide, wide * wide + 3, 2 * wide * wide, wide];
            assert_eq!(product(&a, 3 * wide + 1, &b, wide + 3), expected);
        }
    }

    #[test]
    fn narrowing_keeps_the_shape() {
        let mut weights = [1 << 100, 3 << 100, 1];
        assert_eq!(narrow(&mut weights, 64), 1 << 63);
        assert_eq!(weights, [1 << 61, 3 << 61, 0]);
        let mut whole = [u128::MAX, u128::MAX];
        let sum = narrow(&mut whole, 128);
        assert_eq!((whole[0], sum), (whole[1], whole[0] * 2));
    }

    #[test]
    fn proportions_of_the_widest_numbers_do_not_overflow() {
        assert_eq!(proportion(u128::MAX, u128::MAX, 2000), 2000);
        assert_eq!(proportion(u128::MAX, u128::MAX, u128::MAX), u128::MAX);
        assert_eq!(proportion(1, 3, 2000), 666);
    }

    proptest! {
        #[test]
        fn common_divisors_divide(a in 1u128.., b in 1u128..) {
            let (mut x, mut y) = (a, b);
            while y != 0 {
                (x, y) = (y, x % y);
            }
            prop_assert_eq!(gcd(a, b), x);
        }

        #[test]
        fn shares_come_within_one_and_sum_up(
            weights in prop::collection::vec(0u64..1 << 40, 1..9), extra: u64
        ) {
            let mut shares: Vec<_> = weights.iter().map(|weight| u128::from(*weight) + 1).collect();
            let (total, to) = (shares.iter().sum::<u128>(), (1 << 80) + u128::from(extra));
            let before = shares.clone();
            bring_to(&mut shares, total, to);
            prop_assert_eq!(shares.iter().sum::<u128>(), to);
            for (share, weight) in shares.iter().zip(before) {
                prop_assert!((share * total).abs_diff(weight * to) < total);
            }
        }
    }
}
