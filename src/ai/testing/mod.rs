//! For tests and benches only: nothing of the game plays by this.

pub mod random;
mod whim;
