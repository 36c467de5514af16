//! The mark of who is asked in another's turn: a thin round frame of lamplight, with a pointer in its side's colour.

use super::{
    counters::{depth_of, foot_of},
    prelude::*,
};

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

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    old: Query<Entity, With<Mark>>,
    (mut meshes, mut frames): (ResMut<Assets<Mesh>>, ResMut<Assets<Frame>>),
    mut seen: Local<Option<Counter>>,
) {
    if !table.is_changed() {
        return;
    }
    let find = |unit: u32| table.counters.iter().find(|own| own.unit == unit);
    let now = table.overlay.asked.and_then(find);
    if seen.as_ref() == now {
        return;
    }
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    if let Some(own) = now {
        let side = theme::side_colour(own.side).to_linear().to_vec3().extend(1.0);
        let foot = foot_of(own).min_element() * SQUARE;
        commands.spawn((
            Mark,
            Mesh2d(meshes.add(Rectangle::from_size(Vec2::splat(foot * 1.25)))),
            MeshMaterial2d(frames.add(Frame { side })),
            Transform::from_translation(centre_of(own).extend(depth_of(own) + ABOVE)),
            Pickable::IGNORE,
        ));
    }
    *seen = now.cloned();
}
