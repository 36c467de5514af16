//! The whole battle as serde data, and its hash.
//!
//! A battle can be saved in the middle of any question: restoring gives an equal battle, which goes on to the same
//! hash. The hash is blake3 over the canonical bytes, the chronicle as its rolling digest.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{
    Battle,
    chronicle::Chronicle,
    entry::Arrival,
    frames::Stack,
    prompt::Prompt,
    resources::{
        Answers, Around, Arrivals, Board, Bonds, Clock, Decked, DiceBox, Ground, Hold, Holds, InEffect,
        Memories, Open, Things,
    },
    setup::{Beginning, Opening, Parts},
};
use crate::{
    dice::DiceStream,
    grid::{Map, ObjectAt},
    key::Key,
    rules::{
        book::Rulebook,
        facts::{
            ActiveSpell, Awareness, Bond, Conditions, Facts, Gear, GroundItem, Identity, Initiative, Memory,
            Modifiers, Motion, Place, Pools, Slots, Systems, Thing, Tracks, UnitState, Usage, Wards, Watches,
        },
        luck::Decks,
        surroundings::Surroundings,
    },
};

/// The version of the saved form. A newer one is refused with a sentence.
pub const FORMAT: u32 = 1;

/// The whole battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The saved form's version.
    pub format: u32,
    /// The version of the program that wrote it.
    pub engine: String,
    /// The rulebook.
    pub book: Key,
    /// The map, with its doors as they are.
    pub map: Map,
    /// Units, in roster order.
    pub units: Vec<UnitState>,
    /// Items on the ground.
    pub ground: Vec<GroundItem>,
    /// Spells in effect.
    #[serde(default)]
    pub spells: Vec<ActiveSpell>,
    /// Who is bound to whom.
    #[serde(default)]
    pub bonds: Vec<Bond>,
    /// Light, smoke, weather and the like.
    #[serde(default)]
    pub surroundings: Surroundings,
    /// Things on the map.
    #[serde(default)]
    pub things: Vec<Thing>,
    /// Options.
    pub options: BTreeMap<Key, i32>,
    /// Round, phase, counters.
    pub clock: Clock,
    /// The flow.
    pub stack: Stack,
    /// The dice.
    pub dice: DiceStream,
    /// How luck is dealt, and what is left of the decks (T-13).
    #[serde(default, skip_serializing_if = "Decks::fair")]
    pub decks: Decks,
    /// Standing answers.
    pub answers: Answers,
    /// The open prompt.
    pub prompt: Option<Prompt>,
    /// What happened.
    pub chronicle: Chronicle,
    /// What is held back.
    pub holds: Vec<Hold>,
    /// How it began, for what of it is still to be done.
    #[serde(default)]
    pub opening: Opening,
    /// Who comes later.
    #[serde(default)]
    pub arrivals: Vec<Arrival>,
    /// With fog: what each side remembers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memories: Vec<Memory>,
    /// Rounds after which it is an error that it has not ended.
    pub round_limit: u32,
}

/// Why a snapshot cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// It was written by a newer program.
    Newer(u32),
    /// It belongs to another rulebook.
    OtherBook(Key, Key),
    /// It names something the rulebook does not have.
    Missing(String),
}

impl std::fmt::Display for RestoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Newer(format) => write!(
                f,
                "the battle was saved in form {format}, this program reads up to {FORMAT}: use the newer program"
            ),
            Self::OtherBook(saved, given) => write!(f, "the battle was fought by {saved}, not by {given}"),
            Self::Missing(what) => {
                write!(f, "the saved battle needs {what}, which the rulebook does not have")
            }
        }
    }
}

impl std::error::Error for RestoreError {}

#[derive(Serialize)]
struct UnitView<'a>(
    &'a Identity,
    &'a Place,
    &'a Tracks,
    &'a Pools,
    &'a Conditions,
    &'a Modifiers,
    &'a Initiative,
    &'a Gear,
    &'a Slots,
    &'a Usage,
    &'a Watches,
    &'a Wards,
    &'a Awareness,
    &'a Systems,
    &'a Motion,
);

#[derive(Serialize)]
struct View<'a> {
    book: Key,
    doors: Vec<(u16, bool)>,
    damages: Vec<(ObjectAt, i32)>,
    units: Vec<UnitView<'a>>,
    ground: &'a [GroundItem],
    spells: &'a [ActiveSpell],
    bonds: &'a [Bond],
    surroundings: &'a Surroundings,
    things: &'a [Thing],
    clock: &'a Clock,
    stack: &'a Stack,
    dice: &'a DiceStream,
    #[serde(skip_serializing_if = "Decks::fair")]
    decks: &'a Decks,
    answers: &'a Answers,
    prompt: Option<&'a Prompt>,
    digest: &'a [u8; 32],
    holds: &'a [Hold],
    arrivals: &'a [Arrival],
    #[serde(skip_serializing_if = "<[Memory]>::is_empty")]
    memories: &'a [Memory],
}

impl Battle {
    /// The whole battle as data.
    pub fn snapshot(&self) -> Snapshot {
        let world = self.world();
        Snapshot {
            format: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            book: self.truth().book.id,
            map: (*world.resource::<Board>().0).clone(),
            units: self.truth().units.clone(),
            ground: world.resource::<Ground>().0.clone(),
            spells: world.resource::<InEffect>().0.clone(),
            bonds: world.resource::<Bonds>().0.clone(),
            surroundings: (*world.resource::<Around>().0).clone(),
            things: world.resource::<Things>().0.clone(),
            options: (*self.truth().options).clone(),
            clock: world.resource::<Clock>().clone(),
            stack: world.resource::<Stack>().clone(),
            dice: world.resource::<DiceBox>().0.clone(),
            decks: (*world.resource::<Decked>().0).clone(),
            answers: world.resource::<Answers>().clone(),
            prompt: world.resource::<Open>().0.clone(),
            chronicle: self.chronicle().clone(),
            holds: world.resource::<Holds>().0.clone(),
            opening: world.resource::<Beginning>().0.clone(),
            arrivals: world.resource::<Arrivals>().0.clone(),
            memories: (*self.truth().memories).clone(),
            round_limit: self.round_limit,
        }
    }

    /// A battle equal to the one that was saved.
    pub fn restore(snapshot: Snapshot, book: &Arc<Rulebook>) -> Result<Self, RestoreError> {
        if snapshot.format > FORMAT {
            return Err(RestoreError::Newer(snapshot.format));
        }
        if snapshot.book != book.id {
            return Err(RestoreError::OtherBook(snapshot.book, book.id));
        }
        for unit in &snapshot.units {
            for condition in &unit.conditions.0 {
                if book.condition(condition.id).is_none() {
                    return Err(RestoreError::Missing(format!("the condition {}", condition.id)));
                }
            }
            for item in &unit.gear.items {
                if book.weapon(item.def).is_none() && book.item(item.def).is_none() {
                    return Err(RestoreError::Missing(format!("the item {}", item.def)));
                }
            }
        }
        for spell in &snapshot.spells {
            if book.spell(spell.spell).is_none() {
                return Err(RestoreError::Missing(format!("the spell {}", spell.spell)));
            }
        }
        let facts = Facts {
            book: book.clone(),
            sky: Arc::new(snapshot.map.sky()),
            map: Arc::new(snapshot.map),
            units: snapshot.units,
            ground: snapshot.ground,
            spells: snapshot.spells,
            bonds: snapshot.bonds,
            things: snapshot.things,
            round: snapshot.clock.round,
            phase: snapshot.clock.phase,
            turn: snapshot.clock.turn,
            surroundings: Arc::new(snapshot.surroundings),
            options: Arc::new(snapshot.options),
            memories: Arc::new(snapshot.memories),
            decks: Arc::new(snapshot.decks),
        };
        Ok(Self::assemble(Parts {
            memories: Memories { known: facts.memories.clone(), map: Some(facts.map.clone()) },
            facts,
            clock: snapshot.clock,
            stack: snapshot.stack,
            dice: snapshot.dice,
            answers: snapshot.answers,
            open: Open(snapshot.prompt),
            chronicle: snapshot.chronicle,
            holds: Holds(snapshot.holds),
            opening: snapshot.opening,
            arrivals: Arrivals(snapshot.arrivals),
            round_limit: snapshot.round_limit,
        }))
    }

    /// The battle's hash, as 64 hexadecimal digits.
    pub fn hash(&self) -> String {
        let world = self.world();
        let facts = self.truth();
        let view = View {
            book: facts.book.id,
            doors: facts.map.doors().map(|door| (door.id, door.open)).collect(),
            damages: facts.map.damages().collect(),
            units: facts
                .units
                .iter()
                .map(|unit| {
                    UnitView(
                        &unit.identity,
                        &unit.place,
                        &unit.tracks,
                        &unit.pools,
                        &unit.conditions,
                        &unit.modifiers,
                        &unit.initiative,
                        &unit.gear,
                        &unit.slots,
                        &unit.usage,
                        &unit.watches,
                        &unit.wards,
                        &unit.awareness,
                        &unit.systems,
                        &unit.motion,
                    )
                })
                .collect(),
            ground: &world.resource::<Ground>().0,
            spells: &world.resource::<InEffect>().0,
            bonds: &world.resource::<Bonds>().0,
            surroundings: &world.resource::<Around>().0,
            things: &world.resource::<Things>().0,
            clock: world.resource::<Clock>(),
            stack: world.resource::<Stack>(),
            dice: &world.resource::<DiceBox>().0,
            decks: &world.resource::<Decked>().0,
            answers: world.resource::<Answers>(),
            prompt: world.resource::<Open>().0.as_ref(),
            digest: &self.chronicle().digest,
            holds: &world.resource::<Holds>().0,
            arrivals: &world.resource::<Arrivals>().0,
            memories: &facts.memories,
        };
        let mut hasher = blake3::Hasher::new();
        if let Ok(bytes) = serde_json::to_vec(&view) {
            hasher.update(&bytes);
        }
        hasher.finalize().to_hex().to_string()
    }
}
