//! The harm and armour slots of a book: what damage passes, and where what is left of it lands.

use super::data_prelude::*;

/// The harm and armour slots of a book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HarmRule {
    /// The stages, in order.
    pub stages: Vec<HarmStage>,
    /// Where it lands.
    pub land: Land,
    /// A critical hit that takes anything inflicts this condition.
    pub critical_condition: Option<Key>,
    /// Damage that takes anything leaves this condition, which counts from then on (C-71).
    pub hurt: Option<Key>,
    /// A confirmed critical that soak stops still takes 1 (S-45).
    pub critical_least: Option<i32>,
    /// What whom a weapon tagged `subdual` brings to the end of the main track has before the loss (S-49); states may
    /// ask for it.
    pub subdual: Option<Key>,
    /// Where goes what is more than the track has left on which damage lands (S-50).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub past: Option<PastRule>,
    /// Ledger line of an injury, and of one by a critical hit (F-39, F-40).
    #[serde(default)]
    pub injury_events: Vec<Key>,
    /// What damage to which one is vulnerable is multiplied with and then divided by.
    #[serde(default = "half_again")]
    pub vulnerable: (i32, i32),
    /// Armour with this tag does not halve damage of this kind, where its drive is in the range (D-47).
    #[serde(default)]
    pub conducts: Vec<(Key, Key)>,
    /// What kinds of damage do besides, by the degrees owed to them (D-72 to D-78).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<KindRule>,
    /// Where damage lands on a track: so much of it is a degree owed to its kind (T-09).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub degree: Option<i32>,
    /// The rule that players read of a stage, by the name that a trace gives it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stage_rules: BTreeMap<Key, Key>,
    /// Limbs that can be severed (D-50).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limbs: Option<LimbRule>,
    /// A kind of damage of which a point of a device's shield cancels so much, 1 or more (D-67).
    #[serde(default = "twice_blast")]
    pub device_shields: (Key, i32),
    /// From so many per cent of its durability on an item is broken, 1 to 100.
    #[serde(default = "defaults::fifty")]
    pub broken_from: i32,
    /// Ledger lines of an injury by damage of a type, besides `injury_events` (F-41).
    #[serde(default = "electrical")]
    pub type_events: Vec<(Key, Key)>,
}

impl HarmRule {
    /// How much of a kind of energy a point of a shield cancels, of a device or not (D-56, D-67).
    pub fn per_point(&self, device: bool, kind: Key) -> i32 {
        if device && kind == self.device_shields.0 { self.device_shields.1.max(1) } else { 1 }
    }
}

/// Limbs that can be severed: where damage lands as degrees, tracks that an attack that may sever brings to their limit
/// (D-71).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimbRule {
    /// The rule.
    pub rule: Key,
    /// Types of injury, each with the condition of whoever loses that limb.
    pub severed: Vec<(Key, Key)>,
    /// Types of injury that come in pairs: each with what it is by an odd face of the die, and by an even one (D-70).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<(Key, Key, Key)>,
    /// What an injury to a limb counts as that is gone, or that a unit never had: its track has a maximum of 0 (D-70).
    pub instead: Key,
}

impl LimbRule {
    /// What an injury is by a face of the die, where it comes in a pair.
    pub fn side(&self, injury: Key, face: u16) -> Key {
        let pair = self.sides.iter().find(|(kind, ..)| *kind == injury);
        pair.map_or(injury, |(_, odd, even)| if face % 2 == 1 { *odd } else { *even })
    }

    /// Both of an injury that comes in a pair; any other alone.
    pub fn both(&self, injury: Key) -> Vec<Key> {
        let pair = self.sides.iter().find(|(kind, ..)| *kind == injury);
        pair.map_or_else(|| vec![injury], |(_, odd, even)| vec![*odd, *even])
    }

    /// The condition of whoever loses a limb; none: it is no limb.
    pub fn severed(&self, injury: Key) -> Option<Key> {
        self.severed.iter().find(|(limb, _)| *limb == injury).map(|(_, condition)| *condition)
    }
}

/// One stage between a blow and its victim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum HarmStage {
    /// What a rolled defence took off.
    Reduced,
    /// The highest matching damage resistance.
    Resistance,
    /// Times 3, over 2, rounded down, once.
    Vulnerability,
    /// Armour less penetration, not below 0, and a bonus (S-46).
    Soak(Expr),
    /// Ground weapons against a starship: divided by this, the fraction dropped; what is left is not raised to a least
    /// amount (C-177).
    Scale(i32),
    /// Armour taken off (C-60).
    Armour,
    /// So much at least, where the attack's effect is at least so much (C-61).
    AtLeast {
        /// The effect needed.
        effect: i32,
        /// The damage then.
        amount: i32,
    },
    /// Kinetic shields stop the normal portions of projectiles that are no greater than their points (D-48).
    KineticShield,
    /// Energy beside normal damage in one weapon has the normal drive, where that is higher (D-44, D-45).
    Combine,
    /// Drive against the armour range: nothing, half, or all (D-39).
    ArmourRange,
    /// Shields of high precision, energy portions only (D-61).
    HighShield,
    /// Resistances and weaknesses in per cent, one after the other (D-51, D-54).
    PerCent,
    /// Of what hits in a deliberate area only the impact (D-83, D-86).
    Impact,
}

/// Where what is left goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Land {
    /// All from one track (A-94, S-47).
    Track(Key),
    /// From the first until it is empty, the rest from the second; a critical all from the second (F-67).
    Spill(Key, Key),
    /// First damage to the first track, then one of the others whole, then the last (C-62); later damage as allotted
    /// (C-63).
    Characteristics {
        /// Taken first.
        first: Key,
        /// The others.
        others: Vec<Key>,
    },
    /// Crossings of a factor are degrees of an injury by type (D-68).
    Degrees {
        /// The running total.
        total: Key,
        /// The stat with the injury factor.
        factor: Key,
    },
}

impl Land {
    /// Where damage is only summed up: the track of the sum, and the stat whose multiples are degrees of injury (D-68).
    pub fn sum(&self) -> Option<(Key, Key)> {
        if let Self::Degrees { total, factor } = self { Some((*total, *factor)) } else { None }
    }
}

/// What a loss does beyond what there is to lose (S-50).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PastRule {
    /// The track that rises by it.
    pub track: Key,
    /// For whom.
    pub when: Expr,
}

/// What a kind of damage does besides. All of it happens to the one it has struck; the target of its effects is the
/// attacker, or itself where no attack did it (D-09).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindRule {
    /// The kind.
    pub kind: Key,
    /// The rule.
    pub rule: Key,
    /// If any of it reached the unit, whatever armour made of it (D-77).
    #[serde(default)]
    pub reached: Vec<EffectDef>,
    /// From so many degrees owed to it on; `degrees` is their number (D-69).
    #[serde(default)]
    pub degrees: Vec<(i32, Vec<EffectDef>)>,
}

fn half_again() -> (i32, i32) {
    (3, 2)
}

fn twice_blast() -> (Key, i32) {
    (Key::new("blast"), 2)
}

fn electrical() -> Vec<(Key, Key)> {
    ["electricity", "electrical"].map(|kind| (Key::new(kind), Key::new("electrical"))).to_vec()
}
