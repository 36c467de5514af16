//! Cards of units, squares, actions, weapons and spells. Attacks and their sums are in the parent and in
//! [`sums`](super::sums).

use super::{
    add_checks, after_actions, condition_topic, cover_line, cover_word, decimal, dice, given_lines,
    harm::mean_in_short, places, progress, rule_line, system_lines, vehicle_lines, wards,
};
use crate::rules::{
    blaze,
    facts::{Item, SpellDuration},
    surroundings::Light,
};
use crate::window::session::prelude::*;

/// The card of a unit. `from` is the unit whose turn it is, for distance and cover.
pub fn unit_card(play: &Play, facts: &Facts, unit: &UnitState, from: Option<&UnitState>) -> SideCard {
    let card = show::card(play, facts, unit);
    let about = format!("{}, {}", card.kind, play.side_name(unit.side()));
    let mut side = SideCard { side: Some(card.side), ..SideCard::new(&card.name, about) };
    let parts = words::main_tracks(facts, unit).into_iter().zip(words::main_parts(facts, unit));
    for (id, (track, now, whole)) in parts.filter(|(_, (.., whole))| *whole > 0) {
        let what = if now == whole { track } else { say!("number-of", whole = whole, what = track) };
        side.numbers.push((words::number(now), what, false));
        let rule = facts.book.track(id).and_then(|def| def.rule);
        side.topics.push(rule.map(|rule| rule.as_str().to_owned()).unwrap_or_default());
    }
    for own in show::told(facts, unit) {
        let def = facts.book.condition(own.id);
        let rule = def.map(|def| def.rule.as_str().to_owned());
        let name = show::condition(facts, unit, own);
        // Why it lies there.
        let harm = def.is_some_and(|def| !def.dead && pick::downs(facts, def));
        let text = if harm { say!("card-down", condition = name) } else { name };
        let topic = Some(condition_topic(own.id));
        side.lines.push(SideLine { text, rule, topic, harm, ..SideLine::default() });
    }
    // What it could do and bear is no use any more.
    if facts.posture(unit) == Posture::Dead {
        return side;
    }
    side.lines.extend(places::goals_of(facts, unit));
    if let Some(from) = from.filter(|from| facts.hostile(from, unit))
        && let Some((lands, mean)) = threat::coming(facts, unit, from)
    {
        let value = format!("{} · {}", percent(lands), mean_in_short(facts, unit, mean));
        let text = say!("line-coming", unit = &from.identity.name);
        side.lines.push(SideLine { harm: true, ..line(text, value) });
    }
    if show::no_reaction_left(facts, unit) {
        side.lines.push(SideLine { harm: true, ..line(say!("card-no-reaction"), "") });
    }
    let weak = unit.sheet.0.vulnerabilities.iter().map(|kind| facts.book.name_of(*kind));
    let weak: Vec<String> = weak.collect();
    if !weak.is_empty() {
        let (by, over) = facts.book.settings.harm.vulnerable;
        let by = decimal(f64::from(by) / f64::from(over.max(1)));
        let spared = spared(facts, unit);
        let (text, note) = match spared.len() {
            0 => (say!("card-vulnerable-all", by = by), String::new()),
            few if few < weak.len() => {
                let note = say!("card-vulnerable-but", types = words::list(&spared));
                (say!("card-vulnerable", by = by), note)
            }
            _ => (say!("card-vulnerable", by = by), weak.join(", ")),
        };
        side.lines.push(SideLine { note, harm: true, ..line(text, "") });
    }
    // What moves on its driver's turn spends nothing of its own.
    let pools = card.pools.iter().filter(|_| unit.vehicle().is_none() || unit.initiative.settled);
    for (name, left, most, _) in pools {
        side.lines.push(line(name.clone(), say!("line-of", n = left, most = most)));
    }
    let kit = card.kit.iter();
    side.lines.extend(kit.map(|own| SideLine { rule: own.rule.clone(), ..line(&own.name, &own.value) }));
    side.lines.extend(card.lines.iter().map(|(name, value)| line(name.clone(), value.clone())));
    side.lines.extend(wards::ward_lines(facts, unit, play.seat));
    side.lines.extend(vehicle_lines(facts, unit));
    side.lines.extend(system_lines(facts, unit));
    for watch in &unit.watches.0 {
        let note = pick::watch_words(facts, watch);
        side.lines.push(SideLine { note, ..line(say!("line-waits-with"), facts.book.name_of(watch.action)) });
    }
    side.lines.extend(bond_lines(facts, unit));
    side.lines.extend(spell_lines(facts, unit));
    side.lines.extend(count_lines(facts, unit));
    if let Some(from) = from.filter(|from| !facts.together(from.id(), unit.id())) {
        let distance = facts.distance(from, unit);
        let far = line(say!("line-from", unit = &from.identity.name), say!("count-squares", n = distance));
        side.lines.push(SideLine { sum: true, ..far });
        side.lines.extend(cover_line(facts, from, unit));
        if facts.hostile(from, unit) && facts.threatens(unit, &from.place.area, from.place.band) {
            side.lines.push(line(say!("line-threatens", unit = &from.identity.name), ""));
        }
    }
    let origins = play.origins.get(&unit.identity.kind).into_iter().flatten();
    side.lines.extend(origins.map(|origin| line(origin, "")));
    side
}

/// The types, by their names, of what the weapons and spells of those who are known do to which a unit is not vulnerable.
fn spared(facts: &Facts, unit: &UnitState) -> Vec<String> {
    let (book, weak) = (&facts.book, &unit.sheet.0.vulnerabilities);
    let weapons = facts.units.iter().flat_map(|own| facts.weapons(own)).map(|(_, def)| &def.types);
    let known = facts.units.iter().flat_map(|own| &own.sheet.0.spells);
    let all = weapons.chain(known.filter_map(|id| book.spell(*id)).map(|own| &own.types));
    let all = all.filter(|types| !types.iter().any(|own| weak.contains(own))).flatten();
    each_once(all).into_iter().map(|own| book.name_of(*own)).collect()
}

/// What a square is called on which there is nothing to tell: open ground, or open space, which only ships cross.
fn open_words(facts: &Facts, square: Square) -> String {
    let space = facts.map.terrain(square).is_some_and(|own| own.ignored_by.iter().any(|by| *by == "space"));
    say!("square-open", space = if space { "yes" } else { "no" })
}

/// The card of a square without a unit that is known of.
pub fn square_card(facts: &Facts, square: Square, seen: bool) -> SideCard {
    let map = &facts.map;
    let ground = map.terrain(square);
    let title = ground.map_or_else(String::new, show::terrain);
    let mut card = SideCard::new(title, "");
    for terrain in map.contents(square) {
        if map.object(square).is_some_and(|object| object.id == terrain.id) {
            card.lines.push(line(show::terrain(terrain), ""));
        }
        if terrain.impassable && threat::is_closed(facts, square) {
            card.lines.push(line(say!("square-impassable"), ""));
        } else if terrain.difficult > 0 {
            card.lines.push(line(say!("square-difficult"), format!("+{}", terrain.difficult)));
        }
        if let Some(word) = cover_word(terrain.cover) {
            let soft = if terrain.soft { say!("cover-soft") } else { String::new() };
            card.lines.push(line(words::capital(&word), soft));
        }
    }
    card.lines.extend(around_lines(facts, square));
    card.lines.extend(card.lines.is_empty().then(|| line(open_words(facts, square), "")));
    card.lines.extend(wards::cover_lines(facts, square));
    if map.ground(square) != 0 {
        card.lines.push(line(say!("square-height"), map.ground(square).to_string()));
    }
    for door in map.doors().filter(|door| door.squares().contains(&square)) {
        let name = if door.name.is_empty() { say!("square-door") } else { words::capital(&door.name) };
        card.lines.push(line(name, if door.open { say!("door-open") } else { say!("door-shut") }));
    }
    for active in facts.spells.iter().filter(|active| active.places().contains(&square)) {
        let name = words::capital(&facts.book.name_of(active.spell));
        let text = say!("line-spell-by", spell = name, unit = words::name(facts, active.controller));
        card.lines.push(ruled(line(text, lasts(active)), facts.spell_of(active).map(|spell| spell.rule)));
    }
    for ground in facts.ground.iter().filter(|ground| ground.square == square) {
        card.lines.push(line(facts.book.name_of(ground.item.def), say!("square-on-ground")));
    }
    card.lines.extend((!seen).then(|| line(say!("square-unseen"), "")));
    let place = words::capital(&words::square(show::at(square)));
    card.lines.push(SideLine { kept: true, ..line(place, "") });
    card
}

/// The light, smoke, heat and hazards of a square.
fn around_lines(facts: &Facts, square: Square) -> Vec<SideLine> {
    let around = &facts.surroundings;
    let mut lines = Vec::new();
    match around.light_at(square) {
        Light::Bright => {}
        Light::Low => lines.push(line(say!("square-low-light"), "")),
        Light::Dark => lines.push(line(say!("square-dark"), "")),
    }
    match around.smoke_at(square, facts.round) {
        i32::MIN..=0 => {}
        1 => lines.push(line(say!("square-smoke"), "")),
        _ => lines.push(line(say!("square-thick-smoke"), "")),
    }
    lines.extend(around.heat.contains(&square).then(|| line(say!("square-heat"), "")));
    if around.burns(square) {
        lines.push(SideLine { harm: true, ..line(say!("square-burns"), "") });
    } else if facts.book.settings.blazes.is_some() && blaze::flammable(facts, square) {
        lines.push(line(say!("square-flammable"), ""));
    }
    let deep = facts.map.contents(square).map(|here| here.drop).max().unwrap_or(0);
    if deep > 0 && facts.altitude().is_some() {
        lines.push(line(say!("square-drop"), say!("count-squares", n = i32::from(deep))));
    }
    lines.extend(around.clutters(&Area::one(square)).then(|| line(say!("square-cluttered"), "")));
    for kind in around.hazards_at(square) {
        lines.push(SideLine { harm: true, ..line(words::capital(&facts.book.name_of(kind)), "") });
    }
    lines
}

/// To whom a unit is bound, and who to it.
fn bond_lines(facts: &Facts, unit: &UnitState) -> Vec<SideLine> {
    // Who sits in a vehicle stands beside its seats.
    let crew = facts.book.settings.vehicles.as_ref().map(|rule| rule.crew);
    let own = facts.bonds_of(unit.id()).map(|bond| (bond, bond.to, true));
    let others = facts.bonds_to(unit.id()).filter(|bond| Some(bond.kind) != crew);
    let others = others.map(|bond| (bond, bond.unit, false));
    own.chain(others)
        .filter_map(|(bond, other, own)| {
            let (def, role) = facts.bond_def(bond)?;
            let name = words::name(facts, other);
            let text =
                say!("line-bond", role = &role.name, unit = name, own = if own { "yes" } else { "no" });
            Some(ruled(line(words::capital(&text), ""), Some(def.rule)))
        })
        .collect()
}

/// Spells that lie on a unit: whose, and how long they still last.
fn spell_lines(facts: &Facts, unit: &UnitState) -> Vec<SideLine> {
    let on = |active: &&ActiveSpell| {
        active.targets.contains(&unit.id()) || active.summoned.contains(&unit.id()) || active.lies_under(unit)
    };
    facts
        .spells
        .iter()
        .filter(on)
        .map(|active| {
            let name = words::capital(&facts.book.name_of(active.spell));
            let by = words::name(facts, active.controller);
            let text = match active.summoned.contains(&unit.id()) {
                true => say!("line-called-by", spell = name, unit = by),
                false => say!("line-spell-by", spell = name, unit = by),
            };
            ruled(line(text, lasts(active)), facts.spell_of(active).map(|spell| spell.rule))
        })
        .collect()
}

/// How long a spell in effect still lasts, in words.
pub fn lasts(active: &ActiveSpell) -> String {
    match active.lasts {
        SpellDuration::Rounds(n) => say!("count-rounds", n = n),
        SpellDuration::Concentration if active.controlled => say!("lasts-held"),
        SpellDuration::Concentration => say!("lasts-to-be-held"),
        SpellDuration::Battle => say!("lasts-fight"),
    }
}

/// A unit's count; where it changes, what the end of the round will make of it, line by line of the ledger (F-25).
fn count_lines(facts: &Facts, unit: &UnitState) -> Vec<SideLine> {
    let own = &unit.initiative;
    if !own.settled {
        return Vec::new();
    }
    let count = words::number(order::acts_at(facts, unit));
    let (Shift::Ledger(rule), Some(settled), false) =
        (&facts.book.settings.timing.shift, facts.forecast(unit), own.ledger.is_empty())
    else {
        return vec![line(words::capital(&say!("word-initiative")), count)];
    };
    let note = if settled.reeling {
        say!("ledger-reels")
    } else if settled.must_press {
        say!("ledger-must-press")
    } else if settled.sum != settled.change {
        say!("ledger-capped", n = settled.sum, cap = rule.cap)
    } else {
        String::new()
    };
    let counts = format!("{count} → {}", words::number(settled.count));
    let mut lines = vec![SideLine { sum: true, note, ..line(say!("ledger-count"), counts) }];
    for entry in &own.ledger {
        let known = rule.event(entry.event);
        let name = known.map_or_else(|| facts.book.name_of(entry.event), |event| event.name.clone());
        let own = line(words::capital(&name), words::signed(entry.amount));
        lines.push(ruled(own, known.map(|event| event.rule)));
    }
    lines
}

/// The card of what a menu's choice would fill in: a weapon or a spell; none for others.
fn pick_card(facts: &Facts, unit: &UnitState, pick: &MenuPick) -> Option<SideCard> {
    let book = &facts.book;
    match pick {
        MenuPick::Weapon(id) => facts.weapon(unit, *id).map(|(item, weapon)| weapon_card(book, item, weapon)),
        MenuPick::Item(id) => {
            let item = unit.gear.items.iter().find(|item| item.id == *id);
            let item =
                item.or_else(|| facts.ground.iter().map(|own| &own.item).find(|item| item.id == *id))?;
            Some(match book.weapon(item.def) {
                Some(weapon) => weapon_card(book, item, weapon),
                None => SideCard {
                    title: book.name_of(item.def),
                    lines: vec![damage_line(item)],
                    ..SideCard::default()
                },
            })
        }
        MenuPick::Spell(id) => book.spell(*id).map(|spell| spell_card(book, spell)),
        MenuPick::InEffect(id) => facts
            .spell_in_effect(*id)
            .and_then(|active| book.spell(active.spell))
            .map(|spell| spell_card(book, spell)),
        MenuPick::Watch(watch) => match (watch.spell.and_then(|id| book.spell(id)), watch.weapon) {
            (Some(spell), _) => Some(spell_card(book, spell)),
            (None, Some(id)) => facts.weapon(unit, id).map(|(item, weapon)| weapon_card(book, item, weapon)),
            (None, None) => None,
        },
        _ => None,
    }
}

fn damage_line(item: &Item) -> SideLine {
    line(say!("item-damage"), say!("line-of", n = item.damage, most = item.durability))
}

fn weapon_card(book: &Rulebook, item: &Item, weapon: &WeaponDef) -> SideCard {
    let mut card = SideCard { title: words::capital(&weapon.name), ..SideCard::default() };
    let types: Vec<String> = weapon.types.iter().map(|kind| words::low(&book.name_of(*kind))).collect();
    card.about = words::list(&types);
    let base = weapon.base.to_string();
    card.lines.extend((base != "0").then(|| line(say!("line-base"), base)));
    card.lines.extend(weapon.damage.map(|own| line(say!("line-damage"), dice(own))));
    if weapon.uses != WeaponUse::Melee {
        card.lines.push(line(say!("item-increment"), weapon.increment.to_string()));
    }
    if weapon.capacity > 0 {
        card.lines.push(line(say!("item-loaded"), say!("line-of", n = item.loaded, most = weapon.capacity)));
    } else if let Some(left) = item.shots(weapon) {
        card.lines.push(line(say!("item-ammunition"), left.to_string()));
    }
    if weapon.more_shots > 0 {
        card.lines.push(line(say!("item-shots"), weapon.more_shots.saturating_add(1).to_string()));
    }
    card.lines.extend((item.damage > 0).then(|| damage_line(item)));
    card
}

fn spell_card(book: &Rulebook, spell: &SpellDef) -> SideCard {
    let mut card = SideCard { title: words::capital(&spell.name), ..SideCard::default() };
    card.about = say!("spell-about", level = spell.level, school = words::low(&book.name_of(spell.school)));
    let rule = |text: String, value: String| ruled(line(text, value), Some(spell.rule));
    card.lines.extend((!spell.text.is_empty()).then(|| line(spell.text.clone(), "")));
    card.lines.extend(pick::spell_lasts(spell).map(|lasts| rule(say!("spell-lasts"), lasts)));
    if let Some(shape) = spell.area.or(spell.zone.as_ref().map(|zone| zone.shape)) {
        card.lines.push(rule(say!("spell-covers"), area::shape_words(shape)));
    }
    card.lines.push(rule(say!("spell-difficulty"), (10 + spell.level).to_string()));
    card.lines.extend(spell.defence.map(|defence| rule(say!("spell-defence"), book.name_of(defence))));
    let base = spell.base.to_string();
    card.lines.extend((base != "0").then(|| rule(say!("line-base"), base)));
    let types: Vec<String> = spell.types.iter().map(|kind| words::low(&book.name_of(*kind))).collect();
    card.lines.extend((!types.is_empty()).then(|| rule(say!("line-damage"), words::list(&types))));
    card.lines.push(rule(say!("item-increment"), spell.increment.to_string()));
    card
}

/// The card of an action of the hand: what it does, what it costs, why not, and the way to its rule.
pub fn action_card(facts: &Facts, unit: Option<&UnitState>, card: &Card) -> SideCard {
    let book = &facts.book;
    let Some(def) = book.action(card.action) else { return SideCard::default() };
    let mut side = SideCard { title: def.name.clone(), about: def.text.clone(), ..SideCard::default() };
    for offer in &card.offers {
        let mode = words::mode(offer.mode);
        let label = if card.offers.len() > 1 { format!("{mode}: ") } else { String::new() };
        let (part, cost) = pick::part(facts, unit, offer);
        let part = match part {
            ActionHalf::Whole => String::new(),
            ActionHalf::First => say!("part-first"),
            ActionHalf::Second => say!("part-second"),
        };
        let paid = cost.iter().chain(&offer.price).any(|(_, n)| *n > 0);
        let cost = words::cost(book, &cost, &offer.price);
        let least = paid && !pick::by_amount(def).is_empty();
        let cost = if least { say!("cost-from", cost = cost) } else { cost };
        let text = words::capital(&format!("{label}{part}{cost}"));
        let note = offer.refusal.as_ref().map(words::reason).unwrap_or_default();
        let told = SideLine { struck: offer.refusal.is_some(), note, ..line(text, "") };
        side.lines.push(ruled(told, offer.refusal.as_ref().and_then(|why| why.rule)));
    }
    side.lines.extend(unit.into_iter().flat_map(|unit| progress(facts, unit, def)));
    side.lines
        .extend(unit.filter(|_| !def.is_free()).into_iter().flat_map(|unit| after_actions(facts, unit)));
    if let Some(unit) = unit.filter(|_| !def.is_reaction()) {
        let chosen = Chosen::new(def.id, card.offer(None).map(|offer| offer.mode).unwrap_or_default());
        let order = Order { facts, unit, def, chosen: &chosen };
        if def.asks.is_empty() {
            add_checks(order, &mut side);
        }
        side.lines.extend(given_lines(order, &Occasion::default()));
    }
    side.lines.extend(rule_line(book, def.rule.as_str()));
    side
}

/// The card of an action on somebody: what it comes down to, then who that is.
pub fn aimed_action_card(play: &Play, order: Order<'_>, target: &UnitState) -> SideCard {
    let Order { facts, unit, def, chosen } = order;
    let mut card = unit_card(play, facts, target, Some(unit));
    let own = std::mem::take(&mut card.lines);
    let numbers = std::mem::take(&mut card.numbers);
    card.about = format!("{}; {}", def.name, card.about);
    add_checks(order, &mut card);
    card.lines.extend(wheel::ram_lines(facts, unit, chosen));
    if card.numbers.is_empty() {
        card.numbers = numbers;
    } else {
        card.topics.clear();
    }
    card.lines.extend(own);
    card
}

/// The card of what a menu's choice comes to: what is chosen, and the checks of the action with it.
pub fn choice_card(order: Order<'_>, choice: &MenuEntry) -> Option<SideCard> {
    let known = pick_card(order.facts, order.unit, &choice.pick);
    let told = known.is_some();
    let mut card = known.unwrap_or_else(|| SideCard { title: choice.text.clone(), ..SideCard::default() });
    let chosen = order.chosen.clone().with(&choice.pick);
    add_checks(Order { chosen: &chosen, ..order }, &mut card);
    (told || !card.numbers.is_empty() || !card.lines.is_empty()).then_some(card)
}
