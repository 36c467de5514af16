//! Mending, jury-rigging and stripping systems (C-148 to C-153).
//!
//! What can be mended is in `rules::facts`.

use crate::{battle::prelude::*, rules::unit_systems::Strikes};

impl Battle {
    pub(super) fn run_on_system(&mut self, effect: &EffectDef, scope: &Scope) -> OrFault {
        let (Some(unit), Some(part)) = (scope.target, scope.system) else { return Ok(()) };
        match effect {
            EffectDef::Mend { hits } => {
                let hits = hits.as_ref().map(|hits| self.amount(hits, scope));
                self.mend(unit, part, hits, scope.cause)
            }
            EffectDef::Rig { dice } => {
                let hours = self.throw(scope.own, dice, Key::new("hours"))?.total;
                let hours = u32::try_from(hours).unwrap_or(0);
                // The round that runs is not among them.
                let rounds = hours.saturating_mul(self.book().hour()).saturating_add(1);
                self.apply(Effect::Rigged { unit, part, rounds })
            }
            EffectDef::Strip => self.apply(Effect::System { unit, part, hits: 1 }),
            EffectDef::Bill { dice, per_cent, whole } => {
                let times = match dice {
                    Some(dice) => self.throw(scope.own, dice, Key::new("price"))?.total,
                    None => 1,
                };
                let per_cent = self.amount(per_cent, scope).saturating_mul(times);
                let facts = self.facts();
                let Some(own) = facts.unit(unit) else { return Ok(()) };
                let price = facts.price(own, Some(part).filter(|_| !whole));
                let amount = price.saturating_mul(i64::from(per_cent)) / 100;
                self.record(Outcome::Bill { by: scope.own, unit, part, per_cent, amount });
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// So many hits fewer, or none left; of a track so many points back (C-149, C-152, C-153).
    fn mend(&mut self, unit: UnitId, part: Key, hits: Option<i32>, cause: Key) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let damage = facts.system_damage(own, part);
        let hits = hits.unwrap_or(damage).min(damage);
        if hits <= 0 {
            return Ok(());
        }
        let track = match facts.system_of(own, part).map(|def| &def.strikes) {
            Some(Strikes::Track(track)) => Some(*track),
            _ => None,
        };
        match track {
            Some(track) => self.apply(Effect::Track { unit, track, amount: hits, cause }),
            None => self.apply(Effect::System { unit, part, hits: -hits }),
        }
    }

    /// A system works for so many rounds, whatever its hits; 0: it fails again (C-148).
    pub(super) fn rig(&mut self, unit: UnitId, part: Key, rounds: u32) -> OrFault {
        self.change::<Systems>(unit, |own| own.rig(part, rounds));
        self.record(Outcome::Systems { unit, news: SystemsNews::Rigged { part, rounds } });
        self.follow_condition(unit)
    }
}
