//! For tests only: the case runner and the sweep ask for it, no game does.

pub mod seen;
