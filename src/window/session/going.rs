//! A move being laid out: where the unit can go, what that costs, and the path through points that the player sets or
//! drags.

use crate::window::session::prelude::*;
use crate::{
    grid::{Mover, Reach},
    rules::movement,
};

/// Where an action may take its unit.
#[derive(Clone, Debug)]
pub struct Going {
    /// The order, without its path.
    pub chosen: Chosen,
    /// The squares laid down already, in order.
    pub begun: Vec<Square>,
    /// Points of the way among them, each with what it costs to get there.
    pub points: Vec<(Square, i32)>,
    /// The squares that it can go on to from there, with costs and paths.
    reach: Reach,
    /// What the squares laid down cost.
    spent: i32,
    /// The most that may be spent.
    pub most: i32,
    /// Whether single squares provoke.
    pub provokes: bool,
    /// For a rolled move, the chance of getting so far, by cost.
    pub sure: Vec<Chance>,
    /// The check by which it goes, if by one.
    pub check: Option<Check>,
    /// What a way on the ground goes round; none: it is found as a whole.
    ground: Option<Ground>,
}

/// Who goes over what, to go round those who stand in the way but may be passed.
#[derive(Clone, Debug)]
struct Ground {
    mover: Mover,
    map: Arc<Map>,
}

impl Ground {
    fn of(facts: &Facts, unit: &UnitState, def: &ActionDef, args: &Args) -> Option<Self> {
        let turns = legal::turning(facts, unit, def, args).is_some();
        let on_foot = facts.moving(unit).place.band == Band::Ground && args.climbs.is_empty();
        let side_step = matches!(def.path(), Some((Allowance::OneSquare, ..)));
        if turns || !on_foot || side_step || def.rams() {
            return None;
        }
        let mut mover = legal::mover(facts, unit, false, args, 0);
        mover.provoking = legal::threatened(facts, unit);
        Some(Self { mover, map: facts.map.clone() })
    }

    fn cost(&self, origin: Square) -> i32 {
        self.mover.cost_at(&self.map, &self.mover.area.at(origin))
    }

    fn may_step(&self, from: Square, to: Square) -> bool {
        let dir = Dir8::from_step(from, to);
        dir.is_some_and(|dir| self.mover.may_step(&self.map, &self.mover.area.at(from), dir))
    }

    /// A path with free squares in place of those where somebody stands, where one costs no more and opens to nobody.
    fn around(&self, start: Square, mut path: Vec<Square>) -> Vec<Square> {
        let mut before = start;
        for n in 0..path.len().saturating_sub(1) {
            let (here, next) = (path[n], path[n + 1]);
            if !self.mover.may_stop(here) {
                let serves = |other: &Square| {
                    self.mover.may_stop(*other)
                        && self.may_step(before, *other)
                        && self.may_step(*other, next)
                        && self.cost(*other) <= self.cost(here)
                        && (!self.mover.provokes(*other) || self.mover.provokes(here))
                };
                let free = Dir8::ALL.into_iter().map(|dir| before.moved(dir, 1)).find(serves);
                path[n] = free.unwrap_or(here);
            }
            before = path[n];
        }
        path
    }
}

impl Going {
    pub fn find(facts: &Facts, unit: &UnitState, chosen: Chosen) -> Option<Self> {
        let def = facts.book.action(chosen.action)?;
        let mut reach = legal::reach(facts, unit.id(), chosen.action, &chosen.args).ok()?;
        let mut here = chosen.clone();
        here.args.facing = chosen.looks;
        let turns = here.args.facing.is_some() || !here.args.climbs.is_empty();
        if turns && legal::plan(facts, unit.id(), &here.act(), &Occasion::default()).is_ok() {
            // Straight up or down, or round on the spot.
            reach.squares.insert(reach.start());
        }
        let budget = legal::budget(facts, unit, def, &chosen.args, None).ok()?;
        let check = budget.check;
        let sure =
            check.as_ref().filter(|_| budget.rolled).map(|check| preview::at_least(check, budget.most));
        Some(Self {
            begun: Vec::new(),
            points: Vec::new(),
            spent: 0,
            reach,
            most: budget.most,
            provokes: preview::steps_provoke(facts, def),
            sure: sure.unwrap_or_default(),
            check,
            ground: Ground::of(facts, unit, def, &chosen.args),
            chosen,
        })
    }

    /// The path to a square by way of what has been laid down, if the move may end there.
    pub fn path_to(&self, square: Square) -> Option<Vec<Square>> {
        if square == self.reach.start() {
            let on_the_spot = self.reach.squares.contains(square) || !self.begun.is_empty();
            return on_the_spot.then(|| self.begun.clone());
        }
        let on = self.reach.squares.contains(square).then(|| self.reach.path_to(square)).flatten()?;
        let on = match &self.ground {
            Some(ground) => ground.around(self.reach.start(), on),
            None => on,
        };
        Some(self.begun.iter().copied().chain(on).collect())
    }

    /// What it costs to get to a square, what has been laid down included.
    pub fn cost(&self, square: Square) -> Option<i32> {
        Some(self.spent + self.reach.cost(square)?)
    }

    /// The squares on which the move may end, with their costs.
    pub fn squares(&self) -> impl Iterator<Item = (Square, i32)> + '_ {
        self.reach.iter().map(|(square, cost)| (square, cost + self.spent))
    }

    /// The last of the squares laid down.
    pub fn end(&self) -> Option<Square> {
        self.begun.last().copied()
    }

    /// The same with these squares laid down, and these of them as points of the way. Why not, if they cannot be.
    pub fn onto(
        &self,
        facts: &Facts,
        unit: &UnitState,
        begun: Vec<Square>,
        points: Vec<(Square, i32)>,
    ) -> Result<Self, Refusal> {
        let (id, action) = (unit.id(), self.chosen.action);
        let (reach, spent) = legal::reach_after(facts, id, action, &self.chosen.args, &begun)?;
        Ok(Self { begun, points, reach, spent, ..self.clone() })
    }

    /// The same with a way through these points laid down, each reached by the cheapest path from the one before.
    pub fn through(&self, facts: &Facts, unit: &UnitState, points: &[Square]) -> Result<Self, Refusal> {
        let mut going = self.onto(facts, unit, Vec::new(), Vec::new())?;
        for point in points {
            let Some(path) = going.path_to(*point) else {
                return Err(Refusal::new("too_far", message!("way-too-far"), None));
            };
            let mut marked = going.points.clone();
            marked.push((*point, going.cost(*point).unwrap_or(0)));
            going = going.onto(facts, unit, path, marked)?;
        }
        Ok(going)
    }

    /// The same with the way drawn on to a square: one step back takes that back, any square of it the rest.
    pub fn drawn(&self, facts: &Facts, unit: &UnitState, square: Square) -> Option<Self> {
        if square == unit.place.area.origin {
            return self.onto(facts, unit, Vec::new(), Vec::new()).ok();
        }
        if let Some(at) = self.begun.iter().position(|own| *own == square) {
            let points = self.points.iter().filter(|(point, _)| self.begun[..=at].contains(point));
            return self.onto(facts, unit, self.begun[..=at].to_vec(), points.copied().collect()).ok();
        }
        self.onto(facts, unit, self.path_to(square)?, self.points.clone()).ok()
    }

    /// The squares that can be reached, each with the increment in which it is, where increments weigh on anything.
    pub fn by_increment(&self, facts: &Facts, unit: &UnitState) -> Vec<(Square, i32)> {
        let Some(at) = self.increment_after(facts, unit) else { return Vec::new() };
        let before = self.begun.len();
        let way = |square: Square| Some((square, at(before + self.reach.path_to(square)?.len())));
        self.reach.iter().filter_map(|(square, _)| way(square)).collect()
    }

    /// What checks lose or win by the increment, were the unit to stop there: by name or tag, or `all`.
    pub fn strain(&self, facts: &Facts, unit: &UnitState, square: Square) -> Vec<(Key, i32)> {
        let squares = self.begun.len() + self.reach.path_to(square).map_or(0, |path| path.len());
        let mut body = facts.moving(unit).clone();
        body.usage.squares = body.usage.squares.saturating_add(i32::try_from(squares).unwrap_or(i32::MAX));
        body.usage.category = self.chosen.args.category.or(body.usage.category);
        let mut strain: Vec<(Key, i32)> = Vec::new();
        for def in weighing(facts) {
            let value = facts.value(&def.value, &body);
            for check in &def.checks {
                match strain.iter_mut().find(|(own, _)| own == check) {
                    Some((_, sum)) => *sum += value,
                    None => strain.push((*check, value)),
                }
            }
        }
        strain.retain(|(_, value)| *value != 0);
        strain
    }

    /// The increment in which a unit is after so many squares more; none where increments weigh on nothing.
    fn increment_after(&self, facts: &Facts, unit: &UnitState) -> Option<impl Fn(usize) -> i32 + use<>> {
        weighing(facts).next()?;
        let body = facts.moving(unit);
        let (speed, moved) = (facts.base_speed(body, self.chosen.args.category), body.usage.squares);
        Some(move |squares: usize| {
            movement::increment(moved + i32::try_from(squares).unwrap_or(i32::MAX - moved), speed)
        })
    }

    /// The order that goes along a path and has the facing wanted at the end.
    pub fn order(&self, facts: &Facts, unit: &UnitState, path: Vec<Square>) -> Chosen {
        let mut chosen = self.chosen.clone();
        let band = facts.moving(unit).place.band;
        chosen.args.climbs = legal::climbs_to(band, chosen.args.last_band(band), &path);
        chosen.args.facing = chosen.looks;
        chosen.args.path = path;
        chosen
    }

    /// How a vehicle that goes square by square would stand at the end of a path.
    pub fn ghost(&self, facts: &Facts, unit: &UnitState, path: &[Square]) -> Option<Ghost> {
        let body = facts.moving(unit);
        let before = path.iter().rev().nth(1).copied().unwrap_or(body.place.area.origin);
        let last = path.last().copied().unwrap_or(body.place.area.origin);
        let along = Dir8::from_step(before, last).unwrap_or(body.place.facing);
        wheel::haunt(body, &body.place.area.at(last), self.chosen.looks.unwrap_or(along))
    }

    /// The chance of getting so far.
    pub fn chance(&self, cost: i32) -> Chance {
        if self.sure.is_empty() {
            return Chance::ALWAYS;
        }
        usize::try_from(cost).ok().and_then(|n| self.sure.get(n)).copied().unwrap_or(Chance::NEVER)
    }

    /// Whether it gets so far with a chance of at least one half.
    pub fn is_likely(&self, cost: i32) -> bool {
        self.chance(cost) >= Chance::new(1, 2)
    }

    /// The squares on which the move may end and to which it is likely to get.
    pub fn likely(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares().filter(move |(_, cost)| self.is_likely(*cost)).map(|(square, _)| square)
    }

    /// What is written on a square: its cost, and for a rolled move the chance of getting there.
    pub fn note(&self, square: Square) -> Option<String> {
        let cost = self.cost(square)?;
        if self.sure.is_empty() {
            return Some(say!("line-of", n = cost, most = self.most));
        }
        Some(format!("{cost}, {}", preview::percent(self.chance(cost))))
    }
}

/// What the movement increment of a unit does to its own checks, whatever else is so.
pub fn weighing(facts: &Facts) -> impl Iterator<Item = &ModifierDef> {
    let names = |def: &&ModifierDef| {
        def.whose == Whose::Own
            && def.when.is_none()
            && def.value.names().iter().any(|name| *name == "increment")
    };
    facts.book.settings.modifiers.iter().filter(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::MapData;

    #[test]
    fn a_way_goes_round_whom_it_may_pass_where_that_costs_no_more() {
        let square = |x: i16, y: i16| Square::new(x, y);
        let map = Map::new(MapData::plain(5, 3, Terrain::plain(Key::new("floor")))).unwrap();
        let mut mover = Mover::new(Area::one(square(0, 1)), Key::new("walking"), 9);
        mover.stop_forbidden = SquareSet::of(5, 3, [square(2, 1)]);
        let mut ground = Ground { mover, map: Arc::new(map) };
        let path = vec![square(1, 1), square(2, 1), square(3, 1)];
        let round = ground.around(square(0, 1), path.clone());
        assert!(round[1] == square(2, 0) || round[1] == square(2, 2), "{round:?}");
        assert_eq!((round[0], round[2]), (path[0], path[2]));
        ground.mover.stop_forbidden = SquareSet::of(5, 3, (0..3).map(|y| square(2, y)));
        assert_eq!(ground.around(square(0, 1), path.clone()), path, "there is no other");
    }

    #[test]
    fn a_rolled_move_is_likely_to_get_where_its_chance_is_at_least_one_half() {
        let (battle, jem) = at_jems_turn(&library());
        let facts = Facts::clone(&battle.referees_knowledge());
        let hand = pick::hand(&facts, jem, &Occasion::default());
        let chosen = pick::default_move(&facts, &hand).unwrap();
        let mut going = Going::find(&facts, facts.unit(jem).unwrap(), chosen).unwrap();
        assert_eq!(going.likely().count(), going.squares().count(), "nothing is rolled");
        let near = going.squares().map(|(_, cost)| cost).min().unwrap();
        going.sure = (0..=going.most).map(|cost| Chance::new(1, if cost > near { 3 } else { 2 })).collect();
        let nearest = going.squares().filter(|(_, cost)| *cost == near).count();
        assert!(nearest < going.squares().count() && going.likely().count() == nearest, "{nearest}");
    }

    #[test]
    fn increments_are_told_where_they_weigh_on_one_check_only() {
        let (battle, jem) = at_jems_turn(&library());
        let strain = |facts: &Facts| {
            let unit = facts.unit(jem).unwrap();
            let hand = pick::hand(facts, jem, &Occasion::default());
            let going = Going::find(facts, unit, pick::default_move(facts, &hand).unwrap()).unwrap();
            let found = going.by_increment(facts, unit);
            let second = found.iter().find(|(_, increment)| *increment == 2);
            second.map(|(square, _)| going.strain(facts, unit, *square))
        };
        let mut facts = Facts::clone(&battle.referees_knowledge());
        assert_eq!(strain(&facts), Some(vec![(Key::new("all"), -2)]));
        for def in &mut Arc::make_mut(&mut facts.book).settings.modifiers {
            if def.value.names().iter().any(|name| *name == "increment") {
                def.checks = vec![Key::new("reflex")];
            }
        }
        assert_eq!(strain(&facts), Some(vec![(Key::new("reflex"), -2)]));
    }
}
