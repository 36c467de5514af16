//! Why content cannot be used, as sentences.

use super::say;
use crate::content::skirmish::SkirmishError;

/// Why a skirmish cannot be written, in the language of now.
pub fn skirmish(why: &SkirmishError) -> String {
    match why {
        SkirmishError::NoMap(id) => say!("skirmish-no-map", id = *id),
        SkirmishError::NoBook(id) => say!("skirmish-no-book", id = *id),
        SkirmishError::Nobody(side) => say!("skirmish-nobody", side = side),
        SkirmishError::NoUnit(book, id) => say!("skirmish-no-unit", book = book, id = *id),
        SkirmishError::NoRoom(side, unit) => say!("skirmish-no-room", side = side, unit = unit),
        SkirmishError::Unwritable(why) => why.clone(),
    }
}
