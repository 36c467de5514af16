//! Threat Range: a tactical game, and under it an engine that plays tabletop rulebooks from data.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail"))]

pub mod battle;
pub mod content;
pub mod dice;
pub mod grid;
pub mod key;
pub mod rules;
pub mod suggest;
