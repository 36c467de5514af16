//! Tests of `layer`.

use super::*;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Weapon {
    id: Key,
    weight: i64,
    #[serde(default)]
    damage: String,
}

const BASE_FILE: &str = "[\n (id: \"sword\", weight: 3, damage: \"1d8\"),\n (id: \"axe\", weight: 5),\n]";

/// The base game's file, then a mod's.
fn layers(text: &str) -> (Layered, Vec<String>) {
    let mut report = Report::new();
    let mut layered = Layered::default();
    layered.apply(&SourceFile::new("base/weapons.ron", BASE_FILE), &[], &mut report);
    assert!(report.is_empty(), "{report}");
    let file = SourceFile::new("m/weapons.ron", text).owned_by(Key::new("m"));
    layered.apply(&file, &[Key::new("friend")], &mut report);
    (layered, report.iter().map(ToString::to_string).collect())
}

fn weapon(layered: &Layered, id: &str) -> Weapon {
    decode(layered.get(Key::new(id)).unwrap()).unwrap()
}

#[test]
fn what_was_deleted_and_is_written_anew_comes_last() {
    let text =
        "(new: [(id: \"spear\", weight: 1), (id: \"bow\", weight: 1)], delete: [\"spear\", \"sword\"])";
    let (mut layered, said) = layers(text);
    assert_eq!(said, Vec::<String>::new());
    let again = SourceFile::new("m/more.ron", "[(id: \"spear\", weight: 2)]").owned_by(Key::new("m"));
    let mut report = Report::new();
    layered.apply(&again, &[], &mut report);
    assert!(report.is_empty(), "{report}");
    let listed: Vec<&str> = layered.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!((listed, layered.len()), (vec!["axe", "m:bow", "m:spear"], 3));
}

#[test]
fn a_path_changes_one_thing_inside_an_entry_and_leaves_the_rest() {
    let text = "(add: {\"sword.weight\": 2}, set: {\"base:axe.damage\": \"2\"}, mul: {\"axe.weight\": \"3 / 2\", \
                \"axe.damage\": 2}, copy_from: [(from: \"sword\", id: \"blade\", damage: \"1d4\")], \
                remove: [\"sword.damage\"])";
    let (layered, said) = layers(text);
    assert_eq!(said, Vec::<String>::new());
    let made = |id: &str| {
        let Weapon { weight, damage, .. } = weapon(&layered, id);
        (weight, damage)
    };
    assert_eq!(made("sword"), (5, String::new()));
    assert_eq!(made("axe"), (7, "(2) * (2)".to_owned()));
    assert_eq!(made("m:blade"), (5, "1d4".to_owned()));
    assert_eq!(weapon(&layered, "m:blade").id, "m:blade");
}

#[test]
fn references_mean_the_own_mod_first_then_the_base_game() {
    let (layered, _) = layers("[(id: \"sword\", weight: 1)]");
    let m = Key::new("m");
    assert_eq!(layered.resolve(m, "sword"), Some(Key::new("m:sword")));
    assert_eq!(layered.resolve(m, "axe"), Some(Key::new("axe")));
    assert_eq!(layered.resolve(m, "base:sword"), Some(Key::new("sword")));
    assert_eq!(layered.resolve(Key::new("base"), "sword"), Some(Key::new("sword")));
    assert_eq!(layered.resolve(Key::new("base"), "m:sword"), Some(Key::new("m:sword")));
    assert_eq!(layered.resolve(m, "nothing"), None);
}
