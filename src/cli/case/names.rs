//! Names in the steps of a case that its rulebook has not, with what was probably meant.

use super::{CaseStep, set_up::hint};
use crate::{cli::prelude::*, content::references::NameKind, rules::facts::Word};

/// The names of a kind that a book has; of stats all that a unit has a value of.
fn known(kind: NameKind, book: &Rulebook) -> Vec<Key> {
    match kind {
        NameKind::Action => book.actions.iter().map(|def| def.id).collect(),
        NameKind::Condition => book.conditions.iter().map(|def| def.id).collect(),
        NameKind::Spell => book.spells.iter().map(|def| def.id).collect(),
        NameKind::Track => book.settings.tracks.iter().map(|def| def.id).collect(),
        NameKind::Pool => book.settings.economy.pools.iter().map(|def| def.id).collect(),
        NameKind::Check => book.settings.checks.iter().map(|def| def.id).collect(),
        _ => {
            let words = Word::ALONE.iter().map(|word| Key::new(word));
            book.settings.stat_names().into_iter().chain(known(NameKind::Track, book)).chain(words).collect()
        }
    }
}

/// What is wrong with the first name in a step that the book has not. What is to be refused may have any.
pub(super) fn unknown(library: &Library, book: &Rulebook, step: &CaseStep) -> Option<String> {
    named(step).into_iter().find_map(|(kind, name)| wrong(library, book, kind, name))
}

/// The same of a spell that is in effect as a case begins.
pub(super) fn unknown_spell(library: &Library, book: &Rulebook, spell: Key) -> Option<String> {
    wrong(library, book, NameKind::Spell, spell)
}

fn wrong(library: &Library, book: &Rulebook, kind: NameKind, name: Key) -> Option<String> {
    let known = known(kind, book);
    let (word, files) = kind.about();
    // What could not be read is told by its own mistake.
    let unread = files.iter().any(|file| library.may_lack(book.id, file)) || library.broken.contains(&name);
    if known.contains(&name) || unread {
        return None;
    }
    let word = if kind == NameKind::Stat { "value" } else { word };
    let hint = hint(library, name.as_str(), known.iter().map(|key| key.as_str()));
    Some(format!("there is no {word} \"{name}\"{hint}"))
}

fn named(step: &CaseStep) -> Vec<(NameKind, Key)> {
    match step {
        CaseStep::Act { action, args, .. } => {
            let spell = args.spell.map(|spell| (NameKind::Spell, spell));
            std::iter::once((NameKind::Action, *action)).chain(spell).collect()
        }
        CaseStep::Referee(Referee::Condition { condition, .. }) => vec![(NameKind::Condition, *condition)],
        CaseStep::Referee(Referee::Lose { track, .. }) => vec![(NameKind::Track, *track)],
        CaseStep::Referee(Referee::Spell { spell, .. }) => vec![(NameKind::Spell, *spell)],
        CaseStep::Expect(list) => list.iter().filter_map(expected).collect(),
        _ => Vec::new(),
    }
}

fn expected(one: &Expect) -> Option<(NameKind, Key)> {
    match one {
        Expect::Track(_, track, _) => Some((NameKind::Track, *track)),
        Expect::Condition(_, condition, _) => Some((NameKind::Condition, *condition)),
        Expect::Pool(_, pool, _) => Some((NameKind::Pool, *pool)),
        Expect::Defence(_, check, _) | Expect::Rolled { check: Some(check), .. } => {
            Some((NameKind::Check, *check))
        }
        // What has parts is reckoned: `vitality.max`.
        Expect::Value(_, name, _) if !name.as_str().contains('.') => Some((NameKind::Stat, *name)),
        _ => None,
    }
}
