//! What the user keeps: saved battles, replays, and the way any file of theirs reaches the disk.
//!
//! | file | what it owns |
//! | --- | --- |
//! | [`file`] | writing so that a crash leaves the old file or the new one; reading with a limit |
//!
//! Knows no window. Does not own what a battle is made of: that is `battle`'s snapshot and replay.

pub mod file;
