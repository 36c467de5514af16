//! The whole battle as serde data, and its hash.
//!
//! A battle can be saved in the middle of any question: restoring gives an equal battle, which goes on to the same
//! hash. Both are made of one list, [`State`], and know nothing else of the battle: what is new in a battle is in both.
//! Its resources are listed in `store`, the components of units beside [`UnitState`]. The hash is blake3 over the
//! canonical bytes (`digest`), the chronicle as its rolling digest.

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError},
};

use serde::{Deserialize, Serialize};

use super::{
    Battle,
    chronicle::Chronicle,
    digest::{Bytes, Digest, Kept, Unhashed},
    entry::Arrival,
    frames::Stack,
    prompt::Prompt,
    resources::{Answers, Arrivals, Clock, HeldEffects, Holds, Memories, OpenPrompt},
    setup::{Opening, Parts},
    store::Saved,
};
use crate::{
    dice::DiceStream,
    grid::Map,
    key::Key,
    rules::{
        book::Rulebook,
        facts::{ActiveSpell, Bond, Facts, GroundItem, Memory, TakeParts, Thing, UnitState, Units},
        luck::Decks,
        surroundings::Surroundings,
        unit::UnitDef,
    },
};

/// The newest form of a saved battle, the one that saves have at their top. A newer one is refused with a sentence.
pub const FORMAT: u32 = 3;

/// The number that a battle itself bears is less by so much: it was counted from form 2 on.
const BEFORE_COUNTING: u32 = 1;

/// The whole battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Its form, counted from form 2 on: one less than [`FORMAT`] says.
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
    #[serde(default, skip_serializing_if = "Decks::plain")]
    pub decks: Decks,
    /// Standing answers.
    pub answers: Answers,
    /// The open prompt.
    pub prompt: Option<Prompt>,
    /// What happened.
    pub chronicle: Chronicle,
    /// What is held back.
    pub holds: Vec<HeldEffects>,
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
    /// It was written by a newer program, in this form.
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
                "the battle was saved in format {format}, this program reads up to {FORMAT}: update the program"
            ),
            Self::OtherBook(saved, given) => write!(f, "the battle was fought by {saved}, not by {given}"),
            Self::Missing(what) => {
                write!(f, "the saved battle needs {what}, which the rulebook does not have")
            }
        }
    }
}

impl std::error::Error for RestoreError {}

/// All that a battle is, of which both its snapshot and its hash are made.
struct State<'a> {
    book: Key,
    units: &'a Units,
    options: &'a Arc<BTreeMap<Key, i32>>,
    resources: Saved<'a>,
    round_limit: u32,
}

/// Digests of what a battle shares and seldom changes.
#[derive(Debug, Default)]
pub(super) struct Hashed {
    map: Kept<Map>,
    surroundings: Kept<Surroundings>,
    options: Kept<BTreeMap<Key, i32>>,
    decks: Kept<Decks>,
    memories: Kept<Vec<Memory>>,
    sheets: Vec<Kept<UnitDef>>,
}

impl State<'_> {
    /// All of it as data.
    fn saved(self) -> Snapshot {
        let Saved {
            board,
            around,
            ground,
            in_effect,
            bonds,
            things,
            decked,
            memories,
            clock,
            stack,
            dice,
            answers,
            open,
            chronicle,
            holds,
            beginning,
            arrivals,
        } = self.resources;
        Snapshot {
            format: FORMAT - BEFORE_COUNTING,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            book: self.book,
            map: (*board.0).clone(),
            units: self.units.iter().cloned().collect(),
            ground: ground.0.to_vec(),
            spells: in_effect.0.to_vec(),
            bonds: bonds.0.to_vec(),
            surroundings: (*around.0).clone(),
            things: things.0.to_vec(),
            options: (**self.options).clone(),
            clock: clock.clone(),
            stack: stack.clone(),
            dice: dice.0.clone(),
            decks: (*decked.0).clone(),
            answers: answers.clone(),
            prompt: open.0.clone(),
            chronicle: chronicle.clone(),
            holds: holds.0.clone(),
            opening: beginning.0.clone(),
            arrivals: arrivals.0.clone(),
            memories: (*memories.known).clone(),
            round_limit: self.round_limit,
        }
    }

    /// The digest of all of it. Nothing is left out here: what is taken apart is named whole.
    fn digest(self, hashed: &mut Hashed) -> Result<Digest, Unhashed> {
        let Self { book, units, options, resources, round_limit } = self;
        let Saved {
            board,
            around,
            ground,
            in_effect,
            bonds,
            things,
            decked,
            memories,
            clock,
            stack,
            dice,
            answers,
            open,
            chronicle,
            holds,
            beginning,
            arrivals,
        } = resources;
        let mut bytes = Bytes::new(16 * 1024);
        bytes.add(&(book, round_limit, clock, stack, &dice.0, answers, &open.0, &holds.0))?;
        bytes.add(&(&*ground.0, &*in_effect.0, &*bonds.0, &*things.0))?;
        bytes.add(&(&beginning.0, &arrivals.0, units.len()))?;
        hashed.sheets.resize_with(units.len(), Kept::default);
        for (unit, kept) in units.iter().zip(&mut hashed.sheets) {
            bytes.add_digest(&kept.digest(&unit.sheet.0)?);
            unit.parts(&mut bytes)?;
        }
        for digest in [
            chronicle.digest,
            hashed.map.digest(&board.0)?,
            hashed.surroundings.digest(&around.0)?,
            hashed.options.digest(options)?,
            hashed.decks.digest(&decked.0)?,
            hashed.memories.digest(&memories.known)?,
        ] {
            bytes.add_digest(&digest);
        }
        Ok(bytes.digest())
    }
}

impl TakeParts for Bytes {
    type Error = Unhashed;

    fn part<C: Serialize>(&mut self, part: &C) -> Result<(), Unhashed> {
        self.add(part)
    }
}

impl Battle {
    fn state(&self) -> State<'_> {
        State {
            book: self.facts.book.id,
            units: &self.facts.units,
            options: &self.facts.options,
            resources: Saved::of(self.world()),
            round_limit: self.round_limit,
        }
    }

    /// The whole battle as data.
    pub fn snapshot(&self) -> Snapshot {
        self.state().saved()
    }

    /// A battle equal to the one that was saved.
    pub fn restore(snapshot: Snapshot, book: &Arc<Rulebook>) -> Result<Self, RestoreError> {
        let form = snapshot.format.saturating_add(BEFORE_COUNTING);
        if form > FORMAT {
            return Err(RestoreError::Newer(form));
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
            units: snapshot.units.into(),
            ground: snapshot.ground.into(),
            spells: snapshot.spells.into(),
            bonds: snapshot.bonds.into(),
            things: snapshot.things.into(),
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
            open: OpenPrompt(snapshot.prompt),
            chronicle: snapshot.chronicle,
            holds: Holds(snapshot.holds),
            opening: snapshot.opening,
            arrivals: Arrivals(snapshot.arrivals),
            round_limit: snapshot.round_limit,
        }))
    }

    /// The battle's hash, as 64 hexadecimal digits. Where it cannot be hashed that is its fault, and it ends.
    pub fn hash(&self) -> String {
        let mut hashed = self.hashed.lock().unwrap_or_else(PoisonError::into_inner);
        match self.state().digest(&mut hashed) {
            Ok(digest) => blake3::Hash::from(digest).to_hex().to_string(),
            Err(why) => {
                self.unhashed(&why);
                format!("no hash: {why}")
            }
        }
    }
}
