//! Rules written in Rust that join a phase: a plugin adds systems to the schedules of [`BattleStep`]s.
//!
//! A plugin's system reads components ([`Units`]) and resources ([`Res`]) and puts what follows into the [`Queue`]
//! ([`QueueMut`], the one thing that it can write): effects, or effects as content writes them, which roll dice. It
//! keeps nothing from one run to the next: only what goes through effects is in the chronicle, the hash, saves and
//! replays. `examples/morale.rs` is one.
//!
//! Every system that queues must stand in an order to every other of its step (`.after(BattleStep::…)`): two that could
//! run either way end the battle with a fault that names them.
//!

use std::fmt;

use bevy_ecs::{query::QueryData, system::ScheduleSystem};

pub use bevy_ecs::{
    query::{With, Without},
    schedule::IntoScheduleConfigs,
    system::Res,
};

use crate::battle::prelude::*;

/// Components of units, to read: `Units<(&Identity, &Place)>`. What is asked for to be written can be read, too, and no
/// more.
pub type Units<'w, 's, D, F = ()> = Query<'w, 's, <D as QueryData>::ReadOnly, F>;

/// Where a system puts what follows.
pub type QueueMut<'w> = ResMut<'w, Queue>;

/// Rules that join a battle.
pub trait BattlePlugin: Send + Sync {
    /// What it is called.
    fn name(&self) -> &str;

    /// Adds its systems. Called once for each battle, before anything of it has happened.
    fn build(&self, phases: &mut Phases<'_>);
}

/// The phases of a battle, to add systems to.
pub struct Phases<'a>(&'a mut World);

impl Phases<'_> {
    /// Adds systems to a step. They are placed by the public sets: the step itself, or a
    /// [`BattleSet`](super::phases::BattleSet) within it where the step has several.
    pub fn add_systems<M>(
        &mut self,
        step: BattleStep,
        systems: impl IntoScheduleConfigs<ScheduleSystem, M>,
    ) -> &mut Self {
        phases::install(self.0, step);
        self.0.get_resource_or_init::<Schedules>().add_systems(step, systems);
        self
    }
}

/// The plugins of a battle, in the order in which they are built. They are no part of saves and replays: who loads one
/// gives the same plugins again, or its hashes do not hold.
#[derive(Clone, Default)]
pub struct Plugins(Vec<Arc<dyn BattlePlugin>>);

impl Plugins {
    /// The same with one more.
    #[must_use]
    pub fn with(mut self, plugin: impl BattlePlugin + 'static) -> Self {
        self.0.push(Arc::new(plugin));
        self
    }
}

impl fmt::Debug for Plugins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|plugin| plugin.name())).finish()
    }
}

impl Battle {
    /// Lets plugins join. [`Battle::new`] does so with those of its setup; a battle that was restored has none.
    pub fn add_plugins(&mut self, plugins: &Plugins) {
        plugins.0.iter().for_each(|plugin| plugin.build(&mut Phases(self.world_mut())));
    }
}
