//! An attack that fills a zone: what shields pay first, then each of those inside by their ids, then the ground
//! (D-05, D-95 to D-100).
//!
//! What it does where is in [`crate::rules::zone_area`]; what reaches one of them is a [`Strike`] of its own.

use crate::battle::prelude::*;
use crate::rules::zone_area::{ZoneAreaDef, ZoneAreaRule, ZoneSquare};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Fill,
    Strike,
    Ground,
}

/// A zone that is being filled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ZoneBurst {
    by: UnitId,
    action: Key,
    weapon: Option<Key>,
    used: i32,
    aim: Aim,
    rule: ZoneAreaRule,
    def: ZoneAreaDef,
    stage: Stage,
    squares: Vec<ZoneSquare>,
    inside: Vec<UnitId>,
}

impl ZoneBurst {
    /// One about to go off.
    pub fn new(
        by: UnitId,
        action: Key,
        weapon: Option<Key>,
        used: i32,
        aim: Aim,
        (rule, def): (ZoneAreaRule, ZoneAreaDef),
    ) -> Self {
        let (squares, inside) = (Vec::new(), Vec::new());
        Self { by, action, weapon, used, aim, rule, def, stage: Stage::Fill, squares, inside }
    }

    pub(super) fn step(&mut self, battle: &mut Battle, _: Context) -> OrFault<Flow> {
        match self.stage {
            Stage::Fill => {
                self.stage = Stage::Strike;
                self.fill(battle)?;
                Ok(Flow::Continue)
            }
            Stage::Strike if self.inside.is_empty() => Ok(Flow::at(&mut self.stage, Stage::Ground)),
            Stage::Strike => {
                let unit = self.inside.remove(0);
                self.reach(battle, unit)
            }
            Stage::Ground => {
                if self.aim.band == Band::Ground {
                    let squares: Vec<Square> = self.squares.iter().map(|own| own.square).collect();
                    battle.burst_on_ground(self.by, (self.def.kind, self.def.high), &squares)?;
                }
                Ok(Flow::Done(FrameValue::acted(true, 0, 0)))
            }
        }
    }

    /// Which squares it fills, what shields take of it there, and whom it finds.
    fn fill(&mut self, battle: &mut Battle) -> OrFault {
        let facts = battle.facts();
        let Some(by) = facts.unit(self.by) else { return Ok(()) };
        self.squares = zone_area::squares(&facts, by, &self.aim, &self.def);
        let weapon = self.weapon.unwrap_or(self.action);
        let covered = self.squares.iter().map(|own| own.square).collect();
        let aimed = self.aim.square;
        battle.record(Outcome::Area { by: self.by, weapon, aimed, struck: true, scatter: None, covered });
        let how = (&self.rule, &self.def);
        let paid = zone_area::shielded(&facts, by, &self.aim, how, &mut self.squares);
        for (unit, ward, points) in paid {
            battle.apply(Effect::Ward { unit, ward, amount: -points })?;
        }
        let inside = facts.units.iter().filter(|unit| {
            facts.present(unit)
                && unit.place.band == self.aim.band
                && zone_area::values_at(&self.squares, unit).is_some_and(|(high, _)| high > 0)
        });
        self.inside = inside.map(|unit| unit.id()).collect();
        self.inside.sort_unstable();
        Ok(())
    }

    /// What reaches one of them.
    fn reach(&self, battle: &mut Battle, unit: UnitId) -> OrFault<Flow> {
        let facts = battle.facts();
        let Some(own) = facts.unit(unit).filter(|own| facts.present(own)) else { return Ok(Flow::Continue) };
        let (high, low) = zone_area::values_at(&self.squares, own).unwrap_or((0, 0));
        let amount = match self.def.point {
            true if zone_area::is_near(&self.rule, &self.aim, own) => high,
            true => low,
            false => {
                let face = battle.throw_die(unit, self.rule.die, Key::new("cluster"))?;
                zone_area::by_die(&self.rule, (high, low), face)
            }
        };
        if amount <= 0 {
            return Ok(Flow::Continue);
        }
        let strike = Strike::new(self.by, unit, self.action, self.weapon, None, self.used)
            .in_burst(vec![zone_area::portion(&self.def, amount)]);
        Ok(Flow::Push(Box::new(Frame::Strike(Box::new(strike)))))
    }
}
