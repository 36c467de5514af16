//! The table with the lamp out: one name, one key, nothing else.

use bevy::prelude::*;

use super::{Behind, Drawn, Sheet};
use crate::window::{
    Screen,
    input::Action,
    theme::{self, Face},
    view::{HandOver, Intent, Table},
    widgets::{self, Look},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(Drawn).run_if(in_state(Screen::HandOver)));
}

fn draw(mut sheet: Sheet, table: Res<Table>, mut seen: Local<Option<HandOver>>) {
    let Some(next) = &table.hand_over else { return };
    if !sheet.renew(&mut seen, next.clone()) {
        return;
    }
    let key = sheet.key(Action::Confirm);
    sheet.bare(Behind::Out, |root, fonts| {
        root.spawn((
            Node { width: px(48), height: px(4), ..default() },
            BackgroundColor(theme::side_colour(next.side)),
        ));
        root.spawn(widgets::label(fonts, Face::Bold, theme::LARGE, theme::PAPER, next.name.clone()));
        root.spawn(widgets::button("ready", Look::Plate, true, Intent::Ready, Node::default()))
            .with_child(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, key));
    });
}
