//! What flies between two places: a missile, or a spell, which glows and bursts where it ends.

use super::flecks::{self, FleckBurst, GLOW};
use crate::window::prelude::*;

/// Something between two places.
#[derive(Component)]
pub(super) struct Flying {
    from: Vec2,
    to: Vec2,
    elapsed: f32,
    /// Something flies off where it ends.
    bursts: bool,
}

/// How long it is on its way, in seconds, as long as its beat.
const FLIES: f32 = 0.20;
/// How far it flies on past a target that it misses, in squares.
const PAST: f32 = 1.2;

/// Sends something from one place to another: a spell or a missile, which flies on past its target or not.
pub(super) fn launch(
    commands: &mut Commands,
    (from, to): (Vec2, Vec2),
    (spell, past): (bool, bool),
    particles: bool,
) {
    let way = (to - from).normalize_or_zero();
    let to = if past { to + way.rotate(Vec2::from_angle(0.12)) * SQUARE * PAST } else { to };
    if particles {
        let (kind, many) = if spell { (FleckBurst::Glow, 7) } else { (FleckBurst::Puff, 5) };
        flecks::burst(commands, kind, from + way * SQUARE * 0.4, way, many);
    }
    let flying = Flying { from, to, elapsed: 0.0, bursts: spell && particles && !past };
    let place = Transform::from_translation(from.extend(layer::AIR));
    if spell {
        // A square on its corner: no missile has this shape.
        let place = place.with_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_4));
        commands.spawn((flying, Sprite::from_color(GLOW, Vec2::splat(13.0)), place)).with_child((
            Sprite::from_color(theme::PAPER, Vec2::splat(7.0)),
            Transform::from_xyz(0.0, 0.0, 0.01),
        ));
    } else {
        let place = place.with_rotation(Quat::from_rotation_z((to - from).to_angle()));
        commands.spawn((flying, Sprite::from_color(theme::INK, Vec2::new(18.0, 3.0)), place));
    }
}

/// What flies goes on, and is gone where it ends.
pub(super) fn fly(
    mut commands: Commands,
    time: Res<Time>,
    motion: Res<BeatQueue>,
    mut flying: Query<(Entity, &mut Flying, &mut Transform)>,
) {
    for (entity, mut flying, mut transform) in &mut flying {
        flying.elapsed += time.delta_secs() * motion.speed.max(0.2);
        let share = flying.elapsed / FLIES;
        transform.translation = flying.from.lerp(flying.to, share.min(1.0)).extend(layer::AIR);
        if share >= 1.0 {
            if flying.bursts {
                flecks::burst(&mut commands, FleckBurst::Glow, flying.to, Vec2::ZERO, 12);
            }
            commands.entity(entity).despawn();
        }
    }
}
