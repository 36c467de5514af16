//! The sentences of one language.
//!
//! Owns making a sentence from its pattern and values, and falling back to English.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, LazyLock},
};

use fluent_bundle::{
    FluentArgs, FluentResource, FluentValue,
    concurrent::FluentBundle,
    types::{FluentNumber, FluentNumberOptions},
};
use unic_langid::LanguageIdentifier;

use super::{
    ENGLISH, built,
    retell::{self, Told},
};
use crate::key::Key;

/// A value for a variable of a sentence: a text or a whole number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A text that stands as it is.
    Text(&'a str),
    /// The same, made just now.
    Made(String),
    /// A number, by which a sentence may choose its plural.
    Number(i64),
}

macro_rules! from {
    ($($number:ty),+) => {
        $(impl From<$number> for Value<'_> {
            fn from(number: $number) -> Self {
                Self::Number(i64::from(number))
            }
        }
        impl From<&$number> for Value<'_> {
            fn from(number: &$number) -> Self {
                Self::from(*number)
            }
        })+
    };
}
from!(u8, u16, u32, i8, i16, i32, i64);

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Made(text)
    }
}

impl From<Key> for Value<'_> {
    fn from(key: Key) -> Self {
        Self::Text(key.as_str())
    }
}

impl<'a> Value<'a> {
    fn fluent(&'a self) -> FluentValue<'a> {
        match self {
            Self::Text(text) => FluentValue::from(*text),
            Self::Made(text) => FluentValue::from(text.as_str()),
            Self::Number(number) => FluentValue::from(*number),
        }
    }
}

type Bundle = FluentBundle<Arc<FluentResource>>;

/// What is said where no file has a sentence.
static BUILT: LazyLock<Bundle> = LazyLock::new(|| bundle(ENGLISH, &built::resources()));

/// The sentences of one language, over those of English.
pub struct Texts {
    language: String,
    own: Bundle,
    english: Option<Bundle>,
    /// What the engine says in English; none are needed to speak English.
    engine: Vec<Told>,
    /// What things are called in English, and in this language.
    names: BTreeMap<String, String>,
}

impl Texts {
    pub(super) fn new(language: &str, own: &[Arc<FluentResource>], english: &[Arc<FluentResource>]) -> Self {
        Self {
            language: language.to_owned(),
            own: bundle(language, own),
            english: (language != ENGLISH).then(|| bundle(ENGLISH, english)),
            engine: match language {
                ENGLISH => Vec::new(),
                _ => english.iter().flat_map(|resource| retell::patterns(resource)).collect(),
            },
            names: BTreeMap::new(),
        }
    }

    /// The id of the language.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// Whether there is a sentence of this id, in this language or in English.
    pub fn has(&self, id: &str) -> bool {
        self.own.has_message(id) || self.english.as_ref().is_some_and(|english| english.has_message(id))
    }

    /// A sentence that the engine has made in English, in this language; one that is not known stays.
    pub fn retell(&self, text: &str) -> String {
        if self.engine.is_empty() {
            return text.to_owned();
        }
        self.retold(text).unwrap_or_else(|| text.to_owned())
    }

    /// The same; none: neither a pattern nor a name is known for it.
    pub fn retold(&self, text: &str) -> Option<String> {
        if let Some(name) = self.named(text) {
            return Some(name);
        }
        let (told, values) = retell::find(&self.engine, text)?;
        // A value is a number, a name, or a sentence again.
        let values: Vec<(&str, Value<'_>)> =
            values.into_iter().map(|(name, value)| (name, Value::Made(self.retell(value)))).collect();
        Some(self.with(&told.id, &values))
    }

    /// The same sentences, in which what the engine calls by these English names is called otherwise.
    #[must_use]
    pub fn naming(mut self, names: BTreeMap<String, String>) -> Self {
        self.names = names;
        self
    }

    /// A name, or so many of something.
    fn named(&self, value: &str) -> Option<String> {
        if let Some(name) = self.names.get(value) {
            return Some(name.clone());
        }
        let (amount, name) = value.split_once(' ')?;
        let counted = amount.bytes().all(|b| b.is_ascii_digit());
        self.names.get(name).filter(|_| counted).map(|name| format!("{amount} {name}"))
    }

    /// The sentence of an id that needs no values.
    pub fn say(&self, id: &str) -> String {
        self.with(id, &[])
    }

    /// The sentence of an id, with these values. A sentence that there is not falls back to English, then to that which
    /// is built in, then to the id.
    pub fn with(&self, id: &str, values: &[(&str, Value<'_>)]) -> String {
        let mut arguments = FluentArgs::with_capacity(values.len());
        for (name, value) in values {
            arguments.set(*name, value.fluent());
        }
        let bundles = std::iter::once(&self.own).chain(&self.english);
        bundles
            .into_iter()
            .find_map(|bundle| sentence(bundle, id, &arguments))
            .or_else(|| sentence(&BUILT, id, &arguments))
            .unwrap_or_else(|| id.to_owned())
    }
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Texts").field("language", &self.language).finish_non_exhaustive()
    }
}

fn sentence(bundle: &Bundle, id: &str, arguments: &FluentArgs<'_>) -> Option<String> {
    let pattern = bundle.get_message(id)?.value()?;
    // What is wrong in a pattern is told by `check`; here the sentence stands as far as it goes.
    Some(bundle.format_pattern(pattern, Some(arguments), &mut Vec::new()).into_owned())
}

fn bundle(language: &str, resources: &[Arc<FluentResource>]) -> Bundle {
    let id: LanguageIdentifier = language.parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![id]);
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(|value, _| match value {
        FluentValue::Number(number) if number.value < 0.0 => Some(minus(number)),
        _ => None,
    }));
    // It can only fail where a function of this name is already there.
    let _ = bundle.add_function("SIGNED", |values, _| match values.first() {
        Some(FluentValue::Number(number)) => {
            let plain = number.as_string();
            FluentValue::from(if number.value < 0.0 { minus(number) } else { format!("+{plain}") })
        }
        Some(other) => other.clone(),
        None => FluentValue::Error,
    });
    let _ = bundle.add_function("KEY", |values, _| match values.first() {
        Some(FluentValue::String(action)) => FluentValue::from(super::key(action)),
        _ => FluentValue::Error,
    });
    for resource in resources {
        bundle.add_resource_overriding(resource.clone());
    }
    bundle
}

/// A number below zero, with a true minus.
fn minus(number: &FluentNumber) -> String {
    let plain = FluentNumber::new(-number.value, FluentNumberOptions::default());
    format!("−{}", plain.as_string())
}
