//! What is written on counters: the number under the bar, which of two alike it is, how many conditions more. It grows
//! with the counter, but is never smaller on the screen than other text; it is left out as the counters get small.

use super::prelude::*;
use crate::window::theme::Face;

/// Something small on a counter: it is shown only while the counter measures so much on the screen.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Small {
    /// Width of its counter, in pixels of the map.
    pub foot: f32,
    /// The least units that the counter measures on the screen while this is shown, and the first that are too many.
    pub least: f32,
    pub most: f32,
}

/// Something small that is shown also while these squares are pointed at.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct WhenPointed(pub IRect);

/// Something that is never smaller on the screen than a share of what it is at zoom 1: near, it grows with the map.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Legible {
    /// That share.
    pub least: f32,
    /// How much larger it is than on a counter of one square.
    pub grown: f32,
}

/// What is written is as large as other text where a square is as small as a battle opens; nearer, it grows with the map.
const LETTERS: f32 = SQUARE / 48.0;

/// What a unit measures on a counter so wide, in pixels of the map, where that is as small as a battle opens or larger.
pub(super) fn unit(foot: f32) -> f32 {
    LETTERS * grown(foot)
}

/// How high a slip with its rim is on a counter so wide, in units where a unit is so many pixels of the map.
pub(super) fn tall(foot: f32, unit: f32) -> f32 {
    (HEIGHT + 2.0) * (LETTERS / unit).max(1.0) * grown(foot)
}

/// How much larger than on one square it is written on a counter so wide, in pixels of the map.
pub(super) fn grown(foot: f32) -> f32 {
    (foot / SQUARE).sqrt().clamp(1.0, 2.5)
}

/// A slip as it lies: the place on the counter that it keeps to, in pixels of the map, and which of its own points lies
/// there, in halves from its middle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pinned {
    pub at: Vec2,
    pub by: Vec2,
    pub small: Small,
    /// Does it tell of harm?
    pub harm: bool,
}

/// Width of what is written, with the slip's rim, in units.
pub(super) fn width(text: &str) -> f32 {
    4.0 + 7.0 * text.chars().count() as f32
}

/// Height of a slip, in units.
const HEIGHT: f32 = 11.0;

/// A small paper slip with a few characters.
pub(super) fn slip<'a>(
    parent: &'a mut ChildSpawnerCommands,
    text: &str,
    pinned: Pinned,
) -> EntityCommands<'a> {
    let Pinned { at, by, small, harm } = pinned;
    let size = Vec2::new(width(text), HEIGHT);
    let (paper, ink) = if harm { (theme::HARM, theme::PAPER) } else { (theme::PAPER, theme::INK) };
    let middle = -by * size / 2.0;
    let mut whole = laid(parent, at.extend(0.40), small);
    whole.with_children(|slip| {
        slip.spawn((
            Sprite::from_color(theme::INK, size + 2.0),
            Transform::from_translation(middle.extend(0.0)),
        ));
        slip.spawn((Sprite::from_color(paper, size), Transform::from_translation(middle.extend(0.01))));
        slip.spawn(letters(text, ink, middle, 1.0));
    });
    whole
}

/// What lies there on a counter and is measured in units, as long as it can be read.
pub(super) fn laid<'a>(parent: &'a mut ChildSpawnerCommands, at: Vec3, small: Small) -> EntityCommands<'a> {
    let letters = Legible { least: LETTERS, grown: grown(small.foot) };
    parent.spawn((small, letters, Transform::from_translation(at), Visibility::Inherited))
}

/// A few characters around a place, so much larger than others: written large and laid down small, so that they stay
/// crisp when near.
pub(super) fn letters(text: &str, ink: Color, middle: Vec2, larger: f32) -> impl Bundle + use<> {
    (
        Text2d::new(text),
        Face::Bold.font(50.0),
        TextColor(ink),
        Transform::from_translation(middle.extend(0.02)).with_scale(Vec3::splat(0.25 * larger)),
    )
}

/// Is a counter so wide on the screen that this can be read on it, and not so wide that something else is shown there?
fn shown(foot: f32, (least, most): (f32, f32), scale: f32, ui: f32) -> Visibility {
    if (least..most).contains(&(foot / (scale * ui))) { Visibility::Inherited } else { Visibility::Hidden }
}

pub(super) fn keep_legible(
    (ui, pointer): (Res<UiScale>, Res<Pointer>),
    camera: Single<&Projection, With<MainCamera>>,
    mut large: Query<(&Legible, &mut Transform)>,
    mut small: Query<(&Small, Option<&WhenPointed>, &mut Visibility)>,
) {
    let Projection::Orthographic(seen) = *camera else { return };
    for (own, mut transform) in &mut large {
        let scale = Vec3::splat((seen.scale * ui.0).max(own.least) * own.grown);
        if transform.scale != scale {
            transform.scale = scale;
        }
    }
    for (own, squares, mut visibility) in &mut small {
        let pointed = squares.zip(pointer.square).is_some_and(|(squares, at)| squares.0.contains(at));
        let least = if pointed { own.least.min(NUMBER_LEAST) } else { own.least };
        visibility.set_if_neq(shown(own.foot, (least, own.most), seen.scale, ui.0));
    }
}

/// The number of a track, as it is written: with a minus that can be seen.
pub(super) fn number(n: i32) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { n.to_string() }
}

/// Badges are pictures of their counter: they are shown while each has so many units.
pub(super) const BADGE_LEAST: f32 = 12.0;

/// The least units of a counter on which the number of its vitality can be read: it is the last to go. The camera draws back
/// to squares of 36 units by itself.
pub(super) const NUMBER_LEAST: f32 = 34.0;

/// The least units of a counter on which there is room for which of two alike it is besides.
pub(super) const TAG_LEAST: f32 = 40.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_where_a_battle_opens_and_left_out_far_off() {
        let ever = (NUMBER_LEAST, f32::INFINITY);
        let at = |pixels: f32| shown(SQUARE, ever, SQUARE / pixels, 1.0);
        assert_eq!((at(48.0), at(20.0)), (Visibility::Inherited, Visibility::Hidden));
        assert_eq!(at(36.0), Visibility::Inherited, "also where the camera draws back by itself");
        let small = shown(SQUARE, (TAG_LEAST.min(BADGE_LEAST / 0.30), f32::INFINITY), SQUARE / 36.0, 1.0);
        assert_eq!(small, Visibility::Hidden, "tags and badges go before it");
        assert!(
            width("100") + 2.0 <= NUMBER_LEAST,
            "three characters fit on the smallest counter with a number"
        );
        assert_eq!([32.0, 64.0, 256.0].map(grown), [1.0, 1.0, 2.0], "it grows with a large counter");
        assert!(width("−120") < 48.0, "four characters fit on the smallest counter of a battle that opens");
    }

    #[test]
    fn a_minus_is_one_character() {
        assert_eq!([number(-7), number(0), number(120)], ["−7", "0", "120"]);
    }
}
