//! Typical mistakes of mods, from `tests/mistakes.ron`: each is told with file, line and column where there is one, and
//! with what was meant.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use threat_range::{
    cli::check_all,
    content::library::{Library, Sources},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    what: String,
    /// The most sentences that are said of the mod.
    most: usize,
    /// The files of the mod, by their paths.
    files: BTreeMap<String, String>,
    /// How the sentence begins that is wanted.
    said: String,
}

/// Everything that `check` says of a mod with these files, each on a line from the mod's folder on.
fn said(files: &BTreeMap<String, String>) -> Vec<String> {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("own");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("mod.ron"), "(id: \"own\", name: \"own\", version: \"1.0.0\")").unwrap();
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let mods: [PathBuf; 1] = [folder];
    let (library, mut report) = Library::load_with(&base, &mods);
    report.join(check_all(&library, &Sources::load_with(&base, &mods), &[]).1);
    report.iter().map(|one| one.to_string().replace(&format!("{}/", mods[0].display()), "")).collect()
}

/// What was said in place of what is wanted.
fn failure(mistake: &Mistake) -> Option<String> {
    let said = said(&mistake.files);
    let told = said.iter().any(|line| line.starts_with(&mistake.said));
    let good = told && said.len() <= mistake.most;
    (!good).then(|| format!("{}\n  wanted: {}\n  {}", mistake.what, mistake.said, said.join("\n  ")))
}

#[test]
fn each_mistake_is_told_with_its_place_and_what_was_meant() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes.ron");
    let mistakes: Vec<Mistake> = ron::from_str(&fs::read_to_string(table).unwrap()).unwrap();
    assert!(mistakes.len() >= 50);
    let parts = std::thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let chunks = mistakes.chunks(mistakes.len().div_ceil(parts));
        let failures = |part: &[Mistake]| part.iter().filter_map(failure).collect::<Vec<String>>();
        let running: Vec<_> = chunks.map(|part| scope.spawn(move || failures(part))).collect();
        running.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), mistakes.len(), wrong.join("\n"));
}

#[test]
fn a_sound_mod_is_no_mistake() {
    let marsh = r#"(id: "marsh", name: "Marsh", extends: "arrgs", new: {"names": {"slime": "Slime"}})"#;
    let more = r#"(new: {"stats": {"boating": 0}}, delete: ["choices.increment_as_bonus"])"#;
    // What is written as `null` is as good as not there.
    let table = r#"{"resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 3, "y": 2}, "pixels_per_grid": 64},
        "portals": null, "lights": null}"#;
    let sound: [&[(&str, &str)]; 5] = [
        &[],
        &[("maps/inn.uvtt", table)],
        &[("rulebooks/arrgs/weapons.ron", r#"[(id: "eel_spear", name: "Eel spear", base: 5)]"#)],
        &[("rulebooks/threat_range/book.ron", more)],
        &[
            ("rulebooks/marsh/book.ron", marsh),
            ("locales/de/rulebooks/marsh/book.ron", r#"[(id: "marsh", name: "Marsch")]"#),
            ("locales/de/rulebooks/marsh/words.ron", r#"[(id: "slime", name: "Schleim")]"#),
        ],
    ];
    for files in sound {
        let files: BTreeMap<String, String> =
            files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        assert_eq!(said(&files), Vec::<String>::new(), "{files:?}");
    }
}
