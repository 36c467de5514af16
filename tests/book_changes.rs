//! What mods change of a rulebook's settings, and what a rulebook inherits of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::{
    fs,
    path::{Path, PathBuf},
};

use common::library;
use tempfile::TempDir;
use threat_range::{
    cli::case,
    content::{diagnostics::Report, library::Library},
    key::Key,
    rules::{
        book::{BookDef, Rulebook},
        timing::Shift,
    },
};

/// Mods written by a test, each with its needs and its `book.ron` of some rulebooks.
struct Mods {
    home: TempDir,
    folders: Vec<PathBuf>,
}

impl Mods {
    fn new() -> Self {
        Self { home: tempfile::tempdir().unwrap(), folders: Vec::new() }
    }

    fn with(mut self, id: &str, needs: &str, books: &[(&str, &str)]) -> Self {
        let folder = self.home.path().join(id);
        for (book, text) in books {
            let place = folder.join("rulebooks").join(book);
            fs::create_dir_all(&place).unwrap();
            fs::write(place.join("book.ron"), text).unwrap();
        }
        let about = format!("(id: \"{id}\", name: \"{id}\", version: \"1.0.0\", dependencies: [{needs}])");
        fs::write(folder.join("mod.ron"), about).unwrap();
        self.folders.push(folder);
        self
    }

    fn load(&self) -> (Library, Report) {
        Library::load_with(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), &self.folders)
    }

    /// The library of mods without mistakes.
    fn loaded(&self) -> Library {
        let (library, report) = self.load();
        assert!(report.is_empty(), "{report}");
        library
    }

    /// What is said of them, each on a line from the file's name on.
    fn said(&self) -> (Library, Vec<String>) {
        let (library, report) = self.load();
        let said = report.iter().map(|mistake| {
            let text = mistake.to_string();
            text.split_once("rulebooks/").map_or(text.clone(), |(_, rest)| rest.to_owned())
        });
        let said = said.collect();
        (library, said)
    }
}

fn one(book: &str, text: &str) -> Mods {
    Mods::new().with("own", "", &[(book, text)])
}

fn book<'a>(library: &'a Library, id: &str) -> &'a Rulebook {
    &library.books[&Key::new(id)]
}

fn settings(library: &Library, id: &str) -> BookDef {
    book(library, id).settings.clone()
}

fn ledger(book: &BookDef, event: &str) -> String {
    let Shift::Ledger(rule) = &book.timing.shift else { panic!("there is no ledger") };
    rule.events.iter().find(|line| line.id == event).unwrap().amount.to_string()
}

#[test]
fn one_line_changes_one_number_and_nothing_else() {
    for text in [
        "(update: {\"options.noise_radius\": 30})",
        "(update: {\"options\": {\"noise_radius\": 30}})",
        "(update: (options: {\"noise_radius\": 30}))",
        "(override: {\"options.noise_radius\": 30})",
        "(id: \"threat_range\", update: {\"options.noise_radius\": 30},)",
    ] {
        let library = one("threat_range", text).loaded();
        let mut wanted = settings(common::library(), "threat_range");
        wanted.options.insert(Key::new("noise_radius"), 30);
        assert_eq!(settings(&library, "threat_range"), wanted, "{text}");
        assert_eq!(settings(&library, "arrgs"), settings(common::library(), "arrgs"));
    }
    let text = "(update: {\"attack.area.number\": 12, \"vehicles.squares[0]\": 20, \"timing.shift.cap\": 8, \
                \"timing.shift.events.past_third.amount\": -3, \"comms.seen\": 40})";
    let changed = settings(&one("threat_range", text).loaded(), "threat_range");
    let before = settings(library(), "threat_range");
    assert_eq!((before.attack.area.number, changed.attack.area.number), (10, 12));
    assert_eq!(
        (ledger(&before, "past_third"), ledger(&changed, "past_third")),
        ("-2".to_owned(), "-3".to_owned())
    );
    assert_eq!(ledger(&before, "chain"), ledger(&changed, "chain"));
    assert_eq!((changed.comms.seen, changed.comms.heard), (40, before.comms.heard));
}

/// A case played with a change of its rulebook.
fn plays(book: &str, change: &str, text: &str) {
    let library = one(book, change).loaded();
    let (cases, mistakes) = case::read(Path::new("own/changed.ron"), text);
    assert!(mistakes.is_empty());
    if let Err(failure) = case::run::run(&library, &cases[0]) {
        panic!("{failure}");
    }
}

#[test]
fn the_points_that_count_for_nothing_are_a_number_of_the_book() {
    let case = r#"[(
        id: "third", rules: ["T-03"], rulebook: "threat_range",
        text: "Two points write nothing, the third does.",
        sides: [
            (side: "red", units: [(id: "a", at: (1, 1), movement: [(category: "walking", speed: 5)])]),
            (side: "blue", units: [(id: "b", at: (8, 1))]),
        ],
        do: [
            Act(unit: "a", action: "sidestep", args: (path: [(2, 1)])),
            Act(unit: "a", action: "sidestep", args: (path: [(3, 1)])),
            Expect([Used("a", 2), Ledger("a", [])]),
            Act(unit: "a", action: "sidestep", args: (path: [(4, 1)])),
            Expect([Used("a", 3), Ledger("a", [("past_third", -2)])]),
        ],
    )]"#;
    plays("threat_range", "(update: {\"economy.free_points\": 2})", case);
}

#[test]
fn a_book_may_end_the_chain_of_a_critical() {
    let case = |dice: &str, total: i32| {
        format!(
            r#"[(
        id: "chain", rules: ["A-10"], rulebook: "arrgs", text: "Base 5, +7, against 18: 20 and 20 are 14 + 14.",
        sides: [
            (side: "red", units: [(id: "anna", at: (2, 2), stats: {{"body": 7}}, weapons: ["club"])]),
            (side: "blue", units: [(id: "bor", at: (3, 2), stats: {{"agility": 8}}, max: {{"vitality": 60}})]),
        ],
        dice: [("attack", 20), {dice}],
        do: [
            Act(unit: "anna", action: "attack_melee", args: (target: "bor")),
            Expect([Struck(by: "anna", target: "bor", critical: true, total: {total})]),
        ],
    )]"#
        )
    };
    plays("arrgs", "(update: {\"check.chain_limit\": 1})", &case("(\"critical\", 20)", 28));
    plays("arrgs", "(update: {\"check.chain_limit\": 0})", &case("", 14));
}

#[test]
fn lists_are_changed_by_id_and_maps_by_key() {
    let text = r#"(
        new: {
            "stats": {"luck": 1},
            "names.luck": "fortune",
            "pauses": [(id: "nap", name: "Nap", rule: "A-114", rounds: 30)],
            "facilities": ["chapel"],
        },
        override: {"sizes.tiny": (id: "tiny", step: -2, modifier: 5)},
        update: {
            "checks": [(id: "reload", name: "Loading again"), (id: "ride", skill: "athletics")],
            "states.dead.when": "vitality <= -5",
            "movement.collision": Increments(least: 4),
            "check.natural_fail": [1, 2],
        },
        delete: ["names.aap", "choices.increment_as_bonus", "modifiers[0]"],
    )"#;
    let (before, changed) = (settings(library(), "arrgs"), settings(&one("arrgs", text).loaded(), "arrgs"));
    let key = Key::new;
    assert_eq!(changed.stats.get(&key("luck")), Some(&1));
    assert_eq!(changed.names[&key("luck")], "fortune");
    assert!(!changed.names.contains_key(&key("aap")));
    let pauses: Vec<&str> = changed.pauses.iter().map(|pause| pause.id.as_str()).collect();
    assert_eq!((pauses, changed.facilities.clone()), (vec!["break", "rest", "nap"], vec![key("chapel")]));
    assert_eq!(changed.sizes.len(), before.sizes.len());
    let (tiny, old) = (&changed.sizes[2], &before.sizes[2]);
    assert_eq!((tiny.id, tiny.modifier), (key("tiny"), 5));
    assert_ne!(tiny.threat, old.threat, "what an override does not say is not there");
    let check = |book: &BookDef, id: &str| book.checks.iter().find(|def| def.id == id).unwrap().clone();
    let (reload, ride) = (check(&changed, "reload"), check(&changed, "ride"));
    assert_eq!((reload.name.as_str(), reload.skill), ("Loading again", check(&before, "reload").skill));
    assert_eq!((ride.name.as_str(), ride.skill), ("Ride", Some(key("athletics"))));
    let dead = changed.states.iter().find(|state| state.condition == "dead").unwrap();
    assert_eq!(dead.when.to_string(), "vitality <= -5");
    assert_ne!(changed.movement.collision, before.movement.collision);
    assert_eq!(changed.check.natural_fail, [1, 2]);
    assert_eq!(changed.choices.len() + 1, before.choices.len());
    assert_eq!(changed.modifiers, before.modifiers[1..]);
}

#[test]
fn what_two_mods_change_of_one_book_counts_both() {
    let mods = Mods::new()
        .with("one", "", &[("threat_range", "(update: {\"attack.area.number\": 12, \"round_seconds\": 4})")])
        .with("two", "", &[("threat_range", "(update: (attack: (area: (smaller: 3)), round_seconds: 5))")]);
    let changed = settings(&mods.loaded(), "threat_range");
    assert_eq!((changed.attack.area.number, changed.attack.area.smaller, changed.round_seconds), (12, 3, 5));
}

#[test]
fn a_wrong_path_is_told_with_its_place_and_what_is_near() {
    for (text, wanted) in [
        (
            "(update: {\"options.noise_radus\": 30})",
            "arrgs/book.ron:1:20: there is no \"noise_radus\" here (did you mean \"noise_radius\"?)",
        ),
        (
            "(update: {\"timng.dice\": \"d12\"})",
            "arrgs/book.ron:1:12: there is no field \"timng\" here (did you mean \"timing\"?)",
        ),
        (
            "(update: {\"attack.area.nubmer\": 12})",
            "arrgs/book.ron:1:24: there is no field \"nubmer\" here (did you mean \"number\"?)",
        ),
        (
            "(update: {\"tracks.vitalty.floor\": 0})",
            "arrgs/book.ron:1:19: there is no \"vitalty\" here (did you mean \"vitality\"?)",
        ),
        (
            "(\n update: (checks: [(id: \"relod\", name: \"R\")]))",
            "arrgs/book.ron:2:25: there is no \"relod\" here (did you mean \"reload\"?)",
        ),
        ("(update: {\"round_seconds\": \"six\"})", "arrgs/book.ron:1:28: expected a whole number"),
        ("(update: {\"id\": \"other\"})", "arrgs/book.ron:1:11: the \"id\" of a rulebook cannot be changed"),
        (
            "(update: {\"round_seconds.least\": 3})",
            "arrgs/book.ron:1:26: the path goes on where there is nothing inside",
        ),
        (
            "(new: {\"stats.body\": 3})",
            "arrgs/book.ron:1:15: this is there already (to change it, use `update` or `override`)",
        ),
        (
            "(update: {\"stats.luck\": 3})",
            "arrgs/book.ron:1:18: there is no \"luck\" here (`update` changes what there is; to add something, use `new`)",
        ),
        (
            "(delete: [\"stats.bodi\"])",
            "arrgs/book.ron:1:18: there is no \"bodi\" here (did you mean \"body\"?)",
        ),
        (
            "(delete: [\"attack.melee\"])",
            "arrgs/book.ron:1:2: with these changes the rulebook is wrong: the field \"melee\" is missing",
        ),
        ("(update: {\"a..b\": 1})", "arrgs/book.ron:1:11: this is no path"),
        ("(update: [1])", "arrgs/book.ron:1:10: `update` takes"),
        (
            "(update: {\"harm.critical_condition\": \"dyin\"})",
            "arrgs/book.ron:1:38: there is no condition \"dyin\" (did you mean \"dying\"?)",
        ),
    ] {
        let (library, said) = one("arrgs", text).said();
        assert!(said.len() == 1 && said[0].starts_with(wanted), "{text}\n{said:#?}\n{wanted}");
        assert!(library.books.contains_key(&Key::new("arrgs")), "the book is there still");
    }
    let (_, said) = one("argrs", "(update: {\"round_seconds\": 3})").said();
    assert_eq!(
        said,
        ["argrs/book.ron:1:2: there is no rulebook \"argrs\" to change (did you mean \"arrgs\"?)"]
    );
    let (library, said) =
        one("arrgs", "(update: {\"round_seconds\": 3, \"options.fogg\": 1, \"stats.bodi\": 1})").said();
    assert_eq!(said.len(), 2, "{said:#?}");
    assert_eq!(settings(&library, "arrgs").round_seconds, 6, "with a mistake none of the file counts");
}

#[test]
fn a_rulebook_inherits_settings_and_says_what_is_other() {
    let own =
        "(id: \"own\", name: \"Own\", extends: \"arrgs\", round_seconds: 4, update: {\"timing.least\": 3})";
    let library = one("own", own).loaded();
    let mut wanted = settings(common::library(), "arrgs");
    (wanted.id, wanted.name, wanted.text) = (Key::new("own"), "Own".to_owned(), String::new());
    (wanted.extends, wanted.round_seconds, wanted.timing.least) = (Some(Key::new("arrgs")), 4, Some(3));
    assert_eq!(settings(&library, "own"), wanted);
    assert_eq!(book(&library, "own").units.len(), book(&library, "arrgs").units.len());
    // What is changed of the one that it extends changes it too, but for what it states itself.
    let arrgs = "(update: {\"attack.area.number\": 13, \"round_seconds\": 3})";
    let own = settings(&Mods::new().with("own", "", &[("arrgs", arrgs), ("own", own)]).loaded(), "own");
    assert_eq!((own.attack.area.number, own.round_seconds, own.timing.least), (13, 4, Some(3)));
}

#[test]
fn the_rulebook_of_a_mod_is_changed_by_those_that_need_it() {
    let text = "(id: \"own\", name: \"Own\", extends: \"arrgs\")";
    let change = "(update: {\"round_seconds\": 3})";
    let mods = Mods::new().with("first", "", &[("own", text)]);
    let needing = mods.with("second", "(\"first\", \"*\")", &[("own", change)]);
    assert_eq!(settings(&needing.loaded(), "own").round_seconds, 3);
    let (library, said) =
        Mods::new().with("first", "", &[("own", text)]).with("second", "", &[("own", change)]).said();
    assert_eq!(said.len(), 1, "{said:#?}");
    assert!(
        said[0].contains("does not say that it needs it (add (\"first\", \"*\") to the dependencies"),
        "{said:#?}"
    );
    assert_eq!(settings(&library, "own").round_seconds, 6);
}

#[test]
fn the_example_of_the_guide_does_what_it_says() {
    let guide = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/modding.md")).unwrap();
    let example = |file: &str| {
        let (_, rest) = guide.split_once(file).unwrap();
        let (_, rest) = rest.split_once("```ron\n").unwrap();
        rest.split_once("```").unwrap().0.to_owned()
    };
    let changes = example("`fenfolk/rulebooks/threat_range/book.ron`");
    let own = example("`fenfolk/rulebooks/marsh/book.ron`");
    let library = Mods::new().with("fenfolk", "", &[("threat_range", &changes), ("marsh", &own)]).loaded();
    let changed = settings(&library, "threat_range");
    assert_eq!((ledger(&changed, "past_third").as_str(), changed.attack.area.number), ("-1", 12));
    assert_eq!((changed.stats.get(&Key::new("boating")), changed.choices.len()), (Some(&0), 5));
    let marsh = settings(&library, "marsh");
    assert_eq!((marsh.movement.speed.to_string().as_str(), marsh.attack.area.number), ("4", 12));
}
