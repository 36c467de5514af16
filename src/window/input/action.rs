//! What a player can do with keys and buttons, and by which of them unless the player says otherwise.
//!
//! What a binding is stands in `bound`; what the player has bound is in `settings`.

use bevy::{input::mouse::MouseButton, prelude::*};
use leafwing_input_manager::{Actionlike, prelude::ModifierKey};
use serde::{Deserialize, Serialize};

use super::{bound::Bound, pad::StickWay};

/// What a player can do with keys and buttons.
#[derive(Actionlike, Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect, Serialize, Deserialize)]
pub enum Action {
    /// Move the view over the map: up, right, down, left.
    Pan(u8),
    /// Drag the map with the pointer while held.
    Drag,
    /// How far the pointer moved.
    #[actionlike(DualAxis)]
    PointerMotion,
    /// Nearer and farther, by the wheel.
    #[actionlike(Axis)]
    Zoom,
    /// Nearer, by a key.
    ZoomIn,
    /// Farther, by a key.
    ZoomOut,
    /// The whole map.
    WholeMap,
    /// To the unit whose turn it is.
    Centre,
    /// The main click.
    Select,
    /// The other click.
    Alternate,
    /// Lay back what is chosen; skip what moves; a page back.
    Cancel,
    /// Agree.
    Confirm,
    /// End the turn.
    EndTurn,
    /// Put the turn off.
    Delay,
    /// The next unit.
    NextUnit,
    /// Take back.
    Undo,
    /// The log.
    Log,
    /// What the others threaten.
    Threat,
    /// What would be if the unit stood where the pointer is, while held.
    WhatIf,
    /// The way goes by the square pointed at.
    Via,
    /// Skip the motions.
    Skip,
    /// Keep the card at the right, or let it go.
    Pin,
    /// The rules, at what is asked about now.
    Rules,
    /// From the map to the cards and buttons, and back.
    Cards,
    /// Save quickly.
    QuickSave,
    /// Go on where it was saved quickly.
    QuickLoad,
    /// The menu of the battle.
    Menu,
    /// The small map.
    Minimap,
    /// The whole display, or a window.
    FullScreen,
    /// One square or button on: up, right, down, left.
    Cursor(u8),
    /// The n-th small choice beside the hint, from 0.
    Chip(u8),
    /// The n-th card of the hand, or the n-th answer, from 0.
    Hotkey(u8),
}

/// Cards and answers that have a key.
pub const HOTKEYS: u8 = 27;
/// Small choices that have a key.
pub const CHIPS: u8 = 10;

/// A part of the list of actions, as the settings show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Taking a turn.
    Turn,
    /// Getting about.
    View,
    /// What is shown.
    Shown,
    /// Cards and answers.
    Cards,
    /// Small choices.
    Chips,
}

const DIGITS: [KeyCode; 9] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];
const FUNCTIONS: [KeyCode; CHIPS as usize] = [
    KeyCode::F1,
    KeyCode::F2,
    KeyCode::F3,
    KeyCode::F4,
    KeyCode::F5,
    KeyCode::F6,
    KeyCode::F7,
    KeyCode::F8,
    KeyCode::F9,
    KeyCode::F10,
];
const ARROWS: [KeyCode; 4] = [KeyCode::ArrowUp, KeyCode::ArrowRight, KeyCode::ArrowDown, KeyCode::ArrowLeft];
const WASD: [KeyCode; 4] = [KeyCode::KeyW, KeyCode::KeyD, KeyCode::KeyS, KeyCode::KeyA];
const DPAD: [GamepadButton; 4] =
    [GamepadButton::DPadUp, GamepadButton::DPadRight, GamepadButton::DPadDown, GamepadButton::DPadLeft];
const LEFT: [StickWay; 4] = [StickWay::LeftUp, StickWay::LeftRight, StickWay::LeftDown, StickWay::LeftLeft];
const RIGHT: [StickWay; 4] =
    [StickWay::RightUp, StickWay::RightRight, StickWay::RightDown, StickWay::RightLeft];

impl Action {
    /// All that can be bound, group by group, in the order in which the settings list them.
    pub fn all() -> impl Iterator<Item = (Group, Action)> {
        let turn = [
            Action::Confirm,
            Action::Cancel,
            Action::EndTurn,
            Action::Delay,
            Action::Undo,
            Action::NextUnit,
            Action::Cards,
            Action::Via,
            Action::Select,
            Action::Alternate,
            Action::Skip,
            Action::Menu,
            Action::QuickSave,
            Action::QuickLoad,
        ];
        let view = [Action::Drag, Action::ZoomIn, Action::ZoomOut, Action::WholeMap, Action::Centre];
        let shown = [
            Action::Threat,
            Action::WhatIf,
            Action::Log,
            Action::Pin,
            Action::Rules,
            Action::Minimap,
            Action::FullScreen,
        ];
        let view = (0..4).map(Action::Cursor).chain((0..4).map(Action::Pan)).chain(view);
        turn.into_iter()
            .map(|action| (Group::Turn, action))
            .chain(view.map(|action| (Group::View, action)))
            .chain(shown.into_iter().map(|action| (Group::Shown, action)))
            .chain((0..HOTKEYS).map(|n| (Group::Cards, Action::Hotkey(n))))
            .chain((0..CHIPS).map(|n| (Group::Chips, Action::Chip(n))))
    }

    /// The one that takes the n-th card, or gives the n-th answer, from 0; none: it has no key.
    pub fn hotkey(n: usize) -> Option<Self> {
        u8::try_from(n).ok().filter(|n| *n < HOTKEYS).map(Self::Hotkey)
    }

    /// By what it is known in the settings file.
    pub fn id(self) -> String {
        format!("{self:?}")
    }

    /// What it is bound to at first: keys and buttons of the mouse, then those of a gamepad.
    pub fn bound_at_first(self) -> Vec<Bound> {
        use Bound::{Key, Mouse, Pad, Stick, With};
        let nth = |keys: &[KeyCode], n: u8| keys.get(usize::from(n)).copied();
        match self {
            Self::PointerMotion | Self::Zoom => Vec::new(),
            Self::Pan(n) => both(nth(&WASD, n).map(Key), RIGHT.get(usize::from(n)).copied().map(Stick)),
            Self::Cursor(n) => {
                let pads = DPAD.get(usize::from(n)).copied().map(Pad);
                let stick = LEFT.get(usize::from(n)).copied().map(Stick);
                nth(&ARROWS, n).map(Key).into_iter().chain(pads).chain(stick).collect()
            }
            Self::Drag => vec![Mouse(MouseButton::Middle), Mouse(MouseButton::Right)],
            Self::ZoomIn => {
                vec![Key(KeyCode::Equal), Key(KeyCode::NumpadAdd), Pad(GamepadButton::RightTrigger2)]
            }
            Self::ZoomOut => {
                vec![Key(KeyCode::Minus), Key(KeyCode::NumpadSubtract), Pad(GamepadButton::LeftTrigger2)]
            }
            Self::WholeMap => vec![Key(KeyCode::Home), Pad(GamepadButton::RightThumb)],
            Self::Centre => vec![Key(KeyCode::KeyC), Pad(GamepadButton::LeftThumb)],
            Self::Select => vec![Mouse(MouseButton::Left)],
            Self::Alternate => vec![Mouse(MouseButton::Right)],
            Self::Cancel => vec![Key(KeyCode::Escape), Pad(GamepadButton::East)],
            Self::Confirm => {
                vec![Key(KeyCode::Enter), Key(KeyCode::NumpadEnter), Pad(GamepadButton::South)]
            }
            Self::EndTurn => vec![Key(KeyCode::KeyE), Pad(GamepadButton::Select)],
            Self::Delay => vec![Key(KeyCode::KeyQ)],
            Self::NextUnit => vec![Key(KeyCode::Tab), Pad(GamepadButton::RightTrigger)],
            Self::Undo => vec![Key(KeyCode::KeyU), With(ModifierKey::Control, KeyCode::KeyZ)],
            Self::Log => vec![Key(KeyCode::KeyL)],
            Self::Threat => vec![Key(KeyCode::KeyT), Pad(GamepadButton::LeftTrigger)],
            Self::WhatIf => vec![Key(KeyCode::KeyV)],
            Self::Via => vec![Key(KeyCode::KeyX)],
            Self::Pin => vec![Key(KeyCode::KeyI), Pad(GamepadButton::North)],
            Self::Rules => vec![Key(KeyCode::KeyR)],
            Self::Skip => vec![Key(KeyCode::Space)],
            Self::Cards => vec![Key(KeyCode::KeyF), Pad(GamepadButton::West)],
            Self::Menu => vec![Key(KeyCode::F12), Pad(GamepadButton::Start)],
            Self::QuickSave => vec![With(ModifierKey::Control, KeyCode::KeyS)],
            Self::QuickLoad => vec![With(ModifierKey::Control, KeyCode::KeyL)],
            Self::Minimap => vec![Key(KeyCode::KeyM)],
            Self::FullScreen => vec![Key(KeyCode::F11)],
            Self::Chip(n) => nth(&FUNCTIONS, n).map(Key).into_iter().collect(),
            Self::Hotkey(n) => {
                let digit = nth(&DIGITS, n % 9);
                let bound = match n / 9 {
                    0 => digit.map(Key),
                    1 => digit.map(|key| With(ModifierKey::Shift, key)),
                    _ => digit.map(|key| With(ModifierKey::Control, key)),
                };
                bound.into_iter().collect()
            }
        }
    }
}

fn both(first: Option<Bound>, second: Option<Bound>) -> Vec<Bound> {
    first.into_iter().chain(second).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bevy::reflect::{TypeInfo, Typed};

    use super::*;

    #[test]
    fn every_action_can_be_bound_and_is_bound_at_first() {
        let TypeInfo::Enum(known) = Action::type_info() else { panic!("an action is an enum") };
        let listed: BTreeSet<String> = Action::all()
            .map(|(_, action)| action.id().split('(').next().unwrap_or_default().to_owned())
            .collect();
        // The wheel and the pointer's way are no buttons.
        let missing: Vec<&str> = known
            .variant_names()
            .iter()
            .copied()
            .filter(|name| !listed.contains(*name) && !["PointerMotion", "Zoom"].contains(name))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
        for (_, action) in Action::all() {
            assert!(!action.bound_at_first().is_empty(), "{action:?}");
        }
    }

    #[test]
    fn at_first_nothing_is_bound_twice_but_the_buttons_of_the_mouse() {
        let mut seen: Vec<(Bound, Action)> = Vec::new();
        for (_, action) in Action::all() {
            for bound in action.bound_at_first() {
                if let Some((_, other)) = seen.iter().find(|(own, _)| *own == bound) {
                    assert!(matches!(bound, Bound::Mouse(_)), "{bound:?}: {other:?} and {action:?}");
                }
                seen.push((bound, action));
            }
        }
    }
}
