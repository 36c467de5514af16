//! Tests of `layer`.

use std::{fs, path::Path};

use serde::Deserialize;

use super::*;
use crate::content::{decode::decode, manifest::ModFolder};

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
fn an_inherited_entry_changes_for_the_heir_alone() {
    let (parent, _) = layers("[]");
    let mut heir = Layered::over(Some(Arc::new(parent)));
    let mut report = Report::new();
    let text = "(update: [(id: \"sword\", weight: 9)], delete: [\"axe\"])";
    heir.apply(&SourceFile::new("m/weapons.ron", text).owned_by(Key::new("m")), &[], &mut report);
    assert!(report.is_empty(), "{report}");
    assert_eq!(weapon(&heir, "sword").weight, 9);
    assert_eq!(weapon(&heir, "sword").damage, "1d8");
    assert!(heir.found(Key::new("axe")).is_none());
    assert_eq!(heir.lost().collect::<Vec<_>>(), [Key::new("axe")]);
    // Who took it away is told, not who changes it.
    let other = SourceFile::new("n/weapons.ron", "(update: [(id: \"axe\", weight: 1)])");
    heir.apply(&other.owned_by(Key::new("n")), &[], &mut report);
    assert_eq!(
        report.to_string().lines().next(),
        Some("error: this deletes \"axe\", which the mod \"n\" changes"),
        "{report}"
    );
    let touches: Vec<String> =
        heir.touches(Key::new("sword")).iter().map(|one| one.verb.to_string()).collect();
    assert_eq!(touches, ["new", "update"]);
    let says = heir.touches(Key::new("sword")).last().and_then(|one| one.says("weight"));
    assert_eq!(says.map(|(_, text)| text), Some("9".to_owned()));
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

#[test]
fn files_of_a_kind_are_found_in_all_mods() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("base/mod.ron", "(id: \"base\", name: \"B\", version: \"1\")");
    write("base/rulebooks/arrgs/weapons.ron", "[(id: \"a\", weight: 1)]");
    write("base/rulebooks/arrgs/weapons/more.ron", "[(id: \"b\", weight: 1)]");
    write("m/mod.ron", "(id: \"m\", name: \"M\", version: \"1\")");
    write(
        "m/rulebooks/arrgs/weapons.ron",
        "(update: [(id: \"b\", weight: 2)], new: [(id: \"c\", weight: 3)])",
    );
    write("m/rulebooks/arrgs/weapons/bad.ron", "[(id: \"d\"]");
    let mods: Vec<ModFolder> = ["base", "m"]
        .iter()
        .map(|id| ModFolder::read(&folder.path().join(id), Path::new(id)).unwrap())
        .collect();
    let mut report = Report::new();
    let layered = layer_kind_into(&mods, "rulebooks/arrgs", "weapons", &mut report);
    assert_eq!(layered.ids().map(Key::as_str).collect::<Vec<_>>(), ["a", "b", "m:c"]);
    assert_eq!(weapon(&layered, "b").weight, 2);
    assert_eq!(report.len(), 1);
    assert!(report.to_string().contains("m/rulebooks/arrgs/weapons/bad.ron:1:10"), "{report}");
    assert!(layered.incomplete);
    assert!(layer_kind_into(&mods, "", "nothing", &mut report).is_empty());
}
