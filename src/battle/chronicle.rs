//! The append-only list of what happened, and who perceived it.
//!
//! The window animates from it, the log and the cases read it. A rolling digest of it is part of the battle's hash.

use crate::battle::prelude::*;

pub use super::{
    news::{Answered, ItemNews, SpellNews, SystemsNews, ThingNews, WorkNews},
    outcome::Outcome,
};

impl Outcome {
    /// The units that one must see to perceive it; none: everybody perceives it.
    pub fn about(&self) -> Vec<UnitId> {
        match self {
            Self::TurnStarted { unit, .. }
            | Self::TurnEnded { unit }
            | Self::Delayed { unit, .. }
            | Self::Skipped { unit, .. }
            | Self::Declared { unit, .. }
            | Self::Paid { unit, .. }
            | Self::Wasted { unit, .. }
            | Self::Answerable { unit, .. }
            | Self::Stepped { unit, .. }
            | Self::Faced { unit, .. }
            | Self::Collided { unit, .. }
            | Self::Band { unit, .. }
            | Self::Falling { unit, .. }
            | Self::Crashed { unit, .. }
            | Self::Track { unit, .. }
            | Self::Condition { unit, .. }
            | Self::Modified { unit, .. }
            | Self::Ledger { unit, .. }
            | Self::Count { unit, .. }
            | Self::Points { unit, .. }
            | Self::Item { unit, .. }
            | Self::Slot { unit, .. }
            | Self::Refreshed { unit }
            | Self::Watching { unit, .. }
            | Self::Spell { by: unit, .. }
            | Self::Entered { unit, .. }
            | Self::Begun { unit, .. }
            | Self::Work { unit, .. }
            | Self::Bill { unit, .. }
            | Self::Reach { unit, .. }
            | Self::Left { unit }
            | Self::Systems { unit, .. }
            | Self::Lifted { unit, .. }
            | Self::Ward { unit, .. } => vec![*unit],
            Self::Drives { vehicle, .. } | Self::Course { vehicle, .. } => vec![*vehicle],
            Self::Rolled { check, .. } => vec![check.by],
            Self::Dice { unit, .. } => unit.iter().copied().collect(),
            Self::Compared { check, target, .. } => vec![check.by, *target],
            Self::Area { by, .. } => vec![*by],
            Self::Struck { by, target, .. } => vec![*by, *target],
            Self::Bound { bond, .. } => vec![bond.unit, bond.to],
            Self::Opposed { unit, against, .. } => vec![*unit, *against],
            Self::First { watcher, actor, .. } => vec![*watcher, *actor],
            Self::PhaseStarted { .. }
            | Self::Surroundings
            | Self::Avoided { .. }
            | Self::TimePassed { .. }
            | Self::Thing { .. }
            | Self::Door { .. }
            | Self::Noise { .. }
            | Self::Object { .. }
            | Self::Fire { .. }
            | Self::Met { .. }
            | Self::Fortune { .. }
            | Self::Team { .. }
            | Self::Over { .. } => Vec::new(),
        }
    }

    /// All units that it names.
    pub fn names(&self) -> Vec<UnitId> {
        let mut names = self.about();
        match self {
            Self::Declared { args, .. } => names.extend(args.target),
            Self::Answerable { by, .. } | Self::Bill { by, .. } | Self::Noise { by, .. } => names.push(*by),
            Self::Fortune { unit, .. } => names.push(*unit),
            Self::Collided { into: Hit::Unit(unit), .. } => names.push(*unit),
            _ => {}
        }
        names
    }
}

/// An outcome, and who perceived it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// What happened.
    pub outcome: Outcome,
    /// Sides that did not perceive it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden_from: Vec<Side>,
    /// Units that it names, each with a side that perceived it without knowing of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<(Side, UnitId)>,
}

impl Event {
    /// Whether a side perceived it.
    pub fn perceived_by(&self, side: Side) -> bool {
        !self.hidden_from.contains(&side)
    }

    /// The units that it names and of which a side that perceived it did not know.
    pub fn not_known_to(&self, side: Side) -> Vec<UnitId> {
        self.unknown.iter().filter(|(own, _)| *own == side).map(|(_, unit)| *unit).collect()
    }

    /// Whether a side that perceived it did not know of a unit that it names.
    pub fn unknown_to(&self, side: Side, unit: UnitId) -> bool {
        self.unknown.contains(&(side, unit))
    }
}

/// All that happened, in order.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chronicle {
    /// The events.
    pub events: Vec<Event>,
    /// Digest of all of them.
    pub digest: [u8; 32],
}

impl Chronicle {
    /// Adds an event. It is there even where it cannot be made part of the digest.
    pub(super) fn push(&mut self, event: Event) -> Result<(), Unhashed> {
        let mut bytes = Bytes::new(256);
        bytes.add_digest(&self.digest);
        let added = bytes.add(&event);
        self.digest = bytes.digest();
        self.events.push(event);
        added
    }

    /// Events from an index on.
    pub fn since(&self, index: usize) -> &[Event] {
        self.events.get(index..).unwrap_or_default()
    }
}
