//! Sight and reach on the largest board beside what a user of the ecosystem would take: doryen-fov's recursive
//! shadow casting for sight, `pathfinding::dijkstra_reach` and `astar` for reach and paths.
//!
//! The same boards, eyes and movers on both sides of each pair. Reach is checked to find the same squares before it
//! is timed; sight cannot be, as doryen-fov answers by an approximate rule and ours by exact lines.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a bench whose own set-up is wrong has nothing to measure"
)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use doryen_fov::{FovAlgorithm, FovRecursiveShadowCasting, MapData as Doryen};
use pathfinding::prelude::{astar, dijkstra_reach};
use threat_range::{
    grid::{Area, Band, Dir8, Map, MapData, Mover, Square, Terrain, distance, path, reach, visible},
    key::Key,
};

const SIDE: usize = 256;
const RADIUS: usize = 20;
const BUDGET: i32 = 30;

/// Steele, Lea and Flood's SplitMix64, so that boards are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// A board with walls in so many of 100 squares and difficult ground in 25 of 100, and what it is made of.
struct Board {
    map: Map,
    /// 0 wall, 1 plain, 2 difficult
    cells: Vec<u8>,
    eyes: Vec<Square>,
}

fn board(percent: u64) -> Board {
    let (mut walls, mut ground) = (Numbers(1000 + percent), Numbers(7));
    let mut cells = || if ground.next() % 100 < 25 { 2 } else { 1 };
    let cells: Vec<u8> =
        (0..SIDE * SIDE).map(|_| cells() * u8::from(walls.next() % 100 >= percent)).collect();
    let mut data = MapData::plain(SIDE as u16, SIDE as u16, Terrain::wall(Key::new("wall")));
    data.terrains.push(Terrain::plain(Key::new("floor")));
    data.terrains.push(Terrain { difficult: 1, ..Terrain::plain(Key::new("rubble")) });
    data.squares.clone_from(&cells);
    let map = match Map::new(data) {
        Ok(map) => map,
        Err(error) => panic!("the bench's own map is wrong: {error}"),
    };
    let mut eyes = Vec::new();
    while eyes.len() < 1000 {
        let (x, y) = (32 + walls.next() as usize % 192, 32 + walls.next() as usize % 192);
        if cells[y * SIDE + x] != 0 {
            eyes.push(Square::new(x as i16, y as i16));
        }
    }
    Board { map, cells, eyes }
}

impl Board {
    fn cell(&self, square: Square) -> u8 {
        let inside = |v: i16| (0..SIDE as i16).contains(&v);
        if inside(square.x) && inside(square.y) {
            self.cells[square.y as usize * SIDE + square.x as usize]
        } else {
            0
        }
    }

    /// The steps of a walker for the peers: diagonals cost one and do not pass between two walls.
    fn steps(&self, from: Square) -> impl Iterator<Item = (Square, i32)> + '_ {
        Dir8::ALL.into_iter().filter_map(move |dir| {
            let to = from.moved(dir, 1);
            let cost = self.cell(to);
            let corner =
                self.cell(Square::new(to.x, from.y)) == 0 && self.cell(Square::new(from.x, to.y)) == 0;
            (cost != 0 && !(dir.is_diagonal() && corner)).then_some((to, i32::from(cost)))
        })
    }

    fn peer_reach(&self, start: Square) -> usize {
        let found = dijkstra_reach(&start, |&square| self.steps(square).collect::<Vec<_>>());
        found.take_while(|item| item.total_cost <= BUDGET).count()
    }

    fn peer_path(&self, start: Square, goal: Square) -> Option<i32> {
        let steps = |square: &Square| self.steps(*square).collect::<Vec<_>>();
        astar(&start, steps, |&square| distance(square, goal), |&square| square == goal).map(|(_, cost)| cost)
    }

    fn walker(&self, start: Square) -> Mover {
        Mover::new(Area::one(start), Key::new("walking"), BUDGET)
    }

    fn our_path(&self, start: Square, goal: Square) -> Option<i32> {
        let way = path(&self.map, &self.walker(start), goal)?;
        Some(way.iter().map(|&square| i32::from(self.cell(square))).sum())
    }

    fn doryen(&self) -> Doryen {
        let mut map = Doryen::new(SIDE, SIDE);
        map.transparent = self.cells.iter().map(|&cell| cell != 0).collect();
        map
    }
}

/// Clears the window round an eye, as doryen-fov leaves that to its user, and counts what is seen afterwards.
fn doryen_window(map: &mut Doryen, eye: Square, caster: &mut FovRecursiveShadowCasting) -> usize {
    let (x, y) = (eye.x as usize, eye.y as usize);
    let rows = (y - RADIUS..=y + RADIUS).map(|y| y * SIDE + x - RADIUS..y * SIDE + x + RADIUS + 1);
    for row in rows.clone() {
        map.fov[row].fill(false);
    }
    caster.compute_fov(map, x, y, RADIUS, true);
    rows.map(|row| map.fov[row].iter().filter(|&&seen| seen).count()).sum()
}

fn round<'a>(list: &'a [Square], at: &mut usize) -> &'a Square {
    *at = (*at + 1) % list.len();
    &list[*at]
}

fn grid(bench: &mut Criterion) {
    for percent in [10, 30] {
        let board = board(percent);
        for &eye in &board.eyes[..200] {
            assert_eq!(board.peer_reach(eye), reach(&board.map, &board.walker(eye)).squares.count() + 1);
        }
        for pair in board.eyes[..20].chunks(2) {
            assert_eq!(board.peer_path(pair[0], pair[1]), board.our_path(pair[0], pair[1]));
        }

        let mut group = bench.benchmark_group(format!("sight, radius 20, {percent}% walls"));
        let mut at = 0;
        group.bench_function("ours", |b| {
            b.iter(|| {
                let eye = Area::one(*round(&board.eyes, &mut at));
                black_box(visible(&board.map, &eye, RADIUS as u16, Band::Ground))
            });
        });
        let (mut map, mut caster) = (board.doryen(), FovRecursiveShadowCasting::new());
        group.bench_function("doryen-fov", |b| {
            b.iter(|| black_box(doryen_window(&mut map, *round(&board.eyes, &mut at), &mut caster)));
        });
        group.finish();

        let mut group = bench.benchmark_group(format!("reach, allowance 30, {percent}% walls"));
        group.bench_function("ours", |b| {
            b.iter(|| black_box(reach(&board.map, &board.walker(*round(&board.eyes, &mut at)))));
        });
        group.bench_function("pathfinding dijkstra_reach", |b| {
            b.iter(|| black_box(board.peer_reach(*round(&board.eyes, &mut at))));
        });
        group.finish();

        let mut group = bench.benchmark_group(format!("one path, {percent}% walls"));
        let mut ends = || (*round(&board.eyes, &mut at), *round(&board.eyes, &mut at));
        group.bench_function("ours", |b| {
            b.iter(|| {
                let (start, goal) = ends();
                black_box(board.our_path(start, goal))
            });
        });
        group.bench_function("pathfinding astar", |b| {
            b.iter(|| {
                let (start, goal) = ends();
                black_box(board.peer_path(start, goal))
            });
        });
        group.finish();
    }
}

criterion_group!(benches, grid);
criterion_main!(benches);
