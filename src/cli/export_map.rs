//! `export-map`: a map as a file of the editor Tiled.

use std::path::PathBuf;

use super::{Folders, library, sorry};
use crate::{
    content::{library::Library, tiled_export::export_tiled},
    grid::Terrain,
    key::Key,
    saves::file,
    suggest::suggest,
};

/// Arguments of `export-map`.
#[derive(clap::Args, Debug)]
pub struct ExportMapArguments {
    /// The map, such as mill.
    map: String,
    /// The file to write, such as mill.tmx.
    file: PathBuf,
}

pub(super) fn run(folders: &Folders, arguments: &ExportMapArguments) -> u8 {
    let Some(library) = library(folders) else { return 2 };
    let Some(map) = library.maps.get(&Key::new(&arguments.map)) else {
        let near = suggest(&arguments.map, library.maps.keys().map(|id| id.as_str()));
        let near = near.map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        return sorry(format!("there is no map \"{}\"{near}", arguments.map));
    };
    let text = export_tiled(map, &|terrain| picture(&library, terrain));
    match file::write(&arguments.file, text.as_bytes(), file::Keep::Nothing) {
        Ok(()) => {
            tell!("{}", arguments.file.display());
            0
        }
        Err(why) => sorry(why),
    }
}

/// The drawing of a terrain: of the last mod that has one.
fn picture(library: &Library, terrain: &Terrain) -> Option<String> {
    let mut files = library.folders.iter().rev().flat_map(|folder| {
        ["svg", "png"].map(|ending| folder.join("art/terrain").join(format!("{}.{ending}", terrain.look)))
    });
    let found = files.find(|file| file.is_file())?;
    Some(std::path::absolute(&found).unwrap_or(found).to_string_lossy().into_owned())
}
