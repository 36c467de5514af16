//! What lies around a counter on the map: of who acts a thick ring of lamplight with an arrow above it, or below it where
//! somebody stands above; of a vehicle that acts, whose plate has the ring, the arrow alone; of who may be chosen thin gold
//! corners.
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
    /// Pixels of the screen in a unit; 1 = the arrow alone; 1 = it points up from below.
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

/// Whether the arrow of who acts lies below: above somebody stands, below nobody does.
pub(super) fn lies_below(counter: &Counter, all: &[Counter]) -> bool {
    let size = counter.size.max(UVec2::ONE).as_ivec2();
    let taken = |y: i32| {
        let mut row = (0..size.x).map(|x| counter.at + IVec2::new(x, y));
        let stands = |at: At| {
            let there = |own: &&Counter| own.unit != counter.unit && own.seat.is_none() && own.covers(at);
            all.iter().filter(there).any(|own| own.pose != Pose::Dead && !own.ghost)
        };
        row.any(stands)
    };
    counter.active && counter.seat.is_none() && taken(-1) && !taken(size.y)
}

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
            screen: Vec4::new(
                self.around.unit,
                f32::from(u8::from(alone)),
                f32::from(u8::from(self.around.below)),
                0.0,
            ),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arrow_lies_below_where_somebody_stands_above_and_nobody_below() {
        let stand = |unit: u32, (x, y): (i32, i32)| Counter {
            unit,
            at: IVec2::new(x, y),
            active: unit == 1,
            ..Counter::default()
        };
        let below = |others: &[(i32, i32)]| {
            let all: Vec<Counter> = std::iter::once(stand(1, (4, 4)))
                .chain(others.iter().zip(2..).map(|(at, unit)| stand(unit, *at)))
                .collect();
            lies_below(&all[0], &all)
        };
        assert!(below(&[(4, 3)]) && below(&[(4, 3), (3, 4)]));
        assert!(!below(&[]) && !below(&[(4, 3), (4, 5)]) && !below(&[(5, 3)]));
        let lies = Counter { pose: Pose::Dead, ..stand(2, (4, 3)) };
        assert!(!lies_below(&stand(1, (4, 4)), &[lies]), "one may lie there");
    }
}
