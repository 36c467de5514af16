//! Content as modders write it: the shipped files, verbs over them, paths that try to leave, broken mods, Tiled maps.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use common::{files::texts_under, library};
use tempfile::TempDir;
use threat_range::{
    battle::{
        Battle, Status,
        command::{Command, Referee},
    },
    cli::{case, simulate},
    content::{diagnostics::Report, library::Library, map_build::PlacedMap, tiled_export::export_tiled},
    grid::{Area, Band, CoverLevel, Edge, Square, visible},
    key::Key,
    locale::{self, Locales},
    rules::{book::Rulebook, modifier::Until},
};

fn base() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

/// A mod written by a test.
struct Mod {
    folder: TempDir,
}

impl Mod {
    fn new(id: &str) -> Self {
        let own = Self { folder: tempfile::tempdir().unwrap() };
        own.file("mod.ron", &format!("(id: \"{id}\", name: \"{id}\", version: \"1.0.0\", game: \">=0.1\")"))
    }

    fn file(self, path: &str, text: &str) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn load(&self) -> (Library, Report) {
        Library::load_with(&base(), &[self.folder.path().to_path_buf()])
    }

    /// The library of a mod without mistakes.
    fn loaded(&self) -> Library {
        let (library, report) = self.load();
        assert!(report.is_empty(), "{report}");
        library
    }
}

fn book<'a>(library: &'a Library, id: &str) -> &'a Rulebook {
    &library.books[&Key::new(id)]
}

fn plays(library: &Library, scenario: &str) {
    let setup = library.setup(Key::new(scenario), 3, None).unwrap_or_else(|why| panic!("{why}"));
    let played = simulate::play(setup, 3);
    assert_eq!(played.fault, "", "{scenario}");
    assert!(played.commands > 0 && played.rounds > 0);
}

fn says(report: &Report, part: &str) {
    let text = report.render(false);
    assert!(text.contains(part), "\"{part}\" is not in:\n{text}");
}

// The base game

#[test]
fn the_base_game_has_no_mistake() {
    let (library, report) = Library::load(&base(), &[]);
    assert!(report.is_empty(), "{report}");
    for id in ["threat_range", "arrgs", "structured", "fluid", "cepheus", "drive"] {
        let book = book(&library, id);
        assert!(book.actions.iter().count() > 0 && book.units.iter().count() > 0, "{id} is empty");
    }
    assert!(library.scenarios.contains_key(&Key::new("first_blood")));
}

#[test]
fn every_scenario_can_be_set_up_by_every_book_it_names() {
    for (id, scenario) in &library().scenarios {
        for book in std::iter::once(scenario.rulebook).chain(scenario.also.iter().copied()) {
            library().setup(*id, 1, Some(book)).unwrap_or_else(|why| panic!("{id} by {book}: {why}"));
        }
    }
}

#[test]
fn every_rule_that_a_book_names_has_its_text() {
    // As rules are written: a letter, a dash, digits, perhaps with a letter before them.
    let is_rule = |word: &str| {
        word.split_once('-').is_some_and(|(source, number)| {
            let digits = number.trim_start_matches(|first: char| first.is_ascii_uppercase());
            source.len() == 1
                && source.chars().all(|letter| letter.is_ascii_uppercase())
                && !digits.is_empty()
                && digits.chars().all(|digit| digit.is_ascii_digit())
        })
    };
    for (id, book) in &library().books {
        let folder = base().join("rulebooks").join(id.as_str());
        for (path, text) in texts_under(&folder, "ron") {
            for word in text.split('"').filter(|word| is_rule(word)) {
                let known = book.rule(Key::new(word)).is_some();
                assert!(known, "{}: {word} has no text in the rules of {id}", path.display());
            }
        }
    }
}

#[test]
fn every_look_of_the_base_game_has_its_picture() {
    let mut missing = Vec::new();
    let mut need = |folder: &str, look: Key, whose: Key| {
        let path = base().join("art").join(folder).join(format!("{look}.svg"));
        if !path.is_file() {
            missing.push(format!("{whose} looks like {look}: {} is not there", path.display()));
        }
    };
    for book in library().books.values() {
        for unit in book.units.iter() {
            if let Some(look) = unit.look {
                // What has a length is drawn from above.
                let above = base().join("art/vehicles").join(format!("{look}.svg")).is_file();
                need(if above { "vehicles" } else { "units" }, look, unit.id);
            }
        }
    }
    for terrain in library().terrains.values() {
        need("terrain", terrain.look, terrain.id);
    }
    for edge in library().edges.values() {
        need("terrain", edge.look, edge.id);
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_book_tells_in_both_languages_on_one_page_how_a_turn_goes() {
    let (locales, mistakes) = Locales::load(library());
    assert!(mistakes.is_empty(), "{mistakes}");
    let german = locales.library("de", library());
    for (id, book) in &library().books {
        let (steps, told) = (&book.settings.guide, &german.books[id].settings.guide);
        assert!((6..=8).contains(&steps.len()), "{id} has {} steps", steps.len());
        for (own, german) in steps.iter().zip(told) {
            let long = |text: &str| text.chars().count();
            assert!(long(&own.title) <= 24 && long(&german.title) <= 30, "{id}: {own:?}, {german:?}");
            assert!(long(&own.text) <= 175 && long(&german.text) <= 215, "{id}: {own:?}, {german:?}");
            assert!(own.text != german.text, "{id}: {own:?} has no German");
            // Ids of rules stand on pointing.
            for rule in &own.rules {
                assert!(book.rule(*rule).is_some(), "{id}: there is no rule {rule}");
                let written = [&own.text, &german.text].iter().any(|text| text.contains(rule.as_str()));
                assert!(!written, "{id}: {own:?}");
            }
        }
    }
}

#[test]
fn every_brief_of_an_action_is_short_and_has_its_german() {
    let (locales, _) = Locales::load(library());
    let german = locales.library("de", library());
    for (id, book) in &library().books {
        assert!(book.actions.iter().any(|action| !action.brief.is_empty()), "{id} has none");
        for action in book.actions.iter() {
            let told = &german.books[id].action(action.id).unwrap().brief;
            let (own, name) = (&action.brief, action.id);
            assert_eq!(own.is_empty(), told.is_empty(), "{id} {name}: {own}, {told}");
            assert!(own.is_empty() || own != told, "{id} {name}: {own} has no German");
            let long = |text: &str| text.chars().count();
            assert!(long(own) <= 24 && long(told) <= 26, "{id} {name}: {own}, {told}");
        }
    }
}

#[test]
fn steps_of_a_guide_that_stand_twice_or_say_nothing_are_mistakes() {
    let step = |id: &str, text: &str, rule: &str| {
        format!("(id: \"{id}\", title: \"A\", text: \"{text}\", rules: [\"{rule}\"])")
    };
    let long = "a".repeat(241);
    for (added, said) in [
        (step("order", "Once more.", "T-01"), "\"order\" is there already"),
        (step("new", " ", "T-01"), "has no title or no text"),
        (step("new", &long, "T-01"), "is 241 letters long"),
        (step("new", "One too many.", "T-01"), "the guide has 9 steps"),
        (step("new", "Of nothing.", "T-99"), "there is no rule \"T-99\""),
    ] {
        let file = format!("(extend: {{\"guide\": [{added}]}})");
        let (_, report) = Mod::new("more").file("rulebooks/threat_range/book.ron", &file).load();
        says(&report, said);
    }
}

#[test]
fn every_condition_has_a_picture_of_its_own() {
    for book in library().books.values() {
        let mut seen: BTreeMap<String, Key> = BTreeMap::new();
        for condition in book.conditions.iter() {
            let path = base().join(format!("art/conditions/{}.svg", condition.id));
            let drawn = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            // What it is called stands in a comment.
            let drawn: String = drawn.lines().filter(|line| !line.contains("<!--")).collect();
            let other = *seen.entry(drawn).or_insert(condition.id);
            assert_eq!(other, condition.id, "{}: they look the same", book.id);
        }
    }
}

#[test]
fn what_gives_hard_cover_stops_wheels_and_vehicles_go_on_wheels() {
    let (library, driving) = (library(), Key::new("driving"));
    let terrains = library.terrains.values().filter(|one| one.cover != CoverLevel::None && !one.soft);
    let edges = library.edges.values().filter(|one| one.cover != CoverLevel::None && !one.soft);
    let terrains = terrains.map(|one| (one.id, one.is_closed_to(driving)));
    for (id, closed) in terrains.chain(edges.map(|one| (one.id, one.is_closed_to(driving)))) {
        assert!(closed, "wheels go through {id}");
    }
    for book in library.books.values() {
        for def in book.units.iter().filter(|def| def.vehicle.is_some()) {
            let walks = def.movement.iter().any(|own| own.category == Key::new("walking"));
            assert!(!walks, "{}: nothing solid stops {}", book.id, def.id);
        }
        assert!(book.settings.vehicles.as_ref().is_none_or(|rule| rule.category == driving), "{}", book.id);
    }
}

#[test]
fn loading_twice_gives_one_hash_and_a_mod_another() {
    let (again, _) = Library::load(&base(), &[]);
    assert_eq!(again.hash, library().hash);
    let changed = Mod::new("heavier")
        .file("rulebooks/arrgs/weapons.ron", "(update: [(id: \"club\", base: 6)])")
        .loaded();
    assert_ne!(changed.hash, library().hash);
}

// Verbs

#[test]
fn a_mod_adds_updates_overrides_and_deletes() {
    let library = Mod::new("fen")
        .file(
            "rulebooks/arrgs/weapons.ron",
            r#"(
                new: [(id: "boat_hook", name: "Boat hook", base: 5, types: ["bludgeoning"], hands: 2, reach: 1)],
                override: [(id: "dagger", name: "Knife", base: 3, types: ["slashing"], proficiency: "simple")],
                update: [(id: "club", base: 9)],
                delete: ["throwing_dagger"],
            )"#,
        )
        .loaded();
    for id in ["arrgs", "threat_range"] {
        let weapon = |name: &str| book(&library, id).weapons.get(Key::new(name));
        let hook = weapon("fen:boat_hook").expect("added under the mod's prefix");
        assert_eq!((hook.name.as_str(), hook.hands, hook.reach), ("Boat hook", 2, 1), "{id}");
        let (club, old) =
            (weapon("club").unwrap(), book(common::library(), id).weapons.get(Key::new("club")).unwrap());
        assert_eq!(club.base.to_string(), "9", "{id}");
        assert_eq!((&club.name, &club.types), (&old.name, &old.types), "an update leaves the other fields");
        let knife = weapon("dagger").unwrap();
        assert_eq!(
            (knife.name.as_str(), knife.crit_from),
            ("Knife", None),
            "nothing of the overridden one is left"
        );
        assert!(weapon("throwing_dagger").is_none() && weapon("boat_hook").is_none(), "{id}");
    }
    plays(&library, "first_blood");
}

#[test]
fn who_deletes_what_others_name_is_told() {
    let (library, report) =
        Mod::new("bare").file("rulebooks/arrgs/weapons.ron", "(delete: [\"sword\"])").load();
    assert!(report.has_errors());
    says(&report, "this deletes the weapon \"sword\", which");
    says(&report, "rulebooks/arrgs/weapons.ron:1:11");
    assert!(library.books.contains_key(&Key::new("threat_range")));
}

#[test]
fn a_tag_that_no_action_bears_is_a_mistake() {
    let grapple = r#"(update: [(id: "wrestle", steps: [Opposed(check: "grapple"), Choose(tag: "grapple_opton", winner: true)])])"#;
    let (_, report) = Mod::new("typo").file("rulebooks/cepheus/actions.ron", grapple).load();
    says(&report, "there is no action for the winner with the tag \"grapple_opton\"");
    says(&report, "did you mean \"grapple_option\"?");
}

#[test]
fn hits_on_parts_that_a_unit_lacks_are_a_mistake() {
    let unit = |word: &str, kind: &str| {
        let units = format!("[(id: \"a\", kind: \"{kind}\", at: (5, 7), hits: {{\"{word}\": 1}})]");
        let sides = format!(
            "[(id: \"x\", units: {units}), (id: \"y\", units: [(id: \"b\", kind: \"marine\", at: (5, 8))])]"
        );
        let text =
            format!("[(id: \"s\", name: \"S\", rulebook: \"cepheus\", map: \"spur\", sides: {sides})]");
        Mod::new("dents").file("scenarios/s.ron", &text).load().1
    };
    for (word, kind) in [("drive", "sentry_robot"), ("left_arm", "sentry_robot"), ("rifle", "sentry_robot")] {
        let report = unit(word, kind);
        assert!(report.is_empty(), "{report}");
    }
    says(&unit("drvie", "sentry_robot"), "a has no part \"drvie\"");
    says(&unit("drvie", "sentry_robot"), "did you mean \"drive\"?");
    says(&unit("drive", "marine"), "a has no systems");
}

#[test]
fn a_stat_that_no_book_knows_is_a_mistake() {
    let skilled = |word: &str| {
        let unit = |id: &str, y: i32| {
            format!("(id: \"{id}\", kind: \"marine\", at: (5, {y}), stats: {{\"{word}\": 1}})")
        };
        let text = format!(
            "[(id: \"s\", name: \"S\", rulebook: \"cepheus\", map: \"spur\", sides: [\n\
             (id: \"x\", units: [{}]),\n(id: \"y\", units: [{}])])]",
            unit("a", 7),
            unit("b", 8)
        );
        Mod::new("skills").file("scenarios/s.ron", &text).load().1
    };
    for (word, known) in [("slug_rifle", true), ("zero_g", true), ("armour", true), ("slug_rifel", false)] {
        let report = skilled(word);
        assert_eq!(report.is_empty(), known, "{word}: {report}");
    }
    says(&skilled("slug_rifel"), "there is no stat \"slug_rifel\"");
    says(&skilled("slug_rifel"), "did you mean \"slug_rifle\"?");
    says(&skilled("slug_rifel"), "scenarios/s.ron:2");
}

#[test]
fn a_skill_and_a_range_type_that_the_book_does_not_know_are_mistakes() {
    for (field, word, what, near) in
        [("skill", "slug_rifel", "stat", "slug_rifle"), ("range_type", "rifel", "range type", "rifle")]
    {
        let gun = r#"[(id: "gun", name: "Gun", uses: Ranged, damage: "3d6", skill: "slug_rifle", range_type: "rifle")]"#;
        let own = |gun: &str| Mod::new("typo").file("rulebooks/cepheus/weapons.ron", gun).load();
        let (library, report) = own(gun);
        assert!(report.is_empty(), "{report}");
        assert!(book(&library, "cepheus").weapons.get(Key::new("typo:gun")).is_some());
        let wrong = gun.replace(&format!("{field}: \"{near}\""), &format!("{field}: \"{word}\""));
        let (library, report) = own(&wrong);
        says(&report, &format!("there is no {what} \"{word}\""));
        says(&report, &format!("did you mean \"{near}\"?"));
        assert!(book(&library, "cepheus").weapons.get(Key::new("typo:gun")).is_none(), "{field}");
    }
    // Where ranges are no table the name means nothing.
    let sling = "(update: [(id: \"sling\", range_type: \"any\")])";
    let (_, report) = Mod::new("typo").file("rulebooks/arrgs/weapons.ron", sling).load();
    assert!(report.is_empty(), "{report}");
}

#[test]
fn a_pair_of_stats_in_place_of_a_checks_own_has_to_be_known() {
    let folk = |skill: &str| {
        let unit = format!(
            "[(id: \"sage\", name: \"Sage\", look: \"captain\", \
             overrides: {{\"spell_attack\": (\"personality\", \"{skill}\")}})]"
        );
        Mod::new("folk").file("rulebooks/arrgs/units.ron", &unit).load().1
    };
    let report = folk("religion");
    assert!(report.is_empty(), "{report}");
    says(&folk("religoin"), "there is no stat \"religoin\"");
}

#[test]
fn a_spell_of_an_unknown_school_is_left_out() {
    let spell = |school: &str| {
        let text = format!(
            "[(id: \"gleam\", name: \"Gleam\", rule: \"A-121\", school: \"{school}\", \
             level: 1, increment: 4, base: 3, types: [\"fire\"])]"
        );
        Mod::new("lamp").file("rulebooks/arrgs/spells.ron", &text).load()
    };
    let (library, report) = spell("life");
    assert!(report.is_empty(), "{report}");
    assert!(book(&library, "arrgs").spells.get(Key::new("lamp:gleam")).is_some());
    let (library, report) = spell("lief");
    says(&report, "there is no school \"lief\"");
    for id in ["arrgs", "threat_range"] {
        assert!(book(&library, id).spells.get(Key::new("lamp:gleam")).is_none(), "{id} casts it");
    }
}

#[test]
fn ammunition_of_what_shoots_nothing_is_a_mistake() {
    let carried = |weapon: &str| {
        let update = format!("(update: [(id: \"{weapon}\", ammunition: 20)])");
        Mod::new("quiver").file("rulebooks/arrgs/weapons.ron", &update).load().1
    };
    for (weapon, taken) in [("longbow", true), ("crossbow", true), ("club", false), ("javelin", false)] {
        let report = carried(weapon);
        assert_eq!(report.is_empty(), taken, "{weapon}: {report}");
    }
    says(&carried("club"), "only what shoots or is loaded takes ammunition");
}

#[test]
fn the_straight_end_of_a_path_that_is_not_straight_is_a_mistake() {
    let gait = |straight: bool| {
        let action = format!(
            "[(id: \"lope\", name: \"Lope\", rule: \"A-53\", cost: [(\"points\", 1)], \
             provokes: Never, asks: [Path(allowance: Check, straight: {straight}, last: 3)], steps: [Travel()])]"
        );
        Mod::new("lope").file("rulebooks/arrgs/actions.ron", &action).load().1
    };
    let report = gait(true);
    assert!(report.is_empty(), "{report}");
    says(&gait(false), "`last` says how much of the path is straight");
}

#[test]
fn verbs_need_what_they_are_about() {
    let (_, report) = Mod::new("odd")
        .file("rulebooks/arrgs/weapons.ron", "(update: [(id: \"clubb\", base: 6)], delete: [\"sowrd\"])")
        .load();
    says(&report, "did you mean \"club\"?");
    says(&report, "did you mean \"sword\"?");
    says(&report, "rulebooks/arrgs/weapons.ron:1:");
}

#[test]
fn the_later_of_two_mods_has_the_last_word() {
    let weapons = |base: i32| format!("(update: [(id: \"club\", base: {base})])");
    let first = Mod::new("alder").file("rulebooks/arrgs/weapons.ron", &weapons(7));
    let second = Mod::new("birch")
        .file(
            "mod.ron",
            r#"(id: "birch", name: "Birch", version: "1.0.0", dependencies: [("alder", ">=1.0")])"#,
        )
        .file("rulebooks/arrgs/weapons.ron", &weapons(8));
    let folders = [second.folder.path().to_path_buf(), first.folder.path().to_path_buf()];
    let (library, report) = Library::load_with(&base(), &folders);
    assert!(report.is_empty(), "{report}");
    let order: Vec<&str> = library.mods.iter().map(|(id, ..)| id.as_str()).collect();
    assert_eq!(order, ["base", "alder", "birch"], "dependencies come first, whatever order is given");
    assert_eq!(book(&library, "arrgs").weapons.get(Key::new("club")).unwrap().base.to_string(), "8");
}

// Mods that are left out

#[test]
fn mods_for_another_game_and_without_what_they_need_are_left_out() {
    for (manifest, why) in [
        (r#"(id: "late", name: "Late", version: "1.0.0", game: ">=99.0")"#, "99.0"),
        (r#"(id: "late", name: "Late", version: "1.0.0", dependencies: [("oak", "*")])"#, "oak"),
        (r#"(id: "late", name: "Late", version: "one")"#, "one"),
        (r#"(id: "Late!", name: "Late", version: "1.0.0")"#, "Late!"),
        (r#"(id: "late", name: "Late", version: "1.0.0""#, "mod.ron:1:"),
        ("", "mod.ron"),
    ] {
        let (library, report) = Mod::new("late")
            .file("mod.ron", manifest)
            .file("rulebooks/arrgs/weapons.ron", "(update: [(id: \"club\", base: 50)])")
            .load();
        assert!(report.has_errors(), "{manifest}");
        says(&report, why);
        assert_eq!(library.mods.len(), 1, "{manifest}");
        assert_ne!(book(&library, "arrgs").weapons.get(Key::new("club")).unwrap().base.to_string(), "50");
        assert_eq!(library.hash, common::library().hash, "what is left out changes nothing");
    }
}

#[test]
fn a_map_may_be_as_long_as_all_ranges_are() {
    let rows = format!("\"{}\",", "x".repeat(512)).repeat(512);
    let text = format!("[(id: \"m\", rows: [{rows}], legend: {{\"x\": (terrain: \"grass\")}})]");
    let tiles = "<layer id=\"1\" name=\"g\" width=\"512\" height=\"512\"><data encoding=\"csv\">";
    let tiles = format!("{tiles}{}</data></layer>", vec!["0"; 512 * 512].join(","));
    let head = "<map version=\"1.10\" orientation=\"orthogonal\" width=\"512\" height=\"512\" tilewidth=\"16\" \
                tileheight=\"16\" infinite=\"0\">";
    let ground = "<properties><property name=\"default_terrain\" value=\"grass\"/></properties>";
    let tiled = format!("{head}{ground}{tiles}</map>");
    let library = Mod::new("far").file("maps.ron", &text).file("maps/t.tmx", &tiled).loaded();
    for id in ["far:m", "far:t"] {
        let map = &library.maps[&Key::new(id)].map;
        assert_eq!((map.width(), map.height()), (512, 512));
        let (west, east) = (Square::new(0, 0), Square::new(511, 511));
        let sight = visible(map, &Area::one(west), u16::MAX, Band::Ground);
        assert!(sight.contains(east) && sight.count() == 512 * 512);
    }
}

#[test]
fn a_bad_mod_leaves_the_rest_playable() {
    let (library, report) = Mod::new("bad")
        .file("terrains.ron", "[(id: \"tar\", difficult: \"very\")]")
        .file("edges.ron", "{{{{")
        .file(
            "rulebooks/threat_range/weapons.ron",
            "[(id: \"a\", name: \"A\", base: \"1 +\"), (id: \"b\", name: \"B\", base: 2)]",
        )
        .file("rulebooks/threat_range/units.ron", "[(id: \"u\" name: \"U\")]")
        .file("rulebooks/threat_range/actions.ron", "\u{0}\u{1}")
        .file("rulebooks/arrgs/conditions.ron", "[(id: \"c\", id: \"c\")]")
        .file("rulebooks/nothing/book.ron", "(id: \"something\")")
        .file("maps/m.ron", "[(id: \"m\", rows: [\"..\", \".\"], legend: {})]")
        .file("maps/t.tmx", "<map")
        .file(
            "scenarios/s.ron",
            "[(id: \"s\", name: \"S\", text: \"\", rulebook: \"arrgs\", map: \"nowhere\", sides: [])]",
        )
        .load();
    for file in [
        "terrains.ron",
        "edges.ron",
        "threat_range/weapons.ron",
        "threat_range/units.ron",
        "threat_range/actions.ron",
        "arrgs/conditions.ron",
        "nothing/book.ron",
        "maps/m.ron",
        "maps/t.tmx",
        "scenarios/s.ron",
    ] {
        says(&report, file);
    }
    assert!(
        book(&library, "threat_range").weapons.get(Key::new("bad:b")).is_some(),
        "the sound entry is there"
    );
    assert!(book(&library, "threat_range").weapons.get(Key::new("bad:a")).is_none());
    for scenario in common::library().scenarios.keys() {
        assert!(library.scenarios.contains_key(scenario), "{scenario} is gone");
    }
    plays(&library, "first_blood");
}

#[test]
fn a_mistake_in_the_settings_of_a_mods_rulebook_names_its_file_line_and_column() {
    let text = fs::read_to_string(base().join("rulebooks/arrgs/book.ron")).unwrap();
    let own = text.replacen("id: \"arrgs\",", "id: \"own\", extends: \"arrgs\",", 1);
    let place = |text: &str, part: &str| {
        let before = &text[..text.find(part).unwrap()];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
        format!("rulebooks/own/book.ron:{line}:{column}")
    };
    let wrong = own.replacen("condition: \"dead\"", "condition: \"daed\"", 1).replacen(
        "\"vitality <= 0\"",
        "\"(vitalty)<=0\"",
        1,
    );
    let (_, report) = Mod::new("settings").file("rulebooks/own/book.ron", &wrong).load();
    says(&report, "there is no condition \"daed\"");
    says(&report, &place(&wrong, "\"daed\""));
    says(&report, "did you mean \"dead\"?");
    says(&report, "names \"vitalty\"");
    says(&report, &place(&wrong, "vitalty)<=0\""));
    let lost = own.replacen("extends: \"arrgs\"", "extends: \"arrsg\"", 1);
    let (_, report) = Mod::new("settings").file("rulebooks/own/book.ron", &lost).load();
    says(&report, "it extends \"arrsg\", which cannot be loaded");
    says(&report, &place(&lost, "\"arrsg\""));
    let (_, report) = Mod::new("settings").file("rulebooks/other/book.ron", &own).load();
    says(&report, "rulebooks/other/book.ron:3:9");
}

#[test]
fn whom_an_aura_burns_is_asked_how_to_share_it_out_where_the_book_leaves_that_open() {
    let text = fs::read_to_string(base().join("rulebooks/cepheus/book.ron")).unwrap();
    let own = text.replacen("id: \"cepheus\",", "id: \"own\", extends: \"cepheus\",", 1);
    let own = own.replacen("steps: [React, Roll, Damage,", "steps: [React, Roll, AuraAnswer, Damage,", 1);
    let library = Mod::new("aura").file("rulebooks/own/book.ron", &own).loaded();
    let text = r#"[(
        id: "burned", rules: ["C-62", "D-117"], rulebook: "own",
        text: "10 against an unhurt Endurance of 7: the attacker says where the 3 go, and the blow stands.",
        standing: [(side: "red", action: "allot", policy: Ask)],
        sides: [
            (side: "red", units: [(id: "a", at: (2, 2), max: {"str": 9}, stats: {"slashing": 1}, weapons: ["blade"])]),
            (side: "blue", units: [(id: "b", at: (2, 2), auras: [(id: "fire", kind: "heat", stored: 10)])]),
        ],
        dice: [("attack", 3), ("attack", 3), ("damage", 1), ("damage", 1)],
        do: [
            Act(unit: "a", action: "attack_melee", args: (target: "b")),
            Decline("b"),
            Choose("b", "fire:10"),
            Expect([Prompt(unit: "a", ask: "allot"), Struck(by: "b", target: "a", total: 10)]),
            Allot("a", [("end", 7), ("dex", 3)]),
            Expect([Turn("a"), Track("a", "end", 0), Track("a", "dex", 4), Track("a", "str", 9)]),
        ],
    )]"#;
    let (cases, mistakes) = case::read(Path::new("own/burned.ron"), text);
    assert!(mistakes.is_empty());
    if let Err(failure) = case::run::run(&library, &cases[0]) {
        panic!("{failure}");
    }
}

/// What the report of a battle says in which a unit gains the first of these conditions of a mod.
fn spun(conditions: &str) -> String {
    let library = Mod::new("spin").file("rulebooks/arrgs/conditions.ron", conditions).loaded();
    let setup = library.setup(Key::new("first_blood"), 3, Some(Key::new("arrgs"))).unwrap();
    let mut battle = Battle::new(setup);
    battle.advance();
    let unit = battle.referees_knowledge().units[0].id();
    let condition = Key::new("spin:c0");
    let referee = Referee::Condition { unit, condition, count: 1, until: Until::Battle };
    let begun = Instant::now();
    battle.submit(Command::Referee(referee)).unwrap();
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    let fault = battle.fault().map(|fault| locale::tell(&fault.message()));
    assert!(fault.is_none() || battle.status() == Status::Over);
    fault.unwrap_or_default()
}

fn condition(n: usize, more: &str) -> String {
    format!("(id: \"c{n}\", name: \"C{n}\", rule: \"A-95\", {more}),")
}

#[test]
fn conditions_that_set_off_too_many_others_end_the_battle_with_a_report() {
    // Few enough to stay on the stack: the fifteenth is gained a thousand million times.
    let many: String = (0..15)
        .map(|n| {
            let next = n + 1;
            let twice = format!("Gain(condition: \"c{next}\"), Lift(condition: \"c{next}\"),").repeat(4);
            condition(n, &format!("on: [(at: Gained, do: [{twice}])]"))
        })
        .collect();
    assert!(spun(&format!("[{many}{}]", condition(15, ""))).contains("keeps triggering itself"));
    let deep: String = (0..60)
        .map(|n| condition(n, &format!("on: [(at: Gained, do: [Gain(condition: \"c{}\")])]", n + 1)))
        .collect();
    assert!(spun(&format!("[{deep}{}]", condition(60, ""))).contains("keeps triggering itself"));
    let itself = condition(0, "on: [(at: Gained, do: [Gain(condition: \"c0\")])], again: \"c0\"");
    assert!(spun(&format!("[{itself}]")).contains("keeps triggering itself"));
    let calling = condition(0, "on: [(at: Gained, do: [Summon(unit: \"militia\", count: 900000)])]");
    assert!(spun(&format!("[{calling}]")).contains("keeps triggering itself"));
}

#[test]
fn conditions_that_follow_on_one_another_are_no_fault() {
    let chain: String = (0..6)
        .map(|n| condition(n, &format!("on: [(at: Gained, do: [Gain(condition: \"c{}\")])]", n + 1)))
        .collect();
    assert_eq!(spun(&format!("[{chain}{}]", condition(6, ""))), "");
}

// Paths

#[cfg(unix)]
#[test]
fn links_out_of_a_mod_are_refused() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("weapons.ron"), "(update: [(id: \"club\", base: 50)])").unwrap();
    let own = Mod::new("sly").file("rulebooks/arrgs/units.ron", "[]");
    std::os::unix::fs::symlink(outside.path().join("weapons.ron"), own.path("rulebooks/arrgs/weapons.ron"))
        .unwrap();
    std::os::unix::fs::symlink(outside.path(), own.path("maps")).unwrap();
    let (library, report) = own.load();
    says(&report, "leads out of the mod's folder");
    says(&report, "rulebooks/arrgs/weapons.ron");
    assert_ne!(book(&library, "arrgs").weapons.get(Key::new("club")).unwrap().base.to_string(), "50");
    plays(&library, "first_blood");
}

#[cfg(unix)]
#[test]
fn links_in_a_circle_end() {
    let own = Mod::new("round").file("maps/readme.txt", "");
    std::os::unix::fs::symlink(own.path("maps"), own.path("maps/maps")).unwrap();
    let (library, _) = own.load();
    plays(&library, "first_blood");
}

#[test]
fn a_map_cannot_name_a_tileset_outside_its_mod() {
    let outside = tempfile::tempdir().unwrap();
    let set = outside.path().join("set.tsx");
    fs::write(&set, "<tileset name=\"s\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\"/>")
        .unwrap();
    for source in
        ["../../../../../../../../etc/passwd", set.to_str().unwrap(), "../../set.tsx", "C:\\set.tsx"]
    {
        let map = format!(
            "<map version=\"1.10\" orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"16\" tileheight=\"16\" \
             infinite=\"0\"><tileset firstgid=\"1\" source=\"{source}\"/><layer id=\"1\" name=\"l\" width=\"1\" \
             height=\"1\"><data encoding=\"csv\">1</data></layer></map>"
        );
        let (library, report) = Mod::new("sly").file("maps/m.tmx", &map).load();
        assert!(report.has_errors(), "{source}");
        says(&report, "m.tmx");
        assert!(!report.render(false).contains("root:"), "nothing of the file outside is shown");
        assert!(library.maps.keys().all(|id| !id.as_str().starts_with("sly:")), "{source}");
    }
}

// Maps from Tiled

/// As Tiled 1.10 writes it: a tileset of its own with properties, tile data packed with zlib, a group, an unseen
/// layer, an image layer, a line for a fence, an ellipse for a pond, points, classes.
const YARD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.10.2" class="" orientation="orthogonal" renderorder="right-down" width="10" height="8" tilewidth="32" tileheight="32" infinite="0" nextlayerid="9" nextobjectid="20">
 <editorsettings>
  <export target="yard.json" format="json"/>
 </editorsettings>
 <properties>
  <property name="name" value="The yard"/>
  <property name="default_terrain" value="grass"/>
 </properties>
 <tileset firstgid="1" name="yard" tilewidth="32" tileheight="32" tilecount="4" columns="2">
  <image source="yard.png" width="64" height="64"/>
  <tile id="0"><properties><property name="terrain" value="grass"/></properties></tile>
  <tile id="1">
   <properties><property name="terrain" value="water"/></properties>
   <animation><frame tileid="0" duration="100"/><frame tileid="1" duration="100"/></animation>
  </tile>
  <tile id="2"><properties><property name="object" value="crate"/></properties></tile>
  <tile id="3"><properties><property name="terrain" value="floor"/><property name="height" type="int" value="1"/></properties></tile>
 </tileset>
 <imagelayer id="7" name="Paper"><image source="paper.png" width="320" height="256"/></imagelayer>
 <layer id="1" name="Ground" width="10" height="8">
  <data encoding="base64" compression="zlib">
   eJxjZGBgYCQDM0ExtdThwyxQTC111MQAPfAAYQ==
  </data>
 </layer>
 <group id="2" name="Things">
  <layer id="3" name="Crates" width="10" height="8">
   <data encoding="csv">
0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,3,0,0,
0,0,3,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,2147483651,0,0,
0,0,0,0,0,0,0,0,0,0
</data>
  </layer>
 </group>
 <objectgroup id="5" name="Places">
  <object id="1" name="west" class="start" x="0" y="64" width="32" height="96">
   <properties><property name="side" value="west"/></properties>
  </object>
  <object id="2" name="east" type="start" x="288" y="64" width="32" height="96">
   <properties><property name="side" value="east"/></properties>
  </object>
  <object id="3" name="fence" class="wall" x="128" y="128">
   <properties><property name="wall" value="fence"/></properties>
   <polyline points="0,0 0,64"/>
  </object>
  <object id="4" name="pond" class="pond" x="160" y="192" width="64" height="64">
   <properties><property name="terrain" value="mud"/></properties>
   <ellipse/>
  </object>
  <object id="5" name="well" class="sight" x="16" y="16"><point/></object>
  <object id="6" name="title" class="" x="40" y="230" width="90" height="19"><text wrap="1">The yard</text></object>
 </objectgroup>
</map>
"#;

const FIGHT: &str = r#"[(
    id: "fight", name: "A fight", text: "On a map from Tiled.", rulebook: "threat_range", also: ["arrgs"], map: "MAP",
    sides: [
        (id: "west", name: "West", units: [(id: "ada", kind: "swordsman"), (id: "abe", kind: "archer")]),
        (id: "east", name: "East", units: [(id: "eve", kind: "spearman"), (id: "ed", kind: "scout")]),
    ],
)]"#;

#[test]
fn a_map_drawn_with_tiled_is_played() {
    let library = Mod::new("tiles")
        .file("maps/yard.tmx", YARD)
        .file("scenarios/yard.ron", &FIGHT.replace("MAP", "yard"))
        .loaded();
    let placed = &library.maps[&Key::new("tiles:yard")];
    let (map, sq) = (&placed.map, Square::new);
    assert_eq!((placed.name.as_str(), map.width(), map.height()), ("The yard", 10, 8));
    let terrain = |x, y| map.terrain(sq(x, y)).unwrap().id.as_str();
    assert_eq!(
        [terrain(0, 0), terrain(4, 1), terrain(5, 2), terrain(1, 4)],
        ["grass", "water", "water", "floor"]
    );
    assert_eq!((map.ground(sq(1, 4)), map.ground(sq(3, 3))), (1, 0));
    for (x, y) in [(7, 2), (2, 3), (7, 6)] {
        assert_eq!(map.object(sq(x, y)).unwrap().id, "crate", "({x}, {y})");
    }
    assert_eq!([terrain(5, 6), terrain(6, 7)], ["mud", "mud"], "the ellipse");
    let fences: Vec<Edge> = map.edges().map(|(edge, _)| edge).collect();
    assert_eq!(fences, [Edge::east(sq(3, 4)), Edge::east(sq(3, 5))]);
    assert_eq!(placed.starts[&Key::new("east")], [sq(9, 2), sq(9, 3), sq(9, 4)]);
    plays(&library, "tiles:fight");
    let setup = library.setup(Key::new("tiles:fight"), 4, Some(Key::new("arrgs"))).unwrap();
    assert_eq!(simulate::play(setup, 4).fault, "");
}

/// A map made for another game: nothing in it says what its tiles mean. Its tileset is a file of its own, its layers
/// are plain CSV, its objects are of that game's classes.
const DOCK: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.4" tiledversion="1.4.3" orientation="orthogonal" renderorder="right-down" width="8" height="6" tilewidth="16" tileheight="16" infinite="0" nextlayerid="5" nextobjectid="9">
 <tileset firstgid="1" source="../tilesets/harbour.tsx"/>
 <layer id="1" name="Base" width="8" height="6">
  <data encoding="csv">
1,1,1,1,1,1,1,1,
1,1,1,1,1,1,1,1,
1,1,1,1,1,1,1,1,
1,1,1,1,1,1,1,1,
1,1,2,2,2,2,1,1,
2,2,2,3,3,2,2,2
</data>
 </layer>
 <layer id="2" name="Trees" width="8" height="6" opacity="0.7">
  <data encoding="csv">
9,0,0,0,0,0,0,9,
0,0,0,0,0,0,0,0,
0,0,0,4,0,0,0,0,
0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0
</data>
 </layer>
 <layer id="3" name="Roofs" width="8" height="6" visible="0">
  <data encoding="csv">
8,8,8,8,8,8,8,8,
8,8,8,8,8,8,8,8,
8,8,8,8,8,8,8,8,
8,8,8,8,8,8,8,8,
8,8,8,8,8,8,8,8,
8,8,8,8,8,8,8,8
</data>
 </layer>
 <objectgroup id="4" name="Logic">
  <object id="1" name="p1" type="spawn" x="0" y="16" width="16" height="48"/>
  <object id="2" name="p2" type="spawn" x="112" y="16" width="16" height="48"/>
  <object id="3" name="north gate" type="gate" x="64" y="0"><polyline points="0,0 0,16"/></object>
  <object id="4" name="cam" type="camera" x="3.5" y="7.25" width="100" height="60"/>
 </objectgroup>
</map>
"#;

const HARBOUR: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.4" tiledversion="1.4.3" name="harbour" tilewidth="16" tileheight="16" tilecount="9" columns="3">
 <image source="harbour.png" width="48" height="48"/>
 <terraintypes><terrain name="Water" tile="1"/></terraintypes>
 <tile id="1" terrain="0,0,0,0"/>
</tileset>
"#;

const MAPPING: &str = r#"(
    name: "The dock",
    tilesets: [
        (name: "harbour", tiles: [
            (from: 0, means: terrain("stone_floor")),
            (from: 1, to: 2, means: terrain("deep_water")),
            (from: 3, means: object("crate")),
        ], other: terrain("rubble")),
    ],
    layers: [(name: "Trees", means: object("tree")), (name: "Roofs", means: empty)],
    objects: [
        (class: "spawn", name: "p1", means: start("west")),
        (class: "spawn", name: "p2", means: start("east")),
        (class: "gate", means: door),
        (class: "camera", means: ignored),
    ],
)"#;

#[test]
fn a_map_made_for_another_game_is_played_with_a_mapping_file() {
    let library = Mod::new("port")
        .file("maps/dock.tmx", DOCK)
        .file("tilesets/harbour.tsx", HARBOUR)
        .file("maps/dock.mapping.ron", MAPPING)
        .file("scenarios/dock.ron", &FIGHT.replace("MAP", "dock"))
        .loaded();
    let placed = &library.maps[&Key::new("port:dock")];
    let (map, sq) = (&placed.map, Square::new);
    assert_eq!(placed.name, "The dock");
    assert_eq!(map.terrain(sq(0, 0)).unwrap().id, "stone_floor");
    assert_eq!(map.terrain(sq(3, 5)).unwrap().id, "deep_water");
    assert_eq!(map.object(sq(0, 0)).unwrap().id, "tree", "by its layer");
    assert_eq!(map.object(sq(3, 2)).unwrap().id, "crate", "its own range goes before its layer");
    assert_eq!(map.doors().count(), 1);
    plays(&library, "port:fight");
}

#[test]
fn without_its_mapping_such_a_map_is_told_about_and_left_out_or_bare() {
    let (library, report) =
        Mod::new("port").file("maps/dock.tmx", DOCK).file("tilesets/harbour.tsx", HARBOUR).load();
    assert!(!report.is_empty(), "somebody must be told that nothing has a meaning");
    says(&report, "dock.tmx");
    plays(&library, "first_blood");
}

#[test]
fn maps_that_are_not_square_grids_or_too_large_are_refused() {
    let root = |orientation: &str, width: u32, infinite: u8| {
        format!(
            "<map version=\"1.10\" orientation=\"{orientation}\" width=\"{width}\" height=\"2\" tilewidth=\"16\" \
             tileheight=\"16\" infinite=\"{infinite}\"></map>"
        )
    };
    for (text, why) in [
        (root("isometric", 2, 0), "isometric"),
        (root("hexagonal", 2, 0), "hexagonal"),
        (root("orthogonal", 2, 1), "infinite"),
        (root("orthogonal", 4_000_000_000, 0), "m.tmx"),
        (root("orthogonal", 513, 0), "1 to 512"),
        (root("orthogonal", 0, 0), "m.tmx"),
    ] {
        let (library, report) = Mod::new("odd").file("maps/m.tmx", &text).load();
        assert!(report.has_errors(), "{text}");
        says(&report, why);
        assert!(!library.maps.contains_key(&Key::new("odd:m")));
    }
}

#[test]
fn the_stages_of_harm_lead_to_rules_that_players_can_read() {
    let mut known = 0;
    for book in library().books.values() {
        for (stage, rule) in &book.settings.harm.stage_rules {
            let text = book.rules.get(*rule).and_then(|def| def.text.as_ref());
            assert!(text.is_some(), "{}: {stage} leads to {rule}", book.id);
            known += 1;
        }
    }
    assert!(known >= 15, "{known}");
}

/// Everything about a map, whatever the order in which it names its terrains.
fn all_of(placed: &PlacedMap) -> Vec<String> {
    let map = &placed.map;
    let mut all = vec![format!("{} {} {}", placed.name, map.width(), map.height())];
    all.extend(map.squares().map(|square| {
        let (terrain, object) = (map.terrain(square).map(|own| own.id), map.object(square).map(|own| own.id));
        format!("{square:?} {terrain:?} {object:?} {}", map.ground(square))
    }));
    all.extend(map.edges().map(|(edge, kind)| format!("{edge:?} {}", kind.id)));
    all.extend(map.doors().map(|door| format!("{door:?}")));
    all.push(format!("{:?} {:?} {:?}", placed.starts, placed.units, placed.areas));
    all.extend(placed.things.iter().map(|thing| format!("{thing:?}")));
    all
}

/// A map with what no shipped one has: things, bars on a door, one that works on another, a unit that stands there.
const THINGS: &str = r##"[(
    id: "yard", name: "The yard",
    rows: ["l.c.", ".#G.", "..u."],
    legend: {
        ".": (terrain: "grass"),
        "#": (terrain: "wall"),
        "l": (terrain: "grass", thing: (id: "lever", name: "Lever & rope", offers: [(id: "pull")], works: ["gate"])),
        "c": (terrain: "grass", object: "crate", thing: (id: "crate", offers: [(id: "push"), (id: "clear", dc: 7)])),
        "G": (terrain: "floor", door: (name: "gate", thing: (id: "gate", offers: [(id: "force")], barred: ["stuck"]))),
        "u": (terrain: "grass", unit: (id: "scout", side: "red", name: "Ned")),
    },
)]"##;

#[test]
fn every_map_comes_back_from_tiled_as_it_went_there() {
    let source = Mod::new("first").file("maps/yard.ron", THINGS).loaded();
    let maps = &source.maps;
    let mut own = Mod::new("copy");
    let copied = |id: &Key| id.to_string().replace(':', "_");
    for (id, placed) in maps {
        let drawn = export_tiled(placed, &|_| Some("a & b.svg".to_owned()));
        own = own.file(&format!("maps/{}.tmx", copied(id)), &drawn);
    }
    let copies = own.loaded();
    for (id, placed) in maps {
        let copy = &copies.maps[&Key::new(&format!("copy:{}", copied(id)))];
        for (there, back) in all_of(placed).into_iter().zip(all_of(copy)) {
            assert_eq!(there, back, "{id}");
        }
        assert_eq!(all_of(placed).len(), all_of(copy).len(), "{id}");
    }
    let yard = &maps[&Key::new("first:yard")];
    assert_eq!((yard.things.len(), yard.units.len()), (3, 1), "things and units are tried as well");
}
