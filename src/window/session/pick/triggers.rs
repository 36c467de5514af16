//! The menus of an action held back: what it waits for, within what distance, on which side, and what is done then.

use std::sync::Arc;

use super::{
    Spread,
    menus::{MenuEntry, MenuPick, spells},
};
use crate::{
    grid::Dir8,
    rules::{
        action::Step,
        attack::{self, Armament},
        facts::{Watch, WatchFor},
        fire,
        gear::WeaponDef,
        legal::WatchArgs,
    },
    window::session::prelude::*,
};

/// What of a watch is asked for next, with its choices: what sets it off, within what distance, for overwatch on which
/// side (S-68), and what is done then.
pub(super) fn watching(order: Order<'_>, allowed: &[Key], tag: Option<Key>) -> (String, Vec<MenuEntry>) {
    let Order { facts, unit, def, chosen } = order;
    let Some(on) = chosen.trigger else { return (say!("ask-trigger"), triggers_of(facts, unit, allowed)) };
    if chosen.zone.is_none() {
        return (say!("ask-zone"), zones(facts, unit, def));
    }
    if chosen.spread.is_none() && def.tagged("overwatch") {
        return (say!("ask-spread"), spreads());
    }
    (say!("ask-then"), then(order, on, tag))
}

/// What may be waited for: what any enemy does, what a certain one does, a blow at an ally, a pool run dry.
fn triggers_of(facts: &Facts, unit: &UnitState, allowed: &[Key]) -> Vec<MenuEntry> {
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
fn zones(facts: &Facts, unit: &UnitState, def: &ActionDef) -> Vec<MenuEntry> {
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

/// On all sides, or in a cone that opens one way (S-68).
fn spreads() -> Vec<MenuEntry> {
    std::iter::once(Spread::Around)
        .chain(Dir8::ALL.map(Spread::Towards))
        .map(|spread| MenuEntry::new(side_words(spread.way()), MenuPick::Spread(spread)))
        .collect()
}

/// On which side of whoever watches, in words.
fn side_words(way: Option<Dir8>) -> String {
    let way = match way {
        None => "around",
        Some(Dir8::N) => "north",
        Some(Dir8::NE) => "north-east",
        Some(Dir8::E) => "east",
        Some(Dir8::SE) => "south-east",
        Some(Dir8::S) => "south",
        Some(Dir8::SW) => "south-west",
        Some(Dir8::W) => "west",
        Some(Dir8::NW) => "north-west",
    };
    say!("zone-side", way = way)
}

/// Where something is watched for, in words.
pub fn zone_words(watch: &Watch) -> String {
    let squares = watch.zone.map_or_else(|| say!("zone-anywhere"), |n| say!("zone-within", n = n));
    match watch.towards {
        Some(way) => say!("zone-and-side", zone = squares, side = side_words(Some(way))),
        None => squares,
    }
}

/// What may be held back for a trigger: attacks that the unit has the means for, each with each of them.
fn then(order: Order<'_>, on: WatchFor, tag: Option<Key>) -> Vec<MenuEntry> {
    let Order { facts, unit, chosen, .. } = order;
    let zone = chosen.zone.filter(|zone| *zone > 0);
    let towards = chosen.spread.and_then(Spread::way);
    let mut found = Vec::new();
    let fits = |def: &&Arc<ActionDef>| {
        def.on.is_empty()
            && def.attacks()
            && def.path().is_none()
            && facts.has_action(unit, def)
            && tag.is_none_or(|tag| def.tags.contains(&tag))
    };
    for def in facts.book.actions.iter().filter(fits) {
        let watch =
            |weapon, spell| MenuPick::Watch(WatchArgs { on, action: def.id, weapon, spell, zone, towards });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        rules::economy::Mode,
        window::session::{
            pick::{NextParameter, need},
            test_game::{library, play},
        },
    };

    #[test]
    fn the_side_of_a_kill_zone_is_chosen_too_s68() {
        let play = play(&library(), "hold_the_stairwell", 5, false);
        let facts = Facts::clone(&play.eyes().unwrap());
        let unit = facts.unit(UnitId(Key::new("hale"))).unwrap();
        let def = facts.book.action(Key::new("overwatch")).unwrap();
        let mut chosen = Chosen::new(def.id, Mode::Standard);
        let picks = [
            MenuPick::Trigger(WatchFor::EnemyMoves),
            MenuPick::Zone(10),
            MenuPick::Spread(Spread::Towards(Dir8::E)),
        ];
        for pick in picks {
            let NextParameter::Menu(title, choices) = need(&facts, unit, def, &mut chosen) else {
                panic!("nothing is asked that {pick:?} answers");
            };
            assert!(choices.iter().any(|choice| choice.pick == pick), "{title} {choices:?}");
            chosen = chosen.with(&pick);
        }
        if let NextParameter::Menu(_, choices) = need(&facts, unit, def, &mut chosen) {
            chosen = chosen.with(&choices[0].pick);
        }
        let watch = chosen.args.watch.unwrap();
        assert_eq!((watch.zone, watch.towards), (Some(10), Some(Dir8::E)));
    }
}
