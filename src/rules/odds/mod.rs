//! The exact distribution of an attack, every reaction declined.
//!
//! The same checks, blows and stages as in play, folded over exact distributions in place of thrown dice. That both
//! agree is proven by enumeration: every sequence of dice through the resolver gives the same frequencies.

mod fate;
mod shapes;

use super::{
    action::Feat,
    area::{self, Aim},
    attack::{self, AttackSpec, AttackStep, Means},
    blast_odds, blow,
    check::{self, Check, Request, SuccessRule, Versus},
    facts::{Facts, UnitState},
    feat,
    fire::{self, FireDef, Load},
    gear::WeaponDef,
    harm::{self, Blow, Portion},
    legal::Args,
    unit::Precision,
};
use crate::{
    dice::{Chance, Dice, Dist},
    grid::Square,
    key::Key,
};

pub use fate::{Fates, fates};
pub use shapes::{AttackOdds, ItemOdds, Landing};

/// Links of a critical chain that are followed; what comes after has a chance of one in millions and counts as no
/// further link.
pub const LINKS: u32 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Throw {
    value: i32,
    success: bool,
    critical: bool,
    degrees: i32,
    effect: i32,
}

/// An attack that has missed.
const MISSED: Throw = Throw { value: 0, success: false, critical: false, degrees: 0, effect: 0 };

/// The value of further links of a chain.
fn chain(link: &Check, dice: &Dice, depth: u32) -> Dist<i32> {
    let naturals = Dist::dice(dice);
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

/// One throw of an attack's dice, and whether it is rolled on.
fn throw(check: &Check, natural: i32) -> (Throw, bool) {
    let by_value = check.value.is_some() && check.success == SuccessRule::Value;
    let reading = check.read(natural);
    let throw = Throw {
        value: reading.value,
        success: if by_value { reading.value > 0 } else { reading.success },
        critical: reading.critical,
        degrees: reading.degrees,
        effect: reading.margin.max(0),
    };
    (throw, check.goes_on(&reading))
}

fn throws(check: &Check, dice: &Dice) -> Dist<Throw> {
    let by_value = check.value.is_some() && check.success == SuccessRule::Value;
    let classes = Dist::dice(dice).map(|natural| throw(check, *natural));
    if !check.chains {
        return classes.map(|(throw, _)| *throw);
    }
    let more = chain(&check.link(), dice, LINKS);
    classes.bind(|(throw, goes_on)| {
        if !goes_on {
            return Dist::one(*throw);
        }
        more.map(|value| {
            let value = throw.value + value;
            Throw { value, success: if by_value { value > 0 } else { throw.success }, ..*throw }
        })
    })
}

/// What an area attack throws at one unit: the square struck and the unit inside; the square missed, the attack
/// scattered and thrown anew where it comes down. Exact, the scatter included.
fn throws_inside(
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
    let second = match means {
        Means::Spell(_) => None,
        Means::Weapon(_) => area::scatter(facts, means, aim, range, 0).map(|squares| {
            let again = throws(&check, dice);
            squares.map(|to| covered(*to)).bind(
                |inside| {
                    if *inside { again.clone() } else { Dist::one(MISSED) }
                },
            )
        }),
    };
    let at_once = throws_if(&check, dice, |natural| square.read(natural).success, covered(aim.square));
    let thrown = at_once.bind(|first| match (first, &second) {
        (Some(throw), _) => Dist::one(*throw),
        (None, Some(second)) => second.clone(),
        (None, None) => Dist::one(MISSED),
    });
    let strikes = Dist::dice(dice).probability(|natural| square.read(*natural).success);
    Some((check, thrown, strikes))
}

/// The throws of an attack that first has to strike its square; none where it misses it.
fn throws_if(check: &Check, dice: &Dice, strikes: impl Fn(i32) -> bool, inside: bool) -> Dist<Option<Throw>> {
    let link = check.link();
    let more = chain(&link, dice, LINKS);
    let by_value = check.value.is_some() && check.success == SuccessRule::Value;
    Dist::dice(dice).bind(|natural| {
        if !strikes(*natural) {
            return Dist::one(None);
        }
        if !inside {
            return Dist::one(Some(MISSED));
        }
        let (throw, goes_on) = throw(check, *natural);
        if !goes_on {
            return Dist::one(Some(throw));
        }
        more.map(|value| {
            let value = throw.value + value;
            Some(Throw { value, success: if by_value { value > 0 } else { throw.success }, ..throw })
        })
    })
}

/// What an attack throws at its target, and the chance that an area attack strikes its square.
fn cast(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    means: &Means<'_>,
    args: &Args,
    dice: &Dice,
) -> Option<(Check, Dist<Throw>, Option<Chance>)> {
    let by = facts.unit(spec.by)?;
    let fire = FireDef::of(spec.action);
    if fire.blind {
        let (check, thrown) = throws_blind(facts, spec, means, args.square?)?;
        return Some((check, thrown, None));
    }
    if let Some(aim) = area::aim(facts, by, &by.place.area, spec.action, means, args) {
        let (check, thrown, strikes) = throws_inside(facts, spec, means, &aim.ok()?, dice)?;
        return Some((check, thrown, Some(strikes)));
    }
    let check = attack::check(facts, spec)?;
    let thrown = match fire.sure {
        true => Dist::one(Throw { success: true, ..MISSED }),
        false => throws(&check, dice),
    };
    Some((check, thrown, None))
}

/// What blind fire at a square throws at one of those on its line, of whom one is picked by chance (C-89).
fn throws_blind(
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
            let thrown = throws(&check, &check.dice()?);
            let picked = Dist::weighted([(true, 1), (false, among - 1)])?;
            picked.bind(|picked| if *picked { thrown.clone() } else { Dist::one(MISSED) })
        }
        _ => Dist::one(MISSED),
    };
    Some((check, thrown))
}

/// The odds of an attack, from one side's facts. An attack that covers an area is aimed at the target's nearest square.
/// None when the check cannot be built.
pub fn attack(facts: &Facts, spec: &AttackSpec<'_>) -> Option<AttackOdds> {
    attack_at(facts, spec, &Args { target: Some(spec.target), ..Args::default() })
}

/// The odds of an attack for one unit, an area's aim taken from an order's arguments.
pub fn attack_at(facts: &Facts, spec: &AttackSpec<'_>, args: &Args) -> Option<AttackOdds> {
    let by = facts.unit(spec.by)?;
    let target = facts.unit(spec.target)?;
    let dice = facts.book.settings.check.dice;
    let means = spec.means(facts)?;
    if let Means::Weapon(weapon) = &means
        && weapon.blast.is_some()
    {
        return explosive(facts, spec, (by, target), weapon, args);
    }
    let (check, thrown, square) = cast(facts, spec, &means, args, &dice)?;
    // What goes to an item, moves somebody or has effects in place of damage takes nothing from the target.
    let harmless = spec.action.harmless();
    let item = item_odds(facts, spec, target, &means, args, &thrown);
    let results = match means {
        _ if harmless => thrown.map(|throw| Landing {
            landed: throw.success,
            critical: throw.success && throw.critical,
            ..Landing::MISSED
        }),
        Means::Spell(spell) if spell.types.is_empty() => thrown.map(|throw| Landing {
            landed: throw.success,
            critical: throw.success && throw.critical,
            ..Landing::MISSED
        }),
        Means::Spell(spell) => by_value(facts, target, &thrown, &spell.types),
        Means::Weapon(weapon) if !weapon.portions.is_empty() => {
            by_portions(facts, spec, by, target, weapon, &thrown)
        }
        Means::Weapon(weapon) => match blow::load(facts, spec, weapon) {
            Some(load) => by_dice(facts, spec, by, target, weapon, load, &thrown),
            None => by_value(facts, target, &thrown, &weapon.types),
        },
    };
    // A blow that the item shrugs off has failed.
    let lands = match &item {
        Some(item) => item.damage.probability(|damage| *damage > 0),
        None => results.probability(|result| result.landed),
    };
    Some(AttackOdds {
        lands,
        critical: results.probability(|result| result.critical),
        loss: results.map(|result| result.loss),
        check,
        results,
        square,
        item,
    })
}

/// What an item struck at suffers: its own resistances count, the bearer's do not.
fn item_odds(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    target: &UnitState,
    means: &Means<'_>,
    args: &Args,
    thrown: &Dist<Throw>,
) -> Option<ItemOdds> {
    if spec.action.feat != Some(Feat::Sunder) {
        return None;
    }
    let (item, def) = feat::item_aimed_at(facts, target, spec.action, args.item)?;
    let types = match means {
        Means::Weapon(weapon) => &weapon.types,
        Means::Spell(spell) => &spell.types,
    };
    let damage = thrown.map(|throw| {
        if !throw.success {
            return 0;
        }
        let portion = blow::value_portion(types, throw.value);
        let blow = Blow { reduced: 0, effect: throw.effect, critical: throw.critical };
        harm::pass_item(def.hardness(), item.def, vec![portion], blow).total
    });
    let after = |damage: i32| item.damage.saturating_add(damage);
    Some(ItemOdds {
        item: item.id,
        broken: damage.probability(|loss| after(*loss).saturating_mul(2) >= item.durability),
        destroyed: damage.probability(|loss| after(*loss) >= item.durability),
        damage,
    })
}

/// The odds of an explosive for one unit (C-103 to C-108).
fn explosive(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    (by, target): (&UnitState, &UnitState),
    weapon: &WeaponDef,
    args: &Args,
) -> Option<AttackOdds> {
    let means = Means::Weapon(weapon);
    let from = by.place.area;
    let aim = area::aim(facts, by, &from, spec.action, &means, args)?.ok()?;
    let range = area::range_of(facts, by, &from, &means, &aim);
    let check = area::square_check(facts, spec, &aim, range)?;
    let results = blast_odds::landings(facts, (by, target), weapon, (&aim, range), &check)?;
    let dice = facts.book.settings.check.dice;
    Some(AttackOdds {
        lands: results.probability(|result| result.landed),
        critical: results.probability(|result| result.critical),
        loss: results.map(|result| result.loss),
        square: Some(Dist::dice(&dice).probability(|natural| check.read(*natural).success)),
        item: None,
        check,
        results,
    })
}

fn by_value(facts: &Facts, target: &UnitState, thrown: &Dist<Throw>, types: &[Key]) -> Dist<Landing> {
    thrown.map(|throw| {
        if !throw.success {
            return Landing::MISSED;
        }
        let portion = blow::value_portion(types, throw.value);
        let blow = Blow { reduced: 0, effect: throw.effect, critical: throw.critical };
        let trace = harm::pass(facts, target, vec![portion], blow, Vec::new());
        Landing::of(trace.total > 0, throw.critical && trace.total > 0, &trace)
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Faces {
    sum: i32,
    lowest: i32,
    maximum: bool,
}

fn faces(dice: &Dice) -> Dist<Faces> {
    let sides = dice.sides();
    let start = Faces { sum: 0, lowest: i32::from(sides), maximum: false };
    let die = Dist::die(sides);
    let mut all = Dist::one(start);
    for _ in 0..dice.count() {
        all = all.bind(|faces| {
            die.map(|face| Faces {
                sum: faces.sum + face,
                lowest: faces.lowest.min(*face),
                maximum: faces.maximum || *face == i32::from(sides),
            })
        });
    }
    all
}

fn by_dice(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    by: &UnitState,
    target: &UnitState,
    weapon: &WeaponDef,
    load: Load,
    thrown: &Dist<Throw>,
) -> Dist<Landing> {
    let steps = &facts.book.settings.attack.steps;
    let replaces = steps.contains(&AttackStep::ReplaceDie);
    let confirms = steps.contains(&AttackStep::Confirm);
    let shown = faces(&load.dice);
    let confirm = if confirms {
        let bare = AttackSpec { bare: true, hinder: 0, ..spec.clone() };
        attack::check(facts, &bare).map(|check| {
            let dice = facts.book.settings.check.dice;
            Dist::dice(&dice).map(|natural| check.read(*natural).success)
        })
    } else {
        None
    };
    let classes = thrown.map(|throw| (throw.success, throw.degrees, throw.effect, throw.critical));
    classes.bind(|(success, degrees, effect, critical)| {
        if !*success {
            return Dist::one(Landing::MISSED);
        }
        let amounts = shown.map(|faces| {
            let lifted = if replaces && *degrees > faces.lowest { degrees - faces.lowest } else { 0 };
            (faces.sum + lifted, confirms && faces.maximum)
        });
        let strike = |sum: i32, critical: bool| {
            let portion = blow::dice_portion(facts, by, weapon, load, sum, *effect);
            let blow = Blow { reduced: 0, effect: *effect, critical };
            Landing::of(true, critical, &harm::pass(facts, target, vec![portion], blow, Vec::new()))
        };
        amounts.bind(|(sum, asks)| match &confirm {
            Some(confirm) if *asks => confirm.map(|confirmed| strike(*sum, *confirmed)),
            _ => Dist::one(strike(*sum, *critical && !confirms)),
        })
    })
}

/// Fixed damage: shields, the target's own roll, drive against armour. A critical raises the drive (D-36).
fn by_portions(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    by: &UnitState,
    target: &UnitState,
    weapon: &WeaponDef,
    thrown: &Dist<Throw>,
) -> Dist<Landing> {
    let rule = &facts.book.settings.attack;
    let ranged = weapon.is_ranged();
    let mut portions = blow::fixed_portions(facts, by, weapon, 0);
    let mut paid = Vec::new();
    let pure = portions.iter().all(Portion::is_energy);
    if ranged && pure {
        if rule.steps.contains(&AttackStep::LowShield) && facts.distance(by, target) >= 2 {
            harm::shield(target, Precision::Low, &mut portions, &mut paid, true);
        }
        if rule.steps.contains(&AttackStep::MediumShield) {
            harm::shield(target, Precision::Medium, &mut portions, &mut paid, true);
        }
    }
    let gone = !portions.is_empty() && portions.iter().all(|portion| portion.amount <= 0);
    let near = !ranged || facts.distance(by, target) <= weapon.crit_range.unwrap_or(6);
    let defence = match rule.defence_roll {
        Some((melee, shots)) if facts.can_act(target) => {
            let mut request =
                Request::rolled(if ranged { shots } else { melee }, spec.target, Versus::Nothing);
            request.against = Some(spec.by);
            request.reaction = true;
            check::build(facts, request).map(|check| {
                Dist::dice(&facts.book.settings.check.dice).map(|natural| {
                    let reading = check.read(*natural);
                    let critical = rule.critical_by.is_some_and(|limit| -reading.margin >= limit);
                    (reading.success, critical && near)
                })
            })
        }
        Some(_) => Some(Dist::one((false, near))),
        None => None,
    };
    let strike = |critical: bool| {
        let mut portions = portions.clone();
        if critical {
            let (plain, precise) = rule.critical_drive;
            let more = if weapon.tagged("precise") && !ranged { precise } else { plain };
            portions.iter_mut().for_each(|portion| portion.drive += more);
        }
        let blow = Blow { critical, ..Blow::default() };
        Landing::of(true, critical, &harm::pass(facts, target, portions, blow, paid.clone()))
    };
    let missed = Landing::MISSED;
    let classes = thrown.map(|throw| throw.success);
    classes.bind(|success| {
        if !success || gone {
            return Dist::one(missed);
        }
        match &defence {
            Some(defence) => {
                defence.map(|(evaded, critical)| if *evaded { missed } else { strike(*critical) })
            }
            None => Dist::one(strike(false)),
        }
    })
}
