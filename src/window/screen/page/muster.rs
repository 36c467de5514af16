//! The units of a side of a skirmish: the kinds of the book at the left, those who have joined at the right.

use super::prelude::*;

/// Width of the sheet of those who have joined, in pixels at scale 1.
const JOINED: f32 = 320.0;

/// Size of a counter, and how far its figure stands from its edge, in units.
const TOKEN: (f32, f32) = (44.0, 8.0);

/// How points are written that stand in a column.
const POINTS: Style = NUMBER.size(theme::BODY).ink(theme::INK);

pub(super) fn draw(
    mut sheet: PageSheet,
    shelf: Res<Shelf>,
    mut brushes: Brushes,
    mut seen: Local<Option<(Muster, String)>>,
) {
    if !sheet.renew(&mut seen, (shelf.muster.clone(), shelf.note.clone())) {
        return;
    }
    let muster = &shelf.muster;
    sheet.page(Behind::Dark, say!("muster-heading", side = &muster.side.1), |body| {
        body.spawn(sheet_of_paper()).with_children(|sheet| {
            middle(sheet, "kinds", |list| {
                for (n, kind) in muster.kinds.iter().enumerate() {
                    draw_kind(list, &mut brushes, (n, muster.side.0), kind);
                }
            });
        });
        let node = Node { width: percent(38), max_width: px(JOINED), ..Node::default().fixed() };
        body.spawn(node).with_children(|side| {
            side.spawn(sheet_of_paper()).with_children(|card| draw_joined(card, muster, &shelf.note));
        });
    });
}

/// A kind: its counter, what it is, its numbers and its weapon, what it is worth, and the button that lets it join.
fn draw_kind(list: Sheet, brushes: &mut Brushes, (n, side): (usize, usize), kind: &KindEntry) {
    list.spawn(ruled(&kind.name)).with_children(|row| {
        let slot = RibbonSlot { side, art: kind.art.clone(), ..RibbonSlot::default() };
        token(row, brushes, &slot, TOKEN, Color::WHITE);
        row.spawn(down().gap(2.0).basis(0.0)).with_children(|words| {
            words.text(NAME, &kind.name);
            words.text(SOFT, &kind.about);
            let value = |(name, value): &(String, i32)| format!("{name} {value}").replace(' ', "\u{a0}");
            let weapon = Some(kind.weapon.clone()).filter(|weapon| !weapon.is_empty());
            let told: Vec<String> = kind.values.iter().map(value).chain(weapon).collect();
            words.text(PLAIN, told.join(", "));
        });
        row.spawn(across().gap(GAP_3).fixed()).with_children(|row| {
            draw_points(row, POINTS, kind.points);
            let intent = Intent::Draft(DraftIntent::Enlist(n));
            let name = format!("enlist {n}");
            row.push(name, NAME, say!("muster-add"), intent).insert_if(First, || n == 0);
        });
    });
}

/// How much a unit or a side is worth. What that means is told when it is pointed at.
pub(super) fn draw_points(row: Sheet, style: Style, points: i32) {
    row.spawn((Node::default().fixed(), Tip::new(say!("tip-points"))))
        .with_child(style.line(say!("draft-points", n = points)));
}

fn draw_joined(card: Sheet, muster: &Muster, note: &str) {
    for (n, (name, points)) in muster.points.iter().enumerate() {
        card.spawn(across().apart()).with_children(|row| {
            row.text(TEXT.bold(n == muster.side.0).ink(theme::side_ink(n)), name);
            draw_points(row, POINTS, *points);
        });
    }
    card.spawn((Node { height: px(1), ..Node::default().fixed() }, BackgroundColor(theme::RULE)));
    if muster.units.is_empty() {
        card.text(ASIDE.size(theme::BODY), say!("muster-nobody"));
    }
    let joined = scroll("joined", Node { flex_grow: 1.0, ..Node::default().rows(GAP) });
    card.spawn(joined).with_children(|list| {
        for (n, (name, points)) in muster.units.iter().enumerate() {
            let node = across().apart().fixed();
            let intent = Intent::Draft(DraftIntent::Dismiss(n));
            list.button(format!("dismiss {n}"), ButtonLook::Paper, intent, node)
                .insert(Tip::new(say!("tip-dismiss", unit = name)))
                .with_children(|row| {
                    row.text(TEXT, name);
                    row.space();
                    row.line(NUMBER, say!("draft-points", n = *points));
                    row.spawn(Node { width: px(GAP_2), ..default() });
                    row.line(NAME, "×");
                });
        }
    });
    card.text_any(WRONG, note);
}
