//! Pictures and sounds of mods, held against what the window can draw and play.
//!
//! Each of them is opened here; what is wrong with one is said by `drawing`, `painting` and `wav`.

use super::{drawing, painting, wav};
use crate::content::prelude::*;

/// The largest sound, in bytes.
pub const MAX_SOUND_BYTES: u64 = 4 * 1024 * 1024;

/// Endings of pictures and sounds that are not read.
const OTHERS: [&str; 11] = ["bmp", "flac", "gif", "jpeg", "jpg", "mp3", "ogg", "svgz", "tga", "tif", "webp"];

/// Opens every picture and sound, and tells what is wrong with them.
pub fn check(roots: &[ModRoot], report: &mut Report) {
    for root in roots {
        let mut mistakes = Vec::new();
        for folder in ["art", "sounds"] {
            let Ok(folder) = ModPath::new(folder) else { continue };
            for path in root.list_all(&folder, &mut mistakes) {
                check_one(root, &path, &mut mistakes);
            }
        }
        report.extend(mistakes);
    }
}

fn check_one(root: &ModRoot, path: &ModPath, mistakes: &mut Vec<Diagnostic>) {
    let (stem, ending) = path.as_str().rsplit_once('.').unwrap_or((path.as_str(), ""));
    let whole = |why: String| Diagnostic::whole_file(&root.shown(path), why);
    let mistake = match ending {
        "svg" => check_drawing(root, path, mistakes),
        "png" => root.read_bytes(path, painting::MAX_BYTES).and_then(|bytes| {
            let (width, height) = painting::check(&bytes).map_err(whole)?;
            let pixels = u64::from(width) * u64::from(height);
            let name = root.folder().join(path.as_str());
            root.budget().spend_once(BudgetItem::Pixels, &name, pixels).map_err(whole)
        }),
        "wav" => root.read_bytes(path, MAX_SOUND_BYTES).and_then(|bytes| {
            wav::checked(&bytes).map(drop).map_err(|why| whole(format!("this sound {why}")))
        }),
        other if OTHERS.contains(&other.to_lowercase().as_str()) => {
            let why = "files of this kind are not read: pictures are SVG or PNG, sounds are WAV";
            return mistakes.push(whole(why.to_owned()).warning());
        }
        _ => return,
    };
    mistakes.extend(mistake.err());
    if !is_name(stem) {
        let why = "nothing can name this file: use letters a to z, digits, _ and -";
        mistakes.push(whole(why.to_owned()).warning());
    }
}

fn check_drawing(root: &ModRoot, path: &ModPath, mistakes: &mut Vec<Diagnostic>) -> Result<(), Diagnostic> {
    let file = root.read_text_within(path, drawing::MAX_BYTES)?;
    let at = |(at, why): (usize, String)| Diagnostic::at(&file, at..at + 1, why);
    let odd = drawing::check(&file.text).map_err(at)?;
    mistakes.extend(odd.into_iter().map(|odd| at(odd).warning()));
    Ok(())
}

/// Whether a path without its ending is a name by which pictures are looked for: `art/units/archer`.
pub fn is_name(path: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    path.split('/').all(|part| !part.is_empty() && part.chars().all(plain))
}
