//! Posts that units take up: guarded by friends beside them, or in cover (D-17, D-18).

use crate::rules::prelude::*;

impl Facts {
    /// Friends beside a unit who can guard it: able, in its band, and not guarded themselves (D-17).
    pub fn guards(&self, unit: &UnitState) -> i32 {
        let guards = |other: &&UnitState| {
            other.id() != unit.id()
                && !self.hostile(other, unit)
                && !self.out(other)
                && self.distance(other, unit) <= 1
                && !self.conditions(other).any(|(def, _)| def.guarded)
        };
        i32::try_from(self.units.iter().filter(guards).count()).unwrap_or(i32::MAX)
    }

    /// Whether a unit and an enemy beside it engage one another: both can act (S-22).
    pub fn engaged(&self, unit: &UnitState) -> bool {
        let engages = |other: &UnitState| {
            self.hostile(other, unit)
                && self.present(other)
                && self.engages(other, &unit.place.area, unit.place.band)
        };
        self.can_act(unit) && self.units.iter().any(engages)
    }

    /// Squares beside a unit on the ground where something gives cover, or behind an edge that does (D-18).
    pub fn cover_squares(&self, unit: &UnitState) -> impl Iterator<Item = Square> + '_ {
        let (area, grounded) = (unit.place.area, unit.place.band == Band::Ground);
        area.around(1).filter(move |square| {
            grounded
                && !area.contains(*square)
                && (self.map.contents(*square).any(|here| here.cover != CoverLevel::None)
                    || area.squares().any(|own| self.edge_covers(own, *square)))
        })
    }

    fn edge_covers(&self, one: Square, other: Square) -> bool {
        let edge = Edge::between(one, other).and_then(|edge| self.map.edge(edge));
        edge.is_some_and(|kind| kind.cover != CoverLevel::None)
    }

    /// Whether a unit that keeps to cover has some against another: a square of it that is nearer to that one (D-18).
    pub fn covered_from(&self, from: &UnitState, unit: &UnitState) -> bool {
        if !self.conditions(unit).any(|(def, _)| def.covered) {
            return false;
        }
        let gap = self.gap(from.place.band, unit.place.band);
        let away = self.distance(from, unit);
        self.cover_squares(unit).any(|square| from.place.area.distance(&Area::one(square)).max(gap) < away)
    }
}
