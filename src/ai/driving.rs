//! Driving: where to take a vehicle so that its guns bear and those aboard can shoot, how to keep after foes, when to
//! swerve and whom to run down; and who takes the wheel or gets out.
//!
//! Owns the weighing of courses. Which are possible is legality's.

use super::{
    mind::Mind,
    moves::after,
    position::SLIGHT,
    turn::Found,
    ways::{cost, ways},
};
use crate::{
    grid::{self, Arc, Area, Dir8},
    rules::{
        action::{ActionDef, EffectDef, Freedom, Hole, Missed, Step},
        check::{self, Request, Versus},
        economy::Mode,
        facts::{Facts, UnitState},
        legal::{self, Act, Args, Course, Roads, Stop},
    },
};

/// How many ends of a course are looked at closely.
const CLOSELY: usize = 10;

/// What it is worth to keep a moving vehicle in hand.
const IN_HAND: f64 = 0.5;

/// A weapon of one of those aboard: where it fires from the vehicle, how far, and what it is worth against each foe.
struct Gun {
    arc: Option<Arc>,
    range: (i32, i32),
    worth: Vec<f64>,
}

/// One vehicle at its driver's disposal.
struct View<'a> {
    facts: &'a Facts,
    /// The weapons of each of those aboard.
    guns: Vec<Vec<Gun>>,
}

/// Everything that a driver can do with the vehicle, and what those aboard can do about their seats.
pub fn driving(mind: &mut Mind<'_>, found: &mut Found) {
    if mind.facts.book.settings.vehicles.is_none() {
        return;
    }
    seats(mind, found);
    let facts = mind.facts;
    let Some(vehicle) = facts.drives(mind.me) else { return };
    let view = View { facts, guns: guns(mind, vehicle) };
    let here = view.worth(mind, &vehicle.place.area, vehicle.place.facing, true);
    let kept = if vehicle.driven.speed > 0 { IN_HAND } else { 0.0 };
    let book = facts.book.clone();
    let mut known: Vec<(Freedom, Roads)> = Vec::new();
    for def in book.actions.iter().filter(|def| !def.is_reaction()) {
        let freedom = def.asks.iter().find_map(|hole| match hole {
            Hole::Course { how } => Some(*how),
            _ => None,
        });
        let Some(freedom) = freedom else { continue };
        let cost = cost(facts, mind.own(), def, Mode::Standard, None);
        if !mind.pays(&cost, &def.tags, &[], &[]) {
            continue;
        }
        let rest = 0.9 * after(mind, &cost, &def.tags) + kept;
        if freedom == Freedom::Ram {
            rams(mind, def, vehicle, rest, found);
        } else if def.target().is_none() && !def.asks.contains(&Hole::Weaving) {
            // What a failed check would spoil is for show.
            if spoils(def) {
                continue;
            }
            let swerves = evades(mind, def, &view);
            if !known.iter().any(|(own, _)| *own == freedom) {
                let Ok(roads) = legal::roads(facts, mind.own(), def) else { continue };
                known.push((freedom, roads));
            }
            let Some((_, roads)) = known.iter().find(|(own, _)| *own == freedom) else { continue };
            let ends: Vec<(usize, Stop)> = roads.ends().map(|(at, stop)| (at, *stop)).collect();
            for (at, facing, worth) in view.best(mind, &ends, freedom) {
                let course = Course { facing: Some(facing), ..roads.course(at) };
                let args = Args { course: Some(course), ..Args::default() };
                let score = worth - here + swerves + rest - 0.01;
                found.push((score, Act { action: def.id, mode: Mode::Standard, args }));
            }
        } else if vehicle.driven.must_weave.is_some() && def.asks.contains(&Hole::Weaving) {
            weaves(mind, def, vehicle, rest, found);
        }
    }
}

/// The weapons of those aboard who can act.
fn guns(mind: &Mind<'_>, vehicle: &UnitState) -> Vec<Vec<Gun>> {
    let facts = mind.facts;
    let able = facts.occupants(vehicle.id()).filter(|own| facts.can_act(own));
    able.map(|own| {
        let all = ways(facts, own, &[Mode::Standard]);
        let ranged = all.iter().filter(|way| !way.melee && way.spell.is_none());
        ranged
            .map(|way| {
                let mounted = way.weapon.and_then(|id| facts.mounted_weapon(own, id));
                let worth = mind
                    .foes
                    .iter()
                    .map(|foe| way.worth(facts, &mind.faces, own.id(), foe.id, &foe.toll, foe.worth));
                Gun { arc: mounted.map(|one| one.mount.arc), range: way.range, worth: worth.collect() }
            })
            .collect()
    })
    .collect()
}

impl View<'_> {
    /// What it is worth to stand there, looking that way: what those aboard can do next, or how near the foes are.
    fn worth(&self, mind: &Mind<'_>, area: &Area, facing: Dir8, lines: bool) -> f64 {
        let mut sum = 0.0;
        for own in &self.guns {
            let mut best: f64 = 0.0;
            for gun in own {
                for (foe, worth) in mind.foes.iter().zip(&gun.worth) {
                    let other = &self.facts.units[foe.at].place.area;
                    let distance = area.distance(other);
                    let near = (gun.range.0..=gun.range.1).contains(&distance);
                    let bears = gun.arc.is_none_or(|arc| grid::in_arc(facing, arc, area, other));
                    if !near || !bears || *worth <= best {
                        continue;
                    }
                    if lines && !grid::line_of_sight(&self.facts.map, area, other) {
                        continue;
                    }
                    let far = f64::from(distance) / f64::from(gun.range.1.max(1));
                    best = best.max(worth * (1.0 - 0.3 * far));
                }
            }
            sum += best;
        }
        let nearest = mind.foes.iter().map(|foe| area.distance(&self.facts.units[foe.at].place.area)).min();
        let nearest = f64::from(nearest.unwrap_or(0).min(60));
        let armed = self.guns.iter().flatten().any(|gun| gun.worth.iter().any(|worth| *worth > SLIGHT));
        match (armed, sum > SLIGHT) {
            // Nobody aboard can do anything: away from the foes.
            (false, _) => 0.004 * nearest,
            (true, false) => sum - 0.004 * nearest - 0.02,
            // Out of arm's reach, but no farther than it has to be.
            (true, true) => sum - if nearest < 3.0 { 0.05 } else { 0.0005 * nearest },
        }
    }

    /// The best ends of a course, each with where to look and what it is worth.
    fn best(&self, mind: &Mind<'_>, ends: &[(usize, Stop)], freedom: Freedom) -> Vec<(usize, Dir8, f64)> {
        let mut rough: Vec<(f64, usize, Stop)> = ends
            .iter()
            .map(|(at, stop)| (self.worth(mind, &stop.area, stop.facing, false), *at, *stop))
            .collect();
        rough.sort_by(|one, other| {
            other.0.total_cmp(&one.0).then(one.2.cost.cmp(&other.2.cost)).then(one.1.cmp(&other.1))
        });
        rough.truncate(CLOSELY);
        rough
            .into_iter()
            .map(|(_, at, stop)| {
                let looks = if freedom == Freedom::Ordinary { vec![stop.facing] } else { Dir8::ALL.to_vec() };
                let mut best = (stop.facing, self.worth(mind, &stop.area, stop.facing, true));
                for facing in looks {
                    let worth = self.worth(mind, &stop.area.turned(facing), facing, true);
                    if worth > best.1 + SLIGHT {
                        best = (facing, worth);
                    }
                }
                (at, best.0, best.1)
            })
            .collect()
    }
}

/// The check that an action makes before it drives.
fn check_of(mind: &Mind<'_>, def: &ActionDef) -> Option<check::Check> {
    let (check, dc) = def.steps.iter().find_map(|step| match step {
        Step::Check { check, dc, .. } => Some((*check, mind.facts.value(dc, mind.own()))),
        _ => None,
    })?;
    check::plain(mind.facts, mind.me, check, dc, Some(mind.own().usage.points), None)
}

/// Whether a check that fails spoils the course of an action.
fn spoils(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| matches!(step, Step::Drive { missed } if *missed != Missed::Course))
}

/// What swerving is worth: so much the less do foes hit, but one's own gunners, too.
fn evades(mind: &Mind<'_>, def: &ActionDef, view: &View<'_>) -> f64 {
    let swerves = def.steps.iter().any(|step| {
        matches!(step, Step::Check { pass, .. } if pass.iter().any(|own| matches!(own, EffectDef::Evade(_))))
    });
    let Some(check) = check_of(mind, def).filter(|_| swerves) else { return 0.0 };
    let mut effect = 0.0;
    for margin in 1..=8 {
        effect += mind.faces.chance_of(&check, |face| check.read(face).margin >= margin);
    }
    let threats = mind.foes.iter().filter(|foe| foe.able && foe.ways.iter().any(|way| !way.melee)).count();
    let shooters = view.guns.iter().filter(|own| !own.is_empty()).count();
    let count = |n: usize| f64::from(u32::try_from(n.min(4)).unwrap_or(4));
    0.03 * effect * (mind.caution * 2.0 * count(threats) - count(shooters))
}

/// Running somebody down who has nothing solid about him.
fn rams(mind: &Mind<'_>, def: &ActionDef, vehicle: &UnitState, rest: f64, found: &mut Found) {
    let facts = mind.facts;
    let Some(check) = def.steps.iter().find_map(|step| match step {
        Step::Ram { check } => Some(*check),
        _ => None,
    }) else {
        return;
    };
    let mut request = Request::rolled(check, mind.me, Versus::Nothing);
    request.tags = &def.tags;
    let Some(built) = check::build(facts, request) else { return };
    let chance = mind.faces.chance(|face| check_lands(&built, face));
    for foe in &mind.foes {
        let unit = &facts.units[foe.at];
        let solid = facts.bearer(unit).vehicle().is_some();
        if solid || facts.distance(vehicle, unit) < 2 {
            continue;
        }
        let args = Args { target: Some(foe.id), ..Args::default() };
        let act = Act { action: def.id, mode: Mode::Standard, args };
        if mind.permits(&act) {
            found.push((0.8 * chance * foe.worth * foe.toll.of_loss(7) + rest - 0.05, act));
        }
    }
}

/// Whether a face is enough, with one to spare for a dodge.
fn check_lands(check: &check::Check, face: i32) -> bool {
    check.read(face).margin >= 1
}

/// Weaving after a quarry, if the odds are good; else the pursuit is broken off.
fn weaves(mind: &Mind<'_>, def: &ActionDef, vehicle: &UnitState, rest: f64, found: &mut Found) {
    let Some(number) = vehicle.driven.must_weave else { return };
    let Some(check) = check_of(mind, def) else { return };
    let chance = mind.faces.chance_of(&check, |face| check.read(face).margin >= number);
    let Ok(roads) = legal::roads(mind.facts, mind.own(), def) else { return };
    let quarry = vehicle.driven.pursuing.and_then(|id| mind.facts.unit(id));
    let goal = quarry.map_or(vehicle.place.area, |own| own.place.area);
    let nearest = roads.ends().min_by_key(|(at, stop)| (stop.area.distance(&goal), *at));
    if let Some((at, _)) = nearest {
        let args = Args { course: Some(roads.course(at)), amount: Some(number), ..Args::default() };
        found.push((rest + chance - 0.8, Act { action: def.id, mode: Mode::Standard, args }));
    }
}

/// Taking a wheel that nobody holds, and getting out of what stands and is of no use.
fn seats(mind: &mut Mind<'_>, found: &mut Found) {
    let facts = mind.facts;
    let Some((vehicle, _)) = facts.vehicle_of(mind.own()) else { return };
    let led = facts.driver(vehicle.id()).is_some_and(|driver| facts.can_act(driver));
    let helpless = mind.best(|_, _| true).is_none_or(|(gain, ..)| gain <= SLIGHT);
    let crew = facts.book.settings.vehicles.as_ref().map(|rule| rule.crew);
    let drives = |kind, role| {
        let def = facts.book.bond(kind).and_then(|def| def.role(role));
        def.is_some_and(|role| role.drives)
    };
    for def in facts.book.actions.iter() {
        for step in &def.steps {
            let Step::Do(effects) = step else { continue };
            for effect in effects {
                let (score, target) = match effect {
                    EffectDef::Bind { kind, role } if !led && drives(*kind, *role) => {
                        (IN_HAND, Some(vehicle.id()))
                    }
                    EffectDef::Unbind { kind }
                        if Some(*kind) == crew && helpless && vehicle.driven.speed == 0 =>
                    {
                        (if led { 0.0 } else { 0.06 }, None)
                    }
                    _ => continue,
                };
                let args = Args { target, ..Args::default() };
                found.push((score, Act { action: def.id, mode: Mode::Standard, args }));
            }
        }
    }
}
