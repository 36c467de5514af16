//! Running into foes on purpose: what it takes from the foe, less what it takes from one's own.

use super::ways::price;
use crate::ai::prelude::*;
use crate::rules::collision::Hit;

/// Rams that take more from a foe than from oneself.
pub fn rams(planner: &mut Planner<'_>, here: f64, found: &mut Found) {
    let book = planner.facts.book.clone();
    for def in book.actions.iter().filter(|def| def.rams() && !def.is_reaction()) {
        let cost = legal::cost(planner.facts, planner.own(), &def.cost, Mode::Standard);
        if !def.allows(Mode::Standard) || !planner.pays(&cost, &def.tags, &[], &[]) {
            continue;
        }
        let near = near(planner, def);
        if near.is_empty() {
            continue;
        }
        let Ok(reach) = legal::reach_ramming(planner.facts, planner.me, def.id, &near) else { continue };
        let price = planner.price(&price(planner.facts, planner.own(), def, 0)) + planner.strain(&cost, &[]);
        let body = planner.facts.moving(planner.own()).place.area;
        let into = |square: Square| near.iter().any(|place| body.at(square).overlaps(place));
        let squares: Vec<Square> = reach.squares.iter().filter(|square| into(*square)).collect();
        for square in squares {
            let Some(path) = reach.path_to(square) else { continue };
            let Some(gain) = worth(planner, def, &path, here) else { continue };
            let args = Args { path, ..Args::default() };
            let score = gain - price - planner.risk(planner.passing(&args));
            found.push((score, Act { action: def.id, mode: Mode::Standard, args }));
        }
    }
}

/// Foes, and what bears them, near enough to be run into; the first step may be free, the last costs no square.
fn near(planner: &Planner<'_>, def: &ActionDef) -> Vec<Area> {
    let facts = planner.facts;
    let Ok(budget) = legal::budget(facts, planner.own(), def, &Args::default(), None) else {
        return Vec::new();
    };
    let body = facts.moving(planner.own());
    let foes =
        facts.units.iter().filter(|unit| planner.foes.iter().any(|foe| facts.together(foe.id, unit.id())));
    let areas = foes.map(|unit| unit.place.area);
    areas.filter(|area| body.place.area.distance(area) <= budget.most.saturating_add(2)).collect()
}

fn worth(planner: &mut Planner<'_>, def: &ActionDef, path: &[Square], here: f64) -> Option<f64> {
    let (into, way) = path.split_last()?;
    let own = planner.own();
    let place = planner.facts.moving(own).place;
    let at = way.last().copied().unwrap_or(place.area.origin);
    let squares = i32::try_from(way.len()).unwrap_or(i32::MAX);
    planner.stand(at, place.band, squares, 0);
    let body = planner.what.moving(&planner.what.units[planner.at]);
    let hit = legal::impact(&planner.what, body, def, &body.place.area, *into, place.band).ok().flatten();
    let foe = match hit {
        Some(Hit::Unit(id)) => planner.foes.iter().find(|foe| planner.facts.together(foe.id, id)),
        _ => None,
    };
    let harm = foe.and_then(|foe| {
        let meeting = collision::meeting(&planner.what, body, hit.as_ref());
        let loss = collision::loss(&planner.what, body, &meeting);
        (loss > 0).then(|| (foe.worth * foe.limits.of_loss(loss), loss))
    });
    let ridden = body.id() != planner.me;
    let gain = harm.map(|(taken, loss)| {
        let lost = planner.limits.of_loss(loss) * if ridden { 1.0 + weights::HULL } else { 1.0 };
        taken - lost + standing(planner) - here
    });
    planner.back();
    gain
}
