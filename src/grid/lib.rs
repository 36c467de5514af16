//! Threat Range: squares, maps, sight, cover, reach.
//!
//! The layer is the module [`grid`]; the layers below it are passed on, so that a path reads the same in each.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail"))]

#[macro_use]
extern crate threat_range_base;

pub use threat_range_base::{defaults, key, message, suggest};

#[path = "mod.rs"]
pub mod grid;
