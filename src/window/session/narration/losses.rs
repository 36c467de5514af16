//! What a hit took: one number, which the tray, the line over the map and the log all tell as it strikes; before that a
//! roll only says that it hits.

use super::{dice::Dealt, perceived};
use crate::window::session::prelude::*;

/// What a hit took of its target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Loss {
    /// What was lost.
    pub points: i32,
    /// What came through besides, when there was no more to lose.
    pub over: i32,
    /// What its counter showed before, and shows now.
    pub left: Option<(i32, i32)>,
    /// What the hit has put on its target besides, in words.
    pub effects: Vec<String>,
}

impl Loss {
    /// Of a hit, from those events after it that are perceived. Where no track loses anything by it, as with systems,
    /// all that came through is lost. What a hit that has landed puts on its target comes before any other blow.
    pub fn of(facts: &Facts, sight: Option<Side>, hit: &Outcome, after: &[Event]) -> Self {
        let Outcome::Struck { target, weapon, landed, trace, .. } = hit else { return Self::default() };
        let shown = words::shown_track(&facts.book).map(|def| def.id);
        let told = |id: Key| facts.unit(*target).is_none_or(|own| show::is_told(facts, own, id));
        let (mut lost, mut left, mut effects) = (0, None, Vec::new());
        let mut puts = *landed;
        for event in after.iter().filter(|event| perceived(sight, event)) {
            match &event.outcome {
                Outcome::Struck { target: other, .. } if other == target => break,
                Outcome::Struck { .. } => puts = false,
                Outcome::Declared { .. } | Outcome::TurnStarted { .. } | Outcome::TurnEnded { .. } => break,
                Outcome::Track { unit, track, from, to, cause } if unit == target && cause == weapon => {
                    let rises = facts.book.track(*track).is_some_and(|def| def.rises);
                    let own = facts.unit(*unit).and_then(|own| own.tracks.get(*track));
                    let most = own.map_or(0, |own| own.max);
                    let [from, to] = [*from, *to].map(|now| if rises { most - now } else { now });
                    lost += (from - to).max(0);
                    if shown == Some(*track) {
                        left = Some((left.map_or(from, |(first, _)| first), to));
                    }
                }
                Outcome::Condition { unit, condition, from: 0, .. }
                    if puts && unit == target && told(*condition) =>
                {
                    effects.push(words::low(&facts.book.name_of(*condition)));
                }
                Outcome::Item { unit, item, what: ItemNews::Dropped } if puts && unit == target => {
                    effects.push(say!("tell-drops", item = facts.book.name_of(*item)));
                }
                _ => {}
            }
        }
        let total = trace.total.max(0);
        let points = if lost > 0 { lost.min(total) } else { total };
        Self { points, over: total - points, left, effects }
    }
}

/// The roll of an attack that has not been told to miss or land yet.
pub(super) struct Thrown {
    /// Who attacks.
    pub by: UnitId,
    /// By which check.
    pub check: Key,
    /// By how much it was better than needed.
    pub margin: i32,
    /// Whether the roll alone would hit.
    pub success: bool,
    /// What it and the rolls that follow on from it say until it is known what is lost by them. Each has the place of its
    /// line of the log among the beats; none: it was told before them.
    pub said: Vec<(Option<usize>, String)>,
    /// The same in the tray.
    pub in_tray: Option<String>,
    /// The damage dice that were thrown for it.
    pub dealt: Option<Dealt>,
    /// How it comes to the damage that it is worth, where there are no such dice.
    pub value: Option<Value>,
    /// Whose it was and at whom, its dice and what came of it: none, if it was told before these events.
    pub roll: Option<ShownRoll>,
}

/// How the roll of an attack comes to the damage that it is worth.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// The sum of the check.
    sum: String,
    /// What is dealt before anything is added.
    base: i32,
    /// By how much it was better than needed.
    margin: i32,
}

impl Value {
    fn of(check: &Check, reading: &Reading) -> Option<Self> {
        let base = check.value.filter(|_| matches!(check.versus, Versus::Passive(_)))?;
        let Reading { margin, value, .. } = *reading;
        (value > 0 && value == base + margin).then(|| Self { sum: words::sum(check, reading), base, margin })
    }

    /// How it leads to what was lost: the check, and beneath it "6 + 11 margin − 2 armour = 15". `dealt` is what the hit
    /// came with, with what critical rolls have added, if there were any; `met` what has changed it since. None where
    /// something else was dealt.
    fn leads(&self, (dealt, critical): (i32, bool), met: &str, points: i32) -> Option<String> {
        let Self { sum, base, margin } = self;
        let more = dealt - base - margin;
        if more < 0 || more > 0 && !critical {
            return None;
        }
        let sign = if *margin < 0 { '−' } else { '+' };
        let mut text = format!("{base} {sign} {}", say!("roll-margin", n = margin.abs()));
        if more > 0 {
            text.push_str(&format!(" + {more} {}", say!("roll-critical")));
        }
        Some(format!("{sum}\n{}", say!("roll-damage", sum = format!("{text}{met} = {points}"))))
    }
}

/// What a roll of an attack, or one that follows on from it, is worth, where that is damage; and what it says instead
/// until it has struck.
fn worth(check: &Check, reading: &Reading, purpose: Key) -> Option<(String, String)> {
    // What is held against several has a value for each.
    let single = matches!(check.versus, Versus::Passive(_)) && check.value.is_some();
    let success = || say!("roll-success-value", n = reading.value);
    match purpose.as_str() {
        _ if !single => None,
        "attack" if reading.value > 0 => Some((words::hit(reading.value, reading.margin), say!("tell-hit"))),
        "attack" => Some((say!("roll-blocked"), say!("roll-blocked"))),
        "critical" => Some((success(), success())),
        _ => None,
    }
}

/// What an attack's roll says, but for that it was critical: the rolls that follow on from it say so in the tray.
pub(super) fn without_critical(result: &str) -> &str {
    let critical = say!("roll-critical");
    result.strip_suffix(critical.as_str()).and_then(|told| told.strip_suffix(", ")).unwrap_or(result)
}

/// What happened in a battle before these events.
pub(super) fn earlier<'a>(play: &'a Play, events: &[Event]) -> &'a [Event] {
    let all = play.events();
    let at = events.first().and_then(|first| all.iter().position(|own| std::ptr::eq(own, first)));
    at.and_then(|at| all.get(..at)).unwrap_or_default()
}

/// The attack that was rolled before, as far as this side perceived it, and not told to miss or land yet, since a question
/// came between.
pub(super) fn thrown_before(earlier: &[Event], sight: Option<Side>) -> Option<Thrown> {
    let (mut said, mut in_tray, mut dealt) = (Vec::new(), None, None);
    for event in earlier.iter().rev().filter(|event| perceived(sight, event)) {
        let (check, reading, purpose) = match &event.outcome {
            Outcome::Struck { .. } => return None,
            Outcome::Rolled { check, reading, purpose, .. } => (check, reading, *purpose),
            Outcome::Dice { purpose, notation, dice, total, .. } if *purpose == "damage" => {
                in_tray = Some(say!("tell-hit"));
                dealt = Some(Dealt::of(notation, dice, *total).and(dealt.take()));
                continue;
            }
            _ => continue,
        };
        let own = worth(check, reading, purpose).map(|(_, said)| said);
        said.extend(own.iter().map(|said| (None, said.clone())));
        if purpose == "attack" {
            let value = Value::of(check, reading);
            let (by, check, margin, success) = (check.by, check.id, reading.margin, reading.success);
            let in_tray = in_tray.or(own);
            return Some(Thrown { by, check, margin, success, said, in_tray, dealt, value, roll: None });
        }
    }
    None
}

/// What came of a blow is told as it is seen: the line comes with its impact, and is read after that. What a hit takes is
/// seen with it: the numbers that rise, and the number and the bar of its target.
pub(super) fn bring_to_impact(beats: &mut Vec<Beat>) {
    bring_numbers(beats);
    let mut n = 0;
    while let Some(beat) = beats.get(n) {
        n += 1;
        if !beat.is_impact() {
            continue;
        }
        let own = |beat: &Beat| matches!(beat, Beat::Tell(told) if told.blow.is_some());
        let end = beats[n..].iter().position(Beat::is_impact).map_or(beats.len(), |at| n + at);
        if let Some(at) = beats[n..end].iter().position(own) {
            let told = beats.remove(n + at);
            beats.insert(n - 1, told);
            n += 1;
        }
    }
}

/// The numbers of a hit come before it.
fn bring_numbers(beats: &mut Vec<Beat>) {
    let next = |beat: &Beat| match beat {
        Beat::Strike { .. } | Beat::Shot { .. } => true,
        Beat::Tell(told) => !told.result,
        _ => beat.is_impact(),
    };
    let mut n = 0;
    while let Some(beat) = beats.get(n) {
        n += 1;
        let &Beat::Hit { unit, .. } = beat else { continue };
        let mut end = beats[n..].iter().position(next).map_or(beats.len(), |at| n + at);
        let (mut brought, mut shown, mut at) = (Vec::new(), false, n);
        while at < end {
            let comes = match &beats[at] {
                Beat::Show(own) => own.unit == unit && !std::mem::replace(&mut shown, true),
                Beat::Float { unit: own, kind, struck, .. } => {
                    (*kind == SlipKind::Harm || *struck) && *own == unit
                }
                _ => false,
            };
            if !comes {
                at += 1;
                continue;
            }
            let mut beat = beats.remove(at);
            if let Beat::Float { struck, .. } = &mut beat {
                *struck = true;
            }
            brought.push(beat);
            end -= 1;
        }
        let hit = n - 1;
        n += brought.len();
        beats.splice(hit..hit, brought);
    }
}

impl Narrator<'_> {
    /// Notes a roll of an attack, the next among the beats, and takes from it what it would be worth: that is told when
    /// it strikes.
    pub(super) fn note_worth(
        &mut self,
        (check, reading, purpose): (&Check, &Reading, Key),
        roll: &mut ShownRoll,
    ) {
        if purpose == "attack" {
            self.note_spread(check, reading, roll);
        }
        let own = worth(check, reading, purpose).map(|(was, said)| {
            roll.result = roll.result.replacen(was.as_str(), &said, 1);
            said
        });
        let said = own.iter().map(|said| (Some(self.beats.len() + 1), said.clone()));
        if purpose == "attack" {
            let value = Value::of(check, reading);
            let (by, check, margin, success) = (check.by, check.id, reading.margin, reading.success);
            let (said, roll) = (said.collect(), Some(roll.clone()));
            let (in_tray, dealt) = (own, None);
            self.thrown = Some(Thrown { by, check, margin, success, said, in_tray, dealt, value, roll });
        } else if let Some(thrown) = self.thrown.as_mut().filter(|own| own.by == check.by) {
            thrown.said.extend(said);
            // In the tray the attack is told once more before the roll that follows on from it.
            let told = thrown.roll.as_ref().map(|own| without_critical(&own.result).to_owned());
            thrown.in_tray = told.or(thrown.in_tray.take());
        }
    }

    /// Every roll of an attack says what is lost by it: in the tray from now on, in the log wherever it stands. None: it
    /// hits, and is not meant to take anything. In the tray the sum leads to that; damage dice that don't have none there.
    pub(super) fn say_lost(&mut self, by: UnitId, lost: Option<i32>, trace: &HarmTrace) {
        let Some(thrown) = self.thrown.take().filter(|own| own.by == by) else { return };
        let is = lost.map_or_else(|| say!("tell-hit"), |lost| words::hit(lost, thrown.margin));
        let sum = match (&thrown.dealt, &thrown.value) {
            (Some(dealt), _) => Some(self.damage_sum(dealt, thrown.margin, trace)),
            (None, Some(value)) if !trace.portions.is_empty() => self.met(trace).and_then(|(dealt, met)| {
                // Each critical roll has said something, too.
                value.leads((dealt, thrown.said.len() > 1), &met, self.now.loss.points)
            }),
            _ => None,
        };
        for (at, was) in thrown.said {
            match at.map(|at| self.beats.get_mut(at)) {
                Some(Some(Beat::Log(line))) => {
                    for roll in line.roll.iter_mut().chain(line.in_tray.as_deref_mut()) {
                        roll.result = roll.result.replacen(was.as_str(), &is, 1);
                    }
                    if let Some((roll, sum)) = line.in_tray.as_deref_mut().zip(sum.as_ref()) {
                        roll.sum.clone_from(sum);
                    }
                }
                Some(_) => {}
                None => self.beats.push(Beat::Lost { was, is: is.clone(), logged: true, sum: None }),
            }
        }
        self.beats.extend(thrown.in_tray.map(|was| Beat::Lost { was, is, logged: false, sum }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_a_blow_comes_with_it_and_is_read_after_it() {
        let told = |text: &str| {
            let blow = Some(ToldBlow::default());
            Beat::Tell(Telling {
                text: text.to_owned(),
                result: true,
                waits: true,
                blow,
                ..Telling::default()
            })
        };
        let (unit, at) = (7, IVec2::ZERO);
        let hit = || Beat::Hit { unit, from: at, points: 4 };
        let kind = SlipKind::Harm;
        let slip = |struck| Beat::Float { unit, at, text: "−4".to_owned(), kind, struck };
        let miss = || Beat::Miss { unit, from: at };
        let mut beats = vec![hit(), told("hit"), Beat::Read, slip(false), miss(), told("miss"), Beat::Read];
        bring_to_impact(&mut beats);
        assert_eq!(
            beats,
            [slip(true), told("hit"), hit(), Beat::Read, told("miss"), miss(), Beat::Read],
            "number, line and blow at once"
        );
    }

    #[test]
    fn what_a_hit_puts_on_its_target_is_told_with_it() {
        let play = play(&library(), "first_blood", 5, false);
        let facts = play.eyes().unwrap();
        let (by, target, weapon) = (facts.units[0].id(), facts.units[1].id(), Key::new("axe"));
        let (landed, critical, trace) = (true, false, HarmTrace::default());
        let hit = Outcome::Struck { by, target, weapon, landed, critical, trace };
        let event = |outcome| Event { outcome, hidden_from: Vec::new(), unknown: Vec::new() };
        let prone = |unit| event(Outcome::Condition { unit, condition: Key::new("prone"), from: 0, to: 1 });
        let told = |after: &[Event]| Loss::of(&facts, None, &hit, after).effects;
        assert_eq!(told(&[prone(by), prone(target)]), ["prone"]);
        let next = event(Outcome::TurnEnded { unit: by });
        assert!(told(&[next, prone(target)]).is_empty(), "that is of something else");
        let trace = HarmTrace::default();
        let other = Outcome::Struck { by: target, target: by, weapon, landed, critical, trace };
        assert!(told(&[event(other), prone(target)]).is_empty(), "that is of another blow");
    }

    #[test]
    fn the_value_of_an_attack_leads_to_what_was_lost() {
        let value = Value { sum: "18 + 2 = 20 vs 9".to_owned(), base: 6, margin: 11 };
        let leads = |dealt, critical, met: &str, points| value.leads((dealt, critical), met, points);
        let whole = leads(17, false, " − 2 armour", 15).unwrap();
        assert_eq!(whole, "18 + 2 = 20 vs 9\ndamage 6 + 11 margin − 2 armour = 15");
        assert!(leads(24, true, "", 24).unwrap().ends_with("damage 6 + 11 margin + 7 critical = 24"));
        assert_eq!([leads(24, false, "", 24), leads(9, true, "", 9)], [None, None]);
    }

    #[test]
    fn that_an_attack_was_critical_is_told_apart_from_what_it_is() {
        assert_eq!(without_critical("hit"), "hit");
        assert_eq!(without_critical("hit, critical"), "hit");
        assert_eq!(without_critical("hit by 3, critical"), "hit by 3");
    }

    #[test]
    fn what_there_was_no_more_of_is_told_apart() {
        let play = play(&library(), "first_blood", 5, false);
        let facts = play.eyes().unwrap();
        let (by, target, weapon) = (facts.units[0].id(), facts.units[1].id(), Key::new("axe"));
        let trace = HarmTrace { total: 13, ..HarmTrace::default() };
        let hit = Outcome::Struck { by, target, weapon, landed: true, critical: false, trace };
        let track = words::shown_track(&facts.book).unwrap().id;
        let change = |unit, cause, from, to| Event {
            outcome: Outcome::Track { unit, track, from, to, cause },
            hidden_from: Vec::new(),
            unknown: Vec::new(),
        };
        let after = [change(target, weapon, 5, 0), change(target, Key::new("price"), 0, -1)];
        let told = |after: &[Event]| Loss::of(&facts, None, &hit, after);
        assert_eq!(told(&after), Loss { points: 5, over: 8, left: Some((5, 0)), ..Loss::default() });
        assert_eq!(told(&after[1..]), Loss { points: 13, ..Loss::default() });
    }
}
