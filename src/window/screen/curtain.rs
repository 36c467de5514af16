//! What covers the table: the title, the hand-over between players, the end of a battle.

use bevy::{prelude::*, ui_widgets::ScrollArea};

use crate::window::{
    Screen,
    theme::{self, Face, Fonts},
    view::{Ending, Intent, Mistake, Table, TitleEntry},
    widgets::{self, Look},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

#[derive(Component)]
struct Curtain;

#[derive(Default, PartialEq)]
struct Seen {
    screen: Option<Screen>,
    title: Vec<TitleEntry>,
    mistakes: Vec<Mistake>,
    name: String,
    ending: Option<Ending>,
}

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    fonts: Res<Fonts>,
    screen: Res<State<Screen>>,
    old: Query<Entity, With<Curtain>>,
    mut seen: Local<Seen>,
) {
    let now = Seen {
        screen: Some(screen.get().clone()),
        title: table.title.clone(),
        mistakes: table.mistakes.clone(),
        name: table.hand_over.as_ref().map(|h| h.name.clone()).unwrap_or_default(),
        ending: table.ending.clone(),
    };
    if *seen == now {
        return;
    }
    *seen = now;
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let cover = |colour: Color| {
        (
            Curtain,
            Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                height: percent(100),
                flex_direction: FlexDirection::Column,
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                row_gap: px(theme::GAP_3),
                ..default()
            },
            BackgroundColor(colour),
            GlobalZIndex(100),
        )
    };
    match screen.get() {
        Screen::Battle => {}
        Screen::HandOver => {
            // The table with the lamp out: one name, one key, nothing else.
            let side = table.hand_over.as_ref().map_or(0, |h| h.side);
            commands.spawn(cover(theme::WALNUT_DARK)).with_children(|curtain| {
                curtain.spawn((
                    Node { width: px(48), height: px(4), ..default() },
                    BackgroundColor(theme::side_colour(side)),
                ));
                curtain.spawn(widgets::line(
                    &fonts,
                    Face::Bold,
                    theme::LARGE,
                    theme::PAPER,
                    seen.name.clone(),
                ));
                curtain
                    .spawn(widgets::button("ready", Look::Plate, true, Intent::Ready, Node::default()))
                    .with_child(widgets::line(&fonts, Face::Bold, theme::BODY, theme::INK, "Enter"));
            });
        }
        Screen::Title => {
            commands
                .spawn(cover(Color::NONE))
                .with_children(|curtain| draw_title(curtain, &fonts, &table.title, &table.mistakes));
        }
        Screen::Over => {
            commands.spawn(cover(Color::srgba(0.05, 0.03, 0.02, 0.72))).with_children(|curtain| {
                if let Some(ending) = &table.ending {
                    draw_ending(curtain, &fonts, ending);
                }
            });
        }
    }
}

fn plate(parent: &mut ChildSpawnerCommands, fonts: &Fonts, name: &str, key: &str, intent: Intent) {
    parent
        .spawn(widgets::button(
            name,
            Look::Plate,
            true,
            intent,
            Node { column_gap: px(theme::GAP_2), align_items: AlignItems::Center, ..default() },
        ))
        .with_children(|button| {
            button.spawn(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, name));
            if !key.is_empty() {
                button.spawn(widgets::line(fonts, Face::Mono, theme::SMALL, theme::INK_SOFT, key));
            }
        });
}

fn draw_title(
    curtain: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    entries: &[TitleEntry],
    mistakes: &[Mistake],
) {
    curtain.spawn(widgets::line(fonts, Face::Bold, theme::LARGE * 1.6, theme::PAPER, "Threat Range"));
    curtain.spawn((
        Node { width: px(360), height: px(2), margin: UiRect::bottom(px(theme::GAP_3)), ..default() },
        BackgroundColor(theme::RULE),
    ));
    curtain
        .spawn((
            ScrollArea,
            Node {
                max_height: percent(if mistakes.is_empty() { 66 } else { 46 }),
                min_height: px(0),
                overflow: Overflow::scroll_y(),
                row_gap: px(theme::GAP_2),
                padding: UiRect::all(px(theme::GAP)),
                ..widgets::column()
            },
        ))
        .with_children(|list| draw_entries(list, fonts, entries));
    if entries.is_empty() {
        let text = "There is no battle to play: no scenario was found.";
        curtain.spawn(widgets::line(fonts, Face::Regular, theme::BODY, theme::PAPER, text));
    }
    draw_mistakes(curtain, fonts, mistakes);
    curtain.spawn(Node { height: px(theme::GAP), ..default() });
    plate(curtain, fonts, "Quit", "", Intent::Quit);
}

/// What is wrong with the content: what, where, advice.
fn draw_mistakes(curtain: &mut ChildSpawnerCommands, fonts: &Fonts, mistakes: &[Mistake]) {
    if mistakes.is_empty() {
        return;
    }
    curtain
        .spawn(widgets::card(Node {
            width: px(700),
            max_height: percent(26),
            padding: UiRect::all(px(theme::GAP_3)),
            row_gap: px(theme::GAP),
            ..widgets::column()
        }))
        .with_children(|card| {
            let head = match mistakes.len() {
                1 => "One mistake in the content; the rest can be played".to_owned(),
                n => format!("{n} mistakes in the content; the rest can be played"),
            };
            card.spawn(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, head));
            card.spawn((
                ScrollArea,
                Node {
                    min_height: px(0),
                    overflow: Overflow::scroll_y(),
                    row_gap: px(theme::GAP),
                    ..widgets::column()
                },
            ))
            .with_children(|list| {
                for mistake in mistakes.iter().take(MISTAKES) {
                    list.spawn(Node { row_gap: px(0), flex_shrink: 0.0, ..widgets::column() }).with_children(
                        |one| {
                            let help = if mistake.help.is_empty() {
                                String::new()
                            } else {
                                format!(". {}", mistake.help)
                            };
                            let text = format!("{}{help}", mistake.text);
                            one.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, theme::INK, text));
                            let place = mistake.place.clone();
                            let place = widgets::label(fonts, Face::Mono, 12.0, theme::INK_SOFT, place);
                            let linebreak = LineBreak::AnyCharacter;
                            one.spawn((place, TextLayout { linebreak, ..default() }));
                        },
                    );
                }
                if mistakes.len() > MISTAKES {
                    let text =
                        format!("and {} more: run the program with \"check\"", mistakes.len() - MISTAKES);
                    list.spawn(widgets::line(fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, text));
                }
            });
        });
}

/// Mistakes listed at most.
const MISTAKES: usize = 30;

fn draw_entries(list: &mut ChildSpawnerCommands, fonts: &Fonts, entries: &[TitleEntry]) {
    for (n, entry) in entries.iter().enumerate() {
        list.spawn(Node {
            column_gap: px(theme::GAP_2),
            align_items: AlignItems::Stretch,
            flex_shrink: 0.0,
            ..default()
        })
        .with_children(|row| {
            draw_entry(row, fonts, n, entry);
            row.spawn(Node { width: px(236), justify_content: JustifyContent::Center, ..widgets::column() })
                .with_children(|sides| {
                    for (side, (name, human)) in entry.sides.iter().enumerate() {
                        draw_seat(sides, fonts, (n, side), name, *human);
                    }
                });
        });
    }
}

/// Who decides for a side: pressing it changes that.
fn draw_seat(
    sides: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    (n, side): (usize, usize),
    name: &str,
    human: bool,
) {
    let node = Node {
        column_gap: px(theme::GAP_2),
        align_items: AlignItems::Center,
        padding: UiRect::axes(px(theme::GAP_2), px(2)),
        ..default()
    };
    sides
        .spawn(widgets::button(format!("seat {n} {name}"), Look::Slip, true, Intent::Seat(n, side), node))
        .with_children(|button| {
            button.spawn((
                Node { width: px(10), height: px(10), flex_shrink: 0.0, ..default() },
                BackgroundColor(theme::side_colour(side)),
                Pickable::IGNORE,
            ));
            button
                .spawn((
                    Node { flex_grow: 1.0, min_width: px(0), overflow: Overflow::clip_x(), ..default() },
                    Pickable::IGNORE,
                ))
                .with_child(widgets::line(fonts, Face::Regular, theme::SMALL, theme::INK, name));
            let who = if human { "player" } else { "computer" };
            button.spawn(widgets::line(fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, who));
        });
}

fn draw_entry(row: &mut ChildSpawnerCommands, fonts: &Fonts, n: usize, entry: &TitleEntry) {
    row.spawn(widgets::button(
        format!("start {}", entry.name),
        Look::Plate,
        true,
        Intent::Start(n),
        Node {
            width: px(460),
            padding: UiRect::axes(px(theme::GAP_3), px(theme::GAP_2)),
            row_gap: px(2),
            ..widgets::column()
        },
    ))
    .with_children(|button| {
        button
            .spawn((
                Node { justify_content: JustifyContent::SpaceBetween, ..widgets::row() },
                Pickable::IGNORE,
            ))
            .with_children(|head| {
                head.spawn(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, entry.name.clone()));
                if n < 9 {
                    head.spawn(widgets::line(
                        fonts,
                        Face::Mono,
                        theme::SMALL,
                        theme::INK_SOFT,
                        (n + 1).to_string(),
                    ));
                }
            });
        let about = entry.about.clone();
        button.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, theme::INK_SOFT, about));
    });
}

fn draw_ending(curtain: &mut ChildSpawnerCommands, fonts: &Fonts, ending: &Ending) {
    curtain
        .spawn(widgets::card(Node {
            min_width: px(420),
            max_width: px(760),
            padding: UiRect::all(px(theme::GAP_3 * 2.0)),
            row_gap: px(theme::GAP_2),
            ..widgets::column()
        }))
        .with_children(|card| {
            let ink = ending.side.map_or(theme::INK, theme::side_ink);
            card.spawn(widgets::label(fonts, Face::Bold, theme::LARGE, ink, ending.title.clone()));
            for (name, value) in &ending.lines {
                if value.chars().count() > LONG {
                    draw_long(card, fonts, name, value);
                    continue;
                }
                card.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..widgets::row() })
                    .with_children(|row| {
                        row.spawn(widgets::line(
                            fonts,
                            Face::Regular,
                            theme::BODY,
                            theme::INK_SOFT,
                            name.clone(),
                        ));
                        row.spawn(widgets::line(fonts, Face::Mono, theme::BODY, theme::INK, value.clone()));
                    });
            }
            card.spawn(Node {
                column_gap: px(theme::GAP_2),
                margin: UiRect::top(px(theme::GAP_3)),
                ..widgets::row()
            })
            .with_children(|buttons| {
                plate(buttons, fonts, "Play again", "Enter", Intent::Again);
                plate(buttons, fonts, "Title", "", Intent::ToTitle);
                plate(buttons, fonts, "Quit", "", Intent::Quit);
            });
        });
}

/// The longest value of the end that stands beside its name.
const LONG: usize = 40;

/// A sentence or a path, beneath its name, broken wherever it has to be.
fn draw_long(card: &mut ChildSpawnerCommands, fonts: &Fonts, name: &str, value: &str) {
    card.spawn(Node { row_gap: px(0), ..widgets::column() }).with_children(|column| {
        let (face, size) =
            if name.is_empty() { (Face::Regular, theme::BODY) } else { (Face::Mono, theme::SMALL) };
        if !name.is_empty() {
            column.spawn(widgets::line(fonts, Face::Regular, theme::BODY, theme::INK_SOFT, name));
        }
        let linebreak = if name.is_empty() { LineBreak::WordBoundary } else { LineBreak::AnyCharacter };
        let value = widgets::label(fonts, face, size, theme::INK, value);
        column.spawn((value, TextLayout { linebreak, ..default() }));
    });
}
