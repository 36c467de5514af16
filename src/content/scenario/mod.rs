//! Scenarios as data: which book and map, who stands where with what, how the fight begins.
//!
//! The same unit entries serve cases, which set more of a unit than a scenario needs to.

mod bonds;
mod build;

pub use bonds::bind;
pub use build::plain_kind;
use serde::Deserializer;

use super::few::few;
use crate::{
    battle::{entry::EntryKind, setup::Opening, standing::Standing},
    content::prelude::*,
    grid::{Band, Dir8},
    rules::{
        facts::Watch,
        modifier::ActiveModifier,
        surroundings::Surroundings,
        unit::{AuraDef, MoveDef, ShieldDef},
        unit_systems::SystemsDef,
    },
};

/// The most units of a scenario, those who come later included.
pub const MOST_UNITS: usize = 1000;

/// The most weapons, items and spells of a unit.
pub const MOST_CARRIED: usize = 100;

/// The most sides of a scenario, the most waves of those who come later, and the most further books.
const MOST_LISTED: usize = 64;

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
    pub kind: Option<Key>,
    /// What players read; none: the kind's name.
    pub name: Option<String>,
    /// Its north-west square.
    pub at: Option<Square>,
    /// Where it looks.
    pub facing: Option<Dir8>,
    /// Its altitude band.
    pub band: Option<Band>,
    /// Its group, for awareness; none: its side's name.
    pub group: Option<Key>,
    /// A fixed initiative count, so that none is rolled.
    pub initiative: Option<i32>,
    /// Stats over those of its kind.
    #[serde(default)]
    pub stats: BTreeMap<Key, i32>,
    /// Maxima of tracks over those of its kind.
    #[serde(default)]
    pub max: BTreeMap<Key, i32>,
    /// Its systems in place of its kind's.
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
    pub carried: Option<i32>,
    /// How many rounds ago it last turned.
    pub turned: Option<i32>,
    /// Conditions.
    #[serde(default)]
    pub conditions: Vec<(Key, i32)>,
    /// When conditions end by themselves, by condition; left out: with the battle.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub until: BTreeMap<Key, Until>,
    /// Modifiers in force.
    #[serde(default)]
    pub modifiers: Vec<ActiveModifier>,
    /// Weapons in place of its kind's, the first ones in hand.
    pub weapons: Option<Vec<Key>>,
    /// Items in place of its kind's.
    pub items: Option<Vec<Key>>,
    /// Spells in slots in place of its kind's.
    pub spells: Option<Vec<Key>>,
    /// Weapons that are in hand, by name; the others are not.
    pub held: Option<Vec<Key>>,
    /// Items that are worn, by name; the others are carried.
    pub worn: Option<Vec<Key>>,
    /// How much is loaded, by weapon.
    #[serde(default)]
    pub loaded: BTreeMap<Key, i32>,
    /// Ammunition left, by weapon.
    #[serde(default)]
    pub stock: BTreeMap<Key, i32>,
    /// Damage resistances in place of its kind's.
    pub resistances: Option<Vec<(i32, Key)>>,
    /// Vulnerabilities in place of its kind's.
    pub vulnerabilities: Option<Vec<Key>>,
    /// Ways of moving in place of its kind's.
    pub movement: Option<Vec<MoveDef>>,
    /// Shields in place of its kind's.
    pub shields: Option<Vec<ShieldDef>>,
    /// Auras in place of its kind's.
    pub auras: Option<Vec<AuraDef>>,
    /// Size over its kind's.
    pub size: Option<Key>,
    /// Magnitude over its kind's.
    pub magnitude: Option<i32>,
    /// Legs over its kind's.
    pub legs: Option<i32>,
    /// Threat range over its size's.
    pub threat: Option<(i32, i32)>,
    /// How far the threat range is shifted.
    #[serde(default)]
    pub reach_shift: i32,
    /// Ability and skill of a check in place of the usual.
    #[serde(default)]
    pub overrides: BTreeMap<Key, (Key, Key)>,
    /// Proficiencies over its kind's (F-64).
    pub proficiencies: Option<Vec<Key>>,
    /// It knows of the enemy.
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
    pub senses: Option<(i32, i32)>,
    /// The unit on which it rides: the book's first relation that carries, in its first role.
    pub riding: Option<Key>,
    /// Other relations: which, in which role (none: the first), and to whom.
    #[serde(default)]
    pub bonds: Vec<BondEntry>,
    /// The vehicle that it is aboard, and its role there: `("truck", "driver")` (C-111).
    pub aboard: Option<(Key, Key)>,
    /// A vehicle's speed in km/h (C-111).
    #[serde(default)]
    pub speed: i32,
    /// The vehicle that it pursues, for a vehicle (C-127).
    pub pursuing: Option<Key>,
}

/// A relation of a unit with another, as written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BondEntry {
    /// Which.
    pub kind: Key,
    /// In which role; none: the first.
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
    pub name: Option<String>,
    /// Who decides, unless the players say otherwise.
    #[serde(default)]
    pub controller: Controller,
    /// It has won as soon as this is not 0 for one of its units that is still in the fight, that leaves it, or that is put
    /// out of it by a condition which this names (S-19).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins: Option<Expr>,
    /// Its units.
    #[serde(deserialize_with = "units")]
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
    #[serde(deserialize_with = "units")]
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
    /// What to do to win, in a sentence; none: to defeat the other sides.
    #[serde(default)]
    pub goal: String,
    /// What to keep in mind, a sentence each: the briefing shows them.
    #[serde(default, deserialize_with = "listed")]
    pub hints: Vec<String>,
    /// Newcomers are taught in it: a hint appears whenever something can be done for the first time.
    #[serde(default)]
    pub teaches: bool,
    /// Its place in lists, the least first; those without one follow. The first is what newcomers are offered.
    pub order: Option<i32>,
    /// The book it is played by.
    pub rulebook: Key,
    /// Other books it can be played by.
    #[serde(default, deserialize_with = "listed")]
    pub also: Vec<Key>,
    /// Light, smoke, weather, gravity, jamming.
    #[serde(default)]
    pub surroundings: Surroundings,
    /// The map.
    pub map: Key,
    /// The sides.
    #[serde(deserialize_with = "listed")]
    pub sides: Vec<SideEntry>,
    /// Who comes later.
    #[serde(default, deserialize_with = "listed")]
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

impl ScenarioDef {
    /// All its units, those who come later included.
    pub fn units(&self) -> impl Iterator<Item = &UnitEntry> {
        let later = self.reinforcements.iter().flat_map(|wave| &wave.units);
        self.sides.iter().flat_map(|side| &side.units).chain(later)
    }

    /// What wins it for sides besides defeating the others.
    pub fn goals(&self) -> Vec<(Side, Expr)> {
        self.sides.iter().filter_map(|side| Some((Side(side.id), side.wins.clone()?))).collect()
    }
}

/// Reads the units of one side: an entry takes a hundred times the room of its text.
pub fn units<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<UnitEntry>, D::Error> {
    few(deserializer, MOST_UNITS, "units")
}

fn listed<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    few(deserializer, MOST_LISTED, "members")
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
    /// The field of the unit's entry in which it is wrong, where that is not told by the word.
    pub field: Option<&'static str>,
}

fn mistake<T>(word: Key, message: String, known: Vec<&'static str>) -> Result<T, UnitMistake> {
    Err(UnitMistake { word: word.as_str().to_owned(), message, known, field: None })
}
