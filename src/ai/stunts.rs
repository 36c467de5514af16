//! Stunts at the wheel (C-125): a weapon brought to bear that would not, a friend set up, a leap.

use super::driving::{CourseCache, check_of};
use super::guns::End;
pub use super::weights::WHOLE;
use crate::ai::prelude::*;
use crate::{grid::Arc, rules::collision::Barrier};

/// Foes for whom an arc is tried.
const TARGETS: usize = 3;

/// A stunt: `here` and `rest` are what the place is worth now, and what is left of the turn.
pub fn stunt(
    planner: &Planner<'_>,
    def: &ActionDef,
    (vehicle, view): (&UnitState, &GunView),
    (here, rest): (f64, f64),
    courses: &mut CourseCache,
    found: &mut Found,
) {
    let facts = planner.facts;
    let Some(check) = check_of(planner, def) else { return };
    let leaps = legal::is_daring(def);
    let bears = def.asks.contains(&Parameter::Arc);
    // A success helps the target's next check (C-10).
    let helps = |effect: &EffectDef| matches!(effect, EffectDef::Modify { to: To::Target, .. });
    let sets_up =
        def.steps.iter().any(|step| matches!(step, Step::Check { pass, .. } if pass.iter().any(helps)));
    if !(bears || sets_up || leaps && facts.map.squares().any(|square| low(facts, vehicle, square))) {
        // What is only for show is for people.
        return;
    }
    let chance = planner.faces.chance(|face| check.read(face).success);
    let missed = straight_on(planner, view, vehicle);
    let plain = |courses: &mut CourseCache| {
        courses.best(planner, def, view, Freedom::Free).and_then(|(roads, ends)| best(roads, ends))
    };
    let mut push = |worth: f64, course: Course, args: Args| {
        let score = chance * worth + (1.0 - chance) * missed - here + rest - weights::COURSE;
        let args = Args { course: Some(course), ..args };
        found.push((score, Act { action: def.id, mode: Mode::Standard, args }));
    };
    if bears {
        let Some((roads, ends)) = courses.roads(planner, def, vehicle.place.band) else { return };
        for (foe, arc) in arcs(planner, view) {
            let ends = view.bearing(foe, arc).best(planner, ends, Freedom::Free);
            if let Some((worth, course)) = best(roads, &ends) {
                let target = Some(planner.foes[foe].id);
                push(worth, course, Args { target, arc: Some(arc), ..Args::default() });
            }
        }
    } else if sets_up {
        let Some((friend, gain)) = friend(planner, view) else { return };
        if let Some((worth, course)) = plain(courses) {
            push(worth + gain, course, Args { target: Some(friend), ..Args::default() });
        }
    } else if let Some((worth, course)) = plain(courses) {
        push(worth, course, Args::default());
    }
}

/// The best end of its roads.
fn best(roads: &Roads, ends: &[End]) -> Option<(f64, Course)> {
    let (at, facing, worth) = ends.iter().max_by(|one, other| one.2.total_cmp(&other.2))?;
    Some((*worth, Course { facing: Some(*facing), ..roads.course(*at) }))
}

/// The foes on whom it would be good to bring a gun to bear, with its arc.
fn arcs(planner: &Planner<'_>, view: &GunView) -> Vec<(usize, Arc)> {
    let mut all: Vec<(f64, usize, Arc)> = Vec::new();
    for gun in view.guns.iter().flat_map(|(_, guns)| guns) {
        let Some(arc) = gun.arc.filter(|arc| *arc != Arc::All) else { continue };
        for (foe, worth) in gun.worth.iter().enumerate().filter(|(_, worth)| **worth > 0.0) {
            if !all.iter().any(|(_, known, own)| (*known, *own) == (foe, arc)) && planner.foes[foe].able {
                all.push((*worth, foe, arc));
            }
        }
    }
    all.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    all.truncate(TARGETS);
    all.into_iter().map(|(_, foe, arc)| (foe, arc)).collect()
}

/// Whoever aboard shoots best, and what it is worth to make that one's next check easier.
fn friend(planner: &Planner<'_>, view: &GunView) -> Option<(UnitId, f64)> {
    let others = view.guns.iter().filter(|(id, _)| *id != planner.me);
    let of = |guns: &[super::guns::Gun]| guns.iter().flat_map(|gun| &gun.worth).copied().fold(0.0, f64::max);
    let best = others.map(|(id, guns)| (*id, of(guns))).max_by(|one, other| one.1.total_cmp(&other.1))?;
    // A point is about an eighth of what a shot is worth.
    (best.1 > weights::STUNT_LEAST).then_some((best.0, weights::STUNT_POINT * best.1))
}

/// What it is worth to end up where the vehicle goes by itself.
fn straight_on(planner: &Planner<'_>, view: &GunView, vehicle: &UnitState) -> f64 {
    let facts = planner.facts;
    let speed = vehicle.driven.speed;
    let squares = facts.book.settings.vehicles.as_ref().map_or(0, |rule| rule.squares_at(speed));
    let facing = vehicle.place.facing;
    let mut area: Area = vehicle.place.area;
    for _ in 0..squares.min(200) {
        let shut = collision::barrier(facts, vehicle, &area, facing) != Barrier::None
            || collision::units_ahead(facts, vehicle, &area, facing).next().is_some();
        if shut || !facts.map.holds(&area.moved(facing)) {
            return view.worth(planner, &area, facing, true) - WHOLE;
        }
        area = area.moved(facing);
    }
    view.worth(planner, &area, facing, true)
}

/// Whether a daring driver gets over a square that closes the way to others: water, a ditch.
fn low(facts: &Facts, vehicle: &UnitState, square: grid::Square) -> bool {
    let area = Area::one(square);
    let near = vehicle.place.area.distance(&area) <= 60;
    let category = legal::category(facts, vehicle, &Args::default());
    near && !grid::has_room(&facts.map, &area, category) && legal::is_low(facts, &area)
}
