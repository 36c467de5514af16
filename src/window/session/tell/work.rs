//! Tasks that take longer than a turn, told.
//!
//! Owns the wording of these lines.

use super::Teller;
use crate::{battle::chronicle::WorkNews, key::Key, rules::facts::UnitId};

impl Teller<'_> {
    pub(super) fn work(&mut self, unit: UnitId, action: Key, done: u32, needed: u32, news: WorkNews) {
        let (name, what) = (self.name(unit), self.facts.book.name_of(action));
        let rounds = if needed == 1 { "1 round".to_owned() } else { format!("{needed} rounds") };
        let text = match news {
            WorkNews::Begun => format!("{name} sets to work, {rounds}: {what}"),
            WorkNews::Worked => format!("{name} works on, {done} of {rounds}: {what}"),
            WorkNews::Lost => format!("{name} loses the round, {done} of {rounds} done: {what}"),
            WorkNews::Ruined => format!("{name} has to start anew, {rounds}: {what}"),
            WorkNews::GivenUp => format!("{name} gives up: {what}"),
            WorkNews::Dropped => format!("{name} can do no more of it: {what}"),
            WorkNews::Finished => format!("{name} is done with the work: {what}"),
        };
        self.say(1, Some(unit), text);
    }
}
