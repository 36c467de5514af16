//! Content that has changed while the game runs: what is wrong with it, and what becomes of the battle.

use bevy::prelude::*;

use super::{
    Behind, PageDrawn, PageSheet, foot, middle, nothing, plate, said, sheet_of_paper,
    title::{MISTAKES, draw_mistake},
};
use crate::{
    locale::say,
    window::{
        Screen,
        screen::focus::First,
        theme::{self, Face},
        view::{ContentIntent, Intent, Mistake, Page, Shelf},
        widgets,
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(PageDrawn).run_if(in_state(Screen::Page(Page::Content))));
}

/// What it shows: mistakes, whether there is a battle with the old content, what went wrong just now.
type Shown = (Vec<Mistake>, bool, String);

fn draw(mut sheet: PageSheet, shelf: Res<Shelf>, mut seen: Local<Option<Shown>>) {
    if !sheet.renew(&mut seen, (shelf.mistakes.clone(), shelf.stale, shelf.note.clone())) {
        return;
    }
    sheet.page(Behind::Dark, say!("page-content"), |body, fonts| {
        body.spawn(sheet_of_paper()).with_children(|sheet| {
            said(sheet, fonts, &shelf.note);
            if shelf.mistakes.is_empty() {
                nothing(sheet, fonts, [say!("slip-well"), say!("content-watched")], |_| ());
            } else {
                middle(sheet, "mistakes", |list| {
                    for mistake in shelf.mistakes.iter().take(MISTAKES) {
                        draw_mistake(list, fonts, mistake);
                    }
                    if shelf.mistakes.len() > MISTAKES {
                        let text = say!("title-more-mistakes", count = shelf.mistakes.len() - MISTAKES);
                        list.spawn(widgets::label(fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, text));
                    }
                });
            }
            if !shelf.stale {
                return;
            }
            let text = say!("content-question");
            sheet.spawn(widgets::label(fonts, Face::Bold, theme::BODY, theme::INK, text));
            foot(sheet, |buttons| {
                for (name, text, intent) in [
                    ("keep", say!("content-keep"), ContentIntent::Keep),
                    ("restart", say!("content-restart"), ContentIntent::Restart),
                    ("replay", say!("content-replay"), ContentIntent::Replay),
                ] {
                    let button = plate(buttons, fonts, name, text, "", Intent::Content(intent));
                    if intent == ContentIntent::Keep {
                        buttons.commands_mut().entity(button).insert(First);
                    }
                }
            });
        });
    });
}
