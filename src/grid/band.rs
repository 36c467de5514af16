//! Altitude bands (S-23, T-05): their order, and which the ground can hide from one another. Heights are a rulebook's.

use serde::{Deserialize, Serialize};

/// How high something is, in ascending order (S-23).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Band {
    /// On the ground, or hovering a metre or two above it.
    #[default]
    Ground,
    /// Flying low.
    Low,
    /// Flying very high.
    High,
}

/// How much of what stands on the ground a line between two bands meets (T-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Screen {
    /// All of it: both ends are on the ground.
    All,
    /// Only what stands beside the end on the ground: the other flies low.
    BesideGround,
    Nothing,
}

impl Band {
    /// All three, from the ground up.
    pub const ALL: [Self; 3] = [Self::Ground, Self::Low, Self::High];

    /// How many bands lie between the two: 0, 1 or 2.
    pub const fn steps_to(self, other: Self) -> u8 {
        (self as u8).abs_diff(other as u8)
    }

    pub(super) const fn screen(self, other: Self) -> Screen {
        match (self, other) {
            (Self::Ground, Self::Ground) => Screen::All,
            (Self::Ground, Self::Low) | (Self::Low, Self::Ground) => Screen::BesideGround,
            _ => Screen::Nothing,
        }
    }
}
