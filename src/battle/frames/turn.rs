//! One unit's turn: it starts, the unit is asked until it ends it or puts it off, it ends.

use crate::battle::prelude::*;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    #[default]
    Start,
    Ask,
    Acting,
    End,
}

/// A turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Whose.
    pub unit: UnitId,
    stage: Stage,
    before: Option<UnitId>,
    resumed: bool,
    granted: Option<Key>,
    pressed: bool,
    /// At no moment of it so far could the unit keep its auras up (D-125).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    unkept: bool,
    /// Nor those that the mind alone has made.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    mindless: bool,
    /// As it ends: those bound to it whose auras may still answer (D-06); none: not looked for yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    touches: Option<Vec<UnitId>>,
}

impl Turn {
    /// A turn about to start.
    pub fn new(unit: UnitId) -> Self {
        Self { unit, ..Self::default() }
    }

    /// The rest of a turn that was put off.
    pub fn resumed(unit: UnitId) -> Self {
        Self { resumed: true, ..Self::new(unit) }
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        match self.stage {
            Stage::Start => self.start(battle),
            Stage::Ask => self.ask(battle, context),
            Stage::Acting => {
                self.stage = Stage::Ask;
                // After a press the granted points are for use at once; then the turn goes on at the new count (F-76).
                if std::mem::take(&mut self.pressed) {
                    self.granted = battle.book().settings.timing.press.as_ref().map(|rule| rule.grant.0);
                }
                if battle.fight_over() {
                    self.stage = Stage::End;
                }
                Ok(Flow::Continue)
            }
            Stage::End => self.end(battle),
        }
    }

    fn start(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        let unit = self.unit;
        {
            let mut clock = battle.world_mut().resource_mut::<Clock>();
            self.before = clock.turn;
            clock.turn = Some(unit);
        }
        battle.hand_over(self.before, Some(unit));
        battle.take_turn(unit);
        let count = battle.facts().unit(unit).map_or(0, |own| own.initiative.total());
        battle.record(Outcome::TurnStarted { unit, count });
        if !self.resumed {
            begin(battle, unit)?;
        }
        self.stage = Stage::Ask;
        let facts = battle.facts();
        (self.unkept, self.mindless) = drops_auras(&facts, unit);
        let able = facts.unit(unit).is_some_and(|own| legal::has_turn(&facts, own));
        if !able {
            let why = facts
                .unit(unit)
                .and_then(|own| facts.forbidden(own, crate::rules::condition::Forbids::Actions))
                .map_or_else(|| message!("core-cannot-act"), |def| Message::written(&def.name));
            battle.record(Outcome::Skipped { unit, why });
            self.stage = Stage::End;
        }
        Ok(Flow::Continue)
    }

    fn ask(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        // A moment in which it can act is enough, however short (D-125).
        let (unkept, mindless) = drops_auras(&battle.facts(), self.unit);
        self.unkept &= unkept;
        self.mindless &= mindless;
        match context.answer {
            Some(Command::Act { action, mode, args, .. }) => {
                let presses = battle.book().action(action).is_some_and(|def| legal::presses(def));
                self.pressed = presses;
                self.stage = Stage::Acting;
                let mut frame = ActFrame::new(self.unit, Act { action, mode, args });
                frame.occasion.granted = self.granted.is_some();
                return Ok(Flow::Push(Box::new(Frame::Act(Box::new(frame)))));
            }
            Some(Command::End { .. }) => {
                if self.granted.is_some() {
                    return self.again_later(battle);
                }
                return Ok(Flow::at(&mut self.stage, Stage::End));
            }
            Some(Command::Delay { until, .. }) => {
                battle.record(Outcome::Delayed { unit: self.unit, until });
                battle.put_off_turn(self.unit, until);
                self.finish(battle);
                return Ok(Flow::Done(FrameValue::Delayed));
            }
            _ => {}
        }
        let facts = battle.facts();
        if self.granted.is_some() && facts.unit(self.unit).is_some_and(|own| own.initiative.granted <= 0) {
            return self.again_later(battle);
        }
        let able = facts.unit(self.unit).is_some_and(|own| legal::has_turn(&facts, own));
        let able = able && !battle.fight_over();
        if !able || battle.world().resource::<Clock>().round_cut {
            return Ok(Flow::at(&mut self.stage, Stage::End));
        }
        Ok(battle.ask(self.unit, Ask::Turn { granted: self.granted }))
    }

    /// What was granted and not used is lost; the rest of the turn comes at the new count.
    fn again_later(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        let left = battle.facts().unit(self.unit).map_or(0, |own| own.initiative.granted);
        if let (Some(pool), 1..) = (self.granted.take(), left) {
            battle.apply(Effect::Points { unit: self.unit, pool, amount: -left })?;
        }
        battle.reopen_turn(self.unit);
        self.finish(battle);
        Ok(Flow::Done(FrameValue::Delayed))
    }

    /// Auras that nobody has kept up are gone; a mind that could act keeps those of its own making (D-125).
    fn lose_auras(&self, battle: &mut Battle) -> OrFault {
        let facts = battle.facts();
        let Some(own) = facts.unit(self.unit) else { return Ok(()) };
        let mental = |aura: Key| own.aura_def(aura).is_some_and(|def| def.mental);
        let lost = |aura: &&Aura| aura.stored > 0 && (self.mindless || !mental(aura.id));
        for aura in own.wards.auras.iter().filter(lost) {
            battle.apply(Effect::Ward { unit: self.unit, ward: aura.id, amount: -aura.stored })?;
        }
        Ok(())
    }

    /// Before anything else at the end of a turn: the next of those whom it touches by a relation that still stands.
    fn next_touched(&mut self, facts: &Facts) -> Option<UnitId> {
        let own = self.unit;
        let touches = |other: UnitId| {
            facts.bonds.iter().any(|bond| {
                let pair = [(bond.unit, bond.to), (bond.to, bond.unit)].contains(&(own, other));
                pair && facts.bond_def(bond).is_some_and(|(def, _)| def.answers_at_turn_end)
            })
        };
        let mut left = self.touches.take().unwrap_or_else(|| {
            facts.units.iter().map(|unit| unit.id()).filter(|other| touches(*other)).collect()
        });
        let next = (!left.is_empty()).then(|| left.remove(0));
        self.touches = Some(left);
        next
    }

    fn finish(&mut self, battle: &mut Battle) {
        battle.hand_over(Some(self.unit), self.before);
        battle.world_mut().resource_mut::<Clock>().turn = self.before;
    }

    fn end(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        if self.granted.is_some() {
            return self.again_later(battle);
        }
        if let Some(rolling) = Drive::rolling(battle, self.unit) {
            return Ok(Flow::Push(Box::new(rolling.frame())));
        }
        if let Some(touched) = self.next_touched(&battle.facts()) {
            return Ok(Flow::Push(Box::new(Frame::Touched(Touched::new(touched, self.unit)))));
        }
        if self.unkept {
            self.lose_auras(battle)?;
        }
        // Whoever began the fight where a condition ends has not stepped there (D-75).
        battle.settle_posts(None)?;
        phases::of_turn(battle, BattleStep::TurnEnd, self.unit, true)?;
        battle.record(Outcome::TurnEnded { unit: self.unit });
        battle.world_mut().resource_mut::<Answers>().expire(AnswerDuration::Turn);
        self.finish(battle);
        Ok(Flow::Done(FrameValue::None))
    }
}

/// Whether a unit is in no state to keep its auras up, and whether not even those that its mind has made (D-125).
fn drops_auras(facts: &Facts, unit: UnitId) -> (bool, bool) {
    let Some(own) = facts.unit(unit) else { return (false, false) };
    let drops =
        |test: fn(&ConditionDef) -> bool| facts.conditions(own).any(|(def, _)| def.drops_auras && test(def));
    (drops(|_| true), drops(|def| !def.leaves_mind()))
}

/// What the start of its turn brings a unit (S-17).
pub(super) fn begin(battle: &mut Battle, unit: UnitId) -> OrFault {
    phases::of_turn(battle, BattleStep::TurnStart, unit, true)
}
