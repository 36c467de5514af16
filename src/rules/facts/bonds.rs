//! Who is bound to whom: riders and mounts, and what follows for place, movement and increments.
//!
//! What a kind of relation means is [`crate::rules::bond`]'s.

use crate::rules::prelude::*;

/// A relation between two units: `unit` is `role` towards `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bond {
    /// Which kind.
    pub kind: Key,
    /// Who holds the role.
    pub unit: UnitId,
    /// Which role.
    pub role: Key,
    /// Towards whom.
    pub to: UnitId,
}

impl Facts {
    /// The definitions of a relation and of its role.
    pub fn bond_def(&self, bond: &Bond) -> Option<(&BondDef, &RoleDef)> {
        let def = self.book.bond(bond.kind)?;
        Some((def, def.role(Some(bond.role))?))
    }

    /// The conditions that a relation gives the two: whose, from whom, which (C-92).
    pub fn bond_conditions(&self, bond: &Bond) -> Vec<(UnitId, UnitId, Key)> {
        let Some((def, role)) = self.bond_def(bond) else { return Vec::new() };
        let own = role.condition.map(|condition| (bond.unit, bond.to, condition));
        let other = def.to_condition.map(|condition| (bond.to, bond.unit, condition));
        own.into_iter().chain(other).collect()
    }

    /// Whether two are bound together in this way, whoever holds the role.
    pub fn bound(&self, kind: Key, one: UnitId, other: UnitId) -> Option<&Bond> {
        self.bonds.iter().find(|bond| {
            bond.kind == kind && [(bond.unit, bond.to), (bond.to, bond.unit)].contains(&(one, other))
        })
    }

    /// Those bound to a unit in this way, on either side.
    pub fn bound_with(&self, kind: Key, unit: UnitId) -> impl Iterator<Item = UnitId> {
        self.bonds.iter().filter(move |bond| bond.kind == kind).filter_map(move |bond| match bond {
            Bond { unit: own, to, .. } if *own == unit => Some(*to),
            Bond { unit: own, to, .. } if *to == unit => Some(*own),
            _ => None,
        })
    }

    /// Relations in which a unit holds a role.
    pub fn bonds_of(&self, unit: UnitId) -> impl Iterator<Item = &Bond> {
        self.bonds.iter().filter(move |bond| bond.unit == unit)
    }

    /// Relations in which others hold a role towards a unit.
    pub fn bonds_to(&self, unit: UnitId) -> impl Iterator<Item = &Bond> {
        self.bonds.iter().filter(move |bond| bond.to == unit)
    }

    /// The unit whose initiative count a unit has, if it has none of its own (C-147).
    pub fn counts_with(&self, unit: UnitId) -> Option<UnitId> {
        self.bonds_of(unit)
            .find(|bond| self.bond_def(bond).is_some_and(|(def, _)| def.shares_count))
            .map(|bond| bond.to)
    }

    /// On whom a unit rides or is carried.
    pub fn carrier(&self, unit: UnitId) -> Option<UnitId> {
        self.bonds_of(unit)
            .find(|bond| self.bond_def(bond).is_some_and(|(_, role)| role.carried))
            .map(|bond| bond.to)
    }

    /// Those whom a unit carries, and whom they carry in turn, each once.
    pub fn carried(&self, unit: UnitId) -> Vec<UnitId> {
        let mut found: Vec<UnitId> = Vec::new();
        let mut at = 0;
        let mut from = unit;
        loop {
            for bond in self.bonds_to(from) {
                let carried = self.bond_def(bond).is_some_and(|(_, role)| role.carried);
                if carried && bond.unit != unit && !found.contains(&bond.unit) {
                    found.push(bond.unit);
                }
            }
            let Some(next) = found.get(at) else { return found };
            from = *next;
            at += 1;
        }
    }

    /// The unit whose movement a unit shares: the lowest of those that carry it, or itself.
    pub fn bearer<'a>(&'a self, unit: &'a UnitState) -> &'a UnitState {
        let mut lowest = unit;
        for _ in 0..self.bonds.len() {
            match self.carrier(lowest.id()).and_then(|id| self.unit(id)) {
                Some(below) => lowest = below,
                None => break,
            }
        }
        lowest
    }

    /// What a unit steers, and how.
    pub fn steers(&self, unit: UnitId) -> Option<(UnitId, &Steering)> {
        self.bonds_of(unit).find_map(|bond| {
            let (_, role) = self.bond_def(bond)?;
            Some((bond.to, role.steers.as_ref()?))
        })
    }

    /// Who steers a unit, which then does not move by itself.
    pub fn steered_by(&self, unit: UnitId) -> Option<UnitId> {
        self.bonds_to(unit)
            .find(|bond| self.bond_def(bond).is_some_and(|(_, role)| role.steers.is_some()))
            .map(|bond| bond.unit)
    }

    /// The unit that moves when a unit does: what it steers, or itself.
    pub fn moving<'a>(&'a self, unit: &'a UnitState) -> &'a UnitState {
        self.steers(unit.id()).and_then(|(id, _)| self.unit(id)).unwrap_or(unit)
    }

    /// Whether two units move together, one borne by the other or both by the same.
    pub fn together(&self, one: UnitId, other: UnitId) -> bool {
        match (self.unit(one), self.unit(other)) {
            (Some(one), Some(other)) => self.bearer(one).id() == self.bearer(other).id(),
            _ => one == other,
        }
    }

    /// Whether two units are in a relation: shields of medium precision do not stand between them (D-60).
    pub fn linked_by_bond(&self, one: UnitId, other: UnitId) -> bool {
        self.bonds.iter().any(|bond| [(one, other), (other, one)].contains(&(bond.unit, bond.to)))
    }

    /// The other unit of a relation by what the book calls it: `mount`, `rider`.
    pub(super) fn partner(&self, unit: UnitId, word: &str) -> Option<&UnitState> {
        self.bonds.iter().find_map(|bond| {
            let (def, _) = self.bond_def(bond)?;
            let other = match () {
                () if bond.unit == unit && def.to == word => bond.to,
                () if bond.to == unit && bond.role == word => bond.unit,
                () => return None,
            };
            self.unit(other)
        })
    }

    /// Whether the book has such a word for one of two that are bound together.
    pub(super) fn is_partner_word(&self, word: &str) -> bool {
        let defs = &self.book.settings.bonds;
        defs.iter().any(|def| def.to == word || def.roles.iter().any(|role| role.id == word))
    }

    /// The squares on a side of a unit's own footprint, also while it rides.
    pub fn footprint(&self, unit: &UnitState) -> u8 {
        self.book.size(unit.sheet.0.size).map_or(1, |size| size.footprint)
    }
}
