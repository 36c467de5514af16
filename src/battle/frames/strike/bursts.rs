//! Bursts: what an attack of much energy does to those round its target (D-83 to D-92).
//!
//! First comes the target that has evaded it, then the others by their ids, each with a die. What reaches one of them
//! is a [`Strike`] of its own.

use crate::{battle::prelude::*, rules::attack::BurstRule};

/// What one weapon of an attack bursts with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BurstShot {
    /// The place of its weapon in the attack (D-26).
    #[serde(default)]
    weapon: u8,
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
    /// The explosive at a place of the attack's, if there is one; no shield stops its impact before it hits (D-94).
    pub(super) fn explosive_at<'f>(&self, facts: &'f Facts, place: u8) -> Option<&'f Arc<WeaponDef>> {
        self.arm_at(facts, place).filter(|weapon| !self.spread && !weapon.burst.is_empty())
    }

    /// Which of its weapons burst, by what low shields have left of each, or of each kind (D-83, D-84, D-88).
    pub(super) fn begin_burst(&mut self, battle: &mut Battle) {
        let facts = battle.facts();
        let Some(rule) = &facts.book.settings.attack.burst else { return };
        if !self.result.landed || self.spread {
            return;
        }
        let Some(def) = facts.book.action(self.action) else { return };
        let from = if rule.deliberate(def) { rule.from } else { rule.over };
        for place in self.places() {
            if let (Some(by), Some(weapon)) = (facts.unit(self.by), self.explosive_at(&facts, place)) {
                let listed = blow::burst_portions(&facts, by, weapon, def.share());
                let shot =
                    BurstShot { weapon: place, from: 1, own: 1, listed, ..BurstShot::of(weapon.id, 0) };
                self.shots.push(shot);
                continue;
            }
            let energy = self.bare_energy(&facts, place).into_iter().filter(|(_, value)| *value >= from);
            let shots =
                energy.map(|(kind, value)| BurstShot { weapon: place, from, ..BurstShot::of(kind, value) });
            self.shots.extend(shots);
        }
    }

    /// The places of its weapons (D-26).
    pub(super) fn places(&self) -> std::ops::RangeInclusive<u8> {
        0..=u8::try_from(self.with.more.len()).unwrap_or(u8::MAX)
    }

    /// Of a ranged weapon that is all energy and scores one hit: its kinds, and how much there is of each.
    pub(super) fn bare_energy(&self, facts: &Facts, place: u8) -> Vec<(Key, i32)> {
        let own = || self.damage.portions.iter().filter(|portion| portion.weapon == place);
        if self.result.hits > 1 || !self.ranged(facts) || !own().all(Portion::is_energy) {
            return Vec::new();
        }
        own().map(|portion| (portion.kind, portion.amount)).collect()
    }

    /// Whether the weapon at a place bursts at its target.
    pub(super) fn bursts(&self, place: u8) -> bool {
        self.shots.iter().any(|shot| shot.weapon == place)
    }

    /// What shields of medium precision have left for the target.
    pub(super) fn note_own_part(&mut self) {
        for shot in self.shots.iter_mut().filter(|shot| shot.listed.is_empty()) {
            let same = |portion: &&Portion| portion.weapon == shot.weapon && portion.kind == shot.kind;
            let own = self.damage.portions.iter().find(same);
            shot.own = own.map_or(0, |portion| portion.amount.max(0));
        }
        self.note_burst();
    }

    /// Once it is known whether it hits: what hits in a deliberate area is the impact (D-83).
    pub(super) fn impact(&mut self, battle: &mut Battle) {
        self.shots.iter_mut().for_each(|shot| shot.evaded = !self.result.landed && shot.own > 0);
        let facts = battle.facts();
        if self.result.landed
            && !self.spread
            && let Some(def) = facts.book.action(self.action)
        {
            blow::as_impact(&facts, def, &mut self.damage.portions);
        }
    }

    /// The bursts, one after the other, each among those round the target (D-84, D-85, D-90 to D-92).
    pub(super) fn burst(&mut self, battle: &mut Battle) -> OrFlow {
        let facts = battle.facts();
        let (Some(rule), Some(shot)) = (&facts.book.settings.attack.burst, self.shots.first_mut()) else {
            return Ok(None);
        };
        let (place, own, value) =
            (shot.weapon, shot.portions(rule, shot.own), shot.portions(rule, shot.value));
        let Some(near) = &mut shot.near else {
            shot.near = Some(group(&facts, self.target));
            // Whoever evades stands in the middle of it (D-91).
            if shot.evaded && shot.own >= shot.from {
                return Ok(Some(self.reaches(self.target, place, own)));
            }
            return Ok(Some(Flow::Continue));
        };
        if near.is_empty() {
            self.shots.remove(0);
            return Ok(Some(Flow::Continue));
        }
        let unit = near.remove(0);
        let die = battle.throw_die(unit, rule.die, Key::new("burst"))?;
        let covered = facts.unit(self.by).zip(facts.unit(unit));
        let covered = rule.covered.filter(|_| covered.is_some_and(|(by, own)| facts.covered_from(by, own)));
        if die > covered.unwrap_or(rule.strikes) {
            return Ok(Some(Flow::Continue));
        }
        Ok(Some(self.reaches(unit, place, value)))
    }

    /// What the burst of the weapon at a place does to one of those in it.
    fn reaches(&self, unit: UnitId, place: u8, portions: Vec<Portion>) -> Flow {
        let further = usize::from(place).checked_sub(1).and_then(|at| self.with.more.get(at)).copied();
        let weapon = further.or(self.with.weapon);
        let mut strike = Self::new(self.by, unit, self.action, weapon, None, self.used).in_burst(portions);
        strike.with.flown = self.with.flown.filter(|_| further.is_none());
        Flow::Push(Box::new(Frame::Strike(Box::new(strike))))
    }
}

impl BurstShot {
    /// So much of a kind, before it is known what of it reaches the target.
    fn of(kind: Key, value: i32) -> Self {
        Self { weapon: 0, kind, value, own: 0, from: 1, evaded: false, listed: Vec::new(), near: None }
    }

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
