//! The parts of a roll in a few lines, each leading to its rule: for the log and for prompts.

use bevy::{picking::hover::Hovered, prelude::*};

use crate::window::{
    theme::{self, Face, Fonts},
    view::{Intent, SideLine},
    widgets::{self, Explains},
};

/// Lays the parts one after the other, as many in a line as fit. Those that do not count are struck out, with why;
/// their rules show on pointing.
pub fn flow(parent: &mut ChildSpawnerCommands, fonts: &Fonts, lines: &[SideLine]) {
    if lines.is_empty() {
        return;
    }
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        flex_shrink: 0.0,
        column_gap: px(theme::GAP_2),
        row_gap: px(0),
        ..default()
    };
    parent.spawn((node, Pickable::IGNORE)).with_children(|flow| {
        for line in lines {
            // One that is longer than a line is broken.
            let node = Node {
                column_gap: px(3),
                max_width: percent(100),
                align_items: AlignItems::Baseline,
                ..default()
            };
            let mut part = flow.spawn(node);
            match line.asks() {
                Some(topic) => part.insert((
                    Name::new(format!("part {}", line.text)),
                    Hovered::default(),
                    Explains(Intent::AskRule(topic)),
                )),
                None => part.insert(Pickable::IGNORE),
            };
            part.with_children(|part| {
                let ink = if line.struck { theme::GREY } else { theme::INK_SOFT };
                let face = if line.sum { Face::Bold } else { Face::Regular };
                let text = format!("{} {}", line.text, line.value);
                let text = widgets::label(fonts, face, theme::SMALL, ink, text);
                if line.struck {
                    part.spawn((text, Strikethrough));
                } else {
                    part.spawn(text);
                }
                if !line.note.is_empty() {
                    let note = format!("({})", line.note);
                    part.spawn(widgets::label(fonts, Face::Italic, theme::SMALL, theme::GREY, note));
                }
            });
        }
    });
}
