//! The way of a blow's damage as rows of gates: what arrives, what each takes, what goes on.
//!
//! What they say is in the table. Each gate leads to its rule.

use crate::window::pen::*;

/// Draws a row for each portion; one that is too long for a line goes on in the next. Nothing where there are none.
pub fn draw(parent: Sheet, rows: &[TraceRow]) {
    for row in rows {
        parent.spawn((across().gap(3.0).rows(2.0).wrap().fixed(), Pickable::IGNORE)).with_children(|way| {
            way.line(STRONG, format!("{} {}", row.what, row.arrives));
            for (n, gate) in row.gates.iter().enumerate() {
                draw_gate(way, gate, n + 1 == row.gates.len());
            }
        });
    }
}

/// A gate, and behind it what goes on: in bold what is left in the end.
fn draw_gate(way: Sheet, gate: &Gate, last: bool) {
    let ink = if gate.counts { theme::INK } else { theme::GREY };
    way.spawn((across().gap(3.0), Pickable::IGNORE)).with_children(|both| {
        let node = Node { border: UiRect::horizontal(px(2)), ..across().gap(3.0).pad(3.0, 0.0) };
        let mut own = both.spawn((node, BorderColor::all(ink)));
        leads(&mut own, format!("gate {}", gate.name), gate.rule.clone());
        own.with_children(|own| {
            own.line(PLAIN.ink(ink), &gate.name);
            if !gate.change.is_empty() {
                own.line(NUMBER.ink(ink), &gate.change);
            }
        });
        both.line(PLAIN.bold(last), &gate.goes_on);
    });
}
