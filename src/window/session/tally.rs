//! The summary of a battle: how it was decided, what was done most, and side by side who still stands, hits, luck,
//! damage.

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
    let hits = each(&|tally| say!("sums-of", n = unblocked(tally), all = tally.attacks));
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
        row(say!("sums-blocked"), each(&|tally| tally.blocked.to_string()), say!("sums-blocked-about")),
    ];
    rows.extend(luck(&tallies).map(|luck| plain(say!("sums-luck"), luck)));
    // Of two sides, whoever of the one does not stand was defeated by the other.
    let felled = |tally: &Tally| if tallies.len() > 2 { tally.kills + tally.disabled } else { 0 };
    rows.extend([
        row(say!("sums-other"), each(&|tally| tally.other.to_string()), say!("sums-other-about")),
        plain(say!("sums-criticals"), each(&|tally| tally.criticals.to_string())),
        plain(say!("sums-absorbed"), each(&|tally| tally.absorbed.to_string())),
        plain(say!("sums-healed"), each(&|tally| tally.healed.to_string())),
        plain(say!("sums-felled"), each(&|tally| felled(tally).to_string())),
    ]);
    // A row of nothing but noughts tells nothing.
    rows.retain(|row| row.values.iter().any(|value| value != "0"));
    let sides = play.seats.iter().map(|seat| (seat.name.clone(), play.colour(seat.side))).collect();
    Sums { sides, rows }
}

/// The attacks that hit and took something, or needed to take nothing.
fn unblocked(tally: &Tally) -> u32 {
    tally.hits.saturating_sub(tally.blocked)
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

/// Who of those who lost was put out of action last, and who struck them last, where none of them can fight on.
fn last_to_fall(play: &Play, facts: &Facts, winner: Side) -> Option<(UnitId, Option<UnitId>)> {
    let (mut struck, mut fallen, mut last) = (BTreeMap::new(), BTreeSet::new(), None);
    for event in play.events() {
        match &event.outcome {
            Outcome::Struck { by, target, landed: true, .. } => {
                struck.insert(*target, *by);
            }
            Outcome::Condition { unit, condition, from, to } => {
                let def = facts.book.condition(*condition);
                let falls = def.is_some_and(|def| def.out || def.dead || def.out_by.is_some());
                if !falls || facts.unit(*unit).is_none_or(|own| own.side() == winner) {
                    continue;
                }
                if *to == 0 {
                    fallen.remove(unit);
                } else if *from == 0 && fallen.insert(*unit) {
                    last = Some(*unit);
                }
            }
            // What the hours after the fight bring back doesn't count.
            Outcome::Over { .. } => break,
            _ => {}
        }
    }
    let stands = |unit: &UnitState| !facts.out(unit) && !fallen.contains(&unit.id());
    if facts.units.iter().any(|unit| unit.side() != winner && stands(unit)) {
        return None;
    }
    last.map(|unit| (unit, struck.get(&unit).copied().filter(|by| *by != unit)))
}

/// How the battle was decided for a side: who fell last by whose hit, or that it reached its goal; and how close it was.
pub fn decided(play: &Play, winner: Side) -> Option<String> {
    let facts = play.revealed()?;
    let name = |id: UnitId| facts.unit(id).map(|unit| unit.identity.name.clone());
    let last = last_to_fall(play, &facts, winner);
    let last = last.and_then(|(unit, by)| Some((facts.unit(unit)?, by.and_then(name))));
    let told = match last {
        Some((unit, by)) => {
            let (target, side) = (&unit.identity.name, play.side_name(unit.side()));
            match by {
                Some(by) => say!("ending-last-hit", by = by, target = target, side = side),
                None => say!("ending-last", target = target, side = side),
            }
        }
        None if facts.goals.iter().any(|goal| goal.side == winner) => {
            say!("ending-goal", side = play.side_name(winner))
        }
        None => String::new(),
    };
    let own: Vec<&UnitState> = facts.units.iter().filter(|unit| unit.side() == winner).collect();
    let up: Vec<&UnitState> = own.iter().copied().filter(|unit| !pick::down(&facts, unit)).collect();
    let close = match up.as_slice() {
        [one] if own.len() > 1 => say!("ending-only", unit = &one.identity.name),
        _ if own.len() > 1 && up.len() == own.len() => say!("ending-unhurt", side = play.side_name(winner)),
        _ => String::new(),
    };
    Some(format!("{told} {close}").trim().to_owned()).filter(|told| !told.is_empty())
}

/// How many deeds are told at most.
const DEEDS: usize = 3;

/// What was done most: the heaviest hit, and who kept off, took and dealt most.
pub fn deeds(play: &Play) -> Vec<Deed> {
    let Some(facts) = play.revealed() else { return Vec::new() };
    let statistics = play.statistics();
    let slots = fighters(play);
    let deed = |name: String, (unit, n): (UnitId, i64), about: &dyn Fn(&RibbonSlot) -> String| {
        let unit = slots.iter().find(|slot| n > 0 && slot.unit == play.number(unit))?.clone();
        Some(Deed { name, about: about(&unit), unit, amount: n.to_string() })
    };
    // Of several who did as much, the first of the roster.
    let most = |count: fn(&Tally) -> i64| {
        let most = statistics.units.iter().rev().max_by_key(|(_, tally)| count(tally));
        most.map(|(unit, tally)| (*unit, count(tally)))
    };
    let heaviest = statistics.heaviest.and_then(|hit| {
        let target = facts.unit(hit.target).map(|unit| unit.identity.name.clone())?;
        let against = |_: &RibbonSlot| say!("deed-against", target = &target);
        deed(say!("deed-heaviest"), (hit.by, hit.amount), &against)
    });
    let stands = |slot: &RibbonSlot| if slot.out { say!("deed-down") } else { say!("deed-stands") };
    let silent = |_: &RibbonSlot| String::new();
    let kept = most(|tally| tally.absorbed).and_then(|most| deed(say!("deed-absorbed"), most, &silent));
    let taken = most(|tally| tally.taken).and_then(|most| deed(say!("deed-taken"), most, &stands));
    let dealt = most(|tally| tally.dealt).and_then(|most| deed(say!("deed-dealt"), most, &silent));
    [heaviest, kept, taken, dealt].into_iter().flatten().take(DEEDS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_blocked_is_no_hit() {
        let mut tally = Tally::default();
        (tally.attacks, tally.hits, tally.blocked) = (19, 13, 4);
        assert_eq!(unblocked(&tally), 9);
    }

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
