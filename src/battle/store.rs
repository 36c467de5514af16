//! The world of a battle, and how facts follow it.
//!
//! Bevy notes of everything in a world when it was last changed; facts take over what has been since they last did.
//! Nobody says what he has changed. What becomes of each resource, in facts, snapshot and hash, stands in one list
//! here; that of the components of units stands beside [`UnitState`].

use std::{
    any::TypeId,
    ops::{Deref, DerefMut},
};

use bevy_ecs::{
    change_detection::{DetectChanges, Mut, Tick},
    component::Mutable,
    query::QueryState,
    world::EntityRef,
};

use super::snapshot::{BEFORE_COUNTING, FORMAT, Hashed};
use crate::battle::prelude::*;

/// A resource of the list below. No other can be changed outside the schedules.
pub(super) trait Stored: Resource<Mutability = Mutable> {
    /// Whether facts are made of it.
    const IN_FACTS: bool;

    /// Facts take it over if it was changed after the first of two ticks, the other being the present.
    fn take(_world: &World, _ticks: (Tick, Tick), _facts: &mut Arc<Facts>) {}
}

/// Each resource, named once, in the order of the hash: its field in a snapshot, its bytes or digest in the hash, what
/// facts take over. A new one compiles only once it says all that and both kinds of battle begin with it.
macro_rules! resources {
    (@in_facts) => { false };
    (@in_facts $any:ident) => { true };
    (@stored $kind:ty $(, $own:ident, $facts:ident => $take:expr)?) => {
        impl Stored for $kind {
            const IN_FACTS: bool = resources!(@in_facts $($facts)?);

            $(fn take(world: &World, (since, now): (Tick, Tick), facts: &mut Arc<Facts>) {
                let resource = world.resource_ref::<$kind>();
                if resource.last_changed().is_newer_than(since, now) {
                    let ($own, $facts) = (&*resource, Arc::make_mut(facts));
                    $take;
                }
            })?
        }
    };
    (
        bytes {
            $($name:ident: $kind:ty = $field:ident, |$own:ident| $save:expr, $bytes:expr
                $(, $facts:ident => $take:expr)?;)*
        }
        digests {
            $($kept:ident: $kept_kind:ty = $kept_field:ident, |$kept_own:ident, $hashed:ident| $kept_save:expr,
                $digest:expr $(, $kept_facts:ident => $kept_take:expr)?;)*
        }
        made_anew { $($other:ty;)* }
    ) => {
        $(resources!(@stored $kind $(, $own, $facts => $take)?);)*
        $(resources!(@stored $kept_kind $(, $kept_own, $kept_facts => $kept_take)?);)*
        $(resources!(@stored $other);)*

        /// The resources with which a battle begins or goes on; they are saved and hashed.
        pub(super) struct Resources {
            $(pub $name: $kind,)*
            $(pub $kept: $kept_kind,)*
        }

        impl Resources {
            /// Puts them into a world, and those that are made anew.
            pub fn insert(self, world: &mut World) {
                $(world.insert_resource(self.$name);)*
                $(world.insert_resource(self.$kept);)*
                $(world.insert_resource(<$other>::default());)*
            }
        }

        /// A snapshot of a world's resources, and of what is none.
        pub(super) fn saved(world: &World, units: Vec<UnitState>, book: Key, round_limit: u32) -> Snapshot {
            Snapshot {
                format: FORMAT - BEFORE_COUNTING,
                engine: env!("CARGO_PKG_VERSION").to_owned(),
                book,
                units,
                round_limit,
                $($field: {
                    let $own = world.resource::<$kind>();
                    $save
                },)*
                $($kept_field: {
                    let $kept_own = world.resource::<$kept_kind>();
                    $kept_save
                },)*
            }
        }

        /// The bytes of the resources that are hashed whole.
        pub(super) fn add_bytes(world: &World, to: &mut Bytes) -> Result<(), Unhashed> {
            $({
                let $own = world.resource::<$kind>();
                to.add($bytes)?;
            })*
            Ok(())
        }

        /// The digests of the others.
        pub(super) fn add_digests(world: &World, known: &mut Hashed, to: &mut Bytes) -> Result<(), Unhashed> {
            $({
                let ($kept_own, $hashed) = (world.resource::<$kept_kind>(), &mut *known);
                to.add_digest(&$digest);
            })*
            Ok(())
        }

        /// The same of all resources.
        fn take_changed(world: &World, ticks: (Tick, Tick), facts: &mut Arc<Facts>) {
            $(<$kind as Stored>::take(world, ticks, facts);)*
            $(<$kept_kind as Stored>::take(world, ticks, facts);)*
        }
    };
}

resources! {
    bytes {
        clock: Clock = clock, |own| own.clone(), own,
            facts => (facts.round, facts.phase, facts.turn) = (own.round, own.phase, own.turn);
        stack: Stack = stack, |own| own.clone(), own;
        dice: DiceBox = dice, |own| own.0.clone(), &own.0;
        answers: Answers = answers, |own| own.clone(), own;
        open: OpenPrompt = prompt, |own| own.0.clone(), &own.0;
        holds: HeldBack = holds, |own| own.0.clone(), &own.0;
        ground: Ground = ground, |own| own.0.to_vec(), &*own.0, facts => facts.ground = own.0.clone();
        in_effect: InEffect = spells, |own| own.0.to_vec(), &*own.0, facts => facts.spells = own.0.clone();
        bonds: Bonds = bonds, |own| own.0.to_vec(), &*own.0, facts => facts.bonds = own.0.clone();
        things: Things = things, |own| own.0.to_vec(), &*own.0, facts => facts.things = own.0.clone();
        beginning: Beginning = opening, |own| own.0.clone(), &own.0;
        arrivals: Arrivals = arrivals, |own| own.0.clone(), &own.0;
    }
    digests {
        chronicle: Chronicle = chronicle, |own, _known| own.clone(), own.digest;
        board: BattleMap = map, |own, known| (*own.0).clone(), known.map.digest(&own.0)?,
            facts => facts.map = own.0.clone();
        around: CurrentSurroundings = surroundings, |own, known| (*own.0).clone(),
            known.surroundings.digest(&own.0)?, facts => facts.surroundings = own.0.clone();
        options: Options = options, |own, known| (*own.0).clone(), known.options.digest(&own.0)?;
        decked: DeckState = decks, |own, known| (*own.0).clone(), known.decks.digest(&own.0)?,
            facts => facts.decks = own.0.clone();
        memories: Memories = memories, |own, known| (*own.known).clone(), known.memories.digest(&own.known)?,
            facts => facts.memories = own.known.clone();
    }
    made_anew {
        Roster;
        Queue;
        Shares;
        InterposedFrames;
    }
}

/// One component of one unit that was lent out to be changed.
struct LentComponent {
    /// The unit's place in the roster.
    at: usize,
    entity: Entity,
    component: TypeId,
    take: fn(EntityRef<'_>, (Tick, Tick), usize, &mut Arc<Facts>),
}

/// A resource that was lent out to be changed.
struct LentResource {
    resource: TypeId,
    take: fn(&World, (Tick, Tick), &mut Arc<Facts>),
}

/// Facts take over a component of a unit if it was changed between two ticks.
fn take_component<C: UnitComponent>(
    from: EntityRef<'_>,
    (since, now): (Tick, Tick),
    at: usize,
    facts: &mut Arc<Facts>,
) {
    let Some(own) = from.get_ref::<C>() else { return };
    if !own.last_changed().is_newer_than(since, now) {
        return;
    }
    if let Some(unit) = Arc::make_mut(facts).units.get_mut(at) {
        C::of(unit).clone_from(&own);
    }
}

/// A battle's world. It knows what of that of which facts are made was lent out to be changed since they last looked.
pub(super) struct Store {
    world: World,
    columns: QueryState<UnitColumns>,
    /// When facts last took over what had changed.
    read: Tick,
    /// What was lent out since then, unless the whole world was.
    components: Vec<LentComponent>,
    resources: Vec<LentResource>,
    all_lent: bool,
    /// Whether anything was lent out to be changed since a step began that can begin again.
    touched: bool,
}

impl Store {
    /// Facts are level with the world as it is.
    pub fn new(mut world: World) -> Self {
        let columns = world.query::<UnitColumns>();
        let read = world.increment_change_tick();
        Self {
            world,
            columns,
            read,
            components: Vec::new(),
            resources: Vec::new(),
            all_lent: false,
            touched: true,
        }
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
        let resource = TypeId::of::<R>();
        if R::IN_FACTS && !self.resources.iter().any(|own| own.resource == resource) {
            self.resources.push(LentResource { resource, take: R::take });
        }
        self.world.resource_mut::<R>()
    }

    /// A component of a unit, to change.
    pub fn component_mut<C: UnitComponent>(&mut self, unit: UnitId) -> Option<Mut<'_, C>> {
        let mut roster = self.world.resource::<Roster>().0.iter().enumerate();
        let (at, entity) = roster.find(|(_, (known, _))| *known == unit).map(|(at, (_, own))| (at, *own))?;
        self.touched = true;
        let component = TypeId::of::<C>();
        if !self.components.iter().any(|own| own.at == at && own.component == component) {
            self.components.push(LentComponent { at, entity, component, take: take_component::<C> });
        }
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
        self.components.clear();
        self.resources.clear();
        self.all_lent = false;
        self.read = self.world.increment_change_tick();
    }

    /// Facts take over what has changed.
    pub fn extract(&mut self, facts: &mut Arc<Facts>) {
        if self.components.is_empty() && self.resources.is_empty() && !self.all_lent {
            return;
        }
        let ticks = (self.read, self.world.change_tick());
        if self.all_lent {
            let roster = &self.world.resource::<Roster>().0;
            let place = |entity: Entity| roster.iter().position(|(_, own)| *own == entity);
            // All components of units lie in tables, so the query never refuses.
            if let Ok(tables) = self.columns.contiguous_iter(&self.world) {
                let units = &mut Arc::make_mut(facts).units;
                for columns in tables {
                    units.take_changed(columns, ticks, place);
                }
            }
            take_changed(&self.world, ticks, facts);
        } else {
            for lent in &self.components {
                if let Ok(entity) = self.world.get_entity(lent.entity) {
                    (lent.take)(entity, ticks, lent.at, facts);
                }
            }
            self.resources.iter().for_each(|lent| (lent.take)(&self.world, ticks, facts));
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
        (self.all_lent, self.touched) = (true, true);
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
