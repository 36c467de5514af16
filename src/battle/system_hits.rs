//! Harm of units made of systems: groups of hits, a location for each, hit after hit.
//!
//! What a hit strikes as a unit is now is told by [`Facts::next_hit`](crate::rules::facts::Facts::next_hit); the tables
//! are in [`crate::rules::unit_systems`].

use crate::battle::prelude::*;
use crate::rules::unit_systems::{Onset, SystemDef, SystemsRule, Then};

/// What is known of the harm while its hits are worked through.
struct Harm {
    rule: Arc<SystemsRule>,
    /// The unit with the hits so far, also those that are held back until a simultaneous slot closes (C-23).
    own: UnitState,
    by: UnitId,
    cause: Key,
    total: i32,
}

impl Harm {
    /// What is left of the track whose end destroys the unit.
    fn last_track(&self) -> i32 {
        let last = self.rule.last_track().and_then(|id| self.own.tracks.get(id));
        last.map_or(0, |track| track.now)
    }
}

impl Battle {
    /// Harm of a unit with systems: groups, locations, hits (C-129 to C-147).
    pub(super) fn land_on_systems(&mut self, unit: UnitId, by: UnitId, total: i32, cause: Key) -> OrFault {
        let facts = self.facts();
        let (Some(rule), Some(own)) = (facts.book.settings.systems.clone(), facts.unit(unit)) else {
            return Ok(());
        };
        let column = facts.systems_kind(own).map(|kind| kind.column);
        let own = self.with_held(own).into_owned();
        let mut harm = Harm { rule: Arc::new(rule), own, by, cause, total };
        let Some(column) = column else { return Ok(()) };
        let stood = harm.last_track() > 0;
        let groups = harm.rule.groups(total);
        self.systems_news(unit, SystemsNews::Groups { damage: total, groups: groups.clone() });
        for hits in groups {
            let roll = self.roll(&harm.rule.dice.clone(), Key::new("location"))?;
            let Some(system) = harm.rule.locate(column, roll.total) else { continue };
            let dice = roll.dice;
            self.systems_news(unit, SystemsNews::Located { dice, row: roll.total, column, system, hits });
            (0..hits).try_for_each(|_| self.hit_system(&mut harm, system, roll.total))?;
        }
        if stood && harm.last_track() <= 0 && harm.own.driven.speed > 0 {
            // Scrap stands still (C-135).
            self.apply(Effect::Drive { vehicle: unit, speed: 0, controlled: false })?;
        }
        // Once all groups are worked through; what was a wreck before does not go off (C-136).
        if stood && harm.last_track() < 0 {
            self.blow_up(&harm);
        }
        Ok(())
    }

    fn blow_up(&mut self, harm: &Harm) {
        let Some(explosion) = &harm.rule.explosion else { return };
        let own = &harm.own;
        self.systems_news(own.id(), SystemsNews::BlowsUp);
        let shape = explosion.shape(self.book().settings.measure);
        let (square, band) = (own.place.area.origin, own.place.band);
        let aim = Aim { shape, square, corner: None, band, target: None };
        let cause = Key::new("explosion");
        let blast = Blast::new(own.id(), cause, aim, explosion.clone(), cause).of_wreck();
        self.soon(Frame::Blast(Box::new(blast)));
    }

    fn systems_news(&mut self, unit: UnitId, news: SystemsNews) {
        self.record(Outcome::Systems { unit, news });
    }

    /// One hit, on the system it was located on or on what is hit instead, in the row that was rolled (C-134).
    fn hit_system(&mut self, harm: &mut Harm, located: Key, row: i32) -> OrFault {
        let book = self.book();
        let mut at = located;
        let mut passed: Vec<Key> = Vec::new();
        loop {
            let Some(def) = book.systems.get(at).cloned() else {
                return Err(Fault::Rule(message!("core-there-is-no-system", system = at)));
            };
            self.note(&*def);
            match self.facts().next_hit(&harm.own, &def) {
                SystemHit::Gone(then) => {
                    passed.push(at);
                    let next = match then {
                        Some(Then::System(id)) => Some(id),
                        Some(Then::Column(column)) => harm.rule.locate(column, row),
                        None => None,
                    };
                    match next {
                        Some(next) if !passed.contains(&next) => at = next,
                        _ => return Ok(()),
                    }
                }
                strike => return self.strike_system(harm, &def, located, row, strike),
            }
        }
    }

    fn strike_system(
        &mut self,
        harm: &mut Harm,
        def: &Arc<SystemDef>,
        located: Key,
        row: i32,
        strike: SystemHit,
    ) -> OrFault {
        let unit = harm.own.id();
        let hit = |part: Option<Key>, n: i32| SystemsNews::Hit { system: def.id, located, row, part, n };
        match strike {
            SystemHit::Gone(_) => Ok(()),
            SystemHit::Track(track) => {
                if let Some(own) = harm.own.tracks.0.iter_mut().find(|own| own.id == track) {
                    own.now -= 1;
                    let n = own.max - own.now;
                    self.systems_news(unit, hit(None, n));
                }
                self.apply(Effect::Track { unit, track, amount: -1, cause: def.id })
            }
            SystemHit::Hit => self.count_hit(harm, def, def.id, hit),
            SystemHit::One(list) => {
                let at = self.pick(list.len(), def.id)?;
                if let Some(part) = list.get(at) { self.count_hit(harm, def, *part, hit) } else { Ok(()) }
            }
            SystemHit::Aboard(list) => {
                let at = self.pick(list.len(), def.id)?;
                let Some(who) = list.get(at).copied() else { return Ok(()) };
                self.systems_news(unit, hit(Some(who.0), 1));
                let (by, cause, amount) = (harm.by, harm.cause, harm.total);
                self.damage(Damage { by, cause, ..Damage::plain(who, amount, &[]) })
            }
        }
    }

    /// A hit that is counted, and what comes with it.
    fn count_hit(
        &mut self,
        harm: &mut Harm,
        def: &Arc<SystemDef>,
        part: Key,
        hit: impl Fn(Option<Key>, i32) -> SystemsNews,
    ) -> OrFault {
        let unit = harm.own.id();
        harm.own.systems.add(part, 1);
        let n = harm.own.systems.hits(part);
        self.systems_news(unit, hit(Some(part).filter(|part| *part != def.id), n));
        self.apply(Effect::System { unit, part, hits: 1 })?;
        let kind = harm.own.sheet.0.systems.as_ref().map(|own| own.kind);
        for onset in &def.on {
            let meant = onset.kinds.is_empty() || kind.is_some_and(|kind| onset.kinds.contains(&kind));
            if i32::from(onset.hit) == n && meant {
                self.system_onset(harm, def, onset)?;
            }
        }
        Ok(())
    }

    fn system_onset(&mut self, harm: &mut Harm, def: &SystemDef, onset: &Onset) -> OrFault {
        let unit = harm.own.id();
        let mut rolled = 1;
        if let Some(dice) = &onset.roll {
            rolled = self.throw(unit, dice, def.id)?.total.max(0);
        }
        let scope = Scope::new(unit, def.id).with("roll", i64::from(rolled));
        self.run(&onset.effects, &scope)?;
        if let Some(condition) = onset.turns {
            let turns = u16::try_from(rolled).unwrap_or(u16::MAX);
            let until = Until::EndOfTurnOf(self.facts().turns_of(unit), turns);
            self.apply(Effect::Gain { unit, condition, count: 1, until, from: Some(harm.by) })?;
        }
        if let Some((system, row)) = onset.hits {
            (0..rolled.min(100)).try_for_each(|_| self.hit_system(harm, system, row))?;
        }
        Ok(())
    }

    /// A random one of so many, from 0: one die, or two in base six, thrown again above the last (C-11).
    pub(super) fn pick(&mut self, among: usize, purpose: Key) -> OrFault<usize> {
        if among <= 1 {
            return Ok(0);
        }
        let digits = (1..).find(|n| 6_usize.saturating_pow((*n).into()) >= among).unwrap_or(1);
        loop {
            let dice = (0..digits).map(|_| self.die(6, purpose)).collect::<OrFault<Vec<_>>>()?;
            let shown = dice.iter().fold(0, |sum, die| sum * 6 + usize::from(*die) - 1);
            // Two and three share the six faces evenly; four and five leave faces over.
            let share = if among <= 3 { 6 / among } else { 1 };
            let total = i32::try_from(shown + 1).unwrap_or(i32::MAX);
            let notation = Dice::new(digits, 6, 0, 0)?;
            self.record(Outcome::Dice { unit: None, purpose, notation, dice, total });
            if shown / share < among {
                return Ok(shown / share);
            }
        }
    }
}
