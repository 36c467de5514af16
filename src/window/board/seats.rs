//! The counters of a crew: a strip of seats at the edge of their vehicle.

use super::{
    counters::{ACTING, KNEELING, Kit, OUT_OF_ACTION, WIDTH, kneels, ring_of},
    prelude::*,
    written::{self, Pinned, Small, WhenPointed},
};

impl Kit<'_> {
    /// One of the strip of seats of a vehicle: a figure on a slip in its side's colour with its number and which of two
    /// alike it is, who is out of action turned over on grey, who acts larger. There is no room for more.
    pub(super) fn seated(&mut self, parent: &mut ChildSpawnerCommands, counter: &Counter, foot: f32) {
        let foot = if counter.active { foot * ACTOR } else { foot };
        let out = matches!(counter.pose, Pose::Down | Pose::Dead);
        let side = theme::side_colour(counter.side);
        let sheet = if out { OUT_OF_ACTION } else { theme::PAPER };
        for (colour, share, depth) in [(theme::INK, 1.0, 0.08), (side, 0.95, 0.09), (sheet, 0.83, 0.1)] {
            let sheet = Sprite::from_color(colour, Vec2::splat(foot * share));
            parent.spawn((sheet, Transform::from_xyz(0.0, 0.0, depth)));
        }
        let turn = match () {
            () if out => std::f32::consts::PI,
            () if counter.pose == Pose::Prone => -std::f32::consts::FRAC_PI_2,
            () if kneels(counter) => KNEELING.0,
            () => 0.0,
        };
        let figure = self.figure(counter, Vec2::splat(foot * WIDTH));
        parent.spawn((figure, Transform::from_xyz(0.0, 0.0, 0.2).with_rotation(Quat::from_rotation_z(turn))));
        self.brackets(parent, counter, (foot, 0.07));
        if self.around.acts {
            self.turn_mark(parent, counter, Vec2::splat(foot / 2.0), false);
        }
        let ring = self.rings.add(ring_of(counter, Vec4::ZERO));
        let quad = self.hulls.meshes.add(Rectangle::new(foot * 1.25, foot * 1.25));
        parent.spawn((Mesh2d(quad), MeshMaterial2d(ring), Transform::from_xyz(0.0, 0.0, 0.3)));
        seat_number(parent, counter, foot);
        seat_tag(parent, counter, foot);
    }
}

/// The number of one of a crew, under the seat, where it fits on that and while the vehicle is pointed at.
fn seat_number(parent: &mut ChildSpawnerCommands, counter: &Counter, foot: f32) {
    if counter.whole <= 0 {
        return;
    }
    let left = if counter.pose == Pose::Dead { counter.vitality.min(0) } else { counter.vitality };
    let text = written::number(left);
    let least = written::NUMBER_LEAST.max((written::width(&text) - 1.0) * SQUARE / foot);
    let small = Small { foot: SQUARE, least, most: f32::INFINITY };
    let at = Vec2::new(0.49, -0.64) * foot;
    let mut slip =
        written::slip(parent, &text, Pinned { at, by: Vec2::new(1.0, -1.0), small, harm: left <= 0 });
    let far = counter.at + counter.size.max(UVec2::ONE).as_ivec2() - 1;
    // Who acts is larger than the others and lies over them, but not over their numbers.
    let above = Transform::from_translation(at.extend(ABOVE_SEATS));
    slip.insert((WhenPointed(IRect::from_corners(counter.at, far)), above));
}

/// Which of two alike one of a crew is, on the upper left corner of the seat, where both can be read.
fn seat_tag(parent: &mut ChildSpawnerCommands, counter: &Counter, foot: f32) {
    if counter.tag.is_empty() {
        return;
    }
    let at = Vec2::new(-0.5, 0.5) * foot;
    let small = Small { foot, least: TAG_LEAST, most: f32::INFINITY };
    let mut slip = written::slip(parent, &counter.tag, Pinned { at, by: Vec2::NEG_X, small, harm: false });
    slip.insert(Transform::from_translation(at.extend(ABOVE_SEATS)));
}

/// How much larger than the others of a crew who acts is drawn, and how far above each of them its number lies.
const ACTOR: f32 = 1.2;
const ABOVE_SEATS: f32 = ACTING + 0.40;
/// The least units of a seat on which it can be read which of two alike sits there.
const TAG_LEAST: f32 = 24.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_of_a_seat_leaves_most_of_its_figure_free_where_a_battle_opens() {
        // Of the widest seat, on squares of 48 units.
        let foot = 0.60 * 48.0;
        assert!(foot >= TAG_LEAST, "it is shown");
        assert!(written::width("1") + 2.0 <= TAG_LEAST * 0.6, "half of the figure is seen beside it");
    }
}
