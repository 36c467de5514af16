//! What others are about to do: a line to whom it is aimed at, dots along the way that they will go.

use super::{
    beat::STEP,
    missile,
    rising::{Leaves, fade},
};
use crate::window::prelude::*;

/// A dot of a way.
#[derive(Component)]
pub(super) struct Dot {
    age: f32,
    /// From when on it is seen, and when it is gone, in seconds.
    seen: (f32, f32),
}

/// In how much time all dots of a way are laid, how long a way is looked at before it is gone, and how long a dot takes to
/// fade, in seconds.
const LAID: f32 = 0.15;
const LOOKED: f32 = 0.25;
const FADES: f32 = 0.15;
/// How long the line of what is aimed at somebody is looked at once it is drawn, in seconds.
const AIMED: f32 = 0.35;
/// How thick that line is, how wide a dot, and its edge of paper, in pixels at zoom 1.
const THICK: f32 = 4.0;
const WIDE: f32 = 10.0;
const EDGE: f32 = 4.0;
/// Beneath what flies and rises.
const DEPTH: f32 = layer::AIR - 2.0;

/// Draws the line from who is about to do something to whom it is aimed at: in red if it is another side.
pub(super) fn aim(commands: &mut Commands, way: (Vec2, Rect), harm: bool) {
    let ink = if harm { theme::HARM } else { theme::INK };
    missile::stroke(commands, way, (ink, THICK), AIMED);
}

/// Lays a dot on each of these places, one after the other; they stay until their way has been gone.
pub(super) fn lay(commands: &mut Commands, places: &[Vec2], colour: Color) {
    for (place, seen) in places.iter().zip(times(places.len())) {
        let transform = Transform::from_translation(place.extend(DEPTH));
        commands.spawn((Dot { age: 0.0, seen }, transform, Visibility::Hidden)).with_children(|dot| {
            for (colour, wide, depth) in [(theme::PAPER, WIDE + EDGE, 0.0), (colour, WIDE, 0.01)] {
                // Two squares across each other are nearly round.
                for turn in [0.0, std::f32::consts::FRAC_PI_4] {
                    let place =
                        Transform::from_xyz(0.0, 0.0, depth).with_rotation(Quat::from_rotation_z(turn));
                    dot.spawn((Sprite::from_color(colour, Vec2::splat(wide)), place, Pickable::IGNORE));
                }
            }
        });
    }
}

/// When each of so many dots is seen first, and gone: as who goes there comes over it.
fn times(many: usize) -> impl Iterator<Item = (f32, f32)> {
    (0..many).map(move |n| {
        let share = n as f32 / many.max(1) as f32;
        (LAID * share, LOOKED + STEP * (n + 1) as f32 + FADES / 2.0)
    })
}

/// Dots come one after the other and fade; none is smaller on the screen because the map is far off.
pub(super) fn draw(
    mut commands: Commands,
    (time, motion, ui): (Res<Time>, Res<BeatQueue>, Res<UiScale>),
    camera: Single<&Projection, With<MainCamera>>,
    mut dots: Query<(Entity, &mut Dot, &mut Transform, &mut Visibility, &Children)>,
    mut leaves: Leaves,
) {
    let Projection::Orthographic(seen) = *camera else { return };
    for (entity, mut dot, mut transform, mut visibility, children) in &mut dots {
        dot.age += time.delta_secs() * motion.speed.max(0.2);
        let (from, to) = dot.seen;
        if dot.age > to {
            commands.entity(entity).despawn();
            continue;
        }
        transform.scale = Vec3::splat((seen.scale * ui.0).max(1.0));
        if dot.age >= from {
            visibility.set_if_neq(Visibility::Inherited);
        }
        fade((to - dot.age) / FADES, children, &mut leaves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dots_of_a_way_are_laid_before_it_is_gone_and_stay_until_it_has_been() {
        let times: Vec<(f32, f32)> = times(4).collect();
        assert_eq!(times.len(), 4);
        assert!(times.iter().all(|(from, _)| *from < LOOKED), "{times:?}");
        assert!(times.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1), "{times:?}");
        assert!(times[3].1 >= LOOKED + 4.0 * STEP, "the last one until who goes there stands on it");
    }
}
