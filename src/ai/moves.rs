//! Going somewhere: to where an attack is possible, to a better place, nearer to the goal; and charges.

use super::manoeuvres;
use super::position::{afar, way_left};
use super::silence::Silence;
use super::ways::{modes, price};
use crate::ai::prelude::*;
use crate::grid::SquareSet;

/// How many squares of a move are looked at closely.
const CLOSELY: usize = 12;

/// Charges and whatever else moves and attacks, or begins a contest, in one.
pub fn charges(planner: &mut Planner<'_>, here: f64, found: &mut Found) {
    let book = planner.facts.book.clone();
    for def in book.actions.iter().filter(|def| meets(def) && def.path().is_some() && !def.is_reaction()) {
        let mode = Mode::Standard;
        let cost = legal::cost(planner.facts, planner.own(), &def.cost, mode);
        let own = planner.facts.has_action(planner.own(), def) && !planner.refused(&def.tags);
        if !own || !def.allows(mode) || !planner.pays(&cost, &def.tags, &[], &[]) {
            continue;
        }
        let way = way_of(planner.facts, planner.own(), def.id, None, None);
        let weapon = way.as_ref().and_then(|way| way.weapon);
        let armed = weapon.and_then(|id| planner.facts.weapon_in(planner.own(), id, def));
        if way.is_none() && def.attacks() || armed.is_some_and(|(_, weapon)| !fire::serves(def, weapon)) {
            continue;
        }
        let price = planner.price(&price(planner.facts, planner.own(), def, 0));
        for charge in legal::charges(planner.facts, planner.own(), def) {
            let target = charge.target;
            let Some(foe) = planner.foes.iter().position(|foe| foe.id == target) else { continue };
            let Some(end) = charge.path.last().copied() else { continue };
            let band = planner.facts.units[planner.foes[foe].at].place.band;
            planner.stand(end, band, length(&charge.path), 0);
            let gain = match &way {
                Some(way) if def.attacks() => met(planner, way, foe, &charge.path),
                _ => contests::begun(planner, def, foe),
            };
            let place = standing(planner) - here + weights::LATER * after(planner, &cost, &def.tags)
                - planner.strain(&cost, &[]);
            planner.back();
            let args = Args { weapon, ..charge.args() };
            let risk = if travels(def) { planner.passing(&args) } else { 0.0 };
            let burden = if def.burden.is_empty() { 0.0 } else { weights::BURDEN };
            let score = gain + place - price - burden - planner.risk(risk);
            found.push((score, Act { action: def.id, mode, args }));
        }
    }
}

/// Whether an action ends in an attack, or in a contest with somebody (S-85).
fn meets(def: &ActionDef) -> bool {
    def.attacks() || contests::is_contest(def) && def.target().is_some()
}

/// What the blow at the end of a charge is worth, the unit standing there in the altered facts.
fn met(planner: &Planner<'_>, way: &AttackWay, foe: usize, path: &[Square]) -> f64 {
    let known = &planner.foes[foe];
    let spec = AttackSpec { used: Some(planner.own().usage.points), ..way.spec(planner.me, known.id) };
    if way.def.manoeuvre.is_none() {
        return way.worth(&planner.what, &planner.faces, &spec, &known.limits, known.worth);
    }
    let start = planner.own().place.area.origin;
    let dir = path.first().and_then(|first| Dir8::from_step(start, *first));
    Expected::of(&planner.what, &planner.faces, &spec).map_or(0.0, |expected| {
        let pair = (planner.own(), &planner.what.units[known.at]);
        let worth = dir.map_or(0.0, |dir| manoeuvres::shoved(&planner.what, pair, &[dir], &expected));
        known.worth * expected.hit * worth
    })
}

fn travels(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| matches!(step, Step::Travel { provokes: true, .. }))
}

fn length(path: &[Square]) -> i32 {
    i32::try_from(path.len()).unwrap_or(i32::MAX)
}

/// Moves of all kinds.
pub fn moves(planner: &mut Planner<'_>, here: f64, found: &mut Found) {
    let book = planner.facts.book.clone();
    let mut glances = Glances::default();
    let fuss = if planner.goal.is_set() || planner.objective.leads() { 0.0 } else { weights::FUSS };
    let steady = planner.own().modifiers.0.iter().any(|own| own.until == Until::NextAction);
    if steady {
        // An aim is lost by moving (S-87).
        planner.tried().modifiers.0.retain(|own| own.until != Until::NextAction);
        planner.altered();
    }
    let plain = |def: &ActionDef| !meets(def) && def.path().is_some() && !def.is_reaction() && !def.rams();
    for def in book.actions.iter().filter(|def| plain(def)) {
        if !planner.facts.has_action(planner.own(), def) || planner.refused(&def.tags) {
            continue;
        }
        let bands = legal::bands(planner.facts, planner.own(), def);
        let mut routes: Option<Vec<Args>> = None;
        for mode in
            modes(planner.facts).iter().copied().filter(|mode| *mode != Mode::Free && def.allows(*mode))
        {
            let cost = legal::cost(planner.facts, planner.own(), &def.cost, mode);
            if !planner.pays(&cost, &def.tags, &[], &[]) {
                continue;
            }
            let routes = routes.get_or_insert_with(|| {
                bands.iter().flat_map(|band| routes_in(planner, def, *band, &mut glances)).collect()
            });
            if routes.is_empty() {
                found.extend(about(planner, def, mode));
                break;
            }
            let mut price = planner.price(&price(planner.facts, planner.own(), def, 0));
            price += planner.strain(&cost, &[]);
            let way = MoveWay { def, mode, cost: &cost, worth: kept(planner) - here - price - fuss };
            for args in routes.iter() {
                way.try_out(planner, args, found);
            }
            // What keeps its facing may turn on the spot, to bring its weapons to bear.
            let turning = legal::turning(planner.facts, planner.own(), def, &Args::default());
            if turning.is_some_and(|turning| turning.eighths > 0) {
                way.try_out(planner, &Args::default(), found);
            }
        }
    }
    if steady {
        planner.restore();
    }
}

/// A way of moving that can be paid for.
struct MoveWay<'a> {
    def: &'a ActionDef,
    mode: Mode,
    cost: &'a [(Key, i32)],
    /// What it comes to besides the place where it ends.
    worth: f64,
}

impl MoveWay<'_> {
    /// Scores an order, with each way of looking in the end.
    fn try_out(&self, planner: &mut Planner<'_>, args: &Args, found: &mut Found) {
        let risk = if travels(self.def) { planner.passing(args) } else { 0.0 };
        let points: i32 = self.cost.iter().map(|(_, amount)| *amount).sum();
        let own = planner.own().place;
        let end = args.path.last().copied().unwrap_or(own.area.origin);
        for facing in facings(planner, self.def, &args.path) {
            planner.stand(end, args.last_band(own.band), length(&args.path), points);
            if let Some(facing) = facing {
                planner.look(facing);
            }
            let score = after(planner, self.cost, &self.def.tags) + standing(planner) + self.worth
                - planner.risk(risk);
            planner.back();
            let args = Args { facing, ..args.clone() };
            found.push((score, Act { action: self.def.id, mode: self.mode, args }));
        }
    }
}

/// What it is worth to steer a vehicle that would roll on by itself (C-114, T-11).
fn kept(planner: &Planner<'_>) -> f64 {
    let (facts, own) = (planner.facts, planner.own());
    let body = facts.moving(own);
    let rolls = body.driven.speed > 0 && body.driven.round != Some(facts.round);
    if body.id() != own.id() && rolls { weights::STEERED } else { 0.0 }
}

/// Where what keeps its facing looks at a path's end: along the last step first, then as it may turn.
fn facings(planner: &Planner<'_>, def: &ActionDef, path: &[Square]) -> Vec<Option<Dir8>> {
    let (facts, own) = (planner.facts, planner.own());
    let Some(turning) = legal::turning(facts, own, def, &Args::default()) else { return vec![None] };
    let from = facts.moving(own).place.area.origin;
    let allowed = |dir: &Dir8| {
        turning.along(from, path, Some(*dir)).is_some_and(|sum| sum <= u32::from(turning.eighths))
    };
    let mut facings: Vec<Dir8> = Dir8::ALL.into_iter().filter(allowed).collect();
    facings.sort_by_key(|dir| turning.along(from, path, Some(*dir)));
    facings.into_iter().map(Some).collect()
}

/// What cannot go on as it heads turns on the spot to where it can.
fn about(planner: &Planner<'_>, def: &ActionDef, mode: Mode) -> Option<(f64, Act)> {
    let (facts, own) = (planner.facts, planner.own());
    let turning = legal::turning(facts, own, def, &Args::default())?;
    let mover = legal::mover(facts, own, false, &Args::default(), 1);
    let open = |dir: &&Dir8| mover.may_step(&facts.map, &mover.area, **dir);
    let facing = Dir8::ALL.iter().filter(open).min_by_key(|dir| turning.heading.turns_to(**dir))?;
    // As far round as it may in one manoeuvre.
    let nearer = |dir: &&Dir8| turning.heading.turns_to(**dir) <= turning.eighths;
    let facing = Dir8::ALL.iter().filter(nearer).min_by_key(|dir| facing.turns_to(**dir))?;
    let turns = *facing != turning.heading;
    let args = Args { facing: Some(*facing), ..Args::default() };
    turns.then_some((weights::TURN, Act { action: def.id, mode, args }))
}

/// The most promising routes of a move that end in a band; into another one also straight up or down.
fn routes_in(planner: &Planner<'_>, def: &ActionDef, band: Band, glances: &mut Glances) -> Vec<Args> {
    let own = planner.facts.moving(planner.own()).place.band;
    let upright = Args { climbs: legal::climbs_to(own, band, &[]), ..Args::default() };
    let Ok(reach) = legal::reach(planner.facts, planner.me, def.id, &upright) else { return Vec::new() };
    let glance = glances[band as usize].get_or_insert_with(|| Glance::new(planner, band));
    let squares = promising(planner, &reach, def, glance, band);
    let paths = squares.into_iter().filter_map(|square| reach.path_to(square));
    let flown =
        paths.map(|path| Args { climbs: legal::climbs_to(own, band, &path), path, ..Args::default() });
    let stay = Some(upright.clone()).filter(|_| own != band);
    stay.into_iter().chain(flown).collect()
}

/// What attacks can gain in the rest of the turn from here once something is paid: the best, then the best after it.
pub fn after(planner: &mut Planner<'_>, cost: &[(Key, i32)], tags: &[Key]) -> f64 {
    let (mut spent, mut done) = (cost.to_vec(), tags.to_vec());
    let (mut sum, mut part) = (0.0, 1.0);
    for _ in 0..3 {
        let mut best: Option<(f64, usize)> = None;
        let payable = planner.payable(&spent, &done);
        for (way, paid) in payable.iter().copied() {
            for foe in 0..planner.foes.len() {
                if let Some(gain) = planner.gain(way, foe)
                    && gain > paid
                    && best.is_none_or(|(known, _)| gain - paid > known)
                {
                    best = Some((gain - paid, way));
                }
            }
        }
        let Some((worth, way)) = best else { break };
        sum += part * worth;
        part *= weights::LATER;
        let own = &planner.ways[way];
        if own.cost.is_empty() || own.times <= 1 {
            break;
        }
        spent.extend(own.cost.iter().copied());
        done.extend(own.def.tags.iter().copied());
    }
    sum
}

/// One for each band.
type Glances = [Option<Glance>; 3];

/// What can be said of squares at a glance.
struct Glance {
    /// What each foe sees.
    lines: Vec<SquareSet>,
    /// Squares beside something that gives cover.
    covers: SquareSet,
}

impl Glance {
    fn new(planner: &Planner<'_>, band: Band) -> Self {
        let map = &planner.facts.map;
        let covers = match band {
            Band::Ground => covered(planner),
            _ => SquareSet::new(map.width(), map.height()),
        };
        let places = planner.foes.iter().map(|foe| &planner.facts.units[foe.at].place);
        let seen = places.map(|place| grid::visible_between(map, &place.area, 64, place.band, band));
        Self { lines: seen.collect(), covers }
    }
}

/// Squares beside something that gives cover.
fn covered(planner: &Planner<'_>) -> SquareSet {
    let map = &planner.facts.map;
    let mut set = SquareSet::new(map.width(), map.height());
    for (square, _) in map.objects().filter(|(_, object)| object.cover != CoverLevel::None) {
        set.insert(square);
    }
    let mut set = set.grown();
    for (edge, _) in map.edges().filter(|(_, kind)| kind.cover != CoverLevel::None) {
        for square in edge.squares() {
            set.insert(square);
        }
    }
    set
}

/// The squares of a move that look best at a glance.
fn promising(
    planner: &Planner<'_>,
    reach: &Reach,
    def: &ActionDef,
    glance: &Glance,
    band: Band,
) -> Vec<Square> {
    let Glance { lines, covers } = glance;
    let rough = &planner.rough;
    let own = planner.own();
    let cost = legal::cost(planner.facts, own, &def.cost, Mode::Standard);
    let ready: Vec<bool> =
        (0..planner.ways.len()).map(|way| planner.times(way, &cost, &def.tags) > 0).collect();
    let mut scored: Vec<(f64, Square)> = Vec::new();
    for (square, cost) in reach.iter() {
        let area = own.place.area.at(square);
        let mut shot: f64 = 0.0;
        let mut exposed = 0.0;
        for (at, foe) in planner.foes.iter().enumerate() {
            let place = &planner.facts.units[foe.at].place;
            let distance = area.distance(&place.area).max(planner.facts.gap(band, place.band));
            let seen = area.squares().any(|square| lines[at].contains(square));
            for (n, way) in planner.ways.iter().enumerate() {
                let near = (way.range.0..=way.range.1).contains(&distance);
                if near && seen {
                    let far = f64::from(distance) / f64::from(way.range.1.max(1));
                    let weight = if ready[n] { weights::READY } else { weights::NOT_READY };
                    shot = shot.max(weight * rough[n][at] * (1.0 - weights::FAR * far));
                }
            }
            let feared = |silence: &Silence| silence.feared(planner.facts, (foe.at, distance), &area);
            let mut worst = planner.silence.as_ref().map_or(0.0, feared);
            if foe.able {
                for (way, base) in foe.ways.iter().zip(&foe.base) {
                    let now = seen && (way.range.0..=way.range.1).contains(&distance);
                    let cover = if !way.melee && covers.contains(square) { weights::COVERED } else { 1.0 };
                    let weight = if now { cover } else { afar(way.melee, distance, way.range.1, foe.strike) };
                    worst = worst.max(base * weight);
                }
            }
            exposed += worst;
        }
        let share = f64::from(u32::try_from(planner.friends.len() + 1).unwrap_or(1)).sqrt();
        let mut score = shot + planner.objective.place(&area)
            - planner.caution * exposed / share
            - weights::PATH * f64::from(cost);
        if shot <= 0.0 {
            score -= way_left(planner, planner.goal.left(&area));
        }
        scored.push((score, square));
    }
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    scored.truncate(CLOSELY);
    scored.into_iter().map(|(_, square)| square).collect()
}
