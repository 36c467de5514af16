//! An attack before its dice: the order of its steps, reach and range, and its check.
//!
//! [`check`] is the one function from which preview, AI, resolver and log take an attack's check; it has a file of its
//! own.

use crate::rules::check_prelude::*;

pub(super) use super::attack_check::{check_inside, check_square};
pub use super::{
    attack_check::{check, check_blind, check_blind_struck, check_swept, confirming, defence},
    attack_rule::{AttackRule, AttackStep, BurstRule, InjuryTable, RangeRule},
    attack_vehicle::{Takes, from_vehicle},
};

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
pub enum Armament<'a> {
    /// A weapon.
    Weapon(&'a WeaponDef),
    /// A spell.
    Spell(&'a SpellDef),
}

impl<'a> Armament<'a> {
    /// Types of its damage.
    pub fn types(&self) -> &'a [Key] {
        match self {
            Self::Weapon(weapon) => &weapon.types,
            Self::Spell(spell) => &spell.types,
        }
    }

    /// What it is called.
    pub fn name(&self) -> &'a str {
        match self {
            Self::Weapon(weapon) => &weapon.name,
            Self::Spell(spell) => &spell.name,
        }
    }
}

/// How far and through what an attack goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackRange {
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

    /// The same with a weapon or a spell.
    #[must_use]
    pub fn armed(self, weapon: Option<Key>, spell: Option<Key>) -> Self {
        Self { weapon, spell, ..self }
    }

    /// The same as part of an action before which so many points were used.
    #[must_use]
    pub fn after(self, used: i32) -> Self {
        Self { used: Some(used), ..self }
    }

    /// The same with so many rounds (C-83).
    #[must_use]
    pub fn firing(self, rounds: i32) -> Self {
        Self { rounds, ..self }
    }

    /// The weapon or spell.
    pub fn armament<'b>(&self, facts: &'b Facts) -> Option<Armament<'b>> {
        if let Some(spell) = self.spell {
            return facts.book.spell(spell).map(|def| Armament::Spell(def));
        }
        let by = facts.unit(self.by)?;
        facts.weapon_in(by, self.weapon?, self.action).map(|(_, def)| Armament::Weapon(def))
    }

    pub(super) fn step(&self) -> Option<&'a Step> {
        self.action.steps.iter().find(|step| matches!(step, Step::Attack { .. }))
    }
}

/// Least and greatest distance of a weapon or spell.
pub fn extent(facts: &Facts, unit: &UnitState, armament: &Armament<'_>) -> (i32, i32) {
    let weapon = match armament {
        Armament::Spell(spell) => return (0, spell.increment * spell.max_increments),
        Armament::Weapon(weapon) => *weapon,
    };
    let rule = &facts.book.settings.attack;
    if weapon.uses == WeaponUse::Melee && !rule.melee_by_bands {
        return facts.melee_range(unit, weapon.longer);
    }
    match &rule.range {
        RangeRule::Increments => (0, weapon.increment * weapon.max_increments),
        RangeRule::Multiple(times) => (0, weapon.increment * times),
        RangeRule::Bands { bands, types } => {
            let row = weapon.range_type.and_then(|kind| types.get(&kind));
            let last = row.and_then(|row| row.iter().rposition(Option::is_some));
            (0, last.and_then(|at| bands.get(at)).map_or(0, |(_, most)| *most))
        }
    }
}

/// Whether a target is near enough, and what the distance costs.
pub fn range(
    facts: &Facts,
    by: &UnitState,
    target: &UnitState,
    armament: &Armament<'_>,
) -> OrRefusal<AttackRange> {
    range_to(facts, by, &by.place.area, &target.place.area, target.place.band, armament)
}

/// The same from and to any squares, the latter in a band.
pub fn range_to(
    facts: &Facts,
    by: &UnitState,
    from: &Area,
    to: &Area,
    band: Band,
    armament: &Armament<'_>,
) -> OrRefusal<AttackRange> {
    let distance = from.distance(to).max(facts.gap(by.place.band, band));
    let rule = &facts.book.settings.attack;
    let far = |most: i32, rule: &str| {
        refuse("out_of_range", message!("core-x-squares-away-at-most-x", distance, most), rule)
    };
    let by_increments = |increment: i32, most: i32| {
        let increment = increment.max(1);
        let n = ((distance + increment - 1) / increment).max(1);
        if n > most {
            return far(increment * most, "A-75");
        }
        Ok(AttackRange { distance, increment: n, ..AttackRange::default() })
    };
    let melee = matches!(armament, Armament::Weapon(weapon) if weapon.uses == WeaponUse::Melee);
    facts.bands_allow(by.place.band, band, melee, armament)?;
    let weapon = match armament {
        Armament::Spell(spell) => return by_increments(spell.increment, spell.max_increments),
        Armament::Weapon(weapon) => *weapon,
    };
    if melee && !rule.melee_by_bands {
        let (least, most) = facts.melee_range(by, weapon.longer);
        if (least..=most).contains(&distance) {
            return Ok(AttackRange { distance, increment: 1, ..AttackRange::default() });
        }
        let text = match distance > most {
            true => message!("core-x-squares-away-at-most-x", distance, most),
            false => message!("core-x-squares-away-reach-is-x-to-x", distance, least, most),
        };
        return refuse("out_of_reach", text, "A-72");
    }
    match &rule.range {
        RangeRule::Increments => by_increments(weapon.increment, weapon.max_increments),
        RangeRule::Multiple(times) => {
            let most = weapon.increment * times;
            if distance > most {
                return far(most, "S-29");
            }
            Ok(AttackRange { distance, increment: 1, ..AttackRange::default() })
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
                    Ok(AttackRange { distance, increment: 1, modifier, band, beyond: beyond.is_some() })
                }
                None => {
                    let name = bands.get(band).map_or("that", |(name, _)| name.as_str());
                    let text = message!(
                        "core-x-cannot-be-used-at-x-range-x-squares",
                        weapon = weapon.name,
                        range = name,
                        distance
                    );
                    refuse("out_of_range", text, "C-38")
                }
            }
        }
    }
}

/// Whether the attack is possible where the two stand: range, sight, effect, cover that hides (A-71, C-57).
pub fn possible(facts: &Facts, spec: &AttackSpec<'_>) -> OrRefusal<AttackRange> {
    let (Some(by), Some(target)) = (facts.unit(spec.by), facts.unit(spec.target)) else {
        return refuse("no_such_unit", message!("core-there-is-no-unit", unit = spec.target), "");
    };
    let Some(armament) = spec.armament(facts) else {
        return refuse("no_weapon", message!("core-nothing-to-attack-with"), "");
    };
    let found = match FireDef::of(spec.action).sure {
        true => AttackRange { distance: facts.distance(by, target), increment: 1, ..AttackRange::default() },
        false => range(facts, by, target, &armament)?,
    };
    if !facts.sees(by, target) {
        return refuse("no_sight", message!("core-no-line-of-sight"), "A-71");
    }
    if !facts.reaches(by, target) {
        return refuse("no_effect", message!("core-no-line-of-effect"), "A-71");
    }
    from_vehicle(facts, by, spec.weapon, &target.place.area, Some(target))?;
    if facts.hostile(by, target) && facts.unseen(target) {
        return refuse("hidden", message!("core-in-stealth"), "D-11");
    }
    if hidden(facts, by, target) {
        return refuse("hidden", message!("core-low-behind-full-cover"), "C-57");
    }
    if hidden(facts, target, by) {
        return refuse("hidden", message!("core-lies-low-behind-full-cover"), "C-57");
    }
    Ok(found)
}

/// Whether a target is low behind full cover from where another stands: neither can hit the other (C-57).
pub fn hidden(facts: &Facts, from: &UnitState, target: &UnitState) -> bool {
    if facts.option("full_cover_hides") == 0 || !facts.conditions(target).any(|(def, _)| def.low) {
        return false;
    }
    facts.plain_cover(from, target).level == CoverLevel::Full
}

/// Within how many squares a shot may be critical: as the weapon says, or else the shooter (D-34).
pub fn crit_range(facts: &Facts, by: &UnitState, weapon: Option<&WeaponDef>) -> i32 {
    let own = weapon.and_then(|weapon| weapon.crit_range);
    own.unwrap_or_else(|| facts.value(&facts.book.settings.attack.crit_range, by))
}

/// Whether a unit knows how to use a weapon (F-64).
pub fn proficient(unit: &UnitState, weapon: &WeaponDef) -> bool {
    let own = &unit.sheet.0.proficiencies;
    weapon.proficiency.is_none_or(|kind| own.is_empty() || own.contains(&kind))
}

impl Facts {
    /// Whether an attack may go from band to band: never in mêlée, to or from a great height if it reaches it (S-24).
    pub fn bands_allow(&self, from: Band, to: Band, melee: bool, armament: &Armament<'_>) -> OrRefusal {
        if from == to {
            return Ok(());
        }
        let rule = self.altitude();
        let id = rule.map_or("T-05", |rule| rule.rule.as_str());
        if melee {
            return refuse("other_band", message!("core-in-another-altitude-band"), id);
        }
        let reaches = matches!(armament, Armament::Weapon(weapon) if weapon.reaches_high);
        let high = from.max(to) == Band::High && rule.is_some_and(|rule| rule.high_apart);
        if high && !reaches {
            let text = message!("core-nothing-but-a-weapon-made-for-it-reaches-so-high");
            return refuse("too_high", text, id);
        }
        Ok(())
    }
}

/// Whether sight and effect are clear from where a unit stands to a square.
pub(super) fn clear(facts: &Facts, by: &UnitState, from: &Area, to: &Area, band: Band) -> OrRefusal {
    if !grid::line_of_sight_between(&facts.map, from, by.place.band, to, band) {
        return refuse("no_sight", message!("core-no-line-of-sight-to-the-square"), "A-71");
    }
    if !grid::line_of_effect_between(&facts.map, from, by.place.band, to, band) {
        return refuse("no_effect", message!("core-no-line-of-effect-to-the-square"), "A-71");
    }
    Ok(())
}
