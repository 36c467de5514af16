//! Attacks that land by themselves: what makes sure of the helpless, and what strikes another after a miss.
//!
//! Owns the stray die and the pick of who is struck (C-49, C-82). Who may be struck is worked out in
//! [`crate::rules::fire`].

use super::Strike;
use crate::{
    battle::{
        Battle, Fault,
        chronicle::Outcome,
        frames::{Flow, Frame},
    },
    key::Key,
    rules::{
        action::ActionDef,
        fire::{self, FireDef},
    },
};

impl Strike {
    /// Whether it needs no dice of its own to land.
    pub(super) fn by_itself(&self, def: &ActionDef) -> bool {
        self.stray || FireDef::of(def).sure
    }

    /// It lands without a check; where the success value is the damage, that is its base.
    pub(super) fn lands(&mut self, battle: &mut Battle) {
        self.landed = true;
        let facts = battle.facts();
        if let (Some(by), Some(weapon)) = (facts.unit(self.by), self.arm(&facts)) {
            self.value = facts.value(&weapon.base, by);
        }
        self.prepare(&facts);
    }

    /// A shot that missed someone in a crowd may strike the one nearest to him (C-49): a die for whether, and a pick
    /// among several equally near.
    pub(super) fn go_astray(&mut self, battle: &mut Battle, def: &ActionDef) -> Result<(), Fault> {
        let facts = battle.facts();
        let Some(rule) = facts.book.settings.attack.fire.stray else { return Ok(()) };
        let (Some(weapon), Some(target)) = (self.arm(&facts), facts.unit(self.target)) else { return Ok(()) };
        if self.landed || self.shared.is_some() || !fire::may_stray(&facts, &self.spec(def), weapon) {
            return Ok(());
        }
        let near = fire::astray(&facts, self.by, target);
        let purpose = Key::new("stray");
        let die = battle.die(rule.die, purpose)?;
        let (unit, dice, total) = (Some(self.by), vec![die], i32::from(die));
        battle.record(Outcome::Dice { unit, purpose, dice, total });
        if die >= rule.from {
            let picked = battle.pick(near.len(), Key::new("pick"))?;
            self.astray = near.get(picked).copied();
        }
        Ok(())
    }

    /// The blow that a miss deals to another, if it does.
    pub(super) fn off_course(&mut self) -> Option<Flow> {
        let struck = self.astray.take()?;
        let mut blow =
            Self::new(self.by, struck, self.action, self.weapon, None, self.used).firing(self.rounds);
        blow.stray = true;
        blow.flown = self.flown;
        Some(Flow::Push(Box::new(Frame::Strike(Box::new(blow)))))
    }
}
