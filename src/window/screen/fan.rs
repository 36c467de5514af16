//! How the cards of a hand are laid out: side by side in groups where there is room, else group by group under tabs.
//!
//! Owns how wide a card has to be and how many columns and rows there are. Does not own how a card looks, nor which
//! group is open.

use crate::window::{
    theme,
    view::{ActionCard, Group},
};

/// Height of a card, in units: two lines of small text.
pub const SLIP: f32 = 30.0;
/// Height of a group's heading.
pub const HEADING: f32 = 17.0;
/// Height of the tabs.
pub const TABS: f32 = 24.0;
/// The width from which the names of most actions can be read whole.
const READABLE: f32 = 136.0;
/// The narrowest and the widest that a card is.
const WIDTHS: (f32, f32) = (108.0, 200.0);
/// The most rows of cards: the hand does not cover the map.
const ROWS: usize = 6;
/// The most rows with all cards spread out.
const ALL: usize = 11;
/// The most rows under tabs; more of them are rolled.
const ROLLED: usize = 3;
/// What a card has besides its name and what stands in its corner: edges, paddings, the gap between the two.
const AROUND: f32 = 18.0;
/// Width of a pip with its gap.
const PIP: f32 = 11.0;
/// Width of a letter of a number or a key.
const DIGIT: f32 = 8.0;
/// What the hand keeps free at its sides: edge, padding, the bar of what is rolled.
pub const SIDES: f32 = 2.0 * (theme::GAP_2 + 1.0);

/// How the cards lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fan {
    /// Under tabs, one group at a time.
    pub tabs: bool,
    /// How far the hand rises above its place.
    pub rise: f32,
    /// Width of a card.
    pub width: f32,
}

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
pub fn beside(card: &ActionCard, key: &str) -> f32 {
    let cost = card.cost.iter().map(|(_, n, _)| match *n {
        0 => 0.0,
        n @ 1..=4 => PIP * n as f32,
        n => DIGIT * n.to_string().chars().count() as f32,
    });
    AROUND + cost.sum::<f32>().max(DIGIT * key.chars().count() as f32)
}

/// Does the name fit one line of a card so wide?
pub fn on_one_line(card: &ActionCard, key: &str, width: f32) -> bool {
    name_width(&card.full_name()).0 + beside(card, key) <= width
}

/// The least width of a card on which its name can be read whole.
fn need(card: &ActionCard, key: &str) -> f32 {
    name_width(&card.full_name()).1 + beside(card, key)
}

/// How many columns groups of so many cards fill, one below the other, a heading never apart from its first card.
fn columns(groups: &[usize], room: f32) -> usize {
    let (mut columns, mut used) = (1, 0.0_f32);
    for cards in groups {
        for n in 0..*cards {
            let height = if n == 0 { HEADING + SLIP } else { SLIP };
            if used + height > room {
                columns += 1;
                used = 0.0;
            }
            used += height + theme::GAP;
        }
    }
    columns
}

/// The width of each of so many columns side by side.
fn share(inner: f32, columns: usize, gap: f32) -> f32 {
    (inner - gap * columns.saturating_sub(1) as f32) / columns.max(1) as f32
}

/// How far the hand rises above its place, and how wide a card is, so that all groups fit side by side and can be read:
/// more cards than lie in the usual rows make the hand taller. None: they do not fit.
fn spread(across: f32, height: f32, groups: &[usize], need: f32, all: bool) -> Option<(f32, f32)> {
    let step = SLIP + theme::GAP;
    let usual = (height / step) as usize;
    let more = (if all { ALL } else { ROWS }).saturating_sub(usual);
    let at = |n: usize| share(across - SIDES, columns(groups, height + n as f32 * step), theme::GAP_2);
    let found =
        (0..=more).find(|n| at(*n) >= need.max(READABLE)).or_else(|| (at(more) >= need).then_some(more))?;
    Some((found as f32 * step, at(found).floor().min(WIDTHS.1.max(need))))
}

/// The same under tabs, with so many cards in the open group.
fn under_tabs(across: f32, height: f32, cards: usize, need: f32) -> (f32, f32) {
    let inner = across - SIDES - theme::GAP_2;
    let need = need.clamp(WIDTHS.0, inner.max(WIDTHS.0));
    let columns = ((inner + theme::GAP) / (need + theme::GAP)).floor().max(1.0) as usize;
    let width = share(inner, columns, theme::GAP).floor().min(WIDTHS.1.max(need));
    let columns = ((inner + theme::GAP) / (width + theme::GAP)).floor().max(1.0) as usize;
    let rows = cards.div_ceil(columns).clamp(1, ROLLED);
    let wanted = TABS + rows as f32 * (SLIP + theme::GAP);
    (wanted - height, width)
}

/// Lays a hand out that is so wide and, in its place, so high inside; `open` is the group under the open tab.
pub fn lay(
    (across, height): (f32, f32),
    hand: &[ActionCard],
    groups: &[(Group, Vec<usize>)],
    open: Option<Group>,
    (more, all, folded): (bool, bool, bool),
    key: fn(usize) -> String,
) -> Fan {
    let needs = |cards: &[usize]| {
        let needs = cards.iter().filter_map(|n| Some(need(hand.get(*n)?, &key(*n))));
        needs.fold(WIDTHS.0, f32::max)
    };
    if !folded {
        let mut sizes: Vec<usize> = groups.iter().map(|(_, cards)| cards.len()).collect();
        if let (Some(last), true) = (sizes.last_mut(), more) {
            *last += 1;
        }
        let least = groups.iter().map(|(_, cards)| needs(cards)).fold(0.0, f32::max);
        if let Some((rise, width)) = spread(across, height, &sizes, least, all) {
            return Fan { tabs: false, rise, width };
        }
    }
    let cards = groups.iter().find(|(group, _)| Some(*group) == open).map_or(&[][..], |(_, cards)| cards);
    let (rise, width) = under_tabs(across, height, cards.len(), needs(cards));
    // In its usual place it never shrinks: own card and tray beside it are as high.
    Fan { tabs: true, rise: if folded { rise } else { rise.max(0.0) }, width }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(name: &str, group: Group) -> ActionCard {
        ActionCard { name: name.into(), group, cost: vec![("AP".into(), 2, true)], ..ActionCard::default() }
    }

    fn laid(hand: &[ActionCard], across: f32, folded: bool) -> Fan {
        let mut groups: Vec<(Group, Vec<usize>)> = Vec::new();
        for (n, card) in hand.iter().enumerate() {
            match groups.iter_mut().find(|(group, _)| *group == card.group) {
                Some((_, cards)) => cards.push(n),
                None => groups.push((card.group, vec![n])),
            }
        }
        lay((across, 160.0), hand, &groups, Some(hand[0].group), (false, false, folded), |n| n.to_string())
    }

    #[test]
    fn groups_share_columns() {
        assert_eq!(columns(&[1, 1], 160.0), 1);
        assert!(columns(&[5, 3, 2, 1, 1, 8], 160.0) <= 7);
    }

    #[test]
    fn few_cards_lie_side_by_side_and_are_not_stretched() {
        let fan = laid(&[card("Walk", Group::Move), card("Strike", Group::Strike)], 800.0, false);
        assert_eq!(fan, Fan { tabs: false, rise: 0.0, width: WIDTHS.1 });
    }

    #[test]
    fn what_does_not_fit_side_by_side_goes_under_tabs_and_every_name_has_its_width() {
        let name = "Entschlossenes Zurückweichen";
        let groups = [Group::Move, Group::Strike, Group::Shoot, Group::Defend, Group::Cast, Group::Other];
        let hand: Vec<ActionCard> = (0..90).map(|n| card(name, groups[n % 6])).collect();
        let fan = laid(&hand, 780.0, false);
        assert!(fan.tabs && fan.width >= need(&hand[80], "80"), "{fan:?}");
        let folded = laid(&hand[..6], 837.0, true);
        assert!(folded.tabs && folded.rise < 0.0, "one row needs less than its place: {folded:?}");
    }

    #[test]
    fn a_name_on_two_lines_takes_the_longer_of_them() {
        let (one, two) = name_width("Zu Fall bringen");
        assert!(two < one && two > letters("bringen") - 0.1);
        assert_eq!(name_width("Ausweichschritt").0, name_width("Ausweichschritt").1);
    }
}
