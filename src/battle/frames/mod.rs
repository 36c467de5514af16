//! The pieces of the flow that can stop half-way.
//!
//! A frame is plain serde data: its arguments and the step it has come to. Nothing of a running battle is held in a
//! call stack or closure, so a battle can be saved in the middle of any question. A step returns a [`Flow`].
//!
//! | frame | what it is |
//! | --- | --- |
//! | [`fight`] | the phases of a battle, each a small schedule and what it queued |
//! | [`turns`] | the order of a round, and the units that act at once |
//! | [`turn`] | one unit's turn |
//! | [`aftermath`] | the hours after the fight |
//! | [`act`] | one action, from declaration to what follows |
//! | [`travel`] | a move, square by square |
//! | [`drive`] | a vehicle on its way |
//! | [`shove`] | being moved by another, square by square |
//! | [`strike`] | one attack on one target |
//! | [`area`] | one attack on all in an area |
//! | [`blast`] | something that goes off, and those whom it catches |
//! | [`blind`] | one shot at a square and whoever is on the line |
//! | [`spread`] | one shot at all who share a square |
//! | [`window`] | who may answer something, one after the other |
//! | [`dice`] | whether action dice are spent |
//! | [`fortune`] | dice of a check that may be thrown again |
//! | [`between`] | what comes in between two steps, or over an open question |
//! | [`pass`] | time going by |
//! | [`joint`] | several who fire at one target at once |
//! | [`share`] | points that come back or are lost, shared out by choice |

pub mod act;
pub mod aftermath;
pub mod area;
mod avoid;
pub mod between;
pub mod blast;
pub mod blind;
pub mod dice;
pub mod drive;
pub mod fight;
pub mod fortune;
pub mod joint;
pub mod pass;
pub mod share;
pub mod shove;
pub mod spread;
pub mod strike;
pub mod travel;
pub mod turn;
pub mod turns;
pub mod window;

use bevy_ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use super::{Battle, Fault, command::Command, prompt::Prompt};
use crate::rules::{blast::Lessen, facts::UnitId, legal::Refusal};

/// Names a frame on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FrameId(pub u32);

/// One kind of frame with its arguments and step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Frame {
    /// The battle.
    Fight(fight::Fight),
    /// The turns of a round.
    Turns(turns::Turns),
    /// Units that act at once.
    Together(turns::Together),
    /// A turn.
    Turn(turn::Turn),
    /// An action.
    Act(Box<act::ActFrame>),
    /// A move.
    Travel(Box<travel::Travel>),
    /// A vehicle on its way.
    Drive(Box<drive::Drive>),
    /// Being moved by another.
    Shove(Box<shove::Shove>),
    /// An attack.
    Strike(Box<strike::Strike>),
    /// An attack that covers an area.
    Area(Box<area::AreaStrike>),
    /// An explosion.
    Blast(Box<blast::Blast>),
    /// Blind fire.
    Blind(Box<blind::BlindFire>),
    /// Shot that spreads.
    Spread(Box<spread::SpreadShot>),
    /// A window for answers.
    Window(Box<window::Window>),
    /// Initiative checks that may be raised.
    Raise(dice::Raise),
    /// An error or a success that dice may make more of.
    Fate(dice::Fate),
    /// Several who fire at once.
    Joint(Box<joint::Joint>),
    /// What comes in between.
    Between(Box<between::Between>),
    /// The hours after the fight.
    Aftermath(Box<aftermath::Aftermath>),
    /// Time going by.
    Pass(Box<pass::Pass>),
    /// Points to be shared out.
    Share(Box<share::Share>),
    /// Dice that may be thrown again.
    Throw(Box<fortune::Throw>),
    /// An effect with a check, put off.
    Later(Box<fortune::Later>),
}

/// What a step says comes next.
#[derive(Debug)]
pub enum Flow {
    /// The same frame again.
    Continue,
    /// Another frame first; its value comes back to this one.
    Push(Box<Frame>),
    /// A question first; the command comes back to this one.
    Ask(Box<Prompt>),
    /// This frame has ended with a value.
    Done(Value),
    /// This frame has come between two others and has ended: all is as it was, the question that was open too.
    Resume {
        /// What the frame ended before it had handed down.
        value: Option<Value>,
        /// The command that had just been given.
        answer: Option<Box<Command>>,
        /// The question that was open.
        prompt: Option<Box<Prompt>>,
    },
}

/// What a frame hands to the one below it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// Nothing.
    #[default]
    None,
    /// A turn was put off.
    Delayed,
    /// An action came to nothing, and why.
    Void(Refusal),
    /// An action was carried through: its margin and value, and whether it succeeded.
    Acted {
        /// It succeeded.
        success: bool,
        /// The margin of its last check.
        margin: i32,
        /// The value of its last check.
        value: i32,
    },
    /// A blow of an area attack has been struck; what follows from it comes later.
    Paused(Box<strike::Strike>),
    /// A window has closed; these watchers fire once what set them off is done (S-69).
    Closed {
        /// Watcher and index of its watch.
        late: Vec<(UnitId, usize)>,
        /// What reactions put on the attack (C-53).
        hinder: i32,
        /// What a rolled defence takes off.
        reduced: i32,
        /// Degrees by which an evasion succeeded, 0 for none (S-35).
        evaded: i32,
        /// What an answer takes off an explosion (C-104, C-105).
        lessened: Option<Lessen>,
        /// Who has stepped in and is struck instead (S-41).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shield: Option<UnitId>,
    },
}

/// A frame on the stack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name.
    pub id: FrameId,
    /// The frame.
    pub frame: Frame,
    /// It was cancelled from above, and why.
    #[serde(default)]
    pub cancelled: Option<Refusal>,
}

/// The frames of a battle, the lowest first.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stack {
    /// The frames.
    pub entries: Vec<Entry>,
    /// The next name.
    pub next: u32,
    /// What the frame just ended handed down.
    pub value: Option<Value>,
    /// The command just given.
    pub answer: Option<Command>,
}

impl Stack {
    /// Puts a frame on top.
    pub fn push(&mut self, frame: Frame) {
        self.next += 1;
        self.entries.push(Entry { id: FrameId(self.next), frame, cancelled: None });
    }

    /// The frame of a name.
    pub fn get(&self, id: FrameId) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// The frame of a name, to change.
    pub fn get_mut(&mut self, id: FrameId) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.id == id)
    }
}

/// What a frame's step is given besides the battle.
pub struct Context {
    /// Its own name.
    pub id: FrameId,
    /// The value of the frame that has just ended above it.
    pub value: Option<Value>,
    /// The answer to what it has just asked.
    pub answer: Option<Command>,
    /// It was cancelled.
    pub cancelled: Option<Refusal>,
}

impl Frame {
    /// One step.
    pub fn step(&mut self, battle: &mut Battle, context: Context) -> Result<Flow, Fault> {
        match self {
            Self::Fight(frame) => frame.step(battle, context),
            Self::Turns(frame) => frame.step(battle, context),
            Self::Together(frame) => frame.step(battle, context),
            Self::Turn(frame) => frame.step(battle, context),
            Self::Act(frame) => frame.step(battle, context),
            Self::Travel(frame) => frame.step(battle, context),
            Self::Drive(frame) => frame.step(battle, context),
            Self::Shove(frame) => frame.step(battle, context),
            Self::Strike(frame) => frame.step(battle, context),
            Self::Area(frame) => frame.step(battle, context),
            Self::Blast(frame) => frame.step(battle, context),
            Self::Blind(frame) => frame.step(battle, context),
            Self::Spread(frame) => frame.step(battle, context),
            Self::Window(frame) => frame.step(battle, context),
            Self::Raise(frame) => frame.step(battle, context),
            Self::Fate(frame) => frame.step(battle, context),
            Self::Joint(frame) => frame.step(battle, context),
            Self::Between(frame) => frame.step(battle, context),
            Self::Aftermath(frame) => frame.step(battle, context),
            Self::Pass(frame) => frame.step(battle, context),
            Self::Share(frame) => frame.step(battle, context),
            Self::Throw(frame) => frame.step(battle, context),
            Self::Later(frame) => frame.step(battle, context),
        }
    }
}
