//! Where to aim an attack that covers an area: as many foes as possible, as few of one's own side.
//!
//! Owns the choice of square and corner. What the attack is worth against each one inside is [`super::ways`]'s; where
//! a missed one may come down is left aside.

use std::collections::{BTreeMap, BTreeSet};

use super::{blows::Faces, value::Toll, ways::Way};
use crate::{
    grid::{Area, Band, Square, Template},
    rules::{
        area::{self, Aim},
        attack::Means,
        facts::{Facts, UnitId, UnitState},
        legal::Args,
    },
};

/// How much harm to one's own side weighs against harm to the foe.
const OWN_SIDE: f64 = 1.4;

/// Aims tried for one decision.
const MOST: usize = 400;

/// The best aim of a way from where the unit stands: what it is worth in all, and the order's arguments.
///
/// `weight` is what each foe is worth; with `must` only aims that strike this unit count.
pub fn best(
    facts: &Facts,
    faces: &Faces,
    own: &UnitState,
    way: &Way,
    weight: &dyn Fn(UnitId) -> f64,
    must: Option<UnitId>,
) -> Option<(f64, Args)> {
    let shape = way.area?;
    let spec = way.spec(own.id(), own.id());
    let means = spec.means(facts)?;
    let mut worth: BTreeMap<UnitId, f64> = BTreeMap::new();
    let mut of = |unit: &UnitState| {
        *worth.entry(unit.id()).or_insert_with(|| {
            let toll = Toll::of(facts, unit);
            let gain = |weight: f64| way.worth(facts, faces, own.id(), unit.id(), &toll, weight);
            if facts.hostile(unit, own) { gain(weight(unit.id())) } else { -OWN_SIDE * gain(1.0) }
        })
    };
    let mut best: Option<(f64, Args)> = None;
    for aim in aims(facts, own, shape, &means, must) {
        let covered = aim.squares(facts, &own.place.area);
        let inside = area::occupants(facts, own.id(), &aim, &covered);
        if must.is_some_and(|must| !inside.contains(&must)) {
            continue;
        }
        let units = inside.iter().filter_map(|id| facts.unit(*id));
        let gain: f64 = units.filter(|unit| !facts.out(unit) || Some(unit.id()) == must).map(&mut of).sum();
        if best.as_ref().is_none_or(|(known, _)| gain > *known) {
            let args = Args {
                square: Some(aim.square),
                corner: aim.corner,
                weapon: way.weapon,
                spell: way.spell,
                ..Args::default()
            };
            best = Some((gain, args));
        }
    }
    best
}

/// Possible aims that cover a foe.
fn aims(
    facts: &Facts,
    own: &UnitState,
    shape: Template,
    means: &Means<'_>,
    must: Option<UnitId>,
) -> Vec<Aim> {
    let melee = matches!(means, Means::Weapon(weapon) if !weapon.is_ranged());
    let band = if melee { own.place.band } else { Band::Ground };
    let foes = facts.units.iter().filter(|unit| {
        let wanted = must.map_or(facts.hostile(unit, own) && !facts.out(unit), |must| unit.id() == must);
        wanted && facts.present(unit) && unit.place.band == band
    });
    let mut tried: BTreeSet<(Square, Option<Square>)> = BTreeSet::new();
    for foe in foes {
        let place = &foe.place.area;
        match shape {
            Template::Burst(radius) => {
                tried.extend(place.around(i32::from(radius)).map(|square| (square, None)));
            }
            Template::Cone(_) | Template::Line(_) => {
                tried.extend(place.around(1).map(|square| (square, None)));
            }
            Template::Square(side) => {
                let back = i16::from(side) - 1;
                for square in place.squares() {
                    for (x, y) in (0..=back).flat_map(|x| (0..=back).map(move |y| (x, y))) {
                        let corner = Square::new(square.x.saturating_sub(x), square.y.saturating_sub(y));
                        let nearest = Area::new(corner, side).nearest_to(own.place.area.nearest_to(corner));
                        tried.insert((nearest, Some(corner)));
                    }
                }
            }
        }
    }
    tried
        .into_iter()
        .filter(|(square, _)| facts.map.contains(*square))
        .map(|(square, corner)| Aim { shape, square, corner, band, target: None })
        .filter(|aim| area::possible(facts, own, &own.place.area, means, aim).is_ok())
        .take(MOST)
        .collect()
}
