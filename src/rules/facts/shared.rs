//! Parts of the facts that their copies have in common: copying copies none, and altering one leaves the others.

use std::{
    fmt,
    iter::FusedIterator,
    ops::{Deref, DerefMut, Index, IndexMut},
    slice,
};

use crate::rules::prelude::*;

/// A value that copies share until one of them alters it.
pub struct Shared<T>(Arc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Default> Default for Shared<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

impl<'a, T> IntoIterator for &'a Shared<Vec<T>> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, T: Clone> IntoIterator for &'a mut Shared<Vec<T>> {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        Arc::make_mut(&mut self.0).iter_mut()
    }
}

/// One unit, with its id beside it: most who look for a unit read nothing but ids.
#[derive(Clone, Debug)]
struct Entry {
    id: UnitId,
    unit: Shared<UnitState>,
}

/// The units of the facts, in roster order, each shared by itself. A unit keeps its id, whatever else of it is altered.
#[derive(Clone, Debug, Default)]
pub struct Units(Vec<Entry>);

impl Units {
    /// How many.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The unit at a place of the roster.
    #[inline]
    pub fn get(&self, at: usize) -> Option<&UnitState> {
        self.0.get(at).map(|entry| &*entry.unit)
    }

    /// The unit at a place of the roster, to alter.
    #[inline]
    pub fn get_mut(&mut self, at: usize) -> Option<&mut UnitState> {
        self.0.get_mut(at).map(|entry| &mut *entry.unit)
    }

    /// The first of the roster.
    pub fn first(&self) -> Option<&UnitState> {
        self.get(0)
    }

    /// The unit of an id.
    #[inline]
    pub fn find(&self, id: UnitId) -> Option<&UnitState> {
        self.0.iter().find(|entry| entry.id == id).map(|entry| &*entry.unit)
    }

    /// The unit of an id, to alter.
    pub fn find_mut(&mut self, id: UnitId) -> Option<&mut UnitState> {
        self.0.iter_mut().find(|entry| entry.id == id).map(|entry| &mut *entry.unit)
    }

    /// All of them, in roster order.
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.0.iter())
    }

    /// All of them, to alter.
    pub fn iter_mut(&mut self) -> IterMut<'_> {
        IterMut(self.0.iter_mut())
    }

    /// One more, at the end.
    pub fn push(&mut self, unit: UnitState) {
        self.0.push(Entry { id: unit.identity.id, unit: unit.into() });
    }

    /// Drops all but those.
    pub fn retain(&mut self, mut keep: impl FnMut(&UnitState) -> bool) {
        self.0.retain(|entry| keep(&entry.unit));
    }

    /// All of them, each as its own value.
    pub fn into_vec(self) -> Vec<UnitState> {
        self.0.into_iter().map(|entry| Arc::unwrap_or_clone(entry.unit.0)).collect()
    }
}

impl From<Vec<UnitState>> for Units {
    fn from(units: Vec<UnitState>) -> Self {
        Self(units.into_iter().map(|unit| Entry { id: unit.identity.id, unit: unit.into() }).collect())
    }
}

impl Index<usize> for Units {
    type Output = UnitState;

    #[inline]
    fn index(&self, at: usize) -> &UnitState {
        &self.0[at].unit
    }
}

impl IndexMut<usize> for Units {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut UnitState {
        &mut self.0[at].unit
    }
}

impl<'a> IntoIterator for &'a Units {
    type Item = &'a UnitState;
    type IntoIter = Iter<'a>;

    #[inline]
    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl<'a> IntoIterator for &'a mut Units {
    type Item = &'a mut UnitState;
    type IntoIter = IterMut<'a>;

    fn into_iter(self) -> IterMut<'a> {
        self.iter_mut()
    }
}

/// Units in roster order.
#[derive(Clone, Debug)]
pub struct Iter<'a>(slice::Iter<'a, Entry>);

impl<'a> Iterator for Iter<'a> {
    type Item = &'a UnitState;

    #[inline]
    fn next(&mut self) -> Option<&'a UnitState> {
        self.0.next().map(|entry| &*entry.unit)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Iter<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|entry| &*entry.unit)
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl FusedIterator for Iter<'_> {}

/// Units in roster order, to alter.
#[derive(Debug)]
pub struct IterMut<'a>(slice::IterMut<'a, Entry>);

impl<'a> Iterator for IterMut<'a> {
    type Item = &'a mut UnitState;

    fn next(&mut self) -> Option<&'a mut UnitState> {
        self.0.next().map(|entry| &mut *entry.unit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for IterMut<'_> {}

impl FusedIterator for IterMut<'_> {}

#[cfg(test)]
mod tests {
    use super::Shared;

    #[test]
    fn altering_one_copy_leaves_the_other() {
        let one: Shared<Vec<i32>> = vec![1, 2].into();
        let mut other = one.clone();
        other.push(3);
        assert_eq!((&*one, &*other), (&vec![1, 2], &vec![1, 2, 3]));
        other.fill(0);
        for n in &one {
            assert!(*n > 0);
        }
    }
}
