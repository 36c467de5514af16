//! Ramming: the straight way to a target and on past it (C-124).

use super::*;

/// The course of one who rams: it turns towards the target, goes there with one turn of 45° at most, then straight on
/// as far as its speed carries: the speed ordered, or else the greatest that keeps it on the map.
pub(super) fn ramming(
    facts: &Facts,
    vehicle: &UnitState,
    rule: &VehicleRule,
    args: &Args,
    ordered: Option<i32>,
    (least, fastest): (i32, i32),
) -> OrRefusal<Driving> {
    let Some(target) = args.target.and_then(|id| facts.unit(id)) else {
        return refuse("missing", message!("core-needs-a-target"), "C-124");
    };
    if !facts.present(target) || facts.together(target.id(), vehicle.id()) {
        return refuse("wrong_target", message!("core-there-is-nothing-to-ram"), "C-124");
    }
    let mut speed = ordered.unwrap_or(fastest);
    let most = rule.squares_at(speed);
    let road = Road::new(facts, vehicle, false, Some(facts.bearer(target).id()));
    let (own, other) = (vehicle.place.area, target.place.area);
    let mut why = None;
    for diagonal_first in [true, false] {
        match line(&road, &own, &other, diagonal_first, most) {
            Ok((mut steps, cost)) => {
                let facing = steps.last().copied().unwrap_or(vehicle.place.facing);
                let more = usize::try_from(most).unwrap_or(0).saturating_sub(steps.len());
                steps.extend(std::iter::repeat_n(facing, more));
                let room = on_map(facts, own, &steps);
                if ordered.is_none() && room < steps.len() {
                    let room = i32::try_from(room).unwrap_or(i32::MAX).max(cost);
                    speed = (rule.speed_for(room + 1) - 1).clamp(least, fastest);
                    steps.truncate(usize::try_from(rule.squares_at(speed)).unwrap_or(0));
                }
                return Ok(Driving { vehicle: vehicle.id(), steps, facing, speed, climbs: Vec::new() });
            }
            Err(refusal) => {
                why.get_or_insert(refusal);
            }
        }
    }
    why.map_or_else(|| refuse("missing", message!("core-needs-a-target"), "C-124"), Err)
}

/// How many of these steps lie on the map.
fn on_map(facts: &Facts, from: Area, steps: &[Dir8]) -> usize {
    let places = steps.iter().scan(from, |area, dir| {
        *area = area.turned(*dir).moved(*dir);
        Some(*area)
    });
    places.take_while(|area| facts.map.holds(area)).count()
}

/// The check of one who rams: with what the target's size, swerving and dodging do to it (C-124).
pub fn ram_check(
    facts: &Facts,
    by: UnitId,
    (def, check): (&ActionDef, Key),
    target: Option<UnitId>,
    (used, hinder): (i32, i32),
) -> Option<Check> {
    let mut request = Request::rolled(check, by, Versus::Nothing);
    request.against = target;
    request.tags = &def.tags;
    let extra = [(Key::new("reaction"), Cow::Owned(ModifierDef::flat(hinder, None)))];
    request.extra = &extra;
    request.inputs = Inputs::from([(Word::Used, i64::from(used))]);
    check::build(facts, request)
}

/// The steps up to the one that meets the target, that one included, and what they cost.
fn line(
    road: &Road<'_>,
    from: &Area,
    to: &Area,
    diagonal_first: bool,
    most: i32,
) -> OrRefusal<(Vec<Dir8>, i32)> {
    let mut area = *from;
    let mut steps = Vec::new();
    let mut cost = 0;
    while area.distance(to) > 0 {
        let Some(dir) = towards(&area, to, diagonal_first) else {
            return refuse("wrong_target", message!("core-stands-in-the-same-squares"), "C-124");
        };
        let turned = road.turn(&area, dir)?;
        let (next, paid) = road.step(&turned, dir)?;
        cost += paid;
        if cost > most {
            return refuse("too_far", message!("core-more-than-x-squares", most), "C-124");
        }
        area = next;
        steps.push(dir);
    }
    match steps.is_empty() {
        true => refuse("wrong_target", message!("core-stands-in-the-same-squares"), "C-124"),
        false => Ok((steps, cost)),
    }
}

/// The heading from one footprint to another: diagonal while both ways are left, or straight while one is longer.
fn towards(from: &Area, to: &Area, diagonal_first: bool) -> Option<Dir8> {
    let gap = |a0: i16, a1: i16, b0: i16, b1: i16| -> i32 {
        match () {
            () if b0 > a1 => i32::from(b0) - i32::from(a1),
            () if b1 < a0 => i32::from(b1) - i32::from(a0),
            () => 0,
        }
    };
    let (a, b) = (from.last(), to.last());
    let dx = gap(from.origin.x, a.x, to.origin.x, b.x);
    let dy = gap(from.origin.y, a.y, to.origin.y, b.y);
    let (mut sx, mut sy) = (dx.signum(), dy.signum());
    if !diagonal_first && dx.abs() > dy.abs() {
        sy = 0;
    } else if !diagonal_first && dy.abs() > dx.abs() {
        sx = 0;
    }
    Dir8::ALL.into_iter().find(|dir| {
        let (x, y) = dir.delta();
        (i32::from(x), i32::from(y)) == (sx, sy)
    })
}
