//! Lines for phases, turns and contests: who acts when, who comes, goes and meets.

use crate::message::Message;
use crate::window::session::prelude::*;

impl Narrator<'_> {
    pub(super) fn phase(&mut self, phase: Phase, round: u32) {
        self.muster(phase);
        let text = match phase {
            Phase::Turns => say!("log-round", n = round),
            Phase::Surprise => say!("log-surprise"),
            Phase::Muster => say!("log-muster"),
            Phase::Aftermath => say!("aftermath-begins"),
            Phase::Own(own) => self.facts.book.name_of(own),
            _ => return,
        };
        self.line(LogLine { text, part: true, ..LogLine::default() });
    }

    pub(super) fn turn_started(&mut self, unit: UnitId, count: i32) {
        let number = self.play.number(unit);
        for counter in &mut self.shown {
            if counter.active != (counter.unit == number) {
                counter.active = counter.unit == number;
                self.beats.push(Beat::Show(Box::new(counter.clone())));
            }
        }
        self.beats.extend(self.place(unit).map(Beat::Look));
        let text = say!("log-turn", unit = self.name(unit), count = count);
        self.say(0, Some(unit), text);
    }

    pub(super) fn delayed(&mut self, unit: UnitId, until: Option<i32>) {
        let name = self.name(unit);
        let text = match until {
            Some(count) if count != i32::MIN => say!("log-delayed", unit = name, count = count),
            _ => say!("log-delayed-open", unit = name),
        };
        self.say(1, Some(unit), text);
    }

    pub(super) fn skipped(&mut self, unit: UnitId, why: &Message) {
        let text = say!("log-skipped", unit = self.name(unit), why = locale::tell(why));
        self.say(0, Some(unit), text);
    }

    /// A unit's count has shifted.
    pub(super) fn counted(&mut self, unit: UnitId, from: i32, to: i32, cause: Key) {
        let (name, line) = (self.name(unit), self.line_name(cause));
        let text = say!("log-count", unit = name, from = from, to = to, line = line);
        self.say(1, Some(unit), text);
        self.change(unit, |counter| counter.count = Some(to));
    }

    pub(super) fn ledger(&mut self, unit: UnitId, event: Key, amount: i32) {
        let text = say!("log-ledger", unit = self.name(unit), n = amount, line = self.line_name(event));
        self.say(1, Some(unit), text);
    }

    pub(super) fn opposed(&mut self, unit: UnitId, against: UnitId, winner: Option<UnitId>, margin: i32) {
        let text = match winner {
            Some(winner) => {
                let other = if winner == unit { against } else { unit };
                say!("log-wins", unit = self.name(winner), other = self.name(other), n = margin)
            }
            None => say!("log-nobody-wins", unit = self.name(unit), other = self.name(against)),
        };
        self.say(1, Some(unit), text);
    }

    /// Who was quicker: who watches, or who acts.
    pub(super) fn quicker(&mut self, watcher: UnitId, actor: UnitId, first: bool) {
        let (one, other) = if first { (watcher, actor) } else { (actor, watcher) };
        let text = say!("log-quicker", unit = self.name(one), other = self.name(other));
        self.say(1, None, text);
    }

    pub(super) fn team(
        &mut self,
        group: Key,
        skill: Option<Key>,
        (die, bonus, total): (i32, i32, i32),
        circumstances: &[(i32, String)],
    ) {
        let name = self.group(group);
        let skill = skill.map_or_else(|| say!("log-team-check"), |skill| self.facts.book.name_of(skill));
        let mut text = format!("{name}, {skill}: {die} {}", words::signed(bonus));
        for (value, reason) in circumstances {
            let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
            text.push_str(&format!(" {}{reason}", words::signed(*value)));
        }
        self.say(1, None, format!("{text} = {total}"));
    }

    pub(super) fn met(&mut self, distance: i32, ahead: &[Key]) {
        let groups: Vec<String> = ahead.iter().map(|group| self.group(*group)).collect();
        let text = match groups.is_empty() {
            true => say!("log-met", n = distance),
            false => say!("log-met-ahead", n = distance, groups = words::list(&groups)),
        };
        self.say(0, None, text);
    }

    pub(super) fn entered(&mut self, unit: UnitId, at: Square, count: i32, acts: bool) {
        self.appear(unit, IVec2::new(i32::from(at.x), i32::from(at.y)));
        let name = self.name(unit);
        let text = match acts {
            true => say!("log-comes", unit = name, count = count),
            false => say!("log-comes-later", unit = name, count = count),
        };
        self.say(0, Some(unit), text);
    }

    pub(super) fn left(&mut self, unit: UnitId) {
        let text = say!("log-left", unit = self.name(unit));
        self.say(0, Some(unit), text);
        let number = self.play.number(unit);
        self.shown.retain(|counter| counter.unit != number);
        self.beats.push(Beat::Hide(number));
    }

    pub(super) fn over(&mut self, winner: Option<Side>) {
        let text = match winner {
            Some(side) => say!("log-over-won", side = self.play.side_name(side)),
            None => say!("log-over"),
        };
        self.say(0, None, text);
    }
}
