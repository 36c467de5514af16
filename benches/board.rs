//! What a frame of the heaviest board costs (256×256 squares, 500 units, every overlay, the panels), beside
//! bevy_ecs_tilemap's own bench scene at that size and Bevy's `many_sprites`, in one run, each in a window of its own.
//! These draw as they come, with four samples a pixel, the board with one: `--one-sample` draws them with one, too. What a
//! window in which nothing is costs stands beside them.
//!
//! `cargo bench --bench board` needs a display and a graphics driver; `-- FRAMES ROUNDS` sets how long, `--size=3840x2160`
//! how large. `--offscreen` draws in images in place of windows, and waits for the graphics card in each frame: so it runs
//! without a display; `--picture=FOLDER` then keeps a picture of the board. The medians of the rounds are printed, with what
//! the board costs for each millisecond of its dearer peer. Software drivers draw on the processor: figures from one say
//! nothing of a graphics card.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a bench prints, and may fail")]

use std::{path::PathBuf, process::Command};

use bevy::{
    asset::RenderAssetUsages,
    image::ImageSampler,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
    window::PresentMode,
};
use bevy_ecs_tilemap::prelude::*;
use threat_range_window::window::{
    FrameClock, PROBE_ARGUMENT, ScriptStep, WindowOptions, answer_probe, frame_clock, offscreen, run,
};

const SIDE: u32 = 256;
/// Sprites along each side, as in `many_sprites`.
const SPRITES: u32 = 320;
const SCENES: [&str; 4] = ["board", "tilemap", "sprites", "nothing"];
/// Pixels of the screen for a pixel of the map: as it is played, and the whole map at once.
const ZOOMS: [(&str, f32); 2] = [("near", 1.0), ("whole", 0.04)];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    // The board asks its own program whether a window can be opened.
    if arguments.iter().any(|argument| argument == PROBE_ARGUMENT) {
        std::process::exit(answer_probe().into());
    }
    if arguments.get(1).is_some_and(|first| first == "--scene") {
        let number = |n: usize| arguments.get(n).and_then(|text| text.parse::<f32>().ok()).expect("a number");
        let report = PathBuf::from(arguments.get(5).expect("a file"));
        scene(&arguments[2], number(3), number(4) as u32, report, &Drawn::read(&arguments));
        return;
    }
    let drawn = Drawn::read(&arguments);
    let numbers: Vec<u32> = arguments.iter().filter_map(|text| text.parse().ok()).collect();
    let (frames, rounds) = (numbers.first().copied().unwrap_or(120), numbers.get(1).copied().unwrap_or(3));
    let (width, height) = drawn.size;
    println!("medians of {rounds} rounds of {frames} frames, {width} by {height} pixels");
    println!("{:8} {:8} {:>12} {:>12}", "view", "scene", "wall ms", "processor ms");
    for (view, zoom) in ZOOMS {
        let costs = SCENES.map(|name| {
            let mut walls = Vec::new();
            let mut own = Vec::new();
            for _ in 0..rounds {
                let (wall, processor) = measured(name, zoom, frames, &drawn.told);
                walls.push(wall);
                own.push(processor);
            }
            (median(walls), median(own))
        });
        for (name, (wall, processor)) in SCENES.iter().zip(&costs) {
            println!("{view:8} {name:8} {wall:12.2} {processor:12.2}");
        }
        let [board, tilemap, sprites, _] = costs;
        println!(
            "{view:8} the board costs {:.2} of the dearer peer by the wall, {:.2} of the processor",
            board.0 / tilemap.0.max(sprites.0),
            board.1 / tilemap.1.max(sprites.1)
        );
    }
}

/// Where and how large is drawn.
struct Drawn {
    size: (u32, u32),
    offscreen: bool,
    picture: Option<PathBuf>,
    one_sample: bool,
    /// The arguments that say so.
    told: Vec<String>,
}

impl Drawn {
    fn read(arguments: &[String]) -> Self {
        let after = |name: &str| arguments.iter().find_map(|argument| argument.strip_prefix(name));
        let size = after("--size=").map(|size| {
            let (width, height) = size.split_once('x').expect("--size=WIDTHxHEIGHT");
            (width.parse().expect("a width"), height.parse().expect("a height"))
        });
        let told = |argument: &&String| {
            ["--size=", "--offscreen", "--picture=", "--one-sample"]
                .iter()
                .any(|name| argument.starts_with(name))
        };
        Self {
            size: size.unwrap_or((1280, 720)),
            offscreen: arguments.iter().any(|argument| argument == "--offscreen"),
            picture: after("--picture=").map(PathBuf::from),
            one_sample: arguments.iter().any(|argument| argument == "--one-sample"),
            told: arguments.iter().filter(told).cloned().collect(),
        }
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// One round of a scene in a process of its own: milliseconds a frame by the wall and of the processor.
fn measured(name: &str, zoom: f32, frames: u32, drawn: &[String]) -> (f64, f64) {
    let report = tempfile::NamedTempFile::new().expect("a temporary file");
    let status = Command::new(std::env::current_exe().expect("the bench's own path"))
        .args(["--scene", name, &zoom.to_string(), &frames.to_string()])
        .arg(report.path())
        .args(drawn)
        .status()
        .expect("the scene is started");
    assert!(status.success(), "{name}: {status}");
    let text = std::fs::read_to_string(report.path()).expect("a report");
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers.as_slice() {
        [wall, processor] => (*wall, *processor),
        _ => panic!("{name} reports \"{text}\""),
    }
}

fn scene(name: &str, zoom: f32, frames: u32, report: PathBuf, drawn: &Drawn) {
    if name == "board" {
        let assets = PathBuf::from(threat_range_base::CHECKOUT).join("assets");
        let mut script = vec![ScriptStep::Crowd(zoom, frames, report)];
        if let Some(folder) = &drawn.picture {
            script.push(ScriptStep::Shot(folder.join(format!("board-{zoom}.png"))));
        }
        let Drawn { size, offscreen, .. } = *drawn;
        let options =
            WindowOptions { assets: vec![assets], size, script, offscreen, ..WindowOptions::default() };
        run(options).expect("the window opens");
        return;
    }
    let window =
        Window { resolution: drawn.size.into(), present_mode: PresentMode::AutoNoVsync, ..default() };
    let mut app = App::new();
    let samples = if drawn.one_sample { Msaa::Off } else { Msaa::default() };
    let plugins = DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() });
    app.add_plugins(if drawn.offscreen { offscreen(plugins) } else { plugins })
        .add_plugins((TilemapPlugin, frame_clock))
        .insert_resource(FrameClock::new(frames, report))
        .add_systems(Startup, move |mut commands: Commands| {
            let view = OrthographicProjection { scale: 1.0 / zoom, ..OrthographicProjection::default_2d() };
            commands.spawn((Camera2d, samples, Projection::Orthographic(view)));
        });
    match name {
        "tilemap" => app.add_systems(Startup, tilemap),
        "sprites" => app.add_systems(Startup, sprites),
        _ => &mut app,
    };
    app.run();
}

fn texture(images: &mut Assets<Image>) -> Handle<Image> {
    let texels =
        (0..64_u32 * 64).flat_map(|n| [60 + (n % 64) as u8, 160, 60 + (n / 64) as u8, 255]).collect();
    let extent = Extent3d { width: 64, height: 64, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = Image::new(extent, TextureDimension::D2, texels, format, RenderAssetUsages::all());
    image.sampler = ImageSampler::nearest();
    images.add(image)
}

/// The scene of bevy_ecs_tilemap's example `bench`, with our number of tiles.
fn tilemap(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let size = TilemapSize { x: SIDE, y: SIDE };
    let mut storage = TileStorage::empty(size);
    let map = commands.spawn_empty().id();
    fill_tilemap(TileTextureIndex(0), size, TilemapId(map), &mut commands, &mut storage);
    let tile_size = TilemapTileSize { x: 64.0, y: 64.0 };
    commands.entity(map).insert(TilemapBundle {
        grid_size: tile_size.into(),
        map_type: TilemapType::default(),
        size,
        storage,
        texture: TilemapTexture::Single(texture(&mut images)),
        tile_size,
        anchor: TilemapAnchor::Center,
        render_settings: TilemapRenderSettings { render_chunk_size: UVec2::splat(256), ..default() },
        ..default()
    });
}

/// The scene of Bevy's `many_sprites`: sprites of all sizes and turns.
fn sprites(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let image = texture(&mut images);
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 16_777_216.0
    };
    let half = SPRITES as f32 / 2.0;
    let all: Vec<_> = (0..SPRITES * SPRITES)
        .map(|n| {
            let at = Vec2::new((n % SPRITES) as f32 - half, (n / SPRITES) as f32 - half) * 64.0;
            let turn = Quat::from_rotation_z(next() * std::f32::consts::TAU);
            let scale = Vec3::splat(next() * 2.0);
            let place = at.extend(next());
            (
                Sprite { image: image.clone(), custom_size: Some(Vec2::splat(64.0)), ..default() },
                Transform { translation: place, rotation: turn, scale },
            )
        })
        .collect();
    commands.spawn_batch(all);
}
