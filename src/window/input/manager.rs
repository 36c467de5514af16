//! What of `leafwing-input-manager` runs in a frame.
//!
//! Its own plugin looks in every frame, twice, which of all pairs of bindings could be meant by one key; that took two
//! thirds of a frame's time. Nothing here hangs on fixed steps, and as long as no key, button, wheel or stick has
//! changed the actions stay as they are.

use bevy::input::{InputSystems, mouse::AccumulatedMouseScroll};
use leafwing_input_manager::{
    plugin::{CentralInputStorePlugin, InputManagerSystem},
    prelude::{ClashStrategy, InputMap},
    systems::{clear_central_input_store, tick_action_state, update_action_state},
};

use crate::window::prelude::*;

pub(super) fn plugin(app: &mut App) {
    let tick = (tick_action_state::<Action>, clear_central_input_store);
    app.add_plugins(CentralInputStorePlugin)
        .init_resource::<ClashStrategy>()
        .configure_sets(
            PreUpdate,
            InputManagerSystem::Update.after(InputSystems).after(InputManagerSystem::Unify),
        )
        .add_systems(
            PreUpdate,
            (
                tick.in_set(InputManagerSystem::Tick).before(InputManagerSystem::Unify),
                update_action_state::<Action>.in_set(InputManagerSystem::Update).run_if(changed),
            ),
        );
}

/// Whether anything that actions are bound to is another than in the frame before.
fn changed(
    (keys, buttons): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    wheel: Res<AccumulatedMouseScroll>,
    (pads, mut gone): (Query<(), Changed<Gamepad>>, RemovedComponents<Gamepad>),
    bindings: Query<(), Changed<InputMap<Action>>>,
    mut turned: Local<bool>,
) -> bool {
    let turns = wheel.delta != Vec2::ZERO;
    let stopped = std::mem::replace(&mut *turned, turns) && !turns;
    let unplugged = gone.read().count() > 0;
    let of_pads = unplugged || !pads.is_empty();
    keys.is_changed() || buttons.is_changed() || turns || stopped || of_pads || !bindings.is_empty()
}
