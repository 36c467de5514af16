//! Through the bands of altitude: flying up and down, beginning to fall, falling, crashing (S-25 to S-27).
//!
//! When a unit can fly is in `facts::altitude`; what a crash does is the book's.

use crate::battle::entry::free_below;
use crate::battle::prelude::*;

impl Battle {
    pub(super) fn change_band(&mut self, unit: UnitId, to: Band, own: bool) -> OrFault {
        let facts = self.facts();
        let Some(from) = facts.unit(unit).map(|own| own.place.band).filter(|from| *from != to) else {
            return Ok(());
        };
        for (who, by_itself) in
            std::iter::once((unit, own)).chain(facts.carried(unit).into_iter().map(|one| (one, false)))
        {
            self.change::<Place>(who, |place| place.band = to);
            self.record(Outcome::Band { unit: who, from, to, own: by_itself });
            // Whoever changes bands has moved far more than a square (F-73).
            facts.units.iter().for_each(|other| self.end_aims(other.id(), |aim| aim.versus == Some(who)));
        }
        self.spoil_aims();
        Ok(())
    }

    pub(super) fn change_fall(&mut self, unit: UnitId, from: Option<Band>) -> OrFault {
        self.change::<Place>(unit, |place| place.falling = from);
        self.record(Outcome::Falling { unit, from });
        let Some(condition) = self.facts().altitude().and_then(|rule| rule.falling) else { return Ok(()) };
        match from {
            Some(_) => self.gain(unit, Condition::new(condition, 1, Until::Battle, None)),
            None => self.lift(unit, condition, None),
        }
    }

    /// Who is in the air and cannot fly begins to fall with what it carries; who can again stops (S-26).
    pub(super) fn settle_flight(&mut self) -> OrFault {
        let aloft = |unit: &&UnitState| unit.place.band != Band::Ground && !unit.place.gone;
        if !self.facts_ref().units.iter().any(|unit| aloft(&unit)) {
            return Ok(());
        }
        let facts = self.facts();
        if facts.altitude().is_none() {
            return Ok(());
        }
        for unit in facts.units.iter().filter(aloft) {
            let holds = facts.can_fly(unit) || facts.carrier(unit.id()).is_some();
            let (unit, band) = (unit.id(), unit.place.band);
            match (holds, facts.unit(unit).is_some_and(|own| own.place.falling.is_some())) {
                (false, false) => self.carry_out(Effect::Fall { unit, from: Some(band) })?,
                (true, true) => self.carry_out(Effect::Fall { unit, from: None })?,
                _ => {}
            }
        }
        Ok(())
    }

    /// At the end of a round all who fall drop by one band, in roster order, and crash on the ground (S-26).
    pub(crate) fn falls(&mut self) -> OrFault {
        self.settle_flight()?;
        let facts = self.facts();
        let falling = facts.units.iter().filter(|unit| unit.place.falling.is_some() && !unit.place.gone);
        falling.map(UnitState::id).try_for_each(|unit| self.drop_down(unit))
    }

    fn drop_down(&mut self, unit: UnitId) -> OrFault {
        let facts = self.facts();
        let Some((own, from)) = facts.unit(unit).and_then(|own| Some((own, own.place.falling?))) else {
            return Ok(());
        };
        let to = if own.place.band == Band::High { Band::Low } else { Band::Ground };
        if let Some(at) = free_below(&facts, own, to)
            && at != own.place.area.origin
        {
            self.apply(Effect::Step { unit, to: at, own: false })?;
        }
        let aboard = facts.carried(unit);
        self.carry_out(Effect::Band { unit, to, own: false })?;
        if to != Band::Ground {
            return Ok(());
        }
        self.carry_out(Effect::Fall { unit, from: None })?;
        let Some(rule) = facts.altitude() else { return Ok(()) };
        let squares = rule.fall(from);
        std::iter::once(unit).chain(aboard).try_for_each(|unit| self.crash_down(unit, from, squares))
    }

    /// A unit has come down to the ground, or into a chasm, after so many squares (S-27).
    pub(crate) fn crash_down(&mut self, unit: UnitId, from: Band, squares: i32) -> OrFault {
        let facts = self.facts();
        let Some(rule) = facts.altitude() else { return Ok(()) };
        if facts.unit(unit).is_none_or(|own| facts.dead(own)) {
            return Ok(());
        }
        self.record(Outcome::Crashed { unit, from, squares });
        let scope = Scope::new(unit, Key::new("crash")).with("squares", i64::from(squares));
        self.run(&rule.crash, &scope)
    }
}
