//! The map's ground: a tilemap of bevy_ecs_tilemap, an entity a square, each with a picture of its terrain. Over it lies
//! one quad with one texel a square, whose shader blends kinds of ground into their neighbours and lights the paper.

use bevy::{
    ecs::system::StaticSystemParam,
    render::{
        Render, RenderApp, RenderSystems,
        render_asset::{
            ExtractedAssets, PrepareNextFrameAssets, RenderAsset, RenderAssetBytesPerFrameLimiter,
            RenderAssets, prepare_assets,
        },
        texture::GpuImage,
    },
};
use bevy_ecs_tilemap::prelude::{
    TileBundle, TilePos, TileStorage, TileTextureIndex, TilemapAnchor, TilemapBundle, TilemapId,
    TilemapPlugin, TilemapRenderSettings, TilemapSize, TilemapTexture, TilemapTileSize,
};

use super::prelude::*;
use crate::window::art::{Edge, Pixels, layers, quiet};

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "ground.wgsl");
    app.add_plugins((TilemapPlugin, sheets::material::<Ground>(&[Sheet::Ground])))
        .init_resource::<Laid>()
        .add_systems(Update, (lay, set_contrast).chain());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        let early = images_first.after(RenderSystems::ExtractCommands).before(RenderSystems::PrepareAssets);
        render.add_systems(Render, early);
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

/// The most pictures that an array texture may hold on every adapter.
const MOST_PICTURES: usize = 250;

/// The longest side of a board, in squares, whose ground is made of tiles. That of a longer one is the quad alone.
const MOST_TILES: u32 = 256;

/// Squares along each side of what is drawn at once. What of these is out of view costs nothing.
const CHUNK: u32 = 32;

#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
pub(super) struct Ground {
    /// Columns and rows; 1 with high contrast; 1 over tiles, which show where nothing is blended.
    #[uniform(0)]
    size: Vec4,
    /// 1 where it lies under the lamp by itself, on no sheet; 1 where its sky has a moon.
    #[uniform(0)]
    lamp: Vec2,
    #[texture(1, sample_type = "u_int")]
    squares: Handle<Image>,
    #[texture(2, dimension = "2d_array")]
    #[sampler(3)]
    pictures: Handle<Image>,
}

drawn_with!(Ground, "ground.wgsl");

/// What the ground of the battle's board is made of: its quad and its tilemap.
#[derive(Component)]
struct Terrain;

/// The ground that lies there.
#[derive(Resource, Default)]
struct Laid {
    /// Columns and rows.
    size: UVec2,
    /// Each square's kind.
    terrain: Vec<u8>,
    kinds: Vec<TerrainKind>,
    looks: Vec<Look>,
    pictures: Handle<Image>,
}

/// What a sheet of ground is made with.
#[derive(SystemParam)]
pub struct Grounds<'w> {
    meshes: ResMut<'w, Assets<Mesh>>,
    grounds: ResMut<'w, Assets<Ground>>,
    settings: Res<'w, Settings>,
}

/// The board's ground, and its tiles.
#[derive(SystemParam)]
struct Maps<'w, 's> {
    laid: Query<'w, 's, (Entity, Option<&'static TileStorage>), With<Terrain>>,
    sheets: Query<'w, 's, &'static MeshMaterial2d<Ground>, With<Terrain>>,
    tiles: Query<'w, 's, &'static mut TileTextureIndex>,
}

fn lay(
    mut commands: Commands,
    table: Res<Table>,
    window: Single<&Window, With<PrimaryWindow>>,
    (mut art, mut images): (ResMut<Art>, ResMut<Assets<Image>>),
    mut grounds: Grounds,
    mut maps: Maps,
    mut laid: ResMut<Laid>,
) {
    let board = &table.board;
    if !table.is_changed()
        || (laid.size == board.size && laid.terrain == board.terrain && laid.kinds == board.kinds)
    {
        return;
    }
    let alike = laid.size == board.size && laid.kinds == board.kinds && !maps.laid.is_empty();
    (laid.size, laid.terrain, laid.kinds) = (board.size, board.terrain.clone(), board.kinds.clone());
    if alike {
        redraw(&texels(board, &laid.looks), board.size, &mut maps, &mut images, &mut grounds);
        return;
    }
    for (entity, _) in &maps.laid {
        commands.entity(entity).despawn();
    }
    if board.size.min_element() == 0 || board.kinds.is_empty() {
        return;
    }
    // A changed picture is forgotten by the tilemap's plugin, which otherwise keeps it until the program ends.
    drop(images.get_mut(&laid.pictures));
    // A square may be half as high as the window.
    let pixels = if window.physical_height() > 900 { 512 } else { 256 };
    let half = board.size.as_vec2() * SQUARE / 2.0;
    let (looks, pictures) = pictures(board, &mut art, pixels);
    let pictures = images.add(layers(&pictures, true));
    let texels = texels(board, &looks);
    let tiled = board.size.max_element() <= MOST_TILES;
    let quad = quad(board, &texels, pictures.clone(), Some(tiled), &mut images, &mut grounds);
    commands.spawn((
        Terrain,
        Sheet::Ground.on(),
        quad,
        Transform::from_xyz(half.x, -half.y, layer::GROUND_EDGES),
    ));
    if tiled {
        let at = Transform::from_xyz(half.x, -half.y, layer::TERRAIN);
        lay_tiles(
            &mut commands.spawn((Terrain, Sheet::Ground.on())),
            board.size,
            &texels,
            pictures.clone(),
            at,
        );
    }
    (laid.looks, laid.pictures) = (looks, pictures);
}

/// Only the squares that are another ground now, and those beside them, are drawn anew.
fn redraw(texels: &[Texel], size: UVec2, maps: &mut Maps, images: &mut Assets<Image>, grounds: &mut Grounds) {
    for storage in maps.laid.iter().filter_map(|(_, storage)| storage) {
        for (n, texel) in texels.iter().enumerate() {
            if let Some(tile) = storage.checked_get(&place(n, size))
                && let Ok(mut shown) = maps.tiles.get_mut(tile)
            {
                shown.set_if_neq(shown_by(*texel));
            }
        }
    }
    for sheet in &maps.sheets {
        if let Some(mut ground) = grounds.grounds.get_mut(&sheet.0) {
            ground.squares = images.add(image(size, texels));
        }
    }
}

/// A board's whole ground as one quad with its middle where it is put, drawn from pictures so many pixels wide.
pub(super) fn sheet(
    board: &Board,
    art: &mut Art,
    images: &mut Assets<Image>,
    into: &mut Grounds,
    pixels: u32,
) -> impl Bundle + use<> {
    let (looks, pictures) = pictures(board, art, pixels);
    let pictures = images.add(layers(&pictures, true));
    quad(board, &texels(board, &looks), pictures, None, images, into)
}

/// The quad of a board's ground: by itself, or on its sheet, over tiles or not; over tiles it shows only what is blended.
fn quad(
    board: &Board,
    texels: &[Texel],
    pictures: Handle<Image>,
    on_sheet: Option<bool>,
    images: &mut Assets<Image>,
    into: &mut Grounds,
) -> impl Bundle + use<> {
    let contrast = f32::from(u8::from(into.settings.high_contrast));
    let moon = texels.iter().any(|texel| texel[1] & ENDS == Edge::Moon as u8);
    (
        Mesh2d(into.meshes.add(Rectangle::from_size(board.size.as_vec2() * SQUARE))),
        MeshMaterial2d(into.grounds.add(Ground {
            size: extent(board.size, contrast, f32::from(u8::from(on_sheet == Some(true)))),
            lamp: Vec2::new(f32::from(u8::from(on_sheet.is_none())), f32::from(u8::from(moon))),
            squares: images.add(image(board.size, texels)),
            pictures,
        })),
        Pickable::IGNORE,
    )
}

/// Makes an entity the tilemap of a board with its middle at a place, its tiles children of it.
fn lay_tiles(
    map: &mut EntityCommands,
    size: UVec2,
    texels: &[Texel],
    pictures: Handle<Image>,
    at: Transform,
) {
    let tilemap_size = TilemapSize::from(size);
    let tilemap_id = TilemapId(map.id());
    let mut storage = TileStorage::empty(tilemap_size);
    map.with_children(|tiles| {
        for (n, texel) in texels.iter().enumerate() {
            let position = place(n, size);
            let tile = TileBundle { position, tilemap_id, texture_index: shown_by(*texel), ..default() };
            storage.checked_set(&position, tiles.spawn(tile).id());
        }
    });
    let tile_size = TilemapTileSize { x: SQUARE, y: SQUARE };
    map.insert(TilemapBundle {
        grid_size: tile_size.into(),
        tile_size,
        size: tilemap_size,
        storage,
        texture: TilemapTexture::TextureContainer(pictures),
        transform: at,
        anchor: TilemapAnchor::Center,
        render_settings: TilemapRenderSettings { render_chunk_size: UVec2::splat(CHUNK), ..default() },
        ..default()
    });
}

/// Where the tile of a board's n-th square lies: rows of a tilemap count from below.
fn place(n: usize, size: UVec2) -> TilePos {
    let n = n as u32;
    TilePos { x: n % size.x, y: size.y - 1 - n / size.x }
}

/// The picture of a square's tile.
fn shown_by(texel: Texel) -> TileTextureIndex {
    TileTextureIndex(u32::from(texel[2]))
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

/// Drawings of a kind at most; a texel has room for 15.
const DRAWINGS: usize = 8;

/// How each kind of a board is drawn, and all the pictures: further drawings of a kind (`grass_2`, `grass_3`) lie
/// behind its first. Kinds that look alike share theirs.
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
            pictures.push(quiet(&art.pixels(&format!("terrain/{}", kind.art), pixels)));
            for n in 2..=DRAWINGS {
                let name = format!("terrain/{}_{n}", kind.art);
                if pictures.len() < MOST_PICTURES && art.has_quietly(&name) {
                    pictures.push(quiet(&art.pixels(&name, pixels)));
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

/// Bits of a texel that say how its ground ends.
const ENDS: u8 = 7;
/// Bit of a texel: everything around looks like this square, nothing is to be blended.
const EVEN: u8 = 128;

/// A square's first picture; how it ends, how many drawings there are, whether all around is alike; the picture that it
/// shows; the number by which that was drawn from the lot.
type Texel = [u8; 4];

/// The data texture.
fn image(size: UVec2, texels: &[Texel]) -> Image {
    squares(size, texels.as_flattened().to_vec(), TextureFormat::Rgba8Uint)
}

/// A number that belongs to a square and looks random.
fn lot(x: i32, y: i32) -> u8 {
    let mixed = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77);
    ((mixed ^ (mixed >> 15)).wrapping_mul(0xC2B2_AE3D) >> 24) as u8
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
            let (lot, many) = (lot(x, y), own.many.max(1));
            let even = (-1..=1).all(|dy| (-1..=1).all(|dx| look(x + dx, y + dy).first == own.first));
            let even = if even { EVEN } else { 0 };
            texels.push([own.first, own.edge as u8 | many << 3 | even, own.first + lot % many, lot]);
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

    /// The picture of the tile at each place of a tilemap, and how many tiles there are at all.
    fn tiles(world: &mut World) -> (Vec<(TilePos, u32)>, usize) {
        let many = world.query::<&TilePos>().iter(world).count();
        let storages: Vec<TileStorage> = world.query::<&TileStorage>().iter(world).cloned().collect();
        let tiles = storages.iter().flat_map(TileStorage::iter).flatten();
        let told = tiles.filter_map(|tile| {
            Some((*world.get::<TilePos>(*tile)?, world.get::<TileTextureIndex>(*tile)?.0))
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
        world.init_resource::<Assets<Mesh>>();
        world.init_resource::<Assets<Ground>>();
        world.init_resource::<Laid>();
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
        let map = |world: &mut World| {
            world.query_filtered::<Entity, (With<Terrain>, With<TileStorage>)>().iter(world).next()
        };
        let before = map(&mut world);
        assert!(before.is_some());

        show(&mut world, board(UVec2::new(2, 2), vec![1, 0, 0, 1]));
        let (second, many) = tiles(&mut world);
        assert_eq!(second, [(at(0, 0), 0), (at(1, 0), 1), (at(0, 1), 1), (at(1, 1), 0)]);
        assert_eq!((map(&mut world), many), (before, 4), "the same map with another tile");

        show(&mut world, board(UVec2::new(3, 1), vec![0, 1, 0]));
        assert_eq!(tiles(&mut world), (vec![(at(0, 0), 0), (at(1, 0), 1), (at(2, 0), 0)], 3));
        show(&mut world, board(UVec2::new(MOST_TILES + 1, 1), vec![0; MOST_TILES as usize + 1]));
        assert_eq!(tiles(&mut world), (Vec::new(), 0), "a longer one is the quad alone");
        show(&mut world, Board::default());
        assert_eq!(tiles(&mut world), (Vec::new(), 0));
    }
}
