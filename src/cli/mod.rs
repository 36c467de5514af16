//! The command line: play, simulate, test, check, watch, explain, new-mod, pack, odds, replay, export-map, paths.

/// Writes a line on standard output, see [`out::line`].
macro_rules! tell {
    ($($part:tt)*) => {
        $crate::cli::out::line(format_args!($($part)*))
    };
}

pub mod case;
mod case_files;
mod check;
mod explain;
mod export_map;
mod folders;
mod new_mod;
mod odds;
mod out;
mod pack;
mod prelude;
mod replay;
pub mod simulate;
mod test;
mod watch;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::{
    content::{diagnostics::Report, library::Library},
    dice::Luck,
    key::Key,
    locale,
};

pub use check::check_all;
pub use folders::{Folders, assets};

/// What the program's exit status says.
const STATUS: &str = "Exit status: 0 if all is well, 1 if something that was checked, tested or played is wrong, \
                      2 if it could not be tried.";

/// Threat Range: a tactical game that plays tabletop rulebooks from data.
#[derive(Parser, Debug)]
#[command(name = "threat-range", version, about, max_term_width = 100, after_help = STATUS)]
pub struct Arguments {
    /// What to do; default: play.
    #[command(subcommand)]
    command: Option<Task>,
    /// The base game's folder, if it isn't found automatically.
    #[arg(long, global = true, value_name = "FOLDER")]
    assets: Option<PathBuf>,
    /// An extra folder of mods. Can be repeated.
    #[arg(long, global = true, value_name = "FOLDER")]
    mods: Vec<PathBuf>,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Open the window and play.
    Play(PlayArguments),
    /// Play many battles without a window, all sides by the computer.
    Simulate(simulate::SimulateArguments),
    /// Run cases: rule examples in RON.
    Test(test::TestArguments),
    /// Check every file of the base game and of mods.
    Check(check::CheckArguments),
    /// Check the content and run the cases of mods at each save, until stopped.
    Watch(watch::WatchArguments),
    /// Where a value comes from: what each mod writes of it.
    Explain(explain::ExplainArguments),
    /// Begin a mod: a small whole one, to change.
    NewMod(new_mod::NewModArguments),
    /// A mod in one zip file, which is put among the mods as it is.
    Pack(pack::PackArguments),
    /// The exact odds of an attack, with every modifier.
    Odds(odds::OddsArguments),
    /// Play a replay again and verify every hash.
    Replay(replay::ReplayArguments),
    /// Write a map as a file of the editor Tiled.
    ExportMap(export_map::ExportMapArguments),
    /// Show where the game keeps its files.
    Paths,
}

/// How to open the window.
#[derive(clap::Args, Debug, Default, Clone)]
pub struct PlayArguments {
    /// The scenario to start; default: the title screen.
    pub scenario: Option<String>,
    /// The seed of the dice.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Play it with another of its rulebooks.
    #[arg(long, value_name = "BOOK")]
    pub rulebook: Option<String>,
    /// A side for the computer; other sides are players. Can be repeated.
    #[arg(long, value_name = "SIDE")]
    pub ai: Vec<String>,
    /// Luck in battles: fair or deck.
    #[arg(long, value_name = "LUCK")]
    pub luck: Option<Luck>,
    /// A rulebook option for this battle, such as fog=1. Can be repeated.
    #[arg(long = "option", value_name = "NAME=NUMBER", value_parser = option)]
    pub options: Vec<(Key, i32)>,
    /// The window's size.
    #[arg(long, value_name = "WxH")]
    pub size: Option<String>,
    /// A script of inputs in RON that drives the window (for tests and pictures).
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Animation speed in percent; 0: instant. Overrides the settings for this run.
    #[arg(long, value_name = "PER CENT")]
    pub motion: Option<u32>,
    /// UI scale in percent, from 75 to 200. Overrides the settings for this run.
    #[arg(long, value_name = "PER CENT")]
    pub ui_scale: Option<u32>,
    /// The language, such as `de`. Overrides the settings for this run.
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,
    /// Write each battle's replay to this file when it ends.
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
}

/// Opens the window and plays. Gives the exit status, or why it could not.
pub type PlayProgram = fn(&Folders, &PlayArguments) -> Result<u8, String>;

/// Runs the program and gives its exit status: 0, 1 when something tested is wrong, 2 when it could not be tried.
/// `window` is what opens the window, in a program that has one.
pub fn run(window: Option<PlayProgram>) -> u8 {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let status = if error.use_stderr() { 2 } else { 0 };
            // A closed pipe is the only way this can fail, and nobody is left to tell.
            let _ = error.print();
            return status;
        }
    };
    let missing = arguments.mods.iter().find(|folder| !folder.is_dir()).cloned();
    let folders = Folders::new(arguments.assets, arguments.mods);
    locale::speak_of(&folders.assets);
    if let Some(missing) = missing
        && !matches!(arguments.command, Some(Task::Paths))
    {
        return sorry(format!("there is no folder of mods {}", missing.display()));
    }
    let ended = match arguments.command {
        None => play(window, &folders, &PlayArguments::default()),
        Some(Task::Play(own)) => play(window, &folders, &own),
        Some(Task::Simulate(own)) => simulate::run(&folders, &own),
        Some(Task::Test(own)) => test::run(&folders, &own),
        Some(Task::Check(own)) => check::run(&folders, &own),
        Some(Task::Watch(own)) => Ok(watch::run(&folders, &own)),
        Some(Task::Explain(own)) => explain::run(&folders, &own),
        Some(Task::NewMod(own)) => new_mod::run(&own),
        Some(Task::Pack(own)) => pack::run(&folders, &own),
        Some(Task::Odds(own)) => odds::run(&folders, &own),
        Some(Task::Replay(own)) => replay::run(&folders, &own),
        Some(Task::ExportMap(own)) => export_map::run(&folders, &own),
        Some(Task::Paths) => Ok(folders.print()),
    };
    ended.unwrap_or_else(sorry)
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

/// The library, with its mistakes printed. Fails when nothing can be played.
fn library(folders: &Folders) -> Result<Library, String> {
    library_with(folders, &[])
}

/// The same with single mods besides.
fn library_with(folders: &Folders, own: &[PathBuf]) -> Result<Library, String> {
    let (library, report) = folders.load_with(own);
    print_report(&report);
    if library.books.is_empty() {
        return Err(format!("no rulebook could be loaded from {}", folders.assets.display()));
    }
    Ok(library)
}

fn print_report(report: &Report) {
    if !report.is_empty() {
        let colour = std::io::IsTerminal::is_terminal(&std::io::stderr());
        out::aside(format_args!("{}", report.render(colour)));
    }
}

fn play(window: Option<PlayProgram>, folders: &Folders, arguments: &PlayArguments) -> Result<u8, String> {
    let window = window.ok_or(
        "this program was built without its window; build it with the feature \"window\", or use simulate, test, check, odds, replay",
    )?;
    window(folders, arguments)
}
