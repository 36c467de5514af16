//! Saved battles.

use bevy::prelude::*;

use super::{Behind, Drawn, Sheet};
use crate::{
    locale::say,
    window::{
        Screen,
        theme::{self, Face},
        view::Page,
        widgets,
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(Drawn).run_if(in_state(Screen::Page(Page::Load))));
}

fn draw(mut sheet: Sheet, mut seen: Local<Option<()>>) {
    if !sheet.renew(&mut seen, ()) {
        return;
    }
    sheet.page(Behind::Dark, &say!("page-load"), |body, fonts| {
        body.spawn(widgets::line(fonts, Face::Regular, theme::BODY, theme::PAPER, say!("load-none")));
    });
}
