//! What is loaded besides the base game.

use bevy::prelude::*;

use super::{Behind, Drawn, Sheet};
use crate::locale::say;
use crate::window::{
    Screen,
    theme::{self, Face},
    view::Page,
    widgets,
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(Drawn).run_if(in_state(Screen::Page(Page::Mods))));
}

fn draw(mut sheet: Sheet, mut seen: Local<Option<()>>) {
    if !sheet.renew(&mut seen, ()) {
        return;
    }
    sheet.page(Behind::Dark, say!("page-mods"), |body, fonts| {
        body.spawn(widgets::line(fonts, Face::Regular, theme::BODY, theme::PAPER, say!("mods-none")));
    });
}
