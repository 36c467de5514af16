//! The world of a battle, and how facts follow it.
//!
//! Bevy notes of everything in a world when it was last changed; facts take over what has been since they last did.
//! Nobody says what he has changed. What becomes of each resource, in facts, snapshot and hash, stands in one list
//! here; that of the components of units stands beside [`UnitState`].

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use bevy_ecs::{
    change_detection::{DetectChanges, Mut, Tick},
    component::Mutable,
    entity::Entity,
    query::QueryState,
    resource::Resource,
    world::World,
};

use super::{
    chronicle::Chronicle,
    frames::Stack,
    queue::Queue,
    resources::{
        Answers, Arrivals, BattleMap, Bonds, Clock, CurrentSurroundings, DeckState, DiceBox, Ground, Holds,
        InEffect, InterposedFrames, Memories, OpenPrompt, Roster, Shares, Things,
    },
    setup::Beginning,
};
use crate::rules::facts::{Facts, UnitColumns, UnitComponent, UnitId, UnitState};

/// A resource of the list below. No other can be changed outside the schedules.
pub(super) trait Stored: Resource<Mutability = Mutable> {
    /// Whether facts are made of it.
    const IN_FACTS: bool;
}

/// Each resource with what becomes of it. One that is saved is a field of [`Saved`], which snapshot and hash take apart
/// whole: a new one compiles only once both say what they do with it.
macro_rules! resources {
    (
        facts + snapshot + hash { $($read:ident: $read_kind:ty = |$own:ident, $facts:ident| $take:expr;)* }
        snapshot + hash { $($saved:ident: $saved_kind:ty;)* }
        made_anew { $($other:ty;)* }
    ) => {
        $(impl Stored for $read_kind {
            const IN_FACTS: bool = true;
        })*
        $(impl Stored for $saved_kind {
            const IN_FACTS: bool = false;
        })*
        $(impl Stored for $other {
            const IN_FACTS: bool = false;
        })*

        /// The resources that are saved and hashed.
        #[derive(Clone, Copy)]
        pub(super) struct Saved<'a> {
            $(pub $read: &'a $read_kind,)*
            $(pub $saved: &'a $saved_kind,)*
        }

        impl<'a> Saved<'a> {
            /// Those of a world.
            pub fn of(world: &'a World) -> Self {
                Self {
                    $($read: world.resource::<$read_kind>(),)*
                    $($saved: world.resource::<$saved_kind>(),)*
                }
            }
        }

        /// Facts take over the resources that were changed after the first of two ticks, the other being the present.
        fn take_changed(world: &World, (since, now): (Tick, Tick), facts: &mut Arc<Facts>) {
            $({
                let resource = world.resource_ref::<$read_kind>();
                if resource.last_changed().is_newer_than(since, now) {
                    let ($own, $facts) = (&*resource, Arc::make_mut(facts));
                    $take;
                }
            })*
        }
    };
}

resources! {
    facts + snapshot + hash {
        board: BattleMap = |own, facts| facts.map = own.0.clone();
        around: CurrentSurroundings = |own, facts| facts.surroundings = own.0.clone();
        ground: Ground = |own, facts| facts.ground = own.0.clone();
        in_effect: InEffect = |own, facts| facts.spells = own.0.clone();
        bonds: Bonds = |own, facts| facts.bonds = own.0.clone();
        things: Things = |own, facts| facts.things = own.0.clone();
        decked: DeckState = |own, facts| facts.decks = own.0.clone();
        memories: Memories = |own, facts| facts.memories = own.known.clone();
        clock: Clock = |own, facts| (facts.round, facts.phase, facts.turn) = (own.round, own.phase, own.turn);
    }
    snapshot + hash {
        stack: Stack;
        dice: DiceBox;
        answers: Answers;
        open: OpenPrompt;
        chronicle: Chronicle;
        holds: Holds;
        beginning: Beginning;
        arrivals: Arrivals;
    }
    made_anew {
        Roster;
        Queue;
        Shares;
        InterposedFrames;
    }
}

/// A battle's world. It knows whether what facts are made of was lent out to be changed since they last looked.
pub(super) struct Store {
    world: World,
    columns: QueryState<UnitColumns>,
    /// When facts last took over what had changed.
    read: Tick,
    units_lent: bool,
    resources_lent: bool,
    /// Whether anything was lent out to be changed since a step began that can begin again.
    touched: bool,
}

impl Store {
    /// Facts are level with the world as it is.
    pub fn new(mut world: World) -> Self {
        let columns = world.query::<UnitColumns>();
        let read = world.increment_change_tick();
        Self { world, columns, read, units_lent: false, resources_lent: false, touched: true }
    }

    /// From now on it is noted whether anything is lent out to be changed.
    pub fn untouch(&mut self) {
        self.touched = false;
    }

    /// Whether anything was lent out to be changed since [`Store::untouch`].
    pub fn touched(&self) -> bool {
        self.touched
    }

    /// A resource, to change.
    pub fn resource_mut<R: Stored>(&mut self) -> Mut<'_, R> {
        self.touched = true;
        self.resources_lent |= R::IN_FACTS;
        self.world.resource_mut::<R>()
    }

    /// A component of a unit, to change.
    pub fn component_mut<C: UnitComponent>(&mut self, unit: UnitId) -> Option<Mut<'_, C>> {
        let roster = &self.world.resource::<Roster>().0;
        let entity = roster.iter().find(|(known, _)| *known == unit).map(|(_, entity)| *entity)?;
        (self.units_lent, self.touched) = (true, true);
        self.world.get_mut::<C>(entity)
    }

    /// A unit's components; facts get it besides.
    pub fn spawn_unit(&mut self, state: UnitState) {
        self.touched = true;
        let id = state.identity.id;
        let entity = self.world.spawn(state).id();
        self.world.resource_mut::<Roster>().0.push((id, entity));
    }

    /// Facts know all of the world as it is.
    pub fn mark_read(&mut self) {
        (self.units_lent, self.resources_lent) = (false, false);
        self.read = self.world.increment_change_tick();
    }

    /// Facts take over what has changed.
    pub fn extract(&mut self, facts: &mut Arc<Facts>) {
        if !self.units_lent && !self.resources_lent {
            return;
        }
        let ticks = (self.read, self.world.change_tick());
        if self.units_lent {
            let roster = &self.world.resource::<Roster>().0;
            let place = |entity: Entity| roster.iter().position(|(_, own)| *own == entity);
            // All components of units lie in tables, so the query never refuses.
            if let Ok(tables) = self.columns.contiguous_iter(&self.world) {
                let units = &mut Arc::make_mut(facts).units;
                for columns in tables {
                    units.take_changed(columns, ticks, place);
                }
            }
        }
        if self.resources_lent {
            take_changed(&self.world, ticks, facts);
        }
        self.mark_read();
    }
}

impl Deref for Store {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

/// Whoever gets the whole world, as a schedule does, may have changed anything.
impl DerefMut for Store {
    fn deref_mut(&mut self) -> &mut World {
        (self.units_lent, self.resources_lent, self.touched) = (true, true, true);
        &mut self.world
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_lent_out_to_be_changed_is_noted() {
        let mut world = World::new();
        world.insert_resource(Clock::default());
        let mut store = Store::new(world);
        assert!(store.touched(), "between steps nothing can begin again");
        store.untouch();
        assert_eq!(store.resource::<Clock>().round, 0);
        assert!(!store.touched(), "it was only read");
        store.resource_mut::<Clock>().round = 1;
        assert!(store.touched());
        store.untouch();
        store.insert_resource(Clock::default());
        assert!(store.touched(), "the whole world was lent out");
    }
}
