//! The line over the map, and where the camera looks: who does what to whom, and the result. What the players at the
//! screen do themselves does not pause the motions.

use crate::window::session::prelude::*;

/// How the line over the map describes a blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlowKind {
    /// With something held.
    Stroke,
    /// With something that flies.
    Shot,
    Spell,
}

/// The line for a declared action, until it is shown, and its place.
pub(super) struct Announcement {
    telling: Telling,
    at: Option<At>,
    /// The line to whom it is aimed at.
    aim: Option<Beat>,
    /// Whose card stands at the left with it.
    whose: Option<UnitId>,
}

/// What came of what others did and of the answers to it, as lines for a side of this colour: what one did to another is
/// summed up in one, whose sums are told on pointing.
pub fn results(beats: &[Beat], own: Option<usize>) -> Vec<LogLine> {
    let tone = |told: &Telling| match &told.blow {
        Some(_) if !told.harm => Tone::Nothing,
        blow if told.harm && own.is_some() => {
            let whose = blow.as_ref().map_or(told.side, |blow| blow.side);
            if whose == own { Tone::Bad } else { Tone::Good }
        }
        _ => Tone::Plain,
    };
    let mut lines: Vec<LogLine> = Vec::new();
    // Of each line the blows, how often, and what was lost by them.
    let mut blows: Vec<Option<(&ToldBlow, i32, i32)>> = Vec::new();
    for beat in beats {
        let Beat::Tell(told) = beat else { continue };
        if !told.result || !told.waits && told.blow.is_none() {
            continue;
        }
        let blow = told.blow.as_ref();
        let same = |own: &ToldBlow| blow.is_some_and(|blow| own.is_like(blow));
        let known = blows.iter().position(|own| own.is_some_and(|(own, ..)| same(own)));
        let (n, times, lost) = match known.and_then(|n| Some((n, blows[n]?))) {
            Some((n, (_, times, lost))) => (n, times, lost),
            None => {
                let (side, harm, tone) = (told.side, told.harm, tone(told));
                lines.push(LogLine { text: told.text.clone(), side, harm, tone, ..LogLine::default() });
                blows.push(None);
                (lines.len() - 1, 0, 0)
            }
        };
        let Some(blow) = blow else { continue };
        let (times, lost) = (times + 1, lost + blow.lost.unwrap_or(0));
        blows[n] = Some((blow, times, lost));
        lines[n].text = blow.summed_up(times, lost);
        lines[n].harm |= told.harm;
        lines[n].tone = lines[n].tone.min(tone(told));
        lines[n].sums.push(told.text.clone());
    }
    // What fire or a fall did to nobody is no result.
    let idle = |blow: Option<(&ToldBlow, i32, i32)>| {
        blow.is_some_and(|(own, _, lost)| own.by == own.target && lost == 0)
    };
    lines.into_iter().zip(blows).filter(|(_, blow)| !idle(*blow)).map(|(line, _)| line).collect()
}

impl ToldBlow {
    /// Whether it is by the same at the same, and has hit or missed as the other has.
    fn is_like(&self, other: &Self) -> bool {
        self.lost.is_some() == other.lost.is_some() && (&self.by, &self.target) == (&other.by, &other.target)
    }

    /// So many of them in words, with what was lost by all.
    fn summed_up(&self, times: i32, lost: i32) -> String {
        let (by, target) = (&self.by, &self.target);
        match self.lost {
            _ if by == target => say!("since-suffers", unit = by, lost = lost),
            Some(_) => say!("since-hits", by = by, target = target, times = times, lost = lost),
            None => say!("since-misses", by = by, target = target, times = times),
        }
    }
}

impl Narrator<'_> {
    /// Is it somebody else's than those at the screen?
    pub(super) fn others(&self, unit: UnitId) -> bool {
        self.play.who(unit).is_none_or(|who| self.sight != Some(who.side))
    }

    /// Somebody is about to do something that is called so, to a target or not.
    pub(super) fn announcement(
        &self,
        by: UnitId,
        target: Option<UnitId>,
        text: String,
        called: String,
    ) -> Announcement {
        let middle = |at: At| {
            let other = target.and_then(|target| self.place(target)).unwrap_or(at);
            (at + other) / 2
        };
        let at = self.place(by).map(middle);
        Announcement {
            telling: Telling { text, side: self.side(by), waits: self.others(by), ..Telling::default() },
            at,
            aim: target.and_then(|target| self.aim(by, target, called)),
            whose: self.known_of([by, target.unwrap_or(by)]),
        }
    }

    /// The line from others who are about to do something to whom it is aimed at, where both are seen.
    fn aim(&self, by: UnitId, target: UnitId, text: String) -> Option<Beat> {
        let (from, to) = (self.place(by)?, self.place(target)?);
        let units = (self.play.number(by), self.play.number(target));
        let harm = self.side(by) != self.side(target);
        (by != target && self.others(by)).then_some(Beat::Aim { units, from, to, text, harm })
    }

    /// The first of these of whom those at the screen know.
    pub(super) fn known_of(&self, units: [UnitId; 2]) -> Option<UnitId> {
        let known = |unit: &UnitId| !self.unknown.contains(unit) && self.facts.unit(*unit).is_some();
        units.into_iter().find(known)
    }

    /// The card at the left becomes that of who acts, or of whom it concerns, as their counter shows them. In one's own
    /// turn it stays that of who has the turn.
    pub(super) fn present(&mut self, whose: Option<UnitId>) {
        let (play, facts) = (self.play, self.facts);
        let own = self.sight.map(|side| play.colour(side));
        let turn = self.shown.iter().find(|counter| counter.active && Some(counter.side) == own);
        let turn = turn.map(|counter| counter.unit);
        let whose = whose.filter(|unit| turn.is_none_or(|turn| turn == play.number(*unit)));
        let Some(unit) = whose.filter(|unit| self.presented != Some(*unit)) else { return };
        let Some(state) = facts.unit(unit) else { return };
        self.presented = Some(unit);
        let mut card = show::card(play, facts, state);
        if let Some(counter) = self.counter(card.unit).filter(|counter| !counter.ghost) {
            (card.vitality.1, card.damage) = (counter.vitality, counter.damage);
        }
        self.beats.push(Beat::Own(Box::new(card)));
    }

    /// Shows what is about to be done, with the camera between who does it and the target.
    pub(super) fn announce(&mut self) {
        let Some(Announcement { telling, at, aim, whose }) = self.announcement.take() else { return };
        self.felled = None;
        self.beats.extend(at.filter(|_| telling.waits).map(Beat::Look));
        self.present(whose);
        self.beats.push(Beat::Tell(telling));
        self.beats.extend(aim);
    }

    /// The line tells whose attack is rolled, unless it is announced already: no result of the one before stands beside
    /// its dice.
    pub(super) fn announce_roll(&mut self, by: UnitId, text: &str) {
        let told = self.beats.iter().rev().find_map(|beat| match beat {
            Beat::Tell(told) => Some(told.result),
            _ => None,
        });
        if told != Some(false) {
            let (text, side) = (text.to_owned(), self.side(by));
            self.present(self.known_of([by, by]));
            self.beats.push(Beat::Tell(Telling { text, side, ..Telling::default() }));
        }
    }

    /// A blow and what came of it.
    pub(super) fn describe_blow(
        &mut self,
        (by, target): (UnitId, UnitId),
        (kind, with): (BlowKind, &str),
        (landed, critical, blocked): (bool, bool, bool),
        trace: &HarmTrace,
    ) {
        let result = match (landed, critical) {
            _ if blocked => say!("roll-blocked"),
            (false, _) => say!("tell-miss"),
            (true, _) if trace.portions.is_empty() => say!("tell-hit"),
            (true, false) => say!("tell-hit-damage", damage = self.came_through(trace)),
            (true, true) => say!("tell-critical-damage", damage = self.came_through(trace)),
        };
        let result = match self.loss.left.filter(|_| landed) {
            Some((from, to)) => {
                let [from, to] = [from, to].map(words::number);
                say!("tell-left", result = result, from = from, to = to)
            }
            None => result,
        };
        let (unit, other) = (self.name(by), self.name(target));
        let lost = landed.then_some(self.loss.points);
        let blow = Some(ToldBlow { by: unit.clone(), target: other.clone(), side: self.side(target), lost });
        let text = match kind {
            _ if by == target => say!("tell-suffers", unit = unit, result = result),
            BlowKind::Stroke => {
                say!("tell-attacks", unit = unit, target = other, with = with, result = result)
            }
            BlowKind::Shot => say!("tell-shoots", unit = unit, target = other, with = with, result = result),
            BlowKind::Spell => say!("tell-casts", unit = unit, target = other, with = with, result = result),
        };
        let points = self.loss.points;
        let text = match self.unable.take_if(|(unit, _, least)| *unit == target && points >= *least) {
            Some((_, why, _)) => say!("tell-why", told = text, why = why),
            None => text,
        };
        self.present(self.known_of([by, target]));
        let (side, waits) = (self.side(by), self.others(by));
        let harm = landed && self.loss.points > 0;
        self.beats.push(Beat::Tell(Telling { text, side, harm, result: true, waits, blow }));
    }

    /// Somebody is out of the fight; described once for each action.
    pub(super) fn describe_fall(&mut self, unit: UnitId, condition: &str) {
        if self.felled.replace(unit) == Some(unit) {
            return;
        }
        let text = say!("tell-falls", unit = self.name(unit), condition = condition);
        let side = self.side(unit);
        let told = Telling { text, side, harm: true, result: true, waits: true, ..Telling::default() };
        self.beats.push(Beat::Tell(told));
    }
}
