//! The shipped languages agree with one another and with the source, and mistakes are told.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use super::Locales;
use crate::{
    content::{diagnostics::Report, mod_path::ModRoot},
    key::Key,
    message,
    message::Message,
    rules::legal::Refusal,
};

/// Languages of a mod "base" and, over it, of a mod "more", from files (path, text).
fn locales(base: &[(&str, &str)], more: &[(&str, &str)]) -> (Locales, Report) {
    let folder = tempfile::tempdir().unwrap();
    let root = |name: &str, files: &[(&str, &str)]| {
        let own = folder.path().join(name);
        for (path, text) in files {
            let path = own.join("locales").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        fs::create_dir_all(&own).unwrap();
        ModRoot::open(&own, Path::new(name), Key::new(name)).unwrap()
    };
    Locales::from_roots(&[root("base", base), root("more", more)])
}

#[test]
fn sentences_take_values_plurals_and_signs() {
    let english = "squares = { $n ->\n    [one] one square\n   *[other] { $n } squares\n }\n\
                   bonus = { SIGNED($n) } for { $who }\n";
    let texts = locales(&[("en/a.ftl", english)], &[]).0.texts("en");
    assert_eq!(texts.with("squares", &[("n", 1.into())]), "one square");
    assert_eq!(texts.with("squares", &[("n", 12_345.into())]), "12345 squares");
    assert_eq!(texts.with("squares", &[("n", (-3).into())]), "−3 squares");
    assert_eq!(texts.with("bonus", &[("n", 2.into()), ("who", "Ann".into())]), "+2 for Ann");
    assert_eq!(texts.with("bonus", &[("n", (-2).into()), ("who", "Ann".into())]), "−2 for Ann");
    assert_eq!(texts.with("bonus", &[("n", 0.into()), ("who", "Ann".into())]), "+0 for Ann");
}

#[test]
fn a_message_of_the_engine_is_told_in_each_language() {
    let english = "core-a = needs { $n } { $n ->\n    [one] { ONE($what) }\n   *[other] { $what }\n }, has { $has }\n\
                   core-b = { $item } is { $word }\nterm-shut = shut\nplural-endings = points/point\n\
                   written-by-content = { $text }\n";
    let german = "core-a = braucht { $n } { $n ->\n    [one] { ONE($what) }\n   *[other] { $what }\n }, hat { $has }\n\
                  core-b = { $item } ist { $word }\nterm-shut = zu\nplural-endings = punkte/punkt\n\
                  written-by-content = { $text }\n";
    let locales = locales(&[("en/a.ftl", english), ("de/a.ftl", german)], &[]).0;
    let names = [("action points", "Aktionspunkte"), ("too large", "zu groß")];
    let names = names.map(|(old, new)| (old.to_owned(), new.to_owned()));
    let (english, german) = (locales.texts("en"), locales.texts("de").naming(names.into()));
    let needs = |n: i32| message!("core-a", n, what = "action points", has = -1);
    let of = |word: Message| message!("core-b", item = "the door", word);
    for (message, first, second) in [
        (needs(2), "needs 2 action points, has −1", "braucht 2 Aktionspunkte, hat −1"),
        (needs(1), "needs 1 action point, has −1", "braucht 1 Aktionspunkt, hat −1"),
        (
            message!("core-b", item = "the door", word = Key::new("shut")),
            "the door is shut",
            "the door ist zu",
        ),
        (of(Message::written("too large")), "the door is too large", "the door ist zu groß"),
        (Message::written("quite new"), "quite new", "quite new"),
    ] {
        assert_eq!((english.tell(&message), german.tell(&message)), (first.to_owned(), second.to_owned()));
    }
}

#[test]
fn what_is_missing_falls_back_to_english_and_then_to_the_id() {
    let files = [("en/a.ftl", "both = yes\nenglish = only"), ("de/a.ftl", "both = ja")];
    let locales = locales(&files, &[]).0;
    let german = locales.texts("de");
    assert_eq!(["both", "english", "neither"].map(|id| german.say(id)), ["ja", "only", "neither"]);
    assert_eq!(locales.texts("xx").say("both"), "yes");
    assert_eq!(locales.nearest("de_AT.UTF-8"), Some("de"));
    assert_eq!(locales.nearest("fr"), None);
}

#[test]
fn a_value_left_out_is_no_end() {
    let texts = locales(&[("en/a.ftl", "a = { $n } of { b }\nb = { a }")], &[]).0.texts("en");
    assert!(texts.say("a").contains("$n"));
}

#[test]
fn a_later_mod_takes_the_place_of_a_sentence_and_adds_languages() {
    let more = [("en/x.ftl", "turn = Go"), ("fr/x.ftl", "language-name = Français\nturn = Allez")];
    let (locales, report) = locales(&[("en/a.ftl", "language-name = English\nturn = Turn")], &more);
    assert!(report.is_empty(), "{report}");
    assert_eq!(locales.texts("en").say("turn"), "Go");
    assert_eq!(locales.texts("fr").say("turn"), "Allez");
    let known: Vec<(String, String)> =
        [("en", "English"), ("fr", "Français")].map(|(a, b)| (a.into(), b.into())).into();
    assert_eq!(locales.languages(), known);
}

#[test]
fn before_anything_is_read_the_base_game_speaks_english() {
    assert_eq!(say!("language-name"), "English");
}

#[test]
fn the_english_that_is_built_in_is_that_of_the_base_game() {
    let folder = Path::new(threat_range_base::CHECKOUT).join("assets/locales/en");
    let mut files: Vec<String> =
        fs::read_dir(folder).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    files.sort();
    let mut built = super::built::FILES.to_vec();
    built.sort_unstable();
    assert_eq!(built, files, "`built.rs` lists every file of the folder");
    let none = Locales::default().texts("en");
    assert_eq!((none.say("language-name"), none.say("no-such-id")), ("English".into(), "no-such-id".into()));
}

#[test]
fn everything_that_players_meet_has_a_name_and_a_text_in_german() {
    let library = library();
    let (locales, report) = Locales::load(&library);
    // What has no word in German is named with the file that it belongs into.
    assert!(report.is_empty(), "{report}");
    assert!(!locales.names["de"].books().is_empty());
    let told = locales.library("de", &library);
    let book = &told.books[&Key::new("threat_range")];
    let weapon = |id: &str| book.weapon(Key::new(id)).map(|def| def.name.clone());
    assert_eq!(weapon("dagger").as_deref(), Some("Dolch"), "inherited names are inherited in German too");
    assert_eq!(book.name_of(Key::new("body")), "Körper");
}

#[test]
fn what_an_action_needs_is_said_by_its_place_in_the_book() {
    let library = library();
    let locales = Locales::load(&library).0;
    let told = locales.library("de", &library);
    let sentence = |library: &crate::content::library::Library| {
        let def = library.books[&Key::new("arrgs")].action(Key::new("dismount")).unwrap();
        def.needs.iter().find_map(|need| need.sentence().map(str::to_owned)).unwrap()
    };
    let (english, german) = (sentence(&library), sentence(&told));
    assert_eq!((english.as_str(), german.as_str()), ("not riding", "reitet nicht"));
    let texts = locales.texts_of("de", &library, &told);
    assert_eq!(texts.tell(&Message::written(&english)), german);
}

#[test]
fn a_battle_is_the_same_in_every_language_and_its_facts_are_told_in_one() {
    let library = library();
    let locales = Locales::load(&library).0;
    let told = locales.library("de", &library);
    let (scenario, book) = (Key::new("ambush_at_the_ford"), Key::new("threat_range"));
    let setup = library.setup(scenario, 1, Some(book)).unwrap();
    let battle = crate::battle::Battle::new(setup);
    let wording = locales.wording("de", &library, &told, scenario, book).unwrap();
    let mut facts = (*battle.referees_knowledge()).clone();
    wording.lay_over(&mut facts);
    let named = |id: &str| {
        let id = crate::rules::facts::UnitId::new(id);
        facts.unit(id).map(|unit| unit.identity.name.clone())
    };
    assert_eq!(named("ilse").as_deref(), Some("Feldwebel Ilse Varn"));
    assert_eq!(facts.map.doors().next().map(|door| door.name.as_str()), Some("Tür des Zollhauses"));
    assert_eq!(
        battle.referees_knowledge().map.doors().next().map(|door| door.name.as_str()),
        Some("toll house door")
    );
}

fn library() -> crate::content::library::Library {
    let assets = Path::new(threat_range_base::CHECKOUT).join("assets");
    crate::content::library::Library::load(&assets, &[]).0
}

/// A call of `say!` or `message!` in the source: the file, the id, the names of its values.
struct Call {
    file: PathBuf,
    id: String,
    values: BTreeSet<String>,
}

/// Every call in a source text.
fn calls(file: &Path, text: &str, found: &mut Vec<Call>) {
    let openings = [concat!("say", "!("), concat!("message", "!(")];
    let all = openings.iter().flat_map(|opening| text.match_indices(*opening));
    for (at, opening) in all {
        let before = text[..at].chars().next_back();
        let line = text[..at].rfind('\n').map_or(0, |line| line + 1);
        if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
            || text[line..at].trim_start().starts_with("//")
        {
            continue;
        }
        let parts = arguments(&text[at + opening.len()..]);
        let id = parts[0].trim().trim_matches('"').to_owned();
        let names = parts[1..].iter().filter_map(|part| part.split('=').next());
        let values = names.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
        found.push(Call { file: file.to_path_buf(), id, values });
    }
}

/// The arguments up to the closing bracket, split at the commas outside all brackets and quotes.
fn arguments(text: &str) -> Vec<String> {
    let (mut depth, mut quoted, mut escaped, mut parts) = (0, false, false, vec![String::new()]);
    for letter in text.chars() {
        let last = parts.last_mut().unwrap();
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return parts,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        last.push(letter);
    }
    parts
}

fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "ron") {
            found.push((path.clone(), fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
fn every_sentence_that_the_source_says_is_there_with_just_those_values_and_none_is_idle() {
    let assets = Path::new(threat_range_base::CHECKOUT);
    let root = ModRoot::open(&assets.join("assets"), Path::new("assets"), Key::new("base")).unwrap();
    let files = super::read::read(&[root], &mut Report::new());
    let mut known = BTreeMap::new();
    let mut inner = BTreeSet::new();
    for message in files.iter().filter(|file| file.language == "en").flat_map(|file| &file.messages) {
        known.insert(message.id.clone(), message.variables.clone());
        inner.extend(message.uses.iter().map(|(id, _)| id.clone()));
    }
    let (mut texts, mut found, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    sources(&assets.join("src"), &mut texts);
    texts.retain(|(path, _)| !path.ends_with("locale/tests.rs"));
    for (path, text) in texts.iter().filter(|(path, _)| !path.ends_with("base/message.rs")) {
        calls(path, text, &mut found);
    }
    for call in &found {
        match known.get(&call.id) {
            None => wrong.push(format!("{}: there is no sentence {}", call.file.display(), call.id)),
            Some(needs) if *needs != call.values => wrong.push(format!(
                "{}: {} needs {needs:?} and is given {:?}",
                call.file.display(),
                call.id,
                call.values
            )),
            Some(_) => {}
        }
    }
    let said = |id: &&String| !id.starts_with('-') && !id.starts_with("term-") && !inner.contains(*id);
    for id in known.keys().filter(said) {
        // The short forms of refusals are found by their codes.
        let code = ["short-", "instead-"].iter().find_map(|form| id.strip_prefix(form));
        let quoted = format!("\"{}\"", code.unwrap_or(id));
        if !texts.iter().any(|(_, text)| text.contains(&quoted)) {
            wrong.push(format!("{id} is said nowhere"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_refusal_that_shuts_an_action_has_a_short_form_that_fits_its_card() {
    let checkout = Path::new(threat_range_base::CHECKOUT);
    let root = ModRoot::open(&checkout.join("assets"), Path::new("assets"), Key::new("base")).unwrap();
    let locales = Locales::from_roots(&[root]).0;
    let mut cases = Vec::new();
    sources(&checkout.join("tests/cases"), &mut cases);
    let offers = cases.iter().flat_map(|(_, text)| text.split("Offer(\"").skip(1));
    let codes: BTreeSet<&str> = offers.filter_map(|offer| offer.split('"').nth(4)).collect();
    assert!(codes.contains("needs_points"), "{codes:?}");
    for language in ["en", "de"] {
        let texts = locales.texts(language);
        // Of what content says for itself, there are the first words.
        for code in codes.iter().filter(|code| !matches!(**code, "ok" | "needs")) {
            let forms = ["short", "instead"].map(|form| format!("{form}-{code}"));
            let form = forms.iter().find(|form| texts.has(form)).unwrap_or_else(|| panic!("{code} has none"));
            for has in [0, 1] {
                let said = texts.with(form, &[("has", has.into()), ("name", "action points".into())]);
                assert!(said.chars().count() <= super::SHORT, "{language}: {said}");
            }
        }
    }
}

#[test]
fn a_refusal_is_said_in_short_by_its_own_sentence_or_by_its_code() {
    let told = |code: &str, text: &str| super::short(&Refusal::new(code, Message::written(text), None));
    assert_eq!(told("needs", "not driving"), "not driving");
    assert_eq!(
        told("needs", "takes two unguarded allies next to you"),
        "takes two unguarded allies next to…"
    );
    assert_eq!(told("out_of_range", "15 squares away, max 1"), "no target");
    assert_eq!(told("needs_points", "not enough points"), "too few points");
}

#[test]
fn calls_are_found_with_their_values() {
    let text = concat!("let a = say", "!(\"a-b\", n = f(1, \"x)\"), who = name,\n); essay", "!(\"c\")");
    let mut found = Vec::new();
    calls(Path::new("a.rs"), text, &mut found);
    let said: Vec<_> = found.iter().map(|call| (call.id.as_str(), call.values.len())).collect();
    assert_eq!(said, [("a-b", 2)]);
}
