//! The mark of who is asked in another's turn: the frame of whose turn it is, with a pointer in its side's colour; and the
//! line from there to whom an answer would attack.

use super::{aim::soft_edged, centre_of, counters::depth_of, hulls, prelude::*};

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "asked.wgsl");
    app.add_plugins(Material2dPlugin::<Frame>::default()).add_systems(Update, draw);
}

#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
struct Frame {
    /// Colour of the side.
    #[uniform(0)]
    side: Vec4,
}

drawn_with!(Frame, "asked.wgsl");

#[derive(Component)]
struct Mark;

/// How far above a counter's middle layer the frame lies: over its figure, under what is written on it.
const ABOVE: f32 = 0.35;
/// Where the line of an answer lies: above all counters, beneath labels and what flies.
const LINE: f32 = layer::AIR - 2.5;
/// How wide that line is with its casing and without, in pixels of the map, and how far from a counter it ends.
const WIDE: (f32, f32) = (7.0, 4.0);
const CLEAR: f32 = 3.0;

/// Who is asked, and from where to where the line of an answer goes.
type Drawn = (Option<Counter>, Option<(Vec2, Vec2)>);

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    old: Query<Entity, With<Mark>>,
    (mut meshes, mut frames): (ResMut<Assets<Mesh>>, ResMut<Assets<Frame>>),
    mut images: ResMut<Assets<Image>>,
    mut soft: Local<Option<Handle<Image>>>,
    mut seen: Local<Drawn>,
) {
    if !table.is_changed() {
        return;
    }
    let find = |unit: u32| table.counters.iter().find(|own| own.unit == unit);
    let ends = |(by, to): (u32, u32)| between(find(by)?, find(to)?);
    let now: Drawn = (table.overlay.asked.and_then(find).cloned(), table.overlay.reply.and_then(ends));
    if *seen == now {
        return;
    }
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let Some(own) = &now.0 else {
        *seen = now;
        return;
    };
    let side = theme::side_colour(own.side);
    let frame = frames.add(Frame { side: side.to_linear().to_vec3().extend(1.0) });
    commands.spawn((
        Mark,
        Mesh2d(meshes.add(Rectangle::from_size(Vec2::splat(foot(own) * 1.25)))),
        MeshMaterial2d(frame),
        Transform::from_translation(centre_of(own).extend(depth_of(own) + ABOVE)),
        Pickable::IGNORE,
    ));
    if let Some((from, to)) = now.1 {
        let soft = soft.get_or_insert_with(|| images.add(soft_edged())).clone();
        let (middle, way) = ((from + to) / 2.0, to - from);
        for (color, wide, above) in [(theme::FIELD, WIDE.0, 0.0), (side, WIDE.1, 0.01)] {
            // Without its soft edges the picture is three quarters as wide.
            let size = Vec2::new(way.length() + wide - WIDE.1, wide / 0.75);
            commands.spawn((
                Mark,
                Sprite { image: soft.clone(), color, custom_size: Some(size), ..default() },
                Transform::from_translation(middle.extend(LINE + above))
                    .with_rotation(Quat::from_rotation_z(way.to_angle())),
                Pickable::IGNORE,
            ));
        }
    }
    *seen = now;
}

/// How wide a counter is, in pixels of the map.
fn foot(own: &Counter) -> f32 {
    let size = own.size.max(UVec2::ONE).as_vec2();
    own.seat.map_or(size.min_element(), |seat| hulls::seat(&seat, size).1) * SQUARE
}

/// The ends of a line between two counters; none where there is no room between them.
fn between(by: &Counter, to: &Counter) -> Option<(Vec2, Vec2)> {
    let (from, into) = (centre_of(by), centre_of(to));
    let way = (into - from).normalize_or_zero();
    let [begins, ends] = [by, to].map(|own| foot(own) / 2.0 + CLEAR);
    (from.distance(into) > begins + ends).then(|| (from + way * begins, into - way * ends))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_to_a_neighbour_needs_no_line() {
        let at = |x: i32| Counter { at: IVec2::new(x, 0), ..default() };
        assert_eq!(between(&at(0), &at(1)), None);
        let (from, to) = between(&at(0), &at(3)).unwrap();
        assert!(from.x > 0.9 * SQUARE && to.x < 3.1 * SQUARE && from.x < to.x, "{from} {to}");
    }
}
