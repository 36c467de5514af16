//! The menus of an action held back: what it waits for, within what distance, on which side, and what is done then.

use super::spells::spells;
use crate::window::session::prelude::*;

/// What of a watch is asked for next, with its choices: trigger, distance, side for overwatch (S-68), deed.
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
    let any = [
        ("enemy_moves", WatchFor::EnemyMoves),
        ("enemy_attacks", WatchFor::EnemyAttacks),
        ("enemy_casts", WatchFor::EnemyCasts),
        ("enemy_acts", WatchFor::EnemyActs),
    ];
    let mut found: Vec<WatchFor> = any.into_iter().filter(|(id, _)| is(id)).map(|(_, on)| on).collect();
    let foes = || {
        let able = move |foe: &&UnitState| facts.hostile(foe, unit) && !facts.out(foe);
        facts.units.iter().filter(able).map(UnitState::id)
    };
    if is("unit_acts") {
        found.extend(foes().map(WatchFor::UnitActs));
    }
    if is("unit_attacks") {
        found.extend(foes().map(WatchFor::UnitAttacks));
    }
    if is("ally_attacked") {
        let ally =
            |ally: &&UnitState| !facts.hostile(ally, unit) && ally.id() != unit.id() && facts.present(ally);
        found.extend(facts.units.iter().filter(ally).map(|ally| WatchFor::AllyAttacked(ally.id())));
    }
    if is("out_of") {
        let pools = facts.book.settings.economy.pools.iter().filter(|pool| !pool.free);
        found.extend(pools.map(|pool| WatchFor::OutOf(pool.id)));
    }
    found.into_iter().map(|on| MenuEntry::new(trigger_words(facts, on), MenuPick::Trigger(on))).collect()
}

/// What sets off what is held back, in words.
pub fn trigger_words(facts: &Facts, on: WatchFor) -> String {
    match on {
        WatchFor::EnemyMoves => say!("trigger-moves"),
        WatchFor::EnemyAttacks => say!("trigger-attacks"),
        WatchFor::EnemyCasts => say!("trigger-casts"),
        WatchFor::EnemyActs => say!("trigger-acts"),
        WatchFor::UnitActs(id) => say!("trigger-unit-acts", unit = words::name(facts, id)),
        WatchFor::UnitAttacks(id) => say!("trigger-unit-attacks", unit = words::name(facts, id)),
        WatchFor::AllyAttacked(id) => say!("trigger-ally-attacked", unit = words::name(facts, id)),
        WatchFor::OutOf(pool) => say!("trigger-out-of", pool = words::pool_name(&facts.book, pool)),
    }
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
        .chain(squares.into_iter().map(|n| MenuEntry::new(say!("zone-within", n = n), MenuPick::Zone(n))))
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
    let ways = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    say!("zone-side", way = way.map_or("around", |way| ways[way.eighths()]))
}

/// What is watched for and where, in words: "An enemy moves; Within 6 squares".
pub fn watch_words(facts: &Facts, watch: &Watch) -> String {
    say!("watch-for", trigger = trigger_words(facts, watch.on), zone = zone_words(watch))
}

/// Where something is watched for, in words.
fn zone_words(watch: &Watch) -> String {
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
    use crate::window::session::pick::{NextParameter, need};

    #[test]
    fn the_side_of_a_kill_zone_is_chosen_too_s68() {
        let facts = Facts::clone(&play(&library(), "hold_the_stairwell", 5, false).eyes().unwrap());
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

    #[test]
    fn a_menu_of_hits_says_what_each_number_adds_to_the_attack_now_and_later_s59_s68() {
        let facts = Facts::clone(&play(&library(), "hold_the_stairwell", 5, false).eyes().unwrap());
        let bursts = |unit: &&UnitState| {
            facts.in_hand(unit, WeaponUse::Ranged).any(|(_, weapon)| weapon.bursts.len() > 1)
        };
        let unit = facts.units.iter().find(bursts).unwrap();
        for action in ["burst", "overwatch_burst"] {
            let def = facts.book.action(Key::new(action)).unwrap();
            let mut chosen = Chosen::new(def.id, Mode::Standard);
            let item = facts.in_hand(unit, WeaponUse::Ranged).find(|(_, weapon)| weapon.bursts.len() > 1);
            chosen.args.weapon = item.map(|(item, _)| item.id);
            let NextParameter::Menu(title, choices) = need(&facts, unit, def, &mut chosen) else {
                panic!("no number of hits is asked for {action}");
            };
            for choice in &choices {
                let MenuPick::Amount(n) = choice.pick else { panic!("{title}: {choice:?}") };
                let adds = words::signed((10 - 5 * n).max(-30));
                assert_eq!(choice.note, format!("{adds} to hit"), "{action}");
            }
        }
    }

    #[test]
    fn an_amount_says_what_it_is_taken_from_and_bars_what_cannot_be_paid_t07() {
        let mut facts = Facts::clone(&play(&library(), "first_blood", 5, false).eyes().unwrap());
        let jem = UnitId(Key::new("jem"));
        for pool in facts.unit_mut(jem).unwrap().pools.0.iter_mut().filter(|pool| pool.id == "ap") {
            pool.spent = pool.base + pool.extra - 1;
        }
        let (unit, def) = (facts.unit(jem).unwrap(), facts.book.action(Key::new("aim")).unwrap());
        let mut chosen = Chosen::new(def.id, Mode::Standard);
        let NextParameter::Menu(title, choices) = need(&facts, unit, def, &mut chosen) else {
            panic!("no amount is asked for");
        };
        let barred: Vec<bool> = choices.iter().map(|choice| choice.why_not.is_some()).collect();
        assert_eq!((title.as_str(), barred), ("Action points to use?", vec![false, true]));
    }
}
