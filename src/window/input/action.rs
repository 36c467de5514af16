//! What a player can do with keys and buttons, and by which of them unless the player says otherwise.

use leafwing_input_manager::{Actionlike, prelude::ModifierKey};

use super::pad::StickWay;
use crate::window::prelude::*;

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
    EndTurn,
    /// Put the turn off.
    Delay,
    NextUnit,
    /// Take back.
    Undo,
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
    /// The n-th slot of the row, card above it or answer, from 0.
    Hotkey(u8),
}

/// Cards and answers that have a key.
pub const HOTKEYS: u8 = 30;
/// Small choices that have a key.
pub const CHIPS: u8 = 10;
/// The button of a gamepad that gives the others a second meaning while it is held.
pub const PAD_SHIFT: GamepadButton = GamepadButton::LeftTrigger;

/// A part of the list of actions, as the settings show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionGroup {
    /// Taking a turn.
    Turn,
    /// Getting about.
    View,
    Shown,
    /// Cards and answers.
    Cards,
    /// Small choices.
    Chips,
}

const DIGITS: [KeyCode; 10] = {
    use KeyCode::{Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9};
    [Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9, Digit0]
};
const FUNCTIONS: [KeyCode; CHIPS as usize] = {
    use KeyCode::{F1, F2, F3, F4, F5, F6, F7, F8, F9, F10};
    [F1, F2, F3, F4, F5, F6, F7, F8, F9, F10]
};
const ARROWS: [KeyCode; 4] = [KeyCode::ArrowUp, KeyCode::ArrowRight, KeyCode::ArrowDown, KeyCode::ArrowLeft];
const WASD: [KeyCode; 4] = [KeyCode::KeyW, KeyCode::KeyD, KeyCode::KeyS, KeyCode::KeyA];
const DPAD: [GamepadButton; 4] =
    [GamepadButton::DPadUp, GamepadButton::DPadRight, GamepadButton::DPadDown, GamepadButton::DPadLeft];

impl Action {
    /// All that can be bound, group by group, in the order in which the settings list them.
    pub fn all() -> impl Iterator<Item = (ActionGroup, Action)> {
        use Action::*;
        let turn = [
            Confirm, Cancel, EndTurn, Delay, Undo, NextUnit, Cards, Via, Select, Alternate, Skip, Menu,
            QuickSave, QuickLoad,
        ];
        let view = [Drag, ZoomIn, ZoomOut, WholeMap, Centre];
        let shown = [Threat, WhatIf, Log, Pin, Rules, Minimap, FullScreen];
        let view = (0..4).map(Cursor).chain((0..4).map(Pan)).chain(view);
        turn.into_iter()
            .map(|action| (ActionGroup::Turn, action))
            .chain(view.map(|action| (ActionGroup::View, action)))
            .chain(shown.into_iter().map(|action| (ActionGroup::Shown, action)))
            .chain((0..HOTKEYS).map(|n| (ActionGroup::Cards, Hotkey(n))))
            .chain((0..CHIPS).map(|n| (ActionGroup::Chips, Chip(n))))
    }

    /// The one that takes what stands in the n-th slot, or gives the n-th answer, from 0; none: it has no key.
    pub fn hotkey(n: usize) -> Option<Self> {
        u8::try_from(n).ok().filter(|n| *n < HOTKEYS).map(Self::Hotkey)
    }

    /// Has it a button of its own on a gamepad, which has no pointer and goes to things by [`Action::Cards`]?
    pub fn on_pad(self) -> bool {
        !matches!(self, Self::Drag | Self::Select | Self::Alternate | Self::Chip(_) | Self::Hotkey(_))
    }

    /// Its name in the settings file.
    pub fn id(self) -> String {
        format!("{self:?}")
    }

    /// What it is bound to at first: keys and buttons of the mouse, then those of a gamepad.
    pub fn bound_at_first(self) -> Vec<BoundInput> {
        use BoundInput::{Key, Mouse, Pad, PadWith, Stick, With};
        use GamepadButton::*;
        let nth = |keys: &[KeyCode], n: u8| keys.get(usize::from(n)).copied();
        let (left, right) = StickWay::ALL.split_at(4);
        let way = |ways: &[StickWay], n: u8| ways.get(usize::from(n)).copied().map(Stick);
        let shifted = |button: GamepadButton| PadWith(PAD_SHIFT, button);
        match self {
            Self::PointerMotion | Self::Zoom => Vec::new(),
            Self::Pan(n) => nth(&WASD, n).map(Key).into_iter().chain(way(right, n)).collect(),
            Self::Cursor(n) => {
                let pads = DPAD.get(usize::from(n)).copied().map(Pad);
                nth(&ARROWS, n).map(Key).into_iter().chain(pads).chain(way(left, n)).collect()
            }
            Self::Drag => vec![Mouse(MouseButton::Middle), Mouse(MouseButton::Right)],
            Self::ZoomIn => vec![Key(KeyCode::Equal), Key(KeyCode::NumpadAdd), Pad(RightTrigger2)],
            Self::ZoomOut => vec![Key(KeyCode::Minus), Key(KeyCode::NumpadSubtract), Pad(LeftTrigger2)],
            Self::WholeMap => vec![Key(KeyCode::Home), Pad(RightThumb)],
            Self::Centre => vec![Key(KeyCode::KeyC), Pad(LeftThumb)],
            Self::Select => vec![Mouse(MouseButton::Left)],
            Self::Alternate => vec![Mouse(MouseButton::Right)],
            Self::Cancel => vec![Key(KeyCode::Escape), Pad(East)],
            Self::Confirm => vec![Key(KeyCode::Enter), Key(KeyCode::NumpadEnter), Pad(South)],
            Self::EndTurn => vec![Key(KeyCode::KeyE), Pad(Select)],
            Self::Delay => vec![Key(KeyCode::KeyQ), shifted(Select)],
            Self::NextUnit => vec![Key(KeyCode::Tab), Pad(RightTrigger)],
            Self::Undo => vec![Key(KeyCode::KeyU), With(ModifierKey::Control, KeyCode::KeyZ), shifted(East)],
            Self::Log => vec![Key(KeyCode::KeyL), shifted(West)],
            Self::Threat => vec![Key(KeyCode::KeyT), shifted(DPadUp)],
            Self::WhatIf => vec![Key(KeyCode::KeyV), shifted(DPadDown)],
            Self::Via => vec![Key(KeyCode::KeyX), shifted(South)],
            Self::Pin => vec![Key(KeyCode::KeyI), Pad(North)],
            Self::Rules => vec![Key(KeyCode::KeyR), shifted(North)],
            Self::Skip => vec![Key(KeyCode::Space), shifted(RightTrigger)],
            Self::Cards => vec![Key(KeyCode::KeyF), Pad(West)],
            Self::Menu => vec![Key(KeyCode::F12), Pad(Start)],
            Self::QuickSave => vec![With(ModifierKey::Control, KeyCode::KeyS), shifted(Start)],
            Self::QuickLoad => vec![With(ModifierKey::Control, KeyCode::KeyL), shifted(LeftThumb)],
            Self::Minimap => vec![Key(KeyCode::KeyM), shifted(DPadLeft)],
            Self::FullScreen => vec![Key(KeyCode::F11), shifted(RightThumb)],
            Self::Chip(n) => nth(&FUNCTIONS, n).map(Key).into_iter().collect(),
            Self::Hotkey(n) => {
                let digit = nth(&DIGITS, n % 10);
                let bound = match n / 10 {
                    0 => digit.map(Key),
                    1 => digit.map(|key| With(ModifierKey::Shift, key)),
                    _ => digit.map(|key| With(ModifierKey::Control, key)),
                };
                bound.into_iter().collect()
            }
        }
    }
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
            let bound = action.bound_at_first();
            assert!(!bound.is_empty(), "{action:?}");
            let on_pad = bound.iter().any(|bound| bound.on_pad());
            assert_eq!(on_pad, action.on_pad(), "{action:?} on a gamepad");
        }
    }

    #[test]
    fn at_first_nothing_is_bound_twice_but_the_buttons_of_the_mouse() {
        let mut seen: Vec<(BoundInput, Action)> = Vec::new();
        for (_, action) in Action::all() {
            for bound in action.bound_at_first() {
                if let Some((_, other)) = seen.iter().find(|(own, _)| *own == bound) {
                    assert!(matches!(bound, BoundInput::Mouse(_)), "{bound:?}: {other:?} and {action:?}");
                }
                seen.push((bound, action));
            }
        }
    }
}
