//! Running into something on purpose: which paths end in it. All before it is a move, in `moves`.

use super::*;
use crate::rules::collision::{self, Hit};

/// What the last step of a path runs into: on purpose anything solid, else a thing of the map; none: nothing.
pub fn impact(
    facts: &Facts,
    body: &UnitState,
    def: &ActionDef,
    from: &Area,
    to: Square,
    band: Band,
) -> OrRefusal<Option<Hit>> {
    let rams = def.rams();
    if !rams && !collision::collides(facts, body) {
        return Ok(None);
    }
    let Some(dir) = Dir8::from_step(from.origin, to) else {
        let text = message!("core-x-is-not-next-to-x", square = to, other = from.origin);
        return refuse("no_step", text, "A-57");
    };
    let mut there = Cow::Borrowed(body);
    if body.place.band != band {
        there.to_mut().place.band = band;
    }
    match collision::ahead(facts, &there, from, dir) {
        Some(hit) if rams || matches!(hit, Hit::Object(_)) => Ok(Some(hit)),
        None if rams => {
            refuse("no_obstacle", message!("core-nothing-solid-at-x", square = to), def.rule.as_str())
        }
        _ => Ok(None),
    }
}

/// Everywhere that a ramming path can end: the squares of the mover's north-west corner if the last step were made.
pub(super) fn rams(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    args: &Args,
    mover: &Mover,
    wanted: &[Area],
) -> Reach {
    let body = facts.moving(actor);
    let free = Turning::unlimited(body.place.facing);
    let turning = turning(facts, actor, def, args).unwrap_or(free);
    let category = category(facts, body, &Args::default());
    let obstacles: Vec<&UnitState> = collision::obstacles(facts, body).collect();
    let hits = |area: &Area, dir: Dir8| collision::blocked(facts, body, (category, &obstacles), area, dir);
    grid::reach_into(facts.map_in(body.place.band), mover, &turning, &hits, wanted)
}
