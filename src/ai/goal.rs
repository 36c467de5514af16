//! Where to go while nobody is in reach: the nearest foe, a door in the way, or where a foe may be.

use crate::ai::prelude::*;
use crate::grid::{DoorPlace, Mover};

/// Where to go, with the way still to go from every square.
#[derive(Default)]
pub struct Goal {
    field: Option<Reach>,
    place: Option<Area>,
    /// The door to open before anything else can be reached.
    pub door: Option<u16>,
}

impl Goal {
    /// Squares' cost still to go from where a unit stands.
    pub fn left(&self, area: &Area) -> i32 {
        let straight = self.place.map_or(0, |place| area.distance(&place));
        match &self.field {
            Some(field) => field.cost(area.origin).unwrap_or(straight + 20),
            None => straight,
        }
    }

    /// Whether there is any.
    pub fn is_set(&self) -> bool {
        self.place.is_some()
    }
}

/// Chooses the goal of a unit.
pub fn choose(planner: &Planner<'_>) -> Goal {
    let (facts, own) = (planner.facts, planner.own());
    let mut foes: Vec<Area> = planner.foes.iter().map(|foe| facts.units[foe.at].place.area).collect();
    foes.sort_by_key(|area| own.place.area.distance(area));
    if foes.is_empty() {
        return trail(facts, own).unwrap_or_else(|| search(facts, own));
    }
    let near = |area: &Area| [true, false].into_iter().find_map(|held| reached(facts, own, *area, held));
    let goal = foes.iter().take(3).find_map(near).or_else(|| doors(facts, own));
    goal.unwrap_or(Goal { field: None, place: foes.first().copied(), door: None })
}

/// A place to go to, if there is a way.
fn reached(facts: &Facts, own: &UnitState, place: Area, held: bool) -> Option<Goal> {
    let field = field(facts, own, own.place.area.at(place.origin), held)?;
    Some(Goal { field: Some(field), place: Some(place), door: None })
}

/// The ways to a place from all around, if the unit is among them.
pub fn field(facts: &Facts, own: &UnitState, place: Area, held: bool) -> Option<Reach> {
    // Who can fly goes over whatever is in the way.
    let band = if facts.can_fly(facts.moving(own)) { Band::Low } else { Band::Ground };
    let args = Args { climbs: legal::climbs_to(Band::Ground, band, &[]), ..Args::default() };
    let mut mover = legal::mover_in(facts, own, false, &args, 30, band);
    mover.area = place;
    mover.stop_forbidden = grid::SquareSet::default();
    if !held {
        mover.closed = grid::SquareSet::default();
    }
    for budget in [30, 200] {
        let mover = Mover { budget, ..mover.clone() };
        let reach = grid::reach(facts.map_in(band), &mover);
        if reach.cost(own.place.area.origin).is_some() {
            return Some(reach);
        }
    }
    None
}

/// The nearest closed door that can be walked up to.
fn doors(facts: &Facts, own: &UnitState) -> Option<Goal> {
    let mover = legal::mover(facts, own, false, &Args::default(), 200);
    let reach = grid::reach(&facts.map, &mover);
    let mut best: Option<(i32, u16, Square)> = None;
    for door in facts.map.doors().filter(|door| !door.open && facts.map.is_closed(door.place)) {
        for square in door.squares() {
            let fills = matches!(door.place, DoorPlace::Square(_));
            let spots: Vec<Square> = if fills { square.neighbours().collect() } else { vec![square] };
            for spot in spots {
                let cost = if spot == own.place.area.origin { Some(0) } else { reach.cost(spot) };
                if let Some(cost) = cost
                    && best.is_none_or(|(known, ..)| cost < known)
                {
                    best = Some((cost, door.id, spot));
                }
            }
        }
    }
    let (_, door, spot) = best?;
    let place = own.place.area.at(spot);
    Some(Goal { field: field(facts, own, place, true), place: Some(place), door: Some(door) })
}

/// In fog, with nobody in sight: where a foe was last seen, else the nearest unseen ground; each unit prefers another.
fn trail(facts: &Facts, own: &UnitState) -> Option<Goal> {
    let memory = facts.memory(own.side())?;
    let mut seen: Vec<_> = facts.last_seen(own.side()).filter(|seen| seen.posture != Posture::Dead).collect();
    seen.sort_by_key(|seen| (std::cmp::Reverse(seen.round), own.place.area.distance(&seen.place.area)));
    let goal = seen.iter().find_map(|seen| reached(facts, own, seen.place.area, false));
    if goal.is_some() {
        return goal;
    }
    let mover = legal::mover(facts, own, false, &Args::default(), 200);
    let reach = grid::reach(&facts.map, &mover);
    let others = || facts.units.iter().filter(|unit| unit.side() == own.side() && unit.id() != own.id());
    let crowd = |square: Square| {
        let place = Area::one(square);
        let nearer = |unit: &&UnitState| facts.can_act(unit) && unit.place.area.distance(&place) <= 8;
        i32::try_from(others().filter(nearer).count()).unwrap_or(0)
    };
    let (to, _) = reach
        .iter()
        .filter(|(square, _)| !memory.explored.contains(*square))
        .min_by_key(|(square, cost)| (*cost + 6 * crowd(*square), *square))?;
    let place = own.place.area.at(to);
    Some(Goal { field: field(facts, own, place, false), place: Some(place), door: None })
}

/// With nobody in sight: the middle of the map, then its quarters in turn, another every other round.
fn search(facts: &Facts, own: &UnitState) -> Goal {
    let (width, height) = (facts.map.width().cast_signed(), facts.map.height().cast_signed());
    let spots = [(2, 2), (1, 1), (3, 3), (3, 1), (1, 3)];
    let first = usize::try_from(facts.round / 3).unwrap_or(0);
    for more in 0..spots.len() {
        let (x, y) = spots[(first + more) % spots.len()];
        let wanted = Square::new(width * x / 4, height * y / 4);
        if own.place.area.distance(&Area::one(wanted)) <= 2 {
            continue;
        }
        let near = Area::one(wanted).around(2).filter(|square| facts.map.contains(*square));
        let mut near: Vec<Square> = near.collect();
        near.sort_by_key(|square| (grid::distance(*square, wanted), *square));
        let goal = near.iter().find_map(|square| reached(facts, own, own.place.area.at(*square), false));
        if let Some(goal) = goal {
            return goal;
        }
    }
    doors(facts, own).unwrap_or_default()
}
