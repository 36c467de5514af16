//! What the pages for developers name is there: files, and names in the source.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

#[path = "common/files.rs"]
mod files;

use std::{fs, path::Path};

use files::texts_under;

/// The endings of files that a page names with their path.
const ENDINGS: [&str; 4] = [".rs", ".ron", ".md", ".ftl"];

/// The folders of this project in which a path of a page may begin.
const FOLDERS: [&str; 6] = ["assets/", "benches/", "docs/", "examples/", "src/", "tests/"];

/// What stands before a name where it is defined.
const DEFINED_BY: [&str; 8] =
    ["fn ", "struct ", "enum ", "trait ", "const ", "type ", "mod ", "macro_rules! "];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// What stands between backticks outside of blocks.
fn quoted(page: &str) -> Vec<String> {
    let mut outside = String::new();
    let mut block = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            block = !block;
        } else if !block {
            outside.push_str(line);
            outside.push('\n');
        }
    }
    outside.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn is_path(word: &str) -> bool {
    word.contains('/')
        && !word.contains(char::is_whitespace)
        // `ID` stands for any name.
        && !word.contains("ID")
        && (ENDINGS.into_iter().any(|ending| word.ends_with(ending))
            || FOLDERS.into_iter().any(|folder| word.starts_with(folder)))
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A name as `place::name`: its place, and itself.
fn name(word: &str) -> Option<(&str, &str)> {
    word.split_once("::").filter(|(place, name)| is_word(place) && is_word(name))
}

/// Whether the words stand there, and the last of them ends with them.
fn says(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        !text[at + words.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_')
    })
}

/// Whether a file defines a name of a place: of a module, or of a type that the file defines or implements.
fn defines(path: &Path, text: &str, (place, name): (&str, &str)) -> bool {
    if !text.contains(name) {
        return false;
    }
    let here = if place.starts_with(char::is_uppercase) {
        ["struct ", "enum ", "trait ", "impl ", " for "]
            .into_iter()
            .any(|before| says(text, &format!("{before}{place}")))
    } else {
        let inside = path.strip_prefix(root()).unwrap_or(path).with_extension("");
        inside.components().any(|part| part.as_os_str() == place)
    };
    let variant = || {
        name.starts_with(char::is_uppercase)
            && text.lines().map(str::trim_start).any(|line| line.starts_with(name) && says(line, name))
    };
    here && (DEFINED_BY.into_iter().any(|before| says(text, &format!("{before}{name}"))) || variant())
}

#[test]
fn every_file_that_the_pages_name_is_there() {
    let mut missing = Vec::new();
    for own in ["docs/engine.md", "README.md"] {
        let words = quoted(&page(own));
        let paths = words.iter().filter(|word| is_path(word));
        missing.extend(paths.filter(|path| !root().join(path).exists()).map(|path| format!("{own}: {path}")));
    }
    assert!(missing.is_empty(), "there is no such file:\n{}", missing.join("\n"));
}

#[test]
fn every_name_of_the_page_of_the_engine_is_in_the_source() {
    let files = texts_under(&root().join("src"), "rs");
    let words = quoted(&page("docs/engine.md"));
    let names: Vec<(&str, &str)> = words.iter().filter_map(|word| name(word)).collect();
    assert!(names.len() > 20, "the page names what it speaks of: {names:?}");
    let known = |own: (&str, &str)| files.iter().any(|(path, text)| defines(path, text, own));
    let missing: Vec<_> = names.into_iter().filter(|own| !known(*own)).collect();
    assert!(missing.is_empty(), "docs/engine.md names what is nowhere in src: {missing:?}");
}

#[test]
fn the_readme_names_every_package_and_the_page_of_the_engine() {
    let readme = page("README.md");
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let path = entry.unwrap().path();
        if path.join("Cargo.toml").is_file() {
            let package = format!("src/{}", path.file_name().unwrap().to_str().unwrap());
            assert!(says(&readme, &package), "README.md says nothing of {package}");
        }
    }
    assert!(readme.contains("(docs/engine.md)"), "README.md has no link to docs/engine.md");
}
