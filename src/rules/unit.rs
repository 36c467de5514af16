//! What a unit is made of, as data.

use super::data_prelude::*;
use super::{gear::PerCent, unit_systems::SystemsDef, vehicle::VehicleDef};

/// How a unit moves in one category.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveDef {
    /// Walking, burrowing, flying, swimming, climbing, space.
    pub category: Key,
    /// Base movement speed in squares.
    pub speed: i32,
    /// Innate: the check is passive.
    #[serde(default = "defaults::yes")]
    pub natural: bool,
    /// Acceleration rate.
    #[serde(default = "defaults::one")]
    pub rate: i32,
    /// Added to the number against its movement check.
    #[serde(default)]
    pub dc_mod: i32,
    /// 90° turns in a move; 10 is never limited.
    #[serde(default = "defaults::ten")]
    pub manoeuvrability: i32,
}

/// How precise a shield is (D-58, D-60, D-61).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Precision {
    /// Round a group or place.
    Low,
    /// Round one unit.
    Medium,
    /// On the skin.
    High,
    /// Against projectiles, no energy (D-48).
    Kinetic,
}

impl Precision {
    /// Its name in expressions: `shield.medium`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Kinetic => "kinetic",
        }
    }

    /// The stage of harm at which it stands.
    pub fn stage(self) -> &'static str {
        match self {
            Self::Low => "low_shield",
            Self::Medium => "medium_shield",
            Self::High => "high_shield",
            Self::Kinetic => "kinetic_shield",
        }
    }
}

/// A source of shielding (D-55).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShieldDef {
    /// Its id on the unit.
    pub id: Key,
    /// How precise.
    pub precision: Precision,
    /// Points at the start.
    pub points: i32,
    /// Reach in squares, for low precision (D-59).
    #[serde(default = "defaults::one")]
    pub reach: i32,
    /// It is a device: a point of it cancels 2 of blast (D-67).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub device: bool,
    /// The pool that it shares with its unit's other shields of this pool; it holds the most points that one of them
    /// states (D-65).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Key>,
    /// It is active only while points are bought for it, unless it has some at the start (D-55).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bought: bool,
    /// What buying points for it costs and brings; none: what the book's action says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buying: Option<ShieldPrice>,
}

impl ShieldDef {
    /// What `price`, `bought` and `lasts` (in turns) come to, 0 where it says nothing; none: it is another word.
    pub fn buys(&self, word: &str) -> Option<i64> {
        let of = |number: fn(&ShieldPrice) -> i32| {
            Some(self.buying.as_ref().map_or(0, |own| i64::from(number(own))))
        };
        match word {
            "price" => of(|own| own.price.max(0)),
            "bought" => of(|own| own.points.max(0)),
            "lasts" => of(|own| own.turns.max(1)),
            _ => None,
        }
    }
}

/// What points for a shield cost, and how long they last (D-07, D-55).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShieldPrice {
    /// How much of the resource that the action takes.
    pub price: i32,
    /// How many points that brings.
    pub points: i32,
    /// At the start of which of the bearer's next turns those that are left end.
    #[serde(default = "defaults::one")]
    pub turns: i32,
}

/// A damage aura (D-117 to D-127).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuraDef {
    /// Its id on the unit.
    pub id: Key,
    /// Kind of damage.
    pub kind: Key,
    /// Damage stored at the start.
    pub stored: i32,
    /// Drive of a normal aura (D-119).
    pub drive: Option<i32>,
    /// What fades at the end of each of the bearer's turns (D-127).
    #[serde(default)]
    pub decay: i32,
    /// The weapon or item that it comes from: it ends when that is dropped or broken (D-126).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<Key>,
    /// The most that it stores (D-127); none: as much as it is fed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i32>,
    /// It is made by what is done with the mind alone, and so kept up by that (D-125).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mental: bool,
}

/// One kind of unit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitDef {
    /// Its id.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// One sentence about it.
    #[serde(default)]
    pub text: String,
    /// The drawing on its counter.
    pub look: Option<Key>,
    /// Size category.
    #[serde(default = "medium")]
    pub size: Key,
    /// Abilities, skills and whatever else the book's expressions name.
    #[serde(default)]
    pub stats: KeyTable<i32>,
    /// Maximum of tracks, in place of the book's expression.
    #[serde(default)]
    pub tracks: BTreeMap<Key, i32>,
    /// How it moves; none: the book's default.
    #[serde(default)]
    pub movement: Vec<MoveDef>,
    /// Weapons, the first ones in hand as far as its hands go.
    #[serde(default)]
    pub weapons: Vec<Key>,
    /// Items worn or carried.
    #[serde(default)]
    pub items: Vec<Key>,
    /// Damage resistances of its own.
    #[serde(default)]
    pub resistances: Vec<(i32, Key)>,
    /// Damage types it is vulnerable to.
    #[serde(default)]
    pub vulnerabilities: Vec<Key>,
    /// Resistances and weaknesses in per cent, in this order (D-51, D-54).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub per_cent: Vec<PerCent>,
    /// Spells in slots, one entry a slot.
    #[serde(default)]
    pub spells: Vec<Key>,
    /// Modifiers that are always in force.
    #[serde(default)]
    pub modifiers: Vec<ModifierDef>,
    /// Ability and skill of a check in place of the usual.
    #[serde(default)]
    pub overrides: KeyTable<(Key, Key)>,
    /// Magnitude, 1 to 5.
    #[serde(default = "defaults::one")]
    pub magnitude: i32,
    /// Legs, for Trip.
    #[serde(default = "defaults::two")]
    pub legs: i32,
    /// Hands.
    #[serde(default = "defaults::two")]
    pub hands: i32,
    /// Weapon proficiencies (F-64); empty: all.
    #[serde(default)]
    pub proficiencies: Vec<Key>,
    /// Shields (D-55).
    #[serde(default)]
    pub shields: Vec<ShieldDef>,
    /// Auras (D-117).
    #[serde(default)]
    pub auras: Vec<AuraDef>,
    /// How far it sees and hears, in feet (F-77).
    #[serde(default = "senses")]
    pub senses: (i32, i32),
    /// Threat range in place of its size's.
    pub threat: Option<(i32, i32)>,
    /// Tags: `construct`, `beast` …
    #[serde(default)]
    pub tags: Vec<Key>,
    /// Actions of its own, of those that not everybody has. As a book is loaded it comes to stand in the `only` of
    /// these actions.
    #[serde(default, skip_serializing)]
    pub actions: Vec<Key>,
    /// Conditions it starts with.
    #[serde(default)]
    pub conditions: Vec<Key>,
    /// What can be done with it by those beside it.
    #[serde(default)]
    pub interactions: Vec<Key>,
    /// It is made of systems: a vehicle, robot or drone (C-128).
    pub systems: Option<SystemsDef>,
    /// What the computer player thinks it worth beside its fighting: 2 (where none is given) is common, 5 a leader.
    pub worth: Option<i32>,
    /// What makes it a vehicle (C-109): it has no turns of its own, those aboard act.
    pub vehicle: Option<Box<VehicleDef>>,
}

fn medium() -> Key {
    Key::new("medium")
}

fn senses() -> (i32, i32) {
    (500, 100)
}

/// One size category (table A-T3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeDef {
    /// Its id.
    pub id: Key,
    /// Steps from medium, negative below it.
    pub step: i32,
    /// Size modifier, a positive number.
    pub modifier: i32,
    /// Footprint: so many squares on a side.
    #[serde(default = "defaults::one")]
    pub footprint: u8,
    /// Threat range, least and most.
    #[serde(default = "threat")]
    pub threat: (i32, i32),
}

fn threat() -> (i32, i32) {
    (1, 1)
}
