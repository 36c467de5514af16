//! A battle as it stands as the set-up of a case: units as they are now, on the scenario's map.
//!
//! Whether what can be written is enough is seen when the case is played.

use super::steps::spaced;
use crate::{
    battle::order,
    cli::{case::shown::value, prelude::*},
    content::scenario::{BondEntry, ReinforcementEntry, ScenarioDef, UnitEntry},
    grid::{Band, Map},
    rules::{facts::Item, modifier::Until},
};

pub(super) struct Midway {
    /// The round.
    pub round: u32,
    /// How many commands had been given.
    pub commands: usize,
    /// How many dice had fallen.
    pub dice: usize,
    /// Who is still to act, in order.
    pub order: Vec<UnitId>,
    /// The fields of the case that say how things stand.
    pub fields: Vec<String>,
}

impl Midway {
    /// The battle as it stands; `begun` is the map as it was at the beginning. None: a case has no words for it.
    pub fn of(battle: &Battle, scenario: &ScenarioDef, begun: &Map, commands: usize) -> Option<Self> {
        let facts = &*battle.referees_knowledge();
        let (round, dice) = (facts.round, battle.kept_dice().len());
        Some(Self {
            round,
            commands,
            dice,
            order: order::to_come(facts),
            fields: fields(battle, scenario, begun)?,
        })
    }
}

fn fields(battle: &Battle, scenario: &ScenarioDef, begun: &Map) -> Option<Vec<String>> {
    let facts = &*battle.referees_knowledge();
    if !facts.spells.is_empty() {
        return None;
    }
    let mut fields = vec![sides(facts, scenario)?];
    let later: Vec<ReinforcementEntry> = scenario
        .reinforcements
        .iter()
        .filter(|wave| wave.round > facts.round)
        .map(|wave| ReinforcementEntry { round: wave.round - facts.round + 1, ..wave.clone() })
        .collect();
    if !later.is_empty() {
        fields.push(format!("reinforcements: {}", written(&later)));
    }
    if *facts.surroundings != scenario.surroundings {
        if *facts.surroundings == Surroundings::default() {
            return None;
        }
        fields.push(format!("surroundings: {}", written(&*facts.surroundings)));
    }
    let turned = facts.map.doors().filter(|door| begun.door(door.id).is_none_or(|old| old.open != door.open));
    let doors: Vec<(u16, Square, Square, bool)> = turned
        .filter_map(|door| {
            let squares = door.squares();
            Some((door.id, *squares.first()?, *squares.last()?, door.open))
        })
        .collect();
    if !doors.is_empty() {
        fields.push(format!("doors: {}", written(&doors)));
    }
    let ground: Vec<(Key, Square)> = facts.ground.iter().map(|own| (own.item.def, own.square)).collect();
    if !ground.is_empty() {
        fields.push(format!("ground: {}", written(&ground)));
    }
    let standing = &battle.answers().0;
    if !standing.is_empty() {
        fields.push(format!("standing: {}", written(standing)));
    }
    Some(fields)
}

/// All who are there, in the order of the roster.
fn sides(facts: &Facts, scenario: &ScenarioDef) -> Option<String> {
    let mut text = "sides: [".to_owned();
    let mut side = None;
    for unit in facts.units.iter().filter(|unit| !unit.place.gone) {
        let base = scenario.units().find(|entry| entry.id == unit.id().0)?;
        let entry = entry(facts, unit, base)?;
        if side != Some(unit.side()) {
            if side.is_some() {
                text += "\n            ]),";
            }
            text += &format!("\n            (side: {:?}, units: [", unit.side());
            side = Some(unit.side());
        }
        text += &format!("\n                {},", written(&entry));
    }
    text += "\n            ]),\n        ]";
    side.map(|_| text)
}

fn entry(facts: &Facts, unit: &UnitState, base: &UnitEntry) -> Option<UnitEntry> {
    // What is false is left out where a case is written, and left out it is true.
    if !unit.awareness.aware {
        return None;
    }
    let (place, round) = (&unit.place, i32::try_from(facts.round).unwrap_or(i32::MAX));
    let bonds = facts.bonds_of(unit.id());
    let ledger = unit.initiative.ledger.iter();
    let spent = unit.pools.0.iter().filter(|pool| pool.spent != 0);
    let (conditions, until) = conditions(facts, unit)?;
    let mut entry = UnitEntry {
        at: Some(place.area.origin),
        facing: Some(place.facing),
        band: (place.band != Band::Ground || base.band.is_some()).then_some(place.band),
        initiative: Some(unit.initiative.total()),
        must_press: unit.initiative.must_press,
        ledger: ledger.map(|line| (line.event, line.amount)).collect(),
        hits: unit.systems.0.iter().copied().collect(),
        spent: spent.map(|pool| (pool.id, pool.spent)).collect(),
        used: unit.usage.points,
        moved: unit.usage.squares,
        carried: (unit.motion.carried != 1).then_some(unit.motion.carried),
        turned: unit.motion.turned.map(|turned| round.saturating_sub(turned)),
        modifiers: unit.modifiers.0.clone(),
        watches: unit.watches.0.clone(),
        reach_shift: unit.gear.reach_shift,
        aware: None,
        speed: unit.driven.speed,
        pursuing: unit.driven.pursuing.map(|id| id.0),
        riding: None,
        aboard: None,
        bonds: bonds.map(|own| BondEntry { kind: own.kind, role: Some(own.role), to: own.to.0 }).collect(),
        tracks: BTreeMap::new(),
        conditions,
        until,
        held: None,
        worn: None,
        loaded: BTreeMap::new(),
        stock: BTreeMap::new(),
        ..base.clone()
    };
    if unit.slots.0.iter().any(|slot| slot.spent) {
        let ready = unit.slots.0.iter().filter(|slot| !slot.spent);
        entry.spells = Some(ready.map(|slot| slot.spell).collect());
    }
    gear(facts, unit, &mut entry)?;
    let built = entry.build(&facts.book, &facts.map, unit.side()).ok()?;
    for track in &unit.tracks.0 {
        let begun = built.tracks.get(track.id)?;
        if track.max != begun.max {
            entry.max.insert(track.id, track.max);
        }
        if track != begun {
            entry.tracks.insert(track.id, track.now);
        }
    }
    Some(entry)
}

/// Conditions with their counts, and when they end by themselves.
type Conditions = (Vec<(Key, i32)>, BTreeMap<Key, Until>);

/// Its conditions, without those that it begins with or has of its relations. None: it has lost one of these.
fn conditions(facts: &Facts, unit: &UnitState) -> Option<Conditions> {
    let mut given = unit.sheet.0.conditions.clone();
    let bound = facts.bonds.iter().flat_map(|bond| facts.bond_conditions(bond));
    given.extend(bound.filter(|(whose, ..)| *whose == unit.id()).map(|(.., condition)| condition));
    let (mut more, mut until) = (Vec::new(), BTreeMap::new());
    for condition in &unit.conditions.0 {
        match given.iter().position(|id| *id == condition.id) {
            Some(at) => {
                given.swap_remove(at);
            }
            None => {
                more.push((condition.id, condition.count));
                if condition.until != Until::Battle {
                    until.insert(condition.id, condition.until.clone());
                }
            }
        }
    }
    given.is_empty().then_some((more, until))
}

/// What it carries, as far as that is not what its kind comes with.
fn gear(facts: &Facts, unit: &UnitState, entry: &mut UnitEntry) -> Option<()> {
    let book = &facts.book;
    let names = |state: &UnitState| -> Vec<Key> { state.gear.items.iter().map(|item| item.id).collect() };
    let mut built = entry.build(book, &facts.map, unit.side()).ok()?;
    if names(&built) != names(unit) {
        let mounts = unit.sheet.0.vehicle.as_deref().map_or(0, |vehicle| vehicle.mounts.len());
        let own = unit.gear.items.get(mounts..)?;
        let (weapons, items): (Vec<&Item>, Vec<&Item>) =
            own.iter().partition(|item| book.weapon(item.def).is_some());
        entry.weapons = Some(weapons.into_iter().map(|item| item.def).collect());
        entry.items = Some(items.into_iter().map(|item| item.def).collect());
        built = entry.build(book, &facts.map, unit.side()).ok()?;
    }
    let begun = |item: &Item| built.gear.items.iter().find(|own| own.id == item.id);
    let (mut hands, mut clothes) = (false, false);
    for item in &unit.gear.items {
        let begun = begun(item)?;
        hands |= item.held != begun.held;
        clothes |= item.worn != begun.worn;
        if item.loaded != begun.loaded {
            entry.loaded.insert(item.id, item.loaded);
        }
        let takes = book.weapon(item.def).is_some_and(|def| def.takes_ammunition());
        if takes && item.stock != begun.stock {
            entry.stock.insert(item.id, item.stock);
        }
    }
    let own = |fits: &dyn Fn(&Item) -> bool| -> Vec<Key> {
        unit.gear.items.iter().filter(|item| fits(item)).map(|item| item.id).collect()
    };
    if hands {
        let natural = |item: &Item| book.weapon(item.def).is_some_and(|def| def.natural);
        entry.held = Some(own(&|item: &Item| item.held && !natural(item)));
    }
    if clothes {
        entry.worn = Some(own(&|item: &Item| item.worn));
    }
    Some(())
}

/// A value as a case has it, without the numbers of a unit that are 0 anyway.
fn written(part: &impl Serialize) -> String {
    let mut text = value(part);
    for name in ["used", "moved", "reach_shift", "speed"] {
        for end in [",", ")"] {
            text = text.replace(&format!(",{name}:0{end}"), end);
        }
    }
    spaced(&text)
}
