//! Where values come from: layers of entries and settings, changes of one thing by two mods, deletions that break
//! others.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use tempfile::TempDir;
use threat_range::{
    content::{
        diagnostics::Report,
        library::{Layer, Library, Sources},
    },
    key::Key,
    locale::Locales,
};

fn base() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

/// A mod: its id, its needs, its files.
type Written<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

/// Mods written by a test: each its id, its needs, and its files.
struct Mods {
    home: TempDir,
    folders: Vec<PathBuf>,
}

impl Mods {
    fn of(mods: &[Written<'_>]) -> Self {
        let mut own = Self { home: tempfile::tempdir().unwrap(), folders: Vec::new() };
        for (id, needs, files) in mods {
            let folder = own.home.path().join(id);
            let about =
                format!("(id: \"{id}\", name: \"{id}\", version: \"1.0.0\", dependencies: [{needs}])");
            for (path, text) in files.iter().copied().chain([("mod.ron", about.as_str())]) {
                fs::create_dir_all(folder.join(path).parent().unwrap()).unwrap();
                fs::write(folder.join(path), text).unwrap();
            }
            own.folders.push(folder);
        }
        own
    }

    fn load(&self) -> (Library, Report) {
        Library::load_with(&base(), &self.folders)
    }

    fn sources(&self) -> Sources {
        Sources::load_with(&base(), &self.folders)
    }
}

/// Mod, verb, line and value of each layer.
fn shown(layers: &[Layer]) -> Vec<(String, String, u32, String)> {
    layers
        .iter()
        .map(|one| (one.owner.to_string(), one.verb.to_string(), one.line, one.value.clone()))
        .collect()
}

fn row(owner: &str, verb: &str, line: u32, value: &str) -> (String, String, u32, String) {
    (owner.to_owned(), verb.to_owned(), line, value.to_owned())
}

const ARRGS: &str = "rulebooks/arrgs/weapons.ron";
const OWN: &str = "rulebooks/threat_range/weapons.ron";

#[test]
fn each_layer_of_a_value_is_told_with_its_mod_and_line() {
    let mods = Mods::of(&[
        ("fen", "", &[(ARRGS, "(\nupdate: [(id: \"club\", base: 6)],\n)")]),
        ("marsh", "(\"fen\", \"*\")", &[(ARRGS, "(\n\nadd: {\"club.base\": 2},\n)")]),
    ]);
    let told = mods.sources().explain("arrgs/weapons/club.base").unwrap();
    let lines = shown(&told.layers);
    assert_eq!((lines[0].0.as_str(), lines[0].1.as_str()), ("base", "new"), "{lines:?}");
    assert_eq!(lines[1..], [row("fen", "update", 2, "6"), row("marsh", "add", 3, "2")]);
    assert_eq!(told.now.as_deref(), Some("8"));
    // A book that inherits it has it from there.
    assert_eq!(mods.sources().explain("threat_range/weapons/club.base").unwrap(), told);
    let (library, report) = mods.load();
    assert!(report.is_empty(), "{report}");
    let club = library.books[&Key::new("threat_range")].weapon(Key::new("club")).unwrap().clone();
    assert_eq!(club.base.to_string(), "8");
}

#[test]
fn an_inherited_entry_is_changed_for_one_book_alone() {
    let mods = Mods::of(&[("fen", "", &[(OWN, "(set: {\"club.base\": 9}, delete: [\"throwing_dagger\"])")])]);
    let (library, report) = mods.load();
    assert!(!report.to_string().contains("club"), "{report}");
    let base = |book: &str| {
        let book = &library.books[&Key::new(book)];
        book.weapon(Key::new("club")).unwrap().base.to_string()
    };
    assert_eq!(base("threat_range"), "9");
    assert_ne!(base("arrgs"), "9");
    assert!(library.books[&Key::new("threat_range")].weapon(Key::new("throwing_dagger")).is_none());
    assert!(library.books[&Key::new("arrgs")].weapon(Key::new("throwing_dagger")).is_some());
    // Its name in other languages is nobody's mistake.
    let (_, said) = Locales::load(&library);
    assert!(!said.to_string().contains("throwing_dagger"), "{said}");
}

#[test]
fn a_setting_is_told_by_who_writes_it() {
    let book = "rulebooks/threat_range/book.ron";
    let mods = Mods::of(&[
        ("fen", "", &[(book, "(update: {\"options.noise_radius\": 30})")]),
        ("marsh", "", &[(book, "(\nadd: {\"options.noise_radius\": 5})")]),
    ]);
    let told = mods.sources().explain("threat_range/book.options.noise_radius").unwrap();
    assert_eq!(told.now.as_deref(), Some("35"));
    let owners: Vec<&str> = told.layers.iter().map(|one| one.owner.as_str()).collect();
    assert_eq!(owners, ["base", "fen", "marsh"]);
    let clashes = mods.sources().conflicts();
    assert_eq!(clashes.len(), 1, "{clashes:?}");
    assert_eq!(clashes[0].path, "threat_range/book.options.noise_radius");
}

#[test]
fn parts_of_settings_that_two_mods_change_are_told_apart() {
    let book = "rulebooks/threat_range/book.ron";
    let clashes = |one: &str, two: &str| -> Vec<(String, bool)> {
        let mods = Mods::of(&[("fen", "", &[(book, one)]), ("marsh", "", &[(book, two)])]);
        let all = mods.sources().conflicts();
        all.iter().map(|one| (one.path.clone(), one.both_count())).collect()
    };
    let path = |path: &str, both: bool| vec![(format!("threat_range/book.{path}"), both)];
    let other = "(update: (movement: (difficult: Double)))";
    assert!(clashes("(update: (movement: (speed: 4)))", other).is_empty());
    assert_eq!(
        clashes("(update: (movement: (speed: 4)))", "(set: {\"movement.speed\": 5})"),
        path("movement.speed", false)
    );
    let tracks = |id: &str| format!("(update: (tracks: [(id: \"{id}\", max: 5)]))");
    assert!(clashes(&tracks("vitality"), &tracks("hull")).is_empty());
    assert_eq!(clashes(&tracks("hull"), &tracks("hull")), path("tracks.hull.max", false));
    let radius = |verb: &str| format!("({verb}: {{\"options.noise_radius\": 2}})");
    assert_eq!(clashes(&radius("add"), &radius("mul")), path("options.noise_radius", true));
    assert_eq!(
        clashes(&radius("add"), "(remove: [\"options.noise_radius\"])"),
        path("options.noise_radius", false)
    );
}

#[test]
fn what_two_mods_change_is_listed_and_the_last_wins() {
    let mods = Mods::of(&[
        ("fen", "", &[(ARRGS, "(update: [(id: \"club\", base: 6), (id: \"dagger\", base: 1)])")]),
        ("marsh", "", &[(ARRGS, "(update: [(id: \"club\", base: 7), (id: \"dagger\", crit_from: 18)])")]),
    ]);
    let clashes = mods.sources().conflicts();
    assert_eq!(clashes.len(), 1, "{clashes:?}");
    assert_eq!(clashes[0].path, "arrgs/weapons/club.base");
    assert_eq!(shown(&clashes[0].layers), [row("fen", "update", 1, "6"), row("marsh", "update", 1, "7")]);
}

#[test]
fn whoever_deletes_is_told_not_whoever_names() {
    let mods = Mods::of(&[
        ("fen", "", &[(ARRGS, "(delete: [\"club\"])")]),
        ("marsh", "", &[(ARRGS, "(update: [(id: \"club\", base: 7)])")]),
    ]);
    let (_, report) = mods.load();
    let files: Vec<String> = report.iter().map(|one| one.file.display().to_string()).collect();
    assert!(files.iter().all(|file| file.contains("fen")), "{report}");
    assert!(report.iter().any(|one| one.message.contains("which the mod \"marsh\" changes")), "{report}");
}

#[test]
fn what_is_not_there_is_said_with_what_is_near() {
    let sources = Mods::of(&[]).sources();
    for (path, said) in [
        (
            "threat_rnage/weapons/club",
            "there is no rulebook \"threat_rnage\"; did you mean \"threat_range\"?",
        ),
        ("arrgs/weapon/club", "there is no kind of entry \"weapon\"; did you mean \"weapons\"?"),
        ("arrgs/weapons/clbu", "there is no entry of the weapons \"clbu\"; did you mean \"club\"?"),
        ("arrgs/weapons/clbu.base", "there is no entry of the weapons \"clbu\"; did you mean \"club\"?"),
        ("arrgs/weapons/club.bsae", "\"club\" has no field \"bsae\"; did you mean \"base\"?"),
        ("threat_range/book.atack.area", "\"book\" has no field \"atack\"; did you mean \"attack\"?"),
        ("threat_range/book.attack.aera.number", "\"attack\" has no field \"aera\"; did you mean \"area\"?"),
    ] {
        assert_eq!(sources.explain(path).unwrap_err(), said);
    }
    let said = sources.explain("weapons/club").unwrap_err();
    assert!(said.contains("`arrgs/weapons/club`") && said.contains("`threat_range/weapons/club`"), "{said}");
    let said = sources.explain("wepaons").unwrap_err();
    assert!(said.contains("a path looks like"), "{said}");
}

#[test]
fn what_is_left_out_is_told_with_what_it_is_then() {
    let sources = Mods::of(&[]).sources();
    let left = |path: &str| sources.explain(path).unwrap().left_out;
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(left("arrgs/weapons/club.hands"), [pair("hands", "1")]);
    assert_eq!(left("arrgs/weapons/club.durability"), [pair("durability", "10")]);
    let all = left("arrgs/weapons/club");
    assert!(all.contains(&pair("hands", "1")), "{all:?}");
    // What is written is not among them.
    assert!(all.iter().all(|(name, _)| !["id", "name", "base"].contains(&name.as_str())), "{all:?}");
    assert!(left("arrgs/weapons/club.base").is_empty());
}

#[test]
fn a_map_from_an_editor_is_told_by_its_files() {
    let mapping = ("maps/cellar.mapping.ron", "(name: \"The cellar\")");
    let mods = Mods::of(&[("drawn", "", &[("maps/cellar.dd2vtt", "{}"), mapping])]);
    let told = mods.sources().explain("maps/drawn:cellar").unwrap();
    let files: Vec<String> = told.layers.iter().map(|one| one.file.display().to_string()).collect();
    assert!(
        files[0].ends_with("maps/cellar.dd2vtt") && files[1].ends_with("maps/cellar.mapping.ron"),
        "{files:?}"
    );
    let said = mods.sources().explain("maps/drawn:cellra").unwrap_err();
    assert_eq!(said, "there is no entry of the maps \"drawn:cellra\"; did you mean \"drawn:cellar\"?");
}

#[test]
fn the_example_of_paths_in_the_guide_does_what_it_says() {
    let guide = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/modding.md")).unwrap();
    let (_, rest) = guide.split_once("One thing inside an entry is changed by its path").unwrap();
    let example = rest.split_once("```ron\n").unwrap().1.split_once("```").unwrap().0;
    let (library, report) = Mods::of(&[("fen", "", &[(ARRGS, example)])]).load();
    assert!(report.is_empty(), "{report}");
    let weapon = |id: &str| library.books[&Key::new("arrgs")].weapon(Key::new(id)).unwrap().clone();
    assert_eq!((weapon("club").base.to_string(), weapon("club").types.len()), ("6".to_owned(), 2));
    assert_eq!(
        (weapon("fen:great_club").base.to_string(), weapon("fen:great_club").hands),
        ("6".to_owned(), 2)
    );
    assert_eq!((weapon("throwing_dagger").increment, weapon("dagger").crit_from), (4, None));
    assert_eq!(weapon("dagger").types.len(), 2);
}

#[test]
fn a_rule_of_a_mod_is_found_by_its_plain_name_where_the_book_has_none_of_it() {
    let rules = "[(id: \"K-1\", title: \"Own\"), (id: \"A-01\", title: \"Other\")]";
    let (library, report) = Mods::of(&[("fen", "", &[("rulebooks/arrgs/rules.ron", rules)])]).load();
    assert!(report.is_empty(), "{report}");
    let book = &library.books[&Key::new("arrgs")];
    let id = |name: &str| book.rule(Key::new(name)).map(|rule| rule.id);
    assert_eq!(id("K-1"), Some(Key::new("fen:K-1")));
    assert_eq!((id("A-01"), id("fen:A-01")), (Some(Key::new("A-01")), Some(Key::new("fen:A-01"))));
    assert_eq!(id("K-2"), None);
}

#[test]
fn a_mod_that_cannot_be_loaded_is_told_and_not_passed_over() {
    let written: Written<'_> = ("fen", "(\"marsh\", \"*\")", &[(ARRGS, "(set: {\"club.base\": 9})")]);
    let mut mods = Mods::of(&[written]);
    let needs = mods.sources().left_out;
    assert!(needs.to_string().contains("needs the mod \"marsh\", which is not there"), "{needs}");
    let program = |mods: &Mods| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_threat-range"));
        program.args(["explain", "arrgs/weapons/club.base", "--assets"]).arg(base()).args(&mods.folders);
        program.env("HOME", mods.home.path()).env("XDG_DATA_HOME", mods.home.path());
        let output = program.output().unwrap();
        assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, said) = program(&mods);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("which is not there"), "{said}");
    mods.folders = vec![mods.home.path().join("nowhere")];
    let (status, said) = program(&mods);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("there is no folder"), "{said}");
}
