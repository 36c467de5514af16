//! Opposed checks: who wins, with what effect, and how likely (C-08, S-04).
//!
//! What the winner may do then are actions of the book.

use super::check::{self, Check, Direction, Reading, Request, Versus};
pub use super::check_rule::Opposed;
use crate::dice::Dist;
use crate::rules::prelude::*;

/// What an opposed check has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verdict {
    /// Who began it wins.
    First,
    /// The opponent wins.
    Second,
    /// Both have failed.
    Nobody,
    /// Both roll once more.
    Again,
}

/// Both checks: that of the one who begins, and the opponent's answer.
pub fn checks(facts: &Facts, own: (UnitId, Key), other: (UnitId, Key), used: i32) -> Option<(Check, Check)> {
    let plain = match facts.book.settings.check.opposed {
        Opposed::Results if facts.book.settings.check.direction == Direction::Over => {
            Versus::Number(0, Key::new("opposed"))
        }
        _ => Versus::Nothing,
    };
    let built = |(by, check): (UnitId, Key), against: UnitId, reaction: bool| {
        let mut request = Request::rolled(check, by, plain.clone());
        request.against = Some(against);
        request.reaction = reaction;
        let used = if reaction { facts.unit(by).map_or(0, |own| own.usage.points) } else { used };
        request.inputs = Inputs::from([(Word::Used, i64::from(used))]);
        check::build(facts, request)
    };
    Some((built(own, other.0, false)?, built(other, own.0, true)?))
}

/// Who wins.
pub fn verdict(facts: &Facts, own: (&Check, &Reading), other: (&Check, &Reading)) -> Verdict {
    use std::cmp::Ordering;
    let ((check, one), (answer, two)) = (own, other);
    match facts.book.settings.check.opposed {
        Opposed::Effects => {
            match one.margin.cmp(&two.margin).then(score(facts, check).cmp(&score(facts, answer))) {
                Ordering::Greater => Verdict::First,
                Ordering::Less => Verdict::Second,
                Ordering::Equal => Verdict::Again,
            }
        }
        Opposed::Margins if one.margin > two.margin => Verdict::First,
        Opposed::Margins => Verdict::Second,
        Opposed::Results if check.degrees.is_none() => {
            let better = one.total.cmp(&two.total).then(check.modifier().cmp(&answer.modifier()));
            if better == Ordering::Greater { Verdict::First } else { Verdict::Second }
        }
        Opposed::Results => match one.degrees.cmp(&two.degrees) {
            Ordering::Greater => Verdict::First,
            Ordering::Less => Verdict::Second,
            Ordering::Equal if one.degrees == 0 => Verdict::Nobody,
            Ordering::Equal if check.number() > answer.number() => Verdict::First,
            Ordering::Equal => Verdict::Second,
        },
    }
}

/// By how many degrees the winner is ahead: where margins are compared, what their difference is worth (S-04, T-01).
pub fn lead(facts: &Facts, check: &Check, one: &Reading, two: &Reading) -> i32 {
    match (facts.book.settings.check.opposed, check.degrees) {
        (Opposed::Margins, Some(degrees)) => (one.margin - two.margin).abs() / degrees.every.max(1),
        _ => (one.degrees - two.degrees).abs(),
    }
}

/// The present score of what a check leans on.
fn score(facts: &Facts, check: &Check) -> i64 {
    let Some((own, def)) = facts.unit(check.by).zip(facts.book.check(check.id)) else { return 0 };
    match (&def.score, def.ability) {
        (Some(score), _) => i64::from(facts.value(score, own)),
        (None, Some(ability)) => facts.stat(own, ability).unwrap_or(0),
        (None, None) => 0,
    }
}

/// The odds of an opposed check: who wins, and the winner's own margin. Rolls made again are left out.
#[derive(Clone, Debug)]
pub struct ContestOdds {
    /// Who wins and with what margin.
    pub results: Dist<(Verdict, i32)>,
}

impl ContestOdds {
    /// The exact odds of two checks against each other; none where they roll again for ever.
    pub fn of(facts: &Facts, own: &Check, other: &Check) -> Option<Self> {
        let dice = facts.book.settings.check.dice;
        let read = |other: &Check| other.naturals(&dice).map(|natural| other.read(*natural));
        let usual = read(other);
        let results = own.naturals(&dice).bind(|first| {
            let one = own.read(*first);
            let against = |answers: &Dist<Reading>| {
                answers.map(|two| {
                    let verdict = verdict(facts, (own, &one), (other, two));
                    (verdict, if verdict == Verdict::Second { two.margin } else { one.margin })
                })
            };
            // Where both draw from one deck, what the first has drawn is gone.
            match own.hand.is_some() {
                true => against(&read(&other.after(own, *first))),
                false => against(&usual),
            }
        });
        let decided = results.iter().filter(|((verdict, _), ..)| *verdict != Verdict::Again);
        Some(Self { results: Dist::weighted(decided.map(|(result, weight, _)| (*result, weight)))? })
    }
}
