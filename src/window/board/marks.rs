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
/// The number of foes, at most, and a bit above it and those of the walled sides: the ground is so dark.
const FOES: u8 = 7;
const DEEP: u8 = 128;
/// Bits of the ticks: somebody stands there; a few squares in danger without a line; a gap that is tinted like what can be
/// reached around it, and like what is in danger.
const TAKEN: u8 = 128;
const QUIET: u8 = 64;
const REACH_GAP: u8 = 32;
const DANGER_GAP: u8 = 16;
/// How many squares a gap has at most that is filled by rocks and the like, and any other.
const ROCKS: usize = 6;
const TINY: usize = 2;
/// Bytes of a texel: four numbers of two each.
const TEXEL: usize = 8;

/// The data texture: the lower marks, directions of the path with the number of foes and the walled sides above them,
/// height with the upper marks above it, ticks with the increment above them.
fn texels(table: &Table) -> Vec<u8> {
    let size = table.board.size;
    let count = (size.x * size.y) as usize;
    let mut texels = vec![0_u8; count * TEXEL];
    let path = directions(&table.overlay.path);
    let mut marks = table.overlay.marks.clone();
    marks.resize(count, 0);
    let gaps = close_gaps(size.x as usize, &mut marks, &solid(table));
    let walls = walled(table);
    for (n, texel) in texels.chunks_exact_mut(TEXEL).enumerate() {
        [texel[0], texel[1], texel[5], _] = marks[n].to_le_bytes();
        let foes = table.overlay.threats.get(n).copied().unwrap_or(0).min(FOES);
        texel[3] = foes | (walls[n] << FOES.count_ones());
        texel[4] = (i16::from(table.board.height.get(n).copied().unwrap_or(0)) + 128) as u8;
        let kind = usize::from(table.board.terrain.get(n).copied().unwrap_or(0));
        let kind = table.board.kinds.get(kind);
        texel[6] = kind.map_or(0, |k| k.ticks.min(DANGER_GAP - 1)) | gaps[n];
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
    texels
}

/// Which squares are filled by something that nobody stands on, row by row.
fn solid(table: &Table) -> Vec<bool> {
    use BarrierKind::{Asteroid, Bulkhead, Rock, Wall};
    let size = table.board.size;
    let mut solid = vec![false; (size.x * size.y) as usize];
    for barrier in
        table.board.barriers.iter().filter(|own| matches!(own.kind, Asteroid | Bulkhead | Rock | Wall))
    {
        if let BarrierPlace::Square(at) = barrier.place
            && let Some(n) = index(size, at)
        {
            solid[n] = true;
        }
    }
    solid
}

/// For each square, which of its sides have a wall or the like, as bits: above, right, below, left.
fn walled(table: &Table) -> Vec<u8> {
    let size = table.board.size;
    let mut walled = vec![0_u8; (size.x * size.y) as usize];
    for barrier in table.board.barriers.iter().filter(|own| own.kind != BarrierKind::OpenDoor) {
        let sides = match barrier.place {
            BarrierPlace::Square(_) => continue,
            BarrierPlace::Right(at) => [(at, 2), (at + IVec2::X, 8)],
            BarrierPlace::Below(at) => [(at, 4), (at + IVec2::Y, 1)],
        };
        for (at, bit) in sides {
            if let Some(n) = index(size, at) {
                walled[n] |= bit;
            }
        }
    }
    walled
}

/// Where a square lies in lists of all squares, if it lies on the map.
pub(super) fn index(size: UVec2, at: At) -> Option<usize> {
    let inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(size.as_ivec2()).all();
    inside.then(|| at.y as usize * size.x as usize + at.x as usize)
}

/// Closes small gaps in what can be reached, and in what foes can attack, so that no line goes around them. What tells of
/// them are bits of the ticks, one for each square.
fn close_gaps(width: usize, marks: &mut [u32], solid: &[bool]) -> Vec<u8> {
    let (old, count) = (marks.to_vec(), marks.len());
    let mut bits = vec![0_u8; count];
    let reached = |n: usize| old[n] & (mark::REACH | mark::FAR) != 0;
    let danger = |n: usize| old[n] & (mark::DANGER | mark::CLOSED) == mark::DANGER;
    let closed = |n: usize| old[n] & mark::CLOSED != 0;
    // Rocks and the like take on what most of the squares around them have, a few others what all of these have.
    let rocks = Gap::find(width, count, ROCKS, |n| !reached(n) && (closed(n) || solid[n]));
    let few = Gap::find(width, count, TINY, |n| !reached(n));
    let rocks = rocks.into_iter().filter(|gap| gap.is_amid(false, reached));
    for gap in rocks.chain(few.into_iter().filter(|gap| gap.is_amid(true, reached))) {
        let many = |bit: u32| gap.around.iter().filter(|n| old[**n] & bit != 0).count();
        let bit = if many(mark::FAR) > many(mark::REACH) { mark::FAR } else { mark::REACH };
        for n in gap.own {
            marks[n] |= bit;
            bits[n] |= REACH_GAP;
        }
    }
    let rocks = Gap::find(width, count, ROCKS, closed).into_iter().filter(|gap| gap.is_amid(false, danger));
    rocks.flat_map(|gap| gap.own).for_each(|n| bits[n] |= DANGER_GAP);
    let few = Gap::find(width, count, TINY, danger);
    few.into_iter().flat_map(|gap| gap.own).for_each(|n| bits[n] |= QUIET);
    let safe = Gap::find(width, count, TINY, |n| old[n] & (mark::DANGER | mark::CLOSED) == 0);
    let safe = safe.into_iter().filter(|gap| gap.is_amid(true, |n| old[n] & mark::DANGER != 0));
    safe.flat_map(|gap| gap.own).for_each(|n| marks[n] |= mark::DANGER | mark::CLOSED);
    bits
}

/// Squares that hang together by their sides.
struct Gap {
    own: Vec<usize>,
    /// Those beside them, each as often as it touches one of them.
    around: Vec<usize>,
}

impl Gap {
    /// All of at most so many squares that have something; `count` squares lie in rows so wide.
    fn find(width: usize, count: usize, most: usize, has: impl Fn(usize) -> bool) -> Vec<Self> {
        let beside = |n: usize| {
            let left = n.checked_sub(1).filter(|_| !n.is_multiple_of(width));
            let right = Some(n + 1).filter(|right| !right.is_multiple_of(width));
            let all = [n.checked_sub(width), left, right, Some(n + width)];
            all.into_iter().flatten().filter(move |near| *near < count)
        };
        let mut left: Vec<bool> = (0..count).map(&has).collect();
        let mut found = Vec::new();
        for first in 0..count {
            if !left.get_mut(first).is_some_and(std::mem::take) {
                continue;
            }
            let mut own = vec![first];
            let mut n = 0;
            while let Some(square) = own.get(n).copied() {
                own.extend(beside(square).filter(|near| std::mem::take(&mut left[*near])));
                n += 1;
            }
            if own.len() <= most {
                let around = own.iter().flat_map(|n| beside(*n)).filter(|near| !has(*near)).collect();
                found.push(Self { own, around });
            }
        }
        found
    }

    /// Whether more than half of what is around it has something, or all of that. In a corner of the map it never has.
    fn is_amid(&self, all: bool, has: impl Fn(usize) -> bool) -> bool {
        let many = self.around.iter().filter(|n| has(**n)).count();
        let least = if all { self.around.len() } else { self.around.len() / 2 + 1 };
        self.around.len() > 2 && many >= least
    }
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
    fn no_line_goes_around_rocks_and_tiny_gaps_amid_what_is_reached_or_in_danger() {
        let marks = |rows: [&str; 4]| -> Vec<u32> {
            let of = |own| match own {
                'r' => mark::REACH,
                'd' => mark::DANGER,
                '#' => mark::DANGER | mark::CLOSED,
                _ => 0,
            };
            rows.concat().chars().map(of).collect()
        };
        let closed = |rows| {
            let mut own = marks(rows);
            let bits = close_gaps(5, &mut own, &[false; 20]);
            (own, bits)
        };
        let (own, bits) = closed(["rrrrr", "r..rr", "rrrrr", "rr..."]);
        assert!(own[6] & own[7] & mark::REACH != 0 && own[18] == 0 && bits[6] == REACH_GAP);
        let (own, bits) = closed(["rrrrr", "r##rr", "r##rr", "r##.."]);
        assert!(own[6] & mark::REACH != 0 && bits[16] == REACH_GAP, "most around these is reached");
        let (own, bits) = closed(["ddddd", "d.ddd", "dd##d", "....."]);
        assert_eq!((own[6], bits[12], bits[13]), (mark::DANGER | mark::CLOSED, DANGER_GAP, DANGER_GAP));
        assert!(own[15] == 0 && bits[0] == 0);
        assert_eq!(closed([".....", ".dd..", ".....", "....."]).1[6..8], [QUIET; 2]);
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
