//! Beats for steps and turns: a path is one slide, and those who are carried go along with it.

use crate::window::session::prelude::*;

/// A way that somebody is on, with those who are carried along.
pub(super) struct Walk {
    who: UnitId,
    unit: u32,
    path: Vec<At>,
    with: Vec<u32>,
    /// Another moves it (S-77).
    moved: bool,
}

impl Narrator<'_> {
    pub(super) fn flush_walk(&mut self) {
        let Some(Walk { who, unit, path, with, moved }) = self.walk.take() else { return };
        let steps = path.len().saturating_sub(1);
        if let (Some(first), Some(last)) = (path.first().copied(), path.last().copied()) {
            for counter in &mut self.shown {
                if counter.unit == unit || with.contains(&counter.unit) {
                    counter.at = last;
                }
            }
            if self.others(who) {
                self.beats.push(Beat::Follow { from: first, to: last });
            }
            if let Some(side) = self.side(who).filter(|_| self.others(who) && !moved) {
                self.beats.push(Beat::Way { unit, path: path.clone(), side });
            }
            self.beats.push(Beat::Walk { unit, path, with });
            let name = self.name(who);
            let (n, square) = (steps, words::square(last));
            let text = match moved {
                true => say!("log-moved", unit = name, n = n, square = square),
                false => say!("log-walk", unit = name, n = n, square = square),
            };
            let (units, at) = (vec![unit], Some(last));
            self.line(LogLine { text, indent: 1, units, at, ..LogLine::default() });
        }
    }

    pub(super) fn step(&mut self, unit: UnitId, from: At, to: At, own: bool) {
        let number = self.play.number(unit);
        let carried = self.counter(number).is_some_and(|counter| counter.carried || counter.seat.is_some());
        if let Some(walk) = &mut self.walk {
            if walk.unit == number && walk.path.last() == Some(&from) {
                walk.path.push(to);
                return;
            }
            // Who is carried follows what carries it, step by step.
            let follows = walk.path.ends_with(&[from, to]) || walk.with.contains(&number);
            if carried && follows && walk.path.last() == Some(&to) {
                if !walk.with.contains(&number) {
                    walk.with.push(number);
                }
                return;
            }
        }
        self.flush_walk();
        if self.counter(number).is_none() {
            self.spotted.push(unit);
        }
        self.appear(unit, from);
        // Who has the turn only goes along with whom it pushes.
        let moved = !own && !carried && self.facts.turn != Some(unit);
        self.walk = Some(Walk { who: unit, unit: number, path: vec![from, to], with: Vec::new(), moved });
    }

    /// In fog: says who has come into sight of whom nothing was known, by their own steps or one's own.
    pub(super) fn spot(&mut self) {
        let (play, facts) = (self.play, self.facts);
        let Some(side) = self.sight.filter(|_| facts.fogged()) else { return };
        // Whom nobody knew a moment ago is known now.
        self.now.unknown.clear();
        let new = |unit: &&UnitState| {
            let known = self.counter(play.number(unit.id())).is_some();
            unit.side() != side && !unit.place.gone && (!known || self.spotted.contains(&unit.id()))
        };
        let news: Vec<&UnitState> = facts.units.iter().filter(new).collect();
        let Some(first) = news.first() else { return };
        let names: Vec<String> = news.iter().map(|unit| self.name(unit.id())).collect();
        let text = say!("tell-spot", units = words::list(&names));
        let (at, side) = (show::at(first.place.area.origin), Some(play.colour(first.side())));
        let counters = news.iter().map(|unit| Beat::Show(Box::new(show::counter(play, facts, unit))));
        self.beats.extend(counters);
        self.beats.push(Beat::Look(at));
        let told = Telling { text: text.clone(), side, result: true, waits: true, ..Telling::default() };
        self.beats.push(Beat::Tell(told));
        // Whoever has the turn is looked at again.
        let actor = self.shown.iter().find(|counter| counter.active && !counter.ghost);
        self.beats.extend(actor.map(|counter| Beat::Look(counter.at)));
        let units = news.iter().map(|unit| play.number(unit.id())).collect();
        self.line(LogLine { text, indent: 1, units, at: Some(at), ..LogLine::default() });
    }

    /// A counter is turned, with the squares that it covers and those whom it carries.
    pub(super) fn turn(&mut self, unit: UnitId, facing: Dir8) {
        let number = self.play.number(unit);
        let Some((at, size)) = self.counter(number).map(|counter| (counter.at, counter.size)) else { return };
        let sides = |n: u32| u8::try_from(n.max(1)).unwrap_or(u8::MAX);
        let area = Area::rect(show::square(at), sides(size.x), sides(size.y)).turned(facing);
        let eighths = u8::try_from(facing.eighths()).unwrap_or(0);
        for counter in &mut self.shown {
            let aboard =
                counter.at == at && counter.size == size && (counter.carried || counter.seat.is_some());
            if counter.unit != number && !aboard {
                continue;
            }
            counter.at = show::at(area.origin);
            counter.size = UVec2::new(u32::from(area.columns), u32::from(area.rows));
            if counter.unit == number {
                counter.facing = Some(eighths);
                if let Some(hull) = counter.hull.as_mut().filter(|hull| hull.turret.is_some()) {
                    hull.turret = Some(f32::from(eighths));
                }
            }
            self.beats.push(Beat::Show(Box::new(counter.clone())));
        }
    }
}
