//! What the user keeps: saved battles, replays, and the way any file of theirs reaches the disk.
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
