//! The card at the left while beats are told: of a unit it shows what has been told, as its counter does, and not what
//! becomes of it in the end.

use super::perceived;
use crate::window::session::prelude::*;

impl Narrator<'_> {
    /// The card of a unit with what it has in use, as it is before the event that is told now.
    pub(super) fn told_card(&self, unit: UnitId, weapon: Option<Key>) -> Option<UnitCard> {
        let was = self.as_told(unit, self.now.at)?;
        let mut card = show::card_with(self.play, self.facts, &was, weapon);
        if let Some(counter) = self.counter(card.unit).filter(|counter| !counter.ghost) {
            (card.vitality.1, card.damage) = (counter.vitality, counter.damage);
            count_as_on(counter, &mut card.pools);
        }
        Some(card)
    }

    /// The card at the left, if it is that of this unit, shows its conditions as they are after the event that is told
    /// now.
    pub(super) fn tell_conditions(&mut self, unit: UnitId) {
        let was = self.as_told(unit, self.now.at + 1);
        let told = was.map(|was| show::conditions(self.facts, &was));
        let unit = self.play.number(unit);
        self.beats.extend(told.map(|told| Beat::Conditions { unit, told }));
    }

    /// A unit before the events from this place among all on.
    fn as_told(&self, unit: UnitId, from: usize) -> Option<UnitState> {
        Some(before(self.facts.unit(unit)?, self.later(from)))
    }

    /// What is still told, from this place among all on.
    pub(super) fn later(&self, from: usize) -> impl DoubleEndedIterator<Item = &Outcome> {
        let first = from.saturating_sub(self.earlier.len());
        let later = self.events.get(first..).unwrap_or_default();
        later.iter().filter(|event| perceived(self.sight, event)).map(|event| &event.outcome)
    }
}

/// A unit as it was before all of these: its tracks and its conditions.
fn before<'a>(unit: &UnitState, later: impl DoubleEndedIterator<Item = &'a Outcome>) -> UnitState {
    let mut was = unit.clone();
    let id = was.id();
    for outcome in later.rev() {
        match outcome {
            Outcome::Track { unit, track, from, .. } if *unit == id => {
                let tracks = was.tracks.0.iter_mut().filter(|own| own.id == *track);
                tracks.for_each(|own| own.now = *from);
            }
            Outcome::Condition { unit, condition, from, .. } if *unit == id => {
                let all = &mut was.conditions.0;
                let known = all.iter().position(|own| own.id == *condition);
                match known.and_then(|n| all.get_mut(n)) {
                    Some(own) => own.count = *from,
                    None => all.push(Condition::new(*condition, *from, Until::Battle, None)),
                }
                all.retain(|own| own.count > 0);
            }
            _ => {}
        }
    }
    was
}

/// Points are what the counter shows of them: of each shape the first pool with as many at most.
fn count_as_on(counter: &Counter, pools: &mut [(String, i32, i32, Pip)]) {
    let shapes = [
        (Pip::Round, counter.points),
        (Pip::Diamond, counter.off_points),
        (Pip::Square, counter.second_points),
    ];
    for (shape, (shown, most)) in shapes {
        let same = |pool: &&mut (String, i32, i32, Pip)| pool.3 == shape && u32::try_from(pool.2) == Ok(most);
        if let Some(pool) = pools.iter_mut().find(same) {
            pool.1 = i32::try_from(shown).unwrap_or(pool.1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_shows_what_has_been_told_and_not_what_comes_of_it() {
        let play = play(&library(), "first_blood", 5, false);
        let facts = play.eyes().unwrap();
        let [id, other] = [0, 1].map(|n: usize| facts.units[n].id());
        let unit = facts.unit(id).unwrap();
        let track = unit.tracks.0[0];
        let (prone, stunned) = (Key::new("prone"), Key::new("stunned"));
        let mut now = unit.clone();
        now.tracks.0[0].now = track.now - 9;
        now.conditions.0.push(Condition::new(prone, 1, Until::Battle, None));
        let cause = Key::new("axe");
        let lost = |unit, from, to| Outcome::Track { unit, track: track.id, from, to, cause };
        let gained = |unit, condition, from, to| Outcome::Condition { unit, condition, from, to };
        let later = [
            lost(id, track.now, track.now - 4),
            gained(id, prone, 0, 1),
            gained(other, stunned, 1, 0),
            lost(id, track.now - 4, track.now - 9),
            gained(id, stunned, 2, 0),
        ];
        let was = |from: usize| before(&now, later[from..].iter());
        assert_eq!(was(0).tracks.0[0].now, track.now);
        assert!(!was(0).conditions.has(prone), "it has not been told yet");
        assert_eq!(was(0).conditions.count(stunned), 2, "nor that this has ended");
        assert_eq!(was(2).tracks.0[0].now, track.now - 4);
        assert!(was(2).conditions.has(prone));
        assert_eq!(before(&now, [].iter()), now);
    }

    #[test]
    fn points_are_those_of_the_counter() {
        let counter = Counter { points: (1, 2), off_points: (0, 1), ..Counter::default() };
        let pool = |left, most, pip| (String::new(), left, most, pip);
        let mut pools = vec![
            pool(0, 2, Pip::Round),
            pool(3, 4, Pip::Bar),
            pool(1, 1, Pip::Diamond),
            pool(1, 1, Pip::Diamond),
        ];
        count_as_on(&counter, &mut pools);
        let left: Vec<i32> = pools.iter().map(|pool| pool.1).collect();
        assert_eq!(left, [1, 3, 0, 1]);
    }
}
