//! The program with its window. The first test needs no display; the others open the real window and play in it by
//! a script, and print why they do not where there is none. `THREAT_RANGE_WINDOW_TESTS` makes that a failure: so CI
//! cannot pass without them. Only a few of the frames are drawn; the deep test draws them all.
#![cfg(feature = "window")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says why")]

mod common;
#[path = "common/window.rs"]
mod window;

use std::{
    fs,
    path::{Path, PathBuf},
};

use common::{heeding_signals, library};
use tempfile::TempDir;
use threat_range::{
    ai,
    battle::{
        command::Command as Decision,
        prompt::Ask,
        replay::{self, Game, Replay},
    },
    key::Key,
    rules::facts::Side,
    saves::{Replays, SaveKind, SaveSlots},
};
use window::{display, finish, finish_with, program};

const SCENARIO: &str = "first_blood";
const SEED: u64 = 5;

/// Plays a script in the window and gives the replay that it wrote.
fn play(script: &str) -> (Replay, TempDir, PathBuf) {
    window::play(SCENARIO, SEED, "640x400", None, script)
}

/// `threat-range replay`, without any display.
fn verify(home: &Path, file: &Path) -> String {
    let mut command = program(home);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").arg("replay").arg(file);
    let output = finish(command, home);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

#[test]
fn without_a_display_the_program_ends_with_one_sentence() {
    let home = tempfile::tempdir().unwrap();
    for arguments in [["play"].as_slice(), &["play", SCENARIO], &[]] {
        let mut command = program(home.path());
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
            command.env_remove(name);
        }
        command.args(arguments);
        let output = finish(command, home.path());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code().is_some_and(|code| code != 0), "{arguments:?}: {:?}", output.status);
        assert!(!said.contains("panicked"), "{said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
        assert!(said.contains("display"), "{said}");
    }
}

#[test]
fn a_display_that_does_not_answer_is_a_sentence_too() {
    let home = tempfile::tempdir().unwrap();
    let mut command = program(home.path());
    command.env("DISPLAY", ":4093").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET").arg("play");
    let output = finish(command, home.path());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some_and(|code| code != 0), "{:?}", output.status);
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    // Either the display cannot be reached, or the library that reaches displays is missing and is named.
    assert!(said.contains("nstall") || said.contains("DISPLAY"), "{said}");
}

#[test]
fn a_battle_played_in_the_window_by_keys_ends_as_the_same_commands_do_without_it() {
    if !display() {
        return;
    }
    // The first decision of a person is made with the keyboard, the second with the pointer, the rest by the computer
    // in the person's place.
    let (played, home, file) = play(
        "[Settle, Key(KeyE), Settle, Expect(\"End turn\"), Shot(\"asked.png\"), Press(\"End turn\"), Settle, \
         Auto(100000), Settle, Wait(30), Shot(\"over.png\"), Quit]",
    );
    let people = Side::new("wardens");
    let setup = library().setup(Key::new(SCENARIO), SEED, None).unwrap();
    let own: Vec<_> = setup.units.iter().filter(|unit| unit.side() == people).map(|unit| unit.id()).collect();
    let ends = |command: &Decision| matches!(command, Decision::End { unit } if own.contains(unit));
    assert!(played.commands.iter().filter(|(command, _)| ends(command)).count() >= 2, "both were heard");
    // The same commands, without a window, in this process and in the program.
    let battle = replay::verify(&played, setup).unwrap_or_else(|error| panic!("{error}"));
    assert!(battle.winner().is_some(), "it was played to its end");
    assert_eq!(played.commands.last().unwrap().1, battle.hash());
    let said = verify(home.path(), &file);
    assert!(said.contains("every hash agrees") && said.contains(&battle.hash()), "{said}");
}

/// The script that gives a side's decisions, each once everything else has come to rest.
fn script(decisions: &[Decision]) -> String {
    let mut steps = vec!["Settle".to_owned()];
    for decision in decisions {
        steps.push(format!("Command({})", ron::to_string(&ron::to_string(decision).unwrap()).unwrap()));
        steps.push("Settle".to_owned());
    }
    format!("[{}, Wait(30), Shot(\"over.png\"), Quit]", steps.join(", "))
}

#[test]
fn a_battle_given_to_the_window_command_by_command_is_the_one_played_without_it() {
    if !display() {
        return;
    }
    let people = Side::new("wardens");
    // What the window lays down for people by itself before anything else: a battle that is given up shows it.
    let (given_up, ..) = play(&script(&[Decision::Concede { side: people }]));
    assert!(matches!(given_up.commands.last(), Some((Decision::Concede { side }, _)) if *side == people));
    let standing = given_up.commands.into_iter().map(|(command, _)| command);
    let standing = standing.take_while(|command| matches!(command, Decision::Standing(_)));

    let mut game = Game::new(library().setup(Key::new(SCENARIO), SEED, None).unwrap());
    for command in standing {
        game.submit(command).unwrap();
    }
    let mut decisions = Vec::new();
    while let Some(prompt) = game.battle.prompt() {
        let side = prompt.side;
        let command = ai::choose(&game.battle.knowledge(side), prompt);
        if side == people {
            decisions.push(command.clone());
        }
        game.submit(command).unwrap();
    }
    assert!(decisions.len() >= 5, "people decide something");
    let (played, ..) = play(&script(&decisions));
    let expected = game.replay(Key::new(SCENARIO), SEED, &library().hash);
    let told = |replay: &Replay| {
        replay.commands.iter().map(|(command, _)| format!("{command:?}")).collect::<Vec<_>>()
    };
    assert_eq!(told(&played), told(&expected));
    assert_eq!(played, expected, "the same hash after each command");
}

#[test]
fn a_battle_saved_in_the_middle_of_a_question_goes_on_in_another_run() {
    if !display() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data/threat-range");
    let (slots, kept) = (SaveSlots::new(&data), Replays::new(&data));
    let run = |script: &str| window::run(home.path(), &["play", SCENARIO], SEED, "640x400", None, script);
    run(
        "[Settle, AutoTurns(50), Settle, Intent(Save(\"In the middle\")), Settle, Shot(\"asked.png\"), Quit]",
    );
    let path = slots.path_of("In the middle").unwrap();
    let save = slots.load(&path).unwrap().save;
    let prompt = save.game.snapshot.prompt.as_ref().unwrap();
    assert!(!matches!(prompt.ask, Ask::Turn { .. }), "it is saved in the middle of a question");
    let own = slots.list();
    let own = own.iter().find(|slot| matches!(slot.state.as_ref().unwrap().kind, SaveKind::Auto(_))).unwrap();
    let quit = slots.load(&own.path).unwrap().save;
    assert_eq!(quit.game, save.game, "the game has saved it once more before it ended");

    // Another run, which has begun the same battle anew: loading puts that away and goes on.
    let load = format!("Intent(Load({:?}))", path.display().to_string());
    let give_up = "Command(\"Concede(side: \\\"wardens\\\")\")";
    run(&format!(
        "[Settle, {load}, Settle, Auto(4), Settle, {give_up}, Settle, Wait(30), Shot(\"over.png\"), Quit]"
    ));
    let played: Replay =
        ron::from_str(&fs::read_to_string(home.path().join("played.replay")).unwrap()).unwrap();
    let (mut game, _) = save.resume(library()).unwrap();
    let before = game.commands().len();
    assert!(played.commands.len() > before + 4, "it was played on");
    for (command, _) in &played.commands[before..] {
        game.submit(command.clone()).unwrap();
    }
    let expected = game.replay(Key::new(SCENARIO), SEED, &library().hash);
    assert_eq!(played, expected, "the same hash after each command");
    let note = kept.list().remove(0).note.unwrap();
    assert_eq!((note.commands, note.winner), (played.commands.len(), game.battle.winner()));
}

#[cfg(unix)]
#[test]
fn a_signal_to_end_saves_the_battle_as_quitting_does() {
    if !display() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let (script, there) = (home.path().join("script.ron"), home.path().join("there.png"));
    let steps = "[Settle, AutoTurns(3), Settle, Intent(Save(\"There\")), Settle, Shot(\"there.png\"), \
                 Wait(100000000)]";
    fs::write(&script, window::frames(steps)).unwrap();
    let mut command = program(home.path());
    command
        .args(["play", SCENARIO, "--seed", "5", "--motion", "0", "--size", "640x400", "--script"])
        .arg(&script);
    let mut sent = false;
    let output = window::finish_with(heeding_signals(&command), home.path(), |child| {
        if !sent && there.exists() {
            sent = true;
            let signal = format!("kill -TERM {}", child.id());
            assert!(std::process::Command::new("sh").args(["-c", &signal]).status().unwrap().success());
        }
    });
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    let slots = SaveSlots::new(&home.path().join("data/threat-range"));
    let newest = slots.list().remove(0);
    assert!(matches!(newest.state.as_ref().unwrap().kind, SaveKind::Auto(_)), "saved once more as it ended");
    let named = slots.load(&slots.path_of("There").unwrap()).unwrap().save;
    assert_eq!(slots.load(&newest.path).unwrap().save.game, named.game);
}

#[test]
fn a_script_that_cannot_be_carried_out_ends_with_status_3() {
    if !display() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let script = home.path().join("script.ron");
    fs::write(&script, "[Settle, Press(\"No such button\"), Quit]").unwrap();
    let mut command = program(home.path());
    command.args(["play", SCENARIO, "--motion", "0", "--size", "640x400", "--script"]).arg(&script);
    let output = finish(command, home.path());
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("No such button"), "{said}");
}

#[test]
#[ignore = "deep: the same with every frame drawn"]
fn each_of_these_battles_with_every_frame_drawn() {
    window::drawn_in_full(&[
        a_battle_played_in_the_window_by_keys_ends_as_the_same_commands_do_without_it,
        a_battle_given_to_the_window_command_by_command_is_the_one_played_without_it,
        a_battle_saved_in_the_middle_of_a_question_goes_on_in_another_run,
    ]);
}

#[test]
fn who_saves_a_slip_in_a_file_reads_of_it_in_the_running_game() {
    if !display() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("mods/fen/rulebooks/arrgs/weapons.ron");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(home.path().join("mods/fen/mod.ron"), r#"(id: "fen", name: "Fen", version: "1.0.0")"#).unwrap();
    let script = home.path().join("script.ron");
    let steps = r#"[Until("slip look", 50000, [Wait(5)]), Press("slip look"), Wait(5), Reads("hnads"), Reads("Eel spear"), Quit]"#;
    fs::write(&script, window::frames(steps)).unwrap();
    let mut command = program(home.path());
    command.args(["--mods", "mods", "play", "--size", "640x400", "--motion", "0", "--script"]).arg(&script);
    let mut looks = 0;
    let output = finish_with(command, home.path(), |_| {
        looks += 1;
        // Now and then: it has to have looked once before it sees that anything is another.
        if looks % 80 == 0 {
            fs::write(&file, format!("[(id: \"spear\", name: \"Eel spear\", hnads: {looks})]")).unwrap();
        }
    });
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
