//! The summary of a battle: who fell, the heaviest hit, and side by side who still stands, hits, luck, damage.

use super::preview::decimal;
use crate::window::session::prelude::*;
use crate::{battle::statistics::Tally, window::view::Sums};

/// The rows of the summary, a column for each side.
pub fn sums(play: &Play) -> Sums {
    let Some(facts) = play.revealed() else { return Sums::default() };
    let statistics = play.statistics();
    let standing = |seat: &Seat| {
        let own = || facts.units.iter().filter(|unit| unit.side() == seat.side);
        let up = own().filter(|unit| !pick::down(&facts, unit)).count();
        say!("sums-of", n = up, all = own().count())
    };
    let none = Tally::default();
    let tallies: Vec<&Tally> =
        play.seats.iter().map(|seat| statistics.side(seat.side).unwrap_or(&none)).collect();
    let each = |tell: &dyn Fn(&Tally) -> String| tallies.iter().map(|tally| tell(tally)).collect::<Vec<_>>();
    let expected = |tally: &Tally| decimal(tally.expected_hits as f64 / 100.0);
    let mut rows = vec![
        (say!("sums-standing"), play.seats.iter().map(standing).collect()),
        (say!("sums-dealt"), each(&|tally| tally.dealt.to_string())),
        (say!("sums-hits"), each(&|tally| say!("sums-of", n = tally.hits, all = tally.attacks))),
        (say!("sums-expected"), each(&expected)),
    ];
    rows.extend(luck(&tallies).map(|luck| (say!("sums-luck"), luck)));
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

/// Who had the better luck, by how few do better with the same dice; none, where somebody has rolled nothing.
fn luck(tallies: &[&Tally]) -> Option<Vec<String>> {
    let shares: Vec<u8> = tallies.iter().map(|tally| tally.luckier_than).collect::<Option<_>>()?;
    let (least, most) = (shares.iter().min()?, shares.iter().max()?);
    let told = |share: &u8| match share {
        _ if least == most => say!("sums-luck-even"),
        share if share == most => say!("sums-luck-better"),
        _ => say!("sums-luck-worse"),
    };
    Some(shares.iter().map(told).collect())
}

/// Who is out of action on each side, and the heaviest hit, in a sentence each.
pub fn story(play: &Play) -> Vec<String> {
    let Some(facts) = play.revealed() else { return Vec::new() };
    let mut told = Vec::new();
    for seat in &play.seats {
        let own = facts.units.iter().filter(|unit| unit.side() == seat.side && pick::down(&facts, unit));
        let names: Vec<String> = own.map(|unit| unit.identity.name.clone()).collect();
        if !names.is_empty() {
            told.push(say!("sums-fallen", side = seat.name.as_str(), who = words::list(&names)));
        }
    }
    let name = |id: UnitId| facts.unit(id).map(|unit| unit.identity.name.as_str());
    let heaviest = play.statistics().heaviest.filter(|hit| hit.amount > 0);
    if let Some((hit, by, target)) = heaviest.and_then(|hit| Some((hit, name(hit.by)?, name(hit.target)?))) {
        told.push(say!("sums-heaviest", by = by, target = target, n = hit.amount));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_sides_are_the_luckier_one() {
        let tally = |share: Option<u8>| {
            let mut tally = Tally::default();
            tally.luckier_than = share;
            tally
        };
        let told = |one: Option<u8>, other: Option<u8>| luck(&[&tally(one), &tally(other)]);
        assert_eq!(told(Some(57), None), None);
        let told = |one: u8, other: u8| told(Some(one), Some(other)).unwrap();
        assert_eq!(told(57, 67), ["worse", "better"]);
        assert_eq!(told(50, 50), ["even", "even"]);
    }
}
