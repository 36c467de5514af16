//! Saved battles: going on with one, naming it, or deleting it.

use bevy::prelude::*;

use super::{Behind, Drawn, Sheet, draw_row, kept};
use crate::{
    locale::say,
    window::{
        Screen,
        screen::focus::First,
        theme::{self, Face, Fonts},
        tips::Tip,
        view::{Intent, Page, SaveEntry, Shelf},
        widgets::{self, Look},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(Drawn).run_if(in_state(Screen::Page(Page::Load))));
}

fn draw(mut sheet: Sheet, shelf: Res<Shelf>, mut seen: Local<Option<(Vec<SaveEntry>, String)>>) {
    if !sheet.renew(&mut seen, (shelf.saves.clone(), shelf.note.clone())) {
        return;
    }
    sheet.page(Behind::Dark, say!("page-load"), |body, fonts| {
        let none = (say!("load-none"), say!("load-later"));
        kept(body, fonts, ("saves", &shelf.note), none, &shelf.saves, draw_save);
    });
}

fn draw_save(list: &mut ChildSpawnerCommands, fonts: &Fonts, n: usize, save: &SaveEntry) {
    let about = match &save.why_not {
        Some(why) => why.clone(),
        None if save.side.is_empty() => {
            say!("save-line", battle = &save.battle, round = save.round, age = &save.age)
        }
        None => say!(
            "save-line-side",
            battle = &save.battle,
            round = save.round,
            side = &save.side,
            age = &save.age
        ),
    };
    draw_row(list, fonts, &save.name, &about, save.why_not.is_some(), |row| {
        // A damaged one can still be loaded where its backup is whole.
        let possible = save.why_not.is_none() || save.backup || save.changed;
        let ink = if possible { theme::INK } else { theme::GREY };
        let intent = Intent::Load(save.path.clone());
        let mut load = row.spawn(widgets::button(
            format!("load {}", save.name),
            Look::Slip,
            possible,
            intent,
            Node::default(),
        ));
        if n == 0 {
            load.insert(First);
        }
        load.with_child(widgets::line(fonts, Face::Bold, theme::BODY, ink, say!("page-load")));
        if save.why_not.is_none() {
            let intent = Intent::AskName(save.path.clone());
            let name = format!("name {}", save.name);
            row.spawn(widgets::button(name, Look::Slip, true, intent, Node::default()))
                .insert(Tip { text: say!("tip-name-save"), action: None })
                .with_child(widgets::line(
                    fonts,
                    Face::Regular,
                    theme::BODY,
                    theme::INK,
                    say!("button-name"),
                ));
        }
        let intent = Intent::DeleteSave(save.path.clone());
        row.spawn(widgets::button(
            format!("delete {}", save.name),
            Look::Slip,
            true,
            intent,
            Node::default(),
        ))
        .with_child(widgets::line(
            fonts,
            Face::Regular,
            theme::BODY,
            theme::INK,
            say!("button-delete"),
        ));
    });
}
