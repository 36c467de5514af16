//! The live order of a round: who acts next, who would come after whom.
//!
//! Vehicles have no turns: they move on their drivers' (C-111). Units are named by id with an "acted" mark, so that a
//! re-sort never repeats or skips a turn.

use std::cmp::Ordering;

use crate::{battle::prelude::*, rules::timing::TieBreak};

/// The count at which a unit acts: its total, or where it delays to; counts below the book's least act there.
pub fn acts_at(facts: &Facts, unit: &UnitState) -> i32 {
    let total = unit.initiative.total();
    let count = unit.initiative.delaying.filter(|until| *until != i32::MIN).unwrap_or(total);
    if let Some(least) = facts.book.settings.timing.least { count.max(least) } else { count }
}

/// Compares two units' places: the one that acts first is less.
pub fn compare(facts: &Facts, one: &UnitState, other: &UnitState) -> Ordering {
    let by_count = acts_at(facts, other).cmp(&acts_at(facts, one));
    // Those who delayed to a count act after those who belong there.
    let delays = one.initiative.delaying.is_some().cmp(&other.initiative.delaying.is_some());
    let total = other.initiative.total().cmp(&one.initiative.total());
    let mut order = by_count.then(delays).then(total);
    for tie in &facts.book.settings.timing.ties {
        if order != Ordering::Equal {
            break;
        }
        order = match tie {
            TieBreak::Higher(expr) => facts.value(expr, other).cmp(&facts.value(expr, one)),
            TieBreak::Roll(_) => one.initiative.tie.cmp(&other.initiative.tie),
            TieBreak::Together => Ordering::Equal,
        };
    }
    order
}

/// Whether two units are equal in everything that the book compares before it lets them act together (C-23).
pub fn together(facts: &Facts, one: &UnitState, other: &UnitState) -> bool {
    facts.book.settings.timing.ties.contains(&TieBreak::Together)
        && compare(facts, one, other) == Ordering::Equal
}

fn sorted<'a>(facts: &Facts, mut units: Vec<(usize, &'a UnitState)>) -> Vec<&'a UnitState> {
    units.sort_by(|(at, one), (place, other)| compare(facts, one, other).then(at.cmp(place)));
    units.into_iter().map(|(_, unit)| unit).collect()
}

/// All units in initiative order, the dead in their place.
pub fn by_initiative(facts: &Facts) -> Vec<UnitId> {
    let units = facts.units.iter().enumerate().collect();
    sorted(facts, units).into_iter().map(|unit| unit.id()).collect()
}

/// The facts as the next round would begin with them if this one ended now, as far as initiative goes: every count
/// settled by what is earned (F-25), changes kept for it made (C-25), nobody waiting any more.
pub fn settled(facts: &Facts) -> Facts {
    let mut later = facts.clone();
    for unit in &mut later.units {
        let own = facts.forecast(unit);
        let initiative = &mut unit.initiative;
        if let Some(own) = own.filter(|_| initiative.settled) {
            initiative.count = own.count;
        }
        (initiative.now, initiative.next) = (initiative.next, 0);
        (initiative.delaying, initiative.acted) = (None, false);
    }
    later
}

/// The turns still to come this round, in order. Delayers who wait for a moment to cut in are not among them, nor, in
/// the surprise round, the surprised.
pub fn to_come(facts: &Facts) -> Vec<UnitId> {
    let gone = |id: &UnitId| facts.unit(*id).is_none_or(|unit| unit.place.gone);
    slots_to_come(facts).into_iter().filter(|id| !gone(id)).collect()
}

/// The same with the slots of those who have left, which still pass (D-09).
pub(crate) fn slots_to_come(facts: &Facts) -> Vec<UnitId> {
    let units = facts.units.iter().enumerate().filter(|(_, unit)| {
        !unit.initiative.acted
            && unit.vehicle().is_none()
            && unit.initiative.delaying != Some(i32::MIN)
            && !facts.surprised(unit)
    });
    sorted(facts, units.collect()).into_iter().map(|unit| unit.id()).collect()
}

/// Delayers who wait for a moment to cut in (C-27), in order.
pub fn waiting(facts: &Facts) -> Vec<UnitId> {
    let units = facts.units.iter().enumerate();
    let units = units.filter(|(_, unit)| unit.initiative.delaying == Some(i32::MIN)).collect();
    sorted(facts, units).into_iter().filter(|unit| facts.can_act(unit)).map(|unit| unit.id()).collect()
}
