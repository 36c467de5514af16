use proptest::prelude::*;

use super::*;
use crate::{
    grid::{
        Area, CostRule, Edge, EdgeKind, EdgeSide, MapData, SquareSet, Terrain, distance, line::off_line,
        path, reach, step_allowed,
    },
    key::Key,
};

/// The same search with one heap, every step asked of the rules and nothing left out.
fn plainly(map: &Map, mover: &Mover, goal: Square) -> Option<Vec<Square>> {
    let (start, plain) = (mover.area.origin, mover.rule.cost(0));
    let entry = |way: (i32, u32), square: Square| {
        let left = distance(square, goal);
        Reverse((way.0 + left * plain, way.1, left, off_line(start, goal, square), square))
    };
    let mut best = BTreeMap::from([(start, ((0, 0), start))]);
    let mut queue = BinaryHeap::from([entry((0, 0), start)]);
    while let Some(Reverse(next)) = queue.pop() {
        let square = next.4;
        if square == goal {
            let (mut way, mut here) = (Vec::new(), goal);
            while here != start {
                way.insert(0, here);
                here = best[&here].1;
            }
            return Some(way);
        }
        let way = best[&square].0;
        if entry(way, square) != Reverse(next) {
            continue;
        }
        for dir in Dir8::ALL.into_iter().filter(|&dir| mover.may_step(map, &mover.area.at(square), dir)) {
            let to = square.moved(dir, 1);
            let longer =
                (way.0 + mover.cost_at(map, &mover.area.at(to)), way.1 + u32::from(mover.provokes(square)));
            if best.get(&to).is_none_or(|known| longer < known.0) {
                best.insert(to, (longer, square));
                queue.push(entry(longer, to));
            }
        }
    }
    None
}

fn random() -> impl Strategy<Value = (Map, Mover)> {
    let size = (2u16..40, 2u16..40);
    size.prop_flat_map(|(width, height)| {
        let count = usize::from(width) * usize::from(height);
        let square = (0..width as i16, 0..height as i16);
        let edge = (square.clone(), any::<bool>()).prop_map(|((x, y), east)| Edge {
            square: Square::new(x, y),
            side: if east { EdgeSide::East } else { EdgeSide::South },
        });
        let kind = (0u8..20).prop_map(|roll| match roll {
            0..4 => 1,
            4..8 => 2,
            8 => 3,
            _ => 0,
        });
        (
            prop::collection::vec(kind, count),
            prop::collection::btree_set(edge, 0..count / 8 + 1),
            prop::collection::vec(square.clone(), 0..count / 8 + 1),
            prop::collection::vec(square.clone(), 0..count / 8 + 1),
            (square, 1u8..3, 1..4i32),
        )
            .prop_map(move |(squares, edges, closed, provoking, (at, size, plain))| {
                let ground = |id: &str| Terrain::plain(Key::new(id));
                let mut data = MapData::plain(width, height, ground("floor"));
                data.terrains.push(Terrain::wall(Key::new("wall")));
                data.terrains.push(Terrain { difficult: 1, ..ground("rubble") });
                data.terrains.push(Terrain { difficult: 9, ..ground("bog") });
                data.squares = squares;
                data.edge_kinds = vec![EdgeKind::wall(Key::new("wall"))];
                let inside =
                    |edge: &Edge| edge.squares().iter().all(|s| s.x < width as i16 && s.y < height as i16);
                data.edges = edges.into_iter().filter(inside).map(|edge| (edge, 0)).collect();
                let set = |squares: Vec<(i16, i16)>| {
                    SquareSet::of(width, height, squares.into_iter().map(Square::from))
                };
                let mut mover = Mover::new(Area::new(at.into(), size), Key::new("walking"), 9);
                mover.rule = CostRule { plain, ..CostRule::default() };
                (mover.closed, mover.provoking) = (set(closed), set(provoking));
                (Map::new(data).unwrap(), mover)
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_path_is_the_one_of_a_plain_search((map, mover) in random(), goals in prop::collection::vec((0..40i16, 0..40i16), 6)) {
        for goal in goals.into_iter().map(Square::from) {
            prop_assert_eq!(path(&map, &mover, goal), plainly(&map, &mover, goal), "to {:?}", goal);
        }
    }

    #[test]
    fn steps_of_single_squares_are_those_allowed((map, mover) in random()) {
        let plan = PassagePlan::new(map.width(), map.height());
        for square in map.squares() {
            for dir in Dir8::ALL {
                let steps = map.passages().of(mover.category).steps[plan.index(square).unwrap()];
                let allowed = step_allowed(&map, &Area::one(square), dir, mover.category).is_ok();
                prop_assert_eq!(steps >> dir.eighths() & 1 == 1, allowed, "{:?} {:?}", square, dir);
            }
        }
    }
}

#[test]
fn there_is_no_way_off_the_map() {
    let map = Map::new(MapData::plain(512, 3, Terrain::plain(Key::new("floor")))).unwrap();
    let mut mover = Mover::new(Area::one(Square::new(0, 0)), Key::new("walking"), 9);
    assert_eq!(path(&map, &mover, Square::new(512, 0)), None);
    assert_eq!(path(&map, &mover, Square::new(511, 0)).unwrap().len(), 511);
    mover.budget = 600;
    assert_eq!(reach(&map, &mover).squares.count(), 1535);
}

#[test]
fn the_longest_way_is_found_from_corner_to_corner() {
    let mut data = MapData::plain(512, 512, Terrain::plain(Key::new("floor")));
    data.terrains.push(Terrain::wall(Key::new("wall")));
    // a wall down the middle, with its gap at the bottom
    for y in 0..511 {
        data.squares[512 * y + 256] = 1;
    }
    let map = Map::new(data).unwrap();
    let mover = Mover::new(Area::one(Square::new(0, 0)), Key::new("walking"), 9);
    let way = path(&map, &mover, Square::new(511, 0)).unwrap();
    assert_eq!(way.len(), 1022);
    assert!(way.contains(&Square::new(256, 511)));
}
