//! What lies around a counter on the map: of who acts a thick ring of lamplight with an arrow above it, of a vehicle that acts,
//! whose plate has the ring, the arrow alone; of who may be chosen thin gold corners.
//!
//! All of it is as wide on the screen at every zoom and on large counters, and told apart by its form.

use super::{
    counters::{Kit, Ring, depth_beneath, depth_of},
    prelude::*,
};

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "turn.wgsl");
    app.add_plugins(Material2dPlugin::<TurnMark>::default());
}

/// The mark of whose turn it is.
#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
pub(super) struct TurnMark {
    /// Half the width and height of what it lies around, and of its quad, in pixels of the map.
    #[uniform(0)]
    size: Vec4,
    /// Pixels of the screen in a unit; 1 = the arrow alone.
    #[uniform(0)]
    screen: Vec4,
}

drawn_with!(TurnMark, "turn.wgsl");

/// How far the quad of the mark reaches beyond what it lies around, in pixels of the map.
const MARGIN: f32 = 0.75 * SQUARE;
/// How far above the rings of `aim` the mark lies.
const ABOVE: f32 = 0.09;
/// What the shader of counters draws with this: the corners of a frame alone.
const FRAME: f32 = -2.0;

impl Kit<'_> {
    /// The mark of whose turn it is around so much of a counter, on the map beneath all counters, so that nothing that is
    /// written is covered; of a vehicle the arrow `alone`.
    pub(super) fn turn_mark(
        &mut self,
        parent: &mut ChildSpawnerCommands,
        counter: &Counter,
        half: Vec2,
        alone: bool,
    ) {
        let reach = half + MARGIN;
        let quad = self.hulls.meshes.add(Rectangle::from_size(2.0 * reach));
        let mark = self.turns.add(TurnMark {
            size: half.extend(reach.x).extend(reach.y),
            screen: Vec4::new(self.around.unit, f32::from(u8::from(alone)), 0.0, 0.0),
        });
        let depth = depth_beneath(counter) - depth_of(counter) + ABOVE;
        parent.spawn((Mesh2d(quad), MeshMaterial2d(mark), Transform::from_xyz(0.0, 0.0, depth)));
    }

    /// The corners of who may be chosen, around a counter so wide and at such a depth.
    pub(super) fn brackets(
        &mut self,
        parent: &mut ChildSpawnerCommands,
        counter: &Counter,
        (foot, depth): (f32, f32),
    ) {
        if counter.active || !counter.choosable() {
            return;
        }
        let quad = self.hulls.meshes.add(Rectangle::new(foot * 1.25, foot * 1.25));
        let (state, bar) = (Vec4::X * FRAME, Vec4::Z * self.around.unit);
        let frame = self.rings.add(Ring { side: Vec4::ZERO, state, bar });
        parent.spawn((Mesh2d(quad), MeshMaterial2d(frame), Transform::from_xyz(0.0, 0.0, depth)));
    }
}
