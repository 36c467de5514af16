//! The aim of an attack on an area, a square in place of a target; [`crate::rules::area`] says what it covers.

use super::*;

impl Parameters<'_> {
    /// What the action is done with, if it attacks.
    pub(super) fn armament(&self) -> Option<Armament<'_>> {
        let cast = self.def.steps.contains(&Step::Cast);
        let (by, spell) = (self.actor.id(), self.spell.filter(|_| cast).map(|spell| spell.id));
        AttackSpec::new(by, by, self.def).armed(self.weapon, spell).armament(self.facts)
    }

    /// Whether an attack that covers an area is aimed well. None: it covers none, and has a target.
    pub(super) fn area(&self, who: Whom, within: &Within) -> Option<OrRefusal> {
        let armament = self.armament()?;
        let args = &self.act.args;
        let own = self.actor.place.area;
        let from = match (within, args.path.last()) {
            (Within::ReachAfterPath, Some(last)) => own.at(*last),
            _ => own,
        };
        let aim = match area::aim(self.facts, self.actor, &from, self.def, &armament, args)? {
            Ok(aim) => aim,
            Err(refusal) => return Some(Err(refusal)),
        };
        Some(self.aimed(who, within, &from, &armament, &aim))
    }

    fn aimed(
        &self,
        who: Whom,
        within: &Within,
        from: &Area,
        armament: &Armament<'_>,
        aim: &area::Aim,
    ) -> OrRefusal {
        let args = &self.act.args;
        if let Some(target) = args.target {
            let target = self.present(target)?;
            if *within == Within::ReachAfterPath && !self.facts.sees(self.actor, target) {
                return refuse("no_sight", message!("core-no-line-of-sight-at-the-start"), "A-123");
            }
            // Named in place of a square, a unit has to be one that the action is meant for.
            let foe = matches!(who, Whom::Foe) && matches!(armament, Armament::Weapon(_));
            if args.square.is_none() && foe && !self.facts.hostile(self.actor, target) {
                let text = message!("core-x-cannot-be-its-target", unit = target.identity.name);
                return refuse("wrong_target", text, self.def.rule.as_str());
            }
        }
        if self.occasion.moment == Some(Moment::Provoked) {
            let covered = aim.squares(self.facts, from);
            let struck = |unit: &UnitState| aim.covers(&covered, unit);
            let against = self.occasion.against.and_then(|id| self.facts.unit(id));
            if !against.is_some_and(struck) {
                return refuse("wrong_target", message!("core-has-to-strike-the-one-who-provoked"), "A-154");
            }
        }
        if let Some(target) = aim.target {
            // Thrown or launched at somebody, it is an attack on that one (C-57).
            let spec =
                AttackSpec { weapon: self.weapon, ..AttackSpec::new(self.actor.id(), target, self.def) };
            attack::possible(self.facts, &spec)?;
        }
        let target = args.target.and_then(|id| self.facts.unit(id));
        attack::from_vehicle(self.facts, self.actor, self.weapon, &Area::one(aim.square), target)?;
        area::possible(self.facts, self.actor, from, armament, aim).map(|_| ())
    }
}
