//! Which cover the line of an attack meets (C-55 to C-58, T-06); what it is worth is in the rulebook.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::{
    band::{Band, Screen},
    edge::Edge,
    line::{Crossing, crossings},
    map::Map,
    map_data::DoorPlace,
    sight::clear,
    square::{Area, Square, distance},
    terrain::{CoverLevel, NO_TOP, Ray},
};

/// Where the object stands that gives cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CoverPlace {
    /// On a square.
    Square(Square),
    /// On an edge.
    Edge(Edge),
}

/// The cover of a target against one attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cover {
    /// The best cover on the line; it counts alone (C-55).
    pub level: CoverLevel,
    /// Whether the best is soft (C-58). Of equally good ones a hard one is taken.
    pub soft: bool,
    /// What is left when soft cover does not count (C-159): the best hard cover.
    pub hard: CoverLevel,
    /// Where the best stands, nearest to the attacker of equal ones.
    pub at: Option<CoverPlace>,
}

impl Cover {
    fn add(&mut self, level: CoverLevel, soft: bool, at: CoverPlace) {
        if level == CoverLevel::None {
            return;
        }
        if !soft {
            self.hard = self.hard.max(level);
        }
        if (level, !soft) > (self.level, self.at.is_some() && !self.soft) {
            (self.level, self.soft, self.at) = (level, soft, Some(at));
        }
    }
}

/// The cover that a target on the ground has against an attacker on the ground (C-55).
///
/// Counted are objects that the line enters in the target's square or one adjacent to it, and those on edges of
/// such squares that it cuts; not those in the attacker's own squares. Something lower than the line where it
/// passes does not count (a height of 0 is taken as 1), except in the target's square. Of several possible lines
/// the attacker has the one that is free and meets the least cover.
pub fn cover(map: &Map, from: &Area, to: &Area) -> Cover {
    least(map, from, to, true)
}

/// As [`cover`], for an attacker and a target in their bands (T-05): on the ground against someone low every object
/// beside the target counts, whatever its height; nothing covers those who fly, or anyone from what flies high.
pub fn cover_between(map: &Map, from: &Area, from_band: Band, to: &Area, to_band: Band) -> Cover {
    match from_band.screen(to_band) {
        Screen::All => cover(map, from, to),
        Screen::BesideGround if to_band == Band::Ground => least(map, from, to, false),
        _ => Cover::default(),
    }
}

fn least(map: &Map, from: &Area, to: &Area, by_height: bool) -> Cover {
    if !to.squares().any(|square| map.near_cover().contains(square)) {
        return Cover::default();
    }
    let pairs = from.squares().flat_map(|a| to.squares().map(move |b| (a, b)));
    let covers = pairs.map(|(a, b)| {
        let free = clear(map, Ray::Sight, a, b) && clear(map, Ray::Effect, a, b);
        (free, along(map, from, a, b, by_height))
    });
    let best = covers.min_by_key(|(free, cover)| (Reverse(*free), cover.level, cover.hard));
    best.map(|(_, cover)| cover).unwrap_or_default()
}

fn along(map: &Map, attacker: &Area, from: Square, to: Square, by_height: bool) -> Cover {
    let (start, end) = (i64::from(map.ground(from)) + 1, i64::from(map.ground(to)) + 1);
    let reaches = |top: i32, at: &Crossing| {
        !by_height || (i64::from(top) - start) * i64::from(at.den) >= (end - start) * i64::from(at.num)
    };
    let mut found = Cover::default();
    let mut entered: Option<Crossing> = None;
    let near = |square: Square| distance(square, to) <= 1;
    for crossing in crossings(from, to) {
        if let Some(entry) = entered.filter(|entry| near(entry.to) && !attacker.contains(entry.to)) {
            add_square(map, &mut found, entry.to, |top| reaches(top, &entry) || reaches(top, &crossing));
        }
        if near(crossing.from) || near(crossing.to) {
            add_edges(map, &mut found, &crossing, |top| reaches(top, &crossing));
        }
        entered = Some(crossing);
    }
    if !attacker.contains(to) {
        add_square(map, &mut found, to, |_| true);
    }
    found
}

fn add_square(map: &Map, found: &mut Cover, square: Square, reaches: impl Fn(i32) -> bool) {
    let ground = map.ground(square);
    for terrain in map.contents(square) {
        if reaches(ground + i32::from(terrain.height.max(1))) {
            found.add(terrain.cover, terrain.soft, CoverPlace::Square(square));
        }
    }
    if map.is_closed(DoorPlace::Square(square)) && reaches(NO_TOP) {
        found.add(CoverLevel::Full, false, CoverPlace::Square(square));
    }
}

/// Adds the edge that is cut; at a corner the weaker of the two ways round, if cover stands on both.
fn add_edges(map: &Map, found: &mut Cover, crossing: &Crossing, reaches: impl Fn(i32) -> bool) {
    let on_edge = |edge: Edge| {
        let mut cover = Cover::default();
        let [a, b] = edge.squares();
        let ground = map.ground(a).max(map.ground(b));
        if let Some(kind) = map.edge(edge)
            && reaches(ground + i32::from(kind.height.max(1)))
        {
            cover.add(kind.cover, kind.soft, CoverPlace::Edge(edge));
        }
        if map.is_closed(DoorPlace::Edge(edge)) && reaches(NO_TOP) {
            cover.add(CoverLevel::Full, false, CoverPlace::Edge(edge));
        }
        cover
    };
    let best = match (crossing.edge(), crossing.touched()) {
        (Some(edge), _) => on_edge(edge),
        (None, Some(ways)) => {
            let ways = ways.map(|by| {
                let edges = [Edge::between(crossing.from, by), Edge::between(by, crossing.to)];
                let covers = edges.into_iter().flatten().map(on_edge);
                covers.max_by_key(|cover| (cover.level, cover.hard)).unwrap_or_default()
            });
            ways.into_iter().min_by_key(|cover| (cover.level, cover.hard)).unwrap_or_default()
        }
        (None, None) => Cover::default(),
    };
    if let Some(at) = best.at {
        found.add(best.level, best.soft, at);
        found.hard = found.hard.max(best.hard);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::square::sq;
    use crate::{
        grid::{EdgeKind, MapData, Terrain},
        key::Key,
    };

    fn one(x: i16, y: i16) -> Area {
        Area::one(sq(x, y))
    }

    #[test]
    fn a_low_wall_on_an_edge_covers_and_its_joints_are_no_gaps() {
        let mut data = MapData::plain(12, 5, Terrain::plain(Key::new("grass")));
        data.edge_kinds =
            vec![EdgeKind { cover: CoverLevel::Half, height: 1, ..EdgeKind::plain(Key::new("wall")) }];
        data.edges = (0..12).map(|x| (Edge::south(sq(x, 1)), 0)).collect();
        let map = Map::new(data).unwrap();
        for x in 0..12 {
            let found = cover(&map, &one(5, 0), &one(x, 2));
            assert_eq!(found.level, CoverLevel::Half, "target in column {x}");
        }
        assert_eq!(cover(&map, &one(5, 0), &one(5, 4)).level, CoverLevel::None, "too far from the target");
    }

    #[test]
    fn what_lies_below_the_line_does_not_cover() {
        let mut data = MapData::plain(12, 5, Terrain::plain(Key::new("grass")));
        let low = Terrain { cover: CoverLevel::Half, height: 1, ..Terrain::plain(Key::new("crate")) };
        data.terrains.push(low);
        data.objects = vec![(sq(7, 2), 1)];
        data.heights = vec![0; 60];
        data.heights[24] = 9;
        let map = Map::new(data).unwrap();
        assert_eq!(cover(&map, &one(0, 2), &one(8, 2)).level, CoverLevel::None);
        assert_eq!(cover(&map, &one(3, 2), &one(8, 2)).level, CoverLevel::Half);
    }
}
