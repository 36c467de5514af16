//! What rings a counter, on the map beneath all counters: who is aimed at in gold around white, with handles at its corners,
//! unlike all who only may be chosen; whose slot of the ribbon is pointed at in a thin dashed white line on ink, unlike who
//! acts.

use super::{counters::depth_beneath, prelude::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

/// A part of a ring.
#[derive(Component)]
struct Part;

/// A frame of a ring: how far it begins outside the counter, how wide it is, in pixels of the map, and its colour.
type Frame = (f32, f32, Color);

/// The frames of who is aimed at, and of whose slot is pointed at, of which the last is dashed; the later ones lie above.
/// They leave the shape of the counter's side free.
const AIMED: [Frame; 3] = [(5.0, 8.0, theme::INK), (4.0, 3.0, theme::GOLD), (0.0, 2.0, theme::FIELD)];
const POINTED: [Frame; 2] = [(3.0, 4.0, theme::INK), (2.0, 2.0, theme::FIELD)];
/// About how long a dash and a gap are, in pixels of the map.
const DASH: f32 = 7.0;
/// How far outside a corner its handle lies and how wide it is, and with its casing.
const HANDLE: f32 = 2.5;
const HANDLES: [(f32, Color); 2] = [(10.0, theme::INK), (7.0, theme::GOLD)];

/// A counter that is ringed: what it takes of the map, and how deep its ring lies.
type Ringed = Option<(Rect, f32)>;

fn draw(
    mut commands: Commands,
    (table, slot): (Res<Table>, Res<PointedSlot>),
    old: Query<Entity, With<Part>>,
    mut seen: Local<(Ringed, Ringed)>,
) {
    if !table.is_changed() && !slot.is_changed() {
        return;
    }
    let find = |unit: u32| table.counters.iter().find(|own| own.unit == unit);
    let place = |own: &Counter| (area_of(own), depth_beneath(own));
    let aimed = table.overlay.target;
    let pointed = slot.0.filter(|unit| Some(*unit) != aimed);
    let now = (aimed.and_then(find).map(place), pointed.and_then(find).map(place));
    if *seen == now {
        return;
    }
    *seen = now;
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    if let Some(place) = now.0 {
        ring(&mut commands, place, &AIMED);
        handles(&mut commands, place);
    }
    if let Some((area, depth)) = now.1 {
        let [casing, (outside, wide, colour)] = POINTED;
        ring(&mut commands, (area, depth), &[casing]);
        for part in frame(area.inflate(outside), wide).into_iter().flat_map(dashes) {
            lay(&mut commands, colour, part, depth + 0.06);
        }
    }
}

fn lay(commands: &mut Commands, colour: Color, part: Rect, depth: f32) {
    let sprite = Sprite::from_color(colour, part.size());
    commands.spawn((
        Part,
        sprite,
        Transform::from_translation(part.center().extend(depth)),
        Pickable::IGNORE,
    ));
}

/// Frames around a counter.
fn ring(commands: &mut Commands, (area, depth): (Rect, f32), frames: &[Frame]) {
    for (n, (outside, wide, colour)) in frames.iter().enumerate() {
        for part in frame(area.inflate(*outside), *wide) {
            lay(commands, *colour, part, depth + 0.05 + 0.005 * n as f32);
        }
    }
}

/// The dashes of one side of a frame; its ends are two of them.
fn dashes(side: Rect) -> impl Iterator<Item = Rect> {
    let size = side.size();
    let gaps = (size.max_element() / (2.0 * DASH)).round().max(1.0);
    let pieces = 2.0 * gaps + 1.0;
    let along = if size.x > size.y { size.with_y(0.0) } else { size.with_x(0.0) };
    let across = size - along;
    (0..=gaps as u32).map(move |n| {
        let begins = side.min + along * (2 * n) as f32 / pieces;
        Rect { min: begins, max: begins + along / pieces + across }
    })
}

/// And handles at its corners.
fn handles(commands: &mut Commands, (area, depth): (Rect, f32)) {
    let Rect { min, max } = area.inflate(HANDLE);
    for corner in [min, max, Vec2::new(min.x, max.y), Vec2::new(max.x, min.y)] {
        for (n, (wide, colour)) in HANDLES.into_iter().enumerate() {
            let part = Rect::from_center_size(corner, Vec2::splat(wide));
            lay(commands, colour, part, depth + 0.07 + 0.005 * n as f32);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::board::counters::CARD;

    #[test]
    fn the_ring_of_a_slot_has_gaps_but_not_at_its_ends() {
        let side = Rect::new(0.0, 0.0, SQUARE, 2.0);
        let all: Vec<Rect> = dashes(side).collect();
        assert!(all.len() > 2 && all[0].min == side.min && all[all.len() - 1].max.distance(side.max) < 0.01);
        assert!(all.windows(2).all(|two| two[1].min.x - two[0].max.x > DASH / 2.0), "{all:?}");
        assert!(dashes(Rect::new(0.0, 0.0, 2.0, 4.0 * SQUARE)).all(|own| own.size().x == 2.0));
    }

    #[test]
    fn rings_lie_outside_the_shape_of_a_side() {
        let free = SQUARE * (1.0 - CARD) / 2.0;
        for (outside, wide, _) in AIMED.into_iter().chain(POINTED) {
            assert!(outside - wide >= -free, "{outside} {wide}");
        }
    }
}
