//! Counters: shadow, card shape in the side's colour, figure, wounds, bar, notch, each in a place of its own.
//!
//! What is written on them is in `written`, the strip at their foot in `pips`, what stands in their corners in `badges`; those
//! of a crew are in `seats`, what is around those who act or may be chosen is in `turn`.
//! While a counter moves, `motion` sets where it stands.

use super::{
    around::Around,
    badges,
    depths::Ordered,
    hulls::{self, Headings, HullArt, Plate},
    pegs::{Shadow, lift_of, peg},
    pips::top_of_strip,
    prelude::*,
    turn::TurnMark,
    written::{self, Pinned, Small},
};

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "counter.wgsl");
    app.add_plugins(Material2dPlugin::<Ring>::default())
        .add_systems(Update, (sync, written::keep_legible).chain());
}

/// The counter of a unit on the board, and what else it is drawn by.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Ordered)]
pub struct CounterRoot(pub Counter, Around);

#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
pub(super) struct Ring {
    /// Colour of the side.
    #[uniform(0)]
    pub side: Vec4,
    /// −1, vitality, way to death, gashes with four times the steps of the bar; or the facing, for its notch alone; or −2,
    /// for the frame alone; or −3 and the pips of one kind: their shape, how many are left and at most.
    #[uniform(0)]
    pub state: Vec4,
    /// How far below its middle the bar lies and half its height, in halves of the counter; no height: there is none. Of pips:
    /// from one to the next, and the width of their quad, in units. Of the frame: pixels of the screen in a unit, in the third.
    #[uniform(0)]
    pub bar: Vec4,
}

drawn_with!(Ring, "counter.wgsl");

/// The middle of a counter in the world.
pub fn centre_of(counter: &Counter) -> Vec2 {
    let size = counter.size.max(UVec2::ONE).as_vec2();
    let lift = match counter.seat {
        Some(seat) if counter.active => hulls::seat(&seat, size).0 + hulls::acts(&seat, size),
        Some(seat) => hulls::seat(&seat, size).0,
        None if counter.carried => Vec2::new(-0.5, 0.5) * (size - carried(size)),
        None => Vec2::ZERO,
    };
    let lift = lift + off_its_squares(counter);
    (Vec2::new(counter.at.x as f32 + size.x / 2.0, -(counter.at.y as f32) - size.y / 2.0) + lift) * SQUARE
}

/// How far it stands aside from the middle of its squares, in squares.
pub(super) fn off_its_squares(counter: &Counter) -> Vec2 {
    ASIDE * f32::from(counter.aside) * counter.size.max(UVec2::ONE).min_element() as f32
}

/// How wide and high a counter is, in squares: of who sits in a vehicle or is carried less than a square.
pub(super) fn foot_of(counter: &Counter) -> Vec2 {
    let size = counter.size.max(UVec2::ONE).as_vec2();
    match counter.seat {
        Some(seat) => Vec2::splat(hulls::seat(&seat, size).1),
        None if counter.carried => Vec2::splat(carried(size)),
        None => size,
    }
}

/// What a counter takes of the world.
pub fn area_of(counter: &Counter) -> Rect {
    Rect::from_center_size(centre_of(counter), foot_of(counter) * SQUARE)
}

/// How far those who share a square stand from its middle, as a share of it, for half a step aside: what is written on
/// those behind stays free.
const ASIDE: Vec2 = Vec2::new(0.18, 0.16);
/// And how much deeper.
const BEHIND: f32 = 0.25;

/// How large who is carried is drawn by what that one covers of the map, in squares: in its upper left corner, so that
/// the heads and the numbers of both can be read.
fn carried(size: Vec2) -> f32 {
    (0.56 * size.min_element()).clamp(0.7, 0.9)
}

/// How deep a counter lies.
pub(super) fn depth_of(counter: &Counter) -> f32 {
    let borne = counter.carried || counter.seat.is_some();
    let lies = matches!(counter.pose, Pose::Dead | Pose::Down);
    let fallen = lies && !borne && counter.aside >= 0;
    let base = if fallen { layer::FALLEN } else { layer::COUNTERS };
    let air = match counter.band {
        Some(Band::High) => 6.0,
        Some(Band::Low) => 5.0,
        _ => 0.0,
    };
    let air = if counter.aside < 0 { air + IN_FRONT } else { air };
    let air = if counter.carried { air + 2.0 * ACTING } else { air };
    let air = if counter.seat.is_some() { air + SEATED } else { air };
    let air = if counter.active && counter.hull.is_none() { air + ACTING } else { air };
    let aside = f32::from(counter.aside) * BEHIND;
    base + air - aside + counter.at.y as f32 * 0.005 + counter.at.x as f32 * 0.000_005
}

/// How deep what marks a counter from below lies: beneath all counters, but above those that bear it or whose squares it
/// shares.
pub(super) fn depth_beneath(counter: &Counter) -> f32 {
    let upon = counter.carried || counter.seat.is_some() || counter.aside != 0;
    if upon { depth_of(counter) + UPON } else { layer::LINES }
}

/// So far above the depth of a counter that lies on another what marks it lies: over the drawing of a vehicle, under what
/// is written.
const UPON: f32 = 0.25;

/// So much higher lies who stands before another on the same squares, but never over who flies there.
const IN_FRONT: f32 = 1.0;
/// So much higher lies who acts, but for vehicles: above what is written on neighbours. Who is carried twice as high.
pub(super) const ACTING: f32 = 0.5;
/// So much higher than their vehicle sit its crew: over its drawing.
const SEATED: f32 = 0.15;

/// What is drawn under and around counters.
#[derive(SystemParam)]
struct Shapes<'w, 's> {
    rings: ResMut<'w, Assets<Ring>>,
    plates: ResMut<'w, Assets<Plate>>,
    turns: ResMut<'w, Assets<TurnMark>>,
    headings: Res<'w, Headings>,
    ui: Res<'w, UiScale>,
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    unit: Local<'s, f32>,
}

fn sync(
    mut commands: Commands,
    table: Res<Table>,
    motion: Res<BeatQueue>,
    mut brushes: Brushes,
    mut meshes: ResMut<Assets<Mesh>>,
    mut shapes: Shapes,
    mut roots: Query<(Entity, &mut CounterRoot, &mut Transform)>,
) {
    let unit = shapes.ui.0 * shapes.window.single().map_or(1.0, Window::scale_factor);
    if !table.is_changed() && *shapes.unit == unit {
        return;
    }
    *shapes.unit = unit;
    let Brushes { art, images } = &mut brushes;
    let Shapes { rings, plates, turns, headings, .. } = &mut shapes;
    let hulls = HullArt { art, images, meshes: &mut meshes, plates, headings };
    let mut kit = Kit { hulls, rings, turns, around: Around::default() };
    let mut missing: Vec<&Counter> = table.counters.iter().collect();
    for (entity, mut root, mut transform) in &mut roots {
        let Some(n) = missing.iter().position(|c| c.unit == root.0.unit) else {
            commands.entity(entity).despawn();
            continue;
        };
        let counter = missing.swap_remove(n);
        if !motion.moves(counter.unit) {
            transform.translation = centre_of(counter).extend(depth_of(counter));
        }
        let around = Around::on(counter, &table, unit);
        if root.0 != *counter || root.1 != around {
            kit.around = around;
            *root = CounterRoot(counter.clone(), around);
            commands.entity(entity).despawn_children();
            commands.entity(entity).with_children(|parent| kit.dress(parent, counter));
        }
    }
    missing.sort_by_key(|c| c.unit);
    for counter in missing {
        kit.around = Around::on(counter, &table, unit);
        commands
            .spawn((
                Name::new(format!("unit {}", counter.unit)),
                CounterRoot(counter.clone(), kit.around),
                Transform::from_translation(centre_of(counter).extend(depth_of(counter))),
                Visibility::Inherited,
                Pickable::IGNORE,
            ))
            .with_children(|parent| kit.dress(parent, counter));
    }
}

/// Pixels of the pictures of counters; the card may fill a quarter of a large screen.
pub(super) const PICTURE: u32 = 256;

/// What a counter is drawn with.
pub(super) struct Kit<'a> {
    pub hulls: HullArt<'a>,
    pub rings: &'a mut Assets<Ring>,
    pub turns: &'a mut Assets<TurnMark>,
    /// What the counter is drawn by besides its unit.
    pub around: Around,
}

impl Kit<'_> {
    pub(super) fn picture(&mut self, name: &str, colour: Color, size: f32) -> Sprite {
        Sprite {
            image: self.hulls.art.image(self.hulls.images, name, PICTURE),
            color: colour,
            custom_size: Some(Vec2::splat(size)),
            ..default()
        }
    }

    /// The figure of a counter in its side's tones, as large as what is drawn of it can be in so much room.
    pub(super) fn figure(&mut self, counter: &Counter, room: Vec2) -> Sprite {
        let HullArt { art, images, .. } = &mut self.hulls;
        let name = art.figure(&counter.art);
        let part = art.filled(&name);
        Sprite {
            image: art.toned(images, &name, PICTURE, counter.side),
            rect: Some(Rect { min: part.min * PICTURE as f32, max: part.max * PICTURE as f32 }),
            custom_size: Some(part.size() * (room / part.size()).min_element()),
            ..default()
        }
    }

    fn dress(&mut self, parent: &mut ChildSpawnerCommands, counter: &Counter) {
        let foot = foot_of(counter).min_element() * SQUARE;
        if counter.seat.is_some() && !counter.ghost {
            self.seated(parent, counter, foot);
            return;
        }
        let lift = lift_of(counter, foot);
        let shadow = Shadow::of(counter, lift);
        let grown = if counter.flies() { 1.1 } else { 1.0 };
        if (counter.flies() || counter.over_drop) && counter.pose != Pose::Dead {
            peg(parent, shadow);
        }
        if let Some(hull) = counter.hull.as_ref().filter(|_| !counter.ghost) {
            self.hulls.dress(parent, counter, hull, (lift, self.around));
            if counter.pose != Pose::Dead {
                let half = foot_of(counter) * SQUARE * 0.5;
                self.trim(parent, counter, half - 4.0, foot);
                if self.around.acts {
                    self.turn_mark(parent, counter, half, true);
                }
            }
            return;
        }
        let base = foot * CARD * grown;
        let middle = Vec2::new(0.0, foot * RAISED);
        let turn = match counter.pose {
            Pose::Prone => Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2),
            _ => Quat::IDENTITY,
        };
        if counter.ghost {
            self.ghost(parent, counter, foot, turn);
            return;
        }
        let shape = format!("counters/{}", theme::side_shape(counter.side));
        let place = |at: Vec2, depth: f32, turn: Quat| {
            Transform::from_translation((middle + at).extend(depth)).with_rotation(turn)
        };
        if counter.pose == Pose::Dead {
            // A grey outline that stays.
            let mut card = self.picture(&shape, Color::srgba(0.36, 0.34, 0.31, 0.50), base);
            card.flip_y = true;
            parent.spawn((card, place(Vec2::ZERO, 0.01, Quat::IDENTITY)));
            let silhouette = self.hulls.art.figure(&counter.art);
            let mark = self.picture(&silhouette, Color::srgba(0.2, 0.18, 0.16, 0.55), base * 0.8);
            parent.spawn((mark, place(Vec2::ZERO, 0.02, Quat::from_rotation_z(1.9))));
            return;
        }

        let down = counter.pose == Pose::Down;
        // The shadow: a core, and a soft rim.
        for (grown, alpha) in [(1.06, 0.22), (0.99, 0.40)] {
            let soft = self.picture(&shape, Color::srgba(0.0, 0.0, 0.0, alpha), base * grown);
            parent.spawn((soft, place(shadow.at, shadow.depth, turn)));
        }
        let mut card = self.picture(&shape, Color::WHITE, base);
        if down {
            // Turned over: the back of the card.
            card.color = OUT_OF_ACTION;
            card.flip_x = true;
        }
        parent.spawn((card, place(Vec2::ZERO, 0.1, turn)));
        // It stands on the bar. On its side it is as wide as it was high; on its knees it sinks behind the strip.
        let feet = top_of_bar(foot) + 0.5 * written::unit(foot);
        let badges = badges::column(counter, foot);
        let mut room = Vec2::new(WIDTH * foot - badges, HEAD * foot - feet);
        if counter.pose == Pose::Prone {
            room = room.yx();
        }
        let mut figure = self.figure(counter, room);
        let size = figure.custom_size.unwrap_or_default();
        let tall = if counter.pose == Pose::Prone { size.x } else { size.y };
        let (figure_turn, sunk) = match counter.pose {
            Pose::Down => (Quat::from_rotation_z(std::f32::consts::PI), 0.0),
            Pose::Standing if kneels(counter) => (Quat::from_rotation_z(KNEELING.0), KNEELING.1 * foot),
            _ => (turn, 0.0),
        };
        figure.color = if down { Color::srgba(1.0, 1.0, 1.0, 0.70) } else { Color::WHITE };
        let at = Vec3::new(-badges / 2.0, feet + tall / 2.0 - sunk, 0.2);
        parent.spawn((figure, Transform::from_translation(at).with_rotation(figure_turn)));

        let bar = bar_of(foot);
        let quad = self.hulls.meshes.add(Rectangle::new(foot * 1.25, foot * 1.25));
        // Beneath the card, so that the shape of its side is seen.
        self.brackets(parent, counter, (foot, 0.05));
        if self.around.acts {
            self.turn_mark(parent, counter, Vec2::splat(foot / 2.0), false);
        }
        let ring = self.rings.add(ring_of(counter, bar));
        parent.spawn((Mesh2d(quad.clone()), MeshMaterial2d(ring), Transform::from_xyz(0.0, 0.0, 0.3)));
        if let Some(facing) = counter.facing.filter(|_| !down) {
            let state = Vec4::X * f32::from(facing);
            let notch = self.rings.add(Ring { side: Gauge::of(counter).side, state, bar });
            parent.spawn((Mesh2d(quad), MeshMaterial2d(notch), Transform::from_xyz(0.0, 0.0, 0.47)));
        }
        self.trim(parent, counter, Vec2::splat(foot * 0.46), foot);
    }

    /// Where somebody was last seen, and how: the counter as a print on the map, with a question mark.
    fn ghost(&mut self, parent: &mut ChildSpawnerCommands, counter: &Counter, foot: f32, turn: Quat) {
        let down = counter.pose == Pose::Down;
        let base = foot * CARD;
        let shape = format!("counters/{}", theme::side_shape(counter.side));
        let mut card = self.picture(&shape, Color::srgba(1.0, 1.0, 1.0, 0.38), base);
        card.flip_x = down;
        parent.spawn((card, Transform::from_xyz(0.0, 0.0, 0.1).with_rotation(turn)));
        let mut figure = self.figure(counter, Vec2::splat(base * WIDTH));
        figure.color = Color::srgba(1.0, 1.0, 1.0, 0.42);
        let turn = if down { Quat::from_rotation_z(std::f32::consts::PI) } else { turn };
        parent.spawn((figure, Transform::from_xyz(0.0, 0.0, 0.2).with_rotation(turn)));
        let small = Small { foot, least: written::TAG_LEAST / 2.0, most: f32::INFINITY };
        let pinned = Pinned { at: Vec2::splat(foot * 0.44), by: Vec2::ONE, small, harm: false };
        written::slip(parent, "?", pinned);
    }
}

/// Is it still up, though nothing is left of its vitality?
pub(super) fn kneels(counter: &Counter) -> bool {
    counter.whole > 0 && counter.vitality <= 0
}

/// How far who kneels leans over, in radians, and sinks, as a share of its square.
pub(super) const KNEELING: (f32, f32) = (0.35, 0.14);

/// What who is out of action sits on.
pub(super) const OUT_OF_ACTION: Color = Color::srgb(0.52, 0.46, 0.40);

/// Width of a counter's card, as a share of its square, and how far it stands above the middle of it: the strip lies
/// below.
pub(super) const CARD: f32 = 0.90;
const RAISED: f32 = 0.05;
/// How wide a figure is at most, as a share of its square.
pub(super) const WIDTH: f32 = 0.90;
/// How far above the middle of its square its head ends.
const HEAD: f32 = 0.48;

/// Where the bar lies on a counter so wide, flush on the strip at its foot.
fn bar_of(foot: f32) -> Vec4 {
    let (half, lower) = (2.0 * written::unit(foot), top_of_strip(foot));
    Vec4::new(-lower - half, half, 0.0, 0.0) / (foot / 2.0)
}

/// How far above its middle the bar of a counter so wide ends.
pub(super) fn top_of_bar(foot: f32) -> f32 {
    top_of_strip(foot) + 4.0 * written::unit(foot)
}

/// The parts that ticks make of a bar, where no other steps matter.
const QUARTERS: u8 = 4;

pub(super) fn ring_of(counter: &Counter, bar: Vec4) -> Ring {
    let Gauge { side, full, death, gashes } = Gauge::of(counter);
    let steps = if counter.steps > 1 { counter.steps } else { QUARTERS };
    let marked = f32::from(gashes) + 4.0 * f32::from(steps);
    Ring { side, state: Vec4::new(-1.0, full, death, marked), bar }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_of_two_by_two_stands_between_its_squares() {
        let counter = Counter { at: IVec2::new(1, 1), size: UVec2::splat(2), ..default() };
        assert_eq!(centre_of(&counter), Vec2::new(2.0 * SQUARE, -2.0 * SQUARE));
    }

    #[test]
    fn of_a_vehicle_and_who_acts_in_it_only_the_latter_has_the_mark_of_the_turn() {
        let car = Counter { unit: 1, active: true, hull: Some(Hull::default()), ..default() };
        let seat = VehicleSeat { n: 0, of: 1, drives: true };
        let driver = Counter { unit: 2, active: true, seat: Some(seat), ..default() };
        let all = [car.clone(), driver, Counter { unit: 3, ..default() }];
        let acts =
            |all: &[Counter]| all.iter().map(|own| Around::of(own, all, 1.0).acts).collect::<Vec<bool>>();
        assert_eq!(acts(&all), [false, true, false]);
        assert_eq!(acts(&[car]), [true], "nobody sits in it");
    }

    #[test]
    fn who_shares_a_square_stands_aside_and_behind() {
        let [behind, before] = [1, -1].map(|aside| Counter { aside, ..default() });
        assert!(centre_of(&behind).x > centre_of(&before).x && depth_of(&behind) < depth_of(&before));
        let down = Counter { pose: Pose::Down, ..before };
        assert!(depth_of(&behind) < depth_of(&down), "also of one who is out of action");
    }

    #[test]
    fn who_flies_over_a_smaller_one_lies_above_it_and_leaves_it_to_be_seen() {
        for (at, way) in [((0, 0), 1), ((0, 1), 1), ((1, 1), 1), ((1, 0), -1)] {
            let (flyer, low) = (UVec2::splat(2), Some(Band::Low));
            let flyer = Counter { size: flyer, band: low, aside: 2 * way, ..default() };
            let below = Counter { at: at.into(), aside: -way, active: true, ..default() };
            assert!(depth_of(&flyer) > depth_of(&below) + 0.5);
            let hidden = area_of(&flyer).intersect(area_of(&below)).size();
            assert!(hidden.x * hidden.y < 0.25 * SQUARE * SQUARE, "{at:?}: {hidden}");
        }
    }
}
