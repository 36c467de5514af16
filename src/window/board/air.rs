//! Smoke, darkness, fire and weather over the board: two quads with one small data texture and a shader.
//!
//! Darkness, fire and smoke lie beneath the counters, a thin veil of smoke and glow above them.

use super::prelude::*;

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "air.wgsl");
    app.add_plugins(sheets::material::<Haze>(&[Sheet::Air, Sheet::Veil]))
        .add_systems(Update, (draw, drift).chain());
}

#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
struct Haze {
    /// Columns, rows, seconds that have passed, 1 above the counters.
    #[uniform(0)]
    size: Vec4,
    /// Is there darkness, smoke, weather, fire anywhere?
    #[uniform(0)]
    any: Vec4,
    #[texture(1, sample_type = "u_int")]
    squares: Handle<Image>,
}

drawn_with!(Haze, "air.wgsl");

#[derive(Component)]
struct Drifts;

/// The data texture: smoke, darkness and fire, 0 to 2 each, and a byte that is not used.
fn texels(size: UVec2, air: &Air) -> Vec<u8> {
    let count = (size.x * size.y) as usize;
    let at = |list: &[u8], n: usize| list.get(n).copied().unwrap_or(0).min(2);
    (0..count).flat_map(|n| [at(&air.smoke, n), at(&air.dark, n), at(&air.fire, n), 0]).collect()
}

/// Is there darkness, smoke, weather, fire anywhere?
fn anywhere(air: &Air) -> Vec4 {
    let any = |yes: bool| f32::from(u8::from(yes));
    Vec4::new(
        any(air.dark.iter().any(|n| *n > 0)),
        any(air.smoke.iter().any(|n| *n > 0)),
        any(air.weather),
        any(air.fire.iter().any(|n| *n > 0)),
    )
}

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut hazes: ResMut<Assets<Haze>>,
    old: Query<Entity, With<Drifts>>,
    mut drawn: Local<(UVec2, Air)>,
) {
    let size = table.board.size;
    if !table.is_changed() || (drawn.0 == size && drawn.1 == table.air) {
        return;
    }
    *drawn = (size, table.air.clone());
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let any = anywhere(&table.air);
    if any == Vec4::ZERO || size.min_element() == 0 {
        return;
    }
    let squares = images.add(squares(size, texels(size, &table.air), TextureFormat::Rgba8Uint));
    for (above, sheet) in [(0.0, Sheet::Air), (1.0, Sheet::Veil)] {
        if above > 0.5 && any.y + any.z + any.w < 0.5 {
            continue;
        }
        commands.spawn((
            (Drifts, sheet.on()),
            over_board(&mut meshes, size, sheet.depth()),
            MeshMaterial2d(hazes.add(Haze { size: extent(size, 0.0, above), any, squares: squares.clone() })),
        ));
    }
}

/// Smoke drifts, flames lick and rain falls as fast as everything else moves; without motion they stand still.
fn drift(
    time: Res<Time>,
    motion: Res<BeatQueue>,
    sheets: Query<&MeshMaterial2d<Haze>, With<Drifts>>,
    mut hazes: ResMut<Assets<Haze>>,
) {
    if motion.speed <= 0.0 {
        return;
    }
    for sheet in &sheets {
        if let Some(mut haze) = hazes.get_mut(&sheet.0)
            && haze.any.y + haze.any.z + haze.any.w > 0.5
        {
            haze.size.z = (haze.size.z + time.delta_secs() * motion.speed.min(2.0)) % 3600.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_texel_a_square_and_nothing_where_nothing_is() {
        let air = Air { smoke: vec![0, 2, 9], dark: vec![1], fire: vec![0, 0, 0, 2], weather: false };
        assert_eq!(texels(UVec2::new(2, 2), &air), [0, 1, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 2, 0]);
        assert_eq!(anywhere(&air), Vec4::new(1.0, 1.0, 0.0, 1.0));
        assert_eq!(anywhere(&Air::default()), Vec4::ZERO);
    }
}
