//! What several tests share: the library, its scenarios, and which part of the deep tests a run does.
#![allow(dead_code, clippy::unwrap_used, reason = "each test file uses a part of it")]

pub mod files;
pub mod random;
pub mod share;
pub mod whim;

use std::{path::Path, process, sync::OnceLock};

use threat_range::{
    battle::{command::Command, prompt::Ask, replay::Game, setup::Setup},
    content::library::Library,
    key::Key,
};

/// The shipped library.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let (library, report) = Library::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), &[]);
        assert!(report.is_empty(), "{report}");
        library
    })
}

/// The same program with signals as they are where nobody ignores them. A shell hands them down ignored to what it runs
/// in the background, and a program so begun heeds none.
pub fn heeding_signals(command: &process::Command) -> process::Command {
    let mut own = process::Command::new("env");
    if cfg!(target_os = "linux") {
        own.arg("--default-signal=INT,TERM,HUP");
    }
    own.arg(command.get_program()).args(command.get_args()).stdin(process::Stdio::null());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => own.env(name, value),
            None => own.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        own.current_dir(folder);
    }
    own
}

/// Every scenario by each of the rulebooks that it can be played by.
pub fn scenarios() -> Vec<(Key, Key)> {
    let all = library().scenarios.iter();
    all.flat_map(|(id, scenario)| {
        let books = std::iter::once(scenario.rulebook).chain(scenario.also.iter().copied());
        books.map(move |book| (*id, book))
    })
    .collect()
}

/// Two rounds of a battle in which nobody does anything.
pub fn two_rounds(setup: Setup) -> Game {
    let mut game = Game::new(setup);
    while game.battle.clock().round < 3 {
        let Some(prompt) = game.battle.prompt() else { break };
        let unit = prompt.unit;
        let command = match &prompt.ask {
            Ask::Turn { .. } => Command::End { unit },
            Ask::Choice { options, .. } => Command::Choose { unit, option: options[0].id },
            _ => Command::Decline { unit },
        };
        game.submit(command).unwrap();
    }
    game
}
