//! The line from who is about to act to whom it would meet: gold on ink, from counter to counter, also over the vehicle
//! in which one of them sits.

use super::{centre_of, counters::depth_of, prelude::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

#[derive(Component)]
struct Line;

/// How far from the middle of a counter the line begins and ends, in squares.
const CLEAR: f32 = 0.52;
/// How wide it is, and with its casing, in pixels of the map.
const WIDTH: f32 = 3.0;
const CASED: f32 = 6.0;
/// The picture that it is made of: opacities across it. Its soft edges keep a slanted line from going in steps; without
/// them it is three quarters as wide.
const ACROSS: [u8; 4] = [0, 255, 255, 0];
/// On a vehicle it lies so far beneath those who sit in it.
const BENEATH: f32 = 0.1;

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    old: Query<Entity, With<Line>>,
    mut images: ResMut<Assets<Image>>,
    mut soft: Local<Option<Handle<Image>>>,
    mut seen: Local<Option<(Vec2, Vec2)>>,
) {
    if !table.is_changed() {
        return;
    }
    let find = |unit: u32| table.counters.iter().find(|own| own.unit == unit);
    let ends = table.overlay.aim.and_then(|(by, to)| Some((find(by)?, find(to)?)));
    let middles = ends.map(|(by, to)| (centre_of(by), centre_of(to)));
    if *seen == middles {
        return;
    }
    *seen = middles;
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let Some((by, to)) = ends else { return };
    let soft = soft.get_or_insert_with(|| images.add(soft_edged())).clone();
    let mut lay = |(from, to): (Vec2, Vec2), depth: f32, on_map: bool| {
        let (middle, way) = ((from + to) / 2.0, to - from);
        for (colour, width, above) in [(theme::INK.with_alpha(0.8), CASED, 0.0), (theme::GOLD, WIDTH, 0.01)] {
            let size = Vec2::new(way.length() + width - WIDTH, width / 0.75);
            let mut line = commands.spawn((
                Line,
                Sprite { image: soft.clone(), color: colour, custom_size: Some(size), ..default() },
                Transform::from_translation(middle.extend(depth + above))
                    .with_rotation(Quat::from_rotation_z(way.to_angle())),
                Pickable::IGNORE,
            ));
            if on_map {
                line.insert(Sheet::Marks.on());
            }
        }
    };
    if let Some(ends) = between(centre_of(by), centre_of(to)) {
        lay(ends, layer::MARKS + 0.4, true);
    }
    for (own, other) in [(by, to), (to, by)] {
        if let Some(ends) = on_vehicle(own, centre_of(other)) {
            lay(ends, depth_of(own) - BENEATH, false);
        }
    }
}

pub(super) fn soft_edged() -> Image {
    let texels = ACROSS.into_iter().flat_map(|opacity| [255, 255, 255, opacity]).collect();
    let mut image = squares(UVec2::new(1, 4), texels, TextureFormat::Rgba8UnormSrgb);
    image.sampler = bevy::image::ImageSampler::linear();
    image
}

/// The ends of a line between the middles of two counters; none where there is no room between them.
fn between(from: Vec2, to: Vec2) -> Option<(Vec2, Vec2)> {
    let clear = (to - from).normalize_or_zero() * CLEAR * SQUARE;
    (from.distance(to) > 2.0 * CLEAR * SQUARE).then(|| (from + clear, to - clear))
}

/// The part of a line that lies on the vehicle in which somebody sits: from them to its edge.
fn on_vehicle(own: &Counter, toward: Vec2) -> Option<(Vec2, Vec2)> {
    own.seat?;
    let half = own.size.max(UVec2::ONE).as_vec2() * SQUARE / 2.0;
    let middle = Vec2::new(own.at.x as f32, -(own.at.y as f32)) * SQUARE + half * Vec2::new(1.0, -1.0);
    let from = centre_of(own);
    let way = (toward - from).normalize_or_zero();
    let edge = ((middle + half * way.signum() - from) / way).min_element().min(from.distance(toward));
    (edge > 0.0).then(|| (from, from + way * edge))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::view::VehicleSeat;

    #[test]
    fn it_lies_between_the_two_and_on_neither() {
        let (from, to) = between(Vec2::ZERO, Vec2::new(4.0 * SQUARE, 0.0)).unwrap();
        assert!((from.x - CLEAR * SQUARE).abs() < 0.01 && (to.x - (4.0 - CLEAR) * SQUARE).abs() < 0.01);
        assert_eq!(between(Vec2::ZERO, Vec2::new(SQUARE, 0.0)), None, "neighbours need no line");
    }

    #[test]
    fn on_a_vehicle_it_goes_from_who_sits_there_to_the_edge() {
        let seat = Some(VehicleSeat { n: 0, of: 1 });
        let own = Counter { size: UVec2::new(2, 4), seat, ..default() };
        let level = centre_of(&own).y;
        let (from, to) = on_vehicle(&own, Vec2::new(20.0 * SQUARE, level)).unwrap();
        let (beside, below) = (2.0 * SQUARE - from.x, from.y + 4.0 * SQUARE);
        assert!((0.0..SQUARE / 2.0).contains(&beside) && (0.0..SQUARE / 2.0).contains(&below), "{from}");
        assert!(to.distance(Vec2::new(2.0 * SQUARE, level)) < 0.01, "{to}");
        assert_eq!(on_vehicle(&Counter { seat: None, ..own }, Vec2::ZERO), None);
    }
}
