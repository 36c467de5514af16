//! Running into things: what stands in the way of a straight movement, and what meeting it does, as data.

pub use super::movement::CollisionRule;
use super::moving::{body, category};
use crate::grid::{DoorPlace, Terrain};
use crate::rules::prelude::*;

/// What is run into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hit {
    /// A thing of the map.
    Object(ObjectAt),
    /// Another unit.
    Unit(UnitId),
    /// Something solid that the map does not show one by one, or the corner between two things (C-126).
    Clutter,
}

/// What the map puts in the way of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// Nothing.
    None,
    /// The way is shut; something solid may stand there.
    Shut(Option<ObjectAt>),
}

/// What the map puts in the way of one step of a unit that now covers `from`.
pub fn barrier(facts: &Facts, unit: &UnitState, from: &Area, dir: Dir8) -> Barrier {
    barrier_to(facts, unit, category(facts, unit, &Args::default()), from, dir)
}

/// The same for a unit that moves by a stated category.
fn barrier_to(facts: &Facts, unit: &UnitState, category: Key, from: &Area, dir: Dir8) -> Barrier {
    match grid::step_allowed(facts.map_in(unit.place.band), from, dir, category) {
        Ok(()) => Barrier::None,
        Err(StepBlocked::OutsideMap | StepBlocked::Corner(_)) => Barrier::Shut(None),
        Err(StepBlocked::Impassable(_)) => Barrier::Shut(standing(facts, category, &from.moved(dir))),
        Err(StepBlocked::Wall(edge)) => Barrier::Shut(Some(on_edge(facts, edge))),
    }
}

/// The first solid thing on squares that closes them to a category of movement.
fn standing(facts: &Facts, category: Key, area: &Area) -> Option<ObjectAt> {
    let shuts = |here: &Terrain| here.is_solid() && here.is_closed_to(category);
    area.squares().find_map(|square| {
        let door = facts.map.closed_door(DoorPlace::Square(square)).map(ObjectAt::Door);
        let solid = facts.map.contents(square).any(shuts);
        door.or(solid.then_some(ObjectAt::Square(square)))
    })
}

fn on_edge(facts: &Facts, edge: Edge) -> ObjectAt {
    facts.map.closed_door(DoorPlace::Edge(edge)).map_or(ObjectAt::Edge(edge), ObjectAt::Door)
}

/// The units that a unit can run into: those who hold squares in its band, the carried with their carrier.
pub fn obstacles<'a>(facts: &'a Facts, unit: &'a UnitState) -> impl Iterator<Item = &'a UnitState> {
    facts.units.iter().filter(move |other| {
        other.place.band == unit.place.band
            && other.id() != unit.id()
            && facts.present(other)
            && facts.carrier(other.id()).is_none()
            && body(facts, other).is_none()
    })
}

/// The units that a unit runs into by a step from `from`: of its [`obstacles`] those whose squares it would enter.
pub fn units_ahead<'a>(
    facts: &'a Facts,
    unit: &'a UnitState,
    from: &'a Area,
    dir: Dir8,
) -> impl Iterator<Item = &'a UnitState> {
    obstacles(facts, unit).filter(move |other| is_ahead(other, from, dir))
}

fn is_ahead(other: &UnitState, from: &Area, dir: Dir8) -> bool {
    other.place.area.overlaps(&from.moved(dir)) && !other.place.area.overlaps(from)
}

/// What a unit would run into by a step: something solid of the map, or else the first unit there.
pub fn ahead(facts: &Facts, unit: &UnitState, from: &Area, dir: Dir8) -> Option<Hit> {
    match barrier(facts, unit, from, dir) {
        Barrier::Shut(thing) => thing.map(Hit::Object),
        Barrier::None => units_ahead(facts, unit, from, dir).next().map(|other| Hit::Unit(other.id())),
    }
}

/// Whether a unit moving by a category would run into anything by a step, its [`obstacles`] being known.
pub fn blocked(
    facts: &Facts,
    unit: &UnitState,
    (category, obstacles): (Key, &[&UnitState]),
    from: &Area,
    dir: Dir8,
) -> bool {
    match barrier_to(facts, unit, category, from, dir) {
        Barrier::Shut(thing) => thing.is_some(),
        Barrier::None => obstacles.iter().any(|other| is_ahead(other, from, dir)),
    }
}

/// Whether a unit collides by an ordinary move.
pub fn collides(facts: &Facts, unit: &UnitState) -> bool {
    match &facts.book.settings.movement.collision {
        Some(CollisionRule::Increments { vehicles, .. }) => {
            vehicles.iter().any(|tag| unit.sheet.0.tags.contains(tag))
        }
        Some(CollisionRule::Dice { .. }) | None => false,
    }
}

/// What is thrown for a collision at a speed in km/h: dice, and for how many steps of the speed, if any (C-119).
pub fn crash(rule: &CollisionRule, speed: i32) -> Option<(Dice, i32)> {
    let CollisionRule::Dice { dice, per, .. } = rule else { return None };
    let lots = (speed.clamp(0, 100_000) + per.max(&1) - 1) / per.max(&1);
    let count = u16::try_from(lots).ok().filter(|_| lots > 0)?;
    Some((dice.with_count(count).ok()?, lots))
}

/// Whether what is run into stops and damages a vehicle: things that shut the way, and vehicles; not persons (C-119).
pub fn solid(facts: &Facts, hit: &Hit) -> bool {
    match hit {
        Hit::Unit(id) => facts.unit(*id).and_then(UnitState::vehicle).is_some_and(|def| def.solid),
        Hit::Object(_) | Hit::Clutter => true,
    }
}

/// The square from which somebody is thrown out of a vehicle: in the middle of the side that goes first (C-120).
pub fn brink(vehicle: &Area, dir: Dir8) -> Square {
    let last = vehicle.last();
    let (dx, dy) = dir.delta();
    let along = |way: i16, least: i16, most: i16| match way {
        1 => most,
        -1 => least,
        _ => least.midpoint(most),
    };
    Square::new(along(dx, vehicle.origin.x, last.x), along(dy, vehicle.origin.y, last.y))
}

/// The way of somebody thrown from a square (C-120), at the height of the eyes: as far as something solid that is
/// higher, and no farther than the last place where he has room to come down, without a solid vehicle.
pub fn thrown(facts: &Facts, unit: &UnitState, from: Square, dir: Dir8, squares: i32) -> Vec<Square> {
    let map = facts.map_in(unit.place.band);
    let category = category(facts, unit, &Args::default());
    let level = map.ground(from) + 1;
    let mut way = Vec::new();
    let mut area = Area::new(from, facts.footprint(unit));
    let mut free = 0;
    for _ in 0..squares {
        if grid::step_flies(map, &area, dir, level).is_err() {
            break;
        }
        area = area.moved(dir);
        way.push(area.origin);
        let stands = |other: &&UnitState| {
            other.place.area.overlaps(&area) && facts.present(other) && other.place.band == unit.place.band
        };
        let vehicle =
            facts.units.iter().filter(stands).any(|other| other.vehicle().is_some_and(|def| def.solid));
        if !vehicle && grid::has_room(map, &area, category) {
            free = way.len();
        }
    }
    way.truncate(free);
    way
}

/// Whether a unit moves towards another, by its facing or its last step of this round, and is not at rest.
fn comes_towards(facts: &Facts, unit: &UnitState, other: &UnitState) -> bool {
    let moved = unit.usage.squares > 0;
    let heads = moved || facts.manoeuvrability(unit, unit.usage.category).is_some();
    let moves = moved || facts.current_increment(unit) > 1;
    let towards = Dir8::towards(middle(&unit.place.area), middle(&other.place.area));
    heads && moves && towards.is_some_and(|dir| unit.place.facing.turns_to(dir) <= 1)
}

/// The middle of a footprint, in half squares.
fn middle(area: &Area) -> Square {
    let last = area.last();
    Square::new(area.origin.x.saturating_add(last.x), area.origin.y.saturating_add(last.y))
}

/// How fast two meet: base speeds and increments, each summed where both move head-on, and by how much the increments
/// fall together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Both move.
    pub head_on: bool,
    /// Base speeds.
    pub speed: i64,
    /// Increments.
    pub increments: i64,
    /// What the increments fall by, to 1 each.
    pub fall: i64,
}

/// How fast a unit meets what it runs into.
pub fn meeting(facts: &Facts, unit: &UnitState, hit: Option<&Hit>) -> Meeting {
    let of = |unit: &UnitState| {
        let speed = facts.base_speed(unit, unit.usage.category).max(1);
        (i64::from(speed), i64::from(facts.current_increment(unit)))
    };
    let (speed, increment) = of(unit);
    let other = match hit {
        Some(Hit::Unit(id)) => facts.unit(*id).filter(|other| comes_towards(facts, other, unit)),
        _ => None,
    };
    let alone = Meeting { head_on: false, speed, increments: increment, fall: increment - 1 };
    other.map(of).map_or(alone, |(more, further)| Meeting {
        head_on: true,
        speed: speed + more,
        increments: increment + further,
        fall: increment + further - 2,
    })
}

/// What everybody loses who is hurt by a meeting; 0 where the speed falls too little.
pub fn loss(facts: &Facts, unit: &UnitState, meeting: &Meeting) -> i32 {
    let Some(CollisionRule::Increments { least, loss, .. }) = &facts.book.settings.movement.collision else {
        return 0;
    };
    if meeting.fall < i64::from(*least) {
        return 0;
    }
    let names = |name: Key| match name.as_str() {
        "speed" => Some(meeting.speed),
        "increments" => Some(meeting.increments),
        _ => None,
    };
    let loss = facts.evaluate(loss, unit, None, &names).clamp(0, 1_000_000);
    i32::try_from(loss).unwrap_or(0)
}

/// The increment that a unit carries on if the round ends now, and what it and those aboard lose by changes.
pub fn sudden_change(facts: &Facts, unit: &UnitState) -> (i32, i32) {
    if unit.motion.struck.is_some() {
        return (1, 0);
    }
    let base = facts.base_speed(unit, unit.usage.category);
    let (before, now) = (unit.motion.carried, increment(unit.usage.squares, base));
    let (speed, increments) = (i64::from(base.max(1)), i64::from(now.max(before)));
    let meeting = Meeting { head_on: false, speed, increments, fall: i64::from((now - before).abs()) };
    (now, loss(facts, unit, &meeting))
}
