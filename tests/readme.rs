//! The lists of `tests/cases/README.md` that stand in the source: purposes of dice, codes of refusals.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use threat_range::battle::purposes::PURPOSES;

/// Set, the lists are written anew.
const WRITE: &str = "THREAT_RANGE_WRITE_DOCS";

/// The longest line of a list.
const WIDTH: usize = 118;

/// The source of a layer, file by file, without its tests.
fn source(layer: &str) -> Vec<String> {
    let mut texts = Vec::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(layer), &mut texts);
    assert!(!texts.is_empty(), "{layer} has no source");
    texts
}

fn read(folder: &Path, texts: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, texts);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(path).unwrap();
            texts.push(text.split("#[cfg(test)]").next().unwrap_or_default().to_owned());
        }
    }
}

/// What stands behind each call of that name, to the end of the file.
fn behind<'a>(text: &'a str, call: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(call).filter_map(move |(at, _)| {
        let part_of_a_name = |before: char| before.is_alphanumeric() || before == '_';
        let other = !call.starts_with('.') && text[..at].ends_with(part_of_a_name);
        (!other).then(|| &text[at + call.len()..])
    })
}

/// The text up to the bracket that closes the call.
fn arguments(text: &str) -> &str {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 {
            return &text[..at];
        }
    }
    text
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Codes as refusals are made with: the first argument, written out.
fn codes() -> BTreeSet<String> {
    let files: Vec<String> = [source("rules"), source("battle")].concat();
    let mut codes = BTreeSet::new();
    for text in files.iter().filter(|text| text.contains("Refusal")) {
        for call in ["Refusal::new(", "refuse(", "no(", "why("] {
            let firsts = behind(text, call).filter_map(|rest| rest.trim_start().strip_prefix('"'));
            let words = firsts.filter_map(|rest| rest.split('"').next());
            codes.extend(words.filter(|word| is_word(word)).map(str::to_owned));
        }
    }
    codes
}

/// Purposes written out where dice are thrown.
fn thrown() -> BTreeSet<String> {
    let calls = [
        ".throw(",
        ".throw_die(",
        ".roll_check(",
        ".roll_chain(",
        ".pick(",
        "self.roll(",
        "let purpose = Key::new(",
    ];
    let mut thrown = BTreeSet::new();
    for text in source("battle") {
        for call in calls {
            let written = behind(&text, call).flat_map(|rest| arguments(rest).split('"').skip(1).step_by(2));
            thrown.extend(written.filter(|word| is_word(word)).map(str::to_owned));
        }
    }
    thrown
}

fn purposes() -> String {
    let rows = PURPOSES.iter().map(|(purpose, what)| format!("| `{purpose}` | {what} |\n"));
    format!("| purpose | thrown for |\n| --- | --- |\n{}", rows.collect::<String>())
}

/// Words in lines of at most [`WIDTH`].
fn wrapped(words: &BTreeSet<String>) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for (at, word) in words.iter().enumerate() {
        let end = if at + 1 == words.len() { '.' } else { ',' };
        let word = format!("`{word}`{end}");
        if width > 0 && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        width += word.len();
        text += &word;
    }
    text.push('\n');
    text
}

/// A page with what stands between two of its lines replaced.
fn with_list(page: &str, name: &str, list: &str) -> String {
    let (start, end) = (format!("<!-- {name}, from the source -->\n"), format!("<!-- end of {name} -->"));
    let (before, rest) = page.split_once(&start).unwrap_or_else(|| panic!("the page has no {start}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("the page has no {end}"));
    format!("{before}{start}{list}{end}{after}")
}

#[test]
fn every_purpose_that_is_thrown_for_is_listed_once() {
    let listed: BTreeSet<String> = PURPOSES.iter().map(|(purpose, _)| (*purpose).to_owned()).collect();
    assert_eq!(listed.len(), PURPOSES.len(), "a purpose is listed twice");
    assert_eq!(listed, thrown(), "src/battle/purposes.rs lists what is thrown for, with what that is");
}

#[test]
fn the_page_of_cases_lists_the_purposes_and_codes_of_the_source() {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/README.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let right = with_list(&with_list(&page, "purposes", &purposes()), "codes", &wrapped(&codes()));
    if page == right {
        return;
    }
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, right).unwrap();
        return;
    }
    panic!("tests/cases/README.md is not up to date: run this test with {WRITE}=1");
}

/// Names that stand at the head of two rows of one table.
fn doubled(page: &str) -> Vec<&str> {
    let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let (mut seen, mut doubled) = (BTreeSet::new(), Vec::new());
    for line in page.lines() {
        let Some(row) = line.strip_prefix('|') else {
            seen.clear();
            continue;
        };
        let head = row.split(" | ").next().unwrap_or_default();
        let quoted = head.split('`').skip(1).step_by(2);
        let names: BTreeSet<&str> = quoted.filter_map(|text| text.split('(').next()).collect();
        doubled.extend(names.into_iter().filter(|&name| is_name(name) && !seen.insert(name)));
    }
    doubled
}

#[test]
fn nothing_stands_twice_in_a_table_for_modders() {
    for path in ["docs/modding.md", "tests/cases/README.md"] {
        let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        assert_eq!(doubled(&page), Vec::<&str>::new(), "{path} has rows twice");
    }
}
