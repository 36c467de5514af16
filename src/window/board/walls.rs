//! Walls, doors, windows, crates: one mesh, thick, each with a face that shows its height and the shadow it throws.
//!
//! Where they stand and how high they are. A shader draws their stone, wood and leaves.

use std::collections::BTreeSet;

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, PrimitiveTopology},
};

use super::prelude::*;

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "walls.wgsl");
    app.add_plugins(sheets::material::<Masonry>(&[Sheet::Ground])).add_systems(Update, build);
}

#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
struct Masonry {
    /// 1 with high contrast.
    #[uniform(0)]
    look: Vec4,
}

drawn_with!(Masonry, "walls.wgsl");

#[derive(Component)]
struct Walls;

fn build(
    mut commands: Commands,
    (table, settings): (Res<Table>, Res<Settings>),
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<Masonry>>,
    mut brushes: Brushes,
    old: Query<Entity, With<Walls>>,
    mut seen: Local<(Vec<DrawnBarrier>, bool)>,
) {
    let same = seen.0 == table.board.barriers && seen.1 == settings.high_contrast;
    if same || !(table.is_changed() || settings.is_changed()) {
        return;
    }
    *seen = (table.board.barriers.clone(), settings.high_contrast);
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    if table.board.barriers.is_empty() {
        return;
    }
    let (drawn, built): (Vec<DrawnBarrier>, Vec<DrawnBarrier>) =
        table.board.barriers.iter().partition(|barrier| picture(barrier).is_some());
    for barrier in drawn {
        let (Some((name, width)), BarrierPlace::Square(at)) = (picture(&barrier), barrier.place) else {
            continue;
        };
        let middle = (at.as_vec2() + 0.5) * SQUARE;
        let image = brushes.art.image(&mut brushes.images, name, 256);
        // Its shadow first: the higher it is, the farther that falls.
        let shade = Color::srgba(0.03, 0.02, 0.01, 0.45);
        let falls = Vec2::new(0.07, -0.10) * SQUARE * width;
        for (colour, off, depth) in [(shade, falls, 0.05), (Color::WHITE, Vec2::ZERO, 0.1)] {
            commands.spawn((
                (Walls, Sheet::Ground.on()),
                Sprite {
                    image: image.clone(),
                    color: colour,
                    custom_size: Some(Vec2::splat(SQUARE * width)),
                    ..default()
                },
                Transform::from_xyz(
                    middle.x + off.x,
                    off.y - middle.y,
                    layer::WALLS + depth + at.y as f32 * 0.001,
                ),
                Pickable::IGNORE,
            ));
        }
    }
    if built.is_empty() {
        return;
    }
    commands.spawn((
        (Walls, Sheet::Ground.on()),
        Mesh2d(meshes.add(Drawing::of(&built).mesh())),
        MeshMaterial2d(
            materials
                .add(Masonry { look: Vec4::new(f32::from(u8::from(settings.high_contrast)), 0.0, 0.0, 0.0) }),
        ),
        Transform::from_xyz(0.0, 0.0, layer::WALLS),
        Pickable::IGNORE,
    ));
}

/// The drawing of what fills a square and is no wall, and its width in squares.
pub fn picture(barrier: &DrawnBarrier) -> Option<(&'static str, f32)> {
    match (barrier.place, barrier.kind) {
        (BarrierPlace::Square(_), BarrierKind::Crate) => Some(("terrain/crate_over", 1.10)),
        (BarrierPlace::Square(_), BarrierKind::Machine) => Some(("terrain/machine_over", 1.10)),
        (BarrierPlace::Square(_), BarrierKind::Console) => Some(("terrain/console_over", 1.10)),
        (BarrierPlace::Square(_), BarrierKind::Table) => Some(("terrain/table_over", 1.10)),
        (BarrierPlace::Square(_), BarrierKind::Tree) => Some(("terrain/tree_over", 1.50)),
        (BarrierPlace::Square(_), BarrierKind::Rock) => Some(("terrain/rock_over", 1.20)),
        (BarrierPlace::Square(at), BarrierKind::Asteroid) if (at.x + at.y) % 2 == 0 => {
            Some(("terrain/asteroid_over", 1.40))
        }
        (BarrierPlace::Square(_), BarrierKind::Asteroid) => Some(("terrain/asteroid_2_over", 1.40)),
        _ => None,
    }
}

/// A box on the map in world pixels: left, top, right, bottom (y downwards, turned over when drawn), how high its face
/// is, and what it is.
#[derive(Clone, Copy)]
struct Block {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
    kind: BarrierKind,
}

/// Half the thickness of what stands on an edge, in pixels.
fn half_thickness(kind: BarrierKind) -> f32 {
    match kind {
        BarrierKind::Wall | BarrierKind::Crate | BarrierKind::Machine => 6.0,
        BarrierKind::Bulkhead => 7.0,
        BarrierKind::LowWall | BarrierKind::Window => 5.0,
        BarrierKind::Door | BarrierKind::OpenDoor => 4.0,
        BarrierKind::Fence => 2.0,
        BarrierKind::Table
        | BarrierKind::Tree
        | BarrierKind::Brush
        | BarrierKind::Rock
        | BarrierKind::Console
        | BarrierKind::Asteroid => 7.0,
    }
}

/// How much of the face of a kind is seen, in pixels: its height.
fn face_height(kind: BarrierKind) -> f32 {
    match kind {
        BarrierKind::Wall | BarrierKind::Bulkhead => 12.0,
        BarrierKind::Door | BarrierKind::OpenDoor => 9.0,
        BarrierKind::Window => 8.0,
        BarrierKind::Crate | BarrierKind::Machine => 7.0,
        BarrierKind::LowWall => 5.0,
        BarrierKind::Fence => 5.0,
        BarrierKind::Brush => 4.0,
        BarrierKind::Table
        | BarrierKind::Tree
        | BarrierKind::Rock
        | BarrierKind::Console
        | BarrierKind::Asteroid => 6.0,
    }
}

fn block(barrier: &DrawnBarrier) -> Block {
    let kind = barrier.kind;
    let corner = |at: At| (at.x as f32 * SQUARE, at.y as f32 * SQUARE);
    let half = half_thickness(kind);
    let open = kind == BarrierKind::OpenDoor;
    let (left, top, right, bottom) = match barrier.place {
        BarrierPlace::Square(at) => {
            let (x, y) = corner(at);
            let inset = if kind == BarrierKind::Crate { 9.0 } else { 0.0 };
            (x + inset, y + inset, x + SQUARE - inset, y + SQUARE - inset)
        }
        BarrierPlace::Right(at) => match corner(at + IVec2::X) {
            // An open door has swung into the square on its right.
            (x, y) if open => (x - half, y - half, x + SQUARE * 0.8, y + half),
            (x, y) => (x - half, y - half, x + half, y + SQUARE + half),
        },
        BarrierPlace::Below(at) => match corner(at + IVec2::Y) {
            (x, y) if open => (x - half, y - half, x + half, y + SQUARE * 0.8),
            (x, y) => (x - half, y - half, x + SQUARE + half, y + half),
        },
    };
    Block { left, top, right, bottom, kind }
}

/// Walls that go on along a line are one block: without seams, with one shadow.
fn blocks(barriers: &[DrawnBarrier]) -> Vec<Block> {
    let goes_on = |kind| {
        use BarrierKind::{Brush, Bulkhead, Fence, LowWall, Wall};
        matches!(kind, Wall | LowWall | Fence | Brush | Bulkhead)
    };
    let mut lines: BTreeMap<(u8, u8, i32), Vec<(i32, DrawnBarrier)>> = BTreeMap::new();
    let mut blocks = Vec::new();
    for barrier in barriers {
        let (way, line, along) = match barrier.place {
            BarrierPlace::Right(at) => (0, at.x, at.y),
            BarrierPlace::Below(at) => (1, at.y, at.x),
            BarrierPlace::Square(at) => (2, at.y, at.x),
        };
        if goes_on(barrier.kind) {
            lines.entry((barrier.kind as u8, way, line)).or_default().push((along, *barrier));
        } else {
            blocks.push(block(barrier));
        }
    }
    for mut line in lines.into_values() {
        line.sort_by_key(|(along, _)| *along);
        let mut last: Option<(i32, Block)> = None;
        for (along, barrier) in line {
            let own = block(&barrier);
            last = match last.take() {
                Some((before, longer)) if along <= before + 1 => {
                    let joined = Block { right: own.right, bottom: own.bottom, ..longer };
                    Some((along, joined))
                }
                other => {
                    blocks.extend(other.map(|(_, block)| block));
                    Some((along, own))
                }
            };
        }
        blocks.extend(last.map(|(_, block)| block));
    }
    blocks
}

/// What is drawn of a block, in this order.
#[derive(Clone, Copy)]
enum Part {
    Shadow,
    Body,
    Top,
}

/// The squares around one, each with the bit by which its shader knows that the same wall goes on there.
const AROUND: [(i32, i32); 8] = [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (1, -1), (1, 1), (-1, 1)];

/// The squares that walls fill, each with its kind.
type Filled = BTreeSet<(u8, i32, i32)>;

fn filled(barriers: &[DrawnBarrier]) -> Filled {
    let square = |barrier: &DrawnBarrier| match barrier.place {
        BarrierPlace::Square(at) if is_mass(barrier.kind) => Some((barrier.kind as u8, at.x, at.y)),
        _ => None,
    };
    barriers.iter().filter_map(square).collect()
}

/// Whether squares that it fills are one mass with a coping around it.
fn is_mass(kind: BarrierKind) -> bool {
    matches!(kind, BarrierKind::Wall | BarrierKind::LowWall | BarrierKind::Bulkhead)
}

/// How much more of its face is seen of a mass of wall.
const MASSIVE: f32 = 1.5;

impl Block {
    /// Whether it fills squares that are one mass.
    fn is_mass(&self) -> bool {
        is_mass(self.kind) && (self.right - self.left).min(self.bottom - self.top) >= SQUARE
    }

    /// How much of its face is seen, in pixels.
    fn face(&self) -> f32 {
        face_height(self.kind) * if self.is_mass() { MASSIVE } else { 1.0 }
    }

    /// The squares that it fills, each with its bits of where the same wall goes on; itself if it fills none.
    fn tops(self, filled: &Filled) -> Vec<(Self, u16)> {
        let kind = self.kind as u8;
        if !self.is_mass() {
            return vec![(self, 0)];
        }
        let corner = |at: f32| (at / SQUARE).round() as i32;
        let row = corner(self.top);
        let top = |column: i32| {
            let goes_on = |(x, y): (i32, i32)| filled.contains(&(kind, column + x, row + y));
            let bits = (0_u16..).zip(AROUND).filter(|(_, way)| goes_on(*way)).map(|(n, _)| 1_u16 << n);
            let bits: u16 = bits.sum();
            let left = column as f32 * SQUARE;
            (Self { left, right: left + SQUARE, ..self }, bits)
        };
        (corner(self.left)..corner(self.right)).map(top).collect()
    }
}

/// Triangles in the order in which they are laid on one another. A corner knows its place within its block in pixels
/// (`uv`), and the block's width, height, kind, part and where it goes on, and how high its face is (its colour).
#[derive(Default)]
struct Drawing {
    corners: Vec<[f32; 3]>,
    places: Vec<[f32; 2]>,
    colours: Vec<[f32; 4]>,
    triangles: Vec<u32>,
}

impl Drawing {
    fn of(barriers: &[DrawnBarrier]) -> Self {
        let mut blocks = blocks(barriers);
        blocks.sort_by(|a, b| a.bottom.total_cmp(&b.bottom).then(a.left.total_cmp(&b.left)));
        let mut drawing = Self::default();
        for b in &blocks {
            drawing.part(b, Part::Shadow, 0);
        }
        // Faces and outlines first, tops last, so that walls that meet are one; what is let into a wall lies over it.
        for b in &blocks {
            drawing.part(b, Part::Body, 0);
        }
        blocks.sort_by_key(|b| !matches!(b.kind, BarrierKind::Wall | BarrierKind::Bulkhead));
        let filled = filled(barriers);
        for (b, goes_on) in blocks.into_iter().flat_map(|b| b.tops(&filled)) {
            drawing.part(&b, Part::Top, goes_on);
        }
        drawing
    }

    fn part(&mut self, b: &Block, part: Part, goes_on: u16) {
        let face = b.face();
        let far = 6.0 + face * 1.5;
        // How much further than the block it reaches: left and top, right, down.
        let (before, right, down) = match part {
            Part::Shadow => (8.0, far, face + far),
            Part::Body => (5.0, 5.0, face + 5.0),
            Part::Top => (5.0, 5.0, 5.0),
        };
        let (width, height) = (b.right - b.left, b.bottom - b.top);
        let first = self.corners.len() as u32;
        for (x, y) in [
            (-before, -before),
            (width + right, -before),
            (width + right, height + down),
            (-before, height + down),
        ] {
            self.corners.push([b.left + x, -(b.top + y), 0.0]);
            self.places.push([x, y]);
            let code = f32::from(b.kind as u8 + 16 * part as u8) + 64.0 * f32::from(goes_on);
            self.colours.push([width, height, code, face]);
        }
        self.triangles.extend([0, 3, 2, 0, 2, 1].map(|n| first + n));
    }

    fn mesh(self) -> Mesh {
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.corners)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, self.places)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colours)
            .with_inserted_indices(Indices::U32(self.triangles))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_below_a_square_lies_along_its_lower_edge() {
        let b =
            block(&DrawnBarrier { place: BarrierPlace::Below(IVec2::new(2, 3)), kind: BarrierKind::Wall });
        assert_eq!((b.left, b.right), (122.0, 198.0));
        assert_eq!((b.top + b.bottom) / 2.0, 4.0 * SQUARE);
    }

    #[test]
    fn a_wall_that_goes_on_is_one_block_and_a_gap_parts_it() {
        let wall = |x| DrawnBarrier { place: BarrierPlace::Below(IVec2::new(x, 3)), kind: BarrierKind::Wall };
        let blocks = blocks(&[wall(2), wall(1), wall(5), wall(3)]);
        let ends: Vec<(f32, f32)> = blocks.iter().map(|b| (b.left, b.right)).collect();
        assert_eq!(ends, [(58.0, 262.0), (314.0, 390.0)]);
    }

    #[test]
    fn a_mass_of_wall_is_a_square_each_that_knows_where_it_goes_on() {
        let low =
            |x, y| DrawnBarrier { place: BarrierPlace::Square(IVec2::new(x, y)), kind: BarrierKind::LowWall };
        let mass = [low(2, 1), low(3, 1), low(3, 2)];
        let filled = filled(&mass);
        let tops: Vec<_> = blocks(&mass).into_iter().flat_map(|b| b.tops(&filled)).collect();
        let mut found: Vec<_> = tops.iter().map(|(b, bits)| (b.left, b.top, b.right, *bits)).collect();
        found.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let [right, down, lower] = [1 << 2, 1 << 3, 1 << 6];
        let at = |n: f32| n * SQUARE;
        assert_eq!(
            found,
            [
                (at(2.0), at(1.0), at(3.0), right | lower),
                (at(3.0), at(1.0), at(4.0), 1 | down),
                (at(3.0), at(2.0), at(4.0), (1 << 1) | (1 << 4)),
            ]
        );
    }

    #[test]
    fn a_mass_of_wall_shows_more_of_its_face_than_a_wall_between_squares() {
        let own = |place| block(&DrawnBarrier { place, kind: BarrierKind::Wall }).face();
        assert_eq!(own(BarrierPlace::Below(IVec2::ONE)), face_height(BarrierKind::Wall));
        assert_eq!(own(BarrierPlace::Square(IVec2::ONE)), MASSIVE * face_height(BarrierKind::Wall));
    }

    #[test]
    fn every_corner_has_a_colour_and_every_triangle_its_corners() {
        let barriers: Vec<DrawnBarrier> = [
            BarrierKind::Wall,
            BarrierKind::LowWall,
            BarrierKind::Door,
            BarrierKind::OpenDoor,
            BarrierKind::Window,
            BarrierKind::Crate,
            BarrierKind::Fence,
            BarrierKind::Bulkhead,
        ]
        .into_iter()
        .flat_map(|kind| {
            [
                BarrierPlace::Square(IVec2::ONE),
                BarrierPlace::Right(IVec2::ONE),
                BarrierPlace::Below(IVec2::ONE),
            ]
            .map(|place| DrawnBarrier { place, kind })
        })
        .collect();
        let drawing = Drawing::of(&barriers);
        assert_eq!(drawing.corners.len(), drawing.colours.len());
        assert_eq!(drawing.corners.len(), drawing.places.len());
        assert!(drawing.triangles.iter().all(|n| (*n as usize) < drawing.corners.len()));
    }
}
