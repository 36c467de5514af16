//! Where a vehicle can get to: the ground before it, and all courses over it (C-111, C-112, C-125).

use super::*;

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

/// Everywhere that a unit can drive its vehicle by an action, by the cheapest ways; one that rams has no such domain.
pub(super) fn roads(facts: &Facts, actor: &UnitState, def: &ActionDef) -> OrRefusal<Roads> {
    let (vehicle, ..) = wheel(facts, actor)?;
    roads_to(facts, actor, def, vehicle.place.band)
}

/// The bands in which a course of an action may end: the vehicle's own first (S-25).
pub fn course_bands(facts: &Facts, actor: &UnitState, def: &ActionDef) -> Vec<Band> {
    let Ok((vehicle, ..)) = wheel(facts, actor) else { return Vec::new() };
    bands_of(facts, vehicle, def)
}

/// The same with an end in an altitude band: rising at once, or sinking when all squares are flown (S-25).
pub fn roads_to(facts: &Facts, actor: &UnitState, def: &ActionDef, to: Band) -> OrRefusal<Roads> {
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
    pub(super) fn through(
        facts: &'a Facts,
        vehicle: &UnitState,
        daring: bool,
        but: Option<UnitId>,
        band: Band,
    ) -> Self {
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
    pub(super) fn turn(&self, area: &Area, to: Dir8) -> OrRefusal<Area> {
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
    pub(super) fn step(&self, area: &Area, dir: Dir8) -> OrRefusal<(Area, i32)> {
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

    /// The squares after turning and a step, with the cost, as by [`Road::turn`] and [`Road::step`], kept in `rooms`.
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

    fn free(&self, next: &Area) -> OrRefusal<Area> {
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

/// Whether nothing on these squares stands up from the ground: water, a ditch (C-125).
pub fn is_low(facts: &Facts, area: &Area) -> bool {
    area.squares().all(|square: Square| facts.map.contents(square).all(|here| !here.is_solid()))
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
