//! The sequence of a round as data: a mod adds a phase of its own in RON alone, and mistakes in it are told.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::{fs, path::Path};

use common::library;
use tempfile::TempDir;
use threat_range::{
    battle::{
        chronicle::Outcome,
        replay::{self, Game},
        setup::Setup,
    },
    cli::case,
    content::{diagnostics::Report, library::Library},
    key::Key,
    rules::facts::Phase,
};

const SEED: u64 = 11;

const MORALE: &str = r#"phases: [
            (id: "morale", name: "Morale", rule: "A-48", do: [
                Check(check: "willpower", dc: 14, fail: [Gain(condition: "resolve:shaken")]),
            ]),
        ],"#;

const SHAKEN: &str = r#"[
    (id: "shaken", name: "Shaken", rule: "A-48", on: [(at: Phase("morale"), do: [Lose(track: "vitality", amount: 1)])]),
]"#;

const AFTER_TURNS: &str = r#"sequence: [
            Start, Order, Haste, Turns, Phase("morale"), Tasks,
            Expire, Zones, Durations, SuddenChanges, Movement, Conditions, Falls, Hours, Awareness,
            Jump, Settle,
        ],"#;

const CASE: &str = r#"[
    (
        id: "who_fails_in_the_morale_phase_is_shaken_and_bears_it_at_once",
        rulebook: "arrgs",
        rules: [],
        text: "After the turns Willpower 14 and 5 against 14; the shaken one loses a point.",
        sides: [
            (side: "red", units: [(id: "anna", at: (2, 2), max: {"vitality": 20}, tracks: {"vitality": 20})]),
            (side: "blue", units: [(id: "bor", at: (9, 2), max: {"vitality": 20}, tracks: {"vitality": 20})]),
        ],
        dice: [("willpower", 14), ("willpower", 5)],
        do: [
            UntilRound(2),
            Expect([Condition("anna", "resolve:shaken", 0), Track("anna", "vitality", 20)]),
            Expect([Condition("bor", "resolve:shaken", 1), Track("bor", "vitality", 19)]),
        ],
    ),
]"#;

fn scenario() -> Key {
    Key::new("first_blood")
}

/// The base game and a mod that writes these fields of timing into the book of ARRGS, and has these conditions.
fn load(timing: &str, conditions: &str) -> (Library, Report) {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let book = fs::read_to_string(assets.join("rulebooks/arrgs/book.ron")).unwrap();
    let start = "    timing: (\n";
    assert_eq!(book.matches(start).count(), 1);
    let folder: TempDir = tempfile::tempdir().unwrap();
    let own = folder.path().join("rulebooks/arrgs");
    fs::create_dir_all(&own).unwrap();
    let about = "(id: \"resolve\", name: \"Resolve\", version: \"1.0.0\", game: \">=0.1\")";
    fs::write(folder.path().join("mod.ron"), about).unwrap();
    fs::write(own.join("book.ron"), book.replace(start, &format!("{start}        {timing}\n"))).unwrap();
    fs::write(own.join("conditions.ron"), conditions).unwrap();
    Library::load_with(&assets, &[folder.path().to_path_buf()])
}

fn loaded(timing: &str, conditions: &str) -> Library {
    let (library, report) = load(timing, conditions);
    assert!(report.is_empty(), "{report}");
    library
}

fn setup(library: &Library) -> Setup {
    library.setup(scenario(), SEED, Some(Key::new("arrgs"))).unwrap()
}

fn two_rounds(setup: Setup) -> Game {
    let game = common::two_rounds(setup);
    assert_eq!(game.battle.fault(), None);
    game
}

fn says(report: &Report, part: &str) {
    let text = report.render(false);
    assert!(text.contains(part), "\"{part}\" is not in:\n{text}");
}

/// The phases of a battle in the order in which they began.
fn phases(game: &Game) -> Vec<Phase> {
    let events = game.battle.chronicle().events.iter();
    events
        .filter_map(|event| match &event.outcome {
            Outcome::PhaseStarted { phase, .. } => Some(*phase),
            _ => None,
        })
        .collect()
}

#[test]
fn a_mod_adds_a_phase_in_which_everybody_makes_a_check() {
    let game = two_rounds(setup(&loaded(&format!("{AFTER_TURNS}\n{MORALE}"), SHAKEN)));
    let morale = Phase::Own(Key::new("morale"));
    let round = [Phase::RoundStart, Phase::Turns, morale, Phase::EndOfRound, Phase::FluidInitiative];
    let began = phases(&game);
    assert_eq!(began[..11], [[Phase::Muster].as_slice(), &round, &round].concat());
    assert_ne!(game.battle.clock().phase, morale);
    let (mut checks, mut shaken, mut lost) = (0, 0, 0);
    for event in &game.battle.chronicle().events {
        match &event.outcome {
            Outcome::Rolled { check, .. } if check.id == "willpower" => checks += 1,
            Outcome::Condition { condition, from: 0, to: 1, .. } if *condition == "resolve:shaken" => {
                shaken += 1;
            }
            Outcome::Track { cause, .. } if *cause == "resolve:shaken" => lost += 1,
            _ => {}
        }
    }
    assert_eq!(checks, 2 * game.battle.referees_knowledge().units.len());
    assert!(shaken > 0 && lost >= shaken, "{shaken} were shaken, {lost} points lost by it");
}

#[test]
fn a_case_shows_what_such_a_phase_does() {
    let library = loaded(&format!("{AFTER_TURNS}\n{MORALE}"), SHAKEN);
    let (cases, mistakes) = case::read(Path::new("arrgs/morale.ron"), CASE);
    assert!(mistakes.is_empty(), "{}", mistakes.iter().map(ToString::to_string).collect::<String>());
    if let Err(failure) = case::run::run(&library, &cases[0]) {
        panic!("{failure}");
    }
}

#[test]
fn what_lasts_until_a_phase_ends_as_it_comes_again() {
    let until = MORALE
        .replace("dc: 14", "dc: 30")
        .replace("resolve:shaken\"", "resolve:shaken\", until: Phase(\"morale\")");
    let game = two_rounds(setup(&loaded(&format!("{AFTER_TURNS}\n{until}"), SHAKEN)));
    let events = game.battle.chronicle().events.iter();
    let (mut gained, mut lost) = (0, 0);
    for event in events {
        match &event.outcome {
            Outcome::Condition { condition, to, .. } if *condition == "resolve:shaken" && *to > 0 => {
                gained += 1
            }
            Outcome::Condition { condition, .. } if *condition == "resolve:shaken" => lost += 1,
            _ => {}
        }
    }
    assert!(lost > 0 && lost <= gained, "{gained} gained it, {lost} lost it");
    let wrong = until.replace("Phase(\"morale\")", "Phase(\"morle\")");
    says(&load(&format!("{AFTER_TURNS}\n{wrong}"), SHAKEN).1, "there is no phase \"morle\"");
}

#[test]
fn a_replay_of_a_battle_with_such_a_phase_holds() {
    let library = loaded(&format!("{AFTER_TURNS}\n{MORALE}"), SHAKEN);
    let game = two_rounds(setup(&library));
    let kept = game.replay(scenario(), SEED, &library.hash);
    assert_eq!(replay::verify(&kept, setup(&library)).unwrap().hash(), game.battle.hash());
    let saved = game.saved(scenario(), SEED, &library.hash);
    let again = Game::resume(saved, setup(&library)).unwrap();
    assert_eq!(again.battle.hash(), game.battle.hash());
}

#[test]
fn a_phase_may_stand_in_the_midst_of_the_end_of_a_round() {
    let between =
        AFTER_TURNS.replace("Phase(\"morale\"), ", "").replace("Falls,", "Phase(\"morale\"), Falls,");
    let game = two_rounds(setup(&loaded(&format!("{between}\n{MORALE}"), SHAKEN)));
    let began = phases(&game);
    let morale = began.iter().position(|phase| *phase == Phase::Own(Key::new("morale"))).unwrap();
    assert_eq!(began[morale - 1..=morale + 1], [Phase::EndOfRound, began[morale], Phase::FluidInitiative]);
    assert_eq!(began.iter().filter(|phase| **phase == began[morale]).count(), 2);
}

#[test]
fn the_usual_sequence_written_out_changes_nothing() {
    let written = AFTER_TURNS.replace("Phase(\"morale\"), ", "");
    let game = two_rounds(setup(&loaded(&written, "[]")));
    assert_eq!(game.battle.hash(), two_rounds(setup(library())).battle.hash());
}

#[test]
fn a_wrong_word_in_a_sequence_is_a_mistake() {
    let (_, report) = load(&AFTER_TURNS.replace("Turns", "Trns"), "[]");
    says(&report, "unknown word \"Trns\"");
    says(&report, "did you mean \"Turns\"?");
    let (_, report) = load(&format!("{}\n{MORALE}", AFTER_TURNS.replace("morale", "morle")), SHAKEN);
    says(&report, "there is no phase \"morle\"");
    says(&report, "did you mean \"morale\"?");
    let (_, report) =
        load(&format!("{AFTER_TURNS}\n{MORALE}"), &SHAKEN.replace("Phase(\"morale\")", "Phase(\"morle\")"));
    says(&report, "there is no phase \"morle\"");
    says(&report, "conditions.ron:2");
}

#[test]
fn a_sequence_that_cannot_be_played_is_told_and_the_usual_one_is_played() {
    for (from, to, why) in [
        ("Falls, ", "", "the sequence of a round has no step Falls"),
        ("Jump, Settle", "Jump, Settle, Turns", "Turns stands twice in the sequence of a round"),
        ("Start, Order", "Order, Start", "the sequence of a round begins with Start"),
        ("Order, Haste, Turns", "Haste, Turns, Order", "Order comes before Turns"),
    ] {
        let wrong = AFTER_TURNS.replace("Phase(\"morale\"), ", "").replace(from, to);
        let (library, report) = load(&wrong, "[]");
        says(&report, why);
        says(&report, "book.ron");
        two_rounds(setup(&library));
    }
}
