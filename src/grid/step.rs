//! Whether one step of a footprint may be made and what it costs (A-57, A-66 to A-69, C-35); `reach` has paths.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::square::sq;
    use crate::grid::{EdgeKind, MapData, Terrain};

    fn walk() -> Key {
        Key::new("walking")
    }

    fn map(rows: &[&str], walls: &[Edge]) -> Map {
        let mut data =
            MapData::plain(rows[0].len() as u16, rows.len() as u16, Terrain::plain(Key::new("floor")));
        data.terrains.push(Terrain::wall(Key::new("wall")));
        data.squares = rows.concat().bytes().map(|letter| u8::from(letter == b'#')).collect();
        data.edge_kinds = vec![EdgeKind::wall(Key::new("wall"))];
        data.edges = walls.iter().map(|&edge| (edge, 0)).collect();
        Map::new(data).unwrap()
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
}
