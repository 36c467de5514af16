//! Spells in effect: who cast and who controls them, on whom and where they lie, how long they still last.

use crate::rules::prelude::*;

/// How long a spell in effect still lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpellDuration {
    /// So many ends of round, 1 being the next one.
    Rounds(u32),
    /// As long as its controller controls it in every round.
    Concentration,
    /// To the end of the fight.
    Battle,
}

/// A condition that a spell keeps on a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SustainedCondition {
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
    /// The units that it has called.
    pub summoned: Vec<UnitId>,
    /// The square that it was aimed at.
    pub square: Option<Square>,
    /// The squares that it lies on.
    pub squares: Vec<Square>,
    /// How long it still lasts.
    pub lasts: SpellDuration,
    /// Its controller has controlled it this round.
    pub controlled: bool,
    /// Conditions that last as long as it does.
    pub holds: Vec<SustainedCondition>,
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

    /// The units that a spell lies on and those that it has called, as far as they are on the board.
    pub fn under<'a>(&'a self, active: &'a ActiveSpell) -> impl Iterator<Item = &'a UnitState> {
        let named = active.targets.iter().chain(&active.summoned).filter_map(|id| self.unit(*id));
        named.filter(|unit| !unit.place.gone)
    }

    /// The zones that lie on squares, with their spells.
    pub fn zones(&self) -> impl Iterator<Item = (&ActiveSpell, &ZoneDef)> {
        self.spells
            .iter()
            .filter(|active| !active.squares.is_empty())
            .filter_map(|active| Some((active, self.spell_of(active)?.zone.as_ref()?)))
    }

    /// Squares between a unit and what a spell does, nearest squares; none where there is nothing of it to be seen.
    pub fn distance_to_effect(&self, unit: &UnitState, active: &ActiveSpell) -> Option<i32> {
        let up = self.gap(unit.place.band, Band::Ground);
        let squares =
            active.places().iter().map(|square| unit.place.area.distance(&Area::one(*square)).max(up));
        self.under(active).map(|other| self.distance(unit, other)).chain(squares).min()
    }

    /// Line of sight from a unit to what a spell does.
    pub fn sees_effect(&self, unit: &UnitState, active: &ActiveSpell) -> bool {
        let (area, band) = (&unit.place.area, unit.place.band);
        let sees =
            |square: &Square| line_of_sight_between(&self.map, area, band, &Area::one(*square), Band::Ground);
        self.under(active).any(|other| other.id() == unit.id() || self.sees(unit, other))
            || active.places().iter().any(sees)
    }

    /// The squares on which a spell lies when it is aimed at one.
    pub fn zone_squares(&self, spell: &SpellDef, square: Square) -> Vec<Square> {
        match &spell.zone {
            Some(zone) => zone.shape.squares(&self.map, &Area::one(square), square).iter().collect(),
            None => Vec::new(),
        }
    }
}

impl ActiveSpell {
    /// The squares at which something of it is seen: those that it lies on, else where it was aimed at.
    pub fn places(&self) -> &[Square] {
        let nowhere = self.targets.is_empty() && self.summoned.is_empty() && self.squares.is_empty();
        if nowhere { self.square.as_slice() } else { &self.squares }
    }

    /// Whether a unit stands on any of its squares.
    pub fn lies_under(&self, unit: &UnitState) -> bool {
        unit.place.band == Band::Ground && self.squares.iter().any(|square| unit.place.area.contains(*square))
    }
}
