//! The files that the `tiled` crate asks for: none outside the mod's folder, none too large, none unchecked.

use std::io::Cursor;

use tiled::ResourceReader;

use super::tiled_guard;
use crate::content::prelude::*;

pub(super) const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

pub(super) fn at_fault(file: &SourceFile, (at, message): (usize, String)) -> Diagnostic {
    // The name of the tag is enough to look at.
    let end = file.text[at..].find(['>', ' ', '\n']).map_or(file.text.len(), |end| at + end);
    Diagnostic::at(file, at..end, message)
}

/// Why the `tiled` crate could not read a map.
pub(super) fn explain(file: &SourceFile, error: tiled::Error) -> Diagnostic {
    if let tiled::Error::ResourceLoadingError { err, .. } = &error
        && let Some(mistake) = err.downcast_ref::<Diagnostic>()
    {
        return mistake.clone().help(format!("the map {} needs it", file.path.display()));
    }
    Diagnostic::whole_file(&file.path, format!("this Tiled map cannot be read: {error}"))
}

/// Gives the `tiled` crate the files it asks for, as long as they lie below the root and are sound.
pub(super) struct Jail<'a> {
    pub root: &'a ModRoot,
    pub map: &'a ModPath,
    /// The map itself, checked.
    pub text: String,
}

impl ResourceReader for Jail<'_> {
    type Resource = Cursor<Vec<u8>>;
    type Error = Diagnostic;

    fn read_from(&mut self, path: &Path) -> Result<Self::Resource, Diagnostic> {
        if path == Path::new(self.map.as_str()) {
            return Ok(Cursor::new(std::mem::take(&mut self.text).into_bytes()));
        }
        let asked = path.to_string_lossy().replace('\\', "/");
        let inside = ModPath::normal(&asked).map_err(|why| {
            let message = format!(
                "a file outside the folder is asked for: {why}; put it into the mod and choose it there in Tiled"
            );
            Diagnostic::whole_file(&self.root.shown(self.map), message)
        })?;
        // Each map reads it anew.
        let spend = |bytes: u64| {
            let paid = self.root.budget().spend(BudgetItem::Levels, bytes);
            paid.map_err(|why| Diagnostic::whole_file(&self.root.shown(self.map), why))
        };
        spend(0)?;
        let file = self.root.read_text_within(&inside, MAX_FILE_BYTES)?;
        spend(file.text.len() as u64)?;
        tiled_guard::check_tileset(&file.text).map_err(|fault| at_fault(&file, fault))?;
        Ok(Cursor::new(file.text.as_bytes().to_vec()))
    }
}
