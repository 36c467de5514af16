//! How the slots of the row are drawn by the room there is: how wide all are, which share a frame under one reason, and
//! how their texts are fitted in.

use super::letters;
use crate::{locale, window::pen::*};

/// Slots that a full row has: each is as wide as there, however few there are, so that none moves in a whole battle.
const SLOTS: usize = 8;
/// The widest that a slot is, in units. What is left of the row stays free.
const WIDEST: f32 = 144.0;
/// So many neighbours that are grey for one reason share a frame.
pub(super) const MANY: usize = 3;
/// What a slot has at the sides of its name: edges and paddings.
const AROUND: f32 = 2.0 + 2.0 * GAP;
/// Size of an icon, in units: at most more than a third of a slot's height, at least, and where there is little room.
const ICON: (f32, f32, f32) = (44.0, 28.0, 22.0);
/// The most on a grey card, over which its reason stands.
const GREY_ICON: f32 = 30.0;
/// Lines of a name: at least, and where there is room.
const NAME_LINES: (usize, usize) = (2, 3);
/// Lines on a slot besides the first one, which it has in any case; and where there is little room.
const LINES: (usize, usize) = (5, 3);
/// Width of a key, in units, which nothing else may touch.
const KEY: f32 = 12.0;

/// How the slots are drawn.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Form {
    /// There is little room.
    pub folded: bool,
    /// It shares a frame with its neighbours, which tells the reason of all.
    pub shared: bool,
    /// How wide a slot is, in units.
    pub wide: f32,
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
    pub(super) fn of(row: &Row, room: &Room) -> Self {
        let beside = if room.folded { 0.0 } else { room.wing + room.tray + 2.0 * GAP_2 };
        let whole = room.window.x - 2.0 * GAP_2 - beside;
        let slots = row.slots.len().max(SLOTS) as f32;
        let wide = ((whole + GAP) / slots - GAP).floor().min(WIDEST);
        let high = room.bottom - 2.0 * GAP_2 - 2.0 - 2.0 * GAP - theme::SMALL;
        Self { folded: room.folded, shared: false, wide, room: Vec2::new(wide - AROUND, high) }
    }

    /// The size of an icon over so many lines.
    pub(super) fn icon(self, possible: bool, lines: usize) -> f32 {
        let most = if possible { ICON.0 } else { GREY_ICON };
        if self.folded { ICON.2 } else { (self.room.y - lines as f32 * theme::SMALL).clamp(ICON.1, most) }
    }

    /// Name, what tells a card from another, and what it comes to, as they have room on a slot with so many lines of a
    /// reason.
    pub(super) fn texts(self, action: &ActionCard, why: usize) -> [String; 3] {
        let most = if self.folded { LINES.1 } else { LINES.0.saturating_sub(why.saturating_sub(1)) };
        let figure = if action.aimed.is_empty() { &action.figure } else { &action.aimed };
        let figure: Vec<String> = figure.lines().map(|line| self.fitted(line, 2)).collect();
        let figure = figure.join("\n");
        let with = self.fitted(&action.with, most.saturating_sub(NAME_LINES.0).clamp(1, 2));
        let taken = with.lines().count() + figure.lines().count();
        let name = most.saturating_sub(taken).clamp(NAME_LINES.0, NAME_LINES.1);
        [self.fitted(&action.own_name(), name), with, figure]
    }

    /// A text in at most so many lines: as it is, or else its short form, or else without what stands in brackets, where
    /// all words have room; else with its longer words broken where they may be. What is too long even so is cut.
    fn fitted(self, text: &str, most: usize) -> String {
        let has_room = |text: &String| {
            letters::lines(text, self.room.x).len() <= most
                && text.split_whitespace().all(|word| letters::width(word) <= self.room.x)
        };
        let short = locale::shortened(text);
        let (bare, shortest) = (letters::unbracketed(text), letters::unbracketed(&short));
        let broken = |text: &String| broken(text, &say!("hand-breaks"), self.room.x);
        let ways = [text.to_owned(), short, bare, shortest];
        let mut all = ways.iter().cloned().chain(ways.iter().map(broken));
        let text = all.clone().find(has_room).or_else(|| all.next_back()).unwrap_or_default();
        letters::few_lines(&text, self.room.x, most).join("\n")
    }

    /// Why a card is grey, in the lines that it has beside its key.
    pub(super) fn reason(self, why: &str) -> Vec<String> {
        let room = self.room.x - KEY;
        let told = |why: &str| letters::lines(&broken(why, &say!("hand-breaks"), room), room);
        let lines = told(why);
        let cut = lines.iter().any(|line| line.ends_with('…'));
        if cut { told(&locale::shortened(why)) } else { lines }
    }
}

/// A name whose words that are wider than this go on in the next line after one of these parts, or before one that is
/// written with a hyphen.
fn broken(name: &str, parts: &str, room: f32) -> String {
    let in_two = |word: &str| {
        let split = parts.split_whitespace().find_map(|part| match part.strip_prefix('-') {
            Some(end) => Some((word.strip_suffix(end)?, end)),
            None => Some((part, word.strip_prefix(part)?)),
        });
        match split {
            Some((first, rest)) if !first.is_empty() && !rest.is_empty() && letters::width(word) > room => {
                format!("{first}-\n{rest}")
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
    fn only_a_word_too_long_for_a_slot_is_broken_after_a_part_or_before_an_end() {
        let broken = |name| broken(name, "Ausweich Feuer -werfer", 82.0);
        assert_eq!(broken("Ausweichschritt links"), "Ausweich-\nschritt links");
        assert_eq!(broken("Himmelspfeilwerfer"), "Himmelspfeil-\nwerfer");
        assert_eq!(["Ausweichen", "Feuer", "Werfer"].map(broken), ["Ausweichen", "Feuer", "Werfer"]);
        assert_eq!(super::broken("Evasive action", "", 82.0), "Evasive action");
        assert_eq!(letters::unbracketed("Standard attack (ranged), twice"), "Standard attack, twice");
    }

    #[test]
    fn slots_are_as_wide_in_any_row_and_icons_leave_room_for_the_lines() {
        let room = Room::default();
        let form = |count| Form::of(&Row { slots: vec![RowSlot::Empty; count], ..Row::default() }, &room);
        let (few, all) = (form(3), form(SLOTS));
        assert!(few == all && !all.shared);
        let free = room.window.x - room.wing - room.tray - 4.0 * GAP_2;
        assert!(SLOTS as f32 * (all.wide + GAP) - GAP <= free);
        let (two, five) = (all.icon(true, 2), all.icon(true, 5));
        assert!(two > five && five >= ICON.1 && five + 5.0 * theme::SMALL <= all.room.y + 0.1);
        let card = |name: &str, figure: &str| ActionCard {
            name: name.to_owned(),
            figure: figure.to_owned(),
            ..ActionCard::default()
        };
        let lines = |card: &ActionCard, why| all.texts(card, why).map(|text| text.lines().count());
        let rifle = card("Standard attack (ranged)", "Anti-vehicle rifle\n3%–58%");
        assert_eq!(all.texts(&rifle, 0)[0], "Standard\nattack", "its weapon says the rest");
        assert_eq!(lines(&rifle, 0), [2, 0, 3]);
        let long = card("Overwatch with a burst of everything there is", "");
        assert_eq!((lines(&long, 0), lines(&long, 4)), ([3, 0, 0], [2, 0, 0]));
        assert!(all.texts(&long, 4)[0].ends_with('…'));
    }
}
