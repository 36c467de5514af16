//! Scenarios as data: which book and map, who stands where with what, how the fight begins.
//!
//! The same unit entries serve cases, which set more of a unit than a scenario needs to.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::{
    battle::{entry::EntryKind, muster, setup::Opening, standing::Standing},
    grid::{Band, Dir8, Map, Square},
    key::Key,
    rules::{
        book::Rulebook,
        facts::{Bond, Condition, Entry, Side, UnitId, UnitState, Watch},
        modifier::{ActiveModifier, Until},
        surroundings::Surroundings,
        systems::SystemsDef,
        unit::{AuraDef, MoveDef, ShieldDef, UnitDef},
    },
};

/// Who decides for a side unless the players say otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Controller {
    /// A person.
    #[default]
    Human,
    /// The computer.
    Ai,
}

/// One unit of a scenario or case. Only `id` and `at` are always needed; a case without `kind` gets a plain unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitEntry {
    /// Its name in commands and logs; must be unique.
    pub id: Key,
    /// The kind of unit; none: a plain one with the book's default stats.
    #[serde(default)]
    pub kind: Option<Key>,
    /// What players read; none: the kind's name.
    #[serde(default)]
    pub name: Option<String>,
    /// Its north-west square.
    #[serde(default)]
    pub at: Option<Square>,
    /// Where it looks.
    #[serde(default)]
    pub facing: Option<Dir8>,
    /// Its altitude band.
    #[serde(default)]
    pub band: Option<Band>,
    /// Its group, for awareness; none: its side's name.
    #[serde(default)]
    pub group: Option<Key>,
    /// A fixed initiative count, so that none is rolled.
    #[serde(default)]
    pub initiative: Option<i32>,
    /// Stats over those of its kind.
    #[serde(default)]
    pub stats: BTreeMap<Key, i32>,
    /// Maxima of tracks over those of its kind.
    #[serde(default)]
    pub max: BTreeMap<Key, i32>,
    /// Its systems in place of its kind's.
    #[serde(default)]
    pub systems: Option<SystemsDef>,
    /// Hits that its systems, weapons, limbs and lots of cargo have taken.
    #[serde(default)]
    pub hits: BTreeMap<Key, i32>,
    /// Present values of tracks.
    #[serde(default)]
    pub tracks: BTreeMap<Key, i32>,
    /// Points already spent, by pool.
    #[serde(default)]
    pub spent: BTreeMap<Key, i32>,
    /// Points used this round.
    #[serde(default)]
    pub used: i32,
    /// Squares moved this round.
    #[serde(default)]
    pub moved: i32,
    /// Its movement increment in the round before; none: 1.
    #[serde(default)]
    pub carried: Option<i32>,
    /// How many rounds ago it last turned.
    #[serde(default)]
    pub turned: Option<i32>,
    /// Conditions.
    #[serde(default)]
    pub conditions: Vec<(Key, i32)>,
    /// Modifiers in force.
    #[serde(default)]
    pub modifiers: Vec<ActiveModifier>,
    /// Weapons in place of its kind's, the first ones in hand.
    #[serde(default)]
    pub weapons: Option<Vec<Key>>,
    /// Items in place of its kind's.
    #[serde(default)]
    pub items: Option<Vec<Key>>,
    /// Spells in slots in place of its kind's.
    #[serde(default)]
    pub spells: Option<Vec<Key>>,
    /// Weapons that are in hand, by name; the others are not.
    #[serde(default)]
    pub held: Option<Vec<Key>>,
    /// Items that are worn, by name; the others are carried.
    #[serde(default)]
    pub worn: Option<Vec<Key>>,
    /// How much is loaded, by weapon.
    #[serde(default)]
    pub loaded: BTreeMap<Key, i32>,
    /// Ammunition left, by weapon.
    #[serde(default)]
    pub stock: BTreeMap<Key, i32>,
    /// Damage resistances in place of its kind's.
    #[serde(default)]
    pub resistances: Option<Vec<(i32, Key)>>,
    /// Vulnerabilities in place of its kind's.
    #[serde(default)]
    pub vulnerabilities: Option<Vec<Key>>,
    /// Ways of moving in place of its kind's.
    #[serde(default)]
    pub movement: Option<Vec<MoveDef>>,
    /// Shields in place of its kind's.
    #[serde(default)]
    pub shields: Option<Vec<ShieldDef>>,
    /// Auras in place of its kind's.
    #[serde(default)]
    pub auras: Option<Vec<AuraDef>>,
    /// Size over its kind's.
    #[serde(default)]
    pub size: Option<Key>,
    /// Magnitude over its kind's.
    #[serde(default)]
    pub magnitude: Option<i32>,
    /// Legs over its kind's.
    #[serde(default)]
    pub legs: Option<i32>,
    /// Threat range over its size's.
    #[serde(default)]
    pub threat: Option<(i32, i32)>,
    /// How far the threat range is shifted.
    #[serde(default)]
    pub reach_shift: i32,
    /// Ability and skill of a check in place of the usual.
    #[serde(default)]
    pub overrides: BTreeMap<Key, (Key, Key)>,
    /// Proficiencies over its kind's (F-64).
    #[serde(default)]
    pub proficiencies: Option<Vec<Key>>,
    /// It knows of the enemy.
    #[serde(default)]
    pub aware: Option<bool>,
    /// It has to press (F-22).
    #[serde(default)]
    pub must_press: bool,
    /// Entries of its ledger.
    #[serde(default)]
    pub ledger: Vec<(Key, i32)>,
    /// What it watches for.
    #[serde(default)]
    pub watches: Vec<Watch>,
    /// How far it sees and hears, in feet.
    #[serde(default)]
    pub senses: Option<(i32, i32)>,
    /// The unit on which it rides: the book's first relation between units, in its first role.
    #[serde(default)]
    pub riding: Option<Key>,
    /// Other relations: which, in which role (none: the first), and to whom.
    #[serde(default)]
    pub bonds: Vec<BondEntry>,
    /// The vehicle that it is aboard, and its role there: `("truck", "driver")` (C-111).
    #[serde(default)]
    pub aboard: Option<(Key, Key)>,
    /// A vehicle's speed in km/h (C-111).
    #[serde(default)]
    pub speed: i32,
    /// The vehicle that it pursues, for a vehicle (C-127).
    #[serde(default)]
    pub pursuing: Option<Key>,
}

/// A relation of a unit with another, as written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BondEntry {
    /// Which.
    pub kind: Key,
    /// In which role; none: the first.
    #[serde(default)]
    pub role: Option<Key>,
    /// To whom.
    pub to: Key,
}

/// One side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideEntry {
    /// Its id.
    pub id: Key,
    /// What players read.
    #[serde(default)]
    pub name: Option<String>,
    /// Who decides, unless the players say otherwise.
    #[serde(default)]
    pub controller: Controller,
    /// Its units.
    pub units: Vec<UnitEntry>,
}

/// Units of one side that come later, as a round starts (F-15).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReinforcementEntry {
    /// The round, from 1.
    pub round: u32,
    /// Their side.
    pub side: Key,
    /// Whether they mean to join the fight.
    #[serde(default)]
    pub entry: EntryKind,
    /// The units; `at` is where they come in, or the nearest free square.
    pub units: Vec<UnitEntry>,
}

/// One scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioDef {
    /// Its id.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// Two or three sentences.
    #[serde(default)]
    pub text: String,
    /// Its place in lists, the least first; those without one follow. The first is what newcomers are offered.
    #[serde(default)]
    pub order: Option<i32>,
    /// The book it is played by.
    pub rulebook: Key,
    /// Other books it can be played by.
    #[serde(default)]
    pub also: Vec<Key>,
    /// Light, smoke, weather, gravity, jamming.
    #[serde(default)]
    pub surroundings: Surroundings,
    /// The map.
    pub map: Key,
    /// The sides.
    pub sides: Vec<SideEntry>,
    /// Who comes later.
    #[serde(default)]
    pub reinforcements: Vec<ReinforcementEntry>,
    /// How it begins.
    #[serde(default)]
    pub opening: Opening,
    /// Options over those of the book.
    #[serde(default)]
    pub options: BTreeMap<Key, i32>,
    /// Standing answers from the start.
    #[serde(default)]
    pub standing: Vec<Standing>,
    /// Rounds after which it is an error that it has not ended.
    #[serde(default)]
    pub round_limit: u32,
}

/// A plain unit of a book, for cases that do not care what fights.
pub fn plain_kind() -> UnitDef {
    UnitDef {
        id: Key::new("plain"),
        name: "plain unit".to_owned(),
        text: String::new(),
        look: None,
        size: Key::new("medium"),
        stats: BTreeMap::new(),
        tracks: BTreeMap::new(),
        movement: Vec::new(),
        weapons: Vec::new(),
        items: Vec::new(),
        resistances: Vec::new(),
        vulnerabilities: Vec::new(),
        spells: Vec::new(),
        modifiers: Vec::new(),
        overrides: BTreeMap::new(),
        magnitude: 1,
        legs: 2,
        hands: 2,
        proficiencies: Vec::new(),
        shields: Vec::new(),
        auras: Vec::new(),
        senses: (500, 100),
        threat: None,
        tags: Vec::new(),
        conditions: Vec::new(),
        interactions: Vec::new(),
        systems: None,
        worth: None,
        vehicle: None,
    }
}

/// Something wrong with a unit's entry: the word that is wrong, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitMistake {
    /// The word as written.
    pub word: String,
    /// What is wrong.
    pub message: String,
    /// Words that would do.
    pub known: Vec<&'static str>,
}

fn mistake<T>(word: Key, message: String, known: Vec<&'static str>) -> Result<T, UnitMistake> {
    Err(UnitMistake { word: word.as_str().to_owned(), message, known })
}

impl UnitEntry {
    /// Whether it rides on another or is aboard one, and stands where that one does.
    pub fn is_carried(&self, book: &Rulebook) -> bool {
        let carries = |own: &BondEntry| {
            book.bond(own.kind).and_then(|def| def.role(own.role)).is_some_and(|role| role.carried)
        };
        self.riding.is_some() || self.aboard.is_some() || self.bonds.iter().any(carries)
    }

    /// The unit that the entry describes.
    pub fn build(&self, book: &Arc<Rulebook>, map: &Arc<Map>, side: Side) -> Result<UnitState, UnitMistake> {
        let mut def = match self.kind {
            None => plain_kind(),
            Some(kind) => match book.unit(kind) {
                Some(def) => (**def).clone(),
                None => {
                    let known = book.units.iter().map(|def| def.id.as_str()).collect();
                    return mistake(kind, format!("{} has no unit \"{kind}\"", book.settings.name), known);
                }
            },
        };
        self.alter(book, &mut def)?;
        let square = self.at.unwrap_or_default();
        let name = self.name.clone().unwrap_or_else(|| match self.kind {
            Some(_) => def.name.clone(),
            None => self.id.to_string(),
        });
        let group = self.group.unwrap_or(side.0);
        let mut unit = muster::unit(book, map, &Arc::new(def), UnitId(self.id), &name, side, group, square);
        self.set(book, &mut unit)?;
        if !map.holds(&unit.place.area) {
            let message = format!("{} does not fit on the map at {square}", self.id);
            return mistake(self.id, message, Vec::new());
        }
        Ok(unit)
    }

    /// What the entry says over its kind.
    fn alter(&self, book: &Rulebook, def: &mut UnitDef) -> Result<(), UnitMistake> {
        def.stats.extend(self.stats.iter().map(|(key, value)| (*key, *value)));
        def.tracks.extend(self.max.iter().map(|(key, value)| (*key, *value)));
        def.overrides.extend(self.overrides.iter().map(|(key, value)| (*key, *value)));
        if let Some(weapons) = &self.weapons {
            for weapon in weapons {
                if book.weapon(*weapon).is_none() {
                    let known = book.weapons.iter().map(|def| def.id.as_str()).collect();
                    return mistake(*weapon, format!("there is no weapon \"{weapon}\""), known);
                }
            }
            def.weapons.clone_from(weapons);
        }
        if let Some(items) = &self.items {
            for item in items {
                if book.item(*item).is_none() {
                    let known = book.items.iter().map(|def| def.id.as_str()).collect();
                    return mistake(*item, format!("there is no item \"{item}\""), known);
                }
            }
            def.items.clone_from(items);
        }
        if let Some(spells) = &self.spells {
            for spell in spells {
                if book.spell(*spell).is_none() {
                    let known = book.spells.iter().map(|def| def.id.as_str()).collect();
                    return mistake(*spell, format!("there is no spell \"{spell}\""), known);
                }
            }
            def.spells.clone_from(spells);
        }
        for track in self.max.keys().chain(self.tracks.keys()) {
            if book.track(*track).is_none() {
                let known = book.settings.tracks.iter().map(|def| def.id.as_str()).collect();
                return mistake(*track, format!("there is no track \"{track}\""), known);
            }
        }
        if let Some(size) = self.size {
            if book.size(size).is_none() {
                let known = book.settings.sizes.iter().map(|def| def.id.as_str()).collect();
                return mistake(size, format!("there is no size \"{size}\""), known);
            }
            def.size = size;
        }
        if let Some(resistances) = &self.resistances {
            def.resistances.clone_from(resistances);
        }
        if let Some(vulnerabilities) = &self.vulnerabilities {
            def.vulnerabilities.clone_from(vulnerabilities);
        }
        if let Some(movement) = &self.movement {
            def.movement.clone_from(movement);
        }
        if let Some(shields) = &self.shields {
            def.shields.clone_from(shields);
        }
        if let Some(auras) = &self.auras {
            def.auras.clone_from(auras);
        }
        if let Some(proficiencies) = &self.proficiencies {
            def.proficiencies.clone_from(proficiencies);
        }
        if let Some(systems) = &self.systems {
            let rule = book.settings.systems.as_ref();
            if rule.and_then(|rule| rule.kind(systems.kind)).is_none() {
                let known = rule.iter().flat_map(|rule| &rule.kinds).map(|kind| kind.id.as_str()).collect();
                let message = format!("there is no kind of unit with systems \"{}\"", systems.kind);
                return mistake(systems.kind, message, known);
            }
            if let Some(system) = systems.lacks.iter().find(|id| book.systems.get(**id).is_none()) {
                let known = book.systems.iter().map(|def| def.id.as_str()).collect();
                return mistake(*system, format!("there is no system \"{system}\""), known);
            }
            def.systems = Some(systems.clone());
        }
        def.magnitude = self.magnitude.unwrap_or(def.magnitude);
        def.legs = self.legs.unwrap_or(def.legs);
        def.threat = self.threat.or(def.threat);
        def.senses = self.senses.unwrap_or(def.senses);
        Ok(())
    }

    /// The unit's state as it begins.
    fn set(&self, book: &Rulebook, unit: &mut UnitState) -> Result<(), UnitMistake> {
        unit.place.facing = self.facing.unwrap_or(unit.place.facing);
        if let Some(vehicle) = unit.sheet.0.vehicle.as_deref() {
            unit.place.area = vehicle.area(unit.place.area.origin, unit.place.facing);
        }
        unit.driven.speed = self.speed;
        unit.driven.pursuing = self.pursuing.map(UnitId);
        unit.place.band = self.band.unwrap_or(unit.place.band);
        unit.gear.reach_shift = self.reach_shift;
        if let Some(count) = self.initiative {
            unit.initiative.count = count;
            unit.initiative.settled = true;
        }
        unit.initiative.must_press = self.must_press;
        unit.initiative.ledger = self
            .ledger
            .iter()
            .map(|(event, amount)| Entry { event: *event, amount: *amount, weapon: None, injury: None })
            .collect();
        for (id, now) in &self.tracks {
            if let Some(track) = unit.tracks.0.iter_mut().find(|track| track.id == *id) {
                track.now = *now;
            }
        }
        for (id, hits) in &self.hits {
            unit.systems.add(*id, (*hits).min(1000));
        }
        for (id, spent) in &self.spent {
            let Some(pool) = unit.pools.0.iter_mut().find(|pool| pool.id == *id) else {
                let known = book.settings.economy.pools.iter().map(|def| def.id.as_str()).collect();
                return mistake(*id, format!("there is no pool \"{id}\""), known);
            };
            pool.spent = *spent;
        }
        unit.usage.points = self.used;
        unit.usage.squares = self.moved;
        unit.usage.squares_last_turn = self.moved;
        unit.motion.carried = self.carried.unwrap_or(1);
        unit.motion.turned = self.turned.map(|ago| 1_i32.saturating_sub(ago));
        for (id, count) in &self.conditions {
            if book.condition(*id).is_none() {
                let known = book.conditions.iter().map(|def| def.id.as_str()).collect();
                return mistake(*id, format!("there is no condition \"{id}\""), known);
            }
            unit.conditions.0.push(Condition::new(*id, *count, Until::Battle, None));
        }
        unit.modifiers.0.extend(self.modifiers.iter().cloned());
        unit.watches.0.extend(self.watches.iter().cloned());
        let names: Vec<&'static str> = unit.gear.items.iter().map(|item| item.id.as_str()).collect();
        let unknown =
            |word: &Key| mistake(*word, format!("{} carries no \"{word}\"", self.id), names.clone());
        if let Some(held) = &self.held {
            if let Some(word) = held.iter().find(|word| !names.contains(&word.as_str())) {
                return unknown(word);
            }
            for item in &mut unit.gear.items {
                item.held = held.contains(&item.id) || book.weapon(item.def).is_some_and(|def| def.natural);
            }
        }
        if let Some(worn) = &self.worn {
            if let Some(word) = worn.iter().find(|word| !names.contains(&word.as_str())) {
                return unknown(word);
            }
            for item in &mut unit.gear.items {
                item.worn = worn.contains(&item.id);
            }
        }
        for (id, n) in &self.loaded {
            match unit.gear.items.iter_mut().find(|item| item.id == *id) {
                Some(item) => item.loaded = *n,
                None => return unknown(id),
            }
        }
        for (id, n) in &self.stock {
            match unit.gear.items.iter_mut().find(|item| item.id == *id) {
                Some(item) => item.stock = *n,
                None => return unknown(id),
            }
        }
        if let Some(aware) = self.aware {
            unit.awareness.aware = aware;
        }
        Ok(())
    }
}

/// Binds units together as their entries say, and puts those who are carried on their carriers' squares.
///
/// # Errors
/// The word that is wrong: a relation, role or unit that does not exist.
pub fn bind<'a>(
    book: &Rulebook,
    entries: impl Iterator<Item = &'a UnitEntry>,
    units: &mut [UnitState],
) -> Result<Vec<Bond>, UnitMistake> {
    let mut bonds = Vec::new();
    for entry in entries {
        if let Some(quarry) = entry.pursuing
            && !units.iter().any(|unit| unit.id().0 == quarry && unit.vehicle().is_some())
        {
            let known = units.iter().filter(|unit| unit.vehicle().is_some());
            let known = known.map(|unit| unit.id().0.as_str()).collect();
            return mistake(quarry, format!("there is no vehicle \"{quarry}\" to pursue"), known);
        }
        let riding = entry.riding.map(|to| (book.settings.bonds.first().map(|def| def.id), None, to));
        let others = entry.bonds.iter().map(|own| (Some(own.kind), own.role, own.to));
        let crew = book.settings.vehicles.as_ref().map(|rule| rule.crew);
        let aboard = entry.aboard.map(|(to, role)| (crew, Some(role), to));
        for (kind, role, to) in riding.into_iter().chain(others).chain(aboard) {
            let known = || book.settings.bonds.iter().map(|def| def.id.as_str()).collect();
            let Some(kind) = kind else {
                let message = format!("{} knows no relations between units", book.settings.name);
                return mistake(to, message, Vec::new());
            };
            let Some(def) = book.bond(kind) else {
                return mistake(kind, format!("there is no relation \"{kind}\""), known());
            };
            let Some(role) = def.role(role) else {
                let known = def.roles.iter().map(|role| role.id.as_str()).collect();
                let word = role.unwrap_or(kind);
                return mistake(word, format!("{kind} has no role \"{word}\""), known);
            };
            let place = units.iter().find(|unit| unit.id().0 == to).map(|unit| unit.place);
            let Some(place) = place.filter(|_| to != entry.id) else {
                let known = units.iter().map(|unit| unit.id().0.as_str()).collect();
                return mistake(to, format!("there is no other unit \"{to}\""), known);
            };
            if Some(kind) == crew {
                let found = units.iter_mut().find(|unit| unit.id().0 == to);
                let Some((vehicle, def)) = found.and_then(|unit| {
                    let def = unit.sheet.0.vehicle.clone()?;
                    Some((unit, def))
                }) else {
                    return mistake(to, format!("\"{to}\" is no vehicle"), Vec::new());
                };
                let there =
                    bonds.iter().filter(|bond: &&Bond| bond.to.0 == to && bond.role == role.id).count();
                if def.seats(role.id).is_none_or(|seat| there >= seat.count) {
                    return mistake(to, format!("{to} has no seat left for a {}", role.name), Vec::new());
                }
                if role.drives {
                    vehicle.driven.last = Some(UnitId(entry.id));
                }
            }
            if let Some(own) = units.iter_mut().find(|unit| unit.id().0 == entry.id && role.carried) {
                own.place = place;
            }
            for (unit, condition) in [(entry.id, role.condition), (to, def.to_condition)] {
                let own = units.iter_mut().find(|own| own.id().0 == unit);
                if let (Some(own), Some(condition)) = (own, condition) {
                    own.conditions.0.push(Condition::new(condition, 1, Until::Battle, None));
                }
            }
            bonds.push(Bond { kind, unit: UnitId(entry.id), role: role.id, to: UnitId(to) });
        }
    }
    Ok(bonds)
}
