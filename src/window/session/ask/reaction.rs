//! The prompt of a reaction: what happens, what can be answered, and whether it is worth asking at all. The texts of
//! the answers are in [`answer`](super::answer).

use super::{
    answer,
    declined::{Question, Way},
};
use crate::window::session::prelude::*;
use crate::window::session::{
    asks_about::{SAVED, usual_damage},
    deciding::Told,
    stake::Harm,
    worth::worth,
};

/// The answer to a prompt that nobody needs to be asked: a reaction is declined where none is possible, or none would
/// help as much as the player wishes, and an aura strikes nobody of its own side unless they wish to be asked.
pub fn unasked(play: &Play, prompt: &Prompt, wish: AsksAbout) -> Option<Command> {
    if let Ask::Choice { about: ChoiceKind::Aura, target: Some(by), options } = &prompt.ask {
        let ally = play.knowledge(prompt.side).unit(*by).is_some_and(|by| by.side() == prompt.side);
        let none = options.iter().find(|option| option.id == "none").filter(|_| ally && !wish.allies)?;
        return Some(Command::Choose { unit: prompt.unit, option: none.id });
    }
    let Ask::React(reaction) = &prompt.ask else { return None };
    let facts = play.knowledge(prompt.side);
    let unit = facts.unit(prompt.unit)?;
    let least = match wish.from {
        0 => f64::from(usual_damage(&facts.book, facts.units.iter(), prompt.side)) / f64::from(SAVED),
        from => f64::from(from),
    };
    let helps =
        |given: &Given| !given.answer.is_idle() && given.worth.saved.is_none_or(|saved| saved >= least);
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
    let saved = possible.filter_map(|own| Some((own.action, own.worth.saved?)));
    saved.max_by(|(_, one), (_, other)| one.total_cmp(other))
}

/// What the prompt of a reaction asks, so that it is known again; none where nobody's action is going on.
pub fn question_of(play: &Play, prompt: &Prompt) -> Option<Question> {
    let Ask::React(reaction) = &prompt.ask else { return None };
    let doing = play.doing(reaction.by)?;
    let facts = play.knowledge(prompt.side);
    let unit = facts.unit(prompt.unit)?;
    let harm = Harm::of(play, &facts, unit, reaction);
    let whom = harm.as_ref().map(Harm::whom).or(reaction.target);
    let hurt = facts.unit(whom.unwrap_or(unit.id()));
    let tracks = hurt.map(|hurt| hurt.tracks.0.iter().map(|track| track.now).collect());
    let open = reaction.check.as_ref().filter(|_| reaction.moment == Moment::Attacked);
    let all = given(play, &facts, unit, (prompt, reaction), harm.as_ref()).into_iter();
    let ways = all.filter(|own| !own.answer.is_idle()).map(|own| {
        let Given { answer, worth, square, .. } = own;
        let deals = if answer.deals { answer.lead } else { String::new() };
        Way { text: answer.text, cost: answer.cost, deals, chance: worth.chance, at: square }
    });
    Some(Question {
        unit: prompt.unit,
        by: reaction.by,
        doing,
        action: reaction.action,
        spell: reaction.spell,
        moment: reaction.moment,
        watch: reaction.watch,
        whom,
        tracks: tracks.unwrap_or_default(),
        ways: ways.collect(),
        chance: open.map_or(0.0, |check| check.chance().as_f64()),
        loss: harm.as_ref().map_or(f64::from(reaction.value), Harm::mean),
    })
}

/// A reaction as an answer.
struct Given {
    action: Key,
    answer: Answer,
    command: Command,
    card: Option<SideCard>,
    square: Option<At>,
    worth: answer::Worth,
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
            let (mut answer, worth) = answer::answer(facts, unit, reaction, (&offer, &args), harm);
            let thing = args
                .item
                .and_then(|id| facts.unit(reaction.by)?.gear.items.iter().find(|item| item.id == id));
            if let Some(item) = thing {
                answer.text = format!("{}: {}", answer.text, facts.book.name_of(item.def));
            }
            let card = answer::card(facts, unit, reaction, &offer, &args);
            let action = offer.action;
            let command = Command::Act { unit: prompt.unit, action, mode: offer.mode, args };
            all.push(Given { action, answer, command, card, square, worth });
        }
    }
    all
}

/// Whether two reactions do nothing but avert the same, at the same price and with the same result, by what is known.
fn alike(book: &Rulebook, one: &Given, other: &Given) -> bool {
    let averts = |step: &Step| {
        matches!(step, Step::Reduce { .. } | Step::Evade { .. } | Step::Hinder { .. } | Step::Lessen { .. })
    };
    // What may follow is told by the note.
    let follows = |step: &&Step| matches!(step, Step::Choose { after: true, .. });
    let kinds = |own: &Given| {
        let steps: Vec<&Step> = book.action(own.action)?.steps.iter().filter(|own| !follows(own)).collect();
        let all: Vec<_> = steps.iter().map(|own| std::mem::discriminant(*own)).collect();
        steps.into_iter().all(averts).then_some(all)
    };
    let told = |own: &Given| Answer { text: String::new(), ..own.answer.clone() };
    let same = one.action != other.action && told(one) == told(other) && one.square == other.square;
    same && kinds(one).is_some_and(|own| Some(own) == kinds(other))
}

/// The reactions as cards: those that are alike share one, which names them all.
fn on_cards(book: &Rulebook, all: Vec<Given>) -> Vec<Given> {
    let mut groups: Vec<Vec<Given>> = Vec::new();
    for own in all {
        let group = groups.iter_mut().find(|group| group.iter().any(|other| alike(book, other, &own)));
        match group {
            Some(group) => group.push(own),
            None => groups.push(vec![own]),
        }
    }
    groups.into_iter().filter_map(on_one_card).collect()
}

/// One of those that share a card, for all of them.
fn on_one_card(group: Vec<Given>) -> Option<Given> {
    let names: Vec<String> = group.iter().map(|own| own.answer.text.clone()).collect();
    let told = |own: &Given| Some(format!("{}: {}", own.answer.text, own.card.as_ref()?.about));
    let about: Vec<String> = group.iter().filter_map(told).collect();
    let mut first = group.into_iter().next()?;
    if let [most @ .., last] = names.as_slice()
        && !most.is_empty()
    {
        first.answer.text = say!("list-or", most = most.join(", "), last = last);
        if let Some(card) = &mut first.card {
            card.title.clone_from(&first.answer.text);
            card.about = about.join("\n");
        }
    }
    Some(first)
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
        let aim = stake::aim(play, reaction, harm.as_ref());
        self.prompt_card.text = about(facts, unit, reaction, aim, harm.as_ref());
        self.prompt_card.lines = thrown(facts, unit, reaction);
        self.prompt_card.asks_less = matches!(reaction.moment, Moment::Attacked | Moment::Hit);
        self.stake = Stake::of(unit, reaction, aim, harm.as_ref());
        let all = given(play, facts, unit, (prompt, reaction), harm.as_ref());
        let strikes = all.iter().any(|own| own.answer.deals && !own.answer.is_idle());
        // Where the same two are joined already, one line is enough.
        let joined = self.stake.as_ref().is_some_and(|stake| stake.to == unit.id());
        self.reply = (strikes && !joined).then_some((unit.id(), reaction.by));
        self.list(on_cards(&facts.book, all));
        let pass = match reaction.moment {
            Moment::Won => say!("prompt-nothing-more"),
            _ => say!("prompt-pass"),
        };
        // What comes without an answer stands on this one alone.
        let passed = self.pass(prompt, pass);
        let passed = &mut self.prompt_card.answers[passed];
        let open = reaction.check.as_ref().filter(|_| reaction.moment == Moment::Attacked);
        if let Some(harm) = &harm {
            let Told { lead, left, more } = harm.told(None);
            (passed.lead, passed.left, passed.more) = (lead, left, more);
            // Where the dice are still to fall, what is left then is no number to go by.
            (passed.odds, passed.note) =
                harm.lands.clone().unwrap_or_else(|| (String::new(), harm.leaves(facts)));
        } else if let Some(check) = open {
            (passed.odds, passed.note) = (preview::percent(check.chance()), say!("number-hit"));
        } else {
            passed.note = otherwise(facts, reaction);
        }
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
}

/// What went into the roll that a reaction answers, and what it takes: told on pointing.
fn thrown(facts: &Facts, unit: &UnitState, reaction: &Reaction) -> Vec<SideLine> {
    let Some(check) = &reaction.check else { return Vec::new() };
    let rolled = reaction.reading.as_ref().map(|reading| words::capital(&words::sum(check, reading)));
    let worth = (reaction.moment == Moment::Hit).then(|| worth(facts, unit, reaction));
    let told = rolled.into_iter().chain(worth).map(|text| line(text, ""));
    told.chain(preview::flow(facts, check)).collect()
}

/// What happens: who does what to whom, and with what. Who is asked is named in front of it already, and is "you" here. What
/// it takes, `harm`, stands on the answers.
fn about(
    facts: &Facts,
    unit: &UnitState,
    reaction: &Reaction,
    aim: Option<UnitId>,
    harm: Option<&Harm>,
) -> String {
    let worth = || match harm {
        Some(_) => String::new(),
        None => format!(". {}", worth(facts, unit, reaction)),
    };
    let by = words::name(facts, reaction.by);
    let action = done_with(facts, reaction, harm);
    // Who steps in for another is not who is hit (S-41).
    let (hurt, you) = named_to(facts, unit, aim.unwrap_or(unit.id()));
    match reaction.moment {
        Moment::Attacked => say!("about-attacked", you = you, by = by, unit = hurt, action = action),
        Moment::Hit => say!("about-hit", you = you, by = by, unit = hurt, action = action, worth = worth()),
        Moment::Casting => {
            let spell = reaction.spell.map_or_else(|| action.clone(), |spell| facts.book.name_of(spell));
            match reaction.target {
                Some(target) => {
                    let (target, you) = named_to(facts, unit, target);
                    say!("about-casts-on", you = you, by = by, spell = spell, unit = target)
                }
                None => say!("about-casts", by = by, spell = spell),
            }
        }
        Moment::Provoked if harm.is_some() || goes_for(facts, reaction, aim) => {
            say!("about-provoked-at", you = you, by = by, unit = hurt, action = action)
        }
        Moment::Provoked => say!("about-provoked", by = by, action = action),
        Moment::Watched => say!("about-watched", by = by, action = action),
        Moment::Won => {
            // What follows even a failure is no win by anything, and neither is what follows an attack.
            let attack = facts.book.action(reaction.action).is_some_and(|def| def.attacks());
            let n = if attack { 0 } else { reaction.value.max(0) };
            say!("about-won", by = by, action = action, n = n)
        }
        Moment::Caught => match reaction.dice.filter(|_| harm.is_none()) {
            Some(dice) => say!("about-caught-dice", by = by, action = action, dice = preview::dice(dice)),
            None => say!("about-caught", by = by, action = action),
        },
        Moment::CutIn => format!("{by}: {}.", pick::moment(Moment::CutIn)),
    }
}

/// What somebody is called to who is asked, and whether that is themselves: "yes" or "no".
fn named_to(facts: &Facts, asked: &UnitState, whom: UnitId) -> (String, &'static str) {
    (words::name(facts, whom), if whom == asked.id() { "yes" } else { "no" })
}

/// Whether an attack, which may do no harm, is made on a foe of who makes it.
fn goes_for(facts: &Facts, reaction: &Reaction, aim: Option<UnitId>) -> bool {
    let def = facts.book.action(reaction.action);
    let attacks = def.is_some_and(|def| def.steps.iter().any(|step| matches!(step, Step::Attack { .. })));
    let both = facts.unit(reaction.by).zip(aim.and_then(|aim| facts.unit(aim)));
    attacks && both.is_some_and(|(by, to)| facts.hostile(by, to))
}

/// What something is done by: a weapon or a spell, and what more than a plain attack is made with it ("Cutlass, right
/// leg").
fn done_with(facts: &Facts, reaction: &Reaction, harm: Option<&Harm>) -> String {
    let name = facts.book.name_of(reaction.action);
    let with = harm.and_then(|harm| harm.made_with(facts, reaction)).filter(|with| *with != name);
    let Some(with) = with else { return name };
    let plain = facts.book.action(reaction.action).is_some_and(|def| def.is_plain_attack());
    if plain || reaction.spell.is_some() {
        return with;
    }
    // Of a deed with several choices the choice says enough.
    let how = name.split_once(ActionCard::CHOICE).map_or(name.as_str(), |(_, choice)| choice);
    format!("{with}, {how}")
}

/// What happens without an answer, in a few words, where nobody can say what that takes.
fn otherwise(facts: &Facts, reaction: &Reaction) -> String {
    match reaction.moment {
        Moment::Hit | Moment::Caught => say!("otherwise-hit"),
        Moment::Attacked => say!("otherwise-attacked"),
        Moment::Casting => say!("otherwise-casting"),
        Moment::Provoked => say!("otherwise-provoked", unit = words::name(facts, reaction.by)),
        Moment::Watched => say!("otherwise-watched"),
        Moment::Won | Moment::CutIn => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many cards a dodge and a parry of a book have by their odds, and what the first is called.
    fn cards(scenario: &str, odds: [(&str, &str); 2]) -> (usize, String) {
        let book = library().setup(Key::new(scenario), 1, None).unwrap().book;
        let given = |(action, name): (&str, &str), (odds, note): (&str, &str)| Given {
            action: Key::new(action),
            answer: Answer {
                text: name.to_owned(),
                odds: odds.to_owned(),
                note: note.to_owned(),
                ..Answer::default()
            },
            command: Command::Decline { unit: UnitId::new("own") },
            card: Some(SideCard::new(name, "Helps.")),
            square: None,
            worth: answer::Worth::default(),
        };
        let all = vec![given(("dodge", "Dodge"), odds[0]), given(("parry", "Parry"), odds[1])];
        let cards = on_cards(&book, all);
        let first = cards.first().map(|own| own.answer.text.clone()).unwrap_or_default();
        (cards.len(), first)
    }

    #[test]
    fn who_is_asked_is_not_named_twice() {
        let play = play(&library(), "first_blood", 5, false);
        let facts = play.eyes().unwrap();
        let names = [0, 1].map(|n| facts.units[n].identity.name.clone());
        let told = |whom: usize| {
            let (unit, you) = named_to(&facts, &facts.units[0], facts.units[whom].id());
            say!("about-attacked", you = you, by = "Dirk", unit = unit, action = "Axe")
        };
        assert_eq!(told(0), "Dirk attacks you: Axe");
        assert_eq!(told(1), format!("Dirk attacks {}: Axe", names[1]));
        assert!(!told(0).contains(&names[0]));
    }

    #[test]
    fn reactions_that_come_to_the_same_share_a_card() {
        let (one, both) = ("Dodge".to_owned(), "Dodge or Parry".to_owned());
        let hit = "to be hit";
        assert_eq!(cards("adrift", [("42% → 30%", hit), ("42% → 30%", hit)]), (1, both.clone()));
        assert_eq!(cards("adrift", [("42% → 30%", hit), ("42% → 25%", hit)]), (2, one.clone()));
        // A counter may follow a parry there.
        assert_eq!(cards("hull_to_hull", [("45%", "to avoid it"), ("45%", "to avoid it")]), (1, both));
        assert_eq!(cards("hull_to_hull", [("45%", "to avoid it"), ("45%", "and to counter")]), (2, one));
    }
}
