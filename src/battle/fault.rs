//! What ends a battle with a report: dice that do not fit, rules that cannot be carried out, mistakes of the program.

use std::fmt;

use super::{STEP_BUDGET, frames::fortune::Throw};
use crate::{
    battle::prelude::*,
    dice::{DiceError, NotationError},
    message::{Arg, ToArg},
};

/// A value, unless a fault has come in between.
pub type OrFault<T = ()> = Result<T, Fault>;

/// What ends a battle with a report.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The dice: a script ran out, or a die was asked for another purpose.
    Dice(DiceError),
    /// A rule or its data cannot be carried out.
    Rule(Message),
    /// The battle, or something that happened, cannot be hashed: a mistake in the program.
    Unhashed(String),
    /// More steps than any fight needs.
    Endless,
    /// An effect of content that sets itself off again and again.
    Spiral(Key),
    /// No error: dice are thrown before the running step, which then begins again (T-14). It ends no battle.
    Throw(Box<Throw>),
}

impl From<DiceError> for Fault {
    fn from(error: DiceError) -> Self {
        Self::Dice(error)
    }
}

impl From<NotationError> for Fault {
    fn from(error: NotationError) -> Self {
        Self::Rule(Message::written(&error.to_string()))
    }
}

impl Fault {
    /// What people are told of it.
    pub fn message(&self) -> Message {
        match self {
            Self::Dice(error) => message!("core-fault-dice", why = error.to_string()),
            Self::Rule(message) => message.clone(),
            Self::Spiral(cause) => message!("core-fault-spiral", cause),
            Self::Unhashed(why) => message!("core-fault-unhashed", why),
            Self::Endless => message!("core-fault-endless", steps = STEP_BUDGET),
            Self::Throw(_) => message!("core-fault-throw"),
        }
    }
}

impl ToArg for Fault {
    fn to_arg(&self) -> Arg {
        Arg::Message(Box::new(self.message()))
    }
}

impl fmt::Display for Fault {
    /// The message by its id, for logs of the program. People read its sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for Fault {}
