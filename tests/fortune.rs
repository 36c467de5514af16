//! Fortune (T-14): battles with it are saved in the midst of its question, and the computer spends no more than there
//! is.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{library, random, scenarios, whim::Whim};
use threat_range::{
    ai,
    battle::{Battle, choice::ChoiceKind, chronicle::Outcome, prompt::Ask, terms::Terms},
    key::Key,
    rules::{facts::Side, luck::FORTUNE},
};

fn begun(scenario: Key, book: Key, seed: u64) -> Battle {
    let options = BTreeMap::from([(Key::new(FORTUNE), 3)]);
    let terms = Terms { book: Some(book), options, ..Terms::new(scenario, seed) };
    let mut battle = Battle::new(library().lay_out(&terms).unwrap());
    battle.advance();
    battle
}

/// How often each side has spent fortune.
fn spent(battle: &Battle) -> BTreeMap<Side, i32> {
    let mut spent = BTreeMap::new();
    for event in &battle.chronicle().events {
        if let Outcome::Fortune { side, left, .. } = event.outcome {
            *spent.entry(side).or_default() += 1;
            assert_eq!(left, 3 - spent[&side]);
        }
    }
    spent
}

#[test]
fn a_battle_of_any_book_saved_at_the_question_goes_on_as_it_would_have() {
    let mut books = BTreeSet::new();
    let mut asked = 0;
    for (scenario, book) in scenarios().into_iter().filter(|(_, book)| books.insert(*book)) {
        let mut battle = begun(scenario, book, 7);
        let mut whim = Whim::new(7);
        for _ in 0..400 {
            let Some(prompt) = battle.prompt() else { break };
            let fortune = matches!(prompt.ask, Ask::Choice { about: ChoiceKind::Fortune(_), .. });
            let saved = fortune.then(|| Battle::restore(battle.snapshot(), &battle.book()).unwrap());
            let Some(command) = random::command(&battle, &mut whim) else { break };
            battle.submit(command.clone()).unwrap();
            if let Some(mut saved) = saved {
                asked += 1;
                saved.submit(command).unwrap();
                assert_eq!(saved.hash(), battle.hash(), "{scenario} by {book}");
            }
        }
        assert!(battle.fault().is_none(), "{scenario} by {book}: {:?}", battle.fault());
        spent(&battle);
    }
    assert!(asked > 0, "nobody was asked");
}

#[test]
fn the_computer_spends_it_and_no_more_than_there_is() {
    let mut all = 0;
    for seed in 1..=3 {
        let mut battle = begun(Key::new("first_blood"), Key::new("threat_range"), seed);
        for _ in 0..400 {
            let Some(prompt) = battle.prompt().cloned() else { break };
            let command = ai::choose(&battle.knowledge(prompt.side), &prompt);
            battle.submit(command).unwrap();
        }
        assert!(battle.fault().is_none(), "{:?}", battle.fault());
        all += spent(&battle).values().sum::<i32>();
    }
    assert!(all > 0, "the computer let every die stand");
}
