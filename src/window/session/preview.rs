//! What is told before anything is done: the odds of an attack with their sum, units, squares, actions, rules.
//!
//! Owns the cards of the right column. Every number comes from the functions that the resolver calls.

use std::sync::Arc;

use super::{
    pick::{Card, Chosen},
    play::Play,
    show, words,
};
use crate::{
    dice::{Chance, Dist},
    grid::{CoverLevel, Square},
    key::Key,
    rules::{
        action::{ActionDef, Step},
        attack::{self, AttackSpec},
        book::Rulebook,
        check::{Base, Check, Direction, Versus},
        facts::{Facts, UnitState},
        legal::{self, Occasion, Refusal},
        odds::{self, AttackOdds},
    },
    window::view::{RuleCard, SideCard, SideLine},
};

/// A number with at most one decimal.
pub fn decimal(number: f64) -> String {
    let tenths = (number * 10.0).round();
    if tenths % 10.0 == 0.0 { format!("{:.0}", tenths / 10.0) } else { format!("{:.1}", tenths / 10.0) }
}

/// A chance in whole per cent, as large numbers show it; only what is sure is 0% or 100%.
pub fn percent(chance: Chance) -> String {
    match (chance.per_mille() + 5) / 10 {
        0 if chance != Chance::NEVER => "<1%".to_owned(),
        100 if chance != Chance::ALWAYS => ">99%".to_owned(),
        n => format!("{n}%"),
    }
}

/// The chance that a check succeeds.
pub fn chance(check: &Check) -> Chance {
    match check.base {
        Base::Dice(dice) => Dist::dice(&dice).probability(|natural| check.read(*natural).success),
        Base::Fixed(base) if check.read(base).success => Chance::ALWAYS,
        _ => Chance::NEVER,
    }
}

/// The facts as they are when an action's attack begins: at the end of its path.
pub fn at_end_of_path(facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Facts {
    let mut moved = facts.clone();
    if let (Some(last), Some(own)) = (chosen.args.path.last(), moved.unit_mut(unit.id())) {
        own.place.area.origin = *last;
        own.usage.squares += i32::try_from(chosen.args.path.len()).unwrap_or(0);
    }
    moved
}

/// What an attack is made with, for the functions of `attack` and `odds`.
pub fn spec<'a>(
    facts: &Facts,
    unit: &UnitState,
    def: &'a Arc<ActionDef>,
    chosen: &Chosen,
) -> Option<AttackSpec<'a>> {
    let cast = def.steps.contains(&Step::Cast);
    let spell = chosen.args.spell.or_else(|| {
        let ready = unit.slots.0.iter().find(|slot| !slot.spent).map(|slot| slot.spell);
        ready.filter(|_| cast)
    });
    let weapon = chosen.args.weapon.or_else(|| legal::default_weapon(facts, unit, def));
    Some(AttackSpec {
        by: unit.id(),
        target: chosen.args.target?,
        action: def,
        weapon: weapon.filter(|_| spell.is_none()),
        spell,
        used: None,
        hinder: 0,
        bare: false,
    })
}

/// The chance that an attack lands.
pub fn hit_chance(facts: &Facts, unit: &UnitState, def: &Arc<ActionDef>, chosen: &Chosen) -> Option<Chance> {
    let spec = spec(facts, unit, def, chosen)?;
    match odds::attack(facts, &spec) {
        Some(odds) => Some(odds.lands),
        None => attack::check(facts, &spec).map(|check| chance(&check)),
    }
}

/// The card of an attack on a target: chance first, then harm, then the sum line by line.
pub fn attack_card(
    play: &Play,
    facts: &Facts,
    unit: &UnitState,
    def: &Arc<ActionDef>,
    chosen: &Chosen,
) -> Option<SideCard> {
    let target = facts.unit(chosen.args.target?)?;
    let moved = at_end_of_path(facts, unit, chosen);
    let facts = &moved;
    let spec = spec(facts, unit, def, chosen)?;
    let check = attack::check(facts, &spec)?;
    let with = match (spec.spell, spec.weapon) {
        (Some(spell), _) => facts.book.name_of(spell),
        (None, Some(weapon)) => {
            facts.weapon(unit, weapon).map_or_else(|| def.name.clone(), |(_, weapon)| weapon.name.clone())
        }
        (None, None) => def.name.clone(),
    };
    let (name, now, whole) = words::main_track(facts, target);
    let mut card = SideCard {
        title: target.identity.name.clone(),
        about: format!("{}, {with}; {name} {now} of {whole}", def.name),
        side: Some(play.colour(target.side())),
        ..SideCard::default()
    };
    let mut critical = None;
    match odds::attack(facts, &spec) {
        Some(odds) => {
            card.numbers = vec![(percent(odds.lands), "to hit".to_owned(), false)];
            if odds.worst() > 0 {
                let mean = odds.mean_thousandths() as f64 / 1000.0;
                card.numbers.push((decimal(mean), "expected".to_owned(), true));
                card.numbers.push((worst(&odds).to_string(), "worst, 1 in 100".to_owned(), true));
            }
            critical = Some(odds.critical).filter(|chance| *chance != Chance::NEVER);
        }
        None => card.numbers = vec![(percent(chance(&check)), "to hit".to_owned(), false)],
    }
    card.lines = sum_lines(facts, &check);
    if let Some(chance) = critical {
        card.lines.push(SideLine {
            text: "Critical".to_owned(),
            value: percent(chance),
            sum: true,
            ..SideLine::default()
        });
    }
    if let Some(line) = cover_line(facts, unit, target) {
        card.lines.push(line);
    }
    Some(card)
}

/// The greatest loss that has a chance of one in a hundred or more; what a chain of criticals may come to beyond
/// that helps nobody to decide.
fn worst(odds: &AttackOdds) -> i32 {
    let rare = Chance::new(1, 100);
    odds.loss.iter().map(|(loss, ..)| *loss).filter(|loss| odds.at_least(*loss) >= rare).max().unwrap_or(0)
}

/// A check line by line: dice, parts, the number against it with its own parts.
pub fn sum_lines(facts: &Facts, check: &Check) -> Vec<SideLine> {
    let book = &facts.book;
    let mut lines = Vec::new();
    let under = check.direction == Direction::Under;
    let rule_of_check = book.check(check.id).map(|def| def.rule);
    lines.push(SideLine {
        text: book.name_of(check.id),
        value: match check.base {
            Base::Dice(dice) => dice.to_string(),
            Base::Fixed(n) => n.to_string(),
            Base::Nothing => "0".to_owned(),
        },
        rule: rule_of_check.map(|rule| rule.as_str().to_owned()),
        ..SideLine::default()
    });
    lines.extend(part_lines(book, check));
    if let Some((number, what)) = words::versus(facts, check) {
        let text = if under { format!("at most {what}") } else { format!("against {what}") };
        let (passive, rule) = match &check.versus {
            Versus::Passive(other) => (Some(&**other), book.check(other.id).map(|def| def.rule)),
            _ => (None, None),
        };
        lines.push(SideLine {
            text,
            value: number.to_string(),
            sum: true,
            rule: rule.map(|rule| rule.as_str().to_owned()),
            ..SideLine::default()
        });
        if let Some(other) = passive {
            if let Base::Fixed(base) = other.base {
                lines.push(SideLine {
                    text: "Base".to_owned(),
                    value: base.to_string(),
                    ..SideLine::default()
                });
            }
            lines.extend(part_lines(book, other));
        }
    }
    lines
}

fn part_lines(book: &Rulebook, check: &Check) -> Vec<SideLine> {
    check
        .parts
        .iter()
        .filter(|part| part.value != 0)
        .map(|part| SideLine {
            text: words::part(book, part),
            value: words::signed(part.value),
            struck: !part.counted,
            note: part.why_not.clone().unwrap_or_default(),
            sum: false,
            harm: false,
            rule: part
                .rule
                .or_else(|| book.condition(part.source).map(|def| def.rule))
                .or_else(|| book.action(part.source).map(|def| def.rule))
                .map(|rule| rule.as_str().to_owned()),
        })
        .collect()
}

fn cover_line(facts: &Facts, from: &UnitState, to: &UnitState) -> Option<SideLine> {
    let cover = facts.cover(from, to);
    let word = cover_word(cover.level)?;
    let value = if cover.soft { "soft".to_owned() } else { String::new() };
    Some(SideLine { text: format!("{} stands in {word}", to.identity.name), value, ..SideLine::default() })
}

fn cover_word(level: CoverLevel) -> Option<&'static str> {
    match level {
        CoverLevel::None => None,
        CoverLevel::Quarter => Some("quarter cover"),
        CoverLevel::Half => Some("half cover"),
        CoverLevel::ThreeQuarter => Some("three-quarter cover"),
        CoverLevel::Full => Some("full cover"),
    }
}

fn line(text: impl Into<String>, value: impl Into<String>) -> SideLine {
    SideLine { text: text.into(), value: value.into(), ..SideLine::default() }
}

/// The card of a unit. `from` is the unit whose turn it is, for distance and cover.
pub fn unit_card(play: &Play, facts: &Facts, unit: &UnitState, from: Option<&UnitState>) -> SideCard {
    let card = show::card(play, facts, unit);
    let (track, now, whole) = card.vitality.clone();
    let mut side = SideCard {
        title: card.name.clone(),
        about: format!("{}, {}", card.kind, play.side_name(unit.side())),
        side: Some(card.side),
        numbers: vec![(now.to_string(), format!("of {whole} {track}"), false)],
        ..SideCard::default()
    };
    for own in &unit.conditions.0 {
        let rule = facts.book.condition(own.id).map(|def| def.rule.as_str().to_owned());
        let text = words::condition(&facts.book, own.id, own.count);
        side.lines.push(SideLine { text, rule, ..SideLine::default() });
    }
    for (name, left, most, _) in &card.pools {
        side.lines.push(line(name.clone(), format!("{left} of {most}")));
    }
    for (name, value) in &card.lines {
        side.lines.push(line(name.clone(), value.clone()));
    }
    for watch in &unit.watches.0 {
        side.lines.push(line("Waits with", facts.book.name_of(watch.action)));
    }
    if let Some(from) = from.filter(|from| from.id() != unit.id()) {
        let distance = facts.distance(from, unit);
        side.lines.push(SideLine {
            text: format!("From {}", from.identity.name),
            value: if distance == 1 { "1 square".to_owned() } else { format!("{distance} squares") },
            sum: true,
            ..SideLine::default()
        });
        side.lines.extend(cover_line(facts, from, unit));
        if facts.hostile(from, unit) && facts.threatens(unit, &from.place.area, from.place.band) {
            side.lines.push(line(format!("Threatens {}", from.identity.name), ""));
        }
    }
    side
}

/// The card of a square without a unit that is known of.
pub fn square_card(facts: &Facts, square: Square, seen: bool) -> SideCard {
    let map = &facts.map;
    let ground = map.terrain(square);
    let mut card = SideCard {
        title: ground.map_or_else(String::new, |ground| ground.name.clone()),
        about: format!("column {}, row {}", square.x + 1, square.y + 1),
        ..SideCard::default()
    };
    for terrain in map.contents(square) {
        if map.object(square).is_some_and(|object| object.id == terrain.id) {
            card.lines.push(line(terrain.name.clone(), ""));
        }
        if terrain.impassable {
            card.lines.push(line("Cannot be entered", ""));
        } else if terrain.difficult > 0 {
            card.lines.push(line("Difficult", format!("+{}", terrain.difficult)));
        }
        if let Some(word) = cover_word(terrain.cover) {
            card.lines.push(line(words::capital(word), if terrain.soft { "soft" } else { "" }));
        }
    }
    if map.ground(square) != 0 {
        card.lines.push(line("Height", map.ground(square).to_string()));
    }
    for door in map.doors().filter(|door| door.squares().contains(&square)) {
        let name = if door.name.is_empty() { "Door" } else { door.name.as_str() };
        card.lines.push(line(name, if door.open { "open" } else { "shut" }));
    }
    for ground in facts.ground.iter().filter(|ground| ground.square == square) {
        card.lines.push(line(facts.book.name_of(ground.item.def), "on the ground"));
    }
    if !seen {
        card.lines.push(line("Out of sight", ""));
    }
    card
}

/// Those whose chance a step onto or off these squares would be.
pub fn provoked<'a>(facts: &'a Facts, unit: &UnitState, path: &[Square]) -> Vec<&'a UnitState> {
    let squares = std::iter::once(unit.place.area.origin).chain(path.iter().copied());
    let areas: Vec<crate::grid::Area> = squares.map(|origin| unit.place.area.at(origin)).collect();
    facts
        .units
        .iter()
        .filter(|foe| {
            facts.hostile(foe, unit) && areas.iter().any(|area| facts.threatens(foe, area, unit.place.band))
        })
        .collect()
}

/// The card of an action of the hand: what it does, what it costs, why not, and its rule.
pub fn action_card(facts: &Facts, card: &Card) -> SideCard {
    let book = &facts.book;
    let Some(def) = book.action(card.action) else { return SideCard::default() };
    let mut side = SideCard { title: def.name.clone(), about: def.text.clone(), ..SideCard::default() };
    for offer in &card.offers {
        let mode = format!("{:?}", offer.mode);
        let label = if card.offers.len() > 1 { format!("{mode}: ") } else { String::new() };
        let text = format!("{label}{}", words::cost(book, &offer.cost, &offer.price));
        let note = offer.refusal.as_ref().map(|why| words::capital(&why.text)).unwrap_or_default();
        side.lines.push(SideLine {
            text,
            struck: offer.refusal.is_some(),
            note,
            rule: offer.refusal.as_ref().and_then(|why| why.rule).map(|rule| rule.as_str().to_owned()),
            ..SideLine::default()
        });
    }
    side
}

/// Why a target cannot be chosen, as a line at the head of its card.
pub fn refusal_line(refusal: &Refusal) -> SideLine {
    SideLine {
        text: words::capital(&refusal.text),
        rule: refusal.rule.map(|rule| rule.as_str().to_owned()),
        ..SideLine::default()
    }
}

/// Whether an order would be taken on one's own turn, and if not, why.
pub fn refused(facts: &Facts, unit: &UnitState, chosen: &Chosen, occasion: &Occasion) -> Option<Refusal> {
    legal::plan(facts, unit.id(), &chosen.act(), occasion).err()
}

/// The card of a rule.
pub fn rule_card(book: &Rulebook, id: &str) -> Option<RuleCard> {
    let rule = book.rules.get(Key::new(id))?;
    Some(RuleCard {
        id: id.to_owned(),
        title: rule.title.clone(),
        text: rule.text.clone().unwrap_or_default(),
    })
}

/// The distribution of what a defence takes off a blow: the chance of anything, and the mean.
pub fn reduction(check: &Check, divisor: i32) -> (Chance, f64) {
    let Base::Dice(dice) = check.base else { return (Chance::NEVER, 0.0) };
    let dist = Dist::dice(&dice);
    let off = |natural: i32| check.read(natural).value.max(0) / divisor.max(1);
    let any = dist.probability(|natural| off(*natural) > 0);
    let mean = dist
        .iter()
        .map(|(natural, weight, total)| f64::from(off(*natural)) * (weight as f64) / (total as f64))
        .sum();
    (any, mean)
}

/// A line about an opening given on the way.
pub fn opening_line(name: &str) -> SideLine {
    SideLine {
        text: format!("Gives {name} an opening"),
        rule: Some("A-153".to_owned()),
        harm: true,
        ..SideLine::default()
    }
}
