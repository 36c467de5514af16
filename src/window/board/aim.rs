//! The line from who is about to act to whom it would meet: gold on ink, from edge to edge, over all counters between.
//! And what rings whom it would meet: gold around white, with handles at its corners, unlike all who only may be chosen.

use super::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

/// A part of the line or of the ring.
#[derive(Component)]
struct Line;

/// How wide the line is, and with its casing, in pixels of the map.
const WIDTH: f32 = 3.0;
const CASED: f32 = 6.0;
/// The picture that it is made of: opacities across it. Its soft edges keep a slanted line from going in steps; without
/// them it is three quarters as wide.
const ACROSS: [u8; 4] = [0, 255, 255, 0];
/// Above all counters, beneath labels and what flies.
const DEPTH: f32 = layer::AIR - 2.0;
/// The frames of the ring, the later ones above: how far each begins outside the counter and how wide it is, in pixels of
/// the map. They leave its number free.
const FRAMES: [(f32, f32, Color); 3] =
    [(5.5, 8.0, theme::INK), (4.5, 3.5, theme::GOLD), (0.5, 2.0, theme::FIELD)];
/// How far outside a corner its handle lies and how wide it is, and with its casing.
const HANDLE: f32 = 2.5;
const HANDLES: [(f32, Color); 2] = [(10.0, theme::INK), (7.0, theme::GOLD)];

/// Who acts and whom it would meet, as far as they are drawn.
type Aim = (Option<Rect>, Option<Rect>);

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    old: Query<Entity, With<Line>>,
    mut images: ResMut<Assets<Image>>,
    mut soft: Local<Option<Handle<Image>>>,
    mut seen: Local<Aim>,
) {
    if !table.is_changed() {
        return;
    }
    let find = |unit: u32| table.counters.iter().find(|own| own.unit == unit).map(area_of);
    let Overlay { aim, target, .. } = &table.overlay;
    let now: Aim = (aim.and_then(|(by, _)| find(by)), target.and_then(find));
    if *seen == now {
        return;
    }
    *seen = now;
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let (by, Some(to)) = now else { return };
    ring(&mut commands, to);
    let Some((from, to)) = by.and_then(|by| between(by, to)) else { return };
    let soft = soft.get_or_insert_with(|| images.add(soft_edged())).clone();
    let (middle, way) = ((from + to) / 2.0, to - from);
    for (colour, width, above) in [(theme::INK.with_alpha(0.8), CASED, 0.0), (theme::GOLD, WIDTH, 0.01)] {
        let size = Vec2::new(way.length() + width - WIDTH, width / 0.75);
        let place = Transform::from_translation(middle.extend(DEPTH + above));
        commands.spawn((
            Line,
            Sprite { image: soft.clone(), color: colour, custom_size: Some(size), ..default() },
            place.with_rotation(Quat::from_rotation_z(way.to_angle())),
            Pickable::IGNORE,
        ));
    }
}

/// Rings whom it would meet.
fn ring(commands: &mut Commands, to: Rect) {
    let mut lay = |colour: Color, part: Rect, depth: f32| {
        let sprite = Sprite::from_color(colour, part.size());
        let place = Transform::from_translation(part.center().extend(DEPTH + depth));
        commands.spawn((Line, sprite, place, Pickable::IGNORE));
    };
    for (n, (outside, wide, colour)) in FRAMES.into_iter().enumerate() {
        frame(to.inflate(outside), wide)
            .into_iter()
            .for_each(|part| lay(colour, part, 0.1 + 0.01 * n as f32));
    }
    let Rect { min, max } = to.inflate(HANDLE);
    for corner in [min, max, Vec2::new(min.x, max.y), Vec2::new(max.x, min.y)] {
        for (n, (wide, colour)) in HANDLES.into_iter().enumerate() {
            lay(colour, Rect::from_center_size(corner, Vec2::splat(wide)), 0.2 + 0.01 * n as f32);
        }
    }
}

/// The four sides of a frame that is so wide within a rectangle.
pub fn frame(outer: Rect, wide: f32) -> [Rect; 4] {
    let inner = outer.inflate(-wide);
    [
        Rect { min: Vec2::new(outer.min.x, inner.max.y), max: outer.max },
        Rect { min: outer.min, max: Vec2::new(outer.max.x, inner.min.y) },
        Rect { min: Vec2::new(outer.min.x, inner.min.y), max: Vec2::new(inner.min.x, inner.max.y) },
        Rect { min: Vec2::new(inner.max.x, inner.min.y), max: Vec2::new(outer.max.x, inner.max.y) },
    ]
}

pub(super) fn soft_edged() -> Image {
    let texels = ACROSS.into_iter().flat_map(|opacity| [255, 255, 255, opacity]).collect();
    let mut image = squares(UVec2::new(1, 4), texels, TextureFormat::Rgba8UnormSrgb);
    image.sampler = bevy::image::ImageSampler::linear();
    image
}

/// Where what comes this way meets the edge of a counter.
fn edge(area: Rect, way: Vec2) -> Vec2 {
    area.center() - way * (area.half_size() / way.abs()).min_element()
}

/// The ends of a line from edge to edge; none where there is no room between them.
fn between(from: Rect, to: Rect) -> Option<(Vec2, Vec2)> {
    let way = (to.center() - from.center()).normalize_or_zero();
    let ends = (edge(from, -way), edge(to, way));
    ((ends.1 - ends.0).dot(way) > WIDTH).then_some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_lies_between_the_two_and_on_neither() {
        let at = |x: f32, squares: f32| {
            Rect::from_center_size(Vec2::new(x * SQUARE, 0.0), Vec2::splat(squares * SQUARE))
        };
        let (from, to) = between(at(0.0, 1.0), at(4.0, 2.0)).unwrap();
        assert_eq!((from, to), (Vec2::new(0.5, 0.0) * SQUARE, Vec2::new(3.0, 0.0) * SQUARE));
        let (_, to) = between(at(0.0, 1.0), at(4.0, 0.4)).unwrap();
        assert!((to.x - 3.8 * SQUARE).abs() < 0.01, "who sits in a vehicle is smaller: {to}");
        assert_eq!(between(at(0.0, 1.0), at(1.0, 1.0)), None, "neighbours need no line");
        assert_eq!(between(at(0.0, 1.0), at(0.0, 1.0)), None, "nor does one alone");
    }
}
