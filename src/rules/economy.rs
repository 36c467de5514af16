//! The pools of points that actions are paid from, and the modes of paying.

use super::data_prelude::*;
use crate::message::{Arg, ToArg};

/// When a pool is filled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Refill {
    /// As a round starts.
    #[default]
    RoundStart,
    /// As the owner's turn starts (S-08).
    TurnStart,
    /// Never.
    Never,
}

/// One pool of points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoolDef {
    /// Its id: `"ap"`, `"halves"`, `"reaction"`.
    pub id: Key,
    /// What players call it.
    pub name: String,
    /// How many a fresh unit has; may use the unit's stats.
    pub base: Expr,
    /// The option by which a scenario sets another number (F-08).
    pub option: Option<Key>,
    /// When it fills again.
    #[serde(default)]
    pub refill: Refill,
    /// What the surprise round takes off for those who act in it (A-51, F-61).
    #[serde(default)]
    pub surprise_less: i32,
    /// Spending it is a free deed and no action (F-08, F-63).
    #[serde(default)]
    pub free: bool,
    /// Drawn as diamonds (points for use off turn) and not as pips.
    #[serde(default)]
    pub off_turn: bool,
    /// The rule that tells players of it.
    pub rule: Option<Key>,
}

/// How an action is being paid for (table A-T4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Mode {
    /// On one's own turn.
    #[default]
    Standard,
    /// On one's own turn, from the points for off-turn use.
    Swift,
    /// On a trigger, at any point of the round.
    Immediate,
    /// Without cost.
    Free,
}

impl ToArg for Mode {
    fn to_arg(&self) -> Arg {
        Arg::Message(Box::new(match self {
            Self::Standard => message!("core-mode-standard"),
            Self::Swift => message!("core-mode-swift"),
            Self::Immediate => message!("core-mode-immediate"),
            Self::Free => message!("core-mode-free"),
        }))
    }
}

/// Where a mode takes the price of `points` from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeDef {
    /// The mode.
    pub mode: Mode,
    /// The pool that stands for `points` in this mode.
    pub points: Key,
}

/// One item of a price: so many of a pool, or of a track, or of the initiative.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost(pub Key, pub Expr);

/// The economy of a book: pools, modes, the price of acting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Economy {
    /// The pools, in the order in which they are shown.
    pub pools: Vec<PoolDef>,
    /// What `points` in a cost stands for, by mode. Empty: costs name their pools.
    #[serde(default)]
    pub modes: Vec<ModeDef>,
    /// Paid besides by every action that is not free.
    #[serde(default)]
    pub price: Vec<Cost>,
    /// Tags of which at most one action a turn may be done (S-11).
    #[serde(default)]
    pub once_a_turn: Vec<Key>,
    /// Small actions that ride on an action: at most as many a round as actions done.
    #[serde(default)]
    pub riders: bool,
    /// In the surprise round each may do one thing only, free, half or full (F-61).
    #[serde(default)]
    pub surprise_single: bool,
    /// Points that a round gives before any more count against what comes (A-32, T-03); expressions name it.
    #[serde(default = "defaults::three")]
    pub free_points: u8,
}

impl Economy {
    /// The pool that stands for a cost's pool name in a mode.
    pub fn pool_for(&self, name: Key, mode: Mode) -> Key {
        if name == "points"
            && let Some(def) = self.modes.iter().find(|def| def.mode == mode)
        {
            return def.points;
        }
        name
    }

    /// The definition of a pool.
    pub fn pool(&self, id: Key) -> Option<&PoolDef> {
        self.pools.iter().find(|pool| pool.id == id)
    }
}
