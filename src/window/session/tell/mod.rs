//! What happened, told: events of the chronicle as beats and lines of the log, as one side perceived them.
//!
//! Owns the wording of the log and the order of the beats. Every die that fell is in a line. Does not own the state
//! after it all, which `show` gives; beats only lead there.

mod answers;
mod blows;
mod called;
mod moves;
mod systems;
mod travels;
mod work;

use bevy::prelude::IVec2;

use self::moves::Walk;
use super::{play::Play, preview, show, words};
use crate::{
    battle::chronicle::{Answered, Event, Outcome, SpellNews},
    key::Key,
    locale::say,
    rules::{
        action::WeaponUse,
        check::{Base, Check, Reading},
        facts::{Facts, Phase, Side, UnitId},
        harm::HarmTrace,
    },
    window::{
        motion::Beat,
        sound::Sound,
        view::{At, Counter, LogKind, LogLine, Pose, Roll},
    },
};

/// Tells events to those who look with these facts. `shown` are the counters as they lie on the table.
pub fn tell(play: &Play, facts: &Facts, events: &[Event], shown: Vec<Counter>) -> Vec<Beat> {
    tell_to(play, play.seat, facts, events, shown)
}

/// Every line there is, whoever perceived it; each says from which sides it was hidden.
pub fn tell_all(play: &Play) -> Vec<LogLine> {
    let facts = play.all();
    let events = &play.game.battle.chronicle().events;
    let beats = tell_to(play, None, &facts, events, show::counters(play, &facts));
    lines(beats)
}

/// The lines of the log among beats.
pub fn lines(beats: Vec<Beat>) -> Vec<LogLine> {
    let line = |beat| match beat {
        Beat::Log(line) => Some(line),
        _ => None,
    };
    beats.into_iter().filter_map(line).collect()
}

fn tell_to(
    play: &Play,
    sight: Option<Side>,
    facts: &Facts,
    events: &[Event],
    shown: Vec<Counter>,
) -> Vec<Beat> {
    let mut teller = Teller {
        play,
        facts,
        hidden: Vec::new(),
        shown,
        beats: Vec::new(),
        walk: None,
        declared: None,
        last: String::new(),
        unknown: Vec::new(),
        now: (Vec::new(), LogKind::Deed),
    };
    for event in events {
        match sight {
            Some(side) if !event.perceived_by(side) => teller.vanish(&event.outcome),
            _ => {
                teller.unknown = sight.map_or_else(Vec::new, |side| event.not_known_to(side));
                teller.hide(event, sight);
                teller.event(&event.outcome);
            }
        }
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
    walk: Option<Walk>,
    declared: Option<(UnitId, LogLine)>,
    last: String,
    /// Units that what is being told names, and of whom those who look did not know.
    unknown: Vec<UnitId>,
    /// Whom what is told now is about, and of what kind it is.
    now: (Vec<UnitId>, LogKind),
    /// To those who see all: the sides that did not perceive what is told now.
    hidden: Vec<usize>,
}

impl Teller<'_> {
    /// Notes who does not perceive what is told next. A way that was seen in part is not hidden.
    fn hide(&mut self, event: &Event, sight: Option<Side>) {
        let hidden = event.hidden_from.iter().filter(|_| sight.is_none());
        let hidden: Vec<usize> = hidden.map(|side| self.play.colour(*side)).collect();
        let steps = matches!(event.outcome, Outcome::Stepped { .. });
        match (&self.walk, steps) {
            (Some(_), true) => self.hidden.retain(|side| hidden.contains(side)),
            _ => {
                if self.hidden != hidden {
                    self.flush_walk();
                }
                self.hidden = hidden;
            }
        }
    }

    fn name(&self, unit: UnitId) -> String {
        let known = self.play.who(unit).filter(|_| !self.unknown.contains(&unit));
        known.map_or_else(words::nobody, |who| who.name)
    }

    fn side(&self, unit: UnitId) -> Option<usize> {
        let known = self.play.who(unit).filter(|_| !self.unknown.contains(&unit));
        known.map(|who| self.play.colour(who.side))
    }

    fn counter(&self, number: u32) -> Option<&Counter> {
        self.shown.iter().find(|counter| counter.unit == number)
    }

    fn place(&self, unit: UnitId) -> Option<At> {
        let counter = self.counter(self.play.number(unit))?;
        (!counter.ghost && !self.unknown.contains(&unit)).then_some(counter.at)
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
        let line = self.of_now(line);
        self.beats.push(Beat::Log(line));
    }

    /// A line with whom and where it is about, and what kind of thing it tells, as far as it does not say so itself.
    fn of_now(&self, mut line: LogLine) -> LogLine {
        if line.units.is_empty() {
            let known = self.now.0.iter().filter(|unit| !self.unknown.contains(unit));
            line.units = known.map(|unit| self.play.number(*unit)).collect();
            line.kind = self.now.1;
        }
        line.hidden.clone_from(&self.hidden);
        line.at = line.at.or_else(|| self.now.0.iter().find_map(|unit| self.place(*unit)));
        line
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

    fn flush_declared(&mut self) {
        if let Some((_, line)) = self.declared.take() {
            // It is told late, and was hidden from whom it was hidden then.
            let now = std::mem::replace(&mut self.hidden, line.hidden.clone());
            self.line(line);
            self.hidden = now;
        }
    }

    fn event(&mut self, outcome: &Outcome) {
        if let Outcome::Stepped { unit, from, to, .. } = outcome {
            self.flush_declared();
            self.now = (vec![*unit], LogKind::Deed);
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
        self.now = (outcome.about(), kind(outcome));
        self.happened(outcome);
    }

    /// Lays the counter of a unit that was not on the table, or only where it was last seen.
    fn appear(&mut self, unit: UnitId, at: At) {
        let number = self.play.number(unit);
        if self.counter(number).is_some_and(|counter| !counter.ghost) {
            return;
        }
        let known = self.facts.unit(unit).map(|state| show::counter(self.play, self.facts, state));
        // Seen then, and not any more: as it was last seen.
        let seen = || {
            let glimpse = show::glimpse(self.play, self.facts.sighting(self.play.seat?, unit)?)?;
            Some(Counter { ghost: false, ..glimpse })
        };
        let Some(mut counter) = known.or_else(seen) else { return };
        counter.at = at;
        self.shown.retain(|counter| counter.unit != number);
        self.shown.push(counter.clone());
        self.beats.push(Beat::Show(Box::new(counter)));
    }

    /// Something happened unseen: who walked out of sight by it is taken from the table.
    fn vanish(&mut self, outcome: &Outcome) {
        let Outcome::Stepped { unit, .. } = outcome else { return };
        let number = self.play.number(*unit);
        if self.counter(number).is_some_and(|counter| !counter.ghost) {
            self.flush_declared();
            self.flush_walk();
            self.shown.retain(|counter| counter.unit != number);
            self.beats.push(Beat::Hide(number));
        }
    }

    fn happened(&mut self, outcome: &Outcome) {
        let book = self.facts.book.clone();
        match outcome {
            Outcome::PhaseStarted { phase, round } => {
                let text = match phase {
                    Phase::Turns => say!("log-round", n = round),
                    Phase::Surprise => say!("log-surprise"),
                    Phase::Muster => say!("log-muster"),
                    Phase::Aftermath => say!("aftermath-begins"),
                    _ => return,
                };
                self.line(LogLine { text, part: true, ..LogLine::default() });
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
                let text = say!("log-turn", unit = self.name(*unit), count = count);
                self.say(0, Some(*unit), text);
            }
            Outcome::TurnEnded { .. } => {}
            Outcome::Delayed { unit, until } => {
                let unit_name = self.name(*unit);
                let text = match until {
                    Some(count) if *count != i32::MIN => say!("log-delayed", unit = unit_name, count = count),
                    _ => say!("log-delayed-open", unit = unit_name),
                };
                self.say(1, Some(*unit), text);
            }
            Outcome::Skipped { unit, why } => {
                let text = say!("log-skipped", unit = self.name(*unit), why = words::engine(why));
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
                let line = self.of_now(LogLine { text, side: self.side(*unit), ..LogLine::default() });
                self.declared = Some((*unit, line));
            }
            Outcome::Paid { unit, cost } => {
                let price = words::cost(&book, cost, &[]);
                match &mut self.declared {
                    Some((by, line)) if by == unit => line.text.push_str(&format!(" ({price})")),
                    _ => {
                        let text = say!("log-pays", unit = self.name(*unit), price = price);
                        self.say(1, Some(*unit), text);
                    }
                }
                self.flush_declared();
            }
            Outcome::Wasted { unit, action, why } => {
                let text = say!(
                    "log-wasted",
                    unit = self.name(*unit),
                    action = book.name_of(*action),
                    why = words::why(why)
                );
                self.say(1, Some(*unit), text);
            }
            Outcome::Answerable { unit, by, moment, with, how } => {
                self.answerable(*unit, *by, *moment, with, how);
            }
            Outcome::Rolled { check, dice, reading, purpose } => self.rolled(check, dice, reading, *purpose),
            Outcome::Dice { unit, purpose, notation, dice, total } => {
                self.dice(*unit, *purpose, notation, dice, *total);
            }
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
                let text = say!("log-noise", n = radius);
                self.say(1, Some(*by), text);
            }
            Outcome::Stepped { .. } => {}
            Outcome::Track { unit, track, from, to, .. } => self.track(*unit, *track, *from, *to),
            Outcome::Condition { unit, condition, from, to } => self.condition(*unit, *condition, *from, *to),
            Outcome::Modified { unit, source, until } => {
                let text = format!("{}: {}{}", self.name(*unit), book.name_of(*source), self.until(until));
                self.say(1, Some(*unit), text);
            }
            Outcome::Ledger { unit, event, amount } => {
                let text =
                    say!("log-ledger", unit = self.name(*unit), n = amount, line = self.line_name(*event));
                self.say(1, Some(*unit), text);
            }
            Outcome::Count { unit, from, to, cause } => {
                let text = say!(
                    "log-count",
                    unit = self.name(*unit),
                    from = from,
                    to = to,
                    line = self.line_name(*cause)
                );
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
                if *what == "broken" {
                    self.beats.push(Beat::Hear(Sound::Tear));
                }
                let text =
                    say!("log-item", unit = self.name(*unit), item = book.name_of(*item), what = *what);
                self.say(1, Some(*unit), text);
            }
            Outcome::Slot { unit, spell } => {
                let text = say!("log-slot", unit = self.name(*unit), spell = book.name_of(*spell));
                self.say(1, Some(*unit), text);
            }
            Outcome::Spell { spell, by, what, .. } => {
                let (spell, by_name) = (book.name_of(*spell), self.name(*by));
                let text = match what {
                    SpellNews::Began => say!("log-spell-began", spell = spell),
                    SpellNews::Controlled => say!("log-spell-controlled", unit = by_name, spell = spell),
                    SpellNews::Moved => say!("log-spell-moved", unit = by_name, spell = spell),
                    SpellNews::Passed => say!("log-spell-passed", unit = by_name, spell = spell),
                    SpellNews::Ended => say!("log-spell-ended", spell = spell),
                };
                self.say(1, Some(*by), text);
            }
            Outcome::Watching { unit, by, began } => {
                let (unit_name, action) = (self.name(*unit), book.name_of(*by));
                let text = match began {
                    true => say!("log-waits", unit = unit_name, action = action),
                    false => say!("log-waits-no-longer", unit = unit_name, action = action),
                };
                self.say(1, Some(*unit), text);
            }
            Outcome::Ward { unit, ward, from, to } => {
                let text = format!("{}: {} {from} → {to}", self.name(*unit), book.name_of(*ward));
                self.say(1, Some(*unit), text);
            }
            Outcome::Systems { unit, news } => self.systems(*unit, news),
            Outcome::Surroundings => self.say(1, None, say!("log-surroundings")),
            Outcome::Door { door, open } => {
                let name =
                    self.facts.map.door(*door).map(|door| door.name.clone()).filter(|name| !name.is_empty());
                let name = name.unwrap_or_else(|| say!("thing-door"));
                self.say(
                    1,
                    None,
                    say!("log-door", door = words::capital(&name), open = if *open { "yes" } else { "no" }),
                );
            }
            Outcome::Object { at, from, to, destroyed } => {
                let thing = show::thing(&self.facts.map, *at);
                let text = match destroyed {
                    true => say!("log-thing-gone", thing = thing, from = from, to = to),
                    false => say!("log-thing-stands", thing = thing, from = from, to = to),
                };
                self.say(1, None, text);
            }
            Outcome::Reach { unit, from, to } => {
                let text = say!("log-reach", unit = self.name(*unit), from = from, to = to);
                self.say(1, Some(*unit), text);
            }
            Outcome::Opposed { unit, against, winner, margin, .. } => {
                let text = match winner {
                    Some(winner) => {
                        let other = if winner == unit { against } else { unit };
                        say!("log-wins", unit = self.name(*winner), other = self.name(*other), n = margin)
                    }
                    None => say!("log-nobody-wins", unit = self.name(*unit), other = self.name(*against)),
                };
                self.say(1, Some(*unit), text);
            }
            Outcome::First { watcher, actor, first } => {
                let (one, two) = if *first { (watcher, actor) } else { (actor, watcher) };
                let text = say!("log-quicker", unit = self.name(*one), other = self.name(*two));
                self.say(1, None, text);
            }
            Outcome::Team { group, skill, die, bonus, circumstances, total } => {
                let name = self.group(*group);
                let skill = skill.map_or_else(|| say!("log-team-check"), |skill| book.name_of(skill));
                let mut text = format!("{name}, {skill}: {die} {}", words::signed(*bonus));
                for (value, reason) in circumstances {
                    let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
                    text.push_str(&format!(" {}{reason}", words::signed(*value)));
                }
                self.say(1, None, format!("{text} = {total}"));
            }
            Outcome::Bill { unit, part, per_cent, amount, .. } => {
                let (name, what) = (self.name(*unit), book.name_of(*part));
                self.say(
                    1,
                    Some(*unit),
                    say!("log-bill", unit = name, part = what, per_cent = per_cent, amount = amount),
                );
            }
            Outcome::Fortune { side, unit, check, natural, left } => {
                let text = say!(
                    "log-fortune",
                    side = self.play.side_name(*side),
                    unit = self.name(*unit),
                    check = book.name_of(*check),
                    n = natural,
                    left = left
                );
                self.say(1, Some(*unit), text);
            }
            Outcome::Avoided { side } => {
                self.say(0, None, say!("log-avoided", side = self.play.side_name(*side)));
            }
            Outcome::Work { unit, action, done, needed, news } => {
                self.work(*unit, *action, *done, *needed, *news);
            }
            Outcome::Begun { unit, action } => {
                let text = say!("log-begun", unit = self.name(*unit), action = book.name_of(*action));
                self.say(1, Some(*unit), text);
            }
            Outcome::Met { distance, ahead } => {
                let groups: Vec<String> = ahead.iter().map(|group| self.group(*group)).collect();
                let text = match groups.is_empty() {
                    true => say!("log-met", n = distance),
                    false => say!("log-met-ahead", n = distance, groups = words::list(&groups)),
                };
                self.say(0, None, text);
            }
            Outcome::Entered { unit, at, count, acts } => {
                let at = IVec2::new(i32::from(at.x), i32::from(at.y));
                self.appear(*unit, at);
                let unit_name = self.name(*unit);
                let text = match acts {
                    true => say!("log-comes", unit = unit_name, count = count),
                    false => say!("log-comes-later", unit = unit_name, count = count),
                };
                self.say(0, Some(*unit), text);
            }
            Outcome::Faced { unit, facing } => {
                self.turn(*unit, *facing);
                let text = say!("log-turns", unit = self.name(*unit), point = words::point(*facing));
                self.say(1, Some(*unit), text);
            }
            Outcome::Band { .. }
            | Outcome::Falling { .. }
            | Outcome::Crashed { .. }
            | Outcome::Drives { .. }
            | Outcome::Course { .. }
            | Outcome::Collided { .. } => self.travelled(outcome),
            Outcome::TimePassed { rounds } => self.say(0, None, say!("log-time", n = rounds)),
            Outcome::Thing { thing, what } => {
                let name =
                    self.facts.thing(*thing).map(|own| own.name.clone()).filter(|name| !name.is_empty());
                let name = words::capital(&name.unwrap_or_else(|| say!("thing-something")));
                self.say(1, None, format!("{name}: {}", self.became(*what)));
            }
            Outcome::Refreshed { unit } => {
                let text = say!("log-refreshed", unit = self.name(*unit));
                self.say(0, Some(*unit), text);
            }
            Outcome::Bound { bond, began } => {
                let role = words::role(&book, bond.role);
                let (one, other) = (self.name(bond.unit), self.name(bond.to));
                let text = match began {
                    true => say!("log-bound", unit = one, role = role, other = other),
                    false => say!("log-unbound", unit = one, role = role, other = other),
                };
                self.say(0, Some(bond.unit), text);
            }
            Outcome::Left { unit } => {
                let text = say!("log-left", unit = self.name(*unit));
                self.say(0, Some(*unit), text);
                let number = self.play.number(*unit);
                self.shown.retain(|counter| counter.unit != number);
                self.beats.push(Beat::Hide(number));
            }
            Outcome::Over { winner } => {
                let text = match winner {
                    Some(side) => say!("log-over-won", side = self.play.side_name(*side)),
                    None => say!("log-over"),
                };
                self.say(0, None, text);
            }
        }
    }
}

/// What kind of thing an outcome is.
fn kind(outcome: &Outcome) -> LogKind {
    match outcome {
        Outcome::Answerable { .. } => LogKind::Answer,
        Outcome::Rolled { .. }
        | Outcome::Dice { .. }
        | Outcome::Compared { .. }
        | Outcome::Opposed { .. }
        | Outcome::First { .. }
        | Outcome::Fortune { .. }
        | Outcome::Team { .. } => LogKind::Roll,
        Outcome::Struck { .. }
        | Outcome::Area { .. }
        | Outcome::Track { .. }
        | Outcome::Condition { .. }
        | Outcome::Ward { .. }
        | Outcome::Systems { .. }
        | Outcome::Object { .. }
        | Outcome::Crashed { .. }
        | Outcome::Collided { .. } => LogKind::Harm,
        _ => LogKind::Deed,
    }
}
