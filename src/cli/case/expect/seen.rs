//! Expectations about prompts, rolls and blows, compared with what was asked and recorded.
//!
//! Where one is not met, what was seen instead is told.

use super::{
    ask_name,
    found::{Since, differs, holds, list, named, with_parts},
    same,
};
use crate::{
    battle::chronicle::Answered,
    cli::prelude::*,
    content::references::word,
    rules::{collision::Hit, legal::Occasion},
};

pub(super) fn bill(since: Since<'_>, id: UnitId, share: i32, cost: i64) -> Result<(), String> {
    let not = format!("no repair of {id} cost {share} per cent, {cost}; repairs:");
    since.any(not, |outcome| match outcome {
        Outcome::Bill { unit, per_cent, amount, .. } => {
            let fits = (*unit, *per_cent, *amount) == (id, share, cost);
            Some((fits, format!("{unit} {per_cent} per cent, {amount}")))
        }
        _ => None,
    })
}

/// What became of a chance to answer, in one word.
fn answered(how: &Answered) -> Key {
    match how {
        Answered::Declined => Key::new("declined"),
        Answered::Stood => Key::new("stood"),
        Answered::Taken => Key::new("taken"),
        Answered::Not(refusal) => refusal.code,
    }
}

pub(super) fn answer(since: Since<'_>, id: UnitId, how: Key) -> Result<(), String> {
    let not = format!("{id} had no chance to answer that was {how}; chances:");
    since.any(not, |outcome| match outcome {
        Outcome::Answerable { unit, how: own, .. } if *unit == id => {
            let own = answered(own);
            Some((own == how, own.to_string()))
        }
        _ => None,
    })
}

pub(super) fn told(
    since: Since<'_>,
    side: Side,
    (id, how): (UnitId, Key),
    expected: bool,
) -> Result<(), String> {
    let mut perceived = since.events.iter().filter(|event| event.perceived_by(side));
    let told = perceived.any(|event| match &event.outcome {
        Outcome::Answerable { unit, how: own, .. } => *unit == id && answered(own) == how,
        _ => false,
    });
    same(format!("{side} is told of {id}'s chance ({how})"), told, &expected)
}

pub(super) fn avoided(since: Since<'_>, expected: Side) -> Result<(), String> {
    let own = |event: &Event| matches!(event.outcome, Outcome::Avoided { side } if side == expected);
    holds(since.events.iter().any(own), || {
        format!("{expected} did not choose to avoid the fight{}", since.when())
    })
}

pub(super) fn team(since: Since<'_>, group: Key, expected: i32) -> Result<(), String> {
    let not = format!("{group} did not come to {expected} in a team check; team checks:");
    since.any(not, |outcome| match outcome {
        Outcome::Team { group: own, total, .. } => {
            Some(((*own, *total) == (group, expected), format!("{own} {total}")))
        }
        _ => None,
    })
}

pub(super) fn opposed(since: Since<'_>, expect: &Expect) -> Result<(), String> {
    let Expect::Opposed { by, against, winner: wanted, margin: number } = expect else { return Ok(()) };
    since.any("no such contest; contests:", |outcome| {
        let Outcome::Opposed { unit, against: other, winner, margin, .. } = outcome else { return None };
        let fits = winner == wanted && number.is_none_or(|number| number == *margin);
        let won = winner.map_or_else(|| "nobody".to_owned(), |winner| winner.to_string());
        Some(((unit, other) == (by, against) && fits, format!("{unit} against {other}: {won} by {margin}")))
    })
}

/// What an attack takes by options of the open question (D-35, D-36).
pub(super) fn takes(battle: &Battle, wanted: &[(Key, i32)]) -> Result<(), String> {
    let Some(Ask::Choice { options, .. }) = battle.prompt().map(|prompt| &prompt.ask) else {
        return Err("nothing is to be chosen".to_owned());
    };
    for (id, amount) in wanted {
        let found = options.iter().find(|option| option.id == *id).and_then(|option| option.takes);
        same(format!("what {id} takes"), found, &Some(*amount))?;
    }
    Ok(())
}

pub(super) fn prompt(
    battle: &Battle,
    unit: UnitId,
    ask: Key,
    options: Option<&[Key]>,
    refused: &[(Key, Key)],
) -> Result<(), String> {
    let Some(prompt) = battle.prompt() else { return Err(format!("{unit} is not asked about {ask}")) };
    if prompt.unit != unit || ask != ask_name(&prompt.ask).as_str() {
        return Err(format!("{unit} is not asked about {ask}"));
    }
    let parted = |offers: &[legal::Offer]| -> (Vec<Key>, Vec<(Key, Key)>) {
        let yes = offers.iter().filter(|offer| offer.refusal.is_none()).map(|offer| offer.action);
        let no = offers.iter().filter_map(|offer| Some((offer.action, offer.refusal.as_ref()?.code)));
        (yes.collect(), no.collect())
    };
    let (possible, not) = match &prompt.ask {
        Ask::React(reaction) => parted(&reaction.options),
        Ask::Choice { options, .. } => (options.iter().map(|option| option.id).collect(), Vec::new()),
        Ask::Turn { .. } => parted(&legal::offers(&battle.referees_knowledge(), unit, &Occasion::default())),
        _ => (Vec::new(), Vec::new()),
    };
    if let Some(options) = options {
        let mut found = possible.clone();
        found.dedup();
        same("the options", found, &options.to_vec())?;
    }
    for (action, code) in refused {
        if !not.contains(&(*action, *code)) {
            let why: Vec<String> = not.iter().map(|(action, code)| format!("{action}: {code}")).collect();
            return Err(format!("{action} is not refused with {code}; refused: {}", list(&why)));
        }
    }
    Ok(())
}

pub(super) fn rolled(since: Since<'_>, expect: &Expect) -> Result<(), String> {
    let Expect::Rolled {
        by,
        check,
        purpose,
        natural,
        total,
        number,
        margin,
        value,
        success,
        critical,
        degrees,
        parts,
        uncounted,
        without,
    } = expect
    else {
        return Ok(());
    };
    let nearest = since.nearest(|outcome| {
        let Outcome::Rolled { check: own, reading, purpose: what, .. } = outcome else { return None };
        if own.by != *by
            || check.is_some_and(|check| check != own.id)
            || purpose.is_some_and(|purpose| purpose != *what)
        {
            return None;
        }
        let values = [
            differs("natural", reading.natural, natural),
            differs("total", reading.total, total),
            differs("number", reading.number, number),
            differs("margin", reading.margin, margin),
            differs("value", reading.value, value),
            differs("degrees", reading.degrees, degrees),
            differs("success", reading.success, success),
            differs("critical", reading.critical, critical),
        ];
        let there = |key: Key| own.parts.iter().any(|part| !part.counted && named(part, key));
        let missing = uncounted.iter().filter(|key| !there(**key));
        let missing = missing.map(|key| format!("no uncounted part {key}"));
        let wrong = values.into_iter().flatten().chain(missing).collect();
        Some((format!("{} of {by}", own.id), with_parts(wrong, own, parts, without)))
    });
    let all = |outcome: &Outcome| match outcome {
        Outcome::Rolled { check, purpose, .. } => {
            Some((false, format!("{} {} ({purpose})", check.by, check.id)))
        }
        _ => None,
    };
    nearest.unwrap_or_else(|| since.any(format!("{by} rolled no such check; rolled:"), all))
}

pub(super) fn struck(since: Since<'_>, expect: &Expect) -> Result<(), String> {
    let Expect::Struck { by, target, landed, critical, total, stages } = expect else { return Ok(()) };
    let nearest = since.nearest(|outcome| match outcome {
        Outcome::Struck { by: own, target: struck, landed: lands, critical: crit, trace, .. }
            if (own, struck) == (by, target) =>
        {
            let passed = trace.portions.iter().flat_map(|portion| &portion.passed);
            let found: Vec<(Key, i32)> = passed.map(|passed| (passed.stage, passed.after)).collect();
            let wrong = [
                differs("landed", *lands, landed),
                differs("critical", *crit, critical),
                differs("total", trace.total, total),
                stages.as_ref().filter(|stages| **stages != found).map(|_| format!("stages {found:?}")),
            ];
            Some((format!("{by}'s attack on {target}"), wrong.into_iter().flatten().collect()))
        }
        _ => None,
    });
    nearest.unwrap_or_else(|| Err(format!("{by} struck no blow at {target}{}", since.when())))
}

/// Whether a unit ran into another, or into something of the map.
pub(super) fn collided(since: Since<'_>, unit: UnitId, into: Option<UnitId>) -> Result<(), String> {
    let wanted = into.map_or("something of the map".to_owned(), |id| id.to_string());
    since.any(format!("{unit} did not run into {wanted}; collisions:"), |outcome| {
        let Outcome::Collided { unit: own, into: hit } = outcome else { return None };
        let other = match hit {
            Hit::Unit(other) => Some(*other),
            Hit::Object(_) | Hit::Clutter => None,
        };
        let met = other.map_or("the map".to_owned(), |id| id.to_string());
        Some((*own == unit && other == into, format!("{own} ran into {met}")))
    })
}

pub(super) fn perceived(since: Since<'_>, side: Side, what: Key, yes: bool) -> Result<(), String> {
    let such: Vec<&Event> =
        since.events.iter().filter(|event| word(&event.outcome) == what.as_str()).collect();
    if such.is_empty() {
        let names: Vec<String> = since.events.iter().map(|event| word(&event.outcome)).collect();
        return Err(format!("there was no {what}; there were: {}", since.list(&names)));
    }
    same(format!("whether {side} perceived {what}"), such.iter().any(|event| event.perceived_by(side)), &yes)
}

pub(super) fn nameless(since: Since<'_>, side: Side, id: UnitId, yes: bool) -> Result<(), String> {
    let found = since.events.iter().any(|event| event.unknown_to(side, id));
    same(format!("whether something of {id} was perceived by {side} without knowing it"), found, &yes)
}
