//! The decks of a match (T-13): who draws from which, and what a check knows of it.
//!
//! Each side has one deck for the dice of its rulebook's checks, and draws from it for every check that is rolled with
//! just those dice; all other dice (damage, locations, initiative thrown without a check) are thrown as ever. All rolls
//! are seen, so all know what is left of every deck; in fog a side counts the cards of its own only, and to it any other
//! deck is as likely to show one way as another: a whole one. Owns whose deck it is. The cards are in [`Deck`].

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::facts::Side;
use crate::dice::{Deck, Dice, Luck};

/// How luck is dealt, and what is left of each side's deck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decks {
    /// How luck is dealt.
    pub luck: Luck,
    /// The decks that have been drawn from, in the order of their first card; any other is whole.
    begun: Vec<(Side, Arc<Deck>)>,
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
        Self { luck, begun: Vec::new() }
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
        let deck = match begun {
            Some((_, deck)) => deck.clone(),
            None => Arc::new(Deck::new(dice)?),
        };
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
        Self { luck: self.luck, begun: self.begun.iter().filter(|(own, _)| *own == side).cloned().collect() }
    }
}

impl Hand {
    /// Once a card with this total has been drawn.
    pub fn after(&self, total: i32) -> Self {
        Self { side: self.side, deck: Arc::new(self.deck.without_total(total)) }
    }
}
