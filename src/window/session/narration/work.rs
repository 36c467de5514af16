//! Lines for tasks that take longer than a turn.

use crate::window::session::prelude::*;

impl Narrator<'_> {
    pub(super) fn work(&mut self, unit: UnitId, action: Key, done: u32, needed: u32, news: WorkNews) {
        let (name, what) = (self.name(unit), self.facts.book.name_of(action));
        let text = match news {
            WorkNews::Begun => say!("log-work-begun", unit = name, needed = needed, work = what),
            WorkNews::Worked => say!("log-work-on", unit = name, done = done, needed = needed, work = what),
            WorkNews::Lost => say!("log-work-lost", unit = name, done = done, needed = needed, work = what),
            WorkNews::Ruined => say!("log-work-ruined", unit = name, needed = needed, work = what),
            WorkNews::GivenUp => say!("log-work-given-up", unit = name, work = what),
            WorkNews::Dropped => say!("log-work-dropped", unit = name, work = what),
            WorkNews::Finished => say!("log-work-finished", unit = name, work = what),
        };
        self.say(1, Some(unit), text);
    }
}
