//! Running into foes on purpose.
//!
//! A collision is worth what it takes from the foe, less what it takes from oneself and one's vehicle.

use super::weights::HULL;
use super::{mind::Mind, position::standing, turn::Found};
use crate::{
    grid::{Area, Square},
    rules::{
        action::ActionDef,
        collision::{self, Hit},
        economy::Mode,
        legal::{self, Act, Args},
    },
};

/// Rams that take more from a foe than from oneself.
pub fn rams(mind: &mut Mind<'_>, here: f64, found: &mut Found) {
    let book = mind.facts.book.clone();
    for def in book.actions.iter().filter(|def| def.rams() && !def.is_reaction()) {
        let cost = legal::cost(mind.facts, mind.own(), &def.cost, Mode::Standard);
        if !def.allows(Mode::Standard) || !mind.pays(&cost, &def.tags, &[], &[]) {
            continue;
        }
        let near = near(mind, def);
        if near.is_empty() {
            continue;
        }
        let Ok(reach) = legal::reach_ramming(mind.facts, mind.me, def.id, &near) else { continue };
        let price = mind.price(&super::ways::price(mind.facts, mind.own(), def, 0)) + mind.strain(&cost, &[]);
        let body = mind.facts.moving(mind.own()).place.area;
        let into = |square: Square| near.iter().any(|place| body.at(square).overlaps(place));
        let squares: Vec<Square> = reach.squares.iter().filter(|square| into(*square)).collect();
        for square in squares {
            let Some(path) = reach.path_to(square) else { continue };
            let Some(gain) = worth(mind, def, &path, here) else { continue };
            let args = Args { path, ..Args::default() };
            let score = gain - price - mind.risk(mind.passing(&args));
            found.push((score, Act { action: def.id, mode: Mode::Standard, args }));
        }
    }
}

/// Foes, and what bears them, near enough to be run into: each step of the way takes a square of the allowance, but
/// for the first, which may be free, and the last.
fn near(mind: &Mind<'_>, def: &ActionDef) -> Vec<Area> {
    let facts = mind.facts;
    let Ok(budget) = legal::budget(facts, mind.own(), def, &Args::default(), None) else { return Vec::new() };
    let body = facts.moving(mind.own());
    let foes =
        facts.units.iter().filter(|unit| mind.foes.iter().any(|foe| facts.together(foe.id, unit.id())));
    let areas = foes.map(|unit| unit.place.area);
    areas.filter(|area| body.place.area.distance(area) <= budget.most.saturating_add(2)).collect()
}

fn worth(mind: &mut Mind<'_>, def: &ActionDef, path: &[Square], here: f64) -> Option<f64> {
    let (into, way) = path.split_last()?;
    let own = mind.own();
    let place = mind.facts.moving(own).place;
    let at = way.last().copied().unwrap_or(place.area.origin);
    let squares = i32::try_from(way.len()).unwrap_or(i32::MAX);
    mind.stand(at, place.band, squares, 0);
    let body = mind.what.moving(&mind.what.units[mind.at]);
    let hit = legal::impact(&mind.what, body, def, &body.place.area, *into, place.band).ok().flatten();
    let foe = match hit {
        Some(Hit::Unit(id)) => mind.foes.iter().find(|foe| mind.facts.together(foe.id, id)),
        _ => None,
    };
    let harm = foe.and_then(|foe| {
        let meeting = collision::meeting(&mind.what, body, hit.as_ref());
        let loss = collision::loss(&mind.what, body, &meeting);
        (loss > 0).then(|| (foe.worth * foe.toll.of_loss(loss), loss))
    });
    let ridden = body.id() != mind.me;
    let gain = harm.map(|(taken, loss)| {
        let lost = mind.toll.of_loss(loss) * if ridden { 1.0 + HULL } else { 1.0 };
        taken - lost + standing(mind) - here
    });
    mind.back();
    gain
}
