//! The turns of a round in live order, and units that act at once.

use super::act::hold;
use crate::battle::prelude::*;

/// The turns of one round, none taken yet by default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turns {
    count: Option<i32>,
    asking: Option<UnitId>,
    declined: Vec<UnitId>,
    last: Option<UnitId>,
}

/// A delayer takes its turn: its initiative becomes the count at which it acts, never above its own (C-27).
pub fn cut_in(battle: &mut Battle, unit: UnitId, count: i32) -> OrFault {
    let own = battle.facts().unit(unit).map_or(count, |own| own.initiative.total());
    let change = CountChange::To { count: own.min(count), swallow: true };
    battle.apply(Effect::Count { unit, change, cause: Key::new("delay") })
}

impl Turns {
    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        match context.value {
            // Who has just put its turn off is not asked before somebody else has done something.
            Some(FrameValue::Delayed) => self.declined.extend(self.last.take()),
            // After each turn, delayers may come in (C-27).
            Some(_) => self.declined.clear(),
            None => {}
        }
        if let Some(answer) = context.answer
            && let Some(unit) = self.asking.take()
        {
            match answer {
                Command::Choose { option, .. } if option == "act" => {
                    let count = self.count.unwrap_or(0);
                    cut_in(battle, unit, count)?;
                    return Ok(Flow::Push(Box::new(Frame::Turn(Turn::new(unit)))));
                }
                _ => self.declined.push(unit),
            }
        }
        battle.relink()?;
        if battle.fight_over() || battle.world().resource::<Clock>().round_cut {
            return Ok(Flow::Done(FrameValue::None));
        }
        if let Some(raise) = Raise::frame(battle) {
            return Ok(raise);
        }
        let facts = battle.facts();
        if facts.book.settings.timing.delay == Delay::Interrupt
            && self.count.is_some()
            && let Some(unit) = order::waiting(&facts).into_iter().find(|unit| !self.declined.contains(unit))
        {
            self.asking = Some(unit);
            return Ok(battle.ask(unit, Ask::CutIn { by: None, action: None }));
        }
        let coming = order::slots_to_come(&facts);
        let Some(next) = coming.first().copied() else { return Ok(Flow::Done(FrameValue::None)) };
        let Some(unit) = facts.unit(next) else { return Ok(Flow::Done(FrameValue::None)) };
        self.count = Some(order::acts_at(&facts, unit));
        self.last = Some(next);
        battle.world_mut().resource_mut::<Clock>().count = self.count;
        if !facts.present(unit) {
            // Its slot still passes, and with it what lasts to the end of its turn (D-09).
            battle.set_acted(next);
            phases::of_turn(battle, BattleStep::TurnPassed, next, false)?;
            return Ok(match Drive::rolling(battle, next) {
                Some(rolling) => Flow::Push(Box::new(rolling.frame())),
                None => Flow::Continue,
            });
        }
        let others = coming.iter().filter_map(|id| facts.unit(*id));
        let equal = others.filter(|other| order::together(&facts, unit, other) && facts.present(other));
        let equal: Vec<UnitId> = equal.map(UnitState::id).collect();
        if equal.len() > 1 {
            return Ok(Flow::Push(Box::new(Frame::Together(Together {
                members: equal,
                at: 0,
                opened: false,
            }))));
        }
        let frame = if unit.initiative.delaying.is_some()
            || unit.initiative.pressed && !unit.usage.this_turn.is_empty()
        {
            Turn::resumed(next)
        } else {
            Turn::new(next)
        };
        Ok(Flow::Push(Box::new(Frame::Turn(frame))))
    }
}

/// Units equal in everything act at once: what they do to one another waits until all have acted (C-23).
///
/// So does suppression with the lock that it brings (C-87): within the slot nobody is under fire yet, and a second
/// member may suppress the same one, or the first in the roster would bar the others. Neither of the two is "again": at
/// the close both Effects come off its Initiative, while the -1 and the lock are states and are there once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Together {
    members: Vec<UnitId>,
    at: usize,
    opened: bool,
}

impl Together {
    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        if !self.opened {
            self.opened = true;
            hold(battle, context.id, self.members.clone(), None);
        }
        match self.members.get(self.at).copied() {
            Some(unit) => {
                self.at += 1;
                if battle.facts().unit(unit).is_some_and(|own| own.initiative.acted) {
                    // It has fired with another, and had its turn within that one's (C-178).
                    return Ok(Flow::Continue);
                }
                battle.set_hold_actor(context.id, Some(unit));
                Ok(Flow::Push(Box::new(Frame::Turn(Turn::new(unit)))))
            }
            None => {
                battle.release(context.id)?;
                Ok(Flow::Done(FrameValue::None))
            }
        }
    }
}
