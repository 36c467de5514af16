//! Time that goes by outside the rounds of a fight: many rounds at once, tasks done in them, what a pause brings.
//!
//! In each round tasks that are done have their checks, then comes its end, then what an hour of rest brings. How far
//! nothing happens is worked out in `battle::time`. It comes over an open question, which stands again afterwards.

use crate::battle::phases::TimePassing;
use crate::battle::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Start,
    Go,
    Tasks,
    Bring,
}

/// Time going by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pass {
    stage: Stage,
    rounds: u32,
    gone: u32,
    pauses: Vec<(UnitId, Key)>,
    prompt: Option<Prompt>,
}

impl Battle {
    /// Lets rounds go by as all do what they are at; units that spend it as a pause have what that brings.
    pub(crate) fn let_pass(&mut self, rounds: u32, pauses: Vec<(UnitId, Key)>) {
        let prompt = self.world_mut().resource_mut::<OpenPrompt>().0.take();
        let pass = Pass { prompt, ..Pass::new(rounds, pauses) };
        self.world_mut().resource_mut::<Stack>().push(Frame::Pass(Box::new(pass)));
    }
}

impl Pass {
    /// So many rounds, in which these units have a pause.
    pub(super) fn new(rounds: u32, pauses: Vec<(UnitId, Key)>) -> Self {
        Self { stage: Stage::Start, rounds, gone: 0, pauses, prompt: None }
    }

    fn time(&self, battle: &mut Battle, step: BattleStep, rounds: u32) -> OrFault {
        let hours = self.gone / battle.book().hour();
        phases::time(battle, step, TimePassing { rounds, hours, pauses: self.pauses.clone() })
    }

    pub(super) fn step(&mut self, battle: &mut Battle, _context: Context) -> OrFault<Flow> {
        loop {
            match self.stage {
                Stage::Start => {
                    battle.record(Outcome::TimePassed { rounds: self.rounds });
                    self.time(battle, BattleStep::Rest, 0)?;
                    self.stage = Stage::Go;
                }
                Stage::Go if self.gone >= self.rounds => {
                    let mut clock = battle.world_mut().resource_mut::<Clock>();
                    clock.passed = clock.passed.saturating_add(self.rounds);
                    self.stage = Stage::Bring;
                }
                Stage::Go => {
                    battle.count_effects(Key::new("time"), 1)?;
                    let calm = battle.calm(self.rounds - self.gone, self.gone);
                    self.time(battle, BattleStep::Pass, calm)?;
                    self.gone += calm;
                    self.stage = Stage::Tasks;
                }
                Stage::Tasks => {
                    if let Some((unit, act)) = battle.finished_task()? {
                        let frame = ActFrame::finishing(unit, act);
                        return Ok(Flow::Push(Box::new(Frame::Act(Box::new(frame)))));
                    }
                    phases::end_of_round(battle)?;
                    let hour = battle.book().hour();
                    if self.gone.is_multiple_of(hour) {
                        self.time(battle, BattleStep::Rest, 0)?;
                    }
                    self.stage = Stage::Go;
                }
                Stage::Bring => {
                    self.time(battle, BattleStep::PauseEnd, 0)?;
                    let prompt = self.prompt.take().map(Box::new);
                    return Ok(Flow::Resume { value: None, answer: None, prompt });
                }
            }
        }
    }
}
