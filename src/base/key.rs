//! Names of things as small copyable values: stats, tracks, pools, actions, conditions, damage types, tags.
//!
//! This is the table of names. What a name stands for is in the library (see `content`).

use std::{
    cell::Cell,
    cmp::Ordering,
    collections::HashMap,
    fmt,
    hash::{BuildHasherDefault, Hash, Hasher},
    sync::{LazyLock, OnceLock, RwLock},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use crate::table::KeyTable;

const RECENT_SLOTS: usize = 1024;

thread_local! {
    /// Keys this thread asked for lately, by where their text stood.
    static RECENT: [Cell<Option<Key>>; RECENT_SLOTS] = const { [const { Cell::new(None) }; RECENT_SLOTS] };
}

static NAMES: LazyLock<RwLock<HashMap<&'static str, Key>>> = LazyLock::new(RwLock::default);

/// What is known of a name besides its text, found once for the whole program.
struct Name {
    text: &'static str,
    /// The first eight bytes, the first of them the weightiest: most comparisons of order end here.
    start: u64,
    parts: OnceLock<Option<(Key, Key)>>,
    /// See [`Key::class`].
    class: OnceLock<u8>,
}

/// An interned name. Copying it is free, comparing two for equality compares addresses,
/// ordering is that of the text (so that iteration orders do not depend on the run).
///
/// The text lives as long as the program: names come from content files, whose number is bounded.
#[derive(Clone, Copy)]
pub struct Key(&'static Name);

impl Key {
    /// The key of a text. The same text always gives the same key.
    ///
    /// Names written in the source are asked for over and over from the same place: those each thread finds without
    /// the table, which costs a lock and a hash.
    #[inline]
    pub fn new(text: &str) -> Self {
        let place = text.as_ptr().addr() ^ text.len().rotate_left(4);
        RECENT.with(|recent| {
            let slot = &recent[(place ^ (place >> 8)) % RECENT_SLOTS];
            match slot.get() {
                Some(known) if known.0.text == text => known,
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
            return *known;
        }
        let mut names = NAMES.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = names.get(text) {
            return *known;
        }
        let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
        let start =
            (0..8).fold(0, |all, at| all << 8 | u64::from(text.as_bytes().get(at).copied().unwrap_or(0)));
        let key =
            Self(Box::leak(Box::new(Name { text, start, parts: OnceLock::new(), class: OnceLock::new() })));
        names.insert(text, key);
        key
    }

    /// The text of the name.
    #[inline]
    pub fn as_str(self) -> &'static str {
        self.0.text
    }

    /// Its letters and digits, all else an underscore: for the names of files.
    pub fn plain(self) -> String {
        self.as_str().replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
    }

    #[inline]
    /// The parts before and after the first dot, if it has one: `target.size` is `target` and `size`.
    pub fn parts(self) -> Option<(Key, Key)> {
        *self.0.parts.get_or_init(|| {
            let (head, rest) = self.0.text.split_once('.')?;
            Some((Self::new(head), Self::new(rest)))
        })
    }

    /// What kind of name it is, as `classify` says. It is asked once for each name, so a program has one such function.
    #[inline]
    pub fn class(self, classify: fn(&str) -> u8) -> u8 {
        *self.0.class.get_or_init(|| classify(self.0.text))
    }
}

/// Mixes the address of a name, which is all that tells keys apart, and other small numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_usize(usize::from(*byte)));
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.write_usize(usize::from(value));
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.write_usize(value as usize);
    }

    #[inline]
    fn write_i16(&mut self, value: i16) {
        self.write_usize(usize::from(value as u16));
    }

    #[inline]
    fn write_i32(&mut self, value: i32) {
        self.write_usize(value as u32 as usize);
    }

    #[inline]
    fn write_isize(&mut self, value: isize) {
        self.write_usize(value as usize);
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        let mixed = (self.0 ^ value as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// A map by names.
pub type KeyMap<T> = HashMap<Key, T, BuildHasherDefault<KeyHasher>>;

impl PartialEq for Key {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Key {}

impl PartialEq<str> for Key {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.0.text == other
    }
}

impl PartialEq<&str> for Key {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        self.0.text == *other
    }
}

impl Hash for Key {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(std::ptr::from_ref(self.0).addr());
    }
}

impl PartialOrd for Key {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        self.0.start.cmp(&other.0.start).then_with(|| self.0.text.cmp(other.0.text))
    }
}

impl Default for Key {
    fn default() -> Self {
        Self::new("")
    }
}

impl From<&str> for Key {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.text)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0.text, f)
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.text)
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

    #[test]
    fn names_have_the_order_of_their_texts() {
        let texts = ["", "a", "a\0", "ab", "abcdefgh", "abcdefgh\0", "abcdefghi", "abcdefgi", "ä", "z"];
        for one in texts {
            for other in texts {
                assert_eq!(Key::new(one).cmp(&Key::new(other)), one.cmp(other), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn the_first_dot_parts_a_name() {
        assert_eq!(Key::new("target.pool.aap").parts(), Some((Key::new("target"), Key::new("pool.aap"))));
        assert_eq!(Key::new("target").parts(), None);
    }
}
