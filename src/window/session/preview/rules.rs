//! Rules and conditions in words: the small card that a line leads to.
//!
//! Owns what a condition is said to do, read off its definition. The texts of rules are the rulebook's.

use crate::{
    key::Key,
    rules::{
        action::{EffectDef, To},
        book::Rulebook,
        condition::{ConditionDef, Forbids, Hook},
        modifier::{ModifierDef, Whose},
    },
    window::{session::words, view::RuleCard},
};

/// The card of a rule by its id, or of a condition as `condition:prone`.
pub fn rule_card(book: &Rulebook, topic: &str) -> Option<RuleCard> {
    if let Some(id) = topic.strip_prefix("condition:") {
        return condition_card(book, book.condition(Key::new(id))?);
    }
    let rule = book.rules.get(Key::new(topic))?;
    Some(RuleCard {
        id: topic.to_owned(),
        title: rule.title.clone(),
        text: rule.text.clone().unwrap_or_else(|| "This rule has no text yet.".to_owned()),
        more: Vec::new(),
    })
}

/// What pointing at a condition asks about.
pub fn condition_topic(id: Key) -> String {
    format!("condition:{id}")
}

fn condition_card(book: &Rulebook, def: &ConditionDef) -> Option<RuleCard> {
    let rule = book.rules.get(def.rule);
    Some(RuleCard {
        id: def.rule.as_str().to_owned(),
        title: def.name.clone(),
        text: rule.and_then(|rule| rule.text.clone()).unwrap_or_default(),
        more: does(book, def),
    })
}

/// What a condition does, line by line.
fn does(book: &Rulebook, def: &ConditionDef) -> Vec<String> {
    let mut lines = Vec::new();
    let forbidden: Vec<String> = def.forbids.iter().map(|what| forbids(*what).to_owned()).collect();
    if !forbidden.is_empty() {
        lines.push(format!("No {}.", forbidden.join(", no ")));
    }
    if !def.forbids_tags.is_empty() {
        let tags: Vec<String> = def.forbids_tags.iter().map(|tag| tag.as_str().replace('_', " ")).collect();
        lines.push(format!("No action of these kinds: {}.", words::list(&tags)));
    }
    if let Some(cap) = def.cap {
        lines.push(format!("At most {cap} {} a round.", if cap == 1 { "point" } else { "points" }));
    }
    if !def.takes.is_empty() {
        let pools: Vec<String> = def.takes.iter().map(|pool| words::purse(book, *pool)).collect();
        lines.push(format!("Takes as many {} as its count.", words::list(&pools)));
    }
    for (pool, amount) in &def.allots {
        lines.push(format!("{}: {amount} a round.", words::capital(&words::purse(book, *pool))));
    }
    lines.extend(def.modifiers.iter().map(|own| modifier(book, own)));
    if !def.zeroes.is_empty() {
        let checks: Vec<String> = def.zeroes.iter().map(|check| book.name_of(*check)).collect();
        lines.push(format!("{} stand at 0.", words::list(&checks)));
    }
    if let Some(slow) = def.slow {
        lines.push(format!("Every square costs {slow} times as much."));
    }
    if def.low {
        lines.push("Cover counts one step better.".to_owned());
    }
    if def.out {
        lines.push("Out of the fight.".to_owned());
    }
    lines.extend(triggers(book, def));
    if let Some(becomes) = def.becomes {
        lines.push(format!("At 0 it becomes {}.", book.name_of(becomes)));
    }
    if let Some(again) = def.again {
        lines.push(format!("Gained once more, it becomes {}.", book.name_of(again)));
    }
    lines
}

/// What it sets off, the same at several moments told once.
fn triggers(book: &Rulebook, def: &ConditionDef) -> Vec<String> {
    let mut told: Vec<(String, String)> = Vec::new();
    for trigger in &def.on {
        let doings: Vec<String> = trigger.effects.iter().filter_map(|effect| doing(book, effect)).collect();
        let doings = doings.join(", ");
        match told.iter_mut().find(|(_, known)| *known == doings) {
            _ if doings.is_empty() => {}
            Some((when, _)) => *when = format!("{when}, and {}", hook(trigger.at).to_lowercase()),
            None => told.push((hook(trigger.at).to_owned(), doings)),
        }
    }
    told.into_iter().map(|(when, what)| format!("{when}: {what}.")).collect()
}

fn forbids(what: Forbids) -> &'static str {
    match what {
        Forbids::All => "action of any kind",
        Forbids::Actions => "actions",
        Forbids::Reactions => "answers to others",
        Forbids::Movement => "movement",
        Forbids::Walking => "movement but a side step",
    }
}

fn modifier(book: &Rulebook, def: &ModifierDef) -> String {
    let checks: Vec<String> = def
        .checks
        .iter()
        .map(|check| match check.as_str() {
            "all" => "all checks".to_owned(),
            _ => book.name_of(*check).to_lowercase(),
        })
        .collect();
    let value = def.value.to_string();
    let value = value.parse::<i32>().map_or(value, words::signed);
    let whose = match def.whose {
        Whose::Own => "",
        Whose::Against => " of others against it",
    };
    let when = if def.when.is_some() { ", in some cases" } else { "" };
    format!("{value} on {}{whose}{when}.", words::list(&checks))
}

fn hook(at: Hook) -> &'static str {
    match at {
        Hook::Hour => "Each full hour",
        Hook::EndOfRound => "At the end of each round",
        Hook::RoundStart => "As a round begins",
        Hook::TurnStart => "As its turn begins",
        Hook::TurnEnd => "As its turn ends",
        Hook::AfterAction => "After each of its actions",
        Hook::AfterReaction => "After answering an attack",
        Hook::AfterHit => "When struck",
        Hook::Gained => "At once",
        Hook::Restored => "When healed",
        Hook::ActionStart => "As it acts",
        Hook::Noise => "At a loud noise near by",
        Hook::Rest => "At each hour of rest",
    }
}

/// One effect in a few words; none for those that say nothing to a player.
pub(super) fn doing(book: &Rulebook, effect: &EffectDef) -> Option<String> {
    let whom = |to: &To| if *to == To::Target { " (the target)" } else { "" };
    Some(match effect {
        EffectDef::Lose { track, amount, to } => {
            format!("lose {amount} {}{}", book.name_of(*track), whom(to))
        }
        EffectDef::Restore { track, amount, to } => {
            format!("regain {amount} {}{}", book.name_of(*track), whom(to))
        }
        EffectDef::Damage { dice, amount, divisor, to, .. } => {
            let much = dice.map_or_else(|| amount.to_string(), |dice| dice.to_string());
            let half = if *divisor == 2 { "half of " } else { "" };
            format!("{half}{much} damage{}", whom(to))
        }
        EffectDef::Gain { condition, to, .. } => format!("become {}{}", book.name_of(*condition), whom(to)),
        EffectDef::Lift { condition, count: Some(count), to } => {
            format!("{} falls by {count}{}", book.name_of(*condition), whom(to))
        }
        EffectDef::Lift { condition, to, .. } => {
            format!("no longer {}{}", book.name_of(*condition), whom(to))
        }
        EffectDef::Check { check, dc, pass, fail, .. } => {
            let outcome = |list: &[EffectDef]| {
                let texts: Vec<String> = list.iter().filter_map(|effect| doing(book, effect)).collect();
                texts.join(", ")
            };
            let (pass, fail) = (outcome(pass), outcome(fail));
            let pass = if pass.is_empty() { pass } else { format!("; success: {pass}") };
            let fail = if fail.is_empty() { fail } else { format!("; failure: {fail}") };
            format!("{} against {dc}{pass}{fail}", book.name_of(*check))
        }
        EffectDef::When { then, otherwise, .. } => {
            let texts: Vec<String> =
                then.iter().chain(otherwise).filter_map(|effect| doing(book, effect)).collect();
            if texts.is_empty() {
                return None;
            }
            format!("in some cases {}", texts.join(", "))
        }
        EffectDef::Bind { kind, role } => {
            let def = book.bond(*kind)?;
            format!("becomes {} of it", def.role(*role)?.name.to_lowercase())
        }
        EffectDef::Unbind { kind } => {
            let def = book.bond(*kind)?;
            format!("is {} no longer", def.role(None)?.name.to_lowercase())
        }
        EffectDef::DropAll => "everything held falls".to_owned(),
        _ => return None,
    })
}
