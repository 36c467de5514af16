//! A distribution as columns: how likely each loss is, and what it would mean.

use crate::window::pen::*;

/// Height of the highest column, in units; where there is little room; and on a short card.
const HEIGHT: [f32; 3] = [44.0, 26.0, 20.0];

/// A column is broken off only if it is likelier than this, and so many times as likely as the next.
const BROKEN: (f32, f32) = (0.6, 3.0);

/// How high the next is then, and how much of the one that is broken off stands above the break, of the whole height.
const NEXT: f32 = 0.6;
const TIP: f32 = 0.2;

/// Height of the break, in units.
const BREAK: f32 = 5.0;

/// The share that is drawn as high as there is room: the greatest; or, where that would flatten all others, less. A
/// column with more is broken off.
fn whole(columns: &[Column]) -> f32 {
    let mut shares: Vec<f32> = columns.iter().map(|column| column.share).collect();
    shares.sort_by(|one, other| other.total_cmp(one));
    let first = shares.first().copied().unwrap_or_default();
    let next = shares.get(1).copied().unwrap_or_default();
    let breaks = next > 0.0 && first > BROKEN.0 && first > BROKEN.1 * next;
    // No column is divided by nothing.
    if breaks { next / NEXT } else { first.max(0.01) }
}

/// How large a colour is shown beside its word, in units.
const SWATCH: f32 = 10.0;

/// How high the columns of a short card are with what stands above and beneath them, in units.
pub const STRIP: f32 = HEIGHT[2] + 2.0 * theme::SMALL;

/// Draws columns over the width of a card, and beneath what they are.
pub fn draw(card: Sheet, columns: &[Column], note: &str, folded: bool) {
    draw_columns(card, columns, if folded { HEIGHT[1] } else { HEIGHT[0] }, None);
    card.text_any(ASIDE, note);
    draw_key(card, columns);
}

/// Draws columns over the width of a short card, as low as they can be read.
pub fn draw_strip(card: Sheet, columns: &[Column]) {
    draw_columns(card, columns, HEIGHT[2], Some(LineHeight::Px(theme::SMALL)));
}

/// Columns true to scale, the highest as high as there is room; `close`: how high the numbers above and beneath them are,
/// if not as other lines.
fn draw_columns(card: Sheet, columns: &[Column], highest: f32, close: Option<LineHeight>) {
    if columns.is_empty() {
        return;
    }
    let most = whole(columns);
    let row = Node { align_items: AlignItems::FlexEnd, ..Node::default().columns(2.0) };
    card.spawn((row, Pickable::IGNORE)).with_children(|row| {
        for column in columns {
            let node = Node { align_items: AlignItems::Center, ..down().gap(0.0).basis(0.0) };
            row.spawn((node, Pickable::IGNORE)).with_children(|stack| {
                lay_close(stack.line(SOFT, &column.text), close);
                // One that would be higher is broken off: its number says how high it is.
                let broken = column.share > most;
                let (high, all) = match broken {
                    true => (highest * (1.0 - TIP) - BREAK, column.share),
                    false => (highest, most),
                };
                let node = Node { width: percent(100), ..down().gap(1.0) };
                let mut whole = stack.spawn((node, Pickable::IGNORE));
                if broken {
                    let told = say!("loss-broken", share = &column.text);
                    whole.insert((Tip::new(told), Pickable::default()));
                }
                whole.with_children(|whole| {
                    let bar = |height: f32| Node { width: percent(100), height: px(height), ..default() };
                    if let Some((grade, _)) = column.parts.first().filter(|_| broken) {
                        whole.spawn(face(bar(highest * TIP), *grade));
                        // Two strokes across.
                        let node = Node { border: UiRect::vertical(px(1)), ..bar(BREAK) };
                        whole.spawn((node, BorderColor::all(theme::INK), Pickable::IGNORE));
                    }
                    for (grade, share) in &column.parts {
                        whole.spawn(face(bar((high * share / all).max(2.0)), *grade));
                    }
                });
                lay_close(stack.line(NUMBER.ink(theme::INK), &column.foot), close);
            });
        }
    });
}

/// Lays a text so close to what is above and beneath it.
fn lay_close(mut text: EntityCommands, close: Option<LineHeight>) {
    if let Some(close) = close {
        text.insert(close);
    }
}

/// What the colours of the columns mean.
fn draw_key(card: Sheet, columns: &[Column]) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_true_to_scale_unless_one_would_flatten_all_others() {
        let most = |shares: &[f32]| {
            let column = |share: &f32| Column { share: *share, ..Column::default() };
            whole(&shares.iter().map(column).collect::<Vec<Column>>())
        };
        let near = |one: f32, other: f32| (one - other).abs() < 1e-4;
        assert!(near(most(&[0.54, 0.46]), 0.54), "54 stands higher than 46");
        assert!(near(most(&[0.6, 0.09, 0.08]), 0.6), "60 is no more than 60");
        assert!(near(most(&[0.7, 0.25, 0.05]), 0.7), "less than three times the next");
        assert!(near(most(&[0.1, 0.8, 0.05]), 0.1 / NEXT), "broken off");
        assert!(near(most(&[1.0]), 1.0) && most(&[]) > 0.0 && most(&[0.0]) > 0.0);
    }
}
