//! A battle being put together: which, by which rulebook, who decides for whom, which dice.

use bevy::prelude::*;

use super::{Behind, Drawn, Sheet, scroll};
use crate::locale::say;
use crate::window::{
    Screen,
    intent::DraftDeed,
    screen::focus::First,
    theme::{self, Face, Fonts},
    view::{BattleEntry, Draft, Intent, Page, SeatEntry, Shelf},
    widgets::{self, Look},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(Drawn).run_if(in_state(Screen::Page(Page::NewBattle))));
}

/// Width of the list of battles, in pixels at scale 1.
const LIST: f32 = 380.0;

fn draw(mut sheet: Sheet, shelf: Res<Shelf>, mut seen: Local<Option<(Draft, String)>>) {
    if !sheet.renew(&mut seen, (shelf.draft.clone(), shelf.note.clone())) {
        return;
    }
    sheet.page(Behind::Dark, say!("page-new-battle"), |body, fonts| {
        body.spawn(scroll(
            "battles",
            Node {
                width: px(LIST),
                flex_shrink: 0.0,
                row_gap: px(theme::GAP_2),
                padding: UiRect::all(px(theme::GAP_2)),
                ..default()
            },
        ))
        .with_children(|list| {
            for (n, entry) in shelf.battles.iter().enumerate() {
                draw_entry(list, fonts, n, entry, n == shelf.draft.entry);
            }
        });
        body.spawn(widgets::card(Node {
            flex_grow: 1.0,
            min_width: px(0),
            padding: UiRect::all(px(theme::GAP_3 * 2.0)),
            row_gap: px(theme::GAP_3),
            ..widgets::column()
        }))
        .with_children(|card| {
            if let Some(entry) = shelf.battles.get(shelf.draft.entry) {
                draw_draft(card, fonts, entry, &shelf.draft, &shelf.note);
            }
        });
    });
}

fn draw_entry(list: &mut ChildSpawnerCommands, fonts: &Fonts, n: usize, entry: &BattleEntry, chosen: bool) {
    let look = if chosen { Look::Chosen } else { Look::Plate };
    let node = Node {
        padding: UiRect::axes(px(theme::GAP_3), px(theme::GAP_2)),
        flex_shrink: 0.0,
        ..widgets::column()
    };
    let intent = Intent::Draft(DraftDeed::Entry(n));
    let mut button = list.spawn(widgets::button(format!("battle {}", entry.name), look, true, intent, node));
    if chosen {
        button.insert(First);
    }
    button.with_child(widgets::label(fonts, Face::Bold, theme::BODY, theme::INK, entry.name.clone()));
}

fn draw_draft(
    card: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    entry: &BattleEntry,
    draft: &Draft,
    note: &str,
) {
    card.spawn(widgets::label(fonts, Face::Bold, theme::LARGE, theme::INK, entry.name.clone()));
    card.spawn(scroll("draft", Node { flex_grow: 1.0, row_gap: px(theme::GAP_3), ..default() }))
        .with_children(|list| {
            let about = entry.about.clone();
            list.spawn(widgets::label(fonts, Face::Regular, theme::BODY, theme::INK, about));
            heading(list, fonts, &say!("draft-rulebook"));
            list.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(theme::GAP), ..widgets::row() })
                .with_children(|row| {
                    for (n, name) in draft.books.iter().enumerate() {
                        let look = if n == draft.book { Look::Chosen } else { Look::Slip };
                        let intent = Intent::Draft(DraftDeed::Book(n));
                        row.spawn(widgets::button(
                            format!("book {name}"),
                            look,
                            true,
                            intent,
                            Node::default(),
                        ))
                        .with_child(widgets::line(
                            fonts,
                            Face::Regular,
                            theme::BODY,
                            theme::INK,
                            name.clone(),
                        ));
                    }
                });
            heading(list, fonts, &say!("draft-sides"));
            for (n, seat) in draft.seats.iter().enumerate() {
                draw_seat(list, fonts, n, seat);
            }
            heading(list, fonts, &say!("draft-dice"));
            list.spawn(widgets::row()).with_children(|row| {
                let seed = say!("draft-seed", seed = draft.seed.to_string());
                row.spawn(widgets::line(fonts, Face::Mono, theme::BODY, theme::INK, seed));
                let intent = Intent::Draft(DraftDeed::AnySeed);
                row.spawn(widgets::button("Other dice", Look::Slip, true, intent, Node::default()))
                    .with_child(widgets::line(
                        fonts,
                        Face::Regular,
                        theme::BODY,
                        theme::INK,
                        say!("draft-other-dice"),
                    ));
            });
        });
    if !note.is_empty() {
        card.spawn(widgets::label(fonts, Face::Italic, theme::BODY, theme::HARM, note));
    }
    card.spawn(Node { justify_content: JustifyContent::End, flex_shrink: 0.0, ..widgets::row() })
        .with_children(|row| {
            let node = Node { padding: UiRect::axes(px(theme::GAP_3 * 2.0), px(theme::GAP_2)), ..default() };
            row.spawn(widgets::button("Begin", Look::Chosen, true, Intent::Begin, node))
                .with_child(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, say!("draft-begin")));
        });
}

fn heading(list: &mut ChildSpawnerCommands, fonts: &Fonts, text: &str) {
    list.spawn(widgets::line(fonts, Face::Bold, theme::SMALL, theme::INK_SOFT, text));
}

/// Who decides for a side: pressing it changes that.
fn draw_seat(list: &mut ChildSpawnerCommands, fonts: &Fonts, n: usize, seat: &SeatEntry) {
    list.spawn(Node { column_gap: px(theme::GAP_3), flex_shrink: 0.0, ..widgets::row() }).with_children(
        |row| {
            row.spawn((
                Node { width: px(6), align_self: AlignSelf::Stretch, flex_shrink: 0.0, ..default() },
                BackgroundColor(theme::side_colour(n)),
            ));
            row.spawn(Node { flex_grow: 1.0, min_width: px(0), row_gap: px(0), ..widgets::column() })
                .with_children(|words| {
                    let ink = theme::side_ink(n);
                    words.spawn(widgets::label(fonts, Face::Bold, theme::BODY, ink, seat.name.clone()));
                    let units = seat.units.clone();
                    words.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, theme::INK_SOFT, units));
                });
            let node = Node { width: px(120), justify_content: JustifyContent::Center, ..default() };
            let intent = Intent::Draft(DraftDeed::Seat(n));
            let who = if seat.human { say!("seat-player") } else { say!("seat-computer") };
            row.spawn(widgets::button(format!("seat {}", seat.name), Look::Slip, true, intent, node))
                .with_child(widgets::line(fonts, Face::Regular, theme::BODY, theme::INK, who));
        },
    );
}
