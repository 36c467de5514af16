//! What players read keeps to the words of `docs/words.md`: none of those that its table rules out stands in a
//! sentence, name or text of the base game, in either language.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use std::{
    fs,
    path::{Path, PathBuf},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The words that no text may hold: English, German.
fn ruled_out(page: &str) -> [Vec<String>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    let rows = page.lines().filter(|line| line.starts_with("| ")).skip(2);
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 5, "five columns: {row}");
        for (words, cell) in found.iter_mut().zip(&cells[3..]) {
            let own = cell.split(',').map(str::trim).filter(|word| !word.is_empty() && *word != "–");
            words.extend(own.map(str::to_lowercase));
        }
    }
    found
}

/// All files with this ending in a folder and in those in it.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|own| own == ending) {
            found.push(path);
        }
    }
}

/// The texts of a file of content with their lines: strings of more than one word, and names.
fn told(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let mut before = String::new();
        let mut string: Option<String> = None;
        let mut letters = line.chars().peekable();
        while let Some(letter) = letters.next() {
            match (&mut string, letter) {
                (Some(own), '\\') => own.extend(letters.next()),
                (Some(own), '"') => {
                    let named = ["name:", "text:", "title:"].iter().any(|key| before.ends_with(key));
                    if named || own.contains(' ') {
                        found.push((at + 1, std::mem::take(own)));
                    }
                    string = None;
                    before.clear();
                }
                (Some(own), letter) => own.push(letter),
                (None, '"') => string = Some(String::new()),
                (None, '/') if letters.peek() == Some(&'/') => break,
                (None, letter) if letter.is_whitespace() => {}
                (None, letter) => before.push(letter),
            }
        }
    }
    found
}

/// The sentences of a language file with their lines.
fn said(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let sentence = match line.starts_with(char::is_alphabetic) {
            true => line.split_once('=').map_or("", |(_, sentence)| sentence),
            // The key of a variant is read by nobody.
            false => line
                .trim_start()
                .split_once("] ")
                .filter(|(key, _)| key.trim_start_matches('*').starts_with('['))
                .map_or(line, |(_, own)| own),
        };
        found.push((at + 1, sentence.to_owned()));
    }
    found
}

/// Whether a text holds these words, and not as part of others, of a variable's name or of an id.
fn holds(text: &str, words: &str) -> bool {
    let joins = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    text.match_indices(words).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        !before.is_some_and(joins) && !after.is_some_and(joins)
    })
}

/// Where the files hold words that are ruled out; and how many texts were looked at.
fn wrong(folder: &str, words: &[String]) -> (Vec<String>, usize) {
    let (mut found, mut looked) = (Vec::new(), 0);
    for ending in ["ftl", "ron"] {
        let mut paths = Vec::new();
        files(&root().join(folder), ending, &mut paths);
        paths.sort();
        for path in paths {
            let text = fs::read_to_string(&path).unwrap();
            let texts = if ending == "ftl" { said(&text) } else { told(&text) };
            looked += texts.len();
            for (line, text) in texts {
                let low = text.to_lowercase();
                for word in words.iter().filter(|word| holds(&low, word)) {
                    found.push(format!("{}:{line}: \"{word}\" in: {}", path.display(), text.trim()));
                }
            }
        }
    }
    (found, looked)
}

#[test]
fn texts_of_both_languages_hold_no_word_that_the_list_rules_out() {
    let page = fs::read_to_string(root().join("docs/words.md")).unwrap();
    let [english, german] = ruled_out(&page);
    assert!(english.len() > 20 && german.len() > 10, "docs/words.md has lost its table");
    let folders = ["locales/en", "rulebooks", "scenarios", "terrains", "maps"];
    let folders = folders.map(|folder| (format!("assets/{folder}"), &english));
    let (mut all, mut looked) = (Vec::new(), 0);
    for (folder, words) in folders.iter().chain([&("assets/locales/de".to_owned(), &german)]) {
        let (found, texts) = wrong(folder, words);
        assert!(texts > 0, "{folder} has no texts");
        all.extend(found);
        looked += texts;
    }
    assert!(looked > 2000, "only {looked} texts were looked at");
    assert!(all.is_empty(), "see docs/words.md:\n{}", all.join("\n"));
}

#[test]
fn words_are_found_in_sentences_names_and_texts_and_nowhere_else() {
    let texts = told(
        "(id: \"blow\", name: \"Foe\", text: \"A \\\"blow\\\" here\"), // \"no blow\"\n  also: \"two words\"",
    );
    let own: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(own, ["Foe", "A \"blow\" here", "two words"]);
    assert_eq!(said("# blow\na-blow = A hit\n    { $worth } more").len(), 2);
    assert!(
        holds("a \"blow\" here", "blow") && !holds("below, blows", "blow") && !holds("{ $worth }", "worth")
    );
    let page = concat!(
        "| term | German | what | not | nicht |\n| --- | --- | --- | --- | --- |\n",
        "| hit | Treffer | – | blow, goes home | – |\n"
    );
    assert_eq!(ruled_out(page), [vec!["blow".to_owned(), "goes home".to_owned()], Vec::new()]);
}
