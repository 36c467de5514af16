//! Driving: where guns bear and those aboard can shoot, whom to chase or run down, when to swerve; taking the wheel.

use super::{guns::End, moves::after, position::SLIGHT, stunts, ways::cost};
use crate::ai::prelude::*;

/// Where the vehicle can be driven and what the best places there are, found once for each kind of course and band.
#[derive(Default)]
pub(super) struct CourseCache(Vec<Kind>);

struct Kind {
    how: Freedom,
    band: Band,
    roads: Roads,
    ends: Vec<(usize, Stop)>,
    /// Looking as an ordinary course allows, and wherever one likes.
    best: [Option<Vec<End>>; 2],
}

impl CourseCache {
    /// Where the courses of an action lead that end in a band; none: nowhere.
    fn kind(&mut self, planner: &Planner<'_>, def: &ActionDef, band: Band) -> Option<&mut Kind> {
        let how = legal::freedom(def)?;
        let at = match self.0.iter().position(|own| own.how == how && own.band == band) {
            Some(at) => at,
            None => {
                let roads = legal::roads_to(planner.facts, planner.own(), def, band).ok()?;
                let ends = roads.ends().map(|(at, stop)| (at, *stop)).collect();
                self.0.push(Kind { how, band, roads, ends, best: [None, None] });
                self.0.len() - 1
            }
        };
        self.0.get_mut(at)
    }

    /// The same with the places where a course may end.
    pub(super) fn roads(
        &mut self,
        planner: &Planner<'_>,
        def: &ActionDef,
        band: Band,
    ) -> Option<(&Roads, &[(usize, Stop)])> {
        self.kind(planner, def, band).map(|kind| (&kind.roads, &*kind.ends))
    }

    /// The best places to end in the band of a view, as [`GunView::best`] has them.
    pub(super) fn best(
        &mut self,
        planner: &Planner<'_>,
        def: &ActionDef,
        view: &GunView,
        how: Freedom,
    ) -> Option<(&Roads, &[End])> {
        let kind = self.kind(planner, def, view.band)?;
        let best = &mut kind.best[usize::from(how != Freedom::Ordinary)];
        let best = best.get_or_insert_with(|| view.best(planner, &kind.ends, how));
        Some((&kind.roads, best))
    }
}

/// Everything that a driver can do with the vehicle, and what those aboard can do about their seats.
pub fn driving(planner: &mut Planner<'_>, found: &mut Found) {
    if planner.facts.book.settings.vehicles.is_none() {
        return;
    }
    seats(planner, found);
    let facts = planner.facts;
    let Some(vehicle) = facts.drives(planner.me) else { return };
    let views = GunView::all(planner, vehicle);
    let Some(view) = views.first() else { return };
    let here = view.worth(planner, &vehicle.place.area, vehicle.place.facing, true);
    let kept = if vehicle.driven.speed > 0 { weights::IN_HAND } else { 0.0 };
    let pursue = quarry(planner, vehicle);
    let book = facts.book.clone();
    let mut courses = CourseCache::default();
    for def in book.actions.iter().filter(|def| !def.is_reaction()) {
        let Some(freedom) = legal::freedom(def) else { continue };
        let cost = cost(facts, planner.own(), def, Mode::Standard, (None, None));
        if !planner.pays(&cost, &def.tags, &[], &[]) {
            continue;
        }
        let rest = weights::LATER * after(planner, &cost, &def.tags) + kept;
        if freedom == Freedom::Ram {
            rams(planner, def, vehicle, rest, found);
        } else if !def.asks.contains(&Parameter::Weaving) && spoils(def) {
            stunts::stunt(planner, def, (vehicle, view), (here, rest), &mut courses, found);
        } else if def.target().is_none() && !def.asks.contains(&Parameter::Weaving) {
            let swerves = evades(planner, def, view);
            let bands = legal::course_bands(facts, planner.own(), def);
            for view in views.iter().filter(|view| bands.contains(&view.band)) {
                let Some((roads, best)) = courses.best(planner, def, view, freedom) else { continue };
                for (at, facing, worth) in best {
                    let course = Course { facing: Some(*facing), pursue, ..roads.course(*at) };
                    let args = Args { course: Some(course), ..Args::default() };
                    let score = worth - here + swerves + rest - weights::COURSE;
                    found.push((score, Act { action: def.id, mode: Mode::Standard, args }));
                }
            }
        } else if vehicle.driven.must_weave.is_some() && def.asks.contains(&Parameter::Weaving) {
            weaves(planner, def, vehicle, rest, &mut courses, found);
        } else if def.asks.contains(&Parameter::Weaving) {
            shakes_off(planner, def, (vehicle, view), (here, rest), &mut courses, found);
        }
    }
}

/// The check that an action makes before it drives.
pub(super) fn check_of(planner: &Planner<'_>, def: &ActionDef) -> Option<check::Check> {
    let (check, dc) = def.steps.iter().find_map(|step| match step {
        Step::Check { check, dc, .. } => Some((*check, planner.facts.value(dc, planner.own()))),
        _ => None,
    })?;
    check::plain(planner.facts, planner.me, check, dc, Some(planner.own().usage.points), None)
}

/// Whether a check that fails spoils the course of an action.
fn spoils(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| matches!(step, Step::Drive { missed } if *missed != Missed::Course))
}

/// What swerving is worth: so much the less do foes hit, but one's own gunners, too.
fn evades(planner: &Planner<'_>, def: &ActionDef, view: &GunView) -> f64 {
    let swerves = def.steps.iter().any(|step| {
        matches!(step, Step::Check { pass, .. } if pass.iter().any(|own| matches!(own, EffectDef::Evade(_))))
    });
    let Some(check) = check_of(planner, def).filter(|_| swerves) else { return 0.0 };
    let mut effect = 0.0;
    for margin in 1..=8 {
        effect += planner.faces.chance_of(&check, |face| check.read(face).margin >= margin);
    }
    let threats = planner.foes.iter().filter(|foe| foe.able && foe.ways.iter().any(|way| !way.melee)).count();
    let shooters = view.guns.iter().filter(|(_, own)| !own.is_empty()).count();
    let count = |n: usize| f64::from(u32::try_from(n.min(4)).unwrap_or(4));
    weights::EVASION * effect * (planner.caution * weights::EVASION_FEAR * count(threats) - count(shooters))
}

/// Running somebody down who has nothing solid about him.
fn rams(planner: &Planner<'_>, def: &ActionDef, vehicle: &UnitState, rest: f64, found: &mut Found) {
    let facts = planner.facts;
    let Some(check) = def.steps.iter().find_map(|step| match step {
        Step::Ram { check } => Some(*check),
        _ => None,
    }) else {
        return;
    };
    let used = planner.own().usage.points;
    for foe in &planner.foes {
        let unit = &facts.units[foe.at];
        let solid = facts.bearer(unit).vehicle().is_some();
        if solid || facts.distance(vehicle, unit) < 2 {
            continue;
        }
        // One to spare for a dodge.
        let built = legal::ram_check(facts, planner.me, (def, check), Some(foe.id), (used, 0));
        let chance = built.map_or(0.0, |built| planner.faces.chance(|face| built.read(face).margin >= 1));
        let args = Args { target: Some(foe.id), ..Args::default() };
        let act = Act { action: def.id, mode: Mode::Standard, args };
        if planner.permits(&act) {
            found.push((
                weights::RAM * chance * foe.worth * foe.limits.of_loss(7) + rest - weights::RAM_PRICE,
                act,
            ));
        }
    }
}

/// Weaving after a quarry, if the odds are good; else the pursuit is broken off.
fn weaves(
    planner: &Planner<'_>,
    def: &ActionDef,
    vehicle: &UnitState,
    rest: f64,
    courses: &mut CourseCache,
    found: &mut Found,
) {
    let Some(number) = vehicle.driven.must_weave else { return };
    let Some(check) = check_of(planner, def) else { return };
    let chance = planner.faces.chance_of(&check, |face| check.read(face).margin >= number);
    let Some((roads, ends)) = courses.roads(planner, def, vehicle.place.band) else { return };
    let quarry = vehicle.driven.pursuing.and_then(|id| planner.facts.unit(id));
    let goal = quarry.map_or(vehicle.place.area, |own| own.place.area);
    let nearest = ends.iter().min_by_key(|(at, stop)| (stop.area.distance(&goal), *at));
    if let Some((at, _)) = nearest {
        let args = Args { course: Some(roads.course(*at)), amount: Some(number), ..Args::default() };
        found.push((rest + chance - weights::MUST_WEAVE, Act { action: def.id, mode: Mode::Standard, args }));
    }
}

/// Whom to pursue from now on, if nobody is pursued yet: the nearest foe's vehicle that goes (C-127).
fn quarry(planner: &Planner<'_>, vehicle: &UnitState) -> Option<UnitId> {
    let facts = planner.facts;
    let goes = |unit: &&UnitState| {
        unit.vehicle().is_some()
            && unit.driven.speed > 0
            && facts.present(unit)
            && facts.hostile(unit, vehicle)
            && facts.distance(vehicle, unit) <= weights::PURSUIT
    };
    let near = facts.units.iter().filter(goes).min_by_key(|unit| facts.distance(vehicle, unit));
    near.map(UnitState::id).filter(|_| vehicle.driven.pursuing.is_none())
}

/// Weaving where somebody pursues: who follows has to match it, or lets go (C-126).
fn shakes_off(
    planner: &Planner<'_>,
    def: &ActionDef,
    (vehicle, view): (&UnitState, &GunView),
    (here, rest): (f64, f64),
    courses: &mut CourseCache,
    found: &mut Found,
) {
    let facts = planner.facts;
    let follows = |own: &&UnitState| own.driven.pursuing == Some(vehicle.id()) && facts.present(own);
    let pursuers = facts.units.iter().filter(follows).filter(|own| facts.hostile(own, vehicle)).count();
    let (Some(rule), Some(check)) = (&facts.book.settings.vehicles, check_of(planner, def)) else { return };
    if pursuers == 0 {
        return;
    }
    let Some((roads, best)) = courses.best(planner, def, view, Freedom::Free) else { return };
    let after = f64::from(u32::try_from(pursuers.min(4)).unwrap_or(4)) * weights::SHAKEN;
    for (at, facing, worth) in best {
        let course = Course { facing: Some(*facing), ..roads.course(*at) };
        let args = Args { course: Some(course), amount: Some(1), ..Args::default() };
        let act = Act { action: def.id, mode: Mode::Standard, args };
        let Ok(driving) = legal::driving(facts, planner.own(), def, &act.args) else { continue };
        if !planner.permits(&act) {
            // There is nothing to weave through.
            return;
        }
        for number in 1..=rule.weaving(driving.speed) {
            let chance = planner.faces.chance_of(&check, |face| check.read(face).margin >= number);
            let gain = worth - here + after * f64::from(number);
            let score = chance * gain - (1.0 - chance) * stunts::WHOLE + rest - weights::COURSE;
            let args = Args { amount: Some(number), ..act.args.clone() };
            found.push((score, Act { args, ..act.clone() }));
        }
    }
}

/// Taking a wheel that nobody holds, and getting out of what stands and is of no use.
fn seats(planner: &mut Planner<'_>, found: &mut Found) {
    let facts = planner.facts;
    let Some((vehicle, _)) = facts.vehicle_of(planner.own()) else { return };
    // A wheel is of use in what can go.
    let goes = facts.can_act(vehicle) && facts.top_speed(vehicle) > 0;
    let led = goes && facts.driver(vehicle.id()).is_some_and(|driver| facts.can_act(driver));
    let helpless = planner.best(|_, _| true).is_none_or(|(gain, ..)| gain <= SLIGHT);
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
                    EffectDef::Bind { kind, role } if goes && !led && drives(*kind, *role) => {
                        (weights::IN_HAND, Some(vehicle.id()))
                    }
                    EffectDef::Unbind { kind, .. }
                        if Some(*kind) == crew && helpless && vehicle.driven.speed == 0 =>
                    {
                        (if led { 0.0 } else { weights::LEAVE }, None)
                    }
                    _ => continue,
                };
                let args = Args { target, ..Args::default() };
                found.push((score, Act { action: def.id, mode: Mode::Standard, args }));
            }
        }
    }
}
