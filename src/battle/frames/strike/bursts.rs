//! Bursts: what an attack of much energy does to those round its target (D-83 to D-92).
//!
//! Owns the order: the target that has evaded it, then the others by their ids, each with a die. What reaches one of
//! them is a [`Strike`] of its own.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Strike;
use crate::{
    battle::{
        Battle, Fault,
        frames::{Flow, Frame},
    },
    key::Key,
    rules::{
        attack::BurstRule,
        blow,
        facts::{Facts, UnitId},
        gear::WeaponDef,
        harm::Portion,
    },
};

/// A burst on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BurstShot {
    kind: Key,
    /// What shields of low precision left of it (D-90).
    value: i32,
    /// What those of medium precision left of it for the target (D-91).
    own: i32,
    /// From so much on it bursts.
    from: i32,
    evaded: bool,
    /// Of an explosive: what it does to each (D-93).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    listed: Vec<Portion>,
    /// Those round the target who are still to come; none: not looked for yet.
    near: Option<Vec<UnitId>>,
}

impl Strike {
    /// The same as what a burst does to one of those in it: so much of a kind, and no dodging it (D-92).
    #[must_use]
    pub fn in_burst(mut self, portions: Vec<Portion>) -> Self {
        self.damage.portions = portions;
        self.result.landed = true;
        self.spread = true;
        self
    }

    /// The explosive at a place of the attack's, if there is one; no shield stops its impact before it hits (D-94).
    pub(super) fn explosive_at<'f>(&self, facts: &'f Facts, place: u8) -> Option<&'f Arc<WeaponDef>> {
        self.arm_at(facts, place).filter(|weapon| !self.spread && !weapon.burst.is_empty())
    }

    /// Whether it bursts, by what shields of low precision have left of it (D-83, D-84, D-88).
    pub(super) fn begin_burst(&mut self, battle: &mut Battle) {
        let facts = battle.facts();
        let Some(rule) = &facts.book.settings.attack.burst else { return };
        if let Some(weapon) = self.explosive_at(&facts, 0) {
            if let (true, Some(by)) = (self.result.landed, facts.unit(self.by)) {
                let listed = blow::burst_portions(&facts, by, weapon);
                let kind = weapon.id;
                self.burst =
                    Some(BurstShot { kind, value: 0, own: 1, from: 1, evaded: false, listed, near: None });
            }
            return;
        }
        let [portion] = self.damage.portions.as_slice() else { return };
        if !self.result.landed || self.spread || !portion.is_energy() || !self.ranged(&facts) {
            return;
        }
        let deliberate = facts.book.action(self.action).is_some_and(|def| rule.deliberate(def));
        let from = if deliberate { rule.from } else { rule.over };
        if portion.amount >= from {
            let (kind, value) = (portion.kind, portion.amount);
            self.burst =
                Some(BurstShot { kind, value, own: 0, from, evaded: false, listed: Vec::new(), near: None });
        }
    }

    /// Whether it bursts at its target.
    pub(super) fn bursts(&self) -> bool {
        self.burst.is_some()
    }

    /// What shields of medium precision have left for the target.
    pub(super) fn note_own_part(&mut self) {
        if let (Some(burst), [portion]) = (&mut self.burst, self.damage.portions.as_slice())
            && burst.listed.is_empty()
        {
            burst.own = portion.amount.max(0);
        }
        self.note_burst();
    }

    /// Once it is known whether it hits: what hits in a deliberate area is the impact (D-83).
    pub(super) fn impact(&mut self, battle: &mut Battle) {
        if let Some(burst) = &mut self.burst {
            burst.evaded = !self.result.landed && burst.own > 0;
        }
        let facts = battle.facts();
        if self.result.landed
            && !self.spread
            && let Some(def) = facts.book.action(self.action)
        {
            blow::as_impact(&facts, def, &mut self.damage.portions);
        }
    }

    /// The burst among those round the target, one after the other (D-85, D-90 to D-92).
    pub(super) fn burst(&mut self, battle: &mut Battle) -> Result<Option<Flow>, Fault> {
        let facts = battle.facts();
        let (Some(rule), Some(burst)) = (&facts.book.settings.attack.burst, &mut self.burst) else {
            return Ok(None);
        };
        let (own, value) = (burst.portions(rule, burst.own), burst.portions(rule, burst.value));
        let Some(near) = &mut burst.near else {
            burst.near = Some(group(&facts, self.target));
            // Whoever evades stands in the middle of it (D-91).
            if burst.evaded && burst.own >= burst.from {
                return Ok(Some(self.reaches(self.target, own)));
            }
            return Ok(Some(Flow::Continue));
        };
        if near.is_empty() {
            self.burst = None;
            return Ok(None);
        }
        let unit = near.remove(0);
        let die = battle.throw_die(unit, rule.die, Key::new("burst"))?;
        let covered = facts.unit(self.by).zip(facts.unit(unit));
        let covered = rule.covered.filter(|_| covered.is_some_and(|(by, own)| facts.covered_from(by, own)));
        if die > covered.unwrap_or(rule.strikes) {
            return Ok(Some(Flow::Continue));
        }
        Ok(Some(self.reaches(unit, value)))
    }

    fn reaches(&self, unit: UnitId, portions: Vec<Portion>) -> Flow {
        let mut strike =
            Self::new(self.by, unit, self.action, self.with.weapon, None, self.used).in_burst(portions);
        strike.with.flown = self.with.flown;
        Flow::Push(Box::new(Frame::Strike(Box::new(strike))))
    }
}

impl BurstShot {
    /// What it does to one of those in it, by what is left of its energy.
    fn portions(&self, rule: &BurstRule, left: i32) -> Vec<Portion> {
        if !self.listed.is_empty() {
            return self.listed.clone();
        }
        let mut portion = Portion::new(self.kind, &[self.kind], rule.on_others(left));
        portion.drive = portion.amount;
        vec![portion]
    }
}

/// Everybody within a square of a unit, in the same band, by their ids (D-14).
fn group(facts: &Facts, target: UnitId) -> Vec<UnitId> {
    let Some(middle) = facts.unit(target) else { return Vec::new() };
    let near = facts.units.iter().filter(|unit| {
        unit.id() != target
            && facts.present(unit)
            && unit.place.band == middle.place.band
            && unit.place.area.distance(&middle.place.area) <= 1
    });
    let mut near: Vec<UnitId> = near.map(|unit| unit.id()).collect();
    near.sort_unstable();
    near
}
