//! A roll that is held against several at once: the tray and the log tell with it what each of them loses, as it strikes
//! them.

use super::{losses::Loss, perceived};
use crate::window::session::prelude::*;

/// So many losses are told one by one; of more only the sum is.
const LISTED: usize = 3;

/// The roll of an attack that succeeded, whose value is its damage, and which is held against no one target alone.
pub(super) struct Spread {
    /// Who attacks.
    by: UnitId,
    /// By how much it was better than needed.
    margin: i32,
    /// Whose it was and what for; empty: it was told before these events.
    what: String,
    /// The place of its line of the log among the beats; none: it was told before them.
    line: Option<usize>,
    /// What those that were hit have lost by it, one after another.
    lost: Vec<i32>,
    /// Somebody was missed.
    missed: bool,
}

impl Spread {
    fn of(check: &Check, reading: &Reading) -> Option<Self> {
        let several = check.value.is_some() && !matches!(check.versus, Versus::Passive(_));
        (several && reading.success && reading.value > 0).then(|| Self {
            by: check.by,
            margin: reading.margin,
            what: String::new(),
            line: None,
            lost: Vec::new(),
            missed: false,
        })
    }

    /// The one that was rolled before, as far as this side perceived it, unless what it was rolled for is over.
    pub fn before(facts: &Facts, earlier: &[Event], sight: Option<Side>) -> Option<Self> {
        let is_roll = |event: &Event| match &event.outcome {
            Outcome::Rolled { purpose, .. } => *purpose == "attack" && perceived(sight, event),
            _ => false,
        };
        let start = earlier.iter().rposition(is_roll)?;
        let Outcome::Rolled { check, reading, .. } = &earlier.get(start)?.outcome else { return None };
        let mut spread = Self::of(check, reading)?;
        for (n, event) in earlier.iter().enumerate().skip(start + 1) {
            match &event.outcome {
                Outcome::TurnEnded { .. } => return None,
                Outcome::Declared { unit, .. } if spread.is_by(*unit) => return None,
                Outcome::Struck { by, landed, .. } if spread.is_by(*by) && perceived(sight, event) => {
                    let after = earlier.get(n + 1..).unwrap_or_default();
                    let points = Loss::of(facts, sight, &event.outcome, after).points;
                    spread.strike(landed.then_some(points));
                }
                _ => {}
            }
        }
        Some(spread)
    }

    pub fn is_by(&self, unit: UnitId) -> bool {
        self.by == unit
    }

    /// It strikes another, who loses so much by it; none: it misses them.
    fn strike(&mut self, lost: Option<i32>) {
        self.lost.extend(lost);
        self.missed |= lost.is_none();
    }

    /// What it says with what has been lost by it so far.
    fn says(&self) -> String {
        let lost: Vec<i32> = self.lost.iter().copied().filter(|lost| *lost > 0).collect();
        match lost.as_slice() {
            [] if !self.lost.is_empty() => say!("roll-blocked"),
            [] if self.missed => say!("roll-miss"),
            [] => say!("tell-hit"),
            [one] => words::hit(*one, self.margin),
            all if all.len() <= LISTED => {
                let each: Vec<String> = all.iter().map(i32::to_string).collect();
                say!("roll-hit-worth", n = each.join(" + "))
            }
            all => say!("roll-hit-in-all", n = all.iter().sum::<i32>()),
        }
    }
}

impl Narrator<'_> {
    /// Notes a roll of an attack, the next among the beats, if it is held against several, and takes from it what it would
    /// be worth: that is told when it strikes.
    pub(super) fn note_spread(&mut self, check: &Check, reading: &Reading, roll: &mut ShownRoll) {
        let line = Some(self.beats.len() + 1);
        let spread = Spread::of(check, reading).map(|own| Spread { what: roll.what.clone(), line, ..own });
        if let Some(spread) = &spread {
            let worth = words::hit(reading.value, reading.margin);
            roll.result = roll.result.replacen(worth.as_str(), &spread.says(), 1);
        }
        self.strokes.spread = spread;
    }

    /// The roll that is held against several says what another of them loses by it, in the log and in the tray, if it
    /// lies there still; none: it misses them.
    pub(super) fn say_spread(&mut self, by: UnitId, lost: Option<i32>) {
        let Some(spread) = self.strokes.spread.as_mut().filter(|own| own.is_by(by)) else { return };
        let was = spread.says();
        spread.strike(lost);
        let is = spread.says();
        if is == was {
            return;
        }
        let last = self.beats.iter().rev().find_map(|beat| match beat {
            Beat::Roll(roll) => Some(&roll.what),
            _ => None,
        });
        let in_tray = last.map_or(spread.line.is_none(), |what| *what == spread.what);
        match spread.line.map(|at| self.beats.get_mut(at)) {
            Some(Some(Beat::Log(line))) => {
                if let Some(roll) = &mut line.roll {
                    roll.result = roll.result.replacen(was.as_str(), &is, 1);
                }
            }
            Some(_) => {}
            None => {
                let (was, is) = (was.clone(), is.clone());
                self.beats.push(Beat::Lost { was, is, logged: true, sum: None });
            }
        }
        if in_tray {
            self.beats.push(Beat::Lost { was, is, logged: false, sum: None });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::narrate, *};

    /// A roll that succeeds, of a check whose value is its damage or not.
    fn rolled(facts: &Facts, by: UnitId, value: Option<i32>, purpose: &str) -> Event {
        let id = facts.book.checks.iter().next().map(|def| def.id).unwrap();
        let mut check = check::plain(facts, by, id, 10, None, None).unwrap();
        let natural = (2..=19).rev().find(|natural| check.read(*natural).success).unwrap();
        let mut reading = check.read(natural);
        (check.value, reading.value) = (value, value.unwrap_or(0));
        let dice = vec![u16::try_from(natural).unwrap()];
        let outcome = Outcome::Rolled { check: Box::new(check), dice, reading, purpose: Key::new(purpose) };
        Event { outcome, hidden_from: Vec::new(), unknown: Vec::new() }
    }

    fn struck(by: UnitId, target: UnitId, total: i32) -> Event {
        let trace = HarmTrace { portions: vec![Portion::default()], total, ..HarmTrace::default() };
        let (weapon, landed, critical) = (Key::new("axe"), true, false);
        let outcome = Outcome::Struck { by, target, weapon, landed, critical, trace };
        Event { outcome, hidden_from: Vec::new(), unknown: Vec::new() }
    }

    #[test]
    fn what_strikes_several_is_told_by_what_each_of_them_loses() {
        let play = play(&library(), "first_blood", 5, false);
        let known = play.eyes().unwrap();
        let id = |n: usize| known.units[n].id();
        let events =
            [rolled(&known, id(0), Some(19), "attack"), struck(id(0), id(1), 27), struck(id(0), id(2), 33)];
        let beats = narrate(&play, &known, &events, show::counters(&play, &known));
        let (mut changes, mut logged) = (Vec::new(), Vec::new());
        for beat in &beats {
            match beat {
                Beat::Roll(roll) => assert_eq!(roll.result, "hit", "not what it would be worth"),
                Beat::Lost { was, is, logged: false, .. } => changes.push((was.as_str(), is.as_str())),
                Beat::Log(line) => logged.extend(line.roll.as_ref().map(|roll| roll.result.as_str())),
                _ => {}
            }
        }
        assert_eq!(changes, [("hit", "hit: 27 damage"), ("hit: 27 damage", "hit: 27 + 33 damage")]);
        assert_eq!(logged, ["hit: 27 + 33 damage"]);
        let before = Spread::before(&known, &events[..2], None).unwrap();
        assert_eq!(before.says(), "hit: 27 damage", "also where a question comes between");
    }

    #[test]
    fn a_roll_held_against_several_says_what_came_of_it() {
        let told = |lost: &[Option<i32>]| {
            let by = UnitId::new("jem");
            let what = String::new();
            let mut spread = Spread { by, margin: 2, what, line: None, lost: Vec::new(), missed: false };
            lost.iter().for_each(|lost| spread.strike(*lost));
            spread.says()
        };
        assert_eq!(told(&[]), "hit");
        assert_eq!(told(&[None]), "miss");
        assert_eq!(told(&[None, Some(0)]), "blocked");
        assert_eq!(told(&[None, Some(0), Some(4)]), "hit: 4 damage");
        assert_eq!(told(&[Some(1), Some(2), Some(3), Some(4)]), "hit: 10 damage in all");
    }

    #[test]
    fn the_sum_of_a_critical_hit_in_the_tray_is_that_of_the_throw_that_hit() {
        let play = play(&library(), "first_blood", 5, false);
        let known = play.eyes().unwrap();
        let by = known.units[0].id();
        let events = [rolled(&known, by, None, "attack"), rolled(&known, by, None, "critical")];
        let beats = narrate(&play, &known, &events, show::counters(&play, &known));
        let rolls = beats.iter().filter_map(|beat| match beat {
            Beat::Roll(roll) => Some(roll),
            _ => None,
        });
        let rolls: Vec<&ShownRoll> = rolls.collect();
        assert_eq!(rolls.len(), 2);
        assert_eq!(rolls[0].sum, rolls[1].sum);
        assert_eq!(rolls[0].dice, rolls[1].before);
    }
}
