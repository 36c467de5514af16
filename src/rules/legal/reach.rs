//! Everywhere that a move may end, from its start or a point of the way; paths are in [`moves`](super::moves).

use super::*;

/// All squares that a unit may end a move of this action in, with costs and paths.
pub fn reach(facts: &Facts, unit: UnitId, action: Key, args: &Args) -> OrRefusal<Reach> {
    reach_after(facts, unit, action, args, &[]).map(|(reach, _)| reach)
}

/// The same for a move of which these squares have been laid down: where it may go on to from the last of them.
///
/// # Errors
/// Why this beginning is not possible; who goes where it heads, or changes bands on the way, has its path found whole.
pub fn reach_after(
    facts: &Facts,
    unit: UnitId,
    action: Key,
    args: &Args,
    begun: &[Square],
) -> OrRefusal<(Reach, i32)> {
    reach_to(facts, unit, action, args, begun, &[])
}

/// All squares into which a unit may ram that lie in one of these places; others may be left out.
pub fn reach_ramming(facts: &Facts, unit: UnitId, action: Key, wanted: &[Area]) -> OrRefusal<Reach> {
    reach_to(facts, unit, action, &Args::default(), &[], wanted).map(|(reach, _)| reach)
}

fn reach_to(
    facts: &Facts,
    unit: UnitId,
    action: Key,
    args: &Args,
    begun: &[Square],
    wanted: &[Area],
) -> OrRefusal<(Reach, i32)> {
    let Some(actor) = facts.unit(unit) else {
        return refuse("no_such_unit", message!("core-there-is-no-unit", unit), "");
    };
    let Some(def) = facts.book.action(action) else {
        return refuse("no_such_action", message!("core-there-is-no-action", action), "");
    };
    may_move(facts, actor, def)?;
    let budget = budget(facts, actor, def, args, None)?;
    let side_step = matches!(def.path(), Some((Allowance::OneSquare, ..)));
    let (body, goal) = (facts.moving(actor), args.last_band(facts.moving(actor).place.band));
    // What is flown of it is flown in the higher band.
    let band = body.place.band.max(goal);
    let climbing = climb_cost(facts, body, body.place.band, goal);
    if climbing > 0 && climbing > budget.most && !budget.rolled {
        let text = message!("core-costs-x-x-allowed", cost = climbing, allowed = budget.most);
        return refuse("too_far", text, def.rule.as_str());
    }
    let mut mover = mover_in(facts, actor, side_step, args, budget.most - climbing, band);
    if goal != band {
        mover.stop_forbidden = landing(facts, body, goal, mover.category);
    }
    let foes = nearest_foes(facts, actor);
    if let (Some((_, _, _, true)), Some(first)) = (def.path(), foes.first()) {
        let start = facts.distance(actor, first);
        for square in facts.map.squares() {
            let here = actor.place.area.at(square);
            if foes.iter().all(|foe| here.distance(&foe.place.area) <= start) {
                mover.stop_forbidden.insert(square);
            }
        }
    }
    mover.provoking = threatened(facts, actor);
    if def.rams() {
        return Ok((rams(facts, actor, def, args, &mover, wanted), 0));
    }
    mover.turning = turning(facts, actor, def, args);
    let spent = begin(facts, &mut mover, begun, band)?;
    Ok((grid::reach(facts.map_in(band), &mover), spent))
}

/// Sets a mover on to the last of these squares, what they cost off its allowance. Gives what they have cost.
fn begin(facts: &Facts, mover: &mut Mover, begun: &[Square], band: Band) -> OrRefusal<i32> {
    if begun.is_empty() {
        return Ok(0);
    }
    if mover.turning.is_some() || band != Band::Ground {
        return refuse("whole_path", message!("core-its-path-is-found-as-a-whole"), "");
    }
    let mut spent = 0;
    for square in begun {
        spent += step(facts, mover, &mover.area, *square, band)?;
        mover.area = mover.area.at(*square);
    }
    mover.budget -= spent;
    if mover.budget < 0 {
        let text = message!("core-costs-x-x-allowed", cost = spent, allowed = mover.budget + spent);
        return refuse("too_far", text, "A-53");
    }
    mover.rule.first_step_free = false;
    Ok(spent)
}

/// Squares on which a unit may not come down into a band.
fn landing(facts: &Facts, body: &UnitState, band: Band, category: Key) -> SquareSet {
    let (_, mut closed) = held_squares_in(facts, body, band);
    for square in facts.map.squares() {
        if !grid::has_room(facts.map_in(band), &body.place.area.at(square), category) {
            closed.insert(square);
        }
    }
    closed
}
