//! The steps of actions that drive a vehicle: along the course, ramming, weaving (C-112 to C-127).
//!
//! The way itself is in [`drive`](crate::battle::frames::drive).

use super::Stage;
use crate::battle::prelude::*;

impl ActFrame {
    /// The vehicle's way in this turn.
    pub(super) fn drive(&mut self, battle: &mut Battle, def: &ActionDef, missed: Missed) -> OrFlow {
        let facts = battle.facts();
        let Some(own) = facts.unit(self.unit) else { return Ok(None) };
        let course = match legal::driving(&facts, own, def, &self.act.args) {
            Ok(course) => course,
            Err(why) => {
                self.void = Some(why);
                return Ok(Some(Flow::at(&mut self.stage, Stage::Late)));
            }
        };
        let vehicle = course.vehicle;
        if let Some(quarry) = self.act.args.course.as_ref().and_then(|course| course.pursue) {
            battle.apply(Effect::Course { vehicle, change: DriveChange::Pursues(Some(quarry)) })?;
        }
        let daring = legal::is_daring(def);
        let frame = match missed {
            _ if self.result.success => Some(Drive::along(course, Vec::new(), daring)),
            Missed::Course => Some(Drive::along(course, Vec::new(), daring)),
            Missed::PassBy => Some(Drive::along(course, self.act.args.target.into_iter().collect(), false)),
            Missed::Straight => {
                facts.unit(vehicle).and_then(|own| Drive::straight(&facts, own, course.speed))
            }
            Missed::Crash => Some(Drive::crashing(course)),
        };
        Ok(frame.map(|frame| Flow::Push(Box::new(frame.frame()))))
    }

    /// The check of a ram, with its penalty for a target that dodges (C-124).
    fn ram_check(&self, battle: &mut Battle, def: &ActionDef, check: Key, hinder: i32) -> Option<Check> {
        let (target, used) = (self.act.args.target, self.used_before);
        legal::ram_check(&battle.facts(), self.unit, (def, check), target, (used, hinder))
    }

    /// The target of a ram may dodge; then the check is made, unless the target cannot be missed (C-124).
    pub(super) fn ram(
        &mut self,
        battle: &mut Battle,
        def: &ActionDef,
        check: Key,
        context: &Context,
    ) -> OrFault<Flow> {
        let facts = battle.facts();
        let target = self.act.args.target.and_then(|id| facts.unit(id));
        let sure = target.is_some_and(|unit| facts.bearer(unit).vehicle().is_some_and(|def| def.ram_auto));
        if sure || target.is_none() {
            self.result.success = sure;
            self.cursor += 1;
            return Ok(Flow::Continue);
        }
        let hinder = match context.value {
            Some(FrameValue::Closed { hinder, .. }) => hinder,
            Some(_) => 0,
            None => {
                let check = self.ram_check(battle, def, check, 0);
                let about = ReactionCause::new(self.unit, def.id, self.act.args.target);
                let (frame, moment) = (context.id, Moment::Attacked);
                let attack = Incoming { frame, moment, check, reading: None, dice: None, value: 0 };
                return Ok(ReactionWindow::on_attack(about, attack, false));
            }
        };
        if let Some(built) = self.ram_check(battle, def, check, hinder) {
            let reading = battle.roll_own(&built, check)?;
            self.note(&reading);
        }
        self.cursor += 1;
        Ok(Flow::Continue)
    }
}
