//! The command line: play, simulate, test, check, odds, replay, paths.

/// Writes a line on standard output, see [`out::line`].
macro_rules! tell {
    ($($part:tt)*) => {
        $crate::cli::out::line(format_args!($($part)*))
    };
}

pub mod case;
mod check;
mod folders;
mod odds;
mod out;
mod replay;
pub mod simulate;
mod test;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::{
    content::{diagnostics::Report, library::Library},
    dice::Luck,
    key::Key,
    locale,
};

pub use folders::{Folders, assets};

/// Threat Range: a tactical game that plays tabletop rulebooks from data.
#[derive(Parser, Debug)]
#[command(name = "threat-range", version, about, max_term_width = 100)]
pub struct Arguments {
    /// What to do; nothing: play.
    #[command(subcommand)]
    command: Option<Task>,
    /// The folder of the base game, if it is not found by itself.
    #[arg(long, global = true, value_name = "FOLDER")]
    assets: Option<PathBuf>,
    /// One more folder that holds mods. May be given several times.
    #[arg(long, global = true, value_name = "FOLDER")]
    mods: Vec<PathBuf>,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Open the window and play.
    Play(PlayArguments),
    /// Play many battles without a window, the computer on all sides.
    Simulate(simulate::SimulateArguments),
    /// Run cases: rule examples in RON.
    Test(test::TestArguments),
    /// Check every file of the base game and of mods.
    Check(check::CheckArguments),
    /// The exact odds of an attack, with every modifier.
    Odds(odds::OddsArguments),
    /// Play a replay again and verify every hash.
    Replay(replay::ReplayArguments),
    /// Where the game looks for its files and keeps them.
    Paths,
}

/// How to open the window.
#[derive(clap::Args, Debug, Default, Clone)]
pub struct PlayArguments {
    /// A scenario to start at once; nothing: the title screen.
    pub scenario: Option<String>,
    /// The seed of the dice.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Play it by another of its rulebooks.
    #[arg(long, value_name = "BOOK")]
    pub rulebook: Option<String>,
    /// Sides that the computer plays; the others are people. May be given several times.
    #[arg(long, value_name = "SIDE")]
    pub ai: Vec<String>,
    /// How luck is dealt in battles: fair dice, or deck (T-13).
    #[arg(long, value_name = "LUCK")]
    pub luck: Option<Luck>,
    /// An option of the rulebook for the scenario that is started. May be given several times.
    #[arg(long = "option", value_name = "NAME=NUMBER", value_parser = option)]
    pub options: Vec<(Key, i32)>,
    /// The size of the window.
    #[arg(long, value_name = "WxH")]
    pub size: Option<String>,
    /// A script of inputs in RON that drives the window (for tests and pictures).
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// How fast things move on the screen in per cent; 0: at once. For this run, over the settings.
    #[arg(long, value_name = "PER CENT")]
    pub motion: Option<u32>,
    /// The size of what is on the screen in per cent, from 75 to 200. For this run, over the settings.
    #[arg(long, value_name = "PER CENT")]
    pub ui_scale: Option<u32>,
    /// The language to speak, such as `de`. For this run, over the settings.
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,
    /// Write the replay of each battle to this file when it ends.
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
}

/// Opens the window and plays. Gives the exit status, or why it could not.
pub type Play = fn(&Folders, &PlayArguments) -> Result<u8, String>;

/// Runs the program and gives its exit status: 0, 1 when something tested is wrong, 2 when it could not be tried.
/// `window` is what opens the window, in a program that has one.
pub fn run(window: Option<Play>) -> u8 {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let status = if error.use_stderr() { 2 } else { 0 };
            // A closed pipe is the only way this can fail, and nobody is left to tell.
            let _ = error.print();
            return status;
        }
    };
    let folders = Folders::new(arguments.assets, arguments.mods);
    locale::speak_of(&folders.assets);
    match arguments.command {
        None => play(window, &folders, &PlayArguments::default()),
        Some(Task::Play(own)) => play(window, &folders, &own),
        Some(Task::Simulate(own)) => simulate::run(&folders, &own),
        Some(Task::Test(own)) => test::run(&folders, &own),
        Some(Task::Check(own)) => check::run(&folders, &own),
        Some(Task::Odds(own)) => odds::run(&folders, &own),
        Some(Task::Replay(own)) => replay::run(&folders, &own),
        Some(Task::Paths) => folders.print(),
    }
}

/// Reads an option of a rulebook: `fog=1`.
fn option(text: &str) -> Result<(Key, i32), String> {
    let parts =
        text.split_once('=').and_then(|(name, value)| Some((name.trim(), value.trim().parse().ok()?)));
    match parts {
        Some((name, value)) if !name.is_empty() => Ok((Key::new(name), value)),
        _ => Err("write it like fog=1".to_owned()),
    }
}

/// Ends with a sentence.
fn sorry(text: impl std::fmt::Display) -> u8 {
    out::aside(format_args!("threat-range: {text}"));
    2
}

/// The library, with its mistakes printed. None when nothing can be played.
fn library(folders: &Folders) -> Option<Library> {
    let (library, report) = folders.load();
    print_report(&report);
    if library.books.is_empty() {
        sorry(format!("no rulebook could be loaded from {}", folders.assets.display()));
        return None;
    }
    Some(library)
}

fn print_report(report: &Report) {
    if !report.is_empty() {
        let colour = std::io::IsTerminal::is_terminal(&std::io::stderr());
        out::aside(format_args!("{}", report.render(colour)));
    }
}

fn play(window: Option<Play>, folders: &Folders, arguments: &PlayArguments) -> u8 {
    let Some(window) = window else {
        return sorry(
            "this program was built without its window; build it with the feature \"window\", or use simulate, test, check, odds, replay",
        );
    };
    window(folders, arguments).unwrap_or_else(sorry)
}
