//! Orders to drive a vehicle (C-111 to C-113, C-123 to C-125); `roads` has all courses, `ramming` those that ram.

use super::*;

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
) -> OrRefusal<(&'a UnitState, &'a VehicleDef, &'a VehicleRule)> {
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
        let text = message!("core-x-has-been-driven-already", vehicle = vehicle.identity.name);
        return refuse("driven", text, "C-112");
    }
    Ok((vehicle, def, rule))
}

/// How free the course is that an action asks for, if it asks for one.
pub fn freedom(def: &ActionDef) -> Option<Freedom> {
    def.asks.iter().find_map(|parameter| match parameter {
        Parameter::Course { how, .. } => Some(*how),
        _ => None,
    })
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
pub fn driving(facts: &Facts, actor: &UnitState, def: &ActionDef, args: &Args) -> OrRefusal<Driving> {
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
pub fn rises(facts: &Facts, vehicle: &UnitState, area: &Area, to: Band) -> OrRefusal {
    let Some(flight) = facts.flight(vehicle) else {
        return refuse("cannot_fly", message!("core-x-cannot-fly", unit = vehicle.identity.name), "S-25");
    };
    climb(facts, vehicle, area, to, flight.category)
}

fn within(speed: i32, least: i32, most: i32) -> OrRefusal {
    if speed > most {
        return refuse("too_fast", message!("core-x-km-h-at-most-x", speed, most), "C-111");
    }
    if speed < least {
        return refuse("too_slow", message!("core-x-km-h-at-least-x", speed, least), "C-111");
    }
    Ok(())
}

/// Ordinary driving turns once at most, and not sharply (C-112).
fn straight(rule: &VehicleRule, before: Dir8, steps: &[Dir8], facing: Dir8) -> OrRefusal {
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

/// Tests a weaving number: up to what the speed ordered allows (C-126), or just a quarry's, however great (C-127).
pub fn weaving(facts: &Facts, actor: &UnitState, def: &ActionDef, args: &Args) -> OrRefusal {
    let course = driving(facts, actor, def, args)?;
    let (vehicle, _, rule) = wheel(facts, actor)?;
    let asked = vehicle.driven.must_weave;
    let (least, most) = asked.map_or_else(|| (1, rule.weaving(course.speed)), |number| (number, number));
    match args.amount {
        Some(number) if (least..=most).contains(&number) => Ok(()),
        Some(number) => {
            refuse("amount", message!("core-x-is-not-between-x-and-x", number, least, most), "C-126")
        }
        None => refuse("missing", message!("core-needs-a-weaving-number"), "C-126"),
    }
}
