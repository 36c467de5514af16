//! Charges: straight moves at a foe.

use super::*;

/// A charge that is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// At whom.
    pub target: UnitId,
    /// The squares entered.
    pub path: Vec<Square>,
    /// Changes of band on the way.
    pub climbs: Vec<Climb>,
}

impl Charge {
    /// The arguments of its order.
    pub fn args(&self) -> Args {
        let (path, climbs) = (self.path.clone(), self.climbs.clone());
        Args { target: Some(self.target), path, climbs, ..Args::default() }
    }
}

/// Charges that are possible: at each foe the shortest straight path into reach, in its band; or along a detour
/// whose end is straight (S-63), past the fewest foes, with the fewest turns.
pub fn charges(facts: &Facts, actor: &UnitState, def: &ActionDef) -> Vec<Charge> {
    let mut found = Vec::new();
    if may_move(facts, actor, def).is_err() {
        return found;
    }
    let Ok(budget) = budget(facts, actor, def, &Args::default(), None) else { return found };
    let (_, most) = facts.threat_range(actor);
    let (own, bands) = (facts.moving(actor).place.band, bands(facts, actor, def));
    let mut detours: Vec<(Band, Reach)> = Vec::new();
    let near = threatened(facts, actor);
    for foe in facts.units.iter().filter(|unit| facts.hostile(unit, actor) && facts.present(unit)) {
        let (distance, goal) = (actor.place.area.distance(&foe.place.area), foe.place.band);
        if distance > budget.most + most || !bands.contains(&goal) || !facts.sees(actor, foe) {
            continue;
        }
        let band = own.max(goal);
        let args = Args { climbs: climbs_to(own, goal, &[]), ..Args::default() };
        let mover = mover_in(facts, actor, false, &args, budget.most, band);
        if def.run_up().is_some() && detours.iter().all(|(known, _)| *known != band) {
            detours.push((band, grid::reach(facts.map_in(band), &mover)));
        }
        let around = detours.iter().find(|(known, _)| *known == band).map(|(_, reach)| reach);
        let mut best: Option<Charge> = None;
        for square in foe.place.area.around(most) {
            if !facts.map.contains(square) {
                continue;
            }
            let way = match def.run_up().zip(around) {
                Some((last, reach)) => run_up(facts.map_in(band), &mover, (reach, &near), square, last),
                None => grid::straight_path(facts.map_in(band), &mover, square),
            };
            let Some((path, cost)) = way else { continue };
            let ease = |path: &[Square]| {
                let winds = around.map(|_| winds(mover.area.origin, path, &near));
                (path.len(), winds)
            };
            if cost > budget.most
                || path.len() < 2
                || best.as_ref().is_some_and(|best| ease(&best.path) <= ease(&path))
            {
                continue;
            }
            let charge = Charge { target: foe.id(), climbs: climbs_to(own, goal, &path), path };
            let act = Act { action: def.id, mode: Mode::Standard, args: charge.args() };
            let weapon = default_weapon(facts, actor, def);
            let parameters = Parameters {
                facts,
                actor,
                def,
                act: &act,
                weapon,
                spell: None,
                occasion: &Occasion::default(),
            };
            if def.asks.iter().all(|parameter| parameters.filled(parameter).is_ok()) {
                best = Some(charge);
            }
        }
        found.extend(best);
    }
    found
}

/// The cheapest way to a square that ends in so many straight steps (S-63), with its cost; past the fewest foes.
fn run_up(
    map: &Map,
    mover: &Mover,
    (reach, near): (&Reach, &SquareSet),
    goal: Square,
    last: u8,
) -> Option<(Vec<Square>, i32)> {
    let ways = Dir8::ALL.into_iter().filter_map(|dir| {
        let start = goal.moved(dir, -i16::from(last));
        let mut cost = reach.cost(start)?;
        let mut area = mover.area.at(start);
        for _ in 0..last {
            if !mover.may_step(map, &area, dir) {
                return None;
            }
            area = area.moved(dir);
            cost += mover.cost_at(map, &area);
        }
        Some((cost, dir, start))
    });
    let ways: Vec<(i32, Dir8, Square)> = ways.collect();
    let cost = ways.iter().map(|(cost, ..)| *cost).min()?;
    let cheapest = ways.into_iter().filter(|(own, ..)| *own == cost);
    let paths = cheapest.filter_map(|(_, dir, start)| {
        let mut path = reach.path_to(start)?;
        path.extend((1..=i16::from(last)).map(|steps| start.moved(dir, steps)));
        Some(path)
    });
    let path = paths.min_by_key(|path| winds(mover.area.origin, path, near))?;
    Some((path, cost))
}

/// On how many squares near foes a path leads, and how often it turns.
fn winds(from: Square, path: &[Square], near: &SquareSet) -> (usize, usize) {
    let squares: Vec<Square> = std::iter::once(from).chain(path.iter().copied()).collect();
    let steps: Vec<Option<Dir8>> = squares.windows(2).map(|two| Dir8::from_step(two[0], two[1])).collect();
    let turns = steps.windows(2).filter(|two| two[0] != two[1]).count();
    (path.iter().filter(|square| near.contains(**square)).count(), turns)
}
