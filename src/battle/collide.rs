//! Collisions and sudden changes of speed: who loses what, and that the mover stands.
//!
//! Owns the harm. How something came to be run into is the moves' own.

use super::{Battle, Fault, chronicle::Outcome, effect::Effect, land::Damage};
use crate::{
    key::Key,
    rules::{
        collision::{self, CollisionRule, Hit},
        facts::{Motion, UnitId},
    },
};

impl Battle {
    /// A unit has run into something solid and stands: if the fall of its speed is great enough, it, those aboard and
    /// what it hit suffer for it, of two who meet head-on each for both.
    pub(super) fn collide(&mut self, unit: UnitId, hit: Hit) -> Result<(), Fault> {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        self.record(Outcome::Collided { unit, into: hit });
        let Some(CollisionRule::Increments { types, .. }) = &facts.book.settings.movement.collision else {
            return Ok(());
        };
        let meeting = collision::meeting(&facts, own, Some(&hit));
        let amount = collision::loss(&facts, own, &meeting);
        self.stand_still(unit)?;
        if let (Hit::Unit(other), true) = (hit, meeting.head_on) {
            self.stand_still(other)?;
        }
        if amount == 0 {
            return Ok(());
        }
        self.jolt(unit, unit, amount, types, "collision")?;
        match hit {
            Hit::Object(at) => self.apply(Effect::Object { at, amount }),
            Hit::Unit(other) => self.jolt(unit, other, amount, types, "collision"),
            Hit::Clutter => Ok(()),
        }
    }

    /// Harm for a unit and all whom it carries, each through its own resistances.
    fn jolt(
        &mut self,
        by: UnitId,
        unit: UnitId,
        amount: i32,
        types: &[Key],
        cause: &str,
    ) -> Result<(), Fault> {
        let facts = self.facts();
        for hurt in std::iter::once(unit).chain(facts.carried(unit)) {
            if facts.unit(hurt).is_some_and(|own| facts.present(own)) {
                let cause = Key::new(cause);
                self.damage(Damage { by, cause, ..Damage::plain(hurt, amount, types) })?;
            }
        }
        Ok(())
    }

    /// Its speed is gone, into the next round.
    fn stand_still(&mut self, unit: UnitId) -> Result<(), Fault> {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let motion = Motion { struck: Some(own.usage.squares), ..own.motion.clone() };
        self.apply(Effect::Motion { unit, motion })
    }

    /// At the end of a round: whose increment has changed too much suffers, with those aboard; then each carries its
    /// increment into the next round. Who has collided begins again at 1.
    pub(super) fn sudden_changes(&mut self) -> Result<(), Fault> {
        let facts = self.facts();
        let Some(CollisionRule::Increments { types, .. }) = &facts.book.settings.movement.collision else {
            return Ok(());
        };
        for own in facts.units.iter().filter(|own| facts.carrier(own.id()).is_none() && !own.place.gone) {
            let (now, amount) = collision::sudden_change(&facts, own);
            if amount > 0 {
                self.jolt(own.id(), own.id(), amount, types, "sudden_change")?;
            }
            let after = Motion { carried: now, struck: None, ..own.motion.clone() };
            if after != own.motion {
                self.apply(Effect::Motion { unit: own.id(), motion: after })?;
            }
        }
        Ok(())
    }
}
