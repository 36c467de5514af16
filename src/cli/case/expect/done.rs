//! What a case can expect of things done: declared, begun, wasted, turns lost, tracks changed, groups that met.

use super::found::{Since, same_if};
use crate::{battle::chronicle::Chronicle, cli::prelude::*};

pub(super) fn begun(since: Since<'_>, id: UnitId, expected: Key) -> Result<(), String> {
    since.any(format!("{id} did not begin {expected}; begun:"), |outcome| match outcome {
        Outcome::Begun { unit, action } if *unit == id => Some((*action == expected, action.to_string())),
        _ => None,
    })
}

pub(super) fn declared(since: Since<'_>, id: UnitId, expected: Key) -> Result<(), String> {
    since.any(format!("{id} did not declare {expected}; declared:"), |outcome| match outcome {
        Outcome::Declared { unit, action, .. } if *unit == id => {
            Some((*action == expected, action.to_string()))
        }
        _ => None,
    })
}

pub(super) fn skipped(since: Since<'_>, id: UnitId) -> Result<(), String> {
    since.any(format!("{id} lost no turn; turns lost by:"), |outcome| match outcome {
        Outcome::Skipped { unit, .. } => Some((*unit == id, unit.to_string())),
        _ => None,
    })
}

pub(super) fn wasted(since: Since<'_>, id: UnitId, action: Key, code: Key) -> Result<(), String> {
    let fits = |outcome: &Outcome| {
        matches!(outcome, Outcome::Wasted { unit, action: own, why }
            if (*unit, *own, why.code) == (id, action, code))
    };
    let times = since.events.iter().filter(|event| fits(&event.outcome)).count();
    if times > 1 {
        return Err(format!("{id}'s {action} was wasted by {code} {times} times"));
    }
    since.any(format!("{id}'s {action} was not wasted by {code}; wasted:"), |outcome| match outcome {
        Outcome::Wasted { unit, action: own, why } => {
            let fits = (*unit, *own, why.code) == (id, action, code);
            Some((fits, format!("{unit}'s {own} ({})", why.code)))
        }
        _ => None,
    })
}

pub(super) fn not_rolled(since: Since<'_>, id: UnitId, check: Key) -> Result<(), String> {
    let found = since.events.iter().any(
        |event| matches!(&event.outcome, Outcome::Rolled { check: own, .. } if own.by == id && own.id == check),
    );
    if found { Err(format!("{id} rolled {check}")) } else { Ok(()) }
}

pub(super) fn changed(since: Since<'_>, expect: &Expect) -> Result<(), String> {
    let Expect::Changed { unit, track, by, cause } = expect else { return Ok(()) };
    let not = format!("{unit}'s {track} did not change by {by:+}; changes:");
    since.any(not, |outcome| match outcome {
        Outcome::Track { unit: own, track: changed, from, to, cause: why }
            if (own, changed) == (unit, track) =>
        {
            let fits = to - from == *by && cause.is_none_or(|cause| cause == *why);
            Some((fits, format!("{:+} ({why})", to - from)))
        }
        _ => None,
    })
}

/// The first meeting of the whole fight.
pub(super) fn met(chronicle: &Chronicle, distance: Option<i32>, ahead: Option<&[Key]>) -> Result<(), String> {
    let met = chronicle.events.iter().find_map(|event| match &event.outcome {
        Outcome::Met { distance, ahead } => Some((*distance, ahead)),
        _ => None,
    });
    let Some((found, groups)) = met else { return Err("no groups met".to_owned()) };
    same_if("the distance", found, &distance)?;
    same_if("the groups ahead", groups.as_slice(), &ahead)
}
