//! Who can talk to whom (C-166 to C-172). What a link is good for stands in actions and in the timing slot.

use crate::rules::prelude::*;

impl Facts {
    /// The kind of link by which two conscious units communicate, nobody relaying (C-166); always one with oneself.
    pub fn link(&self, one: &UnitState, other: &UnitState) -> Option<Key> {
        if !self.conscious(one) || !self.conscious(other) {
            return None;
        }
        if one.id() == other.id() {
            return Some(Key::new("oneself"));
        }
        let distance = self.distance(one, other);
        let sight = self.sees(one, other);
        let voice = &self.book.settings.comms;
        if distance <= voice.heard || sight && distance <= voice.seen {
            return Some(Key::new("direct"));
        }
        let ids = (one.id(), other.id());
        let wired =
            self.surroundings.wires.iter().any(|wire| {
                (wire.between == ids || wire.between == (ids.1, ids.0)) && distance <= wire.length
            });
        if wired {
            return Some(Key::new("hardlink"));
        }
        let both = |kind: Comm| self.comm(one, kind) && self.comm(other, kind);
        let (a, b) = (one.place.area.origin, other.place.area.origin);
        let clear = || self.smoke_on((a, one.place.band), (b, other.place.band)) == 0;
        let jammed = || self.surroundings.jammed(a, "radio") || self.surroundings.jammed(b, "radio");
        if both(Comm::Radio) && !jammed() {
            return Some(Key::new("radio"));
        }
        if both(Comm::Laser) && sight && clear() {
            return Some(Key::new("laser"));
        }
        if both(Comm::Maser) && sight {
            return Some(Key::new("maser"));
        }
        if both(Comm::Meson) && !self.has_moved(one) && !self.has_moved(other) {
            return Some(Key::new("meson"));
        }
        None
    }

    fn comm(&self, unit: &UnitState, kind: Comm) -> bool {
        unit.gear.items.iter().any(|item| {
            !item.destroyed() && self.book.item(item.def).is_some_and(|def| def.comm.contains(&kind))
        })
    }
}
