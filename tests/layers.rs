//! The order of the layers: a package imports only those above it, and inside `src/rules` types of data stand below
//! facts, facts below checks and harm, those below legality and odds. And how long files and functions are at most, and
//! how many fields a struct has.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

#[path = "common/files.rs"]
mod files;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use files::texts_under;

/// The packages below `src`. Each imports only those before it. `docs/engine.md` states the same order.
const PACKAGES: [&str; 11] =
    ["base", "dice", "grid", "rules", "battle", "content", "locale", "saves", "ai", "cli", "window"];

/// The modules of `src/rules`, layer by layer. Each imports only those of its own layer and of those before it.
const RULES: [&str; 4] = [
    "action action_dice altitude attack_rule blaze_rule bond book catalogue check_rule condition \
     data_prelude economy effects expr \
     expr_certain expr_parse fire_rule gear guide harm_rule parameter ids interaction luck measure modifier movement refusal sequence spell step \
     surroundings unit_systems task_rule timing unit vehicle \
     zone_area_rule",
    "facts order prelude",
    "amounts area attack attack_check attack_vehicle blast blaze blow check check_prelude \
     collision contest cuts damage manoeuvre fire handling \
     harm haul heal jam location several spell_checks moving sweep task zone_area",
    "blast_odds legal odds",
];

/// The modules of `src/rules` that belong to no layer: its table of contents, and what serves tests alone.
const APART: [&str; 3] = ["lib", "mod", "testing"];

/// The most lines of a file, its tests included.
const FILE: usize = 450;

/// The most lines of a function.
const FUNCTION: usize = 100;

/// The most fields of a struct: one with more wants parts that have names.
const FIELDS: usize = 30;

/// Structs that may have more, and why.
const FLAT: [(&str, &str); 5] = [
    ("WeaponDef", "a weapon is written without parts, and `deny_unknown_fields` allows no flattened ones"),
    ("UnitEntry", "a unit of a scenario is written without parts, over the fields of its definition"),
    ("BookDef", "each field is a section of `book.ron`"),
    (
        "ConditionDef",
        "a condition is written without parts, and `deny_unknown_fields` allows no flattened ones",
    ),
    ("UnitDef", "a unit is written without parts, and `deny_unknown_fields` allows no flattened ones"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// All files of the source below a folder.
fn source(folder: &Path) -> Vec<PathBuf> {
    texts_under(folder, "rs").into_iter().map(|(path, _)| path).collect()
}

fn part_of_a_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The word at the start of a text, if there is one.
fn word(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let word = &text[..text.find(|c: char| !part_of_a_word(c)).unwrap_or(text.len())];
    (!word.is_empty()).then_some(word)
}

/// The first words of the parts of a list in braces, of which the first brace is behind us.
fn listed(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = word(text).into_iter().collect();
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            break;
        }
        if c == ',' && depth == 1 {
            words.extend(word(&text[at + 1..]));
        }
    }
    words
}

/// What a text names right behind a prefix.
fn named<'a>(text: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(prefix).flat_map(move |(at, _)| {
        // `a::super::`: a part of a longer path.
        let longer = text[..at].ends_with(|before: char| part_of_a_word(before) || before == ':');
        let behind = &text[at + prefix.len()..];
        match behind.strip_prefix('{') {
            _ if longer => Vec::new(),
            Some(list) => listed(list),
            None => word(behind).into_iter().collect(),
        }
    })
}

/// The source of a file without the tests at its end.
fn without_tests(path: &Path) -> String {
    let text = read(path);
    let tests = text.match_indices("#[cfg(test)]\nmod ").find(|(at, _)| {
        let module = text[*at..].lines().nth(1).unwrap_or_default();
        module.ends_with('{')
    });
    text[..tests.map_or(text.len(), |(at, _)| at)].to_owned()
}

/// The source of a file without its tests and comments.
fn code(path: &Path) -> String {
    let own = without_tests(path);
    let lines = own.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.fold(String::new(), |code, line| code + line + "\n")
}

/// The imports between the modules of `src/rules`, each with the files that make it.
fn imports() -> BTreeMap<(String, String), BTreeSet<String>> {
    let rules = root().join("src/rules");
    let files = source(&rules);
    let mut found: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for path in files {
        let inside = path.strip_prefix(&rules).unwrap().with_extension("");
        let parts: Vec<&str> = inside.iter().map(|part| part.to_str().unwrap()).collect();
        let own = parts[0];
        if APART.contains(&own) {
            continue;
        }
        // How often `super` leads out of a file to `rules`: a `mod.rs` is its folder.
        let depth = parts.len() - usize::from(parts.last() == Some(&"mod"));
        let text = code(&path);
        let above = "super::".repeat(depth);
        for prefix in [above.as_str(), "crate::rules::", "rules::"] {
            for other in named(&text, prefix).filter(|other| *other != own && *other != "super") {
                let files = found.entry((own.to_owned(), other.to_owned())).or_default();
                files.insert(inside.display().to_string());
            }
        }
    }
    found
}

/// The layer of a module of `src/rules`.
fn layer(module: &str) -> Option<usize> {
    RULES.into_iter().position(|layer| layer.split_whitespace().any(|one| one == module))
}

#[test]
fn every_package_has_its_place_in_the_order() {
    let mut packages = Vec::new();
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let path = entry.unwrap().path();
        if path.join("Cargo.toml").is_file() {
            packages.push(path.file_name().unwrap().to_str().unwrap().to_owned());
        }
    }
    packages.sort();
    let mut known = PACKAGES.map(str::to_owned);
    known.sort();
    assert_eq!(packages, known, "a package has no place in the order, or is no more");
}

#[test]
fn a_package_imports_only_those_above_it() {
    for (at, package) in PACKAGES.into_iter().enumerate() {
        let manifest = read(&root().join("src").join(package).join("Cargo.toml"));
        for line in manifest.lines().filter_map(|line| line.strip_prefix("threat_range_")) {
            let other = word(line).unwrap();
            let above = PACKAGES.into_iter().position(|one| one == other);
            assert!(
                above.is_some_and(|above| above < at),
                "{package} imports {other}, which is not above it"
            );
        }
    }
}

#[test]
fn the_pages_state_the_same_order() {
    let engine = read(&root().join("docs/engine.md"));
    let rows = engine.lines().filter_map(|line| line.strip_prefix("| `src/"));
    let stated: Vec<&str> =
        rows.filter_map(|row| row.split_once("` |")).map(|(package, _)| package).collect();
    assert_eq!(stated, PACKAGES, "docs/engine.md");
    let contents = read(&root().join("src/lib.rs"));
    let rows = contents.lines().filter_map(|line| line.strip_prefix("//! | "));
    let stated = rows.filter_map(|row| word(row.trim_start_matches(['[', '`'])));
    let stated: Vec<&str> = stated.filter(|module| PACKAGES.contains(module)).collect();
    assert_eq!(stated, PACKAGES[1..], "src/lib.rs");
}

#[test]
fn every_module_of_the_rules_has_its_layer() {
    for entry in fs::read_dir(root().join("src/rules")).unwrap() {
        let path = entry.unwrap().path();
        let module = path.file_stem().unwrap().to_str().unwrap();
        let is_module = path.is_dir() || path.extension().is_some_and(|ending| ending == "rs");
        if is_module && !APART.contains(&module) {
            assert!(layer(module).is_some(), "src/rules/{module} has no layer");
        }
    }
    for module in RULES.into_iter().flat_map(str::split_whitespace) {
        let rules = root().join("src/rules");
        let there = rules.join(format!("{module}.rs")).is_file() || rules.join(module).is_dir();
        assert!(there, "there is no src/rules/{module} any more");
    }
}

#[test]
fn inside_the_rules_imports_go_one_way() {
    let imports = imports();
    assert!(imports.len() > 50, "the imports are found");
    for ((own, other), files) in &imports {
        let (Some(low), Some(high)) = (layer(own), layer(other)) else { continue };
        assert!(high <= low, "{own} must not import {other}, which is above it: {files:?}");
    }
}

#[test]
fn at_the_screen_one_file_decides_who_sees_everything() {
    let mut files = source(&root().join("src/window"));
    files.retain(|path| !path.ends_with("tests.rs") && !path.to_string_lossy().ends_with("_tests.rs"));
    files.retain(|path| code(path).contains("referees_knowledge"));
    assert_eq!(files, [root().join("src/window/session/play.rs")]);
}

/// How far a line is indented.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// What a line declares with a keyword, as `fn name` or `pub(super) struct Name`.
fn declared<'a>(line: &'a str, keyword: &str) -> Option<&'a str> {
    let (before, behind) = line.split_once(keyword)?;
    let first = before.split_whitespace().next();
    let plain =
        first.is_none_or(|first| first.starts_with("pub") || ["const", "async", "unsafe"].contains(&first));
    word(behind).filter(|_| plain)
}

/// The declarations of a text with a keyword: the name of each and its lines.
fn declarations<'a>(text: &'a str, keyword: &str) -> Vec<(&'a str, Vec<&'a str>)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().copied().enumerate() {
        let Some(name) = declared(line, keyword) else { continue };
        // What is formatted ends where it begins, as far as columns go.
        let ends = |other: &&str| {
            let own = other.trim_start();
            indent(other) == indent(line)
                && (own.starts_with('}') || own.ends_with(';') || own.ends_with('}'))
        };
        let length = lines[at..].iter().position(ends).map_or(lines.len() - at, |last| last + 1);
        found.push((name, lines[at..at + length].to_vec()));
    }
    found
}

/// Whether a line is a field of a struct that is indented so far.
fn is_field(line: &str, struct_indent: usize) -> bool {
    let text = line.trim_start();
    let restricted = || text.strip_prefix("pub(")?.split_once(") ").map(|(_, rest)| rest);
    let own = text.strip_prefix("pub ").or_else(restricted).unwrap_or(text);
    indent(line) == struct_indent + 4 && word(own).is_some_and(|name| own[name.len()..].starts_with(':'))
}

#[test]
fn files_functions_and_structs_stay_small() {
    let files = source(&root().join("src"));
    let (mut large, mut functions, mut flat) = (Vec::new(), 0, BTreeSet::new());
    for path in files {
        let place = path.strip_prefix(root()).unwrap().display();
        let lines = read(&path).lines().count();
        if lines > FILE {
            large.push(format!("{place} has {lines} lines"));
        }
        let text = without_tests(&path);
        for (name, lines) in declarations(&text, "fn ") {
            functions += 1;
            if lines.len() > FUNCTION {
                large.push(format!("{place}: {name} has {} lines", lines.len()));
            }
        }
        for (name, lines) in declarations(&text, "struct ") {
            let fields = lines[1..].iter().filter(|line| is_field(line, indent(lines[0]))).count();
            if fields <= FIELDS {
                continue;
            }
            match FLAT.into_iter().find(|(known, _)| *known == name) {
                Some((known, _)) => _ = flat.insert(known),
                None => large.push(format!("{place}: {name} has {fields} fields")),
            }
        }
    }
    assert!(functions > 3000, "{functions}: the functions are found");
    assert!(large.is_empty(), "too large:\n{}", large.join("\n"));
    for (name, why) in FLAT {
        assert!(flat.contains(name), "{name} is not so large any more; it might be because {why}");
    }
}
