//! The points that a unit has left, on its counter: pips, or where they would be specks a number.

use super::{
    counters::{Kit, Ring},
    ink::SQUARE_PIPS,
    prelude::*,
    written::{self, Pinned, Small},
};

impl Kit<'_> {
    /// Its points under the bar, at the left: as pips, and where these would be too small to be counted as a number
    /// behind one of each kind. `quad` is that of its ring.
    pub(super) fn points(
        &mut self,
        parent: &mut ChildSpawnerCommands,
        counter: &Counter,
        foot: f32,
        quad: Handle<Mesh>,
    ) {
        let pips = Gauge::of(counter).pips;
        let many = pips.y + pips.w;
        if many < 0.5 {
            return;
        }
        let row = |kind: f32, pips: Vec4| Ring { side: Vec4::ZERO, state: Vec4::X * kind, pips };
        let least = if many > COUNTED { written::PIPS_LEAST } else { written::NUMBER_LEAST };
        let small = Small { foot, least, most: f32::INFINITY };
        let all = MeshMaterial2d(self.rings.add(row(AT_FOOT, pips)));
        parent.spawn((small, Mesh2d(quad), all, Transform::from_xyz(0.0, 0.0, 0.31), Visibility::Inherited));
        if many <= COUNTED {
            return;
        }
        let left = if counter.points.1 > 0 {
            counter.points.0
        } else {
            counter.off_points.0.max(counter.second_points.0)
        };
        let small = Small { foot, least: written::NUMBER_LEAST, most: written::PIPS_LEAST };
        let at = Vec2::new(-0.49, -0.345) * foot;
        // Beside a long number there is room for one pip.
        let long = written::number(counter.vitality).chars().count();
        if long > 3 {
            return;
        }
        let few = one_of_each(if long > 2 { pips.with_z(0.0).with_w(0.0) } else { pips });
        let wide = PIP.0 + PIP.1 * (few.y + few.w);
        let few = MeshMaterial2d(self.rings.add(row(ALONE, few)));
        let quad = Mesh2d(self.hulls.meshes.add(Rectangle::new(PIPS, PIPS)));
        let beside = Transform::from_xyz(PIPS / 2.0, 1.0 - written::HEIGHT / 2.0, -0.01);
        let text = left.to_string();
        let by = Vec2::new(-1.0 - 2.0 * wide / written::width(&text), 1.0);
        written::slip(parent, &text, Pinned { at, by, small, harm: false }).with_children(|slip| {
            slip.spawn((quad, few, beside));
        });
    }
}

/// One pip of each kind: filled, if there are any left.
fn one_of_each(pips: Vec4) -> Vec4 {
    let square = if pips.z >= SQUARE_PIPS { SQUARE_PIPS } else { 0.0 };
    Vec4::new(pips.x.min(1.0), pips.y.min(1.0), (pips.z - square).min(1.0) + square, pips.w.min(1.0))
}

/// What the shader draws: pips at the foot of a counter, or on a quad of their own.
const AT_FOOT: f32 = -3.0;
const ALONE: f32 = -4.0;

/// So many pips can be counted on the smallest counter that has any.
const COUNTED: f32 = 3.0;

/// Width of the quad of the pips beside a number, in units; of the rim of their strip, and of each.
const PIPS: f32 = 24.0;
const PIP: (f32, f32) = (3.0, 6.4);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_pips_one_of_each_kind_is_drawn() {
        assert_eq!(one_of_each(Vec4::new(3.0, 4.0, 0.0, 2.0)), Vec4::new(1.0, 1.0, 0.0, 1.0));
        let square = Vec4::new(0.0, 2.0, SQUARE_PIPS + 2.0, 3.0);
        assert_eq!(one_of_each(square), Vec4::new(0.0, 1.0, SQUARE_PIPS + 1.0, 1.0));
    }
}
