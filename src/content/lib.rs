//! Threat Range: RON files to a resolved library.
//!
//! The layer is the module [`content`]; the layers below it are passed on, so that a path reads the same in each.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail"))]

pub use threat_range_base::{defaults, key, message, suggest};
pub use threat_range_battle::battle;
pub use threat_range_dice::dice;
pub use threat_range_grid::grid;
pub use threat_range_rules::rules;

#[path = "mod.rs"]
pub mod content;
