//! What an attack that lands strikes with, for resolver and odds alike: portions out of values and dice.

use crate::rules::check_prelude::*;

/// The portion of an attack whose success value is its damage.
pub fn value_portion(types: &[Key], value: i32) -> Portion {
    Portion::new(Key::new("damage"), types, value)
}

/// Whether shields and armour ask for kind and drive of an attack whose success value is its damage (T-09).
pub fn drive_matters(facts: &Facts, target: &UnitState, damage: &AttackDamage<'_>) -> bool {
    let brings = matches!(damage.armament, Armament::Weapon(weapon) if !weapon.portions.is_empty());
    let meets = || !target.wards.shields.is_empty() || facts.armour_range(target).is_some();
    damage.drive_margin.is_some() && (brings || meets() || energy(facts, &damage.armament).is_some())
}

/// The kind of energy that is among the types of what is struck with.
fn energy(facts: &Facts, armament: &Armament<'_>) -> Option<Key> {
    let kinds = &facts.book.settings.harm.kinds;
    armament.types().iter().copied().find(|kind| kinds.iter().any(|rule| rule.kind == *kind))
}

/// The portions of an attack whose success value is its damage, where [`drive_matters`], else none: that and the
/// weapon's. Energy has the drive of its damage (D-42), all else the weapon's and a share of the margin (T-09).
pub fn driven_portions(
    facts: &Facts,
    (by, target): (&UnitState, &UnitState),
    damage: &AttackDamage<'_>,
    (value, margin): (i32, i32),
) -> Vec<Portion> {
    let share = damage.drive_margin.filter(|_| drive_matters(facts, target, damage));
    let Some(share) = share else { return Vec::new() };
    let armament = &damage.armament;
    let mut first = value_portion(armament.types(), value);
    first.drive = value;
    let kind = energy(facts, armament);
    first.kind = kind.unwrap_or_else(|| Key::new("normal"));
    let (stated, brought) = match armament {
        Armament::Weapon(weapon) => (weapon.drive.as_ref().unwrap_or(&weapon.base), &*weapon.portions),
        Armament::Spell(spell) => (&spell.base, &[][..]),
    };
    if kind.is_none() {
        first.drive = facts.value(stated, by).saturating_add(margin.max(0) / share.max(1));
    }
    std::iter::once(first).chain(portions_of(facts, by, brought, (100, 100), 0)).collect()
}

/// What is added to a weapon's dice: its base, the strength of the arm in mêlée (S-42), the effect (C-59).
pub fn flat_damage(facts: &Facts, by: &UnitState, weapon: &WeaponDef, effect: i32) -> i32 {
    let rule = &facts.book.settings.attack;
    let mut flat = facts.value(&weapon.base, by);
    if weapon.uses != WeaponUse::Ranged && !weapon.tagged("no_strength") {
        flat += facts.value(&rule.melee_adds, by);
    }
    if rule.effect_adds {
        flat += effect;
    }
    flat
}

/// The same portions for each of several hits, those of each in a place of their own (T-07).
pub fn for_each_hit(one: Vec<Portion>, hits: i32) -> Vec<Portion> {
    if hits < 2 {
        return one;
    }
    let hits = u8::try_from(hits).unwrap_or(u8::MAX);
    let mut all = Vec::with_capacity(one.len() * usize::from(hits));
    for place in 0..hits {
        all.extend(one.iter().map(|portion| Portion { weapon: place, ..portion.clone() }));
    }
    all
}

/// The portion of damage dice that show a total (S-42, C-59, C-80, C-85), halved by the range (C-175); 0 at least.
pub fn dice_portion(
    facts: &Facts,
    by: &UnitState,
    weapon: &WeaponDef,
    load: Load,
    shown: i32,
    effect: i32,
) -> Portion {
    let amount = dice_amount(load, flat_damage(facts, by, weapon, effect), shown);
    let mut portion = Portion::new(Key::new("damage"), &weapon.types, amount);
    let more = weapon.pierces.as_ref().map_or(0, |more| facts.value(more, by));
    portion.penetration = weapon.penetration + more;
    portion.large = weapon.tagged("starship");
    portion.primitive = weapon.tagged("primitive");
    portion.past_soak = weapon.tagged("past_soak");
    portion
}

/// The amount of such a portion by what the dice show and what is added to them, [`flat_damage`].
pub fn dice_amount(load: Load, flat: i32, shown: i32) -> i32 {
    let whole = shown + load.dice.bonus() + load.points + flat;
    if load.half { (whole + 1).div_euclid(2) } else { whole }.max(0)
}

/// The weapon in hand of a tag whose damage is done without an attack: what is more than bare hands comes first (S-76).
pub fn lone_weapon<'a>(facts: &'a Facts, unit: &'a UnitState, tag: Key) -> Option<ArmedWith<'a>> {
    let tagged = || facts.in_hand(unit, WeaponUse::Melee).filter(|(_, weapon)| weapon.tagged(tag.as_str()));
    tagged().find(|(_, weapon)| !weapon.unarmed).or_else(|| tagged().next())
}

/// What such a weapon does without an attack, when its damage dice, if it has any, show a total (S-76).
pub fn lone_portions(facts: &Facts, by: &UnitState, weapon: &WeaponDef, shown: i32) -> Vec<Portion> {
    if let Some(dice) = weapon.damage {
        return vec![dice_portion(facts, by, weapon, Load { dice, points: 0, half: false }, shown, 0)];
    }
    if !weapon.portions.is_empty() {
        return fixed_portions(facts, by, weapon, 0);
    }
    let mut portion = value_portion(&weapon.types, facts.value(&weapon.base, by));
    portion.drive = portion.amount;
    vec![portion]
}

/// The portions of a weapon with fixed damage and drive (D-24, D-25, D-42); its types are those of the normal one.
pub fn fixed_portions(facts: &Facts, by: &UnitState, weapon: &WeaponDef, place: u8) -> Vec<Portion> {
    held_portions(facts, by, weapon, place, 100)
}

/// The same of a blow held back to so many per cent, without what the arm adds, with a shot's drive (D-28, D-29).
pub fn held_portions(
    facts: &Facts,
    by: &UnitState,
    weapon: &WeaponDef,
    place: u8,
    share: i32,
) -> Vec<Portion> {
    let melee = weapon.uses == WeaponUse::Melee;
    let adds = if melee { facts.value(&facts.book.settings.attack.melee_adds, by) } else { 0 };
    let shares = (share, if melee { 100 } else { share });
    let mut portions = portions_of(facts, by, &weapon.portions, shares, place);
    for portion in portions.iter_mut().filter(|portion| portion.kind == "normal") {
        // The weapon's material and make (D-52), not those of what is added to it.
        portion.types.extend(weapon.types.iter().copied());
        portion.amount += adds;
        portion.drive += adds;
    }
    portions
}

/// What an explosive that is held back to so many per cent does to those round its target (D-29, D-93).
pub fn burst_portions(facts: &Facts, by: &UnitState, weapon: &WeaponDef, share: i32) -> Vec<Portion> {
    portions_of(facts, by, &weapon.burst, (share, share), 0)
}

/// Whether a weapon may take off a limb: one that is all energy always may, others as they say (D-50).
pub fn may_sever(weapon: &WeaponDef) -> bool {
    let energy = |def: &PortionDef| def.kind != "normal" && def.kind != "frag";
    let bare = weapon.portions.is_empty() && weapon.zone_area.is_none();
    weapon.severs || !bare && weapon.portions.iter().chain(&weapon.burst).all(energy)
}

/// So many per cent of an amount, cut down (D-03).
pub fn held(amount: i32, share: i32) -> i32 {
    amount.saturating_mul(share.max(0)).div_euclid(100)
}

/// Portions with so many per cent of their damage and of the drive that is stated.
fn portions_of(
    facts: &Facts,
    by: &UnitState,
    defs: &[PortionDef],
    (damage, drive): (i32, i32),
    place: u8,
) -> Vec<Portion> {
    defs.iter()
        .map(|def| {
            let amount = held(facts.value(&def.damage, by), damage);
            let mut portion = Portion::new(def.kind, &[def.kind], amount);
            portion.drive = def.drive.as_ref().map_or(amount, |stated| held(facts.value(stated, by), drive));
            portion.weapon = place;
            portion
        })
        .collect()
}

/// Makes the energy of what hits in a deliberate area its impact: a part of it with that drive (D-83, D-86, D-88).
pub fn as_impact(facts: &Facts, def: &ActionDef, portions: &mut [Portion]) {
    let Some(rule) = facts.book.settings.attack.burst.as_ref().filter(|rule| rule.deliberate(def)) else {
        return;
    };
    for portion in portions.iter_mut().filter(|portion| portion.is_energy() && !portion.impact) {
        portion.impact = true;
        portion.drive = portion.drive.saturating_mul(rule.impact) / 100;
    }
}

/// What an attack with a weapon throws for damage where the two stand; none without damage dice.
pub fn load(facts: &Facts, spec: &AttackSpec<'_>, weapon: &WeaponDef) -> Option<Load> {
    let (by, target) = (facts.unit(spec.by)?, facts.unit(spec.target)?);
    let distance = facts.distance(by, target);
    let range = attack::range(facts, by, target, &Armament::Weapon(weapon))
        .unwrap_or(AttackRange { distance, ..AttackRange::default() });
    fire::load(facts, spec, weapon, range)
}
