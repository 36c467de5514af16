//! The row of actions at the bottom: what stands in its slots, what stands behind them, and what is listed of that.

use crate::window::prelude::*;

/// The shape of a pool's points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pip {
    /// Those of one's own turn: the book's first pool.
    #[default]
    Round,
    /// The second.
    Square,
    /// All further ones.
    Bar,
    /// What is spent off one's own turn.
    Diamond,
}

/// A small choice beside the hint.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chip {
    /// What it says.
    pub text: String,
    /// More about it, while the pointer is on it.
    pub note: String,
    /// Is it taken?
    pub on: bool,
    /// Why it is not possible; none if it is.
    pub why_not: Option<String>,
}

impl Chip {
    /// A choice that is possible and not taken.
    pub fn new(text: impl Into<String>, note: impl Into<String>) -> Self {
        Self { text: text.into(), note: note.into(), ..Self::default() }
    }

    /// The same, taken or not.
    #[must_use]
    pub fn on(self, on: bool) -> Self {
        Self { on, ..self }
    }

    /// The same with the reason why it is not possible, if there is one.
    #[must_use]
    pub fn barred(self, why_not: Option<String>) -> Self {
        Self { why_not, ..self }
    }
}

/// What something costs, as it is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    /// Pool, amount, how the points of that pool are drawn.
    pub pools: Vec<(String, i32, Pip)>,
    /// Of which of these it is only the least, for it goes by an amount that is chosen.
    pub from: Vec<bool>,
    /// What it costs of one's own tracks, in words: on a card in short, "1 Vit".
    pub price: String,
}

/// An action in the hand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActionCard {
    pub name: String,
    /// What tells it from another of the same name: the weapon that it is done with.
    pub with: String,
    /// What it does, in a sentence.
    pub about: String,
    /// The same in a few words.
    pub brief: String,
    /// If only a half of it would be done, which: "1/2" or "2/2".
    pub part: String,
    /// The files in `art/icons` that may stand for it, the fittest first.
    pub art: Vec<String>,
    pub group: CardGroup,
    pub cost: Cost,
    /// Why it is not possible; none if it is.
    pub why_not: Option<String>,
    /// The same in two or three words; empty if it is possible.
    pub barred: String,
    pub chosen: bool,
    /// What it comes to at best: how far a move gets, with what an attack is made and its chance.
    pub figure: String,
    /// The same at the target that is pointed at; empty: at none.
    pub aimed: String,
    /// It is right more often than any other: what a click on the map would do.
    pub best: bool,
}

impl ActionCard {
    /// What stands between a deed and what is chosen of it in the names of cards: "Called shot: head".
    pub const CHOICE: &str = ": ";

    /// What stands on it: its name, with the half that would be done, and what tells it from another of that name.
    pub fn full_name(&self) -> String {
        match self.with.as_str() {
            "" => self.own_name(),
            with => say!("click-with", action = self.own_name(), with = with),
        }
    }

    /// The same without what tells it from another.
    pub fn own_name(&self) -> String {
        match self.part.as_str() {
            "" => self.name.clone(),
            part => format!("{part} {}", self.name),
        }
    }

    /// The deed that it is one choice of, if its name says so.
    pub fn deed(&self) -> Option<&str> {
        self.name.split_once(Self::CHOICE).map(|(deed, _)| deed)
    }

    /// What it comes to: at the target that is pointed at, else at best. Empty: it has no number.
    pub fn number(&self) -> &str {
        if self.aimed.is_empty() { &self.figure } else { &self.aimed }
    }

    /// Whether it can be had now: it is possible, or in hand already.
    pub fn open(&self) -> bool {
        self.why_not.is_none() || self.chosen
    }
}

/// What stands in a slot. Cards are named by their place in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowSlot {
    Card(usize),
    /// The attacks that are more than a plain one.
    Manoeuvres,
    /// All that has no slot.
    More,
    /// Nothing: what has this place is not among the few cards of who is down.
    Empty,
}

impl PromptCard {
    /// Answers that are squares are listed up to this many; more of them are only lit on the map.
    pub const LISTED: usize = 5;

    /// Whether an answer is folded away: it cannot be given or stands behind the others, and not all are like that.
    pub fn folds(&self) -> impl Fn(&Answer) -> bool + use<> {
        let all = self.answers.iter().all(Answer::is_idle);
        move |answer: &Answer| !all && answer.is_idle()
    }

    /// Answers that are squares.
    pub fn lit(&self) -> usize {
        self.answers.iter().filter(|answer| answer.lit).count()
    }

    /// The places of the answers that are listed, in order, those in the corner last: that of a key is its number in
    /// this list.
    pub fn listed(&self, unfolded: bool) -> Vec<usize> {
        let (lit, folds) = (self.lit(), self.folds());
        let shown = |answer: &Answer| (!answer.lit || lit <= Self::LISTED) && (unfolded || !folds(answer));
        let answers = self.answers.iter().enumerate();
        let (corner, cards): (Vec<_>, Vec<_>) =
            answers.filter(|(_, answer)| shown(answer)).partition(|(_, answer)| answer.later);
        cards.into_iter().chain(corner).map(|(n, _)| n).collect()
    }
}

/// What opens above the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Popup {
    /// The attacks that are more than a plain one.
    Manoeuvres,
    /// All that has no slot, in groups.
    More,
}

/// The row of actions of the unit whose turn it is. There are as many slots for its whole battle; each keeps its place and
/// its key, and is grey while what it holds is not possible. What a condition forbids leaves its slot to another meanwhile.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The slots from the left.
    pub slots: Vec<RowSlot>,
    /// The cards behind the attack.
    pub manoeuvres: Vec<usize>,
    /// The cards under the rest.
    pub more: Vec<usize>,
    /// What is open above it.
    pub open: Option<Popup>,
    /// What is looked for there.
    pub sought: String,
    /// Is shown there what is not possible now?
    pub unfolded: bool,
    /// Is nothing useful left that could be done, so that the way on is to end the turn?
    pub spent: bool,
    /// Is the unit down and has but few cards, the rest set aside?
    pub few: bool,
    /// Is an action in hand, a menu open or a way laid out, so that a click with the other button cancels it?
    pub holds: bool,
}

/// The key, from 0, of the slot of all that has none: the last one.
const MORE: usize = 9;

impl Row {
    /// The key of the n-th slot, both from 0.
    pub fn key(&self, n: usize) -> usize {
        if self.slots.get(n) == Some(&RowSlot::More) { MORE } else { n }
    }

    /// The cards that are listed above the row: those that can be had now, each deed with several choices once.
    pub fn listed(&self, hand: &[ActionCard]) -> Vec<usize> {
        let possible = |n: &usize| hand.get(*n).is_some_and(ActionCard::open);
        self.entries(hand).into_iter().filter(possible).collect()
    }

    /// The others that would be listed there.
    pub fn folded(&self, hand: &[ActionCard]) -> Vec<usize> {
        let possible = |n: &usize| hand.get(*n).is_some_and(ActionCard::open);
        self.entries(hand).into_iter().filter(|n| !possible(n)).collect()
    }

    /// The key, from 0, of a card that is listed. A manoeuvre keeps its own while others are not possible.
    pub fn key_above(&self, hand: &[ActionCard], card: usize) -> Option<usize> {
        let keyed = if self.open == Some(Popup::Manoeuvres) { self.entries(hand) } else { self.listed(hand) };
        keyed.iter().position(|own| *own == card)
    }

    /// The deed that a card stands for where it is listed: it and others are choices of it.
    pub fn family<'a>(&self, hand: &'a [ActionCard], card: usize) -> Option<&'a str> {
        let deed = hand.get(card)?.deed().filter(|_| self.sought.trim().is_empty())?;
        let about = self.about(hand);
        let alike = about.iter().filter(|n| hand.get(**n).and_then(ActionCard::deed) == Some(deed));
        (alike.count() > 1).then_some(deed)
    }

    /// The deed whose choices are listed.
    pub fn open_family(&self) -> Option<&str> {
        self.sought.strip_suffix(ActionCard::CHOICE)
    }

    /// What pressing a card does that is listed: it is taken in hand, or its choices are listed.
    pub fn take(&self, hand: &[ActionCard], card: usize) -> Intent {
        match self.family(hand, card) {
            Some(deed) => Intent::FindCard(format!("{deed}{}", ActionCard::CHOICE)),
            None => Intent::Card(card),
        }
    }

    /// The cards above the row, possible or not: those of what is open, or all that match what is looked for.
    fn about(&self, hand: &[ActionCard]) -> Vec<usize> {
        let sought = self.sought.trim().to_lowercase();
        if !sought.is_empty() && self.open.is_some() {
            let fits = |card: &ActionCard| card.name.to_lowercase().contains(&sought);
            return (0..hand.len()).filter(|n| hand.get(*n).is_some_and(fits)).collect();
        }
        match self.open {
            Some(Popup::Manoeuvres) => self.manoeuvres.clone(),
            Some(Popup::More) => self.more.clone(),
            None => Vec::new(),
        }
    }

    /// The same, each deed with several choices once: by the first that is possible, else by its first.
    fn entries(&self, hand: &[ActionCard]) -> Vec<usize> {
        let possible = |n: usize| hand.get(n).is_some_and(ActionCard::open);
        let mut entries: Vec<(Option<&str>, usize)> = Vec::new();
        for n in self.about(hand) {
            let family = self.family(hand, n);
            match entries.iter_mut().find(|(own, _)| family.is_some() && *own == family) {
                Some((_, first)) if !possible(*first) && possible(n) => *first = n,
                Some(_) => {}
                None => entries.push((family, n)),
            }
        }
        entries.into_iter().map(|(_, n)| n).collect()
    }

    /// What the n-th key does, from 0: it takes what is listed above the row, else what stands in the slot.
    pub fn press(&self, hand: &[ActionCard], n: usize) -> Option<Intent> {
        let mut listed = self.listed(hand).into_iter();
        if let Some(card) = listed.find(|card| self.key_above(hand, *card) == Some(n)) {
            return Some(self.take(hand, card));
        }
        let slot = (0..self.slots.len()).find(|slot| self.key(*slot) == n)?;
        match self.slots.get(slot)? {
            RowSlot::Card(card) => self.open.is_none().then_some(Intent::Card(*card)),
            RowSlot::Manoeuvres => Some(Intent::Manoeuvres),
            RowSlot::More => Some(Intent::More),
            RowSlot::Empty => None,
        }
    }
}

/// What a click where the pointer is would do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClickHint {
    /// What, or why nothing.
    pub text: String,
    /// The chance that it comes off.
    pub odds: String,
    /// More in a few characters, divided by [`AND`](Self::AND): how far it is, whom it gives an opening.
    pub note: String,
    /// What it may cost oneself, in red, divided in the same way: who may react, with what loss, and whether one may fall.
    pub harm: String,
    pub cost: Cost,
    /// It would do nothing.
    pub refused: bool,
}

impl ClickHint {
    /// What stands between the parts of its note; they may stand on lines of their own.
    pub const AND: &str = " · ";

    /// What is told in short beside each other, without what is empty: "65% · −3.2".
    pub fn joined(parts: &[&str]) -> String {
        let told: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
        told.join(Self::AND)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand() -> Vec<ActionCard> {
        let card = |name: &str, why_not: Option<&str>| ActionCard {
            name: name.to_owned(),
            why_not: why_not.map(str::to_owned),
            ..ActionCard::default()
        };
        vec![
            card("Move", None),
            card("Attack", Some("no")),
            card("Trip", None),
            card("Treat", None),
            card("Mount", Some("no")),
        ]
    }

    fn row(open: Option<Popup>) -> Row {
        let slots = vec![RowSlot::Card(0), RowSlot::Card(1), RowSlot::Manoeuvres, RowSlot::More];
        Row { slots, manoeuvres: vec![2], more: vec![3, 4], open, ..Row::default() }
    }

    #[test]
    fn a_key_takes_its_slot_and_what_is_open_goes_first() {
        let hand = hand();
        let press = |open, n| row(open).press(&hand, n);
        assert_eq!(press(None, 1), Some(Intent::Card(1)));
        assert_eq!(press(None, 2), Some(Intent::Manoeuvres));
        assert_eq!((press(None, 3), press(None, MORE)), (None, Some(Intent::More)), "it has the last key");
        assert_eq!(press(Some(Popup::Manoeuvres), 0), Some(Intent::Card(2)));
        assert_eq!(press(Some(Popup::More), 0), Some(Intent::Card(3)));
        assert_eq!(press(Some(Popup::More), 1), None, "a slot is not pressed by mistake");
        assert_eq!(press(Some(Popup::More), MORE), Some(Intent::More), "it closes again");
        let few = Row { slots: vec![RowSlot::Empty, RowSlot::Card(0), RowSlot::More], ..Row::default() };
        assert_eq!((few.press(&hand, 0), few.press(&hand, 1)), (None, Some(Intent::Card(0))));
    }

    #[test]
    fn what_is_looked_for_is_found_wherever_it_stands() {
        let hand = hand();
        let own = Row { sought: " TR".to_owned(), ..row(Some(Popup::More)) };
        assert_eq!(own.listed(&hand), vec![2, 3]);
        assert_eq!((row(Some(Popup::More)).folded(&hand), own.folded(&hand)), (vec![4], Vec::new()));
    }

    #[test]
    fn one_deed_with_several_choices_is_one_card_until_it_is_opened_and_keys_stay() {
        let names =
            [("Charge", false), ("Called shot: head", false), ("Called shot: legs", true), ("Trip", true)];
        let hand: Vec<ActionCard> = names
            .map(|(name, possible)| ActionCard {
                name: name.to_owned(),
                why_not: (!possible).then(|| "no".to_owned()),
                ..ActionCard::default()
            })
            .into();
        let all = Row { manoeuvres: vec![0, 1, 2, 3], open: Some(Popup::Manoeuvres), ..Row::default() };
        assert_eq!((all.listed(&hand), all.folded(&hand)), (vec![2, 3], vec![0]));
        let opens = Intent::FindCard("Called shot: ".to_owned());
        assert_eq!((all.press(&hand, 1), all.press(&hand, 2)), (Some(opens), Some(Intent::Card(3))));
        assert_eq!(all.press(&hand, 0), None, "its key is free while it is not possible");
        let opened = Row { sought: "Called shot: ".to_owned(), ..all };
        assert_eq!((opened.listed(&hand), opened.folded(&hand)), (vec![2], vec![1]));
        assert_eq!(opened.open_family(), Some("Called shot"));
        assert_eq!(opened.press(&hand, 1), Some(Intent::Card(2)));
    }
}
