//! Attacks that land by themselves: what makes sure of the helpless, and what strikes another after a miss.
//!
//! Who may be struck (C-49, C-82) is worked out in [`crate::rules::fire`].

use crate::battle::prelude::*;

impl Strike {
    /// Whether it needs no dice of its own to land.
    pub(super) fn by_itself(&self, def: &ActionDef) -> bool {
        self.stray || FireDef::of(def).sure
    }

    /// It lands without a check; where the success value is the damage, that is its base.
    pub(super) fn lands(&mut self, battle: &mut Battle) {
        self.result.landed = true;
        let facts = battle.facts();
        if let (Some(by), Some(weapon)) = (facts.unit(self.by), self.arm(&facts)) {
            self.result.value = facts.value(&weapon.base, by);
        }
        self.prepare(&facts, 0);
    }

    /// Whom a miss of a single shot strikes by chance.
    pub(super) fn go_astray(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFault {
        if self.result.landed || self.result.shared.is_some() {
            return Ok(());
        }
        let facts = battle.facts();
        let Some(weapon) = self.arm(&facts).cloned() else { return Ok(()) };
        self.astray = battle.stray_with(&self.spec(def), &weapon)?;
        Ok(())
    }

    /// The blow that a miss deals to another, if it does.
    pub(super) fn off_course(&mut self) -> Option<Flow> {
        let struck = self.astray.take()?;
        let mut blow = Self::new(self.by, struck, self.action, self.with.weapon, None, self.used)
            .firing(self.with.rounds)
            .gone_astray();
        blow.with.flown = self.with.flown;
        Some(Flow::Push(Box::new(Frame::Strike(Box::new(blow)))))
    }
}

impl Battle {
    /// Whom a shot that missed strikes by chance, with the weapon in hand (C-49).
    pub(crate) fn stray_shot(&mut self, spec: &AttackSpec<'_>) -> OrFault<Option<UnitId>> {
        let facts = self.facts();
        let Some(Armament::Weapon(weapon)) = spec.armament(&facts) else { return Ok(None) };
        let weapon = weapon.clone();
        self.stray_with(spec, &weapon)
    }

    /// A shot that missed may strike the one nearest to its target (C-49): a die, and a pick among several.
    fn stray_with(&mut self, spec: &AttackSpec<'_>, weapon: &WeaponDef) -> OrFault<Option<UnitId>> {
        let facts = self.facts();
        let Some(rule) = facts.book.settings.attack.fire.stray else { return Ok(None) };
        let Some(target) = facts.unit(spec.target) else { return Ok(None) };
        if !fire::may_stray(&facts, spec, weapon) {
            return Ok(None);
        }
        let near = fire::astray(&facts, spec.by, target);
        let die = self.throw_die(spec.by, rule.die, Key::new("stray"))?;
        if die < rule.from {
            return Ok(None);
        }
        let picked = self.pick(near.len(), Key::new("pick"))?;
        Ok(near.get(picked).copied())
    }
}
