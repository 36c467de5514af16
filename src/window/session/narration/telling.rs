//! The line over the map, and where the camera looks: who does what to whom, and the result. What the players at the
//! screen do themselves does not pause the motions.

use super::strokes::NOBODY;
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

/// The line for a declared action, until it is shown.
pub(super) struct Announcement {
    telling: Telling,
    /// What the camera looks at first.
    look: Option<Beat>,
    /// The line to whom it is aimed at.
    aim: Option<Beat>,
    /// Whose card stands at the left with it.
    whose: Option<UnitId>,
}

/// The line over the map, and the card at the left that stands with it.
#[derive(Default)]
pub(super) struct OverMap {
    /// What is declared, until the line says it.
    pub announcement: Option<Announcement>,
    /// Who was described as fallen by it.
    pub felled: Option<UnitId>,
    /// Who doesn't react to the current attack, a sentence why, and from what loss on its result is to tell it.
    pub unable: Option<(UnitId, String, i32)>,
    /// Units of one's own of which it was told that they have no reaction left.
    pub spent: Vec<UnitId>,
    /// Whose card was laid at the left last, and the weapon with which it begins.
    pub presented: Option<(UnitId, Option<Key>)>,
}

/// What came of what others did and of the answers to it, as lines for a side of this colour: what one did to another is
/// summed up in one, whose sums are told on pointing.
pub fn results(beats: &[Beat], own: Option<usize>) -> Vec<LogLine> {
    let tone = |told: &Telling| match &told.blow {
        None if told.fall.is_some() && own.is_some() => {
            if told.side == own {
                Tone::Fallen
            } else {
                Tone::Felled
            }
        }
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
    // Who fell by each line: of each the last is told, dead rather than dying.
    let mut falls: Vec<Option<u32>> = Vec::new();
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
                falls.push(told.fall);
                (lines.len() - 1, 0, 0)
            }
        };
        let Some(blow) = blow else { continue };
        let (times, lost) = (times + 1, lost + blow.lost.unwrap_or(0));
        blows[n] = Some((blow, times, lost));
        lines[n].text = if blow.manoeuvre { told.text.clone() } else { blow.summed_up(times, lost) };
        lines[n].harm |= told.harm;
        lines[n].tone = lines[n].tone.min(tone(told));
        lines[n].sums.push(told.whole());
    }
    // What fire or a fall did to nobody is no result.
    let idle = |blow: Option<(&ToldBlow, i32, i32)>| {
        blow.is_some_and(|(own, _, lost)| own.by == own.target && lost == 0)
    };
    let falls_later = |n: usize| falls[n].is_some() && falls[n + 1..].contains(&falls[n]);
    let told = lines.into_iter().zip(blows).enumerate();
    let told = told.filter(|(n, (_, blow))| !idle(*blow) && !falls_later(*n));
    told.map(|(_, (line, _))| line).collect()
}

impl ToldBlow {
    /// Whether it is by the same at the same, and has hit or missed as the other has.
    fn is_like(&self, other: &Self) -> bool {
        let same = (&self.by, &self.target) == (&other.by, &other.target);
        same && self.lost.is_some() == other.lost.is_some() && !self.manoeuvre && !other.manoeuvre
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
        let waits = self.others(by);
        let to = target.filter(|target| *target != by).and_then(|target| self.place(target));
        let look = match to {
            Some(to) => Some(self.watch(by, to)),
            None => self.place(by).filter(|_| waits).map(Beat::Look),
        };
        Announcement {
            telling: Telling { text, side: self.side(by), waits, ..Telling::default() },
            look,
            aim: target.and_then(|target| self.aim(by, target, called)),
            whose: self.known_of([by, target.unwrap_or(by)]),
        }
    }

    /// What is announced is aimed at a square: a line from others to there, and both are seen.
    pub(super) fn aim_at_square(
        &self,
        announced: &mut Announcement,
        by: UnitId,
        (to, text, harm): (At, String, bool),
    ) {
        let Some(from) = self.place(by) else { return };
        announced.look = Some(self.watch(by, to));
        let units = (self.play.number(by), NOBODY);
        announced.aim = self.others(by).then_some(Beat::Aim { units, from, to, text, harm });
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
        let known = |unit: &UnitId| !self.now.unknown.contains(unit) && self.facts.unit(*unit).is_some();
        units.into_iter().find(known)
    }

    /// The card at the left becomes that of who acts, with the weapon in use, or of whom it concerns, as their counter
    /// shows them. In one's own turn it stays that of who has the turn.
    pub(super) fn present(&mut self, whose: Option<UnitId>) {
        let play = self.play;
        let own = self.sight.map(|side| play.colour(side));
        let turn = self.shown.iter().find(|counter| counter.active && Some(counter.side) == own);
        let turn = turn.map(|counter| counter.unit);
        let whose = whose.filter(|unit| turn.is_none_or(|turn| turn == play.number(*unit)));
        let shown = whose.map(|unit| (unit, self.done.in_use.get(&unit).copied()));
        let Some((unit, weapon)) = shown.filter(|_| self.over_map.presented != shown) else { return };
        let Some(card) = self.told_card(unit, weapon) else { return };
        self.over_map.presented = shown;
        self.beats.push(Beat::Own(Box::new(card)));
    }

    /// Shows what is about to be done, with who does it and the target in sight.
    pub(super) fn announce(&mut self) {
        let Some(Announcement { telling, look, aim, whose }) = self.over_map.announcement.take() else {
            return;
        };
        self.over_map.felled = None;
        self.beats.extend(look);
        self.present(whose);
        self.beats.push(Beat::Tell(telling));
        self.beats.extend(aim);
    }

    /// The line that was told last.
    fn last_told(&self) -> Option<&Telling> {
        self.beats.iter().rev().find_map(|beat| match beat {
            Beat::Tell(told) => Some(told),
            _ => None,
        })
    }

    /// The line tells whose attack is rolled, unless it is announced already: no result of the one before stands beside
    /// its dice.
    pub(super) fn announce_roll(&mut self, by: UnitId, text: &str) {
        if self.last_told().is_none_or(|told| told.result) {
            let (text, side) = (text.to_owned(), self.side(by));
            self.present(self.known_of([by, by]));
            self.beats.push(Beat::Tell(Telling { text, side, ..Telling::default() }));
        }
    }

    /// A blow and what came of it. It is read if others strike, or have answered it.
    pub(super) fn describe_blow(
        &mut self,
        (by, target): (UnitId, UnitId),
        (kind, with): (BlowKind, &str),
        (landed, critical, blocked): (bool, bool, bool),
        trace: &HarmTrace,
    ) {
        let harmless = trace.portions.is_empty();
        let damage = say!("log-damage", n = self.now.loss.points);
        let effects = self.now.loss.effects.join(", ");
        let result = match (landed, critical) {
            _ if blocked => say!("roll-blocked"),
            (false, _) => say!("tell-miss"),
            (true, _) if harmless && effects.is_empty() => say!("tell-hit"),
            (true, _) if harmless => effects.clone(),
            // That they are hit the line says itself.
            (true, false) if by == target => damage.clone(),
            (true, true) if by == target => say!("tell-critical-suffered", damage = &damage),
            (true, false) => say!("tell-hit-damage", damage = &damage),
            (true, true) => say!("tell-critical-damage", damage = &damage),
        };
        let result = match self.now.loss.left.filter(|_| landed) {
            Some((from, to)) => {
                let [from, to] = [from, to].map(words::number);
                say!("tell-left", result = result, from = from, to = to)
            }
            None => result,
        };
        let (unit, other) = (self.name(by), self.name(target));
        let manoeuvre = self.manoeuvre(by).filter(|_| by != target);
        let suffers = landed && !blocked && !(harmless && effects.is_empty());
        let text = match (&manoeuvre, kind) {
            _ if by == target && suffers => say!("tell-suffers", unit = &unit, with = with, result = result),
            _ if by == target => say!("tell-unharmed", unit = &unit, with = with, result = result),
            (Some(does), _) => tell_manoeuvre(does, (unit.as_str(), other.as_str()), landed, &result),
            (None, BlowKind::Stroke) => {
                say!("tell-attacks", unit = &unit, target = &other, with = with, result = result)
            }
            (None, BlowKind::Shot) => {
                say!("tell-shoots", unit = &unit, target = &other, with = with, result = result)
            }
            (None, BlowKind::Spell) => {
                say!("tell-casts", unit = &unit, target = &other, with = with, result = result)
            }
        };
        let points = self.now.loss.points;
        let sum = Some(trace).filter(|_| landed && !blocked && !harmless).map(|own| self.came_through(own));
        let sum = sum.filter(|sum| *sum != damage).unwrap_or_default();
        let unable = self.over_map.unable.take_if(|(unit, _, least)| *unit == target && points >= *least);
        let about = match unable {
            Some((_, why, _)) if sum.is_empty() => why,
            Some((_, why, _)) => say!("tell-why", told = sum, why = why),
            None => sum,
        };
        self.present(self.known_of([by, target]));
        let (side, waits) = (self.side(by), self.others(by));
        let harm = landed && (points > 0 || manoeuvre.is_some() && !effects.is_empty());
        let (lost, manoeuvre) = (landed.then_some(points), manoeuvre.is_some());
        let blow = Some(ToldBlow { by: unit, target: other, side: self.side(target), lost, manoeuvre });
        let told = Telling { text, about, side, harm, result: true, waits, blow, ..Telling::default() };
        let answered = self.last_told().is_some_and(|last| last.waits && !last.result);
        self.beats.push(Beat::Tell(told));
        self.beats.extend((waits || answered).then_some(Beat::Read));
    }

    /// What somebody declared last in this turn.
    pub(super) fn doing(&self, by: UnitId) -> Option<Key> {
        self.done.acts.iter().rev().find(|(unit, _)| *unit == by).map(|(_, action)| *action)
    }

    /// What somebody does in place of hurting, by its id and its name: trips, disarms, pushes.
    fn manoeuvre(&self, by: UnitId) -> Option<(&'static str, String)> {
        let action = self.doing(by)?;
        let def = self.facts.book.action(action).filter(|def| def.harmless())?;
        Some((show::file(action), def.name.clone()))
    }

    /// Somebody is down, dying or dead: the line says it as they fall, and whatever falls later in the same action stands
    /// in its place. Gives whether it is another line.
    pub(super) fn describe_fall(&mut self, unit: UnitId, condition: &str) -> bool {
        let fall = Some(self.play.number(unit));
        let text = say!("tell-falls", unit = self.name(unit), condition = condition);
        let again = self.over_map.felled.replace(unit) == Some(unit);
        let before = self.beats.iter_mut().rev().filter(|_| again).find_map(|beat| match beat {
            Beat::Tell(told) if told.fall == fall => Some(told),
            _ => None,
        });
        if let Some(told) = before {
            told.text = text;
            return false;
        }
        let side = self.side(unit);
        let told = Telling { text, side, harm: true, result: true, waits: true, fall, ..Telling::default() };
        self.beats.push(Beat::Tell(told));
        true
    }
}

/// What one does to another in place of hurting: "Dirk trips Hob: prone", or tries to.
fn tell_manoeuvre(
    (act, called): &(&str, String),
    (unit, target): (&str, &str),
    landed: bool,
    result: &str,
) -> String {
    let act = *act;
    match landed {
        true => {
            say!("tell-manoeuvre", act = act, called = called, unit = unit, target = target, result = result)
        }
        false => {
            say!("tell-tries", act = act, called = called, unit = unit, target = target, result = result)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, fall: Option<u32>, blow: Option<ToldBlow>) -> Beat {
        let (text, side, harm) = (text.to_owned(), Some(1), fall.is_some());
        Beat::Tell(Telling { text, side, harm, result: true, waits: true, blow, fall, ..Telling::default() })
    }

    #[test]
    fn who_fell_is_told_as_what_they_are_at_last() {
        let beats = [
            told("Hob is dying", Some(7), None),
            told("Wenna is disabled", Some(8), None),
            told("Hob is dead", Some(7), None),
        ];
        let lines = results(&beats, Some(1));
        let words: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(words, ["Wenna is disabled", "Hob is dead"]);
        assert!(lines.iter().all(|line| line.tone == Tone::Fallen && line.harm));
        assert!(results(&beats, Some(0)).iter().all(|line| line.tone == Tone::Felled), "others");
        assert!(Tone::Fallen < Tone::Felled && Tone::Felled < Tone::Bad, "before what harms anybody");
    }

    #[test]
    fn what_is_left_does_not_break_over_two_lines() {
        let told = say!("tell-left", result = "hit", from = "22", to = "4");
        assert_eq!(told, "hit (22\u{a0}→\u{a0}4)");
    }

    #[test]
    fn a_manoeuvre_is_no_blow_that_was_blocked() {
        let does = ("trip", "Trip".to_owned());
        let done = tell_manoeuvre(&does, ("Dirk", "Hob"), true, "prone");
        assert_eq!(done, "Dirk trips Hob: prone");
        let missed = tell_manoeuvre(&does, ("Dirk", "Hob"), false, &say!("tell-miss"));
        assert_eq!(missed, "Dirk tries to trip Hob: miss");
        let other = tell_manoeuvre(&("upend", "Upend".to_owned()), ("Dirk", "Hob"), true, "prone");
        assert_eq!(other, "Dirk: Upend → Hob: prone");
        let blow = || {
            let (by, target) = ("Dirk".to_owned(), "Hob".to_owned());
            Some(ToldBlow { by, target, side: Some(0), lost: Some(0), manoeuvre: true })
        };
        let lines = results(&[told(&done, None, blow()), told(&done, None, blow())], Some(0));
        assert!(lines.len() == 2 && lines.iter().all(|line| line.text == done), "{lines:?}");
    }
}
