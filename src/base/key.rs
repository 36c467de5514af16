//! Names of things as small copyable values: stats, tracks, pools, actions, conditions, damage types, tags.
//!
//! Owns the table of names. Does not own what a name stands for: that is the library's (see `content`).

use std::{
    cell::Cell,
    cmp::Ordering,
    collections::HashSet,
    fmt,
    hash::{Hash, Hasher},
    sync::{LazyLock, RwLock},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

const RECENT_SLOTS: usize = 1024;

thread_local! {
    /// Keys this thread asked for lately, by where their text stood.
    static RECENT: [Cell<Option<Key>>; RECENT_SLOTS] = const { [const { Cell::new(None) }; RECENT_SLOTS] };
}

static NAMES: LazyLock<RwLock<HashSet<&'static str>>> = LazyLock::new(RwLock::default);

/// An interned name. Copying it is free, comparing two for equality compares addresses,
/// ordering is that of the text (so that iteration orders do not depend on the run).
///
/// The text lives as long as the program: names come from content files, whose number is bounded.
#[derive(Clone, Copy)]
pub struct Key(&'static str);

impl Key {
    /// The key of a text. The same text always gives the same key.
    ///
    /// Names written in the source are asked for over and over from the same place: those each thread finds without
    /// the table, which costs a lock and a hash.
    pub fn new(text: &str) -> Self {
        let place = text.as_ptr().addr() ^ text.len().rotate_left(4);
        RECENT.with(|recent| {
            let slot = &recent[(place ^ (place >> 8)) % RECENT_SLOTS];
            match slot.get() {
                Some(known) if known.0 == text => known,
                _ => {
                    let key = Self::interned(text);
                    slot.set(Some(key));
                    key
                }
            }
        })
    }

    fn interned(text: &str) -> Self {
        if let Ok(names) = NAMES.read()
            && let Some(known) = names.get(text)
        {
            return Self(known);
        }
        let mut names = NAMES.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = names.get(text) {
            return Self(known);
        }
        let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
        names.insert(text);
        Self(text)
    }

    /// The text of the name.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Key {}

impl PartialEq<str> for Key {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Key {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0.as_ptr(), state);
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(other.0)
    }
}

impl From<&str> for Key {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, f)
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Key;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name in quotes")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Key, E> {
                Ok(Key::new(text))
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn one_text_gives_one_key() {
        assert_eq!(Key::new("vitality"), Key::new("vitality"));
        assert_ne!(Key::new("vitality"), Key::new("wounds"));
        assert!(Key::new("a") < Key::new("b"));
    }
}
