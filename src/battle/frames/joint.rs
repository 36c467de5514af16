//! Several who fire at one target at once: each rolls, and what those who hit do is pooled (C-178).
//!
//! The order and the dice are those of C-01. Who may join is in [`crate::rules::legal::joins`]; what the target takes
//! is a [`Strike`] of its own.

use super::{turn::begin, turns::cut_in};
use crate::{battle::prelude::*, rules::legal::Companion};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Gather,
    Roll,
    Damage,
    Turns,
}

/// A joint attack on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    by: UnitId,
    target: UnitId,
    action: Key,
    weapon: Key,
    with: Vec<Companion>,
    stage: Stage,
    /// All who fire, in the order declared.
    firing: Vec<(UnitId, Key)>,
    at: usize,
    /// Those who hit, with the effect.
    hits: Vec<(UnitId, Key, i32)>,
}

impl Joint {
    /// An attack with companions, about to be made.
    pub fn new(by: UnitId, target: UnitId, action: Key, weapon: Key, with: Vec<Companion>) -> Self {
        let firing = vec![(by, weapon)];
        Self { by, target, action, weapon, with, stage: Stage::Gather, firing, at: 0, hits: Vec::new() }
    }

    pub(super) fn step(&mut self, battle: &mut Battle, _context: Context) -> OrFault<Flow> {
        let def = battle.known_action(self.action)?;
        match self.stage {
            Stage::Gather => {
                self.gather(battle, &def)?;
                Ok(Flow::at(&mut self.stage, Stage::Roll))
            }
            Stage::Roll => {
                let Some((unit, weapon)) = self.firing.get(self.at).copied() else {
                    return Ok(Flow::at(&mut self.stage, Stage::Damage));
                };
                self.at += 1;
                self.roll(battle, &def, unit, weapon)?;
                Ok(Flow::Continue)
            }
            Stage::Damage => {
                self.stage = Stage::Turns;
                self.at = 1;
                match self.pooled(battle)? {
                    Some(given) => {
                        let lead = self.hits.first().map_or(self.by, |(unit, ..)| *unit);
                        let strike = Strike::new(lead, self.target, self.action, None, None, 0).given(given);
                        Ok(Flow::Push(Box::new(Frame::Strike(Box::new(strike)))))
                    }
                    None => Ok(Flow::Continue),
                }
            }
            Stage::Turns => {
                let Some((unit, _)) = self.firing.get(self.at).copied() else {
                    let margin = self.hits.first().map_or(0, |(_, _, effect)| *effect);
                    return Ok(Flow::Done(FrameValue::acted(!self.hits.is_empty(), margin, 0)));
                };
                self.at += 1;
                // What is left of the turn that was put off, or has just begun.
                Ok(Flow::Push(Box::new(Frame::Turn(Turn::resumed(unit)))))
            }
        }
    }

    /// Those who still can join come to the lead's count, or begin their turn now, and pay as the lead does.
    fn gather(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFault {
        let facts = battle.facts();
        let all = || facts.unit(self.by).map(|lead| legal::companions(&facts, lead, def, self.target));
        let named = std::mem::take(&mut self.with);
        let with = if named.is_empty() { all().unwrap_or_default() } else { named };
        for companion in with {
            let facts = battle.facts();
            let Some(lead) = facts.unit(self.by) else { return Ok(()) };
            let count = lead.initiative.total();
            let joined = legal::joins(&facts, lead, def, self.target, &companion);
            let (Ok(weapon), Some(own)) = (joined, facts.unit(companion.unit)) else { continue };
            let unit = companion.unit;
            let cost: Vec<(Key, i32)> =
                def.cost.iter().map(|cost| (cost.0, facts.value(&cost.1, own))).collect();
            let waits = own.initiative.delaying.is_some();
            let shoots = facts.weapon(own, weapon).is_some_and(|(item, def)| item.shots(def).is_some());
            let takes = attack::from_vehicle(
                &facts,
                own,
                Some(weapon),
                &facts.unit(self.target).map_or(own.place.area, |target| target.place.area),
                facts.unit(self.target),
            );
            if waits {
                cut_in(battle, unit, count)?;
            } else {
                battle.hand_over(Some(self.by), Some(unit));
                battle.set_acted(unit);
                begin(battle, unit)?;
                battle.hand_over(Some(unit), Some(self.by));
            }
            let args = Args { target: Some(self.target), weapon: Some(weapon), ..Args::default() };
            let (action, mode) = (def.id, Mode::Standard);
            battle.record(Outcome::Declared { unit, action, mode, args: Box::new(args) });
            for (pool, amount) in &cost {
                battle.apply(Effect::Spend { unit, pool: *pool, amount: *amount })?;
            }
            battle.record(Outcome::Paid { unit, cost });
            if shoots {
                battle.apply(Effect::Item { unit, item: weapon, change: ItemChange::Shoot(1) })?;
            }
            if let Ok(Some(takes)) = takes {
                battle.apply(Effect::TakeUp { unit, takes })?;
            }
            battle.apply(Effect::Done {
                unit,
                action,
                points: 0,
                own_turn: true,
                free: false,
                reaction: false,
                riders: 0,
            })?;
            self.firing.push((unit, weapon));
        }
        Ok(())
    }

    fn roll(&mut self, battle: &mut Battle, def: &ActionDef, unit: UnitId, weapon: Key) -> OrFault {
        let facts = battle.facts();
        let spec = AttackSpec { weapon: Some(weapon), rounds: 1, ..AttackSpec::new(unit, self.target, def) };
        let Some(check) = attack::check(&facts, &spec) else { return Ok(()) };
        let reading = battle.roll_own(&check, Key::new("attack"))?;
        if reading.success {
            self.hits.push((unit, weapon, reading.margin));
            return Ok(());
        }
        battle.record(Outcome::Struck {
            by: unit,
            target: self.target,
            weapon,
            landed: false,
            critical: false,
            trace: HarmTrace::default(),
        });
        Ok(())
    }

    /// The first that hit counts in full, with its effect; of each other half the dice, rounded up.
    fn pooled(&self, battle: &mut Battle) -> OrFault<Option<GivenDamage>> {
        let mut pooled: Option<GivenDamage> = None;
        for (unit, weapon, effect) in &self.hits {
            let facts = battle.facts();
            let Some((own, (_, def))) =
                facts.unit(*unit).and_then(|own| Some((own, facts.weapon(own, *weapon)?)))
            else {
                continue;
            };
            let Some(dice) = def.damage else { continue };
            match &mut pooled {
                None => {
                    let thrown = battle.throw(*unit, &dice, Key::new("damage"))?.total;
                    let amount = (thrown + blow::flat_damage(&facts, own, def, (*effect).max(0))).max(0);
                    let types = def.types.clone();
                    pooled = Some(GivenDamage { amount, effect: *effect, types, cause: *weapon });
                }
                Some(given) => {
                    given.amount += battle.throw(*unit, &dice.half(), Key::new("damage"))?.total;
                }
            }
        }
        Ok(pooled)
    }
}
