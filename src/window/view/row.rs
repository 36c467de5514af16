//! The row of actions at the bottom: what stands in its slots, what stands behind them, and what is listed of that.

use super::{ActionCard, Answer, Intent, PromptCard};

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

/// What stands in a slot. Cards are named by their place in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowSlot {
    Card(usize),
    /// A card that cannot be had just now: its place stays free.
    Empty,
    /// The attacks that are more than a plain one.
    Manoeuvres,
    /// All that has no slot.
    More,
}

impl PromptCard {
    /// Answers that are squares are listed up to this many; more of them are only lit on the map.
    pub const LISTED: usize = 5;

    /// Whether an answer is folded away: it cannot be given, or stands behind the others. Where nothing else could be
    /// answered, all are shown.
    pub fn folds(&self) -> impl Fn(&Answer) -> bool + use<> {
        let all = self.answers.iter().all(Answer::is_idle);
        move |answer: &Answer| !all && answer.is_idle()
    }

    /// Answers that are squares.
    pub fn lit(&self) -> usize {
        self.answers.iter().filter(|answer| answer.lit).count()
    }

    /// The places of the answers that are listed, in order: that of a key is its number in this list.
    pub fn listed(&self, unfolded: bool) -> Vec<usize> {
        let (lit, folds) = (self.lit(), self.folds());
        let shown = |answer: &Answer| (!answer.lit || lit <= Self::LISTED) && (unfolded || !folds(answer));
        let answers = self.answers.iter().enumerate();
        answers.filter(|(_, answer)| shown(answer)).map(|(n, _)| n).collect()
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

/// The row of actions of the unit whose turn it is. A slot keeps its place and its key for the whole battle.
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
    /// Is there nothing left that could be paid for?
    pub spent: bool,
}

/// The key, from 0, of the slot of all that has none: the last one.
const MORE: usize = 9;

impl Row {
    /// The key of the n-th slot, both from 0.
    pub fn key(&self, n: usize) -> usize {
        if self.slots.get(n) == Some(&RowSlot::More) { MORE } else { n }
    }

    /// The cards that are listed above the row, in the order of their keys: of the rest those that are possible and
    /// match what is looked for, wherever else they stand.
    pub fn listed(&self, hand: &[ActionCard]) -> Vec<usize> {
        match self.open {
            Some(Popup::Manoeuvres) => self.manoeuvres.clone(),
            Some(Popup::More) => self.found(hand, true),
            None => Vec::new(),
        }
    }

    /// Those of the rest that match and are not possible now.
    pub fn folded(&self, hand: &[ActionCard]) -> Vec<usize> {
        self.found(hand, false)
    }

    fn found(&self, hand: &[ActionCard], possible: bool) -> Vec<usize> {
        let sought = self.sought.trim().to_lowercase();
        let all: Vec<usize> = if sought.is_empty() { self.more.clone() } else { (0..hand.len()).collect() };
        let fits = |card: &ActionCard| {
            card.why_not.is_none() == possible && card.name.to_lowercase().contains(&sought)
        };
        all.into_iter().filter(|n| hand.get(*n).is_some_and(fits)).collect()
    }

    /// What the n-th key does, from 0: it takes what is listed above the row, else what stands in the slot.
    pub fn press(&self, hand: &[ActionCard], n: usize) -> Option<Intent> {
        if self.open.is_some()
            && let Some(card) = self.listed(hand).get(n)
        {
            return Some(Intent::Card(*card));
        }
        let slot = (0..self.slots.len()).find(|slot| self.key(*slot) == n)?;
        match self.slots.get(slot)? {
            RowSlot::Card(card) => self.open.is_none().then_some(Intent::Card(*card)),
            RowSlot::Empty => None,
            RowSlot::Manoeuvres => Some(Intent::Manoeuvres),
            RowSlot::More => Some(Intent::More),
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
    /// More in a few characters: how far it is, whom it gives an opening.
    pub note: String,
    /// Its cost: pool, amount, whether of one's own turn.
    pub cost: Vec<(String, i32, Pip)>,
    /// It would do nothing.
    pub refused: bool,
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
    }

    #[test]
    fn what_is_looked_for_is_found_wherever_it_stands() {
        let hand = hand();
        let own = Row { sought: " TR".to_owned(), ..row(Some(Popup::More)) };
        assert_eq!(own.listed(&hand), vec![2, 3]);
        assert_eq!((row(None).folded(&hand), own.folded(&hand)), (vec![4], Vec::new()));
    }
}
