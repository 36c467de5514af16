//! A piece of paper over the map with a few words on it: labels that lie, slips that rise.

use bevy::prelude::*;

use crate::window::theme::Face;

/// What a shadow is, on whatever it falls.
const SHADE: Color = Color::srgba(0.05, 0.03, 0.02, 0.35);

/// How a piece of paper looks, in pixels at its own scale.
#[derive(Clone, Copy, Debug)]
pub struct MapPaper {
    /// Its width and height.
    pub size: Vec2,
    /// How far its shadow falls, to the right and up.
    pub shadow: Vec2,
    /// How much wider and higher its rim is.
    pub rim: f32,
    /// The size in which its letters are written, three times as large as they are laid down.
    pub letters: f32,
    /// How much smaller they are laid down besides; 1: not at all.
    pub grade: f32,
    /// The colour of the paper itself.
    pub sheet: Color,
    /// The colour of its rim and its letters.
    pub ink: Color,
}

/// Draws a piece of paper, and what is written on it, about the middle of its parent.
pub fn draw_paper(parent: &mut ChildSpawnerCommands, paper: MapPaper, text: &str) {
    let ink = paper.ink;
    for (colour, grown, off, depth) in [
        (SHADE, 2.0, paper.shadow, 0.00),
        (ink, paper.rim, Vec2::ZERO, 0.01),
        (paper.sheet, 0.0, Vec2::ZERO, 0.02),
    ] {
        let place = Transform::from_translation(off.extend(depth));
        parent.spawn((Sprite::from_color(colour, paper.size + grown), place, Pickable::IGNORE));
    }
    // Written large and laid down small, so that it stays crisp when near.
    parent.spawn((
        Text2d::new(text),
        Face::Bold.font(paper.letters),
        TextColor(ink),
        Transform::from_xyz(0.0, 0.0, 0.03).with_scale(Vec3::splat(paper.grade / 3.0)),
    ));
}
