//! The title: the name of the game and the ways in.

use bevy::prelude::*;

use super::{Behind, PageDrawn, PageSheet, menu, scroll};
use crate::{
    locale::say,
    window::{
        Screen,
        screen::focus::First,
        theme::{self, Face, Fonts},
        view::{BattleEntry, Intent, Mistake, Page, SaveEntry, Shelf},
        widgets::{self, ButtonLook},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(PageDrawn).run_if(in_state(Screen::Title)));
}

/// Width of the menu, in units.
const MENU: f32 = 360.0;
/// The same where its buttons stand side by side.
const WIDE: f32 = 520.0;

/// What the title shows: the battle for newcomers, mistakes of content, the newest save; what is wrong with a newer
/// one, and what went wrong just now.
type Shown = (Option<BattleEntry>, Vec<Mistake>, Option<SaveEntry>, [String; 2]);

fn draw(mut sheet: PageSheet, shelf: Res<Shelf>, mut seen: Local<Option<Shown>>) {
    let first = shelf.first.and_then(|n| shelf.battles.get(n)).cloned();
    let newest = shelf.newest.clone();
    let wrong = [shelf.passed.clone(), shelf.note.clone()];
    if !sheet.renew(&mut seen, (first.clone(), shelf.mistakes.clone(), newest.clone(), wrong.clone())) {
        return;
    }
    let folded = sheet.folded();
    sheet.bare(Behind::Table, |root, fonts| {
        root.spawn(widgets::line(fonts, Face::Bold, theme::TITLE, theme::PAPER, "Threat Range"));
        let about = say!("title-about");
        root.spawn(widgets::label(fonts, Face::Italic, theme::BODY, theme::PAPER_DIM, about));
        let width = if folded { WIDE } else { MENU };
        root.spawn((
            Node {
                width: px(MENU),
                height: px(2),
                margin: UiRect::vertical(px(if folded { 0.0 } else { theme::GAP_2 })),
                flex_shrink: 0.0,
                ..default()
            },
            BackgroundColor(theme::RULE),
        ));
        root.spawn(Node {
            width: px(width),
            row_gap: px(theme::GAP_2),
            flex_shrink: 0.0,
            ..widgets::down()
        })
        .with_children(|column| {
            if let Some(save) = &newest {
                let about = say!("save-line", battle = &save.battle, round = save.round, age = &save.age);
                draw_large(column, fonts, "Continue", say!("title-continue"), about, Intent::Continue, true);
            }
            for text in wrong.iter().filter(|text| !text.is_empty()) {
                let paper = theme::PAPER;
                column.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, paper, text.clone()));
            }
            if let (Some(n), Some(first)) = (shelf.first, &first) {
                let name = format!("start {}", first.name);
                let about = say!("title-play-about", battle = &first.name, facts = &first.facts);
                let (text, intent) = (say!("title-play-now"), Intent::Start(n));
                draw_large(column, fonts, &name, text, about, intent, newest.is_none());
            }
            let play = [
                ("New battle", say!("page-new-battle"), Intent::Open(Page::NewBattle)),
                ("Load", say!("page-load"), Intent::Open(Page::Load)),
                ("Replays", say!("page-replays"), Intent::Open(Page::Replays)),
            ];
            draw_ways(column, fonts, folded, (ButtonLook::Plate, theme::INK), play);
            let other = [
                ("Mods", say!("page-mods"), Intent::Open(Page::Mods)),
                ("Rules", say!("page-rules"), Intent::Open(Page::Rules)),
                ("Settings", say!("page-settings"), Intent::Open(Page::Settings)),
                ("Quit", say!("page-quit"), Intent::Quit),
            ];
            draw_ways(column, fonts, true, (ButtonLook::Quiet, theme::PAPER), other);
        });
        if shelf.battles.is_empty() {
            let text = say!("title-nothing");
            root.spawn(widgets::label(fonts, Face::Regular, theme::BODY, theme::PAPER, text));
        }
        draw_mistakes(root, fonts, &shelf.mistakes);
    });
}

/// Ways to other pages, by the name that scripts press each by: below each other, or two beside each other.
fn draw_ways<const N: usize>(
    column: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    folded: bool,
    (look, ink): (ButtonLook, Color),
    ways: [(&str, String, Intent); N],
) {
    menu(column, folded, |menu| {
        for (n, (name, text, intent)) in ways.into_iter().enumerate() {
            // The last one, with nothing beside it, is as wide as two.
            let alone = folded && n + 1 == N && n % 2 == 0;
            let grid_column = GridPlacement::span(if alone { 2 } else { 1 });
            let node = Node { justify_content: JustifyContent::Center, grid_column, ..default() };
            menu.spawn(widgets::button(name, look, true, intent, node)).with_child(widgets::line(
                fonts,
                Face::Bold,
                theme::BODY,
                ink,
                text,
            ));
        }
    });
}

/// What is one press away: a battle for those who have never played, or the one that goes on.
fn draw_large(
    menu: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    name: &str,
    text: String,
    about: String,
    intent: Intent,
    first: bool,
) {
    let node = Node {
        padding: UiRect::axes(px(theme::GAP_3), px(theme::GAP_2)),
        row_gap: px(2),
        align_items: AlignItems::Center,
        ..widgets::down()
    };
    let look = if first { ButtonLook::Chosen } else { ButtonLook::Plate };
    let mut button = menu.spawn(widgets::button(name, look, true, intent, node));
    if first {
        button.insert(First);
    }
    button.with_children(|button| {
        button.spawn(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, text));
        button.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, theme::INK_SOFT, about));
    });
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
        max_width: percent(100),
        max_height: vh(26),
        flex_shrink: 0.0,
        padding: UiRect::all(px(theme::GAP_3)),
        row_gap: px(theme::GAP),
        ..widgets::down()
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
                list.spawn(widgets::label(fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, text));
            }
        });
    });
}

/// One mistake: what, advice, where, and the line itself.
pub fn draw_mistake(list: &mut ChildSpawnerCommands, fonts: &Fonts, mistake: &Mistake) {
    list.spawn(Node { row_gap: px(0), flex_shrink: 0.0, ..widgets::down() }).with_children(|one| {
        let help = if mistake.help.is_empty() { String::new() } else { format!(". {}", mistake.help) };
        let text = format!("{}{help}", mistake.text);
        one.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, theme::INK, text));
        let place = widgets::label(fonts, Face::Mono, theme::SMALL, theme::INK_SOFT, mistake.place.clone());
        one.spawn((place, TextLayout { linebreak: LineBreak::AnyCharacter, ..default() }));
        if !mistake.line.is_empty() {
            let line = widgets::label(fonts, Face::Mono, theme::SMALL, theme::INK, mistake.line.clone());
            one.spawn((line, TextLayout { linebreak: LineBreak::AnyCharacter, ..default() }));
        }
    });
}
