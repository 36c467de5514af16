//! Every case of `tests/cases`, and which rules have none yet.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::path::{Path, PathBuf};

use common::{files::texts_under, library};
use threat_range::{
    cli::case::{
        self, CaseEntry,
        run::{self, Saving},
    },
    content::library::Library,
    key::Key,
};

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    files.sort();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "ron"));
    files
}

fn cases(book: &str) -> Vec<(PathBuf, CaseEntry)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(book);
    let mut all = Vec::new();
    for file in files(&folder) {
        let text = std::fs::read_to_string(&file).unwrap();
        let (cases, mistakes) = case::read(&file, &text);
        assert!(
            mistakes.is_empty(),
            "{}",
            mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        );
        all.extend(cases.into_iter().map(|case| (file.clone(), case)));
    }
    all
}

fn all_pass(book: &str) {
    all_pass_saving(book, Saving::Now);
}

fn all_pass_saving(book: &str, saving: Saving) {
    let cases = cases(book);
    assert!(!cases.is_empty(), "there are no cases of {book}");
    let mut failed = Vec::new();
    for (file, case) in &cases {
        if let Err(failure) = run::run_saving(library(), case, saving) {
            failed.push(format!("{}: {}: {failure}", file.display(), case.case.id));
        }
    }
    assert!(failed.is_empty(), "{} of {} cases fail:\n{}", failed.len(), cases.len(), failed.join("\n"));
}

#[test]
fn arrgs() {
    all_pass("arrgs");
}

#[test]
fn threat_range() {
    all_pass("threat_range");
}

#[test]
fn structured() {
    all_pass("structured");
}

#[test]
fn cepheus() {
    all_pass("cepheus");
}

#[test]
fn fluid() {
    all_pass("fluid");
}

#[test]
fn drive() {
    all_pass("drive");
}

#[test]
#[ignore = "deep: every case saved as text at every prompt"]
fn every_case_is_saved_as_text_at_every_prompt() {
    for book in library().books.keys() {
        all_pass_saving(book.as_str(), Saving::Written);
    }
}

/// Rows that have a text but no case, at most; the number only shrinks.
const TEXTS_WITHOUT_CASE: usize = 16;

#[test]
fn rules_without_a_case_are_printed_and_shrink() {
    let mut named: Vec<Key> = Vec::new();
    for book in library().books.keys() {
        named.extend(cases(book.as_str()).iter().flat_map(|(_, case)| case.case.rules.iter().copied()));
    }
    let mut without_text_and_case = 0;
    for (id, letter) in [
        ("arrgs", "A"),
        ("structured", "S"),
        ("fluid", "F"),
        ("drive", "D"),
        ("cepheus", "C"),
        ("threat_range", "T"),
    ] {
        let book = &library().books[&Key::new(id)];
        let own: Vec<_> =
            book.rules.iter().filter(|rule| rule.id.as_str().starts_with(&format!("{letter}-"))).collect();
        assert!(!own.is_empty(), "{id} has no rules");
        let missing: Vec<&str> =
            own.iter().filter(|rule| !named.contains(&rule.id)).map(|rule| rule.id.as_str()).collect();
        without_text_and_case +=
            own.iter().filter(|rule| rule.text.is_some() && !named.contains(&rule.id)).count();
        println!("{id}: {} of {} rules have no case yet: {}", missing.len(), own.len(), missing.join(" "));
    }
    assert!(
        without_text_and_case <= TEXTS_WITHOUT_CASE,
        "{without_text_and_case} rules are described to players but shown by no case"
    );
}

#[test]
fn a_case_names_only_rules_that_exist() {
    for book in library().books.keys() {
        for (file, case) in cases(book.as_str()) {
            for rule in &case.case.rules {
                let known = library().books.values().any(|book| book.rules.get(*rule).is_some());
                assert!(known, "{}: {} names {rule}", file.display(), case.case.id);
            }
        }
    }
}

#[test]
fn a_die_left_over_fails_a_case() {
    let text = r#"[(id: "left", rules: [], sides: [(side: "a", units: [(id: "x")]), (side: "b", units: [(id: "y", at: (1, 0))])], dice: [7], do: [Expect([Turn("x")])])]"#;
    let (cases, mistakes) = case::read(Path::new("arrgs/left.ron"), text);
    assert!(mistakes.is_empty());
    let failure = run::run(library(), &cases[0]).unwrap_err();
    assert!(failure.text.contains("left over"), "{failure}");
}

#[test]
fn a_die_for_a_purpose_that_there_is_not_fails_a_case() {
    let text = r#"[(id: "odd", rules: [], sides: [(side: "a", units: [(id: "x")]), (side: "b", units: [(id: "y", at: (1, 0))])], dice: [("atack", 7)], do: []), ]"#;
    let (cases, _) = case::read(Path::new("arrgs/odd.ron"), text);
    let failure = run::run(library(), &cases[0]).unwrap_err().to_string();
    assert_eq!(failure, "there is no purpose of dice \"atack\"; did you mean \"attack\"?");
}

#[test]
fn a_wrong_expectation_fails_a_case() {
    let text = r#"[(id: "wrong", rules: [], sides: [(side: "a", units: [(id: "x")]), (side: "b", units: [(id: "y", at: (1, 0))])], do: [Expect([Turn("y")])])]"#;
    let (cases, _) = case::read(Path::new("arrgs/wrong.ron"), text);
    assert!(run::run(library(), &cases[0]).is_err());
}

/// What is said of a case of `arrgs` that fails: a duel of x and y, x's turn.
fn failure(steps: &str) -> String {
    let sides = r#"(side: "a", units: [(id: "x", max: {"vitality": 30})]), (side: "b", units: [(id: "y", at: (1, 0))])"#;
    let text = format!("[(id: \"fails\", rules: [], sides: [{sides}], do: [{steps}])]");
    let (cases, mistakes) = case::read(Path::new("arrgs/fails.ron"), &text);
    assert!(mistakes.is_empty(), "{}", mistakes[0]);
    run::run(library(), &cases[0]).unwrap_err().to_string()
}

#[test]
fn a_refused_step_says_why_first_and_shows_no_empty_fields() {
    assert_eq!(
        failure(r#"Act(unit: "y", action: "attack_melee", args: (target: "x"))"#),
        "step 1: refused: waiting for x, not y (code \"not_asked\"); the open prompt is x's: turn; \
         given: Act(unit:\"y\",action:\"attack_melee\",mode:Standard,args:(target:\"x\"))"
    );
}

#[test]
fn a_name_that_the_book_has_not_is_told_with_what_is_near_and_its_step() {
    let first = r#"Expect([Turn("x")])"#;
    for (step, said) in [
        (
            r#"Act(unit: "x", action: "atack_melee", args: (target: "y"))"#,
            "action \"atack_melee\"; did you mean \"attack_melee\"?",
        ),
        (
            r#"Referee(Condition(unit: "x", condition: "pron", count: 1))"#,
            "condition \"pron\"; did you mean \"prone\"?",
        ),
        (r#"Expect([Track("x", "vitalty", 30)])"#, "track \"vitalty\"; did you mean \"vitality\"?"),
    ] {
        assert_eq!(failure(&format!("{first}, {step}")), format!("step 2: there is no {said}"));
    }
    let text = format!("[(id: \"lines\", rules: [],\n do: [{first},\n{first}])]");
    let (cases, mistakes) = case::read(Path::new("arrgs/lines.ron"), &text);
    assert!(mistakes.is_empty(), "{}", mistakes[0]);
    let lines: Vec<u32> = [0, 1, 2].map(|step| cases[0].place_of(step).error("").line).to_vec();
    assert_eq!(lines, [1, 2, 3]);
}

#[test]
fn what_does_not_hold_names_the_open_prompt() {
    for (wrong, found) in [
        (r#"Track("x", "vitality", 29)"#, "x's vitality is 30, expected 29; "),
        (r#"Turn("y")"#, "the turn is \"x\", expected \"y\"; "),
        (r#"Prompt(unit: "y", ask: "hit")"#, "y is not asked about hit; "),
        (r#"Declared("x", "charge")"#, "x did not declare charge; declared: none; "),
        (r#"Stock("x", "longbow", 4)"#, "x has no longbow; "),
    ] {
        let text = failure(&format!("Expect([{wrong}])"));
        assert_eq!(text, format!("step 1: {found}the open prompt is x's: turn"));
    }
}

#[test]
fn a_unit_that_cannot_enter_is_told_as_one_that_cannot_begin() {
    let text = failure(r#"Enter("a", (id: "z", kind: "swordsmn"))"#);
    assert!(text.ends_with("has no unit \"swordsmn\"; did you mean \"swordsman\"?"), "{text}");
}

#[test]
fn what_a_weapon_takes_no_ammunition_or_loading_of_is_told() {
    for (gear, told) in [
        (r#"weapons: ["club"], stock: {"club": 3}"#, "club takes no ammunition"),
        (r#"weapons: ["longbow"], loaded: {"longbow": 0}"#, "longbow needs no loading"),
    ] {
        let sides = format!(
            r#"(side: "a", units: [(id: "x", {gear})]), (side: "b", units: [(id: "y", at: (1, 0))])"#
        );
        let text = format!("[(id: \"armed\", rules: [], sides: [{sides}], do: [])]");
        let (cases, mistakes) = case::read(Path::new("arrgs/armed.ron"), &text);
        assert!(mistakes.is_empty(), "{}", mistakes[0]);
        let said = run::run(library(), &cases[0]).unwrap_err().to_string();
        assert!(said.contains(told), "{said}");
    }
}

#[test]
fn an_outcome_that_an_expect_before_has_had_is_said_to_be_older() {
    let changed = r#"Expect([Changed(unit: "x", track: "vitality", by: -1)])"#;
    let steps = format!(r#"Referee(Lose(unit: "x", track: "vitality", amount: 1)), {changed}, {changed}"#);
    assert_eq!(
        failure(&steps),
        "step 3: x's vitality did not change by -1; changes: none since the Expect before; it happened earlier: an \
         Expect takes what has happened since the one before; the open prompt is x's: turn"
    );
}

#[test]
fn what_a_mod_has_is_suggested_and_a_mod_that_is_not_loaded_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let weapons = folder.path().join("rulebooks/arrgs");
    std::fs::create_dir_all(&weapons).unwrap();
    let manifest = r#"(id: "tides", name: "Tides", version: "1.0.0", game: ">=0.1")"#;
    std::fs::write(folder.path().join("mod.ron"), manifest).unwrap();
    let hook =
        r#"[(id: "boat_hook", name: "Boat hook", base: 5, types: ["bludgeoning"], hands: 2, reach: 1)]"#;
    std::fs::write(weapons.join("weapons.ron"), hook).unwrap();
    let ferryman = r#"[(id: "ferryman", name: "Ferryman", weapons: ["boat_hook"])]"#;
    std::fs::write(weapons.join("units.ron"), ferryman).unwrap();
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let (tides, report) = Library::load_with(&base, &[folder.path().to_path_buf()]);
    assert!(report.is_empty(), "{report}");
    let played = |library: &Library, one: &str| {
        let sides =
            format!(r#"(side: "a", units: [(id: "x", {one})]), (side: "b", units: [(id: "y", at: (1, 0))])"#);
        let text = format!(r#"[(id: "armed", rules: [], sides: [{sides}], do: [Expect([Turn("x")])])]"#);
        let (cases, mistakes) = case::read(Path::new("arrgs/armed.ron"), &text);
        assert!(mistakes.is_empty(), "{}", mistakes[0]);
        run::run(library, &cases[0]).map_err(|failure| failure.to_string())
    };
    assert_eq!(played(&tides, r#"weapons: ["tides:boat_hook"]"#), Ok(()));
    let near = "there is no weapon \"boat_hook\"; did you mean \"tides:boat_hook\"?";
    assert_eq!(played(&tides, r#"weapons: ["boat_hook"]"#), Err(near.to_owned()));
    let absent = "there is no weapon \"tides:boat_hook\"; the mod \"tides\" is not loaded (`--mods FOLDER`)";
    assert_eq!(played(library(), r#"weapons: ["tides:boat_hook"]"#), Err(absent.to_owned()));
    assert_eq!(played(&tides, r#"kind: "tides:ferryman""#), Ok(()));
    for (library, kind, told) in [
        (&tides, "ferryman", "did you mean \"tides:ferryman\"?"),
        (library(), "tides:ferryman", "the mod \"tides\" is not loaded (`--mods FOLDER`)"),
    ] {
        let said = played(library, &format!("kind: \"{kind}\"")).unwrap_err();
        assert!(said.contains(&format!("has no unit \"{kind}\"; {told}")), "{said}");
    }
}

/// The texts of all RON files below a folder, one after the other.
fn texts(folder: &Path) -> String {
    texts_under(folder, "ron").into_iter().map(|(_, text)| text).collect()
}

#[test]
fn every_unit_and_all_gear_of_the_base_game_is_played_in_a_case_or_a_scenario() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = texts(&root.join("tests/cases")) + &texts(&root.join("assets/scenarios"));
    let is_named = |id: &Key| named.contains(&format!("\"{id}\""));
    let mut idle = Vec::new();
    // The casts of `structured` and `drive` wait for the cases of their books.
    for (id, book) in library().books.iter().filter(|(id, _)| !["structured", "drive"].contains(&id.as_str()))
    {
        let mut gear = Vec::new();
        for unit in book.units.iter() {
            if !is_named(&unit.id) {
                idle.push(format!("{id}: unit {}", unit.id));
                continue;
            }
            gear.extend(unit.weapons.iter().chain(&unit.items).chain(&unit.spells).copied());
            gear.extend(unit.vehicle.iter().flat_map(|vehicle| &vehicle.mounts).map(|mount| mount.weapon));
        }
        // What a weapon is besides is played with it.
        gear.extend(book.weapons.iter().filter_map(|own| own.also));
        let all = (book.weapons.iter().map(|own| ("weapon", own.id)))
            .chain(book.items.iter().map(|own| ("item", own.id)))
            .chain(book.spells.iter().map(|own| ("spell", own.id)));
        for (kind, own) in all {
            if !gear.contains(&own) && !is_named(&own) {
                idle.push(format!("{id}: {kind} {own}"));
            }
        }
    }
    assert!(idle.is_empty(), "used by no case and no scenario:\n{}", idle.join("\n"));
}
