//! What a case can expect of things done: declared, begun, wasted, turns lost, tracks changed, groups that met.

use super::{
    Expect,
    found::{Since, same},
};
use crate::{
    battle::chronicle::{Chronicle, Outcome},
    key::Key,
    rules::facts::UnitId,
};

pub(super) fn begun(since: Since<'_>, id: UnitId, expected: Key) -> Result<(), String> {
    let of_unit = |outcome: &Outcome| match outcome {
        Outcome::Begun { unit, action } if *unit == id => Some(*action),
        _ => None,
    };
    among(since, of_unit, expected, &format!("{id} did not begin {expected}; begun"))
}

pub(super) fn declared(since: Since<'_>, id: UnitId, expected: Key) -> Result<(), String> {
    let of_unit = |outcome: &Outcome| match outcome {
        Outcome::Declared { unit, action, .. } if *unit == id => Some(*action),
        _ => None,
    };
    among(since, of_unit, expected, &format!("{id} did not declare {expected}; declared"))
}

pub(super) fn skipped(since: Since<'_>, id: UnitId) -> Result<(), String> {
    let skipped = |outcome: &Outcome| match outcome {
        Outcome::Skipped { unit, .. } => Some(unit.0),
        _ => None,
    };
    among(since, skipped, id.0, &format!("{id} lost no turn; turns lost by"))
}

/// Whether a name is among those found in outcomes; else what there was instead.
fn among(
    since: Since<'_>,
    name: impl Fn(&Outcome) -> Option<Key>,
    expected: Key,
    not: &str,
) -> Result<(), String> {
    let found: Vec<Key> = since.events.iter().filter_map(|event| name(&event.outcome)).collect();
    if found.contains(&expected) {
        return Ok(());
    }
    let seen: Vec<String> = found.iter().map(ToString::to_string).collect();
    Err(format!("{not}: {}", since.list(&seen)))
}

pub(super) fn wasted(since: Since<'_>, id: UnitId, action: Key, code: Key) -> Result<(), String> {
    let (mut seen, mut times) = (Vec::new(), 0);
    for event in since.events {
        if let Outcome::Wasted { unit, action: own, why } = &event.outcome {
            times += i32::from(*unit == id && *own == action && why.code == code);
            seen.push(format!("{unit}'s {own} ({})", why.code));
        }
    }
    match times {
        0 => {}
        1 => return Ok(()),
        _ => return Err(format!("{id}'s {action} was wasted by {code} {times} times")),
    }
    Err(format!("{id}'s {action} was not wasted by {code}; wasted: {}", since.list(&seen)))
}

pub(super) fn not_rolled(since: Since<'_>, id: UnitId, check: Key) -> Result<(), String> {
    let found = since.events.iter().any(
        |event| matches!(&event.outcome, Outcome::Rolled { check: own, .. } if own.by == id && own.id == check),
    );
    if found { Err(format!("{id} rolled {check}")) } else { Ok(()) }
}

pub(super) fn changed(since: Since<'_>, expect: &Expect) -> Result<(), String> {
    let Expect::Changed { unit, track, by, cause } = expect else { return Ok(()) };
    let mut seen = Vec::new();
    for event in since.events {
        if let Outcome::Track { unit: own, track: changed, from, to, cause: why } = &event.outcome
            && own == unit
            && changed == track
        {
            if to - from == *by && cause.is_none_or(|cause| cause == *why) {
                return Ok(());
            }
            seen.push(format!("{:+} ({why})", to - from));
        }
    }
    Err(format!("{unit}'s {track} did not change by {by:+}; changes: {}", since.list(&seen)))
}

/// The first meeting of the whole fight.
pub(super) fn met(chronicle: &Chronicle, distance: Option<i32>, ahead: Option<&[Key]>) -> Result<(), String> {
    let met = chronicle.events.iter().find_map(|event| match &event.outcome {
        Outcome::Met { distance, ahead } => Some((*distance, ahead)),
        _ => None,
    });
    let Some((found, groups)) = met else { return Err("no groups met".to_owned()) };
    if let Some(distance) = distance {
        same("the distance", found, &distance)?;
    }
    match ahead {
        Some(ahead) => same("the groups ahead", groups.as_slice(), &ahead),
        None => Ok(()),
    }
}
