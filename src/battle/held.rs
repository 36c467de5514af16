//! What is held back until a simultaneous slot or an answered blow closes (C-23, D-123).
//!
//! Which effects wait is decided by [`Effect::held_for`]; frames open and close a hold.

use crate::battle::prelude::*;

impl Battle {
    /// A unit with its tracks and the hits on its systems as once all that waits for it has taken hold: what falls
    /// on it meanwhile lands on that, or a part of it would be lost at the close (C-23). The rest goes by how it is.
    pub(super) fn with_held<'a>(&self, own: &'a UnitState) -> Cow<'a, UnitState> {
        let unit = own.id();
        let mut own = Cow::Borrowed(own);
        for effect in self.world.resource::<HeldBack>().0.iter().flat_map(|hold| &hold.effects) {
            match effect {
                Effect::Track { unit: whose, track, amount, .. } if *whose == unit => {
                    let def = self.facts.book.track(*track);
                    let (rises, floor) = (def.is_some_and(|def| def.rises), def.and_then(|def| def.floor));
                    if let Some(known) = own.to_mut().tracks.0.iter_mut().find(|known| known.id == *track) {
                        known.now = known.changed(*amount, rises, floor);
                    }
                }
                Effect::System { unit: whose, part, hits } if *whose == unit => {
                    own.to_mut().systems.add(*part, *hits);
                }
                _ => {}
            }
        }
        own
    }

    /// Whose own doings take effect at once.
    pub(super) fn set_hold_actor(&mut self, frame: FrameId, actor: Option<UnitId>) {
        for hold in &mut self.world.resource_mut::<HeldBack>().0 {
            if hold.frame == frame {
                hold.actor = actor;
            }
        }
    }

    /// A turn begins or ends within another: in a slot the member whose own doings take effect at once changes.
    pub(super) fn hand_over(&mut self, from: Option<UnitId>, to: Option<UnitId>) {
        for hold in &mut self.world.resource_mut::<HeldBack>().0 {
            let member = to.is_some_and(|unit| hold.members.contains(&unit));
            if hold.actor.is_some() && hold.actor == from && member {
                hold.actor = to;
            }
        }
    }

    /// Closes a frame's hold: what waited happens now, in order; what has not yet happened still counts.
    pub(super) fn release(&mut self, frame: FrameId) -> OrFault {
        loop {
            let mut holds = self.world.resource_mut::<HeldBack>();
            let Some(at) = holds.0.iter().position(|hold| hold.frame == frame) else { return Ok(()) };
            let hold = &mut holds.0[at];
            // It holds nothing more back.
            hold.members.clear();
            if hold.effects.is_empty() {
                holds.0.remove(at);
                return Ok(());
            }
            let effect = hold.effects.remove(0);
            self.apply(effect)?;
        }
    }
}
