//! Splinters, sparks and powder smoke: small things that fly off and are gone.
//!
//! They are scattered by their number, not by chance, so that the same battle always looks the same. None is drawn
//! while the motions are off or the settings say so.

use std::f32::consts::TAU;

use crate::window::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fly);
}

/// What a spell is made of.
pub(super) const GLOW: Color = Color::srgb(0.35, 0.45, 0.85);

/// What flies off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FleckBurst {
    /// Ink and a little red: something came through.
    Splinters,
    /// Gold: it glanced off.
    Sparks,
    /// Grey: what is shot from, or falls.
    Puff,
    /// Blue: a spell.
    Glow,
}

/// A small thing on its way.
#[derive(Component)]
struct Fleck {
    speed: Vec2,
    spin: f32,
    age: f32,
    life: f32,
    /// How much larger it is at the end.
    grows: f32,
    opacity: f32,
}

/// A value between 0 and 1 that belongs to a number.
fn scattered(n: u32) -> f32 {
    let mixed = n.wrapping_mul(0x9E37_79B9) ^ (n.wrapping_mul(0x85EB_CA6B) >> 13);
    (mixed.wrapping_mul(0xC2B2_AE35) >> 8) as f32 / (1 << 24) as f32
}

/// Lets `many` flecks fly from a place, most of them along `way` (a unit vector, or zero for all round).
pub(super) fn burst(commands: &mut Commands, kind: FleckBurst, from: Vec2, way: Vec2, many: u32) {
    let (colours, life, speed): (&[Color], f32, f32) = match kind {
        FleckBurst::Splinters => (&[theme::INK, theme::HARM, theme::INK_SOFT, theme::HARM], 0.45, 110.0),
        FleckBurst::Sparks => (&[theme::GOLD, theme::PAPER, theme::GOLD], 0.30, 170.0),
        FleckBurst::Puff => (&[theme::GREY, theme::PAPER_DIM], 0.55, 28.0),
        FleckBurst::Glow => (&[GLOW, theme::PAPER, GLOW], 0.50, 75.0),
    };
    for n in 0..many {
        let side = if way == Vec2::ZERO { TAU } else { 1.7 };
        let turn = (scattered(n * 3) - 0.5) * side;
        let ahead = if way == Vec2::ZERO { Vec2::X } else { way };
        let size = 4.0 + 5.0 * scattered(n * 3 + 1);
        let flat = if kind == FleckBurst::Sparks { 0.35 } else { 0.8 };
        commands.spawn((
            Fleck {
                speed: Vec2::from_angle(turn).rotate(ahead) * speed * (0.4 + scattered(n * 3 + 2)),
                spin: (scattered(n * 5) - 0.5) * 14.0,
                age: 0.0,
                life: life * (0.6 + 0.6 * scattered(n * 7)),
                grows: if kind == FleckBurst::Puff { 2.5 } else { 0.0 },
                opacity: if kind == FleckBurst::Puff { 0.5 } else { 1.0 },
            },
            Sprite::from_color(colours[n as usize % colours.len()], Vec2::new(size, size * flat)),
            Transform::from_translation(from.extend(layer::AIR - 0.5))
                .with_rotation(Quat::from_rotation_z(turn)),
            Pickable::IGNORE,
        ));
    }
}

fn fly(
    mut commands: Commands,
    time: Res<Time>,
    motion: Res<BeatQueue>,
    mut flecks: Query<(Entity, &mut Fleck, &mut Transform, &mut Sprite)>,
) {
    let passed = time.delta_secs() * motion.speed.max(0.2);
    for (entity, mut fleck, mut transform, mut sprite) in &mut flecks {
        fleck.age += passed;
        if fleck.age >= fleck.life || motion.speed <= 0.0 {
            commands.entity(entity).despawn();
            continue;
        }
        // The table brakes them.
        let brake = (1.0 - 3.0 * passed).max(0.0);
        fleck.speed *= brake;
        transform.translation += (fleck.speed * passed).extend(0.0);
        transform.rotate_z(fleck.spin * passed);
        let share = fleck.age / fleck.life;
        transform.scale = Vec3::splat(1.0 + fleck.grows * share);
        sprite.color.set_alpha(fleck.opacity * (1.0 - share * share));
    }
}

#[cfg(test)]
mod tests {
    use super::scattered;

    #[test]
    fn numbers_are_scattered_over_the_whole_range_and_always_alike() {
        let values: Vec<f32> = (0..400).map(scattered).collect();
        assert!(values.iter().all(|v| (0.0..1.0).contains(v)));
        let low = values.iter().filter(|v| **v < 0.5).count();
        assert!((150..250).contains(&low), "{low} of 400 below a half");
        assert_eq!(scattered(7), scattered(7));
    }
}
