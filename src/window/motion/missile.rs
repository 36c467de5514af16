//! What joins who attacks and whom it is aimed at: a stroke of ink, and what flies between them, a missile, or a spell,
//! which glows and bursts where it ends.

use super::{
    flecks::{self, FleckBurst, GLOW},
    rising::{Leaves, fade},
};
use crate::window::{board, prelude::*};

/// Something between two places.
#[derive(Component)]
pub(super) struct Flying {
    from: Vec2,
    to: Vec2,
    elapsed: f32,
    /// Something flies off where it ends.
    bursts: bool,
}

/// A stroke from who attacks to whom it is aimed at: it is drawn as what flies goes on, and fades after the hit.
#[derive(Component)]
pub(super) struct Stroke {
    from: Vec2,
    to: Vec2,
    age: f32,
    /// How long it stays once it is drawn, in seconds.
    lingers: f32,
}

/// The line of a stroke, without its head.
#[derive(Component)]
pub(super) struct Line;

/// How long the stroke of what flies stays once it is drawn, and how long a stroke fades, in seconds.
const LINGERS: f32 = 0.20;
const FADES: f32 = 0.20;
/// How far a stroke begins beside the middle of who attacks, and how much of what hangs at the foot of a counter lies
/// below its edge, in squares.
const CLEAR: (f32, f32) = (0.20, 0.12);
/// How thick a stroke's edge of paper is, in pixels at zoom 1.
const EDGE: f32 = 4.0;

/// How long it is on its way, in seconds, as long as its beat.
pub(super) const FLIES: f32 = 0.20;
/// How far it flies on past a target that it misses, in squares.
const PAST: f32 = 1.2;

/// Sends something from one place to another: a spell or a missile, which flies on past its target or not.
pub(super) fn launch(
    commands: &mut Commands,
    (from, target): (Vec2, Rect),
    (spell, past): (bool, bool),
    particles: bool,
) {
    let way = (target.center() - from).normalize_or_zero();
    let aside = if past { way.rotate(Vec2::from_angle(0.12)) * SQUARE * PAST } else { Vec2::ZERO };
    let to = target.center() + aside;
    if particles {
        let (kind, many) = if spell { (FleckBurst::Glow, 7) } else { (FleckBurst::Puff, 5) };
        flecks::burst(commands, kind, from + way * SQUARE * 0.4, way, many);
    }
    let (ink, thick) = if spell { (GLOW, 4.0) } else { (theme::INK, 3.0) };
    stroke(commands, (from, target), (ink, thick), LINGERS);
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

/// Where what comes this way meets the edge of a counter; from below, what hangs at its foot.
pub(super) fn edge(counter: Rect, way: Vec2) -> Vec2 {
    let foot = if way.y > 0.0 { SQUARE * CLEAR.1 } else { 0.0 };
    board::edge(Rect::from_center_half_size(counter.center(), counter.half_size() + Vec2::Y * foot), way)
}

/// Draws a stroke of ink from a place to the edge of a counter, with a head at its end, this thick in pixels at zoom 1; once
/// it is drawn it stays so long, in seconds.
pub(super) fn stroke(
    commands: &mut Commands,
    (from, target): (Vec2, Rect),
    (ink, thick): (Color, f32),
    lingers: f32,
) {
    let way = (target.center() - from).normalize_or_zero();
    let (from, to) = (from + way * SQUARE * CLEAR.0, edge(target, way));
    // None within one counter.
    if way == Vec2::ZERO || (to - from).dot(way) <= 0.0 {
        return;
    }
    let turned = Quat::from_rotation_z(way.to_angle());
    let place = Transform::from_translation(from.extend(layer::AIR - 1.0)).with_rotation(turned);
    let head = 3.5 * thick;
    let stroke = Stroke { from, to, age: 0.0, lingers };
    commands.spawn((stroke, place, Visibility::Inherited)).with_children(|parts| {
        for (colour, wider, depth) in [(theme::PAPER, EDGE, 0.0), (ink, 0.0, 0.01)] {
            // The line is as long as its place is stretched.
            let line = Transform::from_xyz(0.0, 0.0, depth).with_scale(Vec3::new(0.0, 1.0, 1.0));
            let sprite = Sprite::from_color(colour, Vec2::new(1.0, thick + wider));
            parts.spawn((Line, sprite, line, Pickable::IGNORE));
            for side in [-1.0, 1.0] {
                let barb = Quat::from_rotation_z(side * 0.6);
                let back = barb * Vec3::new(thick / 2.0 - head / 2.0, 0.0, 0.0);
                let barb = Transform::from_translation(back.with_z(depth)).with_rotation(barb);
                let size = Vec2::new(head, thick) + wider;
                parts.spawn((Sprite::from_color(colour, size), barb, Pickable::IGNORE));
            }
        }
    });
}

/// Strokes are drawn, stay a moment and fade; none is thinner on the screen because the map is far off.
pub(super) fn draw(
    mut commands: Commands,
    (time, motion, ui): (Res<Time>, Res<BeatQueue>, Res<UiScale>),
    camera: Single<&Projection, With<MainCamera>>,
    mut strokes: Query<(Entity, &mut Stroke, &mut Transform, &Children)>,
    mut lines: Query<&mut Transform, (With<Line>, Without<Stroke>)>,
    mut leaves: Leaves,
) {
    let Projection::Orthographic(seen) = *camera else { return };
    for (entity, mut stroke, mut transform, children) in &mut strokes {
        stroke.age += time.delta_secs() * motion.speed.max(0.2);
        if stroke.age > FLIES + stroke.lingers {
            commands.entity(entity).despawn();
            continue;
        }
        let scale = (seen.scale * ui.0).max(1.0);
        let tip = stroke.from.lerp(stroke.to, (stroke.age / FLIES).min(1.0));
        transform.translation = tip.extend(transform.translation.z);
        transform.scale = Vec3::splat(scale);
        let long = stroke.from.distance(tip) / scale;
        for part in children {
            if let Ok(mut line) = lines.get_mut(*part) {
                (line.scale.x, line.translation.x) = (long, -long / 2.0);
            }
        }
        fade((FLIES + stroke.lingers - stroke.age) / FADES, children, &mut leaves);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stroke_ends_at_the_edge_of_a_counter_and_clear_of_its_foot() {
        let counter = Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(SQUARE / 2.0));
        assert_eq!(edge(counter, Vec2::X), Vec2::new(-SQUARE / 2.0, 0.0));
        assert_eq!(edge(counter, Vec2::NEG_Y), Vec2::new(0.0, SQUARE / 2.0));
        assert!(edge(counter, Vec2::Y).y < -SQUARE / 2.0);
    }
}
