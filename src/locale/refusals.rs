//! What the engine says, and why content cannot be used, as sentences in the language of now.

use super::say;
use crate::{
    content::skirmish::SkirmishError,
    message::Message,
    rules::{book::Rulebook, legal::Refusal},
};

/// A message of the engine, in the language of now.
pub fn tell(message: &Message) -> String {
    super::now().tell(message)
}

/// Why something cannot be done, with the rule that says so, in the language of now.
pub fn refusal(why: &Refusal) -> String {
    match why.rule {
        Some(rule) => format!("{} [{rule}]", tell(&why.message)),
        None => tell(&why.message),
    }
}

/// The same in a battle by a book: a rule is named if the book has it.
pub fn refusal_in(book: &Rulebook, why: &Refusal) -> String {
    match why.rule.filter(|rule| book.rule(*rule).is_some()) {
        Some(_) => refusal(why),
        None => tell(&why.message),
    }
}

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
