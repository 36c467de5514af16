//! A battle as plain values: what checks, legality, the AI and what-ifs read.
//!
//! [`UnitState`] is at once the bundle of components with which a unit is spawned, its part of [`Facts`] and its part
//! of a snapshot, so that the three can never differ. Facts are freely altered ("what if I stood there"); altering them
//! changes no battle.

mod active_spells;
mod altitude;
mod bonds;
mod bounds;
mod comms;
mod crew;
mod doing;
mod forecast;
mod gear;
mod goals;
mod lasting;
mod memory;
mod motion;
mod names;
mod posts;
mod repairs;
mod sensors;
mod shared;
mod space;
mod state;
mod system_damage;
mod things;
mod unit;
mod values;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    book::Rulebook,
    check_rule::CheckDef,
    condition::{ConditionDef, Forbids},
    luck::Decks,
    surroundings::Surroundings,
};
use crate::{grid::Map, key::Key};

pub use super::ids::{Side, UnitId};
pub use active_spells::{ActiveSpell, SpellDuration, SustainedCondition};
pub use bonds::Bond;
pub use crew::{Driven, Mounted, SIDES, mount_names};
pub use doing::{Grant, Initiative, LedgerEntry, Pending, Task, Usage, Watch, WatchFor, Watches};
pub use gear::{ArmedWith, Gear, GroundItem, Item, SpellSlot, SpellSlots, fresh_name};
pub use goals::{Goal, LATER, gained, places_named};
pub use memory::{Memory, Posture, Sighting, remembered, squares_of};
pub use motion::Motion;
pub use names::{Inputs, Word};
pub use sensors::{Contact, SightConditions};
pub use shared::{Iter, IterMut, Shared, Units};
pub use state::{TakeParts, UnitColumns, UnitComponent, UnitState};
pub use system_damage::{SystemHit, Systems};
pub use things::{Offered, Thing, ThingPlace};
pub use unit::{
    Aura, Awareness, Condition, Conditions, Identity, Modifiers, Place, Pool, Pools, Sheet, Shield, Track,
    Tracks, Wards,
};

/// The part of a fight that runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Units are placed, counts rolled.
    #[default]
    Muster,
    /// Those who are not surprised act.
    Surprise,
    /// Points are refilled, declarations made.
    RoundStart,
    /// Turns.
    Turns,
    /// What lasts a round ends; checks against conditions.
    EndOfRound,
    /// The ledger is settled.
    FluidInitiative,
    /// The fight has ended.
    Over,
    /// The hours after the fight.
    Aftermath,
    /// A phase of the book's own.
    Own(Key),
}

/// A battle as plain values. A copy of them shares its parts with the others until it alters one of them, so it costs
/// next to nothing.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The rulebook.
    pub book: Arc<Rulebook>,
    /// The map.
    pub map: Arc<Map>,
    /// The map as those meet it who fly over it: bare (T-05).
    pub sky: Arc<Map>,
    /// Units, in roster order.
    pub units: Units,
    /// Items on the ground.
    pub ground: Shared<Vec<GroundItem>>,
    /// Spells in effect, in the order cast.
    pub spells: Shared<Vec<ActiveSpell>>,
    /// Who is bound to whom.
    pub bonds: Shared<Vec<Bond>>,
    /// Things on the map that can be done something with.
    pub things: Shared<Vec<Thing>>,
    /// The round, 0 before the first.
    pub round: u32,
    /// The phase.
    pub phase: Phase,
    /// Whose turn it is.
    pub turn: Option<UnitId>,
    /// Light, smoke, weather and the like.
    pub surroundings: Arc<Surroundings>,
    /// Options of the scenario over those of the book.
    pub options: Arc<std::collections::BTreeMap<Key, i32>>,
    /// With fog: what each side remembers, in the order of the roster.
    pub memories: Arc<Vec<Memory>>,
    /// How luck is dealt, and what is left of the decks (T-13).
    pub decks: Arc<Decks>,
    /// What wins the fight for sides besides defeating the others (S-19).
    pub goals: Arc<Vec<Goal>>,
}

impl Facts {
    /// A unit.
    #[inline]
    pub fn unit(&self, id: UnitId) -> Option<&UnitState> {
        self.units.find(id)
    }

    /// A unit, to alter: "what if".
    pub fn unit_mut(&mut self, id: UnitId) -> Option<&mut UnitState> {
        self.units.find_mut(id)
    }

    /// A number that the scenario or else the book sets.
    pub fn option(&self, id: &str) -> i32 {
        let key = Key::new(id);
        self.options.get(&key).copied().unwrap_or_else(|| self.book.option(id))
    }

    /// The same for a check: `option.check` or `option.tag`, where set, comes before the plain number.
    pub fn option_for(&self, id: &str, check: &CheckDef) -> i32 {
        let narrowed = std::iter::once(check.id).chain(check.tags.iter().copied());
        let own = |key: &Key| key.as_str().strip_prefix(id).is_some_and(|rest| rest.starts_with('.'));
        let found = if self.options.keys().any(own) {
            narrowed.map(|word| Key::new(&format!("{id}.{word}"))).find_map(|key| self.options.get(&key))
        } else {
            None
        };
        found.copied().unwrap_or_else(|| self.option(id))
    }

    /// The definitions of a unit's conditions, each with its count.
    pub fn conditions<'a>(&'a self, unit: &'a UnitState) -> impl Iterator<Item = (&'a ConditionDef, i32)> {
        unit.conditions.0.iter().filter_map(|own| Some((self.book.condition(own.id)?, own.count)))
    }

    /// The first condition that forbids something, if any.
    pub fn forbidden<'a>(&'a self, unit: &'a UnitState, what: Forbids) -> Option<&'a ConditionDef> {
        self.conditions(unit)
            .map(|(def, _)| def)
            .find(|def| def.forbids.contains(&what) || def.forbids.contains(&Forbids::All))
    }

    /// Whether it is on the board and alive.
    pub fn present(&self, unit: &UnitState) -> bool {
        !unit.place.gone && !self.dead(unit)
    }

    /// Whether it is dead.
    pub fn dead(&self, unit: &UnitState) -> bool {
        self.conditions(unit).any(|(def, _)| def.dead)
    }

    /// Whether it can act at this moment.
    pub fn can_act(&self, unit: &UnitState) -> bool {
        self.present(unit) && self.forbidden(unit, Forbids::Actions).is_none() && !self.staggered_out(unit)
    }

    /// Whether it may roll a defence: it can act, and no condition refuses what is tagged `defence` (D-33).
    pub fn can_defend(&self, unit: &UnitState) -> bool {
        let defence = Key::new("defence");
        let refuses = |def: &ConditionDef| {
            def.forbids_tags.contains(&defence)
                || (!def.only_tags.is_empty() && !def.only_tags.contains(&defence))
        };
        self.can_act(unit) && !self.conditions(unit).any(|(def, _)| refuses(def))
    }

    /// Whether it is in stealth: no target for its enemies, and no defence roll against its attacks (D-11).
    pub fn unseen(&self, unit: &UnitState) -> bool {
        self.conditions(unit).any(|(def, _)| def.unseen)
    }

    /// Whether surprise alone leaves it only what is free in its turn (S-15); never in a surprise round.
    pub fn only_free(&self, unit: &UnitState) -> bool {
        let rule = &self.book.settings.timing.surprise;
        let surprised = |def: &ConditionDef| Some(def.id) == rule.condition;
        let stops = |def: &ConditionDef| def.forbids.contains(&Forbids::Actions);
        let stopped = self.conditions(unit).any(|(def, _)| surprised(def) && stops(def));
        let others = self.conditions(unit).any(|(def, _)| !surprised(def) && stops(def));
        let at_all = self.present(unit) && self.forbidden(unit, Forbids::All).is_none();
        !rule.round && stopped && !others && at_all && !self.staggered_out(unit)
    }

    /// Whether its allotment is nothing by what conditions take.
    pub fn staggered_out(&self, unit: &UnitState) -> bool {
        self.takes(unit).iter().any(|(pools, count)| {
            let own = unit.pools.0.iter().filter(|pool| pools.contains(&pool.id));
            *count >= own.map(|pool| pool.base + pool.extra).sum()
        })
    }

    /// Whether it is out of the fight for the long run.
    pub fn out(&self, unit: &UnitState) -> bool {
        !self.present(unit)
            || self.staggered_out(unit)
            || self
                .conditions(unit)
                .any(|(def, _)| def.out || def.out_by.is_some_and(|id| self.option(id.as_str()) != 0))
    }

    /// Whether it gets no turn in the surprise round that runs.
    pub fn surprised(&self, unit: &UnitState) -> bool {
        let condition = self.book.settings.timing.surprise.condition;
        self.phase == Phase::Surprise && condition.is_some_and(|id| unit.conditions.has(id))
    }

    /// Whether two units are of hostile sides.
    pub fn hostile(&self, one: &UnitState, other: &UnitState) -> bool {
        one.identity.side != other.identity.side
    }

    /// Whether two units of these ids are of hostile sides.
    pub fn hostile_ids(&self, one: UnitId, other: UnitId) -> bool {
        match (self.unit(one), self.unit(other)) {
            (Some(one), Some(other)) => self.hostile(one, other),
            _ => false,
        }
    }

    /// The sides still in the fight, in roster order. Vehicles do not fight, those aboard do.
    pub fn standing_sides(&self) -> Vec<Side> {
        let standing = self.units.iter().filter(|unit| unit.vehicle().is_none() && !self.out(unit));
        each_once(standing.map(|unit| unit.side()))
    }
}

/// Each of them once, in the order in which they first come.
pub fn each_once<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    all.fold(Vec::new(), |mut found, one| {
        if !found.contains(&one) {
            found.push(one);
        }
        found
    })
}
