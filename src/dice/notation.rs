//! Dice as they are written: `2d6+1`, `d100`, `3d6dh1-2`.
//!
//! The text form, its limits and its mistakes. Rolling is in [`super::stream`], odds are in [`super::dist`].

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

const MAX_COUNT: u16 = 100;
/// The most sides a die may have.
pub const MAX_SIDES: u16 = 1000;
const MAX_BONUS: i32 = 1_000_000;
/// The most dice when some are dropped: up to here the odds are always exact (100 to the 19th fits 128 bits).
const MAX_COUNT_WHEN_DROPPING: u16 = 19;
/// The most sides when dice are dropped, for the same reason.
const MAX_SIDES_WHEN_DROPPING: u16 = 100;

/// A number of equal dice, of which the highest may be dropped, and a bonus: C-01, C-89 (one die more, one of
/// the highest removed).
///
/// Always within the limits: 0 to 100 dice of 1 to 1000 sides, a bonus within a million either way; where
/// dice are dropped at most 19 dice of at most 100 sides, and at least one die stays.
///
/// Written `[count]d<sides>[dh<dropped>][+|-<bonus>]`, also as serde data; the count may be left out when it
/// is 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dice {
    count: u16,
    sides: u16,
    drop_highest: u16,
    bonus: i32,
}

impl Dice {
    /// Dice from their numbers. Errors when a limit is passed; the column is then that of the written form.
    pub fn new(count: u16, sides: u16, drop_highest: u16, bonus: i32) -> Result<Self, NotationError> {
        let dice = Self { count, sides, drop_highest, bonus };
        let after_count = digits(count.into()) + 2;
        let after_sides = after_count + digits(sides.into());
        let after_dropped = after_sides + if drop_highest == 0 { 0 } else { 2 + digits(drop_highest.into()) };
        dice.check(Columns {
            count: 1,
            sides: after_count,
            dropped: after_sides + 2,
            bonus: after_dropped + 1,
        })
    }

    /// How many dice are rolled, dropped ones included.
    pub const fn count(self) -> u16 {
        self.count
    }

    /// The sides of each die.
    pub const fn sides(self) -> u16 {
        self.sides
    }

    /// How many of the highest dice are taken away before summing.
    pub const fn drop_highest(self) -> u16 {
        self.drop_highest
    }

    /// How many dice are summed.
    pub const fn kept(self) -> u16 {
        self.count - self.drop_highest
    }

    /// What is added to the sum.
    pub const fn bonus(self) -> i32 {
        self.bonus
    }

    /// The lowest total: every die kept shows a 1.
    pub fn min(self) -> i32 {
        i32::from(self.kept()) + self.bonus
    }

    /// The highest total: every die kept shows its highest face.
    pub fn max(self) -> i32 {
        i32::from(self.kept()) * i32::from(self.sides) + self.bonus
    }

    /// The same dice with another bonus, brought within the limit of a million either way.
    pub fn with_bonus(self, bonus: i32) -> Self {
        Self { bonus: bonus.clamp(-MAX_BONUS, MAX_BONUS), ..self }
    }

    /// The same dice in another number (half a volley, one die more). Errors as [`Dice::new`].
    pub fn with_count(self, count: u16) -> Result<Self, NotationError> {
        Self::new(count, self.sides, self.drop_highest, self.bonus)
    }

    /// Half as many of these dice, rounded up, all of them kept and without the bonus.
    pub const fn half(self) -> Self {
        Self { count: self.count.div_ceil(2), drop_highest: 0, bonus: 0, ..self }
    }

    fn check(self, at: Columns) -> Result<Self, NotationError> {
        let (count, sides, dropped) = (self.count, self.sides, self.drop_highest);
        let wrong = |column, message| Err(NotationError { column, message });
        if count > MAX_COUNT {
            return wrong(at.count, format!("{count} dice are too many: write at most {MAX_COUNT}"));
        }
        if sides == 0 || sides > MAX_SIDES {
            let message = format!("a die cannot have {sides} sides: write 1 to {MAX_SIDES}, as in 1d20");
            return wrong(at.sides, message);
        }
        if self.bonus.unsigned_abs() > MAX_BONUS.unsigned_abs() {
            return wrong(at.bonus, format!("the bonus is too large: write at most {MAX_BONUS} either way"));
        }
        if dropped == 0 {
            return Ok(self);
        }
        if dropped >= count {
            let message = format!("{dropped} of {count} dice cannot be dropped: at least one must stay");
            return wrong(at.dropped, message);
        }
        if count > MAX_COUNT_WHEN_DROPPING {
            let message = format!("with dh write at most {MAX_COUNT_WHEN_DROPPING} dice, not {count}");
            return wrong(at.count, message);
        }
        if sides > MAX_SIDES_WHEN_DROPPING {
            let message = format!("with dh write at most {MAX_SIDES_WHEN_DROPPING} sides, not {sides}");
            return wrong(at.sides, message);
        }
        Ok(self)
    }
}

struct Columns {
    count: usize,
    sides: usize,
    dropped: usize,
    bonus: usize,
}

fn digits(number: u32) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{}d{}", self.count, self.sides);
        if self.drop_highest > 0 {
            text += &format!("dh{}", self.drop_highest);
        }
        if self.bonus != 0 {
            text += &format!("{:+}", self.bonus);
        }
        f.pad(&text)
    }
}

/// A mistake in written dice: the column (counted in characters from 1) and what to write instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// Column of the mistake in the notation, from 1.
    pub column: usize,
    /// What is wrong and what to write.
    pub message: String,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dice, column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for NotationError {}

impl FromStr for Dice {
    type Err = NotationError;

    /// Reads the notation; spaces between its parts and capital letters are let through.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut reader = Reader { chars: text.chars().collect(), next: 0 };
        reader.skip_spaces();
        let at_count = reader.column();
        let count = reader.number()?;
        if !reader.take('d') {
            return Err(reader.wrong(if count.is_none() {
                "expected dice: write how many, d and the sides, as in 2d6+1"
            } else {
                "expected d and the number of sides: write for instance 2d6"
            }));
        }
        reader.skip_spaces();
        let at_sides = reader.column();
        let Some(sides) = reader.number()? else {
            return Err(reader.wrong("expected the number of sides: write for instance d6 or d100"));
        };
        let mut at_dropped = reader.column();
        let mut dropped = 0;
        if reader.take('d') {
            if !reader.take('h') {
                return Err(reader.wrong("expected h: write dh1 to drop the highest die"));
            }
            reader.skip_spaces();
            at_dropped = reader.column();
            let Some(number) = reader.number()? else {
                return Err(reader.wrong("expected how many of the highest to drop: write for instance dh1"));
            };
            dropped = number;
        }
        let sign = if reader.take('+') {
            1
        } else if reader.take('-') {
            -1
        } else {
            0
        };
        reader.skip_spaces();
        let at_bonus = reader.column();
        let mut bonus = 0;
        if sign != 0 {
            let Some(number) = reader.number()? else {
                return Err(reader.wrong("expected a number after the sign: write for instance +1"));
            };
            bonus = sign * i32::try_from(number).unwrap_or(i32::MAX);
        }
        if reader.next < reader.chars.len() {
            return Err(reader.wrong("nothing may follow here: write for instance 2d6, 2d6+1 or 3d6dh1-2"));
        }
        let small = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
        let dice =
            Self { count: count.map_or(1, small), sides: small(sides), drop_highest: small(dropped), bonus };
        dice.check(Columns { count: at_count, sides: at_sides, dropped: at_dropped, bonus: at_bonus })
    }
}

struct Reader {
    chars: Vec<char>,
    next: usize,
}

impl Reader {
    fn column(&self) -> usize {
        self.next + 1
    }

    fn wrong(&self, message: &str) -> NotationError {
        let found =
            self.chars.get(self.next).map_or_else(|| "the end".to_owned(), |found| format!("{found:?}"));
        NotationError { column: self.column(), message: format!("{message} (found {found})") }
    }

    fn skip_spaces(&mut self) {
        while self.chars.get(self.next) == Some(&' ') {
            self.next += 1;
        }
    }

    fn take(&mut self, wanted: char) -> bool {
        self.skip_spaces();
        let found = self.chars.get(self.next).is_some_and(|found| found.eq_ignore_ascii_case(&wanted));
        self.next += usize::from(found);
        found
    }

    fn number(&mut self) -> Result<Option<u32>, NotationError> {
        let mut number = None;
        let start = self.column();
        while let Some(digit) = self.chars.get(self.next).and_then(|found| found.to_digit(10)) {
            let so_far: u32 = number.unwrap_or(0);
            let Some(longer) = so_far.checked_mul(10).and_then(|tens| tens.checked_add(digit)) else {
                let message = "the number is too long: write at most seven digits".to_owned();
                return Err(NotationError { column: start, message });
            };
            number = Some(longer);
            self.next += 1;
        }
        self.skip_spaces();
        Ok(number)
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Dice;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("dice in quotes, such as \"2d6+1\"")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Dice, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parts(text: &str) -> (u16, u16, u16, i32) {
        let dice: Dice = text.parse().unwrap();
        (dice.count(), dice.sides(), dice.drop_highest(), dice.bonus())
    }

    fn mistake(text: &str) -> (usize, String) {
        let error = text.parse::<Dice>().unwrap_err();
        (error.column, error.message)
    }

    #[test]
    fn the_usual_forms_are_read() {
        assert_eq!(parts("2d6+1"), (2, 6, 0, 1));
        assert_eq!(parts("1d20"), (1, 20, 0, 0));
        assert_eq!(parts("d100"), (1, 100, 0, 0));
        assert_eq!(parts("d8"), (1, 8, 0, 0));
        assert_eq!(parts("3d6dh1-2"), (3, 6, 1, -2));
        assert_eq!(parts(" 3 D 6 DH 1 - 2 "), (3, 6, 1, -2));
        assert_eq!(parts("0d6+3"), (0, 6, 0, 3));
    }

    #[test]
    fn the_shortest_canonical_form_is_shown() {
        let shown = |text: &str| text.parse::<Dice>().unwrap().to_string();
        assert_eq!(shown("d8"), "1d8");
        assert_eq!(shown("2d6 + 0"), "2d6");
        assert_eq!(shown("3d6dh1-2"), "3d6dh1-2");
        assert_eq!(shown("02d006+01"), "2d6+1");
    }

    #[test]
    fn mistakes_name_their_column_and_what_to_write() {
        assert_eq!(mistake("").0, 1);
        assert_eq!(mistake("2x6").0, 2);
        assert_eq!(mistake("2d").0, 3);
        assert_eq!(mistake("2d6+").0, 5);
        assert_eq!(mistake("2d6dx").0, 5);
        assert_eq!(mistake("2d6dh").0, 6);
        assert_eq!(mistake("2d6+1 cold"), (7, mistake("2d6+1 cold").1));
        assert_eq!(mistake("5").0, 2);
        assert!(mistake("2d6dx").1.contains("write dh1"));
        assert!(mistake("2d").1.contains("found the end"));
        assert_eq!(
            "2d0".parse::<Dice>().unwrap_err().to_string(),
            "dice, column 3: a die cannot have 0 sides: write 1 to 1000, as in 1d20"
        );
    }

    #[test]
    fn limits_hold_wherever_the_dice_come_from() {
        assert_eq!(mistake("101d6").0, 1);
        assert_eq!(mistake("2d1001").0, 3);
        assert_eq!(mistake("2d6dh2").0, 6);
        assert_eq!(mistake("2d6-1000001").0, 5);
        assert_eq!(mistake("20d6dh1").0, 1);
        assert_eq!(mistake("3d101dh1").0, 3);
        assert_eq!(mistake("99999999999d6").0, 1);
        assert_eq!(Dice::new(2, 6, 2, 0).unwrap_err().column, 6);
        assert_eq!(Dice::new(12, 1001, 0, 0).unwrap_err().column, 4);
        assert_eq!(Dice::new(2, 6, 1, i32::MIN).unwrap_err().column, 8);
        assert!(Dice::new(100, 1000, 0, 1_000_000).is_ok());
        assert!(Dice::new(3, 6, 0, 0).unwrap().with_count(101).is_err());
        assert_eq!(Dice::new(5, 6, 1, 4).unwrap().half(), Dice::new(3, 6, 0, 0).unwrap());
    }

    proptest! {
        #[test]
        fn what_is_shown_reads_back(count in 0u16..=101, sides in 0u16..=1001, drop in 0u16..4, bonus: i32) {
            if let Ok(dice) = Dice::new(count, sides, drop, bonus % (MAX_BONUS + 2)) {
                prop_assert_eq!(dice.to_string().parse::<Dice>(), Ok(dice));
            }
        }

        #[test]
        fn a_limit_passed_has_one_column_however_it_is_given(
            count in 0u16..200, sides in 0u16..2000, drop in 0u16..4, bonus in -2_000_000..=2_000_000i32
        ) {
            let text = Dice { count, sides, drop_highest: drop, bonus }.to_string();
            prop_assert_eq!(text.parse::<Dice>(), Dice::new(count, sides, drop, bonus));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9dh+ -]{0,12}|\\PC{0,12}") {
            if let Err(error) = text.parse::<Dice>() {
                prop_assert!(error.column >= 1 && error.column <= text.chars().count() + 1);
            }
        }
    }
}
