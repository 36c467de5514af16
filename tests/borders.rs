//! Every range of the rules of damage and drive (D-01 to D-127, T-09, T-10), from `tests/borders.ron`: both of its borders
//! are cases, and those fail as soon as the number in the book is another.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use common::library;
use serde::Deserialize;
use threat_range::{
    cli::case::{
        self, CaseEntry,
        run::{self, Saving},
    },
    content::library::Library,
    key::Key,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Border {
    rule: Key,
    /// What has the range.
    what: String,
    /// The last value inside and the first outside.
    border: String,
    /// Where its number stands: a file of a book, and texts to be found one after the other, the number in braces.
    #[serde(default)]
    number: Vec<String>,
    /// The number is the smallest that means anything: one less is the same.
    #[serde(default)]
    least: bool,
    cases: Vec<Key>,
}

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn borders() -> Vec<Border> {
    ron::from_str(&fs::read_to_string(root("tests/borders.ron")).unwrap()).unwrap()
}

fn cases(book: &str) -> BTreeMap<Key, CaseEntry> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(root("tests/cases").join(book)).unwrap() {
        let file = entry.unwrap().path();
        let (cases, mistakes) = case::read(&file, &fs::read_to_string(&file).unwrap());
        assert!(mistakes.is_empty(), "{}", mistakes[0]);
        all.extend(cases.into_iter().map(|case| (case.case.id, case)));
    }
    all
}

fn copy(from: &Path, to: &Path) {
    if !from.is_dir() {
        fs::copy(from, to).unwrap();
        return;
    }
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        copy(&path, &to.join(path.file_name().unwrap()));
    }
}

/// The text with the number in braces of the last place, found after the others, so much greater.
fn shifted(text: &str, places: &[String], by: i32) -> Option<String> {
    let (last, before) = places.split_last()?;
    let (start, rest) = last.split_once('{')?;
    let (number, end) = rest.split_once('}')?;
    let mut at = 0;
    for place in before {
        at += text[at..].find(place.as_str())? + place.len();
    }
    at += text[at..].find(&format!("{start}{number}{end}"))? + start.len();
    let other = number.parse::<i32>().ok()? + by;
    Some(format!("{}{other}{}", &text[..at], &text[at + number.len()..]))
}

/// What is wrong with a border: a case that is not there or is of another rule, or a number that they do not hold fast.
fn failure(border: &Border, cases: &BTreeMap<Key, CaseEntry>, base: &Path) -> Option<String> {
    let mut own = Vec::new();
    for id in &border.cases {
        match cases.get(id) {
            Some(case) if case.case.rules.contains(&border.rule) => own.push(case),
            Some(_) => return Some(format!("the case {id} does not name the rule")),
            None => return Some(format!("there is no case {id}")),
        }
    }
    if own.is_empty() {
        return Some("no case is named".to_owned());
    }
    let (file, places) = border.number.split_first()?;
    let path = base.join("rulebooks").join(file);
    let sound = fs::read_to_string(&path).unwrap();
    let shifts: &[i32] = if border.least { &[1] } else { &[-1, 1] };
    let wrong = shifts.iter().find_map(|by| {
        let Some(text) = shifted(&sound, places, *by) else {
            return Some(format!("{file} has no {}", places.join(" .. ")));
        };
        fs::write(&path, text).unwrap();
        let (library, report) = Library::load(base, &[]);
        let pass = own.iter().all(|case| run::run_saving(&library, case, Saving::Never).is_ok());
        (pass || !report.is_empty())
            .then(|| format!("with {by:+} its cases still pass, or the book is unsound: {report}"))
    });
    fs::write(&path, sound).unwrap();
    wrong
}

/// Tries all borders of the rules of a letter by the cases of a book, which needs these books.
fn both_are_cases(letter: &str, book: &str, books: &str) {
    let base = tempfile::tempdir().unwrap();
    for part in ["mod.ron", "terrains", "edges", books] {
        copy(&root("assets").join(part), &base.path().join(part));
    }
    let cases = cases(book);
    let own: Vec<Border> =
        borders().into_iter().filter(|border| border.rule.as_str().starts_with(letter)).collect();
    assert!(!own.is_empty());
    let told = |border: &Border| {
        let why = failure(border, &cases, base.path())?;
        Some(format!("{}, {} ({}): {why}", border.rule, border.what, border.border))
    };
    let wrong: Vec<String> = own.iter().filter_map(told).collect();
    assert!(wrong.is_empty(), "{} of {} borders:\n{}", wrong.len(), own.len(), wrong.join("\n"));
}

#[test]
fn both_borders_of_every_range_of_damage_and_drive_are_cases() {
    both_are_cases("D", "drive", "rulebooks/drive");
}

#[test]
fn both_borders_of_every_range_joined_to_threat_range_are_cases() {
    both_are_cases("T", "threat_range", "rulebooks");
}

#[test]
fn every_rule_whose_text_names_a_number_has_its_borders_in_the_list() {
    let listed: Vec<Key> = borders().iter().map(|border| border.rule).collect();
    let numbered = library().books[&Key::new("drive")].rules.iter().filter(|rule| {
        rule.text.as_ref().is_some_and(|text| text.contains(|own: char| own.is_ascii_digit()))
    });
    let mut wanted: Vec<Key> = numbered.map(|rule| rule.id).collect();
    assert!(wanted.len() >= 30, "{}", wanted.len());
    wanted.extend(["T-09", "T-10"].map(Key::new));
    wanted.retain(|rule| !listed.contains(rule));
    assert!(wanted.is_empty(), "add the ranges of these rules to tests/borders.ron: {wanted:?}");
}
