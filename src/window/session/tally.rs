//! The summary of a battle: how it was decided, what was done most, and side by side who still stands, hits, luck,
//! damage.

use super::preview::decimal;
use crate::battle::statistics::Tally;
use crate::window::session::prelude::*;

/// The rows of the summary, a column for each side.
pub fn sums(play: &Play) -> Sums {
    let Some(facts) = play.revealed() else { return Sums::default() };
    let statistics = play.statistics();
    let left = left_early(play);
    let standing = |seat: &Seat| {
        let own = || facts.units.iter().filter(|unit| unit.side() == seat.side);
        let up = own().filter(|unit| !left.contains(&unit.id()) && stands(&facts, unit)).count();
        say!("sums-of", n = up, all = own().count())
    };
    let none = Tally::default();
    let tallies: Vec<&Tally> =
        play.seats.iter().map(|seat| statistics.side(seat.side).unwrap_or(&none)).collect();
    let each = |tell: &dyn Fn(&Tally) -> String| each_side(&tallies, tell);
    let overkill = each(&|tally| tally.overkill.to_string()).join(" / ");
    let hits = each(&|tally| say!("sums-of", n = unblocked(tally), all = tally.attacks));
    let mut rows = vec![
        row(say!("sums-standing"), play.seats.iter().map(standing).collect(), say!("sums-standing-about")),
        row(
            say!("sums-dealt"),
            each(&|tally| tally.dealt.to_string()),
            say!("sums-overkill", each = overkill),
        ),
        row(say!("sums-hits"), hits, say!("sums-expected", each = each(&expected_hits).join(" / "))),
        row(say!("sums-blocked"), each(&|tally| tally.fended.to_string()), say!("sums-blocked-about")),
    ];
    rows.extend(luck(&tallies));
    // Of two sides, whoever of the one does not stand was defeated by the other.
    let felled = |tally: &Tally| if tallies.len() > 2 { tally.kills + tally.disabled } else { 0 };
    rows.extend(others(&facts.book, &tallies));
    rows.extend([
        row(
            say!("sums-criticals"),
            each(&|tally| tally.criticals.to_string()),
            say!("glossary-critical-about"),
        ),
        row(say!("sums-absorbed"), each(&|tally| tally.absorbed.to_string()), say!("sums-absorbed-about")),
        row(say!("sums-healed"), each(&|tally| tally.healed.to_string()), say!("sums-healed-about")),
        row(say!("sums-felled"), each(&|tally| felled(tally).to_string()), say!("sums-felled-about")),
    ]);
    // A row of nothing but noughts tells nothing.
    rows.retain(|row| row.values.iter().any(|value| value != "0"));
    let sides = play.seats.iter().map(|seat| (seat.name.clone(), play.colour(seat.side))).collect();
    Sums { sides, rows }
}

/// Whether a unit still stands, wherever it is: it is not down, dying or at nothing.
fn stands(facts: &Facts, unit: &UnitState) -> bool {
    let mut here = unit.clone();
    here.place.gone = false;
    !pick::failing(facts, &here)
}

/// What is told of each side.
fn each_side(tallies: &[&Tally], tell: &dyn Fn(&Tally) -> String) -> Vec<String> {
    tallies.iter().map(|tally| tell(tally)).collect()
}

/// How many attacks average dice would have made hit.
fn expected_hits(tally: &Tally) -> String {
    decimal(tally.expected_hits as f64 / 100.0)
}

/// The attacks that hit and took something, or needed to take nothing.
fn unblocked(tally: &Tally) -> u32 {
    tally.hits.saturating_sub(tally.blocked)
}

fn row(name: String, values: Vec<String>, tip: String) -> SumRow {
    SumRow { name, values, tip }
}

/// Of fewer attacks than these nothing is told of luck: so few dice are always far from the average.
const ENOUGH: u32 = 10;

/// How many more or fewer attacks hit than average dice would have made hit, for each side that made enough of them.
fn luck(tallies: &[&Tally]) -> Option<SumRow> {
    let judged = |tally: &&&Tally| tally.attacks >= ENOUGH && tally.expected_hits > 0;
    tallies.iter().any(|tally| judged(&tally)).then(|| {
        let told = |tally: &&Tally| match judged(&tally) {
            true => beside_average(i64::from(tally.hits) * 100, tally.expected_hits),
            false => "–".to_owned(),
        };
        let tip = say!(
            "sums-luck-about",
            hits = each_side(tallies, &|tally| tally.hits.to_string()).join(" / "),
            expected = each_side(tallies, &expected_hits).join(" / "),
            enough = ENOUGH
        );
        row(say!("sums-luck"), tallies.iter().map(told).collect(), tip)
    })
}

/// How far what was hit is from what was to be expected, both in hundredths: half a hit is nothing.
fn beside_average(hit: i64, expected: i64) -> String {
    let beside = (hit - expected).abs() * 100;
    let per_cent = (beside + expected / 2) / expected.max(1);
    match hit - expected {
        50.. => say!("sums-luck-more", n = per_cent),
        -49..50 => say!("sums-luck-even"),
        _ => say!("sums-luck-fewer", n = per_cent),
    }
}

/// Causes that the row of other losses names; the rest are told where it is pointed at.
const CAUSES: usize = 2;

/// What no attack took: how much of it by what.
fn others(book: &Rulebook, tallies: &[&Tally]) -> Option<SumRow> {
    let name = |cause: Key| match cause.as_str() {
        "price" => say!("sums-price"),
        "collision" | "sudden_change" => say!("sums-collision"),
        _ => book.named(cause).unwrap_or_else(|| say!("sums-rest")),
    };
    let mut causes: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for (n, tally) in tallies.iter().enumerate() {
        for (cause, lost) in tally.others.iter().filter(|(_, lost)| **lost != 0) {
            let each = causes.entry(name(*cause)).or_insert_with(|| vec![0; tallies.len()]);
            if let Some(sum) = each.get_mut(n) {
                *sum += *lost;
            }
        }
    }
    let mut causes: Vec<(String, Vec<i64>)> = causes.into_iter().collect();
    causes.sort_by_key(|(_, each)| std::cmp::Reverse(each.iter().sum::<i64>()));
    let mut named: Vec<String> = causes.iter().take(CAUSES).map(|(name, _)| name.clone()).collect();
    if causes.len() > CAUSES {
        named.push("…".to_owned());
    }
    let sum = |n: usize| causes.iter().filter_map(|(_, each)| each.get(n)).sum::<i64>().to_string();
    let line = |(name, each): &(String, Vec<i64>)| {
        let each: Vec<String> = each.iter().map(i64::to_string).collect();
        format!("{}: {}", words::capital(name), each.join(" / "))
    };
    (!causes.is_empty()).then(|| {
        let tip = causes.iter().map(line).collect::<Vec<_>>().join("\n");
        let values = (0..tallies.len()).map(sum).collect();
        row(say!("sums-other", causes = named.join(", ")), values, tip)
    })
}

/// Units as their counters show them in a list: who has been put out of action is pale, who has left is not, and who is
/// failing bears a mark.
pub fn slots<'a>(play: &Play, facts: &Facts, units: impl Iterator<Item = &'a UnitState>) -> Vec<RibbonSlot> {
    let slot = |unit: &UnitState| RibbonSlot {
        unit: play.number(unit.id()),
        name: words::capital(&unit.identity.name),
        side: play.colour(unit.side()),
        art: show::art(unit),
        out: pick::felled(facts, unit),
        failing: !stands(facts, unit),
        ..RibbonSlot::default()
    };
    units.map(slot).collect()
}

/// Everybody who fought.
pub fn fighters(play: &Play) -> Vec<RibbonSlot> {
    play.revealed().map_or_else(Vec::new, |facts| slots(play, &facts, facts.units.iter()))
}

/// What happened until the fight was over: what the hours after it bring does not count.
fn fight(play: &Play) -> impl Iterator<Item = &Outcome> {
    let all = play.events().iter().map(|event| &event.outcome);
    all.take_while(|outcome| !matches!(outcome, Outcome::Over { .. }))
}

/// Who left the field before the fight was over: who leaves it to the winners afterwards does not count.
fn left_early(play: &Play) -> BTreeSet<UnitId> {
    let left = fight(play).filter_map(|outcome| match outcome {
        Outcome::Left { unit } => Some(*unit),
        _ => None,
    });
    left.collect()
}

/// How the last of those who lost was lost to the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastLoss {
    /// It was put out of action, if so by whose hit.
    Fell(UnitId, Option<UnitId>),
    /// It left the field.
    Left(UnitId),
}

/// How the last of those who lost was lost, where none of them could fight on as the fight ended.
pub fn last_loss(play: &Play, winner: Side) -> Option<LastLoss> {
    let facts = play.revealed()?;
    let (mut struck, mut fallen, mut last) = (BTreeMap::new(), BTreeSet::new(), None);
    let left = left_early(play);
    let lost_by = |unit: UnitId| facts.unit(unit).is_some_and(|own| own.side() != winner);
    for outcome in fight(play) {
        match outcome {
            Outcome::Struck { by, target, landed: true, .. } => {
                struck.insert(*target, *by);
            }
            Outcome::Condition { unit, condition, from, to } if lost_by(*unit) => {
                let def = facts.book.condition(*condition);
                let falls = def.is_some_and(|def| def.out || def.dead || def.out_by.is_some());
                if falls && *to == 0 {
                    fallen.remove(unit);
                } else if falls && *from == 0 && fallen.insert(*unit) {
                    let by = struck.get(unit).copied().filter(|by| by != unit);
                    last = Some(LastLoss::Fell(*unit, by));
                }
            }
            Outcome::Left { unit } if !fallen.contains(unit) && lost_by(*unit) => {
                last = Some(LastLoss::Left(*unit));
            }
            _ => {}
        }
    }
    let lost = |unit: &UnitState| {
        let id = unit.id();
        fallen.contains(&id) || left.contains(&id) || pick::felled(&facts, unit)
    };
    // Where a side has people, its vehicles don't fight on without them.
    let others: Vec<&UnitState> = facts.units.iter().filter(|unit| unit.side() != winner).collect();
    let people = others.iter().any(|unit| unit.vehicle().is_none());
    if others.iter().any(|unit| (!people || unit.vehicle().is_none()) && !lost(unit)) {
        return None;
    }
    last
}

/// How the battle was decided for a side: who fell last by whose hit, or that it reached its goal; and how close it was.
pub fn decided(play: &Play, winner: Side) -> Option<String> {
    let facts = play.revealed()?;
    let who = |id: UnitId| {
        let unit = facts.unit(id);
        let side = unit.map_or_else(String::new, |unit| play.side_name(unit.side()));
        (unit.map_or_else(String::new, |unit| unit.identity.name.clone()), side)
    };
    let told = match last_loss(play, winner) {
        Some(LastLoss::Fell(unit, by)) => {
            let (target, side) = who(unit);
            match by.map(|by| who(by).0) {
                Some(by) => say!("ending-last-hit", by = by, target = target, side = side),
                None => say!("ending-last", target = target, side = side),
            }
        }
        Some(LastLoss::Left(unit)) => {
            let (unit, side) = who(unit);
            say!("ending-last-left", unit = unit, side = side)
        }
        None if facts.goals.iter().any(|goal| goal.side == winner) => {
            say!("ending-goal", side = play.side_name(winner))
        }
        None => String::new(),
    };
    let own: Vec<&UnitState> = facts.units.iter().filter(|unit| unit.side() == winner).collect();
    let left = left_early(play);
    let stayed = |unit: &&UnitState| !left.contains(&unit.id());
    let none_lost = own.iter().all(|unit| stayed(unit) && !pick::felled(&facts, unit));
    let up: Vec<&UnitState> =
        own.iter().copied().filter(|unit| stayed(unit) && stands(&facts, unit)).collect();
    let close = match up.as_slice() {
        [one] if own.len() > 1 => say!("ending-only", unit = &one.identity.name),
        _ if own.len() > 1 && none_lost => say!("ending-unhurt", side = play.side_name(winner)),
        _ => String::new(),
    };
    Some(format!("{told} {close}").trim().to_owned()).filter(|told| !told.is_empty())
}

/// How many deeds are told at most.
const DEEDS: usize = 3;

/// What was done most: the heaviest hit, and who kept off, took and dealt most; of each fighter one deed.
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
    let at_last = |slot: &RibbonSlot| {
        let unit = facts.units.iter().find(|unit| play.number(unit.id()) == slot.unit);
        unit.map_or_else(String::new, |unit| how_it_is(&facts, unit))
    };
    let silent = |_: &RibbonSlot| String::new();
    let kept = most(|tally| tally.absorbed).and_then(|most| deed(say!("deed-absorbed"), most, &silent));
    let taken = most(|tally| tally.taken).and_then(|most| deed(say!("deed-taken"), most, &at_last));
    let dealt = most(|tally| tally.dealt).and_then(|most| deed(say!("deed-dealt"), most, &silent));
    let mut told = one_of_each([heaviest, kept, taken, dealt].into_iter().flatten());
    told.truncate(DEEDS);
    told
}

/// How a unit is at the end: it stands, is down, or what it is between the two, if that has a name.
fn how_it_is(facts: &Facts, unit: &UnitState) -> String {
    if pick::felled(facts, unit) {
        return say!("deed-down");
    }
    if stands(facts, unit) {
        return say!("deed-stands");
    }
    let falls = show::told(facts, unit).into_iter().find_map(|own| {
        let def = facts.book.condition(own.id)?;
        show::fells(&facts.book, def).then(|| words::low(&show::called(&facts.book, Some(unit), def)))
    });
    falls.map_or_else(String::new, |condition| say!("deed-failing", condition = condition))
}

/// Of each fighter the first deed alone.
fn one_of_each(deeds: impl Iterator<Item = Deed>) -> Vec<Deed> {
    let mut seen = BTreeSet::new();
    deeds.filter(|deed| seen.insert(deed.unit.unit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_below_nothing_does_not_stand_and_is_told_as_what_they_are() {
        let mut play = play(&library(), "first_blood", 5, false);
        let jem = UnitId::new("jem");
        let how = |play: &Play| {
            let facts = play.referees_knowledge();
            let unit = facts.unit(jem).unwrap();
            let slot = slots(play, &facts, std::iter::once(unit)).remove(0);
            (stands(&facts, unit), how_it_is(&facts, unit), slot.failing, slot.out)
        };
        assert_eq!(how(&play), (true, "still standing".to_owned(), false, false));
        let facts = play.referees_knowledge();
        let amount = words::main_track(&facts, facts.unit(jem).unwrap()).1 + 2;
        let hurt =
            Referee::Damage { unit: jem, amount, types: Vec::new(), after_armour: true, critical: false };
        play.submit(Command::Referee(hurt)).unwrap();
        assert_eq!(how(&play), (false, "disabled at the end".to_owned(), true, false));
    }

    #[test]
    fn each_fighter_is_told_of_once() {
        let deed = |name: &str, unit: u32| {
            let (name, unit) = (name.to_owned(), RibbonSlot { unit, ..RibbonSlot::default() });
            Deed { name, unit, ..Deed::default() }
        };
        let told = one_of_each([deed("hit", 7), deed("kept", 3), deed("dealt", 7)].into_iter());
        let names: Vec<&str> = told.iter().map(|deed| deed.name.as_str()).collect();
        assert_eq!(names, ["hit", "kept"]);
    }

    #[test]
    fn what_was_blocked_is_no_hit() {
        let mut tally = Tally::default();
        (tally.attacks, tally.hits, tally.blocked) = (19, 13, 4);
        assert_eq!(unblocked(&tally), 9);
    }

    #[test]
    fn luck_is_what_hits_beyond_what_was_expected_where_there_were_dice_enough() {
        let tally = |attacks: u32, hits: u32, expected_hits: i64| {
            let mut tally = Tally::default();
            (tally.attacks, tally.hits, tally.expected_hits) = (attacks, hits, expected_hits);
            tally
        };
        let told = luck(&[
            &tally(23, 17, 1680),
            &tally(23, 17, 1600),
            &tally(23, 3, 800),
            &tally(ENOUGH - 1, 0, 500),
            &tally(23, 0, 0),
        ]);
        assert_eq!(told.unwrap().values, ["average", "6% more", "63% fewer", "–", "–"]);
        assert_eq!(luck(&[&Tally::default(), &tally(ENOUGH - 1, 0, 500)]), None);
    }

    #[test]
    fn other_losses_name_what_took_the_most() {
        let book = library().books[&Key::new("threat_range")].clone();
        let lost = |causes: &[(&str, i64)]| {
            let mut tally = Tally::default();
            tally.others.extend(causes.iter().map(|(cause, n)| (Key::new(cause), *n)));
            tally
        };
        let (one, other) = (lost(&[("price", 4), ("collision", 3)]), lost(&[("price", 2), ("nowhere", 1)]));
        let told = others(&book, &[&one, &other]).unwrap();
        assert_eq!(told.name, "Other losses (own actions, collisions, …)");
        assert_eq!(told.values, ["7", "3"]);
        assert_eq!(told.tip, "Own actions: 4 / 2\nCollisions: 3 / 0\nOther causes: 0 / 1");
        assert_eq!(others(&book, &[&lost(&[]), &lost(&[("price", 0)])]), None);
    }
}
