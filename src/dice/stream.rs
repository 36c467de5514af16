//! Where the faces of dice come from: a seed, a script, or a walk over all of them.
//!
//! A battle draws from one stream and has no other source of chance. The stream knows its exact position and
//! refuses what it cannot give.

use std::collections::VecDeque;

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use serde::{Deserialize, Serialize};

use super::{
    deck::Deck,
    error::{AskedDie, DiceError},
    notation::{Dice, MAX_SIDES},
    script::ScriptedDie,
};
use crate::key::Key;

/// The dice of one battle, drawn one after the other (A-01, C-01).
///
/// Part of a saved battle: what is read back goes on with the very next die. Two streams are equal when all
/// their dice to come are the same and as many have been drawn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceStream {
    drawn: u64,
    source: Source,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum Source {
    Seeded(Seeded),
    Scripted(VecDeque<ScriptedDie>),
    Branching(Branching),
}

impl DiceStream {
    /// Dice from a seed: the same seed gives the same dice, on every machine and in every version.
    ///
    /// The words are those of ChaCha8 whose 32-byte key is the seed in its first eight bytes, lowest first,
    /// and zeros after them. A word below the largest multiple of `sides` gives the face (word mod sides) +
    /// 1; any other word is passed over, so every face is equally likely.
    pub fn seeded(seed: u64) -> Self {
        Self { drawn: 0, source: Source::Seeded(Seeded::at(seed, 0)) }
    }

    /// Dice written beforehand, used up in order.
    pub fn scripted(dice: impl IntoIterator<Item = impl Into<ScriptedDie>>) -> Self {
        Self { drawn: 0, source: Source::Scripted(dice.into_iter().map(Into::into).collect()) }
    }

    pub(super) fn branching(path: Vec<BranchDie>, max_dice: u32) -> Self {
        let branch = Branching { path, taken: 0, max_dice, stopped: false };
        Self { drawn: 0, source: Source::Branching(branch) }
    }

    pub(super) fn into_branching(self) -> Option<Branching> {
        match self.source {
            Source::Branching(branching) => Some(branching),
            Source::Seeded(_) | Source::Scripted(_) => None,
        }
    }

    /// How many dice have been drawn so far, of every kind.
    pub const fn drawn(&self) -> u64 {
        self.drawn
    }

    /// The dice of a script that nobody asked for yet, in order; none for a seeded stream.
    pub fn left(&self) -> Vec<ScriptedDie> {
        match &self.source {
            Source::Scripted(dice) => dice.iter().copied().collect(),
            Source::Seeded(_) | Source::Branching(_) => Vec::new(),
        }
    }

    /// A sentence listing the dice of the script that are left over; nothing when it is used up exactly.
    pub fn left_text(&self) -> Option<String> {
        let left = self.left();
        let list: Vec<_> = left.iter().map(ToString::to_string).collect();
        match left.len() {
            0 => None,
            1 => Some(format!("1 die of the script was never rolled: {}", list.join(", "))),
            more => Some(format!("{more} dice of the script were never rolled: {}", list.join(", "))),
        }
    }

    /// Draws one die: a face from 1 to `sides`.
    ///
    /// `sides` is 1 to 1000. The purpose is compared with that of a scripted die, and named in errors. After
    /// an error the stream stands where it stood.
    pub fn die(&mut self, sides: u16, purpose: Key) -> Result<u16, DiceError> {
        let asked = AskedDie { number: self.drawn + 1, sides, purpose };
        if sides == 0 || sides > MAX_SIDES {
            return Err(DiceError::Sides(asked));
        }
        let face = match &mut self.source {
            Source::Seeded(seeded) => seeded.die(sides),
            Source::Scripted(dice) => next_of_script(dice, asked)?,
            Source::Branching(branching) => branching.die(asked)?,
        };
        self.drawn += 1;
        Ok(face)
    }

    /// Draws a card from a deck: the dice that it shows, and the deck without it.
    ///
    /// From a seed each card left is equally likely; a script gives the faces, one after the other.
    pub fn card(&mut self, deck: &Deck, purpose: Key) -> Result<(Roll, Deck), DiceError> {
        let dice = deck.dice();
        let asked = AskedDie { number: self.drawn + 1, sides: dice.sides(), purpose };
        let card = match &self.source {
            Source::Scripted(_) => {
                let faces = (0..dice.count()).map(|_| self.die(dice.sides(), purpose));
                let faces = faces.collect::<Result<Vec<_>, _>>()?;
                deck.card_of(&faces).ok_or(DiceError::NotInDeck(asked, faces))?
            }
            Source::Seeded(_) | Source::Branching(_) => {
                let n = self.die(deck.count(), purpose)?.saturating_sub(1);
                deck.nth(n).ok_or(DiceError::Sides(asked))?
            }
        };
        Ok((Roll::of(&dice, deck.faces(card)), deck.without(card)))
    }

    /// Draws all the dice of a notation, drops the highest ones if it says so, and adds the bonus.
    ///
    /// Of equal dice the one rolled first is dropped. After an error the dice drawn before it are gone.
    pub fn roll(&mut self, dice: &Dice, purpose: Key) -> Result<Roll, DiceError> {
        let faces = (0..dice.count()).map(|_| self.die(dice.sides(), purpose));
        Ok(Roll::of(dice, faces.collect::<Result<_, _>>()?))
    }
}

fn next_of_script(dice: &mut VecDeque<ScriptedDie>, asked: AskedDie) -> Result<u16, DiceError> {
    let Some(&die) = dice.front() else {
        return Err(DiceError::ScriptEnded(asked));
    };
    if die.purpose.is_some_and(|named| named != asked.purpose) {
        return Err(DiceError::OtherPurpose(asked, die));
    }
    if !(1..=asked.sides).contains(&die.value) {
        return Err(DiceError::NoSuchFace(asked, die));
    }
    dice.pop_front();
    Ok(die.value)
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "SavedSeeded", into = "SavedSeeded")]
struct Seeded {
    seed: u64,
    words: Box<ChaCha8Rng>,
}

/// The exact position of a seeded stream: its seed, and the words taken.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Seeded", deny_unknown_fields)]
struct SavedSeeded {
    seed: u64,
    word: u64,
}

impl Seeded {
    fn at(seed: u64, word: u64) -> Self {
        let mut key = [0; 32];
        for (place, byte) in key.iter_mut().zip(seed.to_le_bytes()) {
            *place = byte;
        }
        let mut words = Box::new(ChaCha8Rng::from_seed(key));
        words.set_word_pos(word.into());
        Self { seed, words }
    }

    fn word(&self) -> u64 {
        u64::try_from(self.words.get_word_pos()).unwrap_or(u64::MAX)
    }

    fn die(&mut self, sides: u16) -> u16 {
        loop {
            if let Some(face) = face_of(self.words.next_u32(), sides) {
                return face;
            }
        }
    }
}

/// The face that a word stands for; none when the word is one of those at the top that would favour low
/// faces. `sides` is at least 1.
fn face_of(word: u32, sides: u16) -> Option<u16> {
    let sides = u32::from(sides);
    // 2 to the 32nd mod sides: as many words are passed over.
    let passed_over = (u32::MAX % sides + 1) % sides;
    // The remainder is below `sides`, so it fits 16 bits.
    (word <= u32::MAX - passed_over).then(|| (word % sides) as u16 + 1)
}

impl PartialEq for Seeded {
    fn eq(&self, other: &Self) -> bool {
        self.seed == other.seed && self.word() == other.word()
    }
}

impl From<SavedSeeded> for Seeded {
    fn from(saved: SavedSeeded) -> Self {
        Self::at(saved.seed, saved.word)
    }
}

impl From<Seeded> for SavedSeeded {
    fn from(seeded: Seeded) -> Self {
        Self { seed: seeded.seed, word: seeded.word() }
    }
}

/// One die of a walk over all of them: its sides, and the face taken this time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BranchDie {
    /// The sides of the die.
    pub sides: u16,
    /// The face it showed, from 1.
    pub face: u16,
}

/// One run of a walk: the faces fixed before it, and after them the first face of each die asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Branching {
    pub path: Vec<BranchDie>,
    pub taken: usize,
    pub max_dice: u32,
    pub stopped: bool,
}

impl Branching {
    fn die(&mut self, asked: AskedDie) -> Result<u16, DiceError> {
        if let Some(die) = self.path.get(self.taken) {
            if die.sides != asked.sides {
                return Err(DiceError::Unsteady);
            }
            self.taken += 1;
            return Ok(die.face);
        }
        let room = self.taken < self.max_dice as usize;
        let weight = orders(&self.path).and_then(|product| product.checked_mul(asked.sides.into()));
        if !room || weight.is_none() {
            self.stopped = true;
            return Err(DiceError::TooManyDice(asked));
        }
        self.path.push(BranchDie { sides: asked.sides, face: 1 });
        self.taken += 1;
        Ok(1)
    }
}

/// How many sequences of faces these dice have; none when 128 bits do not hold it.
pub(super) fn orders(path: &[BranchDie]) -> Option<u128> {
    path.iter().try_fold(1u128, |product, die| product.checked_mul(die.sides.into()))
}

/// What a notation gave: every die in the order rolled, those kept (in the same order), and their sum with
/// the bonus.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// Every face, in the order rolled.
    pub dice: Vec<u16>,
    /// The faces that count, in the order rolled.
    pub kept: Vec<u16>,
    /// The sum of the faces kept, and the bonus.
    pub total: i32,
}

impl Roll {
    /// The roll of these dice that showed these faces.
    fn of(dice: &Dice, faces: Vec<u16>) -> Self {
        let mut kept = faces.clone();
        for _ in 0..dice.drop_highest() {
            // The first of the highest: `max_by_key` would find the last.
            let highest = kept.iter().copied().max();
            if let Some(place) = kept.iter().position(|&face| Some(face) == highest) {
                kept.remove(place);
            }
        }
        let total = dice.bonus() + kept.iter().map(|&face| i32::from(face)).sum::<i32>();
        Self { dice: faces, kept, total }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn any() -> Key {
        Key::new("any")
    }

    fn faces(stream: &mut DiceStream, sides: u16, count: usize) -> Vec<u16> {
        (0..count).map(|_| stream.die(sides, any()).unwrap()).collect()
    }

    fn dice(text: &str) -> Dice {
        text.parse().unwrap()
    }

    /// The faces were worked out by a separate ChaCha8 (in Python), so they pin the cipher, the key and the
    /// rule.
    #[test]
    fn seeded_dice_never_change() {
        let d20 = [19, 6, 20, 12, 1, 7, 13, 4, 13, 10, 4, 10, 18, 15, 17, 7, 3, 19, 4, 2];
        assert_eq!(faces(&mut DiceStream::seeded(0), 20, 20), d20);
        let d6 = [2, 6, 5, 1, 3, 5, 3, 3, 5, 1, 3, 1, 3, 2, 1, 3, 5, 2, 5, 2];
        assert_eq!(faces(&mut DiceStream::seeded(1), 6, 20), d6);
        let d100 = [44, 50, 33, 86, 89, 19, 21, 8, 97, 89, 12, 72, 82, 33, 2, 57, 64, 58, 27, 23];
        assert_eq!(faces(&mut DiceStream::seeded(u64::MAX), 100, 20), d100);
        let late = [956, 480, 421, 442, 724, 824, 843, 216, 290, 382, 628, 652];
        let mut stream = DiceStream::seeded(0xDEAD_BEEF);
        faces(&mut stream, 8, 1000);
        assert_eq!(faces(&mut stream, 1000, 12), late);
    }

    #[test]
    fn a_saved_seed_is_its_position() {
        let mut stream = DiceStream::seeded(7);
        faces(&mut stream, 6, 3);
        assert_eq!(ron::to_string(&stream).unwrap(), "(drawn:3,source:Seeded((seed:7,word:3)))");
        assert_ne!(stream, DiceStream::seeded(7));
        assert_ne!(DiceStream::seeded(8), DiceStream::seeded(7));
    }

    #[test]
    fn words_that_would_favour_low_faces_are_passed_over() {
        // There are 4 294 967 296 words: for a d1000 the top 296 are passed over, for a d6 the top 4, for a
        // d8 none.
        assert_eq!((face_of(4_294_966_999, 1000), face_of(4_294_967_000, 1000)), (Some(1000), None));
        assert_eq!((face_of(4_294_967_291, 6), face_of(4_294_967_292, 6)), (Some(6), None));
        assert_eq!(
            (face_of(u32::MAX, 8), face_of(u32::MAX, 1), face_of(0, 1000)),
            (Some(8), Some(1), Some(1))
        );
    }

    #[test]
    fn a_script_is_used_in_order_and_counts_what_is_left() {
        let mut stream = DiceStream::scripted([ScriptedDie::any(14), ("attack", 3).into(), 6.into()]);
        assert_eq!(stream.die(20, any()), Ok(14));
        assert_eq!(stream.left_text().unwrap(), "2 dice of the script were never rolled: (\"attack\", 3), 6");
        assert_eq!(stream.die(6, Key::new("attack")), Ok(3));
        assert_eq!(stream.left(), [ScriptedDie::any(6)]);
        assert_eq!(stream.die(6, any()), Ok(6));
        assert_eq!((stream.drawn(), stream.left_text()), (3, None));
    }

    #[test]
    fn a_script_too_short_says_which_die_is_missing() {
        let mut stream = DiceStream::scripted([4u16]);
        let error = stream.roll(&dice("2d6"), Key::new("damage")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "die 2 (d6 for \"damage\"): the script has no dice left; add one from 1 to 6"
        );
    }

    #[test]
    fn a_die_named_for_something_else_is_refused_and_stays() {
        let mut stream = DiceStream::scripted([("attack", 14)]);
        let before = stream.clone();
        let error = stream.die(20, Key::new("defence")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "die 1 (d20 for \"defence\"): the script has (\"attack\", 14) here, for another purpose"
        );
        assert_eq!(stream, before);
    }

    #[test]
    fn a_face_the_die_does_not_have_is_refused() {
        for value in [0, 7] {
            let error = DiceStream::scripted([value]).die(6, any()).unwrap_err();
            let sentence =
                format!("die 1 (d6 for \"any\"): the script has {value} here; write a face from 1 to 6");
            assert_eq!(error.to_string(), sentence);
        }
    }

    #[test]
    fn a_die_has_one_to_a_thousand_sides() {
        for mut stream in [DiceStream::seeded(1), DiceStream::scripted([1u16])] {
            assert!(stream.die(0, any()).is_err());
            assert!(stream.die(1001, any()).is_err());
            assert_eq!((stream.die(1, any()), stream.drawn()), (Ok(1), 1));
        }
    }

    #[test]
    fn the_first_of_the_highest_is_dropped() {
        let mut stream = DiceStream::scripted([2u16, 6, 6, 5]);
        let roll = stream.roll(&dice("4d6dh1-2"), any()).unwrap();
        assert_eq!(roll, Roll { dice: vec![2, 6, 6, 5], kept: vec![2, 6, 5], total: 11 });
    }
}
