//! Effects on every foe whom an action's attack covers, or on whom it is made, struck or not (S-69, S-71).

use crate::battle::prelude::*;

impl ActFrame {
    /// One after the other, in initiative order.
    pub(super) fn inside(&self, battle: &mut Battle, def: &ActionDef, effects: &[EffectDef]) -> OrFault {
        for unit in self.covered(battle, def) {
            let mut scope = self.scope(battle, def);
            scope.target = Some(unit);
            battle.run(effects, &scope)?;
        }
        Ok(())
    }

    fn covered(&self, battle: &mut Battle, def: &ActionDef) -> Vec<UnitId> {
        let facts = battle.facts();
        let Some(own) = facts.unit(self.unit) else { return Vec::new() };
        let Some((_, weapon)) = self.planned.weapon.and_then(|id| facts.weapon_in(own, id, def)) else {
            return Vec::new();
        };
        let from = own.place.area;
        let aim = area::aim(&facts, own, &from, def, &Armament::Weapon(weapon), &self.act.args);
        let mut found = match aim {
            Some(Ok(aim)) => area::occupants(&facts, self.unit, &aim, &aim.squares(&facts, &from)),
            Some(Err(_)) => return Vec::new(),
            // Whoever was aimed at has been attacked, even if all hits went to others.
            None => self.result.struck.iter().copied().chain(self.act.args.target).collect(),
        };
        found.retain(|id| facts.hostile_ids(self.unit, *id));
        let order = order::by_initiative(&facts);
        found.sort_by_key(|id| order.iter().position(|own| own == id));
        found.dedup();
        found
    }
}
