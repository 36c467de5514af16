//! What the user keeps: saved battles, replays, and the way any file of theirs reaches the disk.
//!
//! | file | what it owns |
//! | --- | --- |
//! | [`file`] | writing so that a crash leaves the old file or the new one; reading with a limit |
//! | [`header`] | the first lines of a save, told without reading the battle |
//! | [`save`] | a saved battle as bytes |
//! | [`forms`] | the forms of files that were, and the way from each to the newest |
//! | `form_3` | from form 2 to 3 |
//! | `rewrite` | RON changed without knowing its types |
//! | [`refused`] | why a save cannot be loaded, in sentences |
//! | [`slots`] | the folder of saves: names, autosaves, the quick save |
//! | [`replays`] | the folder of replays |
//! | [`mods`] | which mods are on, and in which order |
//! | [`watched`] | folders that are watched for changes |
//!
//! Nothing here knows a window or a clock: dates are given by the caller. What a battle is made of is in the snapshot
//! and replay of `battle`.

pub mod file;
mod form_3;
pub mod forms;
pub mod header;
pub mod mods;
pub mod refused;
pub mod replays;
mod rewrite;
pub mod save;
pub mod slots;
pub mod watched;

pub use header::{FORM, Header, SaveKind};
pub use refused::{FileDamage, ModChange, Refused};
pub use replays::{KeptReplay, ReplayNote, Replays};
pub use save::{Given, Save, Seat, Sitting};
pub use slots::{Loaded, SaveSlot, SaveSlots};
