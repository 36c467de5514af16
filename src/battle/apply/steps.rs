//! Steps and turns on the spot, of a unit and of those it carries.

use crate::battle::prelude::*;

impl Battle {
    pub(super) fn move_step(&mut self, unit: UnitId, to: Square, own: bool) -> OrFault {
        if !own && self.facts().carrier(unit).is_some() {
            // Who is moved by others comes off what carries it.
            self.break_bonds(unit, |bond| bond.unit == unit)?;
        }
        let Some(from) = self.facts().unit(unit).map(|own| own.place.area) else { return Ok(()) };
        let facing = Dir8::towards(from.origin, to).filter(|_| own);
        let area = from.at(to);
        if let Some(facing) = facing {
            self.turn_to(unit, facing);
        }
        if own {
            self.change::<Usage>(unit, |usage| {
                usage.squares += 1;
                usage.squares_last_turn += 1;
            });
        }
        for (who, by_itself) in
            std::iter::once((unit, own)).chain(self.facts().carried(unit).into_iter().map(|one| (one, false)))
        {
            self.change::<Place>(who, |place| {
                place.area = area;
                place.facing = facing.unwrap_or(place.facing);
            });
            self.record(Outcome::Stepped { unit: who, from: from.origin, to, own: by_itself });
        }
        self.spoil_aims();
        Ok(())
    }

    /// Turns a unit and those it carries. While its turns are limited it remembers when it turned.
    pub(super) fn turn_to(&mut self, unit: UnitId, facing: Dir8) {
        let facts = self.facts();
        let Some(own) = facts.unit(unit).filter(|own| own.place.facing != facing) else { return };
        if facts.manoeuvrability(own, own.usage.category).is_some() {
            let round = i32::try_from(facts.round).unwrap_or(i32::MAX);
            self.change::<Motion>(unit, |motion| motion.turned = Some(round));
        }
        // A vehicle's length lies along its facing.
        let area = if own.vehicle().is_some() { own.place.area.turned(facing) } else { own.place.area };
        for who in std::iter::once(unit).chain(facts.carried(unit)) {
            let from = own.place.area.origin;
            self.change::<Place>(who, |place| {
                place.facing = facing;
                place.area = area;
            });
            if from != area.origin {
                self.record(Outcome::Stepped { unit: who, from, to: area.origin, own: false });
            }
        }
    }
}
