//! What the dice of an attack come to before anything is lost: success, value, criticals, squares struck.
//!
//! Dice that are drawn from a deck (T-13) are followed card by card: what was drawn first is not drawn again.

use super::links;
use crate::{
    dice::{Chance, Dice, Dist},
    grid::Square,
    rules::{
        area::{self, Aim},
        attack::{self, AttackSpec, Means},
        check::{Check, SuccessRule},
        facts::Facts,
        fire,
    },
};

/// What an attack's dice have come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Throw {
    /// What they showed first, where they are drawn, so that it makes a difference to what is drawn after it; else 0.
    pub drawn: i32,
    /// The success value, all links of the chain together.
    pub value: i32,
    /// It has succeeded.
    pub success: bool,
    /// In the critical range.
    pub critical: bool,
    /// Degrees of success.
    pub degrees: i32,
    /// The margin, 0 at least.
    pub effect: i32,
}

/// An attack that has missed.
pub const MISSED: Throw =
    Throw { drawn: 0, value: 0, success: false, critical: false, degrees: 0, effect: 0 };

/// The value of further links of a chain.
fn chain(link: &Check, dice: &Dice, depth: u32) -> Dist<i32> {
    let naturals = link.naturals(dice);
    if link.hand.is_some() {
        return naturals.bind(|natural| {
            let reading = link.read(*natural);
            match depth > 1 && link.goes_on(&reading) {
                true => chain(&link.after(link, *natural), dice, depth - 1).plus(reading.value),
                false => Dist::one(reading.value),
            }
        });
    }
    let classes = naturals.map(|natural| {
        let reading = link.read(*natural);
        (reading.value, link.goes_on(&reading))
    });
    if depth <= 1 {
        return classes.map(|(value, _)| *value);
    }
    let more = chain(link, dice, depth - 1);
    classes.bind(|(value, goes_on)| if *goes_on { more.plus(*value) } else { Dist::one(*value) })
}

/// The value of the links after the first, by what the first has drawn.
fn further<'a>(check: &Check, dice: &'a Dice, links: u32) -> impl Fn(i32) -> Dist<i32> + use<'a> {
    let link = check.link();
    let same = check.hand.is_none().then(|| chain(&link, dice, links));
    move |drawn| same.clone().unwrap_or_else(|| chain(&link.after(&link, drawn), dice, links))
}

/// One throw of an attack's dice, and whether it is rolled on.
fn throw(check: &Check, natural: i32) -> (Throw, bool) {
    let reading = check.read(natural);
    let throw = Throw {
        drawn: drawn(check, natural),
        value: reading.value,
        success: if by_value(check) { reading.value > 0 } else { reading.success },
        critical: reading.critical,
        degrees: reading.degrees,
        effect: reading.margin.max(0),
    };
    (throw, check.goes_on(&reading))
}

fn by_value(check: &Check) -> bool {
    check.value.is_some() && check.success == SuccessRule::Value
}

/// What of a throw makes a difference to later ones.
fn drawn(check: &Check, natural: i32) -> i32 {
    if check.hand.is_some() { natural } else { 0 }
}

/// A throw with the value of its further links.
fn longer(check: &Check, throw: Throw, more: i32) -> Throw {
    let value = throw.value + more;
    Throw { value, success: if by_value(check) { value > 0 } else { throw.success }, ..throw }
}

/// The throws of an attack at one target.
pub fn throws(check: &Check, dice: &Dice, links: u32) -> Dist<Throw> {
    let classes = check.naturals(dice).map(|natural| throw(check, *natural));
    if !check.chains || links == 0 {
        return classes.map(|(throw, _)| *throw);
    }
    let more = further(check, dice, links);
    classes.bind(|(throw, goes_on)| match goes_on {
        true => more(throw.drawn).map(|value| longer(check, *throw, *value)),
        false => Dist::one(*throw),
    })
}

/// What an area attack throws at one unit: the square struck and the unit inside; the square missed, the attack
/// scattered and thrown anew where it comes down. Exact, the scatter included.
pub fn throws_inside(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    means: &Means<'_>,
    aim: &Aim,
    dice: &Dice,
) -> Option<(Check, Dist<Throw>, Chance)> {
    let by = facts.unit(spec.by)?;
    let target = facts.unit(spec.target)?;
    let from = by.place.area;
    let range = area::range_of(facts, by, &from, means, aim);
    let square = area::square_check(facts, spec, aim, range)?;
    let check = area::inside_check(facts, spec, range)?;
    let covered = |to: Square| {
        let aim = aim.at(to);
        aim.covers(&aim.squares(facts, &from), target)
    };
    let inside = match means {
        Means::Spell(_) => None,
        Means::Weapon(_) => area::scatter(facts, means, aim, range, 0).map(|at| at.map(|to| covered(*to))),
    };
    let links = links(facts);
    let at_once =
        throws_if((&check, dice, links), |natural| square.read(natural).success, covered(aim.square));
    let again = check.hand.is_none().then(|| throws(&check, dice, links));
    let thrown = at_once.bind(|first| match (first, &inside) {
        (Ok(throw), _) => Dist::one(*throw),
        (Err(drawn), Some(inside)) => {
            let again = again.clone().unwrap_or_else(|| throws(&check.after(&check, *drawn), dice, links));
            inside.bind(|inside| if *inside { again.clone() } else { Dist::one(MISSED) })
        }
        (Err(_), None) => Dist::one(MISSED),
    });
    Some((check, thrown, square.chance()))
}

/// The throws of an attack that first has to strike its square; what was drawn where it misses it.
fn throws_if(
    (check, dice, links): (&Check, &Dice, u32),
    strikes: impl Fn(i32) -> bool,
    inside: bool,
) -> Dist<Result<Throw, i32>> {
    let more = further(check, dice, links);
    check.naturals(dice).bind(|natural| {
        if !strikes(*natural) {
            return Dist::one(Err(drawn(check, *natural)));
        }
        if !inside {
            return Dist::one(Ok(MISSED));
        }
        match throw(check, *natural) {
            (throw, true) if links > 0 => more(throw.drawn).map(|value| Ok(longer(check, throw, *value))),
            (throw, _) => Dist::one(Ok(throw)),
        }
    })
}

/// What blind fire at a square throws at one of those on its line, of whom one is picked by chance (C-89).
pub fn throws_blind(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    means: &Means<'_>,
    square: Square,
) -> Option<(Check, Dist<Throw>)> {
    let by = facts.unit(spec.by)?;
    let Means::Weapon(weapon) = means else { return None };
    let range = fire::blind(facts, by, spec.weapon, square, means).ok()?;
    let check = attack::check_blind(facts, spec, range)?;
    let line = fire::on_line(facts, by, square, weapon, range);
    let thrown = match u128::try_from(line.len()) {
        Ok(among) if line.contains(&spec.target) => {
            let thrown = throws(&check, &check.dice()?, links(facts));
            let picked = Dist::weighted([(true, 1), (false, among - 1)])?;
            picked.bind(|picked| if *picked { thrown.clone() } else { Dist::one(MISSED) })
        }
        _ => Dist::one(MISSED),
    };
    Some((check, thrown))
}
