//! Which number of a question about harm decides: it stands first on the map and on every answer, which are compared by it.

use crate::window::session::prelude::*;

/// From this chance on to be taken out that decides; where so much of what is left is lost on average, from this lesser
/// one on.
const DECIDES: f64 = 0.25;
const MUCH: (f64, f64) = (0.5, 0.1);

/// The number that decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deciding {
    /// How much is lost on average.
    #[default]
    Loss,
    /// The chance to be taken out.
    TakenOut,
}

impl Deciding {
    /// The one of a loss that takes out by this chance, where so much is lost on average of what is left.
    pub fn of(taken_out: Chance, mean: f64, left: i32) -> Self {
        let chance = taken_out.as_f64();
        let much = left > 0 && mean >= MUCH.0 * f64::from(left);
        match chance >= DECIDES || chance >= MUCH.1 && much {
            true => Self::TakenOut,
            false => Self::Loss,
        }
    }
}

/// What an answer tells of harm.
#[derive(Debug, Default)]
pub struct Told {
    /// The number that decides.
    pub lead: String,
    /// What that is, or more about it.
    pub left: String,
    /// What stands beneath: numbers, and what they are.
    pub more: Vec<(String, String)>,
}

/// A chance as an answer leaves it, beside the one `before` it where that is another: "92% → 40%".
pub fn changed(before: Option<Chance>, chance: Chance) -> String {
    let now = percent(chance);
    match before.map(percent).filter(|was| *was != now) {
        Some(was) => format!("{was} → {now}"),
        None => now,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_to_be_taken_out_decides_where_it_is_great_or_much_of_what_is_left_is_at_stake() {
        let of = |per_cent: u128, mean: f64, left: i32| Deciding::of(Chance::new(per_cent, 100), mean, left);
        for (own, decides) in [
            (of(92, 11.2, 6), Deciding::TakenOut),
            (of(25, 1.0, 40), Deciding::TakenOut),
            (of(10, 10.0, 20), Deciding::TakenOut),
            (of(1, 10.0, 20), Deciding::Loss),
            (of(24, 9.0, 20), Deciding::Loss),
            (of(0, 30.0, 20), Deciding::Loss),
            (of(0, 0.0, 0), Deciding::Loss),
        ] {
            assert_eq!(own, decides);
        }
    }

    #[test]
    fn what_an_answer_makes_of_a_chance_stands_beside_it_where_it_is_another() {
        let [most, some] = [92, 40].map(|n| Chance::new(n, 100));
        assert_eq!(changed(Some(most), some), "92% → 40%");
        assert_eq!([changed(None, most), changed(Some(most), most)], ["92%", "92%"]);
    }
}
