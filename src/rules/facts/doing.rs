//! When a unit acts, what it has done and what it waits for. Who acts next is worked out in `battle`.

use crate::rules::prelude::*;

/// An entry of the ledger (F-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerEntry {
    /// The line of the table.
    pub event: Key,
    /// The change.
    pub amount: i32,
    /// The weapon, for lines that count once for each.
    pub weapon: Option<Key>,
    /// The injury, for lines that do not stack on one.
    pub injury: Option<u32>,
}

/// When a unit acts.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Initiative {
    /// The count.
    pub count: i32,
    /// Rank among equal counts, the lower first.
    pub tie: i32,
    /// Changes for this round and for the next (C-25).
    pub now: i32,
    /// Changes kept for the next round (C-25).
    pub next: i32,
    /// Earned this round.
    pub ledger: Vec<LedgerEntry>,
    /// It has had its turn this round.
    pub acted: bool,
    /// It delays, until this count or till it cuts in (C-27).
    pub delaying: Option<i32>,
    /// It has to press (F-22).
    pub must_press: bool,
    /// It has pressed this round (F-76).
    pub pressed: bool,
    /// Points granted by pressing that are still to be used, at once.
    pub granted: i32,
    /// Rolled, or fixed by the scenario.
    pub settled: bool,
    /// Its check has just been made: action dice may still raise it (F-04).
    #[serde(default)]
    pub open: bool,
    /// What the commander's tactics gave, as long as there is a link to him (C-29, C-30).
    #[serde(default)]
    pub tactics: i32,
    /// Whose tactics.
    pub commander: Option<UnitId>,
    /// No link to the commander (C-30).
    #[serde(default)]
    pub cut_off: bool,
}

impl Initiative {
    /// The count that orders this round.
    pub fn total(&self) -> i32 {
        self.count + self.now + self.tactics_now()
    }

    /// What tactics give at this moment.
    pub fn tactics_now(&self) -> i32 {
        if self.cut_off { 0 } else { self.tactics }
    }
}

/// The first half of an action that has been begun (F-09).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// Which action.
    pub action: Key,
    /// At whom.
    pub target: Option<UnitId>,
    /// At which door.
    pub door: Option<u16>,
    /// With or at which item.
    pub item: Option<Key>,
    /// In which round.
    pub round: u32,
}

/// A task that a unit is at (C-100).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// What is done in the end, as it was ordered.
    pub act: Act,
    /// Rounds for each pip of its time, for when it has to start anew (C-101).
    pub increment: u32,
    /// Rounds of work that it takes.
    pub needed: u32,
    /// Rounds of work done.
    pub done: u32,
    /// The work of this round is among them.
    #[serde(default)]
    pub worked: bool,
    /// This round is lost for it (C-101).
    #[serde(default)]
    pub lost: bool,
}

impl Task {
    /// Rounds of work still to do.
    pub fn left(&self) -> u32 {
        self.needed.saturating_sub(self.done)
    }
}

/// Points of a pool that may not be spent on some actions (F-10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    /// Which pool they stand for.
    pub pool: Key,
    /// How many are left.
    pub amount: i32,
    /// Tags of the actions that they do not serve.
    pub barred: Vec<Key>,
    /// What gave them.
    pub source: Key,
}

impl Grant {
    /// Whether an action of these tags may be paid from it, wholly or in part.
    pub fn serves(&self, tags: &[Key]) -> bool {
        !tags.iter().any(|tag| self.barred.contains(tag))
    }
}

/// What a unit has done this round and turn.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Points used this round, of all pools that count.
    pub points: i32,
    /// Actions done this round.
    pub actions: i32,
    /// Riders used this round.
    pub riders: i32,
    /// Squares moved this round.
    pub squares: i32,
    /// The category it moved in last, which sets its increment.
    pub category: Option<Key>,
    /// Squares moved in its latest turn (C-46).
    pub squares_last_turn: i32,
    /// Squares moved in the turn before that (C-174).
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub squares_turn_before: i32,
    /// Actions done this round, by id.
    pub this_round: Vec<Key>,
    /// Actions done this turn, by id.
    pub this_turn: Vec<Key>,
    /// Tags used this turn of which one is allowed (S-11).
    pub tags: Vec<Key>,
    /// Reactions taken this round.
    pub reactions: i32,
    /// It has done its one thing of the surprise round (F-61).
    pub surprise_done: bool,
    /// Half an action, begun.
    pub pending: Option<Pending>,
    /// A task, begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
    /// Points granted for some actions only, for this round.
    #[serde(default)]
    pub grants: Vec<Grant>,
    /// It is in the middle of an action that bars immediate ones.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub busy: bool,
}

impl Usage {
    /// As a turn starts the marks of the one before are wiped (S-17).
    pub fn begin_turn(&mut self) {
        self.this_turn.clear();
        self.tags.clear();
        self.squares_turn_before = self.squares_last_turn;
        self.squares_last_turn = 0;
    }
}

/// What a unit waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Watch {
    /// What sets it off.
    pub on: WatchFor,
    /// What is done then.
    pub action: Key,
    /// With what.
    pub weapon: Option<Key>,
    /// Which spell.
    pub spell: Option<Key>,
    /// How many rounds of a burst (S-68).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<i32>,
    /// Only within so many squares of the watcher.
    pub zone: Option<i32>,
    /// Only in a cone that opens that way (S-68).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub towards: Option<Dir8>,
    /// The action that set it up.
    pub by: Key,
    /// Opposed test of who goes first, and no cost when it fires (S-69); else paid when it fires.
    pub overwatch: bool,
}

/// Triggers of a readied action or overwatch (A-138, S-68).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WatchFor {
    /// Any enemy acts.
    EnemyActs,
    /// An enemy moves in the zone.
    EnemyMoves,
    /// An enemy begins an attack.
    EnemyAttacks,
    /// An enemy begins to cast.
    EnemyCasts,
    /// That unit acts.
    UnitActs(UnitId),
    /// That unit begins an attack (S-68).
    UnitAttacks(UnitId),
    /// An enemy attacks that ally.
    AllyAttacked(UnitId),
    /// An enemy has spent its last point of that pool (S-68).
    OutOf(Key),
}

impl WatchFor {
    /// All kinds of triggers by their names in content.
    pub const KINDS: [&'static str; 8] = [
        "enemy_acts",
        "enemy_moves",
        "enemy_attacks",
        "enemy_casts",
        "unit_acts",
        "unit_attacks",
        "ally_attacked",
        "out_of",
    ];

    /// The name of its kind in content.
    pub fn kind(&self) -> &'static str {
        let [acts, moves, attacks, casts, unit, unit_attacks, ally, out] = Self::KINDS;
        match self {
            Self::EnemyActs => acts,
            Self::EnemyMoves => moves,
            Self::EnemyAttacks => attacks,
            Self::EnemyCasts => casts,
            Self::UnitActs(_) => unit,
            Self::UnitAttacks(_) => unit_attacks,
            Self::AllyAttacked(_) => ally,
            Self::OutOf(_) => out,
        }
    }
}

/// Readied actions and overwatch.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Watches(pub Vec<Watch>);
