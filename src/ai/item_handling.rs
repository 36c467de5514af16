//! What a unit does with its hands: loading, drawing, picking up.

use crate::ai::prelude::*;

/// Loading what is empty, or what is nearly so while nobody is in reach.
pub fn reload(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let Some(uses) = utility.def.weapon_use() else { return };
    let items: Vec<(Key, i32, i32)> = planner
        .facts
        .in_hand(planner.own(), uses)
        .filter(|(item, weapon)| weapon.capacity > 0 && item.loaded < weapon.capacity && item.stock != 0)
        .map(|(item, weapon)| (item.id, item.loaded, weapon.capacity))
        .collect();
    for (item, loaded, capacity) in items {
        let Some(foe) = nearest(planner) else { return };
        let worth = potential(planner, planner.facts, item, foe).unwrap_or(weights::ARM_UNKNOWN);
        let benefit = if loaded == 0 {
            weights::RELOAD * worth
        } else if loaded * 3 < capacity {
            weights::RELOAD_MORE
        } else {
            continue;
        };
        let act = utility.act(Args { weapon: Some(item), ..Args::default() });
        found.push((benefit - utility.price, act));
    }
}

/// A jammed weapon is worth what it would do, as if it had to be loaded.
pub fn clear(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let Some(foe) = nearest(planner) else { return };
    for item in planner.facts.items_at(planner.own(), ItemPlace::Jammed) {
        let worth = potential(planner, planner.facts, item, foe).unwrap_or(weights::ARM_UNKNOWN);
        let act = utility.act(Args { item: Some(item), ..Args::default() });
        found.push((weights::RELOAD * worth - utility.price, act));
    }
}

/// The nearest foe.
pub fn nearest(planner: &Planner<'_>) -> Option<usize> {
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
    let worth = way.worth(facts, &planner.faces, &way.spec(planner.me, known.id), &known.limits, known.worth);
    let distance = facts.distance(own, &facts.units[known.at]);
    Some(worth * near(distance - way.range.1))
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
        let empty = planner
            .facts
            .weapon(planner.own(), item)
            .is_some_and(|(own, weapon)| !own.has_shots(weapon, 1) && own.stock == 0);
        if empty {
            continue;
        }
        let known = planner.drawn.iter().find(|(id, _)| *id == item).map(|(_, worth)| *worth);
        let worth = match known {
            Some(worth) => worth,
            None => {
                let worth = potential(planner, planner.facts, item, foe).unwrap_or(0.0);
                planner.drawn.push((item, worth));
                worth
            }
        };
        if worth > now + weights::ARM_BETTER {
            found.push((
                weights::ARM_DRAW * (worth - now) - utility.price,
                utility.act(Args { item: Some(item), ..Args::default() }),
            ));
        }
    }
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
    let packed: Vec<Item> =
        planner.own().gear.items.iter().flat_map(|item| &item.contents).cloned().collect();
    if packed.is_empty() {
        return;
    }
    let now = in_hand(planner, foe);
    for item in packed {
        let id = item.id;
        let mut facts = planner.facts.clone();
        if let Some(own) = facts.unit_mut(planner.me) {
            own.gear.items.push(Item { held: true, ..item });
        }
        let worth = potential(planner, &facts, id, foe).unwrap_or(0.0);
        if worth > now + weights::ARM_BETTER {
            let args = Args { item: Some(id), ..Args::default() };
            found.push((weights::ARM_TAKE * (worth - now) - utility.price, utility.act(args)));
        }
    }
}

/// Bringing a weapon that lies afar to a free hand, where it serves better than what is in hand, with as many points as
/// that takes (D-108).
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
        let mut armed = facts.clone();
        if let Some(own) = armed.unit_mut(planner.me) {
            own.gear.items.push(Item { held: true, ..lying.item.clone() });
        }
        let worth = potential(planner, &armed, id, foe).unwrap_or(0.0);
        if worth > now + weights::ARM_BETTER {
            let act = utility.act(Args { amount: Some(amount), ..args });
            found.push((weights::ARM_TAKE * (worth - now) - utility.price, act));
        }
    }
}

/// Picking a weapon up when there is none in hand.
pub fn pick_up(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let bare = planner
        .ways
        .iter()
        .filter_map(|way| way.weapon)
        .all(|item| planner.facts.weapon(planner.own(), item).is_none_or(|(_, weapon)| weapon.unarmed));
    if !bare {
        return;
    }
    for item in planner.facts.items_at(planner.own(), ItemPlace::Ground) {
        let weapon = planner.facts.ground.iter().find(|ground| ground.item.id == item);
        if weapon.is_some_and(|ground| planner.facts.book.weapon(ground.item.def).is_some()) {
            found.push((
                weights::ARM_GROUND - utility.price,
                utility.act(Args { item: Some(item), ..Args::default() }),
            ));
        }
    }
}
