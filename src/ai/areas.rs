//! Where to aim an attack that covers an area: as many foes as possible, as few of one's own side.

use std::collections::{BTreeMap, BTreeSet};

use crate::ai::prelude::*;
use crate::rules::area::{Aim, Scatter};

/// Aims tried for one decision.
const MOST: usize = 400;

/// Aims of which a miss is looked at, too.
const CLOSELY: usize = 8;

/// The best aim of a way from where the unit stands, by the foes' `weight`; with `must` only aims that strike it.
pub fn best(
    facts: &Facts,
    faces: &CheckFaces,
    own: &UnitState,
    way: &AttackWay,
    weight: &dyn Fn(UnitId) -> f64,
    must: Option<UnitId>,
) -> Option<(f64, Args)> {
    let shape = way.area?;
    let spec = way.spec(own.id(), own.id());
    let armament = spec.armament(facts)?;
    let mut worth: BTreeMap<UnitId, f64> = BTreeMap::new();
    let mut of = |unit: &UnitState| {
        *worth.entry(unit.id()).or_insert_with(|| {
            let limits = LossLimits::of_target(facts, unit, own);
            let gain = |weight: f64| way.worth(facts, faces, &way.spec(own.id(), unit.id()), &limits, weight);
            if facts.hostile(unit, own) { gain(weight(unit.id())) } else { -weights::OWN_SIDE * gain(1.0) }
        })
    };
    let mut there = |aim: &Aim| {
        let covered = aim.squares(facts, &own.place.area);
        let inside = area::occupants(facts, own.id(), aim, &covered);
        let units = inside.iter().filter_map(|id| facts.unit(*id));
        let gain: f64 = units.filter(|unit| !facts.out(unit) || Some(unit.id()) == must).map(&mut of).sum();
        (gain, must.is_none_or(|must| inside.contains(&must)))
    };
    let mut tried: Vec<(f64, Aim)> = Vec::new();
    for aim in aims(facts, own, shape, &armament, must) {
        if let (gain, true) = there(&aim) {
            tried.push((gain, aim));
        }
    }
    tried.sort_by(|one, other| other.0.total_cmp(&one.0));
    if let Some(rule) = area::scatters(facts, &armament).filter(|_| !matches!(shape, Template::Arc(..))) {
        // Where a miss goes matters for the likeliest aims only.
        tried.truncate(CLOSELY);
        for (gain, aim) in &mut tried {
            let range = area::range_of(facts, own, &own.place.area, &armament, aim);
            let Some(check) = area::square_check(facts, &spec, aim, range) else { continue };
            let hit = faces.chance(|face| check.read(face).success).max(0.1);
            let far = match rule {
                Scatter::Metres(_) => 2,
                Scatter::Increments(sides) => i32::from(sides).midpoint(2) * range.increment.clamp(1, 4),
            };
            let mean = (1..=8)
                .map(|face| there(&aim.at(area::astray(facts, (aim.square, aim.band), face, far).1)).0)
                .sum::<f64>()
                / 8.0;
            // What those inside are worth counts the chance of the throw: a miss has the rest of it.
            *gain += (1.0 - hit) / hit * mean.min(0.0);
        }
        tried.sort_by(|one, other| other.0.total_cmp(&one.0));
    }
    let (gain, aim) = tried.into_iter().next()?;
    let args = Args {
        square: Some(aim.square),
        corner: aim.corner,
        weapon: way.weapon,
        spell: way.spell,
        ..Args::default()
    };
    Some((gain, args))
}

/// Possible aims that cover a foe.
fn aims(
    facts: &Facts,
    own: &UnitState,
    shape: Template,
    armament: &Armament<'_>,
    must: Option<UnitId>,
) -> Vec<Aim> {
    let melee = matches!(armament, Armament::Weapon(weapon) if !weapon.is_ranged());
    let band = if melee { own.place.band } else { Band::Ground };
    let foes = facts.units.iter().filter(|unit| {
        let wanted = must.map_or(facts.hostile(unit, own) && !facts.out(unit), |must| unit.id() == must);
        wanted && facts.present(unit) && unit.place.band == band
    });
    let mut tried: BTreeSet<(Square, Option<Square>)> = BTreeSet::new();
    for foe in foes {
        let place = &foe.place.area;
        match shape {
            Template::Burst(_) | Template::Cone(_) | Template::Line(_) => {
                let far = if let Template::Burst(radius) = shape { i32::from(radius) } else { 1 };
                tried.extend(place.around(far).map(|square| (square, None)));
            }
            Template::Block(_) => tried.extend(place.squares().map(|square| (square, None))),
            // Far and wide as it is, an aim at each foe will do.
            Template::Arc(..) => {
                tried.insert((place.nearest_to(own.place.area.origin), None));
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
        .filter(|aim| area::possible(facts, own, &own.place.area, armament, aim).is_ok())
        .take(MOST)
        .collect()
}
