//! Lines for initiative: one for each side, with the counts of its units and the dice that made them. What each unit
//! has from the start is on its counter and has no line.

use crate::window::session::prelude::*;

/// A unit's place in the order.
pub(super) struct Place {
    unit: UnitId,
    /// The sum of its initiative dice.
    rolled: Option<i32>,
    count: Option<i32>,
    /// What it rolled to break ties, in order.
    ties: Vec<i32>,
    /// To those who see all: the sides that did not perceive it.
    hidden: Vec<usize>,
}

impl Narrator<'_> {
    /// Keeps outcomes that have one line for each side; gives whether this is one.
    pub(super) fn gather(&mut self, outcome: &Outcome) -> bool {
        let start = |condition: &Key| self.facts.book.settings.timing.start_conditions.contains(condition);
        match outcome {
            Outcome::Dice { unit: Some(unit), purpose, total, .. } if *purpose == "initiative" => {
                self.placed(*unit, |place| place.rolled = Some(*total))
            }
            Outcome::Dice { unit: Some(unit), purpose, total, .. } if *purpose == "tie" => {
                self.placed(*unit, |place| place.ties.push(*total))
            }
            Outcome::Count { unit, to, cause, .. } if *cause == "initiative" => {
                self.change(*unit, |counter| counter.count = Some(*to));
                self.placed(*unit, |place| place.count = Some(*to))
            }
            Outcome::Condition { condition, from, to, .. } => {
                self.log.mustering && to > from && start(condition)
            }
            _ => false,
        }
    }

    /// Notes something of a unit's place; of one that is not known nothing is gathered.
    fn placed(&mut self, unit: UnitId, note: impl FnOnce(&mut Place)) -> bool {
        if self.now.unknown.contains(&unit) {
            return false;
        }
        let hidden = self.now.hidden.clone();
        match self.log.places.iter_mut().find(|place| place.unit == unit) {
            Some(place) => note(place),
            None => {
                let mut place = Place { unit, rolled: None, count: None, ties: Vec::new(), hidden };
                note(&mut place);
                self.log.places.push(place);
            }
        }
        true
    }

    /// Tells what has been gathered: a line for each side, the highest count first.
    pub(super) fn flush_places(&mut self) {
        let mut places = std::mem::take(&mut self.log.places);
        if places.is_empty() {
            return;
        }
        // What is told now may have been done by somebody unknown; these were known.
        let (hidden, unknown) = (std::mem::take(&mut self.now.hidden), std::mem::take(&mut self.now.unknown));
        // Those who rolled a tie off follow each other by what they rolled.
        places.sort_by(|one, other| (other.count, &other.ties).cmp(&(one.count, &one.ties)));
        let mut sides: Vec<usize> = places.iter().filter_map(|place| self.side(place.unit)).collect();
        sides.sort_unstable();
        sides.dedup();
        for side in sides {
            let own: Vec<&Place> = places.iter().filter(|own| self.side(own.unit) == Some(side)).collect();
            let units: Vec<String> = own.iter().map(|place| self.initiative_of(place)).collect();
            let Some(first) = own.first() else { continue };
            let Some(who) = self.play.who(first.unit) else { continue };
            let line = LogLine {
                text: say!("log-counts", side = self.play.side_name(who.side), units = units.join(", ")),
                indent: 1,
                side: Some(side),
                units: own.iter().map(|place| self.play.number(place.unit)).collect(),
                at: self.place(first.unit),
                kind: LogKind::Roll,
                ..LogLine::default()
            };
            // A side that perceived one of them knows of the line.
            let unseen = |side: &usize| own.iter().all(|place| place.hidden.contains(side));
            self.now.hidden.clone_from(&first.hidden);
            self.now.hidden.retain(unseen);
            self.line(line);
        }
        (self.now.hidden, self.now.unknown) = (hidden, unknown);
    }

    /// A unit's name and count, with the dice that made it.
    fn initiative_of(&self, place: &Place) -> String {
        let mut text = self.name(place.unit);
        let mut dice: Vec<String> = Vec::new();
        match (place.count, place.rolled) {
            (Some(count), Some(rolled)) if count != rolled => {
                text.push_str(&format!(" {count}"));
                let sign = if count < rolled { '−' } else { '+' };
                dice.push(format!("{rolled} {sign} {}", count.abs_diff(rolled)));
            }
            (Some(count), _) => text.push_str(&format!(" {count}")),
            (None, Some(rolled)) => text.push_str(&format!(" {rolled}")),
            (None, None) => {}
        }
        if !place.ties.is_empty() {
            let ties: Vec<String> = place.ties.iter().map(i32::to_string).collect();
            let tie = words::low(&words::purpose(&self.facts.book, Key::new("tie")));
            dice.push(format!("{tie} {}", ties.join(", ")));
        }
        if !dice.is_empty() {
            text.push_str(&format!(" ({})", dice.join("; ")));
        }
        text
    }
}
