//! Threat Range: the command line.
//!
//! The layer is the module [`cli`]; the layers below it are passed on, so that a path reads the same in each.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail"))]

pub use threat_range_ai::ai;
pub use threat_range_base::{key, message, suggest};
pub use threat_range_battle::battle;
pub use threat_range_content::content;
pub use threat_range_dice::dice;
pub use threat_range_grid::grid;
pub use threat_range_locale::locale;
pub use threat_range_rules::rules;
pub use threat_range_saves::saves;

#[path = "mod.rs"]
pub mod cli;
