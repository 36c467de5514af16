//! In German nothing that the engine says stays English: battles of every book, played by the computer; in the deep
//! test of every scenario.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::collections::BTreeSet;

use common::{library, random, scenarios, share::Share, whim::Whim};
use threat_range::{
    battle::{
        Battle,
        chronicle::{Answered, Outcome, ThingNews},
        prompt::Ask,
    },
    key::Key,
    locale::{Locales, Texts},
    message::Message,
    rules::{
        book::Rulebook,
        check::{Check, Versus},
        legal::{self, Occasion},
    },
};

/// Commands of each battle.
const COMMANDS: usize = 24;

/// Words that no German sentence has.
const ENGLISH: [&str; 11] =
    [" the ", " is ", " has ", " not ", " of ", " no ", " to ", " with ", " cannot ", " can't ", " isn't "];

/// Sentences of the engine as players meet them.
struct Heard<'a> {
    texts: &'a Texts,
    english: BTreeSet<String>,
    met: BTreeSet<String>,
}

impl Heard<'_> {
    fn hear(&mut self, message: &Message) {
        let told = self.texts.tell(message);
        // The sentence may be there, and yet hold something in English.
        let spaced = format!(" {told} ");
        if ENGLISH.iter().any(|word| spaced.contains(word)) {
            self.english.insert(told.clone());
        }
        self.met.insert(told);
    }

    fn check(&mut self, book: &Rulebook, check: &Check) {
        check.parts.iter().for_each(|part| self.name(book, part.source));
        if let Versus::Number(_, what) = check.versus {
            self.name(book, what);
        }
        for why in check.parts.iter().filter_map(|part| part.why_not.as_ref()) {
            self.hear(why);
        }
    }

    /// What something was rolled for or comes from, where the book has no name for it and the window no sentence of
    /// its own.
    fn name(&mut self, book: &Rulebook, id: Key) {
        const SAID: [&str; 9] = [
            "attack",
            "defence",
            "critical",
            "damage",
            "initiative",
            "injury",
            "first",
            "nature",
            "reaction",
        ];
        if !SAID.iter().any(|said| id == *said) && book.named(id).is_none() {
            self.term(id);
        }
    }

    /// What only the engine knows.
    fn term(&mut self, id: Key) {
        match self.texts.term(id) {
            Some(told) => self.met.insert(told),
            None => self.english.insert(id.as_str().to_owned()),
        };
    }

    /// What became of a thing, where the window has no sentence of its own for it.
    fn thing(&mut self, book: &Rulebook, what: ThingNews) {
        match what {
            ThingNews::Barred(word) => self.term(word),
            ThingNews::Done(id) if book.interactions.get(id).is_none() => self.term(id),
            ThingNews::Done(_) | ThingNews::Freed | ThingNews::Moved | ThingNews::Gone => {}
        }
    }

    fn outcome(&mut self, book: &Rulebook, outcome: &Outcome) {
        match outcome {
            Outcome::Skipped { why, .. } => self.hear(why),
            Outcome::Wasted { why, .. } => self.hear(&why.message),
            Outcome::Answerable { how: Answered::Not(why), .. } => self.hear(&why.message),
            Outcome::Rolled { check, purpose, .. } => {
                self.name(book, *purpose);
                self.check(book, check);
            }
            Outcome::Dice { purpose, .. } => self.name(book, *purpose),
            Outcome::Compared { check, .. } => self.check(book, check),
            Outcome::Thing { thing: _, what } => self.thing(book, *what),
            _ => {}
        }
    }

    fn prompt(&mut self, book: &Rulebook, battle: &Battle) {
        let Some(prompt) = battle.prompt() else { return };
        let facts = &*battle.referees_knowledge();
        match &prompt.ask {
            Ask::Turn { .. } => {
                for offer in legal::offers(facts, prompt.unit, &Occasion::default()) {
                    offer.refusal.iter().for_each(|why| self.hear(&why.message));
                }
            }
            Ask::React(reaction) => {
                for why in reaction.options.iter().filter_map(|offer| offer.refusal.as_ref()) {
                    self.hear(&why.message);
                }
                reaction.check.iter().for_each(|check| self.check(book, check));
            }
            Ask::Choice { options, .. } => options.iter().for_each(|option| self.hear(&option.message)),
            Ask::CutIn { .. } | Ask::Allot { .. } => {}
        }
    }
}

/// Plays these scenarios by these rulebooks, fails if anything is left in English, and gives how many sentences it met.
fn listen(battles: &[(Key, Key)]) -> usize {
    let library = library();
    let (locales, report) = Locales::load(library);
    assert!(report.is_empty(), "{report}");
    let told = locales.library("de", library);
    let texts = locales.texts_of("de", library, &told);
    let mut heard = Heard { texts: &texts, english: BTreeSet::new(), met: BTreeSet::new() };
    for (id, book) in battles {
        let mut battle = Battle::new(library.setup(*id, 3, Some(*book)).unwrap());
        battle.advance();
        let book = &told.books[book];
        let mut whim = Whim::new(3);
        for _ in 0..COMMANDS {
            heard.prompt(book, &battle);
            // Anything that is allowed meets more of the rules than playing well does.
            let Some(command) = random::command(&battle, &mut whim) else { break };
            battle.submit(command).unwrap();
        }
        battle.chronicle().events.iter().for_each(|event| heard.outcome(book, &event.outcome));
    }
    let english: Vec<String> = heard.english.into_iter().collect();
    assert!(english.is_empty(), "no German for:\n{}", english.join("\n"));
    heard.met.len()
}

#[test]
fn whatever_the_engine_says_in_a_battle_of_any_book_is_told_in_german() {
    let mut books = BTreeSet::new();
    let own: Vec<_> = scenarios().into_iter().filter(|(_, book)| books.insert(*book)).collect();
    let met = listen(&own);
    assert!(met > 20, "{met} sentences are few");
}

#[test]
#[ignore = "deep: every scenario"]
fn whatever_the_engine_says_in_any_scenario_is_told_in_german() {
    let share = Share::of_this_run();
    let own = scenarios().into_iter().enumerate().filter(|(at, _)| share.takes(*at));
    let met = listen(&own.map(|(_, battle)| battle).collect::<Vec<_>>());
    assert!(!share.whole() || met > 100, "{met} sentences are few");
}
