//! What comparisons begin with: units and prompts by name, what has happened since, and the sentence when two things
//! differ.

use crate::{cli::prelude::*, rules::check::CheckPart};

/// What has happened since the `Expect` before, or since the start.
#[derive(Clone, Copy)]
pub(super) struct Since<'a> {
    /// The outcomes.
    pub events: &'a [Event],
    /// There was no `Expect` before.
    pub start: bool,
}

impl Since<'_> {
    /// Whether one of the outcomes that `of` tells of fits; else what did not happen, and all that it tells of.
    pub fn any(
        self,
        not: impl std::fmt::Display,
        of: impl Fn(&Outcome) -> Option<(bool, String)>,
    ) -> Result<(), String> {
        let mut seen = Vec::new();
        for (fits, text) in self.events.iter().filter_map(|event| of(&event.outcome)) {
            if fits {
                return Ok(());
            }
            seen.push(text);
        }
        Err(format!("{not} {}", self.list(&seen)))
    }

    /// Whether one of the outcomes that `of` tells of, with a name and its mistakes, has none; else the name and the
    /// mistakes of the one with the fewest. None: it tells of no outcome.
    pub fn nearest(
        self,
        of: impl Fn(&Outcome) -> Option<(String, Vec<String>)>,
    ) -> Option<Result<(), String>> {
        let all = self.events.iter().filter_map(|event| of(&event.outcome));
        let (name, mistakes) = all.min_by_key(|(_, mistakes)| mistakes.len())?;
        Some(if mistakes.is_empty() { Ok(()) } else { Err(format!("{name}: {}", mistakes.join("; "))) })
    }

    /// What was seen instead. Where there is none, it may be that an `Expect` before has had it.
    pub fn list<T: ToString>(&self, seen: &[T]) -> String {
        match (seen.is_empty(), self.start) {
            (true, false) => "none since the Expect before".to_owned(),
            _ => list(seen),
        }
    }

    /// Since when, behind what did not happen.
    pub fn when(&self) -> &'static str {
        if self.start { "" } else { " since the Expect before" }
    }
}

/// Several things in one line.
pub(super) fn list<T: ToString>(seen: &[T]) -> String {
    let texts: Vec<String> = seen.iter().map(ToString::to_string).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
}

/// What is wrong with a value, where one is expected.
pub(super) fn differs<T: PartialEq + std::fmt::Display>(
    what: &str,
    found: T,
    wanted: &Option<T>,
) -> Option<String> {
    let wanted = wanted.as_ref().filter(|wanted| **wanted != found)?;
    Some(format!("{what} {found}, expected {wanted}"))
}

/// Whether a part of a check is of that source or rule.
pub(super) fn named(part: &CheckPart, key: Key) -> bool {
    part.source == key || part.rule == Some(key)
}

/// The mistakes of a check and of its counted parts; where there is any, all parts are told.
pub(super) fn with_parts(
    mut wrong: Vec<String>,
    check: &Check,
    sums: &[(Key, i32)],
    without: &[Key],
) -> Vec<String> {
    let counted = |key: Key| check.parts.iter().filter(move |part| part.counted && named(part, key));
    for (key, wanted) in sums {
        let found: i32 = counted(*key).map(|part| part.value).sum();
        if found != *wanted {
            wrong.push(format!("{key} {found:+}, expected {wanted:+}"));
        }
    }
    let there = without.iter().filter(|key| counted(**key).next().is_some());
    wrong.extend(there.map(|key| format!("there is a part {key}")));
    if !wrong.is_empty() {
        wrong.push(format!("its parts: {}", list(&check.parts)));
    }
    wrong
}

/// The name of an open question.
pub fn ask_name(ask: &Ask) -> String {
    match ask {
        Ask::Turn { .. } => "turn".to_owned(),
        Ask::React(reaction) => format!("{:?}", reaction.moment).to_lowercase(),
        Ask::CutIn { .. } => "cut_in".to_owned(),
        Ask::Choice { about, .. } => about.name().to_string(),
        Ask::Allot { .. } => "allot".to_owned(),
    }
}

pub(super) fn unit(facts: &Facts, id: UnitId) -> Result<&UnitState, String> {
    facts.unit(id).ok_or_else(|| format!("there is no unit {id}"))
}

/// That something holds; else what to say.
pub(super) fn holds(yes: bool, not: impl FnOnce() -> String) -> Result<(), String> {
    if yes { Ok(()) } else { Err(not()) }
}

/// Whether what was found is what was expected.
pub(super) fn same<T: PartialEq + std::fmt::Debug>(
    what: impl std::fmt::Display,
    found: T,
    expected: &T,
) -> Result<(), String> {
    if found == *expected { Ok(()) } else { Err(format!("{what} is {found:?}, expected {expected:?}")) }
}

/// The same, where anything is expected.
pub(super) fn same_if<T: PartialEq + std::fmt::Debug>(
    what: impl std::fmt::Display,
    found: T,
    expected: &Option<T>,
) -> Result<(), String> {
    expected.as_ref().map_or(Ok(()), |expected| same(what, found, expected))
}
