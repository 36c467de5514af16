//! How the game looks and answers.

use bevy::prelude::*;

use super::{Behind, Drawn, Sheet};
use crate::window::{
    Screen,
    theme::{self, Face},
    view::{Intent, Page, Shelf},
    widgets::{self, Look},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(Drawn).run_if(in_state(Screen::Page(Page::Settings))));
}

/// How fast things move: what it is called, and in per cent.
const PACES: [(&str, u32); 4] = [("Not at all", 0), ("Slow", 50), ("As designed", 100), ("Fast", 200)];

fn draw(mut sheet: Sheet, shelf: Res<Shelf>, mut seen: Local<Option<u32>>) {
    if !sheet.renew(&mut seen, shelf.pace) {
        return;
    }
    sheet.page(Behind::Dark, "Settings", |body, fonts| {
        body.spawn(widgets::card(Node {
            width: px(620),
            padding: UiRect::all(px(theme::GAP_3 * 2.0)),
            row_gap: px(theme::GAP_2),
            align_self: AlignSelf::Start,
            ..widgets::column()
        }))
        .with_children(|card| {
            card.spawn(Node { column_gap: px(theme::GAP_2), ..widgets::row() }).with_children(|row| {
                row.spawn(Node { width: px(180), ..default() }).with_child(widgets::line(
                    fonts,
                    Face::Bold,
                    theme::BODY,
                    theme::INK,
                    "Things move",
                ));
                for (name, pace) in PACES {
                    let look = if pace == shelf.pace { Look::Chosen } else { Look::Slip };
                    let intent = Intent::Pace(pace);
                    row.spawn(widgets::button(format!("pace {pace}"), look, true, intent, Node::default()))
                        .with_child(widgets::line(fonts, Face::Regular, theme::BODY, theme::INK, name));
                }
            });
        });
    });
}
