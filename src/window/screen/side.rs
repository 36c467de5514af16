//! The column at the right: what is under the pointer, with odds and their breakdown; and the log.

use bevy::{picking::hover::Hovered, prelude::*, ui_widgets::ScrollArea};

use super::{LogPanel, RulePanel, SidePanel};
use crate::window::{
    theme::{self, Face, Fonts},
    view::{Intent, LogLine, RuleCard, SideCard, SideLine, Table},
    widgets::{self, Explains},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw_card, draw_rule, draw_log, scroll_log).chain());
}

/// A card as wide as the column, which the pointer goes through.
fn column_card() -> impl Bundle {
    let node = Node {
        width: percent(100),
        padding: UiRect::all(px(theme::GAP_3)),
        row_gap: px(theme::GAP),
        flex_direction: FlexDirection::Column,
        ..default()
    };
    (widgets::card(node), Pickable::IGNORE)
}

fn draw_card(
    mut commands: Commands,
    table: Res<Table>,
    fonts: Res<Fonts>,
    panel: Single<Entity, With<SidePanel>>,
    mut seen: Local<Option<SideCard>>,
) {
    if !table.is_changed() || *seen == table.side {
        return;
    }
    seen.clone_from(&table.side);
    commands.entity(*panel).despawn_children();
    let Some(side) = &table.side else { return };
    commands.entity(*panel).with_children(|parent| {
        parent.spawn(column_card()).with_children(|card| {
            let ink = side.side.map_or(theme::INK, theme::side_ink);
            card.spawn(widgets::label(&fonts, Face::Bold, theme::BODY, ink, side.title.clone()));
            if !side.about.is_empty() {
                card.spawn(widgets::label(
                    &fonts,
                    Face::Italic,
                    theme::SMALL,
                    theme::INK_SOFT,
                    side.about.clone(),
                ));
            }
            if !side.numbers.is_empty() {
                card.spawn(Node {
                    column_gap: px(theme::GAP_3 + theme::GAP),
                    align_items: AlignItems::FlexEnd,
                    ..widgets::row()
                })
                .with_children(|numbers| {
                    for (n, (number, name, harm)) in side.numbers.iter().enumerate() {
                        let size = if n == 0 { theme::LARGE } else { theme::LARGE * 0.7 };
                        let ink = if *harm { theme::HARM } else { theme::INK };
                        numbers.spawn(Node { row_gap: px(0), ..widgets::column() }).with_children(|stack| {
                            stack.spawn(widgets::line(&fonts, Face::Bold, size, ink, number.clone()));
                            stack.spawn(widgets::line(
                                &fonts,
                                Face::Regular,
                                theme::SMALL,
                                theme::INK_SOFT,
                                name.clone(),
                            ));
                        });
                    }
                });
            }
            for line in &side.lines {
                draw_line(card, &fonts, line);
            }
        });
    });
}

/// The rule of the line or card that the pointer is on.
fn draw_rule(
    mut commands: Commands,
    table: Res<Table>,
    fonts: Res<Fonts>,
    panel: Single<Entity, With<RulePanel>>,
    mut seen: Local<Option<RuleCard>>,
) {
    if !table.is_changed() || *seen == table.rule {
        return;
    }
    seen.clone_from(&table.rule);
    commands.entity(*panel).despawn_children();
    let Some(rule) = &table.rule else { return };
    commands.entity(*panel).with_children(|parent| {
        parent.spawn(column_card()).with_children(|card| {
            card.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..widgets::row() })
                .with_children(|head| {
                    let title = rule.title.clone();
                    head.spawn(widgets::label(&fonts, Face::Bold, theme::BODY, theme::INK, title));
                    let id = rule.id.clone();
                    head.spawn(widgets::line(&fonts, Face::Mono, theme::SMALL, theme::INK_SOFT, id));
                });
            let text = rule.text.clone();
            card.spawn(widgets::label(&fonts, Face::Regular, theme::SMALL, theme::INK, text));
        });
    });
}

/// The longest value, in characters, that is set as a number in its column.
const LONG: usize = 12;

fn draw_line(card: &mut ChildSpawnerCommands, fonts: &Fonts, line: &SideLine) {
    if line.sum {
        card.spawn((Node { height: px(1), width: percent(100), ..default() }, BackgroundColor(theme::INK)));
    }
    let face = if line.sum { Face::Bold } else { Face::Regular };
    let ink = match (line.struck, line.harm) {
        (true, _) => theme::GREY,
        (false, true) => theme::HARM,
        (false, false) => theme::INK,
    };
    let mut row = card.spawn(Node {
        justify_content: JustifyContent::SpaceBetween,
        column_gap: px(theme::GAP_2),
        ..widgets::row()
    });
    if let Some(rule) = &line.rule {
        row.insert((
            Name::new(format!("line {}", line.text)),
            Hovered::default(),
            Explains(Intent::AskRule(rule.clone())),
        ));
    } else {
        row.insert(Pickable::IGNORE);
    }
    row.with_children(|row| {
        let text = widgets::label(fonts, face, theme::SMALL, ink, line.text.clone());
        if line.value.chars().count() > LONG {
            // Words rather than a number: they wrap.
            row.spawn(text);
            let value = widgets::label(fonts, Face::Regular, theme::SMALL, ink, line.value.clone());
            row.spawn((value, TextLayout::justify(Justify::Right)));
            return;
        }
        let value = widgets::line(fonts, Face::Mono, theme::SMALL, ink, line.value.clone());
        let id = line.rule.clone().unwrap_or_default();
        if line.struck {
            row.spawn((text, Strikethrough));
        } else {
            row.spawn(text);
        }
        row.spawn((
            Node { column_gap: px(theme::GAP_2), flex_shrink: 0.0, ..widgets::row() },
            Pickable::IGNORE,
        ))
        .with_children(|end| {
            if !id.is_empty() {
                end.spawn(widgets::line(fonts, Face::Mono, 12.0, theme::GREY, id));
            }
            let own = Node { min_width: px(26), justify_content: JustifyContent::FlexEnd, ..default() };
            end.spawn((own, Pickable::IGNORE)).with_children(|own| {
                if line.struck {
                    own.spawn((value, Strikethrough));
                } else {
                    own.spawn(value);
                }
            });
        });
    });
    if !line.note.is_empty() {
        card.spawn(Node { padding: UiRect::left(px(theme::GAP_3)), ..default() }).with_child(widgets::label(
            fonts,
            Face::Italic,
            theme::SMALL,
            theme::INK_SOFT,
            line.note.clone(),
        ));
    }
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
    mut seen: Local<(bool, usize)>,
) {
    let now = (table.log_open, table.log.len());
    if !table.is_changed() || *seen == now {
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
                card.spawn(widgets::line(&fonts, Face::Bold, theme::BODY, theme::INK, "Log"));
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
                        (sides, true) => format!("d{sides}:{face}"),
                        (sides, false) => format!("(d{sides}:{face})"),
                    })
                    .collect();
                let result =
                    if roll.result.is_empty() { String::new() } else { format!(": {}", roll.result) };
                let text = format!("{}   {}{result}", dice.join(" "), roll.sum);
                entry.spawn(widgets::label(fonts, Face::Mono, 12.0, theme::INK, text));
                if !roll.parts.is_empty() {
                    entry.spawn(widgets::label(
                        fonts,
                        Face::Italic,
                        12.0,
                        theme::INK_SOFT,
                        roll.parts.clone(),
                    ));
                }
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
