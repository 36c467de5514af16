//! Doing something with a thing or creature on the map.
//!
//! Which interaction it is is chosen in `rules::legal`.

use crate::battle::prelude::*;

impl ActFrame {
    pub(super) fn interact(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFault {
        let facts = battle.facts();
        let Some(own) = facts.unit(self.unit) else { return Ok(()) };
        let Ok(found) = legal::interaction(&facts, own, &self.act.args) else { return Ok(()) };
        self.result.success = true;
        if let Some(check) = found.def.check {
            let Some(built) = found.check(&facts, own, self.used_before) else { return Ok(()) };
            let chain = battle.roll_chain(&built, check)?;
            self.note(&chain.first);
            if built.value.is_some() {
                self.result.value = chain.sum;
                self.result.success = chain.sum > 0;
            }
        }
        let mut scope = self.scope(battle, def);
        scope.thing = found.thing;
        scope.target = found.unit;
        if !self.result.success {
            return battle.run(&found.def.fail, &scope);
        }
        if let Some(thing) = found.thing {
            battle.apply(Effect::Thing { thing, change: ThingChange::Done(found.def.id) })?;
        }
        battle.run(&found.def.effects, &scope)
    }
}
