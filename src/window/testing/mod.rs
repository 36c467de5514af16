//! For tests, benches and pictures only: a script that drives the window, and what it measures. Nothing of the game
//! needs it; without a script no system of these runs.
//!
//! | file | what is in it |
//! | --- | --- |
//! | [`script`] | the steps of a script and their play |
//! | [`stage`] | the window's size, scale and language; pictures and films of it |
//! | [`fits`] | texts that do not fit their places |
//! | [`measures`] | how the screen of a battle is shared, what hides what |
//! | [`crowd`] | the heaviest board, and what a frame of it costs |

mod crowd;
mod fits;
mod measures;
mod script;
mod stage;

pub use crowd::{FrameClock, clock as frame_clock};
pub use script::{ScriptStep, plugin, read as read_script};
pub use stage::Drawn;
