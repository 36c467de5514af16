//! One fight: the ECS that holds it, the flow that moves it, and what is kept of it.
//!
//! [`Battle`] owns its Bevy world. It changes only by [`Battle::submit`]; [`Battle::advance`] is the one engine loop:
//! it steps the top frame until a prompt is open or the fight is over.
//!
//! | file | what it owns |
//! | --- | --- |
//! | [`command`], [`prompt`], [`chronicle`] | what goes in, what is asked, what happened |
//! | [`effect`], `apply` | every change, and the one place where changes are made |
//! | [`frames`] | the pieces of the flow that can stop half-way |
//! | [`phases`] | the small schedules of each phase |
//! | [`muster`], [`order`] | how a fight begins; who acts when |
//! | [`setup`] | what a battle is made from |
//! | [`snapshot`], [`replay`] | saving, hashes, replays, undo |

pub mod apply;
pub mod chronicle;
pub mod command;
pub mod effect;
pub mod frames;
mod land;
pub mod muster;
pub mod order;
pub mod phases;
pub mod prompt;
mod referee;
pub mod replay;
pub mod resources;
pub mod setup;
pub mod snapshot;
pub mod standing;

use std::{fmt, sync::Arc};

use bevy::ecs::{component::Mutable, prelude::Component, world::World};

use crate::{
    dice::{Dice, DiceError, Roll},
    key::Key,
    rules::{
        book::Rulebook,
        facts::{
            Awareness, Conditions, Facts, Gear, Identity, Initiative, Modifiers, Place, Pools, Sheet, Side, Slots,
            Tracks, UnitId, UnitState, Usage, Wards, Watches,
        },
        legal::{self, Act, Occasion, Refusal},
        modifier::Until,
        timing::Delay,
    },
};
use chronicle::{Chronicle, Event, Outcome};
use command::Command;
use frames::{Context, Flow, Frame, FrameId, Stack};
use prompt::{Ask, Prompt};
use resources::{Answers, Board, Clock, DiceBox, Ground, Holds, Open, Roster};

/// How many frame steps one [`Battle::advance`] may take before it is an endless loop.
const STEP_BUDGET: u32 = 100_000;

/// Rounds after which a fight that does not end is an error, where the scenario says nothing.
const ROUND_LIMIT: u32 = 200;

/// What ends a battle with a report.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The dice: a script ran out, or a die was asked for another purpose.
    Dice(DiceError),
    /// A rule or its data cannot be carried out.
    Rule(String),
    /// More steps than any fight needs.
    Endless,
}

impl From<DiceError> for Fault {
    fn from(error: DiceError) -> Self {
        Self::Dice(error)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dice(error) => write!(f, "dice: {error}"),
            Self::Rule(text) => f.write_str(text),
            Self::Endless => write!(f, "the rules went round in circles for {STEP_BUDGET} steps"),
        }
    }
}

impl std::error::Error for Fault {}

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
    world: World,
    facts: Arc<Facts>,
    stale: Vec<UnitId>,
    stale_rest: bool,
    fault: Option<Fault>,
    round_limit: u32,
}

impl fmt::Debug for Battle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Battle").field("round", &self.facts.round).field("fault", &self.fault).finish_non_exhaustive()
    }
}

impl Battle {
    /// The rulebook.
    pub fn book(&self) -> Arc<Rulebook> {
        self.facts.book.clone()
    }

    /// The open prompt.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.world.resource::<Open>().0.as_ref()
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
        self.fault.as_ref()
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

    /// The battle as plain values, the whole truth. What a side may know is [`Facts::known_to`].
    pub fn truth(&self) -> &Arc<Facts> {
        &self.facts
    }

    /// The side that stands, once just one does.
    pub fn winner(&self) -> Option<Side> {
        let conceded = &self.clock().conceded;
        let mut standing = self.facts.standing_sides();
        standing.retain(|side| !conceded.contains(side));
        match standing.as_slice() {
            [side] => Some(*side),
            _ => None,
        }
    }

    /// Steps the top frame until a prompt is open or the fight is over. The only engine loop.
    pub fn advance(&mut self) -> Status {
        if self.fault.is_some() {
            return Status::Over;
        }
        for _ in 0..STEP_BUDGET {
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
            let cancelled = context.cancelled.clone();
            let flow = entry.frame.step(self, context);
            let mut stack = self.world.resource_mut::<Stack>();
            match flow {
                Ok(Flow::Continue) => stack.entries.push(entry),
                Ok(Flow::Push(frame)) => {
                    entry.cancelled = cancelled.filter(|_| false);
                    stack.entries.push(entry);
                    stack.push(*frame);
                }
                Ok(Flow::Ask(prompt)) => {
                    stack.entries.push(entry);
                    self.world.resource_mut::<Open>().0 = Some(*prompt);
                }
                Ok(Flow::Done(value)) => stack.value = Some(value),
                Err(fault) => {
                    self.fault = Some(fault);
                    stack.entries.clear();
                    self.refresh();
                    return Status::Over;
                }
            }
        }
        self.fault = Some(Fault::Endless);
        self.refresh();
        Status::Over
    }

    /// Takes a command, or says why not. A refused command changes nothing.
    pub fn submit(&mut self, command: Command) -> Result<Status, Refusal> {
        self.check(&command)?;
        self.world.resource_mut::<Clock>().commands += 1;
        match command {
            Command::Standing(standing) => {
                self.world.resource_mut::<Answers>().lay(standing);
                return Ok(self.status());
            }
            Command::Referee(referee) => {
                if let Err(fault) = self.referee(referee) {
                    self.fault = Some(fault);
                    self.world.resource_mut::<Open>().0 = None;
                    return Ok(Status::Over);
                }
                self.refresh();
                if !self.prompt_still_stands() {
                    self.world.resource_mut::<Open>().0 = None;
                }
            }
            Command::Concede { side } => {
                self.world.resource_mut::<Clock>().conceded.push(side);
                self.world.resource_mut::<Open>().0 = None;
                let mut stack = self.world.resource_mut::<Stack>();
                stack.entries.truncate(1);
                stack.value = None;
                self.world.resource_mut::<Holds>().0.clear();
            }
            command => {
                self.world.resource_mut::<Open>().0 = None;
                self.world.resource_mut::<Stack>().answer = Some(command);
            }
        }
        Ok(self.advance())
    }

    /// Whether a command may be given now. The same test that [`Battle::submit`] makes.
    pub fn check(&self, command: &Command) -> Result<(), Refusal> {
        let refuse = |code: &str, text: String| Err(Refusal::new(code, text, None));
        if let Some(fault) = &self.fault {
            return refuse("fault", format!("the battle has ended with an error: {fault}"));
        }
        if let Command::Concede { side } = command {
            return match self.facts.units.iter().any(|unit| unit.identity.side == *side) {
                true if self.prompt().is_some() => Ok(()),
                true => refuse("over", "the fight is over".to_owned()),
                false => refuse("no_such_side", format!("there is no side {side}")),
            };
        }
        let Some(prompt) = self.prompt() else {
            return refuse("over", "the fight is over".to_owned());
        };
        match command {
            Command::Standing(_) | Command::Concede { .. } => Ok(()),
            Command::Referee(referee) => self.check_referee(referee),
            Command::Act { unit, action, mode, args } => {
                self.expect_unit(prompt, *unit)?;
                let act = Act { action: *action, mode: *mode, args: args.clone() };
                self.check_act(prompt, &act)
            }
            Command::End { unit } => {
                self.expect_unit(prompt, *unit)?;
                match &prompt.ask {
                    Ask::Turn { .. } => self.may_end(*unit),
                    _ => refuse("not_asked", "that is no answer to the open question".to_owned()),
                }
            }
            Command::Delay { unit, until } => {
                self.expect_unit(prompt, *unit)?;
                match &prompt.ask {
                    Ask::Turn { granted: None } => self.may_delay(*unit, *until),
                    _ => refuse("not_asked", "that is no answer to the open question".to_owned()),
                }
            }
            Command::Decline { unit } => {
                self.expect_unit(prompt, *unit)?;
                match &prompt.ask {
                    Ask::React(_) | Ask::CutIn { .. } => Ok(()),
                    Ask::Choice { options, .. } if options.first().is_some_and(|first| first.id == "none") => Ok(()),
                    _ => refuse("not_asked", "that cannot be declined".to_owned()),
                }
            }
            Command::Choose { unit, option } => {
                self.expect_unit(prompt, *unit)?;
                match &prompt.ask {
                    Ask::Choice { options, .. } if options.iter().any(|known| known.id == *option) => Ok(()),
                    Ask::Choice { options, .. } => {
                        let known: Vec<&str> = options.iter().map(|option| option.id.as_str()).collect();
                        refuse("no_option", format!("{option} is not among the options: {}", known.join(", ")))
                    }
                    Ask::CutIn { .. } if *option == "act" => Ok(()),
                    _ => refuse("not_asked", "that is no answer to the open question".to_owned()),
                }
            }
            Command::Allot { unit, parts } => {
                self.expect_unit(prompt, *unit)?;
                match &prompt.ask {
                    Ask::Allot { total, tracks } => land::check_allotment(*total, tracks, parts, &self.facts, *unit),
                    _ => refuse("not_asked", "that is no answer to the open question".to_owned()),
                }
            }
        }
    }

    fn expect_unit(&self, prompt: &Prompt, unit: UnitId) -> Result<(), Refusal> {
        if prompt.unit == unit {
            return Ok(());
        }
        Err(Refusal::new("not_asked", format!("{} is asked, not {unit}", prompt.unit), None))
    }

    fn check_act(&self, prompt: &Prompt, act: &Act) -> Result<(), Refusal> {
        match &prompt.ask {
            Ask::Turn { granted } => {
                let occasion = Occasion { granted: granted.is_some(), ..Occasion::default() };
                legal::plan(&self.facts, prompt.unit, act, &occasion).map(|_| ())
            }
            Ask::React(reaction) => {
                let offered = reaction.options.iter().any(|offer| offer.action == act.action);
                if !offered {
                    return Err(Refusal::new(
                        "not_offered",
                        format!("{} does not answer this", self.facts.book.name_of(act.action)),
                        None,
                    ));
                }
                let mut act = act.clone();
                let targets = self.facts.book.action(act.action).is_some_and(|def| def.target().is_some());
                if targets && act.args.target.is_none() {
                    act.args.target = Some(reaction.by);
                }
                if let Some(watch) = reaction.watch
                    && let Some(own) = self.facts.unit(prompt.unit).and_then(|own| own.watches.0.get(watch))
                {
                    act.args.weapon = act.args.weapon.or(own.weapon);
                    act.args.spell = act.args.spell.or(own.spell);
                }
                let occasion = reaction.occasion();
                legal::plan(&self.facts, prompt.unit, &act, &occasion).map(|_| ())
            }
            _ => Err(Refusal::new("not_asked", "that is no answer to the open question".to_owned(), None)),
        }
    }

    fn may_end(&self, unit: UnitId) -> Result<(), Refusal> {
        match self.facts.unit(unit) {
            Some(own) if own.initiative.must_press && !own.initiative.pressed && self.facts.can_act(own) => {
                Err(Refusal::new("must_press", "must press first".to_owned(), Some(Key::new("F-22"))))
            }
            _ => Ok(()),
        }
    }

    fn may_delay(&self, unit: UnitId, until: Option<i32>) -> Result<(), Refusal> {
        let no = |text: &str, rule: &str| Err(Refusal::new("no_delay", text.to_owned(), Some(Key::new(rule))));
        let Some(own) = self.facts.unit(unit) else { return no("there is no such unit", "A-42") };
        match (self.facts.book.settings.timing.delay, until) {
            (Delay::None, _) => no("this book knows no delay", "A-42"),
            (Delay::Resume, None) => no("name the count at which the turn goes on", "A-42"),
            (Delay::Resume, Some(until)) if until >= self.clock().count.unwrap_or(order::acts_at(&self.facts, own)) => {
                no("the count must be lower than the present one", "A-42")
            }
            (Delay::Resume, Some(until)) if self.facts.book.settings.timing.least.is_some_and(|least| until < least) => {
                no("the count runs no lower than that", "A-46")
            }
            (Delay::Resume, Some(_)) => Ok(()),
            (Delay::Interrupt, Some(_)) => no("a delayer acts whenever it likes: name no count", "C-27"),
            (Delay::Interrupt, None) if !own.usage.this_turn.is_empty() => {
                no("only before the first action of the turn", "C-27")
            }
            (Delay::Interrupt, None) => Ok(()),
        }
    }

    /// After a referee's doing, whether the open question still makes sense.
    fn prompt_still_stands(&self) -> bool {
        let cut = self.clock().round_cut;
        match self.prompt() {
            Some(prompt) if matches!(prompt.ask, Ask::Turn { .. }) => {
                !cut && self.facts.unit(prompt.unit).is_some_and(|own| self.facts.can_act(own)) && !self.fight_over()
            }
            Some(_) => true,
            None => true,
        }
    }

    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn round_limit(&self) -> u32 {
        self.round_limit
    }

    /// Whether no two hostile sides can still act.
    fn fight_over(&self) -> bool {
        let mut sides: Vec<Side> = Vec::new();
        let conceded = &self.clock().conceded;
        for unit in &self.facts.units {
            let side = unit.identity.side;
            if !conceded.contains(&side) && !sides.contains(&side) && !self.facts.out(unit) {
                sides.push(side);
            }
        }
        sides.len() < 2
    }

    /// The facts, fresh.
    fn facts(&mut self) -> Arc<Facts> {
        self.refresh();
        self.facts.clone()
    }

    fn refresh(&mut self) {
        if self.stale.is_empty() && !self.stale_rest {
            return;
        }
        let facts = Arc::make_mut(&mut self.facts);
        let roster = self.world.resource::<Roster>();
        for id in self.stale.drain(..) {
            let Some((_, entity)) = roster.0.iter().find(|(known, _)| *known == id) else { continue };
            let Some(state) = read_unit(&self.world, *entity) else { continue };
            if let Some(own) = facts.units.iter_mut().find(|unit| unit.identity.id == id) {
                *own = state;
            }
        }
        if self.stale_rest {
            self.stale_rest = false;
            let clock = self.world.resource::<Clock>();
            facts.round = clock.round;
            facts.phase = clock.phase;
            facts.turn = clock.turn;
            facts.map = self.world.resource::<Board>().0.clone();
            facts.ground = self.world.resource::<Ground>().0.clone();
        }
    }

    fn stale_clock(&mut self) {
        self.stale_rest = true;
    }

    fn stale_map(&mut self) {
        self.stale_rest = true;
    }

    fn stale_ground(&mut self) {
        self.stale_rest = true;
    }

    fn stale_all(&mut self) {
        self.stale_rest = true;
        self.stale = self.world.resource::<Roster>().0.iter().map(|(id, _)| *id).collect();
    }

    /// Changes one component of a unit.
    fn change<C: Component<Mutability = Mutable>>(&mut self, unit: UnitId, change: impl FnOnce(&mut C)) {
        let entity =
            self.world.resource::<Roster>().0.iter().find(|(known, _)| *known == unit).map(|(_, entity)| *entity);
        if let Some(entity) = entity
            && let Some(mut component) = self.world.get_mut::<C>(entity)
        {
            change(&mut component);
            if !self.stale.contains(&unit) {
                self.stale.push(unit);
            }
        }
    }

    fn record(&mut self, outcome: Outcome) {
        let hidden_from = self.hidden_from(&outcome);
        self.world.resource_mut::<Chronicle>().push(Event { outcome, hidden_from });
    }

    /// Sides that do not perceive an outcome: with fog, those that see none of the units it is about.
    fn hidden_from(&mut self, outcome: &Outcome) -> Vec<Side> {
        if self.facts.option("fog") == 0 {
            return Vec::new();
        }
        let about = match outcome {
            Outcome::Stepped { unit, .. }
            | Outcome::Declared { unit, .. }
            | Outcome::Paid { unit, .. }
            | Outcome::Track { unit, .. }
            | Outcome::Condition { unit, .. }
            | Outcome::Modified { unit, .. }
            | Outcome::Ledger { unit, .. }
            | Outcome::Item { unit, .. }
            | Outcome::Watching { unit, .. }
            | Outcome::Slot { unit, .. }
            | Outcome::TurnStarted { unit, .. }
            | Outcome::Delayed { unit, .. }
            | Outcome::Points { unit, .. } => *unit,
            Outcome::Rolled { check, .. } => check.by,
            _ => return Vec::new(),
        };
        let facts = self.facts();
        let Some(unit) = facts.unit(about) else { return Vec::new() };
        let mut hidden = Vec::new();
        for other in &facts.units {
            let side = other.identity.side;
            if side == unit.identity.side || hidden.contains(&side) {
                continue;
            }
            let seen = facts
                .units
                .iter()
                .any(|eye| eye.identity.side == side && facts.present(eye) && facts.sees(eye, unit));
            if !seen {
                hidden.push(side);
            }
        }
        hidden
    }

    fn roll(&mut self, dice: &Dice, purpose: Key) -> Result<Roll, Fault> {
        Ok(self.world.resource_mut::<DiceBox>().0.roll(dice, purpose)?)
    }

    fn die(&mut self, sides: u16, purpose: Key) -> Result<u16, Fault> {
        Ok(self.world.resource_mut::<DiceBox>().0.die(sides, purpose)?)
    }

    fn ask(&mut self, unit: UnitId, ask: Ask) -> Flow {
        let number = {
            let mut clock = self.world.resource_mut::<Clock>();
            clock.prompts += 1;
            clock.prompts
        };
        let side = self.facts.unit(unit).map_or(Side::new("nobody"), |own| own.identity.side);
        Flow::Ask(Box::new(Prompt { number, side, unit, ask }))
    }

    fn next_injury(&mut self) -> u32 {
        let mut clock = self.world.resource_mut::<Clock>();
        clock.injuries += 1;
        clock.injuries
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

    /// Ends a unit's modifiers whose duration fits.
    fn end_modifiers(&mut self, unit: UnitId, fits: impl Fn(&Until) -> bool) {
        let any = self.facts().unit(unit).is_some_and(|own| own.modifiers.0.iter().any(|one| fits(&one.until)));
        if any {
            self.change::<Modifiers>(unit, |own| own.0.retain(|modifier| !fits(&modifier.until)));
        }
    }

    /// Lifts a unit's conditions whose duration fits.
    fn end_conditions(&mut self, unit: UnitId, fits: impl Fn(&Until) -> bool) -> Result<(), Fault> {
        let ending: Vec<Key> = self
            .facts()
            .unit(unit)
            .map(|own| own.conditions.0.iter().filter(|one| fits(&one.until)).map(|one| one.id).collect())
            .unwrap_or_default();
        for condition in ending {
            self.apply(effect::Effect::Lift { unit, condition, count: None })?;
        }
        Ok(())
    }

    /// Durations by another unit's turns count down as that one's turn ends (D-09).
    fn count_turns_of(&mut self, bearer: UnitId, whose: UnitId) -> Result<(), Fault> {
        let counts = |until: &Until| matches!(until, Until::EndOfTurnOf(unit, _) if *unit == whose);
        let any = self.facts().unit(bearer).is_some_and(|own| {
            own.conditions.0.iter().any(|one| counts(&one.until)) || own.modifiers.0.iter().any(|one| counts(&one.until))
        });
        if !any {
            return Ok(());
        }
        let lower = |until: &mut Until| {
            if let Until::EndOfTurnOf(unit, left) = until
                && *unit == whose
            {
                *left = left.saturating_sub(1);
            }
        };
        self.change::<Modifiers>(bearer, |own| {
            own.0.iter_mut().for_each(|one| lower(&mut one.until));
            own.0.retain(|one| one.until != Until::EndOfTurnOf(whose, 0));
        });
        self.change::<Conditions>(bearer, |own| own.0.iter_mut().for_each(|one| lower(&mut one.until)));
        self.end_conditions(bearer, |until| *until == Until::EndOfTurnOf(whose, 0))
    }

    fn set_hold_actor(&mut self, frame: FrameId, actor: Option<UnitId>) {
        for hold in &mut self.world.resource_mut::<Holds>().0 {
            if hold.frame == frame {
                hold.actor = actor;
            }
        }
    }

    /// Closes a frame's hold: what waited happens now, in order.
    fn release(&mut self, frame: FrameId) -> Result<(), Fault> {
        let mut holds = self.world.resource_mut::<Holds>();
        let Some(index) = holds.0.iter().position(|hold| hold.frame == frame) else { return Ok(()) };
        let hold = holds.0.remove(index);
        for effect in hold.effects {
            self.apply(effect)?;
        }
        Ok(())
    }

    /// Spawns a unit's components.
    fn spawn(&mut self, state: UnitState) {
        let id = state.identity.id;
        let entity = self.world.spawn(state.clone()).id();
        self.world.resource_mut::<Roster>().0.push((id, entity));
        Arc::make_mut(&mut self.facts).units.push(state);
    }
}

fn read_unit(world: &World, entity: bevy::ecs::entity::Entity) -> Option<UnitState> {
    let unit = world.get_entity(entity).ok()?;
    Some(UnitState {
        identity: unit.get::<Identity>()?.clone(),
        sheet: unit.get::<Sheet>()?.clone(),
        place: *unit.get::<Place>()?,
        tracks: unit.get::<Tracks>()?.clone(),
        pools: unit.get::<Pools>()?.clone(),
        conditions: unit.get::<Conditions>()?.clone(),
        modifiers: unit.get::<Modifiers>()?.clone(),
        initiative: unit.get::<Initiative>()?.clone(),
        gear: unit.get::<Gear>()?.clone(),
        slots: unit.get::<Slots>()?.clone(),
        usage: unit.get::<Usage>()?.clone(),
        watches: unit.get::<Watches>()?.clone(),
        wards: unit.get::<Wards>()?.clone(),
        awareness: unit.get::<Awareness>()?.clone(),
    })
}

/// The frames of a battle about to begin.
fn first_frame() -> Frame {
    Frame::Fight(frames::fight::Fight::new())
}
