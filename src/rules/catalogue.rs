//! A list of definitions.

use std::sync::Arc;

use crate::key::{Key, KeyMap};

/// A list of definitions, in the order written, found by id.
#[derive(Clone, Debug)]
pub struct Catalogue<T> {
    entries: Vec<Arc<T>>,
    index: KeyMap<usize>,
}

/// Does something with the catalogue of a book that a kind names: `in_catalogue!(kind, (&book), |list| .., else ..)`.
#[macro_export]
macro_rules! in_catalogue {
    (@each $kind:expr, $book:tt, $list:ident, $do:expr, $other:expr, $($name:ident)+) => {
        $(if $kind == stringify!($name) {
            let $list = $crate::in_catalogue!(@held $book, $name);
            $do
        } else)+ {
            $other
        }
    };
    (@held ($($book:tt)+), $name:ident) => { $($book)+.$name };
    ($kind:expr, $book:tt, |$list:ident| $do:expr, else $other:expr) => {
        $crate::in_catalogue!(@each $kind, $book, $list, $do, $other,
            actions conditions weapons items spells units systems interactions rules checks)
    };
}

impl<T> Default for Catalogue<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), index: KeyMap::default() }
    }
}

impl<T> Catalogue<T> {
    /// Adds a definition; one of the same id is replaced and keeps its place.
    pub fn insert(&mut self, id: Key, entry: Arc<T>) {
        match self.index.get(&id) {
            Some(&at) => self.entries[at] = entry,
            None => {
                self.index.insert(id, self.entries.len());
                self.entries.push(entry);
            }
        }
    }

    /// Takes a definition out; the others keep their order.
    pub fn remove(&mut self, id: Key) {
        let Some(gone) = self.index.remove(&id) else { return };
        self.entries.remove(gone);
        self.index.values_mut().filter(|at| **at > gone).for_each(|at| *at -= 1);
    }

    /// The definition of an id.
    #[inline]
    pub fn get(&self, id: Key) -> Option<&Arc<T>> {
        self.index.get(&id).and_then(|&at| self.entries.get(at))
    }

    /// All definitions, in the order written.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<T>> {
        self.entries.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
