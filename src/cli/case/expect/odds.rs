//! Expected odds of an attack, or of a contest.

use super::found::{same_if, unit};
use crate::{
    cli::prelude::*,
    dice::Chance,
    rules::{attack::AttackSpec, contest::ContestOdds, fire, odds},
};

/// Compares the odds of an attack, as they stand, with what is expected of them.
pub(super) fn check(facts: &Facts, expect: &Expect) -> Result<(), String> {
    let Expect::Odds {
        by,
        target,
        action,
        weapon,
        more,
        spell,
        square,
        corner,
        item,
        amount,
        strikes,
        lands,
        breaks,
        destroys,
        mean,
    } = expect
    else {
        return Ok(());
    };
    let (own, target) = (unit(facts, *by)?, *target);
    let def = facts.book.action(*action).ok_or_else(|| format!("there is no action {action}"))?.clone();
    if let Some(odds) = ContestOdds::begun(facts, own.id(), target, &def).filter(|_| !def.attacks()) {
        return fraction("to win", Some(odds.wins), *lands);
    }
    let weapon = weapon.or_else(|| legal::default_weapon(facts, own, &def));
    let spec = AttackSpec {
        weapon,
        spell: *spell,
        rounds: fire::rounds(facts, own, &def, weapon, *amount),
        ..AttackSpec::new(own.id(), target, &def)
    };
    let args = Args {
        target: Some(target),
        square: *square,
        corner: *corner,
        item: *item,
        amount: *amount,
        more: more.clone(),
        ..Args::default()
    };
    let found = odds::attack_at(facts, &spec, &args).ok_or("there are no odds for that")?;
    let struck = found.item.as_ref();
    fraction("to strike the square", found.square, *strikes)?;
    fraction("to land", Some(found.lands), *lands)?;
    fraction("to break the item", struck.map(|item| item.broken), *breaks)?;
    fraction("to destroy the item", struck.map(|item| item.destroyed), *destroys)?;
    same_if("the mean loss in thousandths", found.mean_thousandths(), mean)
}

/// Compares a chance with a fraction, where one is expected.
fn fraction(what: &str, found: Option<Chance>, wanted: Option<(u64, u64)>) -> Result<(), String> {
    let Some((num, den)) = wanted else { return Ok(()) };
    match found {
        Some(chance) if chance.num() * u128::from(den) == u128::from(num) * chance.den() => Ok(()),
        Some(chance) => {
            Err(format!("the chance {what} is {}/{}, expected {num}/{den}", chance.num(), chance.den()))
        }
        None => Err(format!("that attack has no chance {what}")),
    }
}
