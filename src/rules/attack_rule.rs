//! The attack slot of a book: the order of an attack's steps, ranges, areas.

use super::data_prelude::*;
use super::{fire_rule::FireRule, zone_area_rule::ZoneAreaRule};

/// The attack slot of a book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackRule {
    /// The steps, in order.
    pub steps: Vec<AttackStep>,
    /// The check of a mêlée attack.
    pub melee: Key,
    /// The check of a shot or throw.
    pub ranged: Key,
    /// The check of a spell.
    pub spell: Option<Key>,
    /// Schools of spells, each with the ability and skill that it is cast with; a school that is not here
    /// takes those of the check.
    #[serde(default)]
    pub schools: BTreeMap<Key, (Key, Key)>,
    /// How range counts.
    pub range: RangeRule,
    /// The attack is held against the target's defence; else against the check's own number.
    #[serde(default)]
    pub against_defence: bool,
    /// Rolled defence checks (D-31): in mêlée, against shots.
    pub defence_roll: Option<(Key, Key)>,
    /// A defence failed by so much is a critical hit (D-32).
    pub critical_by: Option<i32>,
    /// Squares within which a shot may be critical, where the weapon does not say; of the shooter (D-34).
    #[serde(default = "short_range")]
    pub crit_range: Expr,
    /// Drive that a critical may add, plain and for precise weapons (D-36, D-37).
    #[serde(default)]
    pub critical_drive: (i32, i32),
    /// Where the success value is the damage: drive counts, and the margin over this comes to a weapon's (T-09).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drive_margin: Option<i32>,
    /// Tables of injury types, mêlée and ranged: up to this die, this type (D-70).
    #[serde(default)]
    pub injuries: (InjuryTable, InjuryTable),
    /// The sides of the die that is thrown on them (D-70).
    #[serde(default = "defaults::twenty")]
    pub injury_die: u16,
    /// What the check of a spell must reach whatever the defence, before its level.
    #[serde(default = "defaults::ten")]
    pub spell_difficulty: i32,
    /// From so many squares on shields of low precision stop energy (D-58).
    #[serde(default = "defaults::two")]
    pub low_shield_from: i32,
    /// Damage that an aura has stored is spent in steps of so much, or all of it (D-118).
    #[serde(default = "defaults::ten")]
    pub aura_step: i32,
    /// What a mêlée attack adds to its damage (S-42, D-25).
    #[serde(default)]
    pub melee_adds: Expr,
    /// The attack's effect adds to damage (C-59).
    #[serde(default)]
    pub effect_adds: bool,
    /// Mêlée attacks reach by bands and not by threat range (C-40).
    #[serde(default)]
    pub melee_by_bands: bool,
    /// A confirmed critical that harms also throws this on the table of lethal effects (S-45).
    #[serde(default)]
    pub critical_table: Vec<(u16, Key, i32)>,
    /// Bare hands are enough to threaten with (S-22).
    #[serde(default)]
    pub fists_threaten: bool,
    /// Reactions are offered only against attackers one is aware of (C-52).
    #[serde(default)]
    pub known_only: bool,
    /// Area attacks.
    #[serde(default)]
    pub area: AreaRule,
    /// Bursts, stray shots and the like.
    #[serde(default)]
    pub fire: FireRule,
    /// Parts of the body, each up to so much of the attack's dice read backwards (S-32); empty: it has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<(i32, Key)>,
    /// What energy does round its target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub burst: Option<BurstRule>,
    /// What fills whole zones (D-95).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone_areas: Option<ZoneAreaRule>,
}

fn short_range() -> Expr {
    Expr::number(6)
}

/// One step of an attack. The book states which it has and in what order (A-76, S-28, C-39, D-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AttackStep {
    /// The target may react before the dice (C-51).
    React,
    /// The attack's dice.
    Roll,
    /// Shields of low precision (D-58).
    LowShield,
    /// Shields of medium precision (D-60).
    MediumShield,
    /// The target may answer an attack that has succeeded (A-130, S-34).
    Evade,
    /// The target's defence roll, a hit or a critical (D-31, D-32).
    DefenceRoll,
    /// The attacker's choice after a critical (D-35, D-36).
    CriticalChoice,
    /// The die for the type of injury (D-70).
    InjuryType,
    /// The target's aura may answer (D-117).
    AuraAnswer,
    /// Damage dice (S-42, C-59).
    Damage,
    /// One damage die may be replaced by the degrees (S-43).
    ReplaceDie,
    /// A natural maximum is confirmed as a critical (S-44).
    Confirm,
    /// From blow to loss.
    Harm,
    /// What bursts strikes those round the target (D-83 to D-92).
    Burst,
    /// Checks that follow: conditions, waking.
    Consequences,
}

/// How range counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum RangeRule {
    /// Increments with a cumulative modifier, up to a greatest number of them.
    Increments,
    /// Bands of squares and a table of weapon types (C-37, C-38).
    Bands {
        /// Name and last square of each band, ascending; the last has no end.
        bands: Vec<(Key, i32)>,
        /// For each weapon type its modifier in each band; none: it cannot attack there.
        types: BTreeMap<Key, Vec<Option<i32>>>,
    },
    /// Up to so many times the weapon's increment, without a modifier (S-29).
    Multiple(i32),
}

impl RangeRule {
    /// The first and the last square of a band, in books that have bands (C-37).
    pub fn band(&self, id: Key) -> Option<(i32, i32)> {
        let Self::Bands { bands, .. } = self else { return None };
        let at = bands.iter().position(|(known, _)| *known == id)?;
        let before = at.checked_sub(1).and_then(|before| bands.get(before)).map_or(-1, |(_, last)| *last);
        Some((before + 1, bands.get(at)?.1))
    }
}

/// Types of injury by a die: up to this face, this type (D-70).
pub type InjuryTable = Vec<(u16, Key)>;

/// Attacks of much energy that burst among those round their target (D-83 to D-92).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BurstRule {
    /// The tag of actions by which one makes it burst (D-83).
    pub tag: Key,
    /// How much such an attack must have (D-83).
    pub from: i32,
    /// From so much on any attack bursts by itself (D-84).
    pub over: i32,
    /// Per cent of it for whom a deliberate one hits.
    pub impact: i32,
    /// Per cent of it for the others.
    pub area: i32,
    /// The sides of the die for each of the others, and up to which it reaches them (D-85).
    pub die: u16,
    /// Up to which face it reaches them.
    pub strikes: u16,
    /// The same for those in cover from the attacker (D-18); none: no less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covered: Option<u16>,
}

impl BurstRule {
    /// What reaches those round the target (D-83, D-90).
    pub fn on_others(&self, value: i32) -> i32 {
        value.saturating_mul(self.area) / 100
    }

    /// Whether an action makes its attack burst (D-83).
    pub fn deliberate(&self, def: &ActionDef) -> bool {
        def.tags.contains(&self.tag)
    }
}

/// What a book says of area attacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AreaRule {
    /// The defence of a square.
    pub number: i32,
    /// The rule that it comes from.
    pub rule: Option<Key>,
    /// How far a missed attack scatters; none: it is lost.
    pub scatter: Option<Scatter>,
    /// From this size on a creature's blows strike an area; none: nobody's do.
    pub giants: Option<Key>,
    /// By how many size categories a giant's weapon is smaller than the giant.
    pub smaller: i32,
}

impl Default for AreaRule {
    fn default() -> Self {
        Self { number: 10, rule: None, scatter: Some(Scatter::Increments(4)), giants: None, smaller: 2 }
    }
}

/// How far a missed attack scatters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scatter {
    /// A die of so many sides for each range increment; all attacks but spells scatter, and are held anew against those
    /// inside.
    Increments(u16),
    /// So many metres, and the effect of the miss; only what is thrown scatters (C-108).
    Metres(i32),
}
