//! A battle being put together: which, by which rulebook, who decides for whom, which dice.

use super::prelude::*;
use crate::window::map_picture;

/// The most room that the map takes, in pixels at scale 1.
const MAP: Vec2 = Vec2::new(360.0, 212.0);
/// Pixels along the map's longer side, at most.
pub(super) const MAP_PIXELS: u32 = 800;
/// Width of the list of battles, in pixels at scale 1.
const LIST: f32 = 380.0;
/// Widths of a side from which on two stand beside each other: where its units can be chosen, and where not.
const SIDE: (f32, f32) = (560.0, 300.0);
/// The width below which the words of a battle stand above its map.
const WORDS: f32 = 300.0;

pub(super) fn draw(
    mut sheet: PageSheet,
    shelf: Res<Shelf>,
    mut brushes: Brushes,
    mut seen: Local<Option<(Draft, Vec<BattleEntry>, String)>>,
) {
    // The field of the seed keeps what is written into it by itself.
    let now = (Draft { seed: 0, ..shelf.draft.clone() }, shelf.battles.clone(), shelf.note.clone());
    if !sheet.renew(&mut seen, now) {
        return;
    }
    let draft = &shelf.draft;
    let scale = (MAP_PIXELS / draft.board.size.max_element().max(1)).clamp(1, 32);
    let map = map_picture::picture(&mut brushes.art, &draft.board, &[], &draft.dots, scale);
    let map = brushes.images.add(map);
    sheet.page(Behind::Dark, say!("page-new-battle"), |body| {
        list_beside(body, "battles", LIST, |list| {
            let (text, intent) = (say!("draft-skirmish"), DraftIntent::Skirmish);
            draw_entry(list, "skirmish", (text.as_str(), intent), draft.entry.is_none(), "");
            for (n, entry) in shelf.battles.iter().enumerate() {
                let (name, what) = (format!("battle {}", entry.name), (&*entry.name, DraftIntent::Entry(n)));
                draw_entry(list, &name, what, draft.entry == Some(n), &entry.facts);
            }
        });
        body.spawn(sheet_of_paper()).with_children(|card| draw_draft(card, draft, &shelf.note, map));
    });
}

fn draw_entry(list: Sheet, name: &str, (text, intent): (&str, DraftIntent), chosen: bool, facts: &str) {
    let look = if chosen { ButtonLook::Chosen } else { ButtonLook::Plate };
    let mut button = list.button(name, look, Intent::Draft(intent), down().pad(GAP_3, GAP_2).fixed());
    button.insert_if(First, || chosen).with_children(|button| {
        button.text(NAME, text);
        button.text_any(SOFT, facts);
    });
}

fn draw_draft(card: Sheet, draft: &Draft, note: &str, map: Handle<Image>) {
    middle(card, "draft", |list| {
        list.text(HEADING, &draft.name);
        // The map beside the words, or beneath them.
        let node = Node { column_gap: theme::EDGE, ..Node::default().rows(GAP_3).wrap().fixed() };
        list.spawn(node).with_children(|row| {
            row.spawn(down().gap(GAP_3).basis(WORDS)).with_children(|column| {
                column.text(TEXT, &draft.about);
                for choice in draft.choices.iter().take(draft.above) {
                    draw_choice(column, choice);
                }
            });
            draw_map(row, draft, map);
        });
        heading(list, say!("draft-sides"));
        let musters = draft.more_sides.is_some();
        let node = Node { column_gap: theme::EDGE, ..Node::default().rows(GAP_2).wrap().fixed() };
        list.spawn(node).with_children(|sides| {
            for (n, seat) in draft.seats.iter().enumerate() {
                let wide = if musters { SIDE.0 } else { SIDE.1 };
                sides.spawn(down().basis(wide)).with_children(|side| draw_seat(side, n, seat, musters));
            }
        });
        if let Some(more) = draft.more_sides {
            draw_more(list, more);
        }
        draw_terms(list, draft);
    });
    card.text_any(WRONG, note);
    foot(card, |row| {
        heading(row, say!("draft-seed"));
        let tells = |text: String| Some(Intent::Draft(DraftIntent::Seed(text.trim().parse().ok()?)));
        row.spawn(field("seed", &draft.seed.to_string(), 20.0, tells));
        row.push("Other dice", TEXT, say!("draft-other-dice"), Intent::Draft(DraftIntent::AnySeed));
        row.space();
        let node = Node::default().pad(GAP_3 * 2.0, GAP_2);
        row.button("Begin", ButtonLook::Lit, Intent::Begin, node).with_child(NAME.line(say!("draft-begin")));
    });
}

/// What is agreed on besides: choices, and beside them the options of the rulebook.
fn draw_terms(list: Sheet, draft: &Draft) {
    let node = Node { column_gap: theme::EDGE, ..Node::default().rows(GAP_3).wrap().fixed() };
    list.spawn(node).with_children(|row| {
        if draft.choices.len() > draft.above {
            row.spawn(down().gap(GAP_3).basis(SIDE.1)).with_children(|column| {
                for choice in draft.choices.iter().skip(draft.above) {
                    draw_choice(column, choice);
                }
            });
        }
        if !draft.options.is_empty() {
            row.spawn(down().basis(SIDE.1)).with_children(|column| {
                heading(column, say!("draft-options"));
                for option in &draft.options {
                    draw_option(column, option);
                }
            });
        }
    });
}

/// One thing out of several.
fn draw_choice(column: Sheet, choice: &Choices) {
    column.spawn((down().fixed(), IsAbout(choice.heading.clone()))).with_children(|group| {
        heading(group, &choice.heading);
        draw_answers(group, choice, across().rows(GAP).wrap());
        group.text_any(ASIDE, &choice.note);
    });
}

/// The map drawn small, where everybody starts.
fn draw_map(row: Sheet, draft: &Draft, map: Handle<Image>) {
    let node = Node { max_width: percent(100), align_items: AlignItems::End, ..down().fixed() };
    row.spawn(node).with_children(|column| {
        let size = draft.board.size.as_vec2().max(Vec2::ONE);
        let size = size * (MAP.x / size.x).min(MAP.y / size.y);
        let node = Node { border: UiRect::all(px(1)), ..sized(size.x, size.y) };
        column.spawn((ImageNode::new(map), node, BorderColor::all(theme::INK_SOFT)));
        let size = draft.board.size;
        column.line(ASIDE, say!("draft-squares", columns = size.x, rows = size.y));
    });
}

fn heading(list: Sheet, text: impl Into<String>) {
    list.line(STRONG.soft(), text);
}

/// A side in a row: its colour, its name and who fights for it.
pub(super) fn draw_side_words(row: Sheet, n: usize, seat: &SeatEntry) {
    let bar = Node { width: px(6), align_self: AlignSelf::Stretch, ..Node::default().fixed() };
    row.spawn((bar, BackgroundColor(theme::side_colour(n))));
    row.spawn(down().gap(0.0).grows()).with_children(|words| {
        words.text(NAME.ink(theme::side_ink(n)), &seat.name);
        words.text(SOFT, &seat.units);
    });
}

/// Who decides for a side: pressing it changes that.
fn draw_seat(list: Sheet, n: usize, seat: &SeatEntry, musters: bool) {
    list.spawn((across().gap(GAP_3).fixed(), IsAbout(seat.name.clone()))).with_children(|row| {
        draw_side_words(row, n, seat);
        if musters {
            row.line(NUMBER, say!("draft-points", n = seat.points));
            row.push(format!("units {n}"), TEXT, say!("draft-units"), Intent::Draft(DraftIntent::Muster(n)));
        }
        let node = Node { width: px(120), ..Node::default().centred() };
        let intent = Intent::Draft(DraftIntent::Seat(n));
        let who = if seat.human { say!("draft-player") } else { say!("draft-computer") };
        row.button(format!("seat {}", seat.name), ButtonLook::Paper, intent, node)
            .insert(Tip::new(say!("tip-seat")))
            .with_child(TEXT.line(who));
    });
}

/// One side more, or one less.
fn draw_more(list: Sheet, (more, less): (bool, bool)) {
    list.spawn(across().gap(GAP_2).fixed()).with_children(|row| {
        for (name, text, intent, possible) in [
            ("add side", say!("draft-add-side"), DraftIntent::AddSide, more),
            ("drop side", say!("draft-drop-side"), DraftIntent::DropSide, less),
        ] {
            row.push_if(possible, name, TEXT, text, Intent::Draft(intent));
        }
    });
}

/// An option of the rulebook: its name and what it does, and at the right its values.
fn draw_option(list: Sheet, option: &Choices) {
    list.spawn((across().gap(GAP_3).fixed(), IsAbout(option.heading.clone()))).with_children(|row| {
        row.spawn(down().gap(0.0).basis(0.0)).with_children(|words| {
            words.text(NAME, &option.heading);
            words.text(SOFT, &option.note);
        });
        draw_answers(row, option, across().fixed());
    });
}

/// What can be answered, side by side.
fn draw_answers(parent: Sheet, choice: &Choices, node: Node) {
    parent.spawn(node).with_children(|row| {
        for (n, (text, intent)) in choice.answers.iter().enumerate() {
            let look = if n == choice.chosen { ButtonLook::Chosen } else { ButtonLook::Paper };
            let (name, intent) = (format!("{} {n}", choice.name), Intent::Draft(intent.clone()));
            row.button(name, look, intent, Node::default()).with_child(TEXT.line(text));
        }
    });
}
