//! Weapons that jam (S-33). That a weapon is jammed is a mark of the [`Item`](super::facts::Item).

use crate::rules::prelude::*;

/// The natural from which on an attack jams: of bursts by the book, of single shots by the weapon (S-33), if at all.
pub fn from(facts: &Facts, action: &ActionDef, weapon: &WeaponDef) -> Option<i32> {
    if weapon.uses != WeaponUse::Ranged {
        return None;
    }
    let fire = FireDef::of(action);
    match fire.burst.is_some() || fire.sweep.is_some() {
        true => facts.book.settings.attack.fire.jams_from,
        false => weapon.jams_from,
    }
}
