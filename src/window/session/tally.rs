//! The summary of a battle, side by side: who still stands, blows, luck, damage.

use super::preview::decimal;
use crate::window::session::prelude::*;
use crate::{battle::statistics::Tally, window::view::Sums};

/// The rows of the summary, a column for each side.
pub fn sums(play: &Play) -> Sums {
    let Some(facts) = play.revealed() else { return Sums::default() };
    let statistics = play.statistics();
    let standing = |seat: &Seat| {
        let own = || facts.units.iter().filter(|unit| unit.side() == seat.side);
        let up = own().filter(|unit| !facts.out(unit)).count();
        say!("sums-of", n = up, all = own().count())
    };
    let none = Tally::default();
    let tallies: Vec<&Tally> =
        play.seats.iter().map(|seat| statistics.side(seat.side).unwrap_or(&none)).collect();
    let each = |tell: &dyn Fn(&Tally) -> String| tallies.iter().map(|tally| tell(tally)).collect::<Vec<_>>();
    let luck =
        |tally: &Tally| tally.luckier_than.map_or_else(|| "–".to_owned(), |share| say!("percent", n = share));
    let expected = |tally: &Tally| decimal(tally.expected_hits as f64 / 100.0);
    let mut rows = vec![
        (say!("sums-standing"), play.seats.iter().map(standing).collect()),
        (say!("sums-dealt"), each(&|tally| tally.dealt.to_string())),
        (say!("sums-hits"), each(&|tally| say!("sums-of", n = tally.hits, all = tally.attacks))),
        (say!("sums-expected"), each(&expected)),
        (say!("sums-luck"), each(&luck)),
    ];
    for (name, row) in [
        (say!("sums-criticals"), each(&|tally| tally.criticals.to_string())),
        (say!("sums-absorbed"), each(&|tally| tally.absorbed.to_string())),
        (say!("sums-healed"), each(&|tally| tally.healed.to_string())),
        (say!("sums-felled"), each(&|tally| (tally.kills + tally.disabled).to_string())),
    ] {
        // A row of nothing but noughts tells nothing.
        if row.iter().any(|value| value != "0") {
            rows.push((name, row));
        }
    }
    let sides = play.seats.iter().map(|seat| (seat.name.clone(), play.colour(seat.side))).collect();
    Sums { sides, rows }
}
