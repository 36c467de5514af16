//! The file in which the choice of mods is kept. What the choice does is in `content`.

use std::path::{Path, PathBuf};

use super::file::{self, FileError, Keep};
use crate::content::mod_choice::ModChoice;

const LONGEST: u64 = 256 * 1024;

/// Where it is kept, in the folder of settings.
pub fn path(config: &Path) -> PathBuf {
    config.join("mods.ron")
}

/// What was kept in the folder of settings; nothing kept is no choice made.
///
/// # Errors
/// Why the file cannot be read, in a few words.
pub fn read(config: &Path) -> Result<ModChoice, String> {
    let path = path(config);
    if !path.exists() {
        return Ok(ModChoice::default());
    }
    let bytes = file::read(&path, LONGEST).map_err(|why| why.to_string())?;
    ron::de::from_bytes(&bytes).map_err(|why| format!("{}:{}: {}", path.display(), why.span, why.code))
}

/// Keeps it in the folder of settings.
///
/// # Errors
/// What went wrong with the file.
pub fn write(config: &Path, choice: &ModChoice) -> Result<(), FileError> {
    let text = ron::ser::to_string_pretty(choice, ron::ser::PrettyConfig::default()).unwrap_or_default();
    file::write(&path(config), text.as_bytes(), Keep::Nothing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_is_read_again_and_a_spoilt_file_is_said() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()), Ok(ModChoice::default()));
        let mut choice = ModChoice { order: vec!["b".into(), "a".into()], ..ModChoice::default() };
        choice.off.insert("c".into());
        write(folder.path(), &choice).unwrap();
        assert_eq!(read(folder.path()), Ok(choice));
        std::fs::write(path(folder.path()), "(off: 3)").unwrap();
        assert!(read(folder.path()).is_err_and(|why| why.contains("mods.ron:1:")));
    }
}
