//! Vehicles from above, at their true size: plate, shadow, drawing, turret, holes, all turned with the facing.
//!
//! While they move, `motion` sets where they stand; badges and tabs are those of all counters.

use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_4, PI, TAU};

use super::{around::Around, prelude::*};

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "hull.wgsl");
    app.init_resource::<Headings>()
        .add_plugins(Material2dPlugin::<Plate>::default())
        .add_systems(Update, (turn, haunt));
}

/// The plate under a vehicle.
#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
pub struct Plate {
    /// Colour of the side; 1 = active, 2 = may be chosen, 3 = bears who is active.
    #[uniform(0)]
    side: Vec4,
    /// Vitality, way to death, hatch, wreck.
    #[uniform(0)]
    state: Vec4,
    /// Half width and length of the plate, then of the quad, in squares.
    #[uniform(0)]
    size: Vec4,
    /// Pixels of the screen in a unit.
    #[uniform(0)]
    screen: Vec4,
}

drawn_with!(Plate, "hull.wgsl");

/// Which part of a vehicle turns by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Hull,
    Turret,
}

/// Something that turns to point somewhere.
#[derive(Component, Clone, Copy, Debug)]
struct Turning {
    unit: u32,
    part: Part,
    /// Eighths of a turn clockwise from up.
    to: f32,
}

/// Where hulls and turrets point just now, in radians clockwise from up.
#[derive(Resource, Default)]
pub struct Headings(BTreeMap<(u32, u8), f32>);

impl Headings {
    fn now(&self, turning: &Turning) -> f32 {
        self.0.get(&(turning.unit, turning.part as u8)).copied().unwrap_or(turning.to * FRAC_PI_4)
    }
}

/// Radians a second at the motions' full length: half a turn takes as long as five steps.
const RATE: f32 = PI / 0.6;

/// Turns what turns, the shorter way round.
fn turn(
    time: Res<Time>,
    motion: Res<BeatQueue>,
    mut headings: ResMut<Headings>,
    mut parts: Query<(&Turning, &mut Transform)>,
) {
    for (turning, mut transform) in &mut parts {
        let now = headings.now(turning);
        let most = if motion.speed <= 0.0 { TAU } else { RATE * motion.speed * time.delta_secs().min(0.1) };
        let next = toward(now, turning.to * FRAC_PI_4, most);
        headings.0.insert((turning.unit, turning.part as u8), next);
        let rotation = Quat::from_rotation_z(-next);
        if transform.rotation != rotation {
            transform.rotation = rotation;
        }
    }
}

/// From one angle toward another, the shorter way, by at most so much.
fn toward(now: f32, to: f32, most: f32) -> f32 {
    let off = (to - now + PI).rem_euclid(TAU) - PI;
    if off.abs() <= most { to } else { now + most.copysign(off) }
}

/// The drawing of a vehicle where it would stand.
#[derive(Component)]
struct Haunt;

fn haunt(
    mut commands: Commands,
    table: Res<Table>,
    mut brushes: Brushes,
    old: Query<Entity, With<Haunt>>,
    mut seen: Local<Option<Ghost>>,
) {
    if !table.is_changed() || *seen == table.overlay.ghost {
        return;
    }
    seen.clone_from(&table.overlay.ghost);
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let Some(ghost) = &table.overlay.ghost else { return };
    let Brushes { art, images, .. } = &mut brushes;
    let name = format!("vehicles/{}", ghost.art);
    let name = if art.has_quietly(&name) { name } else { "vehicles/car".to_owned() };
    let fit = ghost.size.max(UVec2::ONE).as_vec2() * SQUARE * 0.9;
    let sprite = drawing(art, images, &name, fit, Color::srgba(1.0, 1.0, 1.0, 0.55));
    let at = Vec2::new(ghost.middle.x, -ghost.middle.y) * SQUARE;
    let turned = Quat::from_rotation_z(-f32::from(ghost.facing) * FRAC_PI_4);
    commands.spawn((
        Haunt,
        sprite,
        Transform::from_translation(at.extend(layer::COUNTERS - 0.5)).with_rotation(turned),
        Pickable::IGNORE,
    ));
}

/// A picture that fills as much of a width and length as it can, in its own proportions.
fn drawing(art: &mut Art, images: &mut Assets<Image>, name: &str, fit: Vec2, colour: Color) -> Sprite {
    let own = art.proportions(name).unwrap_or(Vec2::ONE);
    let scale = (fit / own).min_element();
    Sprite {
        image: art.image(images, name, PICTURE),
        color: colour,
        custom_size: Some(Vec2::splat(own.max_element() * scale)),
        ..default()
    }
}

/// What vehicles are drawn with.
pub struct HullArt<'a> {
    /// Pictures.
    pub art: &'a mut Art,
    /// Where they are kept.
    pub images: &'a mut Assets<Image>,
    /// Where shapes are kept.
    pub meshes: &'a mut Assets<Mesh>,
    /// Where plates are kept.
    pub plates: &'a mut Assets<Plate>,
    /// Where hulls point.
    pub headings: &'a Headings,
}

/// Pixels of the drawings of vehicles; a large one may fill a large screen.
const PICTURE: u32 = 512;
/// The plate's room around it, in squares.
const ROOM: f32 = 0.26;

impl HullArt<'_> {
    fn drawing(&mut self, name: &str, fit: Vec2, colour: Color) -> Sprite {
        drawing(self.art, self.images, name, fit, colour)
    }

    /// Draws a vehicle. `lift` is how far it stands above its shadow, in pixels of the map.
    pub fn dress(
        &mut self,
        parent: &mut ChildSpawnerCommands,
        counter: &Counter,
        hull: &Hull,
        (lift, around): (f32, Around),
    ) {
        let own = hull.size.max(UVec2::ONE).as_vec2();
        let fit = own * SQUARE * 0.94;
        let name = format!("vehicles/{}", counter.art);
        let name = if self.art.has_quietly(&name) { name } else { "vehicles/car".to_owned() };
        let to = f32::from(counter.facing.unwrap_or(0));
        let turning = Turning { unit: counter.unit, part: Part::Hull, to };
        let rotation = Quat::from_rotation_z(-self.headings.now(&turning));
        let wreck = counter.pose == Pose::Dead || hull.damage >= 3;

        let shadow = self.drawing(&name, fit, Color::srgba(0.0, 0.0, 0.0, 0.38));
        parent.spawn((shadow, turning, Transform::from_xyz(lift * 0.6, -lift, 0.0).with_rotation(rotation)));
        let quad = self.meshes.add(Rectangle::from_size((own + 2.0 * ROOM) * SQUARE));
        let plate = self.plates.add(plate(counter, around, own, wreck));
        parent.spawn((
            Mesh2d(quad),
            MeshMaterial2d(plate),
            turning,
            Transform::from_xyz(0.0, 0.0, 0.05).with_rotation(rotation),
        ));
        let colour = if wreck { Color::srgb(0.30, 0.27, 0.25) } else { Color::WHITE };
        let grown = if counter.flies() { 1.08 } else { 1.0 };
        let body = self.drawing(&name, fit * 0.96 * grown, colour);
        parent
            .spawn((body, turning, Transform::from_xyz(0.0, 0.0, 0.10).with_rotation(rotation)))
            .with_children(|body| {
                for (at, size) in holes(hull.damage, own) {
                    let hole = self.drawing("vehicles/holes", Vec2::splat(size * SQUARE), Color::WHITE);
                    body.spawn((hole, Transform::from_translation((at * SQUARE).extend(0.01))));
                }
                // The shape of the side, in a corner behind.
                let size = (own.min_element() * 0.17).clamp(0.20, 0.36);
                let shape = format!("counters/{}", theme::side_shape(counter.side));
                let colour = theme::side_colour(counter.side);
                let token = self.drawing(&shape, Vec2::splat(size * SQUARE), colour);
                let inset = size * 0.5 + 0.10;
                let at = Vec2::new(own.x * 0.5 - inset, inset - own.y * 0.5) * SQUARE;
                body.spawn((token, Transform::from_translation(at.extend(0.02))));
            });
        for (at, size, thick) in plumes(hull.damage, own) {
            let smoke = self.drawing(
                "vehicles/smoke",
                Vec2::splat(size * SQUARE),
                Color::srgba(1.0, 1.0, 1.0, thick),
            );
            parent.spawn((smoke, Transform::from_translation((at * SQUARE).extend(0.30))));
        }
        if let (Some(points), false) = (hull.turret, wreck) {
            let own_turret = format!("vehicles/{}_turret", counter.art);
            let (turret, size) = if self.art.has_quietly(&own_turret) {
                (own_turret, own.max_element())
            } else {
                ("vehicles/turret".to_owned(), own.min_element().min(2.4) * 0.92)
            };
            let turning = Turning { unit: counter.unit, part: Part::Turret, to: points };
            let rotation = Quat::from_rotation_z(-self.headings.now(&turning));
            let drawn = self.drawing(&turret, Vec2::splat(size * SQUARE * 0.90), colour);
            parent.spawn((drawn, turning, Transform::from_xyz(0.0, 0.0, 0.20).with_rotation(rotation)));
        }
    }
}

/// Where holes are seen in a battered hull, in squares from its middle, with their sizes.
fn holes(damage: u8, own: Vec2) -> Vec<(Vec2, f32)> {
    const PLACES: [Vec2; 4] =
        [Vec2::new(-0.20, 0.22), Vec2::new(0.22, -0.10), Vec2::new(-0.12, -0.30), Vec2::new(0.16, 0.36)];
    let many = match damage {
        0 => 0,
        1 => 1,
        2 => 3,
        _ => 4,
    };
    let size = (own.min_element() * 0.55).clamp(0.4, 1.2);
    PLACES.iter().take(many).map(|place| (*place * own, size)).collect()
}

/// Smoke over a hull that is about to fall apart, and over a wreck: where, how large, how thick. It drifts with the
/// wind and does not turn with the hull.
fn plumes(damage: u8, own: Vec2) -> Vec<(Vec2, f32, f32)> {
    let size = own.min_element().min(3.0);
    let plume = |x: f32, y: f32, share: f32, thick: f32| (Vec2::new(x, y) * size, share * size, thick);
    match damage {
        0 | 1 => Vec::new(),
        2 => vec![plume(0.14, 0.18, 0.55, 0.60)],
        _ => vec![plume(0.0, 0.05, 0.60, 0.90), plume(0.24, 0.30, 0.80, 0.65), plume(0.55, 0.62, 1.0, 0.35)],
    }
}

fn plate(counter: &Counter, around: Around, own: Vec2, wreck: bool) -> Plate {
    let Gauge { mut side, full, death, .. } = Gauge::of(counter);
    if counter.active && !around.acts {
        side.w = 3.0;
    }
    let half = own * 0.5 - 0.02;
    Plate {
        side,
        state: Vec4::new(full, death, (counter.side % 4) as f32, f32::from(u8::from(wreck))),
        size: half.extend(own.x * 0.5 + ROOM).extend(own.y * 0.5 + ROOM),
        screen: Vec4::X * around.unit,
    }
}

/// Of a vehicle that stands askew the middle of the side that looks into a corner (right and up being positive), from its
/// middle, in pixels of the map.
pub fn askew(counter: &Counter, corner: Vec2) -> Option<Vec2> {
    let own = counter.hull?.size.max(UVec2::ONE).as_vec2();
    let facing = counter.facing.filter(|facing| facing % 2 == 1)?;
    // Its ends look up right and down left, or into the other two corners.
    let rising = facing % 4 == 1;
    let long = if rising == (corner.x * corner.y > 0.0) { own.y } else { own.x };
    Some(corner * (long / 2.0 * FRAC_1_SQRT_2 * SQUARE))
}

/// Width of a seat, and how far the strip of seats stands out over the edge of the vehicle, in squares.
const SEATS: [f32; 4] = [0.60, 0.50, 0.40, 0.30];
const OUT: f32 = 0.16;
/// How far apart the rows of seats lie, so that the numbers of the inner ones have room: as high as they are where a battle
/// opens.
const NUMBERS: f32 = 0.28;
/// How far out of the strip the seat of who acts is moved, as a share of it.
const ACTS: f32 = 0.20;
/// The most of a vehicle's width that the strip may cover.
const COVERED: f32 = 0.40;

/// Where one who sits in a vehicle is drawn, from its middle, in squares, y upwards; and how large, as a share of a
/// square: in a strip of seats along its lower edge, of one that is longer than wide along its right one, from the lower
/// right corner on, so that its middle stays free. `own` is what it covers of the map.
pub fn seat(seat: &VehicleSeat, own: Vec2) -> (Vec2, f32) {
    let tall = own.y > own.x;
    let (long, wide) = if tall { (own.y, own.x) } else { (own.x, own.y) };
    let in_a_row = |size: f32| ((long + 2.0 * OUT) / size).floor().max(1.0) as u32;
    let covers = |size: f32| {
        let rows = seat.of.div_ceil(in_a_row(size)).max(1) as f32;
        rows * size + (rows - 1.0) * NUMBERS - OUT
    };
    let size = SEATS.into_iter().find(|size| covers(*size) <= wide * COVERED).unwrap_or(0.22);
    let many = in_a_row(size);
    let (row, n) = (seat.n / many, seat.n % many);
    let beside = many.min(seat.of.saturating_sub(row * many)).max(1);
    let along = long / 2.0 + OUT - (beside.saturating_sub(n) as f32 - 0.5) * size;
    let across = wide / 2.0 + OUT - size * (row as f32 + 0.5) - NUMBERS * row as f32;
    (if tall { Vec2::new(across, -along) } else { Vec2::new(along, -across) }, size)
}

/// The way from the middle of a vehicle out over the edge at which its seats lie, where it covers so much of the map.
pub fn outward(own: Vec2) -> Vec2 {
    if own.y > own.x { Vec2::X } else { Vec2::NEG_Y }
}

/// How far who sits there is moved out of the strip of seats while they act.
pub fn acts(seat: &VehicleSeat, own: Vec2) -> Vec2 {
    outward(own) * self::seat(seat, own).1 * ACTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_turns_the_shorter_way() {
        let seven = 7.0 * FRAC_PI_4;
        let next = toward(0.0, seven, 0.1);
        assert!((next + 0.1).abs() < 0.001, "from north to north-west over the left: {next}");
        assert_eq!(toward(0.0, seven, 4.0), seven);
        assert!((toward(FRAC_PI_4, 3.0 * FRAC_PI_4, 0.2) - FRAC_PI_4 - 0.2).abs() < 0.001);
    }

    #[test]
    fn only_what_falls_apart_smokes() {
        let own = Vec2::new(2.0, 3.0);
        assert!(plumes(1, own).is_empty() && plumes(2, own).len() < plumes(3, own).len());
    }

    #[test]
    fn the_sides_of_a_vehicle_that_stands_askew_lie_nearer_than_the_corners_of_its_squares() {
        let hull = Hull { size: UVec2::new(2, 4), ..default() };
        let own = |facing| Counter { facing: Some(facing), hull: Some(hull), ..default() };
        let away =
            |facing, x, y| askew(&own(facing), Vec2::new(x, y)).map(|at| (at.length() / SQUARE).round());
        assert_eq!([1, 5].map(|facing| away(facing, 1.0, 1.0)), [Some(2.0); 2], "its ends");
        assert_eq!([1, 5].map(|facing| away(facing, -1.0, 1.0)), [Some(1.0); 2], "its flanks");
        assert_eq!([3, 7].map(|facing| away(facing, 1.0, 1.0)), [Some(1.0); 2]);
        assert_eq!(away(2, 1.0, 1.0), None, "it stands straight");
        assert!(askew(&own(7), Vec2::ONE).is_some_and(|at| at.x > 0.0 && at.y > 0.0));
    }

    fn taken(n: u32, of: u32) -> VehicleSeat {
        VehicleSeat { n, of, drives: false }
    }

    #[test]
    fn seats_lie_at_the_edge_of_the_vehicle_and_apart() {
        for (of, own) in [(1, Vec2::ONE), (2, Vec2::ONE), (5, Vec2::new(2.0, 3.0)), (8, Vec2::new(4.0, 2.0))]
        {
            let seats: Vec<(Vec2, f32)> = (0..of).map(|n| seat(&taken(n, of), own)).collect();
            for (n, (at, size)) in seats.iter().enumerate() {
                assert!((at.abs() + size / 2.0).cmple(own / 2.0 + OUT + 0.01).all(), "{at} {size} in {own}");
                for (other, _) in &seats[..n] {
                    assert!(at.distance(*other) >= size * 0.95, "{at} {other}");
                }
            }
        }
        assert!(seat(&taken(0, 2), Vec2::new(3.0, 2.0)).0.y < -0.5, "below");
        assert!(seat(&taken(0, 2), Vec2::new(2.0, 3.0)).0.x > 0.5, "at the right");
    }
}
