//! The sweep: random legal commands in every rulebook, over all its units and actions; nothing breaks. The deep one is
//! long, and nothing of the vocabulary is left unused by its play and the cases together.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;
mod field;
mod holds;
mod used;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use common::{library, random, share::Share, whim::Whim};
use holds::Books;
use threat_range::{
    battle::{Battle, command::Command},
    cli::case,
    content::library::Library,
    key::Key,
};
use used::{NOT_YET, Used};

/// How long a rulebook is swept.
#[derive(Clone, Copy)]
struct Length {
    /// Commands at least.
    commands: usize,
    /// Battles that are played a second time, to the same hash.
    twice: u64,
}

/// A short sweep.
const SHORT: Length = Length { commands: 600, twice: 1 };

/// A long one.
const LONG: Length = Length { commands: 10_000, twice: 2 };

/// Names the only battle to be looked at.
const ONE: &str = "SWEEP_ONE";

/// Commands in one battle at most.
const LENGTH: usize = 125;

/// What one battle came to.
struct Played {
    commands: usize,
    hash: String,
    used: Used,
    broken: Option<String>,
}

/// Plays the n-th battle of a book by random commands; what breaks is told with all that was done.
fn play(book: Key, n: u64, checked: bool) -> Played {
    let mut done: Vec<String> = Vec::new();
    let found = catch_unwind(AssertUnwindSafe(|| wander(book, n, checked, &mut done)));
    let mut played =
        Played { commands: done.len(), hash: String::new(), used: Used::default(), broken: None };
    let why = match found {
        Ok(Ok((hash, used))) => {
            played.hash = hash;
            played.used = used;
            return played;
        }
        Ok(Err(why)) => why,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            format!("panic: {}", text.unwrap_or_default())
        }
    };
    let last = done.len().saturating_sub(4);
    played.broken =
        Some(format!("{book} {n}, command {}: {why}\n  {}", done.len(), done[last..].join("\n  ")));
    played
}

fn wander(book: Key, n: u64, checked: bool, done: &mut Vec<String>) -> Result<(String, Used), String> {
    let library = library();
    let setup = field::setup(library, &library.books[&book], n);
    let mut whim = Whim::new(n ^ 0x5EED);
    let mut battle = Battle::new(setup);
    battle.keep_seen();
    let mut books = Books::open(&battle);
    battle.advance();
    books.check(&battle).inspect_err(|_| tell(&battle))?;
    while done.len() < LENGTH {
        if whim.one_in(8) {
            refused_or_taken(&mut battle, &mut whim, done)?;
            books.check(&battle).inspect_err(|_| tell(&battle))?;
        }
        let up =
            whim.one_in(400).then(|| battle.prompt().map(|prompt| Command::Concede { side: prompt.side }));
        let Some(command) = up.flatten().or_else(|| random::command(&battle, &mut whim)) else {
            if battle.prompt().is_some() {
                return Err(format!("nothing answers {:?}", battle.prompt()));
            }
            break;
        };
        done.push(format!("{command:?}"));
        if let Err(refusal) = battle.submit(command) {
            return Err(format!("refused: {refusal}"));
        }
        if let Some(fault) = battle.fault() {
            let left = &*battle.referees_knowledge();
            let left = left.units.iter().filter(|unit| !left.out(unit));
            let left: Vec<_> = left.map(|unit| (unit.id(), unit.sheet.0.id, &unit.conditions.0)).collect();
            return Err(format!("fault: {fault}; left: {left:?}"));
        }
        books.check(&battle).inspect_err(|_| tell(&battle))?;
        if checked && done.len().is_multiple_of(40) {
            holds::saved(&battle)?;
            holds::odds_sum(&battle, &mut Whim::new(done.len() as u64))?;
        }
    }
    let mut used = Used::default();
    used.add(&battle);
    Ok((battle.hash(), used))
}

/// Gives a command that may well be impossible: refused it changes nothing, and the test before says the same.
fn refused_or_taken(battle: &mut Battle, whim: &mut Whim, done: &mut Vec<String>) -> Result<(), String> {
    let Some(command) = random::nonsense(battle, whim) else { return Ok(()) };
    let legal = battle.check(&command);
    let before = if legal.is_err() { battle.hash() } else { String::new() };
    let text = format!("{command:?}");
    let taken = battle.submit(command);
    match (legal, taken) {
        (Ok(()), Ok(_)) => {
            done.push(text);
            battle.fault().map_or(Ok(()), |fault| Err(format!("fault: {fault}")))
        }
        (Err(one), Err(other)) if one == other => {
            if battle.hash() == before {
                Ok(())
            } else {
                Err(format!("refused and changed: {text}"))
            }
        }
        (legal, taken) => Err(format!("{text} is {legal:?} before and {taken:?} when given")),
    }
}

/// A book's battles one after the other until its commands are done.
fn sweep_book(book: Key, length: Length) -> (Used, Vec<String>, String) {
    let (mut used, mut broken, mut commands, mut n) = (Used::default(), Vec::new(), 0, 0);
    while commands < length.commands {
        let played = play(book, n, true);
        commands += played.commands.max(1);
        if n < length.twice && played.broken.is_none() && play(book, n, false).hash != played.hash {
            broken.push(format!("{book} {n}: the same seed gives another battle"));
        }
        used.join(played.used);
        broken.extend(played.broken);
        n += 1;
    }
    (used, broken, format!("{book}: {commands} commands in {n} battles"))
}

/// All books.
fn books() -> Vec<Key> {
    library().books.keys().copied().collect()
}

/// The battles of books, a book to a processor. Gives what they used, and what broke.
fn sweep(books: &[Key], length: Length) -> (Used, Vec<String>) {
    let next = AtomicUsize::new(0);
    let all = Mutex::new((Used::default(), Vec::new()));
    let work = || {
        while let Some(book) = books.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (used, broken, told) = sweep_book(*book, length);
            say(&told);
            let mut all = all.lock().unwrap();
            all.0.join(used);
            all.1.extend(broken);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    all.into_inner().unwrap()
}

/// Plays every case of a folder and adds what it uses.
fn cases(library: &Library, folder: &Path, used: &mut Used) {
    for file in std::fs::read_dir(folder).unwrap().flatten() {
        let path = file.path();
        if path.is_dir() {
            cases(library, &path, used);
        } else if path.extension().is_some_and(|ending| ending == "ron") {
            play_cases(library, &path, used, false);
        }
    }
}

/// Plays the cases of a file. Those of the rulebooks are tested elsewhere; others must pass.
fn play_cases(library: &Library, path: &Path, used: &mut Used, pass: bool) {
    let (cases, mistakes) = case::read(path, &std::fs::read_to_string(path).unwrap());
    assert!(mistakes.is_empty(), "{}", mistakes.iter().map(ToString::to_string).collect::<String>());
    for case in cases {
        if pass && let Err(failure) = case::run::run(library, &case) {
            panic!("{}: {failure}", case.case.id);
        }
        if let Ok(battle) = case::run::play(library, &case.case, case::run::Saving::Never) {
            used.add(&battle);
        }
    }
}

/// The base game with the mod of words that no shipped book uses.
fn with_words(root: &Path) -> Library {
    let (library, report) = Library::load_with(&root.join("assets"), &[root.join("tests/sweep/words")]);
    assert!(report.is_empty(), "{report}");
    library
}

fn nothing_broke(broken: &[String]) {
    assert!(broken.is_empty(), "{} battles broke:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn six_hundred_random_commands_in_every_rulebook_break_nothing() {
    nothing_broke(&sweep(&books(), SHORT).1);
}

#[test]
fn the_cases_of_words_that_no_shipped_book_uses_pass() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    play_cases(&with_words(root), &root.join("tests/sweep/words.ron"), &mut Used::default(), true);
}

#[test]
#[ignore = "deep: 10,000 commands in each rulebook, and what they use"]
fn ten_thousand_random_commands_in_every_rulebook_break_nothing_and_with_the_cases_use_everything() {
    // Only all books together tell whether everything is used: one share sweeps them all.
    if !Share::of_this_run().takes(0) {
        return say("another share sweeps the books");
    }
    let (mut used, broken) = sweep(&books(), LONG);
    let play = used.clone();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    cases(library(), &root.join("tests/cases"), &mut used);
    play_cases(&with_words(root), &root.join("tests/sweep/words.ron"), &mut used, true);
    let mut unused = Vec::new();
    for book in library().books.values() {
        let (by_play, left) = play.content_of(library(), book);
        let (by_all, never) = used.content_of(library(), book);
        let whole = by_all + never.len();
        say(&format!(
            "{}: of {whole} things of the book {by_play} used in play, {by_all} with the cases",
            book.id
        ));
        say(&format!("  not in play: {}", left.join(", ")));
        say(&format!("  never: {}", never.join(", ")));
        unused.extend(never.into_iter().map(|one| format!("{}: {one}", book.id)));
    }
    let (by_play, left) = play.vocabulary();
    let (by_all, never) = used.vocabulary();
    say(&format!(
        "vocabulary: of {} words {by_play} used in play, {by_all} with the cases",
        by_all + never.len()
    ));
    say(&format!("  not in play: {}", left.join(", ")));
    say(&format!("  never: {}", never.join(", ")));
    unused.extend(never);
    nothing_broke(&broken);
    let known = |one: &String| NOT_YET.iter().any(|(name, _)| name == one);
    let done: Vec<_> = NOT_YET.iter().filter(|(name, _)| !unused.iter().any(|one| one == name)).collect();
    assert!(done.is_empty(), "these are used now and need no excuse: {done:?}");
    unused.retain(|one| !known(one));
    assert!(unused.is_empty(), "{} things are never used:\n{}", unused.len(), unused.join("\n"));
}

#[test]
fn each_piece_falls_into_one_share() {
    let share = |text: &str| Share::read(text).unwrap();
    for of in 1..6 {
        for at in 0..30 {
            let takers = (1..=of).filter(|which| share(&format!("{which}/{of}")).takes(at));
            assert_eq!(takers.count(), 1, "piece {at} of {of} shares");
        }
    }
    assert!(share("1/1").whole() && !share("1/2").whole() && share("2/5").takes(6));
    for wrong in ["", "3", "0/3", "4/3", "1/0", "-1/3", "+1/3", "1/3/5", " 1/3", "1/ 3", "a/b", "1.0/3"] {
        assert_eq!(Share::read(wrong), None, "{wrong:?}");
    }
}

#[test]
fn no_enum_of_the_vocabulary_is_forgotten() {
    let forgotten = used::forgotten();
    assert!(forgotten.is_empty(), "neither in the vocabulary nor known to be none: {}", forgotten.join(", "));
}

/// For finding out: one battle by itself, `SWEEP_ONE="fluid 3" cargo test --test sweep one_battle -- --nocapture`.
/// Without a name it does nothing.
#[test]
fn one_battle() {
    let Ok(named) = std::env::var(ONE) else { return };
    let (book, n) = named.split_once(' ').unwrap();
    say(&format!("{:?}", play(Key::new(book), n.parse().unwrap(), true).broken));
}

#[expect(clippy::print_stdout, reason = "what a test has played is told when it is asked for")]
fn say(told: &str) {
    println!("{told}");
}

/// The last outcomes of a battle that broke, when just one is looked at.
fn tell(battle: &Battle) {
    if std::env::var_os(ONE).is_some() {
        let events = &battle.chronicle().events;
        events
            .iter()
            .skip(events.len().saturating_sub(60))
            .for_each(|event| say(&format!("{:?}", event.outcome)));
    }
}
