//! The way of a blow's damage as a sum: what arrives, what each gate takes or adds, what is left.
//!
//! What they say is in the table. Each gate leads to its rule, and what arrives to a word of the glossary.

use crate::window::{glossary, pen::*};

/// So many characters of a sum have room in a line.
const ROOM: usize = 42;

/// Draws a line for each portion; of one that is too long what is left stands in the first line and what counts of the
/// sum in the next. Nothing where there are none.
pub fn draw(parent: Sheet, rows: &[TraceRow]) {
    for row in rows {
        let long = is_long(row);
        if let Some(last) = row.gates.last().filter(|_| long) {
            parent.spawn((across().gap(GAP_2).apart().fixed(), Pickable::IGNORE)).with_children(|head| {
                head.text(STRONG, &row.what);
                head.line(STRONG, &last.goes_on);
            });
        }
        parent.spawn((across().gap(GAP).rows(0.0).wrap().fixed(), Pickable::IGNORE)).with_children(|way| {
            if !long {
                way.line(STRONG, format!("{}:", row.what));
            }
            let topic = glossary::topic(&row.arrives).or_else(|| glossary::topic(&row.what));
            let mut arrives = way.spawn(Node::default());
            leads(&mut arrives, format!("arrives {}", row.what), topic);
            arrives.with_child(PLAIN.line(&row.arrives));
            for gate in row.gates.iter().filter(|gate| gate.counts || !long) {
                let ink = if gate.counts { theme::INK } else { theme::GREY };
                let mut own = way.spawn(Node::default());
                leads(&mut own, format!("gate {}", gate.name), gate.rule.clone());
                own.with_child(PLAIN.ink(ink).line(step(gate)));
            }
            if let Some(last) = row.gates.last().filter(|_| !long) {
                way.line(STRONG, format!("= {}", last.goes_on));
            }
        });
    }
}

/// Whether the sum of a portion has no room in one line.
fn is_long(row: &TraceRow) -> bool {
    let Some(last) = row.gates.last() else { return false };
    let parts = [&row.what, &row.arrives, &last.goes_on].map(|text| text.chars().count() + 2);
    let steps = row.gates.iter().map(|gate| step(gate).chars().count() + 1);
    parts.into_iter().chain(steps).sum::<usize>() > ROOM
}

/// What a gate takes or adds, as a step of the sum; the name of one that changes no number stands in brackets.
fn step(gate: &Gate) -> String {
    let Gate { name, change, .. } = gate;
    match change.chars().next() {
        None => format!("({name})"),
        Some(sign @ ('+' | '−')) => format!("{sign} {} {name}", change.trim_start_matches(sign)),
        Some(_) => format!("− {change} {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_too_long_for_a_line_has_two() {
        let row = |what: &str, gates: &[(&str, &str)]| {
            let gate = |(change, name): &(&str, &str)| Gate {
                name: (*name).to_owned(),
                change: (*change).to_owned(),
                goes_on: "9".to_owned(),
                ..Gate::default()
            };
            let gates = gates.iter().map(gate).collect();
            TraceRow { what: what.to_owned(), arrives: "8".to_owned(), gates }
        };
        assert!(!is_long(&row("Edge damage", &[("−7", "soak")])));
        assert!(is_long(&row("Bludgeoning damage", &[("−2", "resistance"), ("+3", "vulnerability")])));
        assert!(!is_long(&row("A damage that has a very long name and is never stopped", &[])));
    }

    #[test]
    fn a_gate_is_a_step_of_a_sum() {
        let told = |change: &str| {
            step(&Gate { name: "armour".to_owned(), change: change.to_owned(), ..Gate::default() })
        };
        assert_eq!([told("−2"), told("+3"), told("0")], ["− 2 armour", "+ 3 armour", "− 0 armour"]);
        assert_eq!(told(""), "(armour)");
    }
}
