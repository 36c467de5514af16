//! A die written beforehand, for cases and tests: `14`, or with its purpose `("attack", 14)`.
//!
//! The written form only; [`super::stream`] draws it.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, SeqAccess},
};

use super::notation::MAX_SIDES;
use crate::key::Key;

/// One die of a script: the face it shows and, if named, what it must be rolled for.
///
/// As data a plain number, or a pair of the purpose and the number. Faces are 1 to 1000; whether a face suits
/// the die is known only when it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScriptedDie {
    /// What the die must be asked for; none takes any purpose.
    pub purpose: Option<Key>,
    /// The face it shows, from 1.
    pub value: u16,
}

impl ScriptedDie {
    /// A die for whatever comes.
    pub const fn any(value: u16) -> Self {
        Self { purpose: None, value }
    }

    /// A die for one purpose only.
    pub const fn named(purpose: Key, value: u16) -> Self {
        Self { purpose: Some(purpose), value }
    }
}

impl From<u16> for ScriptedDie {
    fn from(value: u16) -> Self {
        Self::any(value)
    }
}

impl From<(&str, u16)> for ScriptedDie {
    fn from((purpose, value): (&str, u16)) -> Self {
        Self::named(Key::new(purpose), value)
    }
}

impl fmt::Display for ScriptedDie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.purpose {
            Some(purpose) => write!(f, "(\"{purpose}\", {})", self.value),
            None => write!(f, "{}", self.value),
        }
    }
}

impl Serialize for ScriptedDie {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.purpose {
            Some(purpose) => (purpose, self.value).serialize(serializer),
            None => serializer.serialize_u16(self.value),
        }
    }
}

impl<'de> Deserialize<'de> for ScriptedDie {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Visitor)
    }
}

struct Visitor;

fn face<E: Error>(value: u64) -> Result<u16, E> {
    match u16::try_from(value) {
        Ok(face) if (1..=MAX_SIDES).contains(&face) => Ok(face),
        _ => Err(E::custom(format!("no die shows {value}: write a face from 1 to {MAX_SIDES}"))),
    }
}

impl<'de> serde::de::Visitor<'de> for Visitor {
    type Value = ScriptedDie;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a die: its face, such as 14, or its purpose and face, such as (\"attack\", 14)")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<ScriptedDie, E> {
        face(value).map(ScriptedDie::any)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<ScriptedDie, E> {
        match u64::try_from(value) {
            Ok(value) => self.visit_u64(value),
            Err(_) => Err(E::custom(format!("no die shows {value}: write a face from 1 to {MAX_SIDES}"))),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<ScriptedDie, A::Error> {
        let Some(purpose) = parts.next_element::<Key>()? else {
            return Err(A::Error::invalid_length(0, &self));
        };
        let Some(value) = parts.next_element::<u64>()? else {
            return Err(A::Error::invalid_length(1, &self));
        };
        if parts.next_element::<serde::de::IgnoredAny>()?.is_some() {
            return Err(A::Error::invalid_length(3, &self));
        }
        face(value).map(|value| ScriptedDie::named(purpose, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<ScriptedDie>, String> {
        ron::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_and_named_dice_mix() {
        let dice = read("[14, (\"attack\", 3), 1]").unwrap();
        assert_eq!(dice, [14.into(), ("attack", 3).into(), 1.into()]);
        assert_eq!(read(&ron::to_string(&dice).unwrap()), Ok(dice.clone()));
        let json = serde_json::to_string(&dice).unwrap();
        assert_eq!(json, "[14,[\"attack\",3],1]");
        assert_eq!(serde_json::from_str::<Vec<ScriptedDie>>(&json).unwrap(), dice);
    }

    #[test]
    fn mistakes_say_what_a_die_looks_like() {
        for text in ["[\"attack\"]", "[(\"attack\",)]", "[(\"attack\", 3, 4)]", "[true]"] {
            let error = read(text).unwrap_err();
            assert!(error.contains("(\"attack\", 14)"), "{text}: {error}");
        }
        for text in ["[0]", "[-3]", "[70000]", "[(\"attack\", 0)]"] {
            let error = read(text).unwrap_err();
            assert!(error.contains("write a face from 1 to 1000"), "{text}: {error}");
        }
    }
}
