//! The stages of harm as rows of gates, before a hit and after it.

use crate::rules::harm::{HarmStage, Passed};
use crate::window::session::prelude::*;

/// Portions shown at most.
const ROWS: usize = 6;

/// So much drive is more than any armour stops: it stands for damage that no armour concerns (D-75).
const PAST_ALL: i32 = 1000;

/// A row for each portion; none where nothing stands in the way of the only one.
pub fn rows(book: &Rulebook, trace: &HarmTrace) -> Vec<TraceRow> {
    if trace.portions.len() < 2 && trace.portions.iter().all(|portion| portion.passed.is_empty()) {
        return Vec::new();
    }
    trace.portions.iter().take(ROWS).map(|portion| row(book, portion)).collect()
}

fn row(book: &Rulebook, portion: &Portion) -> TraceRow {
    let arrives = portion.passed.first().map_or(portion.amount, |first| first.before);
    // Whether a stage has anything to work on, or adds something.
    let meets = |passed: &&Passed| passed.before != 0 || passed.after != 0;
    TraceRow {
        what: kind(book, portion),
        arrives: arriving(book, portion, words::number(arrives)),
        gates: portion.passed.iter().filter(meets).map(|passed| gate(book, passed)).collect(),
    }
}

/// How much of a portion arrives, and the drive with which it meets armour where the book's armour asks for that (D-39).
fn arriving(book: &Rulebook, portion: &Portion, amount: String) -> String {
    let asks = book.settings.harm.stages.contains(&HarmStage::ArmourRange);
    match portion.drive {
        1..PAST_ALL if asks => say!("trace-arrives", n = amount, drive = portion.drive),
        _ => amount,
    }
}

/// What a portion is called: its kind, or its first type where the book knows no kinds.
fn kind(book: &Rulebook, portion: &Portion) -> String {
    match portion.types.first() {
        _ if portion.kind != "damage" => book.name_of(portion.kind),
        Some(first) => say!("trace-damage-of", kind = book.name_of(*first)),
        None => say!("trace-damage"),
    }
}

fn gate(book: &Rulebook, passed: &Passed) -> Gate {
    let by = passed.after.saturating_sub(passed.before);
    // It lends drive, and takes nothing.
    let lends = passed.stage == "combine";
    let change = match by {
        0 if lends => String::new(),
        0 => "0".to_owned(),
        by => words::signed(by),
    };
    Gate {
        name: words::low(&met(book, passed)),
        change,
        counts: by != 0 || lends,
        goes_on: words::number(passed.after),
        rule: book.settings.harm.stage_rules.get(&passed.stage).map(|rule| rule.as_str().to_owned()),
    }
}

/// What was dealt, and what each stage took of it or added: "17 − 2 resistance + 7 vulnerability"; what that comes to; and
/// whether no stage changed it.
pub fn sum(book: &Rulebook, trace: &HarmTrace) -> (String, i32, bool) {
    let dealt = |portion: &Portion| portion.passed.first().map_or(portion.amount, |p| p.before);
    let dealt: i32 = trace.portions.iter().map(dealt).sum();
    let mut stages: Vec<(&Passed, i32)> = Vec::new();
    for passed in trace.portions.iter().flat_map(|portion| &portion.passed) {
        let change = passed.after - passed.before;
        match stages.iter_mut().find(|(known, _)| known.stage == passed.stage) {
            Some((_, sum)) => *sum += change,
            None => stages.push((passed, change)),
        }
    }
    stages.retain(|(_, change)| *change != 0);
    let mut text = dealt.to_string();
    for (passed, change) in &stages {
        let sign = if *change < 0 { '−' } else { '+' };
        text.push_str(&format!(" {sign} {} {}", change.unsigned_abs(), words::low(&met(book, passed))));
    }
    (text, stages.iter().fold(dealt, |sum, (_, change)| sum + change), stages.is_empty())
}

/// What a portion met at a stage.
fn met(book: &Rulebook, passed: &Passed) -> String {
    let kind = passed.by.filter(|_| passed.stage == "per_cent").map(|kind| words::low(&book.name_of(kind)));
    match kind {
        Some(kind) if passed.after > passed.before => say!("stage-weak-to", kind = kind),
        Some(kind) => say!("stage-proof-against", kind = kind),
        None => stage(book, passed.stage),
    }
}

/// What a stage of harm is called.
pub fn stage(book: &Rulebook, id: Key) -> String {
    match id.as_str() {
        "defence" => say!("stage-defence"),
        "resistance" => say!("stage-resistance"),
        "vulnerability" => say!("stage-vulnerability"),
        "soak" => say!("stage-soak"),
        "scale" => say!("stage-scale"),
        "armour" | "armour_range" => say!("stage-armour"),
        "exceptional" => say!("stage-exceptional"),
        "low_shield" => say!("stage-low-shield"),
        "medium_shield" => say!("stage-medium-shield"),
        "high_shield" => say!("stage-high-shield"),
        "kinetic_shield" => say!("stage-kinetic-shield"),
        "combine" => say!("stage-combine"),
        "impact" => say!("stage-impact"),
        _ => book.name_of(id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_arrives_has_its_drive_where_armour_asks_for_it_d39() {
        let library = library();
        let arrives = |book: &str, drive: i32| {
            let kind = Key::new("normal");
            row(&library.books[&Key::new(book)], &Portion { drive, ..Portion::new(kind, &[kind], 8) }).arrives
        };
        assert_eq!(
            (arrives("drive", 10), arrives("drive", 0)),
            ("8 (pierces 10)".to_owned(), "8".to_owned())
        );
        assert_eq!(arrives("cepheus", 10), "8");
        assert_eq!(arrives("drive", 1000), "8", "burning has no drive");
    }

    #[test]
    fn what_is_stopped_whole_meets_no_further_gate_d04() {
        let library = library();
        let kind = Key::new("heat");
        let passed =
            |stage: &str, before: i32, after: i32| Passed { stage: Key::new(stage), by: None, before, after };
        let way = vec![passed("low_shield", 60, 0), passed("armour_range", 0, 0)];
        let portion = Portion { passed: way, ..Portion::new(kind, &[kind], 0) };
        let row = row(&library.books[&Key::new("drive")], &portion);
        assert_eq!((row.arrives.as_str(), row.gates.len()), ("60", 1));
    }
}
