//! Every page of the window, reached and left by the keyboard alone and by the mouse alone, in one run: from the title
//! to a battle, its pause, a save, the end, the replay, and out by the title's own button. Only a few of the frames are
//! drawn; the deep test draws them all. Without a display the tests say so and pass; see `tests/window.rs`.
#![cfg(feature = "window")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says why")]

mod common;
#[path = "common/window.rs"]
mod window;

use std::{fs, path::Path};

use threat_range::{
    content::library::Stamp,
    key::Key,
    saves::{FORM, Header, SaveKind},
};

/// Opens the page that the focus goes to by some keys, finds a button there that the title has not, and goes back.
fn by_keys(keys: &str, button: &str) -> String {
    format!(
        "{keys} Key(Enter), Wait(4), Expect(\"{button}\"), ExpectNot(\"Quit\"), Key(Escape), Wait(4), \
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
    if !window::display() {
        return;
    }
    let pages = [
        ("New battle", "Begin", "Key(ArrowDown),"),
        ("Load", "Back", "Key(ArrowDown),"),
        ("Replays", "Back", "Key(ArrowDown),"),
        ("Mods", "Reload", "Key(ArrowDown),"),
        // Beside the mods, and below them.
        ("Rules", "find", "Key(ArrowRight),"),
        ("Settings", "Back", "Key(ArrowDown), Key(ArrowLeft),"),
    ];
    let mut script = String::from("[Wait(20), Expect(\"start First blood\"),");
    for (_, button, keys) in pages {
        script.push_str(&by_keys(keys, button));
    }
    // Back up to the first battle, into it, its pause, a save, and out of the pause again: still by keys.
    script.push_str(&"Key(ArrowUp),".repeat(5));
    script.push_str(
        "Key(Enter), Wait(4), Expect(\"To battle\"), Reads(\"Drive off\"), Key(Enter), Settle, Expect(\"End turn\"), \
         Expect(\"lesson\"), Shot(\"battle.png\"), Wait(8), PressAny(\"since\"), Wait(2), Key(Escape), Wait(4), Expect(\"Resume\"), \
         Shot(\"pause.png\"), Key(ArrowDown), Key(Enter), Wait(4), Expect(\"save\"), Key(Enter), Settle, \
         Expect(\"End turn\"), Key(Escape), Wait(4), Key(Escape), Wait(4), Expect(\"End turn\"),",
    );
    // To the end, the replay and the title with the pointer.
    script.push_str(
        "Press(\"Menu\"), Wait(4), Press(\"Give up\"), Wait(4), Press(\"yes\"), Settle, Wait(10), \
         Expect(\"Play again\"), Reads(\"Defeat\"), Shot(\"over.png\"), Press(\"Watch\"), Settle, Wait(10), Shot(\"replay.png\"), \
         Press(\"Menu\"), Wait(4), \
         Press(\"To the title\"), Wait(4), Expect(\"Continue\"),",
    );
    for (page, button, _) in pages {
        script.push_str(&by_mouse(page, button));
    }
    // What was written is found by what is looked for; what was kept is deleted only when one is sure.
    script.push_str(
        "Press(\"Rules\"), Wait(4), Reads(\"The rulebooks on the left\"), Type(\"flat-footed\"), Wait(6), Press(\"Back\"), Wait(4), Press(\"Replays\"), \
         Wait(4), Press(\"delete 0\"), Wait(4), Press(\"no\"), Wait(4), Expect(\"watch 0\"), Press(\"delete 0\"), \
         Wait(4), Press(\"yes\"), Wait(4), ExpectNot(\"watch 0\"), Press(\"Back\"), Wait(4), Press(\"Continue\"), \
         Settle, Expect(\"End turn\"), ExpectNot(\"lesson\"), Press(\"Menu\"), Wait(4), Press(\"Quit\")]",
    );
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("script.ron");
    fs::write(&file, window::frames(&script)).unwrap();
    let mut command = window::program(home.path());
    command.args(["play", "--seed", "5", "--motion", "0", "--size", "1280x720", "--script"]).arg(&file);
    let output = window::finish(command, home.path());
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(output.status.code(), Some(0), "{said}");
}

/// A save that is what it says, of a library with a mod that is not here; and files that are none any more.
fn spoilt_saves(home: &Path) {
    let folder = home.join("data/threat-range/saves");
    fs::create_dir_all(&folder).unwrap();
    let header = Header {
        form: FORM,
        used: [("weapon dragons:lance".to_owned(), "1".to_owned())].into(),
        name: "With a mod".to_owned(),
        kind: SaveKind::Named,
        number: 1,
        engine: "0.1.0".to_owned(),
        library: "another".to_owned(),
        mods: vec![Stamp { id: Key::new("dragons"), version: "2.0.0".to_owned(), hash: "1".to_owned() }],
        scenario: Key::new("first_blood"),
        title: None,
        book: Key::new("threat_range"),
        round: 2,
        side: None,
        asked: None,
        date: 1_700_000_000,
        length: 4,
        digest: blake3::hash(b"none").to_hex().to_string(),
    };
    let top = format!("Threat Range save, form {FORM}\n{}\n", serde_json::to_string(&header).unwrap());
    let whole = format!("{top}{}\nnone", blake3::hash(top.as_bytes()).to_hex());
    fs::write(folder.join("mod.save"), &whole).unwrap();
    fs::write(folder.join("short.save"), &whole[..whole.len() - 2]).unwrap();
    fs::write(folder.join("newer.save"), whole.replace(&format!("form {FORM}"), "form 9")).unwrap();
    fs::write(folder.join("letter.save"), "Dear diary").unwrap();
}

#[test]
fn an_evening_from_refused_saves_over_a_skirmish_to_the_log_that_hides_nothing() {
    if !window::display() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    spoilt_saves(home.path());
    let script = r#"[Wait(20), Press("Load"), Wait(6),
        Reads("dragons 2.0.0 is missing"), Reads("bytes)"), Reads("update the program"), Reads("isn't a Threat Range save"),
        Shot("refused.png"),
        Press("delete letter"), Wait(4), Press("yes"), Wait(4), ExpectNot("delete letter"), Press("Back"), Wait(4),

        Press("New battle"), Wait(4), Press("skirmish"), Wait(6), Reads("Vermilion"),
        Language("de"), Wait(4), Reads("Zinnober"), Language("en"), Wait(4), Press("map after"), Wait(4),
        Press("map before"), Wait(4), Press("map after"), Wait(4), Press("map after"), Wait(4), Press("map after"), Wait(4),
        Press("map after"), Wait(4), Intent(Draft(Muster(1))), Wait(4), Press("enlist 0"), Wait(3), Press("dismiss 0"), Wait(3),
        Press("dismiss 0"), Wait(3), Press("dismiss 0"), Wait(3), Press("dismiss 0"), Wait(3), Reads("has no units yet"),
        Press("enlist 4"), Wait(3), Press("Back"), Wait(4), Intent(Draft(Option("fog", 1))), Wait(3), Intent(Set(ConfirmEnd, 1)),
        Press("Begin"), Wait(4), Reads("units unknown"), Press("To battle"), Settle, Expect("End turn"), Shot("skirmish.png"),

        Keys([ControlLeft, KeyS]), Wait(4), Reads("Battle saved"),
        Press("End turn"), Settle, Reads("End the turn again"), Press("End turn"), Settle,
        Press("Menu"), Wait(4), Press("Restart"), Wait(4), Press("yes"), Settle, Expect("End turn"),
        Keys([ControlLeft, KeyL]), Settle, Expect("End turn"),
        Key(KeyR), Wait(6), Expect("find"), Key(Escape), Wait(4), Expect("End turn"),
        Press("Menu"), Wait(4), Press("To the title"), Wait(4), Press("yes"), Wait(6),
        Press("Load"), Wait(4), Press("name Quick save"), Wait(4), Type("er"), Wait(4), Press("take name"), Wait(4),
        ExpectNot("load Quick save"), Press("Back"), Wait(4), Press("Continue"), Settle, Expect("End turn"),

        Press("Menu"), Wait(4), Press("Give up"), Wait(4), Press("yes"), Settle, Wait(10), Expect("Play again"),
        Shot("over.png"),
        Reads("Still standing"), Language("de"), Wait(4), Reads("Noch auf den Beinen"), Language("en"), Wait(4), Reads("Still standing"),
        Press("What happened"), Wait(6), Press("part 0"), Wait(4), Reads("including hidden events"), Press("log copy"), Wait(3), Press("Back"), Wait(4),
        Press("Swap sides"), Settle, Wait(6), Expect("End turn"), Press("Menu"), Wait(4), Press("Give up"), Wait(4), Press("yes"),
        Settle, Wait(10), Press("Play again"), Settle, Wait(6), Expect("End turn"), Press("Menu"), Wait(4), Press("Give up"), Wait(4),
        Press("yes"), Settle, Wait(10), Press("Title"), Wait(6),
        Press("Replays"), Wait(4), Reads("won"), Press("watch 0"), Settle, Wait(10), Press("Menu"), Wait(4), Press("Quit")]"#;
    let said = window::run(home.path(), &["play"], 5, "1280x720", None, script);
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
#[ignore = "deep: the same with every frame drawn"]
fn each_of_these_runs_with_every_frame_drawn() {
    window::drawn_in_full(&[
        every_page_is_reached_and_left_by_keys_alone_and_by_the_mouse_alone,
        an_evening_from_refused_saves_over_a_skirmish_to_the_log_that_hides_nothing,
    ]);
}
