//! Expected odds of an attack, or of a contest.

use super::{
    Expect,
    found::{same, unit},
};
use crate::{
    cli::prelude::*,
    dice::Chance,
    rules::{
        attack::AttackSpec,
        contest::ContestOdds,
        fire,
        legal::{self, Args},
        odds,
    },
};

/// A chance as a fraction, compared where one is expected.
type Fraction = Option<(u64, u64)>;

/// Everything that may be expected of an attack's odds.
struct Wanted {
    /// Chance that an area attack strikes its square.
    strikes: Fraction,
    /// Chance that it lands.
    lands: Fraction,
    /// Chance that the item struck at is broken afterwards.
    breaks: Fraction,
    /// Chance that the item struck at is gone afterwards.
    destroys: Fraction,
    /// Mean loss in thousandths, rounded down.
    mean: Option<i64>,
}

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
    let args = Args {
        square: *square,
        corner: *corner,
        item: *item,
        amount: *amount,
        more: more.clone(),
        ..Args::default()
    };
    let wanted =
        Wanted { strikes: *strikes, lands: *lands, breaks: *breaks, destroys: *destroys, mean: *mean };
    compare(facts, unit(facts, *by)?, *target, (*action, *weapon, *spell), args, &wanted)
}

fn compare(
    facts: &Facts,
    own: &UnitState,
    target: UnitId,
    what: (Key, Option<Key>, Option<Key>),
    args: Args,
    wanted: &Wanted,
) -> Result<(), String> {
    let (action, weapon, spell) = what;
    let def = facts.book.action(action).ok_or_else(|| format!("there is no action {action}"))?.clone();
    if let Some(odds) = ContestOdds::begun(facts, own.id(), target, &def).filter(|_| !def.attacks()) {
        return fraction("to win", Some(odds.wins), wanted.lands);
    }
    let weapon = weapon.or_else(|| legal::default_weapon(facts, own, &def));
    let spec = AttackSpec {
        weapon,
        spell,
        rounds: fire::rounds(facts, own, &def, weapon, args.amount),
        ..AttackSpec::new(own.id(), target, &def)
    };
    let args = Args { target: Some(target), ..args };
    let found = odds::attack_at(facts, &spec, &args).ok_or("there are no odds for that")?;
    let item = found.item.as_ref();
    fraction("to strike the square", found.square, wanted.strikes)?;
    fraction("to land", Some(found.lands), wanted.lands)?;
    fraction("to break the item", item.map(|item| item.broken), wanted.breaks)?;
    fraction("to destroy the item", item.map(|item| item.destroyed), wanted.destroys)?;
    match wanted.mean {
        Some(mean) => same("the mean loss in thousandths", found.mean_thousandths(), &mean),
        None => Ok(()),
    }
}

fn fraction(what: &str, found: Option<Chance>, wanted: Fraction) -> Result<(), String> {
    let Some((num, den)) = wanted else { return Ok(()) };
    match found {
        Some(chance) if chance.num() * u128::from(den) == u128::from(num) * chance.den() => Ok(()),
        Some(chance) => {
            Err(format!("the chance {what} is {}/{}, expected {num}/{den}", chance.num(), chance.den()))
        }
        None => Err(format!("that attack has no chance {what}")),
    }
}
