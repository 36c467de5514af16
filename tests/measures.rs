//! How the screen of a battle is shared, measured from where its panels, counters and texts lie: in all six books, on
//! one's own turn, with a target pointed at and at a question; in the deep tests in every scenario by each of its books,
//! and in three sizes. The small map folds off all counters, and no panel lies on one who may be chosen, where all of these
//! have room beside the column. That marks show on every ground is proven in `src/window/contrast.rs`. Without a display
//! the tests say so and pass; see `tests/window.rs`.
#![cfg(feature = "window")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says why")]

mod common;
#[path = "common/window.rs"]
mod window;

use std::fs;

use common::share::Share;

const SEED: u64 = 5;
const SIZE: &str = "1280x720";

/// What a turn may look like: the least share of the window that is board, the most of its height that is the row.
const TURN: (f32, f32) = (65.0, 20.0);
/// The same beside the card of a target.
const TARGET: (f32, f32) = (65.0, 20.0);
/// The same with the key of what the marks of threat mean beside the board.
const THREAT: (f32, f32) = (65.0, 20.0);
/// The same with a question in place of the row, and its column.
const QUESTION: (f32, f32) = (65.0, 20.0);

/// A step that measures with these limits.
fn measure(place: &str, (board, row): (f32, f32)) -> String {
    format!("Measures(\"{place}\", {board:?}, {row:?})")
}

/// The steps to a person's first turn.
fn to_the_turn() -> String {
    let lessons = "Settle, PressAny(\"lesson\"), ".repeat(3);
    format!(
        "{lessons}Settle, Until(\"More\", 60, [PressAny(\"ready\"), PressAny(\"answer \"), Settle]), \
         Settle, Wait(8), PressAny(\"since\"), Wait(6)"
    )
}

/// A target that the keys go to, if there is one.
const TO_A_TARGET: &str = "Key(Tab), Wait(6), Settle, Wait(6)";

/// A person's turn; with `aims` also a target that the keys go to.
fn turn(place: &str, aims: bool) -> String {
    let mut steps = vec![to_the_turn(), measure(&format!("{place}, turn"), TURN)];
    if aims {
        steps.extend([TO_A_TARGET.to_owned(), measure(&format!("{place}, target"), TARGET)]);
    }
    format!("[{}, Quit]", steps.join(", "))
}

/// A person's turn and what the enemy threatens in all sizes, a target, and what a person is asked a few turns later: a
/// question, or what to do on a turn; and while that is played.
fn throughout(place: &str) -> String {
    let mut steps = vec![to_the_turn()];
    for (width, height) in [(1920, 1080), (3840, 2160), (1280, 720)] {
        let at = format!("{width}x{height}");
        steps.push(format!("Resize({width}, {height}), Wait(8), Settle, Wait(6)"));
        steps.push(measure(&format!("{place}, turn, {at}"), TURN));
        steps.push("Intent(Threat), Wait(6), Settle, Wait(6)".to_owned());
        steps.push(measure(&format!("{place}, threat, {at}"), THREAT));
        steps.push("Intent(Threat), Wait(4)".to_owned());
    }
    steps.extend([TO_A_TARGET.to_owned(), measure(&format!("{place}, target"), TARGET)]);
    // Nothing is pointed at any more.
    steps.push("PointAt(800.0, 34.0), Wait(4)".to_owned());
    steps.push("AutoTurns(6), Settle, PressAny(\"ready\"), Wait(6), Settle, Wait(6), Settle".to_owned());
    steps.push(measure(&format!("{place}, asked"), QUESTION));
    // What the computer answers for all is seen to be played.
    steps.push("Intent(Set(Motion, 100)), Auto(20), Wait(40)".to_owned());
    steps.push(measure(&format!("{place}, played"), QUESTION));
    format!("[{}, Quit]", steps.join(", "))
}

#[test]
fn on_a_turn_the_board_has_most_of_the_window_and_nobody_is_hidden() {
    if !window::display() {
        return;
    }
    // In the others nobody is within reach of the first to act.
    let books: [(&str, &[&str], bool); 6] = [
        ("threat_range", &["play", "first_blood"], true),
        ("arrgs", &["play", "first_blood", "--rulebook", "arrgs"], true),
        ("structured", &["play", "hold_the_stairwell"], false),
        ("fluid", &["play", "papers_at_the_mill"], false),
        ("cepheus", &["play", "the_pass_road"], false),
        ("drive", &["play", "shield_wall_at_coldwall"], false),
    ];
    for (book, what, aims) in books {
        let home = tempfile::tempdir().unwrap();
        window::run(home.path(), what, SEED, SIZE, None, &turn(book, aims));
    }
}

#[test]
#[ignore = "deep: every scenario by each of its books"]
fn in_every_scenario_the_board_has_most_of_the_window_and_nobody_is_hidden() {
    if !window::display() {
        return;
    }
    let share = Share::of_this_run();
    let scenarios = common::scenarios().into_iter().enumerate();
    for (_, (scenario, book)) in scenarios.filter(|(at, _)| share.takes(*at)) {
        let home = tempfile::tempdir().unwrap();
        let what = ["play", scenario.as_str(), "--rulebook", book.as_str()];
        let script = throughout(&format!("{scenario}, {book}"));
        window::run(home.path(), &what, SEED, SIZE, None, &script);
    }
}

#[test]
fn a_question_hides_nobody_whom_it_is_about() {
    if !window::display() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let script = format!(
        "[Settle, AutoTurns(50), Settle, Wait(6), Settle, {}, Shot(\"asked.png\"), Quit]",
        measure("question", QUESTION)
    );
    window::run(home.path(), &["play", "first_blood"], SEED, SIZE, None, &script);
}

#[test]
fn what_is_measured_can_be_too_much() {
    if !window::display() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("script.ron");
    let script = format!("[Settle, Wait(6), {}, Quit]", measure("narrow", (99.0, 1.0)));
    fs::write(&file, window::frames(&script)).unwrap();
    let mut command = window::program(home.path());
    command
        .args(["play", "first_blood", "--seed", "5", "--motion", "0", "--size", SIZE, "--script"])
        .arg(&file);
    let output = window::finish(command, home.path());
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("narrow: the board has") && said.contains("narrow: the row takes"), "{said}");
}
