//! Small tables from names to values, found by comparing addresses.
//!
//! For what is looked up thousands of times and seldom changed: the stats of a unit, what a book derives from them.

use std::{collections::BTreeMap, fmt, slice};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::key::Key;

/// Up to so many entries one after the other is quicker than by halves: no name has to be read.
const SHORT: usize = 24;

/// A map by names, in the order of their texts. Written and read as a map.
#[derive(Clone, PartialEq, Eq)]
pub struct KeyTable<V>(Vec<(Key, V)>);

impl<V> Default for KeyTable<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V> KeyTable<V> {
    /// The value of a name.
    #[inline]
    pub fn get(&self, name: &Key) -> Option<&V> {
        if self.0.len() <= SHORT {
            return self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value);
        }
        self.place(name).ok().and_then(|at| self.0.get(at)).map(|(_, value)| value)
    }

    fn place(&self, name: &Key) -> Result<usize, usize> {
        self.0.binary_search_by(|(own, _)| own.cmp(name))
    }

    /// Whether it has a value for a name.
    pub fn contains_key(&self, name: &Key) -> bool {
        self.get(name).is_some()
    }

    /// Sets the value of a name; gives the one before.
    pub fn insert(&mut self, name: Key, value: V) -> Option<V> {
        match self.place(&name) {
            Ok(at) => self.0.get_mut(at).map(|(_, own)| std::mem::replace(own, value)),
            Err(at) => {
                self.0.insert(at, (name, value));
                None
            }
        }
    }

    /// The names.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        self.0.iter().map(|(name, _)| name)
    }

    /// The values.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// The values, to change them.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &V)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<V> Extend<(Key, V)> for KeyTable<V> {
    fn extend<I: IntoIterator<Item = (Key, V)>>(&mut self, entries: I) {
        for (name, value) in entries {
            self.insert(name, value);
        }
    }
}

impl<V> FromIterator<(Key, V)> for KeyTable<V> {
    fn from_iter<I: IntoIterator<Item = (Key, V)>>(entries: I) -> Self {
        let mut table = Self::default();
        table.extend(entries);
        table
    }
}

impl<V, const N: usize> From<[(Key, V); N]> for KeyTable<V> {
    fn from(entries: [(Key, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<'a, V> IntoIterator for &'a KeyTable<V> {
    type Item = (&'a Key, &'a V);
    type IntoIter = std::iter::Map<slice::Iter<'a, (Key, V)>, fn(&'a (Key, V)) -> (&'a Key, &'a V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(name, value)| (name, value))
    }
}

impl<V: fmt::Debug> fmt::Debug for KeyTable<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<V: Serialize> Serialize for KeyTable<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for KeyTable<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        BTreeMap::<Key, V>::deserialize(deserializer).map(|entries| Self(entries.into_iter().collect()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::KeyTable;
    use crate::key::Key;

    #[test]
    fn a_table_is_the_same_as_a_map() {
        for count in [0, 3, 24, 25, 90] {
            let entries = (0..count).map(|n: i32| (Key::new(&format!("{}", n * 37 % 101)), n));
            let (table, map): (KeyTable<i32>, BTreeMap<Key, i32>) =
                (entries.clone().collect(), entries.collect());
            assert!(table.iter().eq(map.iter()) && table.len() == map.len());
            for n in 0..110 {
                let name = Key::new(&n.to_string());
                assert_eq!(table.get(&name), map.get(&name));
            }
        }
    }

    #[test]
    fn a_value_is_replaced() {
        let mut table = KeyTable::from([(Key::new("b"), 1), (Key::new("a"), 2)]);
        assert_eq!(table.insert(Key::new("b"), 3), Some(1));
        assert_eq!(table.insert(Key::new("c"), 4), None);
        assert!(table.keys().map(|name| name.as_str()).eq(["a", "b", "c"]));
    }
}
