//! A unit's components, listed once: the bundle with which it is spawned, its part of facts and of snapshots, what of
//! it is hashed, and what facts take over when the world has changed all follow from the list.

use bevy_ecs::{
    bundle::Bundle,
    change_detection::{ContiguousRef, Ref, Tick},
    component::{Component, Mutable},
    entity::Entity,
    query::ContiguousQueryData,
};
use serde::{Deserialize, Serialize};

use super::{
    Awareness, Conditions, Driven, Gear, Identity, Initiative, Modifiers, Motion, Place, Pools, Sheet, Side,
    SpellSlots, Systems, Tracks, UnitId, Units, Usage, Wards, Watches,
};
use crate::{
    grid::Area,
    key::Key,
    rules::unit::{AuraDef, ShieldDef},
};

/// A component of units, one of the list of [`UnitState`]. No other can be changed in a battle.
pub trait UnitComponent: Component<Mutability = Mutable> + Clone {
    /// This component of a unit.
    fn of(unit: &mut UnitState) -> &mut Self;
}

/// Takes the components of a unit that are hashed by their bytes, in the order of the list.
pub trait TakeParts {
    /// Why one cannot be taken.
    type Error;

    /// Takes one.
    fn part<C: Serialize>(&mut self, part: &C) -> Result<(), Self::Error>;
}

/// A list of any length as pairs in pairs, as Bevy's tuples end at 15: of types, or of names.
macro_rules! nested {
    (types) => { () };
    (types $first:ident $($rest:ident)*) => { (Ref<'static, $first>, nested!(types $($rest)*)) };
    (names) => { () };
    (names $first:ident $($rest:ident)*) => { ($first, nested!(names $($rest)*)) };
}

/// How a component gets into the hash: by its bytes (`hash`), or by a digest that is kept (`digest`).
macro_rules! take_part {
    (hash, $taker:ident, $part:expr) => {
        $taker.part($part)?
    };
    (digest, $taker:ident, $part:expr) => {};
}

/// Each line says of a component that it is in the facts and in snapshots, and how it is hashed.
macro_rules! unit_state {
    ($($(#[$meta:meta])* $field:ident: $kind:ident = facts + snapshot + $hash:ident;)*) => {
        /// Everything about one unit that can change, and its sheet.
        #[derive(Bundle, Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub struct UnitState {
            $($(#[$meta])* pub $field: $kind,)*
        }

        $(impl UnitComponent for $kind {
            fn of(unit: &mut UnitState) -> &mut Self {
                &mut unit.$field
            }
        })*

        /// The components of all units of a world, each with the ticks at which it was changed.
        pub type UnitColumns = (Entity, nested!(types $($kind)*));

        impl UnitState {
            /// Hands out the components that are hashed by their bytes.
            pub fn parts<T: TakeParts>(&self, taker: &mut T) -> Result<(), T::Error> {
                $(take_part!($hash, taker, &self.$field);)*
                Ok(())
            }
        }

        impl Units {
            /// Takes over components changed after the first of two ticks; `place_of`: an entity's place in the roster.
            pub fn take_changed(
                &mut self,
                columns: <UnitColumns as ContiguousQueryData>::Contiguous<'_, '_>,
                ticks: (Tick, Tick),
                place_of: impl Fn(Entity) -> Option<usize>,
            ) {
                let (entities, nested!(names $($field)*)) = columns;
                $(for (at, new) in changed(entities, $field, ticks, &place_of) {
                    if let Some(unit) = self.get_mut(at) {
                        unit.$field.clone_from(new);
                    }
                })*
            }
        }
    };
}

unit_state! {
    /// Who it is.
    identity: Identity = facts + snapshot + hash;
    /// What it is made of.
    sheet: Sheet = facts + snapshot + digest;
    /// Where it is.
    place: Place = facts + snapshot + hash;
    /// Vitality and the like.
    tracks: Tracks = facts + snapshot + hash;
    /// Points.
    pools: Pools = facts + snapshot + hash;
    /// Conditions.
    conditions: Conditions = facts + snapshot + hash;
    /// Modifiers.
    modifiers: Modifiers = facts + snapshot + hash;
    /// Initiative.
    initiative: Initiative = facts + snapshot + hash;
    /// Gear.
    gear: Gear = facts + snapshot + hash;
    /// Spells.
    slots: SpellSlots = facts + snapshot + hash;
    /// What it has done.
    usage: Usage = facts + snapshot + hash;
    /// What it waits for.
    watches: Watches = facts + snapshot + hash;
    /// Shields and auras.
    wards: Wards = facts + snapshot + hash;
    /// Awareness.
    awareness: Awareness = facts + snapshot + hash;
    /// Hits that its systems have taken.
    #[serde(default)]
    systems: Systems = facts + snapshot + hash;
    /// Speed and turns.
    #[serde(default)]
    motion: Motion = facts + snapshot + hash;
    /// How it goes, if it is a vehicle.
    #[serde(default, skip_serializing_if = "Driven::is_nothing")]
    driven: Driven = facts + snapshot + hash;
}

/// The changed rows of a column, each with its unit's place in the roster.
fn changed<'a, C>(
    entities: &'a [Entity],
    column: ContiguousRef<'a, C>,
    (since, now): (Tick, Tick),
    place: &'a impl Fn(Entity) -> Option<usize>,
) -> impl Iterator<Item = (usize, &'a C)> {
    let newer = move |tick: &Tick| tick.is_newer_than(since, now);
    let (ticks, rows) = (column.changed_ticks_slice(), column.into_inner());
    // Most columns have not changed. Without a way out in the middle the processor looks at several rows at a time.
    let any = ticks.iter().fold(false, |any, tick| any | newer(tick));
    let ticks = if any { ticks } else { &[] };
    ticks
        .iter()
        .zip(entities.iter().zip(rows))
        .filter(move |&(tick, _)| newer(tick))
        .filter_map(move |(_, (entity, new))| Some((place(*entity)?, new)))
}

impl UnitState {
    /// Its id.
    pub fn id(&self) -> UnitId {
        self.identity.id
    }

    /// Its side.
    pub fn side(&self) -> Side {
        self.identity.side
    }

    /// The squares it stands on.
    pub fn area(&self) -> Area {
        self.place.area
    }

    /// What a name of buying points reads for one of its shields: `price.medium` (D-07).
    pub fn buying(&self, ward: Option<Key>, name: Key) -> Option<i64> {
        let ward = ward?;
        let (head, rest) = name.parts()?;
        let fits = |own: &&ShieldDef| own.id == ward && own.precision.id() == rest.as_str();
        self.sheet.0.shields.iter().find(fits)?.buys(head.as_str())
    }

    /// What its kind says of one of its auras.
    pub fn aura_def(&self, aura: Key) -> Option<&AuraDef> {
        self.sheet.0.auras.iter().find(|own| own.id == aura)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bevy_ecs::world::World;

    use super::*;
    use crate::grid::{Band, Dir8, Square};

    fn unit(name: &str) -> UnitState {
        let (id, side) = (UnitId::new(name), Side::new("red"));
        let area = Area::one(Square::new(1, 1));
        UnitState {
            identity: Identity { id, name: name.to_owned(), kind: id.0, side, group: side.0 },
            sheet: Sheet(Arc::new(serde_json::from_str(r#"{"id": "plain", "name": "plain"}"#).unwrap())),
            place: Place { area, facing: Dir8::S, band: Band::Ground, gone: false, falling: None },
            tracks: Tracks::default(),
            pools: Pools::default(),
            conditions: Conditions::default(),
            modifiers: Modifiers::default(),
            initiative: Initiative::default(),
            gear: Gear { items: Vec::new(), reach_shift: 0 },
            slots: SpellSlots::default(),
            usage: Usage::default(),
            watches: Watches::default(),
            wards: Wards::default(),
            awareness: Awareness::default(),
            systems: Systems::default(),
            motion: Motion::default(),
            driven: Driven::default(),
        }
    }

    #[test]
    fn units_take_over_what_has_changed_and_nothing_else() {
        let mut world = World::new();
        let mut units = Units::default();
        let mut roster: Vec<Entity> = Vec::new();
        for name in ["one", "two"] {
            let unit = unit(name);
            roster.push(world.spawn(unit.clone()).id());
            units.push(unit);
        }
        let mut columns = world.query::<UnitColumns>();
        let since = world.increment_change_tick();
        world.get_mut::<Initiative>(roster[1]).unwrap().count = 7;
        // What was altered in the facts alone shows what is taken over and what is not.
        units[0].initiative.count = 3;
        units[1].usage.squares = 5;
        let ticks = (since, world.change_tick());
        let place = |entity: Entity| roster.iter().position(|own| *own == entity);
        for table in columns.contiguous_iter(&world).unwrap() {
            units.take_changed(table, ticks, place);
        }
        assert_eq!((units[0].initiative.count, units[1].initiative.count), (3, 7));
        assert_eq!(units[1].usage.squares, 5);
    }
}
