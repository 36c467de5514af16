//! The line from who is about to act to whom it would meet: gold on ink, from counter to counter.

use super::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

#[derive(Component)]
struct Line;

/// How far from the middle of a counter the line begins and ends, in squares.
const CLEAR: f32 = 0.52;
/// How wide it is, and with its casing, in pixels of the map.
const WIDTH: f32 = 3.0;
const CASED: f32 = 6.0;

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    old: Query<Entity, With<Line>>,
    mut seen: Local<Option<(Vec2, Vec2)>>,
) {
    if !table.is_changed() || *seen == table.overlay.aim {
        return;
    }
    *seen = table.overlay.aim;
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let Some((middle, turn, length)) = table.overlay.aim.and_then(laid) else { return };
    for (colour, width, depth) in [(theme::INK.with_alpha(0.8), CASED, 0.4), (theme::GOLD, WIDTH, 0.5)] {
        commands.spawn((
            (Line, Sheet::Marks.on()),
            Sprite::from_color(colour, Vec2::new(length + width - WIDTH, width)),
            Transform::from_translation(middle.extend(layer::MARKS + depth))
                .with_rotation(Quat::from_rotation_z(turn)),
            Pickable::IGNORE,
        ));
    }
}

/// Its middle in the world, its turn and its length; none where there is no room between the two.
fn laid((from, to): (Vec2, Vec2)) -> Option<(Vec2, f32, f32)> {
    let flip = Vec2::new(SQUARE, -SQUARE);
    let way = (to - from) * flip;
    let length = way.length() - 2.0 * CLEAR * SQUARE;
    (length > 0.0).then(|| ((from + to) / 2.0 * flip, way.to_angle(), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_lies_between_the_two_and_on_neither() {
        let (middle, turn, length) = laid((Vec2::splat(0.5), Vec2::new(4.5, 0.5))).unwrap();
        assert_eq!((middle, turn), (Vec2::new(2.5, -0.5) * SQUARE, 0.0));
        assert!((length - (4.0 - 2.0 * CLEAR) * SQUARE).abs() < 0.01);
        assert_eq!(laid((Vec2::ZERO, Vec2::X)), None, "neighbours need no line");
    }
}
