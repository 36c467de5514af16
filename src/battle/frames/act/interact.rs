//! Doing something with a thing or creature on the map.
//!
//! Owns its check and what follows. Which interaction it is is chosen in `rules::legal`.

use super::ActFrame;
use crate::{
    battle::{
        Battle, Fault,
        effect::{Effect, ThingChange},
    },
    key::Key,
    rules::{
        action::ActionDef,
        check::{self, Request, SuccessRule, Versus},
        legal,
    },
};

impl ActFrame {
    pub(super) fn interact(&mut self, battle: &mut Battle, def: &ActionDef) -> Result<(), Fault> {
        let facts = battle.facts();
        let Some(own) = facts.unit(self.unit) else { return Ok(()) };
        let Ok(found) = legal::interaction(&facts, own, &self.act.args) else { return Ok(()) };
        self.success = true;
        if let Some(check) = found.def.check {
            let target = found.unit.and_then(|id| facts.unit(id));
            let number = |expr| {
                let value = facts.evaluate(expr, own, target, &|_| None);
                i32::try_from(value.clamp(-1_000_000, 1_000_000)).unwrap_or(0)
            };
            let dc = found.dc.unwrap_or_else(|| number(&found.def.dc));
            let value = found.def.sv.as_ref().map(number);
            let mut request = Request::rolled(check, self.unit, Versus::Number(dc, Key::new("difficulty")));
            request.against = found.unit;
            request.value = value;
            request.success = Some(if value.is_some() { SuccessRule::Value } else { SuccessRule::AtLeast });
            let context = [("used", i64::from(self.used_before))];
            request.context = &context;
            let Some(built) = check::build(&facts, request) else { return Ok(()) };
            let mut purpose = check;
            let mut sum = 0;
            loop {
                let reading = battle.roll_check(&built, purpose)?;
                self.blunder(battle, &reading)?;
                sum += reading.value;
                self.note(&reading);
                if !built.goes_on(&reading) {
                    break;
                }
                purpose = Key::new("critical");
            }
            battle.spend_once(self.unit, check)?;
            if value.is_some() {
                self.value = sum;
                self.success = sum > 0;
            }
        }
        let mut scope = self.scope(battle, def);
        scope.thing = found.thing;
        scope.target = found.unit;
        if !self.success {
            return battle.run(&found.def.fail, &scope);
        }
        if let Some(thing) = found.thing {
            battle.apply(Effect::Thing { thing, change: ThingChange::Done(found.def.id) })?;
        }
        battle.run(&found.def.effects, &scope)
    }
}
