//! Battles that were played to their end: watching one, naming it, or deleting it.

use bevy::prelude::*;

use super::{Behind, Drawn, Sheet, draw_row, kept};
use crate::{
    locale::say,
    window::{
        Screen,
        screen::focus::First,
        theme::{self, Face, Fonts},
        tips::Tip,
        view::{Intent, Page, ReplayEntry, Shelf},
        widgets::{self, Look},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(Drawn).run_if(in_state(Screen::Page(Page::Replays))));
}

fn draw(mut sheet: Sheet, shelf: Res<Shelf>, mut seen: Local<Option<(Vec<ReplayEntry>, String)>>) {
    if !sheet.renew(&mut seen, (shelf.replays.clone(), shelf.note.clone())) {
        return;
    }
    sheet.page(Behind::Dark, say!("page-replays"), |body, fonts| {
        let none = (say!("replays-none"), say!("replays-later"));
        kept(body, fonts, ("replays", &shelf.note), none, &shelf.replays, draw_replay);
    });
}

fn draw_replay(list: &mut ChildSpawnerCommands, fonts: &Fonts, n: usize, replay: &ReplayEntry) {
    let file = replay.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let about = if !replay.same_library {
        say!("watch-other-library")
    } else if replay.battle.is_empty() {
        file.clone()
    } else {
        let (battle, rounds, age) = (&replay.battle, replay.rounds, &replay.age);
        match &replay.winner {
            Some(side) => say!("replay-line-won", battle = battle, rounds = rounds, side = side, age = age),
            None => say!("replay-line", battle = battle, rounds = rounds, age = age),
        }
    };
    let name = if replay.name.is_empty() { &file } else { &replay.name };
    draw_row(list, fonts, name, &about, !replay.same_library, |row| {
        let possible = replay.same_library;
        let ink = if possible { theme::INK } else { theme::GREY };
        let intent = Intent::Watch(replay.path.clone());
        let mut watch =
            row.spawn(widgets::button(format!("watch {n}"), Look::Slip, possible, intent, Node::default()));
        if n == 0 {
            watch.insert(First);
        }
        watch.with_child(widgets::line(fonts, Face::Bold, theme::BODY, ink, say!("button-watch")));
        let intent = Intent::AskName(replay.path.clone());
        row.spawn(widgets::button(format!("name {n}"), Look::Slip, true, intent, Node::default()))
            .insert(Tip { text: say!("tip-name-replay"), action: None })
            .with_child(widgets::line(fonts, Face::Regular, theme::BODY, theme::INK, say!("button-name")));
        let intent = Intent::DeleteReplay(replay.path.clone());
        row.spawn(widgets::button(format!("delete {n}"), Look::Slip, true, intent, Node::default()))
            .with_child(widgets::line(fonts, Face::Regular, theme::BODY, theme::INK, say!("button-delete")));
    });
}
