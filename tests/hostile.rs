//! Mods that mean harm, or are made by mistakes of a tool: each is refused or read as far as the limits go, at once,
//! and what is left out is said. They are loaded without the base game, so that only their own time is measured; what
//! the whole program takes is measured in `hostile_program`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use tempfile::TempDir;
use threat_range::{
    content::{diagnostics::Report, library::Library},
    locale::Locales,
};

/// No mod may take longer. What reads files is not optimised in the program made for tests and takes some ten times as
/// long there.
const PATIENCE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 1 });

/// A mod in a folder of its own.
struct Hostile(TempDir);

impl Hostile {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
            .file("mod.ron", "(id: \"hostile\", name: \"Hostile\", version: \"1.0.0\")")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(self, name: &str, text: impl AsRef<[u8]>) -> Self {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
        self
    }

    /// Loads it with its languages. Fails if that takes long.
    fn load(&self) -> (Library, Report) {
        // One at a time: two would take each other's.
        static ONE: Mutex<()> = Mutex::new(());
        let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = Instant::now();
        let (library, mut report) = Library::load_with(self.0.path(), &[]);
        let (_, mistakes) = Locales::load(&library);
        report.join(mistakes);
        let shown = report.render(false);
        assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
        assert!(shown.len() < 500_000, "{} bytes of mistakes", shown.len());
        (library, report)
    }

    /// What is wrong with it must be told, with these words.
    fn says(&self, part: &str) -> Report {
        let (_, report) = self.load();
        let shown = report.render(false);
        assert!(
            shown.contains(part),
            "\"{part}\" is not in:\n{}",
            shown.chars().take(2000).collect::<String>()
        );
        report
    }
}

fn many(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

// Folders and files

#[cfg(unix)]
#[test]
fn links_that_lead_back_do_not_prevent_the_start() {
    let own = Hostile::new().file("scenarios/none.ron", "[]").file("locales/en/none.ftl", "a = a\n");
    for (folder, to) in [("scenarios", "."), ("locales", ".."), ("scenarios", "..")] {
        for n in 0..5 {
            let link = own.path(folder).join(format!("l{n}{}", to.len()));
            std::os::unix::fs::symlink(to, link).unwrap();
        }
    }
    own.load();
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_waited_for() {
    let own = Hostile::new().file("maps/none.ron", "[]");
    let made = std::process::Command::new("mkfifo").arg(own.path("maps/pipe.ron")).status().unwrap();
    assert!(made.success());
    std::os::unix::fs::symlink("/dev/zero", own.path("maps/zero.ron")).unwrap();
    let report = own.says("this is not a file");
    assert!(report.render(false).contains("leads out of the mod's folder"));
}

#[cfg(unix)]
#[test]
fn links_to_one_file_or_folder_are_counted_each() {
    let own = Hostile::new().file("terrains/a.ron", format!("[]{}", " ".repeat(400_000)));
    for n in 0..4_000 {
        std::os::unix::fs::symlink("a.ron", own.path(&format!("terrains/l{n}.ron"))).unwrap();
    }
    own.says("more than 16 MiB of texts");
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/rulebooks/arrgs/book.ron");
    let book = fs::read_to_string(book).unwrap();
    let mut own = Hostile::new();
    for n in 0..4_000 {
        own = own.file(&format!("big/{n}.txt"), "");
    }
    for n in 0..30 {
        let text = book.replacen("id: \"arrgs\"", &format!("id: \"b{n}\""), 1);
        own = own.file(&format!("rulebooks/b{n}/book.ron"), text);
        for kind in ["actions", "conditions", "weapons", "items", "spells", "units"] {
            std::os::unix::fs::symlink("../../big", own.path(&format!("rulebooks/b{n}/{kind}"))).unwrap();
        }
    }
    own.says("more than 65536 files and folders to look through");
}

#[test]
fn texts_beyond_the_limit_of_a_mod_are_left_out_and_said() {
    let mut own = Hostile::new();
    for n in 0..6 {
        own = own.file(&format!("terrains/{n}.ron"), format!("[]{}", " ".repeat(3 * 1024 * 1024)));
    }
    own.says("more than 16 MiB of texts");
}

#[test]
fn rulebooks_and_languages_are_bounded() {
    let mut own = Hostile::new();
    for n in 0..60_u8 {
        let word = format!("{}{}", char::from(b'a' + n / 26), char::from(b'a' + n % 26));
        own = own
            .file(&format!("rulebooks/{word}/book.ron"), "(")
            .file(&format!("locales/{word}/a.ftl"), "a = a\n");
    }
    own.says("more than 32 rulebooks");
    own.says("more than 32 languages");
}

// What stands in the files

#[test]
fn thousands_of_ids_given_twice_are_told_as_quickly_as_one() {
    let entries = many(5_000, |_| "(id: \"a\", name: \"A\"),\n".to_owned());
    for text in [format!("[\n{entries}]"), format!("[{}]", entries.replace('\n', ""))] {
        let report = Hostile::new().file("terrains.ron", text).says("exists already");
        assert_eq!((report.iter().count(), report.len()), (200, 4_999));
        assert!(report.render(false).ends_with("and 4799 more errors in assets"));
    }
}

#[test]
fn deleting_takes_no_longer_with_many_entries() {
    let entries = many(9_000, |n| format!("(id: \"a{n}\", name: \"A\"),"));
    let mut own = Hostile::new().file("terrains.ron", format!("[{entries}]"));
    for n in 0..40 {
        own = own.file(&format!("terrains/d{n}.ron"), format!("({})", "delete: [],".repeat(250)));
    }
    own.says("the field \"delete\" is given twice");
}

#[test]
fn entries_fields_words_and_texts_are_bounded() {
    let entries = many(30_000, |n| format!("(id:\"a{n}\"),"));
    Hostile::new().file("terrains.ron", format!("[{entries}]")).says("more than 20000 entries");
    let fields = many(60_000, |n| format!("f{n}:1,"));
    Hostile::new().file("terrains.ron", format!("[(id:\"a\",{fields})]")).says("more than 256 fields");
    Hostile::new().file("terrains.ron", ",".repeat(4_000_000)).says("more than 500000 words and signs");
    let long = "x".repeat(3_000_000);
    Hostile::new().file("terrains.ron", format!("[(id: \"a\", name: \"{long}\")]")).says("longer than 8 KiB");
    let twice = many(20_000, |_| "(id:\"a\",x:1,x:2),".to_owned());
    Hostile::new().file("terrains.ron", format!("[{twice}]")).says("given twice");
    let lost = many(15_000, |n| format!("(id:\"lost_{n}\"),"));
    let known = many(4_000, |n| format!("(id:\"known_{n}\"),"));
    Hostile::new()
        .file("terrains/a.ron", format!("[{known}]"))
        .file("terrains/b.ron", format!("(update:[{lost}])"))
        .says("there is no entry");
}

#[test]
fn a_scenario_has_only_so_many_units() {
    let scenario = |units: String| {
        format!(
            "[(id: \"crowd\", name: \"Crowd\", rulebook: \"none\", map: \"none\", sides: [(id: \"a\", units: [{units}])])]"
        )
    };
    Hostile::new()
        .file("scenarios.ron", scenario(many(60_000, |_| "(id:\"a\"),".to_owned())))
        .says("1000 units");
    let side = many(900, |n| format!("(id:\"a{n}\"),"));
    let two = scenario(side.clone()).replace("])])]", &format!("]), (id: \"b\", units: [{side}])])]"));
    Hostile::new().file("scenarios.ron", two).says("a scenario has at most 1000 units");
}

#[test]
fn maps_are_bounded_in_what_stands_on_them_and_in_all() {
    let row = "x".repeat(256);
    let map = |id: &str, line: &str| {
        let rows = format!("\"{row}\",").repeat(256);
        format!("(id: \"{id}\", rows: [{rows}], legend: {{\"x\": (terrain: \"a\"{line})}}),")
    };
    let own = || Hostile::new().file("terrains.ron", "[(id: \"a\", name: \"A\")]");
    let things = map("m", ", thing: (id: \"t\")");
    own().file("maps.ron", format!("[{things}]")).says("at most 1024 things");
    let doors = map("m", ", door: (name: \"d\")");
    own().file("maps.ron", format!("[{doors}]")).says("at most 1024 doors");
    let offers = many(9_000, |n| format!("(id: \"o{n}\"),"));
    let offering = map("m", &format!(", thing: (id: \"t\", offers: [{offers}])"));
    own().file("maps.ron", format!("[{offering}]")).says("at most 64 of each");
    let edges = many(9_000, |n| format!("(line: (({}, 0), ({}, 256)), kind: \"none\"),", n % 256, n % 256));
    let edged = map("m", "").replace("legend", &format!("edges: [{edges}], legend"));
    own().file("maps.ron", format!("[{edged}]")).says("unknown edge kind");
    let mut large = own();
    for n in 0..2 {
        let maps = many(20, |m| map(&format!("m{n}_{m}"), ""));
        large = large.file(&format!("maps/{n}.ron"), format!("[{maps}]"));
    }
    let (library, report) = large.load();
    assert_eq!(library.maps.len(), 30);
    assert!(report.render(false).contains("more than 2000000 squares of maps"));
}

#[test]
fn maps_from_editors_are_bounded_in_all() {
    let tmx = |side: u32, body: &str| {
        format!(
            "<map version=\"1.8\" orientation=\"orthogonal\" width=\"{side}\" height=\"{side}\" tilewidth=\"16\" \
             tileheight=\"16\" infinite=\"0\">{body}</map>"
        )
    };
    // As much as one map may have, time and again.
    let objects = many(60, |n| {
        format!("<object id=\"{n}\" type=\"a\" x=\"0\" y=\"0\" width=\"9999\" height=\"9999\"/>")
    });
    let objects = tmx(256, &format!("<objectgroup name=\"o\">{objects}</objectgroup>"));
    let mut own = Hostile::new();
    for n in 0..200 {
        own = own.file(&format!("maps/m{n}.tmx"), &objects);
    }
    own.says("more than 6000000 tiles of maps from editors");
    // A tileset is read for each map anew. Others have left little of what there is.
    let tag = "<property name=\"a\" value=\"b\"/>".repeat(30_000);
    let set = format!(
        "<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"4\" columns=\"2\">\
         <properties>{tag}</properties></tileset>"
    );
    let none = format!("<none/>{}", " ".repeat(14 << 20));
    let mut own = Hostile::new().file("maps/a.tmx", &none).file("maps/b.tmx", &none).file("sets/t.tsx", set);
    for n in 0..200 {
        let map = tmx(1, "<tileset firstgid=\"1\" source=\"../sets/t.tsx\"/>");
        own = own.file(&format!("maps/m{n}.tmx"), map);
    }
    own.says("more than 32 MiB of maps from editors");
}

#[test]
fn sentences_are_bounded() {
    let few = Hostile::new().file("locales/en/a.ftl", "a = a\n");
    let unknown = many(10_000, |n| format!("b{n} = {{ c{n} }}\n"));
    few.file("locales/de/a.ftl", unknown).says("English has none");
    let many = many(60_000, |n| format!("a{n} = a\n"));
    Hostile::new().file("locales/en/a.ftl", many).says("more than 20000 entries and sentences");
}
