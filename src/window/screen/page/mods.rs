//! What is loaded besides the base game: on or off, in which order, what is wrong with each.

use super::{prelude::*, title::draw_mistake};

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
fn enter(over: On<PointerEvent<DragEnter>>, mut rows: Query<&mut BorderColor, With<Draggable>>) {
    if let Ok(mut edge) = rows.get_mut(over.entity) {
        *edge = BorderColor::all(theme::GOLD_DEEP);
    }
}

fn leave(over: On<PointerEvent<DragLeave>>, mut rows: Query<&mut BorderColor, With<Draggable>>) {
    if let Ok(mut edge) = rows.get_mut(over.entity) {
        *edge = BorderColor::all(theme::RULE);
    }
}

fn drop(
    over: On<PointerEvent<DragDrop>>,
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
    sheet.page(Behind::Dark, say!("page-mods"), |body| {
        body.spawn(sheet_of_paper()).with_children(|sheet| {
            sheet.spawn(across().gap(GAP_3).apart().fixed()).with_children(|row| {
                row.spawn(Node { max_width: px(760), min_width: px(0), flex_shrink: 1.0, ..default() })
                    .with_child(SOFT.text(say!("mods-about")));
                row.spawn(across().gap(GAP_2).fixed()).with_children(|row| {
                    for (name, text, intent) in [
                        ("Open folder", say!("mods-folder"), ModIntent::Folder),
                        ("Reload", say!("mods-reload"), ModIntent::Reload),
                    ] {
                        row.push(name, NAME, text, Intent::Mods(intent))
                            .insert_if(First, || name == "Reload");
                    }
                });
            });
            sheet.text_any(WRONG, &shelf.note);
            middle(sheet, "mods", |list| {
                for (n, entry) in shelf.mods.rows.iter().enumerate() {
                    draw_mod(list, n, entry);
                }
                if shelf.mods.rows.len() < 2 {
                    list.text(ASIDE.size(theme::BODY), say!("mods-none", folder = &shelf.mods.folder));
                }
            });
        });
    });
}

fn draw_mod(list: Sheet, n: usize, entry: &ModEntry) {
    let moves = entry.moves.0 || entry.moves.1;
    list.spawn(ruled(&entry.name)).insert_if(Draggable(n), || moves).with_children(|row| {
        if moves {
            draw_grip(row);
        }
        row.spawn(down().gap(2.0).grows()).with_children(|words| draw_words(words, entry));
        row.spawn(across().fixed()).with_children(|row| {
            let Some(on) = entry.on else { return };
            for (name, text, intent, possible) in [
                ("earlier", say!("mods-earlier"), ModIntent::Earlier(n), entry.moves.0),
                ("later", say!("mods-later"), ModIntent::Later(n), entry.moves.1),
            ] {
                row.push_if(possible, format!("{name} {}", entry.id), TEXT, text, Intent::Mods(intent));
            }
            let (look, text) = match on {
                true => (ButtonLook::Chosen, say!("mods-on")),
                false => (ButtonLook::Paper, say!("mods-off")),
            };
            let node = Node { width: px(64), ..Node::default().centred() };
            let intent = Intent::Mods(ModIntent::Switch(n));
            row.button(format!("switch {}", entry.id), look, intent, node).with_child(NAME.line(text));
        });
    });
}

/// Three short bars: a row that can be dragged.
fn draw_grip(row: Sheet) {
    row.spawn((down().gap(3.0).fixed(), Pickable::IGNORE)).with_children(|grip| {
        for _ in 0..3 {
            grip.spawn((sized(14.0, 2.0), BackgroundColor(theme::RULE), Pickable::IGNORE));
        }
    });
}

fn draw_words(words: Sheet, entry: &ModEntry) {
    let node = Node { align_items: AlignItems::Baseline, ..Node::default().columns(GAP_2).wrap() };
    words.spawn(node).with_children(|head| {
        head.line(NAME, &entry.name);
        head.line(NUMBER, format!("{} {}", entry.id, entry.version));
        if entry.on.is_none() && entry.mistakes.is_empty() {
            head.line(ASIDE, say!("mods-base"));
        }
    });
    words.text(NUMBER, &entry.folder).insert(TextLayout::linebreak(LineBreak::AnyCharacter));
    if entry.on == Some(false) {
        return;
    }
    for clash in &entry.clashes {
        words.text(SOFT, clash);
    }
    match Mistake::count(&entry.mistakes) {
        (0, 0) => words.text(SOFT, say!("mods-good")),
        (0, warnings) => words.text(SOFT, say!("mods-warnings", count = warnings)),
        (count, _) => words.text(STRONG.ink(theme::HARM), say!("mods-mistakes", count = count)),
    };
    for mistake in entry.mistakes.iter().take(super::title::MISTAKES) {
        draw_mistake(words, mistake);
    }
}
