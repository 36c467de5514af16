//! A distribution as columns: how likely each loss is, and what it would mean.

use crate::window::pen::*;

/// Height of the highest column, in units; and where there is little room.
const HEIGHT: (f32, f32) = (44.0, 26.0);

/// How much of a column that is broken off stands above the break.
const TIP: f32 = 0.2;

/// Draws columns over the width of a card, the highest for a loss as high as there is room, and beneath what they are.
pub fn draw(card: Sheet, columns: &[Column], note: &str, folded: bool) {
    let highest = if folded { HEIGHT.1 } else { HEIGHT.0 };
    if columns.is_empty() {
        return;
    }
    // That nothing is lost is often likelier than all the rest: it does not flatten the others.
    let hurts = |column: &&Column| column.grade != Grade::Nothing;
    let most = columns.iter().filter(hurts).map(|column| column.share).fold(0.01, f32::max);
    let row = Node { align_items: AlignItems::FlexEnd, ..Node::default().columns(2.0) };
    card.spawn((row, Pickable::IGNORE)).with_children(|row| {
        for column in columns {
            let node = Node { align_items: AlignItems::Center, ..down().gap(0.0).basis(0.0) };
            row.spawn((node, Pickable::IGNORE)).with_children(|stack| {
                stack.line(SOFT, &column.text);
                let (colour, edge) = match column.grade {
                    Grade::Nothing => (theme::PAPER_DIM, theme::RULE),
                    Grade::Hurt => (theme::RULE, theme::RULE),
                    Grade::Disabled => (theme::HARM, theme::HARM),
                    Grade::Dead => (theme::INK, theme::HARM),
                };
                let height = (highest * column.share / most).max(if column.share > 0.0 { 2.0 } else { 0.0 });
                // One that would be higher is broken off: its number says how high it is.
                let broken = column.share > most;
                let parts =
                    if broken { vec![highest * TIP, highest * (1.0 - TIP) - GAP] } else { vec![height] };
                let faces = (BackgroundColor(colour), BorderColor::all(edge), Pickable::IGNORE);
                let node = Node { width: percent(100), ..down().gap(GAP) };
                let mut whole = stack.spawn((node, Pickable::IGNORE));
                if broken {
                    let told = say!("loss-broken", share = &column.text);
                    whole.insert((Tip::new(told), Pickable::default()));
                }
                whole.with_children(|whole| {
                    for part in parts {
                        let border = UiRect::all(px(1));
                        let node = Node { width: percent(100), height: px(part), border, ..default() };
                        whole.spawn((node, faces));
                    }
                });
                stack.line(NUMBER.ink(theme::INK), &column.foot);
            });
        }
    });
    card.text(ASIDE, note);
}
