//! The settings that are a number or a switch, one by one: their limits, and what turning one does.

use crate::window::prelude::*;

/// What a knob can be turned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnobRange {
    /// Off or on: 0 or 1.
    Switch,
    /// A number from, to, in steps of.
    Number(u32, u32, u32),
}

/// What a player does to the bindings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum KeyIntent {
    /// The next key pressed is the action's `n`-th (of a gamepad, if so), from 0.
    Listen(Action, u8, bool),
    /// The action's `n`-th is this.
    Bind(Action, u8, BoundInput),
    /// An action is bound as at first.
    Reset(Action),
    /// All are.
    ResetAll,
}

/// What a knob turns.
trait Turned {
    fn put(&mut self, to: u32);
}

impl Turned for u32 {
    fn put(&mut self, to: u32) {
        *self = to;
    }
}

impl Turned for bool {
    fn put(&mut self, to: u32) {
        *self = to > 0;
    }
}

/// Each knob with its setting and what it can be turned to.
macro_rules! knobs {
    ($($knob:ident: $field:ident = $range:expr;)*) => {
        /// A setting that is a number or a switch.
        #[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Knob {
            $(#[doc = concat!("See [`Settings::", stringify!($field), "`].")] $knob,)*
        }

        impl Knob {
            /// All of them.
            pub(super) const ALL: &[Self] = &[$(Self::$knob),*];

            /// What it can be turned to.
            pub fn range(self) -> KnobRange {
                match self {
                    $(Self::$knob => $range,)*
                }
            }
        }

        impl Settings {
            /// What a knob stands at.
            pub fn get(&self, knob: Knob) -> u32 {
                match knob {
                    $(Knob::$knob => u32::from(self.$field),)*
                }
            }

            /// Turns a knob, beyond its limits too.
            pub(super) fn put(&mut self, knob: Knob, to: u32) {
                match knob {
                    $(Knob::$knob => self.$field.put(to),)*
                }
            }
        }
    };
}

knobs! {
    UiScale: ui_scale = KnobRange::Number(75, 200, 5);
    HighContrast: high_contrast = KnobRange::Switch;
    FullScreen: full_screen = KnobRange::Switch;
    Vsync: vsync = KnobRange::Switch;
    Motion: motion = KnobRange::Number(0, 300, 25);
    Particles: particles = KnobRange::Switch;
    FloatingNumbers: floating_numbers = KnobRange::Switch;
    Volume: volume = KnobRange::Number(0, 100, 5);
    Effects: effects = KnobRange::Number(0, 100, 5);
    EdgeScroll: edge_scroll = KnobRange::Switch;
    EdgeSpeed: edge_speed = KnobRange::Number(25, 300, 25);
    PanSpeed: pan_speed = KnobRange::Number(25, 300, 25);
    ConfirmEnd: confirm_end = KnobRange::Switch;
    AskFrom: ask_from = KnobRange::Number(0, 30, 1);
    AskShots: ask_shots = KnobRange::Switch;
    AskAllies: ask_allies = KnobRange::Switch;
    TipDelay: tip_delay = KnobRange::Number(0, 2000, 100);
    Lessons: lessons = KnobRange::Switch;
    Minimap: minimap = KnobRange::Switch;
}

impl Settings {
    /// Turns a knob, within its limits.
    pub fn turn(&mut self, knob: Knob, to: u32) {
        match knob {
            Knob::Lessons => self.teach(to > 0),
            _ => self.put(knob, to),
        }
        *self = std::mem::take(self).within();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_knob_turns_its_own_setting_and_stays_within_its_limits() {
        for knob in Knob::ALL.iter().copied() {
            let (least, most) = match knob.range() {
                KnobRange::Switch => (0, 1),
                KnobRange::Number(least, most, _) => (least, most),
            };
            for (to, expected) in [(most, most), (least, least), (9999, most)] {
                let mut settings = Settings::default();
                settings.turn(knob, to);
                assert_eq!(settings.get(knob), expected, "{knob:?} to {to}");
                let others = |own: &Settings| {
                    let others = Knob::ALL.iter().filter(|other| **other != knob);
                    others.map(|other| own.get(*other)).collect::<Vec<_>>()
                };
                assert_eq!(others(&settings), others(&Settings::default()), "{knob:?}");
            }
        }
    }
}
