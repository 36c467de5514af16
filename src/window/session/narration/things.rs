//! Lines for tasks that take longer than a turn, doors, objects of the map and things that lie there.

use crate::window::session::prelude::*;

impl Narrator<'_> {
    /// The line of a task, or of what is no unit.
    pub(super) fn of_things(&self, outcome: &Outcome) -> Option<String> {
        let named = |name: Option<&String>, otherwise: String| {
            words::capital(name.filter(|name| !name.is_empty()).unwrap_or(&otherwise))
        };
        Some(match outcome {
            Outcome::Work { unit, action, done, needed, news } => {
                let (name, what) = (self.name(*unit), self.facts.book.name_of(*action));
                match news {
                    WorkNews::Begun => say!("log-work-begun", unit = name, needed = needed, work = what),
                    WorkNews::Worked => {
                        say!("log-work-on", unit = name, done = done, needed = needed, work = what)
                    }
                    WorkNews::Lost => {
                        say!("log-work-lost", unit = name, done = done, needed = needed, work = what)
                    }
                    WorkNews::Ruined => say!("log-work-ruined", unit = name, needed = needed, work = what),
                    WorkNews::GivenUp => say!("log-work-given-up", unit = name, work = what),
                    WorkNews::Dropped => say!("log-work-dropped", unit = name, work = what),
                    WorkNews::Finished => say!("log-work-finished", unit = name, work = what),
                }
            }
            Outcome::Door { door, open } => {
                let name = named(self.facts.map.door(*door).map(|door| &door.name), say!("thing-door"));
                say!("log-door", door = name, open = if *open { "yes" } else { "no" })
            }
            Outcome::Object { at, from, to, destroyed } => {
                let thing = show::thing(&self.facts.map, *at);
                match destroyed {
                    true => say!("log-thing-gone", thing = thing, from = from, to = to),
                    false => say!("log-thing-stands", thing = thing, from = from, to = to),
                }
            }
            Outcome::Thing { thing, what } => {
                let name = named(self.facts.thing(*thing).map(|own| &own.name), say!("thing-something"));
                format!("{name}: {}", self.became(*what))
            }
            _ => return None,
        })
    }
}
