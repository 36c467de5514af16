//! The increments of a move: in which of them each square lies, and what each does to checks.

use crate::window::session::{going::weighing, prelude::*};

/// Each increment of a move, written where it begins; and the increment of each square, row by row.
pub fn increments(facts: &Facts, unit: &UnitState, going: &Going, notes: &mut Vec<Note>) -> Vec<u8> {
    let found = going.by_increment(facts, unit);
    let Some(least) = found.iter().map(|(_, increment)| *increment).min() else { return Vec::new() };
    let mut of = vec![0_u8; facts.map.squares().count()];
    let body = facts.moving(unit).place.area;
    for (square, increment) in &found {
        for n in body.at(*square).squares().filter_map(|covered| facts.map.index(covered)) {
            let Some(own) = of.get_mut(n) else { continue };
            // Of several footprints over a square the nearest counts.
            let increment = u8::try_from(*increment).unwrap_or(u8::MAX);
            *own = if *own == 0 { increment } else { (*own).min(increment) };
        }
    }
    // Where each begins: where there is room for its label beside the square, then by what it costs to get there; of
    // several such squares the one straight ahead, which is seen first.
    let mut first: BTreeMap<i32, (bool, i32, i32, Square)> = BTreeMap::new();
    let lies_in = |square: Square, increment: i32| {
        let own = facts.map.index(square).and_then(|n| of.get(n));
        own.is_some_and(|own| i32::from(*own) == increment)
    };
    for (square, increment) in found {
        let across = i32::from(square.x) - i32::from(body.origin.x);
        let along = i32::from(square.y) - i32::from(body.origin.y);
        let narrow = !(-1..=1).all(|aside| lies_in(Square::new(square.x + aside, square.y), increment));
        let own = (narrow, going.cost(square).unwrap_or(i32::MAX), across * across + along * along, square);
        let begins = first.entry(increment).or_insert(own);
        if (own.0, own.1, own.2) < (begins.0, begins.1, begins.2) {
            *begins = own;
        }
    }
    for (_, (.., square)) in first.into_iter().filter(|(increment, _)| *increment > least) {
        let strain = going.strain(facts, unit, square);
        if !strain.is_empty() {
            let text = say!("way-far", what = strained(facts, &strain));
            notes.push(Note { at: show::at(square), text, weight: Weight::Way, ..Note::default() });
        }
    }
    of
}

/// The same of stopping on a square, with the rule that says so.
pub fn strain_line(facts: &Facts, unit: &UnitState, going: &Going, square: Square) -> Option<SideLine> {
    let strain = going.strain(facts, unit, square);
    let rule = weighing(facts).find_map(|def| def.rule);
    (!strain.is_empty()).then(|| ruled(line(strained(facts, &strain), ""), rule))
}

/// What increments do to checks, in words.
fn strained(facts: &Facts, strain: &[(Key, i32)]) -> String {
    let told = |(check, n): &(Key, i32)| match check.as_str() {
        "all" => say!("way-increment-all", n = *n),
        _ => say!("way-increment-of", n = *n, check = words::low(&facts.book.name_of(*check))),
    };
    strain.iter().map(told).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn farther_than_an_increment_label_and_line_say_what_it_does_to_checks_with_its_rule_a60() {
        let (battle, jem) = at_jems_turn(&library());
        let facts = Facts::clone(&battle.referees_knowledge());
        let unit = facts.unit(jem).unwrap();
        let hand = pick::hand(&facts, jem, &Occasion::default());
        let going = Going::find(&facts, unit, pick::default_move(&facts, &hand).unwrap()).unwrap();
        let mut notes = Vec::new();
        increments(&facts, unit, &going, &mut notes);
        let told = |note: &Note| {
            note.text.starts_with("farther: ") && note.text.ends_with("2 to all checks this round")
        };
        assert!(notes.iter().any(told), "{notes:?}");
        for (square, increment) in going.by_increment(&facts, unit) {
            let line = strain_line(&facts, unit, &going, square);
            assert_eq!(line.is_some(), increment > 1, "{square:?}");
            assert!(line.iter().all(|line| line.rule.as_deref() == Some("A-60")), "{line:?}");
        }
    }
}
