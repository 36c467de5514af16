//! Something goes off: who is caught, how each answers, the damage dice, what each takes (C-103 to C-105).
//!
//! The order and the dice are those of C-01. Whom it catches in which ring is in [`crate::rules::blast`]; what each
//! takes is a [`Strike`] of its own.

use crate::battle::prelude::*;

/// How it got where it goes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlastLanding {
    /// The square it was aimed at.
    pub aimed: Square,
    /// It came down there.
    pub struck: bool,
    /// Else the way that it went, how many squares, and where it came down.
    pub scatter: Option<(Dir8, u32, Square)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Catch,
    Answer,
    Throw,
    Strike,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Caught {
    unit: UnitId,
    ring: usize,
    lessen: Option<Lessen>,
    thrown: i32,
}

/// An explosion on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blast {
    by: UnitId,
    action: Key,
    aim: Aim,
    blast: BlastDef,
    cause: Key,
    types: Vec<Key>,
    direct: Option<(UnitId, i32)>,
    #[serde(default)]
    wreck: bool,
    news: BlastLanding,
    stage: Stage,
    caught: Vec<Caught>,
    at: usize,
    totals: Vec<i32>,
}

the_same! {
    Blast {
        /// The same with types of damage.
        with_types(types: &[Key]): types = types.to_vec();
        /// The same with the effect of the attack for the one it struck (C-103).
        with_direct(direct: Option<(UnitId, i32)>): direct = direct;
        /// The same as a wreck that blows up: from all its squares, those aboard included (C-136).
        of_wreck(): wreck = true;
        /// The same with how it got there.
        with_news(news: BlastLanding): news = news;
    }
}

impl Blast {
    /// Something of a unit's that goes off where an aim lies. `cause` is what it is called.
    pub fn new(by: UnitId, action: Key, aim: Aim, blast: BlastDef, cause: Key) -> Self {
        let totals = vec![0; blast.rings.len()];
        Self {
            by,
            action,
            aim,
            blast,
            cause,
            types: Vec::new(),
            direct: None,
            wreck: false,
            news: BlastLanding { aimed: aim.square, struck: true, scatter: None },
            stage: Stage::Catch,
            caught: Vec::new(),
            at: 0,
            totals,
        }
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        match self.stage {
            Stage::Catch => {
                self.catch(battle);
                Ok(Flow::at(&mut self.stage, Stage::Answer))
            }
            Stage::Answer => {
                if let Some(FrameValue::Closed { lessened, .. }) = context.value {
                    if let Some(caught) = self.caught.get_mut(self.at) {
                        caught.lessen = lessened;
                    }
                    self.at += 1;
                }
                let Some(caught) = self.caught.get(self.at) else {
                    return Ok(Flow::at(&mut self.stage, Stage::Throw));
                };
                if self.shut_in(battle, caught.unit) {
                    self.at += 1;
                    return Ok(Flow::Continue);
                }
                Ok(self.window(caught, &context))
            }
            Stage::Throw => {
                self.throw(battle)?;
                self.at = 0;
                Ok(Flow::at(&mut self.stage, Stage::Strike))
            }
            Stage::Strike => {
                let Some(caught) = self.caught.get(self.at) else {
                    let success = !self.caught.is_empty();
                    return Ok(Flow::Done(FrameValue::acted(success, 0, 0)));
                };
                self.at += 1;
                Ok(Flow::Push(Box::new(Frame::Strike(Box::new(self.strike(caught))))))
            }
        }
    }

    /// Who is caught, in turn order (C-104).
    fn catch(&mut self, battle: &mut Battle) {
        let facts = battle.facts();
        let Some(by) = facts.unit(self.by) else { return };
        let covered = match self.wreck {
            true => blast::around(&facts, &self.blast, by),
            false => self.aim.squares(&facts, &by.place.area),
        };
        for unit in order::by_initiative(&facts) {
            let ring = facts.unit(unit).and_then(|own| match self.wreck {
                true => blast::caught_by_wreck(&facts, &self.blast, by, &covered, own),
                false => blast::caught(&facts, &self.blast, &self.aim, &covered, own),
            });
            if let Some(ring) = ring {
                self.caught.push(Caught { unit, ring, lessen: None, thrown: 0 });
            }
        }
        let BlastLanding { aimed, struck, scatter } = self.news;
        let covered = covered.iter().collect();
        battle.record(Outcome::Area { by: self.by, weapon: self.cause, aimed, struck, scatter, covered });
    }

    /// Those in a closed vehicle that blows up cannot get out of its way (C-136).
    fn shut_in(&self, battle: &mut Battle, unit: UnitId) -> bool {
        let facts = battle.facts();
        self.wreck && facts.unit(unit).is_some_and(|own| facts.enclosed(own).is_some())
    }

    /// One of them may get out of its way.
    fn window(&self, caught: &Caught, context: &Context) -> Flow {
        let dice = self.blast.rings.get(caught.ring).map(|(_, dice)| *dice);
        let about = ReactionCause::new(self.by, self.action, Some(caught.unit));
        let value = dice.map_or(0, |dice| (dice.min() + dice.max()) / 2) + self.effect(caught.unit);
        let (frame, moment) = (context.id, Moment::Caught);
        let attack = Incoming { frame, moment, check: None, reading: None, value, dice };
        ReactionWindow::on_attack(about, attack, false)
    }

    /// The damage dice from the inner ring outwards, where it catches anybody, then what each dodger takes off (C-01).
    fn throw(&mut self, battle: &mut Battle) -> OrFault {
        let mut rings: Vec<(usize, i32, Dice)> =
            self.blast.rings.iter().enumerate().map(|(at, (metres, dice))| (at, *metres, *dice)).collect();
        rings.sort_by_key(|(_, metres, _)| *metres);
        for (at, _, dice) in rings {
            if self.caught.iter().any(|caught| caught.ring == at) {
                let total = battle.throw(self.by, &dice, Key::new("damage"))?.total;
                if let Some(own) = self.totals.get_mut(at) {
                    *own = total;
                }
            }
        }
        for caught in &mut self.caught {
            if let Some(dice) = caught.lessen.and_then(|lessen| lessen.dice) {
                caught.thrown = battle.throw(caught.unit, &dice, Key::new("dodge"))?.total;
            }
        }
        Ok(())
    }

    fn effect(&self, unit: UnitId) -> i32 {
        self.direct.filter(|(target, _)| *target == unit).map_or(0, |(_, effect)| effect)
    }

    fn strike(&self, caught: &Caught) -> Strike {
        let effect = self.effect(caught.unit);
        let damage = self.totals.get(caught.ring).copied().unwrap_or(0) + effect;
        let amount = caught.lessen.map_or(damage, |lessen| lessen.left(damage, caught.thrown));
        let given = GivenDamage { amount, effect, types: self.types.clone(), cause: self.cause };
        Strike::new(self.by, caught.unit, self.action, None, None, 0).given(given)
    }
}
