//! The units of a side of a skirmish: the kinds of the book at the left, those who have joined at the right.

use bevy::prelude::*;

use super::{Behind, PageDrawn, PageSheet, middle, ruled, scroll, sheet_of_paper};
use crate::{
    locale::say,
    window::{
        Screen,
        art::Art,
        screen::{focus::First, token::token},
        theme::{self, Face, Fonts},
        tips::Tip,
        view::{DraftIntent, Intent, KindEntry, Muster, Page, RibbonSlot, Shelf},
        widgets::{self, ButtonLook},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(PageDrawn).run_if(in_state(Screen::Page(Page::Muster))));
}

/// Width of the sheet of those who have joined, in pixels at scale 1.
const JOINED: f32 = 320.0;

/// Size of a counter, and how far its figure stands from its edge, in units.
const TOKEN: (f32, f32) = (44.0, 8.0);

fn draw(
    mut sheet: PageSheet,
    shelf: Res<Shelf>,
    (mut art, mut images): (ResMut<Art>, ResMut<Assets<Image>>),
    mut seen: Local<Option<(Muster, String)>>,
) {
    if !sheet.renew(&mut seen, (shelf.muster.clone(), shelf.note.clone())) {
        return;
    }
    let muster = &shelf.muster;
    sheet.page(Behind::Dark, say!("muster-heading", side = &muster.side.1), |body, fonts| {
        body.spawn(sheet_of_paper()).with_children(|sheet| {
            middle(sheet, "kinds", |list| {
                for (n, kind) in muster.kinds.iter().enumerate() {
                    draw_kind(list, fonts, (&mut art, &mut images), (n, muster.side.0), kind);
                }
            });
        });
        let node = Node { width: percent(38), max_width: px(JOINED), flex_shrink: 0.0, ..default() };
        body.spawn(node).with_children(|side| {
            side.spawn(sheet_of_paper()).with_children(|card| draw_joined(card, fonts, muster, &shelf.note));
        });
    });
}

/// A kind: its counter, what it is, its numbers and its weapon, what it is worth, and the button that lets it join.
fn draw_kind(
    list: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    (art, images): (&mut Art, &mut Assets<Image>),
    (n, side): (usize, usize),
    kind: &KindEntry,
) {
    list.spawn(ruled(&kind.name)).with_children(|row| {
        let slot = RibbonSlot { side, art: kind.art.clone(), ..RibbonSlot::default() };
        token(row, (art, images), &slot, TOKEN, Color::WHITE);
        row.spawn(Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            row_gap: px(2),
            ..widgets::down()
        })
        .with_children(|words| {
            words.spawn(widgets::label(fonts, Face::Bold, theme::BODY, theme::INK, kind.name.clone()));
            let about = kind.about.clone();
            words.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, theme::INK_SOFT, about));
            let value = |(name, value): &(String, i32)| format!("{name} {value}").replace(' ', "\u{a0}");
            let weapon = Some(kind.weapon.clone()).filter(|weapon| !weapon.is_empty());
            let told: Vec<String> = kind.values.iter().map(value).chain(weapon).collect();
            let told = told.join(", ");
            words.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, theme::INK, told));
        });
        row.spawn(Node { flex_shrink: 0.0, ..widgets::across() }).with_children(|row| {
            let points = say!("draft-points", n = kind.points);
            row.spawn(widgets::line(fonts, Face::Mono, theme::BODY, theme::INK, points));
            let intent = Intent::Draft(DraftIntent::Enlist(n));
            let name = format!("enlist {n}");
            let mut add = row.spawn(widgets::button(name, ButtonLook::Paper, true, intent, Node::default()));
            add.insert(Tip { text: say!("tip-enlist", unit = &kind.name), action: None });
            if n == 0 {
                add.insert(First);
            }
            add.with_child(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, say!("muster-add")));
        });
    });
}

fn draw_joined(card: &mut ChildSpawnerCommands, fonts: &Fonts, muster: &Muster, note: &str) {
    for (n, (name, points)) in muster.points.iter().enumerate() {
        let face = if n == muster.side.0 { Face::Bold } else { Face::Regular };
        card.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..widgets::across() }).with_children(
            |row| {
                row.spawn(widgets::label(fonts, face, theme::BODY, theme::side_ink(n), name.clone()));
                let points = say!("draft-points", n = *points);
                row.spawn(widgets::line(fonts, Face::Mono, theme::BODY, theme::INK, points));
            },
        );
    }
    card.spawn((Node { height: px(1), flex_shrink: 0.0, ..default() }, BackgroundColor(theme::RULE)));
    if muster.units.is_empty() {
        let text = say!("muster-nobody");
        card.spawn(widgets::label(fonts, Face::Italic, theme::BODY, theme::INK_SOFT, text));
    }
    card.spawn(scroll("joined", Node { flex_grow: 1.0, row_gap: px(theme::GAP), ..default() }))
        .with_children(|list| {
            for (n, (name, points)) in muster.units.iter().enumerate() {
                let node = Node {
                    justify_content: JustifyContent::SpaceBetween,
                    flex_shrink: 0.0,
                    margin: UiRect::right(px(theme::GAP_2)),
                    ..widgets::across()
                };
                let intent = Intent::Draft(DraftIntent::Dismiss(n));
                list.spawn(widgets::button(format!("dismiss {n}"), ButtonLook::Paper, true, intent, node))
                    .insert(Tip { text: say!("tip-dismiss", unit = name), action: None })
                    .with_children(|row| {
                        row.spawn(widgets::label(
                            fonts,
                            Face::Regular,
                            theme::BODY,
                            theme::INK,
                            name.clone(),
                        ));
                        let text = say!("draft-points", n = *points);
                        row.spawn(Node { flex_grow: 1.0, ..default() });
                        row.spawn(widgets::line(fonts, Face::Mono, theme::SMALL, theme::INK_SOFT, text));
                        row.spawn(Node { width: px(theme::GAP_2), ..default() });
                        row.spawn(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, "×"));
                    });
            }
        });
    if !note.is_empty() {
        card.spawn(widgets::label(fonts, Face::Italic, theme::BODY, theme::HARM, note));
    }
}
