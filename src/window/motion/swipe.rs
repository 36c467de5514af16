//! What a blow looks like: an arc of white, cased in ink, that swings from who strikes to the edge of whom it is aimed at;
//! the red ring around them, also around who is shot at; and the bar and the sparks on the side from which somebody holds
//! something off.

use std::f32::consts::PI;

use super::{
    flecks::{self, FleckBurst},
    missile::{FLIES, edge},
    rising::{Leaves, fade},
};
use crate::window::{board::frame, prelude::*};

/// An arc or a ring.
#[derive(Component)]
pub(super) struct Swipe {
    age: f32,
    /// How long it stays, in seconds: it fades in the second half.
    stays: f32,
    /// How much larger it begins.
    grown: f32,
}

/// A part of an arc, and the share of its way from which on it is drawn.
#[derive(Component)]
pub(super) struct Part(f32);

/// How long an arc and a ring stay, in seconds.
const ARC: f32 = 0.55;
const RING: f32 = 0.70;
/// Beneath slips that rise, above everything else.
const DEPTH: f32 = layer::AIR - 1.0;
/// How far beside the middle of who strikes an arc begins, how far aside it bends at the edge of whom it is aimed at, and how
/// far on the other side it ends there, in squares.
const ASIDE: (f32, f32, f32) = (0.34, 0.46, 0.20);
/// In so many parts it is drawn.
const PARTS: u8 = 14;
/// How thick it is in its middle, and its edge of ink, in pixels at zoom 1.
const THICK: f32 = 9.0;
const EDGE: f32 = 4.0;
/// What is drawn is cased in ink: the colour of casing and core, how much wider each is, and how deep it lies.
const CASED: [(Color, f32, f32); 2] = [(theme::INK, EDGE, 0.0), (theme::FIELD, 0.0, 0.01)];
/// How long the bar of a block and the strokes of a parry are, in pixels of the map, and how wide all of them.
const BAR: f32 = 40.0;
const CROSS: f32 = 30.0;
const WIDE: f32 = 7.0;
/// How many sparks fly off a block.
const SPARKS: u32 = 12;
/// The frames of a ring: how far each begins outside the counter and how wide it is, in pixels of the map.
const FRAMES: [(f32, f32, Color); 2] = [(5.5, 7.0, theme::FIELD), (4.0, 4.0, theme::HARM)];

/// Swings an arc from the middle of who strikes to the edge of a counter.
pub(super) fn swing(commands: &mut Commands, from: Vec2, target: Rect) {
    let way = (target.center() - from).normalize_or_zero();
    let to = edge(target, way);
    // None within one counter.
    if way == Vec2::ZERO || (to - from).dot(way) <= 0.0 {
        return;
    }
    let side = way.perp() * SQUARE;
    let (begins, bend, ends) = (from + side * ASIDE.0, to + side * ASIDE.1, to - side * ASIDE.2);
    let at = |share: f32| begins.lerp(bend, share).lerp(bend.lerp(ends, share), share);
    let swipe = Swipe { age: 0.0, stays: ARC, grown: 0.0 };
    commands.spawn((swipe, Transform::from_xyz(0.0, 0.0, DEPTH), Visibility::Inherited)).with_children(
        |arc| {
            for n in 0..PARTS {
                let share = |n: u8| f32::from(n) / f32::from(PARTS);
                let (from, to) = (at(share(n)), at(share(n + 1)));
                // It runs thin at its ends.
                let thick = THICK * (PI * (share(n) + 0.5 / f32::from(PARTS))).sin();
                for (colour, wider, depth) in CASED {
                    let size = Vec2::new(from.distance(to) + 1.0 + wider / 2.0, thick + wider);
                    let place = Transform::from_translation(((from + to) / 2.0).extend(depth))
                        .with_rotation(Quat::from_rotation_z((to - from).to_angle()));
                    let sprite = Sprite::from_color(colour, size);
                    arc.spawn((Part(share(n)), sprite, place, Visibility::Hidden, Pickable::IGNORE));
                }
            }
        },
    );
}

/// Rings a counter in red.
pub(super) fn ring(commands: &mut Commands, target: Rect) {
    let whole = Rect::from_center_size(Vec2::ZERO, target.size());
    let swipe = Swipe { age: 0.0, stays: RING, grown: 0.15 };
    let place = Transform::from_translation(target.center().extend(DEPTH - 0.5));
    commands.spawn((swipe, place, Visibility::Inherited)).with_children(|ring| {
        for (n, (outside, wide, colour)) in FRAMES.into_iter().enumerate() {
            for part in frame(whole.inflate(outside), wide) {
                let place = Transform::from_translation(part.center().extend(0.01 * n as f32));
                ring.spawn((Sprite::from_color(colour, part.size()), place, Pickable::IGNORE));
            }
        }
    });
}

/// Lays a bar across the way of what came from a place, at the edge of the counter that has held it off, and lets sparks
/// fly back from there.
pub(super) fn guard(commands: &mut Commands, from: Vec2, target: Rect, sparks: bool) {
    let held = hold_off(commands, from, target, &[0.0], BAR);
    if let Some((at, way)) = held.filter(|_| sparks) {
        flecks::burst(commands, FleckBurst::Sparks, at, -way, SPARKS);
    }
}

/// Crosses two short strokes at the edge of a counter that has parried what came from a place.
pub(super) fn cross(commands: &mut Commands, from: Vec2, target: Rect) {
    hold_off(commands, from, target, &[PI / 4.0, -PI / 4.0], CROSS);
}

/// Lays cased bars at the edge of a counter, on the side from which something came, so long and each turned so far from
/// across its way; where that edge is and the way, unless it came from within.
fn hold_off(
    commands: &mut Commands,
    from: Vec2,
    target: Rect,
    turns: &[f32],
    long: f32,
) -> Option<(Vec2, Vec2)> {
    let way = (target.center() - from).normalize_or_zero();
    if way == Vec2::ZERO {
        return None;
    }
    let at = edge(target, way);
    let swipe = Swipe { age: 0.0, stays: ARC, grown: 0.25 };
    let place =
        Transform::from_translation(at.extend(DEPTH)).with_rotation(Quat::from_rotation_z(way.to_angle()));
    commands.spawn((swipe, place, Visibility::Inherited)).with_children(|bars| {
        for (colour, wider, depth) in CASED {
            for turn in turns {
                let place = Transform::from_xyz(0.0, 0.0, depth).with_rotation(Quat::from_rotation_z(*turn));
                let size = Vec2::new(WIDE, long) + wider;
                bars.spawn((Sprite::from_color(colour, size), place, Pickable::IGNORE));
            }
        }
    });
    Some((at, way))
}

/// Arcs are drawn as fast as a blow comes, rings close in; they fade. No arc is thinner on the screen because the map is far
/// off.
pub(super) fn draw(
    mut commands: Commands,
    (time, motion, ui): (Res<Time>, Res<BeatQueue>, Res<UiScale>),
    camera: Single<&Projection, With<MainCamera>>,
    mut swipes: Query<(Entity, &mut Swipe, &mut Transform, &Children)>,
    mut parts: Query<(&Part, &mut Transform, &mut Visibility), Without<Swipe>>,
    mut leaves: Leaves,
) {
    let Projection::Orthographic(seen) = *camera else { return };
    for (entity, mut swipe, mut transform, children) in &mut swipes {
        swipe.age += time.delta_secs() * motion.speed.max(0.2);
        if swipe.age > swipe.stays {
            commands.entity(entity).despawn();
            continue;
        }
        let left = 1.0 - swipe.age / swipe.stays;
        transform.scale = Vec3::splat(1.0 + swipe.grown * left * left);
        for child in children {
            if let Ok((part, mut transform, mut visibility)) = parts.get_mut(*child) {
                transform.scale.y = (seen.scale * ui.0).max(1.0);
                if swipe.age >= part.0 * FLIES {
                    visibility.set_if_neq(Visibility::Inherited);
                }
            }
        }
        fade(2.0 * left, children, &mut leaves);
    }
}
