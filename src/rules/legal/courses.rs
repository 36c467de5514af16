//! Courses: how a vehicle may be driven, and where it can get to (C-111 to C-113, C-123 to C-125).
//!
//! Owns the test of an order's course and the domain of that hole. What happens on the way is `battle`'s; ramming
//! courses are in `ramming`.

use serde::{Deserialize, Serialize};

use super::{
    Args, Climb, Refusal, bodies, body, category, climb, cost_rule, flight::climbs, ramming, refuse,
};
use crate::{
    grid::{self, Area, Band, Dir8, Map, Mover, Square, SquareSet, StepBlocked},
    rules::{
        action::{ActionDef, Freedom, Hole},
        condition::Forbids,
        facts::{Facts, UnitId, UnitState},
        vehicle::{VehicleDef, VehicleRule},
    },
};

/// The most steps of a course: more than any map needs.
const MOST: i32 = 1000;

/// A course as ordered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Course {
    /// Headings in order, each with so many squares.
    pub legs: Vec<(Dir8, u16)>,
    /// Where the vehicle looks in the end; none: along its last heading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Dir8>,
    /// Its speed in km/h; none: as fast as the course needs (C-111).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<i32>,
    /// The vehicle that it pursues from now on (C-127).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pursue: Option<UnitId>,
    /// Changes of its altitude band, each after so many squares (S-25).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub climbs: Vec<Climb>,
}

impl Course {
    /// The course of these single steps.
    pub fn of(steps: &[Dir8]) -> Self {
        let mut legs: Vec<(Dir8, u16)> = Vec::new();
        for dir in steps {
            match legs.last_mut() {
                Some((last, count)) if last == dir => *count = count.saturating_add(1),
                _ => legs.push((*dir, 1)),
            }
        }
        Self { legs, ..Self::default() }
    }

    /// Its single steps; none if there are more than any course has.
    fn steps(&self) -> Option<Vec<Dir8>> {
        let all: i32 = self.legs.iter().map(|(_, count)| i32::from(*count)).sum();
        let single = self.legs.iter().flat_map(|(dir, count)| std::iter::repeat_n(*dir, usize::from(*count)));
        (all <= MOST).then(|| single.collect())
    }
}

/// A course found possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driving {
    /// The vehicle.
    pub vehicle: UnitId,
    /// Its steps.
    pub steps: Vec<Dir8>,
    /// Where it looks in the end.
    pub facing: Dir8,
    /// Its speed in km/h.
    pub speed: i32,
    /// Changes of its altitude band on the way.
    pub climbs: Vec<Climb>,
}

/// The vehicle at whose wheel a unit sits, if it can be driven now.
///
/// # Errors
/// `no_wheel`: it drives none; `driven`: it has been driven this round; `cannot_move`: it cannot go.
pub(super) fn wheel<'a>(
    facts: &'a Facts,
    actor: &UnitState,
) -> Result<(&'a UnitState, &'a VehicleDef, &'a VehicleRule), Refusal> {
    let driven = facts.drives(actor.id()).and_then(|vehicle| Some((vehicle, vehicle.vehicle()?)));
    let (Some(rule), Some((vehicle, def))) = (&facts.book.settings.vehicles, driven) else {
        return refuse("no_wheel", message!("core-is-at-no-vehicle-s-wheel"), "C-111");
    };
    for what in [Forbids::Actions, Forbids::Movement] {
        if let Some(condition) = facts.forbidden(vehicle, what) {
            let text = message!(
                "core-x-keeps-x-from-going",
                condition = condition.name,
                vehicle = vehicle.identity.name
            );
            return refuse("cannot_move", text, condition.rule.as_str());
        }
    }
    if vehicle.driven.round == Some(facts.round) {
        return refuse(
            "driven",
            message!("core-x-has-been-driven-already", vehicle = vehicle.identity.name),
            "C-112",
        );
    }
    Ok((vehicle, def, rule))
}

/// How free the course is that an action asks for, if it asks for one.
pub fn freedom(def: &ActionDef) -> Option<Freedom> {
    def.asks.iter().find_map(|hole| match hole {
        Hole::Course { how, .. } => Some(*how),
        _ => None,
    })
}

/// The ground before a vehicle: where it fits and what steps cost.
pub(super) struct Road<'a> {
    facts: &'a Facts,
    map: &'a Map,
    mover: Mover,
    daring: bool,
}

impl<'a> Road<'a> {
    /// The ground before a vehicle. Squares held by others are closed, but for one of them.
    pub(super) fn new(facts: &'a Facts, vehicle: &UnitState, daring: bool, but: Option<UnitId>) -> Self {
        Self::through(facts, vehicle, daring, but, vehicle.place.band)
    }

    /// The same in an altitude band.
    fn through(facts: &'a Facts, vehicle: &UnitState, daring: bool, but: Option<UnitId>, band: Band) -> Self {
        let area = vehicle.place.area;
        let mut closed = SquareSet::new(facts.map.width(), facts.map.height());
        let others = facts.units.iter().filter(|unit| {
            unit.id() != vehicle.id()
                && Some(unit.id()) != but
                && !unit.place.gone
                && unit.place.band == band
                && facts.carrier(unit.id()).is_none()
                && body(facts, unit).is_none()
                && !unit.place.area.overlaps(&area)
        });
        for square in others.flat_map(|unit| unit.place.area.squares()) {
            closed.insert(square);
        }
        let mover = Mover {
            rule: cost_rule(facts, vehicle, false),
            closed,
            hindrances: bodies(facts, vehicle),
            ..Mover::new(area, category(facts, vehicle, &Args::default()), MOST)
        };
        Self { facts, map: facts.map_in(band), mover, daring }
    }

    /// The squares after turning where it stands.
    pub(super) fn turn(&self, area: &Area, to: Dir8) -> Result<Area, Refusal> {
        let next = area.turned(to);
        if next == *area {
            return Ok(next);
        }
        if !self.facts.map.holds(&next) {
            return refuse("off_map", message!("core-no-room-to-turn-on-the-map"), "C-109");
        }
        if !grid::has_room(self.map, &next, self.mover.category) {
            return refuse("blocked", message!("core-no-room-to-turn-at-x", square = area.origin), "C-109");
        }
        self.free(&next)
    }

    /// The squares after a step, and what it costs.
    pub(super) fn step(&self, area: &Area, dir: Dir8) -> Result<(Area, i32), Refusal> {
        let next = area.moved(dir);
        match grid::step_allowed(self.map, area, dir, self.mover.category) {
            Ok(()) => {}
            Err(StepBlocked::Impassable(_)) if self.leaps(&next) => {}
            Err(StepBlocked::OutsideMap) => {
                return refuse("off_map", message!("core-the-map-ends-there"), "C-111");
            }
            Err(blocked) => {
                let text = message!("core-the-way-to-x-is-not-possible-x", square = next.origin, blocked);
                return refuse("blocked", text, "C-112");
            }
        }
        let next = self.free(&next)?;
        Ok((next, self.mover.cost_at(self.map, &next)))
    }

    /// The squares after turning and a step, and what it costs; none: it cannot be made. The same as [`Road::turn`] and
    /// [`Road::step`], for those who try many: `rooms` holds what was found on the way.
    fn next(&self, area: &Area, dir: Dir8, rooms: &mut Rooms) -> Option<(Area, i32)> {
        let turned = area.turned(dir);
        if turned != *area {
            rooms.cost(self, &turned)?;
        }
        let next = turned.moved(dir);
        if let Some(cost) = rooms.cost(self, &next) {
            let free = grid::step_crosses(self.map, &turned, dir, self.mover.category).is_ok();
            return free.then_some((next, cost));
        }
        let leaps = self.daring && self.facts.map.holds(&next);
        if leaps { self.step(&turned, dir).ok() } else { None }
    }

    fn free(&self, next: &Area) -> Result<Area, Refusal> {
        match next.squares().find(|square| self.mover.closed.contains(*square)) {
            Some(square) => refuse("occupied", message!("core-somebody-is-in-the-way-on-x", square), "C-124"),
            None => Ok(*next),
        }
    }

    /// Whether a daring driver gets over what closes these squares: it is low (C-125).
    fn leaps(&self, next: &Area) -> bool {
        self.daring && is_low(self.facts, next)
    }

    /// Whether it can stay there.
    pub(super) fn stands(&self, area: &Area) -> bool {
        !self.daring || grid::has_room(self.map, area, self.mover.category)
    }
}

/// Where a vehicle has room, and what it costs to come there: each place looked at once.
struct Rooms {
    wide: usize,
    /// By square and by how the vehicle lies.
    known: Vec<Room>,
}

#[derive(Clone, Copy)]
enum Room {
    Unknown,
    None,
    Costs(i32),
}

impl Rooms {
    fn new(map: &Map) -> Self {
        let (wide, high) = (usize::from(map.width()), usize::from(map.height()));
        Self { wide, known: vec![Room::Unknown; wide * high * 2] }
    }

    /// What a step to these squares costs; none: there is no room, or somebody is in the way.
    fn cost(&mut self, road: &Road<'_>, area: &Area) -> Option<i32> {
        let (x, y) = (usize::try_from(area.origin.x).ok()?, usize::try_from(area.origin.y).ok()?);
        if x >= self.wide {
            return None;
        }
        let known = self.known.get_mut((y * self.wide + x) * 2 + usize::from(area.columns > area.rows))?;
        if let Room::Unknown = known {
            let closed = |square| road.mover.closed.contains(square);
            let free = grid::has_room(road.map, area, road.mover.category) && !area.squares().any(closed);
            *known = if free { Room::Costs(road.mover.cost_at(road.map, area)) } else { Room::None };
        }
        match known {
            Room::Costs(cost) => Some(*cost),
            Room::Unknown | Room::None => None,
        }
    }
}

/// Whether nothing on these squares stands up from the ground: water, a ditch (C-125).
pub fn is_low(facts: &Facts, area: &Area) -> bool {
    area.squares().all(|square: Square| facts.map.contents(square).all(|here| !here.is_solid()))
}

/// Whether the course of an action may leap over what is low (C-125).
pub fn is_daring(def: &ActionDef) -> bool {
    freedom(def) == Some(Freedom::Daring)
}

/// Whether a vehicle has room to look another way where it stands.
pub fn turns(facts: &Facts, vehicle: &UnitState, to: Dir8) -> bool {
    Road::new(facts, vehicle, false, None).turn(&vehicle.place.area, to).is_ok()
}

/// Whether a vehicle may stay on squares: nothing solid stands there, no other vehicle.
pub fn stands_free(facts: &Facts, vehicle: &UnitState, area: &Area) -> bool {
    let solid = |unit: &&UnitState| {
        let level = unit.place.band == vehicle.place.band;
        unit.id() != vehicle.id() && level && unit.vehicle().is_some_and(|def| def.solid)
    };
    let category = category(facts, vehicle, &Args::default());
    grid::has_room(facts.map_in(vehicle.place.band), area, category)
        && !facts.units.iter().filter(solid).any(|unit| facts.present(unit) && unit.place.area.overlaps(area))
}

/// Tests the course of an order, or the straight way on at the present speed where it names none.
pub fn driving(facts: &Facts, actor: &UnitState, def: &ActionDef, args: &Args) -> Result<Driving, Refusal> {
    let (vehicle, _, rule) = wheel(facts, actor)?;
    let Some(how) = freedom(def) else {
        return refuse("missing", message!("core-drives-nothing"), def.rule.as_str());
    };
    let course = args.course.clone().unwrap_or_default();
    if let Some(quarry) = course.pursue
        && (quarry == vehicle.id() || facts.unit(quarry).is_none_or(|unit| unit.vehicle().is_none()))
    {
        return refuse("wrong_target", message!("core-x-is-no-other-vehicle", vehicle = quarry), "C-127");
    }
    let (least, most) = facts.speeds(vehicle);
    if let Some(speed) = course.speed {
        within(speed, least, most)?;
    }
    if how == Freedom::Ram {
        return ramming::ramming(facts, vehicle, rule, args, course.speed, (least, most));
    }
    let before = vehicle.place.facing;
    let on = vehicle.driven.speed.clamp(least, most);
    let steps = match &args.course {
        None => {
            let squares = usize::try_from(rule.squares_at(on).min(MOST)).unwrap_or(0);
            Some(vec![before; squares])
        }
        Some(course) => course.steps(),
    };
    let Some(steps) = steps else {
        return refuse("too_far", message!("core-that-is-far-off-the-map"), "C-111");
    };
    let facing = course.facing.or(steps.last().copied()).unwrap_or(before);
    if how == Freedom::Ordinary {
        straight(rule, before, &steps, facing)?;
    }
    climbs(facts, vehicle, def, &course.climbs, steps.len())?;
    let mut road = Road::new(facts, vehicle, how == Freedom::Daring, None);
    let mut area = vehicle.place.area;
    let mut cost = 0;
    for at in 0..=steps.len() {
        for Climb(_, to) in course.climbs.iter().filter(|climb| usize::from(climb.0) == at) {
            rises(facts, vehicle, &area, *to)?;
            road = Road::through(facts, vehicle, how == Freedom::Daring, None, *to);
        }
        let Some(dir) = steps.get(at) else { break };
        let turned = road.turn(&area, *dir)?;
        let (next, paid) = road.step(&turned, *dir)?;
        area = next;
        cost += paid;
    }
    area = road.turn(&area, facing)?;
    if !road.stands(&area) {
        return refuse("blocked", message!("core-nothing-can-stand-on-x", square = area.origin), "C-125");
    }
    let speed = match (course.speed, &args.course) {
        (Some(speed), _) => speed,
        (None, None) => on,
        (None, Some(_)) => rule.speed_for(cost).max(least),
    };
    within(speed, least, most)?;
    let squares = rule.squares_at(speed);
    if cost > squares {
        return refuse("too_far", message!("core-x-squares-x-km-h-are-x", cost, speed, squares), "C-111");
    }
    // Rough ground takes two squares' worth at a time, so that one may be left over.
    let rough = cost > i32::try_from(steps.len()).unwrap_or(i32::MAX);
    let fixed = course.speed.is_some() || speed == least && rule.speed_for(cost) < least;
    if fixed && squares - cost > i32::from(rough) {
        return refuse("too_short", message!("core-x-squares-x-km-h-are-x", cost, speed, squares), "C-111");
    }
    Ok(Driving { vehicle: vehicle.id(), steps, facing, speed, climbs: course.climbs })
}

/// Whether a vehicle can go over into another band on these squares (S-25).
///
/// # Errors
/// `cannot_fly`: it flies not; `occupied`, `blocked`: there is no room for it.
pub fn rises(facts: &Facts, vehicle: &UnitState, area: &Area, to: Band) -> Result<(), Refusal> {
    let Some(flight) = facts.flight(vehicle) else {
        return refuse("cannot_fly", message!("core-x-cannot-fly", unit = vehicle.identity.name), "S-25");
    };
    climb(facts, vehicle, area, to, flight.category)
}

fn within(speed: i32, least: i32, most: i32) -> Result<(), Refusal> {
    if speed > most {
        return refuse("too_fast", message!("core-x-km-h-at-most-x", speed, most), "C-111");
    }
    if speed < least {
        return refuse("too_slow", message!("core-x-km-h-at-least-x", speed, least), "C-111");
    }
    Ok(())
}

/// Ordinary driving turns once at most, and not sharply (C-112).
fn straight(rule: &VehicleRule, before: Dir8, steps: &[Dir8], facing: Dir8) -> Result<(), Refusal> {
    let mut looks = before;
    let mut turned = false;
    for dir in steps.iter().copied().chain([facing]) {
        if dir == looks {
            continue;
        }
        if turned || looks.turns_to(dir) > rule.turn {
            return refuse("too_sharp", message!("core-ordinary-driving-turns-once-by-45-degrees"), "C-112");
        }
        turned = true;
        looks = dir;
    }
    Ok(())
}

/// A place that a vehicle can get to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The squares that it covers there.
    pub area: Area,
    /// Where it looks, its last heading; by any other than ordinary driving it may look elsewhere in the end.
    pub facing: Dir8,
    /// Squares of movement that it takes.
    pub cost: i32,
    turned: bool,
    /// How often it has turned on the way; of ways as long the straighter one is taken.
    bends: u16,
    before: Option<usize>,
    /// It can come down there, if it is to.
    free: bool,
}

/// Everywhere that a vehicle can be driven by an action.
#[derive(Clone, Debug, Default)]
pub struct Roads {
    /// Places, the first where it stands, then by cost.
    pub stops: Vec<Stop>,
    least: i32,
    /// The band that it changes into, and whether at once rather than in the end.
    climb: Option<(Band, bool)>,
}

impl Roads {
    /// Places at which the course may end: far enough for the least speed possible.
    pub fn ends(&self) -> impl Iterator<Item = (usize, &Stop)> {
        self.stops.iter().enumerate().filter(|(_, stop)| stop.cost >= self.least && stop.free)
    }

    /// The course to a place.
    pub fn course(&self, to: usize) -> Course {
        let mut steps = Vec::new();
        let mut at = self.stops.get(to);
        while let Some(stop) = at {
            let Some(before) = stop.before else { break };
            steps.push(stop.facing);
            at = self.stops.get(before);
        }
        steps.reverse();
        let last = u16::try_from(steps.len()).unwrap_or(u16::MAX);
        let climbs = self.climb.map(|(to, first)| Climb(if first { 0 } else { last }, to));
        Course { climbs: climbs.into_iter().collect(), ..Course::of(&steps) }
    }
}

/// Everywhere that a unit can drive its vehicle by an action, ways of the same end by the cheapest. An action that
/// rams has no such domain: its target says where it goes.
pub(super) fn roads(facts: &Facts, actor: &UnitState, def: &ActionDef) -> Result<Roads, Refusal> {
    let (vehicle, ..) = wheel(facts, actor)?;
    roads_to(facts, actor, def, vehicle.place.band)
}

/// The bands in which a course of an action may end: the vehicle's own first (S-25).
pub fn course_bands(facts: &Facts, actor: &UnitState, def: &ActionDef) -> Vec<Band> {
    let Ok((vehicle, ..)) = wheel(facts, actor) else { return Vec::new() };
    let own = vehicle.place.band;
    let most = if facts.altitude().is_some() && facts.can_fly(vehicle) { def.bands() } else { 0 };
    let others = Band::ALL.into_iter().filter(|band| *band != own && own.steps_to(*band) <= most);
    std::iter::once(own).chain(others).collect()
}

/// The same with an end in an altitude band: rising at once, or sinking when all squares are flown (S-25).
pub fn roads_to(facts: &Facts, actor: &UnitState, def: &ActionDef, to: Band) -> Result<Roads, Refusal> {
    let (vehicle, _, rule) = wheel(facts, actor)?;
    let from = vehicle.place.band;
    let climb = (to != from).then_some((to, to > from));
    if climb.is_some() {
        climbs(facts, vehicle, def, &[Climb(0, to)], 0)?;
        if to > from {
            rises(facts, vehicle, &vehicle.place.area, to)?;
        }
    }
    let lands = |area: &Area| to >= from || rises(facts, vehicle, area, to).is_ok();
    let how = freedom(def).filter(|how| *how != Freedom::Ram);
    let Some(how) = how else {
        return refuse("missing", message!("core-no-course-to-choose"), def.rule.as_str());
    };
    let (least, most) = facts.speeds(vehicle);
    let most = rule.squares_at(most).min(MOST);
    let road = Road::through(facts, vehicle, how == Freedom::Daring, None, from.max(to));
    let (wide, high) = (usize::from(facts.map.width()), usize::from(facts.map.height()));
    let ordinary = how == Freedom::Ordinary;
    let mut seen = vec![false; wide * high * 32];
    let mut rooms = Rooms::new(&facts.map);
    let mark = |stop: &Stop| {
        let x = usize::try_from(stop.area.origin.x).unwrap_or(0);
        let y = usize::try_from(stop.area.origin.y).unwrap_or(0);
        let lies = usize::from(stop.area.columns > stop.area.rows);
        // Who may turn as he likes goes on the same from there, wherever he looks.
        let looks = if ordinary { stop.facing.eighths() } else { 0 };
        (((y * wide + x) * 8 + looks) * 2 + lies) * 2 + usize::from(stop.turned)
    };
    let area = vehicle.place.area;
    let facing = vehicle.place.facing;
    let start = Stop { area, facing, cost: 0, turned: false, bends: 0, before: None, free: lands(&area) };
    let mut roads = Roads { stops: Vec::new(), least: rule.squares_at(least), climb };
    let mut waiting: Vec<Vec<Stop>> = vec![vec![start]];
    let mut cost = 0;
    while let Some(mut stops) = waiting.get_mut(cost).map(std::mem::take) {
        stops.sort_by_key(|stop| stop.bends);
        for stop in stops {
            let Some(known) = seen.get_mut(mark(&stop)) else { continue };
            if std::mem::replace(known, true) {
                continue;
            }
            let at = roads.stops.len();
            roads.stops.push(stop);
            for dir in Dir8::ALL {
                let turns = dir != stop.facing;
                if ordinary && turns && (stop.turned || stop.facing.turns_to(dir) > rule.turn) {
                    continue;
                }
                let Some((area, paid)) = road.next(&stop.area, dir, &mut rooms) else { continue };
                let sum = stop.cost + paid;
                let Ok(slot) = usize::try_from(sum) else { continue };
                if sum > most {
                    continue;
                }
                if waiting.len() <= slot {
                    waiting.resize_with(slot + 1, Vec::new);
                }
                let turned = ordinary && (turns || stop.turned);
                let bends = stop.bends.saturating_add(u16::from(turns));
                let (before, free) = (Some(at), lands(&area));
                waiting[slot].push(Stop { area, facing: dir, cost: sum, turned, bends, before, free });
            }
        }
        cost += 1;
    }
    Ok(roads)
}

/// Tests a weaving number: from 1 to what the speed ordered allows (C-126); who has to match a quarry's can only take
/// that one, however great (C-127).
pub fn weaving(facts: &Facts, actor: &UnitState, def: &ActionDef, args: &Args) -> Result<(), Refusal> {
    let course = driving(facts, actor, def, args)?;
    let (vehicle, _, rule) = wheel(facts, actor)?;
    let (least, most) = match vehicle.driven.must_weave {
        Some(number) => (number, number),
        None => (1, rule.weaving(course.speed)),
    };
    match args.amount {
        Some(number) if (least..=most).contains(&number) => Ok(()),
        Some(number) => {
            refuse("amount", message!("core-x-is-not-between-x-and-x", number, least, most), "C-126")
        }
        None => refuse("missing", message!("core-needs-a-weaving-number"), "C-126"),
    }
}
