//! The whole battle as serde data, and its hash.
//!
//! A battle can be saved in the middle of any question: restoring gives an equal battle, which goes on to the same
//! hash. Both follow from two lists, that of resources in `store` and that of the components of units beside
//! [`UnitState`]: what is new in a battle is in both. The hash is blake3 over the canonical bytes (`digest`), the
//! chronicle as its rolling digest.

use std::sync::PoisonError;

use super::{
    digest::{Digest, Kept},
    store::{self, Resources},
};
use crate::battle::prelude::*;

/// The newest form of a saved battle, the one that saves have at their top. A newer one is refused with a sentence.
pub const FORMAT: u32 = 3;

/// The number that a battle itself bears is less by so much: it was counted from form 2 on.
pub(super) const BEFORE_COUNTING: u32 = 1;

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

/// Digests of what a battle shares and seldom changes.
#[derive(Debug, Default)]
pub(super) struct Hashed {
    pub map: Kept<Map>,
    pub surroundings: Kept<Surroundings>,
    pub options: Kept<BTreeMap<Key, i32>>,
    pub decks: Kept<Decks>,
    pub memories: Kept<Vec<Memory>>,
    pub sheets: Vec<Kept<UnitDef>>,
}

impl TakeParts for Bytes {
    type Error = Unhashed;

    fn part<C: Serialize>(&mut self, part: &C) -> Result<(), Unhashed> {
        self.add(part)
    }
}

impl Battle {
    /// The digest of all of it.
    fn digest(&self, hashed: &mut Hashed) -> Result<Digest, Unhashed> {
        let (world, units) = (self.world(), &self.facts.units);
        let mut bytes = Bytes::new(16 * 1024);
        bytes.add(&(self.facts.book.id, self.round_limit))?;
        store::add_bytes(world, &mut bytes)?;
        bytes.add(&units.len())?;
        hashed.sheets.resize_with(units.len(), Kept::default);
        for (unit, kept) in units.iter().zip(&mut hashed.sheets) {
            bytes.add_digest(&kept.digest(&unit.sheet.0)?);
            unit.parts(&mut bytes)?;
        }
        store::add_digests(world, hashed, &mut bytes)?;
        Ok(bytes.digest())
    }

    /// The whole battle as data.
    pub fn snapshot(&self) -> Snapshot {
        let units = self.facts.units.iter().cloned().collect();
        store::saved(self.world(), units, self.facts.book.id, self.round_limit)
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
        let missing = |what: String| Err(RestoreError::Missing(what));
        for unit in &snapshot.units {
            if let Some(own) = unit.conditions.0.iter().find(|own| book.condition(own.id).is_none()) {
                return missing(format!("the condition {}", own.id));
            }
            let known = |item: &Item| book.weapon(item.def).is_some() || book.item(item.def).is_some();
            if let Some(own) = unit.gear.items.iter().find(|own| !known(own)) {
                return missing(format!("the item {}", own.def));
            }
        }
        if let Some(own) = snapshot.spells.iter().find(|own| book.spell(own.spell).is_none()) {
            return missing(format!("the spell {}", own.spell));
        }
        let map = Arc::new(snapshot.map);
        let resources = Resources {
            clock: snapshot.clock,
            stack: snapshot.stack,
            dice: DiceBox(snapshot.dice),
            answers: snapshot.answers,
            open: OpenPrompt(snapshot.prompt),
            holds: HeldBack(snapshot.holds),
            ground: Ground(snapshot.ground.into()),
            in_effect: InEffect(snapshot.spells.into()),
            bonds: Bonds(snapshot.bonds.into()),
            things: Things(snapshot.things.into()),
            beginning: Beginning(snapshot.opening),
            arrivals: Arrivals(snapshot.arrivals),
            chronicle: snapshot.chronicle,
            board: BattleMap(map.clone()),
            around: CurrentSurroundings(Arc::new(snapshot.surroundings)),
            options: Options(Arc::new(snapshot.options)),
            decked: DeckState(Arc::new(snapshot.decks)),
            memories: Memories { known: Arc::new(snapshot.memories), map: Some(map) },
        };
        Ok(Self::assemble(book.clone(), snapshot.units, resources, snapshot.round_limit))
    }

    /// The battle's hash, as 64 hexadecimal digits. Where it cannot be hashed that is its fault, and it ends.
    pub fn hash(&self) -> String {
        let mut hashed = self.hashed.lock().unwrap_or_else(PoisonError::into_inner);
        match self.digest(&mut hashed) {
            Ok(digest) => blake3::Hash::from(digest).to_hex().to_string(),
            Err(why) => {
                self.unhashed(&why);
                format!("no hash: {why}")
            }
        }
    }
}
