use proptest::prelude::*;

use super::*;
use crate::{
    grid::{
        Edge, EdgeKind, EdgeSide, MapData, Terrain, distance, line_of_effect, line_of_sight,
        line_of_sight_between,
    },
    key::Key,
};

#[derive(Clone, Debug)]
struct Board {
    map: Map,
    eye: Square,
}

fn build(width: u16, height: u16, squares: Vec<u8>, edges: Vec<(Edge, u8)>, heights: Vec<i8>) -> Map {
    let mut data = MapData::plain(width, height, Terrain::plain(Key::new("floor")));
    let plain = |id: &str| Terrain::plain(Key::new(id));
    data.terrains.push(Terrain::wall(Key::new("wall")));
    data.terrains.push(Terrain { blocks_sight: true, ..plain("fog") });
    data.terrains.push(Terrain { height: 2, ..plain("block") });
    data.squares = squares;
    data.edge_kinds = vec![EdgeKind::wall(Key::new("wall"))];
    data.edge_kinds.push(EdgeKind { blocks_effect: true, ..EdgeKind::plain(Key::new("window")) });
    data.edge_kinds.push(EdgeKind { height: 2, ..EdgeKind::plain(Key::new("hedge")) });
    let mut seen = std::collections::BTreeSet::new();
    let inside = |edge: &Edge| edge.squares().iter().all(|s| s.x < width as i16 && s.y < height as i16);
    data.edges = edges.into_iter().filter(|(edge, _)| inside(edge) && seen.insert(*edge)).collect();
    data.heights = heights;
    Map::new(data).unwrap()
}

/// Boards with squares blocked in so many of 100 squares, edges in so many of 100, and levels of ground.
fn board(size: std::ops::Range<u16>, walls: u8, edges: usize, levels: i8) -> impl Strategy<Value = Board> {
    (size.clone(), size).prop_flat_map(move |(width, height)| {
        let count = usize::from(width) * usize::from(height);
        let kind = (0u8..100, 1u8..4).prop_map(move |(roll, kind)| if roll < walls { kind } else { 0 });
        let edge =
            (0..width as i16, 0..height as i16, any::<bool>(), 0u8..3).prop_map(|(x, y, east, kind)| {
                (
                    Edge {
                        square: Square::new(x, y),
                        side: if east { EdgeSide::East } else { EdgeSide::South },
                    },
                    kind,
                )
            });
        (
            prop::collection::vec(kind, count),
            prop::collection::vec(edge, count * edges / 100),
            prop::collection::vec(0..=levels, count),
            (0..width as i16, 0..height as i16),
        )
            .prop_map(move |(squares, edges, heights, eye)| Board {
                map: build(width, height, squares, edges, heights),
                eye: eye.into(),
            })
    })
}

fn same_as_lines(board: &Board, radius: u16) -> Result<(), TestCaseError> {
    let eye = Area::one(board.eye);
    let (sight, effect) =
        (visible(&board.map, &eye, radius, Band::Ground), effect_reaches(&board.map, &eye, radius));
    for square in board.map.squares() {
        let near = distance(board.eye, square) <= i32::from(radius);
        let to = Area::one(square);
        prop_assert_eq!(
            sight.contains(square),
            near && line_of_sight(&board.map, &eye, &to),
            "sight of {:?}",
            square
        );
        prop_assert_eq!(
            effect.contains(square),
            near && line_of_effect(&board.map, &eye, &to),
            "to {:?}",
            square
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(588))]

    #[test]
    fn sight_and_effect_are_those_of_lines((board, radius) in prop_oneof![
        16 => (board(1..40, 12, 0, 0), Just(31u16)),
        16 => (board(1..30, 35, 0, 0), Just(12u16)),
        16 => (board(1..26, 6, 8, 0), Just(25u16)),
        16 => (board(1..16, 3, 40, 0), Just(20u16)),
        16 => (board(1..16, 6, 6, 3), Just(20u16)),
        16 => (board(20..80, 8, 0, 0), 20u16..80),
        1 => (board(70..140, 2, 0, 0), Just(200u16)),
        1 => (board(65..90, 1, 2, 0), Just(90u16)),
    ]) {
        same_as_lines(&board, radius)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn strips_see_what_windows_see(board in board(1..90, 15, 0, 0), radius in 0..25i32) {
        let rows = &board.map.blockers(Ray::Sight).sure;
        let mut near = SquareSet::new(board.map.width(), board.map.height());
        let mut wide = near.clone();
        sweep_near(rows, board.eye, radius, &mut near);
        sweep_wide::<1>(rows, board.eye, radius, [&mut [[0; 1]; 64], &mut [[0; 1]; 64]], &mut wide);
        prop_assert_eq!(near, wide);
    }

    #[test]
    fn sight_is_symmetric(board in board(1..20, 10, 10, 2), x in 0i16..20, y in 0i16..20, size in 1u8..4) {
        let (a, b) = (Area::one(board.eye), Area::new(Square::new(x, y), size));
        prop_assert_eq!(line_of_sight(&board.map, &a, &b), line_of_sight(&board.map, &b, &a));
        for (low, high) in [(Band::Ground, Band::Low), (Band::Low, Band::Ground), (Band::High, Band::Ground)] {
            prop_assert_eq!(line_of_sight_between(&board.map, &a, low, &b, high),
                            line_of_sight_between(&board.map, &b, high, &a, low));
        }
    }

    #[test]
    fn large_eyes_and_other_bands(board in board(6..20, 10, 8, 1), size in 1u8..4) {
        let eye = Area::new(board.eye, size);
        for (own, other) in [(Band::Ground, Band::Ground), (Band::Ground, Band::Low), (Band::Low, Band::Ground),
                             (Band::High, Band::Ground)] {
            let seen = visible_between(&board.map, &eye, 7, own, other);
            if board.map.holds(&eye) {
                for square in board.map.squares() {
                    let to = Area::one(square);
                    let sees = eye.distance(&to) <= 7 && line_of_sight_between(&board.map, &eye, own, &to, other);
                    prop_assert_eq!(seen.contains(square), sees, "{:?} {:?} {:?}", square, own, other);
                }
            }
        }
    }
}

#[test]
fn an_empty_board_is_seen_whole() {
    let map = build(512, 512, vec![0; 262_144], Vec::new(), Vec::new());
    assert_eq!(visible(&map, &Area::one(Square::new(0, 511)), u16::MAX, Band::Ground).count(), 262_144);
    assert_eq!(visible(&map, &Area::one(Square::new(0, 0)), 335, Band::Ground).count(), 336 * 336);
    assert_eq!(visible(&map, &Area::one(Square::new(128, 128)), 20, Band::Ground).count(), 41 * 41);
    assert_eq!(visible(&map, &Area::one(Square::new(128, 128)), 0, Band::Ground).count(), 1);
}

#[test]
fn division_by_multiplication_is_exact() {
    for m in (1..=1025).step_by(2) {
        // every value for a few, and all about each multiple for the rest
        let near = (-1023..=1023).flat_map(|n| [n * m - 1, n * m, n * m + 1]);
        let all = if (65..1019).contains(&m) { 0 } else { 1023 * m };
        for value in near.chain(-all..=all) {
            assert_eq!(floor(value, m), value.div_euclid(m), "{value} / {m}");
        }
    }
}

#[test]
fn sight_is_exact_to_the_ends_of_the_longest_board() {
    for (width, height) in [(512u16, 20u16), (20, 512)] {
        let (columns, rows) = (width as i16, height as i16);
        let count = u32::from(width) * u32::from(height);
        let squares: Vec<u8> = (0..count).map(|n| u8::from(n % 389 == 7)).collect();
        let posts = (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y)));
        let posts = posts.filter(|(x, y)| (i32::from(*x) * 31 + i32::from(*y) * 17) % 401 == 3);
        let edges: Vec<_> = posts.map(|at| (Edge::east(at.into()), 0)).collect();
        for edges in [Vec::new(), edges] {
            let map = build(width, height, squares.clone(), edges, Vec::new());
            let mut board = Board { map, eye: Square::new(0, 0) };
            for eye in [(0, 0), (columns - 1, rows - 1), (columns / 2, rows / 2)] {
                board.eye = eye.into();
                same_as_lines(&board, u16::MAX).unwrap();
            }
        }
    }
}
