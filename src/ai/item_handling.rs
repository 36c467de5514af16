//! What a unit does with its hands: loading, drawing, picking up.

use crate::ai::prelude::*;

/// Loading what is empty, or what is nearly so while nobody is in reach.
pub fn reload(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let (Some(uses), Some(foe)) = (utility.def.weapon_use(), nearest(planner)) else { return };
    let low = |item: &Item, weapon: &WeaponDef| item.loaded * 3 < weapon.capacity && item.stock != 0;
    for (item, _) in planner.facts.in_hand(planner.own(), uses).filter(|(item, weapon)| low(item, weapon)) {
        let benefit = if item.loaded == 0 { loaded(planner, item.id, foe) } else { weights::RELOAD_MORE };
        utility.offer(benefit, Args { weapon: Some(item.id), ..Args::default() }, found);
    }
}

/// A jammed weapon is worth what it would do, as if it had to be loaded.
pub fn clear(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let Some(foe) = nearest(planner) else { return };
    for item in planner.facts.items_at(planner.own(), ItemPlace::Jammed) {
        utility.offer(loaded(planner, item, foe), Args { item: Some(item), ..Args::default() }, found);
    }
}

/// What it is worth that a weapon is loaded, or cleared.
fn loaded(planner: &Planner<'_>, item: Key, foe: usize) -> f64 {
    weights::RELOAD * potential(planner, planner.facts, item, foe).unwrap_or(weights::ARM_UNKNOWN)
}

/// The nearest foe.
fn nearest(planner: &Planner<'_>) -> Option<usize> {
    let distance =
        |foe: &usize| planner.facts.distance(planner.own(), &planner.facts.units[planner.foes[*foe].at]);
    (0..planner.foes.len()).min_by_key(distance)
}

/// What a weapon would be worth against a foe, in hand and loaded, distance taken into account roughly.
fn potential(planner: &Planner<'_>, facts: &Facts, item: Key, foe: usize) -> Option<f64> {
    let own = facts.unit(planner.me)?;
    let (_, weapon) = facts.weapon(own, item)?;
    let def = facts.book.actions.iter().find(|def| {
        let right = def
            .weapon_use()
            .is_some_and(|uses| uses == weapon.uses || (uses == WeaponUse::Ranged && weapon.is_ranged()));
        right && def.attacks() && !def.is_reaction() && def.path().is_none()
    })?;
    let way = way_of(facts, own, def.id, Some(item), None)?;
    let known = &planner.foes[foe];
    let distance = facts.distance(own, &facts.units[known.at]);
    Some(planner.worth(facts, &way, known) * near(distance - way.range.1))
}

/// How much an attack counts for whose foe is so many squares out of range.
fn near(walk: i32) -> f64 {
    match walk {
        ..=0 => 1.0,
        1..=10 => weights::ARM_NEAR,
        _ => weights::ARM_FAR,
    }
}

/// Taking in hand what serves better than what is there.
pub fn draw(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let Some(foe) = nearest(planner) else { return };
    let now = in_hand(planner, foe);
    for item in planner.facts.items_at(planner.own(), ItemPlace::Carried) {
        let weapon = planner.facts.weapon(planner.own(), item);
        if weapon.is_some_and(|(own, weapon)| !own.has_shots(weapon, 1) && own.stock == 0) {
            continue;
        }
        let known = planner.drawn.iter().find(|(id, _)| *id == item).map(|(_, worth)| *worth);
        let worth = known.unwrap_or_else(|| {
            let worth = potential(planner, planner.facts, item, foe).unwrap_or(0.0);
            planner.drawn.push((item, worth));
            worth
        });
        let args = Args { item: Some(item), ..Args::default() };
        better((worth, now), weights::ARM_DRAW, utility, args, found);
    }
}

/// Offers what brings a weapon to hand if it is so much more worth than what is there now.
fn better((worth, now): (f64, f64), share: f64, utility: &UtilityAction<'_>, args: Args, found: &mut Found) {
    if worth > now + weights::ARM_BETTER {
        utility.offer(share * (worth - now), args, found);
    }
}

/// What a weapon that lies somewhere would be worth in hand.
fn held(planner: &Planner<'_>, item: &Item, foe: usize) -> f64 {
    let mut facts = planner.facts.clone();
    if let Some(own) = facts.unit_mut(planner.me) {
        own.gear.items.push(Item { held: true, ..item.clone() });
    }
    potential(planner, &facts, item.id, foe).unwrap_or(0.0)
}

/// What the best of the weapons in hand is worth against a foe.
fn in_hand(planner: &Planner<'_>, foe: usize) -> f64 {
    let distance = planner.facts.distance(planner.own(), &planner.facts.units[planner.foes[foe].at]);
    let held = planner.ways.iter().zip(&planner.rough).filter(|(way, _)| way.weapon.is_some());
    held.map(|(way, rough)| rough[foe] * near(distance - way.range.1)).fold(0.0, f64::max)
}

/// Taking out of a pack what serves better than what is in hand.
pub fn take_out(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let Some(foe) = nearest(planner) else { return };
    let now = in_hand(planner, foe);
    for item in planner.own().gear.items.iter().flat_map(|item| &item.contents) {
        let args = Args { item: Some(item.id), ..Args::default() };
        better((held(planner, item, foe), now), weights::ARM_TAKE, utility, args, found);
    }
}

/// Bringing a weapon that lies afar to a free hand, with as many points as that takes (D-108).
pub fn fetch(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let (facts, own, def) = (planner.facts, planner.own(), utility.def);
    let amounts = asked(planner, def).filter(|(least, _)| utility.amount == Some(*least));
    let (Some((least, most)), Some(place), Some(foe)) = (amounts, def.item_place(), nearest(planner)) else {
        return;
    };
    let now = in_hand(planner, foe);
    for id in facts.items_at(own, place) {
        let Some(lying) = facts.lying(own, id) else { continue };
        let handy = facts.hands(&lying.item) <= facts.free_hands(own);
        let known = own.gear.items.iter().any(|item| item.id == id);
        if known || !handy || facts.book.weapon(lying.item.def).is_none() {
            continue;
        }
        let args = Args { item: Some(id), ..Args::default() };
        let enough = amounts::enough(facts, own, def, &args).map(|enough| enough.least.max(least));
        let Some(amount) = enough.filter(|amount| *amount <= most) else { continue };
        let args = Args { amount: Some(amount), ..args };
        better((held(planner, &lying.item, foe), now), weights::ARM_TAKE, utility, args, found);
    }
}

/// Picking a weapon up when there is none in hand.
pub fn pick_up(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let facts = planner.facts;
    let armed = |item: Key| facts.weapon(planner.own(), item).is_some_and(|(_, weapon)| !weapon.unarmed);
    if planner.ways.iter().filter_map(|way| way.weapon).any(armed) {
        return;
    }
    for item in facts.items_at(planner.own(), ItemPlace::Ground) {
        let lying = facts.ground.iter().find(|ground| ground.item.id == item);
        if lying.is_some_and(|ground| facts.book.weapon(ground.item.def).is_some()) {
            utility.offer(weights::ARM_GROUND, Args { item: Some(item), ..Args::default() }, found);
        }
    }
}
