//! The movement slot: how far a move goes, what a step costs, what squares provoke.

use super::data_prelude::*;

/// How a move's allowance is found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Pace {
    /// A check with a success value that starts at the speed.
    Check {
        /// The check.
        check: Key,
        /// The number against it.
        dc: i32,
    },
    /// An expression over the unit's stats (S-20, C-36, F-78).
    Squares(Expr),
}

/// What difficult terrain does to a step (A-66, C-35).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Difficult {
    /// Entering costs its number more.
    #[default]
    Add,
    /// Entering costs double.
    Double,
}

/// Which of a mover's steps give opponents a chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum StepEvents {
    /// None.
    #[default]
    None,
    /// Leaving a threatened square and entering one, each.
    LeaveAndEnter,
    /// A step from beside a foe who can act to where that foe is beside it no more, before it is made (S-22, S-66).
    LeaveEngaged,
}

/// Who may share or cross a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Crossing {
    /// Anyone may be passed, stopping needs an empty square or a large difference of size.
    #[default]
    PassAll,
    /// Squares held by others are closed (S-14).
    Closed,
    /// Own side may be passed, foes may not; the last square is empty.
    PassFriends,
    /// Squares may be shared (C-34).
    Share,
}

/// The movement slot of a book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementRule {
    /// How far.
    pub pace: Pace,
    /// What difficult terrain costs.
    #[serde(default)]
    pub difficult: Difficult,
    /// Every move may take one square at least.
    #[serde(default)]
    pub first_free: bool,
    /// What provokes.
    #[serde(default)]
    pub events: StepEvents,
    /// Crossing squares held by others.
    #[serde(default)]
    pub crossing: Crossing,
    /// Default speed of units that state none.
    pub speed: Expr,
    /// A ledger line written by a move that terrain slowed (F-29).
    pub slowed_event: Option<Key>,
    /// What running into something does, and sudden changes of speed.
    pub collision: Option<CollisionRule>,
    /// By `PassAll`: from so many size categories of difference on one may stop in the square of another.
    #[serde(default = "defaults::three")]
    pub shares_from: u8,
    /// From this manoeuvrability on nothing limits a unit's turns.
    #[serde(default = "defaults::ten")]
    pub nimble: u8,
}

/// The movement increment: squares moved this round in multiples of the base speed, rounded up, 1 at least.
pub fn increment(squares: i32, base_speed: i32) -> i32 {
    let base = base_speed.max(1);
    ((squares + base - 1) / base).max(1)
}

/// What colliding does under a rulebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum CollisionRule {
    /// By movement increments: whoever's speed falls or rises far enough at once, by a collision or within a round
    ///
    Increments {
        /// The change of the increment that hurts.
        least: i32,
        /// What is lost; may use `speed`, the base speed, and `increments`. Of two who meet head-on both are summed.
        loss: Expr,
        /// Types of the damage.
        types: Vec<Key>,
        /// Units of these tags collide by an ordinary move, too, others only by an action that rams.
        vehicles: Vec<Key>,
        /// The rule.
        rule: Key,
    },
    /// By the speed of the vehicle that runs into something: dice for each so many km/h, rounded up (C-119 to C-121).
    Dice {
        /// One of the dice.
        dice: Dice,
        /// km/h for each.
        per: i32,
        /// Types of the damage.
        #[serde(default)]
        types: Vec<Key>,
        /// By what it is divided, rounded up, for those who are secured (C-121).
        belted: i32,
        /// Squares for each of the dice that others are thrown out of an open vehicle (C-120).
        thrown: i32,
        /// The rule.
        rule: Key,
    },
}
