//! What Linux calls the parts of a gamepad, in Bevy's words.
//!
//! After `Documentation/input/gamepad.rst` of the kernel, and what its drivers make of that: those of Xbox's gamepads
//! and of their likes call the left of the four buttons X and mean `BTN_X`, which is the same number as `BTN_NORTH`.

use std::collections::BTreeMap;

use bevy::input::gamepad::{GamepadAxis, GamepadButton};
use evdev::{AbsoluteAxisCode as Abs, EventSummary, InputEvent, KeyCode};

/// Makers whose buttons are called by where they are: Sony and Nintendo.
const BY_PLACE: [u16; 2] = [0x054c, 0x057e];

/// A change that is smaller is not told: sticks at rest are never quite still, and each word wakes the window.
const STEP: f32 = 0.04;

/// Nearer to the middle than this is the middle.
const STILL: f32 = 0.02;

/// A part of a gamepad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// A button, from 0 to 1.
    Button(GamepadButton),
    /// An axis, from -1 (left, down) to 1.
    Axis(GamepadAxis),
}

/// Where an axis begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its least value.
    pub least: i32,
    /// Its greatest value.
    pub most: i32,
}

impl Span {
    /// How far along a value is, from 0 to 1.
    fn share(self, value: i32) -> f32 {
        let (least, most) = (self.least as f32, self.most as f32);
        if most > least { ((value as f32 - least) / (most - least)).clamp(0.0, 1.0) } else { 0.0 }
    }
}

/// What an axis of Linux is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    /// A stick's, with the sign that makes up and right positive.
    Stick(GamepadAxis, f32),
    /// A trigger.
    Pull(GamepadButton),
    /// Two buttons of the cross: the lesser and the greater way.
    Cross(GamepadButton, GamepadButton),
}

/// What the parts of one gamepad are, and what has been told of them.
pub struct Layout {
    by_place: bool,
    axes: BTreeMap<u16, Span>,
    told: Vec<(Part, f32)>,
}

impl Layout {
    /// Of a gamepad of this maker (by its USB number) with these axes.
    pub fn new(vendor: u16, axes: impl IntoIterator<Item = (Abs, Span)>) -> Self {
        let axes = axes.into_iter().map(|(axis, span)| (axis.0, span)).collect();
        Self { by_place: BY_PLACE.contains(&vendor), axes, told: Vec::new() }
    }

    /// What an event says of which part, as far as it is new.
    pub fn read(&mut self, event: InputEvent) -> Vec<(Part, f32)> {
        let said: Vec<(Part, f32)> = match event.destructure() {
            // 2: it is still held.
            EventSummary::Key(_, key, value @ 0..=1) => {
                let button = self.button(key).filter(|button| !self.is_pulled(*button));
                button.map(|button| (Part::Button(button), value as f32)).into_iter().collect()
            }
            EventSummary::AbsoluteAxis(_, axis, value) => self.axis(axis, value),
            _ => Vec::new(),
        };
        said.into_iter().filter(|(part, value)| self.is_news(*part, *value)).collect()
    }

    fn button(&self, key: KeyCode) -> Option<GamepadButton> {
        Some(match key {
            KeyCode::BTN_SOUTH => GamepadButton::South,
            KeyCode::BTN_EAST => GamepadButton::East,
            KeyCode::BTN_NORTH if self.by_place => GamepadButton::North,
            KeyCode::BTN_NORTH => GamepadButton::West,
            KeyCode::BTN_WEST if self.by_place => GamepadButton::West,
            KeyCode::BTN_WEST => GamepadButton::North,
            KeyCode::BTN_C => GamepadButton::C,
            KeyCode::BTN_Z => GamepadButton::Z,
            KeyCode::BTN_TL => GamepadButton::LeftTrigger,
            KeyCode::BTN_TR => GamepadButton::RightTrigger,
            KeyCode::BTN_TL2 => GamepadButton::LeftTrigger2,
            KeyCode::BTN_TR2 => GamepadButton::RightTrigger2,
            KeyCode::BTN_SELECT => GamepadButton::Select,
            KeyCode::BTN_START => GamepadButton::Start,
            KeyCode::BTN_MODE => GamepadButton::Mode,
            KeyCode::BTN_THUMBL => GamepadButton::LeftThumb,
            KeyCode::BTN_THUMBR => GamepadButton::RightThumb,
            KeyCode::BTN_DPAD_UP => GamepadButton::DPadUp,
            KeyCode::BTN_DPAD_DOWN => GamepadButton::DPadDown,
            KeyCode::BTN_DPAD_LEFT => GamepadButton::DPadLeft,
            KeyCode::BTN_DPAD_RIGHT => GamepadButton::DPadRight,
            _ => return None,
        })
    }

    fn role(&self, axis: Abs) -> Option<Role> {
        let has = |axis: Abs| self.axes.contains_key(&axis.0);
        // Without axes of their own for the right stick, those of the triggers are it.
        let right = has(Abs::ABS_RX) && has(Abs::ABS_RY);
        Some(match axis {
            Abs::ABS_X => Role::Stick(GamepadAxis::LeftStickX, 1.0),
            Abs::ABS_Y => Role::Stick(GamepadAxis::LeftStickY, -1.0),
            Abs::ABS_RX => Role::Stick(GamepadAxis::RightStickX, 1.0),
            Abs::ABS_RY => Role::Stick(GamepadAxis::RightStickY, -1.0),
            Abs::ABS_Z if right => Role::Pull(GamepadButton::LeftTrigger2),
            Abs::ABS_RZ if right => Role::Pull(GamepadButton::RightTrigger2),
            Abs::ABS_Z => Role::Stick(GamepadAxis::RightStickX, 1.0),
            Abs::ABS_RZ => Role::Stick(GamepadAxis::RightStickY, -1.0),
            Abs::ABS_BRAKE | Abs::ABS_HAT2Y => Role::Pull(GamepadButton::LeftTrigger2),
            Abs::ABS_GAS | Abs::ABS_HAT2X => Role::Pull(GamepadButton::RightTrigger2),
            Abs::ABS_HAT1Y => Role::Pull(GamepadButton::LeftTrigger),
            Abs::ABS_HAT1X => Role::Pull(GamepadButton::RightTrigger),
            Abs::ABS_HAT0X => Role::Cross(GamepadButton::DPadLeft, GamepadButton::DPadRight),
            Abs::ABS_HAT0Y => Role::Cross(GamepadButton::DPadUp, GamepadButton::DPadDown),
            _ => return None,
        })
    }

    /// Does an axis say how far a button is pressed? Then its key says nothing.
    fn is_pulled(&self, button: GamepadButton) -> bool {
        self.axes.keys().any(|axis| self.role(Abs(*axis)) == Some(Role::Pull(button)))
    }

    fn axis(&self, axis: Abs, value: i32) -> Vec<(Part, f32)> {
        let Some(span) = self.axes.get(&axis.0) else { return Vec::new() };
        match self.role(axis) {
            Some(Role::Stick(stick, sign)) => {
                let far = (span.share(value) * 2.0 - 1.0) * sign;
                vec![(Part::Axis(stick), if far.abs() < STILL { 0.0 } else { far })]
            }
            Some(Role::Pull(button)) => vec![(Part::Button(button), span.share(value))],
            Some(Role::Cross(less, more)) => {
                let pressed = |so: bool| if so { 1.0 } else { 0.0 };
                vec![(Part::Button(less), pressed(value < 0)), (Part::Button(more), pressed(value > 0))]
            }
            None => Vec::new(),
        }
    }

    /// Notes what is told of a part: is it worth telling?
    fn is_news(&mut self, part: Part, value: f32) -> bool {
        let at = self.told.iter().position(|(own, _)| *own == part).unwrap_or_else(|| {
            self.told.push((part, 0.0));
            self.told.len() - 1
        });
        let last = self.told[at].1;
        let end = value == 0.0 || value.abs() == 1.0;
        let news = (value - last).abs() >= STEP || (end && value != last);
        if news {
            self.told[at].1 = value;
        }
        news
    }
}

#[cfg(test)]
mod tests {
    use evdev::EventType;

    use super::*;

    const SONY: u16 = 0x054c;
    const MICROSOFT: u16 = 0x045e;
    const BYTE: Span = Span { least: 0, most: 255 };
    const WIDE: Span = Span { least: -32_768, most: 32_767 };
    const WAYS: Span = Span { least: -1, most: 1 };

    /// As the kernel shows an Xbox gamepad.
    fn xbox() -> Layout {
        Layout::new(
            MICROSOFT,
            [
                (Abs::ABS_X, WIDE),
                (Abs::ABS_Y, WIDE),
                (Abs::ABS_RX, WIDE),
                (Abs::ABS_RY, WIDE),
                (Abs::ABS_Z, BYTE),
                (Abs::ABS_RZ, BYTE),
                (Abs::ABS_HAT0X, WAYS),
                (Abs::ABS_HAT0Y, WAYS),
            ],
        )
    }

    fn key(layout: &mut Layout, key: KeyCode, value: i32) -> Vec<(Part, f32)> {
        layout.read(InputEvent::new(EventType::KEY.0, key.0, value))
    }

    fn axis(layout: &mut Layout, axis: Abs, value: i32) -> Vec<(Part, f32)> {
        layout.read(InputEvent::new(EventType::ABSOLUTE.0, axis.0, value))
    }

    #[test]
    fn buttons_are_where_they_are_on_the_gamepad() {
        let mut pad = xbox();
        let pressed = |button| vec![(Part::Button(button), 1.0)];
        assert_eq!(key(&mut pad, KeyCode::BTN_SOUTH, 1), pressed(GamepadButton::South));
        assert!(key(&mut pad, KeyCode::BTN_SOUTH, 2).is_empty(), "it is still held");
        assert_eq!(key(&mut pad, KeyCode::BTN_SOUTH, 0), [(Part::Button(GamepadButton::South), 0.0)]);
        assert_eq!(key(&mut pad, KeyCode::BTN_NORTH, 1), pressed(GamepadButton::West), "X of an Xbox");
        assert_eq!(key(&mut pad, KeyCode::BTN_WEST, 1), pressed(GamepadButton::North));
        let mut pad = Layout::new(SONY, []);
        assert_eq!(key(&mut pad, KeyCode::BTN_NORTH, 1), pressed(GamepadButton::North));
        assert_eq!(key(&mut pad, KeyCode::BTN_WEST, 1), pressed(GamepadButton::West));
        assert_eq!(key(&mut pad, KeyCode::BTN_TL2, 1), pressed(GamepadButton::LeftTrigger2));
        assert_eq!(key(&mut pad, KeyCode::BTN_DPAD_UP, 1), pressed(GamepadButton::DPadUp));
        assert!(key(&mut pad, KeyCode::KEY_A, 1).is_empty());
    }

    #[test]
    fn up_and_right_are_positive() {
        let mut pad = xbox();
        let told = |stick, value| vec![(Part::Axis(stick), value)];
        assert_eq!(axis(&mut pad, Abs::ABS_X, 32_767), told(GamepadAxis::LeftStickX, 1.0));
        assert_eq!(axis(&mut pad, Abs::ABS_Y, -32_768), told(GamepadAxis::LeftStickY, 1.0));
        assert_eq!(axis(&mut pad, Abs::ABS_RY, 32_767), told(GamepadAxis::RightStickY, -1.0));
        assert_eq!(axis(&mut pad, Abs::ABS_X, 0), told(GamepadAxis::LeftStickX, 0.0));
        assert!(axis(&mut pad, Abs::ABS_MISC, 5).is_empty());
    }

    #[test]
    fn the_cross_and_the_triggers_are_buttons() {
        let mut pad = xbox();
        let button = |button, value| vec![(Part::Button(button), value)];
        assert_eq!(axis(&mut pad, Abs::ABS_HAT0X, -1), button(GamepadButton::DPadLeft, 1.0));
        assert_eq!(
            axis(&mut pad, Abs::ABS_HAT0X, 1),
            [(Part::Button(GamepadButton::DPadLeft), 0.0), (Part::Button(GamepadButton::DPadRight), 1.0)]
        );
        assert_eq!(axis(&mut pad, Abs::ABS_HAT0Y, 1), button(GamepadButton::DPadDown, 1.0));
        assert_eq!(axis(&mut pad, Abs::ABS_RZ, 255), button(GamepadButton::RightTrigger2, 1.0));
        assert!(key(&mut pad, KeyCode::BTN_TR2, 1).is_empty(), "the axis says it better");
    }

    #[test]
    fn without_axes_of_its_own_the_right_stick_has_those_of_the_triggers() {
        let mut pad = Layout::new(
            MICROSOFT,
            [(Abs::ABS_Z, BYTE), (Abs::ABS_RZ, BYTE), (Abs::ABS_GAS, BYTE), (Abs::ABS_BRAKE, BYTE)],
        );
        assert_eq!(axis(&mut pad, Abs::ABS_Z, 255), [(Part::Axis(GamepadAxis::RightStickX), 1.0)]);
        assert_eq!(axis(&mut pad, Abs::ABS_GAS, 255), [(Part::Button(GamepadButton::RightTrigger2), 1.0)]);
    }

    #[test]
    fn a_stick_that_trembles_wakes_nobody() {
        let mut pad = Layout::new(SONY, [(Abs::ABS_X, BYTE)]);
        for value in [127, 128, 126, 130, 127] {
            assert!(axis(&mut pad, Abs::ABS_X, value).is_empty(), "{value}");
        }
        assert_eq!(axis(&mut pad, Abs::ABS_X, 200).len(), 1);
        assert!(axis(&mut pad, Abs::ABS_X, 202).is_empty());
        assert_eq!(axis(&mut pad, Abs::ABS_X, 255).len(), 1);
        assert!(axis(&mut pad, Abs::ABS_X, 254).is_empty());
        assert_eq!(axis(&mut pad, Abs::ABS_X, 128), [(Part::Axis(GamepadAxis::LeftStickX), 0.0)]);
    }
}
