//! A deck in place of dice (T-13): every way in which the dice of a check may fall is one card, and what has been drawn
//! does not come again before the deck is shuffled anew.
//!
//! For one die that is a card for each face: twenty for a d20, a hundred for a d100. For several dice it is a card for
//! each order of faces: 36 for 2d6, 400 for 2d20; so a whole deck holds every total just as often as fair dice show it
//! in the long run. Whose deck it is, and which checks draw from it, is decided elsewhere.

use serde::{Deserialize, Serialize};

use super::{Dice, Dist, notation::MAX_SIDES};

/// What is left of a deck. Never nothing: with the last card it is whole again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct Deck {
    dice: Dice,
    /// The cards left, in rising order, each the number of a way to fall from 0.
    left: Vec<u16>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename = "Deck", deny_unknown_fields)]
struct Saved {
    dice: Dice,
    left: Vec<u16>,
}

impl From<Deck> for Saved {
    fn from(deck: Deck) -> Self {
        Self { dice: deck.dice, left: deck.left }
    }
}

impl TryFrom<Saved> for Deck {
    type Error = String;

    fn try_from(saved: Saved) -> Result<Self, String> {
        let Saved { dice, left } = saved;
        let whole = Self::new(dice).ok_or_else(|| format!("there is no deck for {dice}"))?;
        let known = left.iter().all(|card| whole.left.binary_search(card).is_ok());
        if left.is_empty() || !known || !left.is_sorted_by(|one, two| one < two) {
            return Err(format!("this is no rest of a deck for {dice}"));
        }
        Ok(Self { dice, left })
    }
}

impl Deck {
    /// A whole deck for these dice; none where they are too many for one, or some of them are dropped.
    pub fn new(dice: Dice) -> Option<Self> {
        let ways = u32::from(dice.sides()).checked_pow(u32::from(dice.count()))?;
        let ways = u16::try_from(ways).ok().filter(|ways| (2..=MAX_SIDES).contains(ways))?;
        (dice.drop_highest() == 0).then(|| Self { dice, left: (0..ways).collect() })
    }

    /// The dice that it stands for.
    pub const fn dice(&self) -> Dice {
        self.dice
    }

    /// How many cards are left; at least 1.
    pub fn count(&self) -> u16 {
        u16::try_from(self.left.len()).unwrap_or(MAX_SIDES)
    }

    pub(super) fn nth(&self, n: u16) -> Option<u16> {
        self.left.get(usize::from(n)).copied()
    }

    pub(super) fn card_of(&self, faces: &[u16]) -> Option<u16> {
        let sides = self.dice.sides();
        let card = faces
            .iter()
            .try_fold(0u16, |card, face| card.checked_mul(sides)?.checked_add(face.checked_sub(1)?))?;
        self.left.binary_search(&card).ok().map(|_| card)
    }

    /// The faces that a card shows, in the order of the dice.
    pub fn faces(&self, card: u16) -> Vec<u16> {
        let sides = self.dice.sides().max(1);
        let mut rest = card;
        let mut faces: Vec<u16> = (0..self.dice.count())
            .map(|_| {
                let face = rest % sides + 1;
                rest /= sides;
                face
            })
            .collect();
        faces.reverse();
        faces
    }

    fn total(&self, card: u16) -> i32 {
        self.faces(card).into_iter().map(i32::from).sum::<i32>() + self.dice.bonus()
    }

    /// What the next card may show.
    pub fn totals(&self) -> Dist<i32> {
        // A deck is never without cards; for the shape of the call the dice stand in.
        Dist::uniform(self.left.iter().map(|card| self.total(*card)))
            .unwrap_or_else(|| Dist::dice(&self.dice))
    }

    /// The deck once a card has been drawn.
    pub fn without(&self, card: u16) -> Self {
        let left: Vec<u16> = self.left.iter().copied().filter(|own| *own != card).collect();
        match left.is_empty() {
            true => Self::new(self.dice).unwrap_or_else(|| self.clone()),
            false => Self { dice: self.dice, left },
        }
    }

    /// The deck once some card with this total has been drawn. Which of several makes no difference to the totals of
    /// those that are left.
    pub fn without_total(&self, total: i32) -> Self {
        match self.left.iter().find(|card| self.total(**card) == total) {
            Some(card) => self.without(*card),
            None => self.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deck(dice: &str) -> Option<Deck> {
        Deck::new(dice.parse().unwrap())
    }

    #[test]
    fn a_whole_deck_is_as_fair_as_its_dice() {
        for dice in ["1d20", "1d100", "2d6", "2d20", "1d6+1"] {
            let whole = deck(dice).unwrap();
            assert_eq!(whole.totals(), Dist::dice(&whole.dice()), "{dice}");
        }
        assert_eq!(
            ["1d20", "1d100", "2d6", "2d20"].map(|dice| deck(dice).unwrap().count()),
            [20, 100, 36, 400]
        );
        assert!([deck("3d6dh1"), deck("4d20"), deck("0d6"), deck("1d1")].iter().all(Option::is_none));
    }

    #[test]
    fn what_has_been_drawn_does_not_come_again_before_the_last() {
        let mut left = deck("1d20").unwrap();
        for face in 1..=19 {
            left = left.without_total(face);
            assert_eq!(left.totals().probability(|natural| *natural <= face).num(), 0);
        }
        assert_eq!((left.count(), left.totals()), (1, Dist::one(20)));
        assert_eq!(left.without_total(20), deck("1d20").unwrap(), "with the last it is whole again");
        assert_eq!(left.without_total(3), left, "what is not there cannot be drawn");
    }

    #[test]
    fn cards_of_several_dice_show_their_faces() {
        let whole = deck("2d6").unwrap();
        for card in 0..36 {
            let faces = whole.faces(card);
            assert_eq!(whole.card_of(&faces), Some(card));
        }
        let left = whole.without(whole.card_of(&[3, 4]).unwrap());
        assert_eq!((left.card_of(&[3, 4]), left.card_of(&[4, 3])), (None, Some(20)));
        assert_eq!(whole.card_of(&[0, 1]), None);
        assert_eq!(left.totals().probability(|sum| *sum == 7), crate::dice::Chance::new(5, 35));
        let (one, two) = (whole.without_total(7), whole.without(whole.card_of(&[6, 1]).unwrap()));
        assert_eq!(one.totals(), two.totals());
    }

    #[test]
    fn a_rest_is_read_back_and_nonsense_is_not() {
        let left = deck("1d20").unwrap().without_total(7);
        let text = ron::to_string(&left).unwrap();
        assert_eq!(ron::from_str::<Deck>(&text).unwrap(), left);
        for bad in ["(dice:\"1d20\",left:[])", "(dice:\"1d20\",left:[20])", "(dice:\"1d20\",left:[3,3])"] {
            assert!(ron::from_str::<Deck>(bad).is_err(), "{bad}");
        }
    }
}
