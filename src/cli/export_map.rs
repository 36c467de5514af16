//! `export-map`: a map as a file of the editor Tiled.

use crate::cli::prelude::*;
use crate::{content::tiled_export::export_tiled, grid::Terrain, saves::file, suggest::hint};

const LARGEST: u64 = 16 * 1024 * 1024;

/// Arguments of `export-map`.
#[derive(clap::Args, Debug)]
pub struct ExportMapArguments {
    /// The map, such as mill.
    map: String,
    /// The file to write, such as mill.tmx.
    file: PathBuf,
}

pub(super) fn run(folders: &Folders, arguments: &ExportMapArguments) -> Result<u8, String> {
    let library = library(folders)?;
    let Some(map) = library.maps.get(&Key::new(&arguments.map)) else {
        let near = hint(&arguments.map, library.maps.keys().map(|id| id.as_str()));
        return Err(format!("there is no map \"{}\"{near}", arguments.map));
    };
    let text = export_tiled(map, &|terrain| shown(&library, &arguments.file, &picture(&library, terrain)?));
    file::write(&arguments.file, text.as_bytes(), file::Keep::Nothing).map_err(|why| why.to_string())?;
    tell!("{}", arguments.file.display());
    Ok(0)
}

/// The drawing of a terrain: of the last mod that has one.
fn picture(library: &Library, terrain: &Terrain) -> Option<PathBuf> {
    let mut files = library.folders.iter().rev().flat_map(|folder| {
        ["svg", "png"].map(|ending| folder.join("art/terrain").join(format!("{}.{ending}", terrain.look)))
    });
    files.find(|file| file.is_file())
}

/// A picture's path from the map's file on; one that lies in no folder with it is copied beside it.
fn shown(library: &Library, map: &Path, picture: &Path) -> Option<String> {
    let map = std::path::absolute(map).ok()?;
    let home = map.parent()?;
    // Links are followed, as far as the folder is there already.
    let real = std::fs::canonicalize(home).unwrap_or_else(|_| home.to_path_buf());
    let picture = std::fs::canonicalize(picture).ok()?;
    let shared = library.folders.iter().map(PathBuf::as_path).chain([real.as_path()]);
    let mut shared = shared.filter(|folder| real.starts_with(folder) && picture.starts_with(folder));
    if let Some(folder) = shared.next() {
        return relative(folder, &real, &picture);
    }
    let folder = format!("{}_tiles", map.file_stem()?.to_string_lossy());
    let name = picture.file_name()?.to_string_lossy().into_owned();
    let bytes = file::read(&picture, LARGEST).ok()?;
    file::write(&home.join(&folder).join(&name), &bytes, file::Keep::Nothing).ok()?;
    Some(format!("{folder}/{name}"))
}

/// The path to a file from a folder on, where both lie in a third one.
fn relative(shared: &Path, home: &Path, file: &Path) -> Option<String> {
    let up = home.strip_prefix(shared).ok()?.components().map(|_| "..".to_owned());
    let down = file.strip_prefix(shared).ok()?.components();
    let down = down.map(|part| part.as_os_str().to_string_lossy().into_owned());
    Some(up.chain(down).collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_in_the_same_mod_is_named_from_the_map_on() {
        let from =
            |home: &str| relative(Path::new("/m"), Path::new(home), Path::new("/m/art/terrain/mud.svg"));
        assert_eq!(from("/m/maps/deep").as_deref(), Some("../../art/terrain/mud.svg"));
        assert_eq!(from("/m").as_deref(), Some("art/terrain/mud.svg"));
    }
}
