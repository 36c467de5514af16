//! The settings that are a number or a switch, one by one: their limits, and what turning one does.
//!
//! What each is called stands with the page.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::Settings;
use crate::window::input::{Action, Bound};

/// A setting that is a number or a switch.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Knob {
    /// See [`Settings::ui_scale`].
    UiScale,
    /// See [`Settings::high_contrast`].
    HighContrast,
    /// See [`Settings::full_screen`].
    FullScreen,
    /// See [`Settings::vsync`].
    Vsync,
    /// See [`Settings::motion`].
    Motion,
    /// See [`Settings::particles`].
    Particles,
    /// See [`Settings::floating_numbers`].
    FloatingNumbers,
    /// See [`Settings::volume`].
    Volume,
    /// See [`Settings::effects`].
    Effects,
    /// See [`Settings::edge_scroll`].
    EdgeScroll,
    /// See [`Settings::edge_speed`].
    EdgeSpeed,
    /// See [`Settings::pan_speed`].
    PanSpeed,
    /// See [`Settings::confirm_end`].
    ConfirmEnd,
    /// See [`Settings::tip_delay`].
    TipDelay,
    /// See [`Settings::minimap`].
    Minimap,
}

/// What a knob can be turned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Off or on: 0 or 1.
    Switch,
    /// A number from, to, in steps of.
    Number(u32, u32, u32),
}

/// What a player does to the bindings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum KeyDeed {
    /// The next key pressed is the action's `n`-th (of a gamepad, if so), from 0.
    Listen(Action, u8, bool),
    /// The action's `n`-th is this.
    Bind(Action, u8, Bound),
    /// An action is bound as at first.
    Reset(Action),
    /// All are.
    ResetAll,
}

impl Knob {
    /// What it can be turned to.
    pub fn range(self) -> Range {
        match self {
            Self::UiScale => Range::Number(75, 200, 5),
            Self::Motion => Range::Number(0, 300, 25),
            Self::Volume | Self::Effects => Range::Number(0, 100, 5),
            Self::EdgeSpeed | Self::PanSpeed => Range::Number(25, 300, 25),
            Self::TipDelay => Range::Number(0, 2000, 100),
            Self::HighContrast
            | Self::FullScreen
            | Self::Vsync
            | Self::Particles
            | Self::FloatingNumbers
            | Self::EdgeScroll
            | Self::ConfirmEnd
            | Self::Minimap => Range::Switch,
        }
    }
}

impl Settings {
    /// What a knob stands at.
    pub fn get(&self, knob: Knob) -> u32 {
        match knob {
            Knob::UiScale => self.ui_scale,
            Knob::HighContrast => u32::from(self.high_contrast),
            Knob::FullScreen => u32::from(self.full_screen),
            Knob::Vsync => u32::from(self.vsync),
            Knob::Motion => self.motion,
            Knob::Particles => u32::from(self.particles),
            Knob::FloatingNumbers => u32::from(self.floating_numbers),
            Knob::Volume => self.volume,
            Knob::Effects => self.effects,
            Knob::EdgeScroll => u32::from(self.edge_scroll),
            Knob::EdgeSpeed => self.edge_speed,
            Knob::PanSpeed => self.pan_speed,
            Knob::ConfirmEnd => u32::from(self.confirm_end),
            Knob::TipDelay => self.tip_delay,
            Knob::Minimap => u32::from(self.minimap),
        }
    }

    /// Turns a knob, within its limits.
    pub fn turn(&mut self, knob: Knob, to: u32) {
        let on = to > 0;
        match knob {
            Knob::UiScale => self.ui_scale = to,
            Knob::HighContrast => self.high_contrast = on,
            Knob::FullScreen => self.full_screen = on,
            Knob::Vsync => self.vsync = on,
            Knob::Motion => self.motion = to,
            Knob::Particles => self.particles = on,
            Knob::FloatingNumbers => self.floating_numbers = on,
            Knob::Volume => self.volume = to,
            Knob::Effects => self.effects = to,
            Knob::EdgeScroll => self.edge_scroll = on,
            Knob::EdgeSpeed => self.edge_speed = to,
            Knob::PanSpeed => self.pan_speed = to,
            Knob::ConfirmEnd => self.confirm_end = on,
            Knob::TipDelay => self.tip_delay = to,
            Knob::Minimap => self.minimap = on,
        }
        *self = std::mem::take(self).within();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_knob_turns_its_own_setting_and_stays_within_its_limits() {
        let knobs = [
            Knob::UiScale,
            Knob::HighContrast,
            Knob::FullScreen,
            Knob::Vsync,
            Knob::Motion,
            Knob::Particles,
            Knob::FloatingNumbers,
            Knob::Volume,
            Knob::Effects,
            Knob::EdgeScroll,
            Knob::EdgeSpeed,
            Knob::PanSpeed,
            Knob::ConfirmEnd,
            Knob::TipDelay,
            Knob::Minimap,
        ];
        for knob in knobs {
            let (least, most) = match knob.range() {
                Range::Switch => (0, 1),
                Range::Number(least, most, _) => (least, most),
            };
            for (to, expected) in [(most, most), (least, least), (9999, most)] {
                let mut settings = Settings::default();
                settings.turn(knob, to);
                assert_eq!(settings.get(knob), expected, "{knob:?} to {to}");
                let others = |own: &Settings| {
                    knobs
                        .iter()
                        .filter(|other| **other != knob)
                        .map(|other| own.get(*other))
                        .collect::<Vec<_>>()
                };
                assert_eq!(others(&settings), others(&Settings::default()), "{knob:?}");
            }
        }
    }
}
