//! One fight: the ECS that holds it, the flow that moves it, and what is kept of it.
//!
//! [`Battle`] owns its Bevy world. It changes only by [`Battle::submit`]; [`Battle::advance`] is the one engine loop:
//! it steps the top frame until a prompt is open or the fight is over.
//!
//! | file | what it owns |
//! | --- | --- |
//! | [`command`], [`prompt`], [`choice`] | what goes in, what is asked, the kinds of choice |
//! | `standing` | standing answers: what a side does without being asked each time |
//! | [`chronicle`], `outcome`, `news` | the list of what happened, what can happen, what becomes of lasting things |
//! | [`effect`], `apply` | every change, and the one place where changes are made |
//! | [`frames`] | the pieces of the flow that can stop half-way |
//! | [`phases`], [`queue`] | the small schedules of each phase, and what they want done |
//! | [`plugin`] | rules written in Rust that join a phase |
//! | [`muster`], `meeting`, `entry` | how a fight begins, how groups meet, who comes later |
//! | [`order`], `ties`, `tactics` | who acts when, and what commanders add to it |
//! | `judge`, `referee` | which commands are taken now; what comes from outside a fight |
//! | `prelude` | what many files here speak of, imported in one line |
//! | `fault` | what ends a battle with a report ([`Fault`]) |
//! | `land`, `system_hits` | where harm lands; harm of vehicles, robots and drones |
//! | `collide`, `blaze`, `noise` | collisions and sudden stops; fires; loud noises |
//! | `held` | what waits until a simultaneous slot or an answered blow closes |
//! | `task` | what takes longer than a turn |
//! | `time` | hours and pauses outside the rounds |
//! | `store`, `resources`, `fresh` | the world, what it holds besides units, and how facts follow it |
//! | `lapses` | conditions that end by what their bearer does |
//! | `memory` | who perceives what, and what sides remember in fog |
//! | [`knowledge`] | what may be read of it, for a side or the referee |
//! | [`terms`], [`setup`] | what is agreed before a match, what a battle is made from |
//! | [`purposes`], `kept_dice` | what dice are thrown for, how they fell |
//! | [`snapshot`], `digest`, [`replay`] | saving, hashes, replays, undo |
//! | [`used`] | what a battle uses of the library, to tell later what of it has changed |
//! | [`statistics`] | what a battle came to |
//! | [`testing`] | for tests and benches only: the words of content that a battle has used; single changes |

mod apply;
mod blaze;
pub mod choice;
pub mod chronicle;
mod collide;
pub mod command;
mod digest;
pub mod effect;
pub mod entry;
mod fault;
pub mod frames;
mod fresh;
mod goals;
mod held;
mod judge;
mod kept_dice;
pub mod knowledge;
mod land;
mod lapses;
mod meeting;
mod memory;
pub mod muster;
mod news;
mod noise;
pub mod order;
mod outcome;
pub mod phases;
pub mod plugin;
mod prelude;
pub mod prompt;
pub mod purposes;
pub mod queue;
mod referee;
pub mod replay;
pub mod resources;
pub mod setup;
pub mod snapshot;
pub mod standing;
pub mod statistics;
mod store;
mod system_hits;
mod tactics;
mod task;
pub mod terms;
pub mod testing;
mod ties;
mod time;
pub mod used;

use std::{
    fmt,
    sync::{Arc, Mutex, OnceLock},
};

use bevy_ecs::world::World;

use crate::{
    dice::{Dice, Roll, ScriptedDie},
    key::Key,
    rules::{
        book::Rulebook,
        facts::{Facts, Side, UnitId},
        legal::Refusal,
    },
};

use chronicle::{Chronicle, Outcome};
use command::Command;
pub use fault::{Fault, OrFault};
use frames::{Context, Flow, Frame, FrameId, Stack, fortune::Thrown};
use prompt::{Ask, Prompt};
use resources::{Answers, Clock, DiceBox, HeldBack, InterposedFrames, OpenPrompt};
use standing::Policy;
use store::Store;

/// How many frame steps one [`Battle::advance`] may take before it is an endless loop.
const STEP_BUDGET: u32 = 100_000;

/// Rounds after which a fight that does not end is an error, where the scenario says nothing.
const ROUND_LIMIT: u32 = 200;

/// Where a battle stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// A prompt is open.
    Asking,
    /// The fight is over.
    Over,
}

/// One fight.
pub struct Battle {
    world: Store,
    facts: Arc<Facts>,
    /// Set once: nothing is done after it.
    fault: OnceLock<Fault>,
    /// What seldom changes of it, hashed once. Nothing of the battle itself.
    hashed: Mutex<snapshot::Hashed>,
    round_limit: u32,
    spiral: apply::Spiral,
    seen: Option<Box<testing::seen::Seen>>,
    /// The dice as they fell, once somebody has asked for them.
    kept_dice: Option<Vec<ScriptedDie>>,
    /// Dice thrown ahead of the next step; none while a prompt is open.
    thrown: Vec<Thrown>,
}

impl fmt::Debug for Battle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Battle")
            .field("round", &self.facts.round)
            .field("fault", &self.fault())
            .finish_non_exhaustive()
    }
}

impl Battle {
    /// The rulebook.
    pub fn book(&self) -> Arc<Rulebook> {
        self.facts.book.clone()
    }

    /// The open prompt.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.world.resource::<OpenPrompt>().0.as_ref()
    }

    /// Everything that happened.
    pub fn chronicle(&self) -> &Chronicle {
        self.world.resource::<Chronicle>()
    }

    /// Where it stands.
    pub fn status(&self) -> Status {
        if self.prompt().is_some() { Status::Asking } else { Status::Over }
    }

    /// The error that ended it, if one did.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.get()
    }

    /// The standing answers.
    pub fn answers(&self) -> &Answers {
        self.world.resource::<Answers>()
    }

    /// Round, phase and turn.
    pub fn clock(&self) -> &Clock {
        self.world.resource::<Clock>()
    }

    /// The frames of the flow, the lowest first.
    pub fn stack(&self) -> &Stack {
        self.world.resource::<Stack>()
    }

    /// The dice.
    pub fn dice(&self) -> &crate::dice::DiceStream {
        &self.world.resource::<DiceBox>().0
    }

    /// Replaces the dice that are still to be thrown (for proofs of the odds, which throw every sequence).
    pub fn set_dice(&mut self, dice: crate::dice::DiceStream) {
        self.world.resource_mut::<DiceBox>().0 = dice;
    }

    /// The side that stands, once just one does, or that has reached its goal.
    pub fn winner(&self) -> Option<Side> {
        if self.clock().avoided.is_some() {
            return None;
        }
        if let Some(side) = self.clock().holder {
            return Some(side);
        }
        if let Some(side) = self.goal_reached() {
            return Some(side);
        }
        if let [side] = self.fighting_sides().as_slice() { Some(*side) } else { None }
    }

    /// Steps the top frame until a prompt is open or the fight is over. The only engine loop.
    pub fn advance(&mut self) -> Status {
        self.begin_count();
        for _ in 0..STEP_BUDGET {
            if self.fault().is_some() {
                return self.stop();
            }
            // What was hit is shared out before what comes of it.
            self.open_soon();
            self.open_shares();
            if self.prompt().is_some() {
                self.refresh();
                return Status::Asking;
            }
            let mut stack = self.world.resource_mut::<Stack>();
            let value = stack.value.take();
            let answer = stack.answer.take();
            let Some(mut entry) = stack.entries.pop() else {
                self.refresh();
                return Status::Over;
            };
            let context = Context { id: entry.id, value, answer, cancelled: entry.cancelled.take() };
            let before = self.before(&entry.frame, &context);
            let flow = entry.frame.step(self, context).and_then(|flow| self.part().map(|()| flow));
            let flow = match (flow, before) {
                (Err(Fault::Throw(throw)), Some(before)) => {
                    self.throw_first(entry, before, *throw);
                    continue;
                }
                (flow, _) => flow,
            };
            if !matches!(entry.frame, Frame::Throw(_)) {
                self.thrown.clear();
            }
            let mut stack = self.world.resource_mut::<Stack>();
            match flow {
                Ok(Flow::Continue) => stack.entries.push(entry),
                Ok(Flow::Push(frame)) => {
                    stack.entries.push(entry);
                    stack.push(*frame);
                }
                Ok(Flow::Ask(prompt)) => {
                    stack.entries.push(entry);
                    match self.standing_choice(&prompt) {
                        Some(answer) => self.world.resource_mut::<Stack>().answer = Some(answer),
                        None => self.world.resource_mut::<OpenPrompt>().0 = Some(*prompt),
                    }
                }
                Ok(Flow::Done(value)) => stack.value = Some(value),
                Ok(Flow::Resume { value, answer, prompt }) => {
                    (stack.value, stack.answer) = (value, answer.map(|answer| *answer));
                    self.world.resource_mut::<OpenPrompt>().0 = prompt.map(|prompt| *prompt);
                    self.refresh();
                    if !self.prompt_still_stands() {
                        self.world.resource_mut::<OpenPrompt>().0 = None;
                    }
                }
                Err(fault) => return self.fail(fault),
            }
        }
        self.fail(Fault::Endless)
    }

    /// The battle ends with an error.
    fn fail(&mut self, fault: Fault) -> Status {
        // The first is the cause of those after it.
        let _ = self.fault.set(fault);
        self.stop()
    }

    /// Nothing more is done or asked.
    fn stop(&mut self) -> Status {
        self.world.resource_mut::<Stack>().entries.clear();
        self.world.resource_mut::<OpenPrompt>().0 = None;
        self.refresh();
        Status::Over
    }

    /// Something cannot be hashed: the battle ends at its next step.
    fn unhashed(&self, why: &digest::Unhashed) {
        let _ = self.fault.set(Fault::Unhashed(why.to_string()));
    }

    /// Takes a command, or says why not. A refused command changes nothing.
    pub fn submit(&mut self, command: Command) -> Result<Status, Refusal> {
        self.check(&command)?;
        self.note(&command);
        self.world.resource_mut::<Clock>().commands += 1;
        match command {
            Command::Standing(standing) => {
                self.world.resource_mut::<Answers>().lay(standing);
                return Ok(self.status());
            }
            Command::Referee(referee) => {
                self.begin_count();
                if let Err(fault) = self.referee(referee) {
                    return Ok(self.fail(fault));
                }
                self.refresh();
                if !self.prompt_still_stands() {
                    self.world.resource_mut::<OpenPrompt>().0 = None;
                }
            }
            Command::Concede { side } => {
                self.world.resource_mut::<Clock>().conceded.push(side);
                self.world.resource_mut::<OpenPrompt>().0 = None;
                let mut stack = self.world.resource_mut::<Stack>();
                stack.entries.truncate(1);
                stack.value = None;
                self.world.resource_mut::<HeldBack>().0.clear();
                self.world.resource_mut::<InterposedFrames>().0.clear();
            }
            command => {
                self.world.resource_mut::<OpenPrompt>().0 = None;
                self.world.resource_mut::<Stack>().answer = Some(command);
            }
        }
        Ok(self.advance())
    }

    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut Store {
        &mut self.world
    }

    fn round_limit(&self) -> u32 {
        self.round_limit
    }

    /// Whether no two hostile sides can still act, or one has reached its goal (S-19).
    fn fight_over(&self) -> bool {
        let ended = || self.fighting_sides().len() < 2 || self.goal_reached().is_some();
        self.clock().holder.is_none() && ended()
    }

    /// The sides that can still act and have not conceded.
    fn fighting_sides(&self) -> Vec<Side> {
        let conceded = &self.clock().conceded;
        let mut sides = self.facts.standing_sides();
        sides.retain(|side| !conceded.contains(side));
        sides
    }

    fn roll(&mut self, dice: &Dice, purpose: Key) -> OrFault<Roll> {
        let roll = self.world.resource_mut::<DiceBox>().0.roll(dice, purpose)?;
        self.keep_fallen(&roll.dice, purpose);
        Ok(roll)
    }

    fn die(&mut self, sides: u16, purpose: Key) -> OrFault<u16> {
        let face = self.world.resource_mut::<DiceBox>().0.die(sides, purpose)?;
        self.keep_fallen(&[face], purpose);
        Ok(face)
    }

    /// Rolls what is no check, and tells of it.
    fn throw(&mut self, unit: impl Into<Option<UnitId>>, notation: &Dice, purpose: Key) -> OrFault<Roll> {
        let roll = self.roll(notation, purpose)?;
        let (unit, notation) = (unit.into(), *notation);
        self.record(Outcome::Dice { unit, purpose, notation, dice: roll.dice.clone(), total: roll.total });
        Ok(roll)
    }

    /// One die of so many sides, as [`Battle::throw`].
    fn throw_die(&mut self, unit: impl Into<Option<UnitId>>, sides: u16, purpose: Key) -> OrFault<u16> {
        let face = self.die(sides, purpose)?;
        let (unit, notation) = (unit.into(), Dice::new(1, sides, 0, 0)?);
        self.record(Outcome::Dice { unit, purpose, notation, dice: vec![face], total: i32::from(face) });
        Ok(face)
    }

    fn ask(&mut self, unit: UnitId, ask: Ask) -> Flow {
        self.note(&ask);
        let number = {
            let mut clock = self.world.resource_mut::<Clock>();
            clock.prompts += 1;
            clock.prompts
        };
        let side = self.facts.unit(unit).map_or(Side::new("nobody"), |own| own.identity.side);
        Flow::Ask(Box::new(Prompt { number, side, unit, ask }))
    }

    /// What a standing answer says to a choice: to decline is to choose nothing, where that is one of the options.
    fn standing_choice(&self, prompt: &Prompt) -> Option<Command> {
        let Ask::Choice { about, options, .. } = &prompt.ask else { return None };
        let policy = self.answers().choice(prompt.side, prompt.unit, *about);
        let none = options.iter().find(|option| option.id == "none").filter(|_| policy == Policy::Decline)?;
        Some(Command::Choose { unit: prompt.unit, option: none.id })
    }

    /// Cancels a frame below: it finds the reason when it goes on.
    fn cancel(&mut self, frame: FrameId, why: Refusal) {
        if let Some(entry) = self.world.resource_mut::<Stack>().get_mut(frame) {
            entry.cancelled = Some(why);
        }
    }

    fn is_cancelled(&self, frame: FrameId) -> bool {
        self.world.resource::<Stack>().get(frame).is_some_and(|entry| entry.cancelled.is_some())
    }
}

/// The frames of a battle about to begin.
fn first_frame() -> Frame {
    Frame::Fight(frames::fight::Fight::default())
}
