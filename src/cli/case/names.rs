//! Names in the steps of a case that its rulebook has not, with what was probably meant.

use super::{CaseStep, expect::Expect, set_up::hint};
use crate::{battle::command::Referee, cli::prelude::*, rules::facts::Word};

/// What a name is one of.
#[derive(Clone, Copy)]
enum Kind {
    Action,
    Condition,
    Spell,
    Track,
    Pool,
    Check,
    Value,
}

impl Kind {
    /// What it is called, and the files that such names stand in.
    fn about(self) -> (&'static str, &'static str) {
        match self {
            Self::Action => ("action", "actions"),
            Self::Condition => ("condition", "conditions"),
            Self::Spell => ("spell", "spells"),
            Self::Track => ("track", "tracks"),
            Self::Pool => ("pool", "pools"),
            Self::Check => ("check", "checks"),
            Self::Value => ("value", "stats"),
        }
    }

    fn known(self, book: &Rulebook) -> Vec<Key> {
        match self {
            Self::Action => book.actions.iter().map(|def| def.id).collect(),
            Self::Condition => book.conditions.iter().map(|def| def.id).collect(),
            Self::Spell => book.spells.iter().map(|def| def.id).collect(),
            Self::Track => book.settings.tracks.iter().map(|def| def.id).collect(),
            Self::Pool => book.settings.economy.pools.iter().map(|def| def.id).collect(),
            Self::Check => book.settings.checks.iter().map(|def| def.id).collect(),
            Self::Value => {
                let tracks = book.settings.tracks.iter().map(|def| def.id);
                let words = Word::ALONE.iter().map(|word| Key::new(word));
                book.settings.stat_names().into_iter().chain(tracks).chain(words).collect()
            }
        }
    }
}

/// What is wrong with the first name in a step that the book has not. What is to be refused may have any.
pub(super) fn unknown(library: &Library, book: &Rulebook, step: &CaseStep) -> Option<String> {
    named(step).into_iter().find_map(|(kind, name)| wrong(library, book, kind, name))
}

/// The same of a spell that is in effect as a case begins.
pub(super) fn unknown_spell(library: &Library, book: &Rulebook, spell: Key) -> Option<String> {
    wrong(library, book, Kind::Spell, spell)
}

fn wrong(library: &Library, book: &Rulebook, kind: Kind, name: Key) -> Option<String> {
    let known = kind.known(book);
    // What could not be read is told by its own mistake.
    let (word, files) = kind.about();
    let unread = library.may_lack(book.id, files) || library.broken.contains(&name);
    if known.contains(&name) || unread {
        return None;
    }
    let hint = hint(library, name.as_str(), known.iter().map(|key| key.as_str()));
    Some(format!("there is no {word} \"{name}\"{hint}"))
}

/// The names in a step.
fn named(step: &CaseStep) -> Vec<(Kind, Key)> {
    match step {
        CaseStep::Act { action, args, .. } => {
            let spell = args.spell.map(|spell| (Kind::Spell, spell));
            std::iter::once((Kind::Action, *action)).chain(spell).collect()
        }
        CaseStep::Referee(Referee::Condition { condition, .. }) => vec![(Kind::Condition, *condition)],
        CaseStep::Referee(Referee::Lose { track, .. }) => vec![(Kind::Track, *track)],
        CaseStep::Referee(Referee::Spell { spell, .. }) => vec![(Kind::Spell, *spell)],
        CaseStep::Expect(list) => list.iter().filter_map(expected).collect(),
        _ => Vec::new(),
    }
}

fn expected(one: &Expect) -> Option<(Kind, Key)> {
    match one {
        Expect::Track(_, track, _) => Some((Kind::Track, *track)),
        Expect::Condition(_, condition, _) => Some((Kind::Condition, *condition)),
        Expect::Pool(_, pool, _) => Some((Kind::Pool, *pool)),
        Expect::Defence(_, check, _) | Expect::Rolled { check: Some(check), .. } => {
            Some((Kind::Check, *check))
        }
        // What has parts is reckoned: `vitality.max`.
        Expect::Value(_, name, _) if !name.as_str().contains('.') => Some((Kind::Value, *name)),
        _ => None,
    }
}
