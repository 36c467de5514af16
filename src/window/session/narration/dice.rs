//! Lines and beats for dice that are no check: damage, tables, equal counts.

use super::runs;
use crate::{dice::Dice, window::session::prelude::*};

/// Of so many damage dice each is told in their sum; of more only what they come to.
const LISTED: usize = 3;

/// The damage dice of an attack.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Dealt {
    /// How many there are.
    count: usize,
    /// Their faces and what is added to them, or what they come to.
    text: String,
    total: i32,
}

impl Dealt {
    pub fn of(notation: &Dice, dice: &[u16], total: i32) -> Self {
        let sum = summed(notation, dice, total);
        let listed = sum.split_once(" = ").map(|(listed, _)| listed.to_owned());
        Self::new(dice.len(), listed.unwrap_or_else(|| total.to_string()), total)
    }

    fn new(count: usize, text: String, total: i32) -> Self {
        let text = if count > LISTED { total.to_string() } else { text };
        Self { count, text, total }
    }

    /// With those of a later hit of the same attack.
    pub fn and(self, later: Option<Self>) -> Self {
        match later {
            Some(Self { count, text, total }) => {
                Self::new(self.count + count, format!("{} + {text}", self.text), self.total + total)
            }
            None => self,
        }
    }

    /// How these dice lead to what was lost: "4 + 2 + 2 effect − 5 armour = 3". `dealt` is what the hit came with, and how
    /// much of that may be the attack's effect; `met` what has changed it since. Empty where one die says it all; none
    /// where less was dealt than they show.
    fn leads(&self, (dealt, effect): (i32, i32), met: &str, points: i32) -> Option<String> {
        let more = dealt.checked_sub(self.total).filter(|more| *more >= 0)?;
        let effect = effect.clamp(0, more);
        let mut text = self.text.clone();
        if more > effect {
            text.push_str(&format!(" + {}", more - effect));
        }
        if effect > 0 {
            text.push_str(&format!(" + {}", say!("roll-effect", n = effect)));
        }
        text.push_str(met);
        Some(if text == points.to_string() { String::new() } else { format!("{text} = {points}") })
    }
}

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
        let mut roll = ShownRoll { what, dice: counted, sum, result, ..ShownRoll::default() };
        roll.aside = !says_something(purpose, &roll);
        // In the tray it is told first who has hit whom.
        let attack = self.thrown.as_ref().filter(|own| purpose == "damage" && Some(own.by) == unit);
        let shown = attack.filter(|own| own.success).map(|own| ShownRoll {
            what: self.attack_called(own),
            result: say!("tell-hit"),
            good: Some(true),
            // So it is not taken for the sum of the check.
            sum: if roll.sum.is_empty() { String::new() } else { say!("roll-damage", sum = &roll.sum) },
            ..roll.clone()
        });
        if let Some((shown, thrown)) = shown.as_ref().zip(self.thrown.as_mut()) {
            // What is lost is said with it, once that is known.
            thrown.said.push((Some(self.beats.len() + 1), shown.result.clone()));
            thrown.in_tray = Some(shown.result.clone());
        }
        if let Some(thrown) = self.thrown.as_mut().filter(|own| purpose == "damage" && Some(own.by) == unit) {
            let now = Dealt::of(notation, dice, total);
            thrown.dealt = Some(match thrown.dealt.take() {
                Some(before) => before.and(Some(now)),
                None => now,
            });
        }
        if !roll.aside {
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

    /// The sum that leads from the damage dice of an attack, which was so much better than needed, to what was lost by
    /// its hit; empty where there is none.
    pub(super) fn damage_sum(&self, dice: &Dealt, margin: i32, trace: &HarmTrace) -> String {
        let Some((dealt, met)) = self.met(trace) else { return String::new() };
        // Each of several hits has it.
        let hits = i32::try_from(trace.portions.len()).unwrap_or(1);
        let adds = self.facts.book.settings.attack.effect_adds;
        let effect = if adds { margin.saturating_mul(hits) } else { 0 };
        let sum = dice.leads((dealt, effect), &met, self.now.loss.points).filter(|sum| !sum.is_empty());
        sum.map_or_else(String::new, |sum| say!("roll-damage", sum = sum))
    }

    /// What a hit came with, and what has changed it since: " − 2 resistance + 7 vulnerability"; none where portions merge
    /// or shields pay, and it comes to more or less than such a sum.
    pub(super) fn met(&self, trace: &HarmTrace) -> Option<(i32, String)> {
        let (way, comes_to, _) = traces::sum(&self.facts.book, trace);
        let (dealt, met) = way.split_once(' ').unwrap_or((way.as_str(), ""));
        let mut met = if met.is_empty() { String::new() } else { format!(" {met}") };
        let over = self.now.loss.over;
        if over > 0 {
            met.push_str(&format!(" − {}", say!("log-overkill", n = over)));
        }
        let dealt = dealt.parse::<i32>().ok().filter(|_| comes_to == trace.total)?;
        Some((dealt, met))
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
/// the rest of the log tells stands there alone, and so does what only sets something up.
fn says_something(purpose: Key, roll: &ShownRoll) -> bool {
    let amount = matches!(purpose.as_str(), "damage" | "healing");
    !sets_up(purpose) && (amount || !roll.sum.is_empty() || !roll.result.is_empty())
}

/// What dice are thrown for before anybody acts, or to find whom or where a hit strikes: they follow on from no check of
/// somebody, or tell less than the one before them.
const SET_UP: [&str; 8] =
    ["encounter_distance", "awareness", "initiative", "action_die", "tie", "injury", "location", "pick"];

/// Whether dice of a purpose leave what lies in the tray.
pub(super) fn sets_up(purpose: Key) -> bool {
    SET_UP.contains(&purpose.as_str())
}

/// Dice with their faces; the highest so many do not count.
pub(super) fn counted(dice: &[u16], sides: u32, dropped: usize) -> Vec<(u32, u32, bool)> {
    let mut order: Vec<usize> = (0..dice.len()).collect();
    order.sort_by_key(|n| std::cmp::Reverse(dice[*n]));
    let out: Vec<usize> = order.into_iter().take(dropped).collect();
    dice.iter().enumerate().map(|(n, face)| (sides, u32::from(*face), !out.contains(&n))).collect()
}

/// Which of them do not count, since they are the highest; none: all do.
pub(super) fn not_counted(dice: &[(u32, u32, bool)]) -> Option<SideLine> {
    let out = dice.iter().filter(|(.., counts)| !counts).map(|(_, face, _)| face.to_string());
    let faces = out.collect::<Vec<_>>().join(", ");
    (!faces.is_empty()).then(|| line(say!("roll-drops-highest", faces = faces), ""))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{losses::thrown_before, narrate},
        *,
    };

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
    fn damage_dice_lead_to_what_was_lost() {
        let of = |notation: &str, dice: &[u16], total: i32| {
            Dealt::of(&notation.parse::<Dice>().unwrap(), dice, total)
        };
        let two = of("2d6", &[4, 2], 6);
        let leads = |dealt: i32, effect: i32, met: &str, points: i32| two.leads((dealt, effect), met, points);
        assert_eq!(leads(6, 3, "", 6).unwrap(), "4 + 2 = 6", "its effect is not added everywhere");
        assert_eq!(leads(8, 2, "", 8).unwrap(), "4 + 2 + 2 effect = 8");
        assert_eq!(leads(9, 2, " − 5 armour", 4).unwrap(), "4 + 2 + 1 + 2 effect − 5 armour = 4");
        assert_eq!(leads(8, 0, "", 8).unwrap(), "4 + 2 + 2 = 8");
        assert_eq!(leads(3, 0, "", 3), None, "they show more than was dealt");
        let one = |dealt: i32| of("1d6", &[4], 4).leads((dealt, 0), "", dealt).unwrap();
        assert_eq!([one(4), one(5)], [String::new(), "4 + 1 = 5".to_owned()]);
        let many = of("5d6", &[1, 2, 3, 4, 5], 15);
        assert_eq!(many.leads((15, 0), " − 3 armour", 12).unwrap(), "15 − 3 armour = 12");
        let both = of("1d6", &[3], 3).and(Some(of("2d6", &[1, 2], 3)));
        assert_eq!(both.leads((6, 0), "", 6).unwrap(), "3 + 1 + 2 = 6");
    }

    #[test]
    fn the_tray_tells_the_whole_sum_of_a_hit_as_it_strikes() {
        let play = play(&library(), "first_blood", 5, false);
        let known = play.eyes().unwrap();
        let (by, target) = (known.units[0].id(), known.units[1].id());
        let event = |outcome| Event { outcome, hidden_from: Vec::new(), unknown: Vec::new() };
        let id = known.book.checks.iter().next().map(|def| def.id).unwrap();
        let check = Check { value: None, ..check::plain(&known, by, id, 10, None, None).unwrap() };
        let natural = (2..=19).rev().find(|natural| check.read(*natural).success).unwrap();
        let (reading, check, purpose) = (check.read(natural), Box::new(check), Key::new("attack"));
        let thrown = Outcome::Rolled { check, dice: vec![19], reading, purpose };
        let (notation, purpose) = ("2d6".parse::<Dice>().unwrap(), Key::new("damage"));
        let dice = Outcome::Dice { unit: Some(by), purpose, notation, dice: vec![4, 2], total: 6 };
        let portions = vec![Portion { amount: 8, ..Portion::default() }];
        let trace = HarmTrace { portions, total: 8, ..HarmTrace::default() };
        let weapon = Key::new("axe");
        let hit = Outcome::Struck { by, target, weapon, landed: true, critical: false, trace };
        let events = [event(thrown), event(dice), event(hit)];
        let beats = narrate(&play, &known, &events, show::counters(&play, &known));
        let told = beats.iter().find_map(|beat| match beat {
            Beat::Lost { is, logged: false, sum: Some(sum), .. } => Some((is.as_str(), sum.as_str())),
            _ => None,
        });
        assert_eq!(told, Some(("hit: 8 damage", "damage 4 + 2 + 2 = 8")));
        let logged = beats.iter().find_map(|beat| match beat {
            Beat::Log(line) => line.in_tray.as_ref(),
            _ => None,
        });
        assert_eq!(logged.unwrap().sum, "damage 4 + 2 + 2 = 8", "a battle laid out later finds it, too");
        let before = thrown_before(&events[..2], None).unwrap();
        assert_eq!(before.dealt, Some(Dealt::of(&"2d6".parse().unwrap(), &[4, 2], 6)), "as after a question");
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
        assert!(lies("price", &roll("4 + 2 = 6", "")) && lies("lethal", &roll("", "Stunned")));
        let sum = roll("4 + 2 = 6", "Right leg");
        let up = ["awareness", "encounter_distance", "initiative", "injury"];
        assert!(!up.iter().any(|purpose| lies(purpose, &sum)), "they leave the attack in the tray");
    }

    #[test]
    fn the_highest_die_is_struck_out_where_the_book_drops_it() {
        assert_eq!(counted(&[3, 6, 6], 6, 1), vec![(6, 3, true), (6, 6, false), (6, 6, true)]);
        let told = |dropped| not_counted(&counted(&[3, 6, 5], 6, dropped)).map(|line| line.text);
        assert_eq!(told(1).unwrap(), "Not counted: 6 (highest die)");
        assert_eq!(told(0), None);
    }
}
