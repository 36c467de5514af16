//! Every page of the window, reached and left by the keyboard alone and by the mouse alone, in one run: from the title
//! to a battle, its pause, a save, the end, the replay, and out by the title's own button. Without a display the test
//! says so and passes; see `tests/window.rs`.
#![cfg(feature = "window")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says why")]

#[path = "common/window.rs"]
mod window;

use std::fs;

/// Opens the page that the focus goes to next below, finds a button there that the title has not, and goes back.
fn by_keys(button: &str) -> String {
    format!(
        "Key(ArrowDown), Key(Enter), Wait(4), Expect(\"{button}\"), ExpectNot(\"Quit\"), Key(Escape), Wait(4), \
         Expect(\"Quit\"),"
    )
}

/// The same with the pointer.
fn by_mouse(page: &str, button: &str) -> String {
    format!(
        "Press(\"{page}\"), Wait(4), Expect(\"{button}\"), ExpectNot(\"Quit\"), Press(\"Back\"), Wait(4), \
         Expect(\"Quit\"),"
    )
}

#[test]
fn every_page_is_reached_and_left_by_keys_alone_and_by_the_mouse_alone() {
    let Some(_one) = window::display() else { return };
    let pages = [
        ("New battle", "Begin"),
        ("Load", "Back"),
        ("Replays", "Back"),
        ("Mods", "Reload"),
        ("Rules", "find"),
        ("Settings", "Back"),
    ];
    let mut script = String::from("[Wait(20), Expect(\"start First blood\"),");
    for (_, button) in pages {
        script.push_str(&by_keys(button));
    }
    // Back up to the first battle, into it, its pause, a save, and out of the pause again: still by keys.
    script.push_str(&"Key(ArrowUp),".repeat(pages.len()));
    script.push_str(
        "Key(Enter), Settle, Expect(\"End turn\"), Key(Escape), Wait(4), Expect(\"Resume\"), Key(ArrowDown), \
         Key(Enter), Wait(4), Expect(\"save\"), Key(Enter), Settle, Expect(\"End turn\"), Key(Escape), Wait(4), \
         Key(Escape), Wait(4), Expect(\"End turn\"),",
    );
    // To the end, the replay and the title with the pointer.
    script.push_str(
        "Press(\"Menu\"), Wait(4), Press(\"Give up\"), Wait(4), Press(\"yes\"), Settle, Wait(10), \
         Expect(\"Play again\"), Press(\"Watch\"), Settle, Wait(10), Press(\"Menu\"), Wait(4), \
         Press(\"To the title\"), Wait(4), Expect(\"Continue\"),",
    );
    for (page, button) in pages {
        script.push_str(&by_mouse(page, button));
    }
    // What was written is found by what is looked for; what was kept is deleted only when one is sure.
    script.push_str(
        "Press(\"Rules\"), Wait(4), Type(\"flat-footed\"), Wait(6), Press(\"Back\"), Wait(4), Press(\"Replays\"), \
         Wait(4), Press(\"delete 0\"), Wait(4), Press(\"no\"), Wait(4), Expect(\"watch 0\"), Press(\"delete 0\"), \
         Wait(4), Press(\"yes\"), Wait(4), ExpectNot(\"watch 0\"), Press(\"Back\"), Wait(4), Press(\"Continue\"), \
         Settle, Expect(\"End turn\"), Press(\"Menu\"), Wait(4), Press(\"Quit\")]",
    );
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("script.ron");
    fs::write(&file, script).unwrap();
    let mut command = window::program(home.path());
    command.args(["play", "--seed", "5", "--motion", "0", "--size", "1280x720", "--script"]).arg(&file);
    let output = window::finish(command, home.path());
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(output.status.code(), Some(0), "{said}");
}
