//! The pieces of the flow that can stop half-way.
//!
//! A frame is plain serde data: its arguments and the step it has come to. Nothing of a running battle is held in a
//! call stack or closure, so a battle can be saved in the middle of any question. A step returns a [`Flow`].

/// Methods that give the same frame with something else about it: what each takes, and what it sets.
macro_rules! the_same {
    ($frame:ident {
        $($(#[$about:meta])* $name:ident($($arg:ident: $kind:ty),*): $($($field:ident).+ = $value:expr),+;)*
    }) => {
        impl $frame {
            $($(#[$about])*
            #[must_use]
            pub fn $name(mut self $(, $arg: $kind)*) -> Self {
                $(self.$($field).+ = $value;)+
                self
            })*
        }
    };
}

pub mod act;
pub mod aftermath;
pub mod area;
mod avoid;
pub mod between;
pub mod blast;
pub mod blind;
pub mod decide;
pub mod dice;
pub mod drive;
pub mod fight;
pub mod fortune;
pub mod joint;
pub mod pass;
pub mod reaction_window;
pub mod share;
pub mod shove;
pub mod spread;
pub mod strike;
pub mod sweep;
pub mod touched;
pub mod travel;
pub mod turn;
pub mod turns;
pub mod zone;

use std::sync::Arc;

use bevy_ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use super::{Battle, Fault, OrFault, command::Command, prompt::Prompt};
use crate::{
    key::Key,
    rules::{action::ActionDef, blast::Lessen, facts::UnitId, legal::Refusal},
};

/// Names a frame on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FrameId(pub u32);

/// The kinds of frames, of which each has a step.
macro_rules! frames {
    ($($(#[$meta:meta])* $kind:ident($frame:ty),)*) => {
        /// One kind of frame with its arguments and step.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum Frame {
            $($(#[$meta])* $kind($frame),)*
        }

        impl Frame {
            /// One step.
            pub fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
                match self {
                    $(Self::$kind(frame) => frame.step(battle, context),)*
                }
            }
        }
    };
}

frames! {
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
    /// An attack that fills a zone.
    Zone(Box<zone::ZoneBurst>),
    /// An explosion.
    Blast(Box<blast::Blast>),
    /// Blind fire.
    Blind(Box<blind::BlindFire>),
    /// Shot that spreads.
    Spread(Box<spread::SpreadShot>),
    /// One roll whose hits fall on several.
    Sweep(Box<sweep::Sweep>),
    /// A window for answers.
    Window(Box<reaction_window::ReactionWindow>),
    /// Initiative checks that may be raised.
    Raise(dice::Raise),
    /// An error or a success that dice may make more of.
    #[serde(rename = "Fate")]
    ExtraDice(dice::ExtraDice),
    /// Several who fire at once.
    Joint(Box<joint::Joint>),
    /// What comes in between.
    Between(Box<between::Between>),
    /// The hours after the fight.
    Aftermath(Box<aftermath::Aftermath>),
    /// Time going by.
    Pass(Box<pass::Pass>),
    /// Somebody touched whose aura may answer.
    Touched(touched::Touched),
    /// Points to be shared out.
    Share(Box<share::Share>),
    /// A condition that may be done without.
    Decide(decide::Decide),
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
    Done(FrameValue),
    /// This frame has come between two others and has ended: all is as it was, the question that was open too.
    Resume {
        /// What the frame ended before it had handed down.
        value: Option<FrameValue>,
        /// The command that had just been given.
        answer: Option<Box<Command>>,
        /// The question that was open.
        prompt: Option<Box<Prompt>>,
    },
}

impl Flow {
    /// The same frame again, at this stage.
    fn at<S>(stage: &mut S, now: S) -> Self {
        *stage = now;
        Self::Continue
    }
}

/// What a part of a step comes to: what comes first, if anything does; else the step goes on.
pub type OrFlow = OrFault<Option<Flow>>;

/// What a frame hands to the one below it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum FrameValue {
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
        /// Of an attack: who was attacked, struck or not (S-69).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        struck: Vec<UnitId>,
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
        /// What those who have answered may do once the attack is over (S-67).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        follows: Vec<reaction_window::FollowUp>,
    },
}

impl FrameValue {
    /// Nothing answered, but these watchers fire once what set them off is done.
    fn late(late: Vec<(UnitId, usize)>) -> Self {
        let (hinder, reduced, evaded, lessened, shield) = (0, 0, 0, None, None);
        Self::Closed { late, hinder, reduced, evaded, lessened, shield, follows: Vec::new() }
    }

    /// An action that was carried through and attacked nobody of whom more has to be said.
    fn acted(success: bool, margin: i32, value: i32) -> Self {
        Self::Acted { success, margin, value, struck: Vec::new() }
    }
}

/// A frame on the stack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StackEntry {
    /// Its name.
    pub id: FrameId,
    /// The frame.
    pub frame: Frame,
    /// It was cancelled from above, and why.
    pub cancelled: Option<Refusal>,
}

/// The frames of a battle, the lowest first.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stack {
    /// The frames.
    pub entries: Vec<StackEntry>,
    /// The next name.
    pub next: u32,
    /// What the frame just ended handed down.
    pub value: Option<FrameValue>,
    /// The command just given.
    pub answer: Option<Command>,
}

impl Stack {
    /// Puts a frame on top.
    pub fn push(&mut self, frame: Frame) {
        self.next += 1;
        self.entries.push(StackEntry { id: FrameId(self.next), frame, cancelled: None });
    }

    /// The frame of a name.
    pub fn get(&self, id: FrameId) -> Option<&StackEntry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// The frame of a name, to change.
    pub fn get_mut(&mut self, id: FrameId) -> Option<&mut StackEntry> {
        self.entries.iter_mut().find(|entry| entry.id == id)
    }
}

/// What a frame's step is given besides the battle.
pub struct Context {
    /// Its own name.
    pub id: FrameId,
    /// The value of the frame that has just ended above it.
    pub value: Option<FrameValue>,
    /// The answer to what it has just asked.
    pub answer: Option<Command>,
    /// It was cancelled.
    pub cancelled: Option<Refusal>,
}

impl Battle {
    /// An action of the book.
    fn known_action(&self, action: Key) -> OrFault<Arc<ActionDef>> {
        let known = self.book().actions.get(action).cloned();
        known.ok_or_else(|| Fault::Rule(message!("core-there-is-no-action", action)))
    }
}
