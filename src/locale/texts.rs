//! The sentences of one language, made from patterns and values; one that is missing falls back to English.

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

use super::{ENGLISH, built, plural};
use crate::{
    key::Key,
    message::{Arg, Message},
};

/// What the ids of the engine's own words begin with.
const TERM: &str = "term-";
/// The sentence that names a square of the map.
const SQUARE: &str = "column-and-row";

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

static BUILT: LazyLock<Bundle> = LazyLock::new(|| bundle(ENGLISH, &built::resources()));

/// The sentences of one language, over those of English.
pub struct Texts {
    language: String,
    own: Bundle,
    english: Option<Bundle>,
    /// What content calls things, and what they are called in this language.
    names: BTreeMap<String, String>,
}

impl Texts {
    pub(super) fn new(language: &str, own: &[Arc<FluentResource>], english: &[Arc<FluentResource>]) -> Self {
        Self {
            language: language.to_owned(),
            own: bundle(language, own),
            english: (language != ENGLISH).then(|| bundle(ENGLISH, english)),
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

    /// A message of the engine as a sentence.
    pub fn tell(&self, message: &Message) -> String {
        let values: Vec<(&str, Value<'_>)> =
            message.args.iter().map(|(name, arg)| (name.as_str(), self.value(arg))).collect();
        self.with(message.id.as_str(), &values)
    }

    fn value(&self, arg: &Arg) -> Value<'_> {
        match arg {
            Arg::Number(number) => Value::Number(*number),
            Arg::Key(key) => Value::Made(self.term(*key).unwrap_or_else(|| self.name(key.as_str()))),
            Arg::Text(text) => Value::Made(self.square(text).unwrap_or_else(|| self.name(text))),
            Arg::Message(message) => Value::Made(self.tell(message)),
        }
    }

    /// A square as players read it, by column and row from 1; none: the text is none ("(6, 6)").
    fn square(&self, text: &str) -> Option<String> {
        let (x, y) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(", ")?;
        let (x, y): (i64, i64) = (x.parse().ok()?, y.parse().ok()?);
        let values = [("column", Value::Number(x + 1)), ("row", Value::Number(y + 1))];
        self.has(SQUARE).then(|| self.with(SQUARE, &values))
    }

    /// What is known by an id to the engine itself: what dice are thrown for, how a door is barred. None: it is not.
    pub fn term(&self, id: Key) -> Option<String> {
        let id = format!("{TERM}{id}");
        self.has(&id).then(|| self.say(&id))
    }

    /// What is called so by content, or written so, in this language; what it has no other words for stays.
    pub fn name(&self, text: &str) -> String {
        self.names.get(text).cloned().unwrap_or_else(|| text.to_owned())
    }

    /// The same sentences, in which what content calls by these names is called otherwise.
    #[must_use]
    pub fn naming(mut self, names: BTreeMap<String, String>) -> Self {
        self.names = names;
        self
    }

    /// The sentence of an id that needs no values.
    pub fn say(&self, id: &str) -> String {
        self.with(id, &[])
    }

    /// The sentence of an id, with these values; falls back to English, to the English built in, and to the id.
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
    let endings = plural::endings(resources);
    let _ = bundle.add_function("ONE", move |values, _| match values.first() {
        Some(FluentValue::String(name)) => FluentValue::from(plural::one_of(name, &endings)),
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
