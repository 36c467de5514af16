//! A distribution as columns: how likely each loss is, and what it would mean.
//!
//! What they say is in the table.

use bevy::prelude::*;

use crate::window::{
    theme::{self, Face, Fonts},
    view::{Column, Grade},
    widgets,
};

/// Height of the highest column, in units; and where there is little room.
const HEIGHT: (f32, f32) = (44.0, 26.0);

/// Draws columns side by side over the width of a card, the highest as high as there is room, and beneath what they
/// are. Nothing where there are none.
pub fn draw(card: &mut ChildSpawnerCommands, fonts: &Fonts, columns: &[Column], note: &str, folded: bool) {
    let highest = if folded { HEIGHT.1 } else { HEIGHT.0 };
    if columns.is_empty() {
        return;
    }
    let most = columns.iter().map(|column| column.share).fold(0.01, f32::max);
    let row = Node { align_items: AlignItems::FlexEnd, column_gap: px(2), ..default() };
    card.spawn((row, Pickable::IGNORE)).with_children(|row| {
        for column in columns {
            let node = Node {
                flex_grow: 1.0,
                flex_basis: px(0),
                min_width: px(0),
                align_items: AlignItems::Center,
                row_gap: px(0),
                ..widgets::down()
            };
            row.spawn((node, Pickable::IGNORE)).with_children(|stack| {
                stack.spawn(widgets::line(
                    fonts,
                    Face::Regular,
                    theme::SMALL,
                    theme::INK_SOFT,
                    column.text.clone(),
                ));
                let (colour, edge) = match column.grade {
                    Grade::Nothing => (theme::PAPER_DIM, theme::RULE),
                    Grade::Hurt => (theme::RULE, theme::RULE),
                    Grade::Disabled => (theme::HARM, theme::HARM),
                    Grade::Dead => (theme::INK, theme::HARM),
                };
                let height = (highest * column.share / most).max(if column.share > 0.0 { 2.0 } else { 0.0 });
                let node =
                    Node { width: percent(100), height: px(height), border: UiRect::all(px(1)), ..default() };
                stack.spawn((node, BackgroundColor(colour), BorderColor::all(edge), Pickable::IGNORE));
                stack.spawn(widgets::line(fonts, Face::Mono, theme::SMALL, theme::INK, column.foot.clone()));
            });
        }
    });
    card.spawn(widgets::label(fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, note));
}
