//! The card for one who has just sat down: what their side perceived since they last looked. It lies there while the
//! same is shown on the map, and until it is laid aside or anything is done.

use bevy::{prelude::*, ui_widgets::ScrollArea};

use super::{BattleRoot, CornerPiece, Room};
use crate::{
    locale::say,
    window::{
        input::Action,
        language::Language,
        theme::{self, Face, Fonts},
        view::{Intent, SinceSummary, Table},
        widgets::{self, ButtonLook},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

#[derive(Component)]
struct SinceCard;

/// Width of the card, in pixels at scale 1.
const WIDTH: f32 = 340.0;

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    fonts: Res<Fonts>,
    (language, room, corner): (Res<Language>, Res<Room>, Res<CornerPiece>),
    root: Single<Entity, With<BattleRoot>>,
    old: Query<Entity, With<SinceCard>>,
    mut seen: Local<Option<SinceSummary>>,
) {
    let same = *seen == table.since && !language.is_changed() && !room.is_changed() && !corner.is_changed();
    if same && old.is_empty() == table.since.is_none() {
        return;
    }
    seen.clone_from(&table.since);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let Some(since) = &table.since else { return };
    let top = corner.under(&room);
    commands.entity(*root).with_children(|root| {
        let node = Node {
            position_type: PositionType::Absolute,
            left: px(theme::GAP_2),
            top: px(top),
            width: px(WIDTH),
            max_height: px(room.window.y - top - room.bottom - theme::GAP_2),
            padding: UiRect::all(px(theme::GAP_3)),
            row_gap: px(theme::GAP),
            ..widgets::column()
        };
        let mut card = root.spawn((SinceCard, widgets::card(node), ZIndex(-1)));
        // A click on it lays it aside as well.
        card.observe(|_: On<Pointer<Click>>, mut intents: MessageWriter<Intent>| {
            intents.write(Intent::Seen);
        });
        card.with_children(|card| {
            card.spawn(widgets::label(&fonts, Face::Bold, theme::BODY, theme::INK, say!("since-heading")));
            let node = Node { min_height: px(0), overflow: Overflow::scroll_y(), ..widgets::column() };
            card.spawn((ScrollArea, node)).with_children(|card| {
                for line in &since.lines {
                    let ink =
                        if line.harm { theme::HARM } else { line.side.map_or(theme::INK, theme::side_ink) };
                    card.spawn(widgets::label(&fonts, Face::Regular, theme::SMALL, ink, line.text.clone()));
                }
                if since.more > 0 {
                    let text = say!("since-more", n = since.more);
                    card.spawn(widgets::label(&fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, text));
                }
            });
            let node = Node {
                align_self: AlignSelf::FlexStart,
                flex_shrink: 0.0,
                column_gap: px(theme::GAP_2),
                align_items: AlignItems::Center,
                padding: UiRect::axes(px(theme::GAP_2), px(2)),
                ..default()
            };
            card.spawn(widgets::button("since", ButtonLook::Paper, true, Intent::Seen, node)).with_children(
                |button| {
                    let text = say!("since-aside");
                    button.spawn(widgets::line(&fonts, Face::Bold, theme::SMALL, theme::INK, text));
                    button.spawn(widgets::key(&fonts, theme::INK_SOFT, Action::Cancel));
                },
            );
        });
    });
}
