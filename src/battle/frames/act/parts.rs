//! What an action being done consists of: what it answers, what was planned, what its checks came to, and so on.

use crate::{battle::prelude::*, rules::legal::Amounts};

/// What an action answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AnsweredFrame {
    /// The frame: an attack, or a casting.
    pub frame: Option<FrameId>,
    /// How the attack fell.
    pub reading: Option<Reading>,
    /// The defence which that attack is held against.
    pub defence: Option<Key>,
}

/// What the plan says of an action once it is paid.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Planned {
    /// The weapon it is done with.
    pub weapon: Option<Key>,
    /// The spell it casts or is done with.
    pub spell: Option<Key>,
    /// Rounds of the burst that is fired (C-83).
    #[serde(default)]
    pub rounds: i32,
    /// It provokes reactions.
    pub provokes: bool,
    /// It covers an area and has no single target.
    pub area: bool,
    /// It is loud: who may hear it.
    pub loud: Option<Listeners>,
    /// Its amount is too little, and whether only silencing makes it so (D-105).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub too_little: Option<bool>,
    /// Where the thing lay that it moves, if that is heard (D-104).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thing_at: Option<Square>,
}

/// What the checks of an action came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct ActResult {
    /// The last of its checks has succeeded, or it has none.
    pub success: bool,
    /// The margin of the last check.
    pub margin: i32,
    /// The value of the last check.
    pub value: i32,
    /// Who has won its contest.
    pub winner: Option<UnitId>,
    /// By how many degrees the contest was won (S-04).
    #[serde(default)]
    pub lead: i32,
    /// Whom its attack was made on, struck or not (S-69).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub struck: Vec<UnitId>,
}

/// What an action does about the attack that it answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Averting {
    /// What it puts on the attack's check (C-53).
    pub hinder: i32,
    /// What it takes off the attack's value.
    pub reduced: i32,
    /// Degrees by which it evades (S-35).
    pub evaded: i32,
    /// What it takes off an explosion (C-104, C-105).
    pub lessened: Option<Lessen>,
    /// It steps in for who was hit (S-41).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shields: bool,
    /// What it allows once the attack is over (S-67).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub follows: Vec<FollowUp>,
}

/// Attacks that one action makes one after the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct RepeatedAttacks {
    /// How many have been begun.
    pub attacks: i32,
    /// It is being asked whether there is another.
    pub again: bool,
    /// The one that was begun has been undone by an answer.
    pub lost: bool,
    /// What each costs besides points.
    pub price: Amounts,
}

/// Those who have put off their turns and may cut in after the declaration (C-27).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Delayers {
    /// Who.
    pub units: Vec<UnitId>,
    /// The one whose chance it is.
    pub at: usize,
}

/// The blow at the end of a move, which provokes by itself when it is struck without a weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BareBlow {
    /// Whether it provokes has been decided.
    pub asked: bool,
    /// Those whom it provokes are being asked.
    pub open: bool,
}
