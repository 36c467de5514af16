//! How wide the cards above the row of actions are, so that each name can be read whole.

use crate::window::view::ActionCard;

/// Height of a card, in units: two lines of small text.
pub const CARD_HEIGHT: f32 = 30.0;
/// The narrowest and the widest that a card is.
const WIDTHS: (f32, f32) = (150.0, 240.0);
/// What a card has besides its name and what stands in its corner: edges, paddings, the icon, the gaps between.
const AROUND: f32 = 42.0;
/// Width of a pip with its gap.
const PIP: f32 = 11.0;
/// Width of a letter of a number or a key.
const DIGIT: f32 = 8.0;

/// About how wide a text is, in small letters.
fn letters(text: &str) -> f32 {
    let wide = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | '\'' | ' ' | ':' | '|' => 3.8,
        'f' | 't' | 'r' | '-' | '(' | ')' | 'I' => 5.0,
        's' | 'c' | 'z' | 'k' | 'v' | 'x' | 'y' => 6.5,
        'm' | 'w' | 'M' | 'W' | '–' => 10.8,
        letter if letter.is_uppercase() => 8.2,
        _ => 7.2,
    };
    text.chars().map(wide).sum()
}

/// The width that a card's name takes, on one line and on two.
fn name_width(name: &str) -> (f32, f32) {
    let whole = letters(name);
    let breaks = name.match_indices([' ', '-']).map(|(at, _)| {
        let (first, second) = name.split_at(at + 1);
        letters(first.trim_end()).max(letters(second))
    });
    (whole, breaks.fold(whole, f32::min))
}

/// The width of all on a card but its name: its cost, and beneath it its key, in the corner.
fn beside(card: &ActionCard, key: &str) -> f32 {
    let cost = card.cost.iter().map(|(_, n, _)| match *n {
        0 => 0.0,
        n @ 1..=4 => PIP * n as f32,
        n => DIGIT * n.to_string().chars().count() as f32,
    });
    AROUND + cost.sum::<f32>().max(DIGIT * key.chars().count() as f32)
}

/// The least width of a card on which its name can be read whole.
fn need(card: &ActionCard, key: &str) -> f32 {
    name_width(&card.full_name()).1 + beside(card, key)
}

/// The width of cards that are listed together, each with what stands on its key.
pub fn width<'a>(cards: impl Iterator<Item = (&'a ActionCard, String)>) -> f32 {
    let needs = cards.map(|(card, key)| need(card, &key));
    needs.fold(WIDTHS.0, f32::max).min(WIDTHS.1).ceil()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::view::Pip;

    #[test]
    fn cards_are_as_wide_as_the_longest_name_needs_within_limits() {
        let card = |name: &str| ActionCard {
            name: name.into(),
            cost: vec![("AP".into(), 2, Pip::Round)],
            ..ActionCard::default()
        };
        let wide = |names: &[&str]| {
            let cards: Vec<ActionCard> = names.iter().map(|name| card(name)).collect();
            width(cards.iter().map(|card| (card, "1".to_owned())))
        };
        assert_eq!(wide(&["Walk", "Strike"]), WIDTHS.0);
        let long = wide(&["Walk", "Entschlossenes Zurückweichen"]);
        assert!(long > WIDTHS.0 && long <= WIDTHS.1, "{long}");
    }

    #[test]
    fn a_name_on_two_lines_takes_the_longer_of_them() {
        let (one, two) = name_width("Zu Fall bringen");
        assert!(two < one && two > letters("bringen") - 0.1);
        assert_eq!(name_width("Ausweichschritt").0, name_width("Ausweichschritt").1);
    }
}
