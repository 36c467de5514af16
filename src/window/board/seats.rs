//! The counters of a crew: a strip of seats at the edge of their vehicle.

use super::{
    counters::{ACTING, KNEELING, Kit, OUT_OF_ACTION, WIDTH, kneels, ring_of},
    hulls::outward,
    prelude::*,
    written::{self, Pinned, Small, WhenPointed},
};

impl Kit<'_> {
    /// One of the strip of seats of a vehicle: a figure on a slip in its side's colour with its number beside it, who is out
    /// of action turned over on grey, who acts a little larger. There is no room for more.
    pub(super) fn seated(&mut self, parent: &mut ChildSpawnerCommands, counter: &Counter, foot: f32) {
        let foot = if counter.active { foot } else { foot * SLIP };
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
        seat_tag(parent, counter, foot, counter.active || self.around.aimed);
    }
}

/// The number of one of a crew, at the outer side of its seat, where it is no wider than that and while the vehicle is
/// pointed at.
fn seat_number(parent: &mut ChildSpawnerCommands, counter: &Counter, foot: f32) {
    if counter.whole <= 0 {
        return;
    }
    let left = if counter.pose == Pose::Dead { counter.vitality.min(0) } else { counter.vitality };
    let text = written::number(left);
    let least = written::NUMBER_LEAST.max((written::width(&text) + 2.0) * SQUARE / foot);
    let small = Small { foot: SQUARE, least, most: f32::INFINITY };
    let out = outward(counter.size.max(UVec2::ONE).as_vec2());
    let at = out * (foot / 2.0 + written::unit(foot));
    let mut slip = written::slip(parent, &text, Pinned { at, by: -out, small, harm: left <= 0 });
    slip.insert((when_pointed(counter), Transform::from_translation(at.extend(ABOVE_SEATS))));
}

/// Which of two alike one of a crew is, on the upper left corner of the seat of who acts or is aimed at; of others only
/// while the vehicle is pointed at.
fn seat_tag(parent: &mut ChildSpawnerCommands, counter: &Counter, foot: f32, marked: bool) {
    if counter.tag.is_empty() {
        return;
    }
    let at = Vec2::new(-0.5, 0.5) * foot;
    let least = if marked { SEAT_LEAST * SQUARE / foot } else { f32::INFINITY };
    let small = Small { foot: SQUARE, least, most: f32::INFINITY };
    let mut slip = written::slip(parent, &counter.tag, Pinned { at, by: Vec2::NEG_X, small, harm: false });
    slip.insert((when_pointed(counter), Transform::from_translation(at.extend(ABOVE_SEATS))));
}

/// While the squares of its vehicle are pointed at.
fn when_pointed(counter: &Counter) -> WhenPointed {
    let far = counter.at + counter.size.max(UVec2::ONE).as_ivec2() - 1;
    WhenPointed(IRect::from_corners(counter.at, far))
}

/// What one of a crew takes of the map with the number at its seat, where a unit of the screen is so many pixels of it.
pub(super) fn with_number(counter: &Counter, area: Rect, unit: f32) -> Rect {
    if counter.seat.is_none() || counter.whole <= 0 {
        return area;
    }
    let out = outward(counter.size.max(UVec2::ONE).as_vec2()) * written::tall(SQUARE, unit) * unit;
    area.union(Rect { min: area.min + out, max: area.max + out })
}

/// How wide the slip of a seat is drawn, as a share of the seat; that of who acts is as wide as the seat.
const SLIP: f32 = 0.9;
/// How far above each of them the numbers of a crew lie.
const ABOVE_SEATS: f32 = ACTING + 0.40;
/// The least units of a seat on which it can be read which of two alike sits there.
const SEAT_LEAST: f32 = 22.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::board::counters::{depth_of, foot_of};

    fn aboard(n: u32, active: bool) -> Counter {
        let seat = Some(VehicleSeat { n, of: 3, drives: n == 0 });
        Counter { unit: n, size: UVec2::new(3, 2), whole: 8, vitality: 8, seat, active, ..default() }
    }

    #[test]
    fn numbers_lie_below_the_row_of_seats_and_not_on_each_other() {
        let unit = written::unit(SQUARE);
        let rows: Vec<Rect> = (0..3).map(|n| area_of(&aboard(n, false))).collect();
        for (n, seat) in rows.iter().enumerate() {
            let whole = with_number(&aboard(n as u32, false), *seat, unit);
            assert!(whole.min.y < seat.min.y - 10.0 && whole.max.y == seat.max.y, "it lies below");
        }
        let wide = (written::width("8") + 2.0) * unit;
        assert!(wide <= foot_of(&aboard(0, false)).x * SQUARE * SLIP, "and is no wider than its seat");
    }

    #[test]
    fn a_crew_sits_over_the_drawing_of_its_vehicle() {
        let car = Counter { size: UVec2::new(3, 2), hull: Some(Hull::default()), ..default() };
        assert!(depth_of(&aboard(0, false)) > depth_of(&car) + 0.1);
    }

    #[test]
    fn who_acts_is_moved_out_of_the_row_and_covers_no_neighbour() {
        let acting = area_of(&aboard(1, true));
        assert!(acting.min.y < area_of(&aboard(1, false)).min.y);
        for n in [0, 2] {
            assert!(acting.intersect(area_of(&aboard(n, false))).size().x < 0.01 * SQUARE, "{n}");
        }
    }

    #[test]
    fn the_tag_of_a_seat_leaves_most_of_its_figure_free_where_a_battle_opens() {
        // Of the widest seat, on squares of 48 units.
        let foot = 0.60 * 48.0 * SLIP;
        assert!(foot >= SEAT_LEAST, "it is shown");
        assert!(written::width("1") + 2.0 <= SEAT_LEAST * 0.6, "half of the figure is seen beside it");
    }
}
