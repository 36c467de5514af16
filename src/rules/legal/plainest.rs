//! Which attack is made without thinking: by a click on a foe, or where nobody names one.

use super::*;

/// What an attack is made with, the readiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ready {
    /// A weapon in hand.
    Armed,
    /// A weapon in hand as what it is besides: the stock of a gun (F-64).
    Besides,
    /// What counts as unarmed.
    Bare,
    /// A spell.
    Spell,
    /// A way to the target, and whatever strikes at its end.
    Charge,
}

/// How near an attack is to what is done without thinking: the lowest first, of equals the plain attack.
pub fn plainness(facts: &Facts, unit: &UnitState, def: &ActionDef) -> (Ready, bool) {
    let known = default_weapon(facts, unit, def).and_then(|id| facts.weapon_in(unit, id, def));
    let ready = match known {
        _ if def.path().is_some() => Ready::Charge,
        None => Ready::Spell,
        Some((_, used)) if used.unarmed => Ready::Bare,
        Some((item, used)) if used.id != item.def => Ready::Besides,
        Some(_) => Ready::Armed,
    };
    (ready, !def.is_plain_attack())
}
