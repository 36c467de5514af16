//! What rings a counter, on the map beneath all counters: who is aimed at in gold around white, with handles at its corners,
//! unlike all who only may be chosen; whose slot of the ribbon is pointed at in a thin white line without a casing, unlike
//! who acts.

use super::{counters::depth_beneath, prelude::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

/// A part of a ring.
#[derive(Component)]
struct Part;

/// A frame of a ring: how far it begins outside the counter, how wide it is, in pixels of the map, and its colour.
type Frame = (f32, f32, Color);

/// The frames of who is aimed at, and of whose slot is pointed at; the later ones lie above. They leave the shape of the
/// counter's side free.
const AIMED: [Frame; 3] = [(5.0, 8.0, theme::INK), (4.0, 3.0, theme::GOLD), (0.0, 2.0, theme::FIELD)];
const POINTED: [Frame; 1] = [(2.0, 2.0, theme::FIELD)];
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
    if let Some(place) = now.1 {
        ring(&mut commands, place, &POINTED);
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
    fn rings_lie_outside_the_shape_of_a_side() {
        let free = SQUARE * (1.0 - CARD) / 2.0;
        for (outside, wide, _) in AIMED.into_iter().chain(POINTED) {
            assert!(outside - wide >= -free, "{outside} {wide}");
        }
    }
}
