//! From the command line's arguments to an open window.

use std::hash::{BuildHasher, Hasher};

use super::{RunSettings, WindowOptions, read_script, run};
use crate::{
    cli::{Folders, PlayArguments, check_all},
    content::scenario::Controller,
    key::Key,
    locale::Locales,
    rules::facts::Side,
    saves::file,
};

/// The largest script that is read, in bytes.
const LONGEST: u64 = 4 * 1024 * 1024;

/// Opens the window and plays. The number is the status the program should end with.
///
/// # Errors
/// One sentence for the user: no display, no such scenario, a script that cannot be read.
pub fn play(folders: &Folders, arguments: &PlayArguments) -> Result<u8, String> {
    if let Some(path) = &arguments.replay {
        // Not only when the first battle is over.
        file::writable(path).map_err(|why| why.to_string())?;
    }
    let (library, mut mistakes) = folders.load_chosen();
    // Of the base game there is nothing to tell, and it begins sooner.
    let (locales, wrong) = match library.mods.len() {
        0 | 1 => Locales::load(&library),
        _ => check_all(&library, &folders.sources(), &folders.mods),
    };
    mistakes.join(wrong);
    if let Some(wanted) = arguments.language.as_deref().filter(|wanted| locales.nearest(wanted).is_none()) {
        let known: Vec<String> = locales.languages().into_iter().map(|(id, _)| id).collect();
        return Err(format!("there is no language \"{wanted}\"; there are: {}", known.join(", ")));
    }
    if !mistakes.is_empty() {
        let colour = std::io::IsTerminal::is_terminal(&std::io::stderr());
        bevy::log::debug!("{}", mistakes.render(colour));
    }
    let scenario = arguments.scenario.as_deref().map(Key::new);
    let mut controllers: Vec<_> = arguments.ai.iter().map(|side| (Side::new(side), Controller::Ai)).collect();
    if let (Some(scenario), false) = (scenario, arguments.ai.is_empty()) {
        let sides = library.controllers(scenario);
        for (side, _) in &controllers {
            if !sides.iter().any(|(known, _)| known == side) {
                let known: Vec<&str> = sides.iter().map(|(side, _)| side.0.as_str()).collect();
                return Err(format!("there is no side \"{side}\"; there are: {}", known.join(", ")));
            }
        }
        let people: Vec<Side> = sides
            .into_iter()
            .map(|(side, _)| side)
            .filter(|side| !controllers.iter().any(|(own, _)| own == side))
            .collect();
        controllers.extend(people.into_iter().map(|side| (side, Controller::Human)));
    }
    let size = arguments.size.as_deref().map_or(Ok((1280, 720)), size)?;
    let script = match &arguments.script {
        Some(path) => {
            let shown = path.display();
            let bytes = file::read(path, LONGEST).map_err(|why| why.to_string())?;
            let text = String::from_utf8(bytes).map_err(|_| format!("{shown} is no text"))?;
            read_script(&text).map_err(|why| format!("{shown}:{why}"))?
        }
        None => Vec::new(),
    };
    run(WindowOptions {
        offscreen: false,
        assets: library.folders.clone(),
        size,
        script,
        settings: super::settings::read(&folders.config),
        asked: RunSettings {
            motion: arguments.motion,
            ui_scale: arguments.ui_scale,
            language: arguments.language.clone(),
        },
        mistakes,
        locales,
        scenario,
        book: arguments.rulebook.as_deref().map(Key::new),
        luck: arguments.luck.unwrap_or_default(),
        options: arguments.options.iter().copied().collect(),
        seed: arguments.seed.unwrap_or_else(any_seed),
        controllers,
        save_replay: arguments.replay.clone(),
        folders: folders.clone(),
        library,
    })
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let parts =
        text.split_once(['x', '×']).and_then(|(w, h)| Some((w.trim().parse().ok()?, h.trim().parse().ok()?)));
    match parts {
        Some((w, h)) if (320..=16_384).contains(&w) && (240..=16_384).contains(&h) => Ok((w, h)),
        _ => Err(format!("\"{text}\" is no size of a window: write it like 1280x720")),
    }
}

/// Another seed each time. It is part of the replay, so that what follows from it can be played again.
pub fn any_seed() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn a_size_is_two_numbers_with_an_x() {
        assert_eq!(size("1280x720"), Ok((1280, 720)));
        assert!(size("1280").is_err());
        assert!(size("10x10").is_err());
    }
}
