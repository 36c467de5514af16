//! The dice of a battle as they fell, for those who ask for it: a case is made of them.
//!
//! The record is kept only on request, and is no part of saves or hashes.

use crate::{battle::prelude::*, dice::ScriptedDie};

impl Battle {
    /// From now on the dice are written down as they fall.
    pub fn keep_dice(&mut self) {
        self.kept_dice = Some(Vec::new());
    }

    /// The dice that have fallen since they are written down, each with what it was thrown for.
    pub fn kept_dice(&self) -> &[ScriptedDie] {
        self.kept_dice.as_deref().unwrap_or_default()
    }

    /// Writes dice down that have just fallen.
    pub(super) fn keep_fallen(&mut self, faces: &[u16], purpose: Key) {
        if let Some(kept) = &mut self.kept_dice {
            kept.extend(faces.iter().map(|face| ScriptedDie::named(purpose, *face)));
        }
    }
}
