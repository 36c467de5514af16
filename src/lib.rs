//! Threat Range: a tactical game, and under it an engine that plays tabletop rulebooks from data.
//!
//! | folder | what it owns |
//! | --- | --- |
//! | [`dice`] | notation, streams, exact distributions |
//! | [`grid`] | squares, maps, sight, cover, reach |
//! | [`rules`] | the types of a rulebook and pure functions over facts |
//! | [`content`] | RON files to a resolved library, maps from editors |
//! | [`battle`] | the ECS: components, phases, commands, frames, prompts, chronicle, snapshot |
//! | [`locale`] | sentences for people, by language |
//! | [`ai`] | chooses a command from what its side knows |
//! | [`saves`] | saved battles, kept replays, writing the user's files safely |
//! | [`cli`] | play, simulate, test, check, odds, replay, paths |
//! | `window` | everything on the screen (feature `window`) |
//!
//! A folder imports only those above it in this table. Everything but `window` builds and runs without it; [`key`] and
//! [`suggest`] serve all.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail"))]

pub mod ai;
pub mod battle;
pub mod cli;
pub mod content;
pub mod dice;
pub mod grid;
pub mod key;
pub mod locale;
pub mod rules;
pub mod saves;
pub mod suggest;
#[cfg(feature = "window")]
pub mod window;
