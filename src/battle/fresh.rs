//! The battle's world and its facts: components of units changed, and the plain values kept level with them.
//!
//! Owns spawning, changing and reading units. Which changes are made is decided in `apply` and the frames.

use std::sync::Arc;

use bevy_ecs::{component::Mutable, prelude::Component, world::World};

use super::{
    Battle,
    resources::{Around, Board, Bonds, Clock, Decked, Ground, InEffect, Memories, Roster, Things},
};
use crate::rules::facts::{
    Awareness, Conditions, Driven, Facts, Gear, Identity, Initiative, Modifiers, Motion, Place, Pools, Sheet,
    Slots, Systems, Tracks, UnitId, UnitState, Usage, Wards, Watches,
};

impl Battle {
    /// The facts, fresh.
    pub(super) fn facts(&mut self) -> Arc<Facts> {
        self.refresh();
        self.facts.clone()
    }

    pub(super) fn refresh(&mut self) {
        if self.stale.is_empty() && !self.stale_rest {
            return;
        }
        let facts = Arc::make_mut(&mut self.facts);
        let roster = self.world.resource::<Roster>();
        for id in self.stale.drain(..) {
            let Some((_, entity)) = roster.0.iter().find(|(known, _)| *known == id) else { continue };
            let Some(state) = read_unit(&self.world, *entity) else { continue };
            if let Some(own) = facts.units.iter_mut().find(|unit| unit.identity.id == id) {
                *own = state;
            }
        }
        if self.stale_rest {
            self.stale_rest = false;
            let clock = self.world.resource::<Clock>();
            facts.round = clock.round;
            facts.phase = clock.phase;
            facts.turn = clock.turn;
            facts.map = self.world.resource::<Board>().0.clone();
            facts.ground = self.world.resource::<Ground>().0.clone();
            facts.spells.clone_from(&self.world.resource::<InEffect>().0);
            facts.bonds.clone_from(&self.world.resource::<Bonds>().0);
            facts.surroundings = self.world.resource::<Around>().0.clone();
            facts.things.clone_from(&self.world.resource::<Things>().0);
            facts.decks = self.world.resource::<Decked>().0.clone();
            facts.memories = self.world.resource::<Memories>().known.clone();
        }
    }

    pub(super) fn stale_clock(&mut self) {
        self.touch();
        self.stale_rest = true;
    }

    pub(super) fn stale_map(&mut self) {
        self.touch();
        self.stale_rest = true;
    }

    pub(super) fn stale_ground(&mut self) {
        self.touch();
        self.stale_rest = true;
    }

    pub(super) fn stale_spells(&mut self) {
        self.touch();
        self.stale_rest = true;
    }

    pub(super) fn stale_bonds(&mut self) {
        self.touch();
        self.stale_rest = true;
    }

    pub(super) fn stale_all(&mut self) {
        self.touch();
        self.stale_rest = true;
        self.stale = self.world.resource::<Roster>().0.iter().map(|(id, _)| *id).collect();
    }

    /// Changes one component of a unit.
    pub(super) fn change<C: Component<Mutability = Mutable>>(
        &mut self,
        unit: UnitId,
        change: impl FnOnce(&mut C),
    ) {
        self.touch();
        let entity = self
            .world
            .resource::<Roster>()
            .0
            .iter()
            .find(|(known, _)| *known == unit)
            .map(|(_, entity)| *entity);
        if let Some(entity) = entity
            && let Some(mut component) = self.world.get_mut::<C>(entity)
        {
            change(&mut component);
            if !self.stale.contains(&unit) {
                self.stale.push(unit);
            }
        }
    }

    /// Spawns a unit's components.
    pub(super) fn spawn(&mut self, state: UnitState) {
        self.touch();
        let state = state.bounded();
        let id = state.identity.id;
        let entity = self.world.spawn(state.clone()).id();
        self.world.resource_mut::<Roster>().0.push((id, entity));
        Arc::make_mut(&mut self.facts).units.push(state);
    }
}

fn read_unit(world: &World, entity: bevy_ecs::entity::Entity) -> Option<UnitState> {
    let unit = world.get_entity(entity).ok()?;
    Some(UnitState {
        identity: unit.get::<Identity>()?.clone(),
        sheet: unit.get::<Sheet>()?.clone(),
        place: *unit.get::<Place>()?,
        tracks: unit.get::<Tracks>()?.clone(),
        pools: unit.get::<Pools>()?.clone(),
        conditions: unit.get::<Conditions>()?.clone(),
        modifiers: unit.get::<Modifiers>()?.clone(),
        initiative: unit.get::<Initiative>()?.clone(),
        gear: unit.get::<Gear>()?.clone(),
        slots: unit.get::<Slots>()?.clone(),
        usage: unit.get::<Usage>()?.clone(),
        watches: unit.get::<Watches>()?.clone(),
        wards: unit.get::<Wards>()?.clone(),
        awareness: unit.get::<Awareness>()?.clone(),
        systems: unit.get::<Systems>()?.clone(),
        motion: unit.get::<Motion>()?.clone(),
        driven: unit.get::<Driven>()?.clone(),
    })
}
