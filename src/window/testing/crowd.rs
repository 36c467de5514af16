//! The heaviest board there may be (256×256 squares, 500 counters, every overlay), and what a frame of it costs.

use bevy::window::PresentMode;

use crate::saves::file;
use crate::window::prelude::*;

/// Squares along each side.
pub const SIDE: u32 = 256;
/// Units on them.
pub const UNITS: u32 = 500;
/// Frames that pass before the clock starts.
const BEFORE: u32 = 30;

/// Measures frames and ends the program: the medians are written into a file as two numbers, milliseconds by the wall
/// and milliseconds of processor time (0 where that is not known).
#[derive(Resource, Clone, Debug)]
pub struct FrameClock {
    /// How many frames.
    pub frames: u32,
    /// The file.
    pub report: PathBuf,
    seen: u32,
    wall: Vec<f64>,
    begun: f64,
}

impl FrameClock {
    /// A clock for so many frames.
    pub fn new(frames: u32, report: PathBuf) -> Self {
        Self { frames, report, seen: 0, wall: Vec::new(), begun: 0.0 }
    }
}

/// The plugin of the clock: it runs once there is a [`FrameClock`].
pub fn clock(app: &mut App) {
    app.add_systems(Last, tick.run_if(resource_exists::<FrameClock>));
}

fn tick(
    mut clock: ResMut<FrameClock>,
    time: Res<Time<Real>>,
    mut cameras: Query<&mut Transform, With<MainCamera>>,
    mut windows: Query<&mut Window>,
    mut exit: MessageWriter<AppExit>,
) {
    clock.seen += 1;
    for mut window in &mut windows {
        if window.present_mode != PresentMode::AutoNoVsync {
            window.present_mode = PresentMode::AutoNoVsync;
        }
    }
    // The view always moves.
    let way = if clock.seen % 40 < 20 { 3.0 } else { -3.0 };
    for mut camera in &mut cameras {
        camera.translation.x += way;
    }
    if clock.seen == BEFORE {
        clock.begun = processor();
    }
    if clock.seen <= BEFORE {
        return;
    }
    clock.wall.push(time.delta_secs_f64() * 1000.0);
    if clock.seen < BEFORE + clock.frames {
        return;
    }
    clock.wall.sort_by(f64::total_cmp);
    let wall = clock.wall.get(clock.wall.len() / 2).copied().unwrap_or(0.0);
    let own = (processor() - clock.begun) * 1000.0 / f64::from(clock.frames.max(1));
    let told = format!("{wall:.3} {own:.3}\n");
    if let Err(error) = file::write(&clock.report, told.as_bytes(), file::Keep::Nothing) {
        error!("{error}");
    }
    exit.write(AppExit::Success);
}

/// Processor time of the whole process so far, in seconds; 0 where it cannot be read.
fn processor() -> f64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/stat") else { return 0.0 };
    // After the name in brackets; ticks are hundredths of a second.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |n: usize| fields.get(n).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

const GROUND: [&str; 6] = ["grass", "road", "water", "sand", "mud", "floor"];
const UNIT: [&str; 4] = ["archer", "captain", "shieldbearer", "spearman"];
const BADGES: [&str; 3] = ["prone", "crouched", "aiming"];

/// Lays the heaviest board on a table.
pub fn lay(table: &mut Table) {
    let count = SIDE * SIDE;
    let at = |n: u32| IVec2::new((n % SIDE).cast_signed(), (n / SIDE).cast_signed());
    // Patches of terrain, eight squares wide.
    let patch = |n: u32| (n % SIDE / 8 * 7 + n / SIDE / 8 * 13) % 6;
    table.board = Board {
        generation: table.board.generation + 1,
        size: UVec2::splat(SIDE),
        kinds: (0..).zip(GROUND).map(|(n, art)| TerrainKind { art: art.to_owned(), ticks: n % 3 }).collect(),
        terrain: (0..count).map(|n| u8::try_from(patch(n)).unwrap_or(0)).collect(),
        height: (0..count).map(|n| i8::try_from(n / SIDE / 16 % 3).unwrap_or(0)).collect(),
        barriers: (0..count)
            .step_by(37)
            .map(|n| DrawnBarrier { place: BarrierPlace::Right(at(n)), kind: BarrierKind::Wall })
            .collect(),
    };
    table.counters = (0..UNITS).map(|n| counter(n, at(n * 131 % count))).collect();
    let marks = |n: u32| {
        let sight = match n / SIDE / 32 % 4 {
            0 => mark::DARK,
            1 if n % SIDE > 200 => mark::DARK | mark::UNKNOWN,
            _ => 0,
        };
        let ground = match n % SIDE / 32 % 3 {
            0 => mark::REACH | mark::PROVOKES,
            1 => mark::FAR | mark::THREAT | mark::STRIKE,
            _ => mark::STRIKE | mark::MORE | mark::AREA | mark::COVERED,
        };
        sight | ground | if n.is_multiple_of(11) { mark::TARGET } else { 0 }
    };
    let sector = |n: u32| Sector {
        middle: Vec2::splat(20.0 + n as f32 * 24.0),
        facing: n as f32,
        degrees: 90.0,
        from: 1.0,
        to: 20.0,
        side: n as usize % 4,
        idle: n % 2 == 1,
    };
    table.overlay = Overlay {
        marks: (0..count).map(marks).collect(),
        path: (0..200).map(|n| IVec2::new(n + 20, 128)).collect(),
        notes: (0..12).map(note).collect(),
        increments: (0..count).map(|n| u8::try_from(n % SIDE / 8 % 4).unwrap_or(0)).collect(),
        arcs: (0..8).map(sector).collect(),
        ..Overlay::default()
    };
    table.air = Air {
        smoke: (0..count).map(|n| u8::try_from(n / 8 % 3).unwrap_or(0)).collect(),
        dark: (0..count).map(|n| u8::try_from(n / SIDE / 20 % 3).unwrap_or(0)).collect(),
        fire: (0..count).map(|n| if n % 97 == 0 { 2 } else { 0 }).collect(),
        weather: true,
    };
}

fn note(n: i32) -> Note {
    Note { at: IVec2::new(20 * n, 127), text: format!("{n} of 12"), weight: Weight::Way, ..default() }
}

fn counter(n: u32, at: At) -> Counter {
    Counter {
        unit: n,
        name: format!("unit {n}"),
        side: n as usize % 4,
        art: UNIT[n as usize % UNIT.len()].to_owned(),
        at,
        size: UVec2::ONE,
        facing: u8::try_from(n % 8).ok(),
        vitality: (n % 30).cast_signed(),
        whole: 30,
        death: -30,
        points: (n % 4, 3),
        off_points: (n % 3, 2),
        conditions: BADGES.iter().take(n as usize % 4).map(|id| (*id).to_owned()).collect(),
        count: Some((n % 40).cast_signed()),
        ..Counter::default()
    }
}
