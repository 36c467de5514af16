//! The language of the window, and switching it. A panel that asks `language.is_changed()` draws itself anew.

use crate::window::prelude::*;
use crate::{
    content::library::Library,
    key::Key,
    locale::{self, Locales, Wording},
};

/// What the system speaks, as its environment says; empty if it does not.
pub fn of_the_system() -> String {
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
}

/// The language of now and those there are.
#[derive(Resource, Clone, Debug, Default)]
pub struct Language {
    locales: Locales,
    id: String,
}

impl Language {
    /// The languages of a library, speaking the one that is asked for, or English if there is none like it.
    pub fn new(locales: Locales, wanted: &str) -> Self {
        let mut language = Self { locales, id: String::new() };
        language.choose(wanted);
        language
    }

    /// The id of the language of now.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The languages to choose from: id, and the name by which each calls itself.
    pub fn list(&self) -> Vec<(String, String)> {
        self.locales.languages()
    }

    /// A library as the language calls its things, for showing.
    pub fn library(&self, library: &Library) -> Library {
        self.locales.library(&self.id, library)
    }

    /// Speaks of the things of a library as the language calls them.
    pub fn speak_of(&self, library: &Library, told: &Library) {
        locale::speak(self.locales.texts_of(&self.id, library, told));
    }

    /// The names of a battle; `told` is the library as the language calls it.
    pub fn wording(&self, library: &Library, told: &Library, scenario: Key, book: Key) -> Option<Wording> {
        self.locales.wording(&self.id, library, told, scenario, book)
    }

    /// Is it the one spoken now, when this is asked for?
    pub fn speaks(&self, wanted: &str) -> bool {
        self.id == self.locales.nearest(wanted).unwrap_or(locale::ENGLISH)
    }

    /// Speaks another language from now on.
    pub fn choose(&mut self, wanted: &str) {
        let id = self.locales.nearest(wanted).unwrap_or(locale::ENGLISH).to_owned();
        locale::speak(self.locales.texts(&id));
        self.id = id;
    }
}
