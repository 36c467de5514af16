//! The table with the lamp out: whose turn it is to sit down, by arms and name, one key, nothing else.

use super::prelude::*;

/// Size of the arms, in units.
const ARMS: f32 = 112.0;
/// Pixels along their drawing.
const ARMS_PIXELS: u32 = 240;

pub(super) fn draw(
    mut sheet: PageSheet,
    table: Res<Table>,
    mut brushes: Brushes,
    mut seen: Local<Option<HandOver>>,
) {
    let Some(next) = &table.hand_over else { return };
    if !sheet.renew(&mut seen, next.clone()) {
        return;
    }
    let key = sheet.key(Action::Confirm);
    let arms = brushes.picture(&format!("ui/arms_{}", theme::side_shape(next.side)), ARMS_PIXELS);
    sheet.bare(Behind::Out, |root| {
        root.spawn((ImageNode::new(arms), sized(ARMS, ARMS).fixed()));
        root.text(TEXT.ink(theme::PAPER_DIM), say!("hand-over-pass"));
        root.text(HEADING.ink(theme::PAPER), &next.name);
        root.spawn((sized(ARMS, 4.0).fixed(), BackgroundColor(theme::side_colour(next.side))));
        root.spawn(across().gap(GAP_2).fixed()).with_children(|row| {
            row.line(TEXT.ink(theme::PAPER_DIM), say!("hand-over-press"));
            row.button("ready", ButtonLook::Plate, Intent::Ready, Node::default()).with_child(NAME.line(key));
        });
    });
}
