//! The decks of a match (T-13): who draws from which, and what a check knows of it. The cards are in [`Deck`].
//!
//! Each side has one deck for the dice of its rulebook's checks; all other dice are thrown as ever. All rolls are seen,
//! so all know what is left of every deck; in fog a side counts only its own, and takes any other for a whole one.

use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct};

use super::ids::Side;
use crate::dice::{Deck, Dice, Luck};

/// The option of a match that gives each side fortune: so many dice thrown again, as many as the book allows (T-14).
pub const FORTUNE: &str = "fortune";

/// How luck is dealt, and what is left of each side's deck and fortune.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decks {
    /// How luck is dealt.
    pub luck: Luck,
    /// The decks that have been drawn from, in the order of their first card; any other is whole.
    begun: Vec<(Side, Arc<Deck>)>,
    /// How often each side may have a die thrown again (T-14).
    #[serde(default)]
    fortune: i32,
    /// How often sides have had it.
    #[serde(default)]
    spent: Vec<(Side, i32)>,
}

/// Without fortune the fields of it are left out, so that nothing changes for a match that has none.
impl Serialize for Decks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = if self.has_fortune() { 4 } else { 2 };
        let mut out = serializer.serialize_struct("Decks", fields)?;
        out.serialize_field("luck", &self.luck)?;
        out.serialize_field("begun", &self.begun)?;
        if self.has_fortune() {
            out.serialize_field("fortune", &self.fortune)?;
            out.serialize_field("spent", &self.spent)?;
        }
        out.end()
    }
}

/// The deck from which a check is drawn, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// Whose.
    pub side: Side,
    /// What is left of it.
    pub deck: Arc<Deck>,
}

impl Decks {
    /// The decks of a match about to begin.
    pub fn new(luck: Luck) -> Self {
        Self { luck, ..Self::default() }
    }

    /// The same with fortune for each side, at most so much (T-14).
    #[must_use]
    pub fn with_fortune(self, fortune: i32, most: i32) -> Self {
        Self { fortune: fortune.min(most).max(0), ..self }
    }

    /// Whether it is a match with fortune.
    pub fn has_fortune(&self) -> bool {
        self.fortune > 0
    }

    /// How much fortune a side has left.
    pub fn fortune_of(&self, side: Side) -> i32 {
        let spent = self.spent.iter().find(|(own, _)| *own == side).map_or(0, |(_, spent)| *spent);
        self.fortune.saturating_sub(spent).max(0)
    }

    /// A side has had a die thrown again.
    pub fn spend_fortune(&mut self, side: Side) {
        match self.spent.iter_mut().find(|(own, _)| *own == side) {
            Some((_, spent)) => *spent = spent.saturating_add(1),
            None => self.spent.push((side, 1)),
        }
    }

    /// Whether there are neither decks nor fortune.
    pub fn plain(&self) -> bool {
        self.fair() && !self.has_fortune()
    }

    /// Whether every die is thrown by itself.
    pub fn fair(&self) -> bool {
        self.luck == Luck::Fair
    }

    /// What a side draws from for these dice; none: they are thrown.
    pub fn hand(&self, side: Side, dice: Dice) -> Option<Hand> {
        if self.fair() {
            return None;
        }
        let begun = self.begun.iter().find(|(own, deck)| *own == side && deck.dice() == dice);
        let deck = if let Some((_, deck)) = begun { deck.clone() } else { Arc::new(Deck::new(dice)?) };
        Some(Hand { side, deck })
    }

    /// What is left of a side's deck from now on.
    pub fn put(&mut self, hand: Hand) {
        match self.begun.iter_mut().find(|(own, _)| *own == hand.side) {
            Some((_, deck)) => *deck = hand.deck,
            None => self.begun.push((hand.side, hand.deck)),
        }
    }

    /// What one side counts in fog: its own deck.
    pub fn of_side(&self, side: Side) -> Self {
        let begun = self.begun.iter().filter(|(own, _)| *own == side).cloned().collect();
        Self { luck: self.luck, begun, fortune: self.fortune, spent: self.spent.clone() }
    }
}

impl Hand {
    /// Once a card with this total has been drawn.
    pub fn after(&self, total: i32) -> Self {
        Self { side: self.side, deck: Arc::new(self.deck.without_total(total)) }
    }
}
