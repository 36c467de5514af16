//! What an attack throws: the base of its success value, and what its damage is made of.
//!
//! Decided here alone. The attack's check, the portions of its blow, the resolver, the odds and the computer read it.

use crate::rules::check_prelude::*;

/// What an attack throws.
#[derive(Clone, Debug)]
pub struct AttackDamage<'a> {
    /// What it is made with.
    pub armament: Armament<'a>,
    /// The base of its success value; none: its check has no value.
    pub value: Option<&'a Expr>,
    /// What its damage is made of.
    pub source: DamageSource<'a>,
    /// Where the success value is the damage and has a drive: of how many points of the margin one comes to the drive
    /// (T-09).
    pub drive_margin: Option<i32>,
}

/// What the damage of an attack is made of.
#[derive(Clone, Copy, Debug)]
pub enum DamageSource<'a> {
    /// Nothing: a spell without types of damage.
    Nothing,
    /// The dice of what goes off, by how near one is to it (C-103).
    Blast(&'a WeaponDef, &'a BlastDef),
    /// Stated portions, each with its drive (D-24).
    Portions(&'a WeaponDef),
    /// Damage dice (S-42, C-59).
    Dice(&'a WeaponDef),
    /// The success value.
    Value,
}

impl<'a> AttackDamage<'a> {
    /// Of an action's attack with a weapon or spell.
    pub fn of(facts: &Facts, action: &'a ActionDef, armament: &Armament<'a>) -> Self {
        let drive_margin = facts.book.settings.attack.drive_margin;
        let source = match *armament {
            Armament::Spell(spell) if spell.types.is_empty() => DamageSource::Nothing,
            Armament::Spell(_) => DamageSource::Value,
            Armament::Weapon(weapon) => match &weapon.blast {
                Some(blast) => DamageSource::Blast(weapon, blast),
                // Portions come beside the value where that has a drive of its own (T-09), else in its place (D-24).
                None if drive_margin.is_none() && !weapon.portions.is_empty() => {
                    DamageSource::Portions(weapon)
                }
                None if weapon.damage.is_some() => DamageSource::Dice(weapon),
                None => DamageSource::Value,
            },
        };
        Self {
            armament: armament.clone(),
            value: base(action, armament, source),
            source,
            drive_margin: drive_margin
                .filter(|_| matches!(source, DamageSource::Value | DamageSource::Nothing)),
        }
    }
}

/// The base of the success value: the action's own, or else that of weapon or spell.
fn base<'a>(action: &'a ActionDef, armament: &Armament<'a>, source: DamageSource<'a>) -> Option<&'a Expr> {
    let (mut own, mut replaced) = (None, false);
    let attack = action.steps.iter().find(|step| matches!(step, Step::Attack { .. }));
    if let Some(Step::Attack { instead, success, value, .. }) = attack {
        replaced = !instead.is_empty() && success.is_some();
        own = value.as_ref();
    }
    match *armament {
        _ if replaced => None,
        Armament::Weapon(_) if own.is_some() => own,
        Armament::Weapon(weapon) if matches!(source, DamageSource::Value) => Some(&weapon.base),
        Armament::Spell(spell) if !spell.types.is_empty() || spell.base.as_const() != Some(0) => {
            Some(&spell.base)
        }
        _ => None,
    }
}
