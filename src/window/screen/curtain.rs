//! What covers the table: the title, the hand-over between players, the end of a battle.

use bevy::prelude::*;

use crate::window::{
    Screen,
    theme::{self, Face, Fonts},
    view::{Ending, Intent, Table, TitleEntry},
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
                .with_children(|curtain| draw_title(curtain, &fonts, &table.title));
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

fn draw_title(curtain: &mut ChildSpawnerCommands, fonts: &Fonts, entries: &[TitleEntry]) {
    curtain.spawn(widgets::line(fonts, Face::Bold, theme::LARGE * 1.6, theme::PAPER, "Threat Range"));
    curtain.spawn((
        Node { width: px(360), height: px(2), margin: UiRect::bottom(px(theme::GAP_3)), ..default() },
        BackgroundColor(theme::RULE),
    ));
    for (n, entry) in entries.iter().enumerate() {
        curtain
            .spawn(widgets::button(
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
                        head.spawn(widgets::line(
                            fonts,
                            Face::Bold,
                            theme::BODY,
                            theme::INK,
                            entry.name.clone(),
                        ));
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
                button.spawn(widgets::label(
                    fonts,
                    Face::Regular,
                    theme::SMALL,
                    theme::INK_SOFT,
                    entry.about.clone(),
                ));
            });
    }
    if entries.is_empty() {
        let text = "There is no battle to play: no scenario was found.";
        curtain.spawn(widgets::line(fonts, Face::Regular, theme::BODY, theme::PAPER, text));
    }
    curtain.spawn(Node { height: px(theme::GAP_3), ..default() });
    plate(curtain, fonts, "Quit", "", Intent::Quit);
}

fn draw_ending(curtain: &mut ChildSpawnerCommands, fonts: &Fonts, ending: &Ending) {
    curtain
        .spawn(widgets::card(Node {
            min_width: px(420),
            padding: UiRect::all(px(theme::GAP_3 * 2.0)),
            row_gap: px(theme::GAP_2),
            ..widgets::column()
        }))
        .with_children(|card| {
            let ink = ending.side.map_or(theme::INK, theme::side_ink);
            card.spawn(widgets::label(fonts, Face::Bold, theme::LARGE, ink, ending.title.clone()));
            for (name, value) in &ending.lines {
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
