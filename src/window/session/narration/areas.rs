//! The line over the map for what strikes an area: at whom or near whom it is aimed, and what came of it where it
//! strikes nobody.

use crate::window::session::prelude::*;

/// Who stands at most so many squares off is named with a square that is aimed at.
const NEAR: i32 = 3;

impl Narrator<'_> {
    /// What an attack on a square or a spell there is aimed at, in words, and whether that is another side.
    pub(super) fn aimed_at(&self, by: UnitId, at: At) -> (String, bool) {
        let side = self.side(by);
        let around = self.around(by, at);
        let other_side = around.is_some_and(|(_, other)| Some(other.side) != side);
        (there(around.map(|(far, other)| (far, other.name.as_str()))), other_side)
    }

    /// Who else than an attacker stands on a square or nearest to it, and how far off.
    fn around(&self, by: UnitId, at: At) -> Option<(i32, &Counter)> {
        let own = self.play.number(by);
        nearest(self.shown.iter().filter(|other| other.unit != own), self.side(by), at)
    }

    /// What came down where nobody stands: where it did, and that it strikes nobody, however well it was rolled. Of
    /// what strikes somebody their blows tell.
    pub(super) fn tell_area(&mut self, outcome: &Outcome) {
        let Outcome::Area { by, weapon, aimed, struck, scatter, covered } = outcome else { return };
        let number = self.play.number(*by);
        let stands = |own: &Counter| own.pose != Pose::Dead && own.unit != number;
        let inside = |own: &Counter| covered.iter().any(|square| own.covers(show::at(*square)));
        let anew = |outcome: &&Outcome| matches!(outcome, Outcome::Declared { unit, .. } if unit == by);
        let strikes = |outcome: &Outcome| matches!(outcome, Outcome::Struck { by: own, .. } if own == by);
        // Also somebody who is not seen there.
        let somebody = self.later(self.now.at + 1).take_while(|own| !anew(own)).any(strikes);
        if somebody || self.shown.iter().any(|own| stands(own) && inside(own)) {
            return;
        }
        let (unit, with) = (self.name(*by), self.called(*by, *weapon));
        let text = match scatter {
            _ if covered.is_empty() => {
                let around = self.around(*by, show::at(*aimed));
                let around = around.map(|(far, other)| (far, other.name.as_str()));
                tell_lost(*struck, (unit.as_str(), with.as_str()), around)
            }
            Some((way, far, _)) => {
                let point = words::point(*way);
                say!("tell-area-astray", unit = unit, with = with, far = far, point = point)
            }
            None => say!("tell-area-empty", unit = unit, with = with),
        };
        strike_nobody(&mut self.beats);
        let (side, waits) = (self.side(*by), self.others(*by));
        self.beats.push(Beat::Tell(Telling { text, side, result: true, waits, ..Telling::default() }));
    }
}

/// A square in words: who stands there, or who is nearest to it.
fn there(around: Option<(i32, &str)>) -> String {
    match around {
        Some((0, other)) => other.to_owned(),
        Some((_, other)) => say!("tell-near", unit = other),
        None => say!("tell-nobody-near"),
    }
}

/// What came of an attack on a square that struck none: a miss of who stands there, nobody hit near somebody, or nothing
/// although it came down there.
fn tell_lost(struck: bool, (unit, with): (&str, &str), around: Option<(i32, &str)>) -> String {
    let target = there(around);
    match around {
        _ if struck => say!("tell-area-idle", unit = unit, with = with, target = target),
        Some((0, _)) => say!("tell-area-misses", unit = unit, with = with, target = target),
        Some((_, other)) => say!("tell-area-near", unit = unit, with = with, target = other),
        None => say!("tell-area-empty", unit = unit, with = with),
    }
}

/// Of those who stand near a square the nearest, rather one of another side, and how far off they are.
fn nearest<'a>(
    all: impl Iterator<Item = &'a Counter>,
    side: Option<usize>,
    at: At,
) -> Option<(i32, &'a Counter)> {
    let far = |own: &Counter| {
        let last = own.at + own.size.max(UVec2::ONE).as_ivec2() - IVec2::ONE;
        (at - at.clamp(own.at, last)).abs().max_element()
    };
    let stand = all.filter(|own| !own.ghost && own.pose != Pose::Dead).map(|own| (far(own), own));
    let near = stand.filter(|(far, _)| *far <= NEAR);
    near.min_by_key(|(far, own)| (*far, Some(own.side) == side, own.unit))
}

/// The roll for those in an area in which nobody stands, the last one there is, says no damage.
fn strike_nobody(beats: &mut [Beat]) {
    let told = say!("tell-nobody-inside");
    let (mut in_tray, mut in_log) = (false, false);
    for beat in beats.iter_mut().rev() {
        let (roll, done) = match beat {
            Beat::Tell(_) => break,
            Beat::Roll(roll) => (roll, &mut in_tray),
            Beat::Log(LogLine { roll: Some(roll), .. }) => (roll, &mut in_log),
            _ => continue,
        };
        if !std::mem::replace(done, true) && roll.good == Some(true) {
            (roll.result, roll.good) = (told.clone(), None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_told_by_who_stands_there_or_near_and_rather_by_a_foe() {
        let stand = |unit, side, x| Counter { unit, side, at: IVec2::new(x, 0), ..Counter::default() };
        let all = [stand(1, 0, 0), stand(2, 1, 2), stand(3, 1, 9)];
        let at = |x| nearest(all.iter(), Some(0), IVec2::new(x, 0)).map(|(far, own)| (far, own.unit));
        assert_eq!(at(0), Some((0, 1)));
        assert_eq!(at(1), Some((1, 2)), "both are as near");
        assert_eq!(at(4), Some((2, 2)));
        assert_eq!(at(20), None);
        let large = [Counter { size: UVec2::new(3, 2), ..stand(4, 1, 0) }];
        assert_eq!(nearest(large.iter(), Some(0), IVec2::new(2, 1)).map(|(far, _)| far), Some(0));
    }

    #[test]
    fn what_misses_a_square_says_whom_it_misses_or_that_nobody_is_hit() {
        let told = |struck: bool, around| tell_lost(struck, ("Brody", "Rocket rack"), around);
        assert_eq!(told(false, Some((0, "Nadir"))), "Brody (Rocket rack) misses Nadir");
        assert_eq!(told(false, Some((2, "Ebbe"))), "Brody (Rocket rack) aims near Ebbe: nobody is hit");
        assert_eq!(told(false, None), "Brody (Rocket rack): hits nobody");
        let idle = told(true, Some((2, "Ebbe")));
        assert_eq!(idle, "Brody (Rocket rack) hits a square near Ebbe: no effect");
    }

    #[test]
    fn what_strikes_nobody_is_not_told_to_do_damage() {
        let roll =
            |result: &str| ShownRoll { result: result.to_owned(), good: Some(true), ..ShownRoll::default() };
        let line = |result: &str| LogLine { roll: Some(roll(result)), ..LogLine::default() };
        let mut beats = vec![
            Beat::Roll(roll("hit")),
            Beat::Log(line("hit")),
            Beat::Roll(roll("hit: 15 damage")),
            Beat::Log(line("hit: 15 damage")),
        ];
        strike_nobody(&mut beats);
        let told = |beat: &Beat| match beat {
            Beat::Roll(roll) | Beat::Log(LogLine { roll: Some(roll), .. }) => roll.result.clone(),
            _ => String::new(),
        };
        let told: Vec<String> = beats.iter().map(told).collect();
        let nobody = say!("tell-nobody-inside");
        assert_eq!(told, ["hit", "hit", nobody.as_str(), nobody.as_str()]);
    }
}
