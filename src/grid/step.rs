//! One step of a footprint: whether it may be made and what it costs (A-57, A-66 to A-69, C-35).
//!
//! Single steps and their cost. `reach` searches for paths; occupied squares come in from outside.

use serde::{Deserialize, Serialize};

use super::{
    edge::Edge,
    line::{Crossing, corner_shut},
    map::Map,
    passage::Passage,
    square::{Area, Dir8, Square},
};
use crate::{
    key::Key,
    message::{Arg, ToArg},
};

/// How difficult terrain weighs on a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Difficult {
    /// Its number is added.
    #[default]
    Add,
    /// The step costs double, whatever the number (C-35).
    Double,
    /// Not at all (Sidestep, A-147).
    Ignore,
}

/// What steps cost under a rulebook, in squares of allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CostRule {
    /// A step into a plain square.
    pub plain: i32,
    /// What difficult terrain does.
    pub difficult: Difficult,
    /// The first step may be made whatever it costs.
    pub first_step_free: bool,
    /// The whole cost is multiplied by this (2 for half speed, C-36).
    pub multiplier: i32,
}

impl Default for CostRule {
    fn default() -> Self {
        Self { plain: 1, difficult: Difficult::Add, first_step_free: false, multiplier: 1 }
    }
}

impl CostRule {
    /// The cost of entering squares of this difficulty, at least 1 (and at most 65535).
    pub fn cost(&self, difficulty: u32) -> i32 {
        let more = match self.difficult {
            Difficult::Add => i64::from(difficulty),
            Difficult::Double if difficulty > 0 => i64::from(self.plain),
            Difficult::Double | Difficult::Ignore => 0,
        };
        let cost = (i64::from(self.plain) + more) * i64::from(self.multiplier);
        i32::from(u16::try_from(cost.max(1)).unwrap_or(u16::MAX))
    }
}

/// Why a step may not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StepBlocked {
    /// It would leave the map.
    OutsideMap,
    /// A square may not be entered.
    Impassable(Square),
    /// A wall or closed door stands in the way, or would cut through the footprint.
    Wall(Edge),
    /// A diagonal step between two blocked ways: the square it would enter.
    Corner(Square),
}

impl ToArg for StepBlocked {
    fn to_arg(&self) -> Arg {
        let why = match self {
            Self::OutsideMap => message!("core-the-map-ends-there"),
            Self::Impassable(square) => message!("core-the-square-is-impassable", square),
            Self::Wall(edge) => {
                let [square, other] = edge.squares();
                message!("core-something-stands-between-x-and-x", square, other)
            }
            Self::Corner(square) => {
                message!("core-both-ways-round-the-corner-to-x-are-blocked", square)
            }
        };
        Arg::Message(Box::new(why))
    }
}

/// Whether a footprint may make one step on this map by a category of movement. Who stands where is not asked.
///
/// # Errors
/// Why not: the first reason in the order of [`StepBlocked`].
pub fn step_allowed(map: &Map, area: &Area, dir: Dir8, category: Key) -> Result<(), StepBlocked> {
    let passage = map.passages().of(category);
    fits(map, passage, &area.moved(dir))?;
    crosses(passage, area, dir)
}

/// The same for a step to where it is known to have room ([`has_room`]).
///
/// # Errors
/// A wall or a corner.
pub fn step_crosses(map: &Map, area: &Area, dir: Dir8, category: Key) -> Result<(), StepBlocked> {
    crosses(map.passages().of(category), area, dir)
}

/// Whether a footprint that flies at a level may make one step: nothing solid rises above that level there (C-120).
///
/// # Errors
/// Why not.
pub fn step_flies(map: &Map, area: &Area, dir: Dir8, level: i32) -> Result<(), StepBlocked> {
    let next = area.moved(dir);
    let shut = |square: Square| map.solid_top(square) > level;
    let wall = |edge: Edge| map.solid_edge_top(edge).is_some_and(|top| top > level);
    room(map, &next, shut, wall)?;
    leaves(area, dir, shut, wall)
}

fn crosses(passage: &Passage, area: &Area, dir: Dir8) -> Result<(), StepBlocked> {
    leaves(area, dir, |square| !passage.open.contains(square), |edge| passage.wall(edge))
}

/// Whether nothing stands on the edges and about the corners that a step goes over.
fn leaves(
    area: &Area,
    dir: Dir8,
    shut: impl Fn(Square) -> bool,
    wall: impl Fn(Edge) -> bool,
) -> Result<(), StepBlocked> {
    for from in area.squares() {
        let to = from.moved(dir, 1);
        let crossing = Crossing { from, to, num: 1, den: 2 };
        match crossing.edge() {
            Some(edge) if wall(edge) => return Err(StepBlocked::Wall(edge)),
            Some(_) => {}
            None => {
                if corner_shut(&crossing, true, &shut, &wall) {
                    return Err(StepBlocked::Corner(to));
                }
            }
        }
    }
    Ok(())
}

/// The edges between the squares of a footprint.
fn inner_edges(area: &Area) -> impl Iterator<Item = Edge> + use<> {
    let (squares, last) = (area.squares(), area.last());
    squares.flat_map(move |square| {
        let east = (square.x < last.x).then(|| Edge::east(square));
        let south = (square.y < last.y).then(|| Edge::south(square));
        east.into_iter().chain(south)
    })
}

/// Whether a footprint has room in a place: on the map, no impassable square, no wall through it.
pub(super) fn fits(map: &Map, passage: &Passage, area: &Area) -> Result<(), StepBlocked> {
    room(map, area, |square| !passage.open.contains(square), |edge| passage.wall(edge))
}

/// Whether a footprint has room in a place, by what shuts squares and edges.
fn room(
    map: &Map,
    area: &Area,
    shut: impl Fn(Square) -> bool,
    wall: impl Fn(Edge) -> bool,
) -> Result<(), StepBlocked> {
    if !map.holds(area) {
        return Err(StepBlocked::OutsideMap);
    }
    if let Some(square) = area.squares().find(|square| shut(*square)) {
        return Err(StepBlocked::Impassable(square));
    }
    inner_edges(area).find(|edge| wall(*edge)).map_or(Ok(()), |edge| Err(StepBlocked::Wall(edge)))
}

/// Whether a footprint has room in a place for a category of movement. Who stands there is not asked.
pub fn has_room(map: &Map, area: &Area, category: Key) -> bool {
    fits(map, map.passages().of(category), area).is_ok()
}

/// What a step that brings a footprint to this place costs: by its most difficult square (A-66, C-35).
pub fn step_cost(map: &Map, area: &Area, category: Key, rule: &CostRule) -> i32 {
    let passage = map.passages().of(category);
    let worst = area.squares().map(|square| u32::from(passage.difficulty(square))).max();
    rule.cost(worst.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::square::sq;
    use crate::grid::{CoverLevel, EdgeKind, MapData, Terrain};

    fn walk() -> Key {
        Key::new("walking")
    }

    fn map(rows: &[&str], walls: &[Edge]) -> Map {
        let mut data =
            MapData::plain(rows[0].len() as u16, rows.len() as u16, Terrain::plain(Key::new("floor")));
        data.terrains.push(Terrain::wall(Key::new("wall")));
        data.terrains.push(Terrain { difficult: 4, ..Terrain::plain(Key::new("bog")) });
        data.squares =
            rows.concat().bytes().map(|b| b".#4".iter().position(|c| *c == b).unwrap() as u8).collect();
        data.edge_kinds = vec![EdgeKind::wall(Key::new("wall"))];
        data.edges = walls.iter().map(|&edge| (edge, 0)).collect();
        Map::new(data).unwrap()
    }

    #[test]
    fn no_diagonal_between_two_blocked_squares_a57() {
        let both = map(&[".#", "#."], &[]);
        assert_eq!(
            step_allowed(&both, &Area::one(sq(0, 0)), Dir8::SE, walk()),
            Err(StepBlocked::Corner(sq(1, 1)))
        );
        let single = map(&[".#", ".."], &[]);
        assert_eq!(step_allowed(&single, &Area::one(sq(0, 0)), Dir8::SE, walk()), Ok(()));
    }

    #[test]
    fn no_step_through_walls_nor_their_corners() {
        let straight = map(&["..", ".."], &[Edge::south(sq(0, 0)), Edge::south(sq(1, 0))]);
        let at = Area::one(sq(0, 0));
        assert_eq!(
            step_allowed(&straight, &at, Dir8::S, walk()),
            Err(StepBlocked::Wall(Edge::south(sq(0, 0))))
        );
        assert_eq!(step_allowed(&straight, &at, Dir8::SE, walk()), Err(StepBlocked::Corner(sq(1, 1))));
        let end = map(&["..", ".."], &[Edge::south(sq(0, 0))]);
        assert_eq!(step_allowed(&end, &at, Dir8::SE, walk()), Ok(()), "round the end of a wall");
    }

    #[test]
    fn what_is_solid_stops_what_drives_and_is_flown_over_if_it_is_low_c119_c120() {
        let solid = |id: &str, height: u8| Terrain {
            stops: vec![Key::new("driving")],
            cover: CoverLevel::Half,
            height,
            ..Terrain::plain(Key::new(id))
        };
        let mut data = MapData::plain(4, 1, Terrain::plain(Key::new("floor")));
        data.terrains.extend([solid("crate", 1), solid("tree", 0)]);
        data.squares = vec![0, 1, 0, 2];
        data.edge_kinds = vec![EdgeKind {
            stops: vec![Key::new("driving")],
            height: 1,
            ..EdgeKind::plain(Key::new("low wall"))
        }];
        data.edges = vec![(Edge::east(sq(1, 0)), 0)];
        let map = Map::new(data).unwrap();
        let step = |x: i16, category: &str| {
            step_allowed(&map, &Area::one(sq(x, 0)), Dir8::E, Key::new(category)).is_ok()
        };
        assert_eq!([0, 1, 2].map(|x| step(x, "walking")), [true; 3]);
        assert_eq!([0, 1, 2].map(|x| step(x, "driving")), [false; 3]);
        let flies = |x: i16, level: i32| step_flies(&map, &Area::one(sq(x, 0)), Dir8::E, level).is_ok();
        assert_eq!([0, 1, 2].map(|x| flies(x, 1)), [true, true, false]);
        assert_eq!([0, 1, 2].map(|x| flies(x, 0)), [false; 3]);
    }

    #[test]
    fn a_large_footprint_needs_all_its_squares() {
        let narrow = map(&["...", "..#"], &[]);
        let large = Area::new(sq(0, 0), 2);
        assert_eq!(step_allowed(&narrow, &large, Dir8::E, walk()), Err(StepBlocked::Impassable(sq(2, 1))));
        let walled = map(&["...", "..."], &[Edge::south(sq(2, 0))]);
        assert_eq!(
            step_allowed(&walled, &large, Dir8::E, walk()),
            Err(StepBlocked::Wall(Edge::south(sq(2, 0))))
        );
    }

    #[test]
    fn costs_of_difficult_terrain_a66_c35() {
        let map = map(&["..4"], &[]);
        let cost = |rule: CostRule| step_cost(&map, &Area::one(sq(2, 0)), walk(), &rule);
        assert_eq!(cost(CostRule::default()), 5);
        assert_eq!(cost(CostRule { difficult: Difficult::Double, ..CostRule::default() }), 2);
        assert_eq!(cost(CostRule { difficult: Difficult::Ignore, ..CostRule::default() }), 1);
        assert_eq!(cost(CostRule { difficult: Difficult::Double, multiplier: 2, ..CostRule::default() }), 4);
        assert_eq!(cost(CostRule { plain: i32::MAX, multiplier: i32::MAX, ..CostRule::default() }), 65535);
    }
}
