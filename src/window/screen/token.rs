//! A unit's counter as panels show it small: the shape of its side with its figure.

use crate::window::pen::*;

/// Lays the counter of a slot `size` pixels wide, its figure `inset` pixels from each edge, lying over a red
/// bar if the unit is down, upright over it if it is failing; in its corner stands what tells it from its twins.
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
    let turn = if slot.out { Rot2::FRAC_PI_2 } else { Rot2::IDENTITY };
    let counter = (ImageNode::new(shape).with_color(tint), sized(size, size), Pickable::IGNORE);
    parent.spawn(counter).with_children(|counter| {
        counter.spawn((
            ImageNode::new(picture).with_color(tint),
            Node { left: px(inset), top: px(inset), ..sized(within, within).over() },
            UiTransform::from_rotation(turn),
            Pickable::IGNORE,
        ));
        if slot.out || slot.failing {
            let border = UiRect::all(px(1));
            let node = Node { left: px(0), bottom: px(0), border, ..sized(size, BAR * size).over() };
            let colours = (BackgroundColor(theme::HARM), BorderColor::all(theme::PAPER));
            counter.spawn((node, colours, Pickable::IGNORE));
        }
        if !slot.tag.is_empty() {
            let node = Node { right: px(-3), top: px(0), ..Node::default().pad(2.0, 0.0).over() };
            counter
                .spawn((node, BackgroundColor(theme::PAPER), Pickable::IGNORE))
                .with_child((STRONG.line(&slot.tag), LineHeight::Px(theme::SMALL)));
        }
    });
}

/// How high the bar under who is down is, as a part of the counter.
const BAR: f32 = 0.20;
/// Size of a counter in a row, in units, and of one in a row that has much room.
pub const TOKEN: f32 = 40.0;
pub const LARGE_TOKEN: f32 = 60.0;
/// How far its figure stands from its edge, as a part of that.
const INSET: f32 = 0.175;
/// Width of what stands under a counter, in units.
const UNDER: f32 = 94.0;

/// Counters in a row, each so large and with its name under it; who is out of the fight is pale.
pub fn token_row<'a>(
    parent: Sheet,
    brushes: &mut Brushes,
    size: f32,
    slots: impl Iterator<Item = &'a RibbonSlot>,
) {
    let node = Node { align_items: AlignItems::FlexStart, ..across().gap(GAP).rows(GAP).wrap().fixed() };
    parent.spawn(node).with_children(|row| {
        for slot in slots {
            let node = Node { width: px(UNDER), align_items: AlignItems::Center, ..down().gap(0.0) };
            row.spawn(node.fixed()).with_children(|cell| {
                let tint = if slot.out { Color::srgba(0.4, 0.38, 0.35, 0.45) } else { Color::WHITE };
                token(cell, brushes, slot, (size, size * INSET), tint);
                let mut name = cell.text(SOFT.ink(theme::side_ink(slot.side)), &slot.name);
                name.insert(TextLayout::justify(Justify::Center));
                strike(name, slot.out);
            });
        }
    });
}
