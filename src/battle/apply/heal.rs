//! What comes back to a unit, and what it loses without a blow (C-68 to C-73).
//!
//! The questions how to share points out are in `frames::share`.

use crate::battle::prelude::*;

impl Battle {
    /// Gives or takes points of tracks (C-68): shared out if the standing answer is so, else the worst first (C-70).
    pub(super) fn heal(&mut self, unit: UnitId, points: i32, evenly: bool, cause: Key) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit).filter(|own| !facts.dead(own)) else { return Ok(()) };
        if points == 0 {
            return Ok(());
        }
        let spread = if evenly && points > 0 { Spread::Evenly } else { Spread::Free };
        let due = PointsDue { unit, points, spread, cause, wound: None };
        if self.answers().shares_out(own.identity.side, unit) {
            self.world_mut().resource_mut::<Shares>().0.push(due);
            return Ok(());
        }
        let own = self.with_held(own);
        let land = &facts.book.settings.harm.land;
        if points < 0 {
            return self.take_parts(&due, heal::lost(&own, land, -points));
        }
        let lacking = heal::lacking(&own, &heal::tracks(land));
        if !evenly {
            return self.take_parts(&due, heal::returned(&lacking, points));
        }
        let (parts, left) = heal::evenly(&lacking, points);
        self.take_parts(&due, parts)?;
        for _ in 0..left {
            let facts = self.facts();
            let Some(own) = facts.unit(unit) else { return Ok(()) };
            let own = self.with_held(own);
            let lacking = heal::lacking(&own, &heal::tracks(&facts.book.settings.harm.land));
            let worst = heal::worst(&lacking).first().map(|id| (*id, 1));
            self.take_parts(&due, worst)?;
        }
        Ok(())
    }
}
