//! Threat Range: a tactical game, and under it an engine that plays tabletop rulebooks from data.
//!
//! | folder | what it owns |
//! | --- | --- |
//! | [`key`], [`message`], [`suggest`] | names of things, what is to be said, near misses of words (`src/base`) |
//! | [`dice`] | notation, streams, exact distributions |
//! | [`grid`] | squares, maps, sight, cover, reach |
//! | [`rules`] | the types of a rulebook and pure functions over facts |
//! | [`battle`] | the ECS: components, phases, commands, frames, prompts, chronicle, snapshot |
//! | [`content`] | RON files to a resolved library, maps from editors |
//! | [`locale`] | sentences for people, by language |
//! | [`saves`] | saved battles, kept replays, writing the user's files safely |
//! | [`ai`] | chooses a command from what its side knows |
//! | [`cli`] | play, simulate, test, check, odds, replay, paths |
//! | `window` | everything on the screen (feature `window`) |
//!
//! A folder imports only those above it in this table. Everything but `window` builds and runs without it. Where each
//! thing stands and how to add one: `docs/engine.md`.

pub use threat_range_ai::ai;
pub use threat_range_base::{key, message, suggest};
pub use threat_range_battle::battle;
pub use threat_range_cli::cli;
pub use threat_range_content::content;
pub use threat_range_dice::dice;
pub use threat_range_grid::grid;
pub use threat_range_locale::locale;
pub use threat_range_rules::rules;
pub use threat_range_saves::saves;
#[cfg(feature = "window")]
pub use threat_range_window::window;
