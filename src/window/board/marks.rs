//! Ink and chalk on the map: one quad over all squares with a small data texture, never an entity a square.

use super::prelude::*;

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "overlay.wgsl");
    app.add_plugins(sheets::material::<Chalk>(&[Sheet::Marks])).add_systems(Update, (draw, point));
}

#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
struct Chalk {
    /// Columns, rows, hovered column and row (-1 for none).
    #[uniform(0)]
    size: Vec4,
    /// Is any square dark, unknown; does the height differ anywhere? What is nowhere costs nothing. 1 with high
    /// contrast.
    #[uniform(0)]
    any: Vec4,
    /// The threat's colour and hatch.
    #[uniform(0)]
    threat: Vec4,
    /// Pixels of the screen in a unit; 1 where anything can be reached.
    #[uniform(0)]
    screen: Vec4,
    #[texture(1, sample_type = "u_int")]
    squares: Handle<Image>,
}

drawn_with!(Chalk, "overlay.wgsl");

#[derive(Component)]
struct Drawing;

/// What was drawn last: if nothing of it changed, nothing is drawn.
#[derive(Default, PartialEq)]
struct Drawn {
    generation: u64,
    contrast: bool,
    unit: f32,
    taken: Vec<At>,
    overlay: Overlay,
}

fn draw(
    mut commands: Commands,
    (table, settings, ui): (Res<Table>, Res<Settings>, Res<UiScale>),
    window: Single<&Window, With<PrimaryWindow>>,
    (mut images, mut meshes): (ResMut<Assets<Image>>, ResMut<Assets<Mesh>>),
    mut chalks: ResMut<Assets<Chalk>>,
    old: Query<Entity, With<Drawing>>,
    mut drawn: Local<Drawn>,
) {
    let taken = taken(&table);
    let unit = ui.0 * window.scale_factor();
    let same = drawn.generation == table.board.generation
        && drawn.contrast == settings.high_contrast
        && drawn.unit == unit
        && drawn.taken == taken
        && drawn.overlay == table.overlay;
    if same || !(table.is_changed() || settings.is_changed() || drawn.unit != unit) {
        return;
    }
    *drawn = Drawn {
        generation: table.board.generation,
        contrast: settings.high_contrast,
        unit,
        taken,
        overlay: table.overlay.clone(),
    };
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let size = table.board.size;
    if size.min_element() == 0 {
        return;
    }
    let squares = images.add(squares(size, texels(&table), TextureFormat::Rgba16Uint));
    let side = theme::side_ink(table.overlay.threat_side).to_linear();
    commands.spawn((
        (Drawing, Sheet::Marks.on()),
        over_board(&mut meshes, size, layer::MARKS),
        MeshMaterial2d(chalks.add(Chalk {
            size: extent(size, -1.0, -1.0),
            any: anywhere(&table, settings.high_contrast),
            threat: Vec4::new(side.red, side.green, side.blue, (table.overlay.threat_side % 4) as f32),
            screen: Vec4::new(unit, marked(&table, mark::REACH | mark::FAR), 0.0, 0.0),
            squares,
        })),
    ));
}

/// 1 where any square has one of these marks.
fn marked(table: &Table, bits: u32) -> f32 {
    f32::from(u8::from(table.overlay.marks.iter().any(|own| own & bits != 0)))
}

fn anywhere(table: &Table, contrast: bool) -> Vec4 {
    let hilly = table.board.height.windows(2).any(|w| w[0] != w[1]);
    Vec4::new(
        marked(table, mark::DARK),
        marked(table, mark::UNKNOWN),
        f32::from(u8::from(hilly)),
        f32::from(u8::from(contrast)),
    )
}

/// Where somebody stands: nobody stops there, but what can be reached does not end there either.
fn taken(table: &Table) -> Vec<At> {
    let standing = table.counters.iter().filter(|counter| counter.pose != Pose::Dead && !counter.ghost);
    let squares = standing.flat_map(|counter| {
        let size = counter.size.max(UVec2::ONE).as_ivec2();
        (0..size.x * size.y).map(move |n| counter.at + IVec2::new(n % size.x, n / size.x))
    });
    squares.collect()
}

/// Ground so dark that another hue has to tint it.
const NIGHT: [&str; 3] = ["asteroid", "void", "chasm"];
/// Bit of the number of foes: the ground is so dark.
const DEEP: u8 = 128;
/// Bits of the ticks: somebody stands there; a lone square amid what can be reached.
const TAKEN: u8 = 128;
const LONE: u8 = 64;
/// Bytes of a texel: four numbers of two each.
const TEXEL: usize = 8;

/// The data texture: the lower marks, directions of the path with the number of foes above them, height with the upper
/// marks above it, ticks with the increment above them.
fn texels(table: &Table) -> Vec<u8> {
    let size = table.board.size;
    let count = (size.x * size.y) as usize;
    let mut texels = vec![0_u8; count * TEXEL];
    let path = directions(&table.overlay.path);
    for (n, texel) in texels.chunks_exact_mut(TEXEL).enumerate() {
        let marks = table.overlay.marks.get(n).copied().unwrap_or(0);
        [texel[0], texel[1], texel[5], _] = marks.to_le_bytes();
        texel[3] = table.overlay.threats.get(n).copied().unwrap_or(0).min(DEEP - 1);
        texel[4] = (i16::from(table.board.height.get(n).copied().unwrap_or(0)) + 128) as u8;
        let kind = usize::from(table.board.terrain.get(n).copied().unwrap_or(0));
        let kind = table.board.kinds.get(kind);
        texel[6] = kind.map_or(0, |k| k.ticks.min(LONE - 1));
        if kind.is_some_and(|k| NIGHT.contains(&k.art.as_str())) {
            texel[3] |= DEEP;
        }
        texel[7] = table.overlay.increments.get(n).copied().unwrap_or(0);
    }
    let inside = |at: At| at.cmpge(IVec2::ZERO).all() && at.x < size.x as i32 && at.y < size.y as i32;
    let first = |at: At| (at.y as u32 * size.x + at.x as u32) as usize * TEXEL;
    for (at, bits) in path.into_iter().filter(|(at, _)| inside(*at)) {
        texels[first(at) + 2] |= bits;
    }
    for at in taken(table).into_iter().filter(|at| inside(*at)) {
        texels[first(at) + 6] |= TAKEN;
    }
    for n in lone(size.x as usize, &table.overlay.marks).filter(|n| *n < count) {
        texels[n * TEXEL + 6] |= LONE;
    }
    texels
}

/// The squares that can't be reached while all those beside them can: a rock, a crate. No line goes round them.
fn lone(width: usize, marks: &[u32]) -> impl Iterator<Item = usize> + '_ {
    let reached = move |n: Option<usize>| {
        n.and_then(|n| marks.get(n)).is_some_and(|own| own & (mark::REACH | mark::FAR) != 0)
    };
    (0..marks.len()).filter(move |n| {
        let inner = n % width > 0 && n % width + 1 < width;
        let beside = [n.checked_sub(width), n.checked_sub(1), Some(n + 1), Some(n + width)];
        inner && !reached(Some(*n)) && beside.into_iter().all(reached)
    })
}

/// For each square of a path, the directions in which it goes on and came, as bits: n eighths clockwise from up.
fn directions(path: &[At]) -> Vec<(At, u8)> {
    let bit = |from: At, to: At| {
        let eighth = match (to - from).signum().into() {
            (0, -1) => 0,
            (1, -1) => 1,
            (1, 0) => 2,
            (1, 1) => 3,
            (0, 1) => 4,
            (-1, 1) => 5,
            (-1, 0) => 6,
            (-1, -1) => 7,
            _ => return 0,
        };
        1_u8 << eighth
    };
    path.windows(2).flat_map(|w| [(w[0], bit(w[0], w[1])), (w[1], bit(w[1], w[0]))]).collect()
}

fn point(
    pointer: Res<Pointer>,
    sheets: Query<(Ref<Drawing>, &MeshMaterial2d<Chalk>)>,
    mut chalks: ResMut<Assets<Chalk>>,
) {
    for (sheet, material) in &sheets {
        if !pointer.is_changed() && !sheet.is_added() {
            continue;
        }
        let at = pointer.square.unwrap_or(IVec2::NEG_ONE).as_vec2();
        if let Some(mut chalk) = chalks.get_mut(&material.0)
            && (chalk.size.z != at.x || chalk.size.w != at.y)
        {
            chalk.size.z = at.x;
            chalk.size.w = at.y;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_knows_where_it_came_from_and_goes() {
        let path = [IVec2::new(1, 1), IVec2::new(2, 1), IVec2::new(3, 0)];
        assert_eq!(
            directions(&path),
            vec![
                (IVec2::new(1, 1), 1 << 2),
                (IVec2::new(2, 1), 1 << 6),
                (IVec2::new(2, 1), 1 << 1),
                (IVec2::new(3, 0), 1 << 5),
            ]
        );
    }

    #[test]
    fn texels_hold_marks_path_and_increment_of_their_square() {
        let mut table = Table::default();
        table.board.size = UVec2::new(2, 1);
        table.overlay.marks = vec![0, 5 | mark::STRIKE | (1 << 23)];
        table.overlay.increments = vec![0, 3];
        table.overlay.threats = vec![2, 0];
        table.overlay.path = vec![IVec2::ZERO, IVec2::new(1, 0), IVec2::new(9, 0)];
        let (first, second) = ([0, 0, 4, 2, 128, 0, 0, 0], [5, 1, 64 | 4, 0, 128, 128, 0, 3]);
        assert_eq!(texels(&table), [first, second].concat());
    }

    #[test]
    fn only_a_single_square_amid_what_can_be_reached_is_lone() {
        let marks = |rows: [&str; 4]| -> Vec<u32> {
            rows.concat().chars().map(|own| if own == 'r' { mark::REACH } else { 0 }).collect()
        };
        assert_eq!(lone(5, &marks(["rrrrr", "rr.rr", "rrrrr", "rrrrr"])).collect::<Vec<_>>(), [7]);
        assert_eq!(lone(5, &marks([".rrrr", "r..rr", "rrrrr", "rrr.r"])).count(), 0);
    }

    #[test]
    fn the_shader_knows_each_mark_by_its_bit() {
        let bits = |text: &str, before: &str, after: &str| -> Vec<u32> {
            let lines = text.lines().filter_map(|line| line.trim().strip_prefix(before)?.strip_suffix(after));
            lines.filter_map(|line| line.split_once(": u32 = ")?.1.parse().ok()).collect()
        };
        let mut drawn = bits(include_str!("overlay.wgsl"), "const ", "u;");
        let mut marks = bits(include_str!("../view/on_map.rs"), "pub const ", ";");
        assert!(marks.len() >= 16 && marks.iter().all(|bit| bit.is_power_of_two() && *bit < 1 << 24));
        drawn.sort_unstable();
        marks.sort_unstable();
        assert_eq!(drawn, marks);
    }
}
