//! What a blow that has landed will do, what passes resistance, and what a defence would take off.

use crate::window::session::prelude::*;

/// What a blow that has landed is worth, and what stays of it after resistance.
pub fn worth(facts: &Facts, unit: &UnitState, reaction: &Reaction) -> String {
    let Some(lost) = lost(reaction) else { return say!("worth-unknown") };
    let way = types(facts, unit, reaction).zip(raw(facts, unit, reaction));
    let way = way.map(|(types, raw)| traces::sum(&facts.book, &passed(facts, unit, &types, raw, 0)));
    match way {
        Some((_, sum, true)) if sum == lost => say!("worth-all", n = lost),
        Some((told, sum, _)) if sum == lost => say!("worth-sum", sum = told, n = lost),
        _ => say!("worth-plain", n = lost),
    }
}

/// What a blow that has landed takes if nothing is done, where its value is its damage.
pub fn lost(reaction: &Reaction) -> Option<i32> {
    reaction.check.as_ref().filter(|check| check.value.is_some()).map(|_| reaction.value)
}

/// Further value that the links of a critical may have added, at most.
const LINKS: i32 = 200;

/// The value of a blow that has landed before resistance: what its dice show, and more after a critical.
fn raw(facts: &Facts, unit: &UnitState, reaction: &Reaction) -> Option<i32> {
    let shown = reaction.reading.as_ref()?.value;
    let types = types(facts, unit, reaction)?;
    (shown..=shown.saturating_add(LINKS)).find(|raw| through(facts, unit, &types, *raw, 0) >= reaction.value)
}

/// What gets through of a value, with so much taken off it first.
fn through(facts: &Facts, unit: &UnitState, types: &[Key], value: i32, reduced: i32) -> i32 {
    passed(facts, unit, types, value, reduced).total
}

/// The way of a value through all that takes something off it or adds to it.
fn passed(facts: &Facts, unit: &UnitState, types: &[Key], value: i32, reduced: i32) -> HarmTrace {
    let portion = blow::value_portion(types, value);
    harm::pass(facts, unit, vec![portion], Blow { reduced, ..Blow::default() }, Vec::new())
}

/// The damage types of a blow whose value is its damage; none for weapons with damage of their own.
fn types(facts: &Facts, unit: &UnitState, reaction: &Reaction) -> Option<Vec<Key>> {
    let by = facts.unit(reaction.by)?;
    let mut chosen = Chosen::new(reaction.action, Mode::Standard).against(unit.id());
    chosen.args.spell = reaction.spell;
    let spec = preview::spec(Order::new(facts, by, &chosen)?)?;
    match spec.armament(facts) {
        Some(Armament::Spell(spell)) => Some(spell.types.clone()),
        Some(Armament::Weapon(weapon)) => plain(weapon),
        // What was thrown lies in the target's square by now.
        None => facts
            .ground
            .iter()
            .filter(|ground| unit.place.area.contains(ground.square))
            .filter_map(|ground| facts.book.weapon(ground.item.def))
            .find(|weapon| weapon.uses == WeaponUse::Thrown)
            .and_then(|weapon| plain(weapon)),
    }
}

fn plain(weapon: &WeaponDef) -> Option<Vec<Key>> {
    (weapon.damage.is_none() && weapon.portions.is_empty()).then(|| weapon.types.clone())
}

/// What a defence does to a blow that has landed.
pub struct Lessened {
    /// The chance that it takes anything off, and what that is one of in words.
    pub odds: (String, String),
    /// How much it saves on average.
    pub saved: f64,
    /// What the blow takes then, where it is known what it takes without.
    pub left: Option<Dist<i32>>,
}

/// What a defence by this check does to a blow that has landed.
pub fn lessened(
    facts: &Facts,
    unit: &UnitState,
    reaction: &Reaction,
    check: &Check,
    divisor: i32,
) -> Lessened {
    let lost = lost(reaction);
    let off = preview::reduction(check, divisor);
    let any = off.at_least(1);
    if any == Chance::NEVER {
        let odds = (preview::percent(any), say!("lessen-never"));
        return Lessened { odds, saved: 0.0, left: lost.map(Dist::one) };
    }
    let way = types(facts, unit, reaction).zip(raw(facts, unit, reaction));
    let left = match &way {
        Some((types, raw)) => Some(off.map(|off| through(facts, unit, types, *raw, *off))),
        None => lost.map(|lost| off.map(|off| lost.saturating_sub(*off).max(0))),
    };
    let saved = match &left {
        Some(left) => f64::from(reaction.value) - left.mean_f64(),
        None => off.mean_f64(),
    };
    let note = match way {
        Some(_) => say!("odds-lessen"),
        None => say!("lessen-by", n = preview::decimal(saved)),
    };
    Lessened { odds: (preview::percent(any), note), saved, left: left.filter(|_| lost.is_some()) }
}

/// The defence that would be rolled against a blow that has landed.
pub fn defence(facts: &Facts, unit: &UnitState, reaction: &Reaction) -> Option<Check> {
    let Versus::Passive(passive) = &reaction.check.as_ref()?.versus else { return None };
    let total = reaction.reading.as_ref()?.total;
    check::defence(facts, unit.id(), passive.id, total, Some(reaction.by), unit.usage.points)
}
