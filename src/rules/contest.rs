//! Opposed checks: who wins, by how much, how likely (C-08, S-04). What the winner may do are actions of the book.

pub use super::check_rule::Opposed;
use crate::rules::check_prelude::*;

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

/// How likely the one who begins an opposed check is to win it. Rolls made again are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestOdds {
    /// The chance to win.
    pub wins: Chance,
    /// The mean margin of a victory, rounded.
    pub margin: i32,
}

impl ContestOdds {
    /// Those of the contest that an action begins; none: it begins none, or they roll again for ever.
    pub fn begun(facts: &Facts, own: UnitId, other: UnitId, def: &ActionDef) -> Option<Self> {
        let (check, versus) = def.steps.iter().find_map(|step| match step {
            Step::Opposed { check, versus, .. } => Some((*check, versus.unwrap_or(*check))),
            _ => None,
        })?;
        let used = facts.unit(own).map_or(0, |own| own.usage.points);
        let (one, two) = checks(facts, (own, check), (other, versus), used)?;
        Self::of(facts, &one, &two)
    }

    /// The exact odds of two checks against each other; none where they roll again for ever.
    pub fn of(facts: &Facts, own: &Check, other: &Check) -> Option<Self> {
        let dice = facts.book.settings.check.dice;
        let ends = |one: &Reading, two: &Reading| (verdict(facts, (own, one), (other, two)), one.margin);
        let firsts = own.naturals(&dice);
        // Where both draw from one deck, what the first has drawn is gone.
        if own.hand.is_some() {
            let results = firsts.bind(|first| {
                let (one, left) = (own.read(*first), other.after(own, *first));
                left.naturals(&dice).map(|natural| ends(&one, &left.read(*natural)))
            });
            return Self::counted(results.iter().map(|(end, weight, _)| (*end, weight)));
        }
        let (read, answers) = (own.reader(), answers(facts, own, other));
        let results = firsts.iter().flat_map(|(natural, weight, _)| {
            let one = read(*natural);
            answers.iter().map(move |(two, share)| (ends(&one, two), weight * share))
        });
        Self::counted(results)
    }

    /// The odds by how each pair of rolls ends, with the margin of the one who begins, and its weight.
    fn counted(results: impl Iterator<Item = ((Verdict, i32), u128)>) -> Option<Self> {
        let (mut won, mut decided, mut sum) = (0_u128, 0_u128, 0_i128);
        for ((verdict, margin), weight) in results.filter(|((verdict, _), _)| *verdict != Verdict::Again) {
            decided += weight;
            if verdict == Verdict::First {
                won += weight;
                let weight = i128::try_from(weight).unwrap_or(i128::MAX);
                sum = sum.saturating_add(weight.saturating_mul(i128::from(margin)));
            }
        }
        let whole = i128::try_from(won).unwrap_or(i128::MAX).max(1);
        let mean = sum.saturating_mul(2).saturating_add(whole).div_euclid(whole.saturating_mul(2));
        let margin = i32::try_from(mean).unwrap_or(0);
        (decided > 0).then(|| Self { wins: Chance::new(won, decided), margin })
    }
}

/// What the opponent may throw, with weights. Where only degrees count, answers of the same degrees are one.
fn answers(facts: &Facts, own: &Check, other: &Check) -> Vec<(Reading, u128)> {
    let rule = &facts.book.settings.check;
    let graded = rule.opposed == Opposed::Results && own.degrees.is_some();
    let mut answers: Vec<(Reading, u128)> = Vec::new();
    let read = other.reader();
    for (natural, weight, _) in other.naturals(&rule.dice).iter() {
        let answer = read(*natural);
        let same = |(known, _): &&mut (Reading, u128)| graded && known.degrees == answer.degrees;
        match answers.iter_mut().find(same) {
            Some((_, sum)) => *sum += weight,
            None => answers.push((answer, weight)),
        }
    }
    answers
}
