//! The prompt of a reaction: what happens, what can be answered, and whether it is worth asking at all. The texts of
//! the answers are in [`answer`](super::answer).

use super::answer;
use crate::window::session::prelude::*;
use crate::window::session::{
    asks_about::{SAVED, on_hits, on_shots, usual_damage},
    stake::Harm,
    worth::worth,
};

/// The answer to a prompt that nobody needs to be asked: a reaction is declined where none is possible, or none would
/// help as much as the player wishes.
pub fn unasked(play: &Play, prompt: &Prompt, wish: AsksAbout) -> Option<Command> {
    let Ask::React(reaction) = &prompt.ask else { return None };
    let facts = play.knowledge(prompt.side);
    let unit = facts.unit(prompt.unit)?;
    let least = match wish.from {
        0 => f64::from(usual_damage(&facts.book, facts.units.iter(), prompt.side)) / f64::from(SAVED),
        from => f64::from(from),
    };
    let helps = |given: &Given| !given.answer.is_idle() && given.saved.is_none_or(|saved| saved >= least);
    let any = given(play, &facts, unit, (prompt, reaction), None).iter().any(helps);
    (!any).then_some(Command::Decline { unit: prompt.unit })
}

/// The reaction that saves the most on average of those that can be given to a prompt, and how much.
pub fn most_saved(play: &Play, prompt: &Prompt) -> Option<(Key, f64)> {
    let Ask::React(reaction) = &prompt.ask else { return None };
    let facts = play.knowledge(prompt.side);
    let unit = facts.unit(prompt.unit)?;
    let all = given(play, &facts, unit, (prompt, reaction), None).into_iter();
    let possible = all.filter(|own| own.answer.why_not.is_none());
    let saved = possible.filter_map(|own| Some((own.action, own.saved?)));
    saved.max_by(|(_, one), (_, other)| one.total_cmp(other))
}

/// A reaction as an answer.
struct Given {
    action: Key,
    answer: Answer,
    command: Command,
    card: Option<SideCard>,
    square: Option<At>,
    /// What it saves on average, where it costs something and that is known.
    saved: Option<f64>,
}

/// The reactions that a unit has, possible or not. `harm` is what comes without one.
fn given(
    play: &Play,
    facts: &Facts,
    unit: &UnitState,
    (prompt, reaction): (&Prompt, &Reaction),
    harm: Option<&Harm>,
) -> Vec<Given> {
    // What cannot be an answer to this at all is none; what only cannot be paid for is shown.
    let beside = |offer: &&Offer| offer.refusal.as_ref().is_none_or(|why| why.code != "needs");
    let mut all = Vec::new();
    for offer in reaction.options.iter().filter(beside) {
        for (args, square) in answer::places(facts, unit, reaction, offer) {
            let (args, refusal) = match square {
                None => answer::taken(play, facts, unit, offer, args),
                Some(_) => (args, None),
            };
            let offer = Offer { refusal, ..offer.clone() };
            let (mut answer, saved) = answer::answer(facts, unit, reaction, (&offer, &args), harm);
            let thing = args
                .item
                .and_then(|id| facts.unit(reaction.by)?.gear.items.iter().find(|item| item.id == id));
            if let Some(item) = thing {
                answer.text = format!("{}: {}", answer.text, facts.book.name_of(item.def));
            }
            let card = answer::card(facts, unit, reaction, &offer, &args);
            let action = offer.action;
            let command = Command::Act { unit: prompt.unit, action, mode: offer.mode, args };
            all.push(Given { action, answer, command, card, square, saved });
        }
    }
    all
}

/// The actions that are answered by a square, where there are several: which of them is asked before the square.
fn ways(all: &[Given]) -> Vec<Key> {
    let found = each_once(all.iter().filter(|own| own.square.is_some()).map(|own| own.action));
    if found.len() > 1 { found } else { Vec::new() }
}

impl AskedPrompt {
    /// Something happens that may be answered.
    pub(super) fn react(
        &mut self,
        play: &Play,
        facts: &Facts,
        unit: &UnitState,
        prompt: &Prompt,
        reaction: &Reaction,
    ) {
        self.prompt_card.reacts = true;
        let harm = Harm::of(play, facts, unit, reaction);
        self.prompt_card.text = about(facts, unit, reaction, harm.as_ref());
        self.prompt_card.lines =
            reaction.check.as_ref().map_or_else(Vec::new, |check| preview::flow(facts, check));
        self.prompt_card.numbers = numbers(reaction, harm.as_ref());
        let otherwise = otherwise(facts, unit, reaction, harm.as_ref());
        self.prompt_card.otherwise = match (self.prompt_card.numbers.is_empty(), harm.is_some()) {
            // All that there is to tell of it stands on the answer that lets it come.
            (true, _) => String::new(),
            (false, true) => otherwise.clone(),
            (false, false) => say!("otherwise-harm"),
        };
        self.stake = Stake::of(unit, reaction, harm.as_ref());
        self.list(given(play, facts, unit, (prompt, reaction), harm.as_ref()));
        let pass = match reaction.moment {
            Moment::Won => say!("prompt-nothing-more"),
            _ => say!("prompt-pass"),
        };
        let passed = self.pass(prompt, pass);
        if let Some(harm) = &harm {
            let (lead, left) = harm.told();
            let passed = &mut self.prompt_card.answers[passed];
            (passed.lead, passed.left) = (lead, left);
            // Where the dice are still to fall, what is left then is no number to go by.
            (passed.odds, passed.note) =
                harm.lands.clone().unwrap_or_else(|| (String::new(), harm.leaves(facts)));
        } else {
            self.prompt_card.answers[passed].note = otherwise;
        }
        self.set_standing_answer(facts, prompt, reaction);
    }

    /// Lists the answers. Of several actions with squares one is chosen first, then its square (S-77).
    fn list(&mut self, all: Vec<Given>) {
        let ways = ways(&all);
        let opened = self.opened.filter(|way| ways.contains(way));
        for Given { action, mut answer, command, card, square, .. } in all {
            match opened {
                Some(way) if way != action => continue,
                None if ways.contains(&action) => {
                    // All its squares are behind one answer.
                    if !self.leads.values().any(|way| *way == Some(action)) {
                        self.lead(answer, card, Some(action));
                    }
                    continue;
                }
                _ => {}
            }
            if let Some(at) = square {
                answer.text = format!("{} ({})", answer.text, words::square(at));
                answer.lit = true;
            }
            self.add_with(answer, vec![command], card, square);
        }
        if opened.is_some() {
            self.lead(Answer { text: say!("prompt-other-way"), ..Answer::default() }, None, None);
        }
    }

    /// Not to be asked about the like for the rest of the battle: these stand behind the others.
    fn set_standing_answer(&mut self, facts: &Facts, prompt: &Prompt, reaction: &Reaction) {
        let decline = Command::Decline { unit: prompt.unit };
        let mut add = |text: String, standing: Vec<Standing>| {
            let note = say!("prompt-this-battle");
            let answer = Answer { text, note, behind: true, later: true, ..Answer::default() };
            let commands = standing.into_iter().map(Command::Standing).chain([decline.clone()]).collect();
            self.add(answer, commands);
        };
        if let Some(lost) = lost(reaction).filter(|lost| *lost > 0 && reaction.moment == Moment::Hit) {
            add(say!("prompt-ask-above", n = lost), vec![on_hits(prompt.side, lost + 1)]);
        }
        let shot = facts.book.action(reaction.action).is_some_and(|def| def.tagged("ranged"));
        if shot && matches!(reaction.moment, Moment::Attacked | Moment::Hit) {
            let never = on_shots(prompt.side, Policy::Decline, Policy::Decline);
            add(say!("prompt-never-shots"), never.into());
        }
    }
}

/// What happens: who does what to whom, and with what. What it takes, `harm`, stands beside it in numbers.
fn about(facts: &Facts, unit: &UnitState, reaction: &Reaction, harm: Option<&Harm>) -> String {
    // Of what is only expected, nothing else is known.
    let worth = || match lost(reaction) {
        None if harm.is_some() => String::new(),
        _ => worth(facts, unit, reaction),
    };
    let by = words::name(facts, reaction.by);
    let action = facts.book.name_of(reaction.action);
    let with = harm.and_then(|harm| harm.made_with(facts, reaction)).filter(|with| *with != action);
    let action =
        with.map_or_else(|| action.clone(), |with| say!("click-with", action = &action, with = with));
    let own = &unit.identity.name;
    // Who steps in for another is not who is hit (S-41).
    let target = harm.map(Harm::whom).or(reaction.target);
    let hurt = target.map_or_else(|| own.clone(), |target| words::name(facts, target));
    match reaction.moment {
        Moment::Attacked => say!("about-attacked", by = by, unit = hurt, action = action),
        Moment::Hit => match (&reaction.check, &reaction.reading) {
            (Some(check), Some(reading)) => say!(
                "about-hit-sum",
                by = by,
                unit = hurt,
                action = action,
                sum = words::sum(check, reading),
                worth = worth()
            ),
            _ => say!("about-hit", by = by, unit = hurt, action = action, worth = worth()),
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
        Moment::Provoked if harm.is_some() => {
            say!("about-provoked-at", by = by, unit = hurt, action = action)
        }
        Moment::Provoked => say!("about-provoked", by = by, action = action),
        Moment::Watched => say!("about-watched", by = by, unit = own, action = action),
        Moment::Won => {
            // What follows even a failure is no win by anything, and neither is what follows an attack.
            let attack = facts.book.action(reaction.action).is_some_and(|def| def.attacks());
            let n = if attack { 0 } else { reaction.value.max(0) };
            say!("about-won", unit = own, by = by, action = action, n = n)
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

/// What happens without an answer, in a few words; what that takes stands beside it in numbers.
fn otherwise(facts: &Facts, unit: &UnitState, reaction: &Reaction, harm: Option<&Harm>) -> String {
    if harm.is_some() {
        let target = reaction.target.filter(|target| *target != unit.id());
        return match target {
            // What provokes goes on whether one reacts or not.
            _ if reaction.moment == Moment::Provoked => say!("otherwise-goes-on"),
            Some(target) => say!("otherwise-harm-to", unit = words::name(facts, target)),
            None => say!("otherwise-harm"),
        };
    }
    match reaction.moment {
        Moment::Hit | Moment::Caught => say!("otherwise-hit"),
        Moment::Attacked => say!("otherwise-attacked"),
        Moment::Casting => say!("otherwise-casting"),
        Moment::Provoked => say!("otherwise-provoked", unit = words::name(facts, reaction.by)),
        Moment::Watched => say!("otherwise-watched"),
        Moment::Won | Moment::CutIn => String::new(),
    }
}

/// The chance that what is answered lands, what it takes on average, and the chances that it disables or kills. What is
/// known for certain of what it takes stands in the sentence, and on the answers.
fn numbers(reaction: &Reaction, harm: Option<&Harm>) -> Vec<(String, String, bool)> {
    let open = reaction.check.as_ref().filter(|_| reaction.moment == Moment::Attacked);
    let open = open.map(|check| (preview::percent(check.chance()), say!("number-hit")));
    let lands = harm.and_then(|harm| harm.lands.clone()).or(open);
    let expected = harm.filter(|harm| harm.lands.is_some());
    let expected = expected.map(|harm| (stake::taken(harm.mean()), say!("number-expected"), true));
    let chance = lands.map(|(lands, what)| (lands, what, false));
    chance
        .into_iter()
        .chain(expected)
        .chain(harm.into_iter().flat_map(|harm| harm.fates.iter().cloned()))
        .collect()
}
