//! The modder's commands as a process: a mod is begun, checked, tried, looked into.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use std::{
    path::Path,
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;

/// Runs the program in a folder of its own, with nothing of the real user's.
fn run(home: &TempDir, arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_threat-range"))
        .args(arguments)
        .current_dir(home.path())
        .env("THREAT_RANGE_ASSETS", Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"))
        .env("HOME", home.path())
        .env("XDG_DATA_HOME", home.path().join("data"))
        .env("XDG_CONFIG_HOME", home.path().join("config"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(!err(&output).contains("panicked"), "{}", err(&output));
    output
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn begun() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let made = run(&home, &["new-mod", "fen"]);
    assert_eq!(made.status.code(), Some(0), "{}", err(&made));
    home
}

#[test]
fn a_mod_that_is_begun_has_no_mistakes_and_passes_its_case() {
    let home = begun();
    let checked = run(&home, &["check", "fen"]);
    assert_eq!((checked.status.code(), err(&checked).as_str()), (Some(0), ""), "{}", out(&checked));
    let tested = run(&home, &["test", "fen/cases", "--mods", "."]);
    assert_eq!(out(&tested).lines().last(), Some("1 passed, 0 failed"), "{}{}", out(&tested), err(&tested));
}

#[test]
fn nothing_is_written_over_and_no_bad_id_is_taken() {
    let home = begun();
    for id in ["fen", "Fen", "base", "../fen", "a b", ""] {
        let again = run(&home, &["new-mod", id]);
        assert_eq!(again.status.code(), Some(2), "{id}: {}", out(&again));
    }
}

#[test]
fn a_trace_says_what_was_rolled_and_what_came_of_it() {
    let home = begun();
    let plain = run(&home, &["test", "fen/cases", "--mods", "."]);
    assert_eq!(out(&plain).lines().count(), 1, "{}", out(&plain));
    let traced = out(&run(&home, &["test", "fen/cases", "--mods", ".", "--trace"]));
    for wanted in ["step 1: Act(unit:\"ada\"", "15 thrown", "vitality", "asked: ned", "expected holds"] {
        assert!(traced.contains(wanted), "{wanted} is not in\n{traced}");
    }
    // A case that fails says it unasked.
    let path = home.path().join("fen/cases/threat_range/billhook.ron");
    let text = std::fs::read_to_string(&path).unwrap().replace("\"vitality\", 6", "\"vitality\", 7");
    std::fs::write(&path, text).unwrap();
    let failed = out(&run(&home, &["test", "fen/cases", "--mods", "."]));
    assert!(failed.contains("failed  ") && failed.contains("15 thrown"), "{failed}");
}

#[test]
fn a_value_is_explained_and_what_is_misspelt_is_warned_of() {
    let home = begun();
    let told = run(&home, &["explain", "threat_range/weapons/fen:billhook.base", "fen"]);
    assert_eq!(told.status.code(), Some(0), "{}", err(&told));
    assert!(out(&told).contains("fen  new  fen/rulebooks/threat_range/weapons.ron:3:"), "{}", out(&told));
    assert!(out(&told).ends_with("  now: 6\n"), "{}", out(&told));
    let path = home.path().join("fen/rulebooks/threat_range/weapons.ron");
    let text = std::fs::read_to_string(&path).unwrap().replace("\"slashing\"", "\"slahsing\"");
    std::fs::write(&path, text).unwrap();
    std::fs::rename(
        home.path().join("fen/rulebooks/threat_range/units.ron"),
        home.path().join("fen/rulebooks/threat_range/unit.ron"),
    )
    .unwrap();
    let checked = run(&home, &["check", "fen"]);
    let said = err(&checked);
    for wanted in [
        "warning: nothing else knows the damage type \"slahsing\"",
        "fen/rulebooks/threat_range/weapons.ron:3:",
        "did you mean \"slashing\"?",
        "warning: nothing reads this file",
        "did you mean \"units.ron\"?",
    ] {
        assert!(said.contains(wanted), "{wanted} is not in\n{said}");
    }
}

#[test]
fn a_packed_mod_is_put_among_the_mods_as_it_is() {
    let home = begun();
    let packed = run(&home, &["pack", "fen", "--to", "mods.zip"]);
    assert_eq!(packed.status.code(), Some(0), "{}", err(&packed));
    assert_eq!(run(&home, &["pack", "fen", "--to", "mods.zip"]).status.code(), Some(2), "it stays");
    let mods = home.path().join("packed");
    std::fs::create_dir(&mods).unwrap();
    std::fs::rename(home.path().join("mods.zip"), mods.join("fen.zip")).unwrap();
    for arguments in [["check", "packed/fen.zip"].as_slice(), &["check", "--mods", "packed"]] {
        let checked = run(&home, arguments);
        assert_eq!((checked.status.code(), err(&checked).as_str()), (Some(0), ""), "{}", out(&checked));
        assert!(out(&checked).contains("2 mods"), "{}", out(&checked));
    }
    let tested = run(&home, &["test", "fen/cases", "--mods", "packed"]);
    assert_eq!(out(&tested).lines().last(), Some("1 passed, 0 failed"), "{}", err(&tested));
}
