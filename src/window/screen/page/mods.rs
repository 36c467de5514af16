//! What is loaded besides the base game: on or off, in which order, what is wrong with each.

use bevy::prelude::*;

use super::{Behind, PageDrawn, PageSheet, middle, ruled, said, sheet_of_paper, title::draw_mistake};
use crate::{
    locale::say,
    window::{
        Screen,
        screen::focus::First,
        theme::{self, Face, Fonts},
        view::{Intent, ModEntry, ModIntent, Mods, Page, Shelf},
        widgets::{self, ButtonLook},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(PageDrawn).run_if(in_state(Screen::Page(Page::Mods))))
        .add_observer(enter)
        .add_observer(leave)
        .add_observer(drop);
}

/// A row that can be dragged to another place: which of the list it is.
#[derive(Component)]
struct Draggable(usize);

/// The row of those that can be dragged that something lies in.
fn row_of(part: Entity, rows: &Query<&Draggable>, parents: &Query<&ChildOf>) -> Option<usize> {
    std::iter::once(part)
        .chain(parents.iter_ancestors(part))
        .find_map(|own| rows.get(own).ok().map(|Draggable(n)| *n))
}

/// While a row is dragged, the one whose place it would take is underlined.
fn enter(over: On<Pointer<DragEnter>>, mut rows: Query<&mut BorderColor, With<Draggable>>) {
    if let Ok(mut edge) = rows.get_mut(over.entity) {
        *edge = BorderColor::all(theme::GOLD_DEEP);
    }
}

fn leave(over: On<Pointer<DragLeave>>, mut rows: Query<&mut BorderColor, With<Draggable>>) {
    if let Ok(mut edge) = rows.get_mut(over.entity) {
        *edge = BorderColor::all(theme::RULE);
    }
}

fn drop(
    over: On<Pointer<DragDrop>>,
    rows: Query<&Draggable>,
    parents: Query<&ChildOf>,
    mut intents: MessageWriter<Intent>,
) {
    let Ok(Draggable(to)) = rows.get(over.entity) else { return };
    let Some(from) = row_of(over.dropped, &rows, &parents) else { return };
    if from != *to {
        intents.write(Intent::Mods(ModIntent::Place(from, *to)));
    }
}

fn draw(mut sheet: PageSheet, shelf: Res<Shelf>, mut seen: Local<Option<(Mods, String)>>) {
    if !sheet.renew(&mut seen, (shelf.mods.clone(), shelf.note.clone())) {
        return;
    }
    sheet.page(Behind::Dark, say!("page-mods"), |body, fonts| {
        body.spawn(sheet_of_paper()).with_children(|sheet| {
            sheet
                .spawn(Node {
                    justify_content: JustifyContent::SpaceBetween,
                    column_gap: px(theme::GAP_3),
                    flex_shrink: 0.0,
                    ..widgets::across()
                })
                .with_children(|row| {
                    let about = say!("mods-about");
                    row.spawn(Node { max_width: px(760), min_width: px(0), flex_shrink: 1.0, ..default() })
                        .with_child(widgets::label(
                            fonts,
                            Face::Regular,
                            theme::SMALL,
                            theme::INK_SOFT,
                            about,
                        ));
                    row.spawn(Node { flex_shrink: 0.0, ..widgets::across() }).with_children(|row| {
                        for (name, text, intent) in [
                            ("Open folder", say!("mods-folder"), ModIntent::Folder),
                            ("Reload", say!("mods-reload"), ModIntent::Reload),
                        ] {
                            let intent = Intent::Mods(intent);
                            let button =
                                widgets::button(name, ButtonLook::Paper, true, intent, Node::default());
                            let mut button = row.spawn(button);
                            if name == "Reload" {
                                button.insert(First);
                            }
                            button.with_child(widgets::line(
                                fonts,
                                Face::Bold,
                                theme::BODY,
                                theme::INK,
                                text,
                            ));
                        }
                    });
                });
            said(sheet, fonts, &shelf.note);
            middle(sheet, "mods", |list| {
                for (n, entry) in shelf.mods.rows.iter().enumerate() {
                    draw_mod(list, fonts, n, entry);
                }
                if shelf.mods.rows.len() < 2 {
                    let text = say!("mods-none", folder = &shelf.mods.folder);
                    list.spawn(widgets::label(fonts, Face::Italic, theme::BODY, theme::INK_SOFT, text));
                }
            });
        });
    });
}

fn draw_mod(list: &mut ChildSpawnerCommands, fonts: &Fonts, n: usize, entry: &ModEntry) {
    let mut row = list.spawn(ruled(&entry.name));
    let moves = entry.moves.0 || entry.moves.1;
    if moves {
        row.insert(Draggable(n));
    }
    row.with_children(|row| {
        if moves {
            draw_grip(row);
        }
        row.spawn(Node { flex_grow: 1.0, min_width: px(0), row_gap: px(2), ..widgets::down() })
            .with_children(|words| draw_words(words, fonts, entry));
        row.spawn(Node { flex_shrink: 0.0, column_gap: px(theme::GAP), ..widgets::across() }).with_children(
            |row| {
                let Some(on) = entry.on else { return };
                for (name, text, intent, possible) in [
                    ("earlier", say!("mods-earlier"), ModIntent::Earlier(n), entry.moves.0),
                    ("later", say!("mods-later"), ModIntent::Later(n), entry.moves.1),
                ] {
                    let name = format!("{name} {}", entry.id);
                    let ink = if possible { theme::INK } else { theme::GREY };
                    row.spawn(widgets::button(
                        name,
                        ButtonLook::Paper,
                        possible,
                        Intent::Mods(intent),
                        Node::default(),
                    ))
                    .with_child(widgets::line(
                        fonts,
                        Face::Regular,
                        theme::BODY,
                        ink,
                        text,
                    ));
                }
                let (look, text) = if on {
                    (ButtonLook::Chosen, say!("mods-on"))
                } else {
                    (ButtonLook::Paper, say!("mods-off"))
                };
                let node = Node { width: px(64), justify_content: JustifyContent::Center, ..default() };
                let intent = Intent::Mods(ModIntent::Switch(n));
                row.spawn(widgets::button(format!("switch {}", entry.id), look, true, intent, node))
                    .with_child(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, text));
            },
        );
    });
}

/// Three short bars: a row that can be dragged.
fn draw_grip(row: &mut ChildSpawnerCommands) {
    row.spawn((Node { flex_shrink: 0.0, row_gap: px(3), ..widgets::down() }, Pickable::IGNORE))
        .with_children(|grip| {
            for _ in 0..3 {
                grip.spawn((
                    Node { width: px(14), height: px(2), ..default() },
                    BackgroundColor(theme::RULE),
                    Pickable::IGNORE,
                ));
            }
        });
}

fn draw_words(words: &mut ChildSpawnerCommands, fonts: &Fonts, entry: &ModEntry) {
    words
        .spawn(Node {
            column_gap: px(theme::GAP_2),
            align_items: AlignItems::Baseline,
            flex_wrap: FlexWrap::Wrap,
            ..default()
        })
        .with_children(|head| {
            head.spawn(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, entry.name.clone()));
            let number = format!("{} {}", entry.id, entry.version);
            head.spawn(widgets::line(fonts, Face::Mono, theme::SMALL, theme::INK_SOFT, number));
            if entry.on.is_none() && entry.mistakes.is_empty() {
                let text = say!("mods-base");
                head.spawn(widgets::line(fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, text));
            }
        });
    let folder = widgets::label(fonts, Face::Mono, theme::SMALL, theme::INK_SOFT, entry.folder.clone());
    words.spawn((folder, TextLayout { linebreak: LineBreak::AnyCharacter, ..default() }));
    if entry.on == Some(false) {
        return;
    }
    for clash in &entry.clashes {
        words.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, theme::INK_SOFT, clash.clone()));
    }
    let (text, face, ink) = match entry.mistakes.len() {
        0 => (say!("mods-good"), Face::Regular, theme::INK_SOFT),
        count => (say!("mods-mistakes", count = count), Face::Bold, theme::HARM),
    };
    words.spawn(widgets::label(fonts, face, theme::SMALL, ink, text));
    for mistake in entry.mistakes.iter().take(super::title::MISTAKES) {
        draw_mistake(words, fonts, mistake);
    }
}
