//! How a fight begins: units from their kinds, initiative, surprise.
//!
//! Where groups meet and who knows of whom is in [`super::meeting`], ties in [`super::ties`], who comes later in
//! [`super::entry`].

use super::{meeting, tactics};
use crate::battle::prelude::*;
use crate::rules::unit::{AuraDef, ShieldDef};

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
    let vehicle = def.vehicle.as_deref();
    let mounts = vehicle.iter().flat_map(|vehicle| &vehicle.mounts).map(|mount| &mount.weapon);
    let mut taken: Vec<Key> = Vec::new();
    for mount in mounts {
        // Mounted weapons come first, so that their names are those of their mounts.
        let Some(item) = Item::new(book, *mount, &taken) else { continue };
        taken.push(item.id);
        items.push(Item { held: true, ..item });
    }
    for kind in def.weapons.iter().chain(&def.items) {
        let Some(mut item) = Item::new(book, *kind, &taken) else { continue };
        match book.weapon(*kind) {
            Some(weapon) => {
                item.held = weapon.natural || hands >= weapon.hands;
                if item.held && !weapon.natural {
                    hands -= weapon.hands;
                }
            }
            None => item.worn = book.item(*kind).is_some_and(|def| def.slot.is_some()),
        }
        taken.extend(std::iter::once(&item).chain(&item.contents).map(|own| own.id));
        items.push(item);
    }
    let area = vehicle.map_or_else(|| Area::new(square, size), |vehicle| vehicle.area(square, Dir8::S));
    let mut state = UnitState {
        identity: Identity { id, name: name.to_owned(), kind: def.id, side, group },
        sheet: Sheet(def.clone()),
        place: Place { area, facing: Dir8::S, band: Band::Ground, gone: false, falling: None },
        tracks: Tracks::default(),
        pools: Pools::default(),
        conditions: Conditions::default(),
        modifiers: Modifiers::default(),
        initiative: Initiative::default(),
        gear: Gear { items, reach_shift: 0 },
        slots: SpellSlots(def.spells.iter().map(|spell| SpellSlot { spell: *spell, spent: false }).collect()),
        usage: Usage::default(),
        watches: Watches::default(),
        wards: Wards { shields: shields(def), auras: def.auras.iter().map(aura).collect() },
        awareness: Awareness { aware: true },
        systems: Systems::default(),
        motion: Motion::default(),
        driven: Driven::default(),
    };
    fill(book, map, &mut state);
    let begun = def.conditions.iter().map(|id| Condition::new(*id, 1, Until::Battle, None));
    state.conditions.0.extend(begun);
    state
}

fn aura(def: &AuraDef) -> Aura {
    Aura { id: def.id, kind: def.kind, stored: def.stored, drive: def.drive, decay: def.decay }
}

/// Its shields: those of one pool have what the one with most points states (D-65).
fn shields(def: &UnitDef) -> Vec<Shield> {
    let points = |own: &ShieldDef| {
        let same = def.shields.iter().filter(|other| own.pool.is_some() && other.pool == own.pool);
        same.map(|other| other.points).max().unwrap_or(own.points)
    };
    let shield = |own: &ShieldDef| Shield {
        id: own.id,
        precision: own.precision,
        points: points(own),
        reach: own.reach,
        device: own.device,
        priority: 0,
        pool: own.pool,
        bought: own.bought,
        passing: 0,
        turns: 0,
        active: !own.bought || points(own) > 0,
    };
    def.shields.iter().map(shield).collect()
}

/// Tracks at their maximum and pools at their base, from the unit's sheet.
fn fill(book: &Arc<Rulebook>, map: &Arc<Map>, state: &mut UnitState) {
    let facts = Facts {
        book: book.clone(),
        map: map.clone(),
        sky: map.clone(),
        units: Default::default(),
        ground: Default::default(),
        spells: Default::default(),
        bonds: Default::default(),
        surroundings: Arc::default(),
        things: Default::default(),
        round: 0,
        phase: Phase::Muster,
        turn: None,
        options: Arc::default(),
        memories: Arc::default(),
        decks: Arc::default(),
        goals: Arc::default(),
    };
    let made_of_systems = state.sheet.0.systems.is_some();
    for def in book.settings.tracks.iter().filter(|def| def.systems == made_of_systems) {
        let own = state.sheet.0.tracks.get(&def.id).copied();
        let max = own.unwrap_or_else(|| facts.value(&def.max, state));
        let now = if def.rises { 0 } else { max };
        state.tracks.0.push(Track { id: def.id, now, max });
    }
    for def in &book.settings.economy.pools {
        let base = facts.value(&def.base, state);
        state.pools.0.push(Pool { id: def.id, base, extra: 0, spent: 0 });
    }
}

/// The start of a fight, before the initiative checks (F-13, steps 1 and 2). Gives the distance at which groups met.
pub(super) fn muster(battle: &mut Battle) -> OrFault<Option<i32>> {
    let opening = battle.world().resource::<Beginning>().0.clone();
    let book = battle.book();
    let units: Vec<UnitId> = battle.facts_ref().units.iter().map(|unit| unit.id()).collect();
    let start: &[Key] = if opening.plain { &[] } else { &book.settings.timing.start_conditions };
    for condition in start {
        units.iter().try_for_each(|unit| battle.inflict(*unit, *condition, 1, None))?;
    }
    units.iter().try_for_each(|unit| battle.begin_states(*unit))?;
    meeting::meet(battle, &opening)
}

/// The initiative checks, once it is settled that there is a fight.
pub(super) fn counts(battle: &mut Battle) -> OrFault {
    let opening = battle.world().resource::<Beginning>().0.clone();
    let units: Vec<UnitId> = battle.facts_ref().units.iter().map(|unit| unit.id()).collect();
    roll_initiative(battle, &units, &opening)?;
    tactics::tactics(battle, &opening)
}

/// Who is surprised, once all counts stand (F-13, step 4). Gives whether a surprise round is to be played.
pub(super) fn surprise(battle: &mut Battle, distance: Option<i32>) -> OrFault<bool> {
    let opening = battle.world().resource::<Beginning>().0.clone();
    let book = battle.book();
    if !book.settings.timing.ties_each_round {
        ties::settle_ties_now(battle)?;
    }
    let ahead = meeting::awareness(battle, &opening)?;
    let facts = battle.facts();
    let surprised: Vec<UnitId> = match &ahead {
        None => match &opening.awareness {
            OpeningAwareness::Surprised(units) => units.clone(),
            _ => Vec::new(),
        },
        Some(groups) => {
            let ahead = |unit: &UnitState| groups.contains(&unit.identity.group);
            let apart = |unit: &UnitState| opening.apart.contains(&unit.id());
            facts.units.iter().filter(|unit| !ahead(unit) || apart(unit)).map(|unit| unit.id()).collect()
        }
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
    surprised.iter().try_for_each(|unit| battle.apply(Effect::Aware { unit: *unit, aware: false }))?;
    let surprise_round = rule.round;
    if surprise_round {
        // The surprise round has an order of its own to settle (F-17, F-61).
        ties::settle_ties(battle)?;
    }
    Ok(surprise_round)
}

pub(super) fn roll_initiative(battle: &mut Battle, units: &[UnitId], opening: &Opening) -> OrFault {
    let book = battle.book();
    let rule = &book.settings.timing;
    let surprised: Vec<UnitId> = match &opening.awareness {
        OpeningAwareness::Surprised(units) => units.clone(),
        _ => Vec::new(),
    };
    let rule_of_dice = book.settings.action_dice.is_some();
    let mut shared: Vec<(Key, i32)> = Vec::new();
    for unit in units {
        let facts = battle.facts();
        let Some(own) = facts.unit(*unit) else { continue };
        // A vehicle moves with its driver and has no count of its own (C-111).
        if own.initiative.settled || own.vehicle().is_some() {
            continue;
        }
        if facts.counts_with(*unit).is_some() {
            continue;
        }
        let group = own.identity.group;
        let mut bonus = facts.value(&rule.bonus, own);
        let aware = rule.aware_roll.filter(|_| !surprised.is_empty() && !surprised.contains(unit));
        let mut open = rule_of_dice && battle.action_dice(*unit) > 0;
        let count = if let Some(fixed) = aware {
            open = false;
            fixed + bonus
        } else if opening.shared.contains(&group) {
            match shared.iter().find(|(known, _)| *known == group) {
                Some((_, count)) => {
                    open = false;
                    *count
                }
                None => {
                    let members = facts.units.iter().filter(|unit| unit.identity.group == group);
                    bonus = members.map(|unit| facts.value(&rule.bonus, unit)).min().unwrap_or(bonus);
                    let count = battle.throw(*unit, &rule.dice, Key::new("initiative"))?.total + bonus;
                    shared.push((group, count));
                    count
                }
            }
        } else {
            battle.throw(*unit, &rule.dice, Key::new("initiative"))?.total + bonus
        };
        let change = CountChange::Rolled { count, open };
        battle.apply(Effect::Count { unit: *unit, change, cause: Key::new("initiative") })?;
    }
    units.iter().try_for_each(|unit| share_count(battle, *unit))
}

/// A drone acts on its operator's count (C-147).
fn share_count(battle: &mut Battle, unit: UnitId) -> OrFault {
    let facts = battle.facts();
    let Some(own) = facts.unit(unit).filter(|own| !own.initiative.settled) else { return Ok(()) };
    let Some(other) = facts.counts_with(own.id()).and_then(|id| facts.unit(id)) else {
        return Ok(());
    };
    let change = CountChange::Rolled { count: other.initiative.count, open: own.initiative.open };
    battle.apply(Effect::Count { unit, change, cause: Key::new("initiative") })
}
