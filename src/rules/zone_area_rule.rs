//! Zone areas: what a book and a weapon say of them (D-95 to D-99), for [`zone_area`](super::zone_area).

use super::data_prelude::*;

/// What a book says of attacks that fill a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneAreaRule {
    /// The rule.
    pub rule: Key,
    /// The sides of the die for each unit in a cluster.
    pub die: u16,
    /// Up to which face it takes the high damage.
    pub high: u16,
    /// Up to which face it takes the low damage; above it none.
    pub low: u16,
    /// Within so many squares of its point all take the high damage.
    pub near: i32,
    /// How often shields of low precision pay for the damage: of a cluster, and of what has a point (D-97).
    pub price: (i32, i32),
}

/// What a weapon does to all who are in a zone. No die is thrown against any of them to strike, and none to avoid it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneAreaDef {
    /// The kind of energy.
    pub kind: Key,
    /// The high damage.
    pub high: i32,
    /// The low damage.
    pub low: i32,
    /// It has a point, and those near it take the high damage; else chance decides for each.
    #[serde(default)]
    pub point: bool,
    /// It begins on the ground, so no shield of low precision stops it (D-99).
    #[serde(default)]
    pub ground_burst: bool,
}
