//! Whatever is fed to it, it answers with a value or a mistake, never with a panic: commands, cases, scenarios, saves
//! and replays made of random words, and sound ones with random damage. The same seeds each time.
//!
//! Each test does the first piece of what it looks at; the deep one of the same name does all pieces.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::{
    cell::RefCell,
    collections::BTreeSet,
    fs,
    panic::{self, AssertUnwindSafe},
    path::Path,
    sync::Once,
};

use common::{library, random, share::Share, whim::Whim};
use threat_range::{
    battle::{
        Battle,
        command::Command,
        replay::{self, Game, Replay},
        snapshot::Snapshot,
    },
    cli::case,
    content::library::Library,
    key::Key,
};

/// Words that random texts are made of.
const WORDS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ";",
    "\"",
    "'",
    "\\",
    "Some(",
    "None",
    "()",
    "true",
    "-1",
    "0",
    "1",
    "7",
    "2147483647",
    "-2147483648",
    "9223372036854775807",
    "1.5",
    "é",
    "//",
    "/*",
    "*/",
    "r#\"",
    "\n",
    " ",
    "Act(",
    "unit: ",
    "\"anna\"",
    "action: ",
    "\"attack_melee\"",
    "mode: Swift",
    "args: (",
    "target: ",
    "path: [",
    "(0, 0)",
    "(-9, 32767)",
    "amount: ",
    "End(",
    "Delay(",
    "until: ",
    "Choose(",
    "Allot(",
    "Standing((",
    "Concede(",
    "Referee(",
    "Damage(",
    "Condition(",
    "Place(",
    "square: ",
    "Check(",
    "dc: ",
    "EndRound",
    "Expect([",
    "Refused(",
    "id: ",
    "rules: ",
    "sides: [",
    "side: ",
    "units: [",
    "at: ",
    "do: [",
    "dice: [",
    "map: [",
    "kind: ",
    "\"militia\"",
    "rulebook: ",
    "\"arrgs\"",
    "name: ",
    "opening: (",
    "awareness: ",
    "round: ",
    "stack: (",
];

/// Texts by which something in a sound text is replaced.
const DAMAGE: &[&str] = &[
    "",
    "0",
    "-1",
    "1",
    "2147483647",
    "-2147483648",
    "99999999999999999999",
    "\"\"",
    "\"nobody\"",
    "None",
    "Some(3)",
    "true",
    "()",
    "[]",
    "(",
    ")",
    ",",
    "é",
    "\"u1\"",
    "32767",
    "-32768",
    "255",
    "4294967295",
];

const NUMBERS: &[&str] = &["0", "-1", "1", "3", "200", "32767", "2147483647", "-2147483648"];

/// The one piece that is quick.
const FIRST: [u64; 1] = [0];

/// How much longer than usual to look in the deep tests, by `ROBUST_TIMES`.
fn times() -> usize {
    std::env::var("ROBUST_TIMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// The pieces of so many that this run's share takes.
fn pieces_of(many: usize) -> Vec<u64> {
    let share = Share::of_this_run();
    (0..many * times()).filter(|at| share.takes(*at)).map(|at| at as u64).collect()
}

/// The choices of a piece, in the test of a number below ten.
fn whim_of(test: u64, piece: u64) -> Whim {
    Whim::new(test + 10 * piece)
}

/// Feeds one thing and notes where it panics, so that one run tells all such places.
fn feed(panics: &mut BTreeSet<String>, one: impl FnOnce()) {
    thread_local! { static FED: RefCell<Option<String>> = const { RefCell::new(None) }; }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let plain = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            FED.with_borrow_mut(|place| match place {
                Some(place) => *place = info.to_string(),
                None => plain(info),
            });
        }));
    });
    FED.set(Some(String::new()));
    let ended = panic::catch_unwind(AssertUnwindSafe(one));
    let place = FED.take();
    if ended.is_err() {
        panics.extend(place);
    }
}

fn none(panics: &BTreeSet<String>) {
    assert!(
        panics.is_empty(),
        "{} places panic:\n{}",
        panics.len(),
        Vec::from_iter(panics.clone()).join("\n")
    );
}

fn words(whim: &mut Whim, most: usize) -> String {
    (0..whim.below(most)).map(|_| *whim.pick(WORDS).unwrap()).collect()
}

/// A sound text with one to three of its pieces changed: mostly numbers and names by others, now and then anything.
fn damaged(text: &str, whim: &mut Whim) -> String {
    let mut pieces = pieces(text);
    for _ in 0..1 + whim.below(3) {
        let at = whim.below(pieces.len());
        match whim.below(16) {
            0 => {
                pieces.remove(at);
            }
            1 => {
                let other = pieces[whim.below(pieces.len())];
                pieces.insert(at, other);
            }
            2 => {
                let other = whim.below(pieces.len());
                pieces.swap(at, other);
            }
            3 => pieces[at] = whim.pick(DAMAGE).unwrap(),
            _ => another_value(&mut pieces, at, whim),
        }
    }
    pieces.concat()
}

/// The next number or name from a place on becomes another: damage that is most likely still read.
fn another_value<'a>(pieces: &mut [&'a str], at: usize, whim: &mut Whim) {
    let number = |piece: &str| piece.starts_with(|first: char| first.is_ascii_digit() || first == '-');
    let value = |piece: &str| number(piece) || piece.starts_with('"');
    let Some(next) = (at..pieces.len()).find(|at| value(pieces[*at])) else { return };
    let own = number(pieces[next]);
    let alike: Vec<&'a str> =
        pieces.iter().copied().filter(|piece| value(piece) && number(piece) == own).collect();
    pieces[next] = match own && whim.one_in(2) {
        true => whim.pick(NUMBERS).unwrap(),
        false => whim.pick(&alike).unwrap(),
    };
}

/// Words, numbers, quoted names and single signs.
fn pieces(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' {
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else if first.is_alphanumeric() || first == '-' {
            rest[first.len_utf8()..]
                .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .map_or(rest.len(), |end| end + first.len_utf8())
        } else {
            first.len_utf8()
        };
        found.push(&rest[..length]);
        rest = &rest[length..];
    }
    found
}

fn battle(book: &str, seed: u64, commands: usize) -> Game {
    let plays = |id: &&Key| library().setup(**id, seed, Some(Key::new(book))).is_ok();
    let scenario = *library().scenarios.keys().find(plays).unwrap();
    played(scenario, book, seed, commands)
}

fn played(scenario: Key, book: &str, seed: u64, commands: usize) -> Game {
    let mut game = Game::new(library().setup(scenario, seed, Some(Key::new(book))).unwrap());
    let mut whim = Whim::new(seed);
    for _ in 0..commands {
        let Some(command) = random::command(&game.battle, &mut whim) else { break };
        game.submit(command).unwrap();
    }
    game
}

fn commands(piece: u64) {
    let mut whim = whim_of(1, piece);
    let mut game = battle("arrgs", 3 + piece, 20);
    let (mut read, mut panics) = (0, BTreeSet::new());
    for _ in 0..300 {
        let sound = random::command(&game.battle, &mut whim)
            .unwrap_or(Command::Referee(threat_range::battle::command::Referee::EndRound));
        let text = if whim.one_in(4) {
            words(&mut whim, 12)
        } else {
            damaged(&ron::to_string(&sound).unwrap(), &mut whim)
        };
        let Ok(command) = ron::from_str::<Command>(&text) else { continue };
        read += 1;
        let before = game.battle.hash();
        let mut refused = false;
        feed(&mut panics, || refused = game.battle.submit(command).is_err());
        if refused {
            assert_eq!(game.battle.hash(), before, "{text}");
        }
        if game.battle.prompt().is_none() {
            game = battle("arrgs", 4 + read, 10);
        }
    }
    none(&panics);
    assert!(read > 30, "only {read} of the texts are commands");
}

#[test]
fn any_command_is_taken_or_refused() {
    FIRST.into_iter().for_each(commands);
}

fn cases(piece: u64) {
    let mut whim = whim_of(2, piece);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut texts = Vec::new();
    for book in ["arrgs", "fluid", "threat_range", "cepheus", "drive", "structured"] {
        let mut files: Vec<_> =
            fs::read_dir(root.join(book)).unwrap().flatten().map(|file| file.path()).collect();
        files.sort();
        for path in files {
            let text = fs::read_to_string(&path).unwrap();
            let (cases, _) = case::read(&path, &text);
            texts.extend(cases.iter().map(|case| (path.clone(), case.entry.origin.text().to_owned())));
        }
    }
    let (mut played, mut panics) = (0, BTreeSet::new());
    for _ in 0..150 {
        let (path, text) = whim.pick(&texts).unwrap().clone();
        let text = if whim.one_in(8) { words(&mut whim, 40) } else { damaged(&text, &mut whim) };
        let (cases, _) = case::read(&path, &format!("[{text}]"));
        for case in cases {
            played += 1;
            feed(&mut panics, || {
                let _ = case::run::play(library(), &case.case, case::run::Saving::Never);
            });
        }
    }
    none(&panics);
    assert!(played > 20, "only {played} of the texts are cases");
}

#[test]
fn any_case_passes_or_fails() {
    FIRST.into_iter().for_each(cases);
}

/// These are few: for each the whole library is read.
fn scenarios(piece: u64) {
    let mut whim = whim_of(3, piece);
    let sound =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/scenarios/first_blood.ron"))
            .or_else(|_| {
                let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/scenarios");
                fs::read_to_string(fs::read_dir(folder)?.flatten().next().unwrap().path())
            })
            .unwrap();
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("mod.ron"), "(id: \"m\", name: \"m\", version: \"1.0.0\")").unwrap();
    fs::create_dir(home.path().join("scenarios")).unwrap();
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let mut panics = BTreeSet::new();
    for round in 0..5 {
        let text = if round % 5 == 0 { words(&mut whim, 60) } else { damaged(&sound, &mut whim) };
        fs::write(home.path().join("scenarios/a.ron"), text).unwrap();
        let (library, _) = Library::load_with(&assets, &[home.path().to_path_buf()]);
        for id in library.scenarios.keys() {
            feed(&mut panics, || {
                if let Ok(setup) = library.setup(*id, 1, None) {
                    Battle::new(setup).advance();
                }
            });
        }
    }
    none(&panics);
}

#[test]
fn any_scenario_is_read_or_told_about() {
    FIRST.into_iter().for_each(scenarios);
}

fn saves(piece: u64) {
    let mut whim = whim_of(4, piece);
    let (mut restored, mut panics) = (0, BTreeSet::new());
    for (at, book) in ["arrgs", "threat_range", "arrgs"].into_iter().enumerate() {
        let battle = battle(book, 5 + at as u64 + 3 * piece, 15).battle;
        let text = ron::to_string(&battle.snapshot()).unwrap();
        for _ in 0..14 {
            let Ok(snapshot) = ron::from_str::<Snapshot>(&damaged(&text, &mut whim)) else { continue };
            let Ok(mut again) = Battle::restore(snapshot, &battle.book()) else { continue };
            restored += 1;
            feed(&mut panics, || {
                again.advance();
                for _ in 0..3 {
                    let Some(command) = random::command(&again, &mut whim) else { break };
                    let _ = again.submit(command);
                }
            });
        }
    }
    none(&panics);
    assert!(restored > 2, "only {restored} of the saves are read");
}

#[test]
fn any_save_is_restored_or_refused_and_goes_on_or_ends_with_a_report() {
    FIRST.into_iter().for_each(saves);
}

fn replays(piece: u64) {
    let mut whim = whim_of(5, piece);
    let (scenario, seed) = (Key::new("first_blood"), 9 + piece);
    // What is used of the content is packed, and any change in it refused: all damage goes to the rest.
    let replay = played(scenario, "arrgs", seed, 10).replay(scenario, seed, &library().hash);
    let replay = Replay { used: Default::default(), ..replay };
    let text = ron::to_string(&replay).unwrap();
    let (mut read, mut panics) = (0, BTreeSet::new());
    for _ in 0..30 {
        let Ok(replay) = ron::from_str::<Replay>(&damaged(&text, &mut whim)) else { continue };
        read += 1;
        feed(&mut panics, || {
            if let Ok(setup) = library().setup(replay.scenario, replay.seed, Some(replay.book)) {
                let _ = replay::verify(&replay, setup);
            }
        });
    }
    none(&panics);
    assert!(read > 2, "only {read} of the replays are read");
}

#[test]
fn any_replay_holds_or_does_not() {
    FIRST.into_iter().for_each(replays);
}

/// All pieces.
mod in_full {
    use super::{cases, commands, pieces_of, replays, saves, scenarios};

    #[test]
    #[ignore = "deep: 3000 texts"]
    fn any_command_is_taken_or_refused() {
        pieces_of(10).into_iter().for_each(commands);
    }

    #[test]
    #[ignore = "deep: 1500 texts"]
    fn any_case_passes_or_fails() {
        pieces_of(10).into_iter().for_each(cases);
    }

    #[test]
    #[ignore = "deep: 25 texts, a library for each"]
    fn any_scenario_is_read_or_told_about() {
        pieces_of(5).into_iter().for_each(scenarios);
    }

    #[test]
    #[ignore = "deep: 210 texts"]
    fn any_save_is_restored_or_refused_and_goes_on_or_ends_with_a_report() {
        pieces_of(5).into_iter().for_each(saves);
    }

    #[test]
    #[ignore = "deep: 150 texts"]
    fn any_replay_holds_or_does_not() {
        pieces_of(5).into_iter().for_each(replays);
    }
}
