//! What must hold after every command of every battle, whatever was commanded.

use std::collections::{BTreeMap, BTreeSet};

use threat_range::{
    battle::{
        Battle,
        chronicle::{ItemNews, Outcome},
        frames::Frame,
        prompt::Ask,
        snapshot::Snapshot,
    },
    grid::Square,
    key::Key,
    rules::{
        attack::{self, AttackSpec},
        facts::{Facts, GroundItem, Phase, UnitId, UnitState},
        legal,
        movement::Crossing,
        odds,
    },
};

use crate::{common::whim::Whim, field::has_room};

/// A second book-keeping beside the battle's own, fed from the chronicle alone.
pub struct Books {
    read: usize,
    tracks: BTreeMap<(UnitId, Key), i32>,
    conditions: BTreeMap<(UnitId, Key), i32>,
    places: BTreeMap<UnitId, Square>,
    items: BTreeMap<Key, i32>,
    ended: BTreeSet<UnitId>,
    shared: BTreeSet<(UnitId, UnitId)>,
    dead: BTreeSet<UnitId>,
    known: BTreeSet<UnitId>,
    settled: bool,
}

impl Books {
    /// Opened before the first step of a battle.
    pub fn open(battle: &Battle) -> Self {
        let facts = &*battle.referees_knowledge();
        let mut books = Self {
            read: 0,
            tracks: BTreeMap::new(),
            conditions: BTreeMap::new(),
            places: BTreeMap::new(),
            items: items(facts.units.iter(), &facts.ground),
            ended: BTreeSet::new(),
            shared: BTreeSet::new(),
            dead: BTreeSet::new(),
            known: BTreeSet::new(),
            settled: false,
        };
        for unit in &facts.units {
            books.enter(unit);
        }
        books
    }

    fn enter(&mut self, unit: &UnitState) {
        self.known.insert(unit.id());
        for track in &unit.tracks.0 {
            self.tracks.insert((unit.id(), track.id), track.now);
        }
        for condition in &unit.conditions.0 {
            self.conditions.insert((unit.id(), condition.id), condition.count);
        }
    }

    /// Reads what is new in the chronicle and compares everything with the battle.
    pub fn check(&mut self, battle: &Battle) -> Result<(), String> {
        let facts = &*battle.referees_knowledge();
        let events = &battle.chronicle().events;
        for event in &events[self.read..] {
            self.follow(facts, &event.outcome)?;
        }
        self.read = events.len();
        // Who has come since the last command comes with what it has.
        for unit in &facts.units {
            if !self.known.contains(&unit.id()) {
                self.enter(unit);
                self.places.insert(unit.id(), unit.place.area.origin);
                for (def, count) in items(std::iter::once(unit), &[]) {
                    *self.items.entry(def).or_default() += count;
                }
            }
        }
        if !self.settled {
            // Before the first prompt groups may have been moved apart (F-49).
            self.places = facts.units.iter().map(|unit| (unit.id(), unit.place.area.origin)).collect();
            self.settled = true;
        }
        for unit in &facts.units {
            self.agree(facts, unit)?;
            sound(facts, unit)?;
        }
        let items = items(facts.units.iter(), &facts.ground);
        if items != self.items {
            return Err(format!("items were {:?} and are {items:?}", self.items));
        }
        held_pending(battle).map_or_else(|| states(facts), |()| Ok(()))?;
        self.places(battle)?;
        asked(battle)
    }

    fn follow(&mut self, facts: &Facts, outcome: &Outcome) -> Result<(), String> {
        match outcome {
            Outcome::Entered { unit, at, .. } if self.known.contains(unit) => {
                self.places.insert(*unit, *at);
            }
            Outcome::Track { unit, .. } | Outcome::Condition { unit, .. } if !self.known.contains(unit) => {}
            Outcome::PhaseStarted { phase: Phase::RoundStart | Phase::Turns | Phase::Aftermath, .. } => {
                self.ended.clear();
            }
            Outcome::TurnStarted { unit, .. } => {
                if self.dead.contains(unit) {
                    return Err(format!("{unit} is dead and has a turn"));
                }
                // A turn put off or broken up by a press goes on later; one that has ended does not come again.
                if self.ended.contains(unit) {
                    return Err(format!("{unit} has a second turn in one round"));
                }
            }
            Outcome::TurnEnded { unit } => {
                self.ended.insert(*unit);
            }
            Outcome::Declared { unit, action, .. } if self.dead.contains(unit) => {
                return Err(format!("{unit} is dead and does {action}"));
            }
            Outcome::Stepped { unit, from, to, own } => {
                if *own && self.dead.contains(unit) {
                    return Err(format!("{unit} is dead and walks"));
                }
                if let Some(at) = self.places.get_mut(unit) {
                    if at != from {
                        return Err(format!("{unit} steps from {from} and stood at {at}"));
                    }
                    *at = *to;
                }
            }
            Outcome::Track { unit, track, from, to, .. } => {
                let now = self.tracks.insert((*unit, *track), *to);
                if now != Some(*from) {
                    return Err(format!("{track} of {unit} changes from {from} and was {now:?}"));
                }
            }
            Outcome::Condition { unit, condition, from, to } => {
                let now = match to {
                    0 => self.conditions.remove(&(*unit, *condition)),
                    to => self.conditions.insert((*unit, *condition), *to),
                };
                if now.unwrap_or(0) != *from {
                    return Err(format!("{condition} of {unit} changes from {from} and was {now:?}"));
                }
                let Some(def) = facts.book.condition(*condition) else {
                    return Err(format!("{unit} has {condition}, which the book does not know"));
                };
                if def.dead && *to > 0 {
                    self.dead.insert(*unit);
                }
            }
            Outcome::Item { item, what: ItemNews::UsedUp, .. } => {
                let def = facts.book.weapon(*item).map_or_else(|| kind_of(*item), |def| def.id);
                *self.items.entry(def).or_default() -= 1;
                self.items.retain(|_, count| *count != 0);
            }
            _ => {}
        }
        Ok(())
    }

    /// Nobody stands where nobody can, and none on another unless the book lets them. Who stood on a body that wakes
    /// need not go at once: each move must end well, nothing else.
    fn places(&mut self, battle: &Battle) -> Result<(), String> {
        let facts = &*battle.referees_knowledge();
        let moving = battle
            .stack()
            .entries
            .iter()
            .any(|entry| matches!(entry.frame, Frame::Travel(_) | Frame::Shove(_)));
        let rule = facts.book.settings.movement.crossing;
        let size = |unit: &UnitState| facts.book.size(unit.sheet.0.size).map_or(0, |size| size.step);
        let here: Vec<&UnitState> = facts.units.iter().filter(|unit| facts.present(unit)).collect();
        for (at, unit) in here.iter().enumerate() {
            let ways = facts.movements(unit).map(|def| def.category).chain([Key::new("walking")]);
            let ways: Vec<Key> = ways.collect();
            if !has_room(facts.map_in(unit.place.band), &unit.place.area, &ways) {
                return Err(format!("{} stands at {}", unit.id(), unit.place.area.origin));
            }
            if let Some(carrier) = facts.carrier(unit.id()).and_then(|id| facts.unit(id))
                && !moving
                && !carrier.place.area.overlaps(&unit.place.area)
            {
                return Err(format!("{} is carried by {} and is elsewhere", unit.id(), carrier.id()));
            }
            for other in &here[at + 1..] {
                if facts.carrier(unit.id()).or(facts.carrier(other.id())).is_some() {
                    continue;
                }
                let pair = (unit.id(), other.id());
                if unit.place.band != other.place.band || !unit.place.area.overlaps(&other.place.area) {
                    self.shared.remove(&pair);
                } else if legal::body(facts, unit).or(legal::body(facts, other)).is_some() {
                    self.shared.insert(pair);
                } else {
                    let apart = rule == Crossing::PassAll && (size(unit) - size(other)).abs() >= 3;
                    if !moving && !apart && rule != Crossing::Share && !self.shared.contains(&pair) {
                        return Err(format!("{pair:?} both stand at {}", unit.place.area.origin));
                    }
                }
            }
        }
        Ok(())
    }

    fn agree(&self, facts: &Facts, unit: &UnitState) -> Result<(), String> {
        let id = unit.id();
        for track in &unit.tracks.0 {
            let told = self.tracks.get(&(id, track.id));
            if told != Some(&track.now) {
                return Err(format!("{} of {id} is {}, told was {told:?}", track.id, track.now));
            }
        }
        for condition in &unit.conditions.0 {
            if facts.book.condition(condition.id).is_none() {
                return Err(format!("{id} has {}, which the book does not know", condition.id));
            }
            let told = self.conditions.get(&(id, condition.id));
            if told != Some(&condition.count) {
                return Err(format!("{} of {id} is {}, told was {told:?}", condition.id, condition.count));
            }
        }
        let told = self.conditions.keys().filter(|(unit, _)| *unit == id).count();
        if told != unit.conditions.0.len() {
            return Err(format!("{id} has {:?}, told were {told} conditions", unit.conditions));
        }
        match self.places.get(&id) {
            Some(at) if *at != unit.place.area.origin => {
                Err(format!("{id} stands at {}, told was {at}", unit.place.area.origin))
            }
            _ => Ok(()),
        }
    }
}

/// The kind of an item by its name on a unit: without the number of a second one.
fn kind_of(item: Key) -> Key {
    let text = item.as_str();
    let bare = text.trim_end_matches(|c: char| c.is_ascii_digit());
    bare.strip_suffix('_').map_or(item, Key::new)
}

fn items<'a>(units: impl Iterator<Item = &'a UnitState>, ground: &[GroundItem]) -> BTreeMap<Key, i32> {
    let mut count = BTreeMap::new();
    let carried = units.flat_map(|unit| unit.gear.items.iter());
    let all = carried.chain(ground.iter().map(|ground| &ground.item));
    for item in all.flat_map(|item| std::iter::once(item).chain(&item.contents)) {
        *count.entry(item.def).or_default() += 1;
    }
    count
}

/// A unit by itself: pools, tracks, hands, counts.
fn sound(facts: &Facts, unit: &UnitState) -> Result<(), String> {
    let id = unit.id();
    for pool in &unit.pools.0 {
        let allotment = facts.allotment(unit, pool);
        let points = facts.points(unit, pool.id);
        if pool.spent < 0 || points < 0 || points > allotment {
            return Err(format!("{id} has {points} of {allotment} left of {pool:?}"));
        }
    }
    for track in &unit.tracks.0 {
        let def = facts.book.track(track.id).ok_or(format!("{id} has a track {}", track.id))?;
        if !def.rises && track.now > track.max {
            return Err(format!("{id} has more than the maximum of {track:?}"));
        }
        if def.floor.is_some_and(|floor| track.now < floor) {
            return Err(format!("{id} has less than the least of {track:?}"));
        }
    }
    if let Some(condition) = unit.conditions.0.iter().find(|condition| condition.count < 1) {
        return Err(format!("{id} has {condition:?}"));
    }
    let mut names: Vec<Key> = unit.conditions.0.iter().map(|condition| condition.id).collect();
    names.sort();
    names.dedup();
    if names.len() != unit.conditions.0.len() {
        return Err(format!("{id} has a condition twice: {:?}", unit.conditions));
    }
    let mut names: Vec<Key> = unit.gear.items.iter().map(|item| item.id).collect();
    names.sort();
    names.dedup();
    if names.len() != unit.gear.items.len() {
        return Err(format!("{id} has two items of one name: {:?}", unit.gear.items));
    }
    let hands: i32 = unit
        .gear
        .items
        .iter()
        .filter(|item| item.held)
        .filter_map(|item| facts.book.weapon(item.def))
        .filter(|def| !def.natural)
        .map(|def| def.hands)
        .sum();
    // What is bolted to a vehicle needs no hands of it.
    if hands > unit.sheet.0.hands.max(2) && unit.vehicle().is_none() {
        return Err(format!("{id} holds with {hands} hands of {}", unit.sheet.0.hands));
    }
    for item in &unit.gear.items {
        let capacity = facts.book.weapon(item.def).map_or(0, |def| def.capacity);
        if item.loaded < 0 || item.loaded > capacity || item.stock < -1 || item.damage < 0 {
            return Err(format!("{id} has {item:?}"));
        }
    }
    let shields = unit.wards.shields.iter().map(|shield| shield.points);
    if shields.chain(unit.wards.auras.iter().map(|aura| aura.stored)).any(|points| points < 0) {
        return Err(format!("{id} has {:?}", unit.wards));
    }
    Ok(())
}

/// Some changes wait until a simultaneous slot or an answered blow is over.
fn held_pending(battle: &Battle) -> Option<()> {
    let together = |frame: &Frame| matches!(frame, Frame::Together(_));
    let waits = battle.stack().entries.iter().any(|entry| together(&entry.frame));
    (waits || !battle.snapshot().holds.is_empty()).then_some(())
}

/// Conditions that follow from numbers are there when the numbers say so.
fn states(facts: &Facts) -> Result<(), String> {
    for unit in facts.units.iter().filter(|unit| !facts.dead(unit)) {
        // What comes with a loss alone is left behind by one who has woken (C-66).
        for state in facts.book.settings.states.iter().filter(|state| !state.by_loss) {
            let barred = facts.book.condition(state.condition).is_some_and(|def| {
                def.barred_by.iter().any(|other| unit.conditions.has(*other))
                    || def.spares.iter().any(|tag| unit.sheet.0.tags.contains(tag))
            });
            let holds = facts.state_holds(state, unit);
            if holds && !barred && !unit.conditions.has(state.condition) {
                return Err(format!("{} should be {}: {:?}", unit.id(), state.condition, unit.tracks));
            }
        }
    }
    Ok(())
}

/// The one who is asked can answer.
fn asked(battle: &Battle) -> Result<(), String> {
    let Some(prompt) = battle.prompt() else { return Ok(()) };
    let facts = &*battle.referees_knowledge();
    let Some(unit) = facts.unit(prompt.unit) else {
        return Err(format!("{} is asked and is nobody", prompt.unit));
    };
    if unit.side() != prompt.side {
        return Err(format!("{} of {} is asked of {}", prompt.unit, unit.side(), prompt.side));
    }
    let acts = matches!(prompt.ask, Ask::Turn { .. } | Ask::React(_) | Ask::CutIn { .. });
    if acts && !facts.present(unit) {
        return Err(format!("{} is asked and is not there", prompt.unit));
    }
    Ok(())
}

/// Saved and restored it is the same battle.
pub fn saved(battle: &Battle) -> Result<(), String> {
    let text = ron::to_string(&battle.snapshot()).map_err(|error| format!("it cannot be saved: {error}"))?;
    let snapshot: Snapshot =
        ron::from_str(&text).map_err(|error| format!("it cannot be read again: {error}"))?;
    let again = Battle::restore(snapshot, &battle.book()).map_err(|error| error.to_string())?;
    if again.hash() == battle.hash() { Ok(()) } else { Err("saved and restored it has another hash".into()) }
}

/// The chances of every attack that somebody could make now sum to one.
pub fn odds_sum(battle: &Battle, whim: &mut Whim) -> Result<(), String> {
    let facts = &*battle.referees_knowledge();
    let Some(own) = battle.prompt().and_then(|prompt| facts.unit(prompt.unit)) else { return Ok(()) };
    let actions: Vec<_> = facts.book.actions.iter().filter(|def| def.attacks()).collect();
    let Some(def) = whim.pick(&actions) else { return Ok(()) };
    let spell = own.slots.0.iter().find(|slot| !slot.spent).map(|slot| slot.spell);
    let casts = def.steps.contains(&threat_range::rules::action::Step::Cast);
    for target in facts.units.iter().filter(|unit| facts.present(unit) && unit.id() != own.id()) {
        let spec = AttackSpec {
            weapon: legal::default_weapon(facts, own, def),
            spell: spell.filter(|_| casts),
            ..AttackSpec::new(own.id(), target.id(), def)
        };
        if attack::possible(facts, &spec).is_err() {
            continue;
        }
        let Some(odds) = odds::attack(facts, &spec) else { continue };
        let (mut sum, mut whole) = (0_u128, 1_u128);
        for (_, num, den) in odds.results.iter() {
            sum += num;
            whole = den;
        }
        if sum != whole {
            return Err(format!("the chances of {} sum to {sum} of {whole}", def.id));
        }
        break;
    }
    Ok(())
}
