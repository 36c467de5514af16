//! Weapons, armour and other items, as data.

use super::data_prelude::*;
use super::{
    action::WeaponUse,
    fire_rule::{Smart, Spread},
    unit::MoveDef,
    zone_area_rule::ZoneAreaDef,
};
use crate::grid::Arc;

/// One amount of one kind of damage inside a weapon (D-24).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PortionDef {
    /// `normal`, or a kind of energy.
    pub kind: Key,
    /// The damage; may use the wielder's stats.
    pub damage: Expr,
    /// The drive; an energy portion's is its damage (D-42).
    pub drive: Option<Expr>,
}

/// How a weapon is loaded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reload {
    /// What one loading costs.
    pub cost: Vec<Cost>,
    /// The number against the check.
    #[serde(default = "defaults::ten")]
    pub dc: i32,
    /// One more item for each point of margin.
    #[serde(default)]
    pub multiple: bool,
}

/// The defence that answers a weapon which states none.
pub fn reflex() -> Key {
    Key::new("reflex")
}

/// What follows when an item has taken half of its durability.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Broken {
    /// Modifiers of the one who uses or wears it, while it is broken.
    pub modifiers: Vec<ModifierDef>,
    /// What happens to the one who has it as it breaks.
    pub effects: Vec<EffectDef>,
}

/// One weapon of a rulebook. A book reads the fields that its attack slot uses; the others keep their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponDef {
    /// Its id.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// How it is used.
    #[serde(default)]
    pub uses: WeaponUse,
    /// The weapon that it is besides, used in another way: the stock of a gun, to strike with (F-64).
    pub also: Option<Key>,
    /// Base success value, or flat damage beside the dice.
    #[serde(default)]
    pub base: Expr,
    /// The drive where the success value is the damage; none: as much as the base (T-09).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drive: Option<Expr>,
    /// Damage dice (S-42, C-59).
    pub damage: Option<Dice>,
    /// Damage types.
    #[serde(default)]
    pub types: Vec<Key>,
    /// Portions with drive (D-24); where the success value is the damage, what comes to it (T-09).
    #[serde(default)]
    pub portions: Vec<PortionDef>,
    /// An explosive: what it does to those round its target, and to a target that evades; its `portions` are the impact
    /// (D-93).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub burst: Vec<PortionDef>,
    /// How many shots it may fire in one attack besides the first (D-26).
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub more_shots: i32,
    /// What each of its shots or blows takes besides the action's cost (D-30).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<Cost>,
    /// It may take off a limb even though it is not all energy (D-50).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub severs: bool,
    /// The check it is used with, in place of the book's for its use.
    pub check: Option<Key>,
    /// The defence that answers it.
    #[serde(default = "reflex")]
    pub defence: Key,
    /// Natural dice from this on are critical; none: the book's.
    pub crit_from: Option<u16>,
    /// Squares by which its threat range may be shifted.
    #[serde(default)]
    pub reach: i32,
    /// Squares added to the threat range's far end (a long weapon, S-29).
    #[serde(default)]
    pub longer: i32,
    /// Range increment in squares.
    #[serde(default = "defaults::one")]
    pub increment: i32,
    /// Greatest range in increments.
    #[serde(default = "defaults::five")]
    pub max_increments: i32,
    /// Row of the book's table of range types (C-38).
    pub range_type: Option<Key>,
    /// Skill in place of the check's (C-40, C-41).
    pub skill: Option<Key>,
    /// Penetration (S-46).
    #[serde(default)]
    pub penetration: i32,
    /// More penetration, by who uses it (S-93).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pierces: Option<Expr>,
    /// What follows for each of its hits of which something got past armour; may use `amount`, which is how much did
    /// (S-48).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past: Vec<EffectDef>,
    /// Only actions that need a weapon of this tag use it (S-91, S-93).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<Key>,
    /// Items of ammunition it holds; 0: it needs no loading, and each shot takes one of those carried.
    #[serde(default)]
    pub capacity: i32,
    /// Items carried besides; none: without end.
    pub ammunition: Option<i32>,
    /// How it is loaded.
    pub reload: Option<Reload>,
    /// How many rounds its bursts may have (C-83); empty: it fires single shots only.
    #[serde(default)]
    pub bursts: Vec<i32>,
    /// Its single shots jam on this natural or a higher one (S-33).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jams_from: Option<i32>,
    /// Its shot spreads (C-90).
    pub spread: Option<Spread>,
    /// It helps to aim (C-44).
    pub smart: Option<Smart>,
    /// Modifiers of the one who uses it, while it is used.
    #[serde(default)]
    pub modifiers: Vec<ModifierDef>,
    /// Hands it takes.
    #[serde(default = "defaults::one")]
    pub hands: i32,
    /// Part of the body: cannot be dropped, always in hand.
    #[serde(default)]
    pub natural: bool,
    /// Counts as unarmed: attacking with it provokes.
    #[serde(default)]
    pub unarmed: bool,
    /// Proficiency asked for; lacking it costs initiative and accuracy (F-64).
    pub proficiency: Option<Key>,
    /// Into which side it attacks on a unit that keeps its facing; none: ahead.
    pub arc: Option<Arc>,
    /// Tags: `heavy`, `tactical`, `precise`, `point_defence` …
    #[serde(default)]
    pub tags: Vec<Key>,
    /// Damage it takes before it is gone.
    #[serde(default = "defaults::ten")]
    pub durability: i32,
    /// The squares it strikes at once: an area attack.
    pub area: Option<Template>,
    /// What it does to all who are in the zone that its `area` fills (D-95).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone_area: Option<ZoneAreaDef>,
    /// What goes off where it comes down; it does no other damage (C-103, C-107).
    pub blast: Option<BlastDef>,
    /// In a giant's hand: how many size categories it is smaller than its wielder; none: as the book says.
    pub smaller: Option<i32>,
    /// It is gone once used: a flask breaks.
    #[serde(default)]
    pub breaks: bool,
    /// Its use is heard far and wide.
    #[serde(default)]
    pub loud: bool,
    /// Its own resistance by damage type, when it is what is struck.
    #[serde(default)]
    pub hardness: Vec<(i32, Key)>,
    /// What follows from its being broken.
    #[serde(default)]
    pub broken_effects: Broken,
    /// It strikes those who fly very high, and from there (S-24).
    #[serde(default)]
    pub reaches_high: bool,
    /// What it weighs, in pounds (D-21).
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub weight: i32,
    /// Critical hits only within so many squares (D-34).
    pub crit_range: Option<i32>,
}

impl WeaponDef {
    /// Whether it has the tag.
    pub fn tagged(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| *own == tag)
    }

    /// Whether it is used against those at a distance.
    pub fn is_ranged(&self) -> bool {
        self.uses != WeaponUse::Melee
    }

    /// Whether it is used so; what is thrown is used as what is shot is.
    pub fn is_used(&self, uses: WeaponUse) -> bool {
        self.uses == uses || uses == WeaponUse::Ranged && self.uses == WeaponUse::Thrown
    }

    /// Whether it uses up ammunition, loaded or carried for it; what is thrown is gone itself.
    pub fn takes_ammunition(&self) -> bool {
        self.capacity > 0 || self.uses == WeaponUse::Ranged
    }
}

/// What a sensor finds or sees through (C-158 to C-165).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SensorKind {
    /// Airborne pathogens and dangerous chemicals (C-158).
    Bioscanner,
    /// Warm bodies, through smoke and soft cover (C-159).
    InfraRed,
    /// All bodies in range, behind walls too (C-160).
    Densitometer,
    /// High-power devices: weapons and items tagged `em_source` (C-161).
    Electromagnetic,
    /// Data for the shooter (C-162).
    LaserTargeting,
    /// Light, where there is little or none (C-163).
    LightIntensifier,
    /// Whatever has moved (C-164).
    Motion,
    /// Living minds, roughly sorted (C-165).
    Neural,
}

impl SensorKind {
    /// Its name where it is jammed.
    pub fn id(self) -> &'static str {
        match self {
            Self::Bioscanner => "bioscanner",
            Self::InfraRed => "infra_red",
            Self::Densitometer => "densitometer",
            Self::Electromagnetic => "electromagnetic",
            Self::LaserTargeting => "laser_targeting",
            Self::LightIntensifier => "light_intensifier",
            Self::Motion => "motion",
            Self::Neural => "neural",
        }
    }

    /// Whether it finds units that nobody sees.
    pub fn finds(self) -> bool {
        matches!(
            self,
            Self::InfraRed | Self::Densitometer | Self::Electromagnetic | Self::Motion | Self::Neural
        )
    }
}

/// A sensor (C-157). It works by itself and costs nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SensorDef {
    /// What it finds.
    pub kind: SensorKind,
    /// How far, in squares.
    #[serde(default = "defaults::thirty_four")]
    pub range: i32,
}

/// A means of talking over a distance (C-169 to C-172). Both ends need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Comm {
    /// Jammed or blocked where a zone says so.
    Radio,
    /// Needs a line of sight without smoke.
    Laser,
    /// Needs a line of sight.
    Maser,
    /// Always works, but not for one who moves.
    Meson,
}

/// Armour and other items worn or carried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemDef {
    /// Its id.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// Where it is worn; none: carried.
    pub slot: Option<Key>,
    /// Its armour counts on these parts of the body only; empty: everywhere (S-32).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covers: Vec<Key>,
    /// Taken off every check.
    #[serde(default)]
    pub check_penalty: i32,
    /// Damage resistance by type; type `all` matches every one.
    #[serde(default)]
    pub resistances: Vec<(i32, Key)>,
    /// Put on or taken off with one manoeuvre.
    #[serde(default)]
    pub quick: bool,
    /// Worn so loosely that it can be taken from its wearer.
    #[serde(default)]
    pub detachable: bool,
    /// What its owner carries in it at first; nobody else sees or reaches that.
    #[serde(default)]
    pub holds: Vec<Key>,
    /// Armour value (S-46, C-60).
    #[serde(default)]
    pub armour: i32,
    /// Armour range of drive, low and high (D-39).
    pub range: Option<(i32, i32)>,
    /// Resistances and weaknesses in per cent of who wears it (D-51, D-54).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub per_cent: Vec<PerCent>,
    /// What it finds or sees through.
    pub sensor: Option<SensorDef>,
    /// Ways of moving that it gives: wings, a jet pack. While it is worn, or carried if it is not for wearing.
    #[serde(default)]
    pub movement: Vec<MoveDef>,
    /// How one can talk with it.
    #[serde(default)]
    pub comm: Vec<Comm>,
    /// Modifiers while worn.
    #[serde(default)]
    pub modifiers: Vec<ModifierDef>,
    /// Damage it takes before it is gone.
    #[serde(default = "defaults::ten")]
    pub durability: i32,
    /// Its own resistance by damage type, when it is what is struck.
    #[serde(default)]
    pub hardness: Vec<(i32, Key)>,
    /// What follows from its being broken.
    #[serde(default)]
    pub broken_effects: Broken,
    /// What it weighs, in pounds (D-21).
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub weight: i32,
    /// Tags.
    #[serde(default)]
    pub tags: Vec<Key>,
}

/// A weapon or another item.
#[derive(Clone, Copy, Debug)]
pub enum GearDef<'a> {
    /// A weapon.
    Weapon(&'a WeaponDef),
    /// Another item.
    Item(&'a ItemDef),
}

impl<'a> GearDef<'a> {
    /// Its own resistances.
    pub fn hardness(self) -> &'a [(i32, Key)] {
        match self {
            Self::Weapon(def) => &def.hardness,
            Self::Item(def) => &def.hardness,
        }
    }

    /// What it weighs, in pounds (D-21).
    pub fn weight(self) -> i32 {
        match self {
            Self::Weapon(def) => def.weight,
            Self::Item(def) => def.weight,
        }
    }

    /// What follows from its being broken.
    pub fn broken(self) -> &'a Broken {
        match self {
            Self::Weapon(def) => &def.broken_effects,
            Self::Item(def) => &def.broken_effects,
        }
    }
}

/// A resistance or weakness in per cent (D-51 to D-53).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerCent {
    /// What it covers: damage that is of all these types, a kind of energy or a weapon's material.
    pub types: Vec<Key>,
    /// How much of that is left, in per cent.
    pub per_cent: i32,
}
