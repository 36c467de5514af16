//! How groups meet: encounter distance, and who knows of whom (F-49 to F-60).
//!
//! What surprise does is in [`super::muster`].

use crate::{battle::prelude::*, rules::timing::Encounter};

/// Groups ahead in the surprise round (F-57, F-58); none: the scenario says it otherwise, or all are aware.
pub(super) fn awareness(battle: &mut Battle, opening: &Opening) -> OrFault<Option<Vec<Key>>> {
    let acting = match &opening.awareness {
        OpeningAwareness::All | OpeningAwareness::Surprised(_) => return Ok(None),
        OpeningAwareness::None => None,
        OpeningAwareness::Some(groups) => Some(groups.clone()),
    };
    let book = battle.book();
    let facts = battle.facts();
    let mut results: Vec<Team> = Vec::new();
    for group in groups(&facts) {
        let first = || book.settings.timing.surprise.team_skills.first();
        let skill = opening.skills.get(&group).or_else(first).copied();
        let units = facts.units.iter().filter(|unit| unit.identity.group == group);
        let members = units.filter(|unit| !opening.apart.contains(&unit.id()));
        // A group in which nobody takes part makes no check and stands in nobody's way (F-60).
        let lowest = members.map(|unit| skill.and_then(|skill| facts.stat(unit, skill)).unwrap_or(0)).min();
        let Some(bonus) = lowest.and_then(|bonus| i32::try_from(bonus).ok()) else { continue };
        let mut circumstances = opening.circumstances.get(&group).cloned().unwrap_or_default();
        if let Some(plain) = opening.team.get(&group) {
            circumstances.push((*plain, String::new()));
        }
        let die = battle.throw(None, &book.settings.check.dice, Key::new("awareness"))?.total;
        let values = circumstances.iter().map(|(value, _)| *value);
        let total = values.fold(die.saturating_add(bonus), i32::saturating_add);
        battle.record(Outcome::Team { group, skill, die, bonus, circumstances, total });
        results.push(Team { group, total, bonus });
    }
    let rank = |team: &Team| (team.total, team.bonus);
    let mut ahead = Vec::new();
    match acting {
        None => {
            let best = results.iter().map(rank).max();
            let tied: Vec<Team> = results.iter().filter(|team| Some(rank(team)) == best).copied().collect();
            ahead.extend(first_of(battle, tied)?);
        }
        Some(acting) => {
            let (own, others): (Vec<Team>, Vec<Team>) =
                results.into_iter().partition(|team| acting.contains(&team.group));
            for own in own {
                if others.iter().any(|other| rank(other) > rank(&own)) {
                    continue;
                }
                let equal = others.iter().filter(|other| rank(other) == rank(&own)).copied();
                let tied = std::iter::once(own).chain(equal).collect();
                ahead.extend(first_of(battle, tied)?.filter(|group| *group == own.group));
            }
        }
    }
    Ok(Some(ahead))
}

/// A group's team check.
#[derive(Clone, Copy)]
struct Team {
    group: Key,
    total: i32,
    bonus: i32,
}

/// Which of groups equal in total and bonus comes first: each rolls, the highest wins, those equal roll again (F-06).
fn first_of(battle: &mut Battle, mut tied: Vec<Team>) -> OrFault<Option<Key>> {
    let dice = battle.book().settings.check.dice;
    while tied.len() > 1 {
        let thrown = tied.into_iter();
        let thrown = thrown.map(|team| Ok((battle.throw(None, &dice, Key::new("tie"))?.total, team)));
        let rolled: Vec<(i32, Team)> = thrown.collect::<OrFault<_>>()?;
        let best = rolled.iter().map(|(value, _)| *value).max();
        tied = rolled.into_iter().filter(|(value, _)| Some(*value) == best).map(|(_, team)| team).collect();
    }
    Ok(tied.first().map(|team| team.group))
}

/// How far from the first the other groups stand, by place, senses and map (F-49 to F-55).
pub(super) fn meet(battle: &mut Battle, opening: &Opening) -> OrFault<Option<i32>> {
    let Some(place) = opening.place else { return Ok(None) };
    let book = battle.book();
    let Some(line) = book.settings.timing.surprise.distances.iter().find(|line| line.places.contains(&place))
    else {
        return Err(Fault::Rule(message!(
            "core-x-has-no-encounter-distance-for-x",
            book = book.settings.name,
            place
        )));
    };
    if let Some(squares) = of_band(battle, line) {
        return meet_at(battle, squares, false).map(Some);
    }
    let facts = battle.facts();
    let square = book.settings.square_feet.max(1);
    let (sight, hearing) = opening.visibility.unwrap_or((100, 100));
    let senses = facts.units.iter().map(|unit| {
        let (see, hear) = unit.sheet.0.senses;
        let feet = |sense: i32, hundredths: i32| sense.saturating_mul(hundredths) / 100 / square * square;
        feet(see, sight).max(feet(hear, hearing))
    });
    let senses = senses.max().unwrap_or(0);
    let feet = match &line.dice {
        Some(dice) => {
            battle.throw(None, dice, Key::new("encounter_distance"))?.total.saturating_mul(line.feet)
        }
        None => i32::MAX,
    };
    meet_at(battle, feet.min(senses) / square, line.dice.is_none()).map(Some)
}

/// The squares between groups that meet within a band of the book's ranges, in this light (C-33).
fn of_band(battle: &mut Battle, line: &Encounter) -> Option<i32> {
    let facts = battle.facts();
    let settings = &facts.book.settings;
    let (first, last) = settings.attack.range.band(line.band?)?;
    let dim = settings.timing.surprise.dim.iter().filter(|(light, _)| *light == facts.surroundings.light);
    let most = dim.filter_map(|(_, band)| settings.attack.range.band(*band)).map(|(_, last)| last).min();
    Some(if line.near { first } else { last }.min(most.unwrap_or(i32::MAX)))
}

/// The groups of all units, each once, in the order of the units.
fn groups(facts: &Facts) -> Vec<Key> {
    each_once(facts.units.iter().map(|unit| unit.identity.group))
}

/// Shifts groups after the first to stand so far from those before them. Gives how far the last one stands.
fn meet_at(battle: &mut Battle, squares: i32, in_sight: bool) -> OrFault<i32> {
    let groups = groups(&battle.facts());
    let mut distance = squares;
    for (index, group) in groups.iter().enumerate().skip(1) {
        let earlier = &groups[..index];
        let facts = battle.facts();
        if let Some((shift, found)) = best_shift(&facts, *group, earlier, squares, in_sight) {
            distance = found;
            for unit in facts.units.iter().filter(|unit| unit.identity.group == *group) {
                let from = unit.place.area.origin;
                let at = Square { x: from.x + shift.0, y: from.y + shift.1 };
                battle.apply(Effect::Put { unit: unit.id(), at })?;
            }
        }
    }
    Ok(distance)
}

/// The shift of a group that brings it nearest to a distance from the earlier groups, all squares free and passable.
fn best_shift(
    facts: &Facts,
    group: Key,
    earlier: &[Key],
    wanted: i32,
    in_sight: bool,
) -> Option<((i16, i16), i32)> {
    let areas = |fits: &dyn Fn(Key) -> bool| -> Vec<Area> {
        facts.units.iter().filter(|unit| fits(unit.identity.group)).map(|unit| unit.place.area).collect()
    };
    let members = areas(&|own| own == group);
    let others = areas(&|own| earlier.contains(&own));
    // Groups that are still to be placed keep their squares: they may have nowhere else to go.
    let closed = areas(&|own| own != group);
    let (width, height) = (i16::try_from(facts.map.width()).ok()?, i16::try_from(facts.map.height()).ok()?);
    let free = |area: &Area| {
        facts.map.holds(area)
            && area.squares().all(|square| facts.map.contents(square).all(|terrain| !terrain.impassable))
            && closed.iter().all(|other| !other.overlaps(area))
    };
    let mut best: Option<(i32, i32, (i16, i16), i32)> = None;
    for dy in -height..=height {
        for dx in -width..=width {
            let moved: Vec<Area> = members
                .iter()
                .map(|area| area.at(Square { x: area.origin.x + dx, y: area.origin.y + dy }))
                .collect();
            if !moved.iter().all(free) {
                continue;
            }
            let nearest =
                moved.iter().flat_map(|area| others.iter().map(move |other| other.distance(area))).min()?;
            let seen = !in_sight
                || moved.iter().any(|area| {
                    others.iter().any(|other| crate::grid::line_of_sight(&facts.map, area, other))
                });
            if !seen {
                continue;
            }
            let miss = (nearest - wanted.max(1)).abs();
            let shift = i32::from(dx).abs() + i32::from(dy).abs();
            let better = best.as_ref().is_none_or(|(old_miss, old_shift, old, _)| {
                (miss, shift, dy, dx) < (*old_miss, *old_shift, old.1, old.0)
            });
            if better {
                best = Some((miss, shift, (dx, dy), nearest));
            }
        }
    }
    best.map(|(_, _, shift, nearest)| (shift, nearest))
}
