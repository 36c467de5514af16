//! The small cards for the pools and tracks on a unit's own card: what the number is made of, and the rule behind it.

use crate::rules::{condition::ConditionDef, economy::Refill};
use crate::window::session::prelude::*;

/// What pointing at a pool asks about.
pub fn pool_topic(id: Key) -> String {
    format!("pool:{id}")
}

/// What pointing at a track asks about.
pub fn track_topic(id: Key) -> String {
    format!("track:{id}")
}

/// The card of a number of a unit: of `pool:ap`, `track:vitality`.
pub fn number_card(facts: &Facts, unit: &UnitState, topic: &str) -> Option<RuleCard> {
    match topic.split_once(':')? {
        ("pool", id) => pool(facts, unit, Key::new(id)),
        ("track", id) => track(facts, unit, Key::new(id)),
        _ => None,
    }
}

/// A card that leads to a rule and tells its text, with more lines beneath.
pub(super) fn ruled(book: &Rulebook, title: String, rule: Option<Key>, more: Vec<String>) -> RuleCard {
    let known = rule.and_then(|id| book.rule(id));
    RuleCard {
        id: rule.map(|id| id.to_string()).unwrap_or_default(),
        title,
        text: known.and_then(|rule| rule.text.clone()).unwrap_or_default(),
        more,
        ..RuleCard::default()
    }
}

fn pool(facts: &Facts, unit: &UnitState, id: Key) -> Option<RuleCard> {
    let def = facts.book.settings.economy.pool(id)?;
    let own = unit.pools.0.iter().find(|pool| pool.id == id)?;
    let (left, most) = pick::usable(facts, unit, id)?;
    let mut more = vec![say!("number-pool", left = left, most = most)];
    let whole = own.base + own.extra;
    more.extend((own.extra != 0).then(|| say!("number-pool-extra", base = own.base, extra = own.extra)));
    if most != whole {
        let less = |def: &ConditionDef| {
            def.cap.is_some() || def.takes.contains(&id) || def.allots.iter().any(|(pool, _)| *pool == id)
        };
        let takes = facts.conditions(unit).filter(|(def, _)| less(def));
        let names: Vec<String> = takes.map(|(def, _)| def.name.clone()).collect();
        more.push(say!("number-pool-less", whole = whole, why = words::list(&names)));
    }
    more.push(match def.refill {
        Refill::RoundStart => say!("number-refill-round"),
        Refill::TurnStart => say!("number-refill-turn"),
        Refill::Never => say!("number-refill-never"),
    });
    more.extend(def.off_turn.then(|| say!("number-off-turn")));
    Some(ruled(&facts.book, words::capital(&def.name), def.rule, more))
}

fn track(facts: &Facts, unit: &UnitState, id: Key) -> Option<RuleCard> {
    let def = facts.book.track(id)?;
    let own = unit.tracks.get(id)?;
    let mut more = vec![match def.rises {
        true if words::is_sum(&facts.book, id) => {
            say!("number-track", now = own.max - own.now, most = own.max)
        }
        true => say!("number-track-rises", now = own.now, most = own.max),
        false => say!("number-track", now = own.now, most = own.max),
    }];
    let made = def.max.names();
    let parts: Vec<String> = made
        .iter()
        .filter_map(|part| Some(format!("{} {}", facts.book.name_of(*part), facts.stat(unit, *part)?)))
        .collect();
    if !parts.is_empty() && parts.len() == made.len() {
        more.push(say!("number-made-of", parts = parts.join(", ")));
    }
    Some(ruled(&facts.book, words::track_name(facts, unit, id), def.rule, more))
}
