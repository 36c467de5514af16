//! A battle being put together: which, by which rulebook, who decides for whom, which dice.

use bevy::prelude::*;

use super::{Behind, PageDrawn, PageSheet, foot, list_beside, middle, sheet_of_paper};
use crate::{
    locale::say,
    window::{
        Screen,
        art::Art,
        map_picture,
        screen::{field::field, focus::First},
        theme::{self, Face, Fonts},
        tips::Tip,
        view::{BattleEntry, Choices, Draft, DraftIntent, Intent, Page, SeatEntry, Shelf},
        widgets::{self, ButtonLook, IsAbout},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(PageDrawn).run_if(in_state(Screen::Page(Page::NewBattle))));
}

/// The most room that the map takes, in pixels at scale 1.
const MAP: Vec2 = Vec2::new(400.0, 240.0);
/// Pixels along the map's longer side, at most.
const MAP_PIXELS: u32 = 800;
/// Width of the list of battles, in pixels at scale 1.
const LIST: f32 = 380.0;
/// The width below which the words of a battle stand above its map.
const WORDS: f32 = 300.0;

fn draw(
    mut sheet: PageSheet,
    shelf: Res<Shelf>,
    mut art: ResMut<Art>,
    mut images: ResMut<Assets<Image>>,
    mut seen: Local<Option<(Draft, Vec<BattleEntry>, String)>>,
) {
    // The field of the seed keeps what is written into it by itself.
    let now = (Draft { seed: 0, ..shelf.draft.clone() }, shelf.battles.clone(), shelf.note.clone());
    if !sheet.renew(&mut seen, now) {
        return;
    }
    let draft = &shelf.draft;
    let scale = (MAP_PIXELS / draft.board.size.max_element().max(1)).clamp(1, 32);
    let map = images.add(map_picture::picture(&mut art, &draft.board, &[], &draft.dots, scale));
    sheet.page(Behind::Dark, say!("page-new-battle"), |body, fonts| {
        list_beside(body, "battles", LIST, |list| {
            let skirmish = (say!("draft-skirmish"), Intent::Draft(DraftIntent::Skirmish));
            draw_entry(list, fonts, "skirmish", skirmish, draft.entry.is_none(), "");
            for (n, entry) in shelf.battles.iter().enumerate() {
                let name = format!("battle {}", entry.name);
                let intent = Intent::Draft(DraftIntent::Entry(n));
                draw_entry(
                    list,
                    fonts,
                    &name,
                    (entry.name.clone(), intent),
                    draft.entry == Some(n),
                    &entry.facts,
                );
            }
        });
        body.spawn(sheet_of_paper()).with_children(|card| draw_draft(card, fonts, draft, &shelf.note, map));
    });
}

fn draw_entry(
    list: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    name: &str,
    (text, intent): (String, Intent),
    chosen: bool,
    facts: &str,
) {
    let look = if chosen { ButtonLook::Chosen } else { ButtonLook::Plate };
    let node = Node {
        padding: UiRect::axes(px(theme::GAP_3), px(theme::GAP_2)),
        flex_shrink: 0.0,
        ..widgets::down()
    };
    let mut button = list.spawn(widgets::button(name, look, true, intent, node));
    if chosen {
        button.insert(First);
    }
    button.with_children(|button| {
        button.spawn(widgets::label(fonts, Face::Bold, theme::BODY, theme::INK, text));
        if !facts.is_empty() {
            button.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, theme::INK_SOFT, facts));
        }
    });
}

fn draw_draft(card: &mut ChildSpawnerCommands, fonts: &Fonts, draft: &Draft, note: &str, map: Handle<Image>) {
    middle(card, "draft", |list| {
        list.spawn(widgets::label(fonts, Face::Bold, theme::LARGE, theme::INK, draft.name.clone()));
        // The map beside the words, or beneath them.
        let node = Node {
            column_gap: theme::EDGE,
            row_gap: px(theme::GAP_3),
            flex_wrap: FlexWrap::Wrap,
            flex_shrink: 0.0,
            ..default()
        };
        list.spawn(node).with_children(|row| {
            row.spawn(Node {
                flex_grow: 1.0,
                flex_basis: px(WORDS),
                min_width: px(0),
                row_gap: px(theme::GAP_3),
                ..widgets::down()
            })
            .with_children(|column| {
                let about = draft.about.clone();
                column.spawn(widgets::label(fonts, Face::Regular, theme::BODY, theme::INK, about));
                for choice in draft.choices.iter().take(draft.above) {
                    draw_choice(column, fonts, choice);
                }
            });
            draw_map(row, fonts, draft, map);
        });
        heading(list, fonts, say!("draft-sides"));
        for (n, seat) in draft.seats.iter().enumerate() {
            draw_seat(list, fonts, n, seat, draft.more_sides.is_some());
        }
        if let Some(more) = draft.more_sides {
            draw_more(list, fonts, more);
        }
        for choice in draft.choices.iter().skip(draft.above) {
            draw_choice(list, fonts, choice);
        }
        if !draft.options.is_empty() {
            heading(list, fonts, say!("draft-options"));
            for option in &draft.options {
                draw_option(list, fonts, option);
            }
        }
    });
    if !note.is_empty() {
        card.spawn(widgets::label(fonts, Face::Italic, theme::BODY, theme::HARM, note));
    }
    foot(card, |row| {
        let text = say!("draft-seed");
        row.spawn(widgets::line(fonts, Face::Bold, theme::SMALL, theme::INK_SOFT, text));
        let tells = |text: String| Some(Intent::Draft(DraftIntent::Seed(text.trim().parse().ok()?)));
        row.spawn(field("seed", fonts, &draft.seed.to_string(), 20.0, tells));
        let intent = Intent::Draft(DraftIntent::AnySeed);
        let text = say!("draft-other-dice");
        row.spawn(widgets::button("Other dice", ButtonLook::Paper, true, intent, Node::default()))
            .with_child(widgets::line(fonts, Face::Regular, theme::BODY, theme::INK, text));
        row.spawn(Node { flex_grow: 1.0, ..default() });
        let node = Node { padding: UiRect::axes(px(theme::GAP_3 * 2.0), px(theme::GAP_2)), ..default() };
        row.spawn(widgets::button("Begin", ButtonLook::Chosen, true, Intent::Begin, node))
            .with_child(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, say!("draft-begin")));
    });
}

/// One thing out of several.
fn draw_choice(column: &mut ChildSpawnerCommands, fonts: &Fonts, choice: &Choices) {
    let node = Node { row_gap: px(theme::GAP), flex_shrink: 0.0, ..widgets::down() };
    column.spawn((node, IsAbout(choice.heading.clone()))).with_children(|group| {
        heading(group, fonts, choice.heading.clone());
        let node = Node { flex_wrap: FlexWrap::Wrap, row_gap: px(theme::GAP), ..widgets::across() };
        draw_answers(group, fonts, choice, node);
        if !choice.note.is_empty() {
            let note = choice.note.clone();
            group.spawn(widgets::label(fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, note));
        }
    });
}

/// The map drawn small, where everybody starts.
fn draw_map(row: &mut ChildSpawnerCommands, fonts: &Fonts, draft: &Draft, map: Handle<Image>) {
    row.spawn(Node {
        flex_shrink: 0.0,
        max_width: percent(100),
        row_gap: px(theme::GAP),
        align_items: AlignItems::End,
        ..widgets::down()
    })
    .with_children(|column| {
        let size = draft.board.size.as_vec2().max(Vec2::ONE);
        let size = size * (MAP.x / size.x).min(MAP.y / size.y);
        column.spawn((
            ImageNode::new(map),
            Node { width: px(size.x), height: px(size.y), border: UiRect::all(px(1)), ..default() },
            BorderColor::all(theme::INK_SOFT),
        ));
        let text = say!("draft-squares", columns = draft.board.size.x, rows = draft.board.size.y);
        column.spawn(widgets::line(fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, text));
    });
}

fn heading(list: &mut ChildSpawnerCommands, fonts: &Fonts, text: String) {
    list.spawn(widgets::line(fonts, Face::Bold, theme::SMALL, theme::INK_SOFT, text));
}

/// A side in a row: its colour, its name and who fights for it.
pub(super) fn draw_side_words(row: &mut ChildSpawnerCommands, fonts: &Fonts, n: usize, seat: &SeatEntry) {
    row.spawn((
        Node { width: px(6), align_self: AlignSelf::Stretch, flex_shrink: 0.0, ..default() },
        BackgroundColor(theme::side_colour(n)),
    ));
    row.spawn(Node { flex_grow: 1.0, min_width: px(0), row_gap: px(0), ..widgets::down() }).with_children(
        |words| {
            let ink = theme::side_ink(n);
            words.spawn(widgets::label(fonts, Face::Bold, theme::BODY, ink, seat.name.clone()));
            let units = seat.units.clone();
            words.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, theme::INK_SOFT, units));
        },
    );
}

/// Who decides for a side: pressing it changes that.
fn draw_seat(list: &mut ChildSpawnerCommands, fonts: &Fonts, n: usize, seat: &SeatEntry, musters: bool) {
    let node = Node { column_gap: px(theme::GAP_3), flex_shrink: 0.0, ..widgets::across() };
    list.spawn((node, IsAbout(seat.name.clone()))).with_children(|row| {
        draw_side_words(row, fonts, n, seat);
        if musters {
            let points = say!("draft-points", n = seat.points);
            row.spawn(widgets::line(fonts, Face::Mono, theme::SMALL, theme::INK_SOFT, points));
            let intent = Intent::Draft(DraftIntent::Muster(n));
            row.spawn(widgets::button(
                format!("units {n}"),
                ButtonLook::Paper,
                true,
                intent,
                Node::default(),
            ))
            .insert(Tip { text: say!("tip-muster"), action: None })
            .with_child(widgets::line(
                fonts,
                Face::Regular,
                theme::BODY,
                theme::INK,
                say!("draft-units"),
            ));
        }
        let node = Node { width: px(120), justify_content: JustifyContent::Center, ..default() };
        let intent = Intent::Draft(DraftIntent::Seat(n));
        let who = if seat.human { say!("draft-player") } else { say!("draft-computer") };
        row.spawn(widgets::button(format!("seat {}", seat.name), ButtonLook::Paper, true, intent, node))
            .insert(Tip { text: say!("tip-seat"), action: None })
            .with_child(widgets::line(fonts, Face::Regular, theme::BODY, theme::INK, who));
    });
}

/// One side more, or one less.
fn draw_more(list: &mut ChildSpawnerCommands, fonts: &Fonts, (more, less): (bool, bool)) {
    list.spawn(Node { column_gap: px(theme::GAP_2), flex_shrink: 0.0, ..widgets::across() }).with_children(
        |row| {
            for (name, text, intent, possible) in [
                ("add side", say!("draft-add-side"), DraftIntent::AddSide, more),
                ("drop side", say!("draft-drop-side"), DraftIntent::DropSide, less),
            ] {
                let ink = if possible { theme::INK } else { theme::GREY };
                row.spawn(widgets::button(
                    name,
                    ButtonLook::Paper,
                    possible,
                    Intent::Draft(intent),
                    Node::default(),
                ))
                .with_child(widgets::line(fonts, Face::Regular, theme::BODY, ink, text));
            }
        },
    );
}

/// An option of the rulebook: its name and what it does, and at the right its values.
fn draw_option(list: &mut ChildSpawnerCommands, fonts: &Fonts, option: &Choices) {
    let node = Node { column_gap: px(theme::GAP_3), flex_shrink: 0.0, ..widgets::across() };
    list.spawn((node, IsAbout(option.heading.clone()))).with_children(|row| {
        row.spawn(Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            row_gap: px(0),
            ..widgets::down()
        })
        .with_children(|words| {
            let name = option.heading.clone();
            words.spawn(widgets::label(fonts, Face::Bold, theme::BODY, theme::INK, name));
            let note = option.note.clone();
            words.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, theme::INK_SOFT, note));
        });
        draw_answers(row, fonts, option, Node { flex_shrink: 0.0, ..widgets::across() });
    });
}

/// What can be answered, side by side.
fn draw_answers(parent: &mut ChildSpawnerCommands, fonts: &Fonts, choice: &Choices, node: Node) {
    parent.spawn(node).with_children(|row| {
        for (n, (text, intent)) in choice.answers.iter().enumerate() {
            let look = if n == choice.chosen { ButtonLook::Chosen } else { ButtonLook::Paper };
            let (name, intent) = (format!("{} {n}", choice.name), Intent::Draft(intent.clone()));
            row.spawn(widgets::button(name, look, true, intent, Node::default())).with_child(widgets::line(
                fonts,
                Face::Regular,
                theme::BODY,
                theme::INK,
                text.clone(),
            ));
        }
    });
}
