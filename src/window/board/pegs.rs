//! How far counters stand above their shadows, and the pegs that hold up those who fly.

use super::{
    counters::{depth_of, off_its_squares},
    prelude::*,
};

/// Where the shadow of a counter falls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shadow {
    /// From the middle of the counter, in pixels of the map.
    pub at: Vec2,
    /// How much deeper than the counter.
    pub depth: f32,
}

impl Shadow {
    /// The shadow of a counter that stands so far above it. Of who flies it falls on the squares that they fly over,
    /// beneath all who stand there, also where the counter is moved off these.
    pub(super) fn of(counter: &Counter, lift: f32) -> Self {
        let at = Vec2::new(lift * 0.6, -lift);
        if counter.flies() {
            Self {
                at: at - off_its_squares(counter) * SQUARE,
                depth: layer::FALLEN - BELOW - depth_of(counter),
            }
        } else {
            Self { at, depth: 0.0 }
        }
    }
}

/// How far a counter so wide stands above its shadow, in pixels of the map: the higher it flies, the farther.
pub(super) fn lift_of(counter: &Counter, foot: f32) -> f32 {
    let share = match counter.band {
        Some(Band::High) => 0.42,
        Some(Band::Low) => 0.20,
        _ => 0.06,
    };
    let deeper = if counter.over_drop { OVER_DROP } else { 0.0 };
    (share + deeper) * foot.min(2.0 * SQUARE)
}

/// How much farther it stands above its shadow over a drop, as a share of its square.
const OVER_DROP: f32 = 0.30;
/// So much deeper than the fallen lies the shadow of who flies.
const BELOW: f32 = 0.1;

/// The clear peg on which a flyer stands, from its shadow up.
pub(super) fn peg(parent: &mut ChildSpawnerCommands, Shadow { at, depth }: Shadow) {
    let sprite = Sprite::from_color(Color::srgba(0.95, 0.95, 0.92, 0.75), Vec2::new(at.length(), 3.0));
    let turn = Quat::from_rotation_z(at.to_angle());
    parent.spawn((sprite, Transform::from_translation((at / 2.0).extend(depth + 0.03)).with_rotation(turn)));
    let ink = Sprite::from_color(Color::srgba(0.05, 0.04, 0.03, 0.75), Vec2::splat(6.0));
    parent.spawn((ink, Transform::from_translation(at.extend(depth + 0.04))));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shadow_of_a_flyer_stays_on_its_squares_beneath_all_who_stand_there() {
        let own = |aside| Counter { band: Some(Band::High), size: UVec2::splat(2), aside, ..default() };
        let falls = |own: &Counter| centre_of(own) + Shadow::of(own, 40.0).at;
        assert!(falls(&own(0)).distance(falls(&own(2))) < 0.01);
        let high = own(2);
        assert!(depth_of(&high) + Shadow::of(&high, 40.0).depth < depth_of(&Counter::default()));
        assert!(lift_of(&high, SQUARE) > lift_of(&Counter::default(), SQUARE));
    }
}
