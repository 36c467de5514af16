//! How the slots of the row are drawn by the room there is: which are stubs, how wide the others are, and how their texts
//! are fitted in.

use super::letters;
use crate::{locale, window::pen::*};

/// The widest that a slot is, in units. What is left of the row stays free.
const WIDEST: f32 = 144.0;
/// How wide a stub is, and where there is little room: what can't be had now leaves its room to what can.
const STUB: (f32, f32) = (82.0, 48.0);
/// What a slot has at the sides of its name, edges and paddings; a stub.
const AROUND: (f32, f32) = (2.0 + 2.0 * GAP, 2.0 + 2.0 * STUB_PAD);
/// What is free at the sides of a stub.
const STUB_PAD: f32 = 2.0;
/// Size of an icon, in units: at most more than a third of a slot's height, at least, and where there is little room.
const ICON: (f32, f32, f32) = (44.0, 28.0, 22.0);
/// Lines of a name: at least, and where there is room.
const NAME_LINES: (usize, usize) = (2, 3);
/// Lines on a slot besides the first one, which it has in any case; and where there is little room.
const LINES: (usize, usize) = (5, 3);

/// How the slots are drawn.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Form {
    /// There is little room.
    pub folded: bool,
    /// It is a stub: icon, key and a short name.
    pub stub: bool,
    /// How wide a slot is, in units.
    pub wide: f32,
    /// What is free at its sides.
    pub pad: f32,
    /// Width of what is written on a slot, and height of an icon and the lines below it, in units.
    pub room: Vec2,
}

/// Whether nothing of a slot can be had now: it is a stub in its place, with its key.
pub(super) fn shut(hand: &[ActionCard], row: &Row, slot: &RowSlot) -> bool {
    let none = |cards: &[usize]| !cards.iter().any(|n| hand.get(*n).is_some_and(ActionCard::open));
    match slot {
        RowSlot::Empty => true,
        RowSlot::Card(n) => none(std::slice::from_ref(n)),
        RowSlot::Manoeuvres => row.open != Some(Popup::Manoeuvres) && none(&row.manoeuvres),
        RowSlot::More => row.open != Some(Popup::More) && none(&row.more),
    }
}

impl Form {
    /// How the slots of a row are drawn where there is so much room: stubs are narrow, all others share the rest.
    pub(super) fn of(hand: &[ActionCard], row: &Row, room: &Room) -> Self {
        let beside = if room.folded { 0.0 } else { room.wing + room.tray + 2.0 * GAP_2 };
        let whole = room.window.x - 2.0 * GAP_2 - beside;
        let stubs = row.slots.iter().filter(|slot| shut(hand, row, slot)).count();
        let stub = if room.folded { STUB.1 } else { STUB.0 };
        let open = row.slots.len().saturating_sub(stubs).max(1) as f32;
        let wide = ((whole - stubs as f32 * (stub + GAP) + GAP) / open - GAP).floor().min(WIDEST);
        let high = room.bottom - 2.0 * GAP_2 - 2.0 - 2.0 * GAP - theme::SMALL;
        let room_on_it = Vec2::new(wide - AROUND.0, high);
        Self { folded: room.folded, stub: false, wide, pad: GAP, room: room_on_it }
    }

    /// The same of a stub.
    pub(super) fn stub(self) -> Self {
        let wide = if self.folded { STUB.1 } else { STUB.0 };
        let room = Vec2::new(wide - AROUND.1, self.room.y);
        Self { stub: true, wide, pad: STUB_PAD, room, ..self }
    }

    /// The size of an icon over so many lines.
    pub(super) fn icon(self, lines: usize) -> f32 {
        if self.folded || self.stub {
            return ICON.2;
        }
        (self.room.y - lines as f32 * theme::SMALL).clamp(ICON.1, ICON.0)
    }

    /// A name in the two lines of a stub, where there is little room its first word.
    pub(super) fn short(self, name: &str) -> Vec<String> {
        let name = letters::unbracketed(&locale::shortened(name));
        let first = name.split(' ').next().unwrap_or_default();
        let (name, most) = if self.folded { (first, 1) } else { (name.as_str(), NAME_LINES.0) };
        self.fitted(name, most).lines().map(str::to_owned).collect()
    }

    /// Name, what tells a card from another, and what it comes to, as they have room on a slot.
    pub(super) fn texts(self, action: &ActionCard) -> [String; 3] {
        let most = if self.folded { LINES.1 } else { LINES.0 };
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

    fn card(name: &str, figure: &str) -> ActionCard {
        ActionCard { name: name.to_owned(), figure: figure.to_owned(), ..ActionCard::default() }
    }

    #[test]
    fn what_cannot_be_had_is_a_stub_and_leaves_its_room_to_the_others() {
        let room = Room::default();
        let free = room.window.x - room.wing - room.tray - 4.0 * GAP_2;
        let form = |possible: usize| {
            let hand: Vec<ActionCard> = (0..8)
                .map(|n| ActionCard { why_not: (n >= possible).then(String::new), ..card("", "") })
                .collect();
            let row = Row { slots: (0..8).map(RowSlot::Card).collect(), ..Row::default() };
            Form::of(&hand, &row, &room)
        };
        for (possible, stubs) in [(8, 0.0), (5, 3.0), (1, 7.0)] {
            let form = form(possible);
            let taken = possible as f32 * (form.wide + GAP) + stubs * (form.stub().wide + GAP) - GAP;
            assert!(taken <= free, "{possible}: {taken} of {free}");
            assert!(form.wide > form.stub().wide, "{possible}: {}", form.wide);
        }
        assert!(form(5).wide > form(8).wide && form(1).wide == WIDEST);
    }

    #[test]
    fn a_slot_is_shut_while_nothing_of_it_can_be_had_but_not_while_it_is_open() {
        let hand = [ActionCard { why_not: Some(String::new()), ..card("Trip", "") }, card("Move", "")];
        let row = Row { manoeuvres: vec![0], more: vec![0, 1], ..Row::default() };
        let shut = |row: &Row, slot| shut(&hand, row, &slot);
        assert!(
            shut(&row, RowSlot::Card(0)) && shut(&row, RowSlot::Manoeuvres) && shut(&row, RowSlot::Empty)
        );
        assert!(!shut(&row, RowSlot::Card(1)) && !shut(&row, RowSlot::More));
        let open = Row { open: Some(Popup::Manoeuvres), ..row };
        assert!(!shut(&open, RowSlot::Manoeuvres));
    }

    #[test]
    fn icons_leave_room_for_the_lines_and_names_fit() {
        let all = Form::of(&[], &Row::default(), &Room::default());
        let (two, five) = (all.icon(2), all.icon(5));
        assert!(two > five && five >= ICON.1 && five + 5.0 * theme::SMALL <= all.room.y + 0.1);
        let narrow = Form { room: Vec2::new(86.0, all.room.y), ..all };
        let rifle = card("Standard attack (ranged)", "Anti-vehicle rifle\n3%–58%");
        assert_eq!(narrow.texts(&rifle)[0], "Standard\nattack", "its weapon says the rest");
        let lines = |card: &ActionCard| narrow.texts(card).map(|text| text.lines().count());
        assert_eq!(lines(&rifle), [2, 0, 3]);
        assert_eq!(lines(&card("Overwatch with a burst of everything there is", "")), [3, 0, 0]);
        let stub = all.stub();
        assert_eq!(stub.short("Take cover"), ["Take cover"]);
        assert_eq!(Form { folded: true, ..stub }.short("Take cover"), ["Take"]);
        assert_eq!(stub.short("Manoeuvres"), ["Manoeuvres"]);
        for name in ["Charge skin shield", "Change weapon", "Nahkampfangriff"] {
            let lines = stub.short(name);
            assert!(lines.len() <= 2, "{lines:?}");
            assert!(lines.iter().all(|line| letters::width(line) <= stub.room.x), "{lines:?}");
        }
    }
}
