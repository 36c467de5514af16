//! For tests only: no rule reads this.

pub mod words;

use super::{facts::Shield, unit::Precision};
use crate::key::Key;

/// A shield that is there of itself.
pub fn shield(id: &str, precision: Precision, points: i32, reach: i32) -> Shield {
    Shield {
        id: Key::new(id),
        precision,
        points,
        reach,
        device: false,
        priority: 0,
        pool: None,
        bought: false,
        passing: 0,
        turns: 0,
        active: true,
    }
}
