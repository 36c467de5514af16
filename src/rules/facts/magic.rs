//! Spells in effect: who cast and who controls them, on whom and where they lie, how long they still last.
//!
//! Owns their shape and what facts read off them. Beginning, passing and ending them is `battle`'s.

use serde::{Deserialize, Serialize};

use super::{Facts, UnitId, UnitState};
use crate::{key::Key, rules::spell::SpellDef};

/// How long a spell in effect still lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lasts {
    /// So many ends of round, 1 being the next one.
    Rounds(u32),
    /// As long as its controller controls it in every round.
    Concentration,
    /// To the end of the fight.
    Battle,
}

/// A condition that a spell keeps on a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// On whom.
    pub unit: UnitId,
    /// Which condition.
    pub condition: Key,
    /// How much of its count.
    pub count: i32,
}

/// A spell in effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActiveSpell {
    /// Its name in this fight: the spell's id, with a number from the second in effect on.
    pub id: Key,
    /// The spell.
    pub spell: Key,
    /// Who cast it.
    pub caster: UnitId,
    /// Who controls it now.
    pub controller: UnitId,
    /// The units that it was cast on.
    pub targets: Vec<UnitId>,
    /// How long it still lasts.
    pub lasts: Lasts,
    /// Its controller has controlled it this round.
    pub controlled: bool,
    /// Conditions that last as long as it does.
    pub holds: Vec<Hold>,
}

impl Facts {
    /// A spell in effect, by its name.
    pub fn spell_in_effect(&self, id: Key) -> Option<&ActiveSpell> {
        self.spells.iter().find(|spell| spell.id == id)
    }

    /// The definition of a spell in effect.
    pub fn spell_of(&self, active: &ActiveSpell) -> Option<&SpellDef> {
        self.book.spell(active.spell).map(|def| &**def)
    }

    /// The units that a spell lies on, as far as they are on the board.
    pub fn under<'a>(&'a self, active: &'a ActiveSpell) -> impl Iterator<Item = &'a UnitState> {
        active.targets.iter().filter_map(|id| self.unit(*id)).filter(|unit| !unit.place.gone)
    }

    /// Squares between a unit and what a spell does, nearest squares; none where there is nothing of it to be seen.
    pub fn distance_to_effect(&self, unit: &UnitState, active: &ActiveSpell) -> Option<i32> {
        self.under(active).map(|other| self.distance(unit, other)).min()
    }

    /// Line of sight from a unit to what a spell does.
    pub fn sees_effect(&self, unit: &UnitState, active: &ActiveSpell) -> bool {
        self.under(active).any(|other| other.id() == unit.id() || self.sees(unit, other))
    }
}
