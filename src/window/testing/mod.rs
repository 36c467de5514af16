//! For tests, benches and pictures only: a script that drives the window, and what it measures. The game needs none.

mod crowd;
mod fits;
mod measures;
mod script;
mod stage;

pub use crowd::{FrameClock, clock as frame_clock};
pub use script::{ScriptStep, plugin, read as read_script};
pub use stage::Drawn;
