//! Spells of a book whose dice have to stay under a score: a higher level is harder.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use std::{fs, path::Path};

use threat_range::{
    battle::Battle,
    content::{diagnostics::Report, library::Library},
    key::Key,
    rules::{
        attack::{self, AttackSpec},
        check::Check,
        facts::UnitId,
    },
};

const CAST: &str = r#"[
    (id: "cast", name: "Cast", rule: "S-31", provokes: Never, cost: [],
     asks: [Spell, Target(who: Foe, within: Range)], steps: [Cast]),
]"#;

const SPELLS: &str = r#"[
    (id: "spark", name: "Spark", rule: "S-31", school: "fire", level: 0, increment: 9, base: 5, types: ["energy"]),
    (id: "blaze", name: "Blaze", rule: "S-31", school: "fire", level: 12, increment: 9, base: 5, types: ["energy"]),
]"#;

/// The base game and a mod that casts spells by the percentile dice, with a change of the book.
fn load(change: &str) -> (Library, Report) {
    let home = tempfile::tempdir().unwrap();
    let own = home.path().join("rulebooks/structured");
    fs::create_dir_all(&own).unwrap();
    fs::write(home.path().join("mod.ron"), "(id: \"hex\", name: \"Hex\", version: \"1.0.0\")").unwrap();
    for (file, text) in [("book.ron", change), ("actions.ron", CAST), ("spells.ron", SPELLS)] {
        fs::write(own.join(file), text).unwrap();
    }
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    Library::load_with(&assets, &[home.path().to_path_buf()])
}

fn check(battle: &Battle, spell: &str) -> Check {
    let facts = &*battle.referees_knowledge();
    let cast = facts.book.action(Key::new("hex:cast")).unwrap().clone();
    let (by, target) = (UnitId::new("voss"), UnitId::new("brandt"));
    let spec = AttackSpec { spell: Some(Key::new(spell)), ..AttackSpec::new(by, target, &cast) };
    attack::check(facts, &spec).unwrap()
}

#[test]
fn the_level_of_a_spell_is_taken_from_the_score() {
    let (library, report) = load("(new: {\"attack.spell\": \"pinning\"})");
    assert!(!report.has_errors(), "{report}");
    let structured = Some(Key::new("structured"));
    let mut battle = Battle::new(library.setup(Key::new("hold_the_stairwell"), 1, structured).unwrap());
    battle.advance();
    let (spark, blaze) = (check(&battle, "hex:spark"), check(&battle, "hex:blaze"));
    let score = spark.read(1).number;
    assert!(score > 20, "{score}");
    assert_eq!(blaze.read(1).number, score - 12);
    // The base of its value makes up for no failure.
    assert!(blaze.read(score - 12).success && !blaze.read(score - 11).success);
    assert_eq!((blaze.read(score - 12).value, blaze.read(score - 11).value), (5, 0));
}
