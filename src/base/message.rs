//! What is said to people before a language makes a sentence of it: an id and the values of its variables.
//!
//! The sentences stand in `assets/locales/<language>/*.ftl`; the layer `locale` puts them together. A message is part
//! of battles, saves and hashes, and is the same in every language.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, MapAccess, Visitor, value::MapAccessDeserializer},
};

use crate::key::Key;

/// A sentence by its id, with the values in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Message {
    /// Its id in the files of the languages.
    pub id: Key,
    /// The values, by the names of its variables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<(Key, Arg)>,
}

/// A value in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arg {
    /// A whole number, by which a sentence may choose its plural.
    Number(i64),
    /// The id of something, which a language may have a name for.
    Key(Key),
    /// A name or a sentence as content writes it, which a language may have another for.
    Text(String),
    /// What is said by a sentence of its own.
    Message(Box<Message>),
}

impl Message {
    /// The message of this id with these values; see [`message!`](crate::message!).
    pub fn new<const N: usize>(id: &str, args: [(&str, Arg); N]) -> Self {
        let args = args.into_iter().map(|(name, value)| (Key::new(name), value)).collect();
        Self { id: Key::new(id), args }
    }

    /// A sentence that content has written itself.
    pub fn written(text: &str) -> Self {
        Self::new("written-by-content", [("text", Arg::Text(text.to_owned()))])
    }
}

impl<'de> Deserialize<'de> for Message {
    /// A save of an older program has the English sentence in its place.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

/// A message as it is written, field by field.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    id: Key,
    #[serde(default)]
    args: Vec<(Key, Arg)>,
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Message;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Message, E> {
        Ok(Message::written(text))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Message, A::Error> {
        let Fields { id, args } = Fields::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Message { id, args })
    }
}

impl fmt::Display for Message {
    /// The id and the values, for logs of the program. People read the sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)?;
        for (n, (name, value)) in self.args.iter().enumerate() {
            write!(f, "{}{name}: {value}", if n == 0 { " (" } else { ", " })?;
        }
        if self.args.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Key(key) => write!(f, "{key}"),
            Self::Text(text) => f.write_str(text),
            Self::Message(message) => write!(f, "{message}"),
        }
    }
}

/// What can stand in a sentence.
pub trait ToArg {
    /// The value that stands there.
    fn to_arg(&self) -> Arg;
}

impl<T: ToArg + ?Sized> ToArg for &T {
    fn to_arg(&self) -> Arg {
        (**self).to_arg()
    }
}

macro_rules! number {
    ($($number:ty),+) => {
        $(impl ToArg for $number {
            fn to_arg(&self) -> Arg {
                Arg::Number(i64::from(*self))
            }
        })+
    };
}
number!(u8, u16, u32, i8, i16, i32, i64);

impl ToArg for usize {
    fn to_arg(&self) -> Arg {
        Arg::Number(i64::try_from(*self).unwrap_or(i64::MAX))
    }
}

impl ToArg for str {
    fn to_arg(&self) -> Arg {
        Arg::Text(self.to_owned())
    }
}

impl ToArg for String {
    fn to_arg(&self) -> Arg {
        Arg::Text(self.clone())
    }
}

impl ToArg for Cow<'_, str> {
    fn to_arg(&self) -> Arg {
        Arg::Text(self.as_ref().to_owned())
    }
}

impl ToArg for Key {
    fn to_arg(&self) -> Arg {
        Arg::Key(*self)
    }
}

impl ToArg for Message {
    fn to_arg(&self) -> Arg {
        Arg::Message(Box::new(self.clone()))
    }
}

/// A [`Message`]: its id, and its values by the names that they have in its sentence:
/// `message!("core-x-is-not-loaded", weapon = weapon.name)`; where a variable has that name already, the name alone.
#[macro_export]
macro_rules! message {
    ($id:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::message::Message::new($id, [$($crate::message_value!($name $(= $value)?)),*])
    };
}

/// One value of a [`message!`](crate::message!), with its name.
#[doc(hidden)]
#[macro_export]
macro_rules! message_value {
    ($name:ident) => {
        (stringify!($name), $crate::message::ToArg::to_arg(&$name))
    };
    ($name:ident = $value:expr) => {
        (stringify!($name), $crate::message::ToArg::to_arg(&$value))
    };
}

#[cfg(test)]
mod tests {
    use super::{Arg, Message};

    #[test]
    fn a_message_holds_its_id_and_its_values_by_name() {
        let why = message!("inner");
        let made = message!("outer", n = 2_u8, who = "Ann".to_owned(), why);
        let names: Vec<&str> = made.args.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!((made.id.as_str(), names), ("outer", vec!["n", "who", "why"]));
        assert_eq!(made.args[0].1, Arg::Number(2));
        assert_eq!(made.to_string(), "outer (n: 2, who: Ann, why: inner)");
        assert_eq!(Message::written("it is moving").to_string(), "written-by-content (text: it is moving)");
    }
}
