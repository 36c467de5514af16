//! The way of a blow's damage as rows of gates: what arrives, what each takes, what goes on.
//!
//! What they say is in the table. Each gate leads to its rule.

use bevy::{picking::hover::Hovered, prelude::*};

use crate::window::{
    theme::{self, Face, Fonts},
    view::{Gate, Intent, TraceRow},
    widgets::{self, Explains},
};

/// Draws a row for each portion; one that is too long for a line goes on in the next. Nothing where there are none.
pub fn draw(parent: &mut ChildSpawnerCommands, fonts: &Fonts, rows: &[TraceRow]) {
    for row in rows {
        let node = Node {
            flex_wrap: FlexWrap::Wrap,
            flex_shrink: 0.0,
            align_items: AlignItems::Center,
            column_gap: px(3),
            row_gap: px(2),
            ..default()
        };
        parent.spawn((node, Pickable::IGNORE)).with_children(|way| {
            let arrives = format!("{} {}", row.what, row.arrives);
            way.spawn(widgets::line(fonts, Face::Bold, theme::SMALL, theme::INK, arrives));
            for (n, gate) in row.gates.iter().enumerate() {
                draw_gate(way, fonts, gate, n + 1 == row.gates.len());
            }
        });
    }
}

/// A gate, and behind it what goes on: in bold what is left in the end.
fn draw_gate(way: &mut ChildSpawnerCommands, fonts: &Fonts, gate: &Gate, last: bool) {
    let ink = if gate.counts { theme::INK } else { theme::GREY };
    let both = Node { column_gap: px(3), align_items: AlignItems::Center, ..default() };
    way.spawn((both, Pickable::IGNORE)).with_children(|both| {
        let node = Node {
            column_gap: px(3),
            padding: UiRect::horizontal(px(3)),
            border: UiRect::horizontal(px(2)),
            align_items: AlignItems::Center,
            ..default()
        };
        let mut own = both.spawn((node, BorderColor::all(ink)));
        match &gate.rule {
            Some(rule) => own.insert((
                Name::new(format!("gate {}", gate.name)),
                Hovered::default(),
                Explains(Intent::AskRule(rule.clone())),
            )),
            None => own.insert(Pickable::IGNORE),
        };
        own.with_children(|own| {
            own.spawn(widgets::line(fonts, Face::Regular, theme::SMALL, ink, gate.name.clone()));
            if !gate.change.is_empty() {
                own.spawn(widgets::line(fonts, Face::Mono, theme::SMALL, ink, gate.change.clone()));
            }
        });
        let face = if last { Face::Bold } else { Face::Regular };
        both.spawn(widgets::line(fonts, face, theme::SMALL, theme::INK, gate.goes_on.clone()));
    });
}
