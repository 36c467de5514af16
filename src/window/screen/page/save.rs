//! Saving the battle: under a new name, or over a save that is there.

use bevy::prelude::*;

use super::{Behind, PageDrawn, PageSheet, draw_row, middle, nothing, said, sheet_of_paper};
use crate::{
    locale::say,
    window::{
        Screen,
        screen::{
            field::{OfField, field},
            focus::First,
        },
        theme::{self, Face, Fonts},
        view::{Intent, Page, SaveEntry, Shelf},
        widgets::{self, ButtonLook},
    },
};

pub(super) fn plugin(app: &mut App) {
    let here = in_state(Screen::Page(Page::Save));
    app.add_systems(Update, draw.in_set(PageDrawn).run_if(here));
}

fn draw(mut sheet: PageSheet, shelf: Res<Shelf>, mut seen: Local<Option<(Vec<SaveEntry>, String)>>) {
    if !sheet.renew(&mut seen, (shelf.saves.clone(), shelf.note.clone())) {
        return;
    }
    sheet.page(Behind::Dark, say!("page-save"), |body, fonts| {
        body.spawn(sheet_of_paper()).with_children(|sheet| {
            sheet
                .spawn(Node { column_gap: px(theme::GAP_2), flex_shrink: 0.0, ..widgets::across() })
                .with_children(|row| {
                    let text = say!("save-name");
                    row.spawn(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, text));
                    let name = format!("{}, {}", shelf.pause.name, shelf.pause.round);
                    row.spawn(field("name", fonts, &name, 40.0, |_| None));
                    let intent = Intent::Save(name);
                    row.spawn((
                        widgets::button("save", ButtonLook::Chosen, true, intent, Node::default()),
                        OfField(Box::new(Intent::Save)),
                        First,
                    ))
                    .with_child(widgets::line(
                        fonts,
                        Face::Bold,
                        theme::BODY,
                        theme::INK,
                        say!("page-save"),
                    ));
                });
            let named: Vec<&SaveEntry> = shelf.saves.iter().filter(|save| save.named).collect();
            said(sheet, fonts, &shelf.note);
            if named.is_empty() {
                nothing(sheet, fonts, [say!("save-none"), say!("save-later")], |_| ());
                return;
            }
            middle(sheet, "saves", |list| {
                for save in named {
                    draw_save(list, fonts, save);
                }
            });
        });
    });
}

fn draw_save(list: &mut ChildSpawnerCommands, fonts: &Fonts, save: &SaveEntry) {
    let about = match &save.why_not {
        Some(why) => why.clone(),
        None => say!("save-line", battle = &save.battle, round = save.round, age = &save.age),
    };
    draw_row(list, fonts, &save.name, &about, save.why_not.is_some(), |row| {
        let intent = Intent::Save(save.name.clone());
        row.spawn(widgets::button(
            format!("over {}", save.name),
            ButtonLook::Paper,
            true,
            intent,
            Node::default(),
        ))
        .with_child(widgets::line(
            fonts,
            Face::Regular,
            theme::BODY,
            theme::INK,
            say!("button-over"),
        ));
    });
}
