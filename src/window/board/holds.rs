//! Who holds whom: a link on the border between two counters, its point towards the one held.

use super::{CounterRoot, counters::foot_of, edge, prelude::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (sync, follow).chain());
}

/// The link between two units, by their numbers.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
struct Hold {
    by: u32,
    held: u32,
}

/// How wide the link is, in pixels of the map, and of its picture.
const WIDTH: f32 = 22.0;
const PICTURE: u32 = 128;
/// It lies so far above the counters of the two.
const ABOVE: f32 = 0.6;
/// And so far off the middle of their border, in pixels of the map, since faces, numbers and tags stand there: down the map
/// between neighbours beside each other, over the ends of their bars; between those below each other under the strip of the
/// upper one and beside the head of the lower one, which stands at the left of its badges; aside where they touch at a corner.
const AT_BARS: f32 = -8.0;
const BESIDE_HEAD: Vec2 = Vec2::new(6.0, -10.0);
const ASIDE: f32 = 20.0;
/// How much of the way goes along an axis at most, for them not to count as beside or below each other.
const SLANT: f32 = 0.38;

/// How far off the middle of the border the link lies, by the way from the one to the other.
fn off(way: Vec2) -> Vec2 {
    match () {
        () if way.x.abs() < SLANT => BESIDE_HEAD,
        () if way.y.abs() < SLANT => Vec2::Y * AT_BARS,
        // Up the map beside the corner.
        () => way.perp() * way.x.signum() * ASIDE,
    }
}

fn sync(
    mut commands: Commands,
    table: Res<Table>,
    mut art: ResMut<Art>,
    mut images: ResMut<Assets<Image>>,
    old: Query<(Entity, &Hold)>,
) {
    if !table.is_changed() {
        return;
    }
    let held = |of: &Counter| {
        let held = of.unit;
        of.held_by.iter().map(move |by| Hold { by: *by, held }).collect::<Vec<_>>()
    };
    let mut missing: Vec<Hold> = table.counters.iter().flat_map(held).collect();
    for (entity, hold) in &old {
        match missing.iter().position(|own| own == hold) {
            Some(n) => {
                missing.swap_remove(n);
            }
            None => commands.entity(entity).despawn(),
        }
    }
    for hold in missing {
        let image = art.image(&mut images, "ui/hold", PICTURE);
        let picture = Sprite { image, custom_size: Some(Vec2::splat(WIDTH)), ..default() };
        commands.spawn((hold, picture, Transform::default(), Visibility::Hidden, Pickable::IGNORE));
    }
}

/// The link goes with the two, also while they are moved.
fn follow(
    counters: Query<(&CounterRoot, &Transform), Without<Hold>>,
    mut holds: Query<(&Hold, &mut Transform, &mut Visibility)>,
) {
    for (hold, mut place, mut seen) in &mut holds {
        let find = |unit: u32| counters.iter().find(|(root, _)| root.0.unit == unit);
        let ends = find(hold.by).zip(find(hold.held));
        let laid = ends.and_then(|((by, from), (held, to))| {
            let lies = |root: &CounterRoot, place: &Transform| {
                Rect::from_center_size(place.translation.truncate(), foot_of(&root.0) * SQUARE)
            };
            let (at, turn) = between(lies(by, from), lies(held, to))?;
            let depth = from.translation.z.max(to.translation.z) + ABOVE;
            let at = at + off(Vec2::from_angle(turn));
            Some(Transform::from_translation(at.extend(depth)).with_rotation(Quat::from_rotation_z(turn)))
        });
        seen.set_if_neq(if laid.is_some() { Visibility::Inherited } else { Visibility::Hidden });
        if let Some(laid) = laid {
            place.set_if_neq(laid);
        }
    }
}

/// Between two boxes: the middle of what lies between their borders, and the way from the one to the other; none where
/// both have one middle.
fn between(from: Rect, to: Rect) -> Option<(Vec2, f32)> {
    let way = (to.center() - from.center()).try_normalize()?;
    Some(((edge(from, -way) + edge(to, way)) / 2.0, way.to_angle()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_lies_on_the_border_and_points_at_the_one_held() {
        let lies = |x: f32, y: f32, squares: f32| {
            Rect::from_center_size(Vec2::new(x, y) * SQUARE, Vec2::splat(squares * SQUARE))
        };
        let (at, turn) = between(lies(0.0, 0.0, 1.0), lies(1.0, 0.0, 1.0)).unwrap();
        assert!(at.distance(Vec2::new(SQUARE / 2.0, 0.0)) < 0.01 && turn.abs() < 0.01);
        let (at, turn) = between(lies(0.0, 0.0, 3.0), lies(0.0, -2.0, 1.0)).unwrap();
        assert!(at.distance(Vec2::new(0.0, -1.5 * SQUARE)) < 0.01, "on the border of the larger one: {at}");
        assert!((turn + std::f32::consts::FRAC_PI_2).abs() < 0.01);
        assert_eq!(between(lies(1.0, 1.0, 1.0), lies(1.0, 1.0, 1.0)), None, "on one and the same square");
    }

    #[test]
    fn the_link_at_a_corner_lies_beside_it_up_the_map() {
        for way in [Vec2::ONE, Vec2::new(1.0, -1.0), Vec2::new(-1.0, 1.0), Vec2::NEG_ONE] {
            let off = off(way.normalize());
            assert!(off.y > 10.0 && off.dot(way).abs() < 0.01, "{way}: {off}");
        }
    }
}
