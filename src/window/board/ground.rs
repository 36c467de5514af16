//! The map's ground: one quad, one texel a square, pictures of each terrain blended into their neighbours by a shader.
//!
//! Owns which picture a square shows and how its kind of ground ends beside another. Does not own walls nor marks.

use std::collections::BTreeMap;

use bevy::{
    asset::embedded_asset,
    prelude::*,
    reflect::TypePath,
    render::render_resource::{AsBindGroup, TextureFormat},
    sprite_render::Material2dPlugin,
    window::PrimaryWindow,
};

use super::{
    SQUARE,
    ink::{drawn_with, extent, squares},
    layer,
};
use crate::window::{
    art::{Art, Edge, Pixels, layers},
    settings::Settings,
    view::{Board, Table, TerrainKind},
};

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "ground.wgsl");
    app.add_plugins(Material2dPlugin::<Ground>::default()).add_systems(Update, (lay, set_contrast).chain());
}

/// The most pictures that an array texture may hold on every adapter.
const MOST_PICTURES: usize = 250;

#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
pub(super) struct Ground {
    /// Columns and rows; 1 with high contrast.
    #[uniform(0)]
    size: Vec4,
    #[texture(1, sample_type = "u_int")]
    squares: Handle<Image>,
    #[texture(2, dimension = "2d_array")]
    #[sampler(3)]
    pictures: Handle<Image>,
}

drawn_with!(Ground, "ground.wgsl");

#[derive(Component)]
struct Terrain;

/// The ground that lies there: columns and rows, each square's kind, the kinds.
type Laid = (UVec2, Vec<u8>, Vec<TerrainKind>);

/// What a sheet of ground is made with.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Grounds<'w> {
    meshes: ResMut<'w, Assets<Mesh>>,
    grounds: ResMut<'w, Assets<Ground>>,
    settings: Res<'w, Settings>,
}

fn lay(
    mut commands: Commands,
    table: Res<Table>,
    window: Single<&Window, With<PrimaryWindow>>,
    (mut art, mut images): (ResMut<Art>, ResMut<Assets<Image>>),
    mut grounds: Grounds,
    old: Query<Entity, With<Terrain>>,
    mut seen: Local<Laid>,
) {
    let board = &table.board;
    if !table.is_changed() || (seen.0 == board.size && seen.1 == board.terrain && seen.2 == board.kinds) {
        return;
    }
    *seen = (board.size, board.terrain.clone(), board.kinds.clone());
    for entity in &old {
        commands.entity(entity).despawn();
    }
    if board.size.min_element() == 0 || board.kinds.is_empty() {
        return;
    }
    // A square may be half as high as the window.
    let pixels = if window.physical_height() > 900 { 512 } else { 256 };
    let half = board.size.as_vec2() * SQUARE / 2.0;
    commands.spawn((
        Terrain,
        sheet(board, &mut art, &mut images, &mut grounds, pixels),
        Transform::from_xyz(half.x, -half.y, layer::TERRAIN),
    ));
}

/// A board's ground as one quad with its middle where it is put, drawn from pictures so many pixels wide.
pub(super) fn sheet(
    board: &Board,
    art: &mut Art,
    images: &mut Assets<Image>,
    into: &mut Grounds,
    pixels: u32,
) -> impl Bundle + use<> {
    let (looks, pictures) = pictures(board, art, pixels);
    let texels = squares(board.size, texels(board, &looks), TextureFormat::Rg8Uint);
    let contrast = f32::from(u8::from(into.settings.high_contrast));
    (
        Mesh2d(into.meshes.add(Rectangle::from_size(board.size.as_vec2() * SQUARE))),
        MeshMaterial2d(into.grounds.add(Ground {
            size: extent(board.size, contrast, 0.0),
            squares: images.add(texels),
            pictures: images.add(layers(&pictures, true)),
        })),
        Pickable::IGNORE,
    )
}

fn set_contrast(
    settings: Res<Settings>,
    sheets: Query<&MeshMaterial2d<Ground>>,
    mut grounds: ResMut<Assets<Ground>>,
) {
    let wanted = f32::from(u8::from(settings.high_contrast));
    for sheet in &sheets {
        if grounds.get(&sheet.0).is_some_and(|ground| ground.size.z != wanted)
            && let Some(mut ground) = grounds.get_mut(&sheet.0)
        {
            ground.size.z = wanted;
        }
    }
}

/// How a kind of ground is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Look {
    /// Its first picture.
    first: u8,
    /// How many drawings of it there are, from 1.
    many: u8,
    /// How it ends.
    edge: Edge,
}

/// How each kind of a board is drawn, and all the pictures: further drawings of a kind (`grass_2`, `grass_3`) lie behind
/// its first. Kinds that look alike share theirs.
fn pictures(board: &Board, art: &mut Art, pixels: u32) -> (Vec<Look>, Vec<Pixels>) {
    let mut known: BTreeMap<&str, Look> = BTreeMap::new();
    let mut pictures = Vec::new();
    let edges = art.edges();
    let looks = board.kinds.iter().map(|kind| {
        *known.entry(&kind.art).or_insert_with(|| {
            if pictures.len() >= MOST_PICTURES {
                return Look::default();
            }
            let first = u8::try_from(pictures.len()).unwrap_or(0);
            pictures.push(art.pixels(&format!("terrain/{}", kind.art), pixels));
            for n in 2..=3 {
                let name = format!("terrain/{}_{n}", kind.art);
                if pictures.len() < MOST_PICTURES && art.has_quietly(&name) {
                    pictures.push(art.pixels(&name, pixels));
                }
            }
            let many = u8::try_from(pictures.len()).unwrap_or(0) - first;
            Look { first, many, edge: edges.get(&kind.art).copied().unwrap_or_default() }
        })
    });
    let looks = looks.collect();
    // Some adapters take an array of one or of a multiple of six layers for something else.
    if (pictures.len() == 1 || pictures.len().is_multiple_of(6))
        && let Some(first) = pictures.first().cloned()
    {
        pictures.push(first);
    }
    (looks, pictures)
}

/// Bit of a texel: everything around looks like this square, nothing is to be blended.
const EVEN: u8 = 128;

/// The data texture: a square's first picture; how it ends, how many drawings there are, whether all around is alike.
fn texels(board: &Board, looks: &[Look]) -> Vec<u8> {
    let size = board.size.as_ivec2();
    let look = |x: i32, y: i32| {
        let at = IVec2::new(x, y).clamp(IVec2::ZERO, size - 1);
        let kind = board.terrain.get((at.y * size.x + at.x) as usize).copied().unwrap_or(0);
        looks.get(usize::from(kind)).copied().unwrap_or_default()
    };
    let mut texels = Vec::with_capacity((size.x * size.y * 2) as usize);
    for y in 0..size.y {
        for x in 0..size.x {
            let own = look(x, y);
            let even = (-1..=1).all(|dy| (-1..=1).all(|dx| look(x + dx, y + dy).first == own.first));
            texels.push(own.first);
            texels.push(own.edge as u8 | own.many.max(1) << 3 | if even { EVEN } else { 0 });
        }
    }
    texels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_that_look_alike_share_a_picture_and_only_borders_are_blended() {
        let kind = |art: &str, ticks| TerrainKind { art: art.into(), ticks };
        let board = Board {
            generation: 1,
            size: UVec2::new(4, 1),
            kinds: vec![kind("here", 0), kind("here", 2), kind("there", 0)],
            terrain: vec![0, 1, 1, 2],
            ..default()
        };
        let (looks, pictures) = pictures(&board, &mut Art::new(Vec::new()), 8);
        assert_eq!(looks.iter().map(|look| look.first).collect::<Vec<_>>(), [0, 0, 1]);
        assert_eq!(pictures.len(), 2);
        let texels = texels(&board, &looks);
        assert_eq!(texels.iter().step_by(2).copied().collect::<Vec<_>>(), [0, 0, 0, 1]);
        let even: Vec<bool> = texels.iter().skip(1).step_by(2).map(|bits| bits & EVEN > 0).collect();
        assert_eq!(even, [true, true, false, false]);
    }
}
