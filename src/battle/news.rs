//! What became of the things that last: tasks, spells, systems, items, things on the map, chances to answer.
//!
//! Parts of [`Outcome`](super::outcome::Outcome).

use crate::battle::prelude::*;

/// What has become of a task (C-100, C-101).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WorkNews {
    /// It was begun, its time has been thrown.
    Begun,
    /// A round of work was done.
    Worked,
    /// A hit has cost this round.
    Lost,
    /// A hit has ruined it: it starts anew.
    Ruined,
    /// It was given up.
    GivenUp,
    /// Who was at it can do no more of it.
    Dropped,
    /// All its work is done: its check follows.
    Finished,
}

/// What became of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemNews {
    /// It was taken in hand.
    Drawn,
    /// It fell, or flew to a square.
    Dropped,
    /// It was picked up from the ground.
    PickedUp,
    /// It was put on.
    PutOn,
    /// It was taken off, and is carried.
    TakenOff,
    /// It was in hand and is carried (S-90).
    PutAway,
    /// It was taken out of the container it was in.
    TakenOut,
    /// It was fired.
    Shot,
    /// It was loaded.
    Loaded,
    /// It is jammed (S-33, S-90).
    Jammed,
    /// It is jammed no more.
    Cleared,
    /// It is gone by having been used.
    UsedUp,
    /// It lies on another square (D-108).
    Shifted,
    /// It took damage and works.
    Damaged,
    /// It took damage and is broken.
    Broken,
    /// It took damage and is gone.
    Destroyed,
}

impl ItemNews {
    /// The word for it in the sentences of the log.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Drawn => "drawn",
            Self::Dropped => "dropped",
            Self::PickedUp => "picked_up",
            Self::PutOn => "put_on",
            Self::TakenOff => "taken_off",
            Self::PutAway => "put_away",
            Self::TakenOut => "taken_out",
            Self::Shot => "shot",
            Self::Loaded => "loaded",
            Self::Jammed => "jammed",
            Self::Cleared => "cleared",
            Self::UsedUp => "used_up",
            Self::Shifted => "shifted",
            Self::Damaged => "damaged",
            Self::Broken => "broken",
            Self::Destroyed => "destroyed",
        }
    }
}

/// What became of a thing on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThingNews {
    /// It is barred in this way.
    Barred(Key),
    /// It is free of one of the ways in which it was barred.
    Freed,
    /// It has come to another square.
    Moved,
    /// It was taken away.
    Gone,
    /// This interaction with it has succeeded. In saves of form 2 it may be a way of barring.
    Done(Key),
}

/// What became of a spell in effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpellNews {
    /// It went into effect.
    Began,
    /// It was controlled.
    Controlled,
    /// Its squares have moved.
    Moved,
    /// It passed into another's control.
    Passed,
    /// Its time is up, or it was dismissed.
    Ended,
}

/// What befell a unit's systems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "a field is documented where its name and the text above do not say all")]
pub enum SystemsNews {
    /// What damage after armour comes to: the hits of each group, in order (C-129, C-130).
    Groups { damage: i32, groups: Vec<u8> },
    /// Where a group of so many hits fell (C-131, C-132).
    Located { dice: Vec<u16>, row: i32, column: Key, system: Key, hits: u8 },
    /// One hit struck.
    Hit {
        /// The system struck in the end.
        system: Key,
        /// The one on which it was located; another where nothing of that was left (C-134).
        located: Key,
        /// The row, kept through every overflow.
        row: i32,
        /// The weapon, limb or lot picked, or who was struck aboard.
        part: Option<Key>,
        /// The how-manyeth hit on it this is.
        n: i32,
    },
    /// It works for so many rounds, whatever its hits; 0: it fails again (C-148).
    Rigged { part: Key, rounds: u32 },
    /// It goes off (C-136).
    BlowsUp,
    /// Hits of a system, weapon, limb or lot.
    Changed { part: Key, from: i32, to: i32 },
}

/// What became of a chance to answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answered {
    /// The player was asked and declined.
    Declined,
    /// A standing answer declined.
    Stood,
    /// It was taken.
    Taken,
    /// It was not possible.
    Not(Refusal),
}
