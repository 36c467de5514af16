//! What the engine says, and why content cannot be used, as sentences in the language of now.

use super::say;
use crate::{
    content::skirmish::SkirmishError,
    key::Key,
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

/// Letters of a short reason, at most.
pub const SHORT: usize = 24;
/// Letters of its longest word, which is never broken.
const WORD: usize = 11;
/// Letters of a sentence for which there is no shorter form, at most.
const LONG: usize = 36;

/// A name with its long words replaced by the short ones that there are for them in the language of now.
pub fn shortened(name: &str) -> String {
    let parts = say!("hand-short-names");
    let parts = parts.split(' ').filter_map(|part| part.split_once('/'));
    parts.fold(name.to_owned(), |name, (long, short)| name.replacen(long, short, 1))
}

/// Why something cannot be done, in two or three words: by the sentence `instead-CODE`, else by its own, where they are
/// short, else by `short-CODE` with its words shortened; all take the values of its own. Where there is none, by its
/// first words.
pub fn short(why: &Refusal) -> String {
    let texts = super::now();
    let by_code = |form: &str| {
        let id = Key::new(&format!("{form}-{}", why.code));
        texts.has(id.as_str()).then(|| texts.tell(&Message { id, args: why.message.args.clone() }))
    };
    let fits = |text: &String| {
        let word = text.split_whitespace().map(|word| word.chars().count()).max();
        text.chars().count() <= SHORT && word <= Some(WORD)
    };
    let own = texts.tell(&why.message);
    let short = by_code("instead").into_iter().chain([own.clone()]).find(fits);
    let short =
        short.or_else(|| by_code("short").map(|text| if fits(&text) { text } else { shortened(&text) }));
    short.unwrap_or_else(|| first_words(&own))
}

/// As many words of a sentence as a card has room for, with dots for what is left out.
fn first_words(text: &str) -> String {
    if text.chars().count() <= LONG {
        return text.to_owned();
    }
    let ends = text.match_indices(' ').map(|(at, _)| &text[..at]);
    let kept = ends.take_while(|kept| kept.chars().count() < LONG).last();
    format!("{}…", kept.unwrap_or(text).trim_end_matches([',', ':']))
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
