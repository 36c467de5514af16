//! What of the vocabulary a battle has used, for those who ask for it: tests that leave no word unused.
//!
//! The record is kept only on request, and is no part of saves or hashes.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::{
    battle::prelude::*,
    rules::testing::words::{self, Word},
};

/// What has been used so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Variants of enums: of commands taken, steps and effects carried out, outcomes, what actions asked for …
    pub words: BTreeSet<Word>,
    /// Triggers set off: the condition and the trigger's place in its list.
    pub triggers: BTreeSet<(Key, usize)>,
}

impl Battle {
    /// From now on a record is kept of what is used.
    pub fn keep_seen(&mut self) {
        let book = &self.facts.book;
        let mut seen = Seen::default();
        words::words(&book.settings, &mut seen.words);
        words::words(&book.settings.timing.sequence, &mut seen.words);
        words::words(&*self.facts.surroundings, &mut seen.words);
        for unit in &self.facts.units {
            words::words(&unit.sheet, &mut seen.words);
            for def in unit.gear.items.iter().filter_map(|item| book.item(item.def)) {
                words::words(def, &mut seen.words);
            }
        }
        if let Some(Beginning(opening)) = self.world.get_resource() {
            words::words(opening, &mut seen.words);
        }
        self.seen = Some(Box::new(seen));
    }

    /// The record, if one is kept.
    pub fn seen(&self) -> Option<&Seen> {
        self.seen.as_deref()
    }

    /// Notes the words that a value is made of.
    pub(crate) fn note(&mut self, value: &(impl Serialize + ?Sized)) {
        if let Some(seen) = &mut self.seen {
            words::words(value, &mut seen.words);
        }
    }

    /// Notes a trigger of a condition that has been set off.
    pub(crate) fn note_trigger(&mut self, condition: Key, index: usize) {
        if let Some(seen) = &mut self.seen {
            seen.triggers.insert((condition, index));
        }
    }
}
