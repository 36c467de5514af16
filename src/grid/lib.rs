//! Threat Range: squares, maps, sight, cover, reach.
//!
//! The layer is the module [`grid`]; the layers below it are passed on, so that a path reads the same in each.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail"))]

pub use threat_range_base::{key, suggest};

#[path = "mod.rs"]
pub mod grid;
