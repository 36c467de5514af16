//! The map's terrain as a tile map: one tile entity a square, pictures blended softly into their neighbours.
//!
//! Each different surrounding of a square becomes one layer of an array texture with mip levels, so that the map is
//! crisp from one square to two hundred and fifty-six.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

use super::{SQUARE, layer};
use crate::window::{
    art::{Art, Pixels, layers},
    view::{Board, Table},
};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(TilemapPlugin).add_systems(Update, lay);
}

/// The most squares a side that are drawn as tiles.
pub const MOST: u32 = 256;

/// The most layers that an array texture may have on every adapter.
const MOST_LAYERS: usize = 250;

/// A square and its eight neighbours, as kinds of terrain: own first, then clockwise from up.
type Surrounding = [u8; 9];

#[derive(Component)]
struct Terrain;

fn lay(
    mut commands: Commands,
    table: Res<Table>,
    mut art: ResMut<Art>,
    mut images: ResMut<Assets<Image>>,
    old: Query<Entity, With<Terrain>>,
    mut seen: Local<(UVec2, Vec<u8>)>,
) {
    let board = &table.board;
    if !table.is_changed() || (seen.0 == board.size && seen.1 == board.terrain) {
        return;
    }
    *seen = (board.size, board.terrain.clone());
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let size = board.size.min(UVec2::splat(MOST));
    if size.min_element() == 0 || board.kinds.is_empty() {
        return;
    }

    let (indices, distinct) = surroundings(board, size);
    let pixels = match distinct.len() {
        0..=24 => 256,
        25..=128 => 128,
        _ => 64,
    };
    let pictures: Vec<Pixels> =
        board.kinds.iter().map(|k| art.pixels(&format!("terrain/{}", k.art), pixels)).collect();
    let mut tiles: Vec<Pixels> = distinct.iter().map(|s| blend(s, &pictures)).collect();
    let variants = variants(board, &distinct, &mut art, pixels, &mut tiles);
    // Some adapters take an array of one or of a multiple of six layers for something else.
    if (tiles.len() == 1 || tiles.len().is_multiple_of(6))
        && let Some(first) = tiles.first().cloned()
    {
        tiles.push(first);
    }
    let texture = TilemapTexture::TextureContainer(images.add(layers(&tiles, true)));

    let map = commands.spawn(Terrain).id();
    let map_size = TilemapSize::new(size.x, size.y);
    let mut storage = TileStorage::empty(map_size);
    for row in 0..size.y {
        for column in 0..size.x {
            // Rows of the tile map count from the bottom.
            let position = TilePos::new(column, size.y - 1 - row);
            let tile = commands
                .spawn((
                    Terrain,
                    TileBundle {
                        position,
                        tilemap_id: TilemapId(map),
                        texture_index: TileTextureIndex(vary(
                            &variants,
                            indices[(row * size.x + column) as usize],
                            UVec2::new(column, row),
                        )),
                        ..default()
                    },
                ))
                .id();
            storage.set(&position, tile);
        }
    }
    // The pictures may be finer than the squares are wide: an array texture is laid over a tile of any size.
    let tile_size = TilemapTileSize::new(SQUARE, SQUARE);
    commands.entity(map).insert(TilemapBundle {
        size: map_size,
        storage,
        texture,
        tile_size,
        grid_size: tile_size.into(),
        transform: Transform::from_xyz(0.5 * SQUARE, (0.5 - size.y as f32) * SQUARE, layer::TERRAIN),
        ..default()
    });
}

/// For each layer that shows one terrain alone, the further layers with other drawings of it (`grass_2`, `grass_3`).
fn variants(
    board: &Board,
    distinct: &[Surrounding],
    art: &mut Art,
    pixels: u32,
    tiles: &mut Vec<Pixels>,
) -> BTreeMap<u32, Vec<u32>> {
    let mut variants = BTreeMap::new();
    for (layer, surrounding) in (0..).zip(distinct) {
        if surrounding.iter().any(|kind| *kind != surrounding[0]) {
            continue;
        }
        let Some(kind) = board.kinds.get(usize::from(surrounding[0])) else { continue };
        let mut others = vec![layer];
        for n in 2..=3 {
            let name = format!("terrain/{}_{n}", kind.art);
            if tiles.len() < MOST_LAYERS && art.has_quietly(&name) {
                others.push(tiles.len() as u32);
                let picture = art.pixels(&name, pixels);
                tiles.push(blend(&[0; 9], std::slice::from_ref(&picture)));
            }
        }
        if others.len() > 1 {
            variants.insert(layer, others);
        }
    }
    variants
}

/// The layer of a square: of those that show the same, one by its place.
fn vary(variants: &BTreeMap<u32, Vec<u32>>, layer: u32, at: UVec2) -> u32 {
    match variants.get(&layer) {
        Some(others) => {
            let mut h = at.x.wrapping_mul(0x9E37_79B1) ^ at.y.wrapping_mul(0x85EB_CA77);
            h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
            others[((h >> 9) as usize) % others.len()]
        }
        None => layer,
    }
}

/// For each square the number of its surrounding, and the different surroundings. If there are too many, corners are
/// left out, then the neighbours of what is rare.
fn surroundings(board: &Board, size: UVec2) -> (Vec<u32>, Vec<Surrounding>) {
    const AROUND: [IVec2; 8] = [
        IVec2::new(0, -1),
        IVec2::new(1, -1),
        IVec2::new(1, 0),
        IVec2::new(1, 1),
        IVec2::new(0, 1),
        IVec2::new(-1, 1),
        IVec2::new(-1, 0),
        IVec2::new(-1, -1),
    ];
    let last = board.kinds.len().saturating_sub(1) as u8;
    let kind = |at: IVec2| {
        let inside = at.cmpge(IVec2::ZERO).all() && at.x < size.x as i32 && at.y < size.y as i32;
        let index = (at.y.max(0) as u32 * board.size.x + at.x.max(0) as u32) as usize;
        inside.then(|| board.terrain.get(index).copied().unwrap_or(0).min(last))
    };
    let around = |step: usize| -> Vec<Surrounding> {
        let mut all = Vec::with_capacity((size.x * size.y) as usize);
        for y in 0..size.y as i32 {
            for x in 0..size.x as i32 {
                let own = kind(IVec2::new(x, y)).unwrap_or(0);
                let mut surrounding = [own; 9];
                for n in (0..8).step_by(step) {
                    surrounding[n + 1] = kind(IVec2::new(x, y) + AROUND[n]).unwrap_or(own);
                }
                all.push(surrounding);
            }
        }
        all
    };
    let mut all = around(1);
    if different(&all) > MOST_LAYERS {
        all = around(2);
    }
    keep_most_frequent(&mut all, MOST_LAYERS);
    let mut known: BTreeMap<Surrounding, u32> = BTreeMap::new();
    let mut distinct = Vec::new();
    let indices = all
        .into_iter()
        .map(|surrounding| {
            *known.entry(surrounding).or_insert_with(|| {
                distinct.push(surrounding);
                distinct.len() as u32 - 1
            })
        })
        .collect();
    (indices, distinct)
}

fn different(all: &[Surrounding]) -> usize {
    all.iter().collect::<BTreeSet<_>>().len()
}

/// Leaves at most `most` different surroundings: the rare ones lose their neighbours and show only themselves.
fn keep_most_frequent(all: &mut [Surrounding], most: usize) {
    if different(all) <= most {
        return;
    }
    let mut counts: BTreeMap<Surrounding, usize> = BTreeMap::new();
    let mut kinds = BTreeSet::new();
    for surrounding in all.iter() {
        *counts.entry(*surrounding).or_default() += 1;
        kinds.insert(surrounding[0]);
    }
    let mut ranked: Vec<(usize, Surrounding)> = counts.into_iter().map(|(s, n)| (n, s)).collect();
    ranked.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let kept: BTreeSet<Surrounding> =
        ranked.into_iter().take(most.saturating_sub(kinds.len())).map(|(_, s)| s).collect();
    for surrounding in all.iter_mut() {
        if !kept.contains(surrounding) {
            *surrounding = [surrounding[0]; 9];
        }
    }
}

/// How far a neighbour reaches into a square, in squares.
const SOFT: f32 = 0.20;

/// The picture of a square, its own terrain giving way to its neighbours' towards its edges; half of each on the edge
/// itself, so that two squares meet in the same colour.
fn blend(surrounding: &Surrounding, pictures: &[Pixels]) -> Pixels {
    let own = &pictures[usize::from(surrounding[0])];
    let mut out = own.clone();
    let size = own.size;
    let paper = [0xf1, 0xe7, 0xce];
    for y in 0..size {
        for x in 0..size {
            let (fx, fy) = ((x as f32 + 0.5) / size as f32, (y as f32 + 0.5) / size as f32);
            let ragged = 0.55 + 0.45 * noise(fx * 9.0, fy * 9.0);
            // Distance to each of the eight neighbours, clockwise from up.
            let (l, r, t, b) = (fx, 1.0 - fx, fy, 1.0 - fy);
            let distance = [t, t.max(r), r, r.max(b), b, b.max(l), l, l.max(t)];
            let mut other: Option<(u8, f32)> = None;
            for (n, d) in distance.into_iter().enumerate() {
                let kind = surrounding[n + 1];
                if kind == surrounding[0] {
                    continue;
                }
                let weight = 0.5 * (1.0 - d / (SOFT * ragged)).clamp(0.0, 1.0);
                if weight > other.map_or(0.0, |o| o.1) {
                    other = Some((kind, weight));
                }
            }
            let start = ((y * size + x) * 4) as usize;
            let mut colour = on_paper(&own.rgba[start..start + 4], paper);
            if let Some((kind, weight)) = other {
                let theirs = on_paper(&pictures[usize::from(kind)].rgba[start..start + 4], paper);
                for (mine, theirs) in colour.iter_mut().zip(theirs) {
                    *mine += (theirs - *mine) * weight;
                }
            }
            for (channel, value) in colour.into_iter().enumerate() {
                out.rgba[start + channel] = value.round().clamp(0.0, 255.0) as u8;
            }
            out.rgba[start + 3] = 255;
        }
    }
    out
}

fn on_paper(pixel: &[u8], paper: [u8; 3]) -> [f32; 3] {
    let alpha = f32::from(pixel[3]) / 255.0;
    [0, 1, 2].map(|n| f32::from(pixel[n]) * alpha + f32::from(paper[n]) * (1.0 - alpha))
}

/// Smooth noise between 0 and 1.
fn noise(x: f32, y: f32) -> f32 {
    let cell = |x: i32, y: i32| {
        let mut h = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77);
        h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
        ((h ^ (h >> 13)) & 0xffff) as f32 / 65535.0
    };
    let (ix, iy) = (x.floor() as i32, y.floor() as i32);
    let (fx, fy) = (x - x.floor(), y - y.floor());
    let (ux, uy) = (fx * fx * (3.0 - 2.0 * fx), fy * fy * (3.0 - 2.0 * fy));
    let top = cell(ix, iy) + (cell(ix + 1, iy) - cell(ix, iy)) * ux;
    let bottom = cell(ix, iy + 1) + (cell(ix + 1, iy + 1) - cell(ix, iy + 1)) * ux;
    top + (bottom - top) * uy
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::view::TerrainKind;

    fn board(size: UVec2, terrain: Vec<u8>, kinds: usize) -> Board {
        Board { generation: 1, size, kinds: vec![TerrainKind::default(); kinds], terrain, ..default() }
    }

    #[test]
    fn an_even_map_needs_one_picture() {
        let (indices, distinct) = surroundings(&board(UVec2::new(5, 4), vec![0; 20], 1), UVec2::new(5, 4));
        assert_eq!(distinct.len(), 1);
        assert_eq!(indices, vec![0; 20]);
    }

    #[test]
    fn a_wild_map_never_needs_more_than_an_array_holds() {
        let size = UVec2::splat(MOST);
        let mut state = 7_u32;
        let terrain = (0..size.x * size.y)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8 % 6
            })
            .collect();
        let (indices, distinct) = surroundings(&board(size, terrain, 6), size);
        assert!(distinct.len() <= MOST_LAYERS);
        assert_eq!(indices.len(), (size.x * size.y) as usize);
    }

    #[test]
    fn neighbours_meet_in_the_same_colour() {
        let flat = |value: u8| Pixels { size: 32, rgba: [value, value, value, 255].repeat(32 * 32) };
        let pictures = [flat(0), flat(200)];
        let mut left = [0; 9];
        left[3] = 1;
        let mut right = [1; 9];
        right[7] = 0;
        let (left, right) = (blend(&left, &pictures), blend(&right, &pictures));
        for row in 0..32 {
            let a = i32::from(left.rgba[(row * 32 + 31) * 4]);
            let b = i32::from(right.rgba[row * 32 * 4]);
            assert!((a - b).abs() <= 60, "row {row}: {a} beside {b}");
        }
        assert_eq!(left.rgba[(16 * 32 + 4) * 4], 0, "far from the edge nothing changes");
    }
}
