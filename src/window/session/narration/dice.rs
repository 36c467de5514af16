//! Lines and beats for dice that are no check: damage, tables, equal counts.

use super::runs;
use crate::{dice::Dice, window::session::prelude::*};

impl Narrator<'_> {
    pub(super) fn dice(
        &mut self,
        unit: Option<UnitId>,
        purpose: Key,
        notation: &Dice,
        dice: &[u16],
        total: i32,
    ) {
        let what = words::purpose(&self.facts.book, purpose);
        let what = match unit {
            Some(unit) => format!("{}, {what}", self.name(unit)),
            None => what,
        };
        let counted = counted(dice, notation.sides().into(), notation.drop_highest().into());
        if runs::are(purpose) {
            self.keep_dice(what, purpose, counted);
            return;
        }
        let result = dice.first().and_then(|face| match purpose.as_str() {
            "injury" => self.injury(*face),
            "lethal" => self.lethal(*face),
            _ => None,
        });
        let (sum, result) = (summed(notation, dice, total), result.unwrap_or_default());
        let roll = ShownRoll { what, dice: counted, sum, result, ..ShownRoll::default() };
        // In the tray it is told first who has hit whom.
        let attack = self.thrown.as_ref().filter(|own| purpose == "damage" && Some(own.by) == unit);
        let attack = attack.and_then(|own| own.roll.as_ref()).filter(|own| own.good == Some(true));
        let shown = attack.map(|own| ShownRoll {
            what: own.what.clone(),
            result: say!("tell-hit"),
            good: own.good,
            // So it is not taken for the sum of the check.
            sum: if roll.sum.is_empty() { String::new() } else { say!("roll-damage", sum = &roll.sum) },
            ..roll.clone()
        });
        if let Some((shown, thrown)) = shown.as_ref().zip(self.thrown.as_mut()) {
            // What is lost is said with it, once that is known.
            thrown.said.push((Some(self.beats.len() + 1), shown.result.clone()));
            thrown.in_tray = Some(shown.result.clone());
        }
        if purpose != "initiative" && says_something(purpose, &roll) {
            self.beats.push(Beat::Roll(shown.as_ref().unwrap_or(&roll).clone()));
        }
        self.line(LogLine {
            text: roll.what.clone(),
            indent: 1,
            roll: Some(roll),
            in_tray: shown.map(Box::new),
            ..LogLine::default()
        });
    }

    /// Which type of injury a die gives the target of the attack that was rolled last (D-70).
    fn injury(&self, face: u16) -> Option<String> {
        let book = &self.facts.book;
        let ranged = self.thrown.as_ref().is_some_and(|own| own.check == book.settings.attack.ranged);
        harm::injury_by(self.facts, ranged, face).map(|kind| words::capital(&book.name_of(kind)))
    }

    /// What a die on the table of lethal effects inflicts (S-45).
    fn lethal(&self, face: u16) -> Option<String> {
        let book = &self.facts.book;
        let table = &book.settings.attack.critical_table;
        let row = table.iter().find(|(last, ..)| face <= *last);
        row.map(|(_, condition, count)| words::condition(book, *condition, *count))
    }
}

/// The faces that count, the bonus and the total ("4 + 2 + 3 = 9"); nothing where one die says it all. Dice that are
/// read together rather than added are only named beside their reading.
fn summed(notation: &Dice, dice: &[u16], total: i32) -> String {
    let counting = counted(dice, notation.sides().into(), notation.drop_highest().into());
    let faces: Vec<u32> =
        counting.iter().filter(|(_, _, counts)| *counts).map(|(_, face, _)| *face).collect();
    let bonus = notation.bonus();
    let sum = faces.iter().fold(i64::from(bonus), |sum, face| sum + i64::from(*face));
    let listed = |by: &str| faces.iter().map(u32::to_string).collect::<Vec<_>>().join(by);
    match (faces.as_slice(), bonus) {
        _ if sum != i64::from(total) => format!("{}: {total}", listed(", ")),
        ([_], 0) => String::new(),
        (_, 0) => format!("{} = {total}", listed(" + ")),
        (_, ..0) => format!("{} − {} = {total}", listed(" + "), bonus.unsigned_abs()),
        (_, _) => format!("{} + {bonus} = {total}", listed(" + ")),
    }
}

/// Whether somebody who sees a roll lie there learns anything: what came of it, or an amount. A bare die whose meaning only
/// the rest of the log tells stands there alone.
fn says_something(purpose: Key, roll: &ShownRoll) -> bool {
    let amount = matches!(purpose.as_str(), "damage" | "healing");
    amount || !roll.sum.is_empty() || !roll.result.is_empty()
}

/// Dice with their faces; the highest so many do not count.
pub(super) fn counted(dice: &[u16], sides: u32, dropped: usize) -> Vec<(u32, u32, bool)> {
    let mut order: Vec<usize> = (0..dice.len()).collect();
    order.sort_by_key(|n| std::cmp::Reverse(dice[*n]));
    let out: Vec<usize> = order.into_iter().take(dropped).collect();
    dice.iter().enumerate().map(|(n, face)| (sides, u32::from(*face), !out.contains(&n))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_names_what_counts_and_the_bonus() {
        let told = |notation: &str, dice: &[u16], total: i32| {
            summed(&notation.parse::<Dice>().unwrap(), dice, total)
        };
        assert_eq!(told("1d6", &[4], 4), "");
        assert_eq!(told("3d6", &[4, 1, 2], 7), "4 + 1 + 2 = 7");
        assert_eq!(told("2d6+3", &[4, 1], 8), "4 + 1 + 3 = 8");
        assert_eq!(told("1d6-2", &[4], 2), "4 − 2 = 2");
        assert_eq!(told("2d6", &[3, 4], 16), "3, 4: 16", "two dice read as one number");
    }

    #[test]
    fn a_bare_die_lies_in_the_tray_only_if_it_says_something() {
        let roll = |sum: &str, result: &str| ShownRoll {
            sum: sum.to_owned(),
            result: result.to_owned(),
            ..ShownRoll::default()
        };
        let lies = |purpose: &str, roll: &ShownRoll| says_something(Key::new(purpose), roll);
        assert!(!lies("awareness", &roll("", "")) && !lies("tie", &roll("", "")));
        assert!(lies("damage", &roll("", "")), "its face is what it says");
        assert!(lies("awareness", &roll("4 + 2 = 6", "")) && lies("lethal", &roll("", "Stunned")));
    }

    #[test]
    fn the_highest_die_is_struck_out_where_the_book_drops_it() {
        assert_eq!(counted(&[3, 6, 6], 6, 1), vec![(6, 3, true), (6, 6, false), (6, 6, true)]);
    }
}
