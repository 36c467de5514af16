//! What a vehicle can do from a place: which guns of those aboard bear on whom, and what foes make of it up there.

use super::position::SLIGHT;
use crate::ai::prelude::*;
use crate::grid::Arc;

/// How many ends of a course are looked at closely.
const CLOSELY: usize = 10;

/// A place where a course may end, by its number, with where to look and what it is worth.
pub type End = (usize, Dir8, f64);

/// A weapon of one of those aboard: where it fires from the vehicle, how far, and what it is worth against each foe.
#[derive(Clone, Debug)]
pub struct Gun {
    /// The side into which it fires; none: all round.
    pub arc: Option<Arc>,
    range: (i32, i32),
    /// What it is worth against each foe.
    pub worth: Vec<f64>,
}

/// One vehicle at its driver's disposal, in one altitude band.
#[derive(Clone, Debug)]
pub struct GunView {
    /// The band.
    pub band: Band,
    /// The weapons of each of those aboard who can act.
    pub guns: Vec<(UnitId, Vec<Gun>)>,
    /// A foe, by its number, that lies in one more arc (C-125).
    extra: Option<(usize, Arc)>,
    /// What foes can do to it there, where there are other bands to compare with.
    danger: f64,
    /// Anybody aboard can do something to a foe from that band.
    armed: bool,
    /// Where the foes are, and how far the bands lie apart.
    foes: Vec<(Area, Band, i32)>,
}

impl GunView {
    /// The vehicle in its own band, then in the others that it may get to.
    pub fn all(planner: &Planner<'_>, vehicle: &UnitState) -> Vec<Self> {
        let facts = planner.facts;
        let own = vehicle.place.band;
        if facts.altitude().is_none() || !facts.can_fly(vehicle) {
            return vec![Self::new(planner, own, guns(planner, facts, vehicle), 0.0)];
        }
        let others = Band::ALL.into_iter().filter(|band| *band != own);
        let all = std::iter::once(own).chain(others);
        let all = all.map(|band| {
            let mut there = facts.clone();
            for id in facts.carried(vehicle.id()).into_iter().chain([vehicle.id()]) {
                if let Some(unit) = there.unit_mut(id) {
                    unit.place.band = band;
                }
            }
            let vehicle = there.unit(vehicle.id()).unwrap_or(vehicle);
            let danger = danger(planner, &there, vehicle);
            Self::new(planner, band, guns(planner, &there, vehicle), danger)
        });
        // Nobody flies where nothing can be done: a fight has to end.
        all.filter(|view| view.band == own || view.armed).collect()
    }

    fn new(planner: &Planner<'_>, band: Band, guns: Vec<(UnitId, Vec<Gun>)>, danger: f64) -> Self {
        let all = guns.iter().flat_map(|(_, guns)| guns);
        let armed = all.flat_map(|gun| &gun.worth).any(|worth| *worth > SLIGHT);
        let place = |at: usize| {
            let place = &planner.facts.units[at].place;
            (place.area, place.band, planner.facts.gap(band, place.band))
        };
        let foes = planner.foes.iter().map(|foe| place(foe.at)).collect();
        Self { band, guns, extra: None, danger, armed, foes }
    }

    /// The same with a foe in one more arc.
    pub fn bearing(&self, foe: usize, arc: Arc) -> Self {
        Self { extra: Some((foe, arc)), ..self.clone() }
    }

    /// What it is worth to stand there, looking that way: what those aboard can do next, or how near the foes are.
    pub fn worth(&self, planner: &Planner<'_>, area: &Area, facing: Dir8, lines: bool) -> f64 {
        let mut sum = 0.0;
        let apart: Vec<i32> = self.foes.iter().map(|(place, ..)| area.distance(place)).collect();
        for (_, own) in &self.guns {
            let mut best: f64 = 0.0;
            for gun in own {
                for (at, (worth, (place, level, gap))) in gun.worth.iter().zip(&self.foes).enumerate() {
                    let distance = apart[at].max(*gap);
                    if *worth <= best || !(gun.range.0..=gun.range.1).contains(&distance) {
                        continue;
                    }
                    let bears = gun.arc.is_none_or(|arc| {
                        self.extra == Some((at, arc)) || grid::in_arc(facing, arc, area, place)
                    });
                    let seen =
                        || grid::line_of_sight_between(&planner.facts.map, area, self.band, place, *level);
                    if !bears || lines && !seen() {
                        continue;
                    }
                    let far = f64::from(distance) / f64::from(gun.range.1.max(1));
                    best = best.max(worth * (1.0 - weights::FAR * far));
                }
            }
            sum += best;
        }
        let nearest = f64::from(apart.iter().min().copied().unwrap_or(0).min(60));
        let place = match (self.armed, sum > SLIGHT) {
            // Nobody aboard can do anything: away from the foes.
            (false, _) => weights::PLACE_AWAY * nearest,
            (true, false) => sum - weights::PLACE_NEARER * nearest - weights::PLACE_NO_SHOT,
            // Out of arm's reach, but no farther than it has to be.
            (true, true) => {
                sum - if nearest < 3.0 { weights::PLACE_AT_ARMS } else { weights::PLACE_FARTHER * nearest }
            }
        };
        place - self.danger
    }

    /// The best ends of a course, each with where to look and what it is worth.
    pub fn best(&self, planner: &Planner<'_>, ends: &[(usize, Stop)], freedom: Freedom) -> Vec<End> {
        let mut rough: Vec<(f64, usize, Stop)> = ends
            .iter()
            .map(|(at, stop)| (self.worth(planner, &stop.area, stop.facing, false), *at, *stop))
            .collect();
        rough.sort_by(|one, other| {
            other.0.total_cmp(&one.0).then(one.2.cost.cmp(&other.2.cost)).then(one.1.cmp(&other.1))
        });
        rough.truncate(CLOSELY);
        rough
            .into_iter()
            .map(|(_, at, stop)| {
                let looks = if freedom == Freedom::Ordinary { vec![stop.facing] } else { Dir8::ALL.to_vec() };
                let mut best = (stop.facing, self.worth(planner, &stop.area, stop.facing, true));
                for facing in looks {
                    let worth = self.worth(planner, &stop.area.turned(facing), facing, true);
                    if worth > best.1 + SLIGHT {
                        best = (facing, worth);
                    }
                }
                (at, best.0, best.1)
            })
            .collect()
    }
}

/// The weapons of those aboard who can act.
fn guns(planner: &Planner<'_>, facts: &Facts, vehicle: &UnitState) -> Vec<(UnitId, Vec<Gun>)> {
    let able = facts.occupants(vehicle.id()).filter(|own| facts.can_act(own));
    able.map(|own| {
        let all = ways(facts, own, &[Mode::Standard]);
        let ranged = all.iter().filter(|way| !way.melee && way.spell.is_none());
        let guns = ranged.map(|way| {
            let mounted = way.weapon.and_then(|id| facts.mounted_weapon(own, id));
            let worth = planner.foes.iter().map(|foe| {
                let (spec, level) = (way.spec(own.id(), foe.id), facts.units[foe.at].place.band);
                let armament = spec.armament(facts);
                let reaches = armament.is_some_and(|armament| {
                    facts.bands_allow(vehicle.place.band, level, false, &armament).is_ok()
                });
                match reaches {
                    true => way.worth(facts, &planner.faces, &spec, &foe.limits, foe.worth),
                    false => 0.0,
                }
            });
            Gun { arc: mounted.map(|one| one.mount.arc), range: way.range, worth: worth.collect() }
        });
        (own.id(), guns.collect())
    })
    .collect()
}

/// What foes can do to a vehicle that flies there.
fn danger(planner: &Planner<'_>, facts: &Facts, vehicle: &UnitState) -> f64 {
    let limits = LossLimits::of(facts, vehicle);
    let mut sum = 0.0;
    for foe in planner.foes.iter().filter(|foe| foe.able) {
        let by = &facts.units[foe.at];
        let distance = facts.distance(by, vehicle);
        let could = foe.ways.iter().filter(|way| (way.range.0..=way.range.1).contains(&distance));
        let worth = could.map(|way| {
            let armament = way.spec(foe.id, vehicle.id()).armament(facts);
            let (from, to) = (by.place.band, vehicle.place.band);
            match armament.is_some_and(|armament| facts.bands_allow(from, to, way.melee, &armament).is_ok()) {
                true => way.worth(facts, &planner.faces, &way.spec(foe.id, vehicle.id()), &limits, 1.0),
                false => 0.0,
            }
        });
        sum += worth.fold(0.0, f64::max);
    }
    planner.caution * sum
}
