//! The gamepad as inputs of `leafwing-input-manager`: its buttons, and each way of its two sticks.
//!
//! Reads Bevy's `Gamepad`s, of which there may be several: any of them counts. So the handling needs no driver; real
//! ones are found by `devices` on Linux, and by Bevy's own driver elsewhere.

use bevy::{
    ecs::{
        message::Messages,
        system::{
            StaticSystemParam,
            lifetimeless::{Read, SQuery},
        },
    },
    input::gamepad::{
        GamepadAxis, RawGamepadAxisChangedEvent, RawGamepadButtonChangedEvent, RawGamepadEvent,
    },
    prelude::*,
};
use leafwing_input_manager::{
    InputControlKind,
    buttonlike::ButtonValue,
    clashing_inputs::BasicInputs,
    user_input::{
        Buttonlike, UserInput,
        updating::{CentralInputStore, InputRegistration, UpdatableInput},
    },
};
use serde::{Deserialize, Serialize};

/// Makes the gamepad's inputs known.
pub fn plugin(app: &mut App) {
    app.register_input_kind::<PadButton>(InputControlKind::Button)
        .register_input_kind::<StickWay>(InputControlKind::Button);
}

/// A button of any gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect, Serialize, Deserialize)]
pub struct PadButton(pub GamepadButton);

impl PadButton {
    fn report(self, gamepad: Entity, value: f32) -> RawGamepadEvent {
        RawGamepadButtonChangedEvent { gamepad, button: self.0, value }.into()
    }
}

/// A way of a stick of any gamepad: pressed from [`FAR`] on, its value is how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect, Serialize, Deserialize)]
pub enum StickWay {
    LeftUp,
    LeftRight,
    LeftDown,
    LeftLeft,
    RightUp,
    RightRight,
    RightDown,
    RightLeft,
}

/// A stick counts as pressed from here on.
const FAR: f32 = 0.5;
/// A stick counts as at rest up to here.
const REST: f32 = 0.15;

impl StickWay {
    /// All of them: of each stick up, right, down, left.
    pub const ALL: [Self; 8] = [
        Self::LeftUp,
        Self::LeftRight,
        Self::LeftDown,
        Self::LeftLeft,
        Self::RightUp,
        Self::RightRight,
        Self::RightDown,
        Self::RightLeft,
    ];

    /// Its axis, and whether it is the axis' positive end.
    fn axis(self) -> (GamepadAxis, bool) {
        let (n, left) = (self as usize % 4, (self as usize) < 4);
        let axis = match (left, n % 2) {
            (true, 0) => GamepadAxis::LeftStickY,
            (true, _) => GamepadAxis::LeftStickX,
            (false, 0) => GamepadAxis::RightStickY,
            (false, _) => GamepadAxis::RightStickX,
        };
        (axis, n < 2)
    }

    fn report(self, gamepad: Entity, value: f32) -> RawGamepadEvent {
        let (axis, positive) = self.axis();
        RawGamepadAxisChangedEvent { gamepad, axis, value: if positive { value } else { -value } }.into()
    }

    /// How far a gamepad's stick is pushed this way, from 0 to 1.
    pub fn pushed(self, pad: &Gamepad) -> f32 {
        let (axis, positive) = self.axis();
        let value = pad.get(axis).unwrap_or(0.0);
        let value = if positive { value } else { -value };
        ((value - REST) / (1.0 - REST)).clamp(0.0, 1.0)
    }

    /// Is it pushed far enough to count as pressed?
    pub fn is_far(self, pad: &Gamepad) -> bool {
        self.pushed(pad) >= FAR
    }
}

impl UpdatableInput for PadButton {
    type SourceData = SQuery<Read<Gamepad>>;

    fn compute(mut store: ResMut<CentralInputStore>, pads: StaticSystemParam<Self::SourceData>) {
        for button in GamepadButton::all() {
            let pressed = pads.iter().any(|pad| pad.pressed(button));
            let value = pads.iter().filter_map(|pad| pad.get(button)).fold(0.0, f32::max);
            if pressed || value > 0.0 {
                let value = ButtonValue::new(pressed, if pressed { value.max(FAR) } else { value });
                store.update_buttonlike(Self(button), value);
            }
        }
    }
}

impl UpdatableInput for StickWay {
    type SourceData = SQuery<Read<Gamepad>>;

    fn compute(mut store: ResMut<CentralInputStore>, pads: StaticSystemParam<Self::SourceData>) {
        for way in Self::ALL {
            let pushed = pads.iter().map(|pad| way.pushed(pad)).fold(0.0, f32::max);
            if pushed > 0.0 {
                store.update_buttonlike(way, ButtonValue::new(pushed >= FAR, pushed));
            }
        }
    }
}

/// What is pressed or let go is a button to the input manager, whatever the gamepad reports for it.
macro_rules! as_button {
    ($($kind:ty),*) => {
        $(
            impl UserInput for $kind {
                fn kind(&self) -> InputControlKind {
                    InputControlKind::Button
                }

                fn decompose(&self) -> BasicInputs {
                    BasicInputs::Simple(Box::new(*self))
                }
            }

            impl Buttonlike for $kind {
                fn get_pressed(&self, store: &CentralInputStore, _pad: Entity) -> Option<bool> {
                    store.pressed(self)
                }

                fn value(&self, store: &CentralInputStore, _pad: Entity) -> f32 {
                    store.button_value(self)
                }

                fn press(&self, world: &mut World) {
                    self.set_value(world, 1.0);
                }

                fn release(&self, world: &mut World) {
                    self.set_value(world, 0.0);
                }

                fn set_value(&self, world: &mut World, value: f32) {
                    say(world, |pad| self.report(pad, value));
                }
            }
        )*
    };
}

as_button!(PadButton, StickWay);

/// Every gamepad reports something.
fn say(world: &mut World, what: impl Fn(Entity) -> RawGamepadEvent) {
    let pads: Vec<Entity> = world.query_filtered::<Entity, With<Gamepad>>().iter(world).collect();
    let mut messages = world.resource_mut::<Messages<RawGamepadEvent>>();
    for pad in pads {
        messages.write(what(pad));
    }
}
