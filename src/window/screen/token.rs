//! A unit's counter as panels show it small: the shape of its side with its figure.

use bevy::prelude::*;

use crate::window::{art::Art, pen::*, view::RibbonSlot};

/// Lays the counter of a slot `size` pixels wide, its figure `inset` pixels from each edge.
pub fn token(
    parent: Sheet,
    (art, images): (&mut Art, &mut Assets<Image>),
    slot: &RibbonSlot,
    (size, inset): (f32, f32),
    tint: Color,
) {
    let shape = art.image(images, &format!("counters/{}", theme::side_shape(slot.side)), 64);
    let figure = art.figure(if slot.art.is_empty() { "unknown" } else { &slot.art });
    let picture = art.image(images, &figure, 64);
    let within = size - 2.0 * inset;
    parent.spawn((ImageNode::new(shape).with_color(tint), sized(size, size), Pickable::IGNORE)).with_child((
        ImageNode::new(picture).with_color(tint),
        Node { left: px(inset), top: px(inset), ..sized(within, within).over() },
        Pickable::IGNORE,
    ));
}
