//! Events of the chronicle as beats and lines of the log, as one side perceived them. Every die that fell is in a line.

mod acts;
mod answers;
mod areas;
mod blows;
mod called;
mod dice;
mod fallen;
mod losses;
mod moves;
mod muster;
mod runs;
mod spread;
mod strokes;
mod system_hits;
mod telling;
mod things;
mod told_card;
mod travels;
mod turns;

pub use self::telling::results;
use self::{
    acts::Done,
    losses::{Loss, Thrown, thrown_before},
    moves::Walk,
    muster::Place,
    runs::DiceRun,
    strokes::Strokes,
    telling::OverMap,
};
use crate::window::session::{play::Who, prelude::*};

/// Every line there is, whoever perceived it, once all may read them; each says from which sides it was hidden.
pub fn narrate_all(play: &Play) -> Vec<LogLine> {
    play.revealed().map_or_else(Vec::new, |all| lines_for(play, &all))
}

/// Every line of a battle for those with this knowledge.
pub fn lines_for(play: &Play, known: &Knowledge) -> Vec<LogLine> {
    lines(narrate(play, known, play.events(), show::counters(play, known)))
}

/// The lines of the log among beats.
pub fn lines(beats: Vec<Beat>) -> Vec<LogLine> {
    let line = |beat| match beat {
        Beat::Log(line) => Some(line),
        _ => None,
    };
    beats.into_iter().filter_map(line).collect()
}

/// Events as those with this knowledge perceive them. `shown` are the counters as they lie on the table.
pub fn narrate(play: &Play, known: &Knowledge, events: &[Event], shown: Vec<Counter>) -> Vec<Beat> {
    let sight = known.side();
    let earlier = losses::earlier(play, events);
    let mut narrator = Narrator {
        play,
        facts: known,
        sight,
        earlier,
        events,
        now: Now::default(),
        shown,
        beats: Vec::new(),
        log: Log::default(),
        over_map: OverMap::default(),
        done: Done::before(earlier, sight),
        walk: None,
        spotted: Vec::new(),
        aimed: None,
        thrown: thrown_before(earlier, sight),
        strokes: Strokes::before(known, earlier, sight),
        eased: None,
    };
    for (n, event) in events.iter().enumerate() {
        narrator.now.at = earlier.len() + n;
        match sight {
            Some(side) if !event.perceived_by(side) => narrator.vanish(&event.outcome),
            _ => {
                narrator.now.unknown = sight.map_or_else(Vec::new, |side| event.not_known_to(side));
                narrator.hide(event, sight);
                let after = events.get(n + 1..).unwrap_or_default();
                narrator.now.loss = Loss::of(known, sight, &event.outcome, after);
                narrator.event(&event.outcome);
            }
        }
    }
    narrator.flush_run(None);
    narrator.flush_walk();
    narrator.flush_declared();
    narrator.begin_strokes(None, false);
    narrator.flush_places();
    narrator.spot();
    fallen::leave_the_gravest(&mut narrator.beats);
    losses::bring_to_impact(&mut narrator.beats);
    narrator.beats
}

/// Whether those with this sight perceived an event; none: those who see all.
fn perceived(sight: Option<Side>, event: &Event) -> bool {
    sight.is_none_or(|side| event.perceived_by(side))
}

pub(super) struct Narrator<'a> {
    play: &'a Play,
    facts: &'a Facts,
    /// Whose sight it is; none: of those who see all.
    sight: Option<Side>,
    /// What happened before, and what is told.
    earlier: &'a [Event],
    events: &'a [Event],
    now: Now,
    shown: Vec<Counter>,
    beats: Vec<Beat>,
    log: Log,
    over_map: OverMap,
    done: Done,
    walk: Option<Walk>,
    /// Opponents who came into sight by a step, and of whom nothing was known.
    spotted: Vec<UnitId>,
    /// Who declared something last, and at whom it is aimed.
    aimed: Option<(UnitId, UnitId)>,
    /// The attack that was rolled last.
    thrown: Option<Thrown>,
    /// The strokes of what is done now.
    strokes: Strokes,
    /// The condition that comes in place of a worse one which has just ended.
    eased: Option<(UnitId, Key)>,
}

/// The event that is told now.
#[derive(Clone, Default)]
struct Now {
    /// The units that it is about.
    about: Vec<UnitId>,
    kind: LogKind,
    /// Units that it names and the viewers did not know of.
    unknown: Vec<UnitId>,
    /// For those who see all: the sides that did not perceive it.
    hidden: Vec<usize>,
    /// Its place among all.
    at: usize,
    /// What it took, if it is a hit.
    loss: Loss,
}

/// What the last lines of the log said, and what has no line yet.
#[derive(Default)]
struct Log {
    last: String,
    /// Who gained conditions by the line that says so.
    gained: Option<(UnitId, String)>,
    /// Who declared something, and the line of it, which comes once that is paid for.
    declared: Option<(UnitId, LogLine)>,
    /// Dice that have no line yet.
    run: Option<DiceRun>,
    /// Places in the order of initiative that have no line yet.
    places: Vec<Place>,
    /// The units are only being placed.
    mustering: bool,
}

impl Narrator<'_> {
    /// Notes who does not perceive the next event. A path that was seen in part is not hidden.
    fn hide(&mut self, event: &Event, sight: Option<Side>) {
        let hidden = event.hidden_from.iter().filter(|_| sight.is_none());
        let hidden: Vec<usize> = hidden.map(|side| self.play.colour(*side)).collect();
        let steps = matches!(event.outcome, Outcome::Stepped { .. });
        match (&self.walk, steps) {
            (Some(_), true) => self.now.hidden.retain(|side| hidden.contains(side)),
            _ => {
                if self.now.hidden != hidden {
                    self.flush_walk();
                }
                self.now.hidden = hidden;
            }
        }
    }

    /// Who a unit is, if the viewers know of it.
    fn who(&self, unit: UnitId) -> Option<Who> {
        self.play.who(unit).filter(|_| !self.now.unknown.contains(&unit))
    }

    fn name(&self, unit: UnitId) -> String {
        self.who(unit).map_or_else(words::nobody, |who| who.name)
    }

    fn side(&self, unit: UnitId) -> Option<usize> {
        self.who(unit).map(|who| self.play.colour(who.side))
    }

    fn counter(&self, number: u32) -> Option<&Counter> {
        self.shown.iter().find(|counter| counter.unit == number)
    }

    fn place(&self, unit: UnitId) -> Option<At> {
        let counter = self.counter(self.play.number(unit))?;
        (!counter.ghost && !self.now.unknown.contains(&unit)).then_some(counter.at)
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
        if line.roll.is_none() && line.trace.is_empty() && line.text == self.log.last {
            return;
        }
        self.log.last.clone_from(&line.text);
        let line = self.of_now(line);
        self.beats.push(Beat::Log(line));
    }

    /// Adds units, place and kind of the current event to a line that has none.
    fn of_now(&self, mut line: LogLine) -> LogLine {
        if line.units.is_empty() {
            let known = self.now.about.iter().filter(|unit| !self.now.unknown.contains(unit));
            line.units = known.map(|unit| self.play.number(*unit)).collect();
            line.kind = self.now.kind;
        }
        line.hidden.clone_from(&self.now.hidden);
        line.at = line.at.or_else(|| self.now.about.iter().find_map(|unit| self.place(*unit)));
        line
    }

    /// A line in the colour of the side of whom it is about, or one that belongs to what goes before.
    fn say(&mut self, indent: u8, text: String) {
        let unit = self.now.about.first().filter(|_| indent == 0);
        let side = unit.and_then(|unit| self.side(*unit));
        self.line(LogLine { text, indent, side, ..LogLine::default() });
    }

    fn float(&mut self, unit: UnitId, text: String, kind: SlipKind) {
        let number = self.play.number(unit);
        let slip = |at| Beat::Float { unit: number, at, text, kind, struck: false };
        self.beats.extend(self.place(unit).map(slip));
    }

    fn flush_declared(&mut self) {
        if let Some((_, line)) = self.log.declared.take() {
            // The line comes late, but is hidden from those it was hidden from then.
            self.announce();
            let hidden = std::mem::replace(&mut self.now.hidden, line.hidden.clone());
            self.line(line);
            self.now.hidden = hidden;
        }
    }

    fn event(&mut self, outcome: &Outcome) {
        if self.flush_run(Some(outcome)) {
            return;
        }
        if let Outcome::Stepped { unit, from, to, own } = outcome {
            self.flush_declared();
            self.flush_places();
            (self.now.about, self.now.kind) = (vec![*unit], LogKind::Action);
            self.step(*unit, show::at(*from), show::at(*to), *own);
            return;
        }
        let quiet = matches!(outcome, Outcome::Answerable { how: Answered::Not(_) | Answered::Stood, .. });
        if !quiet {
            self.flush_walk();
        }
        match outcome {
            Outcome::Declared { .. } | Outcome::Paid { .. } => {}
            Outcome::Track { unit, .. } if self.log.declared.as_ref().is_some_and(|(by, _)| by == unit) => {}
            _ => self.flush_declared(),
        }
        (self.now.about, self.now.kind) = (outcome.about(), kind(outcome));
        if !self.gather(outcome) {
            self.flush_places();
            self.happened(outcome);
        }
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
            self.take_away(number);
        }
    }

    fn happened(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Stepped { .. } => {}
            Outcome::TurnEnded { .. } => self.end_turn(),
            Outcome::PhaseStarted { phase, round } => self.phase(*phase, *round),
            Outcome::Declared { unit, action, args, .. } => self.declared(*unit, *action, args),
            Outcome::Paid { unit, cost } => self.paid(*unit, cost),
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
            Outcome::Compared { target, check, reading, value } => {
                self.compared(*target, check, reading, *value);
            }
            Outcome::Track { unit, track, from, to, cause } => {
                self.track(*unit, *track, (*from, *to), *cause);
            }
            Outcome::Condition { unit, condition, from, to } => self.condition(*unit, *condition, *from, *to),
            Outcome::Systems { unit, news } => self.systems(*unit, news),
            Outcome::TurnStarted { unit, .. } => {
                self.activate(*unit);
                self.tell(outcome);
            }
            Outcome::Count { unit, to, .. } => {
                self.tell(outcome);
                self.change(*unit, |counter| counter.count = Some(*to));
            }
            Outcome::Item { what, .. } => {
                self.beats.extend((*what == ItemNews::Broken).then_some(Beat::Hear(Sound::Tear)));
                self.tell(outcome);
            }
            Outcome::Entered { unit, at, .. } => {
                self.appear(*unit, show::at(*at));
                self.tell(outcome);
            }
            Outcome::Faced { unit, facing } => {
                self.turn(*unit, *facing);
                self.tell(outcome);
            }
            Outcome::Left { unit } => {
                self.tell(outcome);
                self.take_away(self.play.number(*unit));
            }
            Outcome::Noise { radius, .. } => self.say(1, say!("log-noise", n = radius)),
            Outcome::Fire { squares } => self.say(1, say!("log-fire", n = squares.len())),
            Outcome::Surroundings => self.say(1, say!("log-surroundings")),
            Outcome::Avoided { side } => self.say(0, say!("log-avoided", side = self.play.side_name(*side))),
            Outcome::TimePassed { rounds } => self.say(0, say!("log-time", n = rounds)),
            Outcome::Refreshed { unit } => self.say(0, say!("log-refreshed", unit = self.name(*unit))),
            Outcome::Area { .. }
            | Outcome::Delayed { .. }
            | Outcome::Skipped { .. }
            | Outcome::Wasted { .. }
            | Outcome::Lifted { .. }
            | Outcome::Modified { .. }
            | Outcome::Ledger { .. }
            | Outcome::Points { .. }
            | Outcome::Slot { .. }
            | Outcome::Spell { .. }
            | Outcome::Watching { .. }
            | Outcome::Ward { .. }
            | Outcome::Door { .. }
            | Outcome::Object { .. }
            | Outcome::Reach { .. }
            | Outcome::Opposed { .. }
            | Outcome::First { .. }
            | Outcome::Team { .. }
            | Outcome::Bill { .. }
            | Outcome::Fortune { .. }
            | Outcome::Work { .. }
            | Outcome::Begun { .. }
            | Outcome::Met { .. }
            | Outcome::Band { .. }
            | Outcome::Falling { .. }
            | Outcome::Crashed { .. }
            | Outcome::Drives { .. }
            | Outcome::Course { .. }
            | Outcome::Collided { .. }
            | Outcome::Thing { .. }
            | Outcome::Bound { .. }
            | Outcome::Over { .. } => {
                self.draw_strokes(outcome);
                self.tell(outcome);
            }
        }
    }

    /// Says the line of an outcome, if it has one.
    fn tell(&mut self, outcome: &Outcome) {
        if let Some(text) = self.headline(outcome) {
            return self.say(0, text);
        }
        let text = self.of_acts(outcome).or_else(|| self.of_turns(outcome));
        let text = text.or_else(|| self.of_things(outcome)).or_else(|| self.of_travels(outcome));
        if let Some(text) = text {
            self.say(1, text);
        }
    }

    fn take_away(&mut self, number: u32) {
        self.shown.retain(|counter| counter.unit != number);
        self.beats.push(Beat::Hide(number));
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
        | Outcome::Lifted { .. }
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
        | Outcome::Fire { .. }
        | Outcome::Crashed { .. }
        | Outcome::Collided { .. } => LogKind::Harm,
        _ => LogKind::Action,
    }
}
