use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::grid::square::sq;
use crate::grid::{Difficult, Edge, EdgeKind, EdgeSide, MapData, Terrain, is_straight};

fn walk() -> Key {
    Key::new("walking")
}

fn map(rows: &[&str], walls: &[Edge]) -> Map {
    let mut data = MapData::plain(rows[0].len() as u16, rows.len() as u16, Terrain::plain(Key::new("floor")));
    data.terrains.push(Terrain::wall(Key::new("wall")));
    for n in [1, 2, 4] {
        let ignored_by = if n == 2 { vec![Key::new("flying")] } else { Vec::new() };
        data.terrains.push(Terrain {
            difficult: n,
            ignored_by,
            ..Terrain::plain(Key::new(&format!("rough {n}")))
        });
    }
    data.squares =
        rows.concat().bytes().map(|b| b".#124".iter().position(|c| *c == b).unwrap() as u8).collect();
    data.edge_kinds = vec![EdgeKind::wall(Key::new("wall"))];
    data.edges = walls.iter().map(|&edge| (edge, 0)).collect();
    Map::new(data).unwrap()
}

fn mover(x: i16, y: i16, budget: i32) -> Mover {
    Mover::new(Area::one(sq(x, y)), walk(), budget)
}

/// The same question answered square by square: cost and provoking squares left.
fn plainly(map: &Map, mover: &Mover) -> BTreeMap<Square, (i32, u32)> {
    let start = mover.area.origin;
    let mut best = BTreeMap::from([(start, (0, 0))]);
    loop {
        let mut better = best.clone();
        for (&from, &(cost, provoked)) in &best {
            for dir in Dir8::ALL.into_iter().filter(|&dir| mover.may_step(map, &mover.area.at(from), dir)) {
                let to = from.moved(dir, 1);
                let price = (
                    cost + mover.cost_at(map, &mover.area.at(to)),
                    provoked + u32::from(mover.provokes(from)),
                );
                let free = from == start && mover.rule.first_step_free;
                let payable = cost <= mover.budget.max(0) && (price.0 <= mover.budget || free);
                if payable && better.get(&to).is_none_or(|known| price < *known) {
                    better.insert(to, price);
                }
            }
        }
        if better == best {
            return best;
        }
        best = better;
    }
}

fn check_path(map: &Map, mover: &Mover, goal: Square, way: &[Square]) -> Result<(i32, u32), TestCaseError> {
    let (mut at, mut cost, mut provoked) = (mover.area.origin, 0, 0);
    for &square in way {
        let dir = Dir8::from_step(at, square);
        prop_assert!(
            dir.is_some_and(|dir| mover.may_step(map, &mover.area.at(at), dir)),
            "{:?} to {:?}",
            at,
            square
        );
        cost += mover.cost_at(map, &mover.area.at(square));
        provoked += u32::from(mover.provokes(at));
        at = square;
    }
    prop_assert_eq!(at, goal);
    Ok((cost, provoked))
}

fn random() -> impl Strategy<Value = (Map, Mover)> {
    let (width, height) = (14u16, 11u16);
    let count = usize::from(width * height);
    let kind = (0u8..20).prop_map(|roll| match roll {
        0..4 => b'#',
        4..6 => b'1',
        6..8 => b'2',
        8 => b'4',
        _ => b'.',
    });
    let edge = (0..13i16, 0..10i16, any::<bool>()).prop_map(|(x, y, east)| Edge {
        square: sq(x, y),
        side: if east { EdgeSide::East } else { EdgeSide::South },
    });
    let squares = || prop::collection::vec((0..14i16, 0..11i16), 0..8);
    let rule = (0..3u8, any::<bool>(), 1..3i32).prop_map(|(kind, first_step_free, multiplier)| CostRule {
        plain: 1,
        difficult: [Difficult::Add, Difficult::Double, Difficult::Ignore][usize::from(kind)],
        first_step_free,
        multiplier,
    });
    let sets = (squares(), squares(), squares(), prop::collection::vec(((0..14i16, 0..11i16), 0..3u8), 0..3));
    let who = ((0..14i16, 0..11i16), 1u8..4, -1..40i32, any::<bool>());
    (prop::collection::vec(kind, count), prop::collection::btree_set(edge, 0..25), rule, sets, who).prop_map(
        move |(cells, edges, rule, (closed, stop, provoking, hindrances), (at, size, budget, flies))| {
            let rows: Vec<&str> = cells.chunks(14).map(|row| std::str::from_utf8(row).unwrap()).collect();
            let map = map(&rows, &edges.into_iter().collect::<Vec<_>>());
            let set = |squares: Vec<(i16, i16)>| {
                SquareSet::of(width, height, squares.into_iter().map(Square::from))
            };
            let mover = Mover {
                turning: None,
                area: Area::new(at.into(), size),
                category: Key::new(if flies { "flying" } else { "walking" }),
                budget,
                rule,
                closed: set(closed),
                stop_forbidden: set(stop),
                provoking: set(provoking),
                hindrances: hindrances.into_iter().map(|(at, n)| (at.into(), n)).collect(),
            };
            (map, mover)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn reach_equals_a_plain_search((map, mover) in random()) {
        let (found, expected) = (reach(&map, &mover), plainly(&map, &mover));
        for square in map.squares() {
            let price = expected.get(&square);
            prop_assert_eq!(found.cost(square), price.map(|p| p.0), "cost of {:?}", square);
            let stops = price.is_some() && square != mover.area.origin && mover.may_stop(square);
            prop_assert_eq!(found.squares.contains(square), stops, "stopping on {:?}", square);
            let way = found.path_to(square);
            prop_assert_eq!(way.is_some(), price.is_some());
            if let (Some(way), Some(price)) = (way, price) {
                prop_assert_eq!(check_path(&map, &mover, square, &way)?, *price, "way to {:?}", square);
            }
        }
        prop_assert_eq!(found.iter().count(), found.squares.count());
    }

    #[test]
    fn both_engines_agree((map, mut mover) in random(), budget in 0..29i32) {
        mover.budget = budget;
        let flooded = Flood::new(&map, &mover);
        let searched = search(&map, &mover, None);
        for square in map.squares() {
            prop_assert_eq!(flooded.as_ref().and_then(|f| f.cost(square)), searched.cost(square), "{:?}", square);
        }
    }

    #[test]
    fn a_single_path_is_the_best_one((map, mut mover) in random()) {
        mover.budget = 100_000;
        let expected = plainly(&map, &mover);
        for square in map.squares() {
            let way = path(&map, &mover, square);
            let price = expected.get(&square).filter(|_| mover.may_stop(square));
            prop_assert_eq!(way.is_some(), price.is_some(), "{:?}", square);
            if let (Some(way), Some(price)) = (way, price) {
                prop_assert_eq!(check_path(&map, &mover, square, &way)?, *price, "way to {:?}", square);
            }
        }
    }

    #[test]
    fn straight_paths_are_straight((map, mover) in random(), goal in (0..14i16, 0..11i16)) {
        if let Some((way, cost)) = straight_path(&map, &mover, goal.into()) {
            prop_assert_eq!(check_path(&map, &mover, goal.into(), &way)?.0, cost);
            let whole: Vec<Square> = [mover.area.origin].into_iter().chain(way).collect();
            prop_assert!(is_straight(&whole), "{:?}", whole);
        }
    }
}

#[test]
fn of_equal_paths_the_one_that_provokes_least() {
    let map = map(&["....."; 3], &[]);
    let mut mover = mover(0, 1, 9);
    let straight = [sq(1, 1), sq(2, 1), sq(3, 1), sq(4, 1)];
    assert_eq!(reach(&map, &mover).path_to(sq(4, 1)).unwrap(), straight);
    assert_eq!(path(&map, &mover, sq(4, 1)).unwrap(), straight);
    mover.provoking = SquareSet::of(5, 3, [sq(2, 1), sq(2, 0)]);
    assert!(reach(&map, &mover).path_to(sq(4, 1)).unwrap().contains(&sq(2, 2)));
    assert!(path(&map, &mover, sq(4, 1)).unwrap().contains(&sq(2, 2)));
}
