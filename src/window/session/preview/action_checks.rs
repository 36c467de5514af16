//! The checks of actions that are no attacks, with odds, sums and outcomes. Each check is built by the function that
//! the resolver calls.

use super::{at_end_of_path, rules, sum_lines};
use crate::rules::{
    action::Missed,
    amounts,
    check::{Request, SuccessRule},
    contest,
    expr::Expr,
    facts::{Inputs, Word},
    several,
};
use crate::window::session::prelude::*;

/// A check that an action comes down to.
pub struct ShownCheck {
    pub check: Check,
    /// Of a contest: the opponent's, and the chance to win.
    pub against: Option<(Check, Chance)>,
    /// What success does, in a few words.
    pub pass: String,
    /// What failure does.
    pub fail: String,
}

impl ShownCheck {
    /// A check that is made against nobody.
    fn of(check: Check, pass: String, fail: String) -> Self {
        Self { check, against: None, pass, fail }
    }
}

/// How far a unit is with what an action goes on with from turn to turn: "At a task 1 of 3" (S-10).
pub fn progress(facts: &Facts, unit: &UnitState, def: &ActionDef) -> Vec<SideLine> {
    let gains = |effects: &[EffectDef], id: Key| {
        let own =
            |effect: &EffectDef| matches!(effect, EffectDef::Gain { condition, .. } if *condition == id);
        effects.iter().any(own)
    };
    let goes_on = |id: Key| {
        def.steps.iter().any(|step| match step {
            Step::Do(effects) | Step::Check { pass: effects, .. } => gains(effects, id),
            _ => false,
        })
    };
    let told = facts.book.conditions.iter().filter_map(|own| {
        let most = own.out_of.as_ref().filter(|_| goes_on(own.id))?;
        let count = unit.conditions.count(own.id);
        let now = Condition::new(own.id, count, Until::Battle, None);
        let begun = count > 0 || facts.value(most, unit) > 0;
        begun.then(|| ruled(line(show::condition(facts, unit, &now), ""), Some(own.rule)))
    });
    told.collect()
}

/// The checks of an order, in their order, as far as they can be told now.
pub fn checks(order: Order<'_>) -> Vec<ShownCheck> {
    let Order { unit, chosen, .. } = order;
    let def: &ActionDef = order.def;
    let mut told = Vec::new();
    let active = chosen.args.in_effect.and_then(|id| order.facts.spell_in_effect(id));
    // What the action itself adds to the check that follows, as weaving does (C-126).
    let mut with = order.facts.clone();
    let facts = &mut with;
    let used = unit.usage.points;
    let plain = |check: Check| ShownCheck::of(check, String::new(), String::new());
    for step in &def.steps {
        match step {
            Step::Check { check, dc, pass, fail } => {
                let dc = facts.value(dc, unit);
                if let Some(check) = check::plain(facts, unit.id(), *check, dc, Some(used), None) {
                    told.push(ShownCheck::of(check, outcome(facts, pass), outcome(facts, fail)));
                }
            }
            Step::Do(effects) | Step::Afterwards(effects) => {
                of_effects(facts, unit, chosen, effects, &mut told);
                add_modifiers(facts, unit, chosen, effects);
            }
            Step::Ram { check } => {
                let own = (unit.usage.points, 0);
                let check = legal::ram_check(facts, unit.id(), (def, *check), chosen.args.target, own);
                told.extend(check.map(plain));
            }
            Step::Drive { missed } => {
                let words = match missed {
                    Missed::Course => continue,
                    Missed::Straight => say!("drive-straight"),
                    Missed::PassBy => say!("drive-past"),
                    Missed::Crash => say!("drive-crash"),
                };
                if let Some(last) = told.last_mut().filter(|last| last.fail.is_empty()) {
                    last.fail = words;
                }
            }
            Step::Repair { dc, pass, fail } => {
                let target = chosen.args.target.and_then(|id| facts.unit(id));
                let mended = target.zip(chosen.args.system);
                let Some(check) = mended.and_then(|(target, part)| facts.repair_check(target, part)) else {
                    continue;
                };
                let dc = i32::try_from(facts.evaluate(dc, unit, target, &|_| None)).unwrap_or(i32::MAX);
                if let Some(check) = check::plain(facts, unit.id(), check, dc, Some(used), None) {
                    told.push(ShownCheck::of(check, outcome(facts, pass), outcome(facts, fail)));
                }
            }
            Step::Reach { check, dc, value } => {
                let versus = Versus::Number(facts.value(dc, unit), Key::new("difficulty"));
                let mut request = Request::rolled(*check, unit.id(), versus);
                request.value = Some(facts.value(value, unit));
                request.success = Some(SuccessRule::Value);
                request.inputs =
                    Inputs::from([(Word::Used, i64::from(used)), (Word::Proficient, 1), (Word::Melee, 1)]);
                told.extend(check::build(facts, request).map(plain));
            }
            Step::Aid { ability, dc, value } => {
                let target = chosen.args.target.and_then(|id| facts.unit(id));
                let request = target
                    .zip(chosen.args.check)
                    .and_then(|(target, check)| legal::aid(facts, unit, target, check, *ability));
                let Some(mut request) = request else { continue };
                request.versus = Versus::Number(facts.value(dc, unit), Key::new("difficulty"));
                request.value = Some(facts.value(value, unit));
                request.inputs = Inputs::from([(Word::Used, i64::from(used)), (Word::Proficient, 1)]);
                told.extend(check::build(facts, request).map(plain));
            }
            Step::Control | Step::Dismiss => {
                let check =
                    if *step == Step::Control { spell_checks::control } else { spell_checks::dismiss };
                told.extend(active.and_then(|own| check(facts, unit.id(), own, used)).map(plain));
            }
            Step::Interact => {
                let Ok(found) = legal::interaction(facts, unit, &chosen.args) else { continue };
                if let Some(check) = found.check(facts, unit, used) {
                    let (pass, fail) = (outcome(facts, &found.def.effects), outcome(facts, &found.def.fail));
                    told.push(ShownCheck::of(check, pass, fail));
                }
            }
            Step::Counter => {
                let with = chosen.args.spell.and_then(|id| facts.book.spell(id));
                if let (Some(active), Some(with)) = (active, with)
                    && let Some(spell) = facts.spell_of(active)
                {
                    let check = spell_checks::counter(facts, unit.id(), with, active.controller, spell, used);
                    told.extend(check.map(plain));
                }
            }
            step => told.extend(contested(facts, unit, chosen, step)),
        }
    }
    told
}

/// The contest of a step with whoever is chosen, at the end of the way there (C-08, S-04).
fn contested(facts: &Facts, unit: &UnitState, chosen: &Chosen, step: &Step) -> Option<ShownCheck> {
    let Step::Opposed { check, versus, win, lose } = step else { return None };
    let (own, other) = ((unit.id(), *check), (chosen.args.target?, versus.unwrap_or(*check)));
    let there = at_end_of_path(facts, unit, chosen);
    let (check, answer) = contest::checks(&there, own, other, unit.usage.points)?;
    let odds = ContestOdds::of(&there, &check, &answer)?;
    let (pass, fail) = (outcome(facts, win), outcome(facts, lose));
    Some(ShownCheck { check, against: Some((answer, odds.wins)), pass, fail })
}

fn outcome(facts: &Facts, effects: &[EffectDef]) -> String {
    rules::doings(&facts.book, effects, true, None)
}

/// Lays modifiers on a unit that an order brings it before its check.
fn add_modifiers(facts: &mut Facts, unit: &UnitState, chosen: &Chosen, effects: &[EffectDef]) {
    let target = chosen.args.target.and_then(|id| facts.unit(id));
    let amount = chosen.args.amount.map(i64::from);
    let names = |name: Key| amount.filter(|_| name == "amount");
    let mut added = Vec::new();
    for effect in effects {
        let EffectDef::Modify { modifier, until, to: To::Own, versus_target } = effect else { continue };
        let value = facts.evaluate(&modifier.value, unit, target, &names);
        let def = ModifierDef { value: Expr::number(value), ..modifier.clone() };
        let versus = target.map(UnitState::id).filter(|_| *versus_target);
        let from = target.map(|target| target.place.area.origin).filter(|_| *versus_target);
        added.push(ActiveModifier { source: chosen.action, def, until: until.clone(), versus, from });
    }
    if let Some(own) = facts.unit_mut(unit.id()) {
        own.modifiers.0.extend(added);
    }
}

fn of_effects(
    facts: &Facts,
    unit: &UnitState,
    chosen: &Chosen,
    effects: &[EffectDef],
    told: &mut Vec<ShownCheck>,
) {
    let target = chosen.args.target.and_then(|id| facts.unit(id));
    let amount = i64::from(chosen.args.amount.unwrap_or(1));
    let names = |name: Key| (name == "amount").then_some(amount);
    for effect in effects {
        match effect {
            EffectDef::Check { check, dc, pass, fail, to, .. } => {
                let by = if *to == To::Target { target } else { Some(unit) };
                let Some(by) = by else { continue };
                let own = by.id() == unit.id();
                let dc = facts.evaluate(dc, unit, target, &names);
                let dc = i32::try_from(dc).unwrap_or(i32::MAX);
                let used = own.then_some(unit.usage.points);
                let against: Option<UnitId> = target.map(UnitState::id).filter(|id| own && *id != by.id());
                if let Some(check) = check::plain(facts, by.id(), *check, dc, used, against) {
                    told.push(ShownCheck::of(check, outcome(facts, pass), outcome(facts, fail)));
                }
            }
            EffectDef::When { test, then, otherwise } => {
                let yes = facts.evaluate(test, unit, target, &names) != 0;
                of_effects(facts, unit, chosen, if yes { then } else { otherwise }, told);
            }
            EffectDef::Each { effects, .. } => {
                for each in reached(facts, unit, chosen, effect) {
                    of_effects(facts, unit, &chosen.clone().against(each), effects, told);
                }
            }
            _ => {}
        }
    }
}

/// Whom an effect on several would reach.
fn reached(facts: &Facts, unit: &UnitState, chosen: &Chosen, effect: &EffectDef) -> Vec<UnitId> {
    let target = chosen.args.target.and_then(|id| facts.unit(id));
    let at = chosen.args.square.or(target.map(|target| target.place.area.origin));
    several::reached(facts, unit, effect, at, |most| {
        i32::try_from(facts.evaluate(most, unit, target, &|_| None)).unwrap_or(i32::MAX)
    })
}

/// Whom the effects on several of an action would reach, by their names; none: it has none.
fn reached_names(order: Order<'_>) -> Option<String> {
    let Order { facts, unit, def, chosen } = order;
    let effects = def.steps.iter().flat_map(|step| match step {
        Step::Do(list) | Step::Afterwards(list) | Step::Check { pass: list, .. } => list.as_slice(),
        _ => &[],
    });
    let each: Vec<&EffectDef> = effects.filter(|own| matches!(own, EffectDef::Each { .. })).collect();
    if each.is_empty() {
        return None;
    }
    let all = each_once(each.into_iter().flat_map(|own| reached(facts, unit, chosen, own)));
    let names: Vec<String> = all.into_iter().map(|id| words::name(facts, id)).collect();
    Some(if names.is_empty() { say!("reaches-nobody") } else { words::list(&names) })
}

/// The lines and numbers of the checks of an action.
pub fn add_checks(order: Order<'_>, card: &mut SideCard) {
    let Order { facts, unit, def, .. } = order;
    card.lines.extend(reached_names(order).map(|names| line(say!("line-reaches"), names)));
    if let Some(enough) = amounts::enough(facts, unit, def, &order.chosen.args) {
        card.lines.push(ruled(line(say!("line-enough"), enough.least.to_string()), Some(def.rule)));
        if enough.unsure {
            card.lines.push(ruled(line(say!("line-silencing-possible"), ""), Some(Key::new("D-105"))));
        }
    }
    for told in checks(order) {
        let (odds, who) = match &told.against {
            Some((_, wins)) => (*wins, say!("number-win")),
            None if told.check.by == unit.id() => (told.check.chance(), say!("number-succeed")),
            None => {
                let unit = words::name(facts, told.check.by);
                (told.check.chance(), say!("number-succeeds", unit = unit))
            }
        };
        card.numbers.push((percent(odds), who, false));
        for (word, text) in [(say!("line-success"), &told.pass), (say!("line-failure"), &told.fail)] {
            if !text.is_empty() {
                let own = SideLine { note: words::capital(text), ..line(word, "") };
                card.lines.push(ruled(own, Some(def.rule)));
            }
        }
        card.lines.extend(sum_lines(facts, &told.check));
        if let Some((answer, _)) = &told.against {
            let mut lines = sum_lines(facts, answer);
            if let Some(first) = lines.first_mut() {
                first.text = format!("{}: {}", words::name(facts, answer.by), first.text);
            }
            card.lines.extend(lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_of_a_contest_begins_with_the_chance_to_win_it_s04() {
        let game = TestGame::of(&library(), "six_rounds_on_the_landing", 1, false);
        let play = &game.controller.play;
        let facts = Facts::clone(&play.eyes().unwrap());
        let unit = facts.units.first().unwrap();
        let foe = facts.units.iter().find(|other| facts.hostile(unit, other)).unwrap();
        let chosen = Chosen::new(Key::new("feint"), Mode::Standard).against(foe.id());
        let order = Order::new(&facts, unit, &chosen).unwrap();
        let card = preview::aimed_action_card(play, order, foe);
        let odds = ContestOdds::begun(&facts, unit.id(), foe.id(), order.def).unwrap();
        assert_eq!(card.numbers[0], (percent(odds.wins), say!("number-win"), false));
        // What either rolls, and with what.
        let answer = format!("{}: ", foe.identity.name);
        assert!(card.lines.iter().any(|line| line.text.starts_with(&answer)), "{:?}", card.lines);
    }
}
