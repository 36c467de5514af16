//! `explain`: where a value comes from, layer by layer.

use super::check;
use crate::{cli::prelude::*, content::library::Layer};

/// Arguments of `explain`.
#[derive(clap::Args, Debug)]
pub struct ExplainArguments {
    /// What: `threat_range/weapons/club`, `threat_range/weapons/club.base`, `threat_range/book.attack.area.number`,
    /// `terrains/mud`.
    path: String,
    /// Folders of single mods to look at besides the base game and the mods in use.
    folders: Vec<PathBuf>,
}

pub(super) fn run(folders: &Folders, arguments: &ExplainArguments) -> Result<u8, String> {
    check::all_there(&arguments.folders)?;
    let sources = folders.sources_with(&arguments.folders);
    print_report(&sources.left_out);
    // What the mods named make of it can't be told without them.
    if !arguments.folders.is_empty() && sources.left_out.has_errors() {
        return Ok(2);
    }
    let explained = sources.explain(&arguments.path)?;
    tell!("{}", arguments.path);
    print(&explained.layers);
    match explained.now {
        Some(now) => tell!("  now: {now}"),
        None if explained.left_out.is_empty() => tell!("  now: nothing"),
        None => {}
    }
    for (name, value) in &explained.left_out {
        tell!("  left out  {name}: {value}");
    }
    Ok(0)
}

/// A line for each layer: mod, verb, place, value.
pub(super) fn print(layers: &[Layer]) {
    for layer in layers {
        let Layer { owner, verb, file, line, column, value } = layer;
        tell!("  {owner}  {verb}  {}:{line}:{column}  {value}", file.display());
    }
}
