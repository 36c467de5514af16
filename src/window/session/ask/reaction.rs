//! The prompt of a reaction: what happens, what can be answered, and whether it is worth asking at all. The texts of
//! the answers are in [`answer`](super::answer).

use super::{AskedPrompt, answer};
use crate::{
    battle::{
        prompt::{Ask, Prompt, Reaction},
        standing::{Policy, Standing},
    },
    rules::{action::Moment, legal::Offer},
    window::{
        session::{
            pick,
            play::{AsksAbout, on_hits, on_shots, usual_damage},
            prelude::*,
            stake,
            worth::{lost, worth},
        },
        view::Answer,
    },
};

/// What a reaction to a blow must save on average to be asked about, where nobody wishes it otherwise: this share of
/// the damage from which one is asked at all.
const SAVED: f64 = 0.25;

/// The answer to a prompt that nobody needs to be asked: a reaction is declined where none is possible, or none would
/// help as much as the player wishes.
pub fn unasked(play: &Play, prompt: &Prompt, wish: AsksAbout) -> Option<Command> {
    let Ask::React(reaction) = &prompt.ask else { return None };
    let facts = play.knowledge(prompt.side);
    let unit = facts.unit(prompt.unit)?;
    let least = match wish.from {
        0 => SAVED * f64::from(usual_damage(&facts.book, facts.units.iter(), prompt.side)),
        from => f64::from(from),
    };
    let helps = |given: &Given| {
        let saves = given.saved.is_none_or(|saved| saved >= least);
        !given.answer.is_idle() && saves
    };
    let any = given(play, &facts, unit, prompt, reaction).iter().any(helps);
    (!any).then_some(Command::Decline { unit: prompt.unit })
}

/// A reaction as an answer.
struct Given {
    answer: Answer,
    command: Command,
    card: Option<SideCard>,
    square: Option<At>,
    /// What it saves on average, where it costs something and that is known.
    saved: Option<f64>,
}

/// The reactions that a unit has, possible or not.
fn given(play: &Play, facts: &Facts, unit: &UnitState, prompt: &Prompt, reaction: &Reaction) -> Vec<Given> {
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
            let (mut answer, saved) = answer::answer(facts, unit, reaction, &offer, &args);
            if let Some(at) = square {
                answer.text = format!("{} ({}, {})", answer.text, at.x + 1, at.y + 1);
            }
            let thing = args.item.and_then(|id| {
                let other = facts.unit(reaction.by)?;
                other.gear.items.iter().find(|item| item.id == id)
            });
            if let Some(item) = thing {
                answer.text = format!("{}: {}", answer.text, facts.book.name_of(item.def));
            }
            let card = answer::card(facts, unit, reaction, &offer, &args);
            let command = Command::Act { unit: prompt.unit, action: offer.action, mode: offer.mode, args };
            all.push(Given { answer, command, card, square, saved });
        }
    }
    all
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
        self.prompt_card.text = about(facts, unit, reaction);
        self.prompt_card.lines =
            reaction.check.as_ref().map_or_else(Vec::new, |check| preview::flow(facts, check));
        let mean = stake::mean(facts, unit, reaction);
        // To what is made of systems it is hits, no damage.
        let hurt = reaction.target.and_then(|id| facts.unit(id)).unwrap_or(unit);
        let damage = mean.filter(|_| facts.systems(hurt).is_none());
        self.prompt_card.otherwise = otherwise(facts, reaction, damage);
        self.stake = stake::of(unit, reaction, mean);
        for Given { answer, command, card, square, .. } in given(play, facts, unit, prompt, reaction) {
            self.add_with(answer, vec![command], card, square);
        }
        let pass = match reaction.moment {
            Moment::Won => say!("prompt-nothing-more"),
            _ => say!("prompt-pass"),
        };
        let passed = self.pass(prompt, pass);
        if let Some(lost) = lost(reaction).filter(|_| reaction.moment == Moment::Hit) {
            let (track, now, _) = words::main_track(facts, unit);
            let then = if words::damage(facts, unit).is_some() { now + lost } else { now - lost };
            let passed = &mut self.prompt_card.answers[passed];
            passed.odds = words::signed(-lost);
            passed.note = format!("{track} {} → {}", words::number(now), words::number(then));
        }
        self.set_standing_answer(facts, prompt, reaction);
    }

    /// Not to be asked about the like for the rest of the battle: these stand behind the others.
    fn set_standing_answer(&mut self, facts: &Facts, prompt: &Prompt, reaction: &Reaction) {
        let decline = Command::Decline { unit: prompt.unit };
        let mut add = |text: String, standing: Vec<Standing>| {
            let answer = Answer { text, note: say!("prompt-this-battle"), behind: true, ..Answer::default() };
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

fn about(facts: &Facts, unit: &UnitState, reaction: &Reaction) -> String {
    let by = words::name(facts, reaction.by);
    let action = facts.book.name_of(reaction.action);
    let own = &unit.identity.name;
    // Who steps in for another is not who is hit (S-41).
    let hurt = reaction.target.map_or_else(|| own.clone(), |target| words::name(facts, target));
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
                unit = hurt,
                action = action,
                sum = words::sum(check, reading),
                worth = worth(facts, unit, reaction)
            ),
            _ => {
                say!("about-hit", by = by, unit = hurt, action = action, worth = worth(facts, unit, reaction))
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
            // What follows even a failure is no win by anything.
            say!("about-won", unit = own, by = by, action = action, n = reaction.value.max(0))
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

fn otherwise(facts: &Facts, reaction: &Reaction, mean: Option<i64>) -> String {
    match reaction.moment {
        // What it takes stands beside the answer that lets it pass.
        Moment::Hit if lost(reaction).is_some() => String::new(),
        Moment::Hit => say!("otherwise-hit"),
        Moment::Attacked => match mean {
            Some(mean) => say!("otherwise-attacked-mean", n = preview::thousandths(mean)),
            None => say!("otherwise-attacked"),
        },
        Moment::Casting => say!("otherwise-casting"),
        Moment::Provoked => say!("otherwise-provoked", unit = words::name(facts, reaction.by)),
        Moment::Watched => say!("otherwise-watched"),
        Moment::Won => say!("otherwise-won"),
        Moment::Caught => say!("otherwise-caught"),
        Moment::CutIn => String::new(),
    }
}
