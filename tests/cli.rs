//! The program as a process: what it prints, and the status it ends with. Whatever it is given, it never panics.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use common::{heeding_signals, library};
use tempfile::TempDir;
use threat_range::{
    ai,
    battle::{
        command::Command as Decision,
        replay::{End, Game, Replay},
    },
    key::Key,
    saves::{Save, Sitting, replays},
};

/// A folder of its own for a run of the program: its mods, its files, its home.
struct Home {
    folder: TempDir,
}

/// How a run ended.
struct Run {
    status: i32,
    out: String,
    err: String,
}

impl Home {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// The program with nothing of the real user's folders.
    fn program<S: AsRef<std::ffi::OsStr>>(&self, arguments: &[S]) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_threat-range"));
        program
            .args(arguments)
            .current_dir(self.folder.path())
            .env("THREAT_RANGE_ASSETS", Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"))
            .env("HOME", self.folder.path())
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .stdin(Stdio::null());
        program
    }

    /// Runs the program. Fails if it panics or is killed.
    fn run<S: AsRef<std::ffi::OsStr>>(&self, arguments: &[S]) -> Run {
        let given: Vec<_> = arguments.iter().map(|one| one.as_ref().to_owned()).collect();
        let output = self.program(arguments).output().unwrap();
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!err.contains("panicked"), "{given:?} panicked:\n{err}");
        let status = output.status.code().unwrap_or_else(|| panic!("{given:?} was killed:\n{err}"));
        Run { status, out, err }
    }

    /// A run that must end with one sentence on standard error and status 2.
    fn sorry(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}{}", run.out, run.err);
        assert_eq!(run.err.trim_end().lines().count(), 1, "{arguments:?}: {}", run.err);
        assert!(run.err.starts_with("threat-range: "), "{arguments:?}: {}", run.err);
        run.err
    }
}

fn has(text: &str, part: &str) {
    assert!(text.contains(part), "\"{part}\" is not in:\n{text}");
}

fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[cfg(unix)]
fn shown_name(file: &fs::DirEntry) -> String {
    file.file_name().to_string_lossy().into_owned()
}

// check

#[test]
fn check_finds_no_mistake_in_the_base_game() {
    let run = Home::new().run(&["check"]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    has(&run.out, "no errors");
    assert_eq!(run.err, "");
}

/// A mod whose mistakes are of three sorts, two of them in one rulebook.
fn broken(home: &Home) -> PathBuf {
    home.file("broken/mod.ron", r#"(id: "broken", name: "Broken", version: "1.0.0")"#);
    home.file(
        "broken/rulebooks/threat_range/weapons.ron",
        "[\n    (id: \"pike\", name: \"Pike\", base: 6, types: [\"piercing\"], hnads: 2),\n]\n",
    );
    home.file(
        "broken/rulebooks/threat_range/units.ron",
        "[\n    (\n        id: \"watchman\",\n        name: \"Watchman\",\n        weapons: [\"dagegr\"],\n    ),\n]\n",
    );
    home.file(
        "broken/rulebooks/threat_range/conditions.ron",
        "[\n    (id: \"dazed\", name: \"Dazed\", rule: \"T-01\", forbids: [Actions),\n]\n",
    );
    home.path("broken")
}

#[test]
fn check_tells_all_mistakes_of_a_mod_at_once_with_place_line_and_suggestion() {
    let home = Home::new();
    let run = home.run(&["check".as_ref(), broken(&home).as_path()]);
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
    // A field that does not exist.
    has(&run.err, "rulebooks/threat_range/weapons.ron:2:62");
    has(&run.err, "hnads: 2");
    has(&run.err, "did you mean \"hands\"?");
    // A weapon that does not exist.
    has(&run.err, "there is no weapon \"dagegr\"");
    has(&run.err, "rulebooks/threat_range/units.ron:5:19");
    has(&run.err, "weapons: [\"dagegr\"],");
    has(&run.err, "did you mean \"dagger\"?");
    // A bracket that does not match, in another file of the same rulebook.
    has(&run.err, "rulebooks/threat_range/conditions.ron:2:");
    has(&run.err, "forbids: [Actions),");
    has(&run.out, "errors");
}

#[test]
fn check_tells_mistakes_of_maps_and_scenarios_too() {
    let home = Home::new();
    home.file("places/mod.ron", r#"(id: "places", name: "Places", version: "1.0.0")"#);
    home.file(
        "places/maps/yard.ron",
        r#"[(id: "yard", name: "Yard", rows: ["..", ".x"], legend: {".": (terrain: "gras"), "x": (terrain: "grass", object: "crate")})]"#,
    );
    home.file(
        "places/scenarios/yard.ron",
        r#"[(id: "fight", name: "Fight", text: "", rulebook: "threat_rnage", map: "sheepfold", sides: [])]"#,
    );
    let run = home.run(&["check".as_ref(), home.path("places").as_path()]);
    assert_eq!(run.status, 1);
    has(&run.err, "did you mean \"grass\"?");
    has(&run.err, "did you mean \"threat_range\"?");
}

#[test]
fn check_of_a_folder_that_is_not_there_is_a_sentence() {
    has(&Home::new().sorry(&["check", "no/such/folder"]), "no/such/folder");
}

#[test]
fn check_of_a_folder_that_is_no_mod_fails() {
    let home = Home::new();
    fs::create_dir(home.path("empty")).unwrap();
    let run = home.run(&["check".as_ref(), home.path("empty").as_path()]);
    assert_eq!(run.status, 1);
    has(&run.err, "mod.ron");
}

#[test]
fn a_broken_mod_in_use_leaves_the_game_playable() {
    let home = Home::new();
    broken(&home);
    let run = home.run(&["--mods", shown(home.folder.path()), "simulate", "first_blood", "--battles", "1"]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    has(&run.err, "dagegr");
    has(&run.out, "all hashes");
}

// test

const DUEL: &str = "sides: [(side: \"a\", units: [(id: \"x\", at: (0, 0))]), (side: \"b\", units: [(id: \"y\", at: (1, 0))])]";

fn case(id: &str, turn: &str) -> String {
    format!("(id: \"{id}\", rules: [\"A-41\"], {DUEL}, do: [Expect([Turn(\"{turn}\")])]),\n")
}

#[test]
fn test_counts_what_passed_and_failed_on_its_last_line() {
    let home = Home::new();
    let good = home.file("arrgs/good.ron", format!("[{}{}]", case("one", "x"), case("two", "x")));
    let run = home.run(&["test", shown(&good)]);
    assert_eq!(
        (run.status, run.out.lines().last()),
        (0, Some("2 passed, 0 failed")),
        "{}{}",
        run.out,
        run.err
    );
    let bad = home.file("arrgs/worse.ron", format!("[{}\n{}]", case("one", "x"), case("wrong", "y")));
    let run = home.run(&["test", shown(&bad)]);
    assert_eq!(
        (run.status, run.out.lines().last()),
        (1, Some("1 passed, 1 failed")),
        "{}{}",
        run.out,
        run.err
    );
    let failure = run.out.lines().find(|line| line.starts_with("failed")).unwrap();
    has(failure, "worse.ron:3");
    has(failure, "wrong");
    let run = home.run(&["test", shown(&home.path("arrgs"))]);
    assert_eq!((run.status, run.out.lines().last()), (1, Some("3 passed, 1 failed")), "a whole folder");
    let run = home.run(&["test", shown(&bad), "--only", "one"]);
    assert_eq!((run.status, run.out.lines().last()), (0, Some("1 passed, 0 failed")), "only some of it");
}

#[test]
fn test_counts_a_case_that_cannot_be_read_as_failed() {
    let home = Home::new();
    let file = home.file("arrgs/odd.ron", format!("[{}(id: \"odd\", rulse: [], {DUEL})]", case("one", "x")));
    let run = home.run(&["test", shown(&file)]);
    assert_eq!(
        (run.status, run.out.lines().last()),
        (1, Some("1 passed, 1 failed")),
        "{}{}",
        run.out,
        run.err
    );
    has(&run.err, "did you mean \"rules\"?");
}

#[test]
fn test_of_a_file_that_is_not_there_is_a_sentence() {
    has(&Home::new().sorry(&["test", "nothing.ron"]), "nothing.ron");
}

/// A mod with a case of its own weapon, which passes if the mod is loaded.
fn mod_with_a_case(home: &Home, folder: &str, id: &str) {
    home.file(&format!("{folder}/mod.ron"), format!("(id: \"{id}\", name: \"{id}\", version: \"1.0.0\")"));
    let weapon = "[(id: \"pole\", name: \"Pole\", base: 5, types: [\"bludgeoning\"])]";
    home.file(&format!("{folder}/rulebooks/arrgs/weapons.ron"), weapon);
    let sides = format!(
        "sides: [(side: \"a\", units: [(id: \"x\", weapons: [\"{id}:pole\"])]), (side: \"b\", units: [(id: \"y\", at: (1, 0))])]"
    );
    let case = format!("[(id: \"poled\", rules: [], {sides}, do: [Expect([Turn(\"x\")])])]");
    home.file(&format!("{folder}/cases/arrgs/pole.ron"), case);
}

#[test]
fn test_and_watch_run_the_cases_of_mods_in_folders_and_zips() {
    let home = Home::new();
    mod_with_a_case(&home, "mods/tidal", "tidal");
    mod_with_a_case(&home, "mods/reeds", "reeds");
    home.file("mods/plain/mod.ron", r#"(id: "plain", name: "Plain", version: "1.0.0")"#);
    fs::create_dir(home.path("zips")).unwrap();
    let packed = home.run(&["pack", "mods/tidal", "--to", "zips/tidal.zip"]);
    assert_eq!(packed.status, 0, "{}{}", packed.out, packed.err);
    for (arguments, said) in [
        ("test mods/tidal", "1 passed, 0 failed"),
        ("test mods", "2 passed, 0 failed"),
        ("test mods/tidal mods --mods mods", "2 passed, 0 failed"),
        ("test zips/tidal.zip", "1 passed, 0 failed"),
        ("watch --mods zips --times 1", "1 passed, 0 failed"),
        ("watch mods/tidal --times 1", "1 passed, 0 failed"),
    ] {
        let run = home.run(&arguments.split(' ').collect::<Vec<_>>());
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{arguments:?}: {}", run.out);
        assert_eq!(run.out.lines().last(), Some(said), "{arguments:?}: {}", run.out);
    }
    has(&home.sorry(&["test", "mods/plain"]), "those of a mod stand in cases/<rulebook>/*.ron");
}

#[test]
fn single_mods_are_looked_at_beside_those_that_they_need() {
    let home = Home::new();
    home.file("lib/deep/mod.ron", r#"(id: "deep", name: "Deep", version: "1.0.0")"#);
    home.file("lib/deep/rulebooks/arrgs/weapons.ron", r#"[(id: "pike", name: "Pike", base: 4)]"#);
    let about = r#"(id: "own", name: "Own", version: "1.0.0", dependencies: [("deep", ">=1.0")])"#;
    home.file("own/mod.ron", about);
    let change = |amount: &str| format!("(update: [(id: \"deep:pike\", base: {amount})])");
    home.file("own/rulebooks/arrgs/weapons.ron", change("5"));
    let run = home.run(&["check", "own", "--mods", "lib"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    let run = home.run(&["explain", "arrgs/weapons/deep:pike.base", "own", "--mods", "lib"]);
    assert_eq!(run.out.lines().last(), Some("  now: 5"), "{}{}", run.out, run.err);
    home.file("own/rulebooks/arrgs/weapons.ron", change("\"x +\""));
    let run = home.run(&["pack", "own", "--mods", "lib"]);
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
    has(&run.out, "own-1.0.0.zip");
    has(&run.err, "weapons.ron");
    has(&home.sorry(&["check", "--mods", "nosuch"]), "there is no folder of mods nosuch");
}

// simulate

fn all_hashes(run: &Run) -> String {
    run.out.lines().find(|line| line.starts_with("all hashes")).unwrap().to_owned()
}

#[test]
fn simulate_gives_the_same_hashes_however_many_at_once() {
    let home = Home::new();
    let table = home.path("table.csv");
    let arguments =
        ["simulate", "first_blood", "--battles", "3", "--seed", "5", "--csv", shown(&table), "--jobs"];
    let two = home.run(&[arguments.as_slice(), &["2"]].concat());
    assert_eq!(two.status, 0, "{}{}", two.out, two.err);
    let mut rows = csv::Reader::from_path(&table).unwrap();
    let columns = rows.headers().unwrap().clone();
    let at = |name: &str| columns.iter().position(|column| column == name).unwrap();
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    let seeds: Vec<&str> = rows.iter().map(|row| &row[at("seed")]).collect();
    assert_eq!(seeds, ["5", "6", "7"]);
    for row in &rows {
        assert_eq!(row[at("hash")].len(), 64);
        assert_eq!(&row[at("fault")], "");
    }
    let one = home.run(&[arguments.as_slice(), &["1"]].concat());
    assert_eq!(all_hashes(&one), all_hashes(&two));
    let other = home.run(&["simulate", "first_blood", "--battles", "3", "--seed", "6"]);
    assert_ne!(all_hashes(&other), all_hashes(&two), "another seed is another battle");
}

#[test]
fn simulate_counts_the_actions_taken_and_names_the_others() {
    let run = Home::new().run(&["simulate", "first_blood", "--battles", "1", "--actions"]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    has(&run.out, "attack");
    has(&run.out, " times\n");
    has(&run.out, "\nnever            ");
}

#[test]
fn simulate_says_what_it_cannot_do() {
    let home = Home::new();
    has(&home.sorry(&["simulate", "first_blod"]), "did you mean \"first_blood\"?");
    has(&home.sorry(&["simulate", "zzzzzzzz"]), "first_blood");
    has(&home.sorry(&["simulate", "first_blood", "--battles", "0"]), "--battles");
    has(&home.sorry(&["simulate", "first_blood", "--rulebook", "drive"]), "drive");
    let nowhere = home.path("no/such/folder/table.csv");
    let run = home.run(&["simulate", "first_blood", "--battles", "1", "--csv", shown(&nowhere)]);
    assert_eq!(run.status, 2);
    has(&run.err, "table.csv");
}

// mods

#[test]
fn a_mod_that_lies_there_as_a_folder_and_as_a_zip_is_one_mistake() {
    let home = Home::new();
    for arguments in [["new-mod", "ashroad"], ["pack", "ashroad"]] {
        let run = home.run(&arguments);
        assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    }
    // That the folder of mods is named twice is no mistake besides.
    let run = home.run(&["check", "--mods", ".", "--mods", "."]);
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
    assert_eq!(run.err.matches("error:").count(), 1, "{}", run.err);
    for part in [
        "the mod \"ashroad\" is there more than once",
        "ashroad (version 1.0.0) is loaded",
        "ashroad-1.0.0.zip (version 1.0.0) is not",
        "keep one of them",
    ] {
        has(&run.err, part);
    }
}

// odds

#[test]
fn odds_prints_modifiers_and_the_distribution() {
    let run = Home::new().run(&["odds", "first_blood", "rona", "sly", "--distance", "1"]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    for part in ["Rona Hale attacks Sly Wenna", "to hit", "critical", "vs", "%"] {
        has(&run.out, part);
    }
}

#[test]
fn odds_say_what_is_rolled_against_what_whichever_way_the_dice_have_to_fall() {
    let over = Home::new().run(&["odds", "first_blood", "jem", "sly"]).out;
    for part in ["Ranged attack: 1d20+5 vs 14\n", "vs 14  Reflex of Sly Wenna\n"] {
        has(&over, part);
    }
    let under = Home::new().run(&["odds", "hold_the_stairwell", "voss", "brandt", "--distance", "1"]).out;
    for part in
        ["Weapon Skill: 1d100 vs 52 or less\n", "     42  Weapon Skill\n", "+10  Standard Attack [S-58]"]
    {
        has(&under, part);
    }
    assert!(!under.contains("Under") && !over.contains("Over"), "{over}{under}");
}

#[test]
fn odds_as_json_are_exact_fractions_that_add_up() {
    let run = Home::new().run(&["odds", "first_blood", "rona", "sly", "--distance", "1", "--json"]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let odds: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let number = |value: &serde_json::Value| value.as_str().unwrap().parse::<u128>().unwrap();
    for name in ["lands", "critical"] {
        let (num, den) = (number(&odds[name]["num"]), number(&odds[name]["den"]));
        assert!(den > 0 && num <= den, "{name}: {num}/{den}");
        let value = odds[name]["value"].as_f64().unwrap();
        assert!((value - num as f64 / den as f64).abs() < 1e-9);
    }
    assert!(number(&odds["lands"]["num"]) > 0);
    let loss = odds["loss"].as_array().unwrap();
    // A common denominator would do as well as the same one in each line; the sum is compared as fractions.
    let (num, den) = loss.iter().fold((0_u128, 1_u128), |(num, den), line| {
        let (n, d) = (number(&line["num"]), number(&line["den"]));
        if d == den { (num + n, den) } else { (num * d + n * den, den * d) }
    });
    assert_eq!(num, den, "the chances of all losses add up to 1");
    assert!(!odds["check"]["parts"].as_array().unwrap().is_empty());
}

#[test]
fn odds_are_those_of_the_plain_attack_where_no_action_is_named() {
    let beside = vec!["--distance", "1"];
    for (by, target, more, action) in [
        ("jem", "sly", vec![], "attack_ranged"),
        // An archer beside a foe does not strike with a fist.
        ("jem", "sly", beside.clone(), "attack_ranged"),
        ("rona", "sly", beside, "attack_melee"),
    ] {
        let named = ["odds", "first_blood", by, target, "--json"];
        let run = Home::new().run(&[named.as_slice(), &more].concat());
        assert_eq!(run.status, 0, "{}{}", run.out, run.err);
        let odds: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(odds["action"], action, "{by}");
    }
}

#[test]
fn odds_says_what_it_cannot_find() {
    let home = Home::new();
    has(&home.sorry(&["odds", "first_blood", "ronna", "sly"]), "did you mean \"rona\"?");
    has(&home.sorry(&["odds", "first_blood", "rona", "zzzzzz"]), "dirk");
    has(&home.sorry(&["odds", "frist_blood", "rona", "sly"]), "did you mean \"first_blood\"?");
    has(&home.sorry(&["odds", "first_blood", "rona", "sly", "--action", "zzzzz"]), "attack_melee");
    let wrong = ["odds", "first_blood", "rona", "sly", "--action", "atack_melee"];
    has(&home.sorry(&wrong), "did you mean \"attack_melee\"?");
    let magic = ["odds", "ambush_at_the_ford", "aude", "aude", "--action", "attack_spell"];
    has(&home.sorry(&magic), "--spell");
    has(&home.sorry(&[magic.as_slice(), &["--spell", "hael"]].concat()), "did you mean \"heal\"?");
    has(&home.sorry(&[magic.as_slice(), &["--spell", "dread"]].concat()), "it is for foes");
    home.sorry(&["odds", "first_blood", "rona", "sly", "--replay", "nothing.replay"]);
}

#[test]
fn odds_of_a_spell_that_heals_are_what_it_gives_back() {
    let heal = ["odds", "ambush_at_the_ford", "aude", "aude", "--spell", "heal"];
    let said = Home::new().run(&heal).out;
    has(&said, "average gain of Vitality ");
    assert!(!said.contains("average loss") && !said.contains("max 0"), "{said}");
}

#[test]
fn odds_takes_any_distance_weapon_and_spell() {
    let home = Home::new();
    for distance in ["-40000", "-32768", "-1", "0", "300", "32767", "40000"] {
        let run = home.run(&["odds", "first_blood", "jem", "sly", &format!("--distance={distance}")]);
        assert!((0..=2).contains(&run.status), "{distance}");
    }
    for more in [["--weapon", "no_such_thing"], ["--spell", "no_such_thing"], ["--rulebook", "no_such_thing"]]
    {
        let run = home.run(&[["odds", "first_blood", "rona", "sly"].as_slice(), &more].concat());
        assert_eq!(run.status, 2, "{more:?}: {}", run.out);
    }
}

// replay

/// A battle of `first_blood` after so many commands of the computer, as a replay.
fn recorded(commands: usize) -> Replay {
    let scenario = Key::new("first_blood");
    let mut game = Game::new(library().setup(scenario, 5, None).unwrap());
    for _ in 0..commands {
        let Some(prompt) = game.battle.prompt() else { break };
        let command = ai::choose(&game.battle.knowledge(prompt.side), prompt);
        game.submit(command).unwrap();
    }
    game.replay(scenario, 5, &library().hash)
}

#[test]
fn replay_verifies_every_hash() {
    let home = Home::new();
    let replay = recorded(30);
    let file = home.file("good.replay", ron::to_string(&replay).unwrap());
    let run = home.run(&["replay", shown(&file)]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    has(&run.out, "30 commands, every hash agrees");
    has(&run.out, &replay.commands.last().unwrap().1);
    let run = home.run(&["odds", "first_blood", "rona", "sly", "--distance", "1", "--replay", shown(&file)]);
    assert!(run.status != 1, "odds at a replay's end: {}{}", run.out, run.err);
}

#[test]
fn a_battle_in_a_file_becomes_a_case_that_passes() {
    let home = Home::new();
    let replay = recorded(20);
    let mut game = Game::new(library().setup(replay.scenario, replay.seed, None).unwrap());
    for (command, _) in &replay.commands {
        game.submit(command.clone()).unwrap();
    }
    let save = Save::of(&game, replay.scenario, replay.seed, Sitting::default(), library(), 1_800_000_000);
    let save = home.file("fight.save", save.encode().unwrap());
    let replay = home.file("fight.replay", ron::to_string(&replay).unwrap());
    for (at, battle) in [&replay, &save].into_iter().enumerate() {
        let case = home.path(&format!("case{at}.ron"));
        let made = home.run(&["test", "--record", shown(battle), "--out", shown(&case)]);
        assert_eq!(made.status, 0, "{}{}", made.out, made.err);
        let run = home.run(&["test", shown(&case)]);
        assert_eq!(run.status, 0, "{}{}", run.out, run.err);
        has(&run.out, "1 passed, 0 failed");
        has(&home.sorry(&["test", "--record", shown(battle), "--out", shown(&case)]), "is there already");
    }
    has(&home.run(&["test", "--record", shown(&replay)]).out, "scenario: \"first_blood\"");
    has(&home.sorry(&["test", "--record", shown(&replay), "--from", "77"]), "no round 77");
}

#[test]
fn replay_of_another_battle_does_not_hold() {
    let home = Home::new();
    let mut replay = recorded(8);
    replay.commands[5].1 = "0".repeat(64);
    replay.engine = "0.0.1".to_owned();
    let file = home.file("changed.replay", ron::to_string(&replay).unwrap());
    let run = home.run(&["replay", shown(&file)]);
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
    has(&run.out, "command 6");
    has(&run.out, "0.0.1");
}

#[test]
fn replay_that_was_cut_short_is_refused() {
    let home = Home::new();
    let whole = recorded(30);
    let mut cut = whole.clone();
    cut.commands.truncate(20);
    let file = home.file("cut.replay", ron::to_string(&cut).unwrap());
    has(&home.sorry(&["replay", shown(&file)]), "it has 20 commands instead of 30");
    let endless = Replay { end: None, ..cut };
    let file = home.file("endless.replay", ron::to_string(&endless).unwrap());
    has(&home.sorry(&["replay", shown(&file)]), "no end mark");
    // An end mark put right for what is left still has the round and the winner of the whole.
    let end = whole.end.clone().map(|end| End { round: end.round + 1, ..end });
    let file = home.file("other_end.replay", ron::to_string(&Replay { end, ..whole }).unwrap());
    let run = home.run(&["replay", shown(&file)]);
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
    has(&run.out, "not as its end mark says");
}

#[test]
fn replay_of_another_program_or_library_is_said_though_every_hash_agrees() {
    let home = Home::new();
    let forged = Replay { engine: "9.9.9".to_owned(), library: "0".repeat(64), ..recorded(8) };
    let file = home.file("forged.replay", ron::to_string(&forged).unwrap());
    let run = home.run(&["replay", shown(&file)]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    for part in ["version \"9.9.9\"", "another library", "8 commands, every hash agrees"] {
        has(&run.out, part);
    }
    let file = home.file("old.replay", ron::to_string(&Replay { format: 1, ..forged.clone() }).unwrap());
    has(&home.sorry(&["replay", shown(&file)]), "has format 1");

    // What the game itself wrote has a seal.
    let file = home.path("sealed.replay");
    replays::write(&file, &forged, "// A note.\n").unwrap();
    assert_eq!(home.run(&["replay", shown(&file)]).status, 0);
    let text = fs::read_to_string(&file).unwrap();
    home.file("sealed.replay", text.replace("9.9.9", "9.9.8"));
    has(&home.sorry(&["replay", shown(&file)]), "was changed after it was written");
}

#[test]
fn replay_under_other_content_names_what_has_changed_and_goes_on_if_wanted() {
    let home = Home::new();
    let replay = recorded(30);
    let arrgs = &library().books[&Key::new("arrgs")];
    let mut weapons = arrgs.weapons.iter().map(|def| def.id);
    let used = weapons.find(|id| replay.used.get(&format!("weapon {id}")).is_some()).unwrap();
    let file = home.file("good.replay", ron::to_string(&replay).unwrap());
    home.file("mods/hills/mod.ron", "(id: \"hills\", name: \"Hills\", version: \"1.0.0\")");
    home.file("mods/hills/scenarios/none.ron", "[]");
    let mods = home.path("mods");
    let run = home.run(&["replay", shown(&file), "--mods", shown(&mods)]);
    assert_eq!(run.status, 0, "a mod that it does not use: {}{}", run.out, run.err);

    let update = format!("(update: [(id: \"{used}\", base: 77)])");
    home.file("mods/hills/rulebooks/arrgs/weapons.ron", update);
    let said = format!("weapon {used} changed: base ");
    let run = home.run(&["replay", shown(&file), "--mods", shown(&mods), "--new-rules"]);
    has(&run.out, &said);
    has(&run.out, "under the rules of now");
    let mut other = replay;
    other.commands[5].1 = "0".repeat(64);
    let file = home.file("other.replay", ron::to_string(&other).unwrap());
    let run = home.run(&["replay", shown(&file), "--mods", shown(&mods)]);
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
    for part in ["does not hold", &said, "77", "--new-rules"] {
        has(&run.out, part);
    }
}

#[test]
fn replay_with_commands_that_cannot_be_is_refused() {
    let home = Home::new();
    let mut replay = recorded(3);
    let unit = r#"unit: "rona", action: "move""#;
    for command in [
        format!("Act({unit}, args: (path: [(32767, 32767), (-32768, -32768)]))"),
        format!("Act({unit}, args: (amount: Some(2147483647)))"),
        r#"Act(unit: "nobody", action: "nothing")"#.to_owned(),
        r#"Allot(unit: "rona", parts: [("vitality", -2147483648), ("vitality", 2147483647)])"#.to_owned(),
        r#"Delay(unit: "rona", until: Some(-2147483648))"#.to_owned(),
        r#"Referee(Damage(unit: "nobody", amount: 2147483647))"#.to_owned(),
        r#"Referee(Lose(unit: "rona", track: "vitality", amount: -2147483648))"#.to_owned(),
    ] {
        let given: Decision = ron::from_str(&command).unwrap_or_else(|error| panic!("{command}: {error}"));
        replay.commands[0].0 = given;
        let file = home.file("odd.replay", ron::to_string(&replay).unwrap());
        assert_eq!(home.run(&["replay", shown(&file)]).status, 1, "{command}");
    }
}

#[test]
fn replay_of_what_is_none_is_a_sentence() {
    let home = Home::new();
    has(&home.sorry(&["replay", "nothing.replay"]), "nothing.replay");
    let whole = ron::to_string(&recorded(4)).unwrap();
    let mut newer = recorded(1);
    newer.format = 1_000_000;
    let mut elsewhere = recorded(1);
    elsewhere.scenario = Key::new("first_blod");
    let bad: [(&str, Vec<u8>); 7] = [
        ("empty", Vec::new()),
        ("garbage", b"what is this { ] (".to_vec()),
        ("bytes", (0..=255).cycle().take(4096).collect()),
        ("deep", vec![b'('; 200_000]),
        ("truncated", whole.as_bytes()[..whole.len() * 2 / 3].to_vec()),
        ("twice", [whole.as_bytes(), whole.as_bytes()].concat()),
        ("newer", ron::to_string(&newer).unwrap().into_bytes()),
    ];
    for (name, text) in bad {
        let file = home.file(name, text);
        has(&home.sorry(&["replay", shown(&file)]), name);
    }
    let file = home.file("elsewhere", ron::to_string(&elsewhere).unwrap());
    let run = home.run(&["replay", shown(&file)]);
    assert_ne!(run.status, 0);
    has(&(run.out + &run.err), "did you mean \"first_blood\"?");
    assert_ne!(home.run(&["replay", shown(home.folder.path())]).status, 0, "a folder");
}

// what stands in the way

#[test]
fn without_its_base_game_check_says_so_in_words() {
    has(&Home::new().sorry(&["--assets", "nowhere", "check"]), "nowhere");
    // Nor is an id printed where the base game has no sentences.
    let home = Home::new();
    home.file("bare/mod.ron", r#"(id: "base", name: "Bare", version: "0.1.0")"#);
    let run = home.run(&["--assets", shown(&home.path("bare")), "check"]);
    assert!(run.out.contains("0 rulebooks") && !run.out.contains("check-done"), "{}", run.out);
    let told = home.sorry(&["--assets", "nowhere", "replay", "nothing.replay"]);
    has(&told, "couldn't be read");
}

#[cfg(unix)]
#[test]
fn a_table_that_cannot_be_written_is_told_before_the_first_battle() {
    let home = Home::new();
    let pipe = home.path("pipe.csv");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let nowhere = home.path("no/such/folder/table.csv");
    for table in [&pipe, &nowhere, &home.folder.path().to_path_buf()] {
        // So many battles would take weeks.
        let run = home.run(&["simulate", "first_blood", "--battles", "100000000", "--csv", shown(table)]);
        assert_eq!(run.status, 2, "{}{}", run.out, run.err);
        has(&run.err, shown(table));
    }
    use std::os::unix::fs::FileTypeExt;
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo(), "it is not replaced");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_simulation_with_what_is_done() {
    ["INT", "TERM", "HUP"].into_iter().for_each(end_a_simulation);
}

#[cfg(unix)]
fn end_a_simulation(signal: &str) {
    let home = Home::new();
    let table = home.path("table.csv");
    let arguments =
        ["simulate", "first_blood", "--battles", "100000000", "--jobs", "1", "--csv", shown(&table)];
    let mut program = heeding_signals(&home.program(&arguments));
    let child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The table's draft is opened just before the first battle.
    let drafted = || {
        fs::read_dir(home.folder.path()).unwrap().any(|file| shown_name(&file.unwrap()).ends_with(".part"))
    };
    let begun = std::time::Instant::now();
    while !drafted() {
        assert!(begun.elapsed().as_secs() < 120, "the first battle never begins");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    std::thread::sleep(std::time::Duration::from_millis(500));
    let interrupt = format!("kill -{signal} {}", child.id());
    assert!(Command::new("sh").args(["-c", &interrupt]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{out}{}", String::from_utf8_lossy(&output.stderr));
    has(&out, "interrupted after");
    has(&out, "all hashes");
    let rows = csv::Reader::from_path(&table).unwrap().into_records().count();
    assert!(rows > 0);
    assert!(!drafted(), "nothing else is left");
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_had_enough_ends_the_program_quietly() {
    let home = Home::new();
    let cases: String = (0..3000).map(|n| case(&format!("case_{n}"), "x")).collect();
    let file = home.file("arrgs/many.ron", format!("[{cases}]"));
    let mut child = home
        .program(&["test", shown(&file), "--verbose"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(141));
}

#[cfg(unix)]
#[test]
fn test_reads_no_device_and_goes_round_no_circle() {
    let home = Home::new();
    has(&home.sorry(&["test", "/dev/zero"]), "/dev/zero");
    home.file("arrgs/large.ron", vec![b' '; 5 * 1024 * 1024]);
    has(&home.sorry(&["test", shown(&home.path("arrgs"))]), "large.ron");
    home.file("fluid/one.ron", format!("[{}]", case("one", "x")).replace("A-41", "F-01"));
    for n in 0..5 {
        std::os::unix::fs::symlink(".", home.path(&format!("fluid/l{n}"))).unwrap();
    }
    let run = home.run(&["test", shown(&home.path("fluid"))]);
    let last = run.out.lines().last().unwrap_or_default();
    assert!(last == "1 passed, 0 failed" || last == "0 passed, 1 failed", "{}{}", run.out, run.err);
}

// the rest

#[test]
fn paths_names_the_folders() {
    let home = Home::new();
    let run = home.run(&["paths", "--mods", "more"]);
    assert_eq!(run.status, 0);
    for part in ["assets", "mods", "more", "replays", "saves", "settings", shown(home.folder.path())] {
        has(&run.out, part);
    }
}

#[test]
fn mods_are_found_in_the_folder_that_paths_names() {
    let home = Home::new();
    let paths = home.run(&["paths"]);
    let mods = paths.out.lines().find_map(|line| line.strip_prefix("mods")).unwrap().trim().to_owned();
    fs::create_dir_all(Path::new(&mods).join("tiny")).unwrap();
    fs::write(Path::new(&mods).join("tiny/mod.ron"), r#"(id: "tiny", name: "Tiny", version: "1.0.0")"#)
        .unwrap();
    let run = home.run(&["check"]);
    assert_eq!(run.status, 0, "{}", run.err);
    has(&run.out, "of 2 mods");
}

#[test]
fn help_and_version_are_no_mistakes() {
    let home = Home::new();
    for arguments in [["--help"].as_slice(), &["--version"], &["simulate", "--help"], &["help", "odds"]] {
        let run = home.run(arguments);
        assert_eq!(run.status, 0, "{arguments:?}");
        assert!(!run.out.is_empty() && run.err.is_empty());
    }
    let help = home.run(&["--help"]).out;
    for task in ["play", "simulate", "test", "check", "odds", "replay", "paths"] {
        has(&help, task);
    }
    has(&help, "Exit status: 0");
}

#[test]
fn unknown_arguments_end_with_status_2_and_a_hint() {
    let home = Home::new();
    for (arguments, hint) in [
        (["simluate"].as_slice(), "simulate"),
        (&["check", "--verbos"], "--verbos"),
        (&["simulate"], "<SCENARIO>"),
        (&["simulate", "first_blood", "--battles", "many"], "many"),
        (&["simulate", "first_blood", "--seed", "99999999999999999999999"], "99999999999999999999999"),
        (&["odds", "first_blood", "rona"], "<TARGET>"),
    ] {
        let run = home.run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        has(&run.err, hint);
    }
}

#[test]
fn without_its_base_game_it_says_so() {
    let home = Home::new();
    for task in [["simulate", "first_blood"].as_slice(), &["test"], &["odds", "a", "b", "c"]] {
        let run = home.run(&[["--assets", "nowhere"].as_slice(), task].concat());
        assert_eq!(run.status, 2, "{task:?}: {}", run.out);
        has(&run.err, "nowhere");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_no_trouble() {
    use std::os::unix::ffi::OsStrExt;
    let home = Home::new();
    let odd = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    for task in ["simulate", "check", "replay", "test", "odds"] {
        assert_ne!(home.run(&[task.as_ref(), odd]).status, 0, "{task}");
    }
}

// watch

#[test]
fn watch_checks_and_runs_the_cases_of_mods_at_each_save() {
    let home = Home::new();
    home.file("mods/own/mod.ron", r#"(id: "own", name: "Own", version: "1.0.0")"#);
    home.file("mods/own/cases/arrgs/one.ron", format!("[{}]", case("one", "x")));
    let run = home.run(&["--mods", "mods", "watch", "--times", "1"]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    has(&run.out, "no errors");
    has(&run.out, "1 passed, 0 failed");

    let mut watching = home.program(&["--mods", "mods", "watch", "--times", "2"]);
    let mut watching = watching.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = std::time::Instant::now();
    for n in 0.. {
        // It has to look once before it sees that something is another.
        home.file("mods/own/rulebooks/arrgs/weapons.ron", format!("[(id: \"pike\", hnads: {n}{n})]"));
        std::thread::sleep(std::time::Duration::from_millis(500));
        if watching.try_wait().unwrap().is_some() {
            break;
        }
        assert!(begun.elapsed().as_secs() < 60, "it does not see that a file was saved");
    }
    let output = watching.wait_with_output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    has(&out, "weapons.ron");
    has(&err, "hnads");
}
