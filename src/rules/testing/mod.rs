//! For tests only: no rule reads this.

pub mod words;
