//! A distribution as columns: how likely each loss is, and what it would mean.

use crate::window::pen::*;

/// Height of the highest column, in units; and where there is little room.
const HEIGHT: (f32, f32) = (44.0, 26.0);

/// How much of a column that is broken off stands above the break.
const TIP: f32 = 0.2;

/// How large a colour is shown beside its word, in units.
const SWATCH: f32 = 10.0;

/// Draws columns over the width of a card, the highest for a loss as high as there is room, and beneath what they are.
pub fn draw(card: Sheet, columns: &[Column], note: &str, folded: bool) {
    let highest = if folded { HEIGHT.1 } else { HEIGHT.0 };
    if columns.is_empty() {
        return;
    }
    // That nothing is lost is often likelier than all the rest: it does not flatten the others.
    let hurts = |column: &&Column| column.parts.iter().all(|(grade, _)| *grade != Grade::Nothing);
    let most = columns.iter().filter(hurts).map(|column| column.share).fold(0.01, f32::max);
    let row = Node { align_items: AlignItems::FlexEnd, ..Node::default().columns(2.0) };
    card.spawn((row, Pickable::IGNORE)).with_children(|row| {
        for column in columns {
            let node = Node { align_items: AlignItems::Center, ..down().gap(0.0).basis(0.0) };
            row.spawn((node, Pickable::IGNORE)).with_children(|stack| {
                stack.line(SOFT, &column.text);
                // One that would be higher is broken off: its number says how high it is.
                let broken = column.share > most;
                let high = |share: f32| (highest * share / most).max(2.0);
                let parts: Vec<(Grade, f32)> = match column.parts.as_slice() {
                    [(grade, _), ..] if broken => {
                        vec![(*grade, highest * TIP), (*grade, highest * (1.0 - TIP) - GAP)]
                    }
                    parts => parts.iter().map(|(grade, share)| (*grade, high(*share))).collect(),
                };
                let node = Node { width: percent(100), ..down().gap(if broken { GAP } else { 1.0 }) };
                let mut whole = stack.spawn((node, Pickable::IGNORE));
                if broken {
                    let told = say!("loss-broken", share = &column.text);
                    whole.insert((Tip::new(told), Pickable::default()));
                }
                whole.with_children(|whole| {
                    for (grade, height) in parts {
                        let node = Node { width: percent(100), height: px(height), ..default() };
                        whole.spawn(face(node, grade));
                    }
                });
                stack.line(NUMBER.ink(theme::INK), &column.foot);
            });
        }
    });
    card.text(ASIDE, note);
    let named = key(columns);
    if named.is_empty() {
        return;
    }
    card.spawn((across().gap(GAP_3), Pickable::IGNORE)).with_children(|row| {
        for grade in named {
            row.spawn((across().gap(GAP), Pickable::IGNORE)).with_children(|one| {
                one.spawn(face(sized(SWATCH, SWATCH).fixed(), grade));
                let dead = grade == Grade::Dead;
                one.line(SOFT, if dead { say!("loss-kills") } else { say!("loss-disables") });
            });
        }
    });
}

/// Which colours of the columns need a word: those of what disables and kills.
pub fn key(columns: &[Column]) -> Vec<Grade> {
    let shown = |grade: &Grade| columns.iter().flat_map(|column| &column.parts).any(|(own, _)| own == grade);
    [Grade::Disabled, Grade::Dead].into_iter().filter(shown).collect()
}

/// A part of a column, in the colour of what it means.
fn face(node: Node, grade: Grade) -> impl Bundle {
    let (colour, edge) = match grade {
        Grade::Nothing => (theme::PAPER_DIM, theme::RULE),
        Grade::Hurt => (theme::RULE, theme::RULE),
        Grade::Disabled => (theme::HARM, theme::HARM),
        Grade::Dead => (theme::INK, theme::HARM),
    };
    let node = Node { border: UiRect::all(px(1)), ..node };
    (node, BackgroundColor(colour), BorderColor::all(edge), Pickable::IGNORE)
}
