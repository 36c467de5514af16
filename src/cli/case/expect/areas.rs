//! What a case can expect of an area attack.

use super::found::{Since, differs, list, with_parts};
use crate::cli::prelude::*;

pub(super) fn came_down(since: Since<'_>, expect: &Expect) -> Result<(), String> {
    let Expect::Area { by, struck, scatter, covered, count, covers, spares } = expect else { return Ok(()) };
    let sorted = |squares: &[Square]| {
        let mut squares = squares.to_vec();
        squares.sort();
        squares
    };
    let nearest = since.nearest(|outcome| match outcome {
        Outcome::Area { by: own, struck: hit, scatter: went, covered: all, .. } if own == by => {
            let wrong = [
                differs("struck", *hit, struck),
                (scatter.is_some() && scatter != went).then(|| format!("scatter {went:?}")),
                (covered.as_ref().filter(|wanted| sorted(wanted) != sorted(all)))
                    .map(|_| format!("covered {}", list(all))),
                differs("squares covered", all.len(), count),
                (covers.iter().find(|square| !all.contains(square)))
                    .map(|missing| format!("{missing} is not covered; covered {}", list(all))),
                (spares.iter().find(|square| all.contains(square)))
                    .map(|inside| format!("{inside} is covered")),
            ];
            Some((format!("{by}'s area attack"), wrong.into_iter().flatten().collect()))
        }
        _ => None,
    });
    nearest.unwrap_or_else(|| Err(format!("{by} made no area attack{}", since.when())))
}

pub(super) fn compared(since: Since<'_>, expect: &Expect) -> Result<(), String> {
    let Expect::Compared { by, target, total, number, value, parts, without } = expect else { return Ok(()) };
    let nearest = since.nearest(|outcome| match outcome {
        Outcome::Compared { target: own, check, reading, value: worth }
            if own == target && check.by == *by =>
        {
            let wrong = [
                differs("total", reading.total, total),
                differs("number", reading.number, number),
                differs("value", *worth, value),
            ];
            let wrong = with_parts(wrong.into_iter().flatten().collect(), check, parts, without);
            Some((format!("{by}'s dice against {target}"), wrong))
        }
        _ => None,
    });
    nearest.unwrap_or_else(|| Err(format!("{by}'s dice were not held against {target}{}", since.when())))
}

pub(super) fn inside(since: Since<'_>, by: UnitId, wanted: &[UnitId]) -> Result<(), String> {
    let found = since.events.iter().filter_map(|event| match &event.outcome {
        Outcome::Compared { target, check, .. } if check.by == by => Some(*target),
        _ => None,
    });
    super::same("those inside", found.collect::<Vec<_>>(), &wanted.to_vec())
}

pub(super) fn noise(since: Since<'_>, square: Square) -> Result<(), String> {
    since.any(format!("no noise from {square}; noises from"), |outcome| match outcome {
        Outcome::Noise { at, .. } => Some((*at == square, at.to_string())),
        _ => None,
    })
}
