//! Spells as data. This slice: an attack on one target, or effects on a willing one.

use serde::{Deserialize, Serialize};

use super::{
    action::{EffectDef, Provokes, Whom},
    expr::Expr,
};
use crate::key::Key;

/// One spell of a rulebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpellDef {
    /// Its id.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// The rule or rules that it shows.
    pub rule: Key,
    /// Its school; a counterspell needs one of the same.
    pub school: Key,
    /// Its level; its base difficulty is 10 more.
    pub level: i32,
    /// The check, in place of the book's spell attack.
    #[serde(default)]
    pub check: Option<Key>,
    /// The defence that answers; none: it needs the base difficulty only.
    #[serde(default)]
    pub defence: Option<Key>,
    /// Whom it may be cast on.
    #[serde(default)]
    pub target: Whom,
    /// Range increment in squares.
    pub increment: i32,
    /// Greatest range in increments.
    #[serde(default = "four")]
    pub max_increments: i32,
    /// Base success value of its damage or healing.
    #[serde(default)]
    pub base: Expr,
    /// Damage types; none: it does no damage.
    #[serde(default)]
    pub types: Vec<Key>,
    /// What else it does to its target when it succeeds; may use `sv`.
    #[serde(default)]
    pub effects: Vec<EffectDef>,
    /// Whether casting provokes.
    #[serde(default = "always")]
    pub provokes: Provokes,
    /// Natural dice from this on are critical.
    #[serde(default)]
    pub crit_from: Option<u16>,
}

fn four() -> i32 {
    4
}

fn always() -> Provokes {
    Provokes::Always
}
