//! Dice, blows and what they leave: the lines and beats with numbers in them.
//!
//! Owns how a roll, a hit, a loss and a condition are told.

use super::*;
use crate::{
    grid::{Dir8, Square},
    rules::harm::Portion,
    window::sound::of_blow,
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
            lines: super::preview::flow(self.facts, check),
        };
        self.beats.push(Beat::Roll(roll.clone()));
        self.line(LogLine { text: roll.what.clone(), indent: 1, roll: Some(roll), ..LogLine::default() });
    }

    pub(super) fn dice(&mut self, unit: Option<UnitId>, purpose: Key, dice: &[u16], total: i32) {
        let book = &self.facts.book;
        let sides = match purpose.as_str() {
            "damage" => unit
                .and_then(|unit| self.play.game.battle.truth().unit(unit).cloned())
                .and_then(|unit| {
                    let weapons: Vec<u16> = self
                        .facts
                        .weapons(&unit)
                        .filter_map(|(_, def)| def.damage)
                        .map(|dice| dice.sides())
                        .collect();
                    let most = dice.iter().copied().max().unwrap_or(0);
                    weapons.into_iter().filter(|sides| *sides >= most).min()
                })
                .map_or(0, u32::from),
            _ => u32::from(book.settings.timing.dice.sides()),
        };
        let what = words::purpose(book, purpose);
        let what = match unit {
            Some(unit) => format!("{}, {what}", self.name(unit)),
            None => what,
        };
        let roll = Roll {
            what,
            dice: counted(dice, sides, 0),
            sum: match dice {
                [one] if i32::from(*one) == total => String::new(),
                _ => format!("{} = {total}", dice.iter().map(u16::to_string).collect::<Vec<_>>().join(" + ")),
            },
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
        let kind =
            self.play.game.battle.truth().unit(by).and_then(|unit| {
                self.facts.weapon(unit, weapon).map(|(_, def)| (def.name.clone(), def.uses))
            });
        let (with, melee) = match &kind {
            Some((name, uses)) => (name.clone(), *uses == WeaponUse::Melee),
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

/// Dice with their faces; the highest so many do not count.
fn counted(dice: &[u16], sides: u32, dropped: usize) -> Vec<(u32, u32, bool)> {
    let mut order: Vec<usize> = (0..dice.len()).collect();
    order.sort_by_key(|n| std::cmp::Reverse(dice[*n]));
    let out: Vec<usize> = order.into_iter().take(dropped).collect();
    dice.iter().enumerate().map(|(n, face)| (sides, u32::from(*face), !out.contains(&n))).collect()
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn the_highest_die_is_struck_out_where_the_book_drops_it() {
        assert_eq!(counted(&[3, 6, 6], 6, 1), vec![(6, 3, true), (6, 6, false), (6, 6, true)]);
    }
}
