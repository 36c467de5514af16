//! What lies on the table beside a battle's map: dice, a slip with notes, a pencil. They lie at the map's right end,
//! where the table is seen beside a small map, and are as large as the map is seen. Pictures only: nothing is told by
//! them, and panels cover them.

use super::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, lay.before(TransformSystems::Propagate));
}

/// All of it.
#[derive(Component)]
struct Props;

/// The things: picture, from the map's right end, from its middle, width, turn; in world pixels and radians.
const THINGS: [(&str, f32, f32, f32, f32); 6] = [
    ("ui/roster", 196.0, 10.0, 200.0, -0.16),
    ("ui/pencil", 256.0, -22.0, 150.0, 0.22),
    ("ui/d20", 112.0, -158.0, 74.0, 0.35),
    ("ui/d6_5", 204.0, -176.0, 44.0, -0.28),
    ("ui/d6_2", 168.0, -232.0, 44.0, 0.52),
    ("ui/d10", 262.0, 186.0, 58.0, -0.4),
];

/// Beyond the pool of light things are darker than on the map.
const DIM: Color = Color::srgb(0.74, 0.68, 0.60);

/// A shadow on the table, so strong.
pub(super) fn shade(alpha: f32) -> Color {
    Color::srgba(0.02, 0.01, 0.005, alpha)
}

/// Lays a thing with its shadow into `parent`. `picture` makes a sprite of a name, a width and a colour.
pub(super) fn lay_thing(
    parent: &mut ChildSpawnerCommands,
    picture: &mut impl FnMut(&str, f32, Color) -> Sprite,
    (name, width, colour, turn): (&str, f32, Color, f32),
) {
    let turn = Quat::from_rotation_z(turn);
    for (grown, alpha, off) in [(14.0, 0.22, Vec2::new(9.0, -13.0)), (5.0, 0.40, Vec2::new(5.0, -7.0))] {
        let at = Transform::from_translation(off.extend(0.0)).with_rotation(turn);
        parent.spawn((picture(name, width + grown, shade(alpha)), at));
    }
    let at = Transform::from_xyz(0.0, 0.0, 0.02).with_rotation(turn);
    parent.spawn((picture(name, width, colour), at));
}

/// Lays the things anew beside another map.
fn lay(
    mut commands: Commands,
    (mut art, mut images): (ResMut<Art>, ResMut<Assets<Image>>),
    table: Res<Table>,
    laid: Query<Entity, With<Props>>,
    mut seen: Local<UVec2>,
) {
    if *seen == table.board.size {
        return;
    }
    *seen = table.board.size;
    for entity in &laid {
        commands.entity(entity).despawn();
    }
    if table.board.size == UVec2::ZERO {
        return;
    }
    let mut picture = |name: &str, width: f32, colour: Color| Sprite {
        image: art.image(&mut images, name, 256),
        color: colour,
        custom_size: Some(Vec2::splat(width)),
        ..default()
    };
    let Vec2 { x, y } = table.board.size.as_vec2() * SQUARE;
    let place = Transform::from_xyz(x, -y / 2.0, layer::TABLE + 1.0);
    commands.spawn((Props, place, Visibility::Inherited)).with_children(|props| {
        for (n, (name, right, up, width, turn)) in THINGS.into_iter().enumerate() {
            let place = Transform::from_xyz(right, up, 0.1 * n as f32);
            props.spawn((place, Visibility::Inherited)).with_children(|thing| {
                lay_thing(thing, &mut picture, (name, width, DIM, turn));
            });
        }
    });
}
