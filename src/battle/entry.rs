//! Who enters a running fight, and who comes back to it (F-15).
//!
//! [`Battle::enter`] serves reinforcements, summons and the referee alike: it finds the unit a place, has its
//! initiative rolled unless its count is fixed, and seats it in the running round. Why somebody comes is the caller's.

use crate::{battle::prelude::*, rules::legal::held_squares_in};

/// Whether one who enters a running fight means to (F-14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum EntryKind {
    /// It joins by its own will: it does not begin with the book's starting conditions.
    #[default]
    LaterOnPurpose,
    /// It is drawn in against its will: it begins as those who were there at the start.
    LaterDragged,
}

/// One unit that comes as a round starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arrival {
    /// The round, from 1.
    pub round: u32,
    /// The unit as it comes, its place the one wished for.
    pub unit: UnitState,
    /// Whether it means to.
    pub entry: EntryKind,
}

/// The free place for a unit nearest to the one wished for in a band; none where all of it is full.
pub(crate) fn free_near(facts: &Facts, wished: Area, band: Band) -> Option<Square> {
    let taken = |area: &Area| {
        let there = |unit: &UnitState| !unit.place.gone && unit.place.band == band;
        facts.units.iter().any(|unit| there(unit) && unit.place.area.overlaps(area))
    };
    nearest(facts, wished, band, |area| !taken(area))
}

/// The place in a band nearest to a unit that nobody holds against it: for a faller, the one straight beneath (S-26).
pub(crate) fn free_below(facts: &Facts, unit: &UnitState, band: Band) -> Option<Square> {
    let (_, held) = held_squares_in(facts, unit, band);
    nearest(facts, unit.place.area, band, |area| !area.squares().any(|square| held.contains(square)))
}

/// Whether nobody holds a place against a unit that would end there.
pub(super) fn may_end(facts: &Facts, unit: &UnitState, at: Square, band: Band) -> bool {
    let (_, held) = held_squares_in(facts, unit, band);
    !unit.place.area.at(at).squares().any(|square| held.contains(square))
}

/// The nearest place to the one wished for that is passable and passes a test.
fn nearest(facts: &Facts, wished: Area, band: Band, test: impl Fn(&Area) -> bool) -> Option<Square> {
    let map = facts.map_in(band);
    let free = |origin: Square| {
        let area = wished.at(origin);
        map.holds(&area)
            && area.squares().all(|square| map.contents(square).all(|terrain| !terrain.impassable))
            && test(&area)
    };
    let width = i16::try_from(facts.map.width()).unwrap_or(i16::MAX);
    let height = i16::try_from(facts.map.height()).unwrap_or(i16::MAX);
    (0..height)
        .flat_map(|y| (0..width).map(move |x| Square { x, y }))
        .filter(|square| free(*square))
        .min_by_key(|square| (crate::grid::distance(*square, wished.origin), square.y, square.x))
}

/// Those who come this round (F-15).
pub(super) fn arrive(battle: &mut Battle) -> OrFault {
    let round = battle.clock().round;
    let all = std::mem::take(&mut battle.world_mut().resource_mut::<Arrivals>().0);
    let (due, mut later): (Vec<Arrival>, Vec<Arrival>) = all.into_iter().partition(|one| one.round <= round);
    for arrival in due {
        let known = battle.facts().unit(arrival.unit.id()).is_some();
        if known || free_near(&battle.facts(), arrival.unit.place.area, arrival.unit.place.band).is_none() {
            later.push(arrival);
            continue;
        }
        battle.apply(Effect::Enter { unit: Box::new(arrival.unit), entry: arrival.entry })?;
    }
    battle.world_mut().resource_mut::<Arrivals>().0 = later;
    Ok(())
}

impl Battle {
    /// A unit enters the running fight on the free place nearest to where it is put. It acts this round when its count
    /// lies below the one now acting and it has not acted, else from the next on (F-15).
    pub(super) fn enter(&mut self, mut unit: UnitState, entry: EntryKind) -> OrFault {
        let id = unit.id();
        let facts = self.facts();
        if facts.unit(id).is_some() {
            return Err(Fault::Rule(message!("core-there-is-a-unit-x-already", unit = id)));
        }
        let Some(at) = free_near(&facts, unit.place.area, unit.place.band) else {
            return Err(Fault::Rule(message!("core-there-is-no-free-square-for-x", unit = id)));
        };
        unit.place.area.origin = at;
        unit.place.gone = false;
        let rolls = !unit.initiative.settled;
        self.spawn(unit);
        if rolls {
            muster::roll_initiative(self, &[id], &Opening::default())?;
        }
        self.take_seat(id, at)?;
        if entry == EntryKind::LaterDragged {
            let conditions = self.book().settings.timing.start_conditions.clone();
            conditions.into_iter().try_for_each(|condition| self.inflict(id, condition, 1, None))?;
        }
        self.begin_states(id)
    }

    /// Puts a unit, without events, on the last place of its way, or a free one near it if that is taken.
    pub(super) fn put_back(&mut self, unit: UnitId, last: Option<(Square, Band)>) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let here = (own.place.area.origin, own.place.band);
        let free = |(at, band): (Square, Band)| may_end(&facts, own, at, band);
        let back = last.filter(|place| *place == here || free(*place));
        let beside =
            || if free(here) { None } else { free_below(&facts, own, here.1).map(|at| (at, here.1)) };
        let Some((to, band)) = back.or_else(beside) else { return Ok(()) };
        self.apply(Effect::Band { unit, to: band, own: false })?;
        if to == here.0 { Ok(()) } else { self.apply(Effect::Step { unit, to, own: false }) }
    }

    /// Puts a unit among those still to act, or among those who act from the next round on.
    pub(super) fn take_seat(&mut self, unit: UnitId, at: Square) -> OrFault {
        self.reseat(unit)?;
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let (count, acts) = (own.initiative.total(), !own.initiative.acted);
        self.record(Outcome::Entered { unit, at, count, acts });
        Ok(())
    }

    /// Whether a unit that has come, or whose check has been raised since, still acts this round.
    pub(super) fn reseat(&mut self, unit: UnitId) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(()) };
        let clock = self.world().resource::<Clock>();
        let late = match clock.phase {
            Phase::Muster | Phase::RoundStart => false,
            Phase::Turns => clock.count.is_some_and(|now| order::acts_at(&facts, own) >= now),
            Phase::Own(phase) => !facts.book.settings.timing.precedes_turns(phase),
            Phase::Surprise | Phase::EndOfRound | Phase::FluidInitiative | Phase::Over | Phase::Aftermath => {
                true
            }
        };
        if late {
            self.set_acted(unit);
        }
        if late && self.book().settings.timing.ties_each_round {
            return Ok(());
        }
        ties::settle_tie_of(self, unit)
    }
}
