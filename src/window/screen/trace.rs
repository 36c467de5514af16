//! The way of a blow's damage as a sum: what arrives, what each gate takes or adds, what is left.
//!
//! What they say is in the table. Each gate leads to its rule, and what arrives to a word of the glossary.

use crate::window::{glossary, pen::*};

/// Draws a line for each portion; one that is too long goes on in the next. Nothing where there are none.
pub fn draw(parent: Sheet, rows: &[TraceRow]) {
    for row in rows {
        parent.spawn((across().gap(GAP).rows(0.0).wrap().fixed(), Pickable::IGNORE)).with_children(|way| {
            way.line(STRONG, format!("{}:", row.what));
            let topic = glossary::topic(&row.arrives).or_else(|| glossary::topic(&row.what));
            let mut arrives = way.spawn(Node::default());
            leads(&mut arrives, format!("arrives {}", row.what), topic);
            arrives.with_child(PLAIN.line(&row.arrives));
            for gate in &row.gates {
                let ink = if gate.counts { theme::INK } else { theme::GREY };
                let mut own = way.spawn(Node::default());
                leads(&mut own, format!("gate {}", gate.name), gate.rule.clone());
                own.with_child(PLAIN.ink(ink).line(step(gate)));
            }
            if let Some(last) = row.gates.last() {
                way.line(STRONG, format!("= {}", last.goes_on));
            }
        });
    }
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
    fn a_gate_is_a_step_of_a_sum() {
        let told = |change: &str| {
            step(&Gate { name: "armour".to_owned(), change: change.to_owned(), ..Gate::default() })
        };
        assert_eq!([told("−2"), told("+3"), told("0")], ["− 2 armour", "+ 3 armour", "− 0 armour"]);
        assert_eq!(told(""), "(armour)");
    }
}
