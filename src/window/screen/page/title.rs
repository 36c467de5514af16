//! The title: the name of the game and the ways in.

use bevy::prelude::*;

use super::{Behind, Drawn, Sheet, scroll};
use crate::{
    locale::say,
    window::{
        Screen,
        screen::focus::First,
        theme::{self, Face, Fonts},
        view::{BattleEntry, Intent, Mistake, Page, Shelf},
        widgets::{self, Look},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(Drawn).run_if(in_state(Screen::Title)));
}

/// Width of the menu, in pixels at scale 1.
const MENU: f32 = 360.0;

fn draw(mut sheet: Sheet, shelf: Res<Shelf>, mut seen: Local<Option<(Option<BattleEntry>, Vec<Mistake>)>>) {
    let first = shelf.first.and_then(|n| shelf.battles.get(n)).cloned();
    if !sheet.renew(&mut seen, (first.clone(), shelf.mistakes.clone())) {
        return;
    }
    sheet.bare(Behind::Table, |root, fonts| {
        root.spawn(widgets::line(fonts, Face::Bold, theme::LARGE * 2.0, theme::PAPER, "Threat Range"));
        let about = say!("title-about");
        root.spawn(widgets::line(fonts, Face::Italic, theme::BODY, theme::PAPER_DIM, about));
        root.spawn((
            Node {
                width: px(MENU),
                height: px(2),
                margin: UiRect::vertical(px(theme::GAP_2)),
                flex_shrink: 0.0,
                ..default()
            },
            BackgroundColor(theme::RULE),
        ));
        root.spawn(Node {
            width: px(MENU),
            row_gap: px(theme::GAP_2),
            flex_shrink: 0.0,
            ..widgets::column()
        })
        .with_children(|menu| {
            if let (Some(n), Some(first)) = (shelf.first, &first) {
                draw_first(menu, fonts, n, first);
            }
            for (name, text, intent) in [
                ("New battle", say!("page-new-battle"), Intent::Open(Page::NewBattle)),
                ("Load", say!("page-load"), Intent::Open(Page::Load)),
                ("Replays", say!("page-replays"), Intent::Open(Page::Replays)),
                ("Mods", say!("page-mods"), Intent::Open(Page::Mods)),
                ("Rules", say!("page-rules"), Intent::Open(Page::Rules)),
                ("Settings", say!("page-settings"), Intent::Open(Page::Settings)),
                ("Quit", say!("page-quit"), Intent::Quit),
            ] {
                let node = Node { justify_content: JustifyContent::Center, ..default() };
                menu.spawn(widgets::button(name, Look::Plate, true, intent, node)).with_child(widgets::line(
                    fonts,
                    Face::Bold,
                    theme::BODY,
                    theme::INK,
                    text,
                ));
            }
        });
        if shelf.battles.is_empty() {
            let text = say!("title-nothing");
            root.spawn(widgets::line(fonts, Face::Regular, theme::BODY, theme::PAPER, text));
        }
        draw_mistakes(root, fonts, &shelf.mistakes);
    });
}

/// The battle for those who have never played: one press away.
fn draw_first(menu: &mut ChildSpawnerCommands, fonts: &Fonts, n: usize, entry: &BattleEntry) {
    let node = Node {
        padding: UiRect::axes(px(theme::GAP_3), px(theme::GAP_2)),
        row_gap: px(2),
        align_items: AlignItems::Center,
        ..widgets::column()
    };
    let name = format!("start {}", entry.name);
    menu.spawn((widgets::button(name, Look::Chosen, true, Intent::Start(n), node), First)).with_children(
        |button| {
            button.spawn(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, say!("title-play-now")));
            let text = entry.name.clone();
            button.spawn(widgets::line(fonts, Face::Regular, theme::SMALL, theme::INK_SOFT, text));
        },
    );
}

/// Mistakes listed at most.
pub const MISTAKES: usize = 30;

/// What is wrong with the content: what, where, advice.
fn draw_mistakes(root: &mut ChildSpawnerCommands, fonts: &Fonts, mistakes: &[Mistake]) {
    if mistakes.is_empty() {
        return;
    }
    root.spawn(widgets::card(Node {
        width: px(700),
        max_height: percent(26),
        padding: UiRect::all(px(theme::GAP_3)),
        row_gap: px(theme::GAP),
        ..widgets::column()
    }))
    .with_children(|card| {
        let head = say!("title-mistakes", count = mistakes.len());
        card.spawn(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, head));
        card.spawn(scroll("mistakes", Node { row_gap: px(theme::GAP), ..default() })).with_children(|list| {
            for mistake in mistakes.iter().take(MISTAKES) {
                draw_mistake(list, fonts, mistake);
            }
            if mistakes.len() > MISTAKES {
                let text = say!("title-more-mistakes", count = mistakes.len() - MISTAKES);
                list.spawn(widgets::line(fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, text));
            }
        });
    });
}

/// One mistake: what, advice, and where.
pub fn draw_mistake(list: &mut ChildSpawnerCommands, fonts: &Fonts, mistake: &Mistake) {
    list.spawn(Node { row_gap: px(0), flex_shrink: 0.0, ..widgets::column() }).with_children(|one| {
        let help = if mistake.help.is_empty() { String::new() } else { format!(". {}", mistake.help) };
        let text = format!("{}{help}", mistake.text);
        one.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, theme::INK, text));
        let place = widgets::label(fonts, Face::Mono, 12.0, theme::INK_SOFT, mistake.place.clone());
        one.spawn((place, TextLayout { linebreak: LineBreak::AnyCharacter, ..default() }));
    });
}
