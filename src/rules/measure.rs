//! Metres on the grid: how many squares a distance in metres is.

use serde::{Deserialize, Serialize};

/// How long the side of a square is: so many squares are so many metres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// Squares.
    pub squares: i32,
    /// Metres that they are.
    pub metres: i32,
}

impl Default for Measure {
    /// 1.5 m a square.
    fn default() -> Self {
        Self { squares: 2, metres: 3 }
    }
}

impl Measure {
    /// The squares that lie wholly within a distance: a limit in metres admits every square up to it (C-12).
    pub fn within(self, metres: i32) -> i32 {
        (metres.max(0).saturating_mul(self.squares)) / self.metres.max(1)
    }

    /// The number of squares that comes nearest to a distance, halves up (C-108).
    pub fn nearest(self, metres: i32) -> i32 {
        let side = self.metres.max(1);
        (metres.max(0).saturating_mul(2 * self.squares) + side) / (2 * side)
    }
}
