//! `pack`: a mod in one zip file, which is put among the mods as it is.

use super::{check_all, out};
use crate::cli::prelude::*;
use crate::{
    content::{
        archive,
        manifest::ModFolder,
        mod_path::{ModPath, ModRoot},
    },
    saves::file::{self, Keep},
};

const LARGEST: u64 = 64 * 1024 * 1024;

/// Arguments of `pack`.
#[derive(clap::Args, Debug)]
pub struct PackArguments {
    /// The mod's own folder.
    folder: PathBuf,
    /// The zip file; nothing: here, called by the mod's id and version.
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
}

pub(super) fn run(folders: &Folders, arguments: &PackArguments) -> Result<u8, String> {
    let folder = &arguments.folder;
    let about = ModFolder::read(folder, folder).map_err(|mistakes| {
        let said: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        said.join("\n")
    })?;
    let name = format!("{}-{}.zip", about.id(), about.manifest.version);
    let to = arguments.to.clone().unwrap_or_else(|| PathBuf::from(name));
    if to.symlink_metadata().is_ok() {
        return Err(format!("there is something already at {}", to.display()));
    }
    let bytes = packed(&about.root)?;
    file::write(&to, &bytes, Keep::Nothing).map_err(|why| why.to_string())?;
    tell!("{}: {} KiB", to.display(), bytes.len().div_ceil(1024));
    let report = mistakes(folders, folder);
    print_report(&report);
    if report.has_errors() {
        out::aside(format_args!("the mod is packed as it is, with these errors"));
    }
    Ok(u8::from(report.has_errors()))
}

/// What is wrong with a mod, besides what is wrong with others.
fn mistakes(folders: &Folders, folder: &Path) -> Report {
    if !folders.assets.join("mod.ron").is_file() {
        return Report::new();
    }
    let own = [folder.to_path_buf()];
    let (library, mut report) = folders.load_with(&own);
    report.join(check_all(&library, &folders.sources_with(&own), &[]).1);
    // One that lies among the mods is known by its name there.
    let name = folder.file_name().map(Path::new);
    let of_it = |file: &Path| file.starts_with(folder) || name.is_some_and(|name| file.starts_with(name));
    report.into_iter().filter(|one| of_it(&one.file)).collect()
}

fn packed(root: &ModRoot) -> Result<Vec<u8>, String> {
    let mut paths = Vec::new();
    let mut mistakes = Vec::new();
    let top = root.top().map_err(|mistake| mistake.to_string())?;
    for (name, is_folder) in top.into_iter().filter(|(name, _)| !name.starts_with('.')) {
        let path = ModPath::new(&name)?;
        if is_folder {
            paths.extend(root.list_all(&path, &mut mistakes));
        } else {
            paths.push(path);
        }
    }
    if let Some(mistake) = mistakes.first() {
        return Err(mistake.to_string());
    }
    let read = |path: &ModPath| -> Result<(String, Vec<u8>), String> {
        let bytes = root.read_bytes(path, LARGEST).map_err(|mistake| mistake.to_string())?;
        Ok((path.as_str().to_owned(), bytes))
    };
    archive::pack(&paths.iter().map(read).collect::<Result<Vec<_>, String>>()?)
}
