//! A whole battle from the title to its summary, three times: by the mouse alone, by the keyboard alone, by a gamepad
//! alone. Each script has but one kind of input, and sees no more than a person does: what may be chosen is lit, a
//! question has answers, a turn has an end. Only a few of the frames are drawn; the deep test draws them all. Without a
//! display the tests say so and pass; see `tests/window.rs`.
#![cfg(feature = "window")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says why")]

mod common;
#[path = "common/window.rs"]
mod window;

use common::{library, share::Share};
use threat_range::{
    battle::{command::Command as Decision, replay},
    key::Key,
    rules::facts::Side,
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

#[test]
#[ignore = "deep: the same with every frame drawn"]
fn each_of_these_battles_with_every_frame_drawn() {
    let share = Share::of_this_run();
    let _drawn = window::draw_every_frame();
    let battles: [fn(); 3] =
        [a_battle_by_the_mouse_alone, a_battle_by_the_keyboard_alone, a_battle_by_a_gamepad_alone];
    for (_, battle) in battles.into_iter().enumerate().filter(|(at, _)| share.takes(*at)) {
        battle();
    }
}
