//! Taps and clicks that are shorter than a frame: a button changes once in a frame, what follows waits for the next.
//!
//! What is pressed and let go between two frames would be seen by nobody: only how things stand at a frame's end
//! becomes an action.

use std::hash::Hash;

use bevy::{
    input::{
        ButtonState, InputSystems,
        keyboard::{KeyboardFocusLost, KeyboardInput},
        mouse::MouseButtonInput,
    },
    prelude::*,
};
use leafwing_input_manager::plugin::InputManagerSystem;

pub(super) fn plugin(app: &mut App) {
    let between = (keys, buttons).after(InputSystems).before(InputManagerSystem::Unify);
    app.init_resource::<QuickClick>().add_systems(PreUpdate, between);
}

/// A button of the mouse is let go now that was let go before its press had been seen: it was a click and no drag.
#[derive(Resource, Default, PartialEq)]
pub(super) struct QuickClick(pub bool);

/// What buttons did that has not had its frame yet, and which are down for those who have seen the frames so far.
struct Changes<T> {
    waiting: Vec<(T, ButtonState)>,
    down: Vec<T>,
}

impl<T> Default for Changes<T> {
    fn default() -> Self {
        Self { waiting: Vec::new(), down: Vec::new() }
    }
}

impl<T: Copy + Eq + Hash + Send + Sync + 'static> Changes<T> {
    /// Lets each button change once. Gives whether one was let go that had waited for it.
    fn let_through(
        &mut self,
        input: &mut ButtonInput<T>,
        new: impl Iterator<Item = (T, ButtonState)>,
    ) -> bool {
        let waited = self.waiting.len();
        self.waiting.extend(new);
        let (mut changed, mut later, mut quick) = (Vec::new(), Vec::new(), false);
        for (n, (button, state)) in self.waiting.drain(..).enumerate() {
            if changed.contains(&button) {
                later.push((button, state));
                continue;
            }
            let down = self.down.contains(&button);
            match state {
                ButtonState::Pressed if !down => {
                    self.down.push(button);
                    input.reset(button);
                    input.press(button);
                }
                ButtonState::Released if down => {
                    self.down.retain(|own| *own != button);
                    input.reset(button);
                    input.press(button);
                    input.clear_just_pressed(button);
                    input.release(button);
                    quick |= n < waited;
                }
                // It is held, and says so again.
                _ => continue,
            }
            changed.push(button);
        }
        self.waiting = later;
        quick
    }
}

fn keys(
    mut input: ResMut<ButtonInput<KeyCode>>,
    mut pressed: MessageReader<KeyboardInput>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut changes: Local<Changes<KeyCode>>,
) {
    if lost.read().count() > 0 {
        *changes = Changes::default();
        pressed.clear();
        return;
    }
    if pressed.is_empty() && changes.waiting.is_empty() {
        return;
    }
    changes.let_through(&mut input, pressed.read().map(|event| (event.key_code, event.state)));
}

fn buttons(
    mut input: ResMut<ButtonInput<MouseButton>>,
    mut pressed: MessageReader<MouseButtonInput>,
    mut changes: Local<Changes<MouseButton>>,
    mut quick: ResMut<QuickClick>,
) {
    if pressed.is_empty() && changes.waiting.is_empty() {
        quick.set_if_neq(QuickClick(false));
        return;
    }
    let new = pressed.read().map(|event| (event.button, event.state));
    quick.set_if_neq(QuickClick(changes.let_through(&mut input, new)));
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOWN: (KeyCode, ButtonState) = (KeyCode::KeyE, ButtonState::Pressed);
    const UP: (KeyCode, ButtonState) = (KeyCode::KeyE, ButtonState::Released);

    /// What is seen in frames in which this happens: just pressed, held, just let go; and whether it was quick.
    fn seen(frames: &[&[(KeyCode, ButtonState)]]) -> Vec<(bool, bool, bool, bool)> {
        let (mut input, mut changes) = (ButtonInput::<KeyCode>::default(), Changes::<KeyCode>::default());
        let frame = |new: &&[(KeyCode, ButtonState)]| {
            // As Bevy reads them.
            input.clear();
            for (key, state) in *new {
                match state {
                    ButtonState::Pressed => input.press(*key),
                    ButtonState::Released => input.release(*key),
                }
            }
            let quick = changes.let_through(&mut input, new.iter().copied());
            let key = KeyCode::KeyE;
            (input.just_pressed(key), input.pressed(key), input.just_released(key), quick)
        };
        frames.iter().map(frame).collect()
    }

    #[test]
    fn a_tap_within_a_frame_is_pressed_in_it_and_let_go_in_the_next() {
        let (press, letting_go) = ((true, true, false, false), (false, false, true, true));
        assert_eq!(seen(&[&[DOWN, UP], &[], &[]]), [press, letting_go, (false, false, false, false)]);
        assert_eq!(seen(&[&[DOWN, UP, DOWN, UP], &[], &[], &[]]), [press, letting_go, press, letting_go]);
    }

    #[test]
    fn what_takes_longer_is_as_it_was() {
        let held = (false, true, false, false);
        assert_eq!(
            seen(&[&[DOWN], &[DOWN, DOWN], &[], &[UP]]),
            [(true, true, false, false), held, held, (false, false, true, false)]
        );
    }
}
