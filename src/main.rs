//! The program: arguments, then the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(feature = "window")]
    if std::env::args_os().any(|argument| argument == threat_range::window::PROBE_ARGUMENT) {
        return ExitCode::from(threat_range::window::answer_probe());
    }
    #[cfg(feature = "window")]
    let play = Some(threat_range::window::play as threat_range::cli::PlayProgram);
    #[cfg(not(feature = "window"))]
    let play = None;
    ExitCode::from(threat_range::cli::run(play))
}
