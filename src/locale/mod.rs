//! Languages: every sentence that a player reads, by its id, from `locales/<language>/*.ftl` of the base game and mods,
//! and other names for content.
//!
//! How to use it, in three lines:
//! 1. write the sentence in `assets/locales/en/<part>.ftl` and `assets/locales/de/<part>.ftl`:
//!    `hit-chance = { $name } hits at { $chance }`
//! 2. `use crate::locale::say;`
//! 3. `say!("hit-chance", name = unit_name, chance = "55%")` is the sentence as a `String`, in the language of now.
//!
//! Values are texts and whole numbers; plurals are the files' business (`{ $n -> [one] one square *[other] { $n }
//! squares }`), and so are signs: `{ SIGNED($n) }` is "+2" or "−2", names of one of several: `{ ONE($name) }` is
//! "point" of "points", and keys: `{ KEY("Cancel") }` is "Esc". What the engine says are messages of the same ids and
//! values (`crate::message`), of which [`tell`] makes the sentence. Where an id is chosen at run time, write one `say!`
//! an arm. A missing sentence falls back to English, to the English that is built in, and then to its id; nothing here
//! fails.
//!
//! [`Locales`] reads those files, [`Texts`] are one language's sentences, [`speak`] and [`now`] say which language is
//! spoken, [`Locales::library`] and [`Wording`] are content as a language calls it. The setting is kept by the window,
//! from which whoever draws learns of a switch.

mod built;
mod check;
mod gaps;
mod kinds;
mod names;
mod plural;
mod read;
mod refusals;
mod texts;
mod wording;

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, LazyLock, PoisonError, RwLock},
};

use fluent_bundle::FluentResource;

use crate::{
    content::{diagnostics::Report, library::Library, mod_path::ModRoot, source::BASE},
    key::Key,
};

pub use refusals::{SHORT, refusal, refusal_in, short, shortened, skirmish, tell};
pub use texts::{Texts, Value};
pub use wording::Wording;

/// The language that the base game is written in, and that others fall back to.
pub const ENGLISH: &str = "en";

/// The languages there are, with what was read of each.
#[derive(Clone, Debug, Default)]
pub struct Locales {
    languages: BTreeMap<String, Vec<Arc<FluentResource>>>,
    names: BTreeMap<String, Arc<names::Names>>,
}

impl Locales {
    /// Reads the language files of a library's mods: later sentences replace earlier ones, mistakes come in a report.
    pub fn load(library: &Library) -> (Self, Report) {
        let (mut locales, mut report) = Self::from_roots(&library.roots);
        let names = names::read(&library.roots, library, &mut report);
        gaps::report(&library.roots, library, &names, &mut report);
        locales.names = names.into_iter().map(|(language, names)| (language, Arc::new(names))).collect();
        (locales, report)
    }

    /// Reads the sentences of these folders, without the names of content.
    pub fn from_roots(roots: &[ModRoot]) -> (Self, Report) {
        let mut report = Report::new();
        let files = read::read(roots, &mut report);
        check::check(&files, &mut report);
        let mut locales = Self::default();
        locales.languages.entry(ENGLISH.to_owned()).or_default();
        for file in files {
            locales.languages.entry(file.language).or_default().push(file.resource);
        }
        (locales, report)
    }

    /// The languages by id, with the name by which each calls itself, in the order of the ids.
    pub fn languages(&self) -> Vec<(String, String)> {
        self.languages.keys().map(|id| (id.clone(), self.texts(id).say("language-name"))).collect()
    }

    /// The language nearest to one that is asked for, as `de` is to `de-AT` and to `de_DE.UTF-8`, if there is one.
    pub fn nearest(&self, wanted: &str) -> Option<&str> {
        let wanted = wanted.split('.').next().unwrap_or(wanted).replace('_', "-").to_lowercase();
        let whole = self.languages.keys().find(|id| id.to_lowercase() == wanted);
        let first = wanted.split('-').next().unwrap_or(&wanted);
        whole.or_else(|| self.languages.keys().find(|id| id.as_str() == first)).map(String::as_str)
    }

    /// A library as a language calls its things, for showing: battles are made from the library as it is written.
    pub fn library(&self, language: &str, library: &Library) -> Library {
        self.names.get(language).map_or_else(|| library.clone(), |names| wording::library(library, names))
    }

    /// The sentences of a language, which call the things of a library as the language does.
    pub fn texts_of(&self, language: &str, library: &Library, told: &Library) -> Texts {
        self.texts(language).naming(wording::glossary(library, told, self.names.get(language)))
    }

    /// The names of a battle of a scenario by a book; `told` is the library in the language. None: those it has.
    pub fn wording(
        &self,
        language: &str,
        library: &Library,
        told: &Library,
        scenario: Key,
        book: Key,
    ) -> Option<Wording> {
        Wording::new(library, told, self.names.get(language)?, scenario, book)
    }

    /// The sentences of a language; of one that there is not: English.
    pub fn texts(&self, language: &str) -> Texts {
        let of = |id: &str| self.languages.get(id).map_or(&[][..], Vec::as_slice);
        Texts::new(language, of(language), of(ENGLISH))
    }
}

/// The language of now. One for the whole program, as it is for the person before it; only the window ever changes it.
static NOW: RwLock<Option<Arc<Texts>>> = RwLock::new(None);

/// What is spoken before anything else has been read (in tests): the base game's English, from where it was built.
static BEFORE: LazyLock<Arc<Texts>> =
    LazyLock::new(|| Arc::new(english(&Path::new(threat_range_base::CHECKOUT).join("assets"))));

/// The English of the base game in a folder.
fn english(assets: &Path) -> Texts {
    let root = ModRoot::open(assets, Path::new("assets"), Key::new(BASE));
    let locales = root.map(|root| Locales::from_roots(&[root]).0).unwrap_or_default();
    locales.texts(ENGLISH)
}

/// From now on, [`say!`] speaks the English of the base game in a folder.
pub fn speak_of(assets: &Path) {
    speak(english(assets));
}

/// From now on, [`say!`] speaks these sentences.
pub fn speak(texts: Texts) {
    *NOW.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(texts));
}

/// What stands on the keys of now, by the actions that they do.
static KEYS: RwLock<BTreeMap<String, String>> = RwLock::new(BTreeMap::new());

/// From now on, `{ KEY("Cancel") }` in a sentence is what stands on the key of that action. Gives whether any is new.
pub fn speak_of_keys(keys: BTreeMap<String, String>) -> bool {
    let mut now = KEYS.write().unwrap_or_else(PoisonError::into_inner);
    let changed = *now != keys;
    *now = keys;
    changed
}

/// What stands on the key of an action; of one that has none, or before anything is known of keys: its id.
pub fn key(action: &str) -> String {
    let now = KEYS.read().unwrap_or_else(PoisonError::into_inner);
    now.get(action).cloned().unwrap_or_else(|| action.to_owned())
}

/// The sentences of the language of now.
pub fn now() -> Arc<Texts> {
    let now = NOW.read().unwrap_or_else(PoisonError::into_inner);
    now.as_ref().unwrap_or_else(|| &BEFORE).clone()
}

/// The sentence of an id in the language of now, with values for its variables: `say!("end-turn")`,
/// `say!("hit-chance", name = name, chance = 55)`.
#[macro_export]
macro_rules! say {
    ($id:literal) => {
        $crate::locale::now().say($id)
    };
    ($id:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::locale::now().with($id, &[$((stringify!($name), $crate::locale::Value::from($value))),+])
    };
}
pub use say;

#[cfg(test)]
mod tests;
