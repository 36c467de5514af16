//! How a fight begins: units from their kinds, encounter distance, initiative, surprise.

use std::sync::Arc;

use super::{
    Battle, Fault,
    chronicle::Outcome,
    effect::Effect,
    order,
    setup::{Awareness, Beginning, Opening},
};
use crate::{
    dice::Dice,
    grid::{Area, Band, Dir8, Map, Square},
    key::Key,
    rules::{
        book::Rulebook,
        facts::{
            self, Aura, Conditions, Facts, Gear, Identity, Initiative, Item, Modifiers, Place, Pool, Pools,
            Sheet, Shield, Side, Slot, Slots, Track, Tracks, UnitId, UnitState, Usage, Wards, Watches,
        },
        modifier::Until,
        timing::TieBreak,
        unit::UnitDef,
    },
};

/// A name for an item that its unit does not have yet: the kind's id, with a number from the second on.
pub fn fresh_name(def: Key, taken: &[Key]) -> Key {
    if !taken.contains(&def) {
        return def;
    }
    (2..).map(|n| Key::new(&format!("{def}_{n}"))).find(|name| !taken.contains(name)).unwrap_or(def)
}

/// A unit as it comes to a fight, from its kind.
#[expect(clippy::too_many_arguments, reason = "a unit has a kind, a name, a side, a group and a place")]
pub fn unit(
    book: &Arc<Rulebook>,
    map: &Arc<Map>,
    def: &Arc<UnitDef>,
    id: UnitId,
    name: &str,
    side: Side,
    group: Key,
    square: Square,
) -> UnitState {
    let size = book.size(def.size).map_or(1, |size| size.footprint);
    let mut items: Vec<Item> = Vec::new();
    let mut hands = def.hands;
    for kind in &def.weapons {
        let Some(weapon) = book.weapon(*kind) else { continue };
        let taken: Vec<Key> = items.iter().map(|item| item.id).collect();
        let held = weapon.natural || hands >= weapon.hands;
        if held && !weapon.natural {
            hands -= weapon.hands;
        }
        items.push(Item {
            id: fresh_name(*kind, &taken),
            def: *kind,
            held,
            worn: false,
            loaded: weapon.capacity,
            stock: weapon.ammunition.unwrap_or(-1),
            damage: 0,
            durability: weapon.durability,
        });
    }
    for kind in &def.items {
        let Some(item) = book.item(*kind) else { continue };
        let taken: Vec<Key> = items.iter().map(|item| item.id).collect();
        items.push(Item {
            id: fresh_name(*kind, &taken),
            def: *kind,
            held: false,
            worn: item.slot.is_some(),
            loaded: 0,
            stock: 0,
            damage: 0,
            durability: item.durability,
        });
    }
    let mut state = UnitState {
        identity: Identity { id, name: name.to_owned(), kind: def.id, side, group },
        sheet: Sheet(def.clone()),
        place: Place {
            area: Area { origin: square, size },
            facing: Dir8::S,
            band: Band::Ground,
            gone: false,
        },
        tracks: Tracks::default(),
        pools: Pools::default(),
        conditions: Conditions::default(),
        modifiers: Modifiers::default(),
        initiative: Initiative::default(),
        gear: Gear { items, reach_shift: 0 },
        slots: Slots(def.spells.iter().map(|spell| Slot { spell: *spell, spent: false }).collect()),
        usage: Usage::default(),
        watches: Watches::default(),
        wards: Wards {
            shields: def
                .shields
                .iter()
                .map(|own| Shield {
                    id: own.id,
                    precision: own.precision,
                    points: own.points,
                    reach: own.reach,
                })
                .collect(),
            auras: def
                .auras
                .iter()
                .map(|own| Aura {
                    id: own.id,
                    kind: own.kind,
                    stored: own.stored,
                    drive: own.drive,
                    decay: own.decay,
                })
                .collect(),
        },
        awareness: facts::Awareness { aware: true },
    };
    fill(book, map, &mut state);
    for condition in &def.conditions {
        state.conditions.0.push(facts::Condition {
            id: *condition,
            count: 1,
            until: Until::Battle,
            from: None,
        });
    }
    state
}

/// Tracks at their maximum and pools at their base, from the unit's sheet.
fn fill(book: &Arc<Rulebook>, map: &Arc<Map>, state: &mut UnitState) {
    let facts = Facts {
        book: book.clone(),
        map: map.clone(),
        units: Vec::new(),
        ground: Vec::new(),
        round: 0,
        phase: facts::Phase::Muster,
        turn: None,
        options: Arc::default(),
    };
    for def in &book.settings.tracks {
        let max = match state.sheet.0.tracks.get(&def.id) {
            Some(max) => *max,
            None => facts.value(&def.max, state),
        };
        let now = if def.rises { 0 } else { max };
        state.tracks.0.push(Track { id: def.id, now, max });
    }
    for def in &book.settings.economy.pools {
        let base = facts.value(&def.base, state);
        state.pools.0.push(Pool { id: def.id, base, extra: 0, spent: 0 });
    }
}

/// The start of a fight. Gives whether a surprise round is to be played.
pub(super) fn muster(battle: &mut Battle) -> Result<bool, Fault> {
    let opening = battle.world().resource::<Beginning>().0.clone();
    let book = battle.book();
    let units: Vec<UnitId> = battle.truth().units.iter().map(|unit| unit.id()).collect();
    let start: &[Key] = if opening.plain { &[] } else { &book.settings.timing.start_conditions };
    for condition in start {
        for unit in &units {
            battle.apply(Effect::Gain {
                unit: *unit,
                condition: *condition,
                count: 1,
                until: Until::Battle,
                from: None,
            })?;
        }
    }
    for unit in &units {
        battle.follow_states(*unit)?;
    }
    let distance = meet(battle, &opening)?;
    roll_initiative(battle, &units, &opening)?;
    if !book.settings.timing.ties_each_round {
        settle_ties_now(battle)?;
    }
    let ahead = awareness(battle, &opening)?;
    let facts = battle.facts();
    let surprised: Vec<UnitId> = match &ahead {
        None => match &opening.awareness {
            Awareness::Surprised(units) => units.clone(),
            _ => Vec::new(),
        },
        Some(groups) => facts
            .units
            .iter()
            .filter(|unit| !groups.contains(&unit.identity.group) || opening.apart.contains(&unit.id()))
            .map(|unit| unit.id())
            .collect(),
    };
    if distance.is_some() || ahead.as_ref().is_some_and(|groups| !groups.is_empty()) {
        battle.record(Outcome::Met {
            distance: distance.unwrap_or(0),
            ahead: ahead.clone().unwrap_or_default(),
        });
    }
    let none_ahead = ahead.as_ref().is_some_and(Vec::is_empty);
    if surprised.is_empty() || none_ahead {
        return Ok(false);
    }
    let rule = &book.settings.timing.surprise;
    if let Some(condition) = rule.condition {
        for unit in &surprised {
            let until = if rule.round { Until::Battle } else { Until::EndOfRound };
            battle.apply(Effect::Gain { unit: *unit, condition, count: 1, until, from: None })?;
        }
    }
    for unit in &surprised {
        battle.change::<facts::Awareness>(*unit, |own| own.aware = false);
    }
    let surprise_round = rule.round;
    if surprise_round {
        // The surprise round has an order of its own to settle (F-17, F-61).
        settle_ties(battle)?;
    }
    Ok(surprise_round)
}

fn roll_initiative(battle: &mut Battle, units: &[UnitId], opening: &Opening) -> Result<(), Fault> {
    let book = battle.book();
    let rule = &book.settings.timing;
    let surprised: Vec<UnitId> = match &opening.awareness {
        Awareness::Surprised(units) => units.clone(),
        _ => Vec::new(),
    };
    let mut shared: Vec<(Key, i32)> = Vec::new();
    for unit in units {
        let facts = battle.facts();
        let Some(own) = facts.unit(*unit) else { continue };
        if own.initiative.settled {
            continue;
        }
        let group = own.identity.group;
        let mut bonus = facts.value(&rule.bonus, own);
        let aware = rule.aware_roll.filter(|_| !surprised.is_empty() && !surprised.contains(unit));
        let count = if let Some(fixed) = aware {
            fixed + bonus
        } else if opening.shared.contains(&group) {
            match shared.iter().find(|(known, _)| *known == group) {
                Some((_, count)) => *count,
                None => {
                    let members = facts.units.iter().filter(|unit| unit.identity.group == group);
                    bonus = members.map(|unit| facts.value(&rule.bonus, unit)).min().unwrap_or(bonus);
                    let count = roll(battle, &rule.dice, Some(*unit), "initiative")? + bonus;
                    shared.push((group, count));
                    count
                }
            }
        } else {
            roll(battle, &rule.dice, Some(*unit), "initiative")? + bonus
        };
        battle.change::<Initiative>(*unit, |own| {
            own.count = count;
            own.settled = true;
        });
        battle.record(Outcome::Count { unit: *unit, from: 0, to: count, cause: Key::new("initiative") });
    }
    Ok(())
}

fn roll(battle: &mut Battle, dice: &Dice, unit: Option<UnitId>, purpose: &str) -> Result<i32, Fault> {
    let purpose = Key::new(purpose);
    let roll = battle.roll(dice, purpose)?;
    battle.record(Outcome::Dice { unit, purpose, dice: roll.dice, total: roll.total });
    Ok(roll.total)
}

/// Ties by dice for those books that roll them each round (F-17).
pub(super) fn settle_ties(battle: &mut Battle) -> Result<(), Fault> {
    if battle.book().settings.timing.ties_each_round { settle_ties_now(battle) } else { Ok(()) }
}

/// Rolls off equal counts; those equal again roll again (F-17, A-46).
fn settle_ties_now(battle: &mut Battle) -> Result<(), Fault> {
    let book = battle.book();
    let Some(dice) = book.settings.timing.ties.iter().find_map(|tie| match tie {
        TieBreak::Roll(dice) => Some(*dice),
        _ => None,
    }) else {
        return Ok(());
    };
    let units: Vec<UnitId> = battle.truth().units.iter().map(|unit| unit.id()).collect();
    for unit in &units {
        battle.change::<Initiative>(*unit, |own| own.tie = 0);
    }
    let facts = battle.facts();
    let mut done: Vec<UnitId> = Vec::new();
    let mut groups: Vec<Vec<UnitId>> = Vec::new();
    for unit in &facts.units {
        if done.contains(&unit.id()) {
            continue;
        }
        let equal: Vec<UnitId> = facts
            .units
            .iter()
            .filter(|other| order::compare(&facts, unit, other).is_eq())
            .map(|other| other.id())
            .collect();
        done.extend(&equal);
        if equal.len() > 1 {
            groups.push(equal);
        }
    }
    drop(facts);
    let mut rank = 0;
    for group in groups {
        for unit in roll_off(battle, &dice, group)? {
            rank += 1;
            battle.change::<Initiative>(unit, |own| own.tie = rank);
        }
    }
    Ok(())
}

/// A unit that has come to a new count rolls off with those it meets there (F-76).
pub(super) fn settle_tie_of(battle: &mut Battle, unit: UnitId) -> Result<(), Fault> {
    let book = battle.book();
    let Some(dice) = book.settings.timing.ties.iter().find_map(|tie| match tie {
        TieBreak::Roll(dice) => Some(*dice),
        _ => None,
    }) else {
        return Ok(());
    };
    battle.change::<Initiative>(unit, |own| own.tie = 0);
    let facts = battle.facts();
    let Some(own) = facts.unit(unit) else { return Ok(()) };
    let mut equal: Vec<UnitId> = Vec::new();
    for other in facts.units.iter().filter(|other| !other.initiative.acted || other.id() == unit) {
        let mut alike = other.clone();
        alike.initiative.tie = 0;
        if order::compare(&facts, own, &alike).is_eq() {
            equal.push(other.id());
        }
    }
    drop(facts);
    if equal.len() < 2 {
        return Ok(());
    }
    for (rank, unit) in (1..).zip(roll_off(battle, &dice, equal)?) {
        battle.change::<Initiative>(unit, |own| own.tie = rank);
    }
    Ok(())
}

fn roll_off(battle: &mut Battle, dice: &Dice, group: Vec<UnitId>) -> Result<Vec<UnitId>, Fault> {
    if group.len() < 2 {
        return Ok(group);
    }
    let mut rolled = Vec::with_capacity(group.len());
    for unit in group {
        rolled.push((roll(battle, dice, Some(unit), "tie")?, unit));
    }
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

/// Groups ahead in the surprise round (F-57, F-58); none: the scenario says it otherwise, or all are aware.
fn awareness(battle: &mut Battle, opening: &Opening) -> Result<Option<Vec<Key>>, Fault> {
    let acting = match &opening.awareness {
        Awareness::All | Awareness::Surprised(_) => return Ok(None),
        Awareness::None => None,
        Awareness::Some(groups) => Some(groups.clone()),
    };
    let book = battle.book();
    let facts = battle.facts();
    let mut groups: Vec<Key> = Vec::new();
    for unit in &facts.units {
        if !groups.contains(&unit.identity.group) {
            groups.push(unit.identity.group);
        }
    }
    let mut results: Vec<(Key, i32, i32)> = Vec::new();
    for group in groups {
        let skill = opening
            .skills
            .get(&group)
            .copied()
            .or_else(|| book.settings.timing.surprise.team_skills.first().copied());
        let members = facts
            .units
            .iter()
            .filter(|unit| unit.identity.group == group && !opening.apart.contains(&unit.id()));
        let lowest = members.map(|unit| skill.and_then(|skill| facts.stat(unit, skill)).unwrap_or(0)).min();
        let Some(lowest) = lowest else { continue };
        let bonus = i32::try_from(lowest).unwrap_or(0) + opening.team.get(&group).copied().unwrap_or(0);
        let die = roll(battle, &book.settings.check.dice, None, "awareness")?;
        results.push((group, die + bonus, bonus));
    }
    let beats =
        |battle: &mut Battle, one: &(Key, i32, i32), other: &(Key, i32, i32)| -> Result<bool, Fault> {
            match one.1.cmp(&other.1).then(one.2.cmp(&other.2)) {
                std::cmp::Ordering::Greater => Ok(true),
                std::cmp::Ordering::Less => Ok(false),
                std::cmp::Ordering::Equal => loop {
                    let dice = book.settings.check.dice;
                    let own = roll(battle, &dice, None, "tie")?;
                    let others = roll(battle, &dice, None, "tie")?;
                    if own != others {
                        break Ok(own > others);
                    }
                },
            }
        };
    let mut ahead = Vec::new();
    match acting {
        None => {
            let mut best: Option<(Key, i32, i32)> = None;
            for result in results {
                best = match best {
                    None => Some(result),
                    Some(old) => Some(if beats(battle, &result, &old)? { result } else { old }),
                };
            }
            ahead.extend(best.map(|(group, ..)| group));
        }
        Some(acting) => {
            let others: Vec<(Key, i32, i32)> =
                results.iter().filter(|(group, ..)| !acting.contains(group)).copied().collect();
            for own in results.iter().filter(|(group, ..)| acting.contains(group)) {
                let mut wins = true;
                for other in &others {
                    wins = wins && beats(battle, own, other)?;
                }
                if wins {
                    ahead.push(own.0);
                }
            }
        }
    }
    Ok(Some(ahead))
}

/// The distance at which groups meet, rolled by the place, cut to senses and map (F-49 to F-55). The later groups are
/// shifted as a whole to stand that far from the first.
fn meet(battle: &mut Battle, opening: &Opening) -> Result<Option<i32>, Fault> {
    let Some(place) = opening.place else { return Ok(None) };
    let book = battle.book();
    let Some(line) = book.settings.timing.surprise.distances.iter().find(|line| line.places.contains(&place))
    else {
        return Err(Fault::Rule(format!("{} has no encounter distance for {place}", book.settings.name)));
    };
    let facts = battle.facts();
    let (sight, hearing) = opening.visibility.unwrap_or((100, 100));
    let senses = facts
        .units
        .iter()
        .map(|unit| {
            let (see, hear) = unit.sheet.0.senses;
            (see * sight / 100 / 5 * 5).max(hear * hearing / 100 / 5 * 5)
        })
        .max()
        .unwrap_or(0);
    let feet = match &line.dice {
        Some(dice) => roll(battle, dice, None, "encounter_distance")? * line.feet,
        None => i32::MAX,
    };
    let squares = feet.min(senses) / 5;
    let facts = battle.facts();
    let mut groups: Vec<Key> = Vec::new();
    for unit in &facts.units {
        if !groups.contains(&unit.identity.group) {
            groups.push(unit.identity.group);
        }
    }
    let mut distance = squares;
    for (index, group) in groups.iter().enumerate().skip(1) {
        let earlier = &groups[..index];
        if let Some((shift, found)) = best_shift(&facts, *group, earlier, squares, line.dice.is_none()) {
            distance = found;
            let members: Vec<(UnitId, Area)> = facts
                .units
                .iter()
                .filter(|unit| unit.identity.group == *group)
                .map(|unit| (unit.id(), unit.place.area))
                .collect();
            for (unit, area) in members {
                let to = Square { x: area.origin.x + shift.0, y: area.origin.y + shift.1 };
                battle.change::<Place>(unit, |place| place.area.origin = to);
            }
        }
    }
    Ok(Some(distance))
}

/// The shift of a group that brings it nearest to a distance from the earlier groups, all squares free and passable.
fn best_shift(
    facts: &Facts,
    group: Key,
    earlier: &[Key],
    wanted: i32,
    in_sight: bool,
) -> Option<((i16, i16), i32)> {
    let members: Vec<Area> =
        facts.units.iter().filter(|unit| unit.identity.group == group).map(|unit| unit.place.area).collect();
    let others: Vec<Area> = facts
        .units
        .iter()
        .filter(|unit| earlier.contains(&unit.identity.group))
        .map(|unit| unit.place.area)
        .collect();
    let (width, height) = (i16::try_from(facts.map.width()).ok()?, i16::try_from(facts.map.height()).ok()?);
    let free = |area: &Area| {
        facts.map.holds(area)
            && area.squares().all(|square| facts.map.contents(square).all(|terrain| !terrain.impassable))
            && others.iter().all(|other| other.distance(area) > 0)
    };
    let mut best: Option<(i32, i32, (i16, i16), i32)> = None;
    for dy in -height..=height {
        for dx in -width..=width {
            let moved: Vec<Area> = members
                .iter()
                .map(|area| Area {
                    origin: Square { x: area.origin.x + dx, y: area.origin.y + dy },
                    size: area.size,
                })
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
