//! `new-mod`: a small whole mod to begin with: a weapon, a unit, a map, a scenario, German names, and a case.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use crate::content::source::BASE;

/// What stands for the mod's id in the files.
const ID: &str = "MOD";

const FILES: [(&str, &str); 10] = [
    ("mod.ron", include_str!("new_mod/mod.ron")),
    ("rulebooks/threat_range/weapons.ron", include_str!("new_mod/weapons.ron")),
    ("rulebooks/threat_range/units.ron", include_str!("new_mod/units.ron")),
    ("maps.ron", include_str!("new_mod/maps.ron")),
    ("scenarios.ron", include_str!("new_mod/scenarios.ron")),
    ("cases/threat_range/billhook.ron", include_str!("new_mod/cases.ron")),
    ("locales/de/rulebooks/threat_range/weapons.ron", include_str!("new_mod/names_weapons.ron")),
    ("locales/de/rulebooks/threat_range/units.ron", include_str!("new_mod/names_units.ron")),
    ("locales/de/maps.ron", include_str!("new_mod/names_maps.ron")),
    ("locales/de/scenarios.ron", include_str!("new_mod/names_scenarios.ron")),
];

/// Arguments of `new-mod`.
#[derive(clap::Args, Debug)]
pub struct NewModArguments {
    /// Its id: small letters, digits, `_` and `-`. Its folder is called so.
    id: String,
    /// Where its folder is made; nothing: here.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    to: PathBuf,
}

pub(super) fn run(arguments: &NewModArguments) -> Result<u8, String> {
    let id = arguments.id.as_str();
    let good = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || b == b'-';
    let begins = id.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric());
    if !begins || !id.bytes().all(good) || id.len() > 64 || id == BASE {
        return Err(format!(
            "\"{id}\" cannot be the id of a mod: use small letters, digits, `_` and `-`, and not \"{BASE}\""
        ));
    }
    let folder = arguments.to.join(id);
    if folder.symlink_metadata().is_ok() {
        return Err(format!("there is something already at {}", folder.display()));
    }
    for (path, text) in FILES {
        let path = folder.join(path);
        let written = write(&path, &text.replace(ID, id));
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let to = arguments.to.display();
    tell!("{}", folder.display());
    tell!("  threat-range check {}", folder.display());
    tell!("  threat-range test {} --mods {to}", folder.join("cases").display());
    tell!("  threat-range play {id}:at_the_bridge --mods {to}");
    Ok(0)
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}
