//! Whose damage die degrees replace among several: the lowest, of equals that of the blow struck first (S-43, S-72).

use crate::{
    dice::{Dice, Dist},
    rules::sweep,
};

/// Below what the lowest die of one of those hit has to be, to be the one: that of nobody struck before it is as low, and
/// that of nobody struck after it lower. So many hits fall among so many, `own` of them on this one.
pub(super) fn bar((hits, among): (i32, i32), own: i32, dice: &Dice) -> Dist<i32> {
    let others = hits - own;
    if own < 1 || others < 1 {
        return Dist::one(i32::MAX);
    }
    let (sure, more) = sweep::shares(hits, among);
    // Where the hits are too few for all, only those who have one count.
    let (units, each, further) = if sure > 0 { (among, sure, more - (own - sure)) } else { (hits, 1, 0) };
    let die = Dist::die(dice.sides());
    let one_hit_more = |lowest: &Dist<i32>| {
        (0..dice.count()).fold(lowest.clone(), |lowest, _| lowest.with(&die, |one, other| (*one).min(*other)))
    };
    let lowest = std::iter::successors(Some(Dist::one(i32::MAX)), |known| Some(one_hit_more(known)));
    let lowest: Vec<Dist<i32>> = lowest.take(usize::try_from(others).unwrap_or(0) + 1).collect();
    let lowest_of = |hits: i32| {
        let known = usize::try_from(hits).ok().and_then(|hits| lowest.get(hits));
        known.cloned().unwrap_or_else(|| Dist::one(i32::MAX))
    };
    // Whoever is drawn first is struck first.
    let place = Dist::uniform(0..units).unwrap_or_else(|| Dist::one(0));
    place.bind(|before| {
        on_first(further, *before, units - 1).bind(|more| {
            let earlier = before * each + more;
            let later = lowest_of(others - earlier);
            lowest_of(earlier).with(&later, |earlier, later| (*earlier).min(later.saturating_add(1)))
        })
    })
}

/// How many of some further hits fall on the `first` of so many, where nobody has two of them.
fn on_first(hits: i32, first: i32, among: i32) -> Dist<i32> {
    let weight = |of: i32| u128::try_from(of).unwrap_or(0);
    (0..hits).fold(Dist::one(0), |found, given| {
        found.bind(|has| {
            let left = first - has;
            let next = [(has + 1, weight(left)), (*has, weight(among - given - left))];
            Dist::weighted(next).unwrap_or_else(|| Dist::one(*has))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{bar, on_first};
    use crate::dice::{Chance, Dice, Dist};

    fn below(lowest: i32, swept: (i32, i32), own: i32) -> Chance {
        let dice = "1d2".parse::<Dice>().unwrap();
        bar(swept, own, &dice).probability(|bar| lowest < *bar)
    }

    #[test]
    fn the_lowest_die_of_all_is_replaced_and_of_equal_ones_the_first_s72() {
        // Struck first, or the other shows a 2.
        assert_eq!(below(1, (2, 2), 1), Chance::new(3, 4));
        // A 2 only where the other shows no 1, and only of the first.
        assert_eq!(below(2, (2, 2), 1), Chance::new(1, 4));
        // Two dice of the other's: struck first, or both show a 2.
        assert_eq!(below(1, (3, 2), 1), Chance::new(5, 8));
        // Alone.
        assert_eq!(below(2, (3, 1), 3), Chance::ALWAYS);
        assert_eq!(below(2, (1, 4), 1), Chance::ALWAYS);
    }

    #[test]
    fn further_hits_fall_on_any_that_have_none_of_them() {
        assert_eq!(Some(on_first(1, 1, 3)), Dist::weighted([(0, 2), (1, 1)]));
        assert_eq!(Some(on_first(2, 1, 3)), Dist::weighted([(0, 1), (1, 2)]));
        assert_eq!(on_first(3, 2, 3), Dist::one(2));
    }
}
