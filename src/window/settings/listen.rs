//! Waiting for the key that an action shall be bound to.
//!
//! While it waits, keys and buttons do nothing else. Escape leaves all as it was, Backspace takes the binding away.

use bevy::{
    input::{keyboard::KeyboardInput, mouse::MouseButtonInput},
    input_focus::{InputFocus, InputFocusSystems},
};
use leafwing_input_manager::{
    plugin::InputManagerSystem,
    prelude::{ActionState, ModifierKey},
};

use super::knob::KeyIntent;
use crate::window::input::{PAD_SHIFT, StickWay};
use crate::window::prelude::*;

/// Which binding of which action waits for a key: the action, its `n`-th from 0, and whether on a gamepad.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Listening(pub Option<(Action, u8, bool)>);

/// The plugin of the bindings.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Listening>()
        .add_systems(
            PreUpdate,
            // Before the button that has the focus is told of the key.
            (catch, hush)
                .chain()
                .in_set(InputManagerSystem::ManualControl)
                .before(InputFocusSystems::Dispatch)
                .run_if(|listening: Res<Listening>| listening.0.is_some()),
        )
        .add_systems(Update, obey);
}

/// The keys and buttons of this frame.
#[derive(bevy::ecs::system::SystemParam)]
struct Pressed<'w, 's> {
    keys: MessageReader<'w, 's, KeyboardInput>,
    held: Res<'w, ButtonInput<KeyCode>>,
    mouse: MessageReader<'w, 's, MouseButtonInput>,
    pads: Query<'w, 's, &'static Gamepad>,
}

/// What was caught.
#[derive(Clone, Copy, PartialEq)]
enum Caught {
    /// This is to be it.
    Bound(BoundInput),
    /// There shall be none.
    None,
    /// All stays as it was.
    Never,
}

fn catch(
    mut listening: ResMut<Listening>,
    mut pressed: Pressed,
    mut settings: ResMut<Settings>,
    mut focus: ResMut<InputFocus>,
    mut sticks: Local<Vec<StickWay>>,
) {
    let Some((action, n, pad)) = listening.0 else { return };
    // A stick that was pushed already has to come back first.
    let far: Vec<StickWay> =
        StickWay::ALL.into_iter().filter(|way| pressed.pads.iter().any(|own| way.is_far(own))).collect();
    let new = far.iter().copied().find(|way| !sticks.contains(way));
    if listening.is_changed() {
        // What was pressed to get here counts for nothing.
        *sticks = far;
        pressed.keys.clear();
        pressed.mouse.clear();
        return;
    }
    *sticks = far;
    let caught = pressed.key(pad).or_else(|| match (pad, new) {
        (true, Some(way)) => Some(Caught::Bound(BoundInput::Stick(way))),
        _ => pressed.button(pad),
    });
    let Some(caught) = caught else { return };
    match caught {
        Caught::Bound(bound) => settings.bind(action, usize::from(n), bound),
        Caught::None => settings.unbind(action, usize::from(n), pad),
        Caught::Never => {}
    }
    listening.0 = None;
    // The key that was caught is not to press the button as well.
    focus.clear();
}

impl Pressed<'_, '_> {
    fn key(&mut self, pad: bool) -> Option<Caught> {
        let held = [
            (ModifierKey::Shift, [KeyCode::ShiftLeft, KeyCode::ShiftRight]),
            (ModifierKey::Control, [KeyCode::ControlLeft, KeyCode::ControlRight]),
            (ModifierKey::Alt, [KeyCode::AltLeft, KeyCode::AltRight]),
        ];
        for input in self.keys.read().filter(|input| !input.repeat) {
            let key = input.key_code;
            let modifier = held.iter().any(|(_, keys)| keys.contains(&key));
            let caught = match (input.state, key) {
                (ButtonState::Pressed, KeyCode::Escape) => Caught::Never,
                (ButtonState::Pressed, KeyCode::Backspace) => Caught::None,
                _ if pad => continue,
                // A key that is held with others counts once it is let go of alone.
                (ButtonState::Pressed, _) if modifier => continue,
                (ButtonState::Pressed, _) => {
                    let with = held.iter().find(|(_, keys)| self.held.any_pressed(*keys));
                    Caught::Bound(with.map_or(BoundInput::Key(key), |(with, _)| BoundInput::With(*with, key)))
                }
                (ButtonState::Released, _) if modifier => Caught::Bound(BoundInput::Key(key)),
                (ButtonState::Released, _) => continue,
            };
            return Some(caught);
        }
        None
    }

    fn button(&mut self, pad: bool) -> Option<Caught> {
        if pad {
            // A button that gives others a second meaning counts once it is let go of alone.
            let caught = self.pads.iter().find_map(|own| {
                let new = own.get_just_pressed().copied().find(|button| *button != PAD_SHIFT);
                let alone = || own.just_released(PAD_SHIFT).then_some(BoundInput::Pad(PAD_SHIFT));
                new.map_or_else(alone, |button| {
                    let held = own.pressed(PAD_SHIFT);
                    Some(if held { BoundInput::PadWith(PAD_SHIFT, button) } else { BoundInput::Pad(button) })
                })
            });
            return caught.map(Caught::Bound);
        }
        let pressed = self.mouse.read().find(|input| input.state == ButtonState::Pressed)?;
        Some(match pressed.button {
            MouseButton::Left => Caught::Never,
            other => Caught::Bound(BoundInput::Mouse(other)),
        })
    }
}

/// Keys and buttons do nothing else.
fn hush(mut actions: Query<&mut ActionState<Action>>, mut focus: ResMut<InputFocus>) {
    for mut state in &mut actions {
        state.reset_all();
    }
    focus.clear();
}

fn obey(
    mut intents: MessageReader<Intent>,
    mut settings: ResMut<Settings>,
    mut listening: ResMut<Listening>,
) {
    for intent in intents.read() {
        match intent {
            Intent::Set(knob, to) => settings.turn(*knob, *to),
            Intent::Flip(knob) => {
                let to = u32::from(settings.get(*knob) == 0);
                settings.turn(*knob, to);
            }
            Intent::Speak(language) => settings.language.clone_from(language),
            Intent::Keys(intent) => match *intent {
                KeyIntent::Listen(action, n, pad) => listening.0 = Some((action, n, pad)),
                KeyIntent::Bind(action, n, bound) => settings.bind(action, usize::from(n), bound),
                KeyIntent::Reset(action) => settings.reset(action),
                KeyIntent::ResetAll => settings.bindings.clear(),
            },
            Intent::Usual => {
                let bindings = std::mem::take(&mut settings.bindings);
                *settings = Settings { bindings, language: settings.language.take(), ..Settings::default() };
            }
            _ => {}
        }
    }
}
