//! Relations between two units: how they begin and end, and where that leaves those who were carried.

use crate::battle::prelude::*;

impl Battle {
    pub(super) fn bind(&mut self, bond: Bond) -> OrFault {
        let facts = self.facts();
        let Some((_, role)) = facts.bond_def(&bond) else {
            return Err(Fault::Rule(message!("core-there-is-no-role", role = bond.role, kind = bond.kind)));
        };
        let (Some(own), Some(other)) = (facts.unit(bond.unit), facts.unit(bond.to)) else { return Ok(()) };
        let mut bonds = self.world.resource_mut::<Bonds>();
        // Who changes seats gives the old one up.
        bonds.0.retain(|old| (old.unit, old.to, old.kind) != (bond.unit, bond.to, bond.kind));
        bonds.0.push(bond);
        if role.drives {
            self.change::<Driven>(bond.to, |own| own.last = Some(bond.unit));
        }
        self.record(Outcome::Bound { bond, began: true });
        for (unit, other, condition) in facts.bond_conditions(&bond) {
            self.inflict(unit, condition, 1, Some(other))?;
        }
        if role.carried {
            let (from, place) = (own.place.area.origin, other.place);
            self.change::<Place>(bond.unit, |own| *own = place);
            if own.place.area != place.area {
                self.record(Outcome::Stepped { unit: bond.unit, from, to: place.area.origin, own: false });
            }
            self.spoil_aims();
        }
        Ok(())
    }

    pub(super) fn unbind(&mut self, bond: &Bond, square: Option<Square>) -> OrFault {
        let facts = self.facts();
        let role = facts.bond_def(bond).map(|(_, role)| role);
        let mut bonds = self.world.resource_mut::<Bonds>();
        let Some(at) = bonds.0.iter().position(|known| known == bond) else { return Ok(()) };
        bonds.0.remove(at);
        self.record(Outcome::Bound { bond: *bond, began: false });
        let left = self.facts();
        for (unit, _, condition) in facts.bond_conditions(bond) {
            let still = left.bonds.iter().flat_map(|other| left.bond_conditions(other));
            if !still.into_iter().any(|(own, _, known)| own == unit && known == condition) {
                self.apply(Effect::Lift { unit, condition, count: None })?;
            }
        }
        if let (true, Some(own)) = (role.is_some_and(|role| role.carried), facts.unit(bond.unit)) {
            let from = own.place.area.origin;
            let area = Area::new(square.unwrap_or(from), facts.footprint(own));
            self.change::<Place>(bond.unit, |own| own.area = area);
            if area.origin != from {
                self.record(Outcome::Stepped { unit: bond.unit, from, to: area.origin, own: false });
            }
            self.spoil_aims();
        }
        Ok(())
    }

    /// Ends those relations of a unit, on either side, that fit.
    pub(crate) fn break_bonds(&mut self, unit: UnitId, fits: impl Fn(&Bond) -> bool) -> OrFault {
        let facts = self.facts();
        let of_unit = facts.bonds.iter().filter(|bond| bond.unit == unit || bond.to == unit);
        let mut ending = of_unit.filter(|bond| fits(bond));
        ending.try_for_each(|bond| self.apply(Effect::Unbind { bond: *bond, square: None }))
    }

    /// Relations that end because the two are no longer near enough (C-91, S-74).
    pub(crate) fn part(&mut self) -> OrFault {
        let facts = self.facts_ref();
        if facts.bonds.is_empty() {
            return Ok(());
        }
        let apart = |bond: &&Bond| {
            let within = facts.book.bond(bond.kind).and_then(|def| def.within);
            let pair = facts.unit(bond.unit).zip(facts.unit(bond.to));
            within.zip(pair).is_some_and(|(within, (one, other))| facts.distance(one, other) > within)
        };
        let ending: Vec<Bond> = facts.bonds.iter().filter(apart).copied().collect();
        ending.into_iter().try_for_each(|bond| self.apply(Effect::Unbind { bond, square: None }))
    }

    /// Relations that cannot go on once either of the two has a condition.
    pub(super) fn condition_breaks(&mut self, unit: UnitId, condition: Key) -> OrFault {
        let book = self.book();
        self.break_bonds(unit, |bond| {
            book.bond(bond.kind).is_some_and(|def| def.broken_by.contains(&condition))
        })
    }
}
