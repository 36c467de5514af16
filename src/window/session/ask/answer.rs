//! The answers to a reaction's question: what each says, where it may be given, and what it would come to.

use std::sync::Arc;

use crate::{
    battle::prompt::Reaction,
    dice::Chance,
    key::Key,
    locale::say,
    rules::{
        action::{Moment, Step},
        attack,
        check::{self, Check, CheckPart},
        facts::{Facts, UnitState},
        haul,
        legal::{self, Args, Offer},
        modifier::ModKind,
        spell::SpellDef,
        spell_checks,
    },
    window::{
        session::{
            pick::Chosen,
            preview, show, words,
            worth::{defence, lessened},
        },
        view::{Answer, At, SideCard},
    },
};

/// What an answer says: its name, price and odds, or why it cannot be given.
pub(super) fn answer(facts: &Facts, unit: &UnitState, reaction: &Reaction, offer: &Offer) -> Answer {
    let name = facts.book.name_of(offer.action);
    let price = words::cost(&facts.book, &offer.cost, &offer.price);
    let (odds, note) = odds(facts, unit, reaction, offer).unwrap_or_default();
    let behind = odds == preview::percent(Chance::NEVER);
    Answer {
        text: format!("{name} ({price})"),
        odds,
        note,
        lit: false,
        behind,
        why_not: offer.refusal.as_ref().map(|why| words::capital(&words::why(why))),
    }
}

/// The chance that an answer helps, and what it would come to in words.
fn odds(facts: &Facts, unit: &UnitState, reaction: &Reaction, offer: &Offer) -> Option<(String, String)> {
    let def = facts.book.action(offer.action)?;
    for step in &def.steps {
        match step {
            Step::Reduce { divisor } => {
                let check = defence(facts, unit, reaction)?;
                return Some(lessened(facts, unit, reaction, &check, *divisor));
            }
            Step::Evade { check } => {
                let check = check::plain(facts, unit.id(), *check, 0, None, None)?;
                return Some((preview::percent(preview::chance(&check)), say!("odds-evade")));
            }
            Step::Counter => {
                let (check, with) = countering(facts, unit, reaction, offer)?;
                let what = say!("odds-undo", spell = &with.name);
                return Some((preview::percent(preview::chance(&check)), what));
            }
            Step::Hinder { value } => {
                let by = facts.unit(reaction.by);
                let cover = by.map_or(0, |by| i64::from(facts.cover(by, unit).level as u8));
                let names = |name: Key| (name == "cover").then_some(cover);
                let amount = i32::try_from(facts.evaluate(value, unit, by, &names)).unwrap_or(0);
                let check = hindered(reaction.check.as_ref()?, offer.action, amount);
                let odds = preview::percent(preview::chance(&check));
                return Some((odds, say!("odds-hinder", n = amount)));
            }
            Step::Lessen { dice, divisor } => {
                let mut parts: Vec<String> =
                    dice.iter().map(|dice| say!("odds-less", dice = dice.to_string())).collect();
                match divisor {
                    1 => {}
                    2 => parts.push(say!("odds-half")),
                    n => parts.push(say!("odds-divided", n = n)),
                }
                return Some((String::new(), words::capital(&words::list(&parts))));
            }
            Step::Check { check, dc, .. } => {
                let dc = facts.value(dc, unit);
                let check = check::plain(facts, unit.id(), *check, dc, Some(unit.usage.points), None)?;
                return Some((preview::percent(preview::chance(&check)), say!("number-succeed")));
            }
            Step::Attack { .. } | Step::Cast => {
                let mut chosen = Chosen::new(offer.action, offer.mode);
                chosen.args.target = Some(reaction.by);
                let chance = preview::hit_chance(facts, unit, def, &chosen)?;
                return Some((
                    preview::percent(chance),
                    say!("odds-hit", unit = words::name(facts, reaction.by)),
                ));
            }
            _ => {}
        }
    }
    None
}

/// The ways in which an answer may be given: one, or one for each square that it asks for.
pub(super) fn places(
    facts: &Facts,
    unit: &UnitState,
    reaction: &Reaction,
    offer: &Offer,
) -> Vec<(Args, Option<At>)> {
    let plain = vec![(Args::default(), None)];
    let Some(def) = facts.book.action(offer.action).filter(|_| reaction.moment == Moment::Won) else {
        return plain;
    };
    let mut found = Vec::new();
    if let (Some(haul), Some(target)) = (haul::of(facts, unit, def), facts.unit(reaction.by)) {
        for square in haul::ways(facts, unit, target, haul).into_keys() {
            found.push((Args { square: Some(square), ..Args::default() }, Some(show::at(square))));
        }
    }
    if def.path().is_some()
        && let Ok(reach) = legal::reach(facts, unit.id(), def.id, &Args::default())
    {
        for square in reach.squares.iter() {
            let path = reach.path_to(square).unwrap_or_default();
            found.push((Args { path, ..Args::default() }, Some(show::at(square))));
        }
    }
    if found.is_empty() || offer.refusal.is_some() { plain } else { found }
}

/// What an answer is, and the check that it would make, line by line.
pub(super) fn card(facts: &Facts, unit: &UnitState, reaction: &Reaction, offer: &Offer) -> Option<SideCard> {
    let def = facts.book.action(offer.action)?;
    let mut card = SideCard { title: def.name.clone(), about: def.text.clone(), ..SideCard::default() };
    if let Some(why) = &offer.refusal {
        card.lines.push(preview::refusal_line(why));
    }
    let price = words::cost(&facts.book, &offer.cost, &offer.price);
    card.lines.push(preview::ruled(preview::line(price, ""), Some(def.rule)));
    for step in &def.steps {
        let check = match step {
            Step::Reduce { .. } => defence(facts, unit, reaction),
            Step::Evade { check } => check::plain(facts, unit.id(), *check, 0, None, None),
            Step::Counter => countering(facts, unit, reaction, offer).map(|(check, _)| check),
            Step::Attack { .. } | Step::Cast => {
                let mut chosen = Chosen::new(offer.action, offer.mode);
                chosen.args.target = Some(reaction.by);
                preview::spec(facts, unit, def, &chosen).and_then(|spec| attack::check(facts, &spec))
            }
            _ => None,
        };
        if let Some(check) = check {
            // The same odds as on the answer itself: a blow that resistance swallows has not landed.
            let attacks = matches!(step, Step::Attack { .. } | Step::Cast);
            let landed = attacks.then(|| {
                let mut chosen = Chosen::new(offer.action, offer.mode);
                chosen.args.target = Some(reaction.by);
                preview::hit_chance(facts, unit, def, &chosen)
            });
            let (chance, words) = match landed.flatten() {
                Some(chance) => (chance, say!("number-hit")),
                None => (preview::chance(&check), say!("number-succeed")),
            };
            card.numbers.push((preview::percent(chance), words, false));
            card.lines.extend(preview::sum_lines(facts, &check));
        }
    }
    Some(card)
}

/// The check that undoes a spell as it is cast, and the spell whose slot it takes.
fn countering(
    facts: &Facts,
    unit: &UnitState,
    reaction: &Reaction,
    offer: &Offer,
) -> Option<(Check, Arc<SpellDef>)> {
    let spell = facts.book.spell(reaction.spell?)?;
    let mut chosen = Chosen::new(offer.action, offer.mode);
    chosen.args.target = Some(reaction.by);
    let act = chosen.act();
    let with = legal::plan(facts, unit.id(), &act, &reaction.occasion()).ok()?.spell?;
    let check = spell_checks::counter(facts, unit.id(), &with, reaction.by, spell, unit.usage.points)?;
    Some((check, with))
}

/// An attack with so much put on it.
fn hindered(check: &Check, source: Key, value: i32) -> Check {
    let mut check = check.clone();
    let kind = ModKind::Circumstance;
    check.parts.push(CheckPart { kind, source, rule: None, value, counted: true, why_not: None });
    check
}
