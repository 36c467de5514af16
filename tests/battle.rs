//! What holds of every battle: determinism, saving at every prompt, replays, previews that change nothing. Tried in a
//! small battle of each rulebook, and in the deep tests in every scenario by each of its rulebooks.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::collections::BTreeSet;

use common::{library, scenarios, share::Share};
use threat_range::{
    ai::{self, random::Whim},
    battle::{
        Battle, Status,
        command::Command,
        prompt::Ask,
        replay::{self, Game},
        setup::Setup,
        snapshot::Snapshot,
    },
    key::Key,
    rules::legal::{self, Occasion},
};

/// Every scenario by each of its rulebooks.
fn setups(seed: u64) -> Vec<(Key, Setup)> {
    let lay_out = |(id, book)| (id, library().setup(id, seed, Some(book)).unwrap());
    let all: Vec<_> = scenarios().into_iter().map(lay_out).collect();
    assert!(!all.is_empty());
    all
}

/// The smallest of them for each rulebook.
fn small_setups(seed: u64) -> Vec<(Key, Setup)> {
    let mut all = setups(seed);
    all.sort_by_key(|(_, setup)| setup.units.len());
    let mut books = BTreeSet::new();
    all.retain(|(_, setup)| books.insert(setup.book.id));
    all
}

/// Those of all that this run's share takes.
fn shared_setups(seed: u64) -> Vec<(Key, Setup)> {
    let share = Share::of_this_run();
    setups(seed).into_iter().enumerate().filter(|(at, _)| share.takes(*at)).map(|(_, one)| one).collect()
}

fn wander(setup: Setup, seed: u64, steps: usize, mut each: impl FnMut(Battle) -> Battle) -> Battle {
    let mut battle = Battle::new(setup);
    battle.advance();
    let mut whim = Whim::new(seed);
    for _ in 0..steps {
        let Some(command) = ai::random::command(&battle, &mut whim) else { break };
        battle.submit(command.clone()).unwrap_or_else(|why| panic!("{command:?}: {why}"));
        assert_eq!(battle.fault(), None, "after {command:?}");
        battle = each(battle);
    }
    battle
}

fn same_hash(setups: Vec<(Key, Setup)>) {
    for (id, setup) in setups {
        let one = wander(setup.clone(), 3, 120, |battle| battle);
        let two = wander(setup, 3, 120, |battle| battle);
        assert_eq!(one.hash(), two.hash(), "{id}");
    }
}

#[test]
fn the_same_seed_and_commands_give_one_hash() {
    same_hash(small_setups(7));
}

#[test]
#[ignore = "deep: every scenario"]
fn the_same_seed_and_commands_give_one_hash_in_every_scenario() {
    same_hash(shared_setups(7));
}

fn restored(setups: Vec<(Key, Setup)>) {
    for (id, setup) in setups {
        let book = setup.book.clone();
        let plain = wander(setup.clone(), 5, 60, |battle| battle);
        let restored = wander(setup, 5, 60, |battle| {
            let text = ron::to_string(&battle.snapshot()).unwrap();
            let snapshot: Snapshot = ron::from_str(&text).unwrap();
            let again = Battle::restore(snapshot, &book).unwrap();
            assert_eq!(again.hash(), battle.hash());
            again
        });
        assert_eq!(plain.hash(), restored.hash(), "{id}");
    }
}

#[test]
fn saved_and_restored_at_every_prompt_it_goes_on_alike() {
    restored(small_setups(11));
}

#[test]
#[ignore = "deep: every scenario"]
fn saved_and_restored_at_every_prompt_it_goes_on_alike_in_every_scenario() {
    restored(shared_setups(11));
}

fn previewed(setups: Vec<(Key, Setup)>) {
    for (id, setup) in setups {
        wander(setup, 9, 25, |battle| {
            let before = battle.hash();
            if let Some(prompt) = battle.prompt() {
                let unit = prompt.unit;
                let facts = battle.truth().known_to(prompt.side);
                for offer in legal::offers(&facts, unit, &Occasion::default()) {
                    let act =
                        legal::Act { action: offer.action, mode: offer.mode, args: legal::Args::default() };
                    let _ = legal::targets(&facts, unit, &act, &Occasion::default());
                    let _ = legal::reach(&facts, unit, offer.action, &act.args);
                }
                let _ = ai::choose(&facts, prompt);
            }
            assert_eq!(battle.hash(), before, "{id}");
            battle
        });
    }
}

#[test]
fn a_preview_changes_nothing() {
    previewed(small_setups(13));
}

#[test]
#[ignore = "deep: every scenario"]
fn a_preview_changes_nothing_in_any_scenario() {
    previewed(shared_setups(13));
}

#[test]
fn a_refused_command_changes_nothing() {
    let (_, setup) = setups(17).remove(0);
    let mut battle = Battle::new(setup);
    battle.advance();
    let before = battle.hash();
    let nobody = threat_range::rules::facts::UnitId::new("nobody at all");
    assert!(battle.submit(Command::End { unit: nobody }).is_err());
    assert_eq!(battle.hash(), before);
}

fn played_to_its_end(setups: Vec<(Key, Setup)>) {
    for (id, setup) in setups {
        let played = threat_range::cli::simulate::play(setup, 1);
        assert_eq!(played.fault, "", "{id}");
        assert!(played.rounds > 0);
    }
}

#[test]
fn the_computer_plays_a_battle_of_each_rulebook_to_its_end() {
    played_to_its_end(small_setups(1));
}

#[test]
#[ignore = "deep: every scenario"]
fn the_computer_plays_every_scenario_to_its_end() {
    played_to_its_end(shared_setups(1));
}

#[test]
fn one_job_or_two_give_the_same_hashes() {
    let setup = library().setup(Key::new("first_blood"), 1, None).unwrap();
    let one = threat_range::cli::simulate::battles(&setup, 21, 4, 1, &|| {});
    let two = threat_range::cli::simulate::battles(&setup, 21, 4, 2, &|| {});
    assert_eq!(one, two);
}

#[test]
fn a_replay_is_verified_and_a_changed_one_is_not() {
    let scenario = Key::new("first_blood");
    let mut game = Game::new(library().setup(scenario, 5, None).unwrap());
    let mut whim = Whim::new(2);
    for _ in 0..40 {
        let Some(command) = ai::random::command(&game.battle, &mut whim) else { break };
        game.submit(command).unwrap();
    }
    let mut recorded = game.replay(scenario, 5, &library().hash);
    let again = replay::verify(&recorded, library().setup(scenario, 5, None).unwrap()).unwrap();
    assert_eq!(again.hash(), game.battle.hash());
    let other = library().setup(scenario, 6, None).unwrap();
    assert!(replay::verify(&recorded, other).is_err());
    recorded.commands[3].1 = "0".repeat(64);
    let error = replay::verify(&recorded, library().setup(scenario, 5, None).unwrap()).unwrap_err();
    assert_eq!(error, replay::ReplayError::Differs(4));
}

#[test]
fn a_step_without_dice_can_be_taken_back() {
    let scenario = Key::new("first_blood");
    let mut game = Game::new(library().setup(scenario, 5, Some(Key::new("arrgs"))).unwrap());
    let before = game.battle.hash();
    // Somebody's turn: end it without a die. Then take it back.
    while !matches!(game.battle.prompt().map(|prompt| &prompt.ask), Some(Ask::Turn { .. })) {
        let unit = game.battle.prompt().unwrap().unit;
        game.submit(Command::Decline { unit }).unwrap();
    }
    let unit = game.battle.prompt().unwrap().unit;
    game.submit(Command::End { unit }).unwrap();
    assert!(game.can_undo());
    assert!(game.undo());
    assert_eq!(game.battle.hash(), before);
}

#[test]
fn a_snapshot_of_a_newer_form_is_refused() {
    let (_, setup) = setups(1).remove(0);
    let book = setup.book.clone();
    let mut battle = Battle::new(setup);
    assert_eq!(battle.advance(), Status::Asking);
    let mut snapshot = battle.snapshot();
    snapshot.format += 1;
    let error = Battle::restore(snapshot, &book).unwrap_err();
    assert!(error.to_string().contains("newer"), "{error}");
}
