//! Walls, doors, windows, crates: one mesh with coloured corners, thick, with a shaded face that shows their height.

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
};

use super::{SQUARE, layer};
use crate::window::{
    art::Brushes,
    view::{At, Barrier, BarrierKind, Place, Table},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, build);
}

#[derive(Component)]
struct Walls;

fn build(
    mut commands: Commands,
    table: Res<Table>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut brushes: Brushes,
    old: Query<Entity, With<Walls>>,
    mut seen: Local<Vec<Barrier>>,
) {
    if !table.is_changed() || *seen == table.board.barriers {
        return;
    }
    seen.clone_from(&table.board.barriers);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    if table.board.barriers.is_empty() {
        return;
    }
    let (drawn, built): (Vec<Barrier>, Vec<Barrier>) =
        table.board.barriers.iter().partition(|barrier| picture(barrier).is_some());
    for barrier in drawn {
        let (Some((name, width)), Place::Square(at)) = (picture(&barrier), barrier.place) else { continue };
        let middle = (at.as_vec2() + 0.5) * SQUARE;
        commands.spawn((
            Walls,
            Sprite {
                image: brushes.art.image(&mut brushes.images, name, 256),
                custom_size: Some(Vec2::splat(SQUARE * width)),
                ..default()
            },
            Transform::from_xyz(middle.x, -middle.y, layer::WALLS + 0.1 + at.y as f32 * 0.001),
            Pickable::IGNORE,
        ));
    }
    if built.is_empty() {
        return;
    }
    commands.spawn((
        Walls,
        Mesh2d(meshes.add(Drawing::of(&built).mesh())),
        MeshMaterial2d(materials.add(ColorMaterial::default())),
        Transform::from_xyz(0.0, 0.0, layer::WALLS),
        Pickable::IGNORE,
    ));
}

/// The drawing of what fills a square and is no wall, and its width in squares.
fn picture(barrier: &Barrier) -> Option<(&'static str, f32)> {
    match (barrier.place, barrier.kind) {
        (Place::Square(_), BarrierKind::Crate) => Some(("terrain/crate_over", 1.0)),
        (Place::Square(_), BarrierKind::Machine) => Some(("terrain/machine_over", 1.0)),
        (Place::Square(_), BarrierKind::Table) => Some(("terrain/table_over", 1.0)),
        (Place::Square(_), BarrierKind::Tree) => Some(("terrain/tree_over", 1.15)),
        (Place::Square(_), BarrierKind::Rock) => Some(("terrain/rock_over", 1.0)),
        _ => None,
    }
}

/// A box on the map in world pixels: left, top, right, bottom (y downwards, turned over when drawn), how high its face
/// is, and what it is.
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
        BarrierKind::LowWall | BarrierKind::Window => 5.0,
        BarrierKind::Door | BarrierKind::OpenDoor => 4.0,
        BarrierKind::Fence => 2.0,
        BarrierKind::Table | BarrierKind::Tree | BarrierKind::Brush | BarrierKind::Rock => 7.0,
    }
}

/// How much of its face is seen, in pixels: its height.
fn face_height(kind: BarrierKind) -> f32 {
    match kind {
        BarrierKind::Wall => 12.0,
        BarrierKind::Door | BarrierKind::OpenDoor => 9.0,
        BarrierKind::Window => 8.0,
        BarrierKind::Crate | BarrierKind::Machine => 7.0,
        BarrierKind::LowWall => 5.0,
        BarrierKind::Fence => 5.0,
        BarrierKind::Brush => 4.0,
        BarrierKind::Table | BarrierKind::Tree | BarrierKind::Rock => 6.0,
    }
}

/// The colour of the top and of the face.
fn colours(kind: BarrierKind) -> (Color, Color) {
    let stone = (Color::srgb(0.490, 0.447, 0.396), Color::srgb(0.298, 0.255, 0.216));
    let wood = (Color::srgb(0.576, 0.388, 0.220), Color::srgb(0.353, 0.220, 0.118));
    match kind {
        BarrierKind::Wall => stone,
        BarrierKind::LowWall => (Color::srgb(0.600, 0.561, 0.502), Color::srgb(0.388, 0.345, 0.298)),
        BarrierKind::Window => (Color::srgb(0.678, 0.753, 0.757), Color::srgb(0.365, 0.443, 0.459)),
        BarrierKind::Machine => (Color::srgb(0.624, 0.655, 0.639), Color::srgb(0.373, 0.400, 0.388)),
        BarrierKind::Rock => (Color::srgb(0.553, 0.518, 0.471), Color::srgb(0.349, 0.314, 0.275)),
        BarrierKind::Tree | BarrierKind::Brush => {
            (Color::srgb(0.416, 0.490, 0.278), Color::srgb(0.243, 0.298, 0.157))
        }
        BarrierKind::Door
        | BarrierKind::OpenDoor
        | BarrierKind::Crate
        | BarrierKind::Fence
        | BarrierKind::Table => wood,
    }
}

fn block(barrier: &Barrier) -> Block {
    let kind = barrier.kind;
    let corner = |at: At| (at.x as f32 * SQUARE, at.y as f32 * SQUARE);
    let half = half_thickness(kind);
    match barrier.place {
        Place::Square(at) => {
            let (x, y) = corner(at);
            let inset = if kind == BarrierKind::Crate { 9.0 } else { 0.0 };
            Block {
                left: x + inset,
                top: y + inset,
                right: x + SQUARE - inset,
                bottom: y + SQUARE - inset,
                kind,
            }
        }
        Place::Right(at) => {
            let (x, y) = corner(at + IVec2::X);
            // An open door has swung into the square on its right.
            if kind == BarrierKind::OpenDoor {
                return Block {
                    left: x - half,
                    top: y - half,
                    right: x + SQUARE * 0.8,
                    bottom: y + half,
                    kind,
                };
            }
            Block { left: x - half, top: y - half, right: x + half, bottom: y + SQUARE + half, kind }
        }
        Place::Below(at) => {
            let (x, y) = corner(at + IVec2::Y);
            if kind == BarrierKind::OpenDoor {
                return Block {
                    left: x - half,
                    top: y - half,
                    right: x + half,
                    bottom: y + SQUARE * 0.8,
                    kind,
                };
            }
            Block { left: x - half, top: y - half, right: x + SQUARE + half, bottom: y + half, kind }
        }
    }
}

const INK: Color = Color::srgb(0.118, 0.090, 0.071);

/// Triangles in the order in which they are laid on one another.
#[derive(Default)]
struct Drawing {
    corners: Vec<[f32; 3]>,
    colours: Vec<[f32; 4]>,
    triangles: Vec<u32>,
}

impl Drawing {
    fn of(barriers: &[Barrier]) -> Self {
        let mut blocks: Vec<Block> = barriers.iter().map(block).collect();
        blocks.sort_by(|a, b| a.bottom.total_cmp(&b.bottom));
        let mut drawing = Self::default();
        for b in &blocks {
            let reach = 4.0 + face_height(b.kind) * 0.5;
            drawing.shadow(b, reach);
        }
        // Faces and outlines first, tops last, so that walls that meet are one.
        for b in &blocks {
            let (_, face) = colours(b.kind);
            let height = face_height(b.kind);
            drawing.rectangle(b.left - 1.5, b.top - 1.5, b.right + 1.5, b.bottom + height + 1.5, INK);
            drawing.rectangle(b.left, b.bottom, b.right, b.bottom + height, face);
        }
        for b in &blocks {
            let (top, _) = colours(b.kind);
            drawing.rectangle(b.left, b.top, b.right, b.bottom, top);
        }
        for b in &blocks {
            drawing.details(b);
        }
        drawing
    }

    fn details(&mut self, b: &Block) {
        let (top, face) = colours(b.kind);
        let light = top.mix(&Color::WHITE, 0.25);
        match b.kind {
            BarrierKind::Crate | BarrierKind::Machine => {
                self.rectangle(b.left + 3.0, b.top + 3.0, b.right - 3.0, b.bottom - 3.0, face);
                self.rectangle(b.left + 5.0, b.top + 5.0, b.right - 5.0, b.bottom - 5.0, top);
                let third = (b.bottom - b.top) / 3.0;
                for n in [1.0, 2.0] {
                    let y = b.top + third * n;
                    self.rectangle(b.left + 5.0, y - 0.75, b.right - 5.0, y + 0.75, face);
                }
            }
            BarrierKind::Window => {
                // A bright pane between two posts.
                let (w, h) = (b.right - b.left, b.bottom - b.top);
                let (px, py) = if w > h { (w * 0.18, 2.0) } else { (2.0, h * 0.18) };
                self.rectangle(
                    b.left + px,
                    b.top + py,
                    b.right - px,
                    b.bottom - py,
                    Color::srgb(0.88, 0.95, 0.95),
                );
            }
            BarrierKind::Door | BarrierKind::OpenDoor => {
                // A lighter leaf and a handle.
                self.rectangle(b.left + 1.5, b.top + 1.5, b.right - 1.5, b.bottom - 1.5, light);
                let (w, h) = (b.right - b.left, b.bottom - b.top);
                let (x, y) = if w > h {
                    (b.left + w * 0.82, b.top + h / 2.0)
                } else {
                    (b.left + w / 2.0, b.top + h * 0.82)
                };
                self.rectangle(x - 2.0, y - 2.0, x + 2.0, y + 2.0, INK);
            }
            BarrierKind::Fence => {
                let (w, h) = (b.right - b.left, b.bottom - b.top);
                for n in 0..4 {
                    let share = (n as f32 + 0.5) / 4.0;
                    let (x, y) = if w > h {
                        (b.left + w * share, b.top + h / 2.0)
                    } else {
                        (b.left + w / 2.0, b.top + h * share)
                    };
                    self.rectangle(x - 3.5, y - 3.5, x + 3.5, y + 3.5, INK);
                    self.rectangle(x - 2.5, y - 2.5, x + 2.5, y + 2.5, light);
                }
            }
            BarrierKind::Wall
            | BarrierKind::LowWall
            | BarrierKind::Table
            | BarrierKind::Tree
            | BarrierKind::Brush
            | BarrierKind::Rock => {
                self.rectangle(b.left + 1.5, b.top + 1.5, b.right - 1.5, b.top + 3.0, light);
            }
        }
    }

    /// A soft shadow down and to the right.
    fn shadow(&mut self, b: &Block, reach: f32) {
        let bottom = b.bottom + face_height(b.kind);
        for n in 0..3 {
            let out = reach * (n as f32 + 1.0) / 3.0;
            let colour = Color::srgba(0.05, 0.03, 0.02, 0.16);
            self.rectangle(b.left + 2.0, b.top + 4.0, b.right + out, bottom + out * 0.6, colour);
        }
    }

    fn rectangle(&mut self, left: f32, top: f32, right: f32, bottom: f32, colour: Color) {
        let first = self.corners.len() as u32;
        for (x, y) in [(left, top), (right, top), (right, bottom), (left, bottom)] {
            self.corners.push([x, -y, 0.0]);
            self.colours.push(colour.to_linear().to_f32_array());
        }
        self.triangles.extend([0, 3, 2, 0, 2, 1].map(|n| first + n));
    }

    fn mesh(self) -> Mesh {
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.corners)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colours)
            .with_inserted_indices(Indices::U32(self.triangles))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_below_a_square_lies_along_its_lower_edge() {
        let b = block(&Barrier { place: Place::Below(IVec2::new(2, 3)), kind: BarrierKind::Wall });
        assert_eq!((b.left, b.right), (122.0, 198.0));
        assert_eq!((b.top + b.bottom) / 2.0, 4.0 * SQUARE);
    }

    #[test]
    fn every_corner_has_a_colour_and_every_triangle_its_corners() {
        let barriers: Vec<Barrier> = [
            BarrierKind::Wall,
            BarrierKind::LowWall,
            BarrierKind::Door,
            BarrierKind::OpenDoor,
            BarrierKind::Window,
            BarrierKind::Crate,
            BarrierKind::Fence,
        ]
        .into_iter()
        .flat_map(|kind| {
            [Place::Square(IVec2::ONE), Place::Right(IVec2::ONE), Place::Below(IVec2::ONE)]
                .map(|place| Barrier { place, kind })
        })
        .collect();
        let drawing = Drawing::of(&barriers);
        assert_eq!(drawing.corners.len(), drawing.colours.len());
        assert!(drawing.triangles.iter().all(|n| (*n as usize) < drawing.corners.len()));
    }
}
