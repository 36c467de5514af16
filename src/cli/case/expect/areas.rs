//! What a case can expect of an area attack.

use super::{
    Expect,
    found::{Since, list},
};
use crate::{
    battle::chronicle::Outcome,
    grid::Square,
    rules::{check::CheckPart, facts::UnitId},
};

pub(super) fn came_down(since: Since<'_>, expect: &Expect) -> Result<(), String> {
    let Expect::Area { by, struck, scatter, covered, count, covers, spares } = expect else { return Ok(()) };
    let mut nearest = None;
    for event in since.events {
        let Outcome::Area { by: own, struck: hit, scatter: went, covered: squares, .. } = &event.outcome
        else {
            continue;
        };
        if own != by {
            continue;
        }
        let mut wrong = Vec::new();
        if struck.is_some_and(|struck| struck != *hit) {
            wrong.push(format!("struck {hit}"));
        }
        if scatter.is_some() && scatter != went {
            wrong.push(format!("scatter {went:?}"));
        }
        let sorted = |list: &[Square]| {
            let mut list = list.to_vec();
            list.sort();
            list
        };
        if covered.as_ref().is_some_and(|wanted| sorted(wanted) != sorted(squares)) {
            wrong.push(format!("covered {}", list(squares)));
        }
        if count.is_some_and(|count| count != squares.len()) {
            wrong.push(format!("{} squares covered", squares.len()));
        }
        if let Some(missing) = covers.iter().find(|square| !squares.contains(square)) {
            wrong.push(format!("{missing} is not covered; covered {}", list(squares)));
        }
        if let Some(inside) = spares.iter().find(|square| squares.contains(square)) {
            wrong.push(format!("{inside} is covered"));
        }
        if wrong.is_empty() {
            return Ok(());
        }
        nearest = Some(wrong.join(", "));
    }
    match nearest {
        Some(text) => Err(format!("{by}'s area attack: {text}")),
        None => Err(format!("{by} made no area attack{}", since.when())),
    }
}

pub(super) fn compared(since: Since<'_>, expect: &Expect) -> Result<(), String> {
    let Expect::Compared { by, target, total, number, value, parts, without } = expect else { return Ok(()) };
    let mut nearest = None;
    for event in since.events {
        let Outcome::Compared { target: own, check, reading, value: worth } = &event.outcome else {
            continue;
        };
        if own != target || check.by != *by {
            continue;
        }
        let mut wrong = Vec::new();
        let pairs =
            [("total", reading.total, total), ("number", reading.number, number), ("value", *worth, value)];
        for (name, found, wanted) in pairs {
            if wanted.is_some_and(|wanted| wanted != found) {
                wrong.push(format!("{name} {found}"));
            }
        }
        let named = |part: &&CheckPart, key| part.counted && (part.source == key || part.rule == Some(key));
        for (key, wanted) in parts {
            let found: i32 = check.parts.iter().filter(|part| named(part, *key)).map(|part| part.value).sum();
            if found != *wanted {
                wrong.push(format!("{key} {found:+}, expected {wanted:+}"));
            }
        }
        if let Some(key) = without.iter().find(|key| check.parts.iter().any(|part| named(&part, **key))) {
            wrong.push(format!("there is a part {key}"));
        }
        if wrong.is_empty() {
            return Ok(());
        }
        nearest = Some(format!("{}; its parts: {}", wrong.join(", "), list(&check.parts)));
    }
    match nearest {
        Some(text) => Err(format!("{by}'s dice against {target}: {text}")),
        None => Err(format!("{by}'s dice were not held against {target}{}", since.when())),
    }
}

pub(super) fn inside(since: Since<'_>, by: UnitId, wanted: &[UnitId]) -> Result<(), String> {
    let found: Vec<UnitId> = since
        .events
        .iter()
        .filter_map(|event| match &event.outcome {
            Outcome::Compared { target, check, .. } if check.by == by => Some(*target),
            _ => None,
        })
        .collect();
    super::same("those inside", found, &wanted.to_vec())
}

pub(super) fn noise(since: Since<'_>, square: Square) -> Result<(), String> {
    since.any(format!("no noise from {square}; noises from"), |outcome| match outcome {
        Outcome::Noise { at, .. } => Some((*at == square, at.to_string())),
        _ => None,
    })
}
