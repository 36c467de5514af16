//! Which part of the deep tests a run does.
//!
//! A deep test is long and therefore ignored unless it is asked for (`cargo deep`, which is
//! `cargo test -- --include-ignored`). Its work lies in numbered pieces: a size of the window, a rulebook, a seed, a
//! kill. `THREAT_RANGE_SHARE="2/5"` does the second of five shares of each, so that five runs, each with another
//! number, do all of it. Without it everything is done.

use std::env::{self, VarError};

/// Names the share: which of how many.
const SHARE: &str = "THREAT_RANGE_SHARE";

/// A part of all pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which it is, from 1 on.
    which: usize,
    /// Of how many.
    of: usize,
}

impl Share {
    /// The share that this run was given.
    pub fn of_this_run() -> Self {
        let text = match env::var(SHARE) {
            Ok(text) => text,
            Err(VarError::NotPresent) => return Self { which: 1, of: 1 },
            Err(VarError::NotUnicode(text)) => text.to_string_lossy().into_owned(),
        };
        Self::read(&text)
            .unwrap_or_else(|| panic!("{SHARE} is \"{text}\": write it as 2/5 for the second of five shares"))
    }

    /// Reads "2/5"; none if that is no share.
    pub fn read(text: &str) -> Option<Self> {
        let (which, of) = text.split_once('/')?;
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = |text: &str| digits(text).then(|| text.parse::<usize>().ok()).flatten();
        let (which, of) = (number(which)?, number(of)?);
        (1..=of).contains(&which).then_some(Self { which, of })
    }

    /// Whether the piece of this number, from 0 on, belongs to it.
    pub fn takes(&self, at: usize) -> bool {
        at % self.of == self.which - 1
    }

    /// Whether it is everything.
    pub fn whole(&self) -> bool {
        self.of == 1
    }
}
