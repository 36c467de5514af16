//! The phases of a battle. Each step runs one small schedule, then carries out what it queued.

use super::{aftermath::Aftermath, avoid, turns::Turns};
use crate::battle::prelude::*;

/// Where it stands; what a round does there are the steps of [`RoundStep`] and [`BattleStep`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    #[default]
    Muster,
    Avoid,
    Ahead,
    Surprise,
    SurpriseEnd,
    RoundStart,
    Order,
    Haste,
    Turns,
    Tasks,
    EndOfRound,
    Jump,
    #[serde(rename = "Fluid")]
    Settle,
    Over,
    After,
    /// At this place of the book's sequence: a phase of its own, or what closes the round after one.
    At(u32),
}

/// The battle itself, about to begin by default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Fight {
    stage: Stage,
    at: usize,
    waiting: Vec<UnitId>,
    jumpers: Vec<UnitId>,
    distance: Option<i32>,
}

impl Fight {
    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        if battle.fight_over()
            && !matches!(self.stage, Stage::Muster | Stage::Avoid | Stage::Ahead | Stage::Over | Stage::After)
        {
            self.stage = Stage::Over;
        }
        match self.stage {
            Stage::Muster => {
                phase(battle, Phase::Muster);
                self.distance = muster::muster(battle)?;
                self.at = 0;
                Ok(Flow::at(&mut self.stage, Stage::Avoid))
            }
            Stage::Avoid => {
                if let Some(flow) = avoid::choice(battle, &mut self.at, context)? {
                    return Ok(flow);
                }
                if battle.clock().avoided.is_some() {
                    return Ok(Flow::at(&mut self.stage, Stage::Over));
                }
                muster::counts(battle)?;
                Ok(Flow::at(&mut self.stage, Stage::Ahead))
            }
            Stage::Ahead => {
                if let Some(raise) = Raise::frame(battle) {
                    return Ok(raise);
                }
                let surprise = phases::surprise(battle, self.distance)?;
                Ok(Flow::at(&mut self.stage, if surprise { Stage::Surprise } else { Stage::RoundStart }))
            }
            Stage::Surprise => {
                phase(battle, Phase::Surprise);
                phases::run(battle, BattleStep::SurpriseStart)?;
                self.stage = Stage::SurpriseEnd;
                Ok(Flow::Push(Box::new(Frame::Turns(Turns::default()))))
            }
            Stage::SurpriseEnd => {
                phases::end_of_round(battle)?;
                Ok(Flow::at(&mut self.stage, Stage::RoundStart))
            }
            Stage::RoundStart => self.round_start(battle),
            Stage::Order => self.order(battle),
            Stage::Haste => self.haste(battle, context),
            Stage::Turns => {
                self.place_jumpers(battle)?;
                phase(battle, Phase::Turns);
                phases::run(battle, BattleStep::Round(RoundStep::Turns))?;
                self.go_on(battle, RoundStep::Turns)?;
                self.at = 0;
                Ok(Flow::Push(Box::new(Frame::Turns(Turns::default()))))
            }
            Stage::Tasks => {
                if std::mem::replace(&mut self.at, 1) == 0 {
                    phase(battle, Phase::EndOfRound);
                    phases::run(battle, BattleStep::Round(RoundStep::Tasks))?;
                }
                // The check of a task comes at the end of the round whose work completes it (C-100).
                if let Some((unit, act)) = battle.finished_task()? {
                    let frame = ActFrame::finishing(unit, act);
                    return Ok(Flow::Push(Box::new(Frame::Act(Box::new(frame)))));
                }
                self.go_on(battle, RoundStep::Tasks)
            }
            Stage::EndOfRound => self.end_of_round(battle),
            Stage::Jump => self.jump(battle, context),
            Stage::Settle => {
                phase(battle, Phase::FluidInitiative);
                phases::settle(battle)?;
                self.go_on(battle, RoundStep::Settle)
            }
            Stage::Over => {
                phase(battle, Phase::Over);
                battle.keep_goal();
                phases::run(battle, BattleStep::Over)?;
                battle.after_fight()?;
                let winner = battle.winner();
                battle.record(Outcome::Over { winner });
                self.stage = Stage::After;
                Ok(match Aftermath::begin(battle, winner)? {
                    Some(aftermath) => Flow::Push(Box::new(aftermath)),
                    None => Flow::Continue,
                })
            }
            Stage::After => Ok(Flow::Done(FrameValue::None)),
            Stage::At(at) => self.play_at(battle, usize::try_from(at).unwrap_or(usize::MAX)),
        }
    }

    fn end_of_round(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        self.waiting = order::waiting(&battle.facts());
        let book = battle.book();
        let first = book.settings.timing.sequence.iter().position(|step| step.closes());
        let next = phases::close(battle, first.unwrap_or_default())?;
        battle.world_mut().resource_mut::<Answers>().expire(AnswerDuration::Round);
        self.at = 0;
        self.jumpers.clear();
        self.enter(battle, next);
        Ok(Flow::Continue)
    }

    /// Goes on after a step of the engine's own.
    fn go_on(&mut self, battle: &Battle, done: RoundStep) -> OrFault<Flow> {
        let book = battle.book();
        let place = book.settings.timing.sequence.iter().position(|step| *step == done);
        self.enter(battle, place.map_or(0, |at| at + 1));
        Ok(Flow::Continue)
    }

    /// Comes to a place of the book's sequence; after the last one the next round starts.
    fn enter(&mut self, battle: &Battle, at: usize) {
        let book = battle.book();
        let sequence = &book.settings.timing.sequence;
        let closed = sequence.iter().take(at).any(|step| step.closes());
        self.stage = match sequence.get(at).copied() {
            None | Some(RoundStep::Start) => Stage::RoundStart,
            Some(RoundStep::Order) => Stage::Order,
            Some(RoundStep::Haste) => Stage::Haste,
            Some(RoundStep::Turns) => Stage::Turns,
            Some(RoundStep::Tasks) => Stage::Tasks,
            Some(RoundStep::Jump) => Stage::Jump,
            Some(RoundStep::Settle) => Stage::Settle,
            Some(step) if step.closes() && !closed => Stage::EndOfRound,
            Some(_) => Stage::At(u32::try_from(at).unwrap_or(u32::MAX)),
        };
        if matches!(self.stage, Stage::Haste | Stage::Tasks | Stage::Jump) {
            self.at = 0;
        }
    }

    /// A phase of the book's own, or what closes the round after one.
    fn play_at(&mut self, battle: &mut Battle, at: usize) -> OrFault<Flow> {
        let book = battle.book();
        let next = match book.settings.timing.sequence.get(at).copied() {
            Some(step @ RoundStep::Phase(id)) => {
                let before = battle.clock().phase;
                phase(battle, Phase::Own(id));
                phases::run(battle, BattleStep::Round(step))?;
                battle.world_mut().resource_mut::<Clock>().phase = before;
                at + 1
            }
            Some(step) if step.closes() => phases::close(battle, at)?,
            // Under other rules than those it was saved by.
            _ => at,
        };
        self.enter(battle, next);
        Ok(Flow::Continue)
    }

    fn round_start(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        {
            let mut clock = battle.world_mut().resource_mut::<Clock>();
            clock.round += 1;
            clock.round_cut = false;
            clock.count = None;
        }
        if battle.world().resource::<Clock>().round > battle.round_limit() {
            return Err(Fault::Rule(message!("core-the-fight-has-not-ended", rounds = battle.round_limit())));
        }
        phase(battle, Phase::RoundStart);
        let under_way = battle.world().resource::<Beginning>().0.mid_round;
        if under_way {
            battle.world_mut().resource_mut::<Beginning>().0.mid_round = false;
        } else {
            phases::run(battle, BattleStep::Round(RoundStep::Start))?;
        }
        phases::run(battle, BattleStep::RoundHooks)?;
        phases::run(battle, BattleStep::Arrivals)?;
        self.go_on(battle, RoundStep::Start)
    }

    /// Once those who have come have their counts, ties are rolled.
    fn order(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        if let Some(raise) = Raise::frame(battle) {
            return Ok(raise);
        }
        phases::run(battle, BattleStep::Round(RoundStep::Order))?;
        self.at = 0;
        self.go_on(battle, RoundStep::Order)
    }

    /// Haste is declared as a round starts (C-26, T-03); asked only where a standing answer says so.
    fn haste(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        if self.at == 0 && context.answer.is_none() {
            phases::run(battle, BattleStep::Round(RoundStep::Haste))?;
        }
        let book = battle.book();
        let Some(rule) = &book.settings.timing.haste else {
            return self.go_on(battle, RoundStep::Haste);
        };
        let facts = battle.facts();
        if let Some(answer) = context.answer {
            let unit = facts.units.get(self.at).map(|unit| unit.id());
            if let (Command::Choose { option, .. }, Some(unit)) = (answer, unit)
                && option == "haste"
            {
                hasten(battle, unit, rule)?;
            }
            self.at += 1;
            return Ok(Flow::Continue);
        }
        let about = ChoiceKind::Haste;
        while let Some(unit) = facts.units.get(self.at) {
            let answers = battle.world().resource::<Answers>();
            let policy = answers.choice(unit.identity.side, unit.id(), about);
            let able = facts.can_act(unit) && !self.jumpers.contains(&unit.id());
            match policy {
                Policy::Ask if able => {
                    let gain = message!("core-count-x-checks-x", count = rule.count, checks = rule.check);
                    let options = vec![
                        ChoiceOption::new("none", message!("core-no-haste"), 0),
                        ChoiceOption::new("haste", gain, rule.count),
                    ];
                    return Ok(battle.ask(unit.id(), Ask::Choice { about, target: None, options }));
                }
                Policy::Take if able => hasten(battle, unit.id(), rule)?,
                _ => {}
            }
            self.at += 1;
        }
        self.go_on(battle, RoundStep::Haste)
    }

    /// Who still waits when the round ends may open the next one (C-28).
    fn jump(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        if self.at == 0 && context.answer.is_none() {
            phases::run(battle, BattleStep::Round(RoundStep::Jump))?;
        }
        if battle.book().settings.timing.delay != Delay::Interrupt {
            return self.go_on(battle, RoundStep::Jump);
        }
        if let Some(answer) = context.answer {
            if let (Command::Choose { option, .. }, Some(unit)) = (answer, self.waiting.get(self.at))
                && option == "jump"
            {
                self.jumpers.push(*unit);
            }
            self.at += 1;
        }
        let Some(unit) = self.waiting.get(self.at).copied() else {
            return self.go_on(battle, RoundStep::Jump);
        };
        let options = vec![
            ChoiceOption::new("none", message!("core-lose-the-turn"), 0),
            ChoiceOption::new("jump", message!("core-act-first-in-the-next-round"), 1),
        ];
        Ok(battle.ask(unit, Ask::Choice { about: ChoiceKind::Jump, target: None, options }))
    }

    fn place_jumpers(&mut self, battle: &mut Battle) -> OrFault {
        let facts = battle.facts();
        let jumps = |unit: UnitId| self.jumpers.contains(&unit);
        let others = facts.units.iter().filter(|unit| !jumps(unit.id()) && facts.present(unit));
        let top = others.map(|unit| unit.initiative.total()).max();
        let own =
            facts.units.iter().filter(|unit| jumps(unit.id())).map(|unit| unit.initiative.total()).max();
        let Some(first) = top.or(own) else { return Ok(()) };
        for unit in std::mem::take(&mut self.jumpers) {
            let change = CountChange::To { count: first + 1, swallow: true };
            battle.apply(Effect::Count { unit, change, cause: Key::new("jump") })?;
        }
        Ok(())
    }
}

fn hasten(battle: &mut Battle, unit: UnitId, rule: &crate::rules::timing::Haste) -> OrFault {
    let change = CountChange::ThisRound(rule.count);
    battle.apply(Effect::Count { unit, change, cause: rule.rule })?;
    let def = ModifierDef::flat(rule.check, Some(rule.rule));
    let modifier = ActiveModifier::new(Key::new("haste"), def, Until::EndOfRound);
    battle.apply(Effect::Modify { unit, modifier })
}

/// A phase begins.
pub(super) fn phase(battle: &mut Battle, phase: Phase) {
    let round = {
        let mut clock = battle.world_mut().resource_mut::<Clock>();
        clock.phase = phase;
        clock.round
    };
    battle.record(Outcome::PhaseStarted { phase, round });
}
