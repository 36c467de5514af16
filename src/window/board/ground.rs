//! The map's ground: a tilemap of bevy_ecs_tilemap, an entity a square, whose material blends the pictures of each
//! terrain into its neighbours'.
//!
//! Owns which picture a square shows and how its kind of ground ends beside another. Does not own walls nor marks.

use std::collections::BTreeMap;

use bevy::{
    asset::embedded_asset,
    ecs::system::{StaticSystemParam, SystemParam},
    prelude::*,
    reflect::TypePath,
    render::{
        Render, RenderApp, RenderSystems,
        render_asset::{
            ExtractedAssets, PrepareNextFrameAssets, RenderAsset, RenderAssetBytesPerFrameLimiter,
            RenderAssets, prepare_assets,
        },
        render_resource::{AsBindGroup, TextureFormat},
        texture::GpuImage,
    },
    shader::ShaderRef,
    window::PrimaryWindow,
};
use bevy_ecs_tilemap::prelude::{
    MaterialTilemap, MaterialTilemapBundle, MaterialTilemapHandle, MaterialTilemapPlugin, TileBundle,
    TilePos, TileStorage, TileTextureIndex, TilemapAnchor, TilemapId, TilemapPlugin, TilemapRenderSettings,
    TilemapSize, TilemapTexture, TilemapTileSize,
};

use super::{
    SQUARE,
    ink::{extent, squares},
    layer,
};
use crate::window::{
    art::{Art, Edge, Pixels, layers},
    settings::Settings,
    view::{Board, Table, TerrainKind},
};

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "ground.wgsl");
    app.add_plugins((TilemapPlugin, MaterialTilemapPlugin::<Ground>::default()))
        .init_resource::<Blank>()
        .add_systems(Update, (lay, set_contrast).chain());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        let early = images_first.after(RenderSystems::ExtractCommands).before(RenderSystems::PrepareAssets);
        render.add_systems(Render, early);
    }
}

/// The most pictures that an array texture may hold on every adapter.
const MOST_PICTURES: usize = 250;

/// Squares along each side of what is drawn at once. What of these is out of view costs nothing.
const CHUNK: u32 = 32;

#[derive(Asset, AsBindGroup, TypePath, Clone, Debug, Default)]
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

impl MaterialTilemap for Ground {
    fn fragment_shader() -> ShaderRef {
        "embedded://threat_range_window/window/board/ground.wgsl".into()
    }
}

/// The picture that every tilemap names as its own. The tilemap's plugin keeps such a picture on the graphics card
/// until the program ends, so those of a board belong to its material, with which they go.
#[derive(Resource)]
pub(super) struct Blank(Handle<Image>);

impl FromWorld for Blank {
    fn from_world(world: &mut World) -> Self {
        let pixel = Pixels { size: 1, rgba: vec![255; 4] };
        Self(world.resource_mut::<Assets<Image>>().add(layers(&[pixel.clone(), pixel], true)))
    }
}

/// Sends pictures to the graphics card before anything that is drawn with them is made ready. The tilemap's plugin
/// states no such order: without it a board could appear a frame late.
fn images_first(
    extracted: ResMut<ExtractedAssets<GpuImage>>,
    images: ResMut<RenderAssets<GpuImage>>,
    later: ResMut<PrepareNextFrameAssets<GpuImage>>,
    with: StaticSystemParam<<GpuImage as RenderAsset>::Param>,
    budget: Res<RenderAssetBytesPerFrameLimiter>,
) {
    prepare_assets::<GpuImage>(extracted, images, later, with, budget);
}

/// The tilemap of the battle's board, with how each kind of ground is drawn on it.
#[derive(Component)]
struct Terrain(Vec<Look>);

/// The ground that lies there: columns and rows, each square's kind, the kinds.
type Laid = (UVec2, Vec<u8>, Vec<TerrainKind>);

/// What a sheet of ground is made with.
#[derive(SystemParam)]
pub struct Grounds<'w> {
    grounds: ResMut<'w, Assets<Ground>>,
    settings: Res<'w, Settings>,
    blank: Res<'w, Blank>,
}

/// The board's tilemap and all tiles.
#[derive(SystemParam)]
struct Maps<'w, 's> {
    laid: Query<
        'w,
        's,
        (Entity, &'static Terrain, &'static TileStorage, &'static MaterialTilemapHandle<Ground>),
    >,
    tiles: Query<'w, 's, &'static mut TileTextureIndex>,
}

fn lay(
    mut commands: Commands,
    table: Res<Table>,
    window: Single<&Window, With<PrimaryWindow>>,
    (mut art, mut images): (ResMut<Art>, ResMut<Assets<Image>>),
    mut grounds: Grounds,
    mut maps: Maps,
    mut seen: Local<Laid>,
) {
    let board = &table.board;
    if !table.is_changed() || (seen.0 == board.size && seen.1 == board.terrain && seen.2 == board.kinds) {
        return;
    }
    let alike = seen.0 == board.size && seen.2 == board.kinds;
    *seen = (board.size, board.terrain.clone(), board.kinds.clone());
    if alike && let Ok((_, terrain, storage, material)) = maps.laid.single() {
        // Only the squares that are another ground now, and those beside them.
        let texels = texels(board, &terrain.0);
        for (n, texel) in texels.iter().enumerate() {
            if let Some(tile) = storage.checked_get(&place(n, board.size))
                && let Ok(mut own) = maps.tiles.get_mut(tile)
            {
                own.set_if_neq(index(*texel));
            }
        }
        if let Some(mut ground) = grounds.grounds.get_mut(&material.0) {
            ground.squares = images.add(image(board.size, &texels));
        }
        return;
    }
    for (map, ..) in &maps.laid {
        commands.entity(map).despawn();
    }
    if board.size.min_element() == 0 || board.kinds.is_empty() {
        return;
    }
    // A square may be half as high as the window.
    let pixels = if window.physical_height() > 900 { 512 } else { 256 };
    let half = board.size.as_vec2() * SQUARE / 2.0;
    let sheet = sheet(board, &mut art, &mut images, &mut grounds, pixels);
    let terrain = Terrain(sheet.looks.clone());
    sheet.lay(&mut commands.spawn(terrain), Transform::from_xyz(half.x, -half.y, layer::TERRAIN));
}

/// A board's ground, made ready to be laid.
pub(super) struct Sheet {
    size: UVec2,
    looks: Vec<Look>,
    texels: Vec<Texel>,
    material: Handle<Ground>,
    picture: TilemapTexture,
}

/// A board's ground, drawn from pictures so many pixels wide.
pub(super) fn sheet(
    board: &Board,
    art: &mut Art,
    images: &mut Assets<Image>,
    into: &mut Grounds,
    pixels: u32,
) -> Sheet {
    let (looks, pictures) = pictures(board, art, pixels);
    let texels = texels(board, &looks);
    let contrast = f32::from(u8::from(into.settings.high_contrast));
    let material = into.grounds.add(Ground {
        size: extent(board.size, contrast, 0.0),
        squares: images.add(image(board.size, &texels)),
        pictures: images.add(layers(&pictures, true)),
    });
    let picture = TilemapTexture::TextureContainer(into.blank.0.clone());
    Sheet { size: board.size, looks, texels, material, picture }
}

impl Sheet {
    /// Makes an entity the tilemap with its middle at a place, its tiles children of it.
    pub(super) fn lay(self, map: &mut EntityCommands, at: Transform) {
        let size = TilemapSize::from(self.size);
        let tilemap_id = TilemapId(map.id());
        let mut storage = TileStorage::empty(size);
        map.with_children(|tiles| {
            for (n, texel) in self.texels.iter().enumerate() {
                let position = place(n, self.size);
                let tile = TileBundle { position, tilemap_id, texture_index: index(*texel), ..default() };
                storage.checked_set(&position, tiles.spawn(tile).id());
            }
        });
        let tile_size = TilemapTileSize { x: SQUARE, y: SQUARE };
        map.insert(MaterialTilemapBundle {
            grid_size: tile_size.into(),
            tile_size,
            size,
            storage,
            texture: self.picture,
            transform: at,
            anchor: TilemapAnchor::Center,
            render_settings: TilemapRenderSettings { render_chunk_size: UVec2::splat(CHUNK), ..default() },
            material: MaterialTilemapHandle(self.material),
            ..default()
        });
    }
}

/// Where the tile of a board's n-th square lies: rows of a tilemap count from below.
fn place(n: usize, size: UVec2) -> TilePos {
    let n = n as u32;
    TilePos { x: n % size.x, y: size.y - 1 - n / size.x }
}

/// The shader takes a tile's number for its texel.
fn index(texel: Texel) -> TileTextureIndex {
    TileTextureIndex(u32::from(u16::from_le_bytes(texel)))
}

fn set_contrast(
    settings: Res<Settings>,
    sheets: Query<&MaterialTilemapHandle<Ground>>,
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

/// A square's first picture; how it ends, how many drawings there are, whether all around is alike.
type Texel = [u8; 2];

/// Bit of a texel: everything around looks like this square, nothing is to be blended.
const EVEN: u8 = 128;

/// The data texture, from which a square knows its neighbours.
fn image(size: UVec2, texels: &[Texel]) -> Image {
    squares(size, texels.as_flattened().to_vec(), TextureFormat::Rg8Uint)
}

/// The texel of each square, row by row from the top left.
fn texels(board: &Board, looks: &[Look]) -> Vec<Texel> {
    let size = board.size.as_ivec2();
    let look = |x: i32, y: i32| {
        let at = IVec2::new(x, y).clamp(IVec2::ZERO, size - 1);
        let kind = board.terrain.get((at.y * size.x + at.x) as usize).copied().unwrap_or(0);
        looks.get(usize::from(kind)).copied().unwrap_or_default()
    };
    let mut texels = Vec::with_capacity((size.x * size.y) as usize);
    for y in 0..size.y {
        for x in 0..size.x {
            let own = look(x, y);
            let even = (-1..=1).all(|dy| (-1..=1).all(|dx| look(x + dx, y + dy).first == own.first));
            let even = if even { EVEN } else { 0 };
            texels.push([own.first, own.edge as u8 | own.many.max(1) << 3 | even]);
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
        assert_eq!(texels.iter().map(|texel| texel[0]).collect::<Vec<_>>(), [0, 0, 0, 1]);
        let even: Vec<bool> = texels.iter().map(|texel| texel[1] & EVEN > 0).collect();
        assert_eq!(even, [true, true, false, false]);
    }
    fn board(size: UVec2, terrain: Vec<u8>) -> Board {
        let kinds = ["here", "there"].map(|art| TerrainKind { art: art.into(), ticks: 0 });
        Board { generation: 1, size, kinds: kinds.to_vec(), terrain, ..default() }
    }

    /// The first picture of the tile at each place of a tilemap, and how many tiles there are at all.
    fn tiles(world: &mut World) -> (Vec<(TilePos, u32)>, usize) {
        let many = world.query::<&TilePos>().iter(world).count();
        let storages: Vec<TileStorage> = world.query::<&TileStorage>().iter(world).cloned().collect();
        let tiles = storages.iter().flat_map(TileStorage::iter).flatten();
        let told = tiles.filter_map(|tile| {
            let index = world.get::<TileTextureIndex>(*tile)?;
            Some((*world.get::<TilePos>(*tile)?, index.0 & 255))
        });
        (told.collect(), many)
    }

    #[test]
    fn each_square_is_a_tile_that_changes_with_it_and_goes_with_the_map() {
        let mut world = World::new();
        world.insert_resource(Art::new(Vec::new()));
        world.init_resource::<Table>();
        world.init_resource::<Settings>();
        world.init_resource::<Assets<Image>>();
        world.init_resource::<Assets<Ground>>();
        world.init_resource::<Blank>();
        world.spawn((Window::default(), PrimaryWindow));
        let lay = world.register_system(lay);
        let show = |world: &mut World, board: Board| {
            world.resource_mut::<Table>().board = board;
            world.run_system::<()>(lay).unwrap();
        };

        // Rows of a tilemap count from below.
        show(&mut world, board(UVec2::new(2, 2), vec![0, 0, 0, 1]));
        let at = |x, y| TilePos { x, y };
        let (first, many) = tiles(&mut world);
        assert_eq!(first, [(at(0, 0), 0), (at(1, 0), 1), (at(0, 1), 0), (at(1, 1), 0)]);
        assert_eq!(many, 4);
        let maps = |world: &mut World| world.query_filtered::<Entity, With<Terrain>>().iter(world).next();
        let map = maps(&mut world);
        assert!(map.is_some());

        show(&mut world, board(UVec2::new(2, 2), vec![1, 0, 0, 1]));
        let (second, many) = tiles(&mut world);
        assert_eq!(second, [(at(0, 0), 0), (at(1, 0), 1), (at(0, 1), 1), (at(1, 1), 0)]);
        assert_eq!((maps(&mut world), many), (map, 4), "the same map with another tile");

        show(&mut world, board(UVec2::new(3, 1), vec![0, 1, 0]));
        assert_eq!(tiles(&mut world), (vec![(at(0, 0), 0), (at(1, 0), 1), (at(2, 0), 0)], 3));
        show(&mut world, Board::default());
        assert_eq!(tiles(&mut world), (Vec::new(), 0));
    }
}
