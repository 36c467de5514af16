//! The end of a battle: who won and how, what stands out, what it came to, and what next.

use super::prelude::*;

pub(super) fn draw(
    mut sheet: PageSheet,
    table: Res<Table>,
    mut brushes: Brushes,
    mut seen: Local<Option<Ending>>,
) {
    let Some(ending) = &table.ending else { return };
    if !sheet.renew(&mut seen, ending.clone()) {
        return;
    }
    sheet.bare(Behind::Dim, |root| draw_ending(root, &mut brushes, ending));
}

fn draw_ending(root: Sheet, brushes: &mut Brushes, ending: &Ending) {
    root.spawn(paper_card(WIDTH)).with_children(|card| {
        let title = match ending.side {
            Some(side) => HEADING.size(theme::TITLE).ink(theme::side_ink(side)),
            None => HEADING,
        };
        card.text(title, &ending.title);
        card.text(NAME, &ending.told);
        middle(card, "ending", |card| {
            for (name, value) in &ending.lines {
                if name.is_empty() || value.chars().count() > LONG {
                    draw_long(card, name, value);
                    continue;
                }
                card.spawn(across().apart()).with_children(|row| {
                    row.text(TEXT.soft(), name);
                    row.line(NUMBER.size(theme::BODY).ink(theme::INK), value);
                });
            }
            draw_deeds(card, brushes, &ending.deeds);
            draw_fighters(card, brushes, ending);
            card.spawn(down().fixed()).with_children(|table| draw_sums(table, &ending.sums));
        });
        foot(card, |buttons| {
            let (again, lit) = (("Play again", say!("end-again"), ""), (ButtonLook::Lit, theme::INK));
            plate_like(buttons, again, Intent::Again, lit).insert(First);
            plate(buttons, "Swap sides", say!("end-swap"), "", Intent::SwapSides);
            plate(buttons, "Watch", say!("button-watch"), "", Intent::WatchLast);
            plate(buttons, "What happened", say!("end-log"), "", Intent::Open(Page::Log));
            plate(buttons, "Title", say!("end-title"), "", Intent::ToTitle);
            plate(buttons, "Quit", say!("page-quit"), "", Intent::Quit);
        });
    });
}

/// Width of the card, in units.
const WIDTH: f32 = 760.0;
/// Width of a side's column, in pixels at scale 1, and the same where there are so many that rows need the room.
const SIDE: (f32, f32) = (150.0, 120.0);
/// So many sides have wide columns.
const FEW: usize = 3;

/// The least width of a deed's card, in units.
const DEED: f32 = 200.0;

/// What stands out, a card for each: who did it, and how much it was.
fn draw_deeds(card: Sheet, brushes: &mut Brushes, deeds: &[Deed]) {
    card.spawn(Node::default().columns(GAP_2).rows(GAP_2).wrap().fixed()).with_children(|row| {
        for Deed { name, unit, amount, about } in deeds {
            let node = Node { border: UiRect::all(px(1)), ..across().gap(GAP_2).pad(GAP_2, GAP) };
            let look = (BackgroundColor(theme::FIELD), BorderColor::all(theme::RULE));
            row.spawn((node.basis(DEED).round(), look)).with_children(|deed| {
                token(deed, brushes, unit, (TOKEN, TOKEN / 6.0), Color::WHITE);
                deed.spawn(down().gap(0.0).grows()).with_children(|words| {
                    words.text(STRONG.soft(), name);
                    words.text(NAME.ink(theme::side_ink(unit.side)), &unit.name);
                    words.text_any(SOFT, about);
                });
                deed.line(HEADING, amount);
            });
        }
    });
}

/// The counters of each side, side by side.
fn draw_fighters(card: Sheet, brushes: &mut Brushes, ending: &Ending) {
    card.spawn(Node::default().columns(GAP_3).rows(GAP_2).wrap().fixed()).with_children(|sides| {
        for (_, colour) in &ending.sums.sides {
            let own = ending.units.iter().filter(|unit| unit.side == *colour);
            sides.spawn(down().basis(200.0)).with_children(|side| token_row(side, brushes, TOKEN, own));
        }
    });
}

/// What it came to, side by side.
fn draw_sums(card: Sheet, sums: &Sums) {
    let wide = if sums.sides.len() > FEW { SIDE.1 } else { SIDE.0 };
    let cell = || Node { width: px(wide), justify_content: JustifyContent::End, ..Node::default().fixed() };
    card.spawn(across().apart()).with_children(|head| {
        head.spawn(Node::default());
        head.spawn(across()).with_children(|sides| {
            for (name, colour) in &sums.sides {
                let name = STRONG.ink(theme::side_ink(*colour)).text(name);
                sides.spawn(cell()).with_child((name, TextLayout::justify(Justify::Right)));
            }
        });
    });
    for SumRow { name, values, tip } in &sums.rows {
        let node = Node { border: UiRect::top(px(1)), padding: UiRect::top(px(GAP)), ..across().apart() };
        let mut row = card.spawn((node, BorderColor::all(theme::PAPER_DIM)));
        if !tip.is_empty() {
            row.insert(Tip::new(tip.clone()));
        }
        row.with_children(|line| {
            line.text(TEXT.soft(), name);
            line.spawn(across()).with_children(|sides| {
                for value in values {
                    sides.spawn(cell()).with_child(NUMBER.size(theme::BODY).ink(theme::INK).line(value));
                }
            });
        });
    }
}

/// The longest value of the end that stands beside its name.
const LONG: usize = 40;

/// A sentence or a path, beneath its name, broken wherever it has to be.
fn draw_long(card: Sheet, name: &str, value: &str) {
    card.spawn(down().gap(0.0)).with_children(|column| {
        if name.is_empty() {
            column.text(TEXT, value).insert(TextLayout::linebreak(LineBreak::WordBoundary));
            return;
        }
        column.line(TEXT.soft(), name);
        let anywhere = TextLayout::linebreak(LineBreak::AnyCharacter);
        column.text(NUMBER.ink(theme::INK), value).insert(anywhere);
    });
}
