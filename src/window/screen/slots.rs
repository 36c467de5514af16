//! How the slots of the row are drawn by the room there is: how wide they are, which are grey, and how their texts are
//! fitted in. All are equally wide, and as wide for a unit's whole battle.

use super::letters;
use crate::{locale, window::pen::*};

/// What a slot has at the sides of its name, edges and paddings.
const AROUND: f32 = 2.0 + 2.0 * GAP;
/// Size of an icon, in units: at most more than a third of a slot's height, at least, and where there is little room.
const ICON: (f32, f32, f32) = (52.0, 28.0, 22.0);
/// How large it is written what a card comes to, by the room there is; and the size of an icon that is left where that is
/// larger than text that is read.
const FIGURES: [f32; 3] = [20.0, theme::BODY, theme::SMALL];
const ICON_BESIDE: f32 = 36.0;
/// Lines of a name: at least, and where there is room.
const NAME_LINES: (usize, usize) = (2, 3);
/// Lines on a slot besides the first one, which it has in any case; and where there is little room.
const LINES: (usize, usize) = (5, 3);
/// Size of the icon of what has sunk, in units, and lines of its name and of its reason, at most.
pub(super) const SUNK_ICON: f32 = 20.0;
const SUNK_LINES: usize = 2;
/// Lines of what a card does in a few words, at most.
const BRIEF_LINES: usize = 2;

/// How the slots are drawn.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Form {
    /// There is little room.
    pub folded: bool,
    /// How wide a slot is, in units.
    pub wide: f32,
    /// Width of what is written on a slot, and height of an icon and the lines below it, in units.
    pub room: Vec2,
}

/// Whether nothing of a slot can be had now: it is grey in its place, with its key.
pub(super) fn shut(hand: &[ActionCard], row: &Row, slot: &RowSlot) -> bool {
    let none = |cards: &[usize]| !cards.iter().any(|n| hand.get(*n).is_some_and(ActionCard::open));
    match slot {
        RowSlot::Card(n) => none(std::slice::from_ref(n)),
        RowSlot::Manoeuvres => row.open != Some(Popup::Manoeuvres) && none(&row.manoeuvres),
        // Who is down has but few cards: all others lie ready, not lit.
        RowSlot::More => row.open != Some(Popup::More) && (row.few || none(&row.more)),
        RowSlot::Empty => true,
    }
}

impl Form {
    /// How so many slots are drawn where there is so much room: they share it, whatever of them can be had now.
    pub(super) fn of(slots: usize, room: &Room) -> Self {
        let beside = if room.folded { 0.0 } else { room.wing + room.tray + 2.0 * GAP_2 };
        let whole = room.window.x - 2.0 * GAP_2 - beside;
        let wide = ((whole + GAP) / slots.max(1) as f32 - GAP).floor();
        let high = room.bottom - 2.0 * GAP_2 - 2.0 - 2.0 * GAP - theme::SMALL;
        Self { folded: room.folded, wide, room: Vec2::new(wide - AROUND, high) }
    }

    /// The size of an icon over lines that are so high.
    pub(super) fn icon(self, high: f32) -> f32 {
        if self.folded {
            return ICON.2;
        }
        let least = if high > LINES.0 as f32 * theme::SMALL { ICON.2 } else { ICON.1 };
        (self.room.y - high).clamp(least, ICON.0)
    }

    /// Whether a slot sinks: nothing of it can be had. Where there is little room the row is low already.
    pub(super) fn sinks(self, open: bool) -> bool {
        !open && !self.folded
    }

    /// The name of what has sunk and the reason, as they have room.
    pub(super) fn sunk(self, name: &str, why: &str) -> [String; 2] {
        [name, why].map(|text| self.fitted(text, SUNK_LINES))
    }

    /// How high a slot with these has to be.
    pub(super) fn low(self, texts: &[String; 2]) -> f32 {
        let lines: usize = texts.iter().map(|text| text.lines().count()).sum();
        2.0 + 2.0 * GAP + SUNK_ICON + lines as f32 * theme::SMALL
    }

    /// How large and bold it is written what a card comes to, of the texts on a slot the last one; none: there is no room.
    pub(super) fn large(self, texts: [&str; 3]) -> Option<f32> {
        let [_, _, figure] = texts;
        let fits = |size: &f32| {
            let wide = |line: &str| letters::width(line) * letters::BOLD * *size / theme::SMALL;
            let icon = if *size > theme::BODY { ICON_BESIDE } else { ICON.1 };
            figure.lines().all(|line| wide(line) <= self.room.x)
                && high(texts, Some(*size)) + icon <= self.room.y
        };
        FIGURES.into_iter().find(fits).filter(|_| !self.folded)
    }

    /// Name, what tells a card from another, and what it comes to, or else what it does, or why it can't be had, as they
    /// have room on a slot.
    pub(super) fn texts(self, action: &ActionCard) -> [String; 3] {
        let most = match self.folded {
            true => LINES.1,
            false => LINES.0,
        };
        let (figure, rest) = match (action.open(), action.number()) {
            (false, _) => {
                let why = self.fitted(&action.barred, if action.with.is_empty() { 3 } else { 2 });
                let taken = why.lines().count();
                (why, most.saturating_sub(taken))
            }
            (true, "") => (self.brief(&action.brief), most),
            (true, number) => (self.figure(number), most),
        };
        let with = self.fitted(&action.with, rest.saturating_sub(NAME_LINES.0).clamp(1, 2));
        let taken = with.lines().count() + figure.lines().count();
        let name = most.saturating_sub(taken).clamp(NAME_LINES.0, NAME_LINES.1);
        [self.fitted(&action.own_name(), name), with, figure]
    }

    /// What a card comes to, each part of it in two lines at most.
    fn figure(self, figure: &str) -> String {
        let parts: Vec<String> = figure.lines().map(|line| self.fitted(line, 2)).collect();
        parts.join("\n")
    }

    /// What a card does in a few words, as they are or with longer ones broken; nothing where they don't all have room.
    pub(super) fn brief(self, brief: &str) -> String {
        let ways = [brief.to_owned(), broken(brief, &say!("hand-breaks"), self.room.x)];
        let whole = ways.into_iter().find(|way| !self.folded && self.has_room(way, BRIEF_LINES));
        whole.map_or_else(String::new, |way| letters::lines(&way, self.room.x).join("\n"))
    }

    /// Whether a text has room in so many lines, with none of its words cut.
    fn has_room(self, text: &str, most: usize) -> bool {
        letters::lines(text, self.room.x).len() <= most
            && text.split_whitespace().all(|word| letters::width(word) <= self.room.x)
    }

    /// A text in at most so many lines: as it is, or else its short form, or else without what stands in brackets, where
    /// all words have room; else with its longer words broken where they may be. What is too long even so is cut.
    pub(super) fn fitted(self, text: &str, most: usize) -> String {
        let short = locale::shortened(text);
        let (bare, shortest) = (letters::unbracketed(text), letters::unbracketed(&short));
        let broken = |text: &String| broken(text, &say!("hand-breaks"), self.room.x);
        let ways = [text.to_owned(), short, bare, shortest];
        let mut all = ways.iter().cloned().chain(ways.iter().map(broken));
        let has_room = |way: &String| self.has_room(way, most);
        let text = all.clone().find(has_room).or_else(|| all.next_back()).unwrap_or_default();
        letters::few_lines(&text, self.room.x, most).join("\n")
    }
}

/// How high the texts on a slot are, the last of which is written so large, or small.
pub(super) fn high([name, with, figure]: [&str; 3], large: Option<f32>) -> f32 {
    let count = |text: &str| text.lines().count() as f32;
    (count(name) + count(with)) * theme::SMALL + count(figure) * large.unwrap_or(theme::SMALL)
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
    fn slots_share_the_row_whatever_can_be_had_and_ten_have_room() {
        let room = Room::default();
        let free = room.window.x - room.wing - room.tray - 4.0 * GAP_2;
        for slots in [5, 8, 10] {
            let form = Form::of(slots, &room);
            let taken = slots as f32 * (form.wide + GAP) - GAP;
            assert!(taken <= free && taken > free - slots as f32, "{slots}: {taken} of {free}");
        }
        let ten = Form::of(10, &room);
        for name in ["Charge skin shield", "Change weapon", "Standard Attack", "Ready"] {
            let fitted = ten.texts(&card(name, ""))[0].clone();
            assert!(!fitted.contains('…') && fitted.lines().count() <= NAME_LINES.1, "{fitted}");
            assert!(fitted.lines().all(|line| letters::width(line) <= ten.room.x), "{fitted}");
        }
    }

    #[test]
    fn a_slot_is_shut_while_nothing_of_it_can_be_had_but_not_while_it_is_open() {
        let hand = [ActionCard { why_not: Some(String::new()), ..card("Trip", "") }, card("Move", "")];
        let row = Row { manoeuvres: vec![0], more: vec![0, 1], ..Row::default() };
        let shut = |row: &Row, slot| shut(&hand, row, &slot);
        assert!(shut(&row, RowSlot::Card(0)) && shut(&row, RowSlot::Manoeuvres));
        assert!(!shut(&row, RowSlot::Card(1)) && !shut(&row, RowSlot::More));
        let few = Row { few: true, ..row.clone() };
        assert!(shut(&few, RowSlot::More) && shut(&few, RowSlot::Empty));
        assert!(!shut(&Row { open: Some(Popup::More), ..few }, RowSlot::More));
        let open = Row { open: Some(Popup::Manoeuvres), ..row };
        assert!(!shut(&open, RowSlot::Manoeuvres));
    }

    #[test]
    fn icons_leave_room_for_the_lines_and_names_fit() {
        let all = Form::of(8, &Room::default());
        let (two, five) = (all.icon(2.0 * theme::SMALL), all.icon(5.0 * theme::SMALL));
        assert!(two > five && five >= ICON.1 && five + 5.0 * theme::SMALL <= all.room.y + 0.1);
        let narrow = Form { room: Vec2::new(86.0, all.room.y), ..all };
        let rifle = card("Standard attack (ranged)", "Anti-vehicle rifle\n3%–58%");
        assert_eq!(narrow.texts(&rifle)[0], "Standard\nattack", "its weapon says the rest");
        let lines = |card: &ActionCard| narrow.texts(card).map(|text| text.lines().count());
        assert_eq!(lines(&rifle), [2, 0, 3]);
        assert_eq!(lines(&card("Overwatch with a burst of everything there is", "")), [3, 0, 0]);
    }

    #[test]
    fn what_cannot_be_had_sinks_but_where_there_is_little_room() {
        let all = Form::of(8, &Room::default());
        let whole = all.room.y + theme::SMALL + 2.0 + 2.0 * GAP;
        for slots in [6, 8] {
            let form = Form::of(slots, &Room::default());
            let texts = form.sunk("Standard attack (ranged)", "no Movement phase left");
            assert!(texts.iter().all(|text| !text.contains('…')), "{texts:?}");
            let lines = texts.iter().flat_map(|text| text.lines());
            assert!(lines.clone().count() <= 2 * SUNK_LINES);
            assert!(lines.clone().all(|line| letters::width(line) <= form.room.x), "{texts:?}");
            let high = form.low(&texts);
            assert!(high <= 0.7 * whole && high > SUNK_ICON, "{high} of {whole}");
        }
        assert!(all.sinks(false) && !all.sinks(true));
        assert!(!Form { folded: true, ..all }.sinks(false));
    }

    #[test]
    fn an_open_card_without_a_number_says_what_it_does_and_a_grey_one_why_it_cannot_be_had() {
        let form = Form::of(8, &Room::default());
        let last = |form: Form, card: &ActionCard| form.texts(card)[2].clone();
        let step = ActionCard { brief: "Step without provoking".to_owned(), ..card("Sidestep", "") };
        assert_eq!(form.texts(&step), ["Sidestep", "", "Step without\nprovoking"]);
        let grey = ActionCard {
            why_not: Some("no points left".to_owned()),
            barred: "no points".to_owned(),
            ..step.clone()
        };
        assert_eq!(last(form, &grey), "no points");
        for number in [
            ActionCard { figure: "8 squares".to_owned(), ..step.clone() },
            ActionCard { aimed: "8 squares".to_owned(), ..step.clone() },
        ] {
            assert_eq!(last(form, &number), "8 squares");
        }
        let long = "Step over any terrain without provoking";
        assert_eq!(last(form, &ActionCard { brief: long.to_owned(), ..step.clone() }), "", "nothing is cut");
        assert_eq!(last(Form { folded: true, ..form }, &step), "");
        let texts = form.texts(&step);
        let high = high(texts.each_ref().map(String::as_str), None);
        assert!(form.icon(high) >= ICON.1 && form.icon(high) + high <= form.room.y + 0.1);
    }

    #[test]
    fn what_a_card_comes_to_is_written_as_large_as_there_is_room() {
        let form = |wide: f32| Form { folded: false, wide: wide + AROUND, room: Vec2::new(wide, 101.0) };
        let texts = ["Ranged attack", "Arc bolt", "49% to hit"];
        let sizes = [60.0, 86.0, 100.0, 160.0].map(|wide| form(wide).large(texts));
        assert_eq!(sizes, [None, Some(theme::BODY), Some(FIGURES[0]), Some(FIGURES[0])]);
        let long = ["Standard\nattack", "Anti-vehicle\nrifle", "3%–58%\n7 hits"];
        assert_eq!(form(160.0).large(long), None, "the icon keeps its room");
        assert_eq!(Form { folded: true, ..form(160.0) }.large(texts), None);
        for texts in [texts, long] {
            let high = high(texts, form(120.0).large(texts));
            assert!(form(120.0).icon(high) + high <= 101.0 + 0.1);
        }
    }
}
