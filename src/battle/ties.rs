//! Equal counts: who goes first among them, where the book has it rolled (F-17, A-46).
//!
//! The comparison of places is in [`super::order`].

use crate::battle::prelude::*;

/// Ties by dice for those books that roll them each round (F-17).
pub(super) fn settle_ties(battle: &mut Battle) -> OrFault {
    if battle.book().settings.timing.ties_each_round { settle_ties_now(battle) } else { Ok(()) }
}

/// Rolls off equal counts; those equal again roll again (F-17, A-46).
pub(super) fn settle_ties_now(battle: &mut Battle) -> OrFault {
    let book = battle.book();
    let Some(dice) = book.settings.timing.tie_dice() else { return Ok(()) };
    let units: Vec<UnitId> = battle.facts_ref().units.iter().map(|unit| unit.id()).collect();
    units.iter().for_each(|unit| battle.set_tie(*unit, 0));
    let facts = battle.facts();
    let mut done: Vec<UnitId> = Vec::new();
    let mut groups: Vec<Vec<UnitId>> = Vec::new();
    for unit in &facts.units {
        if done.contains(&unit.id()) {
            continue;
        }
        let equal = facts.units.iter().filter(|other| order::compare(&facts, unit, other).is_eq());
        let equal: Vec<UnitId> = equal.map(|other| other.id()).collect();
        done.extend(&equal);
        if equal.len() > 1 {
            groups.push(equal);
        }
    }
    let mut rank = 0;
    for group in groups {
        for unit in roll_off(battle, &dice, group)? {
            rank += 1;
            battle.set_tie(unit, rank);
        }
    }
    Ok(())
}

/// A unit at a new count rolls off with those there (F-15, F-76), or with all where ties are rolled once.
pub(super) fn settle_tie_of(battle: &mut Battle, unit: UnitId) -> OrFault {
    let book = battle.book();
    let Some(dice) = book.settings.timing.tie_dice() else { return Ok(()) };
    battle.set_tie(unit, 0);
    let facts = battle.facts();
    let Some(own) = facts.unit(unit) else { return Ok(()) };
    let mut equal: Vec<UnitId> = Vec::new();
    let each_round = book.settings.timing.ties_each_round;
    let meets = |other: &&UnitState| {
        other.id() == unit || !other.place.gone && (!each_round || !other.initiative.acted)
    };
    for other in facts.units.iter().filter(meets) {
        let mut alike = other.clone();
        alike.initiative.tie = 0;
        if order::compare(&facts, own, &alike).is_eq() {
            equal.push(other.id());
        }
    }
    if equal.len() < 2 {
        return Ok(());
    }
    let rolled = roll_off(battle, &dice, equal)?;
    (1..).zip(rolled).for_each(|(rank, unit)| battle.set_tie(unit, rank));
    Ok(())
}

fn roll_off(battle: &mut Battle, dice: &Dice, group: Vec<UnitId>) -> OrFault<Vec<UnitId>> {
    if group.len() < 2 {
        return Ok(group);
    }
    let thrown = group.into_iter().map(|unit| Ok((battle.throw(unit, dice, Key::new("tie"))?.total, unit)));
    let rolled: Vec<(i32, UnitId)> = thrown.collect::<OrFault<_>>()?;
    let mut values: Vec<i32> = rolled.iter().map(|(value, _)| *value).collect();
    values.sort_unstable_by(|a, b| b.cmp(a));
    values.dedup();
    let mut order = Vec::new();
    for value in values {
        let equal = rolled.iter().filter(|(own, _)| *own == value).map(|(_, unit)| *unit).collect();
        order.extend(roll_off(battle, dice, equal)?);
    }
    Ok(order)
}
