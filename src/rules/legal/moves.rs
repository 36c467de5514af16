//! Where a unit can go: what a rulebook adds to the grid's movement.

use super::*;
use crate::grid::CostRule;

/// Squares that units hold, seen from a mover: closed to crossing, and closed to stopping (A-58, S-14, A-168).
pub fn held_squares(facts: &Facts, mover: &UnitState) -> (SquareSet, SquareSet) {
    held_squares_in(facts, mover, mover.place.band)
}

/// The same in another band (S-14).
pub fn held_squares_in(facts: &Facts, mover: &UnitState, band: Band) -> (SquareSet, SquareSet) {
    let rule = facts.book.settings.movement.crossing;
    let shares_from = i32::from(facts.book.settings.movement.shares_from);
    let mut cross = SquareSet::new(facts.map.width(), facts.map.height());
    let mut stop = SquareSet::new(facts.map.width(), facts.map.height());
    let step = |unit: &UnitState| facts.book.size(unit.sheet.0.size).map_or(0, |size| size.step);
    for unit in facts.units.iter().filter(|unit| unit.id() != mover.id()) {
        // Who is carried stands on its carrier, which holds the squares.
        let carried = facts.carrier(unit.id()).is_some();
        if unit.place.gone || unit.place.band != band || body(facts, unit).is_some() || carried {
            continue;
        }
        let friend = !facts.hostile(unit, mover);
        let (crosses, stops) = match rule {
            _ if unit.vehicle().is_some_and(|def| def.solid) => (false, false),
            Crossing::Share => (true, true),
            Crossing::Closed => (false, false),
            Crossing::PassFriends => (friend, false),
            Crossing::PassAll => (true, (step(unit) - step(mover)).abs() >= shares_from),
        };
        for square in unit.place.area.squares() {
            if !crosses {
                cross.insert(square);
            }
            if !stops {
                stop.insert(square);
            }
        }
    }
    (cross, stop)
}

/// Squares in which a mover's step may give an opponent that can act a chance, with a reaction left or not.
pub fn threatened(facts: &Facts, mover: &UnitState) -> SquareSet {
    threatened_by(facts, mover, |_| true)
}

/// The same of those foes alone that this holds for; where only leaving counts, the squares beside them (S-22).
pub fn threatened_by(facts: &Facts, mover: &UnitState, of: impl Fn(&UnitState) -> bool) -> SquareSet {
    let mut squares = SquareSet::new(facts.map.width(), facts.map.height());
    for foe in facts.units.iter().filter(|unit| facts.hostile(unit, mover) && of(unit)) {
        if !facts.can_act(foe) || !facts.can_threaten(foe) || foe.place.band != mover.place.band {
            continue;
        }
        let leaves = facts.book.settings.movement.events == StepEvents::LeaveEngaged;
        let range = if leaves { (1, 1) } else { facts.threat_range(foe) };
        mark_threat(facts, foe, range, &mut squares);
    }
    squares
}

/// Marks the squares that a unit gets at in its band, from so many to so many off.
pub fn mark_threat(facts: &Facts, unit: &UnitState, (least, most): (i32, i32), squares: &mut SquareSet) {
    let (own, map) = (unit.place.area, facts.map_in(unit.place.band));
    for square in own.around(most).filter(|square| facts.map.contains(*square)) {
        let here = Area::one(square);
        if (least..=most).contains(&own.distance(&here)) && grid::line_of_effect(map, &own, &here) {
            squares.insert(square);
        }
    }
}

/// What a path may cost: the allowance, and whether it is rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveBudget {
    /// Squares' cost; for a rolled check the greatest that any roll without a chain gives.
    pub most: i32,
    /// The check, when there is one.
    pub check: Option<check::Check>,
    /// It has to be rolled.
    pub rolled: bool,
    /// The first square is always allowed.
    pub first_free: bool,
}

/// The budget of a move by an action, or by steering another; `used`: the points before it; none: all so far.
pub fn budget(
    facts: &Facts,
    unit: &UnitState,
    def: &ActionDef,
    args: &Args,
    used: Option<i32>,
) -> OrRefusal<MoveBudget> {
    let Some((allowance, ..)) = def.path() else {
        return refuse("no_path", message!("core-x-does-not-move", action = def.name), "");
    };
    let rule = &facts.book.settings.movement;
    let body = facts.moving(unit);
    let category = way(facts, body, args)?;
    let steering = facts.steers(unit.id()).map(|(_, how)| how.check);
    let own = facts.move_def(body, category);
    if let (Some(category), None) = (category, own) {
        return refuse("no_category", message!("core-cannot-move-by-x", category), "A-52");
    }
    let base = facts.base_speed(body, category);
    let (rate, natural) = own.map_or((1, true), |def| (def.rate, def.natural));
    let extra = facts.stat(body, Key::new("speed_bonus")).and_then(|value| i32::try_from(value).ok());
    let speed = facts.hurt_speed(body, (base + extra.unwrap_or(0)).max(0) * rate);
    let whole = |most: i32| MoveBudget { most, check: None, rolled: false, first_free: rule.first_free };
    let fixed = |most: i32| whole(facts.hurt_speed(body, most));
    match allowance {
        Allowance::OneSquare => {
            Ok(MoveBudget { first_free: true, most: facts.hurt_speed(body, 100).min(1), ..whole(1) })
        }
        Allowance::Speed => Ok(whole(speed)),
        Allowance::Squares(expr) => Ok(fixed(facts.value(expr, body))),
        Allowance::Check => match &rule.pace {
            Pace::Squares(expr) => Ok(fixed(facts.value(expr, body))),
            Pace::Check { check, dc } => {
                // Moving another creature or a machine is always rolled.
                let rolled = !natural || args.roll || steering.is_some();
                let check = &steering.unwrap_or(*check);
                let dc = dc + own.map_or(0, |def| def.dc_mod) + footing(facts, body, category);
                let mut request =
                    Request::rolled(*check, unit.id(), Versus::Number(dc, Key::new("movement")));
                request.inputs = Inputs::from([(Word::Used, i64::from(used.unwrap_or(unit.usage.points)))]);
                request.rolled = rolled;
                request.value = Some(speed);
                request.success = Some(check::SuccessRule::Value);
                let Some(built) = check::build(facts, request) else {
                    return refuse("no_check", message!("core-the-book-has-no-check", check), "A-53");
                };
                let most = if rolled {
                    let best = built.read(facts.book.settings.check.dice.max());
                    best.value
                } else {
                    (speed + built.passive() - dc).max(1)
                };
                Ok(MoveBudget { most, check: Some(built), rolled, first_free: rule.first_free })
            }
        },
    }
}

/// What the ground under a unit adds to the number against its movement check: the most of its squares.
fn footing(facts: &Facts, body: &UnitState, own: Option<Key>) -> i32 {
    if body.place.band != Band::Ground {
        return 0;
    }
    let args = Args { category: own, ..Args::default() };
    let category = category(facts, body, &args);
    let of = |square: Square| -> i32 {
        facts.map.contents(square).filter(|here| !here.is_ignored_by(category)).map(|here| here.dc_mod).sum()
    };
    body.place.area.squares().map(of).max().unwrap_or(0)
}

/// The grid's cost rule for a unit of this book.
pub fn cost_rule(facts: &Facts, unit: &UnitState, side_step: bool) -> CostRule {
    let rule = &facts.book.settings.movement;
    let slow = facts.conditions(unit).filter_map(|(def, _)| def.slow).max().unwrap_or(1);
    CostRule {
        difficult: match rule.difficult {
            Difficult::Add => grid::Difficult::Add,
            Difficult::Double => grid::Difficult::Double,
        },
        first_step_free: rule.first_free || side_step,
        multiplier: slow,
        ..CostRule::default()
    }
}

/// The grid's picture of a unit that moves by an action: of what it steers, if it steers anything.
pub fn mover(facts: &Facts, unit: &UnitState, side_step: bool, args: &Args, budget: i32) -> Mover {
    mover_in(facts, unit, side_step, args, budget, facts.moving(unit).place.band)
}

/// The same for the part of a move that is made in a band.
pub fn mover_in(
    facts: &Facts,
    unit: &UnitState,
    side_step: bool,
    args: &Args,
    budget: i32,
    band: Band,
) -> Mover {
    let unit = facts.moving(unit);
    let (closed, stop_forbidden) = held_squares_in(facts, unit, band);
    Mover {
        rule: cost_rule(facts, unit, side_step),
        closed,
        stop_forbidden,
        hindrances: if band == Band::Ground { bodies(facts, unit) } else { Vec::new() },
        ..Mover::new(unit.place.area, category(facts, unit, args), budget)
    }
}

/// How far one may turn on the way by an action: in the Movement manoeuvre only; none: as it likes.
pub fn turning(facts: &Facts, actor: &UnitState, def: &ActionDef, args: &Args) -> Option<Turning> {
    let movement = matches!(def.path(), Some((Allowance::Check, false, ..)));
    facts.turning(facts.moving(actor), args.category, movement)
}

/// Whether the turns of an order are possible.
fn turns(facts: &Facts, actor: &UnitState, def: &ActionDef, args: &Args) -> OrRefusal {
    let Some(turning) = turning(facts, actor, def, args) else { return Ok(()) };
    let body = facts.moving(actor);
    let Some(needed) = turning.along(body.place.area.origin, &args.path, args.facing) else { return Ok(()) };
    if needed <= u32::from(turning.eighths) {
        return Ok(());
    }
    let text = match turning.eighths {
        0 => message!("core-x-cannot-turn-now", unit = body.identity.name),
        allowed => {
            message!("core-turns-by-x-at-most-x", needed = 45 * needed, allowed = 45 * i32::from(allowed))
        }
    };
    refuse("no_turn", text, "A-163")
}

/// Squares with bodies or under a spell's zone, and how difficult they are.
pub fn bodies(facts: &Facts, mover: &UnitState) -> Vec<(Square, u8)> {
    let zones = facts.zones().filter(|(_, zone)| zone.difficult > 0);
    let slow = zones.flat_map(|(own, zone)| own.squares.iter().map(|square| (*square, zone.difficult)));
    let there = facts.units.iter().filter(|unit| unit.id() != mover.id() && !unit.place.gone);
    let bodies = there.filter_map(|unit| Some((unit, body(facts, unit)?)));
    let held = bodies.flat_map(|(unit, n)| unit.place.area.squares().map(move |square| (square, n)));
    held.chain(slow).collect()
}

/// The nearest foes: several when they are equally near, of which the mover may choose one to turn from.
pub(super) fn nearest_foes<'a>(facts: &'a Facts, actor: &UnitState) -> Vec<&'a UnitState> {
    let fights = |unit: &&UnitState| facts.hostile(unit, actor) && facts.present(unit) && !facts.out(unit);
    let foes = || facts.units.iter().filter(fights);
    let nearest = foes().map(|unit| facts.distance(actor, unit)).min();
    foes().filter(|unit| Some(facts.distance(actor, unit)) == nearest).collect()
}

/// Whether a path leads away from a foe: no step nearer, in the end farther.
fn leads_away(facts: &Facts, actor: &UnitState, foe: &UnitState, legs: &[Leg]) -> OrRefusal {
    let start = facts.distance(actor, foe);
    let mut near = start;
    let (mut here, mut band) = (actor.place.area, actor.place.band);
    for leg in legs {
        match leg {
            Leg::Square(square) => here = here.at(*square),
            Leg::Band(to) => band = *to,
        }
        let distance = here.distance(&foe.place.area).max(facts.gap(band, foe.place.band));
        if distance < near {
            let text = message!("core-x-is-nearer-to-x", square = here.origin, unit = foe.identity.name);
            return refuse("nearer", text, "A-152");
        }
        near = distance;
    }
    if near <= start {
        return refuse("nearer", message!("core-ends-no-farther-from-x", unit = foe.identity.name), "A-152");
    }
    Ok(())
}

/// What one step of a path in a band costs, or why it is not possible.
pub fn step(facts: &Facts, mover: &Mover, from: &Area, to: Square, band: Band) -> OrRefusal<i32> {
    let map = facts.map_in(band);
    let next = from.at(to);
    let Some(dir) = Dir8::from_step(from.origin, to) else {
        let text = message!("core-x-is-not-next-to-x", square = to, other = from.origin);
        return refuse("no_step", text, "A-57");
    };
    if let Err(blocked) = grid::step_allowed(map, from, dir, mover.category) {
        let text = message!("core-the-step-to-x-is-not-possible-x", square = to, blocked);
        return refuse("blocked", text, "A-69");
    }
    if next.squares().any(|square| mover.closed.contains(square)) {
        return refuse("occupied", message!("core-x-is-held-by-another", square = to), "A-58");
    }
    Ok(mover.cost_at(map, &next))
}

/// Whether the last so many steps of a path go in one of the eight directions (S-63).
fn is_run_up(squares: &[Square], last: usize) -> bool {
    let from = squares.len().saturating_sub(last.saturating_add(1));
    let mut steps = squares[from..].windows(2).map(|pair| Dir8::from_step(pair[0], pair[1]));
    let first = steps.next().flatten();
    first.is_some() && steps.all(|dir| dir == first)
}

/// Tests the path of a command. A rolled check's path may be longer than the roll will allow.
pub fn path(facts: &Facts, actor: &UnitState, def: &ActionDef, act: &Act) -> OrRefusal<i32> {
    let Some((allowance, straight, least, away)) = def.path() else { return Ok(0) };
    let path = &act.args.path;
    climbs(facts, facts.moving(actor), def, &act.args.climbs, act.args.path.len())?;
    if path.is_empty() && act.args.climbs.is_empty() && least <= 0 {
        return Ok(0);
    }
    if path.is_empty() && act.args.climbs.is_empty() {
        // Who keeps its facing may also turn on the spot.
        return match (act.args.facing, turning(facts, actor, def, &act.args)) {
            (Some(_), Some(_)) => turns(facts, actor, def, &act.args).map(|()| 0),
            _ => refuse("missing", message!("core-needs-a-path"), def.rule.as_str()),
        };
    }
    let budget = budget(facts, actor, def, &act.args, None)?;
    let side_step = matches!(allowance, Allowance::OneSquare);
    if side_step && path.len() > 1 {
        return refuse("too_far", message!("core-one-square-only"), def.rule.as_str());
    }
    let rises = path.is_empty() && least <= 1;
    if i32::try_from(path.len()).unwrap_or(i32::MAX) < least && !rises {
        return refuse("too_short", message!("core-at-least-x-squares", least), def.rule.as_str());
    }
    let body = facts.moving(actor);
    let (mut area, mut band) = (body.place.area, body.place.band);
    let mut mover = mover(facts, actor, side_step, &act.args, budget.most);
    let (mut spent, mut squares, mut climbed) = (0, 0, 0);
    let mut hit = None;
    let legs = act.args.legs();
    for leg in &legs {
        let square = match leg {
            Leg::Square(square) => square,
            Leg::Band(to) => {
                climb(facts, body, &area, *to, mover.category)?;
                let before = facts.climb_cost(body, climbed);
                climbed += facts.altitude().map_or(0, |rule| rule.climb_cost(band, *to));
                let cost = facts.climb_cost(body, climbed) - before;
                spent += cost;
                if cost > 0 && spent > budget.most && !budget.rolled {
                    let text = message!("core-costs-x-x-allowed", cost = spent, allowed = budget.most);
                    return refuse("too_far", text, def.rule.as_str());
                }
                band = *to;
                mover = mover_in(facts, actor, side_step, &act.args, budget.most, band);
                continue;
            }
        };
        if squares + 1 == path.len() {
            hit = impact(facts, body, def, &area, *square, band)?;
        }
        let cost = match hit {
            Some(_) => mover.rule.cost(0),
            None => step(facts, &mover, &area, *square, band)?,
        };
        spent += if side_step { 1 } else { cost };
        let free = squares == 0 && budget.first_free;
        squares += 1;
        if spent > budget.most && !free && !budget.rolled {
            let text = message!("core-x-costs-x-x-allowed", square, cost = spent, allowed = budget.most);
            return refuse("too_far", text, "A-53");
        }
        if hit.is_none() {
            area.origin = *square;
        }
    }
    turns(facts, actor, def, &act.args)?;
    // Who runs into something stops in the last square where it may.
    if hit.is_none() && area.squares().any(|square| mover.stop_forbidden.contains(square)) {
        return refuse("occupied", message!("core-x-is-held-by-another", square = area.origin), "A-58");
    }
    if straight {
        let mut squares = vec![actor.place.area.origin];
        squares.extend(path.iter().copied());
        let fits = match def.run_up() {
            Some(last) => is_run_up(&squares, usize::from(last)),
            None => grid::is_straight(&squares),
        };
        if !fits {
            return refuse("not_straight", message!("core-the-path-is-not-a-straight-line"), "A-123");
        }
    }
    if away {
        let foes = nearest_foes(facts, actor);
        let found: Vec<_> = foes.iter().map(|foe| leads_away(facts, actor, foe, &legs)).collect();
        if !found.is_empty() && found.iter().all(Result::is_err) {
            found.into_iter().collect::<Result<(), _>>()?;
        }
    }
    Ok(spent)
}
