//! Prompts other than turns as cards: what is about to happen, the answers with price and odds, the command of each
//! answer, and what happens without one. Reactions are in [`reaction`], what isn't asked twice in [`declined`], threat
//! ranges that may be shifted in [`reach`].

mod answer;
pub mod declined;
mod reach;
mod reaction;

use super::{
    repeat::{self, Another},
    stake::Dealt,
};
use crate::window::session::prelude::*;
use crate::{battle::frames::aftermath, locale::Value, message::Message, rules::heal::Sharing};

use reach::Threatened;

pub use reaction::{most_saved, question_of, unasked};

/// A card with what its answers do and tell.
#[derive(Default)]
pub struct AskedPrompt {
    pub prompt_card: PromptCard,
    /// For each answer the commands that it gives, in order.
    pub commands: Vec<Vec<Command>>,
    /// For each answer the card of what it would come to, if there is more to tell.
    pub cards: Vec<Option<SideCard>>,
    /// For each answer the square that says the same.
    pub squares: Vec<Option<At>>,
    /// Whom an answer is about, by the place of that answer.
    pub units: BTreeMap<usize, UnitId>,
    /// What an answer would have its unit threaten, by the place of that answer.
    pub areas: BTreeMap<usize, Vec<At>>,
    /// The answers that lead to others: to the squares of an action, or back to everything that can be done.
    pub leads: BTreeMap<usize, Option<Key>>,
    /// Of several actions with squares the one that is chosen already.
    opened: Option<Key>,
    /// What is at stake, if somebody does something to somebody.
    pub stake: Option<Stake>,
    /// Who is asked.
    pub unit: Option<UnitId>,
    /// Who would attack whom by an answer.
    pub reply: Option<(UnitId, UnitId)>,
}

/// The slip of a prompt; none for a turn. `opened`: of several actions with squares the one that is chosen already.
pub fn prompt_card(play: &Play, facts: &Facts, prompt: &Prompt, opened: Option<Key>) -> Option<AskedPrompt> {
    let unit = facts.unit(prompt.unit)?;
    let prompt_card = PromptCard {
        beside: concerned(facts, unit, &prompt.ask),
        who: unit.identity.name.clone(),
        side: play.colour(unit.side()),
        ..PromptCard::default()
    };
    let mut asked = AskedPrompt { prompt_card, opened, unit: Some(unit.id()), ..AskedPrompt::default() };
    if let Ask::Choice { about, target, .. } = &prompt.ask {
        asked.prompt_card.text = question(facts, unit, *about, *target);
    }
    match &prompt.ask {
        Ask::Turn { .. } => return None,
        Ask::React(reaction) => asked.react(play, facts, unit, prompt, reaction),
        Ask::CutIn { by, action } => asked.cut_in(facts, prompt, (*by, *action)),
        Ask::Choice { about: ChoiceKind::Aftermath, options, .. } => {
            for option in options {
                let choose = Command::Choose { unit: prompt.unit, option: option.id };
                asked.add(after_the_fight(options, option), vec![choose]);
            }
        }
        Ask::Choice { about: ChoiceKind::ShareHits, options, .. } => {
            // Each option alike says which of how many hits it is.
            let first = options.first();
            asked.prompt_card.text =
                first.map_or_else(String::new, |own| with_its_values("choice-hit-of", own));
            for (n, option) in options.iter().enumerate() {
                asked.share_hit(play, facts, unit, (n, option));
            }
        }
        Ask::Choice { about, options, target } => {
            let again = repeat::again(play, facts, unit, *about);
            let again = again.map(|again| again.comes_to(play, facts, unit));
            asked.stake = again.as_ref().zip(*target).map(|(again, to)| {
                let text = again.dealt.as_ref().map(Dealt::written).unwrap_or_default();
                Stake { by: unit.id(), to, text }
            });
            asked.choice(facts, prompt, (*about, options.as_slice()), again);
        }
        Ask::Allot { total, tracks, sharing } => {
            let verb = match sharing {
                Sharing::Damage => "takes",
                Sharing::Loss => "loses",
                Sharing::Healing => "regains",
            };
            asked.prompt_card.text = say!("prompt-allot", unit = &unit.identity.name, verb = verb, n = total);
            for parts in allotments(*total, tracks) {
                let text: Vec<String> =
                    parts.iter().map(|(track, n)| format!("{n} {}", facts.book.name_of(*track))).collect();
                let command = Command::Allot { unit: prompt.unit, parts };
                if play.check(&command).is_ok() {
                    asked.add(Answer { text: words::list(&text), ..Answer::default() }, vec![command]);
                }
            }
        }
    }
    // Whom it is aimed at may be known by its order alone.
    let whom = asked.stake.as_ref().and_then(|stake| facts.unit(stake.to)).filter(|own| !own.place.gone);
    let squares = whom.into_iter().flat_map(|own| own.place.area.squares().map(show::at));
    let beside = &mut asked.prompt_card.beside;
    let more: Vec<At> = squares.filter(|at| !beside.contains(at)).collect();
    beside.extend(more);
    // The card covers no square that may be chosen.
    asked.prompt_card.beside.extend(asked.squares.iter().copied().flatten());
    Some(asked)
}

impl AskedPrompt {
    fn add(&mut self, answer: Answer, commands: Vec<Command>) {
        self.add_with(answer, commands, None, None);
    }

    fn add_with(
        &mut self,
        answer: Answer,
        commands: Vec<Command>,
        card: Option<SideCard>,
        square: Option<At>,
    ) {
        self.prompt_card.answers.push(answer);
        self.commands.push(commands);
        self.cards.push(card);
        self.squares.push(square);
    }

    /// An answer that leads to others: to the squares of an action, or back to everything.
    fn lead(&mut self, answer: Answer, card: Option<SideCard>, to: Option<Key>) {
        self.leads.insert(self.prompt_card.answers.len(), to);
        self.add_with(answer, Vec::new(), card, None);
    }

    /// Who waits may act now: before somebody's action, or between two turns.
    fn cut_in(&mut self, facts: &Facts, prompt: &Prompt, (by, action): (Option<UnitId>, Option<Key>)) {
        self.prompt_card.text = match (by, action) {
            (Some(by), Some(action)) => {
                say!("prompt-cut-in", by = words::name(facts, by), action = facts.book.name_of(action))
            }
            _ => say!("prompt-between"),
        };
        // Who waits joins a joint attack (C-178).
        let together = action.and_then(|action| facts.book.action(action));
        let together = together.is_some_and(|def| def.asks.contains(&Parameter::Company));
        let act = Command::Choose { unit: prompt.unit, option: Key::new("act") };
        let now = Answer { text: say!("prompt-act-now"), note: say!("gain-act"), ..Answer::default() };
        self.add(now, vec![act]);
        let waits = self.pass(prompt, say!("prompt-wait-on"));
        if let Some(by) = by.filter(|_| together) {
            self.prompt_card.answers[waits].note = say!("otherwise-together", by = words::name(facts, by));
        }
    }

    /// What is marked on the map while an answer is pointed at.
    pub fn marked(&self, n: usize) -> Vec<At> {
        let square = self.squares.get(n).copied().flatten();
        square.into_iter().chain(self.areas.get(&n).into_iter().flatten().copied()).collect()
    }

    /// What other answers would have their unit threaten, beyond the squares that are marked.
    pub fn others(&self, marked: &[At]) -> Vec<At> {
        self.areas.values().flatten().copied().filter(|at| !marked.contains(at)).collect()
    }

    /// What is marked before any answer is pointed at: what is threatened as things stand.
    pub fn at_first(&self) -> Vec<At> {
        self.areas.get(&0).cloned().unwrap_or_default()
    }

    /// One of several options. `again`: what it comes to to do something once more, if that is the question.
    fn choice(
        &mut self,
        facts: &Facts,
        prompt: &Prompt,
        (about, options): (ChoiceKind, &[ChoiceOption]),
        again: Option<Another>,
    ) {
        // What helps stands first: to stop is an answer in any case, and the better one where the target is down.
        let down = again.as_ref().is_some_and(|again| again.down);
        let (first, last): (Vec<_>, Vec<_>) =
            options.iter().partition(|option| about != ChoiceKind::Again || (option.value != 0) != down);
        for option in first.into_iter().chain(last) {
            let more = again.clone().filter(|_| option.value != 0);
            let Another { dealt, burden, cost, card, .. } = more.unwrap_or_default();
            let reach = Some(option).filter(|_| about == ChoiceKind::Reach);
            let reach = reach.and_then(|option| Threatened::by(facts, prompt.unit, option));
            let (odds, note) = match about {
                ChoiceKind::Reach => reach.as_ref().map(Threatened::told).unwrap_or_default(),
                ChoiceKind::Aura if option.value != 0 => {
                    let through = burns(facts, prompt, option);
                    (String::new(), through.map(|n| say!("answer-aura", n = n)).unwrap_or_default())
                }
                ChoiceKind::Fortune(_) if option.value != 0 => {
                    (say!("percent", n = option.value), say!("number-succeed"))
                }
                _ => gain(about, option, options),
            };
            let answer = Answer {
                text: words::capital(&locale::tell(&option.message)),
                odds,
                note,
                cost,
                left: taken(facts, prompt, option).unwrap_or_else(|| burden.clone()),
                lit: option.square.is_some(),
                ..Answer::default()
            };
            let answer = match dealt {
                Some(dealt) => answer.dealing(dealt, &burden),
                None => answer,
            };
            let choose = Command::Choose { unit: prompt.unit, option: option.id };
            self.areas.extend(reach.map(|reach| (self.commands.len(), reach.squares)));
            self.add_with(answer, vec![choose], card, option.square.map(show::at));
        }
        // Where nothing may be chosen, that may stand for the rest of the turn.
        if let Some(none) = options.iter().find(|option| option.id == "none") {
            let note = words::capital(&locale::tell(&none.message));
            let standing = Standing { action: Some(about.name()), ..not_again(prompt) };
            let choose = Command::Choose { unit: prompt.unit, option: none.id };
            let answer = Answer { text: say!("prompt-not-again"), note, later: true, ..Answer::default() };
            self.add(answer, vec![Command::Standing(standing), choose]);
        }
    }

    /// Who of those that an attack's hits are shared among may take the next: numbered as on the map, with what they
    /// have left and what one hit takes.
    fn share_hit(
        &mut self,
        play: &Play,
        facts: &Facts,
        unit: &UnitState,
        (n, option): (usize, &ChoiceOption),
    ) {
        let target = facts.units.iter().find(|own| own.id().0 == option.id);
        let harm = target.and_then(|target| stake::one_hit(play, facts, unit, target));
        let left = target.map(|target| {
            let (track, now, whole) = words::main_left(facts, target);
            say!("card-left", track = track, now = now, whole = whole)
        });
        let left = left.unwrap_or_default();
        let text = words::capital(&with_its_values("answer-hit-on", option));
        let answer = match harm {
            Some(harm) => Answer { text, ..Answer::default() }.dealing(harm, &left),
            // The square on the map says the same.
            None => Answer { text, odds: (n + 1).to_string(), note: left, ..Answer::default() },
        };
        let choose = Command::Choose { unit: unit.id(), option: option.id };
        let square = target.map(|target| show::at(target.place.area.origin));
        self.units.extend(target.map(|target| (self.commands.len(), target.id())));
        self.add_with(answer, vec![choose], None, square);
    }

    /// The two ways of doing nothing: this once, whose place is given, and for the rest of the turn.
    fn pass(&mut self, prompt: &Prompt, text: String) -> usize {
        let (place, decline) = (self.prompt_card.answers.len(), Command::Decline { unit: prompt.unit });
        let note = text.clone();
        let ever = Answer { text: say!("prompt-not-again"), note, later: true, ..Answer::default() };
        self.add(Answer { text, ..Answer::default() }, vec![decline.clone()]);
        // Laid for all moments at once, so that it does not take the place of the standing answer to a hit.
        self.add(ever, vec![Command::Standing(not_again(prompt)), decline]);
        place
    }
}

impl Answer {
    /// The same with what an attack comes to: its harm, then its chance, and what is said `more` beside that.
    fn dealing(self, Dealt { lead, left, leads }: Dealt, more: &str) -> Self {
        let note = ClickHint::joined(&[leads.word().as_str(), more]);
        Self { lead, left, odds: leads.number(), note, deals: true, ..self }
    }
}

/// What is gained by an option: a number, and to what that comes, or what the option is good for. Nothing is said where
/// its text tells all.
fn gain(about: ChoiceKind, option: &ChoiceOption, options: &[ChoiceOption]) -> (String, String) {
    let note = match (about, option.id.as_str()) {
        (ChoiceKind::Again, "none") => {
            let burden = options.iter().map(|option| option.value).find(|value| *value != 0);
            say!("gain-stop", burden = words::signed(burden.unwrap_or(0)))
        }
        (ChoiceKind::ReplaceDie, id) if id != "none" => {
            return (words::signed(option.value), say!("gain-damage"));
        }
        (ChoiceKind::Aura, "none") => say!("gain-aura-none"),
        (ChoiceKind::Haste, "none") => say!("gain-haste-none"),
        (ChoiceKind::BurnFate, "none") => say!("gain-fate-none"),
        (ChoiceKind::BurnFate, _) => say!("gain-fate"),
        (ChoiceKind::Yield, "resist") => say!("gain-resist"),
        (ChoiceKind::Yield, _) => say!("gain-yield"),
        _ => String::new(),
    };
    (String::new(), note)
}

/// Another sentence with the values of what an option says.
fn with_its_values(id: &str, option: &ChoiceOption) -> String {
    locale::tell(&Message { id: Key::new(id), args: option.message.args.clone() })
}

/// What gets through of as much of an aura as an option spends.
fn burns(facts: &Facts, prompt: &Prompt, option: &ChoiceOption) -> Option<i32> {
    let Ask::Choice { target, .. } = &prompt.ask else { return None };
    let (id, _) = option.id.as_str().rsplit_once(':')?;
    let aura = facts.unit(prompt.unit)?.wards.auras.iter().find(|aura| aura.id == id)?;
    Some(harm::aura(facts, facts.unit((*target)?)?, aura, option.value).total)
}

/// What an attack takes if an option is chosen, and how many degrees of injury that is where they count (D-35, D-68).
fn taken(facts: &Facts, prompt: &Prompt, option: &ChoiceOption) -> Option<String> {
    let text = say!("answer-harm-sure", n = option.takes?);
    let Ask::Choice { target, .. } = &prompt.ask else { return None };
    let Land::Degrees { total, factor } = &facts.book.settings.harm.land else { return Some(text) };
    let target = facts.unit((*target)?)?;
    let before = target.tracks.get(*total).map_or(0, |track| track.now);
    let factor = facts.stat(target, *factor).and_then(|value| i32::try_from(value).ok()).unwrap_or(1);
    let degrees = harm::degrees(before, option.takes?, factor);
    Some(format!("{text} · {}", say!("answer-degrees", n = degrees)))
}

/// What a choice asks.
fn question(facts: &Facts, unit: &UnitState, about: ChoiceKind, target: Option<UnitId>) -> String {
    let id = match about {
        ChoiceKind::Again => {
            if let Some(target) = target.and_then(|id| facts.unit(id)).filter(|target| !target.place.gone) {
                let name = words::name(facts, target.id());
                return match pick::down(facts, target) {
                    true => say!("choice-again-down", unit = name),
                    false => say!("choice-again-on", unit = name),
                };
            }
            about.text()
        }
        ChoiceKind::Aura => {
            if let Some(by) = target {
                let name = words::name(facts, by);
                return match facts.unit(by).is_some_and(|by| by.side() == unit.side()) {
                    true => say!("choice-aura-ally", unit = name),
                    false => say!("choice-aura-on", unit = name),
                };
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
    let what = words::capital(&words::line_name(&facts.book, named));
    locale::now().with(id, &[("unit", Value::from(&unit.identity.name)), ("what", Value::from(what))])
}

/// What can be done once the fight is over, with the hours that it takes and that are left.
fn after_the_fight(options: &[ChoiceOption], option: &ChoiceOption) -> Answer {
    let left = options.first().map_or(0, |first| first.value);
    let (text, odds) = match option.id.as_str() {
        "none" => (say!("aftermath-leave"), String::new()),
        aftermath::WORK => (say!("aftermath-work"), say!("aftermath-left", hours = left)),
        _ => (
            words::capital(&locale::tell(&option.message)),
            say!("aftermath-pause", hours = option.value, left = left),
        ),
    };
    Answer { text, note: odds, ..Answer::default() }
}

/// Whether a question is one of spending action dice on what a roll has brought (F-33, F-34).
fn dice_decide(facts: &Facts, about: Key) -> bool {
    facts.book.settings.action_dice.as_ref().is_some_and(|rule| about == rule.miss || about == rule.triumph)
}

/// The standing answer to decline for the rest of the turn.
fn not_again(prompt: &Prompt) -> Standing {
    Standing {
        side: prompt.side,
        unit: None,
        moment: None,
        action: None,
        policy: Policy::Decline,
        lasts: AnswerDuration::Turn,
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
    // Where a square is chosen, whoever chooses looks at whom it concerns.
    let all = std::iter::once(unit).chain(others).filter(|own| !own.place.gone);
    each_once(all.flat_map(|own| own.place.area.squares().map(show::at)))
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
    use super::*;

    #[test]
    fn an_amount_is_shared_out_in_every_order_once() {
        let (a, b) = (Key::new("a"), Key::new("b"));
        assert_eq!(allotments(3, &[(a, 5), (b, 2)]), vec![vec![(a, 3)], vec![(a, 1), (b, 2)]]);
    }
}
