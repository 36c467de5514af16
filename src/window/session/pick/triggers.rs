//! The menus of an action held back: what it waits for, within what distance, and what is done then.

use std::sync::Arc;

use super::menus::{MenuEntry, MenuPick, spells};
use crate::{
    rules::{
        action::Step,
        attack::{self, Armament},
        facts::WatchFor,
        fire,
        gear::WeaponDef,
        legal::WatchArgs,
    },
    window::session::prelude::*,
};

/// What may be waited for: what any enemy does, what a certain one does, a blow at an ally, a pool run dry.
pub(super) fn triggers_of(facts: &Facts, unit: &UnitState, allowed: &[Key]) -> Vec<MenuEntry> {
    let is = |id: &str| allowed.is_empty() || allowed.iter().any(|known| *known == id);
    let mut found: Vec<MenuEntry> = [
        ("enemy_moves", WatchFor::EnemyMoves, say!("trigger-moves")),
        ("enemy_attacks", WatchFor::EnemyAttacks, say!("trigger-attacks")),
        ("enemy_casts", WatchFor::EnemyCasts, say!("trigger-casts")),
        ("enemy_acts", WatchFor::EnemyActs, say!("trigger-acts")),
    ]
    .into_iter()
    .filter(|(id, ..)| is(id))
    .map(|(_, on, words)| MenuEntry::new(words, MenuPick::Trigger(on)))
    .collect();
    if is("unit_acts") {
        for foe in facts.units.iter().filter(|foe| facts.hostile(foe, unit) && !facts.out(foe)) {
            let text = say!("trigger-unit-acts", unit = &foe.identity.name);
            found.push(MenuEntry::new(text, MenuPick::Trigger(WatchFor::UnitActs(foe.id()))));
        }
    }
    if is("unit_attacks") {
        for foe in facts.units.iter().filter(|foe| facts.hostile(foe, unit) && !facts.out(foe)) {
            let text = say!("trigger-unit-attacks", unit = &foe.identity.name);
            found.push(MenuEntry::new(text, MenuPick::Trigger(WatchFor::UnitAttacks(foe.id()))));
        }
    }
    if is("ally_attacked") {
        for ally in facts
            .units
            .iter()
            .filter(|ally| !facts.hostile(ally, unit) && ally.id() != unit.id() && facts.present(ally))
        {
            let text = say!("trigger-ally-attacked", unit = &ally.identity.name);
            found.push(MenuEntry::new(text, MenuPick::Trigger(WatchFor::AllyAttacked(ally.id()))));
        }
    }
    if is("out_of") {
        for pool in facts.book.settings.economy.pools.iter().filter(|pool| !pool.free) {
            let text = say!("trigger-out-of", pool = &pool.name);
            found.push(MenuEntry::new(text, MenuPick::Trigger(WatchFor::OutOf(pool.id))));
        }
    }
    found
}

/// Within how many squares it is waited for; for overwatch no farther than what is in hand carries (S-68).
pub(super) fn zones(facts: &Facts, unit: &UnitState, def: &ActionDef) -> Vec<MenuEntry> {
    let (_, most) = facts.threat_range(unit);
    let uses = def.weapon_use().filter(|_| def.tagged("overwatch"));
    let far = uses.and_then(|uses| {
        facts
            .in_hand(unit, uses)
            .map(|(_, weapon)| attack::extent(facts, unit, &Armament::Weapon(weapon)).1)
            .max()
    });
    let mut squares = vec![most, 3, 5, 10, 20];
    squares.retain(|n| *n >= most && far.is_none_or(|far| *n <= far));
    squares.dedup();
    std::iter::once(MenuEntry::new(say!("zone-anywhere"), MenuPick::Zone(0)))
        .chain(squares.into_iter().map(|n| {
            let text = say!("zone-within", n = n);
            MenuEntry::new(text, MenuPick::Zone(n))
        }))
        .collect()
}

/// What may be held back for a trigger: attacks that the unit has the means for, each with each of them.
pub(super) fn then(
    facts: &Facts,
    unit: &UnitState,
    on: WatchFor,
    zone: Option<i32>,
    tag: Option<Key>,
) -> Vec<MenuEntry> {
    let zone = zone.filter(|zone| *zone > 0);
    let mut found = Vec::new();
    let fits = |def: &&Arc<ActionDef>| {
        def.on.is_empty()
            && def.attacks()
            && def.path().is_none()
            && facts.has_action(unit, def)
            && tag.is_none_or(|tag| def.tags.contains(&tag))
    };
    for def in facts.book.actions.iter().filter(fits) {
        let watch = |weapon, spell| MenuPick::Watch(WatchArgs { on, action: def.id, weapon, spell, zone });
        if def.steps.contains(&Step::Cast) {
            for choice in spells(facts, unit) {
                if let MenuPick::Spell(spell) = choice.pick {
                    let text = format!("{}: {}", def.name, choice.text);
                    found.push(MenuEntry { text, pick: watch(None, Some(spell)), ..choice });
                }
            }
            continue;
        }
        let serves = |weapon: &WeaponDef| !weapon.unarmed && fire::serves(def, weapon);
        match def.weapon_use() {
            Some(uses) => found.extend(facts.in_hand(unit, uses).filter(|(_, weapon)| serves(weapon)).map(
                |(item, weapon)| {
                    MenuEntry::new(
                        say!("action-with", action = &def.name, weapon = &weapon.name),
                        watch(Some(item.id), None),
                    )
                },
            )),
            None => found.push(MenuEntry::new(def.name.clone(), watch(None, None))),
        }
    }
    found
}
