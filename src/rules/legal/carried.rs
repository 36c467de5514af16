//! What being bound to another means for movement: who may move whom, and where one who rides can get down.

use super::*;

/// Whether a unit may move by an action at all: able to, not carried or steered.
pub(super) fn may_move(facts: &Facts, actor: &UnitState, def: &ActionDef) -> OrRefusal {
    if let Some(by) = facts.steered_by(actor.id()).and_then(|id| facts.unit(id)) {
        let text = message!("core-moves-only-as-x-moves-it", unit = by.identity.name);
        return refuse("steered", text, "A-135");
    }
    let steers = facts.steers(actor.id()).filter(|(_, how)| how.actions.contains(&def.id));
    if let (Some(below), None) = (facts.carrier(actor.id()).and_then(|id| facts.unit(id)), steers) {
        let text = message!("core-moves-with-x-and-not-like-that", unit = below.identity.name);
        return refuse("carried", text, "A-135");
    }
    let mover = facts.moving(actor);
    if mover.id() != actor.id() && !facts.can_act(mover) {
        return refuse("cannot_move", message!("core-x-cannot-act", unit = mover.identity.name), "A-135");
    }
    if mover.place.falling.is_some() {
        return refuse("falling", message!("core-x-is-falling", unit = mover.identity.name), "S-26");
    }
    if let Some(condition) = facts.forbidden(mover, Forbids::Movement) {
        let text = message!("core-x-forbids-movement", condition = condition.name);
        return refuse("cannot_move", text, condition.rule.as_str());
    }
    let side_step = matches!(def.path(), Some((Allowance::OneSquare, ..)));
    if !side_step && let Some(condition) = facts.forbidden(mover, Forbids::Walking) {
        let text = message!("core-x-allows-no-more-than-a-side-step", condition = condition.name);
        return refuse("cannot_walk", text, condition.rule.as_str());
    }
    Ok(())
}

/// Whether a unit can take a role towards another.
pub(super) fn room(
    facts: &Facts,
    actor: &UnitState,
    target: &UnitState,
    kind: Key,
    role: Option<Key>,
) -> OrRefusal {
    let Some((def, role)) = facts.book.bond(kind).and_then(|def| Some((def, def.role(role)?))) else {
        return refuse("no_bond", message!("core-there-is-no-x", kind), "");
    };
    let rule = def.rule.as_str();
    // In a vehicle one may change seats.
    let crew = facts.book.settings.vehicles.as_ref().is_some_and(|rule| rule.crew == kind);
    let seated = |bond: &Bond| crew && bond.to == target.id() && bond.role != role.id;
    if facts.bonds_of(actor.id()).any(|bond| bond.kind == kind && !seated(bond)) {
        return refuse("bound", message!("core-is-x-already", role = role.name), rule);
    }
    let below = facts.carrier(actor.id()).filter(|below| !crew || *below != target.id());
    if role.carried && (below.is_some() || facts.carried(actor.id()).contains(&target.id())) {
        return refuse("bound", message!("core-is-carried-already-or-carries-it"), rule);
    }
    let seats = target.vehicle().filter(|_| crew).map(|def| def.seats(role.id).map_or(0, |seat| seat.count));
    if crew && seats.is_none() {
        return refuse("wrong_target", message!("core-x-is-no-vehicle", unit = target.identity.name), rule);
    }
    // Those who can do nothing any more are pushed aside.
    let out = |id| crew && facts.unit(id).is_some_and(|unit| facts.out(unit));
    let there = facts
        .bonds_to(target.id())
        .filter(|bond| bond.kind == kind && bond.role == role.id && !out(bond.unit))
        .count();
    if seats.or(role.most).is_some_and(|most| there >= most) {
        let text = message!("core-x-has-its-x-already", unit = target.identity.name, role = role.name);
        return refuse("bound", text, rule);
    }
    Ok(())
}

/// Squares beside its carrier on which a unit can get down, row by row from the north: free, passable, nothing between.
pub fn landings(facts: &Facts, unit: &UnitState) -> Vec<Square> {
    let Some(below) = facts.carrier(unit.id()).and_then(|id| facts.unit(id)) else { return Vec::new() };
    let size = facts.footprint(unit);
    let category = facts.move_def(unit, None).map_or_else(|| Key::new("walking"), |def| def.category);
    let (below, map) = (below.place.area, facts.map_in(below.place.band));
    let (_, stop) = held_squares(facts, unit);
    let mut squares: Vec<Square> = below
        .around(i32::from(size))
        .filter(|origin| {
            let area = Area::new(*origin, size);
            below.distance(&area) == 1
                && grid::has_room(map, &area, category)
                && !area.squares().any(|square| stop.contains(square))
                && grid::line_of_effect(map, &below, &area)
        })
        .collect();
    squares.sort_by_key(|square| (square.y, square.x));
    squares
}
