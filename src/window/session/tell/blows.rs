//! Dice, blows and what they leave: the lines and beats with numbers in them.
//!
//! Owns how a roll, a hit, a loss and a condition are told.

use bevy::prelude::IVec2;

use super::Teller;
use crate::{
    dice::Dice,
    grid::{Dir8, Square},
    key::Key,
    locale::say,
    rules::{
        action::WeaponUse,
        check::{Base, Check, Reading},
        facts::UnitId,
        harm::{HarmTrace, Portion},
    },
    window::{
        motion::Beat,
        session::{preview, words},
        sound::of_blow,
        view::{LogLine, Pose, Roll},
    },
};

impl Teller<'_> {
    /// An area attack that struck its square, went astray, or was lost.
    pub(super) fn came_down(
        &mut self,
        by: UnitId,
        weapon: Key,
        struck: bool,
        scatter: Option<(Dir8, u32, Square)>,
        covered: &[Square],
    ) {
        let name = self.facts.book.name_of(weapon);
        let n = covered.len();
        let text = match scatter {
            _ if struck => say!("log-area-struck", weapon = name, n = n),
            Some((way, far, _)) => {
                say!("log-area-astray", weapon = name, far = far, point = words::point(way), n = n)
            }
            None => say!("log-area-nothing", weapon = name),
        };
        self.say(1, Some(by), text);
    }

    /// An area attack's dice, held against one of those inside.
    pub(super) fn compared(&mut self, target: UnitId, check: &Check, reading: &Reading, value: i32) {
        let result = match value {
            0 => say!("roll-failed"),
            value => say!("roll-worth", n = value),
        };
        let roll = Roll {
            what: say!("log-held-against", unit = self.name(target)),
            sum: say!("roll-against", total = reading.total, number = reading.number),
            result,
            good: Some(value > 0),
            lines: preview::flow(self.facts, check),
            ..Roll::default()
        };
        self.line(LogLine { text: roll.what.clone(), indent: 1, roll: Some(roll), ..LogLine::default() });
    }

    pub(super) fn rolled(&mut self, check: &Check, dice: &[u16], reading: &Reading, purpose: Key) {
        let book = &self.facts.book;
        let sides = match check.base {
            Base::Dice(dice) => u32::from(dice.sides()),
            _ => 0,
        };
        let dropped = match check.base {
            Base::Dice(dice) => usize::from(dice.drop_highest()),
            _ => 0,
        };
        let what = words::purpose(book, purpose);
        let name = book.name_of(check.id);
        let what = if what.eq_ignore_ascii_case(&name) { what } else { format!("{what}: {name}") };
        let roll = Roll {
            what: format!("{}, {what}", self.name(check.by)),
            dice: counted(dice, sides, dropped),
            sum: words::sum(check, reading),
            result: words::result(check, reading, purpose),
            good: Some(reading.success),
            lines: preview::flow(self.facts, check),
        };
        self.beats.push(Beat::Roll(roll.clone()));
        self.line(LogLine { text: roll.what.clone(), indent: 1, roll: Some(roll), ..LogLine::default() });
    }

    pub(super) fn dice(
        &mut self,
        unit: Option<UnitId>,
        purpose: Key,
        notation: &Dice,
        dice: &[u16],
        total: i32,
    ) {
        let book = &self.facts.book;
        let what = words::purpose(book, purpose);
        let what = match unit {
            Some(unit) => format!("{}, {what}", self.name(unit)),
            None => what,
        };
        let roll = Roll {
            what,
            dice: counted(dice, notation.sides().into(), notation.drop_highest().into()),
            sum: summed(notation, dice, total),
            ..Roll::default()
        };
        if purpose != "initiative" {
            self.beats.push(Beat::Roll(roll.clone()));
        }
        self.line(LogLine { text: roll.what.clone(), indent: 1, roll: Some(roll), ..LogLine::default() });
    }

    pub(super) fn struck(
        &mut self,
        by: UnitId,
        target: UnitId,
        weapon: Key,
        landed: bool,
        critical: bool,
        trace: &HarmTrace,
    ) {
        // Of a striker whom nobody saw, the weapon was not seen either.
        let unseen = self.unknown.contains(&by);
        let (with, melee) = match self.play.struck_with(self.facts, by, weapon) {
            _ if unseen => (say!("log-with-unseen"), false),
            Some((name, uses)) => (name, uses == WeaponUse::Melee),
            None => (self.facts.book.name_of(weapon), self.facts.book.spell(weapon).is_none()),
        };
        if let (Some(_), Some(toward)) = (self.place(by), self.place(target)) {
            let from = self.place(by).unwrap_or(IVec2::ZERO);
            self.beats.push(if melee {
                Beat::Strike { unit: self.play.number(by), toward }
            } else {
                Beat::Shot { from, to: toward }
            });
            let before = |portion: &Portion| portion.passed.first().map_or(portion.amount, |p| p.before);
            let dealt = trace.portions.iter().map(before).sum();
            self.beats.push(Beat::Hear(of_blow(landed, dealt, trace.total)));
            if landed {
                let (unit, points) = (self.play.number(target), trace.total);
                self.beats.push(Beat::Hit { unit, from, points });
            }
        }
        let name = self.name(target);
        let mut text = match (landed, critical) {
            (false, _) => say!("log-misses", unit = self.name(by), target = name, with = with),
            (true, false) => say!("log-hits-target", unit = self.name(by), target = name, with = with),
            (true, true) => say!("log-hits-critically", unit = self.name(by), target = name, with = with),
        };
        if landed {
            for portion in &trace.portions {
                for passed in portion.passed.iter().filter(|passed| passed.before != passed.after) {
                    let stage = self.facts.book.name_of(passed.stage);
                    text.push_str(&format!("; {}: {} → {}", words::low(&stage), passed.before, passed.after));
                }
            }
            if !trace.portions.is_empty() {
                text.push_str(&say!("log-gets-through", n = trace.total));
            }
        } else {
            self.float(target, say!("float-miss"), false);
        }
        if landed && trace.total == 0 && !trace.portions.is_empty() {
            self.float(target, "0".to_owned(), false);
        }
        self.say(1, None, text);
    }

    pub(super) fn track(&mut self, unit: UnitId, track: Key, from: i32, to: i32) {
        let def = self.facts.book.track(track);
        let main = self.facts.book.main_track().is_some_and(|main| main.id == track);
        if main {
            self.change(unit, |counter| counter.vitality = to);
        }
        if self.declared.as_ref().is_some_and(|(by, _)| *by == unit) {
            return;
        }
        let rises = def.is_some_and(|def| def.rises);
        let worse = (to < from) != rises;
        let name = self.facts.book.name_of(track);
        let (unit_name, n) = (self.name(unit), (to - from).abs());
        let text = match to < from {
            true => say!("log-loses", unit = unit_name, n = n, track = name, from = from, to = to),
            false => say!("log-gains", unit = unit_name, n = n, track = name, from = from, to = to),
        };
        self.line(LogLine { text, indent: 1, harm: worse, ..LogLine::default() });
        self.float(unit, words::signed(to - from), worse);
    }

    pub(super) fn condition(&mut self, unit: UnitId, condition: Key, from: i32, to: i32) {
        let book = self.facts.book.clone();
        let name = words::condition(&book, condition, to);
        let text = match (from, to) {
            (_, 0) => say!("log-no-longer", unit = self.name(unit), condition = book.name_of(condition)),
            _ => format!("{}: {name}", self.name(unit)),
        };
        self.say(1, None, text);
        if to > from {
            self.float(unit, name, false);
        }
        let def = book.condition(condition).cloned();
        self.change(unit, |counter| {
            let id = condition.as_str();
            counter.conditions.retain(|known| known != id);
            if to > 0 {
                counter.conditions.push(id.to_owned());
            }
            let gained = to > 0;
            counter.pose = match (&def, gained, counter.pose) {
                (Some(def), true, _) if def.dead => Pose::Dead,
                (Some(def), true, pose) if (def.out || id == "unconscious") && pose != Pose::Dead => {
                    Pose::Down
                }
                (_, true, Pose::Standing) if id == "prone" => Pose::Prone,
                (_, false, Pose::Prone) if id == "prone" => Pose::Standing,
                (_, _, pose) => pose,
            };
            if counter.pose == Pose::Dead {
                counter.conditions.clear();
            }
        });
    }
}

/// The faces that count, the bonus and the total ("4 + 2 + 3 = 9"); nothing where one die says it all. Dice that are read
/// together rather than added are only named beside their reading.
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

/// Dice with their faces; the highest so many do not count.
fn counted(dice: &[u16], sides: u32, dropped: usize) -> Vec<(u32, u32, bool)> {
    let mut order: Vec<usize> = (0..dice.len()).collect();
    order.sort_by_key(|n| std::cmp::Reverse(dice[*n]));
    let out: Vec<usize> = order.into_iter().take(dropped).collect();
    dice.iter().enumerate().map(|(n, face)| (sides, u32::from(*face), !out.contains(&n))).collect()
}

#[cfg(test)]
mod tests {
    use super::{counted, summed};
    use crate::dice::Dice;

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
    fn the_highest_die_is_struck_out_where_the_book_drops_it() {
        assert_eq!(counted(&[3, 6, 6], 6, 1), vec![(6, 3, true), (6, 6, false), (6, 6, true)]);
    }
}
