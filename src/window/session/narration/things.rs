//! Lines for doors, objects of the map and things that lie there.

use crate::grid::ObjectAt;
use crate::window::session::prelude::*;

impl Narrator<'_> {
    pub(super) fn door(&mut self, door: u16, open: bool) {
        let name = self.facts.map.door(door).map(|door| door.name.clone()).filter(|name| !name.is_empty());
        let name = words::capital(&name.unwrap_or_else(|| say!("thing-door")));
        self.say(1, None, say!("log-door", door = name, open = if open { "yes" } else { "no" }));
    }

    /// An object of the map has been damaged.
    pub(super) fn object(&mut self, at: ObjectAt, from: i32, to: i32, destroyed: bool) {
        let thing = show::thing(&self.facts.map, at);
        let text = match destroyed {
            true => say!("log-thing-gone", thing = thing, from = from, to = to),
            false => say!("log-thing-stands", thing = thing, from = from, to = to),
        };
        self.say(1, None, text);
    }

    pub(super) fn thing(&mut self, thing: Key, what: ThingNews) {
        let name = self.facts.thing(thing).map(|own| own.name.clone()).filter(|name| !name.is_empty());
        let name = words::capital(&name.unwrap_or_else(|| say!("thing-something")));
        self.say(1, None, format!("{name}: {}", self.became(what)));
    }
}
