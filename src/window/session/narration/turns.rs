//! Lines for phases, turns and contests: who acts when, who comes, goes and meets.

use super::acts::Done;
use crate::window::session::prelude::*;

impl Narrator<'_> {
    pub(super) fn phase(&mut self, phase: Phase, round: u32) {
        self.log.mustering = phase == Phase::Muster;
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

    /// The counter of the unit whose turn it is shows that, its card and the ribbon with it, and it is looked at.
    pub(super) fn activate(&mut self, unit: UnitId) {
        self.done = Done::default();
        let number = self.play.number(unit);
        self.mark_turn(Some(number));
        self.present(self.known_of([unit, unit]));
        let now = (self.facts.turn == Some(unit)).then(|| {
            let mut ribbon = show::ribbon(self.play, self.facts);
            ribbon.tag_as(&self.shown);
            Box::new(ribbon)
        });
        self.beats.push(Beat::Turn { unit: Some(number), ribbon: now });
        self.beats.extend(self.place(unit).map(Beat::Look));
    }

    /// A turn is over: nobody has it until another begins, which may be one that is not seen.
    pub(super) fn end_turn(&mut self) {
        self.begin_strokes(None, false);
        self.mark_turn(None);
        self.beats.push(Beat::Turn { unit: None, ribbon: None });
    }

    /// Of all counters only this one shows that it has the turn.
    fn mark_turn(&mut self, number: Option<u32>) {
        for counter in &mut self.shown {
            let active = Some(counter.unit) == number;
            if counter.active != active {
                counter.active = active;
                self.beats.push(Beat::Show(Box::new(counter.clone())));
            }
        }
    }

    /// The line of what stands by itself, as part of no action.
    pub(super) fn headline(&self, outcome: &Outcome) -> Option<String> {
        Some(match outcome {
            Outcome::TurnStarted { unit, count } => {
                say!("log-turn", unit = self.name(*unit), count = count)
            }
            Outcome::Skipped { unit, why } => {
                say!("log-skipped", unit = self.name(*unit), why = locale::tell(why))
            }
            Outcome::Met { distance, ahead } => {
                let groups: Vec<String> =
                    ahead.iter().map(|group| self.play.side_name(Side(*group))).collect();
                match groups.is_empty() {
                    true => say!("log-met", n = distance),
                    false => say!("log-met-ahead", n = distance, groups = words::list(&groups)),
                }
            }
            Outcome::Entered { unit, count, acts: true, .. } => {
                say!("log-comes", unit = self.name(*unit), count = count)
            }
            Outcome::Entered { unit, count, .. } => {
                say!("log-comes-later", unit = self.name(*unit), count = count)
            }
            Outcome::Left { unit } => say!("log-left", unit = self.name(*unit)),
            Outcome::Over { winner: Some(side) } => {
                say!("log-over-won", side = self.play.side_name(*side))
            }
            Outcome::Over { winner: None } => say!("log-over"),
            Outcome::Bound { bond, began } => {
                let role = words::role(&self.facts.book, bond.role);
                let (one, other) = (self.name(bond.unit), self.name(bond.to));
                match began {
                    true => say!("log-bound", unit = one, role = role, other = other),
                    false => say!("log-unbound", unit = one, role = role, other = other),
                }
            }
            Outcome::Collided { unit, into } => {
                let into = match into {
                    Hit::Unit(other) => self.name(*other),
                    Hit::Object(at) => show::thing(&self.facts.map, *at),
                    Hit::Clutter => say!("thing-obstacle"),
                };
                say!("log-collided", unit = self.name(*unit), into = into)
            }
            _ => return None,
        })
    }

    /// The line of counts and contests.
    pub(super) fn of_turns(&self, outcome: &Outcome) -> Option<String> {
        Some(match outcome {
            Outcome::Delayed { unit, until } => match until {
                Some(count) if *count != i32::MIN => {
                    say!("log-delayed", unit = self.name(*unit), count = count)
                }
                _ => say!("log-delayed-open", unit = self.name(*unit)),
            },
            Outcome::Count { unit, from, to, cause } => {
                let (name, line) = (self.name(*unit), words::line_name(&self.facts.book, *cause));
                say!("log-count", unit = name, from = from, to = to, line = line)
            }
            Outcome::Ledger { unit, event, amount } => {
                let line = words::line_name(&self.facts.book, *event);
                say!("log-ledger", unit = self.name(*unit), n = amount, line = line)
            }
            Outcome::Opposed { unit, against, winner, margin, .. } => match winner {
                Some(winner) => {
                    let other = if winner == unit { against } else { unit };
                    say!("log-wins", unit = self.name(*winner), other = self.name(*other), n = margin)
                }
                None => say!("log-nobody-wins", unit = self.name(*unit), other = self.name(*against)),
            },
            // Who was quicker: who watches, or who acts.
            Outcome::First { watcher, actor, first } => {
                let (one, other) = if *first { (watcher, actor) } else { (actor, watcher) };
                say!("log-quicker", unit = self.name(*one), other = self.name(*other))
            }
            Outcome::Team { group, skill, die, bonus, circumstances, total } => {
                let name = self.play.side_name(Side(*group));
                let skill =
                    skill.map_or_else(|| say!("log-team-check"), |skill| self.facts.book.name_of(skill));
                let mut text = format!("{name}, {skill}: {die} {}", words::signed(*bonus));
                for (value, reason) in circumstances {
                    let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
                    text.push_str(&format!(" {}{reason}", words::signed(*value)));
                }
                format!("{text} = {total}")
            }
            _ => return None,
        })
    }
}
