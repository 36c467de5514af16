//! Collisions and sudden changes of speed: who loses what, who stands, who is thrown (A-63 to A-65, C-119 to C-121).

use crate::battle::prelude::*;
use crate::rules::{collision::CollisionRule, vehicle::Body};

impl Battle {
    /// A unit has run into something: who loses what is the book's. A vehicle stands where it is solid (C-119).
    pub(super) fn collide(&mut self, unit: UnitId, hit: Hit) -> OrFault {
        let book = self.book();
        self.record(Outcome::Collided { unit, into: hit });
        let solid = collision::solid(&self.facts(), &hit);
        match &book.settings.movement.collision {
            Some(CollisionRule::Increments { types, .. }) => return self.stopped_short(unit, hit, types),
            Some(rule @ CollisionRule::Dice { .. }) => self.crash(unit, hit, rule)?,
            None => {}
        }
        if solid { self.halt(unit) } else { Ok(()) }
    }

    /// A vehicle stands, and pursues nobody any more.
    fn halt(&mut self, vehicle: UnitId) -> OrFault {
        if self.facts().unit(vehicle).is_none_or(|own| own.vehicle().is_none()) {
            return Ok(());
        }
        self.apply(Effect::Course { vehicle, change: DriveChange::Stops })?;
        self.apply(Effect::Course { vehicle, change: DriveChange::Pursues(None) })
    }

    /// It stands: who is aboard and what it hit suffer for a fall of speed that is great enough.
    fn stopped_short(&mut self, unit: UnitId, hit: Hit, types: &[Key]) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
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

    /// One roll for what is hit and, if that is solid, for the vehicle as well (C-119).
    fn crash(&mut self, unit: UnitId, hit: Hit, rule: &CollisionRule) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let Some((dice, lots)) = collision::crash(rule, own.driven.speed) else { return Ok(()) };
        let solid = collision::solid(&facts, &hit);
        let amount = self.throw(unit, &dice, Key::new("collision"))?.total.max(0);
        match hit {
            Hit::Object(at) => self.apply(Effect::Object { at, amount })?,
            Hit::Unit(other) => self.smash(unit, other, amount, lots, rule)?,
            Hit::Clutter => {}
        }
        if solid {
            self.smash(unit, unit, amount, lots, rule)?;
        }
        Ok(())
    }

    /// Damage for one who collides; in a vehicle all aboard suffer, and who is not secured may fly out (C-120, C-121).
    fn smash(&mut self, by: UnitId, unit: UnitId, amount: i32, lots: i32, rule: &CollisionRule) -> OrFault {
        let CollisionRule::Dice { types, belted, thrown, .. } = rule else { return Ok(()) };
        let cause = Key::new("collision");
        // Who sat where counts as it was before anything broke.
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let place = own.place;
        let open = own.vehicle().is_some_and(|def| def.body == Body::Open);
        let seat = |id: UnitId| Some((id, facts.belted(facts.unit(id)?)));
        let aboard: Vec<(UnitId, bool)> = facts.carried(unit).into_iter().filter_map(seat).collect();
        if self.hurt(Damage { by, cause, ..Damage::plain(unit, amount, types) })? <= 0 {
            return Ok(());
        }
        let part = (amount + belted.max(&1) - 1) / belted.max(&1);
        for (id, secured) in aboard {
            let amount = if secured { part } else { amount };
            self.damage(Damage { by, cause, ..Damage::plain(id, amount, types) })?;
            if !secured && open {
                self.throw_out(id, place, lots * thrown)?;
            }
        }
        Ok(())
    }

    /// Somebody is thrown forward out of what carries him (C-120).
    fn throw_out(&mut self, unit: UnitId, from: Place, squares: i32) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit).filter(|own| facts.present(own)) else { return Ok(()) };
        let brink = collision::brink(&from.area, from.facing);
        let way = collision::thrown(&facts, own, brink, from.facing, squares);
        let carried =
            facts.bonds_of(unit).find(|bond| facts.bond_def(bond).is_some_and(|(_, role)| role.carried));
        if let (Some(bond), false) = (carried, way.is_empty()) {
            let bond = *bond;
            self.apply(Effect::Unbind { bond, square: Some(brink) })?;
        }
        way.into_iter().try_for_each(|to| self.apply(Effect::Step { unit, to, own: false }))
    }

    /// Harm for a unit and all whom it carries, each through its own resistances.
    fn jolt(&mut self, by: UnitId, unit: UnitId, amount: i32, types: &[Key], cause: &str) -> OrFault {
        let facts = self.facts();
        for hurt in std::iter::once(unit).chain(facts.carried(unit)) {
            if facts.unit(hurt).is_some_and(|own| facts.present(own)) {
                let cause = Key::new(cause);
                self.damage(Damage { by, cause, ..Damage::plain(hurt, amount, types) })?;
            }
        }
        Ok(())
    }

    /// Its speed is gone, into the next round: it rolls no farther, either (C-114).
    fn stand_still(&mut self, unit: UnitId) -> OrFault {
        self.halt(unit)?;
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let motion = Motion { struck: Some(own.usage.squares), ..own.motion.clone() };
        self.apply(Effect::Motion { unit, motion })
    }

    /// Whose increment has changed too much suffers with those aboard; each carries its own on.
    pub(super) fn sudden_changes(&mut self) -> OrFault {
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
