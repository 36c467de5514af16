//! The mark of who is asked in another's turn: the frame of whose turn it is, with a pointer in its side's colour.

use super::{centre_of, counters::depth_of, hulls, prelude::*};

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

/// How far above a counter's middle layer it lies: over its figure, under what is written on it.
const ABOVE: f32 = 0.35;

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    old: Query<Entity, With<Mark>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut frames: ResMut<Assets<Frame>>,
    mut seen: Local<Option<Counter>>,
) {
    if !table.is_changed() {
        return;
    }
    let asked = table.overlay.asked.and_then(|unit| table.counters.iter().find(|own| own.unit == unit));
    if seen.as_ref() == asked {
        return;
    }
    *seen = asked.cloned();
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let Some(own) = asked else { return };
    let size = own.size.max(UVec2::ONE).as_vec2();
    let foot = own.seat.map_or(size.min_element(), |seat| hulls::seat(&seat, size).1) * SQUARE;
    let side = theme::side_colour(own.side).to_linear().to_vec3().extend(1.0);
    commands.spawn((
        Mark,
        Mesh2d(meshes.add(Rectangle::from_size(Vec2::splat(foot * 1.25)))),
        MeshMaterial2d(frames.add(Frame { side })),
        Transform::from_translation(centre_of(own).extend(depth_of(own) + ABOVE)),
        Pickable::IGNORE,
    ));
}
