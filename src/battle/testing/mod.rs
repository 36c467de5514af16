//! For tests and benches only: the case runner, the sweep and the bench of the engine ask for it, no game does.

pub mod one_change;
pub mod seen;
