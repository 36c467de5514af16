//! A vehicle on its way, step by step: along its course, straight at a target, or on without anybody in control.
//!
//! Which courses are possible is in [`crate::rules::legal`].

use crate::battle::prelude::*;
use crate::rules::{
    collision::Barrier,
    legal::{Climb, Driving},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Begin,
    Go,
    End,
}

/// A vehicle on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drive {
    vehicle: UnitId,
    steps: Vec<Dir8>,
    facing: Dir8,
    speed: i32,
    controlled: bool,
    daring: bool,
    crashes: bool,
    spared: Vec<UnitId>,
    at: usize,
    stage: Stage,
    stood: Option<Area>,
    #[serde(default)]
    climbs: Vec<Climb>,
}

impl Drive {
    /// A vehicle about to be driven along a course. `spared` are those it passes by; `daring`: over what is low.
    pub fn along(course: Driving, spared: Vec<UnitId>, daring: bool) -> Self {
        Self {
            vehicle: course.vehicle,
            steps: course.steps,
            facing: course.facing,
            speed: course.speed,
            controlled: true,
            daring,
            crashes: false,
            spared,
            at: 0,
            stage: Stage::Begin,
            stood: None,
            climbs: course.climbs,
        }
    }

    /// A vehicle that crashes into an obstacle as it sets out (C-126).
    pub fn crashing(course: Driving) -> Self {
        Self { crashes: true, ..Self::along(course, Vec::new(), false) }
    }

    /// The same as a frame.
    pub fn frame(self) -> Frame {
        Frame::Drive(Box::new(self))
    }

    /// The vehicle that moves on a unit's turn, straight on, if nobody has driven it in that turn (C-114).
    pub fn rolling(battle: &mut Battle, unit: UnitId) -> Option<Self> {
        let facts = battle.facts();
        let rule = facts.book.settings.vehicles.as_ref()?;
        let vehicle = facts.units.iter().find(|vehicle| {
            vehicle.vehicle().is_some()
                && facts.present(vehicle)
                && vehicle.driven.speed > 0
                && vehicle.driven.round != Some(facts.round)
                && facts.moves_with(vehicle) == Some(unit)
        })?;
        // No faster than what is left of its drive and power plant can take it (C-138, C-141).
        let facing = vehicle.place.facing;
        let speed = vehicle.driven.speed.min(facts.top_speed(vehicle));
        let course = straight_on(vehicle, rule.squares_at(speed), facing, speed);
        Some(Self { controlled: false, ..Self::along(course, Vec::new(), false) })
    }

    /// The vehicle of a unit going straight on at its speed, under control.
    pub fn straight(facts: &Facts, vehicle: &UnitState, speed: i32) -> Option<Self> {
        let rule = facts.book.settings.vehicles.as_ref()?;
        let course = straight_on(vehicle, rule.squares_at(speed), vehicle.place.facing, speed);
        Some(Self::along(course, Vec::new(), false))
    }

    pub(super) fn step(&mut self, battle: &mut Battle, _context: Context) -> OrFault<Flow> {
        match self.stage {
            Stage::Begin => {
                let (vehicle, speed, controlled) = (self.vehicle, self.speed, self.controlled);
                battle.apply(Effect::Drive { vehicle, speed, controlled })?;
                Ok(Flow::at(&mut self.stage, Stage::Go))
            }
            Stage::Go if self.crashes => {
                self.crashes = false;
                self.meets(battle, Hit::Clutter)
            }
            Stage::Go => self.go(battle),
            Stage::End => {
                self.end(battle)?;
                Ok(Flow::Done(FrameValue::acted(true, 0, 0)))
            }
        }
    }

    /// The next step, or the end of the way.
    fn go(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        let facts = battle.facts();
        let Some(vehicle) = facts.unit(self.vehicle).filter(|own| facts.present(own)) else {
            return Ok(Flow::Done(FrameValue::None));
        };
        let stopped = facts.out(vehicle) || self.speed > 0 && vehicle.driven.speed == 0;
        if let Some(Climb(at, to)) = self.climbs.first().copied()
            && usize::from(at) <= self.at
            && !stopped
        {
            self.climbs.remove(0);
            let free = legal::rises(&facts, vehicle, &vehicle.place.area, to).is_ok();
            if free {
                battle.apply(Effect::Band { unit: self.vehicle, to, own: true })?;
            }
            return Ok(Flow::Continue);
        }
        let Some(dir) = self.steps.get(self.at).copied().filter(|_| !stopped) else {
            return Ok(Flow::at(&mut self.stage, Stage::End));
        };
        self.at += 1;
        if self.stood.is_none_or(|_| legal::stands_free(&facts, vehicle, &vehicle.place.area)) {
            self.stood = Some(vehicle.place.area);
        }
        if vehicle.place.facing != dir && legal::turns(&facts, vehicle, dir) {
            battle.apply(Effect::Face { unit: self.vehicle, facing: dir })?;
        }
        let facts = battle.facts();
        let Some(vehicle) = facts.unit(self.vehicle) else { return Ok(Flow::Done(FrameValue::None)) };
        let (area, next) = (vehicle.place.area, vehicle.place.area.moved(dir));
        if !facts.map.holds(&next) {
            self.leaves(battle)?;
            return Ok(Flow::Done(FrameValue::None));
        }
        match collision::barrier(&facts, vehicle, &area, dir) {
            Barrier::Shut(None) if self.daring && legal::is_low(&facts, &next) => {}
            Barrier::Shut(thing) => return self.meets(battle, thing.map_or(Hit::Clutter, Hit::Object)),
            Barrier::None => {}
        }
        let met = collision::units_ahead(&facts, vehicle, &area, dir)
            .map(UnitState::id)
            .find(|id| !self.spared.contains(id));
        if let Some(other) = met {
            return self.meets(battle, Hit::Unit(other));
        }
        battle.apply(Effect::Step { unit: self.vehicle, to: next.origin, own: true })?;
        Ok(Flow::Continue)
    }

    /// It runs into something (C-119): what is solid stops it, others it goes over.
    fn meets(&mut self, battle: &mut Battle, hit: Hit) -> OrFault<Flow> {
        let solid = collision::solid(&battle.facts(), &hit);
        battle.collide(self.vehicle, hit)?;
        match hit {
            Hit::Unit(other) if !solid => {
                self.spared.push(other);
                self.at = self.at.saturating_sub(1);
            }
            _ => self.stage = Stage::End,
        }
        Ok(Flow::Continue)
    }

    /// It goes off the map with all aboard.
    fn leaves(&self, battle: &mut Battle) -> OrFault {
        let mut all = battle.facts().carried(self.vehicle).into_iter().chain([self.vehicle]);
        all.try_for_each(|unit| battle.apply(Effect::Leave { unit }))
    }

    /// Where it ends: it looks where it is to, and does not stand in another vehicle that it passed by.
    fn end(&self, battle: &mut Battle) -> OrFault {
        let facts = battle.facts();
        let Some(vehicle) = facts.unit(self.vehicle).filter(|own| facts.present(own)) else { return Ok(()) };
        let whole = self.at >= self.steps.len() && vehicle.driven.speed == self.speed;
        if whole && vehicle.place.facing != self.facing && legal::turns(&facts, vehicle, self.facing) {
            battle.apply(Effect::Face { unit: self.vehicle, facing: self.facing })?;
        }
        let facts = battle.facts();
        let Some(vehicle) = facts.unit(self.vehicle) else { return Ok(()) };
        match self.stood {
            Some(area) if !legal::stands_free(&facts, vehicle, &vehicle.place.area) => {
                battle.apply(Effect::Step { unit: self.vehicle, to: area.origin, own: false })
            }
            _ => Ok(()),
        }
    }
}

fn straight_on(vehicle: &UnitState, squares: i32, facing: Dir8, speed: i32) -> Driving {
    let squares = usize::try_from(squares.clamp(0, 1000)).unwrap_or(0);
    Driving { vehicle: vehicle.id(), steps: vec![facing; squares], facing, speed, climbs: Vec::new() }
}
