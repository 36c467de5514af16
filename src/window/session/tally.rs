//! The summary of a battle: who fell last, the heaviest hit, and side by side who still stands, hits, luck, damage.

use super::preview::decimal;
use crate::battle::statistics::Tally;
use crate::window::session::prelude::*;

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
    let overkill = each(&|tally| tally.overkill.to_string()).join(" / ");
    let hits = each(&|tally| say!("sums-of", n = tally.hits, all = tally.attacks));
    let row = |name: String, values: Vec<String>, tip: String| SumRow { name, values, tip };
    let plain = |name: String, values: Vec<String>| row(name, values, String::new());
    let mut rows = vec![
        plain(say!("sums-standing"), play.seats.iter().map(standing).collect()),
        row(
            say!("sums-dealt"),
            each(&|tally| tally.dealt.to_string()),
            say!("sums-overkill", each = overkill),
        ),
        row(say!("sums-hits"), hits, say!("sums-expected", each = each(&expected).join(" / "))),
    ];
    rows.extend(luck(&tallies).map(|luck| plain(say!("sums-luck"), luck)));
    // Of two sides, whoever of the one does not stand was defeated by the other.
    let felled = |tally: &Tally| if tallies.len() > 2 { tally.kills + tally.disabled } else { 0 };
    for (name, values) in [
        (say!("sums-criticals"), each(&|tally| tally.criticals.to_string())),
        (say!("sums-absorbed"), each(&|tally| tally.absorbed.to_string())),
        (say!("sums-healed"), each(&|tally| tally.healed.to_string())),
        (say!("sums-felled"), each(&|tally| felled(tally).to_string())),
    ] {
        // A row of nothing but noughts tells nothing.
        if values.iter().any(|value| value != "0") {
            rows.push(plain(name, values));
        }
    }
    let sides = play.seats.iter().map(|seat| (seat.name.clone(), play.colour(seat.side))).collect();
    Sums { sides, rows }
}

/// Whether more or fewer attacks hit than was to be expected, by half a hit at least; none, where nobody attacked.
fn luck(tallies: &[&Tally]) -> Option<Vec<String>> {
    let told = |tally: &&Tally| match i64::from(tally.hits) * 100 - tally.expected_hits {
        50.. => say!("sums-luck-better"),
        -49..50 => say!("sums-luck-even"),
        _ => say!("sums-luck-worse"),
    };
    let any = tallies.iter().any(|tally| tally.attacks > 0);
    any.then(|| tallies.iter().map(told).collect())
}

/// Units as their counters show them in a list: who is out of the fight is pale.
pub fn slots<'a>(play: &Play, facts: &Facts, units: impl Iterator<Item = &'a UnitState>) -> Vec<RibbonSlot> {
    let slot = |unit: &UnitState| RibbonSlot {
        unit: play.number(unit.id()),
        name: unit.identity.name.clone(),
        side: play.colour(unit.side()),
        art: show::art(unit),
        out: pick::down(facts, unit),
        ..RibbonSlot::default()
    };
    units.map(slot).collect()
}

/// Everybody who fought.
pub fn fighters(play: &Play) -> Vec<RibbonSlot> {
    play.revealed().map_or_else(Vec::new, |facts| slots(play, &facts, facts.units.iter()))
}

/// Who was put out of action last, and by whose hit.
fn last_to_fall(play: &Play, facts: &Facts) -> Option<(UnitId, UnitId)> {
    let (mut hit, mut last) = (None, None);
    for event in play.events() {
        match &event.outcome {
            Outcome::Struck { by, target, landed: true, .. } => hit = Some((*target, *by)),
            Outcome::Condition { unit, condition, from: 0, .. } => {
                let falls = facts.book.condition(*condition).is_some_and(|def| def.out || def.dead);
                last = hit.filter(|(target, by)| falls && target == unit && by != unit).or(last);
            }
            _ => {}
        }
    }
    last
}

/// Who fell last, who did most damage, and the heaviest hit, in a sentence each.
pub fn story(play: &Play) -> Vec<String> {
    let Some(facts) = play.revealed() else { return Vec::new() };
    let mut told = Vec::new();
    let statistics = play.statistics();
    let name = |id: UnitId| facts.unit(id).map(|unit| unit.identity.name.as_str());
    if let Some((target, by)) =
        last_to_fall(play, &facts).and_then(|(target, by)| Some((name(target)?, name(by)?)))
    {
        told.push(say!("sums-last", target = target, by = by));
    }
    // Of several who did as much, the first of the roster.
    let most = statistics.units.iter().rev().max_by_key(|(_, tally)| tally.dealt);
    let most = most.map(|(unit, tally)| (*unit, tally.dealt)).filter(|(_, dealt)| *dealt > 0);
    if let Some((who, n)) = most.and_then(|(unit, dealt)| Some((name(unit)?, dealt))) {
        told.push(say!("sums-most", who = who, n = n));
    }
    let heaviest = statistics.heaviest.filter(|hit| hit.amount > 0);
    if let Some((hit, by, target)) = heaviest.and_then(|hit| Some((hit, name(hit.by)?, name(hit.target)?))) {
        told.push(say!("sums-heaviest", by = by, target = target, n = hit.amount));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_is_what_hits_beyond_what_was_expected() {
        let tally = |hits: u32, expected_hits: i64| {
            let mut tally = Tally::default();
            (tally.attacks, tally.hits, tally.expected_hits) = (23, hits, expected_hits);
            tally
        };
        let told = luck(&[&tally(17, 1680), &tally(17, 1600), &tally(3, 800)]).unwrap();
        assert_eq!(told, ["even", "better", "worse"]);
        assert_eq!(luck(&[&Tally::default(), &Tally::default()]), None);
    }
}
