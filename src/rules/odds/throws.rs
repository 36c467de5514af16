//! What the dice of an attack come to before anything is lost: success, value, criticals, squares struck.
//!
//! Dice that are drawn from a deck (T-13) are followed card by card: what was drawn first is not drawn again.

use super::links;
use crate::rules::check_prelude::*;

/// What an attack's dice have come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AttackThrow {
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
    /// Hits that fall on this target; 0: as many as the degrees score.
    pub hits: i32,
    /// Of fire that sweeps an arc: all its hits, and among how many they fall.
    pub swept: (i32, i32),
    /// The part of the body that it strikes, where that makes a difference.
    pub location: Option<Key>,
}

impl AttackThrow {
    /// The hits that fall on this target.
    pub fn scored(&self, spec: &AttackSpec<'_>) -> i32 {
        if self.hits > 0 { self.hits } else { fire::hits(spec.action, spec.rounds, self.degrees) }
    }
}

/// An attack that has missed.
pub const MISSED: AttackThrow = AttackThrow {
    drawn: 0,
    value: 0,
    success: false,
    critical: false,
    degrees: 0,
    effect: 0,
    hits: 0,
    swept: (0, 0),
    location: None,
};

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
    let read = link.reader();
    let classes = naturals.map(|natural| {
        let reading = read(*natural);
        (reading.value, link.goes_on(&reading))
    });
    let last = classes.map(|(value, _)| *value);
    (1..depth).fold(last, |more, _| {
        classes.bind(|(value, goes_on)| if *goes_on { more.plus(*value) } else { Dist::one(*value) })
    })
}

/// The value of the links after the first, by what the first has drawn.
fn further<'a>(check: &Check, dice: &'a Dice, links: u32) -> impl Fn(i32) -> Dist<i32> + use<'a> {
    let link = check.link();
    let same = check.hand.is_none().then(|| chain(&link, dice, links));
    move |drawn| same.clone().unwrap_or_else(|| chain(&link.after(&link, drawn), dice, links))
}

/// One throw of an attack's dice, and whether it is rolled on.
fn throw(check: &Check, natural: i32) -> (AttackThrow, bool) {
    throw_read(check, natural, check.read(natural))
}

/// An attack whose dice have fallen so.
pub fn thrown_as(check: &Check, reading: &Reading) -> AttackThrow {
    throw_read(check, reading.natural, reading.clone()).0
}

fn throw_read(check: &Check, natural: i32, reading: Reading) -> (AttackThrow, bool) {
    let throw = AttackThrow {
        drawn: drawn(check, natural),
        value: reading.value,
        success: if by_value(check) { reading.value > 0 } else { reading.success },
        critical: reading.critical,
        degrees: reading.degrees,
        effect: reading.margin.max(0),
        hits: 0,
        swept: (0, 0),
        location: check.location(natural),
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
fn longer(check: &Check, throw: AttackThrow, more: i32) -> AttackThrow {
    let value = throw.value + more;
    AttackThrow { value, success: if by_value(check) { value > 0 } else { throw.success }, ..throw }
}

/// The throws of an attack at one target.
pub fn throws(check: &Check, dice: &Dice, links: u32) -> Dist<AttackThrow> {
    let read = check.reader();
    let classes = check.naturals(dice).map(|natural| throw_read(check, *natural, read(*natural)));
    if !check.chains || links == 0 {
        return classes.map(|(throw, _)| *throw);
    }
    let more = further(check, dice, links);
    classes.bind(|(throw, goes_on)| match goes_on {
        true => more(throw.drawn).map(|value| longer(check, *throw, *value)),
        false => Dist::one(*throw),
    })
}

/// What an area attack throws at a unit: square struck and unit inside, or scattered; exact.
pub fn throws_inside(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    armament: &Armament<'_>,
    aim: &Aim,
    dice: &Dice,
) -> Option<(Check, Dist<AttackThrow>, Chance)> {
    let by = facts.unit(spec.by)?;
    let target = facts.unit(spec.target)?;
    let from = by.place.area;
    let range = area::range_of(facts, by, &from, armament, aim);
    let square = area::square_check(facts, spec, aim, range)?;
    let check = area::inside_check(facts, spec, range)?;
    let covered = |to: Square| {
        let aim = aim.at(to);
        aim.covers(&aim.squares(facts, &from), target)
    };
    let inside = match armament {
        Armament::Spell(_) => None,
        Armament::Weapon(_) => {
            area::scatter(facts, armament, aim, range, 0).map(|at| at.map(|to| covered(*to)))
        }
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
) -> Dist<Result<AttackThrow, i32>> {
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
    armament: &Armament<'_>,
    square: Square,
) -> Option<(Check, Dist<AttackThrow>)> {
    let by = facts.unit(spec.by)?;
    let Armament::Weapon(weapon) = armament else { return None };
    let range = fire::blind(facts, by, spec.weapon, square, armament).ok()?;
    let check = attack::check_blind(facts, spec, range)?;
    let line = fire::on_line(facts, by, square, weapon, range);
    let thrown = match u128::try_from(line.len()) {
        Ok(among) if line.contains(&spec.target) => {
            let (dice, links) = (check.dice()?, links(facts));
            let thrown = match attack::check_blind_struck(facts, spec, range) {
                Some(own) => throws_if((&own, &dice, links), |natural| check.read(natural).success, true)
                    .map(|thrown| thrown.unwrap_or(MISSED)),
                None => throws(&check, &dice, links),
            };
            let picked = Dist::weighted([(true, 1), (false, among - 1)])?;
            picked.bind(|picked| if *picked { thrown.clone() } else { Dist::one(MISSED) })
        }
        _ => Dist::one(MISSED),
    };
    Some((check, thrown))
}

/// What fire that sweeps an arc throws at one of those in it: hits fall by chance on those who have the fewest (S-72).
pub fn throws_swept(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    armament: &Armament<'_>,
    aim: &Aim,
) -> Option<(Check, Dist<AttackThrow>)> {
    let by = facts.unit(spec.by)?;
    let Armament::Weapon(weapon) = armament else { return None };
    let range = area::range_of(facts, by, &by.place.area, armament, aim);
    let check = area::inside_check(facts, spec, range)?;
    let inside = area::occupants(facts, spec.by, aim, &aim.squares(facts, &by.place.area));
    if !inside.contains(&spec.target) {
        return Some((check, Dist::one(MISSED)));
    }
    let among = i32::try_from(inside.len()).unwrap_or(i32::MAX);
    let (most, per) = (sweep::capacity(weapon), facts.book.settings.attack.fire.sweep_degrees);
    let own = attack::check_swept(facts, spec, range);
    let thrown = check.naturals(&check.dice()?).bind(|natural| {
        let (test, _) = throw(&check, *natural);
        if !test.success {
            return Dist::one(test);
        }
        let hit = own.as_ref().map_or(test, |own| throw(own, *natural).0);
        let swept = (sweep::hits(test.degrees, most, per), among);
        let (sure, more) = sweep::shares(swept.0, among);
        let with = |hits: i32| AttackThrow { success: hit.success && hits > 0, hits, swept, ..hit };
        let weight = |of: i32| u128::try_from(of).unwrap_or(0);
        let one_more = [(with(sure + 1), weight(more)), (with(sure), weight(among - more))];
        Dist::weighted(one_more).unwrap_or_else(|| Dist::one(with(sure)))
    });
    Some((check, thrown))
}
