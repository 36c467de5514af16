//! The log: everything that this side perceived, each roll with all that went into it.

use bevy::{prelude::*, ui_widgets::ScrollArea};

use super::{LogPanel, parts};
use crate::locale::say;
use crate::window::{
    language::Language,
    theme::{self, Face, Fonts},
    view::{LogLine, Table},
    widgets,
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw_log, scroll_log).chain());
}

/// Lines of the log that are drawn; older ones are kept, but not drawn.
const LINES: usize = 120;

/// The part of the log that scrolls.
#[derive(Component)]
struct LogScroll;

fn draw_log(
    mut commands: Commands,
    table: Res<Table>,
    fonts: Res<Fonts>,
    panel: Single<Entity, With<LogPanel>>,
    language: Res<Language>,
    mut seen: Local<(bool, usize)>,
) {
    let now = (table.log_open, table.log.len());
    if !language.is_changed() && (!table.is_changed() || *seen == now) {
        return;
    }
    *seen = now;
    commands.entity(*panel).despawn_children();
    if !table.log_open {
        return;
    }
    commands.entity(*panel).with_children(|parent| {
        parent
            .spawn(widgets::card(Node {
                width: percent(100),
                height: percent(100),
                padding: UiRect::all(px(theme::GAP_3)),
                row_gap: px(theme::GAP),
                flex_direction: FlexDirection::Column,
                ..default()
            }))
            .with_children(|card| {
                card.spawn(widgets::line(&fonts, Face::Bold, theme::BODY, theme::INK, say!("ribbon-log")));
                card.spawn((
                    LogScroll,
                    ScrollArea,
                    // Past its end, so that no frame shows its beginning.
                    ScrollPosition(Vec2::new(0.0, 1.0e6)),
                    Node {
                        flex_grow: 1.0,
                        min_height: px(0),
                        overflow: Overflow::scroll_y(),
                        row_gap: px(2),
                        ..widgets::column()
                    },
                ))
                .with_children(|lines| {
                    let first = table.log.len().saturating_sub(LINES);
                    for line in &table.log[first..] {
                        draw_log_line(lines, &fonts, line);
                    }
                });
            });
    });
}

fn draw_log_line(lines: &mut ChildSpawnerCommands, fonts: &Fonts, line: &LogLine) {
    let ink = if line.harm { theme::HARM } else { line.side.map_or(theme::INK, theme::side_ink) };
    let face = if line.indent == 0 { Face::Bold } else { Face::Regular };
    lines
        .spawn(Node {
            padding: UiRect::left(px(theme::GAP_3 * f32::from(line.indent))),
            row_gap: px(0),
            flex_shrink: 0.0,
            ..widgets::column()
        })
        .with_children(|entry| {
            if !line.text.is_empty() {
                entry.spawn(widgets::label(fonts, face, theme::SMALL, ink, line.text.clone()));
            }
            if let Some(roll) = &line.roll {
                let dice: Vec<String> = roll
                    .dice
                    .iter()
                    .map(|(sides, face, counts)| match (*sides, *counts) {
                        (0, true) => face.to_string(),
                        (0, false) => format!("({face})"),
                        (sides, true) => say!("die-face", sides = sides, face = face),
                        (sides, false) => format!("({})", say!("die-face", sides = sides, face = face)),
                    })
                    .collect();
                let result =
                    if roll.result.is_empty() { String::new() } else { format!(": {}", roll.result) };
                let text = format!("{}   {}{result}", dice.join(" "), roll.sum);
                entry.spawn(widgets::label(fonts, Face::Mono, 12.0, theme::INK, text));
                parts::flow(entry, fonts, &roll.lines);
            }
        });
}

/// The log shows its end when something is added.
fn scroll_log(
    mut areas: Query<(&mut ScrollPosition, &ComputedNode, Ref<LogScroll>)>,
    mut settling: Local<u8>,
) {
    for (mut position, node, scroll) in &mut areas {
        if scroll.is_added() {
            *settling = 3;
        }
        if *settling > 0 {
            *settling -= 1;
            let end = (node.content_size().y - node.size().y).max(0.0) * node.inverse_scale_factor();
            position.y = end;
        }
    }
}
