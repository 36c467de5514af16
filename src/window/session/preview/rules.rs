//! The small card of a rule or condition. What a condition does is read off its definition.

use super::numbers;
use crate::rules::{
    condition::{ConditionDef, Forbids, Hook},
    expr::Expr,
};
use crate::window::session::prelude::*;

/// Who bears the condition that is described, for its numbers of now.
#[derive(Clone, Copy)]
pub(super) struct Bearer<'a> {
    facts: &'a Facts,
    unit: &'a UnitState,
    count: i32,
}

/// The card of a rule by its id, or of a condition as `condition:prone`: with its numbers of now where that unit bears it.
pub fn rule_card(book: &Rulebook, unit: Option<(&Facts, &UnitState)>, topic: &str) -> Option<RuleCard> {
    if let Some(id) = topic.strip_prefix("condition:") {
        let def = book.condition(Key::new(id))?;
        let now = unit.and_then(|(facts, unit)| {
            let own = unit.conditions.0.iter().find(|own| own.id == def.id)?;
            Some(Bearer { facts, unit, count: own.count })
        });
        return Some(numbers::ruled(book, def.name.clone(), Some(def.rule), does(book, def, now)));
    }
    let rule = book.rule(Key::new(topic))?;
    Some(RuleCard {
        id: topic.to_owned(),
        title: rule.title.clone(),
        text: rule.text.clone().unwrap_or_else(|| say!("rule-no-text")),
        ..RuleCard::default()
    })
}

/// The line of a card that leads to a rule.
pub fn rule_line(book: &Rulebook, rule: &str) -> Option<SideLine> {
    let def = book.rule(Key::new(rule))?;
    Some(ruled(line(say!("rule-of", rule = &def.title), ""), Some(Key::new(rule))))
}

/// What a unit's conditions set off after each of its actions, line by line.
pub fn after_actions(facts: &Facts, unit: &UnitState) -> Vec<SideLine> {
    let lines = facts.conditions(unit).flat_map(move |(def, count)| {
        let now = Some(Bearer { facts, unit, count });
        let hooks = def.on.iter().filter(|trigger| trigger.at == Hook::AfterAction);
        let told = hooks.map(move |trigger| doings(&facts.book, &trigger.effects, true, now));
        told.filter(|what| !what.is_empty()).map(move |what| {
            let text = say!("rule-after-action", condition = &def.name, what = what);
            SideLine { topic: Some(condition_topic(def.id)), ..line(text, "") }
        })
    });
    lines.collect()
}

/// What pointing at a condition asks about.
pub fn condition_topic(id: Key) -> String {
    format!("condition:{id}")
}

/// What a condition does, line by line.
fn does(book: &Rulebook, def: &ConditionDef, now: Option<Bearer<'_>>) -> Vec<String> {
    let mut lines = Vec::new();
    let forbidden: Vec<String> = def.forbids.iter().map(|what| forbids(*what)).collect();
    if !forbidden.is_empty() {
        lines.push(say!("rule-forbids", what = forbidden.join(&say!("rule-forbids-join"))));
    }
    if !def.forbids_tags.is_empty() {
        let tags: Vec<String> = def.forbids_tags.iter().map(|tag| tag.as_str().replace('_', " ")).collect();
        lines.push(say!("rule-forbids-kinds", kinds = words::list(&tags)));
    }
    lines.extend(def.cap.map(|cap| say!("rule-cap", n = cap)));
    if !def.takes.is_empty() {
        let pools: Vec<String> = def.takes.iter().map(|pool| words::pool_name(book, *pool)).collect();
        lines.push(say!("rule-takes", pools = words::list(&pools)));
    }
    for (pool, amount) in &def.allots {
        lines.push(say!(
            "rule-allots",
            pool = words::capital(&words::pool_name(book, *pool)),
            amount = amount.to_string()
        ));
    }
    lines.extend(def.modifiers.iter().map(|own| modifier(book, own)));
    if !def.zeroes.is_empty() {
        let checks: Vec<String> = def.zeroes.iter().map(|check| book.name_of(*check)).collect();
        lines.push(say!("rule-zeroes", checks = words::list(&checks)));
    }
    lines.extend(def.slow.map(|slow| say!("rule-slow", n = slow)));
    lines.extend(def.low.then(|| say!("rule-low")));
    lines.extend(def.out.then(|| say!("rule-out")));
    lines.extend(triggers(book, def, now));
    lines.extend(def.becomes.map(|becomes| say!("rule-becomes", condition = book.name_of(becomes))));
    lines.extend(def.again.map(|again| say!("rule-again", condition = book.name_of(again))));
    lines
}

/// What it sets off, the same at several moments told once.
fn triggers(book: &Rulebook, def: &ConditionDef, now: Option<Bearer<'_>>) -> Vec<String> {
    let mut told: Vec<(String, String)> = Vec::new();
    for trigger in &def.on {
        let doings = doings(book, &trigger.effects, true, now);
        match told.iter_mut().find(|(_, known)| *known == doings) {
            _ if doings.is_empty() => {}
            Some((when, _)) => *when = say!("hook-and", one = &*when, other = hook(book, trigger.at)),
            None => told.push((hook(book, trigger.at), doings)),
        }
    }
    told.into_iter().map(|(when, what)| format!("{when}: {what}.")).collect()
}

fn forbids(what: Forbids) -> String {
    match what {
        Forbids::All => say!("forbids-all"),
        Forbids::Actions => say!("forbids-actions"),
        Forbids::Reactions => say!("forbids-reactions"),
        Forbids::Movement => say!("forbids-movement"),
        Forbids::Walking => say!("forbids-walking"),
        Forbids::Hearing => say!("forbids-hearing"),
    }
}

/// What a modifier does, as a sentence: "+2 to reflex."
pub fn modifier(book: &Rulebook, def: &ModifierDef) -> String {
    let checks: Vec<String> = def
        .checks
        .iter()
        .map(|check| match check.as_str() {
            "all" => say!("rule-all-checks"),
            _ => words::low(&book.name_of(*check)),
        })
        .collect();
    let value = def.value.to_string();
    let value = value.parse::<i32>().map_or(value, words::signed);
    let whose = match def.whose {
        Whose::Own => "own",
        Whose::Against => "against",
    };
    let when = if def.when.is_some() { "some" } else { "always" };
    say!("rule-modifier", value = value, checks = words::list(&checks), whose = whose, when = when)
}

fn hook(book: &Rulebook, at: Hook) -> String {
    match at {
        Hook::Hour => say!("hook-hour"),
        Hook::EndOfRound => say!("hook-end-of-round"),
        Hook::RoundStart => say!("hook-round-start"),
        Hook::TurnStart => say!("hook-turn-start"),
        Hook::TurnEnd => say!("hook-turn-end"),
        Hook::AfterAction => say!("hook-after-action"),
        Hook::AfterReaction => say!("hook-after-reaction"),
        Hook::AfterHit => say!("hook-after-hit"),
        Hook::Gained => say!("hook-gained"),
        Hook::Restored => say!("hook-restored"),
        Hook::ActionStart => say!("hook-action-start"),
        Hook::Noise => say!("hook-noise"),
        Hook::Rest => say!("hook-rest"),
        Hook::FightOver => say!("hook-fight-over"),
        Hook::Phase(phase) => say!("hook-phase", phase = book.name_of(phase)),
    }
}

/// Effects of a spell or action in a few words, the one they are done to called the target.
pub fn effects(book: &Rulebook, effects: &[EffectDef]) -> String {
    doings(book, effects, true, None)
}

/// Effects in a few words; nothing of those that say nothing to a player. Of one on several, each of them is meant
/// without being called the target.
pub(super) fn doings<'a>(
    book: &Rulebook,
    effects: impl IntoIterator<Item = &'a EffectDef>,
    one: bool,
    now: Option<Bearer<'_>>,
) -> String {
    let told = effects.into_iter().filter_map(|effect| describe(book, effect, one, now));
    told.collect::<Vec<String>>().join(", ")
}

/// A number of an effect, for its bearer as it is now; where it has none, its formula in the words of players.
fn number(book: &Rulebook, expr: &Expr, now: Option<Bearer<'_>>) -> String {
    if let Some(Bearer { facts, unit, count }) = now {
        let known = |name: Key| match name.as_str() {
            "count" => Some(i64::from(count)),
            "margin" => Some(0),
            _ => None,
        };
        return facts.evaluate(expr, unit, None, &known).to_string();
    }
    let counts = expr.names().iter().any(|name| *name == "count");
    let text = expr.to_string();
    let text = if counts { text.replace("count", &say!("formula-count")) } else { text };
    let below = text.split_once("max(0, -").and_then(|(before, rest)| {
        let (track, after) = rest.split_once(')')?;
        let name = &book.track(Key::new(track))?.name;
        Some(format!("{before}{}{after}", say!("formula-below", track = name)))
    });
    below.unwrap_or(text)
}

fn describe(book: &Rulebook, effect: &EffectDef, one: bool, now: Option<Bearer<'_>>) -> Option<String> {
    let whom = |to: &To| if one && *to == To::Target { say!("effect-target") } else { String::new() };
    let silent = |id: &Key| book.condition(*id).is_some_and(|def| def.silent);
    // What counts how far one is, and is done with when that is reached (S-10).
    let counts = |id: &Key| book.condition(*id).is_some_and(|def| def.out_of.is_some());
    Some(match effect {
        EffectDef::Gain { condition, .. } | EffectDef::Lift { condition, .. } if silent(condition) => {
            return None;
        }
        EffectDef::Gain { condition, .. } if counts(condition) => {
            say!("effect-progress", condition = book.name_of(*condition))
        }
        EffectDef::Lift { condition, .. } if counts(condition) => return None,
        EffectDef::Lose { track, amount, to } => {
            let (track, whom) = (book.name_of(*track), whom(to));
            // A margin is known only once the dice have fallen.
            match amount.to_string().strip_suffix(" - margin").and_then(|whole| Expr::parse(whole).ok()) {
                Some(whole) => {
                    let n = number(book, &whole, now);
                    say!("effect-lose-margin", n = n, track = track, whom = whom)
                }
                None => say!("effect-lose", n = number(book, amount, now), track = track, whom = whom),
            }
        }
        EffectDef::Restore { track, amount, to } => {
            say!(
                "effect-regain",
                n = number(book, amount, now),
                track = book.name_of(*track),
                whom = whom(to)
            )
        }
        EffectDef::Damage { dice, amount, divisor, to, .. } => {
            let much = dice.map_or_else(|| amount.to_string(), super::dice);
            say!("effect-damage", half = if *divisor == 2 { "yes" } else { "no" }, n = much, whom = whom(to))
        }
        EffectDef::WeaponDamage { to, .. } => say!("effect-weapon-damage", whom = whom(to)),
        EffectDef::Gain { condition, to, .. } => {
            say!("effect-become", condition = book.name_of(*condition), whom = whom(to))
        }
        EffectDef::Lift { condition, count: Some(count), to } => {
            say!(
                "effect-falls-by",
                condition = book.name_of(*condition),
                n = count.to_string(),
                whom = whom(to)
            )
        }
        EffectDef::Lift { condition, to, .. } => {
            say!("effect-no-longer", condition = book.name_of(*condition), whom = whom(to))
        }
        EffectDef::Check { check, dc, pass, fail, .. } => {
            let (pass, fail) = (doings(book, pass, one, now), doings(book, fail, one, now));
            let pass = if pass.is_empty() { pass } else { say!("effect-success", what = pass) };
            let fail = if fail.is_empty() { fail } else { say!("effect-failure", what = fail) };
            let n = number(book, dc, now);
            let dc = match now.filter(|_| dc.as_const().is_none()) {
                Some(own) => say!("effect-now", n = n, unit = &own.unit.identity.name),
                None => n,
            };
            say!("effect-check", check = book.name_of(*check), dc = dc, pass = pass, fail = fail)
        }
        EffectDef::When { then, otherwise, .. } => {
            let what = doings(book, then.iter().chain(otherwise), one, now);
            if what.is_empty() {
                return None;
            }
            say!("effect-in-some-cases", what = what)
        }
        EffectDef::Each { who, within, effects, .. } => {
            let (who, what) = (whom_meant(*who), doings(book, effects, false, now));
            match within {
                _ if what.is_empty() => return None,
                Some(most) => say!("effect-each-within", who = who, squares = most.to_string(), what = what),
                None => say!("effect-each", who = who, what = what),
            }
        }
        EffectDef::Bind { kind, role } => {
            let def = book.bond(*kind)?;
            say!("effect-bind", role = &def.role(*role)?.name)
        }
        EffectDef::Unbind { kind, to } => {
            let def = book.bond(*kind)?;
            say!("effect-unbind", role = &def.role(None)?.name, whom = whom(to))
        }
        EffectDef::DropAll => say!("effect-drop-all"),
        _ => return None,
    })
}

fn whom_meant(who: Whom) -> &'static str {
    match who {
        Whom::Foe => "foe",
        Whom::Ally => "ally",
        Whom::OwnSide => "own",
        Whom::Any => "any",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_tells_its_numbers_of_now_and_no_formula_a97_a100() {
        let mut facts = Facts::clone(&play(&library(), "first_blood", 5, false).eyes().unwrap());
        let jem = UnitId(Key::new("jem"));
        let own = facts.unit_mut(jem).unwrap();
        own.conditions.0.push(Condition::new(Key::new("dying"), 2, Until::Battle, None));
        let unit = facts.unit(jem).unwrap();
        let told = |bearer| rule_card(&facts.book, bearer, "condition:dying").unwrap().more.join(" ");
        let (plain, now) = (told(None), told(Some((&facts, unit))));
        assert!(plain.contains(" below 0 + n"), "{plain}");
        assert!(now.contains(" vs 2 (") && now.contains("lose 2 "), "{now}");
        assert!(!plain.contains("max(") && !now.contains("max("), "{plain}");
        assert_eq!(after_actions(&facts, unit).len(), 1);
    }
}
