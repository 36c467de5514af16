//! A unit's counter as panels show it small: the shape of its side with its figure.

use crate::window::pen::*;

/// Lays the counter of a slot `size` pixels wide, its figure `inset` pixels from each edge; in its corner stands what
/// tells it from its twins.
pub fn token(
    parent: Sheet,
    brushes: &mut Brushes,
    slot: &RibbonSlot,
    (size, inset): (f32, f32),
    tint: Color,
) {
    let shape = brushes.picture(&format!("counters/{}", theme::side_shape(slot.side)), 64);
    let figure = brushes.art.figure(if slot.art.is_empty() { "unknown" } else { &slot.art });
    let picture = brushes.picture(&figure, 64);
    let within = size - 2.0 * inset;
    let counter = (ImageNode::new(shape).with_color(tint), sized(size, size), Pickable::IGNORE);
    parent.spawn(counter).with_children(|counter| {
        counter.spawn((
            ImageNode::new(picture).with_color(tint),
            Node { left: px(inset), top: px(inset), ..sized(within, within).over() },
            Pickable::IGNORE,
        ));
        if !slot.tag.is_empty() {
            let node = Node { right: px(-3), top: px(0), ..Node::default().pad(2.0, 0.0).over() };
            counter
                .spawn((node, BackgroundColor(theme::PAPER), Pickable::IGNORE))
                .with_child((STRONG.line(&slot.tag), LineHeight::Px(theme::SMALL)));
        }
    });
}
