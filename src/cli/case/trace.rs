//! What happened in a case, a line each: dice, checks with their parts, outcomes, and what is asked.
//!
//! The text is for people; nothing reads it.

use super::{expect::ask_name, shown::value};
use crate::{
    battle::chronicle::Answered,
    cli::prelude::*,
    rules::{
        check::{CheckPart, Reading},
        legal::Refusal,
    },
};

#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    lines: Vec<String>,
    told: usize,
}

impl Trace {
    /// Adds a line.
    pub fn say(&mut self, line: String) {
        self.lines.push(line);
    }

    /// Adds what has happened since the last time, and what is asked now.
    pub fn news(&mut self, battle: &Battle) {
        for event in battle.chronicle().since(self.told) {
            self.outcome(&battle.book(), &event.outcome);
        }
        self.told = battle.chronicle().events.len();
        self.say(match battle.prompt() {
            Some(prompt) => format!("  asked: {}, {}", prompt.unit, ask_name(&prompt.ask)),
            None => "  the fight is over".to_owned(),
        });
    }

    /// All lines.
    pub fn into_lines(self) -> Vec<String> {
        self.lines
    }

    fn outcome(&mut self, book: &Rulebook, outcome: &Outcome) {
        match outcome {
            Outcome::Rolled { check, dice, reading, purpose } => {
                self.say(format!("  {} of {} for {purpose}: {}", check.id, check.by, faces(dice)));
                self.check(book, check, reading);
            }
            Outcome::Compared { target, check, reading, .. } => {
                self.say(format!("  {} of {} against {target}", check.id, check.by));
                self.check(book, check, reading);
            }
            Outcome::Skipped { unit, why } => {
                self.say(format!("  {unit} is passed over: {}", locale::tell(why)))
            }
            Outcome::Dice { unit, purpose, notation, dice, total } => {
                let of = unit.map_or_else(String::new, |unit| format!(" of {unit}"));
                self.say(format!("  dice{of} for {purpose}, {notation}: {} = {total}", faces(dice)));
            }
            outcome => match refused(outcome) {
                None => self.say(format!("  {}", value(outcome))),
                Some((what, why)) => self.say(format!("  {what}: {}", locale::refusal_in(book, why))),
            },
        }
    }

    fn check(&mut self, book: &Rulebook, check: &Check, reading: &Reading) {
        for CheckPart { source, rule, value, counted, why_not, .. } in &check.parts {
            let rule = rule.filter(|rule| book.rule(*rule).is_some());
            let rule = rule.map_or_else(String::new, |rule| format!(" [{rule}]"));
            let why = why_not.as_ref().map_or_else(String::new, |why| format!(": {}", locale::tell(why)));
            let not = if *counted { String::new() } else { format!(" (not counted{why})") };
            self.say(format!("    {value:+3}  {source}{rule}{not}"));
        }
        let Reading { natural, total, number, critical, .. } = reading;
        let (done, how) = (ended(reading), if *critical { ", a critical" } else { "" });
        self.say(format!("    {natural} thrown, {total} in all against {number}: {done}{how}"));
    }
}

fn refused(outcome: &Outcome) -> Option<(String, &Refusal)> {
    match outcome {
        Outcome::Answerable { unit, by, moment, with, how: Answered::Not(why) } => {
            let with: Vec<&str> = with.iter().map(|action| action.as_str()).collect();
            let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(", ")) };
            Some((format!("{unit} cannot answer {by} ({moment:?}){with}"), why))
        }
        Outcome::Wasted { unit, action, why } => Some((format!("{action} of {unit} comes to nothing"), why)),
        _ => None,
    }
}

/// How a check has ended, and by how much.
fn ended(reading: &Reading) -> String {
    let margin = reading.margin;
    match (reading.success, margin) {
        (true, 0..) => format!("made by {margin}"),
        (false, ..=0) => format!("fails by {}", margin.unsigned_abs()),
        // The book lets it succeed or fail whatever the number is.
        (true, _) => format!("made, {} short of the number", margin.unsigned_abs()),
        (false, _) => format!("fails, {margin} over what is needed"),
    }
}

fn faces(dice: &[u16]) -> String {
    dice.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_little_is_told_without_a_sign() {
        let reading = |margin: i32, success: bool| Reading {
            natural: 8,
            total: 8,
            number: 7,
            margin,
            value: 0,
            success,
            critical: false,
            degrees: 0,
        };
        assert_eq!(ended(&reading(-1, false)), "fails by 1");
        assert_eq!(ended(&reading(1, true)), "made by 1");
        assert_eq!(ended(&reading(0, false)), "fails by 0");
        assert_eq!(ended(&reading(3, false)), "fails, 3 over what is needed");
    }
}
