//! A binding: one key, a key with another held, a button of the mouse or of a gamepad, a way of a stick.

use leafwing_input_manager::prelude::{ButtonlikeChord, InputMap, ModifierKey};

use super::pad::{PadButton, StickWay};
use crate::window::prelude::*;

/// What an action is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BoundInput {
    Key(KeyCode),
    /// A key while another is held.
    With(ModifierKey, KeyCode),
    Mouse(MouseButton),
    Pad(GamepadButton),
    /// A button of a gamepad while another is held.
    PadWith(GamepadButton, GamepadButton),
    /// A way of a gamepad's stick.
    Stick(StickWay),
}

impl BoundInput {
    /// Is it on a gamepad?
    pub fn on_pad(self) -> bool {
        matches!(self, Self::Pad(_) | Self::PadWith(..) | Self::Stick(_))
    }

    /// Binds an action to it.
    pub fn insert(self, map: &mut InputMap<Action>, action: Action) {
        match self {
            Self::Key(key) => map.insert(action, key),
            Self::With(held, key) => map.insert(action, ButtonlikeChord::modified(held, key)),
            Self::Mouse(button) => map.insert(action, button),
            Self::Pad(button) => map.insert(action, PadButton(button)),
            Self::PadWith(held, button) => {
                map.insert(action, ButtonlikeChord::new([PadButton(held), PadButton(button)]))
            }
            Self::Stick(way) => map.insert(action, way),
        };
    }

    /// Its name, as it stands on a key: "E", "Shift 1", "Enter".
    pub fn name(self) -> String {
        match self {
            Self::Key(key) => key_name(key),
            Self::With(held, key) => format!("{} {}", held_name(held), key_name(key)),
            Self::Mouse(button) => match button {
                MouseButton::Left => say!("key-mouse-left"),
                MouseButton::Right => say!("key-mouse-right"),
                MouseButton::Middle => say!("key-mouse-middle"),
                MouseButton::Back => say!("key-mouse-back"),
                MouseButton::Forward => say!("key-mouse-forward"),
                MouseButton::Other(n) => say!("key-mouse-other", n = n),
            },
            Self::Pad(button) => pad_name(button),
            Self::PadWith(held, button) => format!("{} + {}", pad_name(held), pad_name(button)),
            Self::Stick(way) => stick_name(way),
        }
    }

    /// Its name in a corner of a card: "E", "Shift 1".
    pub fn short(self) -> String {
        match self {
            Self::Mouse(MouseButton::Left) => say!("key-click"),
            other => other.name(),
        }
    }
}

fn held_name(held: ModifierKey) -> String {
    match held {
        ModifierKey::Shift => say!("key-shift"),
        ModifierKey::Control => say!("key-control"),
        ModifierKey::Alt => "Alt".to_owned(),
        ModifierKey::Super => "Super".to_owned(),
    }
}

/// What stands on a key that has a word on it.
fn key_word(key: KeyCode) -> Option<String> {
    Some(match key {
        KeyCode::Enter => say!("key-enter"),
        KeyCode::Space => say!("key-space"),
        KeyCode::Backspace => say!("key-backspace"),
        KeyCode::Home => say!("key-home"),
        KeyCode::End => say!("key-end"),
        KeyCode::Insert => say!("key-insert"),
        KeyCode::Delete => say!("key-delete"),
        KeyCode::PageUp => say!("key-page-up"),
        KeyCode::PageDown => say!("key-page-down"),
        KeyCode::CapsLock => say!("key-caps"),
        KeyCode::NumpadEnter => say!("key-pad", key = say!("key-enter")),
        KeyCode::ShiftLeft | KeyCode::ShiftRight => say!("key-shift"),
        KeyCode::ControlLeft | KeyCode::ControlRight => say!("key-control"),
        _ => return None,
    })
}

/// What stands on a key of the usual board.
fn key_name(key: KeyCode) -> String {
    if let Some(word) = key_word(key) {
        return word;
    }
    let known = match key {
        KeyCode::Escape => "Esc",
        KeyCode::ArrowUp => "↑",
        KeyCode::ArrowRight => "→",
        KeyCode::ArrowDown => "↓",
        KeyCode::ArrowLeft => "←",
        KeyCode::Equal => "+",
        KeyCode::Minus => "-",
        KeyCode::Comma => ",",
        KeyCode::Period => ".",
        KeyCode::Slash => "/",
        KeyCode::Backslash => "\\",
        KeyCode::Semicolon => ";",
        KeyCode::Quote => "'",
        KeyCode::Backquote => "`",
        KeyCode::BracketLeft => "[",
        KeyCode::BracketRight => "]",
        KeyCode::IntlBackslash => "<",
        KeyCode::NumpadAdd => "Num +",
        KeyCode::NumpadSubtract => "Num -",
        KeyCode::NumpadMultiply => "Num *",
        KeyCode::NumpadDivide => "Num /",
        KeyCode::NumpadDecimal => "Num .",
        KeyCode::AltLeft | KeyCode::AltRight => "Alt",
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    let name = format!("{key:?}");
    let plain = name.strip_prefix("Key").or_else(|| name.strip_prefix("Digit"));
    match (plain, name.strip_prefix("Numpad")) {
        (Some(plain), _) => plain.to_owned(),
        (None, Some(plain)) => format!("Num {plain}"),
        (None, None) => name,
    }
}

/// The names on the pad that most people have.
fn pad_name(button: GamepadButton) -> String {
    match button {
        GamepadButton::South => "A",
        GamepadButton::East => "B",
        GamepadButton::West => "X",
        GamepadButton::North => "Y",
        GamepadButton::LeftTrigger => "LB",
        GamepadButton::LeftTrigger2 => "LT",
        GamepadButton::RightTrigger => "RB",
        GamepadButton::RightTrigger2 => "RT",
        GamepadButton::Select => "Back",
        GamepadButton::Start => "Start",
        GamepadButton::Mode => "Guide",
        GamepadButton::LeftThumb => "L stick",
        GamepadButton::RightThumb => "R stick",
        GamepadButton::DPadUp => "Pad ↑",
        GamepadButton::DPadRight => "Pad →",
        GamepadButton::DPadDown => "Pad ↓",
        GamepadButton::DPadLeft => "Pad ←",
        other => return format!("{other:?}"),
    }
    .to_owned()
}

fn stick_name(way: StickWay) -> String {
    let n = way as usize;
    format!("{} {}", ["L", "R"][n / 4], ["↑", "→", "↓", "←"][n % 4])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_called_what_stands_on_it() {
        assert_eq!(BoundInput::Key(KeyCode::KeyE).name(), "E");
        assert_eq!(BoundInput::Key(KeyCode::Digit4).name(), "4");
        assert_eq!(BoundInput::With(ModifierKey::Shift, KeyCode::Digit1).short(), "Shift 1");
        assert_eq!(BoundInput::Key(KeyCode::Numpad7).name(), "Num 7");
        assert_eq!(BoundInput::Pad(GamepadButton::South).name(), "A");
        let both = BoundInput::PadWith(GamepadButton::LeftTrigger, GamepadButton::South);
        assert_eq!((both.name().as_str(), both.on_pad()), ("LB + A", true));
    }
}
