//! Going somewhere: to where an attack is possible, to a better place, nearer to the goal; and charges.
//!
//! Owns which squares are tried. What a place is worth is `position`'s.

use super::{
    mind::{Foe, Mind, Way},
    position::{STEP, standing},
    turn::Found,
};
use crate::{
    grid::{self, Area, CoverLevel, Reach, Square, SquareSet},
    key::Key,
    rules::{
        action::{ActionDef, Step},
        economy::Mode,
        legal::{self, Act, Args},
        modifier::Until,
    },
};

/// How many squares of a move are looked at closely.
const CLOSELY: usize = 14;

/// What moving has to gain at least.
const FUSS: f64 = 0.01;

/// Charges and whatever else moves and attacks in one.
pub fn charges(mind: &mut Mind<'_>, here: f64, found: &mut Found) {
    let book = mind.facts.book.clone();
    for def in book.actions.iter().filter(|def| def.attacks() && def.path().is_some() && !def.is_reaction()) {
        let mode = Mode::Standard;
        let cost = legal::cost(mind.facts, mind.own(), &def.cost, mode);
        if !def.allows(mode) || !mind.pays(&cost, &def.tags, &[], &[]) {
            continue;
        }
        let weapon = legal::default_weapon(mind.facts, mind.own(), def);
        let price = mind.price(&super::mind::price(mind.facts, mind.own(), def, 0));
        for (target, path) in legal::charges(mind.facts, mind.own(), def) {
            let Some(foe) = mind.foes.iter().position(|foe| foe.id == target) else { continue };
            let Some(end) = path.last().copied() else { continue };
            mind.stand(end, length(&path), 0);
            let spec = crate::rules::attack::AttackSpec {
                by: mind.me,
                target,
                action: def,
                weapon,
                spell: None,
                used: Some(mind.own().usage.points),
                hinder: 0,
                bare: false,
            };
            let expected = super::blows::Expected::of(&mind.what, &mind.faces, &spec);
            let known = &mind.foes[foe];
            let gain: f64 = expected.map_or(0.0, |expected| {
                let losses = expected.losses.iter();
                known.worth * losses.map(|(loss, chance)| chance * known.toll.of_loss(*loss)).sum::<f64>()
            });
            let place = standing(mind) - here;
            mind.back();
            let risk = if travels(def) { mind.passing(&path) } else { 0.0 };
            let burden = if def.burden.is_empty() { 0.0 } else { 0.02 };
            let score = gain + place - price - burden - mind.caution.max(0.2) * 2.0 * risk;
            let args = Args { target: Some(target), weapon, path, ..Args::default() };
            found.push((score, Act { action: def.id, mode, args }));
        }
    }
}

fn travels(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| matches!(step, Step::Travel { provokes: true }))
}

fn length(path: &[Square]) -> i32 {
    i32::try_from(path.len()).unwrap_or(i32::MAX)
}

/// Moves of all kinds.
pub fn moves(mind: &mut Mind<'_>, here: f64, found: &mut Found) {
    let book = mind.facts.book.clone();
    let modes: &[Mode] =
        if book.settings.economy.modes.is_empty() { &[Mode::Standard] } else { &[Mode::Standard, Mode::Swift] };
    let mut glance: Option<Glance> = None;
    let steady = mind.own().modifiers.0.iter().any(|own| own.until == Until::NextAction);
    if steady {
        // An aim is lost by moving (S-87).
        mind.tried().modifiers.0.retain(|own| own.until != Until::NextAction);
        mind.altered();
    }
    for def in book.actions.iter().filter(|def| !def.attacks() && def.path().is_some() && !def.is_reaction()) {
        let mut reach: Option<Reach> = None;
        let mut squares: Vec<Square> = Vec::new();
        for mode in modes.iter().copied().filter(|mode| def.allows(*mode)) {
            let cost = legal::cost(mind.facts, mind.own(), &def.cost, mode);
            if !mind.pays(&cost, &def.tags, &[], &[]) {
                continue;
            }
            if reach.is_none() {
                let Ok(found) = legal::reach(mind.facts, mind.me, def.id, &Args::default()) else { break };
                let glance = glance.get_or_insert_with(|| Glance::new(mind));
                squares = promising(mind, &found, def, glance);
                reach = Some(found);
            }
            let Some(reach) = &reach else { break };
            let mut price = mind.price(&super::mind::price(mind.facts, mind.own(), def, 0));
            if mode == Mode::Swift {
                price += 0.02;
            }
            let points: i32 = cost.iter().map(|(_, amount)| *amount).sum();
            for square in &squares {
                let Some(path) = reach.path_to(*square) else { continue };
                mind.stand(*square, length(&path), points);
                let gain = after(mind, &cost, &def.tags);
                let place = standing(mind) - here;
                mind.back();
                let risk = if travels(def) { mind.passing(&path) } else { 0.0 };
                let score = gain + place - price - FUSS - mind.caution.max(0.2) * 2.0 * risk;
                let args = Args { path, ..Args::default() };
                found.push((score, Act { action: def.id, mode, args }));
            }
        }
    }
    if steady {
        mind.restore();
    }
}

/// What can be gained by attacks in the rest of the turn, from where the unit stands in the altered facts.
pub fn after(mind: &mut Mind<'_>, cost: &[(Key, i32)], tags: &[Key]) -> f64 {
    let mut best: f64 = 0.0;
    for way in 0..mind.ways.len() {
        let times = mind.times(way, cost, tags);
        if times == 0 {
            continue;
        }
        let price = mind.price(&mind.ways[way].price);
        for foe in 0..mind.foes.len() {
            if let Some(gain) = mind.gain(way, foe) {
                best = best.max(gain * (1.0 + 0.9 * f64::from(times - 1)) - price);
            }
        }
    }
    best
}

/// What can be said of squares at a glance.
struct Glance {
    /// What each foe sees.
    lines: Vec<SquareSet>,
    /// Squares beside something that gives cover.
    covers: SquareSet,
    /// What each way is worth against each foe, the place left aside.
    rough: Vec<Vec<f64>>,
}

impl Glance {
    fn new(mind: &Mind<'_>) -> Self {
        let worth = |way: &Way, foe: &Foe| {
            if way.mode == Mode::Swift {
                return 0.0;
            }
            way.worth(mind.facts, &mind.faces, mind.me, foe.id, &foe.toll, foe.worth)
        };
        let rough = mind.ways.iter().map(|way| mind.foes.iter().map(|foe| worth(way, foe)).collect()).collect();
        Self { lines: sights(mind), covers: covered(mind), rough }
    }
}

/// What each foe sees.
fn sights(mind: &Mind<'_>) -> Vec<SquareSet> {
    mind.foes
        .iter()
        .map(|foe| {
            let unit = &mind.facts.units[foe.at];
            grid::visible(&mind.facts.map, &unit.place.area, 64, unit.place.band)
        })
        .collect()
}

/// Squares beside something that gives cover.
fn covered(mind: &Mind<'_>) -> SquareSet {
    let map = &mind.facts.map;
    let mut set = SquareSet::new(map.width(), map.height());
    for (square, object) in map.objects() {
        if object.cover != CoverLevel::None {
            set.insert(square);
        }
    }
    let mut set = set.grown();
    for (edge, kind) in map.edges() {
        if kind.cover != CoverLevel::None {
            for square in edge.squares() {
                set.insert(square);
            }
        }
    }
    set
}

/// The squares of a move that look best at a glance.
fn promising(
    mind: &Mind<'_>,
    reach: &Reach,
    def: &ActionDef,
    glance: &Glance,
) -> Vec<Square> {
    let Glance { lines, covers, rough } = glance;
    let own = mind.own();
    let cost = legal::cost(mind.facts, own, &def.cost, Mode::Standard);
    let ready: Vec<bool> = (0..mind.ways.len()).map(|way| mind.times(way, &cost, &def.tags) > 0).collect();
    let mut scored: Vec<(f64, Square)> = Vec::new();
    for (square, cost) in reach.iter() {
        let area = own.place.area.at(square);
        let mut shot: f64 = 0.0;
        let mut exposed = 0.0;
        for (at, foe) in mind.foes.iter().enumerate() {
            let other: &Area = &mind.facts.units[foe.at].place.area;
            let distance = area.distance(other);
            let seen = area.squares().any(|square| lines[at].contains(square));
            for (n, way) in mind.ways.iter().enumerate() {
                let near = (way.range.0..=way.range.1).contains(&distance);
                if near && seen {
                    let far = f64::from(distance) / f64::from(way.range.1.max(1));
                    let weight = if ready[n] { 1.5 } else { 0.5 };
                    shot = shot.max(weight * rough[n][at] * (1.0 - 0.3 * far));
                }
            }
            if foe.able {
                for (way, base) in foe.ways.iter().zip(&foe.base) {
                    let near = distance <= way.range.1 + if way.melee { foe.mobility } else { 0 };
                    let cover = if !way.melee && covers.contains(square) { 0.7 } else { 1.0 };
                    exposed += base * cover * if near && (seen || way.melee) { 0.8 } else { 0.3 };
                }
            }
        }
        let mut score = shot - 0.7 * mind.caution * exposed - 0.002 * f64::from(cost);
        if shot <= 0.0 {
            score -= STEP * f64::from(mind.goal.left(&area).min(60));
        }
        scored.push((score, square));
    }
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    scored.truncate(CLOSELY);
    scored.into_iter().map(|(_, square)| square).collect()
}
