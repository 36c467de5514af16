//! Sight and reach on the largest board beside what a user of the ecosystem would take: doryen-fov's recursive
//! shadow casting for sight, `pathfinding::dijkstra_reach` and `astar` for reach and paths.
//!
//! The same boards, eyes and movers on both sides of each pair. Reach is checked to find the same squares before it
//! is timed; sight cannot be, as doryen-fov answers by an approximate rule and ours by exact lines.
//!
//! At its end it prints one table of ratios, ours and the peer timed by turns in many short rounds, which criterion's
//! single figures are not. `cargo bench --bench grid -- ratios` prints the table alone, as no single figure has that
//! name. A path must cost as much as the peer's.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a bench whose own set-up is wrong has nothing to measure"
)]
#![allow(clippy::print_stdout, reason = "the table is what a bench is run for")]

use std::{env, hint::black_box, time::Instant};

use criterion::{Criterion, criterion_group};
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
            (cost != 0 && !(dir.eighths() % 2 == 1 && corner)).then_some((to, i32::from(cost)))
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

/// Rounds of the table: in each one ours and the peer answer the same questions, one after the other.
const ROUNDS: usize = 41;

/// Microseconds that one of so many calls takes.
fn timed(calls: usize, work: &mut dyn FnMut()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64() * 1e6 / calls as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Prints one row: medians over the rounds, what the peer takes for each of ours, and what it should be.
fn row(job: &str, goal: f64, calls: usize, ours: &mut dyn FnMut(), peer: &mut dyn FnMut()) {
    let rounds = (0..ROUNDS).map(|_| (timed(calls, ours), timed(calls, peer)));
    let (own, others): (Vec<f64>, Vec<f64>) = rounds.unzip();
    let (own, other) = (median(own), median(others));
    println!("{job:<34} {own:>9.2} us {other:>9.2} us {:>7.2} x  {goal:>5.1} x", other / own);
}

/// The table of ratios: every job on both boards, with the goals of `anchors/performance.md`, section 4.
fn ratios() {
    println!("{:<34} {:>12} {:>12} {:>9}  {:>7}", "job", "ours", "peer", "ratio", "goal");
    for (percent, [sight, walks, one]) in [(10, [2.5, 15.0, 3.0]), (30, [2.0, 15.0, 2.5])] {
        let board = board(percent);
        let (eyes, few) = (&board.eyes[..], &board.eyes[..100]);
        let (mut map, mut caster) = (board.doryen(), FovRecursiveShadowCasting::new());
        for pair in few.windows(2) {
            assert_eq!(board.peer_path(pair[0], pair[1]), board.our_path(pair[0], pair[1]));
        }
        row(
            &format!("sight, radius 20, {percent}% walls"),
            sight,
            eyes.len(),
            &mut || {
                for &eye in eyes {
                    black_box(visible(&board.map, &Area::one(eye), RADIUS as u16, Band::Ground));
                }
            },
            &mut || {
                for &eye in eyes {
                    black_box(doryen_window(&mut map, eye, &mut caster));
                }
            },
        );
        row(
            &format!("reach, allowance {BUDGET}, {percent}% walls"),
            walks,
            few.len(),
            &mut || {
                for &eye in few {
                    black_box(reach(&board.map, &board.walker(eye)));
                }
            },
            &mut || {
                for &eye in few {
                    black_box(board.peer_reach(eye));
                }
            },
        );
        row(
            &format!("one path, {percent}% walls"),
            one,
            few.len() - 1,
            &mut || {
                for pair in few.windows(2) {
                    black_box(board.our_path(pair[0], pair[1]));
                }
            },
            &mut || {
                for pair in few.windows(2) {
                    black_box(board.peer_path(pair[0], pair[1]));
                }
            },
        );
    }
}

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
    if !env::args().any(|arg| arg == "--test" || arg == "--list") {
        ratios();
    }
}
