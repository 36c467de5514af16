//! Ink and chalk on the map: one quad over all squares with a small data texture, never an entity a square.

use super::{
    anywhere::{anywhere, reach},
    prelude::*,
};
use crate::grid::{Square, SquareSet};

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "overlay.wgsl");
    app.add_plugins(sheets::material::<Chalk>(&[Sheet::Marks])).add_systems(Update, (draw, point));
}

#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
struct Chalk {
    /// Columns, rows, the first column and row of what is pointed at (-1 for none).
    #[uniform(0)]
    size: Vec4,
    /// Is any square dark, unknown; does the height differ anywhere? What is nowhere costs nothing. 1 with high
    /// contrast.
    #[uniform(0)]
    any: Vec4,
    /// Colours of sides: of the threat with its hatch, of those whose shields cover squares.
    #[uniform(0)]
    sides: [Vec4; 3],
    /// Pixels of the screen in a unit; 1 where anything can be reached; columns and rows of what is pointed at.
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

/// What hangs on little of what is drawn, kept until that changes.
#[derive(Default)]
struct Kept {
    ground: Ground,
    filled: Filled,
}

fn draw(
    mut commands: Commands,
    (table, settings, ui): (Res<Table>, Res<Settings>, Res<UiScale>),
    window: Single<&Window, With<PrimaryWindow>>,
    (mut images, mut meshes): (ResMut<Assets<Image>>, ResMut<Assets<Mesh>>),
    mut chalks: ResMut<Assets<Chalk>>,
    old: Query<Entity, With<Drawing>>,
    (mut drawn, mut kept): (Local<Drawn>, Local<Kept>),
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
    let squares = images.add(squares(size, texels(&table, &mut kept), TextureFormat::Rgba16Uint));
    let Overlay { threat_side, cover_sides, .. } = table.overlay;
    let threat = theme::side_ink(threat_side).to_linear().to_vec3().extend((threat_side % 4) as f32);
    let [one, other] = cover_sides.map(|side| theme::side_ink(side).to_linear().to_vec3().extend(1.0));
    commands.spawn((
        (Drawing, Sheet::Marks.on()),
        over_board(&mut meshes, size, layer::MARKS),
        MeshMaterial2d(chalks.add(Chalk {
            size: extent(size, -1.0, -1.0),
            any: anywhere(&table, settings.high_contrast),
            sides: [threat, one, other],
            screen: Vec4::new(unit, reach(&table.overlay.marks), 0.0, 0.0),
            squares,
        })),
    ));
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
const NIGHT: [&str; 4] = ["asteroid", "void", "moonlit_void", "chasm"];
/// So many bits below those of the walled sides, the lowest of which says that foes can attack there, and a bit above
/// them: the ground is so dark.
const BELOW: u32 = 3;
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

/// The data texture: the lower marks, directions of the path with the triangle of foes and the walled sides above them,
/// height with the upper marks above it, ticks with the increment, or how many can attack, above them.
fn texels(table: &Table, kept: &mut Kept) -> Vec<u8> {
    let size = table.board.size;
    let count = (size.x * size.y) as usize;
    let mut texels = vec![0_u8; count * TEXEL];
    if kept.ground.generation != table.board.generation || kept.ground.solid.len() != count {
        *kept = Kept { ground: Ground::find(table), filled: Filled::default() };
    }
    kept.filled.renew(size, &table.overlay.marks, &kept.ground.solid);
    for (n, texel) in texels.chunks_exact_mut(TEXEL).enumerate() {
        let marks = table.overlay.marks.get(n).copied().unwrap_or(0) | kept.filled.marks[n];
        [texel[0], texel[1], texel[5], _] = marks.to_le_bytes();
        let foes = table.overlay.threats.get(n).copied().unwrap_or(0).min(1);
        texel[3] = foes | (kept.ground.walled[n] << BELOW);
        texel[4] = (i16::from(table.board.height.get(n).copied().unwrap_or(0)) + 128) as u8;
        let kind = usize::from(table.board.terrain.get(n).copied().unwrap_or(0));
        let kind = table.board.kinds.get(kind);
        texel[6] = kind.map_or(0, |k| k.ticks.min(DANGER_GAP - 1)) | kept.filled.bits[n];
        if kind.is_some_and(|k| NIGHT.contains(&k.art.as_str())) {
            texel[3] |= DEEP;
        }
        // While somebody is aimed at no walk matters: what its increments do is not written then.
        let Overlay { increments, attackers, aim, .. } = &table.overlay;
        let increment = increments.get(n).filter(|_| aim.is_none());
        texel[7] = attackers.get(n).or(increment).copied().unwrap_or(0);
    }
    for (at, bits) in directions(&table.overlay.path) {
        if let Some(n) = index(size, at) {
            texels[n * TEXEL + 2] |= bits;
        }
    }
    for n in taken(table).into_iter().filter_map(|at| index(size, at)) {
        texels[n * TEXEL + 6] |= TAKEN;
    }
    texels
}

/// Where a square lies in lists of all squares, if it lies on the map.
pub(super) fn index(size: UVec2, at: At) -> Option<usize> {
    let inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(size.as_ivec2()).all();
    inside.then(|| at.y as usize * size.x as usize + at.x as usize)
}

/// What of the board decides where lines lie.
#[derive(Default)]
struct Ground {
    /// That of the board.
    generation: u64,
    /// For each square, row by row: whether it is filled by something that nobody stands on.
    solid: Vec<bool>,
    /// For each square, which of its sides have a wall or the like, as bits: above, right, below, left.
    walled: Vec<u8>,
}

impl Ground {
    fn find(table: &Table) -> Self {
        use BarrierKind::{Asteroid, Bulkhead, OpenDoor, Rock, Wall};
        let size = table.board.size;
        let count = (size.x * size.y) as usize;
        let mut ground =
            Self { generation: table.board.generation, solid: vec![false; count], walled: vec![0; count] };
        for barrier in &table.board.barriers {
            let sides = match barrier.place {
                BarrierPlace::Square(at) => {
                    if matches!(barrier.kind, Asteroid | Bulkhead | Rock | Wall)
                        && let Some(n) = index(size, at)
                    {
                        ground.solid[n] = true;
                    }
                    continue;
                }
                BarrierPlace::Right(at) => [(at, 2), (at + IVec2::X, 8)],
                BarrierPlace::Below(at) => [(at, 4), (at + IVec2::Y, 1)],
            };
            for (at, bit) in sides.into_iter().filter(|_| barrier.kind != OpenDoor) {
                if let Some(n) = index(size, at) {
                    ground.walled[n] |= bit;
                }
            }
        }
        ground
    }
}

/// Small gaps in what can be reached, and in what foes can attack, closed so that no line goes around them.
#[derive(Default)]
struct Filled {
    /// For each square what decides about gaps, as it was last.
    told: Vec<u32>,
    /// For each square the marks that it takes on, and bits of the ticks that tell of it.
    marks: Vec<u32>,
    bits: Vec<u8>,
}

impl Filled {
    /// Finds the gaps anew if what decides about them has changed.
    fn renew(&mut self, size: UVec2, marks: &[u32], solid: &[bool]) {
        const HATCHED: [u32; 3] = [mark::THREAT, mark::STRIKE, mark::MORE];
        const TOLD: u32 =
            mark::REACH | mark::FAR | mark::DANGER | mark::CLOSED | mark::THREAT | mark::STRIKE | mark::MORE;
        let marks = marks.iter().map(|own| own & TOLD).chain(std::iter::repeat(0));
        let told: Vec<u32> = marks.take(solid.len()).collect();
        if told == self.told && self.marks.len() == solid.len() {
            return;
        }
        self.marks = vec![0; told.len()];
        self.bits = vec![0; told.len()];
        let reached = |n: usize| told[n] & (mark::REACH | mark::FAR) != 0;
        let danger = |n: usize| told[n] & mark::DANGER != 0;
        let closed = |n: usize| told[n] & mark::CLOSED != 0;
        // Rocks and the like take on what most of the squares around them have, a few others what all of these have.
        let rocks = Gap::find(size, ROCKS, |n| !reached(n) && (closed(n) || solid[n]));
        let few = Gap::find(size, TINY, |n| !reached(n));
        let rocks = rocks.into_iter().filter(|gap| gap.is_amid(false, reached));
        for gap in rocks.chain(few.into_iter().filter(|gap| gap.is_amid(true, reached))) {
            let many = |bit: u32| gap.around.iter().filter(|n| told[**n] & bit != 0).count();
            let bit = if many(mark::FAR) > many(mark::REACH) { mark::FAR } else { mark::REACH };
            for n in gap.own {
                self.marks[n] |= bit;
                self.bits[n] |= REACH_GAP;
            }
        }
        let rocks = Gap::find(size, ROCKS, closed).into_iter().filter(|gap| gap.is_amid(false, danger));
        for gap in rocks {
            // What is hatched around them is hatched under them.
            let amid = |bit: &u32| gap.is_amid(false, |n| told[n] & *bit != 0);
            let hatched = HATCHED.into_iter().filter(amid).fold(0, |all, bit| all | bit);
            for n in gap.own {
                self.marks[n] |= hatched;
                self.bits[n] |= DANGER_GAP;
            }
        }
        let few = Gap::find(size, TINY, danger);
        few.into_iter().flat_map(|gap| gap.own).for_each(|n| self.bits[n] |= QUIET);
        let safe = Gap::find(size, TINY, |n| !danger(n) && !closed(n));
        let safe = safe.into_iter().filter(|gap| gap.is_amid(true, |n| danger(n) || closed(n)));
        safe.flat_map(|gap| gap.own).for_each(|n| self.marks[n] |= mark::CLOSED);
        self.told = told;
    }
}

/// Squares that hang together by their sides, as places in lists of all squares.
struct Gap {
    own: Vec<usize>,
    /// Those beside them, each as often as it touches one of them.
    around: Vec<usize>,
}

impl Gap {
    /// All of at most so many squares that have something, on a board of this size.
    fn find(size: UVec2, most: usize, has: impl Fn(usize) -> bool) -> Vec<Self> {
        let (columns, rows) = (size.x as u16, size.y as u16);
        let at = |square: &Square| index(size, IVec2::new(square.x.into(), square.y.into()));
        let set = SquareSet::of(
            columns,
            rows,
            SquareSet::full(columns, rows).iter().filter(|own| at(own).is_some_and(&has)),
        );
        let gaps = set.parts().into_iter().filter(|part| part.len() <= most).map(|part| Self {
            own: part.iter().filter_map(at).collect(),
            around: {
                let beside = part.iter().flat_map(|own| own.beside());
                beside.filter_map(|near| at(&near)).filter(|near| !has(*near)).collect()
            },
        });
        gaps.collect()
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

/// What is pointed at: a square, or all squares of the largest who stands there; its first one, and how many they are.
fn pointed(table: &Table, at: Option<At>) -> (At, UVec2) {
    let Some(at) = at else { return (IVec2::NEG_ONE, UVec2::ZERO) };
    let there = table.counters.iter().filter(|own| own.covers(at) && own.pose != Pose::Dead && !own.ghost);
    let largest = there.max_by_key(|own| own.size.element_product());
    largest.map_or((at, UVec2::ONE), |own| (own.at, own.size.max(UVec2::ONE)))
}

fn point(
    (pointer, table): (Res<Pointer>, Res<Table>),
    sheets: Query<(Ref<Drawing>, &MeshMaterial2d<Chalk>)>,
    mut chalks: ResMut<Assets<Chalk>>,
) {
    for (sheet, material) in &sheets {
        if !pointer.is_changed() && !table.is_changed() && !sheet.is_added() {
            continue;
        }
        let (at, size) = pointed(&table, pointer.square);
        let (at, size) = (at.as_vec2(), size.as_vec2());
        let lies = |own: Vec4, at: Vec2| own.z == at.x && own.w == at.y;
        if let Some(mut chalk) = chalks.get_mut(&material.0)
            && !(lies(chalk.size, at) && lies(chalk.screen, size))
        {
            (chalk.size.z, chalk.size.w) = (at.x, at.y);
            (chalk.screen.z, chalk.screen.w) = (size.x, size.y);
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
    fn all_squares_of_who_is_pointed_at_lie_in_one_frame() {
        let giant = Counter { at: IVec2::new(3, 1), size: UVec2::splat(2), ..default() };
        let table =
            Table { counters: vec![Counter { at: IVec2::new(4, 2), ..default() }, giant], ..default() };
        let at = |x, y| pointed(&table, Some(IVec2::new(x, y)));
        assert_eq!(at(4, 2), (IVec2::new(3, 1), UVec2::splat(2)), "also of who shares them");
        assert_eq!(at(5, 2), (IVec2::new(5, 2), UVec2::ONE));
    }

    #[test]
    fn texels_hold_marks_path_and_increment_of_their_square() {
        let mut table = Table::default();
        table.board.size = UVec2::new(2, 1);
        table.overlay.marks = vec![0, 5 | mark::STRIKE | (1 << 23)];
        table.overlay.increments = vec![0, 3];
        table.overlay.threats = vec![1, 0];
        table.overlay.path = vec![IVec2::ZERO, IVec2::new(1, 0), IVec2::new(9, 0)];
        let (first, second) = ([0, 0, 4, 1, 128, 0, 0, 0], [5, 1, 64 | 4, 0, 128, 128, 0, 3]);
        assert_eq!(texels(&table, &mut Kept::default()), [first, second].concat());
    }

    #[test]
    fn no_line_goes_around_rocks_and_tiny_gaps_amid_what_is_reached_or_in_danger() {
        let marks = |rows: [&str; 4]| -> Vec<u32> {
            let of = |own| match own {
                'r' => mark::REACH,
                'd' => mark::DANGER,
                's' => mark::DANGER | mark::STRIKE,
                '#' => mark::CLOSED,
                _ => 0,
            };
            rows.concat().chars().map(of).collect()
        };
        let closed = |rows| {
            let (own, mut filled) = (marks(rows), Filled::default());
            filled.renew(UVec2::new(5, 4), &own, &[false; 20]);
            let own: Vec<u32> = own.iter().zip(&filled.marks).map(|(own, more)| own | more).collect();
            (own, filled.bits)
        };
        let (own, bits) = closed(["rrrrr", "r..rr", "rrrrr", "rr..."]);
        assert!(own[6] & own[7] & mark::REACH != 0 && own[18] == 0 && bits[6] == REACH_GAP);
        let (own, bits) = closed(["rrrrr", "r##rr", "r##rr", "r##.."]);
        assert!(own[6] & mark::REACH != 0 && bits[16] == REACH_GAP, "most around these is reached");
        let (own, bits) = closed(["ddddd", "d.ddd", "dd##d", "....."]);
        assert_eq!((own[6], bits[12], bits[13]), (mark::CLOSED, DANGER_GAP, DANGER_GAP));
        assert!(own[15] == 0 && bits[0] == 0);
        let (own, bits) = closed(["sssss", "ss#ss", "sssss", "....."]);
        assert_eq!((own[7], bits[7]), (mark::CLOSED | mark::STRIKE, DANGER_GAP), "no hole in the hatch");
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
