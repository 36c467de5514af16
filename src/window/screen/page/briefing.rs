//! What is told before a battle: the goal, who fights with whom, what to keep in mind, over the dimmed board.

use super::{new_battle::draw_side_words, prelude::*};

/// Width of the card, in units: it lies at the right, so that the middle of the map stays free.
const WIDTH: f32 = 560.0;

/// Up to so many units have large counters.
const FEW: usize = 10;

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
        let right = Node { width: vw(92), justify_content: JustifyContent::FlexEnd, ..default() };
        root.spawn(right).with_children(|root| {
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
            let units = briefing.units.iter().filter(|unit| unit.side == n);
            let size = if briefing.units.len() <= FEW { LARGE_TOKEN } else { TOKEN };
            token_row(part, brushes, size, units);
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
