//! The table under the map: one quad that goes with the camera.

use super::prelude::*;
use crate::window::camera::{CameraSet, Cleared, clear_table, on_every_table};

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "tabletop.wgsl");
    app.add_plugins(Material2dPlugin::<Wood>::default()).add_systems(Startup, lay).add_systems(
        PostUpdate,
        follow.after(CameraSet).after(clear_table).before(TransformSystems::Propagate),
    );
}

#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
struct Wood {
    /// The map's width and height, none on a bare table; half of what the camera sees.
    #[uniform(0)]
    map: Vec4,
    /// The camera's middle.
    #[uniform(0)]
    middle: Vec4,
}

drawn_with!(Wood, "tabletop.wgsl");

#[derive(Component)]
struct Tabletop;

fn lay(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut woods: ResMut<Assets<Wood>>) {
    commands.spawn((
        Tabletop,
        Mesh2d(meshes.add(Rectangle::new(1.0, 1.0))),
        MeshMaterial2d(woods.add(Wood { map: Vec4::new(0.0, 0.0, 640.0, 360.0), middle: Vec4::ZERO })),
        Transform::from_xyz(0.0, 0.0, layer::TABLE),
        on_every_table(),
        Pickable::IGNORE,
    ));
}

type SeenBy<'w, 's> =
    Single<'w, 's, (&'static Transform, &'static Projection), (With<MainCamera>, Without<Tabletop>)>;

fn follow(
    table: Res<Table>,
    cleared: Res<Cleared>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: SeenBy,
    tabletop: Single<(&mut Transform, &MeshMaterial2d<Wood>), With<Tabletop>>,
    mut woods: ResMut<Assets<Wood>>,
    mut was_clear: Local<bool>,
) {
    let clear = cleared.0;
    let (camera, projection) = *camera;
    let Projection::Orthographic(projection) = projection else { return };
    let (mut transform, material) = tabletop.into_inner();
    let seen = window.size() * projection.scale;
    let wanted = Transform::from_translation(camera.translation.truncate().extend(layer::TABLE))
        .with_scale((seen * 1.1).extend(1.0));
    if *transform == wanted && !table.is_changed() && *was_clear == clear {
        return;
    }
    *transform = wanted;
    *was_clear = clear;
    if let Some(mut wood) = woods.get_mut(&material.0) {
        let map = if clear { Vec2::ZERO } else { table.board.size.as_vec2() * SQUARE };
        let half = seen / 2.0;
        wood.map = Vec4::new(map.x, map.y, half.x, half.y);
        wood.middle = camera.translation.truncate().extend(0.0).extend(0.0);
    }
}
