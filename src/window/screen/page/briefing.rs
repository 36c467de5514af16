//! What is told before a battle: the goal, who fights with whom, what to keep in mind, over the dimmed board.

use super::{new_battle::draw_side_words, prelude::*};
use crate::window::screen::letters;

/// Width of the card, in units.
const WIDTH: f32 = 640.0;
/// Size of a counter, and how far its figure stands from its edge, in units.
const TOKEN: (f32, f32) = (44.0, 8.0);
/// Width of what stands under a counter, in units.
const UNDER: f32 = 96.0;

pub(super) fn draw(
    mut sheet: PageSheet,
    shelf: Res<Shelf>,
    table: Res<Table>,
    mut brushes: Brushes,
    mut seen: Local<Option<(Briefing, bool)>>,
) {
    let sealed = table.hand_over.is_some();
    if !sheet.renew(&mut seen, (shelf.briefing.clone(), sealed)) {
        return;
    }
    let behind = if sealed { Behind::Dark } else { Behind::Dim };
    let key = sheet.key(Action::Confirm);
    sheet.bare(behind, |root| {
        root.spawn(paper_card(WIDTH)).with_children(|card| {
            let briefing = &shelf.briefing;
            card.text(HEADING, &briefing.name);
            middle(card, "briefing", |list| draw_briefing(list, &mut brushes, briefing));
            foot(card, |buttons| {
                buttons.space();
                let (begin, lit) =
                    (("To battle", say!("briefing-begin"), &*key), (ButtonLook::Lit, theme::INK));
                plate_like(buttons, begin, Intent::Back, lit).insert(First);
            });
        });
    });
}

fn draw_briefing(list: Sheet, brushes: &mut Brushes, briefing: &Briefing) {
    list.text_any(TEXT, &briefing.about);
    part(list, say!("briefing-goal-heading"), |part| {
        part.text(NAME, &briefing.goal);
        part.text_any(SOFT, &briefing.marked);
        part.text(SOFT, say!("briefing-ends"));
    });
    part(list, say!("draft-sides"), |part| {
        let people = briefing.seats.iter().filter(|seat| seat.human).count();
        for (n, seat) in briefing.seats.iter().enumerate() {
            draw_side(part, n, seat, people == 1);
            let own: Vec<_> = briefing.own.iter().filter(|(side, ..)| *side == n).collect();
            if own.is_empty() {
                continue;
            }
            let row = Node { margin: UiRect::left(px(GAP_3)), ..across().gap(GAP).rows(GAP).wrap().fixed() };
            part.spawn(row).with_children(|row| {
                for (side, figure, name) in own {
                    let node = Node { width: px(UNDER), align_items: AlignItems::Center, ..down().gap(0.0) };
                    row.spawn(node.fixed()).with_children(|cell| {
                        let slot = RibbonSlot { side: *side, art: figure.clone(), ..RibbonSlot::default() };
                        token(cell, brushes, &slot, TOKEN, Color::WHITE);
                        cell.line(SOFT.ink(theme::side_ink(*side)), letters::cut(name, UNDER - GAP_2));
                    });
                }
            });
        }
    });
    part(list, say!("briefing-hints"), |part| {
        for hint in &briefing.hints {
            part.spawn(Node::default().columns(GAP_2).fixed()).with_children(|row| {
                row.line(NAME.ink(theme::GOLD_DEEP), "•");
                row.spawn(Node { flex_shrink: 1.0, min_width: px(0), ..default() })
                    .with_child(TEXT.text(hint));
            });
        }
    });
}

/// A heading with what stands under it.
fn part(list: Sheet, heading: String, draw: impl FnOnce(Sheet)) {
    list.spawn(down().fixed()).with_children(|part| {
        part.line(STRONG.soft(), heading);
        draw(part);
    });
}

/// A side: its colour, its name, who decides for it, and who fights for it.
fn draw_side(part: Sheet, n: usize, seat: &SeatEntry, alone: bool) {
    part.spawn(across().gap(GAP_3).fixed()).with_children(|row| {
        draw_side_words(row, n, seat);
        let who = match (seat.human, alone) {
            (true, true) => say!("briefing-you"),
            (true, false) => say!("draft-player"),
            (false, _) => say!("draft-computer"),
        };
        row.line(TEXT.soft(), who);
    });
}
