//! The file of the settings: RON in the user's own folder.
//!
//! Whatever is wrong with it, the game starts with what it would have without one, says so in one sentence, and keeps
//! a copy of what stood there.

use std::io::ErrorKind;

use super::VERSION;
use crate::saves::file::{self, FileError, Keep};
use crate::window::prelude::*;

/// The name of the file.
const NAME: &str = "settings.ron";
/// The largest file that is read, in bytes.
const LONGEST: u64 = 1024 * 1024;

/// The settings as they were found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundSettings {
    /// What they are.
    pub settings: Settings,
    /// Where they are kept.
    pub path: PathBuf,
    /// What was wrong with the file, as a sentence for the player.
    pub trouble: Option<String>,
}

/// Reads the settings in a folder. Nothing there is no trouble.
pub fn read(folder: &Path) -> FoundSettings {
    let path = folder.join(NAME);
    let (settings, trouble) = match found(&path) {
        Ok(settings) => (settings, None),
        Err(why) => (Settings::default(), Some(put_by(&path, &why))),
    };
    FoundSettings { settings, path, trouble }
}

/// What stands in the file; nothing: the defaults. The error says what is wrong with it.
fn found(path: &Path) -> Result<Settings, String> {
    let bytes = match file::read(path, LONGEST) {
        Ok(bytes) => bytes,
        Err(FileError::Read(_, why)) if why.kind() == ErrorKind::NotFound => return Ok(Settings::default()),
        Err(why) => return Err(why.to_string()),
    };
    let text = String::from_utf8(bytes).map_err(|_| "it is no text".to_owned())?;
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let version = options.from_str::<Form>(&text).map_or(VERSION, |form| form.version);
    if version > VERSION {
        return Err("it was written by a newer version of the game".to_owned());
    }
    options
        .from_str::<Settings>(&text)
        .map(Settings::within)
        .map_err(|error| format!("line {}, {}", error.span.start.line, error.code))
}

/// What every form of the file has.
#[derive(Deserialize)]
struct Form {
    #[serde(default)]
    version: u32,
}

/// Keeps a copy of a file that could not be used, and says so.
fn put_by(path: &Path, why: &str) -> String {
    let bad = path.with_extension("ron.bad");
    let shown = path.display();
    match file::rename(path, &bad) {
        Ok(()) => format!(
            "The settings in {shown} could not be used: {why}. They are kept as {}, and the usual ones apply",
            bad.display()
        ),
        Err(_) => format!("The settings in {shown} could not be used: {why}. The usual ones apply"),
    }
}

/// Writes the settings over whatever lies there, all of them or nothing.
///
/// # Errors
/// One sentence, when the folder or file cannot be written.
pub fn write(path: &Path, settings: &Settings) -> Result<(), String> {
    let text = ron::ser::to_string_pretty(settings, ron::ser::PrettyConfig::default())
        .map_err(|why| format!("the settings could not be written to {}: {why}", path.display()))?;
    file::write(path, text.as_bytes(), Keep::Nothing).map_err(|why| why.to_string())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn settings_are_read_as_they_were_written() {
        let home = tempfile::tempdir().unwrap();
        assert_eq!(read(home.path()).trouble, None, "no file is no trouble");
        let mut settings = Settings { ui_scale: 150, language: Some("de".into()), ..Settings::default() };
        settings.bind(Action::EndTurn, 0, BoundInput::Key(bevy::prelude::KeyCode::KeyX));
        let path = home.path().join(NAME);
        write(&path, &settings).unwrap();
        assert_eq!(read(home.path()), FoundSettings { settings, path, trouble: None });
    }

    #[test]
    fn a_file_names_what_it_wants_and_stays_within_limits() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join(NAME), "(motion: 9000, language: \"de\")").unwrap();
        let read = read(home.path());
        assert_eq!(read.trouble, None);
        let expected = Settings { motion: 300, language: Some("de".into()), ..Settings::default() };
        assert_eq!(read.settings, expected);
    }

    #[test]
    fn what_is_damaged_is_told_and_kept() {
        for (text, told) in [
            ("(motion: \"fast\")", "line 1"),
            ("(motion: 100", "line 1"),
            ("(version: 2)", "newer version"),
            ("(version: 99, motion: Quick)", "newer version"),
        ] {
            let home = tempfile::tempdir().unwrap();
            fs::write(home.path().join(NAME), text).unwrap();
            let found = read(home.path());
            assert_eq!(found.settings, Settings::default(), "{text}");
            let trouble = found.trouble.unwrap_or_default();
            assert!(trouble.contains(told) && trouble.contains("settings.ron.bad"), "{text}: {trouble}");
            assert_eq!(fs::read_to_string(home.path().join("settings.ron.bad")).unwrap(), text);
        }
    }
}
