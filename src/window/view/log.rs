//! The log: its lines, and what of them is shown.

use std::collections::BTreeSet;

use crate::window::prelude::*;

/// A line of the log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogLine {
    /// What happened.
    pub text: String,
    /// Steps to the right: 0 for what was done, 1 for what followed from it.
    pub indent: u8,
    /// The side that did it.
    pub side: Option<usize>,
    pub harm: bool,
    /// How it touches who reads it, where that is told.
    pub tone: Tone,
    /// Its dice, with their sum written out.
    pub roll: Option<ShownRoll>,
    /// The roll as the tray tells it, where that is not the same.
    pub in_tray: Option<Box<ShownRoll>>,
    /// The way of its damage, portion by portion.
    pub trace: Vec<TraceRow>,
    /// A round, or another part of the fight, begins with it.
    pub part: bool,
    /// Whom it is about.
    pub units: Vec<u32>,
    /// Where.
    pub at: Option<At>,
    /// What kind of thing it tells.
    pub kind: LogKind,
    /// The sums behind it, which are told on pointing.
    pub sums: Vec<String>,
    /// In the log that hides nothing: the sides that did not perceive it.
    pub hidden: Vec<usize>,
}

/// How something touches who reads of it, the most urgent first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// Somebody of their own side fell.
    Fallen,
    /// Somebody else fell.
    Felled,
    /// It harms their own side.
    Bad,
    /// It harms others.
    Good,
    /// Anything else.
    #[default]
    Plain,
    /// Nothing came of it: a miss, a block.
    Nothing,
}

/// A line over the map: who does what to whom, and with what result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Telling {
    /// What it says.
    pub text: String,
    /// What else there is to know of it, smaller: the sum of the damage, why nobody reacted; empty: nothing.
    pub about: String,
    /// The side of who does it.
    pub side: Option<usize>,
    pub harm: bool,
    /// Does it say what came of it?
    pub result: bool,
    /// It is done by others than those at the screen: what follows waits until it has been read.
    pub waits: bool,
    /// The blow that it tells, if it is one.
    pub blow: Option<ToldBlow>,
    /// Whose counter falls with it, if somebody is down, dying or dead by it.
    pub fall: Option<u32>,
}

impl Telling {
    /// Whether something is seen of what it says, and it comes with that.
    pub fn is_seen(&self) -> bool {
        self.blow.is_some() || self.fall.is_some()
    }

    /// All of it in one line.
    pub fn whole(&self) -> String {
        if self.about.is_empty() { self.text.clone() } else { format!("{} ({})", self.text, self.about) }
    }
}

/// A blow as a line over the map tells it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToldBlow {
    /// The name of who strikes.
    pub by: String,
    /// The name of whom it is aimed at.
    pub target: String,
    /// The side of whom it is aimed at.
    pub side: Option<usize>,
    /// What was lost by it; none: it missed.
    pub lost: Option<i32>,
    /// It was meant to trip, to disarm and the like: it is summed up with no other.
    pub manoeuvre: bool,
}

/// A kind of line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LogKind {
    /// What was done.
    #[default]
    Action,
    /// Dice.
    Roll,
    /// Blows, losses, conditions.
    Harm,
    /// Chances to answer, taken or not.
    Answer,
}

/// What of the log is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogView {
    /// Only what came after so many lines.
    pub from: usize,
    /// Only what is about this unit.
    pub unit: Option<u32>,
    /// Only what is of this kind.
    pub kind: Option<LogKind>,
    /// Headings whose lines are folded away, by their place.
    pub folded: BTreeSet<usize>,
}

impl LogView {
    /// Whether a line passes the filters.
    fn passes(&self, line: &LogLine) -> bool {
        self.unit.is_none_or(|unit| line.units.contains(&unit))
            && self.kind.is_none_or(|kind| line.kind == kind)
    }

    /// The places of the lines shown: those that pass the filters, each under its headings, less what is folded away.
    pub fn shown(&self, log: &[LogLine]) -> Vec<usize> {
        let mut shown: Vec<usize> = Vec::new();
        let filtered = self.unit.is_some() || self.kind.is_some();
        let (mut part, mut heading) = (None, None);
        for (n, line) in log.iter().enumerate() {
            let passes = self.passes(line);
            let earlier = n < self.from;
            if line.part {
                (part, heading) = (Some(n), None);
                shown.extend((!earlier).then_some(n));
                continue;
            }
            let folded = |at: Option<usize>| at.is_some_and(|at| self.folded.contains(&at));
            if line.indent == 0 {
                heading = Some(n);
            }
            if earlier {
                continue;
            }
            if folded(part) || line.indent > 0 && folded(heading) || filtered && !passes {
                continue;
            }
            if let Some(at) = heading.filter(|at| *at != n && !shown.contains(at)) {
                shown.push(at);
            }
            shown.push(n);
        }
        shown
    }

    /// Folds a heading's lines away, or unfolds them.
    pub fn fold(&mut self, at: usize) {
        if !self.folded.remove(&at) {
            self.folded.insert(at);
        }
    }

    /// Folds away the lines of every action, or unfolds all.
    pub fn fold_all(&mut self, log: &[LogLine]) {
        let headings = log.iter().enumerate().filter(|(_, line)| line.indent == 0 && !line.part);
        let all: BTreeSet<usize> = headings.map(|(n, _)| n).collect();
        self.folded = if self.folded.is_empty() { all } else { BTreeSet::new() };
    }
}

impl LogLine {
    /// The line as plain text, its dice and parts with it.
    pub fn plain(&self) -> String {
        let mut text = format!("{}{}", "  ".repeat(usize::from(self.indent)), self.text);
        if let Some(roll) = &self.roll {
            let faces: Vec<String> = roll
                .dice
                .iter()
                .map(|(_, face, counts)| if *counts { face.to_string() } else { format!("({face})") })
                .collect();
            text.push_str(&format!(" [{}] {}", faces.join(" "), roll.sum));
            if !roll.result.is_empty() {
                text.push_str(&format!(": {}", roll.result));
            }
            for part in &roll.lines {
                let out = if part.struck { format!(" ({})", part.note) } else { String::new() };
                text.push_str(&format!("; {} {}{out}", part.text, part.value));
            }
        }
        for row in &self.trace {
            text.push_str(&format!("; {}", row.plain()));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(indent: u8, unit: u32, kind: LogKind) -> LogLine {
        LogLine { indent, units: vec![unit], kind, ..LogLine::default() }
    }

    #[test]
    fn what_is_folded_or_filtered_is_left_out_and_headings_stay() {
        let part = LogLine { part: true, ..LogLine::default() };
        let log = vec![
            part.clone(),
            line(0, 1, LogKind::Action),
            line(1, 1, LogKind::Roll),
            line(0, 2, LogKind::Action),
            line(1, 1, LogKind::Harm),
            part,
            line(0, 2, LogKind::Action),
        ];
        let mut view = LogView::default();
        assert_eq!(view.shown(&log), vec![0, 1, 2, 3, 4, 5, 6]);
        view.fold(1);
        assert_eq!(view.shown(&log), vec![0, 1, 3, 4, 5, 6]);
        view.fold(0);
        assert_eq!(view.shown(&log), vec![0, 5, 6]);
        view.fold(0);
        view.fold(1);
        view.kind = Some(LogKind::Harm);
        assert_eq!(view.shown(&log), vec![0, 3, 4, 5]);
        view = LogView { from: 4, ..LogView::default() };
        assert_eq!(view.shown(&log), vec![3, 4, 5, 6], "under its heading");
        view = LogView { unit: Some(1), ..LogView::default() };
        assert_eq!(view.shown(&log), vec![0, 1, 2, 3, 4, 5]);
        view.fold_all(&log);
        assert_eq!(view.folded, [1, 3, 6].into());
    }
}
