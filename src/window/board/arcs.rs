//! Sectors of fire as chalk lines with light along them: one quad over the board and a shader, never an entity a square.

use std::f32::consts::{FRAC_PI_4, PI};

use super::prelude::*;

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "arcs.wgsl");
    app.add_plugins(sheets::material::<Arcs>(&[Sheet::Marks])).add_systems(Update, draw);
}

/// Sectors drawn at most.
const MOST: usize = 8;

#[derive(Asset, AsBindGroup, TypePath, Clone, Debug, PartialEq)]
struct Arcs {
    /// Columns, rows, how many sectors, pixels of the screen in a unit.
    #[uniform(0)]
    size: Vec4,
    /// For each sector two: middle, facing and half its width; from, to, idle.
    #[uniform(0)]
    sectors: [Vec4; 2 * MOST],
    /// The colour of each.
    #[uniform(0)]
    colours: [Vec4; MOST],
}

drawn_with!(Arcs, "arcs.wgsl");

#[derive(Component)]
struct Sectors;

fn draw(
    mut commands: Commands,
    (table, ui): (Res<Table>, Res<UiScale>),
    window: Single<&Window, With<PrimaryWindow>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<Arcs>>,
    old: Query<Entity, With<Sectors>>,
    mut drawn: Local<(UVec2, Vec<Sector>, f32)>,
) {
    let size = table.board.size;
    let unit = ui.0 * window.scale_factor();
    let same = drawn.2 == unit;
    if same && (!table.is_changed() || (drawn.0 == size && drawn.1 == table.overlay.arcs)) {
        return;
    }
    *drawn = (size, table.overlay.arcs.clone(), unit);
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    if table.overlay.arcs.is_empty() || size.min_element() == 0 {
        return;
    }
    commands.spawn((
        (Sectors, Sheet::Marks.on()),
        over_board(&mut meshes, size, layer::MARKS + 0.3),
        MeshMaterial2d(materials.add(arcs(size, &table.overlay.arcs, unit))),
    ));
}

fn arcs(size: UVec2, sectors: &[Sector], unit: f32) -> Arcs {
    let count = sectors.len().min(MOST);
    let mut own = Arcs {
        size: extent(size, count as f32, unit),
        sectors: [Vec4::ZERO; 2 * MOST],
        colours: [Vec4::ZERO; MOST],
    };
    for (n, sector) in sectors.iter().take(MOST).enumerate() {
        let half = (sector.degrees.clamp(0.0, 360.0) / 2.0).to_radians().min(PI);
        own.sectors[2 * n] = sector.middle.extend(sector.facing * FRAC_PI_4).extend(half);
        let idle = f32::from(u8::from(sector.idle));
        own.sectors[2 * n + 1] = Vec4::new(sector.from, sector.to, idle, (sector.side % 4) as f32);
        let colour = theme::side_colour(sector.side).to_linear();
        own.colours[n] = Vec4::new(colour.red, colour.green, colour.blue, 1.0);
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_to_the_east_is_half_of_a_quarter_to_each_side() {
        let east = Sector { middle: Vec2::new(3.0, 4.0), facing: 2.0, degrees: 90.0, to: 9.0, ..default() };
        let own = arcs(UVec2::new(10, 8), &[east, Sector { degrees: 360.0, ..east }], 1.0);
        assert_eq!(own.size.z, 2.0);
        assert!((own.sectors[0].z - PI / 2.0).abs() < 0.001 && (own.sectors[0].w - PI / 4.0).abs() < 0.001);
        assert!((own.sectors[2].w - PI).abs() < 0.001, "all round is all round");
    }

    #[test]
    fn more_than_can_be_drawn_are_left_out() {
        assert_eq!(arcs(UVec2::ONE, &[Sector::default(); 20], 1.0).size.z, MOST as f32);
    }
}
