//! A whole battle from the title to its summary, three times: by the mouse alone, by the keyboard alone, by a gamepad
//! alone. Each script has but one kind of input, and sees no more than a person does: what may be chosen is lit, a
//! question has answers, a turn has an end. Only a few of the frames are drawn; the deep test draws them all. How many
//! clicks a turn takes and how often an enemy's turn asks, on average and at most, is counted, and what a board costs on
//! which nothing moves. Without a display the tests say so and pass; see `tests/window.rs`.
#![cfg(feature = "window")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says why, and what is counted is told")]

mod common;
#[path = "common/window.rs"]
mod window;

use std::{
    collections::BTreeSet,
    fs,
    process::Command,
    time::{Duration, Instant},
};

use common::{heeding_signals, library};
use threat_range::{
    battle::{
        command::Command as Decision,
        prompt::Ask,
        replay::{self, Game},
    },
    key::Key,
    rules::facts::Side,
    saves::SaveSlots,
};

/// The battle that the title offers first, and the dice with which it is soon over.
const SCENARIO: &str = "first_blood";
const SEED: u64 = 3;

/// Plays a script that begins at the title, and fails unless the battle was played to its end by both sides.
fn drill(script: &str) {
    if !window::display() {
        return;
    }
    let (played, ..) = window::play_from_title(SEED, "640x400", script);
    assert_eq!(played.scenario, Key::new(SCENARIO));
    let setup = library().setup(Key::new(SCENARIO), SEED, None).unwrap();
    let people = Side::new("wardens");
    let own: Vec<_> = setup.units.iter().filter(|unit| unit.side() == people).map(|unit| unit.id()).collect();
    let commands = || played.commands.iter().map(|(command, _)| command);
    let acts = commands()
        .filter(|command| matches!(command, Decision::Act { unit, .. } if own.contains(unit)))
        .count();
    let ends =
        commands().filter(|command| matches!(command, Decision::End { unit } if own.contains(unit))).count();
    assert!(acts >= 3, "the person acted {acts} times");
    assert!(ends >= 3, "the person ended {ends} turns");
    assert!(!commands().any(|command| matches!(command, Decision::Concede { .. })), "nobody gave up");
    let battle = replay::verify(&played, setup).unwrap_or_else(|error| panic!("{error}"));
    assert!(battle.winner().is_some(), "it was played to its end");
}

#[test]
fn a_battle_by_the_mouse_alone() {
    drill(
        r#"[Settle, Press("start First blood"), Wait(4), Press("To battle"), Settle, Shot("begun.png"),
            Until("Play again", 60, [
                Settle, ClickTarget, Settle, PressAny("answer "), Settle,
                ClickTarget, Settle, PressAny("answer "), Settle, PressAny("End turn"),
            ]),
            Wait(30), Shot("over.png"), Quit]"#,
    );
}

#[test]
fn a_battle_by_the_keyboard_alone() {
    drill(
        r#"[Settle, Key(Enter), Wait(4), Key(Enter), Settle, Shot("begun.png"),
            Until("Play again", 60, [
                Settle, Key(Tab), Key(Enter), Settle, Key(Enter), Key(Enter), Settle,
                Key(Tab), Key(Enter), Settle, Key(Enter), Key(Enter), Settle, Key(KeyE),
            ]),
            Wait(30), Shot("over.png"), Quit]"#,
    );
}

#[test]
fn a_battle_by_a_gamepad_alone() {
    drill(
        r#"[Settle, Pad(South), Wait(4), Pad(South), Settle, Shot("begun.png"),
            Until("Play again", 60, [
                Settle, Pad(RightTrigger), Pad(South), Settle, Pad(South), Pad(South), Settle,
                Pad(RightTrigger), Pad(South), Settle, Pad(South), Pad(South), Settle, Pad(Select),
            ]),
            Wait(30), Shot("over.png"), Quit]"#,
    );
}

/// The most that a turn of one's own takes of clicks and keys, half of all turns at least.
const CLICKS: u32 = 4;
/// The most questions in any one turn of an enemy's.
const QUESTIONS: u32 = 1;

#[test]
fn a_first_fight_by_mouse_takes_few_clicks_and_asks_little() {
    if !window::display() {
        return;
    }
    // Whoever may be attacked is, twice if there is enough for it; questions are answered as they come.
    let (played, home, _) = window::play_from_title(
        SEED,
        "1280x720",
        r#"[Settle, Press("start First blood"), Wait(4), Press("To battle"), Settle,
            Until("Play again", 60, [
                Settle, ClickTarget, Settle, PressAny("answer "), Settle,
                ClickTarget, Settle, PressAny("answer "), Settle, PressAny("End turn"),
            ]),
            Wait(30), Presses("presses.txt"), Quit]"#,
    );
    let setup = || library().setup(Key::new(SCENARIO), SEED, None).unwrap();
    let people = Side::new("wardens");
    let units = setup().units;
    let own = units.iter().filter(|unit| unit.side() == people);
    let own: Vec<&str> = own.map(|unit| unit.identity.name.as_str()).collect();
    let mut game = Game::new(setup());
    let mut enemy_turns = BTreeSet::new();
    for (command, _) in &played.commands {
        let round = game.battle.clock().round;
        if let Some(prompt) = game.battle.prompt()
            && matches!(prompt.ask, Ask::Turn { .. })
            && prompt.side != people
        {
            enemy_turns.insert((round, prompt.unit));
        }
        game.submit(command.clone()).unwrap();
    }
    assert!(game.battle.winner().is_some(), "it was played to its end");
    // A line for each turn in which something was pressed: round, whose, presses, answers.
    let (mut own_turns, mut asked, mut most) = (Vec::new(), 0, 0);
    let told = fs::read_to_string(home.path().join("presses.txt")).unwrap();
    for line in told.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let number = |n: usize| parts[n].parse::<u32>().unwrap();
        if own.contains(&parts[1]) {
            own_turns.push(number(2));
        } else {
            asked += number(3);
            most = most.max(number(3));
        }
    }
    own_turns.sort_unstable();
    assert!(own_turns.len() >= 6 && enemy_turns.len() >= 6, "{told}");
    let median = own_turns[own_turns.len() / 2];
    assert!(median <= CLICKS, "a turn takes {median} clicks and keys:\n{told}");
    let turns = u32::try_from(enemy_turns.len()).unwrap();
    println!("{asked} questions in {turns} turns of the enemy's, at most {most} in one");
    assert!(asked <= turns, "{asked} questions in {turns} turns of the enemy's:\n{told}");
    assert!(most <= QUESTIONS, "{most} questions in one turn of an enemy's:\n{told}");
}

/// How long a board is watched at a time, and how often at most until it has come to rest.
const WATCHED: Duration = Duration::from_secs(5);
const WATCHES: u32 = 40;
/// What share of one processor a board uses at most on which nothing moves.
const STILL: f64 = 0.02;

/// Processor time that a program has used so far, in seconds.
fn processor(id: u32) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // After the name in brackets; ticks are hundredths of a second.
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |n: usize| fields.get(n)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

#[test]
fn a_still_board_leaves_the_processor_alone() {
    if !window::display() {
        return;
    }
    if processor(std::process::id()).is_none() {
        println!("skipped: it is not known here how much of a processor a program uses");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    // Without a script, which has a step to look for in each frame.
    let mut command = window::program(home.path());
    command.args(["play", SCENARIO, "--seed", "5", "--motion", "0", "--size", "1280x720"]);
    let (mut begun, mut watches, mut least) = (None, 0, f64::MAX);
    let output = window::finish_with(heeding_signals(&command), home.path(), |child| {
        let Some(used) = processor(child.id()).filter(|_| least >= STILL && watches < WATCHES) else {
            return;
        };
        let (since, before): (Instant, f64) = *begun.get_or_insert_with(|| (Instant::now(), used));
        if since.elapsed() < WATCHED {
            return;
        }
        least = least.min((used - before) / since.elapsed().as_secs_f64());
        watches += 1;
        begun = None;
        if least < STILL || watches == WATCHES {
            let signal = format!("kill -TERM {}", child.id());
            assert!(Command::new("sh").args(["-c", &signal]).status().unwrap().success());
        }
    });
    assert!(least < STILL, "a still board uses {:.1}% of a processor", 100.0 * least);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    // It was the board, and a person's turn or a question to one.
    let slots = SaveSlots::new(&home.path().join("data/threat-range"));
    let save = slots.load(&slots.list().remove(0).path).unwrap().save;
    let prompt = save.game.snapshot.prompt.as_ref().unwrap();
    assert_eq!(prompt.side, Side::new("wardens"), "{prompt:?}");
}

#[test]
#[ignore = "deep: the same with every frame drawn"]
fn each_of_these_battles_with_every_frame_drawn() {
    window::drawn_in_full(&[
        a_battle_by_the_mouse_alone,
        a_battle_by_the_keyboard_alone,
        a_battle_by_a_gamepad_alone,
    ]);
}
