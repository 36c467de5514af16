//! Why a die could not be drawn, in clear sentences.
//!
//! Errors of streams and walks. Mistakes in notation are in [`super::notation`].

use std::fmt;

use super::{notation::MAX_SIDES, script::ScriptedDie};
use crate::key::Key;

/// The die that was asked for when something was wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AskedDie {
    /// Which die of the stream, from 1.
    pub number: u64,
    /// Its sides.
    pub sides: u16,
    /// What it was for.
    pub purpose: Key,
}

impl fmt::Display for AskedDie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "die {} (d{} for \"{}\")", self.number, self.sides, self.purpose)
    }
}

/// Why no die could be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DiceError {
    /// The die has no sides, or more than 1000.
    Sides(AskedDie),
    /// The script has no die left.
    ScriptEnded(AskedDie),
    /// The next die of the script is named for something else.
    OtherPurpose(AskedDie, ScriptedDie),
    /// The next die of the script shows a face that the die asked for does not have.
    NoSuchFace(AskedDie, ScriptedDie),
    /// The next dice of the script show a card that has been drawn from the deck already.
    NotInDeck(AskedDie, Vec<u16>),
    /// A walk over all dice was told to stop before this one, or its weights outgrew 128 bits.
    TooManyDice(AskedDie),
    /// A walk over all dice was asked for other dice than the time before.
    Unsteady,
    /// A walk over all dice has more sequences than it was allowed, this many.
    TooManySequences(u64),
}

impl fmt::Display for DiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sides(asked) => write!(f, "{asked}: a die has 1 to {MAX_SIDES} sides"),
            Self::ScriptEnded(asked) => {
                write!(f, "{asked}: the script has no dice left; add one from 1 to {}", asked.sides)
            }
            Self::OtherPurpose(asked, die) => {
                write!(f, "{asked}: the script has {die} here, for another purpose")
            }
            Self::NoSuchFace(asked, die) => {
                write!(f, "{asked}: the script has {die} here; write a face from 1 to {}", asked.sides)
            }
            Self::NotInDeck(asked, faces) => {
                write!(
                    f,
                    "{asked}: the script has {faces:?} here, which has been drawn from the deck already"
                )
            }
            Self::TooManyDice(asked) => write!(f, "{asked}: more dice than this enumeration follows"),
            Self::Unsteady => {
                f.write_str("the same faces were followed by other dice than before: not repeatable")
            }
            Self::TooManySequences(allowed) => {
                write!(f, "more than {allowed} sequences of dice: enumerate something smaller")
            }
        }
    }
}

impl std::error::Error for DiceError {}
