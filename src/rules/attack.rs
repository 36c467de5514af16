//! An attack before its dice: the order of its steps, reach and range, and its check.
//!
//! [`check`] is the one function from which preview, AI, resolver and log take an attack's check; it has a file of its
//! own.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    action::{ActionDef, Step, WeaponUse},
    area::AreaRule,
    expr::Expr,
    facts::{Facts, UnitId, UnitState},
    fire::{self, FireDef, FireRule},
    gear::WeaponDef,
    legal::Refusal,
    spell::SpellDef,
};
use crate::{
    grid::{Area, Band, Cover, CoverLevel},
    key::Key,
};

pub(super) use super::attack_check::{check_inside, check_square};
pub use super::{
    attack_check::{check, check_blind, defence},
    attack_vehicle::{Takes, from_vehicle},
};

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
    #[serde(default)]
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
    #[serde(default)]
    pub defence_roll: Option<(Key, Key)>,
    /// A defence failed by so much is a critical hit (D-32).
    #[serde(default)]
    pub critical_by: Option<i32>,
    /// Squares within which a shot may be critical, where the weapon does not say (D-34).
    #[serde(default = "six")]
    pub crit_range: i32,
    /// Drive that a critical may add, plain and for precise weapons (D-36, D-37).
    #[serde(default)]
    pub critical_drive: (i32, i32),
    /// Tables of injury types, mêlée and ranged: up to this die, this type (D-70).
    #[serde(default)]
    pub injuries: (InjuryTable, InjuryTable),
    /// The sides of the die that is thrown on them (D-70).
    #[serde(default = "twenty")]
    pub injury_die: u16,
    /// What the check of a spell must reach whatever the defence, before its level.
    #[serde(default = "ten")]
    pub spell_difficulty: i32,
    /// From so many squares on shields of low precision stop energy (D-58).
    #[serde(default = "two")]
    pub low_shield_from: i32,
    /// Damage that an aura has stored is spent in steps of so much, or all of it (D-118).
    #[serde(default = "ten")]
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
    /// What energy does round its target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub burst: Option<BurstRule>,
}

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

fn two() -> i32 {
    2
}

fn six() -> i32 {
    6
}

fn ten() -> i32 {
    10
}

fn twenty() -> u16 {
    20
}

/// What an attack is made with and against whom.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackSpec<'a> {
    /// The attacker.
    pub by: UnitId,
    /// The target.
    pub target: UnitId,
    /// The action of which it is a part.
    pub action: &'a ActionDef,
    /// The weapon, by its name on the attacker.
    pub weapon: Option<Key>,
    /// The spell.
    pub spell: Option<Key>,
    /// Points used before the action; none: all used so far.
    pub used: Option<i32>,
    /// What reactions put on it (C-53).
    pub hinder: i32,
    /// Only the attacker's skill, no modifiers (S-44).
    pub bare: bool,
    /// Rounds that the weapon fires (C-83); 0 or 1: a single shot.
    pub rounds: i32,
    /// It has missed another and strikes whom it strikes by chance (C-49).
    pub stray: bool,
    /// What has been worked out of it already.
    pub precomputed: Precomputed,
}

/// What those who try an attack from many places need not work out again; it has to be so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Precomputed {
    /// The cover that the map gives on the line to the target.
    pub line: Option<Cover>,
    /// The result of the target's defence.
    pub defence: Option<i32>,
}

/// What is struck with.
#[derive(Clone, Debug)]
pub enum Means<'a> {
    /// A weapon.
    Weapon(&'a WeaponDef),
    /// A spell.
    Spell(&'a SpellDef),
}

/// How far and through what an attack goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// Squares.
    pub distance: i32,
    /// Range increment, 1 the nearest.
    pub increment: i32,
    /// Modifier of the table of bands.
    pub modifier: i32,
    /// Index of the band.
    pub band: i32,
    /// Farther than the last band goes (C-174).
    pub beyond: bool,
}

impl<'a> AttackSpec<'a> {
    /// An attack with nothing special about it, made with nothing as yet.
    pub fn new(by: UnitId, target: UnitId, action: &'a ActionDef) -> Self {
        Self {
            by,
            target,
            action,
            weapon: None,
            spell: None,
            used: None,
            hinder: 0,
            bare: false,
            rounds: 0,
            stray: false,
            precomputed: Precomputed::default(),
        }
    }

    /// The weapon or spell.
    pub fn means<'b>(&self, facts: &'b Facts) -> Option<Means<'b>> {
        if let Some(spell) = self.spell {
            return facts.book.spell(spell).map(|def| Means::Spell(def));
        }
        let by = facts.unit(self.by)?;
        facts.weapon_in(by, self.weapon?, self.action).map(|(_, def)| Means::Weapon(def))
    }

    pub(super) fn step(&self) -> Option<&'a Step> {
        self.action.steps.iter().find(|step| matches!(step, Step::Attack { .. }))
    }
}

/// Whether a target is near enough, and what the distance costs.
pub fn range(facts: &Facts, by: &UnitState, target: &UnitState, means: &Means<'_>) -> Result<Range, Refusal> {
    range_to(facts, by, &by.place.area, &target.place.area, target.place.band, means)
}

/// The same from and to any squares, the latter in a band.
pub fn range_to(
    facts: &Facts,
    by: &UnitState,
    from: &Area,
    to: &Area,
    band: Band,
    means: &Means<'_>,
) -> Result<Range, Refusal> {
    let distance = from.distance(to).max(facts.gap(by.place.band, band));
    let rule = &facts.book.settings.attack;
    let far = |most: i32, rule: &str| {
        Refusal::new(
            "out_of_range",
            message!("core-x-squares-away-at-most-x", distance, most),
            Some(Key::new(rule)),
        )
    };
    let by_increments = |increment: i32, most: i32| {
        let increment = increment.max(1);
        let n = ((distance + increment - 1) / increment).max(1);
        if n > most {
            return Err(far(increment * most, "A-75"));
        }
        Ok(Range { distance, increment: n, ..Range::default() })
    };
    let melee = matches!(means, Means::Weapon(weapon) if weapon.uses == WeaponUse::Melee);
    facts.bands_allow(by.place.band, band, melee, means)?;
    let weapon = match means {
        Means::Spell(spell) => return by_increments(spell.increment, spell.max_increments),
        Means::Weapon(weapon) => *weapon,
    };
    if melee && !rule.melee_by_bands {
        let (least, most) = facts.threat_range(by);
        if (least..=most).contains(&distance) {
            return Ok(Range { distance, increment: 1, ..Range::default() });
        }
        return Err(Refusal::new(
            "out_of_reach",
            message!("core-x-squares-away-reach-is-x-to-x", distance, least, most),
            Some(Key::new("A-72")),
        ));
    }
    match &rule.range {
        RangeRule::Increments => by_increments(weapon.increment, weapon.max_increments),
        RangeRule::Multiple(times) => {
            let most = weapon.increment * times;
            if distance > most {
                return Err(far(most, "S-29"));
            }
            Ok(Range { distance, increment: 1, ..Range::default() })
        }
        RangeRule::Bands { bands, types } => {
            let end = bands.len().saturating_sub(1);
            let beyond = rule.fire.beyond.as_ref().filter(|beyond| distance > facts.value(&beyond.limit, by));
            let band = bands.iter().position(|(_, last)| distance <= *last).unwrap_or(end);
            let band = if beyond.is_some() { end } else { band };
            let row = weapon.range_type.and_then(|kind| types.get(&kind));
            match row.and_then(|row| row.get(band).copied().flatten()) {
                Some(modifier) => {
                    if let Some(beyond) = beyond {
                        fire::steady(facts, by, weapon, beyond)
                            .map_err(|why| Refusal::new("unsteady", why, Some(beyond.rule)))?;
                    }
                    let band = i32::try_from(band).unwrap_or(0);
                    Ok(Range { distance, increment: 1, modifier, band, beyond: beyond.is_some() })
                }
                None => {
                    let name = bands.get(band).map_or("that", |(name, _)| name.as_str());
                    Err(Refusal::new(
                        "out_of_range",
                        message!(
                            "core-x-cannot-be-used-at-x-range-x-squares",
                            weapon = weapon.name,
                            range = name,
                            distance
                        ),
                        Some(Key::new("C-38")),
                    ))
                }
            }
        }
    }
}

/// Whether the attack is possible where the two stand: range, sight, effect, cover that hides (A-71, C-57).
pub fn possible(facts: &Facts, spec: &AttackSpec<'_>) -> Result<Range, Refusal> {
    let (Some(by), Some(target)) = (facts.unit(spec.by), facts.unit(spec.target)) else {
        return Err(Refusal::new(
            "no_such_unit",
            message!("core-there-is-no-unit", unit = spec.target),
            None,
        ));
    };
    let Some(means) = spec.means(facts) else {
        return Err(Refusal::new("no_weapon", message!("core-nothing-to-attack-with"), None));
    };
    let found = match FireDef::of(spec.action).sure {
        true => Range { distance: facts.distance(by, target), increment: 1, ..Range::default() },
        false => range(facts, by, target, &means)?,
    };
    if !facts.sees(by, target) {
        return Err(Refusal::new("no_sight", message!("core-no-line-of-sight"), Some(Key::new("A-71"))));
    }
    if !facts.reaches(by, target) {
        return Err(Refusal::new("no_effect", message!("core-no-line-of-effect"), Some(Key::new("A-71"))));
    }
    from_vehicle(facts, by, spec.weapon, &target.place.area, Some(target))?;
    if hidden(facts, by, target) {
        return Err(Refusal::new("hidden", message!("core-low-behind-full-cover"), Some(Key::new("C-57"))));
    }
    if hidden(facts, target, by) {
        return Err(Refusal::new(
            "hidden",
            message!("core-lies-low-behind-full-cover"),
            Some(Key::new("C-57")),
        ));
    }
    Ok(found)
}

/// Whether a target is low behind full cover from where another stands: it can neither be hit from there nor shoot
/// there (C-57).
pub fn hidden(facts: &Facts, from: &UnitState, target: &UnitState) -> bool {
    if facts.option("full_cover_hides") == 0 || !facts.conditions(target).any(|(def, _)| def.low) {
        return false;
    }
    facts.plain_cover(from, target).level == CoverLevel::Full
}

/// Whether a unit knows how to use a weapon (F-64).
pub fn proficient(unit: &UnitState, weapon: &WeaponDef) -> bool {
    match weapon.proficiency {
        Some(kind) => unit.sheet.0.proficiencies.is_empty() || unit.sheet.0.proficiencies.contains(&kind),
        None => true,
    }
}
