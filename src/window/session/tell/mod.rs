//! What happened, told: events of the chronicle as beats and lines of the log, as one side perceived them.
//!
//! Owns the wording of the log and the order of the beats. Every die that fell is in a line. Does not own the state
//! after it all, which `show` gives; beats only lead there.

mod answers;
mod blows;
mod systems;
mod work;

use bevy::prelude::IVec2;

use super::{play::Play, preview, show, words};
use crate::{
    battle::{
        chronicle::{Answered, Event, Outcome, SpellNews},
        effect::DriveChange,
    },
    key::Key,
    locale::say,
    rules::{
        action::WeaponUse,
        check::{Base, Check, Reading},
        collision::Hit,
        facts::{Facts, Phase, UnitId},
        harm::HarmTrace,
        modifier::Until,
    },
    window::{
        motion::Beat,
        view::{At, Counter, LogLine, Pose, Roll},
    },
};

/// Tells events to those who look with these facts. `shown` are the counters as they lie on the table.
pub fn tell(play: &Play, facts: &Facts, events: &[Event], shown: Vec<Counter>) -> Vec<Beat> {
    let mut teller =
        Teller { play, facts, shown, beats: Vec::new(), walk: None, declared: None, last: String::new() };
    for event in events.iter().filter(|event| play.seat.is_none_or(|side| !event.hidden_from.contains(&side)))
    {
        teller.event(&event.outcome);
    }
    teller.flush_walk();
    teller.flush_declared();
    teller.beats
}

struct Teller<'a> {
    play: &'a Play,
    facts: &'a Facts,
    shown: Vec<Counter>,
    beats: Vec<Beat>,
    walk: Option<(u32, Vec<At>)>,
    declared: Option<(UnitId, LogLine)>,
    last: String,
}

impl Teller<'_> {
    fn name(&self, unit: UnitId) -> String {
        if let Some(unit) = self.facts.unit(unit) {
            return unit.identity.name.clone();
        }
        let number = self.play.number(unit);
        self.counter(number).map_or_else(|| words::name(self.facts, unit), |counter| counter.name.clone())
    }

    fn side(&self, unit: UnitId) -> Option<usize> {
        let truth = self.play.game.battle.truth();
        truth.unit(unit).map(|unit| self.play.colour(unit.side()))
    }

    fn counter(&self, number: u32) -> Option<&Counter> {
        self.shown.iter().find(|counter| counter.unit == number)
    }

    fn place(&self, unit: UnitId) -> Option<At> {
        self.counter(self.play.number(unit)).map(|counter| counter.at)
    }

    fn change(&mut self, unit: UnitId, change: impl FnOnce(&mut Counter)) {
        let number = self.play.number(unit);
        if let Some(counter) = self.shown.iter_mut().find(|counter| counter.unit == number) {
            change(counter);
            let shown = Box::new(counter.clone());
            self.beats.push(Beat::Show(shown));
        }
    }

    fn line(&mut self, line: LogLine) {
        if line.roll.is_none() && line.text == self.last {
            return;
        }
        self.last.clone_from(&line.text);
        self.beats.push(Beat::Log(line));
    }

    fn say(&mut self, indent: u8, unit: Option<UnitId>, text: String) {
        let side = unit.filter(|_| indent == 0).and_then(|unit| self.side(unit));
        self.line(LogLine { text, indent, side, ..LogLine::default() });
    }

    fn float(&mut self, unit: UnitId, text: String, harm: bool) {
        if let Some(at) = self.place(unit) {
            self.beats.push(Beat::Float { at, text, harm });
        }
    }

    fn flush_walk(&mut self) {
        let Some((unit, path)) = self.walk.take() else { return };
        let steps = path.len().saturating_sub(1);
        if let Some(last) = path.last().copied() {
            self.beats.push(Beat::Walk { unit, path });
            if let Some(counter) = self.shown.iter_mut().find(|counter| counter.unit == unit) {
                counter.at = last;
            }
            let squares = if steps == 1 { "1 square".to_owned() } else { format!("{steps} squares") };
            let text = format!("moves {squares} to column {}, row {}", last.x + 1, last.y + 1);
            self.say(1, None, text);
        }
    }

    fn flush_declared(&mut self) {
        if let Some((_, line)) = self.declared.take() {
            self.line(line);
        }
    }

    fn event(&mut self, outcome: &Outcome) {
        if let Outcome::Stepped { unit, from, to, .. } = outcome {
            self.flush_declared();
            self.step(*unit, show::at(*from), show::at(*to));
            return;
        }
        let quiet = matches!(outcome, Outcome::Answerable { how: Answered::Not(_) | Answered::Stood, .. });
        if !quiet {
            self.flush_walk();
        }
        match outcome {
            Outcome::Declared { .. } | Outcome::Paid { .. } => {}
            Outcome::Track { unit, .. } if self.declared.as_ref().is_some_and(|(by, _)| by == unit) => {}
            _ => self.flush_declared(),
        }
        self.happened(outcome);
    }

    fn step(&mut self, unit: UnitId, from: At, to: At) {
        let number = self.play.number(unit);
        if let Some((walker, path)) = &mut self.walk
            && *walker == number
            && path.last() == Some(&from)
        {
            path.push(to);
            return;
        }
        self.flush_walk();
        self.appear(unit, from);
        self.walk = Some((number, vec![from, to]));
    }

    /// Lays the counter of a unit that was not on the table.
    fn appear(&mut self, unit: UnitId, at: At) {
        if self.counter(self.play.number(unit)).is_none()
            && let Some(state) = self.facts.unit(unit)
        {
            let mut counter = show::counter(self.play, self.facts, state);
            counter.at = at;
            self.shown.push(counter.clone());
            self.beats.push(Beat::Show(Box::new(counter)));
        }
    }

    fn happened(&mut self, outcome: &Outcome) {
        let book = self.facts.book.clone();
        match outcome {
            Outcome::PhaseStarted { phase, round } => {
                let text = match phase {
                    Phase::Turns => format!("Round {round}"),
                    Phase::Surprise => "Surprise round".to_owned(),
                    Phase::Muster => "Muster".to_owned(),
                    Phase::Aftermath => say!("aftermath-begins"),
                    _ => return,
                };
                self.say(0, None, text);
            }
            Outcome::TurnStarted { unit, count } => {
                let number = self.play.number(*unit);
                for counter in &mut self.shown {
                    if counter.active != (counter.unit == number) {
                        counter.active = counter.unit == number;
                        self.beats.push(Beat::Show(Box::new(counter.clone())));
                    }
                }
                if let Some(at) = self.place(*unit) {
                    self.beats.push(Beat::Look(at));
                }
                let text = format!("{}, count {count}", self.name(*unit));
                self.say(0, Some(*unit), text);
            }
            Outcome::TurnEnded { .. } => {}
            Outcome::Delayed { unit, until } => {
                let text = match until {
                    Some(count) if *count != i32::MIN => format!("puts the turn off until count {count}"),
                    _ => "puts the turn off and waits for a moment to cut in".to_owned(),
                };
                let text = format!("{} {text}", self.name(*unit));
                self.say(1, Some(*unit), text);
            }
            Outcome::Skipped { unit, why } => {
                let text = format!("{} cannot act: {why}", self.name(*unit));
                self.say(0, Some(*unit), text);
            }
            Outcome::Declared { unit, action, args, .. } => {
                self.flush_declared();
                let mut text = format!("{}: {}", self.name(*unit), book.name_of(*action));
                if let Some(spell) = args.spell {
                    text.push_str(&format!(", {}", book.name_of(spell)));
                }
                if let Some(target) = args.target.filter(|target| target != unit) {
                    text.push_str(&format!(" → {}", self.name(target)));
                }
                let line = LogLine { text, side: self.side(*unit), ..LogLine::default() };
                self.declared = Some((*unit, line));
            }
            Outcome::Paid { unit, cost } => {
                let price = words::cost(&book, cost, &[]);
                match &mut self.declared {
                    Some((by, line)) if by == unit => line.text.push_str(&format!(" ({price})")),
                    _ => {
                        let text = format!("{} pays {price}", self.name(*unit));
                        self.say(1, Some(*unit), text);
                    }
                }
                self.flush_declared();
            }
            Outcome::Wasted { unit, action, why } => {
                let text =
                    format!("{}: {} comes to nothing: {}", self.name(*unit), book.name_of(*action), why.text);
                self.say(1, Some(*unit), text);
            }
            Outcome::Answerable { unit, by, moment, with, how } => {
                self.answerable(*unit, *by, *moment, with, how);
            }
            Outcome::Rolled { check, dice, reading, purpose } => self.rolled(check, dice, reading, *purpose),
            Outcome::Dice { unit, purpose, dice, total } => self.dice(*unit, *purpose, dice, *total),
            Outcome::Struck { by, target, weapon, landed, critical, trace } => {
                self.struck(*by, *target, *weapon, *landed, *critical, trace);
            }
            Outcome::Area { by, weapon, struck, scatter, covered, .. } => {
                self.came_down(*by, *weapon, *struck, *scatter, covered);
            }
            Outcome::Compared { target, check, reading, value } => {
                self.compared(*target, check, reading, *value);
            }
            Outcome::Noise { by, radius, .. } => {
                let text = format!("A loud noise, heard {radius} squares far");
                self.say(1, Some(*by), text);
            }
            Outcome::Stepped { .. } => {}
            Outcome::Band { unit, from, to, own } => {
                let how = match (own, from < to) {
                    (true, true) => "flies up to",
                    (true, false) => "flies down to",
                    (false, true) => "is borne up to",
                    (false, false) => "comes down to",
                };
                let place = match to {
                    crate::grid::Band::Ground => "the ground",
                    crate::grid::Band::Low => "a low height",
                    crate::grid::Band::High => "a great height",
                };
                let text = format!("{} {how} {place}", self.name(*unit));
                self.say(1, Some(*unit), text);
            }
            Outcome::Falling { unit, from } => {
                let what = if from.is_some() { "begins to fall" } else { "falls no more" };
                let text = format!("{} {what}", self.name(*unit));
                self.say(1, Some(*unit), text);
            }
            Outcome::Crashed { unit, squares, .. } => {
                let text = format!("{} crashes, a fall of {squares} squares", self.name(*unit));
                self.say(1, Some(*unit), text);
            }
            Outcome::Track { unit, track, from, to, .. } => self.track(*unit, *track, *from, *to),
            Outcome::Condition { unit, condition, from, to } => self.condition(*unit, *condition, *from, *to),
            Outcome::Modified { unit, source, until } => {
                let text = format!("{}: {}{}", self.name(*unit), book.name_of(*source), self.until(until));
                self.say(1, Some(*unit), text);
            }
            Outcome::Ledger { unit, event, amount } => {
                let text = format!(
                    "{}: {} at the end of the round ({})",
                    self.name(*unit),
                    words::signed(*amount),
                    self.line_name(*event)
                );
                self.say(1, Some(*unit), text);
            }
            Outcome::Count { unit, from, to, cause } => {
                let text = format!("{}: count {from} → {to} ({})", self.name(*unit), self.line_name(*cause));
                self.say(1, Some(*unit), text);
                self.change(*unit, |counter| counter.count = Some(*to));
            }
            Outcome::Points { unit, pool, amount } => {
                let text = format!(
                    "{}: {} {}",
                    self.name(*unit),
                    words::signed(*amount),
                    words::purse(&book, *pool)
                );
                self.say(1, Some(*unit), text);
            }
            Outcome::Item { unit, item, what } => {
                let text = format!(
                    "{}: {} {}",
                    self.name(*unit),
                    book.name_of(*item),
                    what.as_str().replace('_', " ")
                );
                self.say(1, Some(*unit), text);
            }
            Outcome::Slot { unit, spell } => {
                let text = format!("{}: a slot of {} is used up", self.name(*unit), book.name_of(*spell));
                self.say(1, Some(*unit), text);
            }
            Outcome::Spell { spell, by, what, .. } => {
                let (spell, by_name) = (book.name_of(*spell), self.name(*by));
                let text = match what {
                    SpellNews::Began => format!("{spell} is in effect"),
                    SpellNews::Controlled => format!("{by_name} controls {spell}"),
                    SpellNews::Moved => format!("{by_name} moves {spell}"),
                    SpellNews::Passed => format!("{spell} passes into the control of {by_name}"),
                    SpellNews::Ended => format!("{spell} ends"),
                };
                self.say(1, Some(*by), text);
            }
            Outcome::Watching { unit, by, began } => {
                let word = if *began { "waits" } else { "waits no longer" };
                let text = format!("{} {word} ({})", self.name(*unit), book.name_of(*by));
                self.say(1, Some(*unit), text);
            }
            Outcome::Ward { unit, ward, from, to } => {
                let text = format!("{}: {} {from} → {to}", self.name(*unit), book.name_of(*ward));
                self.say(1, Some(*unit), text);
            }
            Outcome::Systems { unit, news } => self.systems(*unit, news),
            Outcome::Surroundings => self.say(1, None, "What surrounds the fight has changed".to_owned()),
            Outcome::Door { door, open } => {
                let name =
                    self.facts.map.door(*door).map(|door| door.name.clone()).filter(|name| !name.is_empty());
                let name = name.unwrap_or_else(|| "The door".to_owned());
                self.say(
                    1,
                    None,
                    format!("{} is {} now", words::capital(&name), if *open { "open" } else { "shut" }),
                );
            }
            Outcome::Object { at, from, to, destroyed } => {
                let left = if *destroyed { "it is gone" } else { "it stands" };
                let text = format!("{}: damage {from} → {to}, {left}", show::thing(&self.facts.map, *at));
                self.say(1, None, text);
            }
            Outcome::Reach { unit, from, to } => {
                let text = format!("{}: reach {from} → {to}", self.name(*unit));
                self.say(1, Some(*unit), text);
            }
            Outcome::Opposed { unit, against, winner, margin, .. } => {
                let text = match winner {
                    Some(winner) => {
                        let other = if winner == unit { against } else { unit };
                        let by = words::signed(*margin);
                        format!("{} wins against {} ({by})", self.name(*winner), self.name(*other))
                    }
                    None => format!("{} and {}: nobody wins", self.name(*unit), self.name(*against)),
                };
                self.say(1, Some(*unit), text);
            }
            Outcome::First { watcher, actor, first } => {
                let (one, two) = if *first { (watcher, actor) } else { (actor, watcher) };
                let text = format!("{} is quicker than {}", self.name(*one), self.name(*two));
                self.say(1, None, text);
            }
            Outcome::Team { group, skill, die, bonus, circumstances, total } => {
                let name = words::capital(group.as_str());
                let skill = skill.map_or_else(|| "team check".to_owned(), |skill| book.name_of(skill));
                let mut text = format!("{name}, {skill}: {die} {}", words::signed(*bonus));
                for (value, reason) in circumstances {
                    let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
                    text.push_str(&format!(" {}{reason}", words::signed(*value)));
                }
                self.say(1, None, format!("{text} = {total}"));
            }
            Outcome::Bill { unit, part, per_cent, amount, .. } => {
                let (name, what) = (self.name(*unit), book.name_of(*part));
                self.say(1, Some(*unit), format!("{name}: {what} costs {per_cent} per cent, {amount}"));
            }
            Outcome::Avoided { side } => {
                self.say(0, None, format!("Unnoticed, {side} chooses not to fight"));
            }
            Outcome::Work { unit, action, done, needed, news } => {
                self.work(*unit, *action, *done, *needed, *news);
            }
            Outcome::Begun { unit, action } => {
                let text =
                    format!("{} begins, and goes on next round: {}", self.name(*unit), book.name_of(*action));
                self.say(1, Some(*unit), text);
            }
            Outcome::Met { distance, ahead } => {
                let mut text = format!("They meet at {distance} squares");
                if !ahead.is_empty() {
                    let groups: Vec<String> =
                        ahead.iter().map(|group| words::capital(group.as_str())).collect();
                    text.push_str(&format!("; {} may act first", words::list(&groups)));
                }
                self.say(0, None, text);
            }
            Outcome::Entered { unit, at, count, acts } => {
                let at = IVec2::new(i32::from(at.x), i32::from(at.y));
                self.appear(*unit, at);
                let when = if *acts { "this round" } else { "from the next round on" };
                let text = format!("{} comes, count {count}, and acts {when}", self.name(*unit));
                self.say(0, Some(*unit), text);
            }
            Outcome::Faced { unit, facing } => {
                let text = format!("{} turns to {}", self.name(*unit), words::point(*facing));
                self.say(1, Some(*unit), text);
            }
            Outcome::Drives { vehicle, speed, controlled } => {
                let hands = if *controlled { "" } else { ", in nobody's hands" };
                let text = match speed {
                    0 => format!("{} stands", self.name(*vehicle)),
                    _ => format!("{} goes {speed} km/h{hands}", self.name(*vehicle)),
                };
                self.say(1, Some(*vehicle), text);
            }
            Outcome::Course { vehicle, change } => {
                let name = self.name(*vehicle);
                let text = match change {
                    DriveChange::Evades(amount) => format!("{name} swerves: {amount} off attacks"),
                    DriveChange::Bears(target, _) => {
                        format!("{name} brings one more arc to bear on {}", self.name(*target))
                    }
                    DriveChange::Pursues(Some(quarry)) => format!("{name} pursues {}", self.name(*quarry)),
                    DriveChange::Pursues(None) => format!("{name} pursues nobody any more"),
                    DriveChange::MustWeave(Some(number)) => {
                        format!("{name} has to weave at -{number}, or break off")
                    }
                    DriveChange::MustWeave(None) | DriveChange::Settles => return,
                };
                self.say(1, Some(*vehicle), text);
            }
            Outcome::Collided { unit, into } => {
                let into = match into {
                    Hit::Unit(other) => self.name(*other),
                    Hit::Object(at) => show::thing(&self.facts.map, *at),
                    Hit::Clutter => "an obstacle".to_owned(),
                };
                let text = format!("{} runs into {into}", self.name(*unit));
                self.say(0, Some(*unit), text);
            }
            Outcome::TimePassed { rounds } => self.say(0, None, format!("{rounds} rounds go by")),
            Outcome::Thing { thing, what } => {
                let text =
                    format!("{}: {}", thing.as_str().replace('_', " "), what.as_str().replace('_', " "));
                self.say(1, None, text);
            }
            Outcome::Refreshed { unit } => {
                let text = format!("{} has all spells ready again", self.name(*unit));
                self.say(0, Some(*unit), text);
            }
            Outcome::Bound { bond, began } => {
                let role = bond.role.as_str().replace('_', " ");
                let (one, other) = (self.name(bond.unit), self.name(bond.to));
                let text = match began {
                    true => format!("{one} is {role} of {other} now"),
                    false => format!("{one} is no longer {role} of {other}"),
                };
                self.say(0, Some(bond.unit), text);
            }
            Outcome::Left { unit } => {
                let text = format!("{} leaves the fight", self.name(*unit));
                self.say(0, Some(*unit), text);
                let number = self.play.number(*unit);
                self.shown.retain(|counter| counter.unit != number);
                self.beats.push(Beat::Hide(number));
            }
            Outcome::Over { winner } => {
                let text = match winner {
                    Some(side) => format!("The fight is over: {}", self.play.side_name(*side)),
                    None => "The fight is over".to_owned(),
                };
                self.say(0, None, text);
            }
        }
    }

    fn line_name(&self, event: Key) -> String {
        if let crate::rules::timing::Shift::Ledger(rule) = &self.facts.book.settings.timing.shift
            && let Some(line) = rule.events.iter().find(|line| line.id == event)
        {
            return line.name.clone();
        }
        self.facts.book.name_of(event)
    }

    fn until(&self, until: &Until) -> String {
        match until {
            Until::Battle => String::new(),
            Until::EndOfRound | Until::RoundStart => ", until the end of the round".to_owned(),
            Until::Rounds(n) => format!(", for {n} rounds"),
            Until::StartOfTurn => ", until the next turn".to_owned(),
            Until::EndOfTurn => ", until the end of the turn".to_owned(),
            Until::EndOfNextTurn => ", until the end of the next turn".to_owned(),
            Until::EndOfTurnOf(unit, _) => format!(", until a turn of {} ends", self.name(*unit)),
            Until::NextCheck(check) | Until::NextCheckEver(check) => {
                format!(", for the next {}", self.facts.book.name_of(*check))
            }
            Until::WithSpell | Until::OfSpell(_) => ", as long as the spell".to_owned(),
            Until::NextAction | Until::Aim => ", for the next action".to_owned(),
        }
    }
}
