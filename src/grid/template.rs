//! Shapes of areas of effect, and what flies until something stops it; who is there is `battle`'s.

use serde::{Deserialize, Serialize};

use super::{
    arc::within_angle,
    edge::Edge,
    line::{corner_shut, crossings},
    map::Map,
    set::SquareSet,
    sight::clear,
    square::{Area, Dir8, Square, distance},
    terrain::Ray,
    visible::effect_reaches,
};

/// The shape of an area, lengths in squares. But for a block, a square is covered only with a Line of Effect to the point
/// from which the shape spreads; the square it spreads from is covered if the shape has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Template {
    /// All squares within this distance of the target square; 0 is that square alone.
    Burst(u8),
    /// This many squares along each side, spreading from the target square, which is in its middle (for an even
    /// number: the north-western of the four in the middle).
    Square(u8),
    /// A sector of 60° towards the target square, up to this distance from the attacker.
    Cone(u8),
    /// A sector of so many degrees, the second number, towards the target square; else like a cone (S-71).
    Arc(u8, u8),
    /// The squares that a straight line towards the target square enters, up to this distance from the attacker.
    /// It ends before the first square without Line of Effect.
    Line(u8),
    /// That block of so many squares a side, counted from the map's north-west corner, in which the target square lies,
    /// whatever stands in it (D-16).
    Block(u8),
}

/// Width of a cone in degrees.
const CONE: u16 = 60;

/// Whether any square of a footprint lies in a cone from another, however far off (S-68); what is straight above does.
pub fn in_cone(from: &Area, dir: Dir8, to: &Area) -> bool {
    let (x, y) = dir.delta();
    to.squares().any(|square| {
        let near = from.nearest_to(square);
        let bearing = (i64::from(square.x) - i64::from(near.x), i64::from(square.y) - i64::from(near.y));
        within_angle((i64::from(x), i64::from(y)), bearing, CONE)
    })
}

impl Template {
    /// The squares covered when an attacker on `from` aims at `target`. A cone or line spreads from the attacker's
    /// nearest square and covers none of the attacker's own; aimed at such a one it covers nothing.
    pub fn squares(self, map: &Map, from: &Area, target: Square) -> SquareSet {
        let nearest = from.nearest_to(target);
        match self {
            Self::Burst(radius) => effect_reaches(map, &Area::one(target), u16::from(radius)),
            Self::Square(size) => {
                let before = i16::from(size.saturating_sub(1) / 2);
                let corner = Square::new(target.x.saturating_sub(before), target.y.saturating_sub(before));
                Self::square_from(map, target, corner, size)
            }
            Self::Block(side) => {
                let side = side.max(1);
                let corner = |at: i16| at.div_euclid(i16::from(side)).saturating_mul(i16::from(side));
                let block = Area::new(Square::new(corner(target.x), corner(target.y)), side);
                SquareSet::of(map.width(), map.height(), block.squares())
            }
            Self::Cone(length) => sector(map, from, target, (length, CONE)),
            Self::Arc(length, degrees) => sector(map, from, target, (length, u16::from(degrees))),
            Self::Line(length) => {
                let mut set = SquareSet::new(map.width(), map.height());
                let end = beyond(nearest, target, i32::from(length));
                for crossing in crossings(nearest, end) {
                    if distance(nearest, crossing.to) > i32::from(length)
                        || !map.contains(crossing.to)
                        || !clear(map, Ray::Effect, nearest, crossing.to)
                    {
                        break;
                    }
                    if !from.contains(crossing.to) {
                        set.insert(crossing.to);
                    }
                }
                set
            }
        }
    }
}

impl Template {
    /// So many squares a side from a north-west corner, those with Line of Effect to the target square.
    pub fn square_from(map: &Map, target: Square, corner: Square, size: u8) -> SquareSet {
        let mut set = effect_reaches(map, &Area::one(target), u16::from(size));
        let square = Area::new(corner, size);
        set.intersect(&SquareSet::of(
            map.width(),
            map.height(),
            square.squares().take(if size == 0 { 0 } else { usize::MAX }),
        ));
        set
    }
}

/// The squares of a sector of so many degrees, up to so far from the attacker.
fn sector(map: &Map, from: &Area, target: Square, (length, degrees): (u8, u16)) -> SquareSet {
    let nearest = from.nearest_to(target);
    let offset =
        |to: Square| (i64::from(to.x) - i64::from(nearest.x), i64::from(to.y) - i64::from(nearest.y));
    let axis = offset(target);
    let mut set = SquareSet::new(map.width(), map.height());
    if !from.contains(target) {
        let near = effect_reaches(map, &Area::one(nearest), u16::from(length));
        for square in near.iter().filter(|&square| !from.contains(square)) {
            if within_angle(axis, offset(square), degrees) {
                set.insert(square);
            }
        }
    }
    set
}

/// The target, or a square beyond it on the same line, at least `length` away; never outside of `i16`.
fn beyond(from: Square, target: Square, length: i32) -> Square {
    let (dx, dy) = (i32::from(target.x) - i32::from(from.x), i32::from(target.y) - i32::from(from.y));
    let step = dx.abs().max(dy.abs());
    if step == 0 || step >= length {
        return target;
    }
    let times = (length + step - 1) / step;
    let at = |start: i16, d: i32| i16::try_from(i32::from(start) + d * times);
    match (at(from.x, dx), at(from.y, dy)) {
        (Ok(x), Ok(y)) => Square::new(x, y),
        _ => target,
    }
}

/// The last square of a flight from a square, before what stops effects or the map's edge.
pub fn travel(map: &Map, from: Square, dir: Dir8, squares: u32) -> Square {
    let blockers = map.blockers(Ray::Effect);
    let eye = map.ground(from) + 1;
    let mut at = from;
    for _ in 0..squares {
        let next = at.moved(dir, 1);
        let wall = |edge: Edge| blockers.edge_top(edge).is_some_and(|top| top > eye);
        let shut = crossings(at, next).any(|crossing| match crossing.edge() {
            Some(edge) => wall(edge),
            None => corner_shut(&crossing, false, |s| blockers.top(map, s) > eye, wall),
        });
        if !map.contains(next) || blockers.top(map, next) > eye || shut {
            break;
        }
        at = next;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::square::sq;
    use crate::{
        grid::{MapData, Terrain},
        key::Key,
    };

    fn map(walls: &[Square]) -> Map {
        let mut data = MapData::plain(21, 21, Terrain::plain(Key::new("floor")));
        data.terrains.push(Terrain::wall(Key::new("wall")));
        data.objects = walls.iter().map(|&square| (square, 1)).collect();
        Map::new(data).unwrap()
    }

    fn me() -> Area {
        Area::one(sq(10, 10))
    }

    #[test]
    fn squares_of_any_size() {
        let open = map(&[]);
        assert_eq!(Template::Square(0).squares(&open, &me(), sq(5, 5)).count(), 0);
        let two: Vec<_> = Template::Square(2).squares(&open, &me(), sq(5, 5)).iter().collect();
        assert_eq!(two, [sq(5, 5), sq(6, 5), sq(5, 6), sq(6, 6)]);
        let three = Template::Square(3).squares(&open, &me(), sq(5, 5));
        assert!(three.count() == 9 && three.contains(sq(4, 4)));
    }

    #[test]
    fn a_line_runs_past_its_target_and_ends_at_a_wall() {
        let line = |walls: &[Square]| {
            let mut line: Vec<_> = Template::Line(6).squares(&map(walls), &me(), sq(12, 11)).iter().collect();
            line.sort_by_key(|square| (square.x, square.y));
            line
        };
        let near = [(11, 10), (11, 11), (12, 11), (13, 11), (13, 12)].map(Square::from);
        let far = [(14, 12), (15, 12), (15, 13), (16, 13)].map(Square::from);
        assert_eq!(line(&[]), [&near[..], &far].concat());
        assert_eq!(line(&[sq(13, 12)]), near, "the wall itself is struck, nothing behind it");
    }
}
