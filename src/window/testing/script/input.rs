//! The input of a script: pointer, keys, wheel and gamepad, as messages of the window.

use bevy::{
    input::{
        gamepad::{
            GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent,
            RawGamepadButtonChangedEvent, RawGamepadEvent,
        },
        keyboard::{Key, KeyboardInput, NativeKeyCode},
        mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel},
        touch::TouchPhase,
    },
    window::WindowEvent,
};

use super::ScriptStep;
use crate::window::prelude::*;

/// A part of a gamepad.
#[derive(Clone, Copy)]
pub enum OnPad {
    Button(GamepadButton),
    /// An axis of a stick.
    Axis(GamepadAxis),
}

/// The pointer, keys and wheel of the script, as messages of the window.
#[derive(bevy::ecs::system::SystemParam)]
pub struct ScriptInput<'w> {
    moved: MessageWriter<'w, CursorMoved>,
    buttons: MessageWriter<'w, MouseButtonInput>,
    wheel: MessageWriter<'w, MouseWheel>,
    keys: MessageWriter<'w, KeyboardInput>,
    all: MessageWriter<'w, WindowEvent>,
    pads: MessageWriter<'w, GamepadConnectionEvent>,
    pad: MessageWriter<'w, RawGamepadEvent>,
}

impl ScriptInput<'_> {
    /// Moves the pointer.
    pub fn point(&mut self, window: Entity, at: Vec2) {
        let moved = CursorMoved { window, position: at, delta: None };
        self.all.write(moved.clone().into());
        self.moved.write(moved);
    }

    /// Presses or lets go of a button of the mouse.
    pub fn button(&mut self, window: Entity, button: MouseButton, state: ButtonState) {
        let input = MouseButtonInput { button, state, window };
        self.all.write(input.into());
        self.buttons.write(input);
    }

    /// Presses or lets go of a key.
    pub fn key(&mut self, window: Entity, key_code: KeyCode, state: ButtonState) {
        let input = KeyboardInput {
            key_code,
            logical_key: Key::Dead(None),
            state,
            text: None,
            repeat: false,
            window,
        };
        self.all.write(input.clone().into());
        self.keys.write(input);
    }

    pub fn plug_in(&mut self, gamepad: Entity) {
        let named = GamepadConnection::Connected { name: "script".into(), vendor_id: None, product_id: None };
        self.pads.write(GamepadConnectionEvent::new(gamepad, named));
    }

    /// Presses a part of a gamepad so far; 0 lets it go.
    pub fn on_pad(&mut self, gamepad: Entity, part: OnPad, value: f32) {
        self.pad.write(match part {
            OnPad::Button(button) => RawGamepadButtonChangedEvent { gamepad, button, value }.into(),
            OnPad::Axis(axis) => RawGamepadAxisChangedEvent { gamepad, axis, value }.into(),
        });
    }

    /// A letter as it comes from a keyboard, whichever key it is on.
    pub fn letter(&mut self, window: Entity, letter: char) {
        let input = KeyboardInput {
            key_code: KeyCode::Unidentified(NativeKeyCode::Unidentified),
            logical_key: Key::Character(letter.to_string().into()),
            state: ButtonState::Pressed,
            text: Some(letter.to_string().into()),
            repeat: false,
            window,
        };
        self.all.write(input.clone().into());
        self.keys.write(input);
    }

    pub fn turn_wheel(&mut self, window: Entity, notches: f32) {
        let input =
            MouseWheel { unit: MouseScrollUnit::Line, x: 0.0, y: notches, window, phase: TouchPhase::Moved };
        self.all.write(input.into());
        self.wheel.write(input);
    }
}

/// What a step does to a gamepad.
pub fn on_pad(step: &ScriptStep) -> Vec<(OnPad, f32)> {
    match step {
        ScriptStep::Pad(button) => vec![(OnPad::Button(*button), 1.0)],
        ScriptStep::PadStick(x, y) => {
            vec![(OnPad::Axis(GamepadAxis::LeftStickX), *x), (OnPad::Axis(GamepadAxis::LeftStickY), *y)]
        }
        ScriptStep::PadRightStick(x, y) => {
            vec![(OnPad::Axis(GamepadAxis::RightStickX), *x), (OnPad::Axis(GamepadAxis::RightStickY), *y)]
        }
        _ => Vec::new(),
    }
}
