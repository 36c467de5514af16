//! How the slots of the row are drawn by what they hold and the room there is: which are narrow, which stand together
//! under one reason, and how their texts are fitted in.

use super::letters;
use crate::{locale, window::pen::*};

/// The widest that a slot is, in units, and a narrow one.
pub(super) const WIDEST: f32 = 160.0;
pub(super) const NARROW: f32 = 46.0;
/// With at most so many possible cards in a row and at least so many grey ones, the grey ones are narrow.
const FEW: usize = 2;
pub(super) const MANY: usize = 3;
/// What a slot has at the sides of its name: edges, paddings, the gap to the next.
const AROUND: f32 = 2.0 + 2.0 * GAP + GAP;
/// Size of an icon, in units: at most more than a third of a slot's height, at least, and where there is little room.
const ICON: (f32, f32, f32) = (44.0, 28.0, 22.0);
/// The most on a grey card, over which its reason stands.
const GREY_ICON: f32 = 30.0;
/// Lines of a name, at most; one more where nothing stands beneath it.
pub(super) const NAME_LINES: usize = 2;
/// Width of a key, in units, which nothing else may touch.
const KEY: f32 = 12.0;

/// How the slots are drawn.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Form {
    /// There is little room.
    pub folded: bool,
    /// A slot that is not possible is only an icon and a key.
    pub narrow: bool,
    /// Width of what is written on a slot, and height of an icon and the lines below it, in units.
    pub room: Vec2,
}

/// Why a slot with a card or with the manoeuvres is grey, by the card whose reason stands for it; none: it is open.
pub(super) fn shut<'a>(hand: &'a [ActionCard], row: &Row, slot: &RowSlot) -> Option<&'a ActionCard> {
    let cards = match slot {
        RowSlot::Card(n) => std::slice::from_ref(n),
        RowSlot::Manoeuvres => row.manoeuvres.as_slice(),
        RowSlot::Empty | RowSlot::More => &[],
    };
    let open = cards.iter().any(|n| hand.get(*n).is_some_and(ActionCard::open));
    usual(hand, cards).filter(|_| !open)
}

/// The slots of a row from the left, neighbours together that are grey for the same reason.
pub(super) fn stacks<'a>(hand: &[ActionCard], row: &'a Row) -> impl Iterator<Item = &'a [RowSlot]> {
    row.slots.chunk_by(move |one, other| {
        let why = shut(hand, row, one).zip(shut(hand, row, other));
        why.is_some_and(|(one, other)| one.barred == other.barred)
    })
}

impl Form {
    /// How the slots of a row are drawn where there is so much room.
    pub(super) fn of(hand: &[ActionCard], row: &Row, room: &Room) -> Self {
        let cards = row.slots.iter().filter(|slot| matches!(slot, RowSlot::Card(_) | RowSlot::Manoeuvres));
        let shut = row.slots.iter().filter(|slot| shut(hand, row, slot).is_some()).count();
        let narrow = !room.folded && cards.count() <= FEW + shut && shut >= MANY;
        let folded = match (room.folded, narrow) {
            (true, _) => 0,
            (_, true) => shut,
            _ => stacks(hand, row).map(<[RowSlot]>::len).filter(|len| *len >= MANY).sum(),
        };
        let beside = if room.folded { 0.0 } else { room.wing + room.tray + 2.0 * GAP_2 };
        let whole = room.window.x - 2.0 * GAP_2 - beside - folded as f32 * (NARROW + GAP);
        let slot = (whole / (row.slots.len() - folded).max(1) as f32).min(WIDEST);
        let high = room.bottom - 2.0 * GAP_2 - 2.0 - 2.0 * GAP - theme::SMALL;
        Self { folded: room.folded, narrow, room: Vec2::new(slot - AROUND, high) }
    }

    /// The size of an icon over so many lines.
    pub(super) fn icon(self, possible: bool, lines: usize) -> f32 {
        let most = if possible { ICON.0 } else { GREY_ICON };
        if self.folded { ICON.2 } else { (self.room.y - lines as f32 * theme::SMALL).clamp(ICON.1, most) }
    }

    /// A text in at most so many lines: as it is, or else its short form, where all words have room; else with its
    /// longer words broken where they may be. What is too long even so is cut.
    pub(super) fn fitted(self, text: &str, most: usize) -> String {
        let has_room = |text: &&str| {
            letters::lines(text, self.room.x).len() <= most
                && text.split(' ').all(|word| letters::width(word) <= self.room.x)
        };
        let short = locale::shortened(text);
        let whole = [text, short.as_str()].into_iter().find(has_room).map(str::to_owned);
        let text = whole.unwrap_or_else(|| broken(&short, &say!("hand-breaks")));
        letters::few_lines(&text, self.room.x, most).join("\n")
    }

    /// Why a card is grey, in the lines that it has beside its key. No word of it is broken.
    pub(super) fn reason(self, why: &str) -> Vec<String> {
        letters::lines(why, self.room.x - KEY)
    }
}

/// The longest word that has room in a slot of a full row, in units.
const WORD: f32 = 82.0;

/// A name whose longer words go on in the next line after one of these parts, so that they have room in a slot.
fn broken(name: &str, parts: &str) -> String {
    let in_two = |word: &str| {
        let split = parts.split_whitespace().find_map(|part| Some((part, word.strip_prefix(part)?)));
        match split {
            Some((part, rest)) if !rest.is_empty() && letters::width(word) > WORD => {
                format!("{part}-\n{rest}")
            }
            _ => word.to_owned(),
        }
    };
    name.split(' ').map(in_two).collect::<Vec<_>>().join(" ")
}

/// Of some cards, one with the reason that most have.
pub(super) fn usual<'a>(hand: &'a [ActionCard], cards: &[usize]) -> Option<&'a ActionCard> {
    let cards = || cards.iter().filter_map(|n| hand.get(*n));
    cards().max_by_key(|card| cards().filter(|own| own.barred == card.barred).count())
}

pub(super) fn possible(hand: &[ActionCard], n: usize) -> bool {
    hand.get(n).is_some_and(|card| card.why_not.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_word_too_long_for_a_slot_is_broken_after_a_part() {
        let broken = |name| broken(name, "Ausweich Feuer");
        assert_eq!(broken("Ausweichschritt links"), "Ausweich-\nschritt links");
        assert_eq!(["Ausweichen", "Feuer"].map(broken), ["Ausweichen", "Feuer"]);
        assert_eq!(super::broken("Evasive action", ""), "Evasive action");
    }

    #[test]
    fn grey_cards_are_narrow_where_hardly_anything_is_possible_and_icons_leave_room_for_the_lines() {
        let form = |open: &[bool]| {
            let card = |open: &bool| ActionCard {
                why_not: (!open).then(|| "no".to_owned()),
                ..ActionCard::default()
            };
            let hand: Vec<ActionCard> = open.iter().map(card).collect();
            let slots = (0..hand.len()).map(RowSlot::Card).collect();
            Form::of(&hand, &Row { slots, ..Row::default() }, &Room::default())
        };
        let (few, all) = (form(&[true, false, false, false]), form(&[true; 8]));
        assert!(few.narrow && few.room.x >= all.room.x);
        let stacked = form(&[true, false, false, false, true, true, true, true]);
        assert!(!stacked.narrow && stacked.room.x > all.room.x, "three of one reason stand narrow");
        assert!(!all.narrow && !form(&[true, false, false]).narrow);
        let (two, five) = (all.icon(true, 2), all.icon(true, 5));
        assert!(two > five && five >= ICON.1 && five + 5.0 * theme::SMALL <= all.room.y + ICON.1);
        let name = all.fitted("Overwatch with a burst of everything", NAME_LINES);
        assert!(name.lines().count() == NAME_LINES && name.ends_with('…'), "{name}");
    }
}
