//! Cases made of battles that were played: they pass as they are and fail once something of them is changed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::path::Path;

use common::library;
use threat_range::{
    ai,
    battle::{
        replay::{Game, Replay},
        terms::{Made, Terms},
    },
    cli::case::{
        self, CaseEntry, CaseStep,
        record::{self, Recorded},
        run::{self, Saving},
    },
    dice::Luck,
    key::Key,
};

/// A battle played by the computer for so many rounds.
fn played(terms: &Terms, rounds: u32) -> Replay {
    let mut game = Game::new(library().lay_out(terms).unwrap());
    while let Some(prompt) = game.battle.prompt().cloned().filter(|_| game.battle.clock().round <= rounds) {
        let command = ai::choose(&game.battle.knowledge(prompt.side), &prompt);
        game.submit(command).unwrap();
    }
    game.replay(terms.scenario, terms.seed, &library().hash)
}

fn terms(scenario: &str, book: &str, seed: u64) -> Terms {
    Terms { book: Some(Key::new(book)), ..Terms::new(Key::new(scenario), seed) }
}

/// The only case of a file.
fn read(text: &str) -> CaseEntry {
    let (mut cases, mistakes) = case::read(Path::new("recorded.ron"), text);
    assert!(mistakes.is_empty(), "{}\n{text}", mistakes[0]);
    assert_eq!(cases.len(), 1);
    cases.remove(0)
}

fn passes(recorded: &Recorded) {
    if let Err(failure) = run::run_saving(library(), &read(&recorded.text), Saving::Now) {
        panic!("{}: {failure}\n{}", recorded.id, recorded.text);
    }
}

/// A battle of each book.
const BATTLES: [(&str, &str); 8] = [
    ("first_blood", "threat_range"),
    ("toll_at_the_gorge", "arrgs"),
    ("fog_in_the_fen", "threat_range"),
    ("hold_the_stairwell", "structured"),
    ("papers_at_the_mill", "fluid"),
    ("the_pass_road", "cepheus"),
    ("crows_over_the_quarter", "cepheus"),
    ("shield_wall_at_coldwall", "drive"),
];

#[test]
fn two_rounds_of_each_book_make_a_case_that_passes() {
    for (scenario, book) in BATTLES {
        let replay = played(&terms(scenario, book, 7), 2);
        let recorded = record::record(library(), &replay, None).unwrap();
        assert_eq!(recorded.begins, None, "{scenario}");
        passes(&recorded);
        let entry = read(&recorded.text);
        let given = entry.case.steps.iter().filter(|step| !matches!(step, CaseStep::Expect(_))).count();
        assert_eq!(given, replay.commands.len(), "{scenario}");
    }
}

#[test]
fn a_case_of_the_last_round_passes_wherever_it_begins() {
    let mut midway = Vec::new();
    for (scenario, book) in BATTLES {
        let replay = played(&terms(scenario, book, 7), 2);
        let rounds = replay.end.as_ref().unwrap().round;
        let recorded = record::record(library(), &replay, Some(rounds.min(2))).unwrap();
        passes(&recorded);
        if recorded.begins.is_some() {
            midway.push(scenario);
            let case = read(&recorded.text).case;
            assert!(!case.sides.is_empty() && case.steps.len() < 2 * replay.commands.len(), "{scenario}");
        }
    }
    println!("begin with a round: {}", midway.join(", "));
    assert!(!midway.is_empty(), "none of the battles can be written as it stands in its second round");
}

#[test]
fn a_deck_and_a_scenario_of_ones_own_go_with_the_case() {
    let decked = Terms { luck: Luck::Deck, ..terms("first_blood", "threat_range", 3) };
    passes(&record::record(library(), &played(&decked, 1), None).unwrap());

    let def = (*library().scenarios[&Key::new("first_blood")]).clone();
    let made = Made { name: "Mine".to_owned(), text: format!("[\n{}\n]", ron::to_string(&def).unwrap()) };
    let own = Terms { made: Some(made), ..terms("skirmish", "threat_range", 3) };
    let recorded = record::record(library(), &played(&own, 1), None).unwrap();
    assert!(read(&recorded.text).case.made.is_some());
    passes(&recorded);
}

#[test]
fn a_case_that_was_changed_fails() {
    let recorded = record::record(library(), &played(&terms("first_blood", "arrgs", 7), 2), None).unwrap();
    let fails = |change: &dyn Fn(&mut CaseEntry)| {
        let mut entry = read(&recorded.text);
        change(&mut entry);
        assert!(run::run(library(), &entry).is_err());
    };
    fails(&|entry| entry.case.dice.push(7u16.into()));
    fails(&|entry| {
        entry.case.dice.pop();
    });
    fails(&|entry| {
        let first = entry.case.steps.iter().position(|step| !matches!(step, CaseStep::Expect(_)));
        entry.case.steps.remove(first.unwrap());
    });
    let moved = recorded.text.replacen("Changed(unit:", "Changed(unit: \"nobody\", was:", 1);
    assert!(!case::read(Path::new("recorded.ron"), &moved).1.is_empty());
    let more = recorded.text.replacen(", success: true)", ", success: false)", 1);
    assert_ne!(more, recorded.text);
    assert!(run::run(library(), &read(&more)).is_err());
}

#[test]
fn what_makes_no_case_is_said_in_a_sentence() {
    let mut replay = played(&terms("first_blood", "arrgs", 7), 1);
    let late = record::record(library(), &replay, Some(9)).unwrap_err();
    assert!(late.contains("no round 9"), "{late}");
    replay.start = "another".to_owned();
    let other = record::record(library(), &replay, None).unwrap_err();
    assert!(other.contains("current rules"), "{other}");
    replay.commands.clear();
    let cut = record::record(library(), &replay, None).unwrap_err();
    assert!(cut.contains("cut short"), "{cut}");
}

#[test]
fn a_condition_that_a_unit_begins_with_may_end_by_itself() {
    let case = |until: &str| {
        let text = format!(
            r#"[(id: "lies", rules: [], rulebook: "arrgs", sides: [
                (side: "red", units: [(id: "x", conditions: [("prone", 1)], until: {{"{until}": EndOfTurn}})]),
                (side: "blue", units: [(id: "y", at: (9, 5))]),
            ], do: [Expect([Condition("x", "prone", 1)]), End("x"), Expect([Condition("x", "prone", 0)])])]"#
        );
        run::run(library(), &read(&text)).map_err(|failure| failure.to_string())
    };
    assert_eq!(case("prone"), Ok(()));
    assert_eq!(
        case("prune"),
        Err("x begins without the condition \"prune\"; did you mean \"prone\"?".to_owned())
    );
}

/// A case of a scenario, with these fields besides.
fn on_scenario(fields: &str) -> Result<(), String> {
    let text = format!(
        r#"[(id: "there", rules: [], rulebook: "arrgs", scenario: "first_blood", {fields} do: [Expect([Round(1)])])]"#
    );
    run::run(library(), &read(&text)).map_err(|failure| failure.to_string())
}

#[test]
fn a_scenario_leaves_no_room_for_a_second_map() {
    let own = on_scenario(r#"map: ["...."],"#).unwrap_err();
    assert_eq!(own, "the scenario has its own `map`: leave out one of the two");
    let door = on_scenario("doors: [(99, (0, 0), (1, 0), true)],").unwrap_err();
    assert_eq!(door, "the scenario has no door 99");
    let units = r#"sides: [(side: "red", units: [(id: "x", at: (2, 2))]), (side: "blue", units: [(id: "y", at: (9, 5))])],"#;
    assert_eq!(on_scenario(units), Ok(()));
}
