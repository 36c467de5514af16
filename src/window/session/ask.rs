//! Prompts as slips: what is about to happen, who may answer with what at which price and odds, and what if not.
//!
//! Owns the slip of a prompt and the command of each answer. Does not own the turn, which is the hand's.

use std::sync::Arc;

use super::{
    pick,
    pick::Chosen,
    play::Play,
    preview, repeat, show, words,
    worth::{defence, lessened, lost, worth},
};
use crate::{
    battle::{
        choice::ChoiceKind,
        command::Command,
        frames::{aftermath, fortune},
        prompt::{Ask, ChoiceOption, Prompt, Reaction},
        standing::{Lasts, Policy, Standing},
    },
    key::Key,
    locale::{self, Value, say},
    rules::{
        action::{Hole, Moment, Step},
        attack,
        check::{self, Check, Part, Request, Versus},
        facts::{Facts, UnitId, UnitState},
        haul,
        heal::Sharing,
        legal::{self, Args, Offer},
        magic,
        modifier::ModKind,
        spell::SpellDef,
    },
    window::view::{Answer, At, SideCard, Slip},
};

/// A slip with what its answers do and tell.
pub struct Asked {
    /// The slip.
    pub slip: Slip,
    /// For each answer the commands that it gives, in order.
    pub commands: Vec<Vec<Command>>,
    /// For each answer the card of what it would come to, if there is more to tell.
    pub cards: Vec<Option<SideCard>>,
    /// For each answer the square that says the same.
    pub squares: Vec<Option<At>>,
}

/// The slip of a prompt; none for a turn.
pub fn slip(play: &Play, facts: &Facts, prompt: &Prompt) -> Option<Asked> {
    let unit = facts.unit(prompt.unit)?;
    let mut slip = Slip {
        beside: concerned(facts, unit, &prompt.ask),
        who: unit.identity.name.clone(),
        side: play.colour(unit.side()),
        ..Slip::default()
    };
    let mut commands = Vec::new();
    let mut cards = Vec::new();
    let mut squares = Vec::new();
    match &prompt.ask {
        Ask::Turn { .. } => return None,
        Ask::React(reaction) => {
            slip.text = about(facts, unit, reaction);
            slip.lines = reaction.check.as_ref().map_or_else(Vec::new, |check| preview::flow(facts, check));
            slip.otherwise = otherwise(facts, reaction);
            // What cannot be an answer to this at all is none; what only cannot be paid for is shown.
            let beside = |offer: &&Offer| offer.refusal.as_ref().is_none_or(|why| why.code != "needs");
            for offer in reaction.options.iter().filter(beside) {
                for (args, square) in places(facts, unit, reaction, offer) {
                    let mut given = answer(facts, unit, reaction, offer);
                    if let Some(at) = square {
                        given.text = format!("{} ({}, {})", given.text, at.x + 1, at.y + 1);
                    }
                    slip.answers.push(given);
                    cards.push(answer_card(facts, unit, reaction, offer));
                    squares.push(square);
                    commands.push(vec![Command::Act {
                        unit: prompt.unit,
                        action: offer.action,
                        mode: offer.mode,
                        args,
                    }]);
                }
            }
            let let_pass = say!("prompt-pass");
            pass(&mut slip, &mut commands, prompt, &let_pass);
            let lost = lost(reaction).filter(|_| reaction.moment == Moment::Hit);
            if let (Some(lost), Some(passed)) =
                (lost, slip.answers.iter_mut().find(|answer| answer.text == let_pass))
            {
                let (track, now, _) = words::main_track(facts, unit);
                passed.odds = words::signed(-lost);
                passed.note = format!("{track} {} → {}", words::number(now), words::number(now - lost));
            }
        }
        Ask::CutIn { by, action } => {
            slip.text = match (by, action) {
                (Some(by), Some(action)) => say!(
                    "prompt-cut-in",
                    by = words::name(facts, *by),
                    action = facts.book.name_of(*action),
                    unit = &unit.identity.name
                ),
                _ => say!("prompt-between", unit = &unit.identity.name),
            };
            // Who waits joins a joint attack (C-178).
            let together = action.and_then(|action| facts.book.action(action));
            let together = together.is_some_and(|def| def.asks.contains(&Hole::Company));
            slip.otherwise = match by {
                Some(by) if together => say!("otherwise-together", by = words::name(facts, *by)),
                _ => say!("otherwise-put-off"),
            };
            slip.answers.push(Answer { text: say!("prompt-act-now"), ..Answer::default() });
            commands.push(vec![Command::Choose { unit: prompt.unit, option: Key::new("act") }]);
            pass(&mut slip, &mut commands, prompt, &say!("prompt-wait-on"));
        }
        Ask::Choice { about, options, target } => {
            slip.text = question(facts, unit, *about, *target);
            let again = repeat::again(play, facts, unit, *about);
            for option in options {
                let more = again.as_ref().filter(|_| option.value != 0);
                let (odds, note, card) = more.map(|again| again.odds(play, facts, unit)).unwrap_or_default();
                let known = match about {
                    ChoiceKind::Aftermath => Some(after_the_fight(options, option)),
                    ChoiceKind::Fortune(_) => Some(thrown_again(facts, unit, option)),
                    _ => None,
                };
                if let Some(answer) = known {
                    slip.answers.push(answer);
                    cards.push(None);
                    squares.push(None);
                    commands.push(vec![Command::Choose { unit: prompt.unit, option: option.id }]);
                    continue;
                }
                // The count that a die is added to stands in the text.
                let bare = option.value == 0 || *about == ChoiceKind::InitiativeDice || !odds.is_empty();
                let odds = if bare { odds } else { words::signed(option.value) };
                slip.answers.push(Answer {
                    text: words::capital(&words::engine(&option.text)),
                    odds,
                    note,
                    lit: option.square.is_some(),
                    why_not: None,
                });
                cards.push(card);
                squares.push(option.square.map(show::at));
                commands.push(vec![Command::Choose { unit: prompt.unit, option: option.id }]);
            }
            // Where nothing may be chosen, that may stand for the rest of the turn.
            let none = options.iter().find(|option| option.id == "none");
            if let Some(none) = none.filter(|_| *about != ChoiceKind::Aftermath) {
                let note = words::capital(&words::engine(&none.text));
                slip.answers.push(Answer { text: say!("prompt-not-again"), note, ..Answer::default() });
                let standing = Standing { action: Some(about.name()), ..not_again(prompt) };
                let choose = Command::Choose { unit: prompt.unit, option: none.id };
                commands.push(vec![Command::Standing(standing), choose]);
            }
        }
        Ask::Allot { total, tracks, sharing } => {
            let verb = match sharing {
                Sharing::Damage => "takes",
                Sharing::Loss => "loses",
                Sharing::Healing => "regains",
            };
            slip.text = say!("prompt-allot", unit = &unit.identity.name, verb = verb, n = total);
            for parts in allotments(*total, tracks) {
                let text: Vec<String> =
                    parts.iter().map(|(track, n)| format!("{n} {}", facts.book.name_of(*track))).collect();
                let command = Command::Allot { unit: prompt.unit, parts };
                let why_not =
                    play.game.battle.check(&command).err().map(|why| words::capital(&words::why(&why)));
                if why_not.is_none() {
                    slip.answers.push(Answer { text: words::list(&text), ..Answer::default() });
                    commands.push(vec![command]);
                }
            }
        }
    }
    cards.resize(slip.answers.len(), None);
    squares.resize(slip.answers.len(), None);
    // The slip covers no square that may be chosen.
    slip.beside.extend(squares.iter().copied().flatten());
    Some(Asked { slip, commands, cards, squares })
}

/// What a choice asks.
fn question(facts: &Facts, unit: &UnitState, about: ChoiceKind, target: Option<UnitId>) -> String {
    let id = match about {
        ChoiceKind::Again => {
            if let Some(target) = target.and_then(|id| facts.unit(id)).filter(|target| !target.place.gone) {
                return say!("choice-again-on", unit = words::name(facts, target.id()));
            }
            about.text()
        }
        ChoiceKind::Named(line) if dice_decide(facts, line) => "choice-dice",
        _ => about.text(),
    };
    let named = match about {
        ChoiceKind::Fortune(check) => check,
        about => about.name(),
    };
    let what = words::capital(&line_name(facts, named));
    locale::now().with(id, &[("unit", Value::from(&unit.identity.name)), ("what", Value::from(what))])
}

/// A die that fortune can have thrown again: as it is, or with the chance of a new one (T-14).
fn thrown_again(facts: &Facts, unit: &UnitState, option: &ChoiceOption) -> Answer {
    if option.id != fortune::AGAIN {
        return Answer { text: say!("fortune-stand", n = option.value), ..Answer::default() };
    }
    Answer {
        text: say!("fortune-again", n = facts.decks.fortune_of(unit.side())),
        odds: say!("percent", n = option.value),
        note: say!("number-succeed"),
        ..Answer::default()
    }
}

/// What can be done once the fight is over, with the hours that it takes and that are left.
fn after_the_fight(options: &[ChoiceOption], option: &ChoiceOption) -> Answer {
    let left = options.first().map_or(0, |first| first.value);
    let (text, odds) = match option.id.as_str() {
        "none" => (say!("aftermath-leave"), String::new()),
        aftermath::WORK => (say!("aftermath-work"), say!("aftermath-left", hours = left)),
        _ => (
            words::capital(&words::engine(&option.text)),
            say!("aftermath-pause", hours = option.value, left = left),
        ),
    };
    Answer { text, note: odds, ..Answer::default() }
}

/// The ways in which an answer may be given: one, or one for each square that it asks for.
fn places(facts: &Facts, unit: &UnitState, reaction: &Reaction, offer: &Offer) -> Vec<(Args, Option<At>)> {
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
fn answer_card(facts: &Facts, unit: &UnitState, reaction: &Reaction, offer: &Offer) -> Option<SideCard> {
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
            Step::Evade { check } => evasion(facts, unit, *check),
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

/// The test that gets out of an attack's way.
fn evasion(facts: &Facts, unit: &UnitState, check: Key) -> Option<Check> {
    let under = facts.book.settings.check.direction == check::Direction::Under;
    let versus = if under { Versus::Nothing } else { Versus::Number(0, Key::new("difficulty")) };
    let mut request = Request::rolled(check, unit.id(), versus);
    request.reaction = true;
    check::build(facts, request)
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
    let check = magic::counter(facts, unit.id(), &with, reaction.by, spell, unit.usage.points)?;
    Some((check, with))
}

/// An attack with so much put on it.
fn hindered(check: &Check, source: Key, value: i32) -> Check {
    let mut check = check.clone();
    let kind = ModKind::Circumstance;
    check.parts.push(Part { kind, source, rule: None, value, counted: true, why_not: None });
    check
}

/// What players call a line of the ledger, or anything else that a choice is about.
fn line_name(facts: &Facts, about: Key) -> String {
    if let crate::rules::timing::Shift::Ledger(rule) = &facts.book.settings.timing.shift
        && let Some(line) = rule.event(about)
    {
        return line.name.clone();
    }
    facts.book.name_of(about)
}

/// Whether a question is one of spending action dice on what a roll has brought (F-33, F-34).
fn dice_decide(facts: &Facts, about: Key) -> bool {
    facts.book.settings.action_dice.as_ref().is_some_and(|rule| about == rule.miss || about == rule.triumph)
}

/// The two ways of doing nothing: this once, and for the rest of the turn.
fn pass(slip: &mut Slip, commands: &mut Vec<Vec<Command>>, prompt: &Prompt, text: &str) {
    slip.answers.push(Answer { text: text.to_owned(), ..Answer::default() });
    commands.push(vec![Command::Decline { unit: prompt.unit }]);
    slip.answers.push(Answer { text: say!("prompt-not-again"), ..Answer::default() });
    // Laid for all moments at once, so that it does not take the place of the standing answer to a hit.
    commands.push(vec![Command::Standing(not_again(prompt)), Command::Decline { unit: prompt.unit }]);
}

/// The standing answer to decline for the rest of the turn.
fn not_again(prompt: &Prompt) -> Standing {
    Standing {
        side: prompt.side,
        unit: None,
        moment: None,
        action: None,
        policy: Policy::Decline,
        lasts: Lasts::Turn,
    }
}

fn about(facts: &Facts, unit: &UnitState, reaction: &Reaction) -> String {
    let by = words::name(facts, reaction.by);
    let action = facts.book.name_of(reaction.action);
    let own = &unit.identity.name;
    match reaction.moment {
        Moment::Attacked => match &reaction.check {
            Some(check) => say!(
                "about-attacked-odds",
                by = by,
                unit = own,
                action = action,
                odds = preview::percent(preview::chance(check))
            ),
            None => say!("about-attacked", by = by, unit = own, action = action),
        },
        Moment::Hit => match (&reaction.check, &reaction.reading) {
            (Some(check), Some(reading)) => say!(
                "about-hit-sum",
                by = by,
                unit = own,
                action = action,
                sum = words::sum(check, reading),
                worth = worth(facts, unit, reaction)
            ),
            _ => {
                say!("about-hit", by = by, unit = own, action = action, worth = worth(facts, unit, reaction))
            }
        },
        Moment::Casting => {
            let spell = reaction.spell.map_or_else(|| action.clone(), |spell| facts.book.name_of(spell));
            match reaction.target {
                Some(target) => {
                    say!("about-casts-on", by = by, spell = spell, unit = words::name(facts, target))
                }
                None => say!("about-casts", by = by, spell = spell),
            }
        }
        Moment::Provoked => say!("about-provoked", by = by, unit = own, action = action),
        Moment::Watched => say!("about-watched", by = by, unit = own, action = action),
        Moment::Won => {
            say!("about-won", unit = own, by = by, action = action, n = reaction.value)
        }
        Moment::Caught => match reaction.dice {
            Some(dice) => {
                say!("about-caught-dice", unit = own, by = by, action = action, dice = dice.to_string())
            }
            None => say!("about-caught", unit = own, by = by, action = action),
        },
        Moment::CutIn => format!("{by}: {}.", pick::moment(Moment::CutIn)),
    }
}

fn otherwise(facts: &Facts, reaction: &Reaction) -> String {
    match reaction.moment {
        // What it takes stands beside the answer that lets it pass.
        Moment::Hit if lost(reaction).is_some() => String::new(),
        Moment::Hit => say!("otherwise-hit"),
        Moment::Attacked => say!("otherwise-attacked"),
        Moment::Casting => say!("otherwise-casting"),
        Moment::Provoked => say!("otherwise-provoked", unit = words::name(facts, reaction.by)),
        Moment::Watched => say!("otherwise-watched"),
        Moment::Won => say!("otherwise-won"),
        Moment::Caught => say!("otherwise-caught"),
        Moment::CutIn => String::new(),
    }
}

/// The squares of those a question concerns: whoever is asked, whoever does it, and at whom it is aimed.
fn concerned(facts: &Facts, unit: &UnitState, ask: &Ask) -> Vec<At> {
    let others = match ask {
        Ask::React(reaction) => [Some(reaction.by), reaction.target],
        Ask::CutIn { by, .. } => [*by, None],
        Ask::Choice { target, .. } => [*target, None],
        _ => [None, None],
    };
    let others = others.into_iter().flatten().filter_map(|id| facts.unit(id));
    let mut squares: Vec<At> = Vec::new();
    // Where a square is chosen, whoever chooses looks at whom it concerns.
    for own in std::iter::once(unit).chain(others).filter(|own| !own.place.gone) {
        for square in own.place.area.squares().map(show::at) {
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
    }
    squares
}

fn answer(facts: &Facts, unit: &UnitState, reaction: &Reaction, offer: &Offer) -> Answer {
    let name = facts.book.name_of(offer.action);
    let price = words::cost(&facts.book, &offer.cost, &offer.price);
    let (odds, note) = odds(facts, unit, reaction, offer).unwrap_or_default();
    Answer {
        text: format!("{name} ({price})"),
        odds,
        note,
        lit: false,
        why_not: offer.refusal.as_ref().map(|why| words::capital(&words::why_ruled(why))),
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
                let check = evasion(facts, unit, *check)?;
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

/// Ways of sharing an amount out: each order of the tracks, filled one after the other.
fn allotments(total: i32, tracks: &[(Key, i32)]) -> Vec<Vec<(Key, i32)>> {
    let mut found: Vec<Vec<(Key, i32)>> = Vec::new();
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..tracks.len().min(4) {
        orders = orders
            .iter()
            .flat_map(|order| {
                (0..tracks.len()).filter(|n| !order.contains(n)).map(|n| {
                    let mut longer = order.clone();
                    longer.push(n);
                    longer
                })
            })
            .collect();
    }
    for order in orders {
        let mut left = total;
        let mut parts = Vec::new();
        for n in order {
            let (track, most) = tracks[n];
            let amount = left.min(most);
            if amount > 0 {
                parts.push((track, amount));
                left -= amount;
            }
        }
        parts.sort();
        if !found.contains(&parts) {
            found.push(parts);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::allotments;
    use crate::key::Key;

    #[test]
    fn an_amount_is_shared_out_in_every_order_once() {
        let (a, b) = (Key::new("a"), Key::new("b"));
        assert_eq!(allotments(3, &[(a, 5), (b, 2)]), vec![vec![(a, 3)], vec![(a, 1), (b, 2)]]);
    }
}
